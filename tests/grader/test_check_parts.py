"""The parts of a check that need no sandbox: mutants, digests of tests, what is kept, what a problem lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim_grader.check import units
from gradatim_grader.check.known import MOST_OUTCOMES, Findings, Known
from gradatim_grader.check.listed import ListedMutants, listed_in, with_equivalent
from gradatim_grader.check.mutants import mutants_of
from gradatim_grader.check.proofs import Proofs
from gradatim_grader.errors import ProblemError
from tests.grader.tiny import HIDDEN, tiny

ZERO, LARGE = "tests/test_hidden.py::test_zero", "tests/test_hidden.py::test_large"


def added(solution: str) -> list[str]:
    return [mutant.added for mutant in mutants_of(tiny(solution=solution), ListedMutants())]


def test_a_mutant_is_the_reference_with_one_change() -> None:
    mutants = mutants_of(tiny(), ListedMutants())
    assert {"return 2 + number + 5", "return 3 * number + 5", "return 2 * number - 5"} <= {
        each.added for each in mutants
    }
    assert {each.removed for each in mutants} == {"return 2 * number + 5"}
    assert {each.line for each in mutants} == {2}
    assert len({each.source for each in mutants}) == len(mutants)


ANNOTATED = '''
def grown(number: "int | None" = None) -> int | float:
    """Adds 1 to 2."""
    held: int | None
    return 2 * number
'''


def test_annotations_and_docstrings_make_no_mutants() -> None:
    made = mutants_of(tiny(solution=ANNOTATED), ListedMutants())
    assert made
    assert {each.removed for each in made} == {"return 2 * number"}


def test_a_comment_or_a_space_makes_no_other_mutant() -> None:
    assert added("def grown(number):\n    return 2 * number+5  # one more\n") == added(
        "def grown(number):\n    return 2 * number + 5\n"
    )


def test_listed_mutants_come_first_and_only_once() -> None:
    toml = '[[mutant]]\nwhat = "Three times"\nchange = [{ from = "2 *", to = "3 *" }]\n'
    problem = tiny(mutants=toml)
    mutants = mutants_of(problem, listed_in(problem))
    assert mutants[0].label == "Three times"
    assert [each.added for each in mutants].count("return 3 * number + 5") == 1


def test_a_change_of_one_test_changes_its_digest_alone() -> None:
    before = units.digests(tiny(), [ZERO, LARGE])
    after = units.digests(tiny(test_hidden=HIDDEN.replace("grown(0) == 5", "grown(0) == 5.0")), [ZERO, LARGE])
    assert before[ZERO] != after[ZERO]
    assert before[LARGE] == after[LARGE]


@pytest.mark.parametrize(
    "hidden",
    [
        pytest.param(HIDDEN.replace("from submission", "# a comment\nfrom submission"), id="a comment"),
        pytest.param(HIDDEN.replace("\n\n\ndef", "\n\n\n\n\ndef"), id="a blank line"),
        pytest.param(HIDDEN + "\n\ndef test_more():\n    pass\n", id="another test"),
    ],
)
def test_what_cannot_change_an_outcome_changes_no_digest(hidden: str) -> None:
    assert units.digests(tiny(test_hidden=hidden), [ZERO, LARGE]) == units.digests(tiny(), [ZERO, LARGE])


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(
            {"test_hidden": HIDDEN.replace("import grown", "import grown\n\nLIMIT = 3")}, id="a name beside the tests"
        ),
        pytest.param({"solution": "def grown(number):\n    return 5 + 2 * number\n"}, id="the solution"),
    ],
)
def test_what_all_tests_depend_on_changes_every_digest(changes: dict[str, str]) -> None:
    before, after = units.digests(tiny(), [ZERO, LARGE]), units.digests(tiny(**changes), [ZERO, LARGE])
    assert all(before[each] != after[each] for each in before)


def test_a_test_in_a_class_changes_with_its_class() -> None:
    hidden = "class TestAll:\n    def test_one(self):\n        assert 1\n\n    def test_two(self):\n        assert 2\n"
    ids = ["tests/test_hidden.py::TestAll::test_one"]
    other = hidden.replace("assert 2", "assert 3")
    assert units.digests(tiny(test_hidden=hidden), ids) != units.digests(tiny(test_hidden=other), ids)


def test_findings_are_kept_apart_by_source_and_environment(tmp_path: Path) -> None:
    Known(tmp_path, environment="a").keep("x = 1", Findings(caught={"t": True}))
    assert Known(tmp_path, environment="a").of("x = 1").caught == {"t": True}
    assert Known(tmp_path, environment="b").of("x = 1").caught == {}
    assert Known(tmp_path, environment="a").of("x = 2").caught == {}
    assert Known(None, environment="a").of("x = 1").caught == {}


def test_old_findings_go_first(tmp_path: Path) -> None:
    known = Known(tmp_path, environment="a")
    known.keep("x", Findings(caught={str(n): True for n in range(MOST_OUTCOMES + 10)}))
    kept = known.of("x").caught
    assert len(kept) == MOST_OUTCOMES
    assert "0" not in kept


def test_a_disk_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    known = Known(blocked, environment="a")
    known.keep("x", Findings(caught={"t": True}))
    known.tidy()
    assert known.of("x").caught == {}


def test_a_proof_holds_for_this_content_in_this_environment_and_for_no_more_than_was_proven(tmp_path: Path) -> None:
    other = tiny(test_hidden=HIDDEN + "\n")
    Proofs(tmp_path, environment="a").keep(tiny(), mutants=False)
    Proofs(tmp_path, environment="a").keep(other, mutants=True)
    here, there = Proofs(tmp_path, environment="a"), Proofs(tmp_path, environment="b")
    assert here.hold(tiny(), mutants=False)
    assert not here.hold(tiny(), mutants=True)
    assert not there.hold(tiny(), mutants=False)
    assert here.hold(other, mutants=False)
    assert here.hold(other, mutants=True)
    assert not here.hold(tiny(statement="Another."), mutants=False)
    assert not Proofs(None, environment="a").hold(tiny(), mutants=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("[[mutant]", "mutants.toml: ", id="no TOML"),
        pytest.param('[[mutant]]\nwhat = "x"\n', "mutant.0.: needs either", id="neither change nor file"),
        pytest.param('[[mutant]]\nwhat = "x"\nfile = "no.py"\n', "there is no file no.py", id="a missing file"),
        pytest.param(
            '[[mutant]]\nwhat = "x"\nchange = [{ from = "zz", to = "" }]\n', "stands 0 times", id="no such text"
        ),
        pytest.param('[[mutant]]\nwhat = "x"\nchange = [{ from = "+ 5", to = "+" }]\n', "not compile", id="no Python"),
        pytest.param('[[equivalent]]\nfrom = "a"\nto = "b"\nreason = " "\n', "says no reason", id="no reason"),
        pytest.param('[[equal]]\nfrom = "a"\n', "unknown field", id="an unknown table"),
    ],
)
def test_a_mistake_in_the_list_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ProblemError, match=said) as refused:
        listed_in(tiny(mutants=text))
    assert "\n" not in str(refused.value)


def test_marking_a_mutant_as_equivalent_leaves_the_rest_as_it_was() -> None:
    before = '# mine\n[[equivalent]]\nfrom = "a"\nto = "b"\nreason = "c"\n'
    after = with_equivalent(before, removed='x = "1"', added="x = 2\ny = 3", reason="Because.\nReally.")
    assert after.startswith(before)
    listed = listed_in(tiny(mutants=after))
    assert listed.reason_for('x = "1"', "x = 2\ny = 3") == "Because.\nReally."
    assert listed_in(tiny(mutants=with_equivalent("", removed="a", added="b", reason="c"))).reason_for("a", "b") == "c"
