"""Everything that one run measured."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass, field
from typing import Any

from bench import targets
from bench.claims import Measured
from bench.figures import Series, ms
from bench.plan import Plan
from bench.rates import Rates
from bench.targets import Target


@dataclass
class Memory:
    """In MiB."""

    waiting_private: float | None
    site_resident: float


@dataclass
class Results:
    """By the letters of the list in docs/decisions/speed.md."""

    plan: Plan
    load_before: float
    series: dict[str, Series] = field(default_factory=dict)  # a, b, c, "c wrong", f, "g 1", "g 8", "g 32", "h start"
    stages: dict[str, dict[str, float]] = field(default_factory=dict)  # median ms by kind and stage
    rates: Rates | None = None
    memory: Memory | None = None
    by_tests: dict[int, Series] = field(default_factory=dict)
    claims: dict[str, Measured] = field(default_factory=dict)

    def targets(self) -> list[Target]:
        reached = targets.of_rounds(self.series)
        if self.rates is not None:
            reached += targets.of_rates(self.rates)
        if self.memory is not None:
            reached.append(targets.of_memory(self.memory.waiting_private))
        if self.claims:
            reached.append(targets.of_claims(self.claims["queued"]))
        return reached

    def as_json(self) -> dict[str, Any]:
        return {
            "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "load_before": self.load_before},
            "plan": asdict(self.plan),
            "targets": [asdict(target) | {"mark": target.mark} for target in self.targets()],
            "series": {name: series.as_json() for name, series in self.series.items()},
            "stages_ms": self.stages,
            "rates": self.rates and asdict(self.rates),
            "memory_mib": self.memory and asdict(self.memory),
            "by_tests": {str(count): series.as_json() for count, series in self.by_tests.items()},
            "claims_median_ms": {
                grown: {what: {str(n): ms(series.median) for n, series in by.items()} for what, by in measured.items()}
                for grown, measured in self.claims.items()
            },
        }
