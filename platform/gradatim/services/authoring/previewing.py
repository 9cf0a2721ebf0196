"""The arrays of a draft's lesson, as the last check that found no fault computed them."""

from __future__ import annotations

import msgspec
from sqlalchemy.orm import Session

from gradatim.db import Sessions
from gradatim.models import DraftCheck
from gradatim.services.authoring import access
from gradatim.services.lessons import NoSuchArray, ShownArray, call_in
from gradatim.services.publishing import Prepared
from gradatim_grader.blocks import ArrayBlock
from gradatim_grader.lesson import Lesson
from gradatim_runner.messages import ArrayResult


def arrays_in(sessions: Sessions, draft_id: int, read: Lesson, *, user_id: int) -> dict[str, ShownArray]:
    """By the key of its part, each array of this text that was computed already. Raises NoSuchDraft."""
    with sessions.read() as session:
        prepared = _prepared(session, draft_id, user_id)
    if prepared is None:
        return {}
    arrays = {result.key: result for result in prepared.arrays}
    found = {part.key: prepared.calls.get(call_in(block), "") for part, block in read.of(ArrayBlock)}
    return {key: _shown(arrays[known]) for key, known in found.items() if known in arrays}


def array_of(sessions: Sessions, draft_id: int, key: str, *, user_id: int) -> ShownArray:
    """One of them, by the key that it was computed under. Raises NoSuchDraft, NoSuchArray."""
    with sessions.read() as session:
        prepared = _prepared(session, draft_id, user_id)
    for result in prepared.arrays if prepared else ():
        if result.key == key:
            return _shown(result)
    raise NoSuchArray(f"the check of draft {draft_id} computed no array {key}")


def _prepared(session: Session, draft_id: int, user_id: int) -> Prepared | None:
    access.draft_for(session, draft_id, user_id=user_id)
    check = session.get(DraftCheck, draft_id)
    if check is None or check.prepared is None:
        return None
    return msgspec.msgpack.decode(check.prepared, type=Prepared)


def _shown(result: ArrayResult) -> ShownArray:
    return ShownArray(
        version="",
        key=result.key,
        row_numbers=result.row_numbers,
        column_numbers=result.column_numbers,
        dtype=result.dtype,
        wavelengths=result.wavelengths,
        data=result.data,
    )
