"""What a workspace remembers: drafts, opened hints, calls with own arguments, cancelled submissions.

Live site: safe while it is stopped. On SQLite the table of submissions is copied.
Going back: loses all drafts, opened hints and calls; cancelled submissions are deleted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KINDS = ("kind", "kind IN ('run', 'submit', 'try')", "kind IN ('run', 'submit', 'try', 'call')")
STATES = ("state", "state IN ('queued', 'claimed', 'done')", "state IN ('queued', 'claimed', 'done', 'cancelled')")
COLUMNS = ("call_json", "progress_json", "answer_json")


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("replaced", sa.LargeBinary(), nullable=True),
        sa.Column("saved_by", sa.String(length=40), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision > 0", name="revision_positive"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_drafts_user_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name="fk_drafts_problem_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "problem_id", name="pk_drafts"),
    )
    op.create_table(
        "opened_hints",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("count > 0", name="count_positive"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_opened_hints_user_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name="fk_opened_hints_problem_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "problem_id", name="pk_opened_hints"),
    )
    for name in COLUMNS:
        op.add_column("submissions", sa.Column(name, sa.JSON(), nullable=True))
    _change_checks(KINDS, STATES)


def downgrade() -> None:
    op.execute("DELETE FROM submissions WHERE kind = 'call' OR state = 'cancelled'")
    _change_checks((KINDS[0], KINDS[2], KINDS[1]), (STATES[0], STATES[2], STATES[1]))
    for name in COLUMNS:
        op.drop_column("submissions", name)
    op.drop_table("opened_hints")
    op.drop_table("drafts")


def _change_checks(*checks: tuple[str, str, str]) -> None:
    """For each (name, before, after) let the table of submissions check something else."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        for name, _, after in checks:
            op.execute(f"ALTER TABLE submissions DROP CONSTRAINT ck_submissions_{name}")
            op.execute(f"ALTER TABLE submissions ADD CONSTRAINT ck_submissions_{name} CHECK ({after})")
        return
    # As in the step before this one: SQLite's table is made again from its own text, with the checks replaced.
    made = "SELECT sql FROM sqlite_master WHERE tbl_name = 'submissions' AND sql IS NOT NULL AND type = "
    (table,) = connection.execute(sa.text(made + "'table'")).scalars().all()
    indexes = connection.execute(sa.text(made + "'index'")).scalars().all()
    named = '"submissions"' if '"submissions"' in table else "submissions"
    table = table.replace(named, "submissions_made_again", 1)
    for _, before, after in checks:
        table = table.replace(f"({before})", f"({after})")
    op.execute(table)
    op.execute("INSERT INTO submissions_made_again SELECT * FROM submissions")
    op.execute("DROP TABLE submissions")
    op.execute("ALTER TABLE submissions_made_again RENAME TO submissions")
    for index in indexes:
        op.execute(index)
