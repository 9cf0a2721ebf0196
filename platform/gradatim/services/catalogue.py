"""The list of problems, searched and narrowed down; and where somebody left off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Select, func, select, union_all

from gradatim.db import Sessions
from gradatim.models import SENT, Draft, OpenedHints, Problem, ProblemVersion, QuizAnswer, Submission
from gradatim.services import problems
from gradatim.services.problems import ProblemCard

STANDINGS = ("new", "begun", "tried", "passed")
DIFFICULTIES = ("easy", "medium", "hard")
MAX_WORDS_CHARS = 200


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; an empty field leaves everything in."""

    words: str = ""
    tag: str = ""
    difficulty: str = ""
    standing: str = ""

    @property
    def anything(self) -> bool:
        return not (self.words or self.tag or self.difficulty or self.standing)

    def fits(self, card: ProblemCard) -> bool:
        """Every word must stand somewhere in the title, the summary or a tag."""
        text = " ".join((card.title, card.summary, *card.tags)).casefold()
        return (
            all(word in text for word in self.words[:MAX_WORDS_CHARS].casefold().split())
            and self.tag in ("", *card.tags)
            and self.difficulty in ("", card.difficulty)
            and self.standing in ("", card.standing)
        )


@dataclass(frozen=True)
class Catalogue:
    """Every published problem with what one visitor did with it; `left` is the one to go on with."""

    cards: list[ProblemCard]
    left: ProblemCard | None

    @property
    def tag_options(self) -> list[tuple[str, str]]:
        return sorted({(tag, tag) for card in self.cards for tag in card.tags})


def for_visitor(sessions: Sessions, user_id: int | None) -> Catalogue:
    touched = touched_by(sessions, user_id)
    cards = [replace(card, begun=card.slug in touched) for card in problems.cards_for(sessions, user_id)]
    return Catalogue(cards, left_at(cards, touched))


def touched_by(sessions: Sessions, user_id: int | None) -> dict[str, datetime]:
    """By slug, when the user last did anything with a problem: typed, sent, answered a question or opened a hint."""
    if user_id is None:
        return {}
    sent = select(ProblemVersion.problem_id, Submission.created_at.label("at")).join(Submission.version)
    sent = sent.where(Submission.user_id == user_id, Submission.kind.in_(SENT))
    others: list[Select[int, datetime]] = [
        select(Draft.problem_id, Draft.saved_at).where(Draft.user_id == user_id),
        select(OpenedHints.problem_id, OpenedHints.opened_at).where(OpenedHints.user_id == user_id),
        select(QuizAnswer.problem_id, QuizAnswer.answered_at).where(QuizAnswer.user_id == user_id),
    ]
    touched = union_all(sent, *others).subquery()
    latest = select(Problem.slug, func.max(touched.c.at).label("at")).join(touched, touched.c.problem_id == Problem.id)
    with sessions.read() as session:
        return {row.slug: row.at for row in session.execute(latest.group_by(Problem.slug))}


def left_at(cards: Iterable[ProblemCard], touched: dict[str, datetime]) -> ProblemCard | None:
    """The problem to go on with: the one last touched, unless it is passed."""
    begun = [card for card in cards if card.slug in touched and card.standing != "passed"]
    return max(begun, key=lambda card: touched[card.slug], default=None)
