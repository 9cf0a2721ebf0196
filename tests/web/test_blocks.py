"""Live blocks of a lesson: what is on the page, what an answer brings, and whose answers they are."""

from __future__ import annotations

import re
import struct

import pytest
from werkzeug.test import TestResponse

from gradatim.db import Sessions
from gradatim.models import Kind, Submission
from gradatim.services import grading
from gradatim_grader.problem import Problem
from gradatim_runner.report import Report, Verdict
from tests.web.lessons import SECRETS, THEORY, published
from tests.web.visiting import JSON, Visitor

PAGE = "/problems/doubling"


@pytest.fixture
def lesson(sessions: Sessions) -> Problem:
    return published(sessions)


def send(visitor: Visitor, name: str, *answers: str, do: str = "answer") -> TestResponse:
    """Answer as the page's script does."""
    data = {"do": do, "answer": list(answers), "csrf_token": visitor.token()}
    return visitor.client.post(f"{PAGE}/questions/{name}", data=data, headers=JSON)


def told(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.get_json()["html"])


def block(page: str, name: str) -> str:
    found = re.search(rf'<section class="block quiz"\s+id="question-{name}".*?</section>', page, re.DOTALL)
    assert found, name
    return found[0]


def test_every_block_is_on_the_page(visitor: Visitor, lesson: Problem) -> None:
    page = visitor.get(PAGE).text
    for part in ("<array-view", "table-figure", 'data-kind="single"', 'data-kind="multiple"', 'data-kind="numeric"',
                 'data-kind="recall"', "data-try", '<aside class="note">', "By <em>the</em> way.",
                 "What <em>doubling</em> gives", "a &lt; b"):  # fmt: skip
        assert part in page, part


def test_the_reading_time_and_the_count_of_questions_stand_above_it(visitor: Visitor, lesson: Problem) -> None:
    page = visitor.get(PAGE).text
    assert re.search(r"About \d+ minutes?<", page)
    assert "<b>0</b> of 4 questions solved" in page


def test_an_array_is_there_as_a_table_for_those_who_cannot_see_it(visitor: Visitor, lesson: Problem) -> None:
    page = visitor.get(PAGE).text
    figure = page.partition("<array-view")[2].partition("</array-view>")[0]
    assert re.findall(r"<td>([^<]+)</td>", figure) == ["0.0000", "1.0000", "2.0000"]
    assert '"wavelengths": [0.0, 6.28, 62.8]' in figure
    table = page.partition("table-figure")[2].partition("</table>")[0]
    assert re.findall(r"<td>([^<]+)</td>", table) == ["0.0", "1.0", "2.0"]


def test_an_arrays_numbers_come_as_bytes_and_as_text_and_never_change(visitor: Visitor, lesson: Problem) -> None:
    page = visitor.get(PAGE).text
    (source,) = re.findall(r'"source": "([^"]+\.f64)"', page.partition("<array-view")[2])[:1]
    answer = visitor.get(source)
    assert struct.unpack("<3d", answer.data) == (0, 1, 2)
    assert "immutable" in answer.headers["Cache-Control"]
    answer = visitor.get(source.replace(".f64", ".csv"))
    assert answer.text.splitlines() == [",0,1,2", "0,0.0,1.0,2.0"]
    assert "attachment" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("path", ["/arrays/{digest}/theory-99.f64", "/arrays/nonsense/theory-1.csv"])
def test_an_unknown_array_is_not_there(visitor: Visitor, lesson: Problem, path: str) -> None:
    assert visitor.get(path.format(digest=lesson.digest)).status_code == 404


def test_nothing_that_gives_an_answer_away_is_on_the_page_before_it_was_given(
    visitor: Visitor, lesson: Problem
) -> None:
    page = visitor.get(PAGE).text
    assert not [secret for secret in SECRETS if secret in page]
    assert "checked" not in block(page, "one")


def test_a_wrong_choice_is_explained_and_the_right_one_is_not_told(visitor: Visitor, lesson: Problem) -> None:
    html = told(send(visitor, "one", "0"))
    assert "Not yet" in html
    assert "WRONG-THREE" in html
    for secret in ("RIGHT-FOUR", "GENERAL"):
        assert secret not in html


def test_a_right_choice_is_explained_with_all_the_others_and_counts(visitor: Visitor, lesson: Problem) -> None:
    answer = send(visitor, "one", "1")
    html = told(answer)
    for shown in ("at the first try", "RIGHT-FOUR", "WRONG-THREE", "GENERAL"):
        assert shown in html
    assert (answer.get_json()["solved"], answer.get_json()["questions"]) == (1, 4)


def test_several_choices_must_all_be_right(visitor: Visitor, lesson: Problem) -> None:
    assert "something is missing" in told(send(visitor, "several", "0"))
    html = told(send(visitor, "several", "0", "1", "2"))
    assert "Not yet" in html
    assert "ODD-THREE" in html
    assert "Right." in told(send(visitor, "several", "0", "2"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12.5", "Right"),
        ("12,5", "Right"),
        ("12.54", "Right"),
        ("1.25e1", "Right"),
        ("12.6", "Too large"),
        ("-12.5", "Too small"),
    ],
)
def test_a_number_is_right_within_its_tolerance(visitor: Visitor, lesson: Problem, text: str, said: str) -> None:
    html = told(send(visitor, "number", text))
    assert said in html
    assert ("GENERAL-NUMBER" in html) == (said == "Right")


def test_an_answer_from_memory_is_compared_and_rated_by_its_author(visitor: Visitor, lesson: Problem) -> None:
    html = told(send(visitor, "memory", "It <b>doubles</b>."))
    assert "MODEL" in html
    assert "It &lt;b&gt;doubles&lt;/b&gt;." in html
    answer = send(visitor, "memory", do="knew")
    assert "You had it" in told(answer)
    assert answer.get_json()["solved"] == 1
    assert "Not yet" in told(send(visitor, "memory", do="missed"))


