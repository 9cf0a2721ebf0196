"""Processes that share what they find out about problems."""

from __future__ import annotations

import threading
from pathlib import Path

from gradatim.services import proving
from gradatim.settings import Settings


def test_of_those_that_share_findings_one_proves_at_a_time(tmp_path: Path) -> None:
    first, second = (Settings(var=tmp_path / name) for name in ("first", "second"))
    first.findings_dir.mkdir(parents=True)
    second.var_dir.mkdir()
    second.findings_dir.symlink_to(first.findings_dir)
    order: list[str] = []

    def prove() -> None:
        with proving.alone(second):
            order.append("second")

    with proving.alone(first):
        waiting = threading.Thread(target=prove)
        waiting.start()
        waiting.join(0.2)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]
