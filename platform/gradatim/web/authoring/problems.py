"""A published problem as its authors see it: who sees it, whether it is archived; opened as a draft; as a zip."""

from __future__ import annotations

import io

from flask import Response, render_template, request, send_file

from gradatim.errors import NotFound
from gradatim.models import Visibility
from gradatim.services.authoring import drafts, problems
from gradatim.services.authoring.access import NotNow
from gradatim.web.authoring.blueprint import DRAFT, author, bp, to
from gradatim.web.state import state
from gradatim_grader.archive import packed
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import Problem, from_files

PROBLEM = "/authoring/problems/<slug>"


@bp.get(PROBLEM)
def problem(slug: str) -> str:
    shown = problems.problem_of(state().sessions, slug, user_id=author())
    return render_template("authoring/problem.html", problem=shown)


@bp.post(f"{PROBLEM}/edit")
def edit(slug: str) -> Response:
    """Go on writing: the problem's draft, made from its current version where there is none."""
    try:
        draft_id = drafts.open_published(state().sessions, slug, user_id=author())
    except NotNow as error:
        return to("problem", slug=slug, said=error.public)
    return to("draft", draft_id=draft_id)


@bp.post(f"{PROBLEM}/visibility")
def show(slug: str) -> Response:
    wanted = request.form.get("visibility", "")
    if wanted not in list(Visibility):
        raise NotFound(f"no visibility {wanted!r}")
    problems.show(state().sessions, slug, Visibility(wanted), user_id=author())
    return to("problem", slug=slug)


@bp.post(f"{PROBLEM}/archive")
def archive(slug: str) -> Response:
    """With `archived` put it away, without take it out again."""
    problems.archive(state().sessions, slug, user_id=author(), archived="archived" in request.form)
    return to("problem", slug=slug)


@bp.get(f"{PROBLEM}/export")
def export(slug: str) -> Response:
    return _zip(problems.content_of(state().sessions, slug, user_id=author()))


@bp.get(f"{DRAFT}/export")
def export_draft(draft_id: int) -> Response:
    """The draft as a zip, as soon as it is a problem."""
    shown = drafts.draft_of(state().sessions, draft_id, user_id=author())
    files = drafts.content_of(state().sessions, draft_id, user_id=author())
    try:
        return _zip(from_files(shown.slug, files))
    except ProblemError as error:
        return to("draft", draft_id=draft_id, said=f"This is not a problem yet: {error}")


def _zip(content: Problem) -> Response:
    return send_file(
        io.BytesIO(packed(content)), mimetype="application/zip", as_attachment=True, download_name=f"{content.slug}.zip"
    )
