"""Reading problems: the list, and everything that a problem's page shows."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from sqlalchemy import case, func, select

from gradatim.db import Sessions
from gradatim.models import Kind, Problem, ProblemFile, ProblemVersion, Submission, Visibility
from gradatim.services import visibility
from gradatim_grader.problem import Limits
from gradatim_runner.report import Verdict

SHOWN_FILES = ("statement.md", "theory.md", "starter.py")


@dataclass(frozen=True)
class ProblemCard:
    """A problem in the list, with what the viewer reached; `best` is the verdict of their best submission."""

    slug: str
    title: str
    summary: str
    difficulty: str
    tags: list[str]
    max_score: float
    best: Verdict | None = None
    best_score: float | None = None
    attempts: int = 0
    begun: bool = False

    @property
    def standing(self) -> str:
        """The viewer's own state with it: new, begun, tried or passed."""
        if self.best is Verdict.PASSED:
            return "passed"
        return "tried" if self.attempts else "begun" if self.begun else "new"


@dataclass(frozen=True)
class ComputedExample:
    call: str
    result: str
    explain: str


@dataclass(frozen=True)
class ProblemText:
    """What students may see of a problem's current version; statement, theory and hints are Markdown."""

    slug: str
    title: str
    summary: str
    difficulty: str
    tags: list[str]
    limits: Limits
    entry: list[str]
    version: str
    max_score: float
    statement: str
    theory: str
    starter: str
    hints: list[str]
    examples: list[ComputedExample]
    archived: bool = False
    visibility: Visibility = Visibility.LISTED

    @property
    def functions(self) -> list[str]:
        """What learners may call with arguments of their own: `entry` without the classes, as the starter has them."""
        classes = {node.name for node in ast.parse(self.starter).body if isinstance(node, ast.ClassDef)}
        return [name for name in self.entry if name not in classes]


@dataclass(frozen=True)
class _Reached:
    """What a user's submissions to one problem came to."""

    best: Verdict | None = None
    best_score: float | None = None
    attempts: int = 0


def cards_for(sessions: Sessions, user_id: int | None) -> list[ProblemCard]:
    """Every listed problem, easiest first."""
    with sessions.read() as session:
        versions = session.execute(
            select(ProblemVersion, Problem.slug, Problem.id)
            .join(Problem)
            .where(ProblemVersion.current, visibility.is_listed())
        ).all()
    reached = {} if user_id is None else _reached_by(sessions, user_id)
    cards = [_card(version, slug, reached.get(problem_id, _Reached())) for version, slug, problem_id in versions]
    return sorted(cards, key=lambda card: (("easy", "medium", "hard").index(card.difficulty), card.title))


def text_of(sessions: Sessions, slug: str, *, user_id: int | None = None) -> ProblemText:
    """Raises NoSuchProblem where no published problem has this slug, or it is not this user's to see."""
    with sessions.read() as session:
        version = visibility.current_version(session, slug, user_id=user_id)
        shown = select(ProblemFile).where(ProblemFile.version_id == version.id, ProblemFile.path.in_(SHOWN_FILES))
        texts = {file.path: file.content.decode() for file in session.scalars(shown)}
    facts = version.facts
    return ProblemText(
        slug=slug,
        title=facts.title,
        summary=facts.summary,
        difficulty=facts.difficulty,
        tags=facts.tags,
        limits=facts.limits,
        entry=facts.entry,
        version=version.digest,
        max_score=version.max_score,
        statement=texts.get("statement.md", ""),
        theory=texts.get("theory.md", ""),
        starter=texts.get("starter.py", ""),
        hints=facts.hints,
        examples=[ComputedExample(**example) for example in version.examples_json],
        archived=version.problem.archived_at is not None,
        visibility=version.problem.visibility,
    )


def _card(version: ProblemVersion, slug: str, reached: _Reached) -> ProblemCard:
    facts = version.facts
    return ProblemCard(
        slug=slug,
        title=facts.title,
        summary=facts.summary,
        difficulty=facts.difficulty,
        tags=facts.tags,
        max_score=version.max_score,
        best=reached.best,
        best_score=reached.best_score,
        attempts=reached.attempts,
    )


def _reached_by(sessions: Sessions, user_id: int) -> dict[int, _Reached]:
    """By problem id, from the user's finished submissions that count."""
    passed = case((Submission.verdict == Verdict.PASSED, 1), else_=0)
    ranked = (
        select(
            ProblemVersion.problem_id,
            Submission.verdict,
            Submission.score,
            func.count().over(partition_by=ProblemVersion.problem_id).label("attempts"),
            func.row_number()
            .over(
                partition_by=ProblemVersion.problem_id,
                order_by=(passed.desc(), Submission.score.desc(), Submission.id),
            )
            .label("place"),
        )
        .join(Submission.version)
        .where(
            Submission.user_id == user_id,
            Submission.kind == Kind.SUBMIT,
            Submission.verdict.is_not(None),
            Submission.verdict != Verdict.SYSTEM_ERROR,
        )
        .subquery()
    )
    with sessions.read() as session:
        return {
            row.problem_id: _Reached(row.verdict, row.score, row.attempts)
            for row in session.execute(select(ranked).where(ranked.c.place == 1))
        }
