"""Plain values over the wire: what a learner's function may be given and may answer.

A message is a short msgpack structure and, behind it, the raw bytes of its arrays:

    u32 length of the structure | structure | padding to 16 bytes | array bytes, each padded to 16

The structure is bounded by `MAX_STRUCTURE_BYTES`, depth and node count, the arrays by their own sum. Decoding trusts
nothing; encoding turns whatever is no plain value into a `Foreign`, which is a wrong answer and nothing worse.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from gradatim_runner.decoding import decode
from gradatim_runner.nodes import (
    ALIGNMENT,
    GROUPS,
    MAX_AXES,
    MAX_DEPTH,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_STRUCTURE_BYTES,
    MAX_TEXT_CHARS,
    PLAIN_DTYPES,
    ArrayNode,
    BytesNode,
    ComplexNode,
    DictNode,
    Foreign,
    IntNode,
    ScalarNode,
    WireError,
)

__all__ = ["PLAIN_DTYPES", "Encoder", "Foreign", "TooLarge", "WireError", "decode", "encode"]


class TooLarge(ValueError):
    """A value has more parts, levels or bytes than a message may carry."""


class Encoder:
    """Turns one value into the parts of a message; `limit_bytes` bounds the sum of its arrays."""

    def __init__(self, *, limit_bytes: int) -> None:
        self._left = limit_bytes
        self._nodes = 0
        self._arrays: list[memoryview] = []

    def parts(self, value: object) -> list[bytes | memoryview]:
        """The message in parts that need not be joined.

        Raises:
            TooLarge: see there. Never for a single array alone: that becomes a `Foreign`.
        """
        structure = msgspec.msgpack.encode(self._node(value, depth=0))
        if len(structure) > MAX_STRUCTURE_BYTES:
            raise TooLarge("the value has too many parts")
        head = struct.pack("<I", len(structure)) + structure
        parts: list[bytes | memoryview] = [head + b"\0" * (-len(head) % ALIGNMENT)]
        for array in self._arrays:
            parts.append(array)
            if array.nbytes % ALIGNMENT:
                parts.append(b"\0" * (-array.nbytes % ALIGNMENT))
        return parts

    def _node(self, value: Any, *, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_DEPTH:
            raise TooLarge("the value has too many parts or levels")
        kind = type(value)  # exact types only: a subclass could say anything about itself
        if kind is np.ndarray:
            return self._array(value)
        if kind in _LEAVES:
            return _LEAVES[kind](value)
        if isinstance(value, np.generic) and PLAIN_DTYPES.get(value.dtype.name) == value.dtype:
            return ScalarNode(value.dtype.name, value.tobytes())
        if kind is dict:
            flat = [part for pair in value.items() for part in pair]
            return DictNode([self._node(part, depth=depth + 1) for part in flat])
        if kind in GROUPS:
            return GROUPS[kind]([self._node(part, depth=depth + 1) for part in value])
        return _foreign(value)

    def _array(self, array: np.ndarray[Any, Any]) -> Any:
        shape = "x".join(map(str, array.shape)) or "no axes"
        if PLAIN_DTYPES.get(array.dtype.name) != array.dtype:
            return Foreign("ndarray", f"an array of dtype {str(array.dtype)[:60]} ({shape})")
        if array.ndim > MAX_AXES:
            return Foreign("ndarray", f"an array of {array.ndim} axes")
        if array.nbytes > self._left:
            return Foreign("ndarray", f"an array too large to be an answer: {shape}, {array.nbytes / 2**20:.0f} MiB")
        self._left -= array.nbytes
        plain = np.ascontiguousarray(array)
        if plain.nbytes:
            self._arrays.append(plain.reshape(-1).view(np.uint8).data)
        return ArrayNode(array.dtype.name, list(array.shape))


def encode(value: object, *, limit_bytes: int) -> list[bytes | memoryview]:
    """One value as the parts of a message; what is too large or no plain value is a `Foreign`."""
    try:
        return Encoder(limit_bytes=limit_bytes).parts(value)
    except (TooLarge, RecursionError):
        too_large = Foreign(_type_name(value), "a value too large or too deeply nested to be an answer")
        return Encoder(limit_bytes=0).parts(too_large)


def _integer(value: int) -> Any:
    if -(2**63) <= value < 2**63:
        return value
    if value.bit_length() > MAX_INT_BITS:
        return Foreign("int", f"an integer of {value.bit_length()} bits")
    return IntNode(hex(value))


def _text(value: str) -> Any:
    try:
        value.encode()
    except UnicodeEncodeError:
        return Foreign("str", "text that is not valid Unicode")
    if len(value) > MAX_TEXT_CHARS:
        return Foreign("str", f"text of {len(value)} characters")
    return value


def _foreign(value: object) -> Foreign:
    name = _type_name(value)
    if isinstance(value, np.ma.MaskedArray):
        return Foreign(name, "a masked array")
    if isinstance(value, np.ndarray):
        return Foreign(name, f"an array of its own class, {name}")
    return Foreign(name, f"an object of type {name}")


def _type_name(value: object) -> str:
    name = type.__dict__["__name__"].__get__(type(value))  # past any metaclass of the learner's
    return "".join(c if c.isprintable() and not 0xD800 <= ord(c) < 0xE000 else "?" for c in name[:60])


_LEAVES: dict[type, Callable[[Any], Any]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    float: lambda value: value,
    int: _integer,
    str: _text,
    bytes: BytesNode,
    complex: lambda value: ComplexNode(value.real, value.imag),
}
