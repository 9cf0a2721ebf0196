"""The audit log: what is in it, and finding it again."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.models import RoleName
from gradatim.services import accounts, audit
from gradatim.services.audit import COMMAND_LINE, WantedEvents


@pytest.fixture
def ann(sessions: Sessions) -> int:
    return accounts.create_user(sessions, email="ann@example.org", role=RoleName.INSTRUCTOR)[0].id


def found(sessions: Sessions, **wanted: str) -> list[tuple[str, str, str]]:
    rows = audit.events(sessions, WantedEvents(**wanted)).rows
    return [(event.actor, event.action, event.subject) for event in rows]


def test_a_look_at_somebodys_code_is_written_down_once_for_a_while(sessions: Sessions, ann: int) -> None:
    for number in (7, 7, 8):
        audit.looked(sessions, actor_id=ann, submission_id=number, owner_id=99)
    views = [subject for _, _, subject in found(sessions, action="submission.view")]
    assert views == ["submission 8", "submission 7"]
    [event] = audit.events(sessions, WantedEvents(subject="submission 7")).rows
    assert event.detail == {"student": 99}


def test_a_later_look_is_another(sessions: Sessions, ann: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "LOOK", -audit.LOOK)
    for _ in range(2):
        audit.looked(sessions, actor_id=ann, submission_id=7, owner_id=99)
    assert len(found(sessions, action="submission.view")) == 2


def test_a_look_at_ones_own_code_is_nobodys_business(sessions: Sessions, ann: int) -> None:
    audit.looked(sessions, actor_id=ann, submission_id=7, owner_id=ann)
    assert found(sessions, action="submission.view") == []


def test_events_are_found_by_who_by_what_and_by_whom(sessions: Sessions, ann: int) -> None:
    with sessions.begin() as session:
        audit.record(session, "problem.publish", subject="problem doubling", actor_id=ann, digest="d")
        audit.record(session, "problem.publish", subject="problem 100%")
    everything = found(sessions)
    assert everything[0] == (COMMAND_LINE, "problem.publish", "problem 100%")
    assert found(sessions, actor="ANN") == [("ann@example.org", "problem.publish", "problem doubling")]
    assert found(sessions, actor=COMMAND_LINE, action="problem.publish") == everything[:1]
    assert found(sessions, subject="0%") == everything[:1]
    assert found(sessions, actor="nobody") == []
    assert audit.actions(sessions) == ["problem.publish", "user.create"]


def test_all_of_them_come_in_batches(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "BATCH", 2)
    with sessions.begin() as session:
        for number in range(5):
            audit.record(session, "problem.publish", subject=f"problem {number}")
    subjects = [event.subject for event in audit.all_events(sessions, WantedEvents())]
    assert subjects == [f"problem {number}" for number in reversed(range(5))]
