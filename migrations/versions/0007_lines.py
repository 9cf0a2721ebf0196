"""Fair lines, the id of the request that sent a submission, and what workers tell of themselves.

Live site: safe while it is stopped. What is queued stands in line as it came.
Going back: loses who is whose turn; then the oldest goes first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_submissions_state_kind_turn_id": ["state", "kind", "turn", "id"],
    "ix_submissions_finished_at": ["finished_at"],
}


WORKERS = ("threads", "grading", "pool_json", "trouble", "draining")


def upgrade() -> None:
    op.add_column("workers", sa.Column("threads", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("workers", sa.Column("grading", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("workers", sa.Column("pool_json", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("workers", sa.Column("trouble", sa.Text(), nullable=False, server_default=""))
    op.add_column("workers", sa.Column("draining", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("submissions", sa.Column("request_id", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("submissions", sa.Column("turn", sa.Integer(), nullable=True, server_default="0"))
    for name, columns in INDEXES.items():
        op.create_index(name, "submissions", columns)


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name, "submissions")
    op.drop_column("submissions", "turn")
    op.drop_column("submissions", "request_id")
    for name in WORKERS:
        op.drop_column("workers", name)
