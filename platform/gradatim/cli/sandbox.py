"""`gradatim sandbox`: the image that learner code runs in."""

from __future__ import annotations

import click

from gradatim.cli.trouble import statuses


@click.group()
def sandbox() -> None:
    """The sandbox."""


@sandbox.command()
def build() -> None:
    """Build the sandbox image, if the engine does not have it. Exit status 3 where the engine does not do it."""
    with statuses():
        from gradatim_grader import image

        click.echo(f"The sandbox image is {image.ensure(click.echo)}.")


@sandbox.command()
@click.pass_context
def doctor(context: click.Context) -> None:
    """Prove every limit of the sandbox by having a sandbox try to pass it.

    Exit status: 0 all hold; 1 one does not; 3 the engine does not answer.
    """
    from rich.console import Console

    from gradatim.cli.doctor import examined, show

    with statuses():
        broken = show(examined(), console=Console())
    context.exit(1 if broken else 0)
