"""The host side of grading: a problem and a source in, a report out. Knows no database and no Flask."""
