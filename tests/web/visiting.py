"""A browser as far as the tests need one: cookies, and the token of the page it last saw."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PASSWORD = "correct horse battery"
JSON = {"Accept": "application/json"}


@dataclass
class Visitor:
    client: FlaskClient

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.client.get(path, **options)

    def token(self, page: str = "/") -> str:
        found = re.search(r'name="csrf-token" content="([^"]+)"', self.get(page).text)
        assert found, f"{page} has no token"
        return found.group(1)

    def send(
        self, source: bytes | str = "x = 1\n", *, slug: str = "doubling", to: str = "submissions", **options: Any
    ) -> TestResponse:
        """Submit as the page's script does."""
        headers = {**JSON, "X-CSRFToken": self.token(), **options.pop("headers", {})}
        return self.client.post(
            f"/problems/{slug}/{to}", data=options.pop("data", {"source": source}), headers=headers, **options
        )

    def submit(self, source: str = "x = 1\n", *, to: str = "submissions") -> int:
        """The id of a new submission."""
        answer = self.send(source, to=to)
        assert answer.status_code == 201, answer.text
        return int(answer.get_json()["id"])

    def sign_in(self, email: str, password: str = PASSWORD, **options: Any) -> TestResponse:
        form = {"email": email, "password": password, "csrf_token": self.token("/login")}
        return self.client.post("/login", data=form, **options)

    def post(self, path: str, *, seen: str = "/", **fields: str) -> TestResponse:
        """Send a form, with the token of a page that was seen."""
        return self.client.post(path, data={"csrf_token": self.token(seen), **fields})

    def events(self, submission_id: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """The stream's events, as they come."""
        yield from self.stream(f"/submissions/{submission_id}/events")

    def stream(self, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        response = self.get(path, buffered=False)
        assert response.status_code == 200
        assert response.mimetype == "text/event-stream"
        yield from parse_events(response.iter_encoded())


def parse_events(chunks: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for chunk in chunks:
        text = chunk.decode()
        if text.startswith("event: "):
            name, _, data = text.removeprefix("event: ").partition("\ndata: ")
            yield name, json.loads(data)
