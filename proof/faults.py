"""What happens to a site on a bad evening, one thing after another, at random but repeatable by its seed."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

from proof.deployment import LEASE_SECONDS, Deployment

PAUSE_SECONDS = (2.0, 5.0)  # between two faults
FROZEN_SECONDS = 2.5 * LEASE_SECONDS
AWAY_SECONDS = 1.5  # of a service that is restarted

Tell = Callable[[str], None]


class Faults:
    """Breaks one thing at a time between `start` and `stop`; afterwards everything runs again."""

    def __init__(self, site: Deployment, *, seed: int, tell: Tell) -> None:
        self._site, self._tell = site, tell
        self._random = random.Random(seed)  # noqa: S311 - repeatable is what it should be
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._keep_breaking, name="faults")
        self._failure: BaseException | None = None
        self.done: Counter[str] = Counter()
        self._ways: dict[str, Callable[[], None]] = {
            "worker killed": self._kill_worker,
            "worker frozen past its lease": self._freeze_worker,
            "broker flushed": site.redis.flush,
            "broker killed and started empty": self._restart_redis,
            "database restarted": self._restart_postgres,
            "engine restarted": self._restart_engine,
        }

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Raises whatever went wrong in breaking or mending, such as NotStarted."""
        self._stopping.set()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _keep_breaking(self) -> None:
        try:
            # Each at least once, in any order, then whatever comes.
            due = self._random.sample(list(self._ways), k=len(self._ways))
            while not self._stopping.wait(self._random.uniform(*PAUSE_SECONDS)):
                name = due.pop() if due else self._random.choice(list(self._ways))
                self._tell(name)
                self._ways[name]()
                self.done[name] += 1
        except BaseException as failure:  # noqa: BLE001 - handed to whoever stops this
            self._failure = failure

    def _kill_worker(self) -> None:
        worker = self._random.choice(self._site.workers)
        worker.kill()
        time.sleep(AWAY_SECONDS)
        worker.start()

    def _freeze_worker(self) -> None:
        worker = self._random.choice(self._site.workers)
        worker.freeze()
        try:
            self._stopping.wait(FROZEN_SECONDS)
        finally:
            worker.thaw()

    def _restart_redis(self) -> None:
        self._site.redis.kill()
        time.sleep(AWAY_SECONDS)
        self._site.redis.start()

    def _restart_postgres(self) -> None:
        self._site.postgres.stop()
        time.sleep(AWAY_SECONDS)
        self._site.postgres.start()

    def _restart_engine(self) -> None:
        self._site.engine.stop()
        time.sleep(AWAY_SECONDS)
        self._site.engine.start()
