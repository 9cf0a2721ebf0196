"""Plain values for hypothesis to draw, and when two of them are the same one."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from gradatim_runner.values import PLAIN_DTYPES

DTYPES = st.sampled_from(list(PLAIN_DTYPES.values()))
INTEGERS = st.integers() | st.integers(-(2**4000), 2**4000)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=50)
HASHABLE = st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False) | TEXT | st.binary(max_size=20)
ARRAYS = npst.arrays(DTYPES, npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
SCALARS = DTYPES.flatmap(npst.from_dtype)
LEAVES = HASHABLE | st.complex_numbers() | st.floats() | ARRAYS | SCALARS


def _groups(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return (
        st.lists(parts, max_size=4)
        | st.lists(parts, max_size=4).map(tuple)
        | st.dictionaries(HASHABLE | st.tuples(HASHABLE, HASHABLE), parts, max_size=4)
        | st.sets(HASHABLE, max_size=4)
        | st.frozensets(HASHABLE, max_size=4)
    )


VALUES = st.recursive(LEAVES, _groups, max_leaves=12)


def same(one: Any, other: Any) -> bool:
    """Equal in type and value; nan is itself, and 0.0 is not -0.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float | complex):
        return repr(one) == repr(other)
    return bool(one == other)
