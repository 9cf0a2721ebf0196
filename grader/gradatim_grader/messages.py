"""What the checker is told of a problem."""

from __future__ import annotations

import msgspec

from gradatim_grader.problem import Problem
from gradatim_runner.messages import ExampleCall, PitfallText, ProblemMessage

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
        examples=[ExampleCall(each.function or facts.entry[0], each.args, each.explain) for each in facts.examples],
        answer_bytes=limits.answer_mib * MIB,
        call_seconds=limits.call_seconds,
        load_seconds=limits.load_seconds,
        total_seconds=limits.total_seconds,
        memory_mib=limits.memory_mib,
        output_kib=limits.output_kib,
    )
    return msgspec.msgpack.encode(message)
