"""Words of a learner's container are cut, cleaned and checked; what is said of a fault is one plain sentence."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradatim_runner import sentences
from gradatim_runner.faults import bad_syntax_of, raised_from
from gradatim_runner.frames import Broken
from gradatim_runner.messages import AnswerHead, BadSyntax, ProblemMessage, Raised
from gradatim_runner.text import clean
from gradatim_runner.unanswered import LearnerRaised, exception_for, outcome_of
from gradatim_runner.words import checked_head


def raised(**changes: object) -> Raised:
    return msgspec.structs.replace(Raised("ValueError", True, "text", 3), **changes)


def checked(said: Raised, *, lines: int = 10) -> Raised:
    found = checked_head(AnswerHead(raised=said), lines=lines).raised
    assert found is not None
    return found


def test_honest_words_stay_as_they_are() -> None:
    assert checked(raised()) == raised()
    assert checked_head(AnswerHead(), lines=0) == AnswerHead()


@pytest.mark.parametrize("name", ["Seen_4_8", "ValueError ", "CallBroken", "__import__", "BaseExceptionGroup", ""])
def test_a_name_that_is_not_pythons_own_is_not_believed_to_be(name: str) -> None:
    assert not checked(raised(type_name=name)).builtin


@pytest.mark.parametrize("line", [0, -1, 11, 2**63, 40_008])
def test_a_line_that_the_source_does_not_have_is_none(line: int) -> None:
    assert checked(raised(line=line)).line is None
    head = checked_head(AnswerHead(bad_syntax=BadSyntax("text", line)), lines=10)
    assert head.bad_syntax is not None
    assert head.bad_syntax.line is None


@given(st.text(max_size=3000))
def test_any_text_becomes_short_and_harmless(text: str) -> None:
    found = checked(raised(message=text, type_name=text))
    assert len(found.message) <= 2000 * 6
    assert len(found.type_name) <= 100 * 6
    assert not any(ord(c) < 32 and c not in "\n\t" for c in found.message)
    assert not any(0x202A <= ord(c) <= 0x202E for c in found.message)
    found.message.encode()


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_a_hidden_exception_is_told_by_its_built_in_type_and_its_line() -> None:
    assert sentences.raised(raised(), hidden=True) == "Your code raised ValueError in line 3"
    assert sentences.raised(raised(line=None), hidden=True) == "Your code raised ValueError"
    assert sentences.raised(raised(builtin=False), hidden=True) == "Your code raised an exception of its own in line 3"


def test_a_visible_exception_is_told_in_full() -> None:
    assert sentences.raised(raised(), hidden=False) == "Your code raised ValueError: text (line 3)"
    assert sentences.raised(raised(message=""), hidden=False) == "Your code raised ValueError (line 3)"
    asked = raised(type_name="SystemExit", message="0")
    assert sentences.raised(asked, hidden=False) == "Your code asked Python to exit in line 3"


PROBLEM = ProblemMessage(
    slug="p", digest="", entry=["f"], files={}, pitfalls=[], variants=[], pairs=[], examples=[], arrays=[],
    answer_bytes=8 << 20, call_seconds=2.0, load_seconds=1.0, total_seconds=20.0, memory_mib=256, output_kib=64,
)  # fmt: skip

SENTENCES = {
    Broken.TIME_LIMIT: "Your code was still running after 2 seconds",
    Broken.LOAD_LIMIT: "Your code, read from top to bottom, was still running after 1 second",
    Broken.TOTAL_LIMIT: "All tests together took longer than 20 seconds",
    Broken.MEMORY_LIMIT: "Your code needed more than 256 MiB of memory",
    Broken.OUTPUT_LIMIT: "Your code printed more than 64 KiB",
    Broken.ANSWER_LIMIT: "Your code returned more than 8 MiB",
    Broken.NONE_LEFT: "Too many earlier tests ended your program",
    Broken.ERROR: "Your code ended the whole program, or crashed it",
}


@pytest.mark.parametrize("reason", Broken)
def test_each_reason_is_one_plain_sentence_and_has_an_outcome(reason: Broken) -> None:
    assert sentences.broken(reason, PROBLEM) == SENTENCES[reason]
    assert outcome_of(reason)


def test_what_was_not_run_says_why() -> None:
    assert "time" in sentences.not_run(Broken.TOTAL_LIMIT)
    assert "too many" in sentences.not_run(Broken.NONE_LEFT)


@pytest.mark.parametrize("name", ["StopIteration", "StopAsyncIteration", "SystemExit", "KeyboardInterrupt"])
def test_what_would_end_a_loop_or_a_test_is_raised_as_no_such_thing(name: str) -> None:
    made = exception_for(raised(type_name=name))
    assert type(made) is LearnerRaised


def test_tests_see_the_built_in_type_of_anexception_for() -> None:
    for name, kind in (("ValueError", ValueError), ("LinAlgError", np.linalg.LinAlgError), ("OSError", OSError)):
        assert isinstance(exception_for(raised(type_name=name)), kind)
    assert not isinstance(exception_for(raised(builtin=False)), ValueError)


class RaisingText(Exception):
    def __str__(self) -> str:
        raise self


class HugeText(Exception):
    def __str__(self) -> str:
        return "x" * 1_000_000


class Surrogates(Exception):
    def __str__(self) -> str:
        return "\ud800"


@pytest.mark.parametrize("error", [RaisingText(), HugeText(), Surrogates(), Exception("\0"), BaseException()])
def test_any_exception_becomes_plain_data(error: BaseException) -> None:
    found = raised_from(error, filename="your code")
    assert len(found.message) <= 2000 * 6
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Raised) == found


def test_the_line_is_the_deepest_of_the_learners_own() -> None:
    code = compile("def inner():\n    [].pop()\ndef outer():\n    inner()\n", "your code", "exec")
    namespace: dict[str, object] = {}
    exec(code, namespace)
    with pytest.raises(IndexError) as caught:
        namespace["outer"]()  # type: ignore[operator]
    assert raised_from(caught.value, filename="your code").line == 2


@pytest.mark.parametrize("error", [MemoryError(), RecursionError()])
def test_a_parser_that_gives_up_is_told_as_too_deep(error: BaseException) -> None:
    assert bad_syntax_of(error) == BadSyntax("this is nested too deeply for Python to read", None)
