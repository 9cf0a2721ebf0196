"""Passwords: argon2id at one cost, for the site and for the command line."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from argon2 import PasswordHasher

MIN_CHARS = 10
FORM: Final = "NFKD"  # the same letters typed on another keyboard are the same password
# What RFC 9106 recommends where memory is short; memory in KiB. Tests make it cheap.
COST = {"time_cost": 3, "memory_cost": 64 << 10, "parallelism": 4}


def hashed(password: str) -> str:
    """An argon2id hash with a salt of its own."""
    return PasswordHasher(COST["time_cost"], COST["memory_cost"], COST["parallelism"]).hash(normalize(FORM, password))
