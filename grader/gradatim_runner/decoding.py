"""Reading values that came over the wire. Trusts nothing in them; see `gradatim_runner.values` for the layout."""

from __future__ import annotations

import math
import struct
from collections import Counter
from typing import Any

import msgspec
import numpy as np

from gradatim_runner.nodes import (
    ALIGNMENT,
    BUILDERS,
    MAX_AXES,
    MAX_COLLISIONS,
    MAX_DEPTH,
    MAX_FOREIGN_CHARS,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_SIDES,
    MAX_STRUCTURE_BYTES,
    PLAIN_DTYPES,
    ArrayNode,
    BytesNode,
    ComplexNode,
    DictNode,
    Foreign,
    GroupNode,
    IntNode,
    Node,
    ScalarNode,
    WireError,
)
from gradatim_runner.text import clean


def decode(message: bytes | bytearray, *, limit_bytes: int) -> Any:
    """Rebuild the value of a message. Arrays are views of `message`: writable when it is a bytearray.

    Structure: at most `MAX_STRUCTURE_BYTES`, `MAX_NODES` and `MAX_DEPTH`, and no more than `MAX_COLLISIONS` keys of one
    hash. Arrays: up to 8 axes, a dtype of `PLAIN_DTYPES`, exactly shape x itemsize bytes, at most `limit_bytes`
    together. Trusts nothing in the message.

    Raises:
        WireError: any of these does not hold.
    """
    if len(message) < 4:
        raise WireError("a message has no structure")
    (length,) = struct.unpack_from("<I", message)
    if length > MAX_STRUCTURE_BYTES or length > len(message) - 4:
        raise WireError("a structure is longer than it may be")
    try:
        node = _DECODER.decode(memoryview(message)[4 : 4 + length])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, OverflowError) as error:
        raise WireError(f"a structure cannot be read: {type(error).__name__}") from None
    start = 4 + length
    return _Decoder(message, start + -start % ALIGNMENT, limit_bytes).value(node)


class _Decoder:
    def __init__(self, message: bytes | bytearray, start: int, limit_bytes: int) -> None:
        self._message, self._at, self._left = message, start, limit_bytes
        self._nodes = 0

    def value(self, node: Any) -> Any:
        value = self._value(node, depth=0)
        if self._at != len(self._message):
            raise WireError("bytes are left over behind a message")
        return value

    def _value(self, node: Any, *, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_DEPTH:
            raise WireError("a structure has too many parts or levels")
        if isinstance(node, ArrayNode):
            return self._array(node)
        if isinstance(node, ScalarNode):
            return _scalar(node)
        if isinstance(node, BytesNode):
            return node.data
        if isinstance(node, IntNode):
            return _big_int(node)
        if isinstance(node, ComplexNode):
            return complex(node.real, node.imag)
        if isinstance(node, Foreign):
            return Foreign(clean(node.type_name[:MAX_FOREIGN_CHARS]), clean(node.text[:MAX_FOREIGN_CHARS]))
        if not isinstance(node, GroupNode):
            return node
        items = [self._value(item, depth=depth + 1) for item in node.items]
        if isinstance(node, DictNode):
            return _dictionary(items)
        return _group(BUILDERS[type(node)], items)

    def _array(self, node: ArrayNode) -> np.ndarray[Any, Any]:
        dtype = PLAIN_DTYPES.get(node.dtype)
        if dtype is None or len(node.shape) > MAX_AXES or any(side < 0 for side in node.shape):
            raise WireError("an array has a dtype or a shape that no message may have")
        count = math.prod(node.shape)  # Python integers: no overflow can make a huge shape look small
        size = count * dtype.itemsize
        sides = math.prod(side for side in node.shape if side)  # NumPy multiplies those of an empty array too
        if size > self._left or size > len(self._message) - self._at or sides > MAX_SIDES:
            raise WireError("an array has more bytes than its message")
        self._left -= size
        array = np.frombuffer(self._message, dtype, count, self._at) if count else np.empty(0, dtype)
        self._at += size + -size % ALIGNMENT
        return array.reshape(node.shape)


def _scalar(node: ScalarNode) -> Any:
    dtype = PLAIN_DTYPES.get(node.dtype)
    if dtype is None or len(node.data) != dtype.itemsize:
        raise WireError("a number has a dtype or a size that no message may have")
    return np.frombuffer(node.data, dtype)[0]


def _big_int(node: IntNode) -> int:
    if len(node.hex) > MAX_INT_BITS // 4 + 3:
        raise WireError("an integer is too long")
    try:
        return int(node.hex, 16)
    except ValueError:
        raise WireError("an integer is no hexadecimal number") from None


def _dictionary(items: list[Any]) -> dict[Any, Any]:
    if len(items) % 2:
        raise WireError("a dictionary has a key without a value")
    keys = items[::2]
    try:
        _check_hashes(keys)
        return dict(zip(keys, items[1::2], strict=True))
    except TypeError:
        raise WireError("a dictionary has a key that cannot be one") from None


def _group(build: type, items: list[Any]) -> Any:
    try:
        if build in (set, frozenset):
            _check_hashes(items)
        return build(items)
    except TypeError:
        raise WireError("a set holds what no set can") from None


def _check_hashes(keys: list[Any]) -> None:
    """Thousands of keys with one hash take minutes to put into a set or a dictionary."""
    if len(keys) > MAX_COLLISIONS and max(Counter(map(hash, keys)).values()) > MAX_COLLISIONS:
        raise WireError("too many keys have the same hash")


_DECODER = msgspec.msgpack.Decoder(Node)
