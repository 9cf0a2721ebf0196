"""What visitors and learners see: the problems, the workspace and its results, what they sent."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.lesson import question, run, table_of_24
from tests.browser.states.state import State, States
from tests.browser.visit import QUEUED, SOURCES, WAITING, WORKING, Visit
from tests.browser.workspace import SLUG

STATES = States()
state, page_at = STATES.state, STATES.page_at


def result_of(name: str) -> None:
    # one of them beside the rest of the page: what they hold in common must not be named twice
    within = "html" if name == "pitfall" else "#results"
    STATES[f"result-{name}"] = State(lambda visit: visit.result(name), within)


page_at("home", "/")
page_at("home-filtered", "/?q=attention&difficulty=medium")
page_at("home-nothing", "/?q=no-such-thing")
page_at("not-found", "/nowhere")
page_at("no-such-problem", "/problems/nothing")
page_at("problem", f"/problems/{SLUG}")
page_at("another-problem", "/problems/rotary-embedding")
page_at("problem-theory", f"/problems/{SLUG}#theory", "#theory")
page_at("problem-submissions", f"/problems/{SLUG}#submissions", "#submissions")


@state()
def forbidden(visit: Visit) -> None:
    """A form without its token: what an old page sends."""
    visit.leave()
    visit.go("/login")
    visit.page.locator("form[action*=login] [name=csrf_token]").evaluate("field => field.value = 'stale'")
    visit.page.get_by_label("Email").fill("somebody@example.org")
    visit.page.get_by_label("Password").fill("whatever it is")
    visit.page.get_by_role("button", name="Sign in").click()
    expect(visit.page.get_by_role("heading", level=1)).to_be_visible()


@state("#hints")
def hints(visit: Visit) -> None:
    visit.open()
    more = visit.page.locator("[data-next-hint] button")
    more.click()
    expect(visit.page.locator("[data-hints] .hints > li").first).to_be_visible()
    visit.page.locator("#hints").scroll_into_view_if_needed()


@state("#code")
def problem_code(visit: Visit) -> None:
    visit.open()
    visit.stage("code")
    visit.page.get_by_text("Aa", exact=True).click()
    expect(visit.page.get_by_label("Keys", exact=True)).to_be_visible()


@state(".cm-tooltip-autocomplete")
def completion(visit: Visit) -> None:
    visit.write("import numpy as np\n")
    visit.page.keyboard.press("ControlOrMeta+End")
    visit.page.keyboard.type("np.ar")
    expect(visit.page.locator(".cm-completionInfo")).to_be_visible()


@state("#code")
def find(visit: Visit) -> None:
    visit.write(SOURCES["passed"])
    visit.page.keyboard.press("ControlOrMeta+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()


@state("#code")
def vim(visit: Visit) -> None:
    visit.write(SOURCES["passed"])
    visit.page.get_by_text("Aa", exact=True).click()
    visit.page.get_by_label("Keys", exact=True).select_option("vim")
    expect(visit.page.locator(".cm-vim-panel")).to_be_visible()
    visit.page.evaluate("localStorage.removeItem('gradatim:editor-keys')")


@state("dialog")
def keyboard_map(visit: Visit) -> None:
    visit.open()
    visit.page.keyboard.press("?")
    expect(visit.page.get_by_role("dialog")).to_be_visible()


@state("#theory")
def theory_done(visit: Visit) -> None:
    """Each kind of question answered, wrong and right; a wave, a sweep's row, a table, a snippet that ran."""
    page = visit.page
    visit.go(f"/problems/{SLUG}#theory")
    for name, choice in [("slower-by", "2 times"), ("parameters-for-positions", "learned"),
                         ("first-ten-or-last-ten", "column 16")]:  # fmt: skip
        asked = question(page, name)
        if not asked.get_by_label(choice, exact=True).count():
            continue  # answered before
        asked.get_by_label(choice, exact=True).check()
        asked.get_by_role("button", name=re.compile("^Check")).click()
        expect(asked.locator("[data-said] p").first).to_be_visible()
    for name, text, button in [("normalised-step", "0.5", "Check"), ("row-zero", "zeros and ones", "Compare")]:
        asked = question(page, name)
        if not asked.get_by_role("textbox").count():
            continue
        asked.get_by_role("textbox").fill(text)
        asked.get_by_role("button", name=re.compile(f"^{button}")).click()
        expect(asked.locator("[data-said], .model").first).to_be_visible()
    run(page.locator("[data-try]").first)
    picture = table_of_24(page)
    picture.stage.focus()
    for key in ["ArrowRight"] * 8 + ["Enter"]:
        page.keyboard.press(key)
    expect(picture.waves).to_have_count(1)
    picture.view.get_by_text("All numbers as a table").click()
    picture.slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    picture.shown()


