"""Regrades, and the fingerprints of wrong answers that have no name.

Live site: safe while it is stopped. On SQLite the table of submissions is copied.
Going back: loses all regrades, the results from before them, and all fingerprints.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KINDS = "kind IN ('run', 'submit', 'try', 'call')"
MORE_KINDS = "kind IN ('run', 'submit', 'try', 'call', 'regrade')"
CHECKS = {
    "original_of_regrade": "(kind = 'regrade') = (original_id IS NOT NULL)",
    "regrade_of_regrade": "(kind = 'regrade') = (regrade_id IS NOT NULL)",
}
KEYS = {"regrade_id": "regrades", "original_id": "submissions"}


def upgrade() -> None:
    op.create_table(
        "regrades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "open", "applied", "thrown_away", name="state", native_enum=False, create_constraint=True, length=20
            ),
            nullable=False,
        ),
        sa.Column("chosen", sa.Text(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("begun_by", sa.Integer(), nullable=True),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_by", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raised", sa.Integer(), nullable=False),
        sa.Column("lowered", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.CheckConstraint("(state = 'open') = (ended_at IS NULL)", name="ended_when_not_open"),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name="fk_regrades_problem_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name="fk_regrades_version_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["begun_by"], ["users.id"], name="fk_regrades_begun_by", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["ended_by"], ["users.id"], name="fk_regrades_ended_by", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_regrades"),
    )
    op.create_index("ix_regrades_problem_id_begun_at", "regrades", ["problem_id", "begun_at"])
    is_open = sa.text("state = 'open'")
    op.create_index(
        "one_open_regrade", "regrades", ["problem_id"], unique=True, sqlite_where=is_open, postgresql_where=is_open
    )
    with op.batch_alter_table("submissions") as submissions:
        for column in KEYS:
            submissions.add_column(sa.Column(column, sa.Integer(), nullable=True))
        submissions.add_column(sa.Column("fingerprint", sa.String(length=32), nullable=True))
        submissions.drop_constraint("kind", type_="check")
        submissions.create_check_constraint("kind", MORE_KINDS)
        for name, holds in CHECKS.items():
            submissions.create_check_constraint(name, holds)
        for column, table in KEYS.items():
            submissions.create_foreign_key(f"fk_submissions_{column}", table, [column], ["id"], ondelete="CASCADE")
    op.create_index("ix_submissions_regrade_id_state", "submissions", ["regrade_id", "state"])
    op.create_index("ix_submissions_original_id", "submissions", ["original_id"])
    has_one = sa.text("fingerprint IS NOT NULL")
    op.create_index(
        "ix_submissions_fingerprint",
        "submissions",
        ["version_id", "fingerprint"],
        sqlite_where=has_one,
        postgresql_where=has_one,
    )


def downgrade() -> None:
    op.execute("DELETE FROM submissions WHERE kind = 'regrade'")
    op.drop_index("ix_submissions_fingerprint", "submissions")
    op.drop_index("ix_submissions_original_id", "submissions")
    op.drop_index("ix_submissions_regrade_id_state", "submissions")
    with op.batch_alter_table("submissions") as submissions:
        for column in KEYS:
            submissions.drop_constraint(f"fk_submissions_{column}", type_="foreignkey")
        for name in CHECKS:
            submissions.drop_constraint(name, type_="check")
        submissions.drop_constraint("kind", type_="check")
        submissions.create_check_constraint("kind", KINDS)
        for column in (*KEYS, "fingerprint"):
            submissions.drop_column(column)
    op.drop_table("regrades")
