"""Makes the marks of problems' own tests known here, because these tests read problems' test files."""

from __future__ import annotations

import pytest

from gradatim_runner.testing import MARKS


def pytest_configure(config: pytest.Config) -> None:
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
