"""PostgreSQL, Redis and Docker Engine of one's own, each in a folder of its own: they may be broken on purpose."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from proof.programs import NotStarted, Program, found, succeeds, unprivileged

POSTGRES = "/usr/lib/postgresql/*/bin"  # Debian keeps the server out of the path


class Service(Protocol):
    """What is started and ended here."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


Started = TypeVar("Started", bound=Service)


@contextmanager
def started(service: Started) -> Iterator[Started]:
    """A service for a while. Raises NotStarted."""
    try:
        service.start()
        yield service
    finally:
        service.stop()


class Postgres:
    """An empty database `gradatim`. Durable where `durable`; tests that only want it fast do without."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self._folder, self._durable = folder, durable
        self._user = unprivileged(folder)
        self._data = folder / "data"
        settings = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "max_connections=200"]
        if not durable:
            settings += ["-c", "fsync=off"]
        command = [found("postgres", elsewhere=f"{POSTGRES}/postgres"), "-D", str(self._data), *settings]
        self._server = Program(command, log=folder / "log", user=self._user, folder=Path("/"))
        self.url = f"postgresql+psycopg://gradatim@/gradatim?host={folder}"

    def start(self) -> None:
        """Raises NotStarted."""
        fresh = not self._data.exists()
        if fresh:
            self._make()
        self._server.start(ready=lambda: succeeds(self._psql("select 1")))
        if fresh:
            subprocess.run(self._psql("create database gradatim"), check=True, capture_output=True)

    def stop(self) -> None:
        """Every connection ends at once, as for a patch; TERM would wait for them."""
        self._server.stop(signal.SIGINT)

    def _make(self) -> None:
        initdb = found("initdb", elsewhere=f"{POSTGRES}/initdb")
        command = [initdb, "--no-sync", "--auth=trust", "--username=gradatim", "--pgdata", str(self._data)]
        made = subprocess.run(command, user=self._user, capture_output=True, text=True, check=False, cwd="/")
        if made.returncode:
            raise NotStarted(made.stderr)

    def _psql(self, statement: str) -> list[str]:
        psql = found("psql", elsewhere=f"{POSTGRES}/psql")
        return [
            psql,
            "--quiet",
            "--host",
            str(self._folder),
            "--username=gradatim",
            f"--command={statement}",
            "postgres",
        ]


class Redis:
    """Keeps nothing: each start finds it empty."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "redis.sock"
        # A queue must be refused rather than thrown out piece by piece.
        options = ["--port", "0", "--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"]
        command = [found("redis-server"), *options, "--unixsocket", str(self._socket), "--dir", str(folder)]
        self._server = Program(command, log=folder / "log", folder=folder)
        self.url = f"unix://{self._socket}"

    def start(self) -> None:
        """Raises NotStarted."""
        self._server.start(ready=lambda: self._says("ping"))

    def stop(self) -> None:
        self._server.stop()

    def kill(self) -> None:
        self._server.kill()

    def flush(self) -> None:
        """Make it forget everything."""
        self._says("flushall")

    def _says(self, word: str) -> bool:
        return succeeds([found("redis-cli"), "-s", str(self._socket), word])


class Engine:
    """A second Docker Engine beside the machine's own, without a network, with the images that it is given."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "docker.sock"
        self.host = f"unix://{self._socket}"
        folders = ["--data-root", str(folder / "data"), "--exec-root", str(folder / "run")]
        apart = ["--bridge", "none", "--iptables=false", "--ip6tables=false", "--pidfile", str(folder / "pid")]
        # In a network of its own: an engine without a bridge takes away the one that another made.
        command = [found("unshare"), "--net", found("dockerd"), "--host", self.host, *folders, *apart]
        self._daemon = Program(command, log=folder / "log")

    def start(self) -> None:
        """Raises NotStarted."""
        self._daemon.start(ready=lambda: succeeds(self._docker("version")))

    def stop(self) -> None:
        """Its containers end with it."""
        self._daemon.stop()

    def give(self, image: str) -> None:
        """Copy an image from the machine's own engine."""
        with subprocess.Popen(["docker", "save", image], stdout=subprocess.PIPE) as saving:
            subprocess.run(self._docker("load"), stdin=saving.stdout, check=True, capture_output=True)

    def containers(self) -> list[str]:
        """What our label says is ours, in any state."""
        command = self._docker("ps", "--all", "--quiet", "--filter", "label=gradatim")
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    def _docker(self, *arguments: str) -> list[str]:
        return [found("docker"), "--host", self.host, *arguments]


def unmount_under(folder: Path) -> None:
    """Let go of whatever is mounted there, the innermost first, so that the folder can be removed."""
    mounted = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    for place in reversed([each for each in mounted if each.startswith(f"{folder}/")]):
        subprocess.run(["umount", "--lazy", place], capture_output=True, check=False)
