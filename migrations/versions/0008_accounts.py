"""Second factors with their recovery codes; accounts that exist count as confirmed; the audit log can be searched.

Live site: safe; adds columns and indexes.
Going back: loses all second factors: who had one signs in without.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "tf_primary_method": sa.String(length=20),
    "tf_totp_secret": sa.String(length=500),
    "tf_counter": sa.Integer(),
    "mf_recovery_codes": sa.JSON(),
}


def upgrade() -> None:
    for name, kind in COLUMNS.items():
        op.add_column("users", sa.Column(name, kind, nullable=True))
    op.execute("UPDATE users SET confirmed_at = created_at WHERE email IS NOT NULL AND confirmed_at IS NULL")
    op.create_index("ix_audit_events_action_id", "audit_events", ["action", "id"])
    op.create_index("ix_audit_events_actor_id_id", "audit_events", ["actor_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_audit_events_actor_id_id", "audit_events")
    op.drop_index("ix_audit_events_action_id", "audit_events")
    for name in COLUMNS:
        op.drop_column("users", name)
