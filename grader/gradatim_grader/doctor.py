"""Examines the engine, and proves each limit by having a sandbox try to pass it.

The probes are sources like a learner's, run in containers made exactly as those of a submission. Their word is taken
for it, since they are ours and nobody else's code is in there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gradatim_grader import engine, probes
from gradatim_grader.container import Container, Gone, Silence
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.findings import Facts, Finding, State, Wanted, findings, wanted
from gradatim_grader.making import Maker
from gradatim_grader.messages import message_for
from gradatim_grader.problem import Problem, from_files
from gradatim_grader.sandbox import Role
from gradatim_runner.frames import Kind

PROBES = ("kernel", "files", "limits")
PROBE_SECONDS = 60.0
STUDENT_MEMORY_MIB = 256
MARK = b"gradatim-facts:"
LEAST_VERSION = (20, 10)
SHARED_KERNEL = ("runc", "crun", "io.containerd.runc.v2")


class ProbeFailed(Exception):
    """A probe gave no facts; the message says how far it came."""


def examine(maker: Maker) -> Iterator[Finding]:
    """Every finding, as it comes. Raises EngineTrouble where the engine does not answer at all."""
    yield from _engine(engine.about(), maker.settings.runtime)
    try:
        yield from _sandboxes(maker)
    except EngineTrouble as trouble:
        yield Finding("engine", "a sandbox starts", State.BROKEN, str(trouble))


def _sandboxes(maker: Maker) -> Iterator[Finding]:
    users: dict[Role, int] = {}
    for role, memory_mib in ((Role.STUDENT, STUDENT_MEMORY_MIB), (Role.CHECKER, maker.settings.checker_memory_mib)):
        want = wanted(role, maker.settings, memory_mib=memory_mib)
        try:
            facts = _facts(maker, want)
        except ProbeFailed as failure:
            yield Finding(role.value, "probe", State.BROKEN, str(failure))
            continue
        users[role] = facts.user
        yield from findings(facts, want)
        if role is Role.STUDENT:
            yield _core_pattern(facts)
    yield _memory(maker)
    yield _output(maker)
    if len(users) == len(Role):
        different = len(set(users.values())) == len(users)
        seen = ", ".join(f"{role.value} {user}" for role, user in users.items())
        yield Finding("both", "users differ", _state(different), seen)


def _engine(about: engine.About, runtime: str) -> Iterator[Finding]:
    version = tuple(int(each) for each in re.findall(r"\d+", about.version)[:2])
    said = f"{about.version}, API {about.api_version}, kernel {about.kernel}"
    yield Finding("engine", "version", _state(version >= LEAST_VERSION), said)
    yield Finding("engine", "control groups", State.HOLDS, f"version {about.cgroup_version}")
    lacks = [name for name in about.lacks if name != "SwapLimit"]
    yield Finding("engine", "limits", _state(not lacks), f"missing: {', '.join(lacks) or 'none'}")
    swap = "SwapLimit" not in about.lacks
    yield Finding("engine", "swap accounting", State.HOLDS if swap else State.NOTE, "on" if swap else "off")
    names = [option.partition(",")[0].removeprefix("name=") for option in about.security]
    yield Finding("engine", "seccomp", _state("seccomp" in names), f"security: {', '.join(names) or 'none'}")
    remapped = bool({"userns", "rootless"} & set(names))
    seen = "on" if remapped else "off: a sandbox's users are unprivileged, yet not remapped"
    yield Finding("engine", "user namespace", State.HOLDS if remapped else State.NOTE, seen)
    used = runtime or about.default_runtime
    shared = used in SHARED_KERNEL
    state = State.BROKEN if used not in about.runtimes else State.NOTE if shared else State.HOLDS
    yield Finding("engine", "runtime", state, f"{used}: the host's own kernel" if shared else used)


def _state(holds: bool) -> State:
    return State.HOLDS if holds else State.BROKEN


def _core_pattern(facts: Facts) -> Finding:
    """A program that takes core dumps is started for every crash, whatever the limit of the container says."""
    piped = facts.core_pattern.startswith("|")
    seen = f"every crash starts {facts.core_pattern[1:].split()[0]} on the host" if piped else facts.core_pattern
    return Finding("host", "core dumps", State.NOTE if piped else State.HOLDS, seen)


def _facts(maker: Maker, want: Wanted) -> Facts:
    found: dict[str, Any] = {}
    for name in PROBES:
        run = _run_as_student if want.role is Role.STUDENT else _run_as_checker
        found.update(msgspec.json.decode(_said(name, run(maker, probe(name)))))
    return msgspec.convert(found, Facts)


def probe(name: str) -> bytes:
    return Path(probes.__file__).with_name(f"{name}.py").read_bytes()


def _said(name: str, printed: bytes) -> bytes:
    for line in printed.splitlines():
        if line.startswith(MARK):
            return line.removeprefix(MARK)
    last = printed.decode(errors="replace").strip().splitlines()[-1:]
    raise ProbeFailed(f"the probe of {name} told nothing: {' '.join(last) or 'it was killed or silent'}")


def _run_as_student(maker: Maker, source: bytes) -> bytes:
    container = maker.student(STUDENT_MEMORY_MIB)
    return _printed(container, Kind.SOURCE, source, end=Kind.LOADED)


def _run_as_checker(maker: Maker, source: bytes) -> bytes:
    return _printed(maker.checker(), Kind.PROBLEM, message_for(_problem(source)), end=Kind.COLLECTED)


def _printed(container: Container, kind: Kind, message: bytes, *, end: Kind) -> bytes:
    printed, deadline = bytearray(), time.monotonic() + PROBE_SECONDS
    try:
        container.send(kind, message, deadline=deadline)
        while (frame := container.receive(deadline=deadline)).kind != end:
            printed += frame.payload
    except (Gone, Silence):
        return bytes(printed)
    finally:
        container.remove()
    return bytes(printed)


def _problem(solution: bytes) -> Problem:
    """A problem whose solution is the probe: a checker executes it when it is given the problem."""
    facts = b'title = "Probe"\nsummary = "Tries the limits."\ndifficulty = "easy"\nentry = "probe"\n'
    test = b"def test_nothing() -> None:\n    pass\n"
    files = {"problem.toml": facts, "statement.md": b"", "starter.py": b"", "solution.py": solution}
    return from_files("probe", {**files, "tests/test_sample.py": test, "tests/test_hidden.py": test})


def _memory(maker: Maker) -> Finding:
    container, deadline = maker.student(STUDENT_MEMORY_MIB), time.monotonic() + PROBE_SECONDS
    try:
        container.send(Kind.SOURCE, probe("memory"), deadline=deadline)
        container.receive(deadline=deadline)
        return Finding("student", "memory is taken away", State.BROKEN, f"took more than {STUDENT_MEMORY_MIB} MiB")
    except Silence:
        return Finding("student", "memory is taken away", State.BROKEN, f"not killed within {PROBE_SECONDS:g} s")
    except Gone:
        flagged = container.ran_out_of_memory()
        seen = "killed, and the engine says why" if flagged else "ended, and the engine does not say why"
        return Finding("student", "memory is taken away", _state(flagged), seen)
    finally:
        container.remove()


def _output(maker: Maker) -> Finding:
    container = maker.student(STUDENT_MEMORY_MIB)
    try:
        kept = engine.keeps_output(container.id)
    finally:
        container.remove()
    seen = "stored on the host" if kept else "log driver none"
    return Finding("engine", "output is not stored", _state(not kept), seen)
