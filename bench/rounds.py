"""The measures that are taken one at a time, by turns: a busy moment of the machine so hits all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable

from bench import plain, warm
from bench.browser import Browser
from bench.figures import Series
from bench.material import Material, folder_for_plain_pytest
from bench.plain import PlainPytest
from bench.warm import StageTimes
from gradatim_grader.grader import Grader
from gradatim_runner.report import Verdict
from proof.site import Site

SITE_REST_SECONDS = 0.6  # the site's pool fills up again meanwhile; whether it is at rest cannot be seen from here
SAID_EVERY = 10

Measures = dict[str, Callable[[], float]]


def taken(material: Material, grader: Grader, stages: StageTimes, site: Site) -> dict[str, Series]:
    """Times by letter; "c wrong" is a submission whose mistake has to be looked for."""
    problem, right, wrong = material.problem, material.right, material.wrong
    folder = folder_for_plain_pytest(problem, right)
    browser = Browser(site.port, slug=problem.slug)
    with PlainPytest(material.image, folder) as stays:
        measures: Measures = {
            "a": stays.run,
            "b": lambda: plain.cold(material.image, folder),
            "c": lambda: warm.submission(grader, problem, right, verdict=Verdict.PASSED),
            "c wrong": lambda: warm.submission(grader, problem, wrong, verdict=Verdict.FAILED),
            "f": lambda: warm.run(grader, problem, right),
            "g 1": lambda: browser.submit(right),
        }
        series = {name: Series() for name in measures}
        for measure in measures.values():
            measure()
        for number in range(material.plan.rounds):
            if number % SAID_EVERY == 0:
                material.progress(f"round {number + 1} of {material.plan.rounds}")
            _round(measures, series, grader, stages)
    browser.close()
    return series


def _round(measures: Measures, series: dict[str, Series], grader: Grader, stages: StageTimes) -> None:
    for name, measure in measures.items():
        warm.rest(grader)
        stages.current = name
        series[name].add(measure())
        stages.current = ""
    time.sleep(SITE_REST_SECONDS)
