"""How Alembic runs our migrations: on the connection that the caller gives, or on the configured database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
    with _foreign_keys_off(connection), context.begin_transaction():
        context.run_migrations()


@contextmanager
def _foreign_keys_off(connection: Connection) -> Iterator[None]:
    """SQLite alters a table by copying and dropping it, and dropping would delete all that refers to it."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None  # noqa: S101 - it has just been connected
    driver.execute("PRAGMA foreign_keys = OFF").close()  # past SQLAlchemy: inside a transaction it does nothing
    try:
        yield
        broken = driver.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise RuntimeError(f"a migration left rows that refer to nothing: {broken[:5]}")
    finally:
        driver.execute("PRAGMA foreign_keys = ON").close()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with engine_for(settings.load().database).connect() as opened:
        run(opened)
        opened.commit()
