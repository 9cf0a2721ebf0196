"""Every verdict as one plain sentence for the student."""

from __future__ import annotations

from gradatim_runner.frames import Broken
from gradatim_runner.messages import BadSyntax, ProblemMessage, Raised
from gradatim_runner.report import Outcome, TestResult, Verdict

TRIED = "It ran to its end."
OBJECTS = "This is a class: what its objects answer is asked by the tests alone."

CHANGED_ARGUMENTS = "Your function changes what it is given, and its answer is wrong for what it was given."


def summary(results: list[TestResult]) -> tuple[Verdict, str, int | None]:
    """Verdict, sentence and line of a submission: those of its first test that did not pass."""
    for result in results:
        if result.outcome in (Outcome.PASSED, Outcome.NOT_RUN):
            continue
        if result.outcome is Outcome.FAILED:
            return Verdict.FAILED, failed(result), result.line
        said = (result.message or failed(result)).rstrip(".")
        return Verdict(result.outcome.value), in_test(said, result) + ".", result.line
    return Verdict.PASSED, passed(len(results)), None


def broken(reason: Broken, problem: ProblemMessage) -> str:
    """Why a call has no answer. Without a full stop: a place may follow."""
    match reason:
        case Broken.TIME_LIMIT:
            return f"Your code was still running after {_seconds(problem.call_seconds)}"
        case Broken.LOAD_LIMIT:
            return f"Your code, read from top to bottom, was still running after {_seconds(problem.load_seconds)}"
        case Broken.TOTAL_LIMIT:
            return f"All tests together took longer than {_seconds(problem.total_seconds)}"
        case Broken.MEMORY_LIMIT:
            return f"Your code needed more than {problem.memory_mib} MiB of memory"
        case Broken.OUTPUT_LIMIT:
            return f"Your code printed more than {problem.output_kib} KiB"
        case Broken.ANSWER_LIMIT:
            return f"Your code returned more than {problem.answer_bytes >> 20} MiB"
        case Broken.NONE_LEFT:
            return "Too many earlier tests ended your program"
        case Broken.ERROR:
            return "Your code ended the whole program, or crashed it"


def not_run(reason: Broken | None) -> str:
    """Why a test was not run."""
    if reason is Broken.TOTAL_LIMIT:
        return "Not run: the time for all tests was over."
    return "Not run: too many earlier tests ended your program."


def raised(fault: Raised, *, hidden: bool) -> str:
    """An exception. In a hidden test its text and its own type's name could carry inputs out: neither is shown."""
    if hidden:
        name = fault.type_name if fault.builtin else "an exception of its own"
        return f"Your code raised {name}" + _in_line(fault.line)
    if fault.type_name == "SystemExit" and fault.builtin:
        return "Your code asked Python to exit" + _in_line(fault.line)
    text = f"{fault.type_name}: {fault.message}" if fault.message else fault.type_name
    return f"Your code raised {text}" + (f" (line {fault.line})" if fault.line else "")


def bad_syntax(fault: BadSyntax) -> str:
    return f"Python cannot read your code: {fault.message}" + (f" (line {fault.line})" if fault.line else "")


def missing(names: list[str]) -> str:
    return "Your code does not define " + " and ".join(f"`{name}`" for name in names)


def failed(result: TestResult) -> str:
    return f"A test does not pass yet: “{result.title}”."


def in_test(sentence: str, result: TestResult) -> str:
    return f"{sentence}, in the test “{result.title}”"


def passed(count: int) -> str:
    return f"All {count} tests pass." if count != 1 else "The test passes."


def _in_line(line: int | None) -> str:
    return f" in line {line}" if line else ""


def _seconds(value: float) -> str:
    return f"{value:g} second" + ("" if value == 1 else "s")
