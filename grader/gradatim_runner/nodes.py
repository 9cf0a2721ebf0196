"""The parts of a message's structure, and the bounds of everything that goes over the wire.

Both containers and the host share these; `gradatim_runner.values` writes and reads them.
"""

from __future__ import annotations

import msgspec
import numpy as np

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


class ArrayNode(msgspec.Struct, tag="a", array_like=True, forbid_unknown_fields=True):
    dtype: str
    shape: list[int]


class ScalarNode(msgspec.Struct, tag="n", array_like=True, forbid_unknown_fields=True):
    dtype: str
    data: bytes


class BytesNode(msgspec.Struct, tag="b", array_like=True, forbid_unknown_fields=True):
    data: bytes


class IntNode(msgspec.Struct, tag="i", array_like=True, forbid_unknown_fields=True):
    hex: str


class ComplexNode(msgspec.Struct, tag="c", array_like=True, forbid_unknown_fields=True):
    real: float
    imag: float


class GroupNode(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    items: list[Node]


class ListNode(GroupNode, tag="l"):
    pass


class TupleNode(GroupNode, tag="t"):
    pass


class SetNode(GroupNode, tag="s"):
    pass


class FrozenSetNode(GroupNode, tag="f"):
    pass


class DictNode(GroupNode, tag="d"):
    """Keys and values by turns."""


Node = (
    None | bool | int | float | str | BytesNode
    | ArrayNode | ScalarNode | IntNode | ComplexNode | ListNode | TupleNode | SetNode | FrozenSetNode | DictNode
    | Foreign
)  # fmt: skip

GROUPS: dict[type, type[GroupNode]] = {list: ListNode, tuple: TupleNode, set: SetNode, frozenset: FrozenSetNode}
BUILDERS: dict[type, type] = {node: plain for plain, node in GROUPS.items()}
