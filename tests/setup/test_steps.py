"""The set-up scripts: one clear line for what goes wrong, and nothing done twice."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the checkout, without what a `make` around these tests put into the environment."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        command, cwd=ROOT, env=outer | environment, capture_output=True, text=True, check=False, timeout=60
    )


def in_steps(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("bash", "-c", f"set -euo pipefail; source scripts/steps.sh; {script}", **environment)


def test_a_second_set_up_calls_neither_pip_nor_npm() -> None:
    again = run("make", "-j4", "site-ready")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_a_failed_step_is_one_line_with_its_reason_and_its_log() -> None:
    failed = in_steps("step sample 'doing a thing' bash -c 'echo first; echo E: the reason; echo last; exit 3'")
    assert failed.returncode == 1
    assert failed.stderr == "gradatim: doing a thing failed: E: the reason (all of it: var/log/sample.log)\n"


def test_a_full_disk_is_called_a_full_disk() -> None:
    failed = in_steps("step sample 'doing a thing' bash -c 'echo OSError: [Errno 28] No space left on device; exit 1'")
    assert failed.returncode == 1
    assert "doing a thing failed: the disk is full (" in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_a_step_is_done_only_for_the_input_it_was_done_for() -> None:
    asked = in_steps(
        "done_with sample one; is_done sample one; ! is_done sample two || exit 9; undone sample; ! is_done sample one"
    )
    assert asked.returncode == 0


def test_without_installing_it_says_what_to_run() -> None:
    refused = in_steps("install_packages 'a browser' chromium fonts-liberation", GRADATIM_NO_INSTALL="1")
    assert refused.returncode == 1
    assert refused.stderr.endswith("Run as root: apt-get install --no-install-recommends chromium fonts-liberation\n")
    assert refused.stderr.count("\n") == 1


def test_an_engine_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    refused = run("scripts/ensure-engine", DOCKER_HOST=f"unix://{tmp_path}/docker.sock")
    assert refused.returncode == 1
    assert "Docker Engine does not answer where DOCKER_HOST points" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("said", [
    pytest.param(b"HTTP/1.0 403 Forbidden\r\n\r\n", id="it refuses"),
    pytest.param(b"", id="it hangs up"),
])  # fmt: skip
def test_an_engine_that_refuses_is_one_line(said: bytes, tmp_path: Path) -> None:
    path = f"{tmp_path}/docker.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        threading.Thread(target=_answer_once, args=(server, said)).start()
        refused = run("scripts/ensure-engine", DOCKER_HOST=f"unix://{path}")
    assert refused.returncode == 1
    assert refused.stderr.startswith("gradatim: Docker Engine does not answer")
    assert refused.stderr.count("\n") == 1


def _answer_once(server: socket.socket, said: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(1024)
        connection.sendall(said)


def test_of_two_at_once_the_second_waits_and_says_so() -> None:
    def started(then: str) -> subprocess.Popen[str]:
        command = ["bash", "-c", f"source scripts/steps.sh; alone sample; {then}"]
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    with started("echo mine; read -r") as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "mine\n"
        with started("echo mine") as second:
            assert second.stdout is not None
            assert second.stdout.readline() == "gradatim: another make is at it here (sample): waiting for it\n"
            first.communicate("\n")
            assert second.stdout.read() == "mine\n"


def test_what_a_step_leaves_asleep_keeps_nobody_waiting() -> None:
    assert in_steps("alone sample; step sample 'doing a thing' true").returncode == 0
    assert run("flock", "--nonblock", "var/sample.lock", "true").returncode == 0


def test_an_interrupted_step_leaves_nothing_running() -> None:
    """As Ctrl-C in a terminal does: the signal goes to every process in the foreground."""
    script = "source scripts/steps.sh; step sample 'doing a thing' bash -c 'sleep 97531; :'"
    with subprocess.Popen(["bash", "-c", script], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"gradatim: doing a thing ...\n"
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=5) != 0
    assert not any(b"97531" in path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline"))
