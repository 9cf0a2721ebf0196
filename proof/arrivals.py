"""Students who come at a given rate, whether the site keeps up or not, and what the database says of how they fared."""

from __future__ import annotations

import queue
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from gradatim import db
from gradatim.models import State, Submission
from proof.students import MOST_SECONDS, Answers, Impolite, Student


@dataclass(frozen=True)
class Fared:
    """At one rate a second. Seconds are from stored to verdict; `overtaken`: by how many later ones, at most."""

    rate: float
    sent: int
    verdicts: int
    median: float
    p95: float
    overtaken: int


class Crowd:
    """Students who each send, read the verdict, and are free to send again. `come` opens one window of arrivals."""

    def __init__(self, site: str, answers: Answers, *, students: int, source: str) -> None:
        self._answers, self._source = answers, source
        self._free: queue.SimpleQueue[Student] = queue.SimpleQueue()
        for number in range(students):
            self._free.put(Student(site, answers, seed=number))
        self._busy: list[threading.Thread] = []

    def come(self, *, rate: float, seconds: float) -> int:
        """Send at `rate` a second for `seconds`; how many would have come but nobody was free: all wait already."""
        turned_away, began = 0, time.monotonic()
        for number in range(int(rate * seconds)):
            time.sleep(max(0.0, began + number / rate - time.monotonic()))
            try:
                student = self._free.get_nowait()
            except queue.Empty:
                turned_away += 1
                continue
            thread = threading.Thread(target=self._attempt, args=(student,))
            thread.start()
            self._busy.append(thread)
        return turned_away

    def rest(self) -> None:
        """Wait until everybody has a verdict."""
        for thread in self._busy:
            thread.join()
        self._busy.clear()

    def _attempt(self, student: Student) -> None:
        try:
            said = student.attempt(self._source)
            if said["verdict"] != "passed":
                self._answers.errors.append(f"{said['verdict']} instead of passed: {said['sentence']}")
        except Impolite as complaint:
            self._answers.errors.append(str(complaint))
        finally:
            self._free.put(student)


def fared(url: str, numbers: Sequence[int], *, rate: float) -> Fared:
    """What became of these submissions."""
    sessions = db.connect(url)
    with sessions.read() as session:
        query = select(Submission.created_at, Submission.finished_at, Submission.state)
        rows = session.execute(query.where(Submission.id.in_(numbers)).order_by(Submission.id)).all()
    sessions.close()
    done = [(row.created_at, row.finished_at) for row in rows if row.state == State.DONE]
    taken = sorted((finished - created).total_seconds() for created, finished in done)
    return Fared(
        rate=rate,
        sent=len(numbers),
        verdicts=len(done),
        median=statistics.median(taken) if taken else 0.0,
        p95=taken[int(0.95 * (len(taken) - 1))] if taken else MOST_SECONDS,
        overtaken=overtaken([finished for _, finished in done]),
    )


def overtaken(finished: Sequence[datetime]) -> int:
    """By how many later ones the unluckiest was overtaken; `finished` in the order in which they were sent."""
    return max((sum(later < mine for later in finished[place + 1 :]) for place, mine in enumerate(finished)), default=0)
