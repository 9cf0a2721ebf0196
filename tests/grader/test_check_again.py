"""A check of a changed problem runs what has changed, and finds the same as one from scratch."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim_grader.check import CheckReport, check
from gradatim_grader.check.proofs import Proofs
from gradatim_grader.check.report import Fate
from gradatim_grader.grader import Grader
from gradatim_grader.problem import Problem
from tests.grader.tiny import FACTS, HIDDEN, Counting, tiny

pytestmark = pytest.mark.docker


def checked(problem: Problem, grader: Grader, known: Path) -> tuple[CheckReport, Counting]:
    sandbox = Counting(grader)
    return check(problem, sandbox, known=known), sandbox


def test_the_same_problem_again_runs_reference_and_starter_alone(grader: Grader, tmp_path: Path) -> None:
    first, _ = checked(tiny(), grader, tmp_path)
    second, sandbox = checked(tiny(), grader, tmp_path)
    assert len(sandbox.trials) == 4
    assert second.tests == first.tests
    assert second.mutation == first.mutation
    assert Proofs(tmp_path, environment=grader.environment).hold(tiny(), mutants=True)


def test_after_a_change_of_one_hidden_test_mutants_meet_that_test_alone(grader: Grader, tmp_path: Path) -> None:
    checked(tiny(), grader, tmp_path)
    changed = HIDDEN.replace("grown(0) == 5", "grown(0) == 5 and grown(1) == 7")
    _, sandbox = checked(tiny(test_hidden=changed), grader, tmp_path)
    asked = [options.only for _, options in sandbox.trials if options.stop_when_broken and options.only]
    assert asked
    assert set(map(tuple, asked)) == {("tests/test_hidden.py::test_zero",)}


def test_without_a_hidden_test_the_check_reports_what_is_caught_no_more(grader: Grader, tmp_path: Path) -> None:
    before, _ = checked(tiny(), grader, tmp_path)
    only = {label for row in before.tests if row.id.endswith("test_large") for label in row.only}
    without = tiny(test_hidden=HIDDEN.partition("\n\ndef test_large")[0] + "\n")
    after, _ = checked(without, grader, tmp_path)
    assert not after.proven
    assert not Proofs(tmp_path, environment=grader.environment).hold(without, mutants=False)
    assert after.mutation is not None
    uncaught = {mutant.label for mutant in after.mutation.uncaught}
    uncaught |= {fault.place.removeprefix("pitfall ") for fault in after.faults}
    assert uncaught == only


def test_what_was_found_in_one_environment_counts_in_no_other(grader: Grader, tmp_path: Path) -> None:
    checked(tiny(), grader, tmp_path)
    _, sandbox = checked(tiny(problem=FACTS.replace("call_seconds = 2.0", "call_seconds = 2.5")), grader, tmp_path)
    assert len(sandbox.trials) > 4


def test_a_folder_of_findings_that_is_gone_or_spoilt_costs_time_only(grader: Grader, tmp_path: Path) -> None:
    first, _ = checked(tiny(), grader, tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(b"spoilt")
    second, sandbox = checked(tiny(), grader, tmp_path)
    assert second.tests == first.tests
    assert len(sandbox.trials) > 4


def test_words_about_equivalent_mutants_are_checked(grader: Grader, tmp_path: Path) -> None:
    listed = """
[[equivalent]]
from = "return 2 * number + 5"
to = "return 3 * number + 5"
reason = "It is caught, so this is not true."

[[equivalent]]
from = "return 7 * number + 5"
to = "return 8 * number + 5"
reason = "There is no such line."
"""
    report, _ = checked(tiny(mutants=listed), grader, tmp_path)
    notes = [note.line() for note in report.notes]
    assert notes == [
        "mutants.toml: return 3 * number + 5: it is called equivalent, but test_large catches it; take the entry away",
        "mutants.toml: return 8 * number + 5: there is no such mutant any more; take the entry away",
    ]


def test_a_mutant_called_equivalent_that_a_call_tells_apart_is_doubted(grader: Grader, tmp_path: Path) -> None:
    weak = HIDDEN.replace("grown(23) == 51", "grown(23) >= 51")
    listed = """
[[equivalent]]
from = "return 2 * number + 5"
to = "return 3 * number + 5"
reason = "So it is said."
"""
    report, _ = checked(tiny(mutants=listed, test_hidden=weak), grader, tmp_path)
    assert report.mutation is not None
    said = next(each for each in report.mutation.uncaught if each.added == "return 3 * number + 5")
    assert (said.fate, said.reason) == (Fate.EQUIVALENT, "So it is said.")
    assert any("it is called equivalent, but grown(" in note.line() for note in report.notes)
