"""A plain value taken apart: a signature that must be equal, and the numbers that may differ by rounding."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec
import numpy as np

from gradatim_runner.values import Foreign


class Flat(msgspec.Struct, frozen=True, eq=False):
    """`signature`: types, shapes, dtypes, texts and keys, in order. `leaves`: the arrays and numbers, in order."""

    signature: Hashable
    leaves: list[np.ndarray[Any, Any]]


def flattened(value: Any) -> Flat:
    """Take a plain value apart. Anything that is none matches nothing but itself."""
    leaves: list[np.ndarray[Any, Any]] = []
    return Flat(_signature(value, leaves), leaves)


def _signature(value: Any, leaves: list[np.ndarray[Any, Any]]) -> Hashable:
    if type(value) is np.ndarray and value.dtype.kind in "biufc":
        leaves.append(value)
        return ("array", value.dtype.str, value.shape)
    if isinstance(value, (float, complex, np.inexact)):
        leaves.append(np.asarray(value))
        return ("number", np.asarray(value).dtype.str)
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *(_signature(part, leaves) for part in value))
    if isinstance(value, dict):
        keys = sorted(value, key=repr)
        return ("dict", *((repr(key), _signature(value[key], leaves)) for key in keys))
    if value is None or isinstance(value, (bool, int, np.integer, np.bool_)):
        return ("plain", None if value is None else (type(value).__name__.rstrip("_"), value.__int__()))
    if isinstance(value, (str, bytes)):
        return ("text", value)
    if isinstance(value, (set, frozenset)):
        return ("set", tuple(sorted(map(repr, value))))
    if isinstance(value, Foreign):
        return ("foreign", id(value))
    return ("foreign", type(value).__name__, id(value))
