"""What a check finds, as plain data: for the command line, for the site, and as JSON.

Tests are named by node id without parameters, as "tests/test_hidden.py::test_shape". Sources are named "exponent-i #2"
for the second variant of a pitfall, "line 12: ..." for a mutant.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from gradatim_runner.messages import ExampleResult


class Fault(msgspec.Struct, frozen=True):
    """One thing to mend: where it is, what is wrong, and what to do about it."""

    file: str
    place: str
    what: str
    remedy: str

    def line(self) -> str:
        """The fault in one line, whatever its parts hold."""
        where = f"{self.file}: {self.place}: " if self.place else f"{self.file}: "
        return " ".join(f"{where}{self.what}; {self.remedy}".split())


class ReferenceProof(msgspec.Struct, frozen=True, kw_only=True):
    """How the reference did. Times in wall-clock seconds, of the quickest run; memory in MiB."""

    passed: int  # runs in which every test passed
    runs: int
    slowest_call_seconds: float
    call_limit_seconds: float
    total_seconds: float
    total_limit_seconds: float
    memory_tried_mib: int  # it was enough, where every run passed
    memory_limit_mib: int


class VariantProof(msgspec.Struct, frozen=True, kw_only=True):
    """One variant of a pitfall before the tests."""

    label: str
    caught_by: list[str]
    named: list[str]


class PitfallProof(msgspec.Struct, frozen=True, kw_only=True):
    """A pitfall is proven where every variant is caught and named as itself."""

    name: str
    proven: bool
    variants: list[VariantProof]


class TestProof(msgspec.Struct, frozen=True, kw_only=True):
    """What one test is good for. `only`: the wrong sources that no other hidden test catches.

    Mutants meet hidden tests alone.
    """

    __test__ = False

    id: str
    title: str
    sample: bool
    points: float
    catches_variants: list[str]
    catches_mutants: int
    only: list[str]
    idle: bool  # a hidden test that catches nothing


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"  # it survived, and the problem says why no test can catch it


class MutantProof(msgspec.Struct, frozen=True, kw_only=True):
    """A mutant that is worth showing: one that no hidden test catches.

    `proposal`: a call whose answer is not the reference's, and how it differs; "" where none was found.
    """

    label: str
    line: int
    diff: str
    fate: Fate
    reason: str = ""
    proposal: str = ""
    difference: str = ""
    removed: str = ""  # with `added` what marks it as equivalent in mutants.toml
    added: str = ""


class MutationProof(msgspec.Struct, frozen=True, kw_only=True):
    """All mutants. `score`: the share that is caught of those that can be; 1 where there is none."""

    total: int
    caught: int
    equivalent: int
    score: float
    uncaught: list[MutantProof]


class CheckReport(msgspec.Struct, frozen=True, kw_only=True):
    """Faults stop a problem from being published, notes do not. What comes after a failing reference is empty."""

    problem: str
    version: str
    faults: list[Fault]
    notes: list[Fault] = []
    reference: ReferenceProof | None = None
    starter: str = ""  # its verdict
    pitfalls: list[PitfallProof] = []
    tests: list[TestProof] = []
    mutation: MutationProof | None = None
    examples: list[ExampleResult] = []
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        return not self.faults


class Step(StrEnum):
    """What a check is doing."""

    REFERENCE = "reference"
    STARTER = "starter"
    PITFALLS = "pitfalls"
    MUTANTS = "mutants"
    SURVIVORS = "survivors"


class CheckProgress(msgspec.Struct, frozen=True):
    """`done` of `total` sources of this step are through."""

    step: Step
    done: int
    total: int
