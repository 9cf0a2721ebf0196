"""Every live block of a lesson, in a real browser: with script, without, by keyboard, on a phone, in both themes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from proof.site import Site
from tests.browser.lesson import paste, question, run, table_of_24, theory
from tests.browser.workspace import GRADED_MS, SLUG


@pytest.fixture
def lesson(page: Page) -> Page:
    return theory(page)


def test_the_reading_time_and_the_questions_are_counted(lesson: Page) -> None:
    figures = lesson.locator("#theory .lesson-figures")
    expect(figures).to_contain_text(re.compile(r"About \d\d minutes"))
    expect(figures).to_contain_text("0 of 18 questions solved")


def test_a_question_with_one_answer_explains_a_wrong_one_and_then_the_right_one(lesson: Page) -> None:
    asked = question(lesson, "slower-by")
    expect(asked).not_to_contain_text("binary wheels")
    asked.get_by_label("2 times").check()
    asked.get_by_role("button", name="Check").click()
    expect(asked).to_contain_text("Not yet")
    expect(asked).to_contain_text("binary wheels")
    expect(asked).not_to_contain_text("the divisors are 1, 10, 100 and 1000")
    asked.get_by_label("10 times", exact=True).check()
    asked.get_by_role("button", name="Check again").click()
    expect(asked.locator("[data-said]")).to_contain_text("Right")
    expect(asked.locator("[data-said]")).to_be_focused()
    expect(asked).to_contain_text("the divisors are 1, 10, 100 and 1000")
    expect(asked.locator(".katex").first).to_be_visible()
    expect(lesson.locator("[data-announcer]")).to_contain_text("Right")
    expect(lesson.locator("[data-solved-count]")).to_contain_text("1 of 18")


def test_answers_are_there_after_a_reload_and_can_be_given_once_more(lesson: Page) -> None:
    asked = question(lesson, "halved-exponent")
    asked.get_by_label("It falls to about").first.check()
    asked.get_by_role("button", name="Check").click()
    expect(asked.locator("[data-said]")).to_contain_text("Right, at the first try")
    lesson.reload()
    asked = question(lesson, "halved-exponent")
    expect(asked.locator("[data-said]")).to_contain_text("Right")
    asked.get_by_role("button", name="Answer once more").click()
    expect(asked.get_by_role("radio").first).to_be_focused()
    expect(asked).not_to_contain_text("as if the base were 100")


def test_a_question_with_several_answers(lesson: Page) -> None:
    asked = question(lesson, "first-ten-or-last-ten")
    asked.get_by_role("button", name="Check").click()
    expect(asked.get_by_role("alert")).to_have_text("Choose an answer first.")
    asked.get_by_label("column 16").check()
    asked.get_by_role("button", name="Check").click()
    expect(asked).to_contain_text("something is missing")
    asked.get_by_label("column 46").check()
    asked.get_by_role("button", name="Check again").click()
    expect(asked.locator("[data-said]")).to_contain_text("Right")


def test_a_number(lesson: Page) -> None:
    asked = question(lesson, "normalised-step")
    asked.get_by_role("textbox").fill("0.5")
    lesson.keyboard.press("Enter")
    expect(asked).to_contain_text("Too large")
    asked.get_by_role("button", name="Tell me").click()
    expect(asked).to_contain_text("The answer is 0.04")


def test_an_answer_from_memory_is_compared_with_a_model(lesson: Page) -> None:
    asked = question(lesson, "pair-three")
    expect(asked).not_to_contain_text("Columns 6 and 7")
    asked.get_by_role("textbox").fill("6 and 7 <b>")
    asked.get_by_role("button", name="Compare").click()
    expect(asked).to_contain_text("Columns 6 and 7")
    expect(asked).to_contain_text("6 and 7 <b>")
    asked.get_by_role("button", name="I had it").click()
    expect(asked).to_contain_text("You had it")
    asked.get_by_role("button", name="Put both away").click()
    expect(asked.get_by_role("textbox")).to_have_value("")


def test_a_question_is_answered_by_keyboard_alone(lesson: Page) -> None:
    asked = question(lesson, "parameters-for-positions")
    asked.get_by_role("radio").first.focus()
    lesson.keyboard.press("ArrowDown")
    lesson.keyboard.press("Enter")
    expect(asked.locator("[data-said]")).to_contain_text("Right")


def test_an_answer_that_cannot_be_sent_is_not_lost(lesson: Page) -> None:
    asked = question(lesson, "swap-two-tokens")
    asked.get_by_role("textbox").fill("they swap")
    lesson.route("**/questions/**", lambda route: route.abort())
    asked.get_by_role("button", name="Compare").click()
    expect(asked.get_by_role("alert")).to_contain_text("Your answer is still here")
    expect(asked.get_by_role("textbox")).to_have_value("they swap")


def test_a_snippet_runs_is_changed_runs_again_and_is_put_back(lesson: Page) -> None:
    snippet = lesson.locator("[data-try]").first
    snippet.scroll_into_view_if_needed()
    expect(run(snippet)).to_contain_text("without positions [[0.6698, 0.3302], [0.3302, 0.6698]]")
    editor = snippet.locator("[data-snippet-editor]")
    editor.click()
    lesson.keyboard.press("ControlOrMeta+a")
    paste(editor, "print('changed <b>')\n1 / 0")
    lesson.keyboard.press("ControlOrMeta+Enter")
    printed = snippet.locator(".printed")
    expect(printed).to_contain_text("changed <b>", timeout=GRADED_MS)
    expect(printed).to_contain_text("ZeroDivisionError")
    expect(printed).to_contain_text("line 2")
    expect(lesson.locator("[data-results] .report")).to_have_count(0)  # the page's own editor was not submitted
    snippet.get_by_role("button", name="Put it back").click()
    expect(editor).to_contain_text("def attention(tokens)")
    expect(printed).to_have_count(0)


def test_the_second_snippet_shows_the_rotation(lesson: Page) -> None:
    snippet = lesson.locator("[data-try]").nth(1)
    snippet.scroll_into_view_if_needed()
    lines = run(snippet).locator("pre").inner_text().splitlines()
    assert len(lines) == 3
    for line in lines:
        turned, there = re.findall(r"\[([^\]]+)\]", line)
        assert [float(x) for x in turned.split()] == [float(x) for x in there.split()]


def test_notes_tables_and_formulas_are_there(lesson: Page) -> None:
    expect(lesson.locator("#theory aside.note")).to_have_count(2)
    table = lesson.locator("#theory .table-figure table").filter(has_text="0: sin")
    expect(table.get_by_role("row")).to_have_count(8)
    expect(table.get_by_role("row").last).to_contain_text("305")
    expect(lesson.locator("#theory .katex-error")).to_have_count(0)


def test_an_example_has_a_picture(page: Page) -> None:
    page.goto(f"/problems/{SLUG}")
    example = page.locator(".example").last
    example.get_by_text("As a picture").click()
    expect(example.locator("array-view .heat")).to_be_visible()


def test_a_link_to_a_question_opens_the_theory(page: Page) -> None:
    page.goto(f"/problems/{SLUG}#question-row-zero")
    expect(page.locator("#question-row-zero")).to_be_in_viewport()


def test_a_phone_shows_the_lesson_without_scrolling_sideways(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.url, viewport={"width": 360, "height": 740}, has_touch=True)
    page = theory(context.new_page())
    picture = table_of_24(page)
    picture.click(3, 8)
    expect(picture.waves).to_have_count(1)
    wide = "element => element.scrollWidth - element.clientWidth"
    assert page.locator("[data-panels]").evaluate(wide) <= 0
    context.close()


@pytest.fixture
def plain(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_without_script_the_numbers_are_tables_and_questions_are_answered(plain: Page) -> None:
    plain.goto(f"/problems/{SLUG}")
    expect(plain.locator("#theory array-view").nth(2).get_by_role("row")).to_have_count(25)
    asked = question(plain, "slower-by")
    asked.get_by_label("2 times").check()
    asked.get_by_role("button", name="Check").click()
    expect(plain).to_have_url(re.compile(r"#question-slower-by$"))
    expect(plain.locator("#question-slower-by")).to_contain_text("binary wheels")


def test_without_script_a_snippet_runs_on_a_page_of_its_own(plain: Page) -> None:
    plain.goto(f"/problems/{SLUG}")
    plain.locator("[data-snippet]").first.fill("print('plain snippet')")
    plain.locator("[data-try-run]").first.click()
    expect(plain.locator(".printed")).to_contain_text("plain snippet", timeout=GRADED_MS)
    expect(plain.get_by_role("heading", level=1)).to_contain_text("Snippet")
