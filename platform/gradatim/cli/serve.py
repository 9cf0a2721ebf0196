"""`gradatim serve`: everything that one machine needs, then the site."""

from __future__ import annotations

import runpy
import socket
import sys

import click

from gradatim import db, settings
from gradatim.cli.publishing import ensure_sandbox, publish_all
from gradatim.db import Sessions
from gradatim.errors import StartError
from gradatim.services import accounts, migrating
from gradatim.services.accounts import FIRST_INSTRUCTOR
from gradatim.settings import Settings

GUNICORN = ["gunicorn", "--config", "python:gradatim.app.server"]


@click.command()
def serve() -> None:
    """Migrate the database, publish what is new under problems/, and serve the site.

    Exit status 1 where it cannot: a busy port, an engine or a database that does not answer.
    """
    loaded = settings.load()
    _check_port(loaded)
    if migrating.upgrade(loaded):
        click.echo("The database was upgraded.")
    sessions = db.connect(loaded.database)
    if loaded.embedded:
        ensure_sandbox()
    publish_all(sessions, settings=loaded)
    _say_where(loaded, sessions)
    sessions.close()
    _become_server()


def _check_port(loaded: Settings) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn: what just ended does not count
        try:
            probe.bind((loaded.host, loaded.port))
        except OSError as error:
            raise StartError(
                f"port {loaded.port} on {loaded.host} cannot be used: {error.strerror}; GRADATIM_PORT sets another"
            ) from error


def _say_where(loaded: Settings, sessions: Sessions) -> None:
    password = accounts.first_instructor(sessions)
    if password is not None:
        click.echo(f"Sign in as instructor: {FIRST_INSTRUCTOR}, password {password} (shown this once).")
    click.echo(f"Gradatim is at {loaded.address}")


def _become_server() -> None:
    """Run gunicorn in this very process: a new one would import everything again, which takes a second."""
    from gradatim_grader import engine

    engine.client.cache_clear()  # the processes that it forks make connections of their own
    sys.stdout.flush()
    sys.argv = GUNICORN
    runpy.run_module("gunicorn", run_name="__main__")
