"""Nothing of ours is left after any way out, and nothing of another worker's is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from gradatim_grader import engine, owners
from gradatim_grader.errors import CheckerTrouble, EngineTrouble
from gradatim_grader.grader import HALF_REMOVED, Grader, Scope
from gradatim_grader.making import Maker
from gradatim_grader.problem import Problem, from_files
from gradatim_grader.sandbox import Role, SandboxSettings
from tests.cases.expected import CASES
from tests.grader.conftest import ROOT
from tests.waiting import until

RIGHT = (CASES / "attempts/right_loops.py").read_bytes()
WAIT_SECONDS = 60

pytestmark = pytest.mark.docker


def owned_by(pid: int) -> list[str]:
    return [each.id for each in engine.containers() if f"/{pid}/" in each.labels.get(owners.OWNER_LABEL, "")]


@contextmanager
def grading_process() -> Iterator[subprocess.Popen[bytes]]:
    """A worker in the middle of grading endless code."""
    command = [sys.executable, "-m", "tests.grader.grading_process", str(ROOT / "problems/positional-encoding")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"started\n"
        until(lambda: len(owned_by(process.pid)) > 2, what="it makes no containers")
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        owners.sweep()


def test_a_process_that_is_interrupted_leaves_nothing(sandbox_image: str) -> None:
    with grading_process() as process:
        process.send_signal(signal.SIGINT)
        process.wait(WAIT_SECONDS)
        assert owned_by(process.pid) == []


def test_what_a_killed_process_left_is_gone_after_the_next_start_and_what_lives_is_not(sandbox_image: str) -> None:
    with grading_process() as alive, grading_process() as killed:
        killed.kill()
        killed.wait()
        left, living = owned_by(killed.pid), set(owned_by(alive.pid))
        assert left
        with Grader() as grader:
            assert not set(left) & set(owned_by(killed.pid))
            # What the engine was still making when its owner was killed comes to light later, and goes then.
            until(lambda: not grader.tidy(frozenset()) and not owned_by(killed.pid), what="something is left")
            still = set(owned_by(alive.pid))
        assert living & still
        assert alive.poll() is None


def test_a_container_that_runs_on_without_its_host_is_swept_as_well(sandbox_image: str) -> None:
    body = {**Maker(SandboxSettings()).body(Role.STUDENT, 256), "Cmd": ["sleep", "3600"]}
    body["Labels"] = {**body["Labels"], owners.OWNER_LABEL: of_this_namespace(pid=os.getpid(), started="1")}
    container_id = engine.create(body)
    engine.start(container_id)
    owners.sweep()
    # Of one that another process sweeps at this moment the removal has begun, and that is all that ours then says.
    until(lambda: container_id not in {each.id for each in engine.containers()}, what="it is still there")


def test_another_hosts_container_is_not_swept(sandbox_image: str) -> None:
    body = Maker(SandboxSettings()).body(Role.STUDENT, 256)
    body["Labels"] = {**body["Labels"], owners.OWNER_LABEL: "elsewhere/1/1"}
    container_id = engine.create(body)
    try:
        owners.sweep()
        assert container_id in {each.id for each in engine.containers()}
    finally:
        engine.remove(container_id)


def test_what_somebody_has_watched_die_is_removed_and_what_ended_and_was_forgotten_too(
    sandbox_image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another machine's, or another container's: the process ids here say nothing of them."""
    monkeypatch.setattr("gradatim_grader.grader.LITTER_SECONDS", 0)
    made = {}
    for name, command in (("dead", ["sleep", "3600"]), ("alive", ["sleep", "3600"]), ("ended", ["true"])):
        body = {**Maker(SandboxSettings()).body(Role.STUDENT, 256), "Cmd": command}
        body["Labels"] = {**body["Labels"], owners.OWNER_LABEL: f"{name}@elsewhere/1/1/0"}
        made[name] = engine.create(body)
        engine.start(made[name])
    try:
        until(lambda: made["ended"] in {each.id for each in engine.containers() if each.state == "exited"}, what="true")
        Grader().tidy(frozenset({"dead@elsewhere/1/1/0"}))
        left = {each.id for each in engine.containers()}
        assert {name for name, each in made.items() if each in left} == {"alive"}
    finally:
        for container_id in made.values():
            engine.remove(container_id)


def of_this_namespace(*, pid: int, started: str) -> str:
    namespace = owners.this_process().partition("/")[0].rpartition("@")[2]
    return f"whatever-host@{namespace}/{pid}/{started}/0"


def test_one_that_the_engine_will_not_remove_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    removed: list[str] = []

    def remove(container_id: str) -> None:
        if container_id == "busy":
            raise EngineTrouble("device or resource busy")
        removed.append(container_id)

    listed = [engine.Found(name, {}, "exited") for name in ("first", "busy", "last")]
    monkeypatch.setattr(engine, "containers", lambda: listed)
    monkeypatch.setattr(engine, "remove", remove)
    with pytest.raises(EngineTrouble, match="busy"):
        owners.sweep(lambda _: True)
    assert removed == ["first", "last"]


