"""Insight: what is counted, and how mistakes without a name are grouped."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from gradatim.db import Sessions
from gradatim.models import Kind, ProblemVersion, RoleName, State, StoredPitfall, StoredTest, Submission
from gradatim.services import accounts
from gradatim.services.insight import reading
from gradatim.services.insight.anonymous import anonymised
from gradatim.services.insight.reading import Insight
from gradatim.services.insight.unnamed import NoSuchMistake
from gradatim.services.insight.window import Window
from gradatim_grader.problem import Problem
from gradatim_runner.report import Outcome, Verdict
from tests.services import making

MONDAY = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
ALL = Window()


class Class:
    """People who send things to `doubling`, at given minutes after a certain Monday's noon."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def person(self) -> int:
        return making.guest(self._sessions)

    def sent(
        self,
        user_id: int,
        verdict: Verdict,
        *,
        after_minutes: float = 0,
        kind: Kind = Kind.SUBMIT,
        answers: str | None = None,
        pitfalls: tuple[str, ...] = (),
        tests: tuple[Outcome, ...] = (),
        source: bytes = b"x = 1\n",
    ) -> int:
        at = MONDAY + timedelta(minutes=after_minutes)
        with self._sessions.begin() as session:
            version = session.query(ProblemVersion).filter(ProblemVersion.current).one()
            made = Submission(
                user_id=user_id,
                version_id=version.id,
                kind=kind,
                source=source,
                created_at=at,
                finished_at=at,
                state=State.DONE,
                verdict=verdict,
                fingerprint=answers,
                sentence=f"{verdict} it is.",
                own_pitfalls=[
                    StoredPitfall(ordinal=number, name=name, title=name.title(), explain="", hint="")
                    for number, name in enumerate(pitfalls)
                ],
                own_tests=[
                    StoredTest(
                        ordinal=number,
                        name=f"test_{number}",
                        title=f"Test {number}",
                        visible=False,
                        outcome=outcome,
                        points=0,
                        max_points=1,
                        duration_ms=1,
                    )
                    for number, outcome in enumerate(tests)
                ],
            )
            session.add(made)
            session.flush()
            return made.id


@pytest.fixture
def people(sessions: Sessions, problem: Problem) -> Class:
    return Class(sessions)


def insight(sessions: Sessions, window: Window = ALL) -> Insight:
    return reading.insight_for(sessions, "doubling", window, user_id=making.instructor(sessions))


def test_who_passes_after_how_many_attempts_and_how_long(sessions: Sessions, people: Class) -> None:
    quick, slow, never = (people.person() for _ in range(3))
    people.sent(quick, Verdict.PASSED, after_minutes=2)
    people.sent(quick, Verdict.FAILED, after_minutes=500)  # after the first pass nothing counts towards it
    people.sent(quick, Verdict.PASSED, after_minutes=501)
    people.sent(slow, Verdict.FAILED, after_minutes=0, kind=Kind.RUN)
    people.sent(slow, Verdict.FAILED, after_minutes=10)
    people.sent(slow, Verdict.ERROR, after_minutes=20)
    people.sent(slow, Verdict.PASSED, after_minutes=90)
    people.sent(never, Verdict.TIME_LIMIT)
    found = insight(sessions).passing
    assert (found.attempts, found.passed_attempts) == (7, 3)
    assert (found.people, found.passed_people, found.pass_rate) == (3, 2, 2 / 3)
    assert (found.median_attempts, found.median_minutes) == (2, 45)
    assert [bar.people for bar in found.by_attempts] == [1, 0, 1, *[0] * 8]
    assert {bar.label: bar.people for bar in found.by_time if bar.people} == {"under 5 min": 1, "1 to 6 h": 1}


def test_where_nobody_sent_anything_there_is_nothing(sessions: Sessions, problem: Problem) -> None:
    found = insight(sessions)
    assert (found.passing.attempts, found.passing.pass_rate, found.passing.median_minutes) == (0, None, None)
    assert (found.tests, found.shares, found.unnamed.groups) == ([], [], [])


def test_staff_and_faults_of_ours_are_not_counted(sessions: Sessions, people: Class) -> None:
    ann, _ = accounts.create_user(sessions, email="ann@example.org", role=RoleName.INSTRUCTOR)
    ben, _ = accounts.create_user(sessions, email="ben@example.org", role=RoleName.STUDENT)
    for user_id in (ann.id, ben.id):
        people.sent(user_id, Verdict.FAILED, answers="a" * 32, tests=(Outcome.FAILED,))
    people.sent(ben.id, Verdict.SYSTEM_ERROR)
    people.sent(ben.id, Verdict.REJECTED)
    found = insight(sessions)
    assert (found.passing.attempts, found.passing.people) == (1, 1)
    assert (found.unnamed.submissions, found.unnamed.wrong) == (1, 1)
    assert [test.ran for test in found.tests] == [1]


def test_each_tests_failure_rate_is_of_the_times_it_ran(sessions: Sessions, people: Class) -> None:
    one = people.person()
    people.sent(one, Verdict.FAILED, tests=(Outcome.PASSED, Outcome.FAILED))
    people.sent(one, Verdict.ERROR, tests=(Outcome.PASSED, Outcome.ERROR))
    people.sent(one, Verdict.TIME_LIMIT, tests=(Outcome.TIME_LIMIT, Outcome.NOT_RUN))
    people.sent(one, Verdict.PASSED, tests=(Outcome.PASSED, Outcome.PASSED))
    found = insight(sessions).tests
    assert [(test.title, test.failed, test.ran) for test in found] == [("Test 1", 2, 3), ("Test 0", 1, 4)]
    assert found[0].rate == 2 / 3


