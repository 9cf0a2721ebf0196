"""`gradatim prune`: remove old data that nobody needs."""

from __future__ import annotations

import click

from gradatim import settings
from gradatim.services import migrating, pruning


@click.command()
@click.option("--guest-days", type=click.IntRange(min=1), default=90, show_default=True, help="How old guests are.")
@click.option("--run-days", type=click.IntRange(min=1), default=30, show_default=True, help="How old the others are.")
@click.option("--dry-run", is_flag=True, help="Only say what would go, as without --yes.")
@click.option("--yes", is_flag=True, help="Remove it.")
def prune(guest_days: int, run_days: int, dry_run: bool, yes: bool) -> None:
    """Remove old guests who left nothing, and old runs, calls and snippets.

    Says what would go; removes it only with --yes. What was submitted always stays.
    """
    if dry_run and yes:
        raise click.UsageError("--dry-run and --yes contradict each other")
    sessions = migrating.opened(settings.load())
    work = pruning.prune if yes else pruning.old
    found = work(sessions, guest_days=guest_days, trial_days=run_days)
    click.echo(f"{found.trials:,} runs, calls and snippets older than {_days(run_days)}")
    click.echo(f"{found.guests:,} guests older than {_days(guest_days)} who left nothing")
    click.echo("Removed." if yes else "Nothing was removed: --yes removes them.")


def _days(count: int) -> str:
    return "a day" if count == 1 else f"{count} days"
