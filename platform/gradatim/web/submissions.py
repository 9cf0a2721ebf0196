"""Handing in, and looking at what came of it: as a page, as a fragment, as JSON, as events."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import structlog
from flask import Blueprint, Response, current_app, jsonify, make_response, redirect, render_template, request, url_for

from gradatim.errors import DraftTooLarge, NoSuchSubmission
from gradatim.models import OVER, Kind, Submission
from gradatim.services import audit, drafts, history, problems, submissions
from gradatim.services.drafts import DraftConflict
from gradatim.services.regrades import reading as regrades
from gradatim.services.visibility import Archived
from gradatim.web import events as streams
from gradatim.web.accounts import let_go_of_database
from gradatim.web.errors import wants_json
from gradatim.web.forms import SubmissionForm
from gradatim.web.limits import limit_sending
from gradatim.web.observing import request_id
from gradatim.web.problems import ProblemPage
from gradatim.web.state import state
from gradatim.web.visitors import user_id_or_new_guest, viewer
from gradatim_grader.calls import OwnCall
from gradatim_runner.report import shown_report

bp = Blueprint("submissions", __name__)
log = structlog.get_logger(__name__)


@bp.post("/problems/<slug>/submissions")
@limit_sending
def create(slug: str) -> Response:
    return hand_in(slug, Kind.SUBMIT)


def hand_in(slug: str, kind: Kind, *, call: OwnCall | None = None) -> Response:
    """Store what was sent, tell the queue, and say where the answer will be. `call`: of kind CALL, what is asked."""
    form = SubmissionForm.from_request()
    if viewer().user_id is None:
        text = problems.text_of(state().sessions, slug)  # what takes no submission must not make a guest
        if text.archived:
            raise Archived(f"{slug} is archived")
    made = submissions.submit(
        state().sessions,
        user_id=user_id_or_new_guest(),
        slug=slug,
        source=form.source,
        kind=kind,
        call=call,
        request_id=request_id(),
    )
    log.info("submitted", submission=made.id, kind=kind.value)
    state().metrics.submitted(kind.value)
    if made.verdict is None:
        state().queue.grade(made.id, kind=kind)  # after the commit: a message never outruns its row
    url = url_for("submissions.show", submission_id=made.id)
    if not wants_json():
        if kind != Kind.TRY:
            _keep_draft(slug, made)
        return make_response(redirect(url, 303))
    answer = {
        "id": made.id,
        "url": url,
        "events": url_for("submissions.events", submission_id=made.id),
        "result": url_for("submissions.result", submission_id=made.id),
        "cancel": url_for("submissions.cancel", submission_id=made.id),
        "state": made.state.value,
    }
    return make_response(jsonify(answer), 201, {"Location": url})


def _keep_draft(slug: str, made: Submission) -> None:
    """Where no script does it: the editor next opens with what was sent."""
    revision = request.form.get("revision", default=0, type=int)
    with suppress(DraftConflict, DraftTooLarge):  # the text itself is safe: it is in the submission
        drafts.save(state().sessions, user_id=made.user_id, slug=slug, source=made.source, revision=revision)


@bp.get("/problems/<slug>/submissions")
def index(slug: str) -> str:
    user_id = viewer().user_id
    problem = ProblemPage.of(problems.text_of(state().sessions, slug, user_id=user_id))
    own = [] if user_id is None else history.submissions_of(state().sessions, user_id, slug=slug)
    return render_template("submissions/index.html", problem=problem, submissions=own)


@bp.get("/submissions/<int(max=2147483647):submission_id>")
def show(submission_id: int) -> str:
    submission, progress = _looked_at(submission_id)
    own = submission.user_id == viewer().user_id
    before = regrades.results_before(state().sessions, submission_id)
    return render_template("submissions/show.html", submission=submission, own=own, before=before, **progress)


@bp.get("/submissions/<int(max=2147483647):submission_id>/source")
def source(submission_id: int) -> Response:
    """What was sent, as a file and as nothing that a browser could take for a page."""
    response = Response(_seen(submission_id).source, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="submission-{submission_id}.py"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@bp.get("/submissions/<int(max=2147483647):submission_id>/result")
def result(submission_id: int) -> Response:
    submission, progress = _looked_at(submission_id)
    name = "partials/outcome.html" if submission.state in OVER else "partials/pending.html"
    html = render_template(name, submission=submission, **progress)
    return make_response(html, 200, {"X-State": progress["shown"]})


@bp.get("/submissions/<int(max=2147483647):submission_id>.json")
def as_json(submission_id: int) -> Response:
    submission, progress = _looked_at(submission_id)
    shown: dict[str, Any] = {"id": submission.id, "kind": submission.kind.value}
    shown |= {"state": progress["shown"], "position": progress["position"]}
    report = progress["report"]
    shown |= {"problem": submission.problem_slug} if report is None else shown_report(report)
    return jsonify(shown)


@bp.get("/submissions/<int(max=2147483647):submission_id>/events")
def events(submission_id: int) -> Response:
    history.check_seen(state().sessions, submission_id, viewer=viewer())
    let_go_of_database(current_app)
    return streams.stream(submission_id, who=viewer())


@bp.post("/submissions/<int(max=2147483647):submission_id>/cancel")
def cancel(submission_id: int) -> Response:
    """Only for its owner: staff may look, and stop nobody."""
    user_id = viewer().user_id
    if user_id is None:
        raise NoSuchSubmission(submission_id)
    cancelled = submissions.cancel(state().sessions, submission_id, user_id=user_id)
    state().notices.tell(submission_id)
    if wants_json():
        return jsonify(cancelled=cancelled)
    return make_response(redirect(url_for("submissions.show", submission_id=submission_id), 303))


def _seen(submission_id: int) -> Submission:
    """The submission, for its owner, or for staff and then written down."""
    who = viewer()
    found = history.submission_for(state().sessions, submission_id, viewer=who)
    if who.user_id is not None:
        audit.looked(state().sessions, actor_id=who.user_id, submission_id=found.id, owner_id=found.user_id)
    return found


def _looked_at(submission_id: int) -> tuple[Submission, dict[str, Any]]:
    """The submission, and what to say of it while it waits."""
    # Before the row is read: what is over by now will have its report there.
    standing = history.standing_of(state().sessions, submission_id)
    submission = _seen(submission_id)
    over = submission.state in OVER
    return submission, {
        "report": submission.report(),
        "shown": submission.state.value if over else standing.shown,
        "position": None if over else standing.position,
        "done": None,
        "total": None if over else standing.total,
        "may_cancel": not over and submission.user_id == viewer().user_id,
    }
