"""What the live blocks of a lesson ask for: arrays, answers to questions, runs of snippets."""

from __future__ import annotations

import csv
import io
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, request, url_for

from gradatim.models import Kind
from gradatim.services import lessons, problems, quizzes
from gradatim.services.lessons import ShownArray
from gradatim.web import lesson
from gradatim.web.errors import wants_json
from gradatim.web.limits import limit_sending, limiter
from gradatim.web.state import state
from gradatim.web.submissions import hand_in
from gradatim.web.visitors import user_id_or_new_guest, viewer

KEPT_SECONDS = 365 * 24 * 3600

bp = Blueprint("blocks", __name__)
limit_answering = limiter.shared_limit("120 per minute", scope="answering")


@bp.get("/arrays/<digest>/<key>.f64")
def array_bytes(digest: str, key: str) -> Response:
    """The numbers as they are: float64, little-endian, row by row."""
    array = lessons.array_of(state().sessions, digest, key=key)
    return _for_ever(Response(array.data, mimetype="application/octet-stream"))


@bp.get("/arrays/<digest>/<key>.csv")
def array_csv(digest: str, key: str) -> Response:
    """A line of column numbers, then for each row its number and its values, with all digits."""
    array = lessons.array_of(state().sessions, digest, key=key)
    response = _for_ever(Response(_csv(array), mimetype="text/csv"))
    response.headers["Content-Disposition"] = f'attachment; filename="{array.key}.csv"'
    return response


@bp.post("/problems/<slug>/questions/<name>")
@limit_answering
def answer(slug: str, name: str) -> Response:
    """Answer a question, be told the answer, rate oneself, or put the answer aside: the form's button says which."""
    sessions = state().sessions
    quiz = quizzes.question(sessions, slug, name, user_id=viewer().user_id)
    do, given = request.form.get("do", "answer"), request.form.getlist("answer")
    if do == "answer":
        quizzes.parsed(quiz, given)  # what answers nothing must not make a guest
    asked: dict[str, Any] = {"user_id": user_id_or_new_guest(), "slug": slug, "quiz": quiz}
    if do == "show":
        standing = quizzes.reveal(sessions, **asked)
    elif do == "again":
        standing = quizzes.put_aside(sessions, **asked)
    elif do in ("knew", "missed"):
        standing = quizzes.rate(sessions, **asked, knew=do == "knew")
    else:
        standing = quizzes.answer(sessions, **asked, given=given)
    if not wants_json():
        return make_response(redirect(url_for("problems.show", slug=slug, _anchor=f"question-{name}"), 303))
    text = problems.text_of(sessions, slug, user_id=viewer().user_id)
    figures = lesson.figures_of(text, lesson.reader_of(sessions, text, viewer().user_id))
    html = lesson.quiz_html(slug, quiz, standing)
    return jsonify(html=html, solved=figures.solved, questions=figures.questions)


@bp.post("/problems/<slug>/tries")
@limit_sending
def run_snippet(slug: str) -> Response:
    return hand_in(slug, Kind.TRY)


def _for_ever(response: Response) -> Response:
    response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, immutable"
    return response


def _csv(array: ShownArray) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["", *array.column_numbers])
    for number, row in zip(array.row_numbers, array.rows(len(array.row_numbers)), strict=True):
        writer.writerow([number, *row])
    return text.getvalue()
