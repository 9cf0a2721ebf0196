"""The checker's container: holds one problem version, its tests collected once, and forks for each submission.

Trusts the problem's own files and nothing that an answer says.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gradatim_runner import arrays, calling, examples, warming
from gradatim_runner.ahead import FirstAsked
from gradatim_runner.difference import short
from gradatim_runner.frames import Channel, FrameError, Kind, StreamEnded, own_channel
from gradatim_runner.grading import Grading
from gradatim_runner.local import LocalWire
from gradatim_runner.messages import ProblemMessage, Start, Task
from gradatim_runner.naming import Namer
from gradatim_runner.outcomes import mark_fault, test_facts
from gradatim_runner.probing import Probe
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.rehearsal import Rehearsal, rehearsed
from gradatim_runner.testing import MARKS
from gradatim_runner.wire import Parts, Reply, Wire

MAX_PROBLEM_BYTES = 32 << 20
MAX_REPLY_BYTES = 160 << 20
MAX_START_BYTES = 1 << 20
PREPARING_SECONDS = 0.05  # between two submissions also where there is no pause, until all is prepared
HOST_IS_GONE = 3  # a child's exit status
_START = msgspec.msgpack.Decoder(Start)  # made here, or every child works out the type's fields anew: 2 ms
PYTEST_ARGUMENTS = (
    "--quiet", "--capture=no", "--import-mode=importlib", "--no-header", "--no-summary", "--tb=short",
    "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception",
    "-p", "no:logging", "-p", "no:doctest", "-p", "no:junitxml", "-p", "no:pastebin", "-p", "no:stepwise",
    "-p", "no:setuponly", "-p", "no:setupplan", "-p", "no:debugging", "-p", "no:warnings", "-W", "ignore",
    "-c", os.devnull,
)  # fmt: skip


class ChannelWire:
    """The proxy's way to the student: through the host, which adds its clock."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def ask(self, kind: Kind, calls: list[Parts]) -> list[Reply]:
        if len(calls) > 1:
            self._channel.hold(Kind.SEVERAL, len(calls).to_bytes(2, "little"))
        for parts in calls[:-1]:
            self._channel.hold(kind, *parts)
        self._channel.send(kind, *calls[-1])
        replies, fits, before = list[Reply](), True, time.monotonic()
        for _ in calls:
            try:
                said, message = self._channel.receive(most_bytes=MAX_REPLY_BYTES)
            except MemoryError:
                replies, fits = [], False  # and read on: what comes behind it must not be met by the next call
                continue
            now = time.monotonic()
            replies.append(Reply(said, message, now - before))
            before = now
            if said == Kind.BROKEN:
                break
        if not fits:
            raise MemoryError("the answers do not fit into memory")
        return replies


