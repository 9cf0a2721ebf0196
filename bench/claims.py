"""(i), the database: how claiming, standing in the queue and the sweep grow with what is stored and what is queued."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update

from bench.figures import Series
from bench.plan import Plan
from gradatim import db
from gradatim.db import Sessions, utc_now
from gradatim.models import Kind, Problem, ProblemVersion, State, Submission, User
from gradatim.services import grading, history, migrating, sweeping
from gradatim.settings import Settings
from gradatim_runner.report import Verdict

BATCH = 5000
SOURCE = b"def positional_encoding(seq_length, d_model):\n    return None\n" * 8
FEW = 10
SWEEPS = 5

Measured = dict[str, dict[int, Series]]


def grown(folder: Path, plan: Plan) -> dict[str, Measured]:
    """Times by operation and by number of rows: with few queued and many stored, and the other way round."""
    return {
        "stored": _by_count(folder, plan, plan.stored, lambda count: (count, FEW)),
        "queued": _by_count(folder, plan, plan.queued, lambda count: (FEW, count)),
    }


def _by_count(folder: Path, plan: Plan, counts: tuple[int, ...], rows: Callable[[int], tuple[int, int]]) -> Measured:
    measured: Measured = {"claim": {}, "standing": {}, "sweep": {}}
    for count in counts:
        with _filled(folder, *rows(count)) as (sessions, queued):
            for what, series in _timed(sessions, queued, plan.claims_of_each).items():
                measured[what][count] = series
    return measured


def _timed(sessions: Sessions, queued: list[int], times: int) -> dict[str, Series]:
    """Claims are given back untimed, so that the queue keeps its length."""
    claims, standings = Series(), Series()
    for number in range(times):
        chosen = queued[number * len(queued) // times]
        standings.add(_seconds(partial(history.standing_of, sessions, chosen))[0])
        seconds, claim = _seconds(partial(grading.claim, sessions, Kind.SUBMIT, owner="bench", lease_seconds=60))
        claims.add(seconds)
        assert claim is not None
        grading.put_back(sessions, claim)
    sweeps = Series(_seconds(lambda: sweeping.sweep(sessions))[0] for _ in range(SWEEPS))
    return {"claim": claims, "standing": standings, "sweep": sweeps}


def _seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


@contextmanager
def _filled(folder: Path, stored: int, queued: int) -> Iterator[tuple[Sessions, list[int]]]:
    """A database with this many finished and queued submissions, and the ids of those queued."""
    path = folder / f"claims-{stored}-{queued}.sqlite3"
    settings = Settings(database_url=f"sqlite:///{path}", var=folder)
    migrating.upgrade(settings)
    sessions = db.connect(settings.database)
    try:
        common = _common(sessions)
        _insert(sessions, stored, common | _done())
        first = stored + 1
        waits = common | {"state": State.QUEUED, "not_before": utc_now() + timedelta(hours=1)}
        _insert(sessions, queued, waits)
        _give_turns(sessions)
        yield sessions, list(range(first, first + queued))
    finally:
        sessions.close()


def _give_turns(sessions: Sessions) -> None:
    """All are one user's: each stands behind all before it."""
    with sessions.begin() as session:
        queued = update(Submission).where(Submission.state == State.QUEUED)
        session.execute(queued.values(turn=Submission.id))


def _common(sessions: Sessions) -> dict[str, Any]:
    with sessions.begin() as session:
        user = User(is_guest=True, fs_uniquifier="bench")
        version = ProblemVersion(
            problem=Problem(slug="bench"),
            digest="0",
            title="",
            facts_json={},
            examples_json=[],
            max_score=1,
            test_count=1,
        )
        session.add_all([user, version])
        session.flush()
        return {"user_id": user.id, "version_id": version.id, "kind": Kind.SUBMIT, "source": SOURCE}


def _done() -> dict[str, Any]:
    return {"state": State.DONE, "verdict": Verdict.PASSED, "finished_at": utc_now()}


def _insert(sessions: Sessions, count: int, row: dict[str, Any]) -> None:
    for start in range(0, count, BATCH):
        with sessions.begin() as session:
            session.execute(insert(Submission), [row] * min(BATCH, count - start))
