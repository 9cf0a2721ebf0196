"""Running one test, in a forked child of the held pytest session: by pytest, or simply by a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, cast

import pytest
from _pytest.runner import runtestprotocol

Ran = tuple[BaseException | None, bool]  # what a test raised, and whether it was skipped
Run = Callable[[pytest.Item, pytest.Item | None], Ran]  # of a test, with the next that is run so


def called(item: pytest.Item) -> Ran:
    """What pytest would do to a plain test (see `TestFacts`), without phases, which take 0.2 ms for each test."""
    try:
        item.obj()  # type: ignore[attr-defined]
    except (KeyboardInterrupt, pytest.exit.Exception):
        raise
    except BaseException as error:
        return error, isinstance(error, pytest.skip.Exception | pytest.xfail.Exception)
    return None, False


@contextmanager
def under_pytest(config: pytest.Config) -> Iterator[Run]:
    """Runs any test, with its fixtures, marks and hooks."""
    raised, plugins = Raised(), config.pluginmanager

    def run(item: pytest.Item, following: pytest.Item | None) -> Ran:
        if not plugins.is_registered(raised):  # not before it is needed: that takes a millisecond
            plugins.register(raised)
        raised.value = None
        reports = runtestprotocol(item, nextitem=following, log=False)
        return raised.value, any(report.skipped for report in reports)

    try:
        yield run
    finally:
        if plugins.is_registered(raised):
            plugins.unregister(raised)


class Raised:
    """A pytest plugin: remembers what the phases of the running test raised first.

    Its reports take the place of pytest's own, which read sources and write tracebacks that nobody will see. That is
    half the time of a failing test.
    """

    def __init__(self) -> None:
        self.value: BaseException | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> pytest.TestReport:
        error = None if call.excinfo is None else call.excinfo.value
        if self.value is None:
            self.value = error
        outcome: Literal["passed", "skipped", "failed"] = "passed"
        if error is not None:
            outcome = "skipped" if isinstance(error, pytest.skip.Exception) else "failed"
        phase = cast(Literal["setup", "call", "teardown"], call.when)  # of a test: nothing is collected any more
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, longrepr=None, when=phase)