for each in SOURCES:
    result_of(each)


@state("#results")
def result_run(visit: Visit) -> None:
    visit.write('print("two lines")\nprint("of output")\n' + SOURCES["passed"])
    visit.page.locator("[data-run]").click()
    visit.workspace.graded()


@state("#results")
def result_call(visit: Visit) -> None:
    visit.write("print('called')\n" + SOURCES["pitfall"])
    visit.page.locator("[data-arguments]").fill("12, 16")
    visit.page.locator("[data-call]").click()
    visit.workspace.graded()
    expect(visit.workspace.report.locator("array-comparison")).to_be_visible()


@state("#code")
def call_refused(visit: Visit) -> None:
    visit.open()
    visit.stage("code")
    visit.page.locator("[data-arguments]").fill("12, x")
    visit.page.locator("[data-call]").click()
    expect(visit.page.locator("[data-call-error]")).to_be_visible()


@state("#results")
def result_waiting(visit: Visit) -> None:
    visit.pending("waiting", WAITING)


@state("#results")
def result_queued(visit: Visit) -> None:
    visit.pending("queued", QUEUED)


@state("#results")
def result_claimed(visit: Visit) -> None:
    visit.pending("claimed", WORKING)


@state("#results")
def result_cancelled(visit: Visit) -> None:
    visit.send("import time\ntime.sleep(4)\n" + SOURCES["passed"])
    visit.page.locator("[data-cancel]").click()
    expect(visit.page.locator("[data-cancelled]")).to_be_visible()


@state("#code")
def refused(visit: Visit) -> None:
    visit.write(SOURCES["passed"])
    visit.hold("**/submissions", status=409, body="{}")
    visit.page.locator("[data-submit]").click()
    expect(visit.workspace.trouble).to_be_visible()


@state("#code")
def conflict(visit: Visit) -> None:
    visit.write(SOURCES["passed"])
    expect(visit.page.locator("[data-saved]")).to_have_text("Draft saved")
    theirs = '{"revision": 99, "source": "def theirs():\\n    pass\\n", "saved_at": "2026-01-02T03:04:05Z", "tab": "x"}'
    visit.hold("**/draft", status=409, body=theirs, content_type="application/json")
    visit.workspace.write(SOURCES["pitfall"])
    expect(visit.page.locator("[data-conflict]")).to_be_visible()


def sent(visit: Visit, verdict: str) -> Locator:
    """The latest submission with this verdict, in the list of all."""
    return visit.page.locator(f"li[data-verdict={verdict}]").first


@state()
def home_after(visit: Visit) -> None:
    visit.have_sent("passed")
    visit.go("/")


@state("#submissions")
def problem_submissions_after(visit: Visit) -> None:
    visit.have_sent("pitfall", "passed")
    visit.go(f"/problems/{SLUG}#submissions")
    expect(visit.page.locator("#history")).to_be_visible()


@state()
def submissions(visit: Visit) -> None:
    visit.have_sent("pitfall", "passed")
    visit.go(f"/problems/{SLUG}/submissions")
    visit.page.locator("details.code summary").first.click()


@state()
def submission(visit: Visit) -> None:
    visit.have_sent("pitfall")
    visit.go(f"/problems/{SLUG}/submissions")
    sent(visit, "failed").get_by_role("link").first.click()
    expect(visit.page.get_by_role("heading", level=1)).to_contain_text("Submission")


@state()
def compare(visit: Visit) -> None:
    visit.have_sent("pitfall", "passed")
    visit.go(f"/problems/{SLUG}/submissions")
    sent(visit, "failed").get_by_role("checkbox").check()
    sent(visit, "passed").get_by_role("checkbox").check()
    visit.page.get_by_role("button", name="Compare two").click()
    expect(visit.page.locator(".compared-head")).to_have_count(2)


@state()
def solution(visit: Visit) -> None:
    visit.have_sent("passed")
    visit.go(f"/problems/{SLUG}/solution")
    expect(visit.page.locator(".listing")).to_be_visible()
