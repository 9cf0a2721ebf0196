"""An instructor's browser, as far as the pages of authoring need one."""

from __future__ import annotations

import re
import time
from typing import Any

from werkzeug.test import TestResponse

from tests.web.visiting import JSON, Visitor

PATIENCE_SECONDS = 60.0
TESTS = """\
import pytest
from mymodule import double, LIMIT


def test_two():
    assert double(2) == 4


@pytest.mark.parametrize("x", [0, -1, LIMIT])
def test_others(x):
    assert double(x) == x + x
"""
SOLUTION = """\
LIMIT = 10


def double(x: int) -> int:
    \"\"\"Twice `x`.\"\"\"
    return 2 * x
"""


class Author:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.visitor.get(path, **options)

    def post(self, path: str, /, **form: Any) -> TestResponse:
        return self.visitor.client.post(path, data={**form, "csrf_token": self.visitor.token()})

    def post_json(self, path: str, /, **form: Any) -> TestResponse:
        headers = {**JSON, "X-CSRFToken": self.visitor.token()}
        return self.visitor.client.post(path, data=form, headers=headers)

    def make(self, slug: str = "doubling", **form: str) -> int:
        """The id of a new draft, of the pasted tests and solution where nothing else is said."""
        form = form or {"how": "paste", "tests": TESTS, "solution": SOLUTION}
        answer = self.post("/authoring/new", slug=slug, **form)
        assert answer.status_code == 303, answer.text
        found = re.search(r"/authoring/drafts/(\d+)", answer.location)
        assert found
        return int(found[1])

    def check(self, draft_id: int) -> str:
        """Check, and the page once it is over."""
        assert self.post(f"/authoring/drafts/{draft_id}/check").status_code == 303
        deadline = time.monotonic() + PATIENCE_SECONDS
        while "data-check=" in (page := self.get(f"/authoring/drafts/{draft_id}/check").text):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return page

    def publish(self, draft_id: int) -> TestResponse:
        return self.post(f"/authoring/drafts/{draft_id}/publish")
