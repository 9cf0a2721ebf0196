"""Running one's function with arguments of one's own, typed as Python literals: read here, never run here."""

from __future__ import annotations

from flask import Blueprint, Response, request

from gradatim.errors import BadArguments
from gradatim.models import Kind
from gradatim.services import problems
from gradatim.web.limits import limit_sending
from gradatim.web.state import state
from gradatim.web.submissions import hand_in
from gradatim.web.visitors import viewer
from gradatim_grader import calls
from gradatim_grader.calls import ArgumentsError

bp = Blueprint("own_calls", __name__)


@bp.post("/problems/<slug>/calls")
@limit_sending
def create(slug: str) -> Response:
    """As handing in, with the fields `arguments` and, where a problem has several functions, `function`."""
    entry = problems.text_of(state().sessions, slug, user_id=viewer().user_id).entry
    typed, function = request.form.get("arguments", ""), request.form.get("function", "")
    try:
        call = calls.read(typed, entry=entry, function=function)
    except ArgumentsError as error:
        raise BadArguments(str(error)) from None
    return hand_in(slug, Kind.CALL, call=call)
