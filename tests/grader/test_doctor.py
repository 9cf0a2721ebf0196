"""The doctor is green where every limit holds, and red in the right line where one is switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from rich.console import Console

from gradatim.cli.doctor import show
from gradatim_grader import doctor
from gradatim_grader.engine import About
from gradatim_grader.findings import RULES, Finding, State, findings, wanted
from gradatim_grader.making import Maker
from gradatim_grader.sandbox import Role, SandboxSettings

Body = dict[str, Any]

pytestmark = pytest.mark.docker


class Careless(Maker):
    """Makes sandboxes with something changed."""

    def __init__(self, *changes: Callable[[Body, Body], None]) -> None:
        super().__init__(SandboxSettings())
        self._changes = changes

    def body(self, role: Role, memory_mib: int) -> Body:
        body = super().body(role, memory_mib)
        for change in self._changes:
            change(body, body["HostConfig"])
        return body


def broken(found: Iterable[Finding]) -> set[str]:
    return {each.limit for each in found if each.state is State.BROKEN}


def test_here_every_limit_holds(sandbox_image: str) -> None:
    found = list(doctor.examine(Maker(SandboxSettings())))
    assert broken(found) == set()
    assert {"engine", "student", "checker", "both"} <= {each.where for each in found}


def writable_root(body: Body, host: Body) -> None:
    host["ReadonlyRootfs"] = False


def no_filter(body: Body, host: Body) -> None:
    host["SecurityOpt"] = ["seccomp=unconfined"]


def root_with_capabilities(body: Body, host: Body) -> None:
    body["User"] = "0:0"
    host["CapDrop"] = []


def any_temporary_files(body: Body, host: Body) -> None:
    host["Tmpfs"] = {"/tmp": "rw,exec,size=64m,mode=1777"}


def bound(body: Body, host: Body) -> None:
    host["Binds"] = ["/usr/share:/mnt:ro"]


def many_processes(body: Body, host: Body) -> None:
    host["PidsLimit"] = 200


def all_processors(body: Body, host: Body) -> None:
    host.update(CpuQuota=0, CpusetCpus="")


def more_memory(body: Body, host: Body) -> None:
    host.update(Memory=512 << 20, MemorySwap=512 << 20)


def no_ulimits(body: Body, host: Body) -> None:
    host["Ulimits"] = []


def shared_memory(body: Body, host: Body) -> None:
    host["IpcMode"] = "private"


def nothing_hidden(body: Body, host: Body) -> None:
    host["MaskedPaths"] = []


def no_init(body: Body, host: Body) -> None:
    host["Init"] = False


def last_to_go(body: Body, host: Body) -> None:
    host["OomScoreAdj"] = 500


def networked(body: Body, host: Body) -> None:
    body["NetworkDisabled"] = False
    host["NetworkMode"] = "bridge"


# Each with its red lines. Those of one group are switched off in the same sandboxes: none of them hides another.
GROUPS: list[dict[Callable[[Body, Body], None], set[str]]] = [
    {
        writable_root: {"read-only root"},
        no_filter: {"seccomp filter", "system calls denied", "sockets within only", "no new privileges"},
        root_with_capabilities: {"unprivileged user", "no capabilities"},
        many_processes: {"processes"},
        no_init: {"orphans are reaped"},
        networked: {"no network"},
    },
    {
        any_temporary_files: {
            "temporary space is small", "temporary files are few", "temporary files do not run",
        },
        bound: {"nothing of the host's"},
        all_processors: {"one processor's time", "one processor"},
        more_memory: {"memory"},
        no_ulimits: {"ulimits"},
        shared_memory: {"no shared memory"},
        nothing_hidden: {"no terminals"},
        last_to_go: {"first to go"},
    },
]  # fmt: skip


@pytest.mark.parametrize("group", GROUPS, ids=["all over the kernel", "all over the machine"])
def test_limits_that_are_switched_off_are_the_red_lines(
    group: dict[Callable[[Body, Body], None], set[str]], sandbox_image: str
) -> None:
    maker = Careless(*group)
    want = wanted(Role.STUDENT, maker.settings, memory_mib=doctor.STUDENT_MEMORY_MIB)
    found = broken(findings(doctor._facts(maker, want), want))
    for lines in group.values():
        assert lines <= found
    others = {rule.limit for rule in RULES} - set().union(*group.values())
    assert found & others <= {"kernel's files hidden"}  # root reads more of them


def test_a_sandbox_without_a_memory_limit_is_a_red_line(sandbox_image: str) -> None:
    def unlimited(body: Body, host: Body) -> None:
        host.update(Memory=4 << 30, MemorySwap=4 << 30)

    found = doctor._memory(Careless(unlimited))
    assert (found.limit, found.state) == ("memory is taken away", State.BROKEN)


def test_an_engine_that_stores_output_is_a_red_line(sandbox_image: str) -> None:
    def stored(body: Body, host: Body) -> None:
        host["LogConfig"] = {"Type": "json-file", "Config": {}}

    assert doctor._output(Careless(stored)).state is State.BROKEN


def test_a_sandbox_that_does_not_start_is_a_red_line(sandbox_image: str) -> None:
    found = {each.limit: each.seen for each in doctor.examine(Maker(SandboxSettings(runtime="no-such-runtime")))}
    assert {"version", "runtime", "a sandbox starts"} <= set(found)
    assert "no-such-runtime" in found["a sandbox starts"]


def test_a_probe_that_tells_nothing_is_a_red_line(sandbox_image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "probe", lambda name: b"raise SystemExit('not today')")
    found = [each for each in doctor.examine(Maker(SandboxSettings())) if each.limit == "probe"]
    assert [(each.where, each.state) for each in found] == [("student", State.BROKEN), ("checker", State.BROKEN)]


def about(**changes: Any) -> About:
    sound = About(
        version="26.1.5",
        api_version="1.45",
        kernel="6.12",
        cgroup_version="2",
        security=["name=seccomp,profile=builtin", "name=userns"],
        runtimes=["runc", "runsc"],
        default_runtime="runc",
        lacks=[],
    )
    return sound._replace(**changes)


@pytest.mark.parametrize(
    ("changes", "runtime", "line"),
    [
        pytest.param({"version": "18.09.1"}, "", "version", id="too old"),
        pytest.param({"security": []}, "", "seccomp", id="built without seccomp"),
        pytest.param({"lacks": ["PidsLimit"]}, "", "limits", id="cannot limit processes"),
        pytest.param({}, "kata", "runtime", id="a runtime that is not installed"),
    ],
)
def test_an_engine_that_cannot_hold_a_limit_is_a_red_line(changes: dict[str, Any], runtime: str, line: str) -> None:
    states = {found.limit: found.state for found in doctor._engine(about(**changes), runtime)}
    assert [limit for limit, state in states.items() if state is State.BROKEN] == [line]


def test_a_runtime_with_a_kernel_of_its_own_is_better_than_the_hosts() -> None:
    states = [{f.limit: f.state for f in doctor._engine(about(), name)}["runtime"] for name in ("runsc", "")]
    assert states == [State.HOLDS, State.NOTE]


def test_the_table_says_what_was_measured_and_counts_what_does_not_hold() -> None:
    console = Console(record=True, width=120)
    found = [
        Finding("student", "no network", State.BROKEN, "interfaces: eth0, lo"),
        Finding("engine", "runtime", State.NOTE, "runc"),
    ]
    assert show(found, console=console) == 1
    text = console.export_text()
    assert "interfaces: eth0, lo" in text
    assert "1 of these do not hold" in text
