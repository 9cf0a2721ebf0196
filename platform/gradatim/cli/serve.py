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
from gradatim.services import accounts, migrating, waiting
from gradatim.services.accounts import FIRST_INSTRUCTOR
from gradatim.settings import Settings

GUNICORN = ["gunicorn", "--config", "python:gradatim.app.server"]


@click.command()
def serve() -> None:
    """Migrate the database, publish what is new under problems/, and serve the site.

    What does not answer yet is waited for, as long as GRADATIM_WAIT_SECONDS says. Exit status 1 where it cannot: a busy
    port, an engine or a database that does not answer.
    """
    loaded = settings.load()
    check_port(loaded)
    sessions = db.connect(loaded.database)
    waiting.wait_for_database(loaded, sessions, say=click.echo)
    waiting.wait_for_broker(loaded, say=click.echo)
    if migrating.upgrade(loaded):
        click.echo("The database was upgraded.")
    if loaded.embedded:
        waiting.wait_for_engine(loaded, say=click.echo)
        ensure_sandbox()
    publish_all(sessions, settings=loaded)
    _say_where(loaded, sessions)
    sessions.close()
    become_server()


@click.command()
def web() -> None:
    """Serve the pages of a site whose workers are elsewhere: migrates and publishes nothing, and needs no engine.

    Exit status 1 where it cannot: see serve. A database of another version is one such reason.
    """
    loaded = settings.load()
    if loaded.embedded:
        raise StartError("GRADATIM_BROKER_URL is not set: on one machine `gradatim serve` is all")
    check_port(loaded)
    sessions = db.connect(loaded.database)
    waiting.wait_for_database(loaded, sessions, say=click.echo)
    migrating.check(loaded, sessions)
    waiting.wait_for_broker(loaded, say=click.echo)
    sessions.close()
    become_server()


def check_port(loaded: Settings) -> None:
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


def become_server() -> None:
    """Run gunicorn in this very process: a new one would import everything again, which takes a second."""
    from gradatim_grader import engine

    engine.client.cache_clear()  # the processes that it forks make connections of their own
    sys.stdout.flush()
    sys.argv = GUNICORN
    runpy.run_module("gunicorn", run_name="__main__")
