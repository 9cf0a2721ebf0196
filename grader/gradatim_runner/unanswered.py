"""What a test meets in the place of an answer: what the learner's code raised, or that there is none."""

from __future__ import annotations

from gradatim_runner.faults import BUILTIN_EXCEPTIONS
from gradatim_runner.frames import Broken
from gradatim_runner.messages import Raised
from gradatim_runner.report import Outcome

NOT_OURS_TO_RAISE = (StopIteration, StopAsyncIteration, UnicodeDecodeError, UnicodeEncodeError)


class CallBroken(BaseException):
    """There is no answer to a call. No `Exception`, so that no test takes it for one of the learner's."""

    def __init__(self, reason: Broken) -> None:
        super().__init__(reason.name)
        self.reason = reason


class LearnerRaised(Exception):
    """The learner's function raised. Tests see it as its built-in type too, so that `pytest.raises` works."""

    raised: Raised


def exception_for(raised: Raised) -> LearnerRaised:
    """What a test sees of an exception of the learner's code."""
    kind = BUILTIN_EXCEPTIONS.get(raised.type_name) if raised.builtin else None
    made: LearnerRaised
    if kind is None or not issubclass(kind, Exception) or kind in NOT_OURS_TO_RAISE:
        made = LearnerRaised(raised.message)
    else:
        try:
            made = type(raised.type_name, (LearnerRaised, kind), {})(raised.message)
        except TypeError:  # a type whose layout or arguments do not fit
            made = LearnerRaised(raised.message)
    made.raised = raised
    return made


def outcome_of(reason: Broken) -> Outcome:
    """The outcome of the test in which a call broke."""
    return _OUTCOMES[reason]


_OUTCOMES = {
    Broken.ERROR: Outcome.ERROR,
    Broken.TIME_LIMIT: Outcome.TIME_LIMIT,
    Broken.TOTAL_LIMIT: Outcome.TIME_LIMIT,
    Broken.LOAD_LIMIT: Outcome.TIME_LIMIT,
    Broken.MEMORY_LIMIT: Outcome.MEMORY_LIMIT,
    Broken.OUTPUT_LIMIT: Outcome.OUTPUT_LIMIT,
    Broken.ANSWER_LIMIT: Outcome.OUTPUT_LIMIT,
    Broken.NONE_LEFT: Outcome.NOT_RUN,
}
