"""Drafts: what was typed elsewhere is never written over unseen."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from gradatim.db import Sessions
from gradatim.errors import DraftTooLarge, NoSuchProblem, NoSuchSubmission
from gradatim.models import Draft
from gradatim.services import drafts
from gradatim.services.drafts import DraftConflict, KeptDraft
from gradatim_grader.problem import Problem
from tests.services import making


def saved(sessions: Sessions, user_id: int, source: str, revision: int, *, saved_by: str = "") -> KeptDraft:
    return drafts.save(
        sessions, user_id=user_id, slug="doubling", source=source.encode(), revision=revision, saved_by=saved_by
    )


def text_of(sessions: Sessions, user_id: int) -> str | None:
    kept = drafts.draft_of(sessions, user_id, slug="doubling")
    return None if kept is None else kept.source


def test_a_draft_is_kept_and_every_change_gets_the_next_revision(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    assert drafts.draft_of(sessions, user_id, slug="doubling") is None
    first = saved(sessions, user_id, "one", 0, saved_by="tab")
    second = saved(sessions, user_id, "two", first.revision)
    assert (first.revision, second.revision) == (1, 2)
    assert text_of(sessions, user_id) == "two"


def test_an_old_revision_changes_nothing_and_is_shown_the_other_text(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    saved(sessions, user_id, "mine", 0, saved_by="this tab")
    with pytest.raises(DraftConflict) as conflict:
        saved(sessions, user_id, "other", 0)
    theirs = conflict.value.theirs
    assert (theirs.source, theirs.revision, theirs.saved_by) == ("mine", 1, "this tab")
    assert text_of(sessions, user_id) == "mine"


def test_saving_the_same_text_again_is_no_conflict(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    first = saved(sessions, user_id, "mine", 0)
    assert saved(sessions, user_id, "mine", 0).revision == first.revision


def test_of_two_tabs_at_once_one_is_told_of_the_other(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)

    def attempt(number: int) -> bool:
        try:
            saved(sessions, user_id, f"tab {number}", 0)
        except DraftConflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(attempt, range(4))) == 1


def test_an_empty_text_is_a_text(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    assert saved(sessions, user_id, "", 0).revision == 1
    assert text_of(sessions, user_id) == ""


def test_drafts_are_ones_own(sessions: Sessions, problem: Problem) -> None:
    ann, ben = making.guest(sessions), making.guest(sessions)
    saved(sessions, ann, "anns", 0)
    saved(sessions, ben, "bens", 0)
    assert (text_of(sessions, ann), text_of(sessions, ben)) == ("anns", "bens")
    assert drafts.draft_of(sessions, None, slug="doubling") is None


def test_what_is_too_large_or_for_no_problem_is_refused(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    with pytest.raises(DraftTooLarge):
        saved(sessions, user_id, "x" * (drafts.MAX_BYTES + 1), 0)
    with pytest.raises(NoSuchProblem):
        drafts.save(sessions, user_id=user_id, slug="nothing", source=b"", revision=0)


def test_a_submission_is_put_into_the_editor_and_that_can_be_undone(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions, source=b"submitted")
    saved(sessions, made.user_id, "typed since", 0)
    assert drafts.restore(sessions, made.id, user_id=made.user_id) == "doubling"
    kept = drafts.draft_of(sessions, made.user_id, slug="doubling")
    assert kept is not None
    assert (kept.source, kept.undoable) == ("submitted", True)
    drafts.put_back(sessions, user_id=made.user_id, slug="doubling")
    assert text_of(sessions, made.user_id) == "typed since"
    drafts.put_back(sessions, user_id=made.user_id, slug="doubling")
    assert text_of(sessions, made.user_id) == "submitted"


def test_after_the_next_change_there_is_nothing_to_undo(sessions: Sessions, problem: Problem) -> None:
    made = making.submitted(sessions, source=b"submitted")
    saved(sessions, made.user_id, "typed since", 0)
    drafts.restore(sessions, made.id, user_id=made.user_id)
    saved(sessions, made.user_id, "typed on", 2)
    drafts.put_back(sessions, user_id=made.user_id, slug="doubling")
    assert text_of(sessions, made.user_id) == "typed on"


def test_nobody_elses_submission_is_restored(sessions: Sessions, problem: Problem) -> None:
    made, other = making.submitted(sessions), making.guest(sessions)
    with pytest.raises(NoSuchSubmission):
        drafts.restore(sessions, made.id, user_id=other)
    with sessions.read() as session:
        assert session.scalars(select(Draft)).all() == []


def test_bytes_that_are_no_text_are_kept_as_they_came(sessions: Sessions, problem: Problem) -> None:
    user_id = making.guest(sessions)
    drafts.save(sessions, user_id=user_id, slug="doubling", source=b"a\0\xff", revision=0)
    with sessions.read() as session:
        assert session.scalars(select(Draft.source)).one() == b"a\0\xff"
