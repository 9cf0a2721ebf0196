"""A command that is stopped in the middle of grading leaves nothing behind, however it is asked to stop."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from gradatim_grader import engine, owners
from gradatim_grader.image import ensure
from tests.cli.running import COMMAND, environment
from tests.waiting import as_in_a_terminal, until

ENDLESS = "def positional_encoding(seq_length, d_model):\n    while True:\n        pass\n"
WAIT_SECONDS = 60


def owned_by(pid: int) -> list[str]:
    return [each.id for each in engine.containers() if f"/{pid}/" in each.labels.get(owners.OWNER_LABEL, "")]


@pytest.mark.docker
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["Ctrl-C", "kill", "terminal closed"]
)
def test_a_grade_that_is_stopped_leaves_no_container(number: signal.Signals, tmp_path: Path) -> None:
    ensure(print)
    source = tmp_path / "endless.py"
    source.write_text(ENDLESS)
    command = [COMMAND, "grade", "positional-encoding", str(source)]
    with as_in_a_terminal():
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment())
    with started as process:
        until(lambda: len(owned_by(process.pid)) >= 2, what="it makes no containers")
        process.send_signal(number)
        _, said = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert said.decode().strip().endswith("stopped")
    assert owned_by(process.pid) == []
