"""`gradatim user`: accounts."""

from __future__ import annotations

import importlib
import sys

import click

from gradatim import settings
from gradatim.models import RoleName
from gradatim.services import accounts, migrating, people

# By name: the application lies above the command line, and its links are made in it.
LINKS = "gradatim.app.links"
ROLES = click.Choice([role.value for role in RoleName])


@click.group()
def user() -> None:
    """Accounts."""


@user.command()
@click.option("--email", required=True)
@click.option("--role", type=ROLES, default=RoleName.STUDENT.value)
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input instead of making one.")
def create(email: str, role: str, password_stdin: bool) -> None:
    """Make an account; prints its password once where it made one."""
    given = sys.stdin.readline().rstrip("\n") if password_stdin else None
    sessions = migrating.opened(settings.load())
    made, password = accounts.create_user(sessions, email=email, role=RoleName(role), password=given)
    click.echo(_is_now(made.email, role))
    if given is None:
        click.echo(f"Password, shown this once: {password}")


@user.command()
@click.argument("email")
@click.argument("role", type=ROLES)
def role(email: str, role: str) -> None:
    """Change what an account may do."""
    sessions = migrating.opened(settings.load())
    people.change_role(sessions, accounts.user_id_of(sessions, email), role=RoleName(role), actor_id=None)
    click.echo(_is_now(accounts.normal_email(email), role))


@user.command()
@click.argument("email")
@click.option("--second-factor", is_flag=True, help="Also turn the second factor off: its device is lost.")
def reset(email: str, second_factor: bool) -> None:
    """Print a link with which its owner sets a new password: it works once, and for one day."""
    loaded = settings.load()
    sessions = migrating.opened(loaded)
    link = importlib.import_module(LINKS).reset_link(loaded, email)
    if second_factor:
        people.drop_second_factor(sessions, accounts.user_id_of(sessions, email))
        click.echo(f"The second factor of {accounts.normal_email(email)} is off.")
    click.echo(f"Pass this on to {accounts.normal_email(email)} alone:")
    click.echo(link)


def _is_now(email: str | None, role: str) -> str:
    return f"{email} is {'an' if role[0] in 'ai' else 'a'} {role}."
