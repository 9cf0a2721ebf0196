"""How the log is written: lines on standard error, for people on a terminal and as JSON elsewhere."""

from __future__ import annotations

import logging
import sys

import structlog


def configure() -> None:
    terminal = sys.stderr.isatty()
    # Plain tracebacks: the pretty ones print every local variable, secrets too.
    pretty = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer = pretty if terminal else structlog.processors.JSONRenderer()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if not terminal:
        shared.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
