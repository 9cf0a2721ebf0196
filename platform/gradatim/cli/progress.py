"""What is going on, on standard error and only where somebody looks at a terminal."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.markup import escape

from gradatim_grader.grader import Progress


class Bar:
    """A line that changes. Long steps are also lines of their own, for logs."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=quiet)
        self._status = self._console.status("Grading")

    def __enter__(self) -> Bar:
        if self._console.is_terminal:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._status.stop()

    def say(self, what: str) -> None:
        self._console.print(escape(what), highlight=False)

    def tests(self, now: Progress) -> None:
        self._status.update(f"Grading: {now.done} tests done")
