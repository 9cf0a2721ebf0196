"""The command line. Each command imports what it needs when it runs, so that the quick ones are quick."""

from __future__ import annotations

import importlib
import signal
import sys
from types import FrameType

import click

from gradatim.errors import GradatimError

COMMANDS = {
    "grade": "gradatim.cli.grade:grade",
    "serve": "gradatim.cli.serve:serve",
    "web": "gradatim.cli.serve:web",
    "worker": "gradatim.cli.worker:worker",
    "problem": "gradatim.cli.problem:problem",
    "sandbox": "gradatim.cli.sandbox:sandbox",
    "db": "gradatim.cli.database:database",
    "backup": "gradatim.cli.backup:backup",
    "restore": "gradatim.cli.backup:restore",
    "prune": "gradatim.cli.prune:prune",
    "user": "gradatim.cli.user:user",
}


class Lazy(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found: click.Command = getattr(importlib.import_module(module), name)
        return found


@click.group(cls=Lazy)
@click.version_option(package_name="gradatim")
def gradatim() -> None:
    """Coding exercises that tell you which mistake it is."""


def main() -> None:
    """Run a command. What is known to go wrong is one line and an exit status; see each command."""
    from gradatim.services import logs

    logs.configure()  # standard output belongs to what the command prints
    for number in (signal.SIGTERM, signal.SIGHUP):  # what a command has started must end with it, or with its terminal
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores the latter
            signal.signal(number, _stop)
    try:
        status = gradatim.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except Exception as error:
        line = _in_one_line(error)
        if line is None:
            raise
        click.echo(f"gradatim: {line}", err=True)
        sys.exit(1)
    sys.exit(status)  # of `Exit`, which click returns here; None for a command that simply ended


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _in_one_line(error: Exception) -> str | None:
    """What to say of an error that is no mistake in the code."""
    from gradatim.db import UNREACHABLE, reason_of

    if isinstance(error, GradatimError):
        return str(error) or error.public
    if isinstance(error, UNREACHABLE):
        return f"the database does not answer: {reason_of(error)}"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return None
