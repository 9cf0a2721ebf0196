"""New problems: from a template, from a zip file, or from tests and a solution that somebody has already."""

from __future__ import annotations

import io
from collections.abc import Mapping

from flask import Response, make_response, render_template, request

from gradatim.services import templates
from gradatim.services.authoring import drafts, pasting
from gradatim.services.authoring.access import NotNow
from gradatim.services.templates import TEMPLATES
from gradatim.web.authoring.blueprint import author, bp, limit_saving, to
from gradatim.web.state import state
from gradatim_grader.archive import unpacked
from gradatim_grader.errors import ProblemError

FIELDS = ("how", "slug", "title", "template", "tests", "solution")


@bp.get("/authoring/new")
def new() -> str:
    return _form({}, "")


@bp.post("/authoring/new")
@limit_saving
def make() -> Response:
    """Make a draft, or show the form again with what was typed and why not."""
    typed = {name: request.form.get(name, "") for name in FIELDS}
    try:
        slug, files, said = _problem(typed)
        draft_id = drafts.create(state().sessions, slug, files, owner_id=author())
    except (NotNow, ProblemError) as error:
        reason = error.public if isinstance(error, NotNow) else str(error)
        return make_response(_form(typed, reason), 422)
    return to("draft", draft_id=draft_id, said=" ".join(said))


def _problem(typed: Mapping[str, str]) -> tuple[str, dict[str, bytes], list[str]]:
    """Slug, files, and what was done to them. Raises NotNow, ProblemError."""
    slug = typed["slug"].strip()
    if typed["how"] == "zip":
        sent = request.files.get("zip")
        if sent is None or not sent.filename:
            raise NotNow("Choose a zip file first.")
        problem = unpacked(io.BytesIO(sent.read()), name=sent.filename, slug=slug)
        return problem.slug, problem.files, []
    if typed["how"] == "paste":
        tests, solution = (_text(name) or typed[name] for name in ("tests", "solution"))
        if not (tests.strip() and solution.strip()):
            raise NotNow("It takes both: the tests and the solution that they test.")
        title = typed["title"].strip() or slug.replace("-", " ").capitalize()
        made = pasting.problem_from(tests, solution, title=title)
        return slug, made.files, made.said
    if typed["template"] not in TEMPLATES:
        raise NotNow("Choose a template.")
    return slug, templates.files_of(typed["template"]), []


def _text(name: str) -> str:
    """A file that was sent in the place of a text, or ""."""
    sent = request.files.get(f"{name}_file")
    return sent.read().decode("utf-8", "replace") if sent is not None and sent.filename else ""


def _form(typed: Mapping[str, str], wrong: str) -> str:
    return render_template("authoring/new.html", templates=TEMPLATES, typed=typed, wrong=wrong)
