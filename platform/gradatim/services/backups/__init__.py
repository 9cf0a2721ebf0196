"""Everything that the database holds as one file, and the way back: the same file for SQLite and for PostgreSQL."""
