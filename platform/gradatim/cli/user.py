"""`gradatim user`: accounts."""

from __future__ import annotations

import sys

import click

from gradatim import db, settings
from gradatim.models import RoleName
from gradatim.services import accounts


@click.group()
def user() -> None:
    """Accounts."""


@user.command()
@click.option("--email", required=True)
@click.option("--role", type=click.Choice([role.value for role in RoleName]), default=RoleName.STUDENT.value)
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input instead of making one.")
def create(email: str, role: str, password_stdin: bool) -> None:
    """Make an account; prints its password once where it made one."""
    given = sys.stdin.readline().rstrip("\n") if password_stdin else None
    sessions = db.connect(settings.load().database)
    made, password = accounts.create_user(sessions, email=email, role=RoleName(role), password=given)
    click.echo(f"{made.email} is {'an' if role[0] in 'ai' else 'a'} {role}.")
    if given is None:
        click.echo(f"Password, shown this once: {password}")