def test_a_pitfalls_share_is_of_a_weeks_wrong_submissions(sessions: Sessions, people: Class) -> None:
    one, day = people.person(), 24 * 60
    people.sent(one, Verdict.FAILED, pitfalls=("tripled",))
    people.sent(one, Verdict.FAILED, after_minutes=5 * day, pitfalls=("tripled", "halved"))
    people.sent(one, Verdict.ERROR, after_minutes=6 * day, answers="a" * 32)
    people.sent(one, Verdict.TIME_LIMIT, after_minutes=6 * day)  # no mistake of thought
    people.sent(one, Verdict.FAILED, after_minutes=7 * day, pitfalls=("halved",))
    found = insight(sessions).shares
    first, second = MONDAY.date(), MONDAY.date() + timedelta(days=7)
    assert [(each.since, each.title, each.submissions, each.wrong) for each in found] == [
        (first, "Tripled", 2, 3),
        (first, "Halved", 1, 3),
        (first, "No mistake with a name", 1, 3),
        (second, "Halved", 1, 1),
    ]
    assert found[0].share == 2 / 3


def test_wrong_answers_without_a_name_are_grouped_the_largest_group_first(sessions: Sessions, people: Class) -> None:
    rare, common = "a" * 32, "b" * 32
    somebody, another = people.person(), people.person()
    people.sent(somebody, Verdict.FAILED, answers=rare)
    people.sent(somebody, Verdict.FAILED, answers=common, source=b"longer = 'than the other'\n")
    people.sent(somebody, Verdict.ERROR, answers=common, source=b"# by Ann\nshort = 1\n")
    last = people.sent(another, Verdict.FAILED, after_minutes=7, answers=common, source=b"another = 'long one'\n")
    people.sent(another, Verdict.FAILED, pitfalls=("tripled",))
    found = insight(sessions).unnamed
    assert (found.submissions, found.wrong) == (4, 5)
    assert [(group.fingerprint, group.submissions, group.people) for group in found.groups] == [
        (common, 3, 2),
        (rare, 1, 1),
    ]
    assert (found.groups[0].example_id, found.groups[0].sentence) == (last, "failed it is.")
    assert found.groups[0].last_at == MONDAY + timedelta(minutes=7)
    mistake = reading.mistake_for(sessions, "doubling", common, ALL, user_id=making.instructor(sessions))
    assert (mistake.source, len(mistake.submissions)) == ("short = 1\n", 3)
    with pytest.raises(NoSuchMistake):
        reading.mistake_for(sessions, "doubling", "c" * 32, ALL, user_id=making.instructor(sessions))


def test_a_window_leaves_out_other_versions_and_what_is_long_ago(sessions: Sessions, people: Class) -> None:
    one = people.person()
    people.sent(one, Verdict.FAILED, answers="a" * 32, tests=(Outcome.FAILED,), pitfalls=("tripled",))
    new = making.published(sessions, statement="Double $x$ *exactly*.")
    since = datetime.now(UTC) - MONDAY
    people.sent(one, Verdict.PASSED, after_minutes=since.total_seconds() / 60, tests=(Outcome.PASSED,))
    for window in (Window(version=new.digest), Window(days=7)):
        found = insight(sessions, window)
        assert (found.passing.attempts, found.passing.passed_people) == (1, 1)
        assert [test.failed for test in found.tests] == [0]
        assert (found.shares, found.unnamed.wrong) == ([], 0)
        assert len(found.versions) == 2
    assert insight(sessions).passing.attempts == 2


def test_a_short_window_is_shown_by_day(sessions: Sessions, people: Class) -> None:
    one, now = people.person(), datetime.now(UTC)
    minutes = (now - MONDAY).total_seconds() / 60
    people.sent(one, Verdict.FAILED, after_minutes=minutes - 1)
    (share,) = insight(sessions, Window(days=7)).shares
    assert share.since == (now - timedelta(minutes=1)).date()
    assert isinstance(share.since, date)


@pytest.mark.parametrize("name", ["attempts", "time", "tests", "pitfalls", "unnamed"])
def test_every_chart_has_its_rows(sessions: Sessions, people: Class, name: str) -> None:
    one = people.person()
    people.sent(one, Verdict.FAILED, answers="a" * 32, tests=(Outcome.FAILED,))
    people.sent(one, Verdict.PASSED)
    rows = reading.table_for(sessions, "doubling", name, ALL, user_id=making.instructor(sessions))
    assert rows is not None
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize(
    ("source", "left"),
    [
        pytest.param('"""By Ann."""\n# Ann\nx = 1  # Ann\n', "x = 1\n", id="comments and docstrings"),
        pytest.param('def f():\n    """Ann\'s."""\n', "def f():\n    pass\n", id="a body that was only a docstring"),
        pytest.param(
            'class A:\n    "Ann"\n    x = "kept"\n', "class A:\n    x = 'kept'\n", id="texts that are used stay"
        ),
        pytest.param("__author__ = 'Ann'\n__version__: str = 'Ann'\nx = 1\n", "x = 1\n", id="names of the author"),
        pytest.param("if x:\n    'Ann'\nelse:\n    'Ben'\n", "if x:\n    pass\n", id="texts that only stand there"),
        pytest.param("def f(:\n", None, id="no Python"),
        pytest.param("x = " + "(" * 5000 + ")" * 5000, None, id="what is too deep for the parser"),
    ],
)
def test_what_could_name_somebody_is_left_out(source: str, left: str | None) -> None:
    assert anonymised(source) == left
