"""Messages that Dramatiq gave up: of an actor that nobody knows, or that raised what no actor of ours may.

What they tell of is still in the database, and the sweep sends it again; they are kept to be looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dramatiq import Broker, Message
from dramatiq.brokers.stub import StubBroker

Letter = Message[Any]


@dataclass(frozen=True)
class DeadLetter:
    """`submission_id` is None where the message carries no number."""

    queue: str
    actor: str
    submission_id: int | None


def length(broker: Broker, queue: str) -> int:
    """How many messages wait in a queue."""
    if isinstance(broker, StubBroker):
        return int(broker.queues[queue].qsize())
    return int(_redis(broker).llen(_key(broker, queue)))


def dead(broker: Broker) -> list[DeadLetter]:
    return [_shown(letter) for queue in _queues(broker) for letter in _kept(broker, queue)]


def send_again(broker: Broker) -> int:
    """Put every one back into its queue; how many there were."""
    again = [letter for queue in _queues(broker) for letter in _kept(broker, queue)]
    for letter in again:
        broker.enqueue(letter)
        _forget(broker, letter)
    return len(again)


def _queues(broker: Broker) -> list[str]:
    return sorted(broker.get_declared_queues())


def _kept(broker: Broker, queue: str) -> list[Letter]:
    if isinstance(broker, StubBroker):
        return [Message(**letter.asdict()) for letter in broker.dead_letters_by_queue[queue]]
    return [Message.decode(data) for data in _redis(broker).hvals(f"{_key(broker, queue)}.XQ.msgs")]


def _forget(broker: Broker, letter: Letter) -> None:
    if isinstance(broker, StubBroker):
        kept = broker.dead_letters_by_queue[letter.queue_name]
        kept[:] = [other for other in kept if other.message_id != letter.message_id]
        return
    key, number = f"{_key(broker, letter.queue_name)}.XQ", letter.options["redis_message_id"]
    _redis(broker).zrem(key, number)
    _redis(broker).hdel(f"{key}.msgs", number)


def _shown(letter: Letter) -> DeadLetter:
    first = letter.args[0] if letter.args else None
    return DeadLetter(letter.queue_name, letter.actor_name, first if isinstance(first, int) else None)


def _redis(broker: Any) -> Any:
    return broker.client


def _key(broker: Any, queue: str) -> str:
    return f"{broker.namespace}:{queue}"
