"""Prints what the editor completes after `np.`: the public names of this Python's numpy, as JSON.

Run by scripts/numpy-names inside the sandbox image, so that the editor offers just what learners' code will find.
"""

from __future__ import annotations

import inspect
import json
from types import ModuleType
from typing import Any

import numpy as np

PLACES = {"": np, "linalg": np.linalg, "fft": np.fft, "random": np.random}
MOST_SIGNATURE, MOST_SUMMARY = 90, 110


def kind_of(value: object) -> str:
    """Function, type, namespace or constant, as the editor names them."""
    if isinstance(value, ModuleType):
        return "namespace"
    if isinstance(value, type):
        return "type"
    return "function" if callable(value) else "constant"


def signature_of(value: Any) -> str:
    """Arguments in parentheses: as Python knows them, else as the first line of the documentation gives them."""
    if isinstance(value, np.ufunc):
        return "(x)" if value.nin == 1 else "(x1, x2)"
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        line = (inspect.getdoc(value) or "").partition("\n")[0]
        text = line[line.index("(") :] if "(" in line and line.rstrip().endswith(")") else ""
    text = text.replace("<no value>", "...")
    return text if len(text) <= MOST_SIGNATURE else text[: MOST_SIGNATURE - 2].rpartition(",")[0] + ", ...)"


def summary_of(value: object) -> str:
    """The first sentence of the documentation, where it is the value's own."""
    if kind_of(value) in ("constant", "namespace"):
        return ""
    paragraphs = (inspect.getdoc(value) or "").split("\n\n")
    if "(" in paragraphs[0] and len(paragraphs) > 1:  # the signature stands first
        paragraphs = paragraphs[1:]
    text = " ".join(paragraphs[0].split()).partition(". ")[0].removesuffix(".").replace("`", "")
    return text if len(text) <= MOST_SUMMARY else text[:MOST_SUMMARY].rpartition(" ")[0] + " ..."


def names_of(module: Any) -> list[list[str]]:
    """Each public name with its kind, arguments and a sentence."""
    made = []
    for name in sorted((name for name in module.__all__ if not name.startswith("_")), key=str.lower):
        value = getattr(module, name)
        kind = kind_of(value)
        made.append([name, kind, signature_of(value) if kind == "function" else "", summary_of(value)])
    return made


text = json.dumps({place: names_of(module) for place, module in PLACES.items()}, separators=(",", ":"))
print(text.replace('],["', '],\n["'))  # noqa: T201 - what it is for
