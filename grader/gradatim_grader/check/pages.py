"""What students read of a problem: it renders, nothing of it is empty, and the examples can be computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gradatim_grader.check.bench import Sandbox
from gradatim_grader.check.report import Fault
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ExampleResult

Render = Callable[[str], object]  # Markdown to a page; any exception says why it cannot be one


def unreadable(problem: Problem, *, render: Render) -> list[Fault]:
    """Every text that does not render, or that is missing."""
    faults = []
    for file, place, text in _texts(problem):
        if not text.strip():
            faults.append(Fault(file, place, "is empty", "students need it: write it"))
            continue
        try:
            render(text)
        except Exception as error:  # noqa: BLE001 - whatever the platform's renderer says
            what = f"does not render: {str(error) or type(error).__name__}"
            faults.append(Fault(file, place, what, "correct the Markdown there"))
    return faults


def examples(problem: Problem, sandbox: Sandbox) -> tuple[list[ExampleResult], list[Fault]]:
    """The examples as the reference computes them. Raises EngineTrouble."""
    try:
        return sandbox.examples(problem), []
    except CheckerTrouble as error:
        what = f"cannot be computed: {str(error).rpartition(': ')[2]}"
        return [], [Fault("problem.toml", "example", what, "see that the reference takes these arguments")]


def _texts(problem: Problem) -> Iterator[tuple[str, str, str]]:
    yield "statement.md", "", problem.text("statement.md")
    if "theory.md" in problem.files:
        yield "theory.md", "", problem.text("theory.md")
    yield "problem.toml", "title", problem.facts.title
    yield "problem.toml", "summary", problem.facts.summary
    for number, hint in enumerate(problem.facts.hints, start=1):
        yield "problem.toml", f"hint {number}", hint
    for pitfall in problem.facts.pitfalls:
        for part in ("title", "explain", "hint"):
            yield "problem.toml", f"pitfall {pitfall.name}, {part}", getattr(pitfall, part)
