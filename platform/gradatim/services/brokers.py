"""Whether the broker answers, asked with little patience: who looks must not hang where it does."""

from __future__ import annotations

import redis

ANSWER_SECONDS = 2.0


class Broker:
    """A connection of its own to the broker at a URL, opened when it is first asked. Thread-safe."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS, max_connections=2
        )

    def trouble(self) -> str | None:
        """Why it does not answer, in one line, or None."""
        try:
            self._client.ping()
        except (redis.RedisError, OSError) as error:
            return " ".join(str(error).split()) or type(error).__name__
        return None

    def close(self) -> None:
        self._client.close()
