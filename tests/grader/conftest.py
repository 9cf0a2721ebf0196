"""A real grader for the tests: one set of warm containers for the whole session, and none of them left behind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gradatim_grader.grader import Grader
from gradatim_grader.image import ensure
from gradatim_grader.problem import Problem, from_folder
from tests.grader.peers import line

__all__ = ["line"]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def sandbox_image() -> str:
    return ensure(print)


@pytest.fixture(scope="session")
def grader(sandbox_image: str) -> Iterator[Grader]:
    with Grader() as started:
        yield started


@pytest.fixture(scope="session")
def positional_encoding() -> Problem:
    return from_folder(ROOT / "problems/positional-encoding")
