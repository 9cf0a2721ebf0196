"""The editor completes just the names that numpy has in the sandbox."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.architecture.tree import ROOT


@pytest.mark.docker
def test_the_editors_names_are_those_of_the_sandboxs_numpy() -> None:
    made = subprocess.run(["scripts/numpy-names"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert made == (ROOT / "platform/frontend/src/editor/numpy.json").read_text()
    known = {name: signature for name, _, signature, _ in json.loads(made)[""]}
    assert known["zeros"].startswith("(shape, dtype=None")
