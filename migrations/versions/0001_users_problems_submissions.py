"""Users, roles, problems and their versions, submissions and what grading them gave, audit events.

Live site: the first migration; there is nothing to disturb.
Going back: loses everything.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "problems",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_problems"),
        sa.UniqueConstraint("slug", name="uq_problems_slug"),
    )
    op.create_table(
        "roles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("description", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_roles"),
        sa.UniqueConstraint("name", name="uq_roles_name"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("password", sa.String(length=255), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("is_guest", sa.Boolean(), nullable=False),
        sa.Column("fs_uniquifier", sa.String(length=64), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("NOT is_guest OR password IS NULL", name="guest_has_no_password"),
        sa.CheckConstraint("is_guest = (email IS NULL)", name="guest_has_no_email"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email", name="uq_users_email"),
        sa.UniqueConstraint("fs_uniquifier", name="uq_users_fs_uniquifier"),
    )
    op.create_table(
        "audit_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["actor_id"], ["users.id"], name="fk_audit_events_actor_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_audit_events"),
    )
    op.create_index("ix_audit_events_subject_at", "audit_events", ["subject", "at"])

    op.create_table(
        "problem_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("facts_json", sa.JSON(), nullable=False),
        sa.Column("examples_json", sa.JSON(), nullable=False),
        sa.Column("max_score", sa.Double(), nullable=False),
        sa.Column("test_count", sa.Integer(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["problem_id"], ["problems.id"], name="fk_problem_versions_problem_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_problem_versions"),
        sa.UniqueConstraint("problem_id", "digest", name="uq_problem_versions_problem_id_digest"),
    )
    op.create_index(
        "one_current_version",
        "problem_versions",
        ["problem_id"],
        unique=True,
        sqlite_where=sa.text("current"),
        postgresql_where=sa.text("current"),
    )

    op.create_table(
        "roles_users",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name="fk_roles_users_role_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_roles_users_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "role_id", name="pk_roles_users"),
    )
    op.create_table(
        "problem_files",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(length=300), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name="fk_problem_files_version_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("version_id", "path", name="pk_problem_files"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum("run", "submit", name="kind", native_enum=False, create_constraint=True, length=20),
            nullable=False,
        ),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "state",
            sa.Enum("queued", "claimed", "done", name="state", native_enum=False, create_constraint=True, length=20),
            nullable=False,
        ),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=200), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trouble", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("waiting_reason", sa.Text(), nullable=False),
        sa.Column(
            "verdict",
            sa.Enum(
                "passed",
                "failed",
                "error",
                "time_limit",
                "memory_limit",
                "output_limit",
                "syntax_error",
                "rejected",
                "system_error",
                name="verdict",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=True,
        ),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("max_score", sa.Double(), nullable=False),
        sa.Column(
            "naming",
            sa.Enum(
                "none",
                "exact",
                "together",
                "one_of",
                name="naming",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("stdout", sa.Text(), nullable=False),
        sa.Column("stderr", sa.Text(), nullable=False),
        sa.Column("output_truncated", sa.Boolean(), nullable=False),
        sa.Column("duration_ms", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(state = 'claimed') = (claimed_by IS NOT NULL)", name="owner_when_claimed"),
        sa.CheckConstraint("(state = 'claimed') = (lease_until IS NOT NULL)", name="lease_when_claimed"),
        sa.CheckConstraint("(state = 'done') = (finished_at IS NOT NULL)", name="finished_when_done"),
        sa.CheckConstraint("(state = 'done') = (verdict IS NOT NULL)", name="verdict_when_done"),
        sa.CheckConstraint("score >= 0", name="score_not_negative"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_submissions_user_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["version_id"], ["problem_versions.id"], name="fk_submissions_version_id"),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
    )
    op.create_index("ix_submissions_state_lease_until", "submissions", ["state", "lease_until"])
    op.create_index("ix_submissions_state_not_before", "submissions", ["state", "not_before"])
    op.create_index("ix_submissions_user_id_version_id_kind", "submissions", ["user_id", "version_id", "kind"])
    op.create_index("ix_submissions_version_id_kind", "submissions", ["version_id", "kind"])

    op.create_table(
        "submission_pitfalls",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("explain", sa.Text(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name="fk_submission_pitfalls_submission_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("submission_id", "ordinal", name="pk_submission_pitfalls"),
    )
    op.create_index("ix_submission_pitfalls_name", "submission_pitfalls", ["name"])

    op.create_table(
        "test_results",
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("visible", sa.Boolean(), nullable=False),
        sa.Column(
            "outcome",
            sa.Enum(
                "passed",
                "failed",
                "error",
                "time_limit",
                "memory_limit",
                "output_limit",
                "not_run",
                name="outcome",
                native_enum=False,
                create_constraint=True,
                length=20,
            ),
            nullable=False,
        ),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("max_points", sa.Double(), nullable=False),
        sa.Column("duration_ms", sa.Double(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("difference_json", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name="fk_test_results_submission_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("submission_id", "ordinal", name="pk_test_results"),
    )


def downgrade() -> None:
    op.drop_table("test_results")

    op.drop_table("submission_pitfalls")

    op.drop_table("submissions")
    op.drop_table("problem_files")
    op.drop_table("roles_users")

    op.drop_table("problem_versions")

    op.drop_table("audit_events")
    op.drop_table("users")
    op.drop_table("roles")
    op.drop_table("problems")
