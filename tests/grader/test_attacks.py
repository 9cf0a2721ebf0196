"""The table of hostile submissions: each gets exactly its verdict, learns nothing, and leaves nothing behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from gradatim_grader import engine
from gradatim_grader.problem import Problem
from gradatim_runner.report import Outcome, Verdict
from tests.cases.expected import CASES, expected_in
from tests.grader.attack_table import CANARIES, SERVER_CANARY, Graded, Table, server_canary
from tests.grader.hostile_sources import SOURCES

# Right, and in no hurry, so that one or another is always being graded and costs the machine little.
UNHURRIED = b"""
import time
table_of = positional_encoding
def positional_encoding(seq_length, d_model):
    time.sleep(0.05)
    return table_of(seq_length, d_model)
"""
CONTROL = (CASES / "attempts/right_loops.py").read_bytes() + UNHURRIED
FILES = {path.stem: path.read_bytes() for path in sorted((CASES / "attacks").glob("*.py"))}
ATTACKS = {**FILES, **SOURCES}
SECRETS = [*CANARIES.values(), SERVER_CANARY, "columns // 2"]  # the last is the solution's own
OUR_FRAME = 'File "/opt/gradatim'
NOT_THE_LEARNERS = ("gradatim_runner", "/opt/gradatim", "site-packages", "Traceback")

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def table(sandbox_image: str, positional_encoding: Problem) -> Iterator[Table]:
    with server_canary():
        table = Table(positional_encoding, CONTROL)
        table.start({name: (source, is_endless(source)) for name, source in ATTACKS.items()})
        try:
            yield table
        finally:
            table.close()


def is_endless(source: bytes) -> bool:
    return "time_limit" in expected_in(source).verdicts


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gets_its_verdict_and_nothing_else(name: str, table: Table) -> None:
    graded = table.result(name)
    report, expected = graded.report, expected_in(ATTACKS[name])
    assert report.verdict in expected.verdicts, report.sentence
    assert report.sentence
    assert expected.pitfalls is None or {pitfall.name for pitfall in report.pitfalls} == expected.pitfalls
    said = msgspec.json.encode(report).decode()
    assert [secret for secret in SECRETS if secret in said] == []
    assert OUR_FRAME not in report.stderr
    assert_one_verdict(graded)
    beside = table.controls_beside(graded)
    assert beside or report.verdict is Verdict.REJECTED
    assert {each.report.verdict for each in beside} <= {Verdict.PASSED}


def assert_one_verdict(graded: Graded) -> None:
    """Every test is told once, and the verdict is that of the first that did not pass."""
    report = graded.report
    told = [progress.result for progress in graded.progress]
    assert told in ([], report.tests)
    assert len({test.name for test in report.tests}) == len(report.tests)
    assert report.score == sum(test.points for test in report.tests)
    first = next((test for test in told if test.outcome not in (Outcome.PASSED, Outcome.NOT_RUN)), None)
    if told:
        assert report.verdict == (first.outcome if first else Verdict.PASSED)
    for test in report.tests:
        assert [word for word in NOT_THE_LEARNERS if not test.visible and word in test.message] == []


def test_nothing_is_left_behind(table: Table) -> None:
    for name in ATTACKS:
        table.result(name)
    before = volumes_and_networks()
    table.close()
    assert table.made
    assert table.left() == []
    assert processes_of(table.made) == []
    assert volumes_and_networks() <= before
    assert not [name for name in ("pwned", "fill", "was-here", "map") if Path("/tmp", name).exists()]


def processes_of(containers: list[str]) -> list[str]:
    """Processes of the host in the control groups of these containers."""
    made, found = set(containers), []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            groups = (process / "cgroup").read_text()
        except OSError:
            continue
        if made & set(re.findall("[0-9a-f]{64}", groups)):
            found.append(process.name)
    return found


def volumes_and_networks() -> set[str]:
    api = engine.client().api
    return {each["Name"] for each in [*api.networks(), *(api.volumes()["Volumes"] or [])]}
