"""The address at which Prometheus reads what a worker has counted."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from gradatim.errors import StartError
from gradatim.services.metrics import CONTENT_TYPE, Metrics, may_read
from gradatim.settings import Settings


class Exporter:
    """Answers `/metrics` between `start` and `close`."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        """Raises StartError where the port cannot be used."""
        self._settings, self._metrics = settings, metrics
        where = (settings.metrics_host, settings.metrics_port)
        try:
            self._server = make_server(*where, self._answer, server_class=_Server, handler_class=_Quiet)
        except OSError as error:
            raise StartError(
                f"metrics port {where[1]} on {where[0]} cannot be used: {error.strerror};"
                " GRADATIM_METRICS_PORT sets another"
            ) from error
        self._thread = threading.Thread(target=self._server.serve_forever, name="exporter", daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_port

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        said, address = environ.get("HTTP_AUTHORIZATION", ""), environ["REMOTE_ADDR"]
        if environ["PATH_INFO"] != "/metrics" or not may_read(self._settings, address=address, authorization=said):
            start_response(f"{HTTPStatus.NOT_FOUND.value} Not Found", [("Content-Type", "text/plain")])
            return [b"There is nothing here.\n"]
        start_response(f"{HTTPStatus.OK.value} OK", [("Content-Type", CONTENT_TYPE)])
        return [self._metrics.exposed()]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that the library gave it
        return
