"""`gradatim worker`: grade for a site whose web processes are elsewhere."""

from __future__ import annotations

import os
import sys

import click

from gradatim import settings


@click.command()
def worker() -> None:
    """Grade what is submitted, until stopped. Needs GRADATIM_BROKER_URL."""
    settings.load()  # what is wrong with it is said here, before anything starts
    os.execv(sys.executable, [sys.executable, "-m", "gradatim.worker"])  # noqa: S606 - a fixed command, to become it
