"""The grader: a problem and a source in, a report out. Keeps warm containers; one of it serves a worker process."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from types import TracebackType
from typing import Self

import msgspec

from gradatim_grader import engine, owners
from gradatim_grader import source as sources
from gradatim_grader.calls import OwnCall
from gradatim_grader.checkers import CheckerPool
from gradatim_grader.container import Gone, Silence
from gradatim_grader.errors import CheckerTrouble, EngineTrouble
from gradatim_grader.kept import KeptStudents
from gradatim_grader.making import Maker
from gradatim_grader.pool import StudentPool
from gradatim_grader.problem import Limits, Problem
from gradatim_grader.relay import Overtime, Relay
from gradatim_grader.sandbox import SandboxSettings
from gradatim_grader.stages import Observer, Stage
from gradatim_grader.students import FreshStudents, OwnStudents, Students, StudentsOf
from gradatim_grader.trial import Trial, TrialOptions
from gradatim_grader.unchanged import Unchanged
from gradatim_runner import sentences
from gradatim_runner.frames import Kind
from gradatim_runner.messages import ArrayResult, ExampleResult, Start, Task
from gradatim_runner.report import Report, TestResult, Verdict

EXAMPLES_SECONDS = 30.0
ENDED, HALF_REMOVED = ("created", "exited"), "dead"  # as the engine calls them
LITTER_SECONDS = 60.0  # a container that somebody lives for is started, and after its end removed, long before
PROBE_SECONDS = 10.0  # to look for a call that tells a source from the reference


class Scope(StrEnum):
    """Which tests: the sample ones, all, or none: one call, or a snippet of a lesson that only prints."""

    RUN = "run"
    CALL = "call"
    TRY = "try"
    SUBMIT = "submit"


class Progress(msgspec.Struct, frozen=True):
    """One more test has ended: `result`, the `done`th of this submission."""

    done: int
    result: TestResult


class GraderSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator may set. Counts of containers."""

    least_waiting: int = 2
    most_waiting: int = 6
    makers: int = 3  # with two, the processors wait for the engine now and then
    most_checkers: int = 6
    most_kept: int = 12  # students kept for the next Run of the same person
    sandbox: SandboxSettings = SandboxSettings()


class GraderStatus(msgspec.Struct, frozen=True):
    """For staff and metrics."""

    waiting: int
    busy: int  # being made, or used and not removed yet
    idle_checkers: int
    kept: int
    containers: int  # of this process, when it last tidied
    last_engine_error: str


