"""Grading one submission: its tests run in a forked child of the held pytest session, then its mistake is named."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
import pytest

from gradatim_runner import running, sentences
from gradatim_runner.ahead import FirstAsked
from gradatim_runner.frames import Broken
from gradatim_runner.messages import AnswerHead, ProblemMessage, Start, Task
from gradatim_runner.naming import Namer
from gradatim_runner.outcomes import Judged, TestFacts, called, judged, test_facts
from gradatim_runner.probing import Probe
from gradatim_runner.proxy import SubmissionModule
from gradatim_runner.report import NamedPitfall, Naming, Outcome, Report, TestResult, Verdict
from gradatim_runner.running import Run
from gradatim_runner.submission import Exchange, Recorded
from gradatim_runner.unanswered import CallBroken, outcome_of
from gradatim_runner.wire import Wire

MISTAKEN = (Outcome.FAILED, Outcome.ERROR)  # there may be a mistake of thought, not only of time or space
Chosen = Sequence[tuple[pytest.Item, TestFacts]]
FINAL = (Broken.NONE_LEFT, Broken.TOTAL_LIMIT)  # after these no other test can run


class Grading:
    """One submission in one child process."""

    def __init__(
        self, problem: ProblemMessage, wire: Wire, module: SubmissionModule, namer: Namer, *, lines: int = 0
    ) -> None:
        self._problem, self._namer = problem, namer
        self._exchange = Exchange(wire, answer_bytes=problem.answer_bytes, lines=lines)
        module.__dict__["exchange"] = self._exchange
        self._broken: Broken | None = None  # of the latest test that had no answer
        self._stops_when_broken = False
        self.known: Mapping[str, FirstAsked] = {}  # what tests ask first, by node id
        self.first_asked: dict[str, FirstAsked] = {}  # in this grading

    @property
    def calls(self) -> list[Recorded]:
        """What the tests asked, and what was answered."""
        return self._exchange.recorded

    def report(self, items: list[pytest.Item], start: Start, *, tell: Callable[[TestResult], None]) -> Report:
        """Run the tests, visible ones first, telling each result as it comes."""
        started = time.monotonic()
        self._stops_when_broken = start.stop_when_broken
        chosen = _chosen(items, start)
        refused = refusal(
            self._exchange, self._problem, asked_for=[] if start.task is Task.TRY else self._problem.entry
        )
        if refused is not None:
            results = [fact.result(Judged(Outcome.NOT_RUN)) for _, fact in chosen]
            return self._report(results, started, verdict=refused[0], sentence=refused[1], line=refused[2])
        if start.task is Task.TRY:
            return self._report([], started, verdict=Verdict.PASSED, sentence=sentences.TRIED)
        results = self._run_all(chosen, tell)
        naming, names = Naming.NONE, list[str]()
        wrong = any(result.outcome is not Outcome.PASSED for result in results)
        if start.naming_seconds and wrong and self._exchange.complete:
            naming, names = self._named(within_seconds=start.naming_seconds)
        report = self._report(results, started, naming=naming, names=names)
        if names or start.task is not Task.SUBMIT or not any(result.outcome in MISTAKEN for result in results):
            return report
        return msgspec.structs.replace(report, fingerprint=self._fingerprint(within_seconds=start.naming_seconds))

    def probed(self, probe: Probe) -> Report:
        """A report with one failed test, whose name is the call that tells the source from the reference, or none."""
        started = time.monotonic()
        found = probe.search(self._exchange)
        results = [] if found is None else [called(found.call, found.difference)]
        return self._report(results, started)

    def _named(self, *, within_seconds: float) -> tuple[Naming, list[str]]:
        """The mistake's name. What no learner's answer can cause is ours, and costs a name, never a verdict."""
        try:
            return self._namer.name(self._exchange.recorded, within_seconds=within_seconds)
        except Exception:
            traceback.print_exc()
            return Naming.NONE, []

    def _fingerprint(self, *, within_seconds: float) -> str:
        """As for a name: what goes wrong here costs the fingerprint."""
        try:
            return self._namer.fingerprint(self._exchange.recorded, within_seconds=within_seconds)
        except Exception:
            traceback.print_exc()
            return ""

    def _run_all(self, chosen: Chosen, tell: Callable[[TestResult], None]) -> list[TestResult]:
        results: list[TestResult] = []
        if not chosen:
            return results
        with running.under_pytest(chosen[0][0].config) as ran_by_pytest:
            for number in range(len(chosen)):
                results.append(self._run(chosen, number, ran_by_pytest))
                tell(results[-1])
        return results

    def _run(self, chosen: Chosen, number: int, ran_by_pytest: Run) -> TestResult:
        exchange, (item, fact) = self._exchange, chosen[number]
        exchange.begin_test(visible=fact.visible)
        if self._broken in FINAL or (self._broken is not None and self._stops_when_broken):
            return fact.result(Judged(Outcome.NOT_RUN, sentences.not_run(self._broken)))
        coming = (chosen[at] for at in range(number, len(chosen)))
        exchange.look_ahead(  # not past the visible tests: what is printed for the others is told apart by the call
            self.known.get(each.nodeid) if facts.visible == fact.visible and not facts.shares else None
            for each, facts in coming
        )

        def judged_once() -> Judged:
            if fact.plain:
                error, skipped = running.called(item)
            else:
                following = next((each for each, facts in chosen[number + 1 :] if not facts.plain), None)
                error, skipped = ran_by_pytest(item, following)
            return judged(error, exchange, self._problem, visible=fact.visible, skipped=skipped)

        started = time.perf_counter()
        verdict = judged_once()
        if verdict.outcome is Outcome.PASSED and exchange.changed_arguments and not fact.changes_arguments:
            exchange.keeps_arguments = True  # what a test works out from changed arguments proves nothing
            if judged_once().outcome is not Outcome.PASSED:
                verdict = Judged(Outcome.FAILED, sentences.CHANGED_ARGUMENTS)
        taken_ms = (time.perf_counter() - started + exchange.seconds_ahead) * 1e3
        if exchange.broken is not None:
            self._broken = exchange.broken
        if exchange.first_asked is not None:
            self.first_asked[item.nodeid] = FirstAsked(exchange.first_asked, exchange.journeys == 1)
        return fact.result(verdict, duration_ms=round(taken_ms, 3))

    def _report(
        self,
        results: list[TestResult],
        started: float,
        *,
        verdict: Verdict | None = None,
        sentence: str = "",
        line: int | None = None,
        naming: Naming = Naming.NONE,
        names: Iterable[str] = (),
    ) -> Report:
        if verdict is None:
            verdict, sentence, line = sentences.summary(results)
        texts = {pitfall.name: pitfall for pitfall in self._problem.pitfalls}
        return Report(
            problem=self._problem.slug,
            version=self._problem.digest,
            verdict=verdict,
            sentence=sentence,
            line=line,
            score=sum(result.points for result in results),
            max_score=sum(result.max_points for result in results),
            naming=naming,
            pitfalls=[NamedPitfall(**{f: getattr(texts[n], f) for f in NamedPitfall.__struct_fields__}) for n in names],
            tests=results,
            duration_ms=round((time.monotonic() - started) * 1e3, 3),
        )


def _chosen(items: list[pytest.Item], start: Start) -> Chosen:
    facts = [test_facts(item) for item in items]
    if start.task is Task.TRIAL:
        facts = [msgspec.structs.replace(fact, name=item.nodeid) for item, fact in zip(items, facts, strict=True)]
    chosen = [
        (item, fact)
        for item, fact in zip(items, facts, strict=True)
        if (fact.sample or start.task is not Task.RUN)
        and start.task is not Task.TRY
        and (not start.only or item.nodeid.partition("[")[0] in start.only)
    ]
    return sorted(chosen, key=lambda pair: not pair[1].visible)  # what is printed later could carry hidden inputs


def refusal(
    exchange: Exchange, problem: ProblemMessage, *, asked_for: list[str]
) -> tuple[Verdict, str, int | None] | None:
    """Why nothing can be asked: the source does not load, or does not define what it is asked for."""
    try:
        head = exchange.open()
    except CallBroken as error:
        exchange.broken = None
        return Verdict(outcome_of(error.reason).value), sentences.broken(error.reason, problem) + ".", None
    return _refused(head, asked_for)


def _refused(head: AnswerHead, entry: list[str]) -> tuple[Verdict, str, int | None] | None:
    if head.bad_syntax:
        return Verdict.SYNTAX_ERROR, sentences.bad_syntax(head.bad_syntax) + ".", head.bad_syntax.line
    if head.load_raised:
        return Verdict.ERROR, sentences.raised(head.load_raised, hidden=False) + ".", head.load_raised.line
    absent = [name for name in entry if name not in (head.names or [])]
    if absent:
        return Verdict.ERROR, sentences.missing(absent) + ".", None
    return None
