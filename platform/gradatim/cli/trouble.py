"""Exit statuses: 2 for what the caller got wrong, 3 for what is ours or the machine's. One line each, no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from gradatim.cli.text import visible
from gradatim_grader.errors import GraderError, ProblemError


class Wrong(click.ClickException):
    """A mistake of the caller's."""

    exit_code = 2


class Broken(click.ClickException):
    """A fault of the machine or of ours."""

    exit_code = 3


@contextmanager
def statuses() -> Iterator[None]:
    """Turn the grader's errors into exit statuses."""
    try:
        yield
    except ProblemError as error:
        raise Wrong(visible(str(error))) from error
    except GraderError as error:
        raise Broken(visible(str(error))) from error
