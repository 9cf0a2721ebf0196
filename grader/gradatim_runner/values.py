"""Plain values over the wire: what a learner's function may be given and may answer.

A message is a short msgpack structure and, behind it, the raw bytes of its arrays:

    u32 length of the structure | structure | padding to 16 bytes | array bytes, each padded to 16

The structure is bounded by `MAX_STRUCTURE_BYTES`, depth and node count, the arrays by their own sum. Decoding trusts
nothing; encoding turns whatever is no plain value into a `Foreign`, which is a wrong answer and nothing worse.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from gradatim_runner.text import clean

MAX_STRUCTURE_BYTES = 1 << 20
MAX_NODES = 50_000
MAX_DEPTH = 32
MAX_AXES = 8
MAX_SIDES = 1 << 40  # product of the sides that are not 0
MAX_INT_BITS = 4096
MAX_TEXT_CHARS = 200_000
MAX_FOREIGN_CHARS = 300
MAX_COLLISIONS = 64
ALIGNMENT = 16

PLAIN_DTYPES = {
    name: np.dtype(name).newbyteorder("<")
    for name in (
        "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
        "float16", "float32", "float64", "complex64", "complex128",
    )
}  # fmt: skip


class WireError(ValueError):
    """A message is not what this module writes."""


class Foreign(msgspec.Struct, tag="x", array_like=True, frozen=True):
    """Stands for an answer that is no plain value. `type_name` and `text` are the learner's words: never trusted."""

    type_name: str
    text: str


class _Array(msgspec.Struct, tag="a", array_like=True, forbid_unknown_fields=True):
    dtype: str
    shape: list[int]


class _Scalar(msgspec.Struct, tag="n", array_like=True, forbid_unknown_fields=True):
    dtype: str
    data: bytes


class _Bytes(msgspec.Struct, tag="b", array_like=True, forbid_unknown_fields=True):
    data: bytes


class _Int(msgspec.Struct, tag="i", array_like=True, forbid_unknown_fields=True):
    hex: str


class _Complex(msgspec.Struct, tag="c", array_like=True, forbid_unknown_fields=True):
    real: float
    imag: float


class _Group(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    items: list[Node]


class _List(_Group, tag="l"):
    pass


class _Tuple(_Group, tag="t"):
    pass


class _Set(_Group, tag="s"):
    pass


class _FrozenSet(_Group, tag="f"):
    pass


class _Dict(_Group, tag="d"):
    """Keys and values by turns."""


Node = (
    None | bool | int | float | str | _Bytes
    | _Array | _Scalar | _Int | _Complex | _List | _Tuple | _Set | _FrozenSet | _Dict | Foreign
)  # fmt: skip

_GROUPS: dict[type, type[_Group]] = {list: _List, tuple: _Tuple, set: _Set, frozenset: _FrozenSet}
_BUILDERS: dict[type, type] = {node: plain for plain, node in _GROUPS.items()}


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
            return _Scalar(value.dtype.name, value.tobytes())
        if kind is dict:
            flat = [part for pair in value.items() for part in pair]
            return _Dict([self._node(part, depth=depth + 1) for part in flat])
        if kind in _GROUPS:
            return _GROUPS[kind]([self._node(part, depth=depth + 1) for part in value])
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
        return _Array(array.dtype.name, list(array.shape))


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
    return _Int(hex(value))


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
        if isinstance(node, _Array):
            return self._array(node)
        if isinstance(node, _Scalar):
            return _scalar(node)
        if isinstance(node, _Bytes):
            return node.data
        if isinstance(node, _Int):
            return _big_int(node)
        if isinstance(node, _Complex):
            return complex(node.real, node.imag)
        if isinstance(node, Foreign):
            return Foreign(clean(node.type_name[:MAX_FOREIGN_CHARS]), clean(node.text[:MAX_FOREIGN_CHARS]))
        if not isinstance(node, _Group):
            return node
        items = [self._value(item, depth=depth + 1) for item in node.items]
        if isinstance(node, _Dict):
            return _dictionary(items)
        return _group(_BUILDERS[type(node)], items)

    def _array(self, node: _Array) -> np.ndarray[Any, Any]:
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


def _scalar(node: _Scalar) -> Any:
    dtype = PLAIN_DTYPES.get(node.dtype)
    if dtype is None or len(node.data) != dtype.itemsize:
        raise WireError("a number has a dtype or a size that no message may have")
    return np.frombuffer(node.data, dtype)[0]


def _big_int(node: _Int) -> int:
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


_LEAVES: dict[type, Callable[[Any], Any]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    float: lambda value: value,
    int: _integer,
    str: _text,
    bytes: _Bytes,
    complex: lambda value: _Complex(value.real, value.imag),
}
_DECODER = msgspec.msgpack.Decoder(Node)
