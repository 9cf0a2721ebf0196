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
