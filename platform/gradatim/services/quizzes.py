"""Answers to a lesson's questions: judged here and nowhere else, so that no page holds what is right beforehand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gradatim.db import Sessions, storable, utc_now
from gradatim.errors import NotFound, Refused
from gradatim.models import Problem, QuizAnswer, User
from gradatim.services import lessons
from gradatim_grader.blocks import Quiz

MAX_RECALL_CHARS = 4000


class NoSuchQuestion(NotFound):
    public = "There is no such question."


class NoAnswer(Refused):
    """What was sent is no answer to this question."""

    code = "no_answer"

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


@dataclass(frozen=True)
class Standing:
    """Where somebody stands with one question. `answer`: numbers of choices, a number, a text; None before any.

    `correct`: for a recall question what they said of themselves, None until they did.
    """

    answer: Any = None
    correct: bool | None = None
    tries: int = 0
    revealed: bool = False

    @property
    def solved(self) -> bool:
        """Whether everything may be told now."""
        return self.revealed or (self.answer is not None and bool(self.correct))

    def chosen_right(self, quiz: Quiz) -> bool:
        """Whether every choice that was made is right."""
        return all(quiz.choices[number].correct for number in self.answer or [])


NEW = Standing()


def standings_of(sessions: Sessions, user_id: int | None, *, slug: str) -> dict[str, tuple[str, Standing]]:
    """By name of the question: the digest of the question that was answered, and where the user stands."""
    if user_id is None:
        return {}
    with sessions.read() as session:
        own = select(QuizAnswer).join(Problem, Problem.id == QuizAnswer.problem_id)
        found = session.scalars(own.where(Problem.slug == slug, QuizAnswer.user_id == user_id))
        return {kept.name: (kept.digest, _standing(kept)) for kept in found}


def answer(sessions: Sessions, *, user_id: int, slug: str, quiz: Quiz, given: Sequence[str]) -> Standing:
    """Judge an answer and keep it; what was kept for an earlier form of the question is forgotten.

    Raises:
        NoAnswer: this answers nothing.
    """
    read = parsed(quiz, given)
    with sessions.begin() as session:
        kept = _kept(session, user_id, slug, quiz)
        kept.answer_json, kept.correct = read, judged(quiz, read)
        kept.tries += 1
        if kept.tries == 1:
            kept.first_correct = kept.correct
        kept.answered_at = utc_now()
        return _standing(kept)


def rate(sessions: Sessions, *, user_id: int, slug: str, quiz: Quiz, knew: bool) -> Standing:
    """Keep what somebody says of their own answer from memory, once they have seen the model."""
    with sessions.begin() as session:
        kept = _kept(session, user_id, slug, quiz)
        if quiz.kind == "recall" and kept.answer_json is not None:
            kept.correct = knew
            if kept.tries == 1:
                kept.first_correct = knew
        return _standing(kept)


def reveal(sessions: Sessions, *, user_id: int, slug: str, quiz: Quiz) -> Standing:
    """Tell the answer to somebody who has tried, and keep that they were told."""
    with sessions.begin() as session:
        kept = _kept(session, user_id, slug, quiz)
        kept.revealed = kept.tries > 0
        return _standing(kept)


def put_aside(sessions: Sessions, *, user_id: int, slug: str, quiz: Quiz) -> Standing:
    """Ask once more, as if for the first time; how they did before is kept."""
    with sessions.begin() as session:
        kept = _kept(session, user_id, slug, quiz)
        kept.answer_json, kept.correct, kept.revealed = None, None, False
        return _standing(kept)


def question(sessions: Sessions, slug: str, name: str, *, user_id: int | None = None) -> Quiz:
    """Raises NoSuchProblem where the problem is not the user's to see, NoSuchQuestion where it asks no such thing."""
    found = lessons.quizzes_of(sessions, slug, user_id=user_id).get(name)
    if found is None:
        raise NoSuchQuestion(f"{slug} has no question {name!r}")
    return found


def parsed(quiz: Quiz, given: Sequence[str]) -> Any:
    """What a form's fields say: numbers of choices, a number, or a text.

    Raises:
        NoAnswer: nothing that answers this question.
    """
    if quiz.kind in ("single", "multiple"):
        return _chosen(quiz, given)
    text = storable(given[0]).strip() if given else ""
    if quiz.kind == "recall":
        if not text:
            raise NoAnswer("Write down what you remember first, a word or two will do.")
        return text[:MAX_RECALL_CHARS]
    try:
        number = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        raise NoAnswer("Enter a number, such as 6.28.") from None
    if not math.isfinite(number):
        raise NoAnswer("Enter a finite number.")
    return number


def judged(quiz: Quiz, read: Any) -> bool | None:
    """Whether an answer is right; None where only its author can say."""
    if quiz.kind == "recall":
        return None
    if quiz.kind == "numeric":
        return bool(abs(read - (quiz.answer or 0.0)) <= (quiz.tolerance or 0.0))
    return list(read) == [number for number, choice in enumerate(quiz.choices) if choice.correct]


def _chosen(quiz: Quiz, given: Sequence[str]) -> list[int]:
    possible = {str(number): number for number in range(len(quiz.choices))}
    chosen = sorted({possible[text] for text in given if text in possible})
    if not chosen:
        raise NoAnswer("Choose an answer first.")
    return chosen[:1] if quiz.kind == "single" else chosen


def _kept(session: Session, user_id: int, slug: str, quiz: Quiz) -> QuizAnswer:
    """The user's row for this question, made or begun anew where there is none for it as it is asked now."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())  # two tabs must not both make one
    problem_id = session.scalars(select(Problem.id).where(Problem.slug == slug)).one()
    kept = session.get(QuizAnswer, (user_id, problem_id, quiz.name))
    if kept is not None and kept.digest != quiz.digest:
        session.delete(kept)
        session.flush()
        kept = None
    if kept is None:
        kept = QuizAnswer(
            user_id=user_id, problem_id=problem_id, name=quiz.name, digest=quiz.digest, tries=0, revealed=False
        )
        session.add(kept)
    return kept


def _standing(kept: QuizAnswer) -> Standing:
    return Standing(kept.answer_json, kept.correct, kept.tries, kept.revealed)
