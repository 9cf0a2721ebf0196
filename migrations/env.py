"""How Alembic runs our migrations: on the connection that the caller gives, or on the configured database."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from gradatim import settings
from gradatim.db import engine_for
from gradatim.models import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",  # SQLite alters a table by copying it
        transaction_per_migration=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with engine_for(settings.load().database).connect() as opened:
        run(opened)
        opened.commit()
