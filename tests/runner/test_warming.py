"""What a checker runs to be fast."""

from __future__ import annotations

import sys

import pytest

from gradatim_runner import warming
from gradatim_runner.local import LocalWire
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.submission import Exchange


def test_the_checkers_own_test_passes_so_that_what_it_warms_is_the_usual_way(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SubmissionModule("submission")
    monkeypatch.setitem(sys.modules, "submission", module)
    wire = LocalWire(warming.SOURCE, call_seconds=10)
    exchange = module.exchange = Exchange(wire, answer_bytes=1 << 20, lines=2)
    warming.test_that_what_is_sent_comes_back()
    assert exchange.recorded
