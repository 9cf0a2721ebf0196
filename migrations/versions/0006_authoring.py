"""Problems written in the browser: drafts with their files and checks; who owns a problem and who sees it.

Live site: safe; every problem that is there stays listed.
Going back: loses all drafts, and every problem is listed again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

VISIBLE = "visibility IN ('draft', 'unlisted', 'listed')"


def upgrade() -> None:
    with op.batch_alter_table("problems") as problems:
        problems.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        problems.add_column(sa.Column("visibility", sa.String(length=20), server_default="listed", nullable=False))
        problems.add_column(sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
        problems.create_check_constraint("visibility", VISIBLE)
        problems.create_foreign_key("fk_problems_owner_id", "users", ["owner_id"], ["id"], ondelete="SET NULL")
    with op.batch_alter_table("problems") as problems:
        problems.alter_column("visibility", server_default=None)
    op.create_table(
        "problem_drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision >= 0", name="revision_not_negative"),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name="fk_problem_drafts_owner_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_problem_drafts"),
        sa.UniqueConstraint("slug", name="uq_problem_drafts_slug"),
    )
    op.create_table(
        "problem_draft_files",
        sa.Column("draft_id", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(length=300), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("saved_by", sa.String(length=40), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.CheckConstraint("revision > 0", name="revision_positive"),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["problem_drafts.id"], name="fk_problem_draft_files_draft_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("draft_id", "path", name="pk_problem_draft_files"),
    )
    _create_checks()


def _create_checks() -> None:
    op.create_table(
        "problem_checks",
        sa.Column("draft_id", sa.Integer(), nullable=False),
        sa.Column("requested_by", sa.Integer(), nullable=True),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=200), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trouble", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("waiting_reason", sa.Text(), nullable=False),
        sa.Column("progress_json", sa.JSON(), nullable=True),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("report_json", sa.JSON(), nullable=True),
        sa.Column("prepared", sa.LargeBinary(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state IN ('queued', 'claimed', 'done', 'cancelled')", name="state"),
        sa.CheckConstraint("(state = 'done') = (finished_at IS NOT NULL)", name="finished_when_done"),
        sa.CheckConstraint("(state = 'claimed') = (claimed_by IS NOT NULL)", name="owner_when_claimed"),
        sa.CheckConstraint("(state = 'claimed') = (lease_until IS NOT NULL)", name="lease_when_claimed"),
        sa.CheckConstraint("NOT proven OR prepared IS NOT NULL", name="prepared_when_proven"),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["problem_drafts.id"], name="fk_problem_checks_draft_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["requested_by"], ["users.id"], name="fk_problem_checks_requested_by", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("draft_id", name="pk_problem_checks"),
    )
    op.create_index("ix_problem_checks_state_not_before", "problem_checks", ["state", "not_before"])


def downgrade() -> None:
    for table in ("problem_checks", "problem_draft_files", "problem_drafts"):
        op.drop_table(table)
    with op.batch_alter_table("problems") as problems:
        problems.drop_constraint("fk_problems_owner_id", type_="foreignkey")
        problems.drop_constraint("visibility", type_="check")
        for column in ("archived_at", "visibility", "owner_id"):
            problems.drop_column(column)
