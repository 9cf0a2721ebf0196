"""Values over the wire: plain ones arrive as they were, and no bytes do more than raise the declared error."""

from __future__ import annotations

import math
import struct
import tracemalloc
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradatim_runner.nodes import MAX_COLLISIONS
from gradatim_runner.values import Foreign, WireError, decode, encode
from tests.runner.plain import VALUES, same

MIB = 1 << 20
LIMIT = 4 * MIB


def wire(value: object) -> bytearray:
    return bytearray().join(encode(value, limit_bytes=LIMIT))


def message(structure: Any, arrays: bytes = b"") -> bytearray:
    """A message as nobody's encoder would write it."""
    packed = structure if isinstance(structure, bytes) else msgspec.msgpack.encode(structure)
    head = struct.pack("<I", len(packed)) + packed
    return bytearray(head + b"\0" * (-len(head) % 16) + arrays)


@settings(deadline=None)
@given(VALUES)
def test_a_plain_value_arrives_as_it_was(value: object) -> None:
    assert same(decode(wire(value), limit_bytes=LIMIT), value)


@given(st.binary(max_size=500))
def test_any_bytes_are_a_value_or_the_declared_error(data: bytes) -> None:
    try:
        decode(data, limit_bytes=LIMIT)
    except WireError:
        return


@settings(deadline=None)
@given(VALUES, st.data())
def test_a_damaged_message_is_a_value_or_the_declared_error(value: object, data: st.DataObject) -> None:
    damaged = wire(value)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        decode(damaged[: data.draw(st.integers(0, len(damaged)))], limit_bytes=LIMIT)
    except WireError:
        return


SIDES = st.integers(-2, 5) | st.integers(-(2**63), 2**64 - 1)


@given(st.sampled_from(["float64", "bool", "complex128", "object", "V8", ">f8", ""]), st.lists(SIDES, max_size=10))
def test_any_shape_is_an_array_of_its_bytes_or_the_declared_error(dtype: str, shape: list[int]) -> None:
    try:
        array = decode(message(["a", dtype, shape], bytes(64)), limit_bytes=LIMIT)
    except WireError:
        return
    assert array.nbytes in range(49, 65)
    assert list(array.shape) == shape


@pytest.mark.parametrize(
    "structure",
    [
        pytest.param(b"\x92\xa1t\xdd\xff\xff\xff\xff", id="four billion items"),
        pytest.param(b"\xc6\xff\xff\xff\xff", id="four billion bytes"),
        pytest.param(b"\x92\xa1l\x91" * 200_000 + b"\xc0", id="nested 200,000 deep"),
        pytest.param(["a", "float64", [1 << 40]], id="an array of eight terabytes"),
        pytest.param(["a", "float64", [0, 1 << 62, 1 << 62]], id="an empty array whose sides overflow"),
        pytest.param(["a", "float64", [1 << 32, 1 << 32]], id="sides whose product wraps round"),
        pytest.param(["a", "object", [1]], id="an array of objects"),
        pytest.param(["a", "float64", [1] * 9], id="nine axes"),
        pytest.param(["n", "float64", b"123"], id="a number of three bytes"),
        pytest.param(["i", "f" * 5000], id="an integer of 20,000 bits"),
        pytest.param(["d", [1, 2, 3]], id="a key without a value"),
        pytest.param(["d", [["l", []], 1]], id="a list as a key"),
        pytest.param(["s", [["l", []]]], id="a list in a set"),
        pytest.param(["z", 1], id="an unknown tag"),
        pytest.param(["l", [1], 2], id="a field too many"),
        pytest.param(["s", []] * 2, id="a tag that is no tag"),
    ],
)
def test_what_no_encoder_writes_is_refused_at_once(structure: object) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(WireError):
            decode(message(structure), limit_bytes=LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 8 * MIB
    finally:
        tracemalloc.stop()


def test_keys_of_one_hash_are_refused_before_they_meet() -> None:
    modulus = 2**61 - 1
    keys = [["i", hex(number * modulus)] for number in range(1, 20_001)]
    for structure in (["s", keys], ["f", keys], ["d", [part for key in keys for part in (key, None)]]):
        with pytest.raises(WireError, match="hash"):
            decode(message(structure), limit_bytes=LIMIT)
    few = {number * modulus for number in range(MAX_COLLISIONS)}
    assert decode(wire(few), limit_bytes=LIMIT) == few


def test_an_array_is_a_view_of_its_message_and_may_be_written_to() -> None:
    sent = wire(np.arange(6.0).reshape(2, 3))
    got = decode(sent, limit_bytes=LIMIT)
    assert got.base is not None
    got[:] = 7
    assert decode(sent, limit_bytes=LIMIT).tolist() == [[7.0] * 3] * 2


def test_arrays_together_stay_within_their_limit() -> None:
    with pytest.raises(WireError):
        decode(wire([np.zeros(1000), np.zeros(1000)]), limit_bytes=15_000)


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        raise AssertionError("nothing is ever pickled")


def _nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def _cycle() -> list[Any]:
    value: list[Any] = [1]
    value.append(value)
    return value


class Sub(np.ndarray[Any, Any]):
    pass


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(Bomb(), id="an object"),
        pytest.param(_nested(50_000), id="nested too deeply"),
        pytest.param(_cycle(), id="a list that holds itself"),
        pytest.param(list(range(100_000)), id="too many parts"),
        pytest.param(1 << 100_000, id="a huge integer"),
        pytest.param("\ud800", id="a surrogate"),
        pytest.param("x" * 300_000, id="a long text"),
        pytest.param(np.zeros(3, "V8"), id="void"),
        pytest.param(np.zeros(3, object), id="objects"),
        pytest.param(np.zeros(3, ">f8"), id="big-endian"),
        pytest.param(np.zeros(3, np.longdouble), id="long double"),
        pytest.param(np.zeros(3, "M8[s]"), id="times"),
        pytest.param(np.zeros((1,) * 9), id="nine axes"),
        pytest.param(np.zeros(LIMIT), id="32 mebibytes"),
        pytest.param(np.zeros(3).view(Sub), id="a subclass"),
        pytest.param(np.ma.masked_all(3), id="a masked array"),  # type: ignore[no-untyped-call]
        pytest.param(True.__class__, id="a type"),
    ],
)
def test_what_is_no_plain_value_arrives_as_a_foreign_one(value: object) -> None:
    got = decode(wire([value])[:], limit_bytes=LIMIT)
    inner = got[0] if isinstance(got, list) else got
    assert isinstance(inner, Foreign)
    assert inner.text


@given(st.text(max_size=2000), st.text(max_size=2000))
def test_the_words_of_a_foreign_value_are_cut_and_harmless(type_name: str, text: str) -> None:
    surrogates = {c for c in type_name + text if 0xD800 <= ord(c) < 0xE000}
    if surrogates:
        return
    got = decode(message(["x", type_name, text]), limit_bytes=LIMIT)
    assert isinstance(got, Foreign)
    assert len(got.text) <= 300 * 6  # a control character becomes up to six
    assert not any(ord(c) < 32 and c not in "\n\t" for c in got.type_name + got.text)


def test_nan_and_signed_zero_survive() -> None:
    got = decode(wire([math.nan, -0.0, math.inf]), limit_bytes=LIMIT)
    assert math.isnan(got[0])
    assert math.copysign(1, got[1]) == -1
    assert got[2] == math.inf
