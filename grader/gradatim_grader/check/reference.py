"""The reference before its own tests: it passes all of them, every time, with room under its limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from gradatim_grader.check.bench import Sandbox
from gradatim_grader.check.report import Fault, ReferenceProof
from gradatim_grader.check.units import is_hidden
from gradatim_grader.problem import Limits, Problem
from gradatim_grader.trial import Trial, TrialOptions
from gradatim_runner.report import Outcome, TestResult, Verdict

RUNS = 3
LEAST_MEMORY_MIB = 64  # below this not even NumPy fits
ROOM = 0.5  # the share of a limit that the reference may use


class Test(NamedTuple):
    """A test as the checker found it, its parameters taken together. `id`: its node id without them."""

    id: str
    title: str
    points: float


class Proven(NamedTuple):
    """What came of it. `tests` is empty where the reference never passed."""

    proof: ReferenceProof
    tests: list[Test]
    faults: list[Fault]


def prove(problem: Problem, sandbox: Sandbox, *, tell: Callable[[int], None]) -> Proven:
    """Run the reference several times, each in a container of its own, the last time with half its memory.

    Raises:
        EngineTrouble: a container could not be had.
        CheckerTrouble: the tests cannot be collected, or end the checker.
    """
    limits = problem.facts.limits
    less = msgspec.structs.replace(limits, memory_mib=max(LEAST_MEMORY_MIB, int(limits.memory_mib * ROOM)))
    trials = []
    for number in range(RUNS):
        options = TrialOptions(naming=False, limits=less if number == RUNS - 1 else limits)
        trials.append(sandbox.trial(problem, problem.text("solution.py"), options))
        tell(number + 1)
    passed = [trial for trial in trials if trial.report.verdict is Verdict.PASSED]
    quickest = passed or trials
    proof = ReferenceProof(
        passed=len(passed),
        runs=RUNS,
        slowest_call_seconds=min(trial.slowest_call_seconds for trial in quickest),
        call_limit_seconds=limits.call_seconds,
        total_seconds=min(trial.total_seconds for trial in quickest),
        total_limit_seconds=limits.total_seconds,
        memory_tried_mib=less.memory_mib,
        memory_limit_mib=limits.memory_mib,
    )
    faults = _faults(trials, proof, limits)
    tests = _tests(passed[0].report.tests) if passed else []
    return Proven(proof, tests, faults + _faults_of_tests(passed[0].report.tests if passed else []))


def _faults(trials: list[Trial], proof: ReferenceProof, limits: Limits) -> list[Fault]:
    *usual, starved = trials
    failed = [trial for trial in usual if trial.report.verdict is not Verdict.PASSED]
    if failed:
        again = "" if len(failed) == len(usual) else f" in {len(failed)} of {len(usual)} runs"
        remedy = (
            "see whether the test or the solution is wrong" if not again else "no test may depend on time or chance"
        )
        return [
            Fault("solution.py", _place(failed[0]), f"the reference is not passed{again}: {_said(failed[0])}", remedy)
        ]
    if starved.report.verdict is Verdict.MEMORY_LIMIT:
        what = f"the reference needs more than half of its {limits.memory_mib} MiB"
        return [Fault("problem.toml", "limits.memory_mib", what, "raise the limit, or ask for smaller calls")]
    if starved.report.verdict is not Verdict.PASSED:
        what = f"with {proof.memory_tried_mib} MiB the reference is not passed: {_said(starved)}"
        return [Fault("solution.py", _place(starved), what, "raise limits.memory_mib, or steady the test")]
    return _slow(proof)


def _slow(proof: ReferenceProof) -> list[Fault]:
    """Learners' code may be slower than the reference, and the machine busier than today."""
    faults = []
    for key, took, limit in (
        ("limits.call_seconds", proof.slowest_call_seconds, proof.call_limit_seconds),
        ("limits.total_seconds", proof.total_seconds, proof.total_limit_seconds),
    ):
        if took > ROOM * limit:
            what = f"the reference takes {took:.2f} s, more than half of the {limit:g} s"
            faults.append(
                Fault("problem.toml", key, what, f"raise it to {4 * took:.1f}, or make the tests ask for less")
            )
    return faults


def _faults_of_tests(results: list[TestResult]) -> list[Fault]:
    faults = []
    for result in results:
        if result.outcome is Outcome.NOT_RUN:
            file, _, name = result.name.partition("::")
            faults.append(Fault(file, name, "is skipped", "run it always, or take it away"))
    if results and not any(is_hidden(result.name) for result in results):
        faults.append(
            Fault("tests/test_hidden.py", "", "holds no test", "write one: sample tests can be learnt by heart")
        )
    if results and not sum(result.max_points for result in results):
        faults.append(Fault("tests/test_hidden.py", "", "no test is worth a point", "mark one with points(1)"))
    return faults


def _tests(results: list[TestResult]) -> list[Test]:
    tests: dict[str, Test] = {}
    for result in results:
        name = result.name.partition("[")[0]
        points = result.max_points + (tests[name].points if name in tests else 0.0)
        tests[name] = Test(name, result.title, points)
    return list(tests.values())


def _place(trial: Trial) -> str:
    return f"line {trial.report.line}" if trial.report.line else ""


def _said(trial: Trial) -> str:
    wrong = next((test for test in trial.report.tests if test.outcome not in (Outcome.PASSED, Outcome.NOT_RUN)), None)
    detail = f" ({wrong.name}: {wrong.message})" if wrong and wrong.message else ""
    return f"{trial.report.verdict.value}: {trial.report.sentence.rstrip('.')}{detail.rstrip('.')}"
