"""`gradatim grade` and `gradatim problem check`, in the real sandbox."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.running import ATTEMPTS, COMMAND, environment, gradatim

pytestmark = pytest.mark.docker

PATIENCE_SECONDS = 60


def test_a_wrong_answer_is_graded_as_one_json_object_and_status_0() -> None:
    done = gradatim("grade", "positional-encoding", ATTEMPTS / "wrong_exponent_i.py", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["problem"], report["verdict"], report["max_score"]) == ("positional-encoding", "failed", 10.0)
    assert [pitfall["name"] for pitfall in report["pitfalls"]] == ["exponent-i"]
    assert re.fullmatch(r"[0-9a-f]{64}", report["version"])
    assert set(report["pitfalls"][0]) == {"name", "title", "explain", "hint"}
    wanted = {"name", "title", "visible", "outcome", "points", "max_points", "duration_ms", "message"}
    assert all(wanted <= set(test) for test in report["tests"])
    assert {"stdout", "stderr", "score", "duration_ms"} <= set(report)
    assert "fingerprint" not in report


def test_people_get_a_table_that_names_the_mistake() -> None:
    source = (ATTEMPTS / "wrong_one_based.py").read_bytes()
    done = gradatim("grade", "positional-encoding", "-", stdin=source)
    assert done.returncode == 0, done.stderr
    for shown in ("failed", "The mistake", "one-based", "Hint:", "(hidden)"):
        assert shown in done.stdout


def test_a_rejected_source_is_graded_too() -> None:
    done = gradatim("grade", "positional-encoding", "-", "--json", stdin=b"x = '\xff'")
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (0, "rejected")


def test_after_ctrl_c_no_container_is_left() -> None:
    source = b"while True:\n    pass\n"
    with subprocess.Popen(
        [COMMAND, "grade", "positional-encoding", "-"], stdin=subprocess.PIPE, env=environment(), stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        running.stdin.write(source)
        running.stdin.close()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not _containers_of(running.pid):
            assert time.monotonic() < deadline, "no container was made"
            assert running.poll() is None, "it ended by itself"
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE_SECONDS) == 130
    assert _containers_of(running.pid) == []


def test_a_new_problem_passes_its_own_check(tmp_path: Path) -> None:
    gradatim("problem", "new", "my-mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    done = gradatim("problem", "check", "--quick", "my-mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_problem_that_proves_nothing_is_told_why(tmp_path: Path) -> None:
    gradatim("problem", "new", "my-mean", settings={"GRADATIM_PROBLEMS": str(tmp_path)})
    folder = tmp_path / "my-mean"
    (folder / "starter.py").write_bytes((folder / "solution.py").read_bytes())
    facts = (folder / "problem.toml").read_text()
    unnoticed = 'change = [{ from = "dtype=np.float64", to = "dtype=float" }]'
    facts = facts.replace('change = [{ from = "np.cumsum(data) / counts", to = "np.cumsum(data)" }]', unnoticed)
    (folder / "problem.toml").write_text(facts)
    done = gradatim("problem", "check", "--quick", folder)
    assert done.returncode == 1
    assert "starter.py: passes every test" in done.stdout
    assert "sums-not-means" in done.stdout


def _containers_of(pid: int) -> list[str]:
    """The owner labels of this process's containers."""
    listed = subprocess.run(
        ["docker", "ps", "--all", "--filter", "label=gradatim", "--format", '{{.Label "gradatim.owner"}}'],
        capture_output=True,
        text=True,
        check=True,
    )
    return [owner for owner in listed.stdout.split() if owner.split("/")[1] == str(pid)]