def test_who_leaves_tries_again_what_the_engine_found_busy_until_it_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    there, busy = {"ours", "theirs", "dead"}, ["once", "twice"]

    def remove(container_id: str) -> None:
        if container_id == "dead" and busy:
            busy.pop()
            raise EngineTrouble("device or resource busy")
        there.remove(container_id)

    owner = {
        "ours": owners.this_process(),
        "theirs": "host@elsewhere/1/1/0",
        "dead": of_this_namespace(pid=1, started="1"),
    }
    listed = lambda: [engine.Found(name, {owners.OWNER_LABEL: owner[name]}, "exited") for name in sorted(there)]  # noqa: E731
    monkeypatch.setattr(engine, "containers", listed)
    monkeypatch.setattr(engine, "remove", remove)
    owners.leave()
    assert there == {"theirs"}


def test_who_was_interrupted_waits_for_what_the_engine_was_just_making(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = engine.Found("ours", {owners.OWNER_LABEL: owners.this_process()}, "created")
    listed, removed = [[], [], [ours]], list[str]()
    monkeypatch.setattr(owners, "LATE_SECONDS", 0.3)
    monkeypatch.setattr(engine, "containers", lambda: listed.pop(0) if listed else [])
    monkeypatch.setattr(engine, "remove", removed.append)
    owners.leave(late=True)
    assert removed == ["ours"]


def test_a_maker_knows_that_it_was_interrupted(monkeypatch: pytest.MonkeyPatch, sandbox_image: str) -> None:
    def interrupt(_: object) -> str:
        raise KeyboardInterrupt

    maker = Maker(SandboxSettings())
    monkeypatch.setattr(engine, "create", interrupt)
    with pytest.raises(KeyboardInterrupt):
        maker.student(256)
    assert maker.interrupted


def test_who_leaves_says_what_the_engine_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A removal that another call has begun counts as done, and only the list shows that it never ends."""
    ours = engine.Found("ours", {owners.OWNER_LABEL: owners.this_process()}, "dead")
    monkeypatch.setattr(engine, "containers", lambda: [ours])
    monkeypatch.setattr(engine, "remove", lambda container_id: None)
    with pytest.raises(EngineTrouble, match="still removing 1"):
        owners.leave(within_seconds=0.05)


def test_a_removal_that_failed_halfway_is_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    removed: list[str] = []
    states = {"halfway": HALF_REMOVED, "ended": "exited", "living": "running"}
    listed = [engine.Found(name, {owners.OWNER_LABEL: owners.this_process()}, state) for name, state in states.items()]
    monkeypatch.setattr(engine, "containers", lambda: listed)
    monkeypatch.setattr(engine, "remove", removed.append)
    assert Grader().tidy(frozenset()) == 1
    assert removed == ["halfway"]


def test_a_process_id_that_is_used_again_is_not_its_former_owner() -> None:
    started = owners.this_process().split("/")[2]
    assert not owners.is_dead(owners.this_process())
    assert owners.is_dead(of_this_namespace(pid=os.getpid(), started="1"))
    assert not owners.is_dead(of_this_namespace(pid=os.getpid(), started=started))


def test_a_process_elsewhere_is_not_called_dead_though_its_host_has_our_name() -> None:
    """Two containers, or two machines, may have one host name; process ids in them mean different things."""
    host = owners.this_process().partition("@")[0]
    assert not owners.is_dead(f"{host}@another.1/{os.getpid()}/1/0")
    assert not owners.is_dead(f"{host}/1/1")
    assert not owners.is_dead("")


def test_no_two_processes_have_one_name_not_even_where_all_else_is_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = owners.this_process()
    assert owners.this_process() == ours
    monkeypatch.setattr(os, "getpid", lambda: 1)
    theirs = owners.this_process()
    assert theirs.split("/")[3] != ours.split("/")[3]


def broken_problem(problem: Problem) -> Problem:
    return from_files(problem.slug, {**problem.files, "tests/test_hidden.py": b"import nothing_like_this\n"})


def test_nothing_is_left_after_any_end_of_grading(positional_encoding: Problem, sandbox_image: str) -> None:
    made: list[str] = []
    patch = pytest.MonkeyPatch()
    create = engine.create

    def remembered(body: dict[str, Any]) -> str:
        made.append(create(body))
        return made[-1]

    def failing(_: object) -> None:
        raise ZeroDivisionError

    patch.setattr(engine, "create", remembered)
    try:
        with Grader() as grader:
            grader.grade(positional_encoding, RIGHT)
            grader.grade(positional_encoding, RIGHT, scope=Scope.RUN, keep_for="somebody")
            grader.grade(positional_encoding, b"import os\nos._exit(3)\n")
            with pytest.raises(CheckerTrouble):
                grader.grade(broken_problem(positional_encoding), RIGHT)
            with pytest.raises(ZeroDivisionError):
                grader.grade(positional_encoding, RIGHT, on_progress=failing)
    finally:
        patch.undo()
    assert len(made) > 5
    assert {each.id for each in engine.containers()} & set(made) == set()


def test_a_container_that_cannot_be_started_is_removed(sandbox_image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(container_id: str) -> None:
        raise EngineTrouble("no space left on device")

    before = set(owned_by(os.getpid()))
    monkeypatch.setattr(engine, "start", refuse)
    with pytest.raises(EngineTrouble, match="no space left"):
        Maker(SandboxSettings()).student(256)
    assert set(owned_by(os.getpid())) <= before
