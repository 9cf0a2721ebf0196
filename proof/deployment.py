"""The site on many processes: PostgreSQL, Redis, an engine, one web server and workers, all of them real."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from proof import ROOT
from proof.programs import GRADATIM, Program, free_port, is_ready, settings_alone
from proof.services import Engine, Postgres, Redis, started, unmount_under
from proof.site import NO_LIMIT, share_proofs

LOGS = ROOT / "var/proof"  # of web and workers, the last time
LEASE_SECONDS = 6.0


class Deployment:
    """What runs; its parts may be stopped, killed and started by whoever has it."""

    def __init__(self, folder: Path, *, postgres: Postgres, redis: Redis, engine: Engine, workers: int) -> None:
        self.postgres, self.redis, self.engine = postgres, redis, engine
        share_proofs(folder)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        ours = {
            "DOCKER_HOST": engine.host,
            "GRADATIM_PORT": str(port),
            "GRADATIM_VAR": str(folder),
            "GRADATIM_DATABASE_URL": postgres.url,
            "GRADATIM_BROKER_URL": redis.url,
            "GRADATIM_SECRET_KEY": "only for a site that lives for minutes",
            "GRADATIM_SUBMISSIONS_PER_MINUTE": NO_LIMIT,
            "GRADATIM_LEASE_SECONDS": str(LEASE_SECONDS),
        }
        self.environment = settings_alone(ours)
        self.web = Program([GRADATIM, "serve"], log=LOGS / "web.log", environment=self.environment)
        self.workers = [self._worker(number) for number in range(workers)]

    def start(self) -> None:
        """Start web and workers; the services run already. Raises NotStarted."""
        self.web.start(ready=lambda: is_ready(self.url))
        for worker in self.workers:
            worker.start()

    def stop(self) -> None:
        for program in (*self.workers, self.web):
            program.stop()

    def _worker(self, number: int) -> Program:
        environment = self.environment | {"GRADATIM_WORKER_NAME": f"worker-{number}"}
        return Program([GRADATIM, "worker"], log=LOGS / f"worker-{number}.log", environment=environment)


@contextmanager
def deployed(*, workers: int, image: str) -> Iterator[Deployment]:
    """A deployment with everything that it needs, ended whatever happens."""
    with ExitStack() as stack:
        # A short path, since that of a socket holds 107 bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="proof-", ignore_cleanup_errors=True)))
        stack.callback(unmount_under, folder)  # what an engine that was ended in the middle of its work leaves
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
