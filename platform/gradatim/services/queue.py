"""The queue: hints to workers that somebody waits. Holds ids only; what it loses the sweep finds.

A message about a submission says that one more of its kind stands in line. Which one is graded is decided when a worker
takes the message, by the database: see services/line.py.
"""

from __future__ import annotations

import sys

import structlog
from dramatiq import Broker, Message
from dramatiq.brokers.stub import StubBroker
from dramatiq.errors import DramatiqError

from gradatim.models import Kind
from gradatim.services import letters
from gradatim.services.letters import DeadLetter
from gradatim.settings import Settings

QUEUES = {Kind.SUBMIT: "submissions", Kind.RUN: "runs", Kind.CALL: "calls", Kind.TRY: "tries", Kind.REGRADE: "regrades"}
ACTORS = {
    Kind.SUBMIT: "grade_submission",
    Kind.RUN: "grade_run",
    Kind.CALL: "make_call",
    Kind.TRY: "run_snippet",
    Kind.REGRADE: "grade_again",
}

CHECKS, CHECK_ACTOR = "checks", "check_draft"  # of problems: see gradatim.worker.checker

log = structlog.get_logger(__name__)


def broker_for(settings: Settings) -> Broker:
    """The broker: in this process's memory, or Redis where a URL is set.

    It has no middleware of Dramatiq's: retries and time limits are the database's business here.
    """
    if settings.embedded:
        return StubBroker(middleware=[])
    from dramatiq.brokers.redis import RedisBroker

    return RedisBroker(url=settings.broker_url, middleware=[])


class Queue:
    """Sends messages. A message that cannot be sent is a delay, never an error to whoever submits."""

    def __init__(self, broker: Broker) -> None:
        self.broker = broker
        for name in (*QUEUES.values(), CHECKS):
            broker.declare_queue(name)

    def grade(self, submission_id: int, *, kind: Kind) -> None:
        self._send(QUEUES[kind], ACTORS[kind], submission_id)

    def check(self, draft_id: int) -> None:
        self._send(CHECKS, CHECK_ACTOR, draft_id)

    def _send(self, queue: str, actor: str, number: int) -> None:
        message: Message[None] = Message(queue_name=queue, actor_name=actor, args=(number,), kwargs={}, options={})
        try:
            self.broker.enqueue(message)
        except _sending_errors() as error:
            log.warning("message not sent; the sweep will", actor=actor, number=number, reason=str(error))

    def length(self) -> int | None:
        """How many messages wait, or None where the broker does not answer."""
        try:
            return sum(letters.length(self.broker, name) for name in (*QUEUES.values(), CHECKS))
        except _sending_errors() as error:
            log.warning("the broker does not answer", reason=str(error))
            return None

    def dead_letters(self) -> list[DeadLetter]:
        """Messages that were given up; none where the broker does not answer."""
        try:
            return letters.dead(self.broker)
        except _sending_errors() as error:
            log.warning("the broker does not answer", reason=str(error))
            return []

    def send_dead_letters_again(self) -> int:
        """How many there were."""
        try:
            return letters.send_again(self.broker)
        except _sending_errors() as error:
            log.warning("the broker does not answer", reason=str(error))
            return 0


def _sending_errors() -> tuple[type[Exception], ...]:
    redis = sys.modules.get("redis")  # a quarter of a second to import, which one machine need not pay
    return (DramatiqError, OSError) if redis is None else (DramatiqError, OSError, redis.RedisError)
