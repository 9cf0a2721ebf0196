"""Workers tell of themselves; one that has stopped is found without any clock but the finder's own."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from gradatim import db
from gradatim.db import Sessions, utc_now
from gradatim.models import WorkerPresence
from gradatim.services import presence
from gradatim.worker.presence import Presence
from gradatim_grader.unchanged import Unchanged
from tests.services.fakes import MemoryGrader
from tests.services.test_worker import eventually


def stored(sessions: Sessions) -> dict[str, WorkerPresence]:
    with sessions.read() as session:
        return {row.owner: row for row in session.query(WorkerPresence)}


def test_each_beat_is_counted_and_a_leave_is_told(sessions: Sessions) -> None:
    presence.beat(sessions, owner="a", name="one")
    presence.beat(sessions, owner="a", name="one")
    presence.beat(sessions, owner="b", name="two")
    assert presence.beats(sessions) == {"a": 2, "b": 1}
    presence.leave(sessions, owner="a")
    assert stored(sessions)["a"].left_at is not None
    presence.beat(sessions, owner="a", name="one")  # thawed, or started again under the same name
    assert stored(sessions)["a"].left_at is None


def test_rows_of_long_ago_go_when_somebody_new_comes(sessions: Sessions) -> None:
    presence.beat(sessions, owner="old", name="old")
    with sessions.begin() as session:
        session.execute(update(WorkerPresence).values(seen_at=utc_now() - presence.KEPT - timedelta(minutes=1)))
    presence.beat(sessions, owner="new", name="new")
    assert set(presence.beats(sessions)) == {"new"}


@pytest.mark.parametrize("hours", [-5, 5], ids=["clock set back", "clock set forward"])
def test_whatever_clocks_do_who_beats_lives_and_who_stops_is_dead(sessions: Sessions, hours: int) -> None:
    now = 0.0
    watched = Unchanged(seconds=60, clock=lambda: now)
    presence.beat(sessions, owner="killed", name="k")
    presence.beat(sessions, owner="living", name="l")
    watched.look(presence.beats(sessions))
    with sessions.begin() as session:
        session.execute(update(WorkerPresence).values(seen_at=utc_now() + timedelta(hours=hours)))
    presence.beat(sessions, owner="living", name="l")
    now = 61
    assert watched.look(presence.beats(sessions)) == {"killed"}


def test_a_worker_has_the_containers_of_the_dead_removed_and_never_its_own(sessions: Sessions) -> None:
    presence.beat(sessions, owner="dead", name="dead")
    grader = MemoryGrader()
    watching = Presence(sessions, grader, owner="a", name="a", lease_seconds=0.1)
    watching.start()
    eventually(lambda: grader.told_dead == {"dead"})
    watching.close()
    assert stored(sessions)["a"].left_at is not None


def test_a_database_that_was_away_has_killed_nobody(sessions: Sessions) -> None:
    presence.beat(sessions, owner="other", name="other")
    gone = db.connect("postgresql+psycopg://nobody@127.0.0.1:1/none")
    watching = Presence(gone, MemoryGrader(), owner="a", name="a", lease_seconds=0.1)
    watching.dead = frozenset({"other"})
    watching.start()
    eventually(lambda: watching.dead == frozenset())
    watching.close()
    gone.close()


def test_the_file_for_the_supervisor_is_touched_by_each_beat_and_gone_at_the_end(
    sessions: Sessions, tmp_path: Path
) -> None:
    file = tmp_path / "beat"
    watching = Presence(sessions, MemoryGrader(), owner="a", name="a", lease_seconds=0.1, beat_file=file)
    watching.start()
    eventually(file.exists)
    watching.close()
    assert not file.exists()


def test_two_workers_with_one_name_are_told_of_and_both_are_known(sessions: Sessions) -> None:
    presence.beat(sessions, owner="first", name="same")
    with capture_logs() as logs:
        second = Presence(sessions, MemoryGrader(), owner="second", name="same", lease_seconds=5)
        second.start()
        eventually(lambda: "second" in presence.beats(sessions))
        second.close()
    [said] = [entry for entry in logs if "GRADATIM_WORKER_NAME" in entry["event"]]
    assert (said["name"], said["others"]) == ("same", ["first"])
    assert set(presence.beats(sessions)) == {"first", "second"}
