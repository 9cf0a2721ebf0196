"""Run is sticky: one person's container serves the next run, forks for each, and is never used for anything else."""

from __future__ import annotations

import time

import pytest

from gradatim_grader import engine, kept
from gradatim_grader.grader import Grader, Scope
from gradatim_grader.problem import Problem
from gradatim_runner.report import Verdict

# Prints the name of its container, and what an earlier run left in the module and in /tmp.
SPY = b"""
import os, sys
import numpy
left = getattr(numpy, "left_here", "nothing"), os.path.exists("/tmp/mark")
numpy.left_here = "something"
open("/tmp/mark", "w").close()
print(os.uname().nodename, *left)
def positional_encoding(seq_length, d_model):
    return None
"""


def printed(grader: Grader, problem: Problem, *, person: str, scope: Scope = Scope.RUN) -> list[str]:
    return grader.grade(problem, SPY, scope=scope, keep_for=person).stdout.split()


def test_the_next_run_of_one_person_is_served_by_the_same_container(
    grader: Grader, positional_encoding: Problem
) -> None:
    first = printed(grader, positional_encoding, person="ada")
    second = printed(grader, positional_encoding, person="ada")
    assert first[0] == second[0]


def test_a_run_starts_without_the_variables_of_the_last_one(grader: Grader, positional_encoding: Problem) -> None:
    printed(grader, positional_encoding, person="bob")
    assert printed(grader, positional_encoding, person="bob")[1] == "nothing"


def test_a_run_starts_without_the_files_of_the_last_one(grader: Grader, positional_encoding: Problem) -> None:
    first = printed(grader, positional_encoding, person="flo")
    second = printed(grader, positional_encoding, person="flo")
    assert (second[0] == first[0], second[2]) == (True, "False")


@pytest.mark.parametrize("mode", [0o700, 0])
def test_nor_with_its_folders_also_where_they_cannot_be_removed(
    grader: Grader, positional_encoding: Problem, mode: int
) -> None:
    left = (
        SPY + f"os.makedirs('/tmp/a/b/c')\nos.symlink('/opt', '/tmp/a/b/link')\nos.chmod('/tmp/a/b', {mode})\n".encode()
    )
    looked = b"import os\nprint(os.listdir('/tmp'))\n" + SPY
    grader.grade(positional_encoding, left, scope=Scope.RUN, keep_for=f"gus {mode}")
    found = grader.grade(positional_encoding, looked, scope=Scope.RUN, keep_for=f"gus {mode}")
    assert found.stdout.startswith("[]\n")


def test_two_people_never_share_a_container(grader: Grader, positional_encoding: Problem) -> None:
    assert printed(grader, positional_encoding, person="cy")[0] != printed(grader, positional_encoding, person="di")[0]


def test_a_submission_never_gets_a_kept_container(grader: Grader, positional_encoding: Problem) -> None:
    kept = printed(grader, positional_encoding, person="eve")[0]
    submitted = printed(grader, positional_encoding, person="eve", scope=Scope.SUBMIT)
    assert submitted[0] != kept
    assert submitted[2] == "False"


@pytest.mark.parametrize(
    ("last_words", "verdict"),
    [
        pytest.param("import os; os._exit(0)", Verdict.ERROR, id="a run that ends its process"),
        pytest.param(
            "import os, signal, time; os.kill(-1, signal.SIGKILL); time.sleep(1)",
            Verdict.ERROR,
            id="a run that kills all it can",
        ),
        pytest.param("while True: pass", Verdict.TIME_LIMIT, id="a run that never ends"),
        pytest.param("return bytearray(1 << 33)", Verdict.MEMORY_LIMIT, id="a run that takes too much memory"),
    ],
)
def test_a_run_that_breaks_its_container_costs_the_next_one_nothing(
    last_words: str, verdict: Verdict, grader: Grader, positional_encoding: Problem
) -> None:
    source = f"def positional_encoding(seq_length, d_model):\n    {last_words}\n"
    broken = grader.grade(positional_encoding, source.encode(), scope=Scope.RUN, keep_for="flo")
    assert broken.verdict is verdict
    assert grader.grade(positional_encoding, SPY, scope=Scope.RUN, keep_for="flo").verdict is Verdict.FAILED


def test_a_process_that_a_run_left_behind_is_gone_in_the_next(grader: Grader, positional_encoding: Problem) -> None:
    leaves = b"""
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(600)
def positional_encoding(seq_length, d_model):
    return None
"""
    counts = b"""
import os
print(sum(name.isdigit() for name in os.listdir("/proc")))
def positional_encoding(seq_length, d_model):
    return None
"""
    grader.grade(positional_encoding, leaves, scope=Scope.RUN, keep_for="gil")
    report = grader.grade(positional_encoding, counts, scope=Scope.RUN, keep_for="gil")
    assert int(report.stdout) <= 3  # init, the waiting parent, and the run itself


# Forges the word that a run has ended, and goes on working: at nothing, for as long as it is let.
BUSY = b"""
import gc, os
from gradatim_runner.frames import Channel, Kind
channel = next(each for each in gc.get_objects() if isinstance(each, Channel))
receive = channel.receive
def forged(*, most_bytes):
    kind, message = receive(most_bytes=most_bytes)
    if kind == Kind.DONE:
        channel.send(Kind.DONE)
        while True:
            pass
    return kind, message
Channel.receive = lambda self, *, most_bytes: forged(most_bytes=most_bytes)
def positional_encoding(seq_length, d_model):
    return None
"""


def test_a_run_that_does_not_end_is_paused_before_it_slows_anybody(
    grader: Grader, positional_encoding: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[str] = []
    pause = engine.pause

    def pausing(container_id: str) -> None:
        pause(container_id)
        paused.append(container_id)

    monkeypatch.setattr(engine, "pause", pausing)
    grader.grade(positional_encoding, BUSY, scope=Scope.RUN, keep_for="mallory")
    deadline = time.monotonic() + 30
    while not paused:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert engine.client().api.inspect_container(paused[0])["State"]["Paused"]


def test_a_container_that_was_paused_serves_the_next_run(
    grader: Grader, positional_encoding: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "PAUSE_SECONDS", 0.0)
    first = printed(grader, positional_encoding, person="zoe")
    time.sleep(2)
    assert printed(grader, positional_encoding, person="zoe")[0] == first[0]
