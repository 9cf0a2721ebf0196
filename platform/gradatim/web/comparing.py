"""Two of one's submissions side by side."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from gradatim.models import Submission
from gradatim.services import comparing, history, problems
from gradatim.services.comparing import Row, TooLong
from gradatim.web.limits import limiter
from gradatim.web.state import state
from gradatim.web.visitors import viewer

bp = Blueprint("comparing", __name__)


@bp.get("/problems/<slug>/compare")
@limiter.limit("60 per minute")
def show(slug: str) -> str:
    """The two that `with` names, the older on the left; with fewer, two to choose from the list."""
    user_id = viewer().user_id
    text = problems.text_of(state().sessions, slug, user_id=user_id)
    own = [] if user_id is None else history.submissions_of(state().sessions, user_id, slug=slug)
    chosen = _chosen(own, request.args.getlist("with", type=int))
    rows: list[Row] | None = None
    if len(chosen) == 2:
        try:
            rows = comparing.side_by_side(chosen[0].source_text, chosen[1].source_text)
        except TooLong:
            rows = None
    return render_template("submissions/compare.html", problem=text, submissions=own, chosen=chosen, rows=rows)


def _chosen(own: list[Submission], ids: list[int]) -> list[Submission]:
    """The first two that are the asker's own, in the order they were made."""
    wanted = list(dict.fromkeys(ids))
    found = [one for number in wanted for one in own if one.id == number][:2]
    return sorted(found, key=lambda one: one.id)
