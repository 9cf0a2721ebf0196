"""The private services of `tests/conftest.py` are real."""

from __future__ import annotations

import subprocess

import redis
from sqlalchemy import create_engine, text


def test_postgresql_answers_on_its_own_socket(postgres_url: str) -> None:
    engine = create_engine(postgres_url)
    with engine.connect() as connection:
        assert connection.execute(text("select current_setting('listen_addresses')")).scalar_one() == ""
    engine.dispose()


def test_redis_answers_on_its_own_socket(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()


def test_the_browser_is_the_systems(chromium: str) -> None:
    said = subprocess.run([chromium, "--version"], capture_output=True, text=True, check=True)
    assert "Chrom" in said.stdout
