"""What the checker is told of a problem."""

from __future__ import annotations

import msgspec

from gradatim_grader import lesson
from gradatim_grader.blocks import ArrayBlock
from gradatim_grader.problem import Problem
from gradatim_runner.messages import ArrayCall, ExampleCall, PitfallText, ProblemMessage

MIB = 1 << 20


def message_for(problem: Problem) -> bytes:
    """The problem as one encoded `ProblemMessage`."""
    facts, limits = problem.facts, problem.facts.limits
    message = ProblemMessage(
        slug=problem.slug,
        digest=problem.digest,
        entry=facts.entry,
        files={name: content for name, content in problem.files.items() if name.endswith(".py")},
        pitfalls=[PitfallText(each.name, each.title, each.explain, each.hint) for each in facts.pitfalls],
        variants=problem.variants(),
        pairs=problem.pairs(),
        examples=[
            ExampleCall(each.function or facts.entry[0], each.args, each.explain, each.steps) for each in facts.examples
        ],
        arrays=arrays_of(problem),
        answer_bytes=limits.answer_mib * MIB,
        call_seconds=limits.call_seconds,
        load_seconds=limits.load_seconds,
        total_seconds=limits.total_seconds,
        memory_mib=limits.memory_mib,
        output_kib=limits.output_kib,
    )
    return msgspec.msgpack.encode(message)


def arrays_of(problem: Problem) -> list[ArrayCall]:
    """What the lesson shows, and each example once more: as numbers beside its text."""
    first = problem.facts.entry[0]
    calls = [
        ArrayCall(f"example-{number}", each.function or first, each.args, [], [], "")
        for number, each in enumerate(problem.facts.examples)
        if not each.steps
    ]
    for file in lesson.FILES:
        for part, block in lesson.read(problem.text(file), file=file).of(ArrayBlock):
            function = block.function or first
            calls.append(ArrayCall(part.key, function, block.args, block.rows, block.columns, block.wavelengths))
    return calls
