"""What a probe saw inside a sandbox, held against what was meant: one line for each limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec

from gradatim_grader.sandbox import FIRST_USER, OPEN_FILES, PROCESSOR_US, TMP_FILES, Role, SandboxSettings
from gradatim_grader.seccomp import ENOSYS, EPERM

MIB = 1 << 20
CAPABILITIES = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
FILTER = "2"  # seccomp's mode in /proc
ANSWERS = {"clone3": ENOSYS, "fdatasync": 0, "fsync": 0, "msync": 0}  # what is answered otherwise than with EPERM
SOME_MORE = 1.35  # of a processor: the quota is kept over a tenth of a second, and the probe measures half a second


class State(StrEnum):
    HOLDS = "holds"
    NOTE = "note"
    BROKEN = "does not hold"


class Finding(msgspec.Struct, frozen=True):
    """`where`: engine, student or checker. `seen`: what was measured, in a few words."""

    where: str
    limit: str
    state: State
    seen: str


class Facts(msgspec.Struct, frozen=True):
    """What the probes print; see gradatim_grader/probes."""

    status: dict[str, str]
    calls: dict[str, int]
    sockets: list[str]
    interfaces: list[str]
    terminals: bool
    shared_memory: bool
    readable: list[str]
    core_pattern: str
    root_read_only: bool
    writable: list[str]
    shared: list[str]
    tmp_flags: list[str]
    tmp_bytes: int
    tmp_files: int
    runs_from_tmp: bool
    processes: int
    processors_used: float
    processors_allowed: int
    quota: str
    memory: str
    memory_and_swap: str
    swap: str
    host_swap_kib: int
    ulimits: dict[str, list[int]]
    descriptors: int
    init: str
    orphan_is_reaped: bool
    oom_score_adj: int

    @property
    def user(self) -> int:
        return int(self.status["Uid"].split()[0])

    def let_through(self) -> list[str]:
        """System calls that the filter did not answer."""
        return [name for name, error in self.calls.items() if error != ANSWERS.get(name, EPERM)]


class Wanted(NamedTuple):
    """What the settings say for one role."""

    role: Role
    memory_mib: int
    tmp_mib: int
    pids: int


class Rule(NamedTuple):
    limit: str
    holds: Callable[[Facts, Wanted], bool]
    seen: Callable[[Facts, Wanted], str]


def wanted(role: Role, settings: SandboxSettings, *, memory_mib: int) -> Wanted:
    if role is Role.STUDENT:
        return Wanted(role, memory_mib, settings.student_tmp_mib, settings.student_pids)
    return Wanted(role, memory_mib, settings.checker_tmp_mib, settings.checker_pids)


def findings(facts: Facts, want: Wanted) -> Iterator[Finding]:
    """One finding for each limit of a container."""
    for rule in RULES:
        state = State.HOLDS if rule.holds(facts, want) else State.BROKEN
        yield Finding(want.role.value, rule.limit, state, rule.seen(facts, want))


def _names(found: list[str], otherwise: str) -> str:
    return ", ".join(found) or otherwise


def _no_swap(facts: Facts, want: Wanted) -> bool:
    return facts.swap == "0" or facts.memory_and_swap == str(want.memory_mib * MIB) or not facts.host_swap_kib


def _ulimits(facts: Facts, want: Wanted) -> bool:
    limits, tmp = facts.ulimits, want.tmp_mib * MIB
    fixed = limits["core"] == [0, 0] and limits["fsize"] == [tmp, tmp] and facts.descriptors <= OPEN_FILES
    return fixed and (want.role is Role.STUDENT or 0 < limits["data"][1] < want.memory_mib * MIB)


RULES = [
    Rule("no network", lambda f, w: f.interfaces == ["lo"], lambda f, w: f"interfaces: {_names(f.interfaces, 'none')}"),
    Rule("sockets within only", lambda f, w: not f.sockets, lambda f, w: f"opened: {_names(f.sockets, 'none')}"),
    Rule(
        "read-only root",
        lambda f, w: f.root_read_only and not f.writable,
        lambda f, w: f"writable: {_names([] if f.root_read_only else ['/', *f.writable], 'nothing but /tmp')}",
    ),
    Rule("nothing of the host's", lambda f, w: not f.shared, lambda f, w: f"mounted: {_names(f.shared, 'nothing')}"),
    Rule(
        "temporary space is small",
        lambda f, w: 0 < f.tmp_bytes <= w.tmp_mib * MIB,
        lambda f, w: f"full after {f.tmp_bytes / MIB:.0f} MiB",
    ),
    Rule(
        "temporary files are few",
        lambda f, w: 0 < f.tmp_files <= TMP_FILES,
        lambda f, w: f"full after {f.tmp_files} files",
    ),
    Rule(
        "temporary files do not run",
        lambda f, w: not f.runs_from_tmp and f.tmp_flags == ["NOEXEC", "NOSUID", "NODEV"],
        lambda f, w: _names([flag.lower() for flag in f.tmp_flags], "no flags"),
    ),
    Rule(
        "no capabilities",
        lambda f, w: all(int(f.status[name], 16) == 0 for name in CAPABILITIES),
        lambda f, w: _names([f"{name} {f.status[name]}" for name in CAPABILITIES if int(f.status[name], 16)], "none"),
    ),
    Rule(
        "no new privileges",
        lambda f, w: f.status["NoNewPrivs"] == "1",
        lambda f, w: f"NoNewPrivs {f.status['NoNewPrivs']}",
    ),
    Rule(
        "seccomp filter",
        lambda f, w: f.status["Seccomp"] == FILTER,
        lambda f, w: f"mode {f.status['Seccomp']}",
    ),
    Rule(
        "system calls denied",
        lambda f, w: not f.let_through(),
        lambda f, w: f"let through: {_names(f.let_through(), f'none of {len(f.calls)}')}",
    ),
    Rule("memory", lambda f, w: f.memory == str(w.memory_mib * MIB), lambda f, w: f"{f.memory or 'unknown'} bytes"),
    Rule(
        "no swap",
        _no_swap,
        lambda f, w: f"with swap {f.memory_and_swap or f.swap or 'unknown'}; the host has {f.host_swap_kib} KiB",
    ),
    Rule("processes", lambda f, w: f.processes <= w.pids, lambda f, w: f"{f.processes} of {w.pids}"),
    Rule(
        "one processor's time",
        lambda f, w: f.quota.split()[:1] == [str(PROCESSOR_US)] and f.processors_used <= SOME_MORE,
        lambda f, w: f"four busy processes used {f.processors_used:g}; quota {f.quota or 'unknown'}",
    ),
    Rule("one processor", lambda f, w: f.processors_allowed == 1, lambda f, w: f"{f.processors_allowed} allowed"),
    Rule(
        "ulimits",
        _ulimits,
        lambda f, w: ", ".join(f"{name} {limits[1]}" for name, limits in f.ulimits.items()),
    ),
    Rule(
        "no shared memory",
        lambda f, w: not f.shared_memory,
        lambda f, w: "there is some" if f.shared_memory else "none",
    ),
    Rule("no terminals", lambda f, w: not f.terminals, lambda f, w: "opened one" if f.terminals else "none"),
    Rule(
        "orphans are reaped",
        lambda f, w: f.orphan_is_reaped and not f.init.startswith("python"),
        lambda f, w: f"process 1 is {f.init}",
    ),
    Rule(
        "unprivileged user",
        lambda f, w: f.user >= FIRST_USER[w.role],
        lambda f, w: f"user {f.user}, groups {f.status['Groups'] or 'none'}",
    ),
    Rule("kernel's files hidden", lambda f, w: not f.readable, lambda f, w: f"readable: {_names(f.readable, 'none')}"),
    Rule("first to go", lambda f, w: f.oom_score_adj == 1000, lambda f, w: f"oom_score_adj {f.oom_score_adj}"),
]
