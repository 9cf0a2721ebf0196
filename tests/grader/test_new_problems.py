"""What a new problem starts from is proven as it is, mutants and all."""

from __future__ import annotations

import pytest

from gradatim.services.templates import TEMPLATES, files_of
from gradatim_grader.check import check
from gradatim_grader.grader import Grader
from gradatim_grader.problem import from_files


@pytest.mark.docker
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_passes_its_check_as_it_is(template: str, grader: Grader) -> None:
    report = check(from_files("mine", files_of(template)), grader)
    assert [fault.line() for fault in (*report.faults, *report.notes)] == []
    assert report.mutation is not None
    assert report.mutation.score == 1
