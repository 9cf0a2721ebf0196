"""`make bench`: measures, shows the tables and writes var/bench.json."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from rich.console import Console

from bench import claims, growth, material, memory, plan, rates, rounds, table
from bench.crowds import crowd
from bench.material import ROOT, Material
from bench.results import Memory, Results
from bench.warm import StageTimes
from gradatim_grader import image
from gradatim_grader.grader import Grader
from proof.site import Site

WRITTEN = ROOT / "var/bench.json"


def main() -> None:
    console = Console()
    results = Results(plan.chosen(), load_before=os.getloadavg()[0])
    tag = image.ensure(console.print)
    given = material.material(results.plan, image=tag, progress=console.print)
    with tempfile.TemporaryDirectory(prefix="gradatim-bench-") as folder:
        _measure(results, given, Path(folder))
    table.show(results, console)
    WRITTEN.parent.mkdir(exist_ok=True)
    WRITTEN.write_text(json.dumps(results.as_json(), indent=1) + "\n")
    console.print(f"Written to {WRITTEN.relative_to(ROOT)}.")


def _measure(results: Results, given: Material, folder: Path) -> None:
    """The site is up only while it is asked: its own waiting containers would disturb the rates."""
    stages = StageTimes()
    site_folder = folder / "site"
    site_folder.mkdir()
    with Grader(observe=stages) as grader:
        with Site(site_folder) as site:
            results.series |= rounds.taken(given, grader, stages, site)
            results.stages = stages.as_json()
            _crowds(results, given, site)
            results.memory = Memory(memory.waiting_student_mib(), memory.resident_mib(site.pid))
        results.rates = rates.measured(given, grader)
        given.progress("growth with the number of tests")
        results.by_tests = growth.by_tests(grader, given.plan)
    given.progress("starts of the site")
    slug, times = given.problem.slug, given.plan.starts
    results.series["h start"] = memory.starts(site_folder, slug=slug, source=given.right, times=times)
    given.progress("claims")
    results.claims = claims.grown(folder, given.plan)


def _crowds(results: Results, given: Material, site: Site) -> None:
    for students, times in given.plan.crowds:
        given.progress(f"{students} students at once")
        results.series[f"g {students}"] = crowd(
            site.port, slug=given.problem.slug, source=given.right, students=students, times=times
        )


if __name__ == "__main__":
    main()
