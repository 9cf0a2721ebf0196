"""What the bench makes of its measurements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.figures import Series, percentile
from bench.plan import QUICK
from bench.rates import Rates
from bench.results import Results
from bench.targets import Target
from proof.machine import Machine


@pytest.mark.parametrize(
    ("percent", "expected"),
    [
        pytest.param(50, 5, id="the middle"),
        pytest.param(95, 10, id="all but the worst"),
        pytest.param(100, 10, id="the worst"),
        pytest.param(1, 1, id="the best"),
    ],
)
def test_a_percentile_is_one_of_the_values(percent: float, expected: float) -> None:
    assert percentile([3, 1, 2, 10, 9, 8, 7, 6, 5, 4], percent=percent) == expected


def test_a_series_is_written_in_milliseconds() -> None:
    assert Series([0.001, 0.002, 0.0034567]).as_json() == {
        "count": 3,
        "median_ms": 2.0,
        "p95_ms": 3.457,
        "all_ms": [1.0, 2.0, 3.457],
    }


@pytest.mark.parametrize(
    ("value", "more_is_better", "mark"),
    [
        pytest.param(0.1, False, "aim", id="small enough"),
        pytest.param(0.3, False, "ok", id="between the two"),
        pytest.param(0.6, False, "missed", id="too large"),
        pytest.param(0.6, True, "aim", id="large enough, where more is better"),
        pytest.param(None, False, "not measured", id="not measured"),
    ],
)
def test_a_figure_is_marked_by_what_it_reaches(value: float | None, more_is_better: bool, mark: str) -> None:
    least, aim = (0.2, 0.5) if more_is_better else (0.5, 0.2)
    assert Target("", value, least, aim, more_is_better).mark == mark


def test_the_simulation_reads_what_the_bench_writes(tmp_path: Path) -> None:
    rates = Rates(submissions={2: [8.0, 9.0], 4: [7.0, 8.0]}, containers={2: [10.0], 4: [11.0]}, runs=[100.0])
    series = {name: Series([0.016]) for name in ("a", "b", "c", "f", "g 1")}
    results = Results(QUICK, load_before=0.0, series=series, rates=rates)
    (tmp_path / "bench.json").write_text(json.dumps(results.as_json()))
    assert Machine.measured(tmp_path / "bench.json") == Machine(8.5, 0.016)
    assert [target.value for target in results.targets() if "rate" in target.name] == [8.5 / 11, 100 / 11]
