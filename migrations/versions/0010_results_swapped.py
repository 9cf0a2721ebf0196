"""Applying a regrade swaps who has which results, and leaves the results where they are.

Live site: safe; adds a column.
Going back: takes a while where much was regraded; moves the results to those who have them. Loses nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TABLES = ("test_results", "submission_pitfalls")
ASIDE = 1_000_000  # added to the ordinals of rows on their way, so that nobody stands in their place


def upgrade() -> None:
    op.add_column("submissions", sa.Column("results_of", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.create_index("ix_submissions_results_of", "submissions", ["results_of"])
    for table in TABLES:
        owner = f"SELECT id FROM submissions WHERE results_of = {table}.submission_id"  # noqa: S608 - names of ours
        op.execute(
            f"UPDATE {table} SET submission_id = ({owner}), ordinal = ordinal + {ASIDE} WHERE EXISTS ({owner})"  # noqa: S608
        )
        op.execute(f"UPDATE {table} SET ordinal = ordinal - {ASIDE} WHERE ordinal >= {ASIDE}")  # noqa: S608
    op.drop_index("ix_submissions_results_of", "submissions")
    op.drop_column("submissions", "results_of")
