"""An engine that does not do what is asked: a small HTTP server on a Unix socket."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from gradatim_grader import engine

# Path without the API's version -> (status, body), or None for an answer that never comes.
Answers = Callable[[str], tuple[int, object] | None]

SOUND = {
    "/version": (200, {"ApiVersion": "1.41", "Version": "20.10.24", "Arch": "amd64"}),
    "/images/": (200, {"Id": "sha256:0"}),
    "/containers/json": (200, []),
}


def sound(path: str) -> tuple[int, object] | None:
    """What a sound engine answers until it is asked for a container."""
    return next((answer for start, answer in SOUND.items() if path.startswith(start)), (200, {}))


@contextmanager
def fake_engine(folder: Path, answers: Answers, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this process talk to a fake engine."""
    path = folder / "engine.sock"

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = answers(self.path.removeprefix("/v1.41"))
            if answer is None:
                time.sleep(30)
                return
            status, body = answer
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_DELETE = do_GET  # noqa: N815 - the names that the base class looks for

        def log_message(self, *_: object) -> None:
            return

        def address_string(self) -> str:
            return "engine"

    class Server(socketserver.ThreadingUnixStreamServer):
        daemon_threads = True
        block_on_close = False

    with Server(str(path), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            with talking_to(f"unix://{path}", patch):
                yield
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def talking_to(address: str, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have this process look for its engine elsewhere, and be impatient with it."""
    with patch.context() as changed:
        changed.setenv("DOCKER_HOST", address)
        changed.setattr(engine, "CALL_SECONDS", 1)
        # New ones, not emptied ones: a thread of an earlier test may be filling those just now.
        for name in ("client", "processors"):
            changed.setattr(engine, name, cache(getattr(engine, name).__wrapped__))
        yield
