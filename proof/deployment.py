"""The site on many processes: PostgreSQL, Redis, an engine, one web server and workers, all of them real."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError

from proof.programs import Program
from proof.services import Engine, Postgres, Redis, started

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "var/proof"  # of web and workers, the last time
GRADATIM = Path(sys.executable).with_name("gradatim")
LEASE_SECONDS = 6.0


class Deployment:
    """What runs; its parts may be stopped, killed and started by whoever has it."""

    def __init__(self, folder: Path, *, postgres: Postgres, redis: Redis, engine: Engine, workers: int) -> None:
        self.postgres, self.redis, self.engine = postgres, redis, engine
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        ours = {
            "DOCKER_HOST": engine.host,
            "GRADATIM_PORT": str(port),
            "GRADATIM_VAR": str(folder / "var"),
            "GRADATIM_DATABASE_URL": postgres.url,
            "GRADATIM_BROKER_URL": redis.url,
            "GRADATIM_SECRET_KEY": "only for a site that lives for minutes",
            "GRADATIM_SUBMISSIONS_PER_MINUTE": "1000000",  # all students come from one address
            "GRADATIM_LEASE_SECONDS": str(LEASE_SECONDS),
        }
        others = {name: value for name, value in os.environ.items() if not name.startswith("GRADATIM_")}
        self.environment = others | ours
        self.web = Program([GRADATIM, "serve"], log=LOGS / "web.log", environment=self.environment)
        self.workers = [self._worker(number) for number in range(workers)]

    def start(self) -> None:
        """Start web and workers; the services run already. Raises NotStarted."""
        self.web.start(ready=self.answers)
        for worker in self.workers:
            worker.start()

    def stop(self) -> None:
        for program in (*self.workers, self.web):
            program.stop()

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except (URLError, OSError):
            return False

    def _worker(self, number: int) -> Program:
        environment = self.environment | {"GRADATIM_WORKER_NAME": f"worker-{number}"}
        return Program([GRADATIM, "worker"], log=LOGS / f"worker-{number}.log", environment=environment)


@contextmanager
def deployed(*, workers: int, image: str) -> Iterator[Deployment]:
    """A deployment with everything that it needs, ended whatever happens."""
    with ExitStack() as stack:
        # A short path, since that of a socket holds 107 bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="proof-", ignore_cleanup_errors=True)))
        folder.chmod(0o755)  # PostgreSQL runs as somebody else
        parts = {name: folder / name for name in ("postgres", "redis", "engine", "site")}
        for part in parts.values():
            part.mkdir()
        postgres = stack.enter_context(started(Postgres(parts["postgres"], durable=True)))
        redis = stack.enter_context(started(Redis(parts["redis"])))
        engine = stack.enter_context(started(Engine(parts["engine"])))
        engine.give(image)
        shutil.rmtree(LOGS, ignore_errors=True)
        LOGS.mkdir(parents=True)
        site = Deployment(parts["site"], postgres=postgres, redis=redis, engine=engine, workers=workers)
        stack.callback(site.stop)
        site.start()
        yield site


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
