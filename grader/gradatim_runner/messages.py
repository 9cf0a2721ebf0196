"""What the two containers say to each other and to the host, as strict msgspec types.

Between student and checker: a call is a `CallHead` and the arguments, an answer an `AnswerHead` and the value; both
are packed as u32 length, head, and behind it one message of `gradatim_runner.values`.
"""

from __future__ import annotations

import struct
from enum import StrEnum
from typing import Any

import msgspec

from gradatim_runner.values import WireError
from gradatim_runner.variants import Variant

MAX_HEAD_BYTES = 64 << 10
_LENGTH = struct.Struct("<I12x")  # 16 bytes, so that arrays behind a padded head stay aligned


class CallHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One call of a function of the submission; an empty name asks only how loading went.

    Objects have numbers, which the checker gives. `of`: the object whose method is called, 0 for none. `reads`: the
    name is that of an attribute, whose value is the answer. `keep_as`: keep what is returned as the object of this
    number, and answer None; 0 for not. `forget`: objects that nobody will ask again. `rest`: how many calls follow that
    are sent before the first is answered; once one of them has raised, the others are not made, up to one that begins
    `anew`.
    """

    function: str
    limit_bytes: int
    of: int = 0
    reads: bool = False
    keep_as: int = 0
    forget: list[int] = []
    rest: int = 0
    anew: bool = False


class Raised(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Learner code raised. Every field is the learner's word; `builtin` says that the type is one of Python's own."""

    type_name: str
    builtin: bool
    message: str
    line: int | None


class BadSyntax(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source does not compile."""

    message: str
    line: int | None


class AnswerHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a call. With no fault the value behind it is (result,), or (result, arguments after the call).

    `names`: for a call with an empty name, the functions that the source defines. `unmade`: it was not made, though
    it begins anew or belongs to one that does; see `Loaded.answers`.
    """

    bad_syntax: BadSyntax | None = None
    load_raised: Raised | None = None
    raised: Raised | None = None
    names: list[str] | None = None
    unmade: bool = False


class PitfallText(msgspec.Struct, frozen=True):
    """A pitfall as students read it."""

    name: str
    title: str
    explain: str
    hint: str


class ExampleCall(msgspec.Struct, frozen=True):
    """One call of the reference for the problem page; of a class also what its object is then asked, see `steps`."""

    function: str
    args: list[Any]
    explain: str
    steps: list[list[Any]] = []  # each a public name, and the arguments where it is a method


class ArrayCall(msgspec.Struct, frozen=True):
    """One call whose result a lesson shows; `rows` and `columns` choose some, `wavelengths` may name a function."""

    key: str
    function: str
    args: list[Any]
    rows: list[int]
    columns: list[int]
    wavelengths: str


class ProblemMessage(msgspec.Struct, frozen=True):
    """All that the checker needs to know of a problem version."""

    slug: str
    digest: str
    entry: list[str]
    files: dict[str, bytes]
    pitfalls: list[PitfallText]
    variants: list[Variant]
    pairs: list[Variant]
    examples: list[ExampleCall]
    arrays: list[ArrayCall]
    answer_bytes: int
    call_seconds: float
    load_seconds: float
    total_seconds: float
    memory_mib: int
    output_kib: int


class Task(StrEnum):
    """What a checker is asked for."""

    SUBMIT = "submit"  # all tests
    RUN = "run"  # the sample tests
    TRIAL = "trial"  # chosen tests, for a problem's author: results carry the tests' node ids
    PROBE = "probe"  # a call whose answer is not the reference's, for a problem's author
    CALL = "call"  # one call that the learner asks for, without any test
    TRY = "try"  # no test at all: the source is executed, and what it prints is the answer
    EXAMPLES = "examples"  # computed by the reference; there is no source
    ARRAYS = "arrays"  # those of the lesson, likewise


class CallMessage(msgspec.Struct, frozen=True):
    """A call that a learner asks for. `arguments`: one encoded value, [args, kwargs]; `text`: the call as typed."""

    function: str
    arguments: bytes
    text: str
    show_expected: bool  # whether the reference's answer may be shown


class Start(msgspec.Struct, frozen=True):
    """What to do with one source: see `Task`. `lines`: how many it has. `call`: of the task CALL, what to call.

    The rest is for a trial. `only`: the tests to run, by node id without parameters; empty means all. `naming_seconds`:
    the most that naming the mistake may take, 0 for not at all. `stop_when_broken`: whether the first call without an
    answer ends it. `source`: of the problem's own, to run in the checker itself, each call within `call_seconds`; where
    it is empty, calls go to the student.
    """

    task: Task
    lines: int = 0
    only: list[str] = []
    naming_seconds: float = 8.0  # a guard against a variant that hangs; naming takes milliseconds
    stop_when_broken: bool = False
    call: CallMessage | None = None
    source: str = ""
    call_seconds: float = 0.0


class ExampleResult(msgspec.Struct, frozen=True):
    """An example as text: the call, what the reference returned, and why it is shown."""

    call: str
    result: str
    explain: str


class ArrayResult(msgspec.Struct, frozen=True):
    """A matrix that a lesson shows, or in `fault` why there is none.

    `key`: that of its `ArrayCall`; with `/<pitfall>` behind it what that mistake makes of the same call. `data`: rows x
    columns numbers, float64, little-endian, row by row. `row_numbers` and `column_numbers`: which of the result's they
    are. `wavelengths`: one number for each column, 0 where it has none; or nothing.
    """

    key: str
    row_numbers: list[int] = []
    column_numbers: list[int] = []
    dtype: str = ""
    data: bytes = b""
    wavelengths: list[float] = []
    fault: str = ""


def pack(head: msgspec.Struct, *rest: bytes | memoryview) -> list[bytes | memoryview]:
    """The parts of a message: a head, then the parts of a value."""
    encoded = msgspec.msgpack.encode(head)
    return [_LENGTH.pack(len(encoded)) + encoded + b"\0" * (-len(encoded) % 16), *rest]


def unpack_call(message: bytes | bytearray) -> tuple[CallHead, bytearray]:
    head, rest = _split(message)
    return _decoded(_CALL, head), rest


def unpack_answer(message: bytes | bytearray) -> tuple[AnswerHead, bytearray]:
    """Head and value bytes of an answer.

    Raises:
        WireError: it is none.
    """
    head, rest = _split(message)
    return _decoded(_ANSWER, head), rest


def _split(message: bytes | bytearray) -> tuple[memoryview, bytearray]:
    if len(message) < _LENGTH.size:
        raise WireError("a message has no head")
    (length,) = _LENGTH.unpack_from(message)
    start = _LENGTH.size + length + -length % 16
    if length > MAX_HEAD_BYTES or start > len(message):
        raise WireError("a head is longer than it may be")
    return memoryview(message)[_LENGTH.size : _LENGTH.size + length], bytearray(memoryview(message)[start:])


def _decoded(decoder: Any, head: memoryview) -> Any:
    try:
        return decoder.decode(head)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, OverflowError) as error:
        raise WireError(f"a head cannot be read: {type(error).__name__}") from None


UNMADE = b"".join(pack(AnswerHead(unmade=True)))
_CALL = msgspec.msgpack.Decoder(CallHead)
_ANSWER = msgspec.msgpack.Decoder(AnswerHead)