class HeldSession:
    """A pytest plugin: keeps the collected session and grades each submission in a forked child of it."""

    def __init__(self, channel: Channel, problem: ProblemMessage, module: SubmissionModule, namer: Namer) -> None:
        self._channel, self._problem, self._module, self._namer = channel, problem, module, namer
        self._warming: list[pytest.Item] = []
        self._first_asked: dict[str, FirstAsked] = {}  # until they were rehearsed
        self.complaints: list[str] = []
        self.served = False

    def pytest_configure(self, config: pytest.Config) -> None:
        for mark in MARKS:
            config.addinivalue_line("markers", mark)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.complaints.append(f"{report.nodeid}: {report.longreprtext}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self._warming = [item for item in items if item.path == warming.PATH]
        items[:] = [item for item in items if item.path != warming.PATH]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        faults = ((item.nodeid, mark_fault(item)) for item in session.items)
        self.complaints += [f"{name}: {fault}" for name, fault in faults if fault][:1]

    @pytest.hookimpl(tryfirst=True)
    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> list[str]:
        """One short line: pytest's own differences of long texts take minutes, and the learner writes one of them."""
        return [f"{short(left)} {op} {short(right)}"]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self.complaints or not session.items:
            return True
        self.served = True
        self._channel.send(Kind.COLLECTED)
        preparing = self._preparing(session.items)
        while True:
            enough = time.monotonic() + PREPARING_SECONDS
            for _ in preparing:  # spend the time until the next submission on what naming will need
                if self._channel.is_readable() and time.monotonic() > enough:
                    break
            gc.freeze()  # a collection in a child would write to every page that it shares with this process
            child = os.fork()  # before there is a submission: the time that it takes is then nobody's
            if not child:
                self._grade_and_exit(session.items)
            _, status = os.waitpid(child, 0)
            if os.waitstatus_to_exitcode(status) == HOST_IS_GONE:
                raise StreamEnded("the host is gone")
            if status:
                self._channel.send(Kind.FAULT, f"the checker's child ended with status {status}".encode())

    def _preparing(self, items: list[pytest.Item]) -> Iterator[None]:
        yield
        warming.warm_up(self._warming, self._problem, self._module, self._namer)
        for item in items:
            item.location  # noqa: B018 - kept by pytest once it was asked for
            test_facts(item)
        yield
        rehearsal = rehearsed(lambda: self._rehearsal(items))
        self._first_asked = rehearsal.first_asked
        yield from self._namer.prepare(rehearsal.calls)

    def _rehearsal(self, items: list[pytest.Item]) -> Rehearsal:
        solution = self._problem.files["solution.py"].decode()
        wire = LocalWire(solution, call_seconds=self._problem.call_seconds)
        grading = Grading(self._problem, wire, self._module, self._namer)
        grading.report(items, Start(Task.SUBMIT, naming_seconds=0), tell=lambda _: None)
        return Rehearsal(grading.calls, grading.first_asked)

    def _grade_and_exit(self, items: list[pytest.Item]) -> None:
        """Wait for a submission and grade it; never returns."""
        try:
            kind, message = self._channel.receive(most_bytes=MAX_START_BYTES)
            if kind != Kind.START:
                raise FrameError(f"a start was expected, not {kind}")
            start = _START.decode(message)
            if start.task is Task.EXAMPLES:
                self._channel.send(Kind.EXAMPLES, msgspec.msgpack.encode(examples.computed(self._problem)))
            elif start.task is Task.ARRAYS:
                self._channel.send(Kind.ARRAYS, msgspec.msgpack.encode(arrays.computed(self._problem)))
            elif start.call is not None:
                report = calling.called(self._problem, ChannelWire(self._channel), start.call, lines=start.lines)
                self._channel.send(Kind.REPORT, msgspec.msgpack.encode(report))
            else:
                probe = Probe(self._rehearsal(items).calls) if start.task is Task.PROBE else None
                wire: Wire = ChannelWire(self._channel)
                tell: Callable[[Any], None] = self._tell
                if start.source:
                    wire, tell = LocalWire(start.source, call_seconds=start.call_seconds), _nothing
                grading = Grading(self._problem, wire, self._module, self._namer, lines=start.lines)
                if start.task in (Task.SUBMIT, Task.RUN):  # an author's trial measures each call by itself
                    grading.known = self._first_asked
                report = grading.report(items, start, tell=tell) if probe is None else grading.probed(probe)
                self._channel.send(Kind.REPORT, msgspec.msgpack.encode(report))
            os._exit(0)
        except StreamEnded:
            os._exit(HOST_IS_GONE)
        except BaseException as error:
            import traceback

            traceback.print_exc()
            self._channel.send(Kind.FAULT, f"{type(error).__name__}: {error}"[:4000].encode("utf-8", "replace"))
            os._exit(0)

    def _tell(self, result: Any) -> None:
        self._channel.hold(Kind.RESULT, msgspec.msgpack.encode(result))  # goes with the next test's first call


def _nothing(_: Any) -> None:
    """A trial's results are all in its report."""


def main() -> None:
    channel = own_channel()
    os.environ["CI"] = "true"  # hypothesis then asks the same each time and keeps nothing for the next submission
    try:
        kind, message = channel.receive(most_bytes=MAX_PROBLEM_BYTES)
        if kind != Kind.PROBLEM:
            raise FrameError("a problem was expected")
        problem = msgspec.msgpack.decode(message, type=ProblemMessage)
        complaint = _hold(channel, problem)
    except StreamEnded:
        return
    except BaseException as error:
        complaint = f"{type(error).__name__}: {error}"
    channel.send(Kind.FAULT, complaint[:8000].encode("utf-8", "replace"))


def _hold(channel: Channel, problem: ProblemMessage) -> str:
    """Collect and serve until the stream ends; returns why the problem cannot be served."""
    folder = Path(tempfile.mkdtemp(prefix="problem-"))
    for name, content in problem.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    module = SubmissionModule("submission")
    module.__dict__["__all__"] = list(problem.entry)
    sys.modules["submission"] = module
    sys.modules["solution"] = _solution(folder / "solution.py")
    namer = Namer(problem.files["solution.py"].decode(), problem.variants, problem.pairs)
    held = HeldSession(channel, problem, module, namer)
    tests = [str(folder / "tests" / name) for name in ("test_sample.py", "test_hidden.py")]
    tests.append(str(warming.PATH))
    status = pytest.main([*PYTEST_ARGUMENTS, f"--rootdir={folder}", *tests], plugins=[held])
    if held.served:
        raise StreamEnded("the host is gone")
    return "\n".join(held.complaints).replace(str(folder) + "/", "") or f"no tests were collected (pytest: {status})"


def _solution(path: Path) -> types.ModuleType:
    module = types.ModuleType("solution")
    module.__file__ = str(path)
    exec(compile(path.read_text(), "solution.py", "exec", dont_inherit=True), module.__dict__)
    return module


if __name__ == "__main__":
    main()