def test_answers_are_kept_and_shown_again(visitor: Visitor, lesson: Problem) -> None:
    send(visitor, "one", "1")
    send(visitor, "number", "3")
    page = visitor.get(PAGE).text
    assert "<b>1</b> of 4 questions solved" in page
    assert "RIGHT-FOUR" in block(page, "one")
    assert 'value="3"' in block(page, "number")
    assert "GENERAL-NUMBER" not in page


def test_who_tried_may_be_told_and_who_did_not_may_not(visitor: Visitor, lesson: Problem) -> None:
    assert "RIGHT-FOUR" not in told(send(visitor, "one", do="show"))
    send(visitor, "one", "0")
    html = told(send(visitor, "one", do="show"))
    assert "RIGHT-FOUR" in html
    send(visitor, "number", "1")
    assert "The answer is 12.5" in told(send(visitor, "number", do="show"))


def test_a_question_can_be_answered_once_more_from_the_start(visitor: Visitor, lesson: Problem) -> None:
    send(visitor, "one", "1")
    html = told(send(visitor, "one", do="again"))
    assert not [secret for secret in SECRETS if secret in html]
    assert "checked" not in html
    html = told(send(visitor, "one", "1"))
    assert "Right" in html
    assert "first try" not in html


@pytest.mark.parametrize(
    ("name", "answers", "said"),
    [
        ("one", [], "Choose an answer first"),
        ("one", ["7"], "Choose an answer first"),
        ("several", ["x"], "Choose an answer first"),
        ("number", ["many"], "Enter a number"),
        ("number", ["nan"], "Enter a finite number"),
        ("memory", ["  "], "Write down what you remember"),
    ],
)
def test_what_answers_nothing_is_refused_kindly(
    visitor: Visitor, lesson: Problem, name: str, answers: list[str], said: str
) -> None:
    answer = send(visitor, name, *answers)
    assert answer.status_code == 400
    assert said in answer.get_json()["error"]["message"]
    assert "gradatim_guest" not in str(answer.headers.getlist("Set-Cookie"))


def test_an_unknown_question_or_problem_is_not_there(visitor: Visitor, lesson: Problem) -> None:
    assert send(visitor, "nothing", "1").status_code == 404
    form = {"answer": "1", "csrf_token": visitor.token()}
    assert visitor.client.post("/problems/nothing/questions/one", data=form, headers=JSON).status_code == 404


def test_answers_are_ones_own(visitor: Visitor, other: Visitor, lesson: Problem) -> None:
    send(visitor, "one", "1")
    send(visitor, "memory", "my own words")
    page = other.get(PAGE).text
    assert "<b>0</b> of 4" in page
    assert "my own words" not in page
    assert not [secret for secret in SECRETS if secret in page]


def test_an_answer_to_another_form_of_the_question_does_not_count(
    visitor: Visitor, lesson: Problem, sessions: Sessions
) -> None:
    send(visitor, "one", "1")
    send(visitor, "number", "12.5")
    published(sessions, THEORY.replace("What is twice **two**?", "What is twice **three**?"))
    page = visitor.get(PAGE).text
    assert "<b>1</b> of 4" in page
    assert "checked" not in block(page, "one")
    assert "Not yet" in told(send(visitor, "one", "0"))


def test_without_script_an_answer_leads_back_to_its_question(visitor: Visitor, lesson: Problem) -> None:
    form = {"do": "answer", "answer": "0", "csrf_token": visitor.token(PAGE)}
    answer = visitor.client.post(f"{PAGE}/questions/one", data=form)
    assert (answer.status_code, answer.location) == (303, f"{PAGE}#question-one")
    assert "WRONG-THREE" in visitor.get(PAGE).text


def test_an_answer_needs_the_forms_token(visitor: Visitor, lesson: Problem) -> None:
    assert visitor.client.post(f"{PAGE}/questions/one", data={"answer": "0"}).status_code == 400


def test_a_snippet_is_queued_as_one_and_shows_only_what_it_printed(
    visitor: Visitor, lesson: Problem, sessions: Sessions
) -> None:
    made = visitor.send("print(1)\n", to="tries").get_json()["id"]
    claim = grading.claim(sessions, made, owner="w", lease_seconds=60)
    assert claim is not None
    assert claim.kind is Kind.TRY
    report = Report(problem="doubling", version=lesson.digest, verdict=Verdict.PASSED, stdout="<b>1</b>\n")
    grading.finish(sessions, claim, report=report)
    html = visitor.get(f"/submissions/{made}/result").text
    assert "&lt;b&gt;1&lt;/b&gt;" in html
    assert 'class="report"' not in html
    assert f"Snippet {made}" in visitor.get(f"/submissions/{made}").text


def test_a_snippet_is_no_attempt(visitor: Visitor, other: Visitor, lesson: Problem, sessions: Sessions) -> None:
    made = visitor.send("print('a snippet')\n", to="tries").get_json()["id"]
    page = visitor.get(PAGE).text
    assert "print(&#39;a snippet&#39;)" not in page  # the editor holds the starter still
    assert "a snippet" not in visitor.get(f"{PAGE}/submissions").text
    assert other.get(f"/submissions/{made}").status_code == 404
    with sessions.read() as session:
        assert session.get_one(Submission, made).source == b"print('a snippet')\n"


def test_a_lesson_of_prose_alone_asks_nothing(visitor: Visitor, sessions: Sessions) -> None:
    published(sessions, "Just words.")
    page = visitor.get(PAGE).text
    assert "About 1 minute<" in page
    assert "questions solved" not in page
