"""The list of problems, and the workspace of one."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from markupsafe import Markup

from gradatim.models import Visibility
from gradatim.services import catalogue, drafts, hints, history, problems, solutions
from gradatim.services.catalogue import Wanted
from gradatim.services.problems import ComputedExample, ProblemText
from gradatim.web import lesson, markdown
from gradatim.web.lesson import EVERYBODY, Reader
from gradatim.web.state import state
from gradatim.web.visitors import viewer
from gradatim_grader.problem import Limits

bp = Blueprint("problems", __name__)


@dataclass(frozen=True)
class ProblemPage:
    """A problem with its texts as HTML."""

    slug: str
    title: str
    summary: str
    difficulty: str
    tags: list[str]
    limits: Limits
    entry: list[str]
    functions: list[str]
    version: str
    max_score: float
    statement_html: Markup
    theory_html: Markup
    starter: str
    hints: list[Markup]
    examples: list[ComputedExample]
    archived: bool
    visibility: Visibility
    pictures: list[Markup]  # one for each example, empty where it is no matrix

    @property
    def arguments(self) -> str:
        """Those of an example, to show how arguments are typed."""
        start = f"{self.entry[0]}("
        return next((one.call[len(start) : -1] for one in self.examples if one.call.startswith(start)), "")

    @classmethod
    def of(cls, text: ProblemText, reader: Reader = EVERYBODY) -> ProblemPage:
        return cls(
            slug=text.slug,
            title=text.title,
            summary=text.summary,
            difficulty=text.difficulty,
            tags=text.tags,
            limits=text.limits,
            entry=text.entry,
            functions=text.functions,
            version=text.version,
            max_score=text.max_score,
            statement_html=lesson.statement(text, reader),
            theory_html=lesson.theory(text, reader),
            starter=text.starter,
            hints=[markdown.render(hint) for hint in text.hints],
            examples=text.examples,
            archived=text.archived,
            visibility=text.visibility,
            pictures=lesson.pictures(len(text.examples), reader),
        )


@bp.get("/")
def index() -> str:
    """All problems, or those that the query asks for."""
    asked = {name: request.args.get(name, "").strip() for name in ("q", "tag", "difficulty", "standing")}
    wanted = Wanted(asked["q"], asked["tag"], asked["difficulty"], asked["standing"])
    found = catalogue.for_visitor(state().sessions, viewer().user_id)
    return render_template(
        "problems/index.html", problems=list(filter(wanted.fits, found.cards)), catalogue=found, wanted=wanted
    )


@bp.get("/problems/<slug>")
def show(slug: str) -> str:
    sessions, user_id = state().sessions, viewer().user_id
    text = problems.text_of(sessions, slug, user_id=user_id)
    problem = ProblemPage.of(text, lesson.reader_of(sessions, text, user_id))
    own = [] if user_id is None else history.submissions_of(sessions, user_id, slug=slug)
    last = None if user_id is None else history.last_source_of(sessions, user_id, slug=slug)
    draft = drafts.draft_of(sessions, user_id, slug=slug)
    return render_template(
        "problems/show.html",
        problem=problem,
        submissions=own,
        source=draft.source if draft else problem.starter if last is None else last,
        draft=draft,
        opened=hints.opened_by(sessions, user_id, slug=slug),
        passed=solutions.has_passed(sessions, user_id, slug=slug),
        pending=None if user_id is None else history.pending_of(sessions, user_id, slug=slug),
    )
