"""What lessons need: their computed arrays, answers to their questions, and submissions of kind `try`.

Live site: safe while it is stopped. On SQLite the table of submissions is copied.
Going back: loses the arrays (publishing again does not bring them back to old versions), all answers and all tries.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OLD, NEW = "kind IN ('run', 'submit')", "kind IN ('run', 'submit', 'try')"


def upgrade() -> None:
    op.create_table(
        "lesson_arrays",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("row_numbers", sa.JSON(), nullable=False),
        sa.Column("column_numbers", sa.JSON(), nullable=False),
        sa.Column("dtype", sa.String(length=20), nullable=False),
        sa.Column("wavelengths", sa.JSON(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name="fk_lesson_arrays_version_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("version_id", "key", name="pk_lesson_arrays"),
    )
    op.create_table(
        "quiz_answers",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("answer_json", sa.JSON(), nullable=True),
        sa.Column("correct", sa.Boolean(), nullable=True),
        sa.Column("first_correct", sa.Boolean(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("tries >= 0", name="tries_not_negative"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_quiz_answers_user_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name="fk_quiz_answers_problem_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "problem_id", "name", name="pk_quiz_answers"),
    )
    op.create_index("ix_quiz_answers_problem_id_name", "quiz_answers", ["problem_id", "name"])
    _allow_kinds(OLD, NEW)


def downgrade() -> None:
    op.execute("DELETE FROM submissions WHERE kind = 'try'")
    _allow_kinds(NEW, OLD)
    op.drop_table("quiz_answers")
    op.drop_table("lesson_arrays")


def _allow_kinds(before: str, after: str) -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.execute("ALTER TABLE submissions DROP CONSTRAINT ck_submissions_kind")
        op.execute(f"ALTER TABLE submissions ADD CONSTRAINT ck_submissions_kind CHECK ({after})")
        return
    # SQLite cannot change a constraint: the table is made again from its own text, with that one part replaced.
    # migrations/env.py has switched foreign keys off, or dropping the old one would delete every result with it.
    made = "SELECT sql FROM sqlite_master WHERE tbl_name = 'submissions' AND sql IS NOT NULL AND type = "
    (table,) = connection.execute(sa.text(made + "'table'")).scalars().all()
    indexes = connection.execute(sa.text(made + "'index'")).scalars().all()
    name = '"submissions"' if '"submissions"' in table else "submissions"
    op.execute(table.replace(name, "submissions_made_again", 1).replace(before, after))
    op.execute("INSERT INTO submissions_made_again SELECT * FROM submissions")
    op.execute("DROP TABLE submissions")
    op.execute("ALTER TABLE submissions_made_again RENAME TO submissions")
    for index in indexes:
        op.execute(index)
