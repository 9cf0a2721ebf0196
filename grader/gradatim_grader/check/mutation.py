"""Mutants before the hidden tests: how many are caught, and what to do about those that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gradatim_grader.check.bench import Bench, Call, Tried
from gradatim_grader.check.listed import FILE, ListedMutants
from gradatim_grader.check.mutants import Mutant
from gradatim_grader.check.report import Fate, Fault, MutantProof, MutationProof

NO_CALL = Call("", "")
MOST_CALL_CHARS = 200  # in a line of text; the report has it whole


class Mutation:
    """The mutants of one check with what came of them. `tried` is in the order of `mutants`."""

    def __init__(self, mutants: Sequence[Mutant], tried: Sequence[Tried], listed: ListedMutants) -> None:
        self._all = list(zip(mutants, tried, strict=True))
        self._listed = listed
        self.uncaught = [mutant for mutant, result in self._all if not result.hidden]
        self._calls: dict[str, Call] = {}

    def reason(self, mutant: Mutant) -> str:
        return self._listed.reason_for(mutant.removed, mutant.added)

    def look_for_calls(self, bench: Bench, *, tell: Callable[[int], None]) -> None:
        """Look for a call that tells each mutant that was not caught from the reference."""

        def look(mutant: Mutant) -> Call:
            return bench.telling_call(mutant.source, whatever_tests=bool(self.reason(mutant)))

        for done, (number, call) in enumerate(bench.each(self.uncaught, look), start=1):
            self._calls[self.uncaught[number].source] = call
            tell(done)

    def proof(self) -> MutationProof:
        equivalent = sum(bool(self.reason(mutant)) for mutant in self.uncaught)
        caught = len(self._all) - len(self.uncaught)
        possible = len(self._all) - equivalent
        return MutationProof(
            total=len(self._all),
            caught=caught,
            equivalent=equivalent,
            score=caught / possible if possible else 1.0,
            uncaught=list(map(self._proof_of, self.uncaught)),
        )

    def faults(self) -> list[Fault]:
        """Mutants that the problem's author listed, and that no hidden test catches."""
        return [
            Fault(FILE, mutant.what, "no hidden test catches it", f"add one{self._for_instance(mutant)}")
            for mutant in self.uncaught
            if mutant.what
        ]

    def notes(self) -> list[Fault]:
        """Operators' mutants that survive, and words about equivalent ones that are not true, or not true any more."""
        remedy = f"or say in {FILE} why no test can"
        notes = [
            Fault(
                "solution.py",
                mutant.label,
                "no hidden test catches this mutant",
                f"add one{self._for_instance(mutant)}, {remedy}",
            )
            for mutant in self.uncaught
            if not mutant.what and not self.reason(mutant)
        ]
        for mutant in self.uncaught:
            call = self._calls.get(mutant.source, NO_CALL)
            if self.reason(mutant) and call.text:
                said = call.difference.rstrip(".")
                what = f"it is called equivalent, but {call.text} tells it from the reference: {said}"
                notes.append(Fault(FILE, mutant.added, what, "add a test, or forbid such arguments in the statement"))
        return notes + self._stale()

    def _stale(self) -> list[Fault]:
        known = {(mutant.removed, mutant.added): result for mutant, result in self._all}
        notes = []
        for each in self._listed.equivalent:
            result = known.get((each.from_.strip(), each.to.strip()))
            if result is None:
                notes.append(Fault(FILE, each.to, "there is no such mutant any more", "take the entry away"))
            elif result.hidden:
                what = f"it is called equivalent, but {result.hidden[0].rpartition('::')[2]} catches it"
                notes.append(Fault(FILE, each.to, what, "take the entry away"))
        return notes

    def _for_instance(self, mutant: Mutant) -> str:
        call = self._calls.get(mutant.source, NO_CALL)
        return f", for instance of {call.text}" if 0 < len(call.text) <= MOST_CALL_CHARS else ""

    def _proof_of(self, mutant: Mutant) -> MutantProof:
        call, reason = self._calls.get(mutant.source, NO_CALL), self.reason(mutant)
        return MutantProof(
            label=mutant.label,
            line=mutant.line,
            diff=mutant.diff,
            fate=Fate.EQUIVALENT if reason else Fate.SURVIVED,
            reason=reason,
            proposal=call.text,
            difference=call.difference,
            removed=mutant.removed,
            added=mutant.added,
        )
