"""From wrong submissions without a name to a pitfall: the shortest of them goes, anonymised, into a draft."""

from __future__ import annotations

from gradatim.db import Sessions
from gradatim.errors import Refused
from gradatim.services import audit
from gradatim.services.authoring import checks, drafts, mistakes
from gradatim.services.insight import reading
from gradatim.services.insight.window import Window


class NotReadable(Refused):
    code = "not_readable"
    public = "This submission cannot be read as Python here, so that nobody's name could be taken out of it."


def make_pitfall(
    sessions: Sessions, slug: str, fingerprint: str, *, user_id: int, name: str = "", title: str = ""
) -> int:
    """Put it into the draft of the problem, which is made from the current version where there is none, and have the
    draft checked; its id, for the queue of checks. Name and title can be changed in the draft.

    Raises:
        NoSuchProblem, NoSuchMistake: there is none, or it is not the user's.
        NotReadable: the submission's syntax is too much for the reader.
        NotNow: somebody else has a draft of the problem, or the draft has a pitfall of this name.
    """
    mistake = reading.mistake_for(sessions, slug, fingerprint, Window(), user_id=user_id)
    if mistake.source is None:
        raise NotReadable(f"submission {mistake.submissions[0].id}")
    shown = mistake.submissions[0]
    audit.looked(sessions, actor_id=user_id, submission_id=shown.id, owner_id=shown.user_id)
    draft_id = drafts.open_published(sessions, slug, user_id=user_id)
    mistakes.add_pitfall(
        sessions,
        draft_id,
        user_id=user_id,
        name=name.strip() or f"unnamed-{fingerprint[:8]}",
        title=title.strip() or f"A mistake without a name yet, of {len(mistake.submissions)} submissions",
        source=mistake.source.encode(),
    )
    checks.request(sessions, draft_id, user_id=user_id)
    return draft_id
