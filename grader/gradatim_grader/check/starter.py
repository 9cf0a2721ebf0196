"""The starter: it is what the editor opens with, so it must load, and must not be an answer already."""

from __future__ import annotations

from gradatim_grader.check.bench import Sandbox
from gradatim_grader.check.report import Fault
from gradatim_grader.problem import Problem
from gradatim_grader.trial import TrialOptions
from gradatim_runner.report import Outcome, Verdict


def prove(problem: Problem, sandbox: Sandbox) -> tuple[Verdict, list[Fault]]:
    """The starter's verdict and what is wrong with it. Raises EngineTrouble, CheckerTrouble."""
    options = TrialOptions(naming=False, stop_when_broken=True)
    report = sandbox.trial(problem, problem.text("starter.py"), options).report
    if report.verdict is Verdict.PASSED:
        fault = Fault("starter.py", "", "passes every test", "leave something to write")
        return report.verdict, [fault]
    if report.verdict is Verdict.ERROR and all(test.outcome is Outcome.NOT_RUN for test in report.tests):
        place = f"line {report.line}" if report.line else ""
        return report.verdict, [
            Fault("starter.py", place, report.sentence.rstrip("."), "students start from it: it must load")
        ]
    return report.verdict, []
