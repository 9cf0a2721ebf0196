"""docs/security.md says what the code does: settings, denied calls, bounds, and a rule for every kind of case."""

from __future__ import annotations

import re

import pytest

from gradatim_grader import relay, sandbox, seccomp
from gradatim_grader.sandbox import Role, SandboxSettings
from gradatim_runner import frames, nodes
from tests.cases.expected import CASES
from tests.grader.conftest import ROOT
from tests.grader.hostile_sources import SOURCES

PAGE = (ROOT / "docs/security.md").read_text()
ALLOWED = {name for group in seccomp.ALLOWED.values() for name in group.split()}


DENIED = [
    "bpf", "fadvise64", "kexec_load", "keyctl", "membarrier", "memfd_create",
    "mount", "mq_open", "open_by_handle_at", "perf_event_open", "personality", "process_vm_readv",
    "process_vm_writev", "ptrace", "readahead", "setns", "shmget", "splice",
    "sync", "unshare", "userfaultfd", "vmsplice",
]  # fmt: skip


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_kind_of_case_has_its_rules() -> None:
    kinds = {name.partition("_")[0] for name in [*SOURCES, *(path.stem for path in (CASES / "attacks").glob("*.py"))]}
    described = set(re.findall(r"`([a-z]+)_\*`", section("Verdicts")))
    assert kinds == described


def test_the_rules_that_cases_refer_to_exist() -> None:
    rules = {int(number) for number in re.findall(r"^\| (\d+) \|", section("Verdicts"), re.MULTILINE)}
    assert rules == set(range(1, len(rules) + 1))


@pytest.mark.parametrize("name", DENIED)
def test_what_the_page_calls_denied_is_not_on_the_list(name: str) -> None:
    assert name in section("The sandbox")
    assert name not in ALLOWED


def test_the_profile_is_pinned_and_answers_clone3_as_if_it_did_not_exist() -> None:
    profile = seccomp.profile("amd64")
    assert profile["architectures"] == ["SCMP_ARCH_X86_64"]
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    (clone3,) = [rule for rule in profile["syscalls"] if "clone3" in rule["names"]]
    assert (clone3["action"], clone3["errnoRet"]) == ("SCMP_ACT_ERRNO", 38)
    allowed = {name for rule in profile["syscalls"] if rule["action"] == "SCMP_ACT_ALLOW" for name in rule["names"]}
    assert "socket" in allowed
    assert not {name for name in allowed if name.startswith(("io_uring", "ptrace", "clone3", "keyctl"))}


def test_locks_are_not_allowed_and_nothing_is_written_back_to_a_disk() -> None:
    rules = seccomp.profile("arm64")["syscalls"]
    commands = {each["value"] for rule in rules if "fcntl" in rule["names"] for each in rule["args"]}
    assert commands == set(seccomp.DESCRIPTOR_COMMANDS)
    assert not commands & {5, 6, 7, 36, 37, 38}  # F_GETLK, F_SETLK, F_SETLKW and those of open files
    for name in ("fsync", "fdatasync", "msync"):
        assert [rule["errnoRet"] for rule in rules if name in rule["names"]] == [0]
    assert "`fsync`" in section("The sandbox")


def test_the_table_of_settings_has_the_settings() -> None:
    table, settings = section("The sandbox"), SandboxSettings()
    options = sandbox.options(Role.CHECKER, settings, architecture="amd64", memory_mib=1024, cpu=0, number=7)
    host = options["HostConfig"]
    assert f"tmpfs of {settings.student_tmp_mib} MiB (A) or {settings.checker_tmp_mib} MiB (B)" in table
    assert f"{sandbox.TMP_FILES} files" in table
    assert f"| processes | {settings.student_pids}, " in table
    assert settings.student_pids == settings.checker_pids
    assert f"nofile {sandbox.OPEN_FILES}" in table
    assert f"{sandbox.FIRST_USER[Role.STUDENT]:,}" in table
    assert f"{sandbox.FIRST_USER[Role.CHECKER]:,}" in table
    assert settings.checker_memory_mib == 1024
    assert host["Memory"] == host["MemorySwap"] == 1 << 30
    assert (host["NetworkMode"], host["ReadonlyRootfs"], host["Binds"], host["CapDrop"]) == ("none", True, [], ["ALL"])
    assert (host["IpcMode"], host["Init"], host["LogConfig"]["Type"]) == ("none", True, "none")
    assert "no-new-privileges" in host["SecurityOpt"]
    limits = {limit["Name"]: limit["Hard"] for limit in host["Ulimits"]}
    assert limits == {"core": 0, "fsize": 64 << 20, "nofile": 256, "data": 768 << 20}


def test_a_runtime_is_asked_for_only_where_one_is_set() -> None:
    made = [
        sandbox.options(
            Role.STUDENT, SandboxSettings(runtime=name), architecture="arm64", memory_mib=64, cpu=None, number=0
        )["HostConfig"]
        for name in ("", "runsc")
    ]
    assert "Runtime" not in made[0]
    assert made[1]["Runtime"] == "runsc"


def test_the_bounds_of_the_page_are_the_codes() -> None:
    bounds, verdicts = section("The relay"), section("Verdicts")
    assert f"at most {frames.MAX_FRAME_BYTES >> 10} KiB" in bounds
    assert f"together {relay.ANSWERS_TOGETHER} times" in bounds
    assert f"over {frames.MAX_SOURCE_BYTES >> 10} KiB" in verdicts
    assert f"{nodes.MAX_NODES:,} parts, {nodes.MAX_DEPTH} levels, {nodes.MAX_AXES} axes" in verdicts
    assert f"busy for {relay.CHECKER_SECONDS:g} s" in verdicts
    assert relay.FRESH_CONTAINERS == 3
