"""Runs a target under libFuzzer. What raises, hangs or takes too much memory is a finding, kept as a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import atheris

LIMITS = ("-rss_limit_mb=1024", "-malloc_limit_mb=256", "-timeout=10", "-max_len=16384")


def run(target: Callable[[bytes], None], *, seeds: Iterable[bytes]) -> None:
    """Fuzz until libFuzzer's own options, from the command line, end it. The last argument is the corpus's folder."""
    corpus = Path(sys.argv[-1])
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    atheris.Setup([*sys.argv[:-1], *LIMITS, f"-artifact_prefix={corpus}-", str(corpus)], target)
    atheris.Fuzz()
