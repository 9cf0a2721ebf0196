"""The check of a draft: begun, called off, followed and read."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response, current_app, jsonify, render_template, request

from gradatim.services.authoring import checks, drafts, mistakes
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.checks import CheckStanding
from gradatim.services.notices import Watch, check_topic
from gradatim.web import events as streams
from gradatim.web.accounts import let_go_of_database
from gradatim.web.authoring.blueprint import DRAFT, author, bp, limit_saving, to
from gradatim.web.errors import wants_json
from gradatim.web.state import Site, state
from gradatim_grader.check.report import Step

LOOK_SECONDS = 0.5
DOING = {
    Step.REFERENCE: "The reference before its own tests",
    Step.STARTER: "The starter",
    Step.PITFALLS: "Variants of pitfalls",
    Step.MUTANTS: "Mutants of the reference",
    Step.SURVIVORS: "Calls that tell mutants apart",
}


@bp.get(f"{DRAFT}/check")
def check(draft_id: int) -> str:
    """How far the check is, or what it found."""
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    standing = checks.standing_of(state().sessions, draft_id, user_id=author())
    said = None if standing is None else _said(standing)
    return render_template("authoring/check.html", draft=shown, standing=standing, said=said)


@bp.post(f"{DRAFT}/check")
@limit_saving
def begin_check(draft_id: int) -> Response:
    if checks.request(state().sessions, draft_id, user_id=author()):
        state().queue.check(draft_id)  # after the commit: a message never outruns its row
    state().notices.tell(check_topic(draft_id))
    return to("check", draft_id=draft_id)


@bp.post(f"{DRAFT}/check/cancel")
def cancel_check(draft_id: int) -> Response:
    cancelled = checks.cancel(state().sessions, draft_id, user_id=author())
    state().notices.tell(check_topic(draft_id))
    if wants_json():
        return jsonify(cancelled=cancelled)
    return to("check", draft_id=draft_id)


@bp.get(f"{DRAFT}/check/events")
def check_events(draft_id: int) -> Response:
    """How far it is, until it is over."""
    user_id = author()
    drafts.draft_of(state().sessions, draft_id, user_id=user_id)
    let_go_of_database(current_app)
    look = partial(_look, state(), draft_id, user_id)
    return streams.answer(streams.follow(state(), check_topic(draft_id), look, pause=_pause))


@bp.get(f"{DRAFT}/check.json")
def check_report(draft_id: int) -> Response:
    """The report, as `gradatim problem check --json` prints it; null before there is one."""
    standing = checks.standing_of(state().sessions, draft_id, user_id=author())
    return jsonify(None if standing is None else standing.plain_report)


@bp.post(f"{DRAFT}/equivalent")
@limit_saving
def mark_equivalent(draft_id: int) -> Response:
    """Say of a surviving mutant that no test can catch it, and why."""
    form = request.form
    try:
        mistakes.mark_equivalent(
            state().sessions,
            draft_id,
            user_id=author(),
            removed=form.get("removed", ""),
            added=form.get("added", ""),
            reason=form.get("reason", ""),
        )
    except NotNow as error:
        return to("check", draft_id=draft_id, said=error.public)
    return to("check", draft_id=draft_id, said="The reason stands in mutants.toml now. Check again to count it.")


def _pause(watch: Watch) -> None:
    watch.wait(timeout_seconds=LOOK_SECONDS)


def _look(site: Site, draft_id: int, user_id: int, _: Watch) -> streams.Look:
    standing = checks.standing_of(site.sessions, draft_id, user_id=user_id)
    if standing is None or standing.is_over:
        return streams.Look({}, streams.event("done", {}))
    return streams.Look(_said(standing))


def _said(standing: CheckStanding) -> dict[str, Any]:
    """The state in a word, what is being done in a few, and how much of that is done."""
    progress = standing.progress
    if standing.waiting:
        doing = "Waiting: the grader cannot be reached just now"
    elif standing.position is not None:
        ahead = standing.position - 1
        doing = f"In the queue: {ahead} before this one" if ahead else "In the queue: this one is next"
    else:
        doing = DOING[progress.step] if progress else "Starting the sandbox"
    return {
        "state": standing.shown,
        "doing": doing,
        "done": progress.done if progress else 0,
        "total": progress.total if progress else 0,
    }
