"""What students read of a problem: it renders, nothing of it is empty, and what is shown in it can be computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock, Aside, Block, Prose, Quiz, TryBlock
from gradatim_grader.check import formulas
from gradatim_grader.check.bench import Sandbox
from gradatim_grader.check.report import Fault
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ArrayResult, ExampleResult

Render = Callable[[str], object]  # Markdown to a page; any exception says why it cannot be one
Text = tuple[str, str, str]  # file, place, Markdown


def unreadable(problem: Problem, *, render: Render) -> list[Fault]:
    """Every text that does not render, or that is missing."""
    faults = []
    for file, place, text in _needed(problem):
        if not text.strip():
            faults.append(Fault(file, place, "is empty", "students need it: write it"))
    for file, place, text in _texts(problem):
        try:
            render(text)
            wrong = formulas.wrong_in(text)
        except Exception as error:  # noqa: BLE001 - whatever the platform's renderer says
            wrong = f"does not render: {str(error) or type(error).__name__}"
        if wrong:
            faults.append(Fault(file, place, wrong, "correct the Markdown there"))
    return faults


def examples(problem: Problem, sandbox: Sandbox) -> tuple[list[ExampleResult], list[Fault]]:
    """The examples as the reference computes them. Raises EngineTrouble."""
    try:
        return list(sandbox.examples(problem)), []
    except CheckerTrouble as error:
        what = f"cannot be computed: {str(error).rpartition('cannot be computed: ')[2]}"
        return [], [Fault("problem.toml", "example", what, "see that the reference takes these arguments")]


def arrays(problem: Problem, sandbox: Sandbox) -> list[Fault]:
    """What is wrong with the arrays that the lesson shows. Raises EngineTrouble."""
    try:
        return uncomputed(problem, sandbox.arrays(problem))
    except CheckerTrouble as error:
        what = f"its arrays cannot be computed: {str(error).rpartition('cannot be computed: ')[2]}"
        return [Fault("theory.md", "", what, "see that the functions of lesson.py end, and in time")]


def uncomputed(problem: Problem, results: Iterable[ArrayResult]) -> list[Fault]:
    """A fault for each array of the lesson that has no numbers: file, line, call, reason."""
    wrong = {result.key: result.fault for result in results if result.fault}
    return [
        Fault(
            file,
            f"line {part.line}",
            f"{block.function or problem.facts.entry[0]} {wrong[part.key]}",
            "correct the block's arguments, or the function",
        )
        for file in lesson.FILES
        for part, block in lesson.read(problem.text(file), file=file).of(ArrayBlock)
        if part.key in wrong
    ]


def _needed(problem: Problem) -> Iterator[Text]:
    for file in lesson.FILES:
        if file in problem.files:
            yield file, "", problem.text(file)
    yield from _facts(problem)


def _facts(problem: Problem) -> Iterator[Text]:
    yield "problem.toml", "title", problem.facts.title
    yield "problem.toml", "summary", problem.facts.summary
    for number, hint in enumerate(problem.facts.hints, start=1):
        yield "problem.toml", f"hint {number}", hint
    for pitfall in problem.facts.pitfalls:
        for part in ("title", "explain", "hint"):
            yield "problem.toml", f"pitfall {pitfall.name}, {part}", getattr(pitfall, part)


def _texts(problem: Problem) -> Iterator[Text]:
    yield from _facts(problem)
    for number, example in enumerate(problem.facts.examples, start=1):
        yield "problem.toml", f"example {number}, explain", example.explain
    for file in lesson.FILES:
        for part in lesson.read(problem.text(file), file=file).parts:
            for text in _markdown_in(part.block):
                yield file, f"line {part.line}", text


def _markdown_in(block: Block) -> Iterator[str]:
    """The Markdown that a live block holds."""
    match block:
        case Prose() | Aside():
            yield block.markdown
        case ArrayBlock() | TryBlock():
            yield block.caption
        case Quiz():
            yield from (block.question, block.explain, block.model)
            for choice in block.choices:
                yield from (choice.text, choice.explain)
