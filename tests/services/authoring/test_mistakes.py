"""A wrong solution becomes a pitfall of the draft, and the documented keys are those that count."""

from __future__ import annotations

import msgspec
import pytest

from gradatim.db import Sessions
from gradatim.services.authoring import drafts, mistakes
from gradatim.services.authoring.access import NotNow
from gradatim.services.authoring.schema import SECTIONS
from gradatim_grader.problem import Example, Facts, Limits, PitfallFacts, from_files
from tests.services.authoring import drafting

WRONG = b"def double(x):\n    return x\n"


def test_a_wrong_solution_becomes_a_pitfall(sessions: Sessions) -> None:
    ann = drafting.member(sessions)
    draft_id = drafting.draft(sessions, owner_id=ann)
    title = 'It "stays" \\ as it is 🙂'

    def add() -> str:
        return mistakes.add_pitfall(sessions, draft_id, user_id=ann, name="not-doubled", title=title, source=WRONG)

    assert add() == "pitfalls/not_doubled.py"
    problem = from_files("doubling", drafts.content_of(sessions, draft_id, user_id=ann))
    [pitfall] = problem.facts.pitfalls
    assert (pitfall.name, pitfall.title) == ("not-doubled", title)
    assert problem.variants()[0].source == WRONG.decode()
    with pytest.raises(NotNow, match="not-doubled"):
        add()


@pytest.mark.parametrize(("name", "title"), [("Not A Name", "A"), ("a-name", " ")])
def test_a_pitfall_needs_a_name_and_a_title(sessions: Sessions, name: str, title: str) -> None:
    ann = drafting.member(sessions)
    draft_id = drafting.draft(sessions, owner_id=ann)
    with pytest.raises(NotNow):
        mistakes.add_pitfall(sessions, draft_id, user_id=ann, name=name, title=title, source=WRONG)


@pytest.mark.parametrize(
    ("header", "kind"), [("", Facts), ("[limits]", Limits), ("[[example]]", Example), ("[[pitfall]]", PitfallFacts)]
)
def test_the_documented_keys_are_those_that_a_problem_may_have(header: str, kind: type[msgspec.Struct]) -> None:
    [section] = [section for section in SECTIONS if section.header == header]
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tables = {"limits", "example", "pitfall"} if not header else set[str]()
    assert {key.name for key in section.keys} == fields.keys() - tables
    assert {key.name for key in section.keys if key.needed} == {
        name for name, field in fields.items() if field.required
    }