class Grader:
    """Grades in warm containers. Thread-safe; a context manager."""

    def __init__(self, settings: GraderSettings | None = None, *, observe: Observer | None = None) -> None:
        """`observe` hears where the time of each submission went."""
        settings = settings or GraderSettings()
        self._observe, self._least_waiting = observe, settings.least_waiting
        self._maker = Maker(settings.sandbox)
        self._students = StudentPool(
            self._maker.student, least=settings.least_waiting, most=settings.most_waiting, makers=settings.makers
        )
        self._checkers = CheckerPool(self._maker.checker, self._students.discard, most=settings.most_checkers)
        self._kept = KeptStudents(self._students.take, self._students.discard, most=settings.most_kept)
        self._ended = Unchanged(seconds=LITTER_SECONDS)
        self._containers = 0

    def start(self) -> None:
        """Sweep what dead owners left and begin to keep students waiting.

        Raises:
            EngineTrouble: the engine does not answer, or has no sandbox image.
        """
        if not engine.image_exists(self._maker.image):
            raise EngineTrouble("the engine has no sandbox image; run `gradatim sandbox build`")
        owners.sweep()
        self._students.start()

    def tidy(self, dead: frozenset[str]) -> int:
        """Remove what owners known to be dead left, and what has ended and nobody removes; how many. Now and again,
        by one thread. Raises EngineTrouble.
        """
        listed = engine.containers()
        self._containers = sum(owners.owner_of(found) == owners.this_process() for found in listed)
        litter = self._ended.look({found.id: found.state for found in listed if found.state in ENDED})
        litter |= {found.id for found in listed if found.state == HALF_REMOVED}
        return owners.sweep(lambda found: found.id in litter or owners.owner_of(found) in dead)

    def close(self) -> None:
        """Remove every container of this process."""
        self._kept.close()
        self._checkers.close()
        self._students.close()
        try:
            owners.leave(late=self._maker.interrupted)
        except EngineTrouble:  # the next start sweeps
            return

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:  # a Ctrl-C, say, when the first containers are under way
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def grade(
        self,
        problem: Problem,
        source: bytes,
        *,
        scope: Scope = Scope.SUBMIT,
        on_progress: Callable[[Progress], None] | None = None,
        while_waiting: Callable[[], None] | None = None,
        keep_for: str = "",
        call: OwnCall | None = None,
    ) -> Report:
        """Grade one submission. Nothing that a learner can send raises.

        `on_progress` hears of each test that ended, `while_waiting` is called now and again while an answer takes its
        time; what either raises ends the grading, and its containers with it.

        `keep_for` names the person of a Run: the student's container is then kept a while for that person's next Run
        or call of this problem. A submission always gets a container of its own. `call`: with scope CALL, what to call.

        Raises:
            EngineTrouble: no container could be had; try again later.
            CheckerTrouble: the checker died, or the problem's tests do not work.
        """
        refused = sources.refusal(source)
        if refused is not None:
            return Report(problem=problem.slug, version=problem.digest, verdict=Verdict.REJECTED, sentence=refused)
        memory_mib = problem.facts.limits.memory_mib
        students: Students = FreshStudents(self._students, memory_mib)
        if keep_for and scope in (Scope.RUN, Scope.CALL):
            students = StudentsOf(self._kept, f"{keep_for}/{problem.digest}", memory_mib, self._students.discard)
        relay = Relay(students, sources.normalised(source), problem.facts.limits)
        start = Start(Task(scope.value), sources.lines_of(source))
        if call is not None:
            asked = call.message(show_expected=problem.facts.show_expected)
            start = msgspec.structs.replace(start, call=asked)
        report = self._relayed(relay, problem, start, on_progress, while_waiting)
        relay.stages.turn(Stage.HOST)
        if self._observe is not None:
            self._observe(relay.stages.seconds)
        return report

    def trial(self, problem: Problem, source: str, options: TrialOptions) -> Trial:
        """Put a source of the problem's author on trial; see there. Never shares a container with a learner.

        Raises:
            EngineTrouble, CheckerTrouble: as for `grade`.
        """
        encoded, limits = source.encode(), options.limits or problem.facts.limits
        if options.beside_tests:
            return Trial(report=self._tried_beside_tests(problem, source, options, limits))
        students: Students = FreshStudents(self._students, limits.memory_mib)
        if limits.memory_mib != problem.facts.limits.memory_mib:
            students = OwnStudents(self._maker.student, self._students.discard, limits.memory_mib)
        relay = Relay(students, encoded, limits)
        report = self._relayed(relay, problem, options.start(lines=sources.lines_of(encoded)), None)
        return Trial(
            report=report,
            slowest_call_seconds=relay.slowest_call_seconds,
            load_seconds=relay.load_seconds,
            total_seconds=relay.total_seconds,
        )

    def _tried_beside_tests(self, problem: Problem, source: str, options: TrialOptions, limits: Limits) -> Report:
        start = options.start(lines=sources.lines_of(source.encode()))
        start = msgspec.structs.replace(start, source=source, call_seconds=limits.call_seconds)
        seconds = limits.load_seconds + limits.total_seconds + options.naming_seconds + PROBE_SECONDS
        try:
            said = self._checkers.ask(problem, start, Kind.REPORT, within_seconds=seconds)
        except Silence:
            return Report(problem=problem.slug, version=problem.digest, verdict=Verdict.TIME_LIMIT)
        except Gone as error:
            if not str(error).startswith(Kind.FAULT.name):
                raise CheckerTrouble(f"the checker of {problem.slug} ended: {error}") from None
            # the source ended the process that it ran in
            return Report(problem=problem.slug, version=problem.digest, verdict=Verdict.ERROR)
        return msgspec.msgpack.decode(said, type=Report)

    def examples(self, problem: Problem) -> list[ExampleResult]:
        """The problem's examples, computed by its reference. Raises EngineTrouble, CheckerTrouble."""
        return msgspec.msgpack.decode(self._computed(problem, Task.EXAMPLES, Kind.EXAMPLES), type=list[ExampleResult])

    def arrays(self, problem: Problem) -> list[ArrayResult]:
        """The arrays of the problem's lesson; one that cannot be computed says why. Raises as `examples` does."""
        return msgspec.msgpack.decode(self._computed(problem, Task.ARRAYS, Kind.ARRAYS), type=list[ArrayResult])

    def _computed(self, problem: Problem, task: Task, kind: Kind) -> bytes:
        try:
            return self._checkers.ask(problem, Start(task), kind, within_seconds=EXAMPLES_SECONDS)
        except (Gone, Silence) as error:
            raise CheckerTrouble(f"the {task.value} of {problem.slug} cannot be computed: {error}") from None

    def has_spare(self) -> bool:
        """Whether a student can be taken and another still waits, as far as that many are kept at all."""
        return self._students.waiting() >= min(2, self._least_waiting)

    @property
    def environment(self) -> str:
        """Names all that outcomes depend on besides the problem and the source."""
        return self._maker.image

    def status(self) -> GraderStatus:
        return GraderStatus(
            waiting=self._students.waiting(),
            busy=self._students.busy(),
            idle_checkers=self._checkers.idle(),
            kept=self._kept.count(),
            containers=self._containers,
            last_engine_error=self._students.last_error,
        )

    def _relayed(
        self,
        relay: Relay,
        problem: Problem,
        start: Start,
        on_progress: Callable[[Progress], None] | None,
        while_waiting: Callable[[], None] | None = None,
    ) -> Report:
        def tell(result: TestResult) -> None:
            if on_progress is not None:
                on_progress(Progress(len(relay.results), result))

        relay.stages.turn(Stage.CHECKER)
        checker = self._checkers.take(problem)
        relay.stages.turn(Stage.HOST)
        try:
            report = relay.run(checker.container, start, tell, while_waiting=while_waiting)
        except Overtime:
            self._checkers.drop(checker)
            report = _overtime(problem, relay.results)
        except BaseException:
            self._checkers.drop(checker)
            raise
        else:
            self._checkers.give_back(checker)
        return msgspec.structs.replace(
            report,
            stdout=relay.printed.text(Kind.STDOUT),
            stderr=relay.printed.text(Kind.STDERR),
            output_truncated=relay.printed.truncated,
        )


def _overtime(problem: Problem, results: list[TestResult]) -> Report:
    """The checker was kept busy by the answers: that is the submission's time, not a fault of ours."""
    verdict, sentence, line = sentences.summary(results)
    if verdict is Verdict.PASSED:  # so far
        verdict = Verdict.TIME_LIMIT
        sentence = f"All tests together took longer than {problem.facts.limits.total_seconds:g} seconds."
    return Report(
        problem=problem.slug,
        version=problem.digest,
        verdict=verdict,
        sentence=sentence,
        line=line,
        score=sum(result.points for result in results),
        max_score=sum(result.max_points for result in results),
        tests=results,
    )
