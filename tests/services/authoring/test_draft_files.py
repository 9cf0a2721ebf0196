"""A draft's files: nothing that somebody typed is written over unseen, and nothing is lost by accident."""

from __future__ import annotations

import pytest

from gradatim.db import Sessions
from gradatim.errors import NoSuchProblem
from gradatim.models import RoleName
from gradatim.services.authoring import drafts, files
from gradatim.services.authoring.access import NoSuchDraft, NotNow
from gradatim.services.authoring.files import FileConflict, FileTooLarge, NoSuchFile
from gradatim_grader.problem import MAX_BYTES
from tests.services import making
from tests.services.authoring import drafting


@pytest.fixture
def ann(sessions: Sessions) -> int:
    return drafting.member(sessions)


@pytest.fixture
def draft_id(sessions: Sessions, ann: int) -> int:
    return drafting.draft(sessions, owner_id=ann)


def test_a_new_draft_holds_its_files_and_is_the_problem_that_they_make(
    sessions: Sessions, ann: int, draft_id: int
) -> None:
    view = drafts.draft_of(sessions, draft_id, user_id=ann)
    assert [entry.path for entry in view.files][:2] == ["problem.toml", "statement.md"]
    assert (view.digest, view.fault, view.known) == (making.problem().digest, None, False)
    assert [each.slug for each in drafts.drafts_of(sessions, ann)] == ["doubling"]


def test_what_grew_from_the_latest_revision_is_saved(sessions: Sessions, ann: int, draft_id: int) -> None:
    before = files.file_of(sessions, draft_id, "statement.md", user_id=ann)
    saved = files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"New.", revision=before.revision)
    assert saved.revision > before.revision
    assert files.file_of(sessions, draft_id, "statement.md", user_id=ann).source == "New."


def test_what_grew_from_an_older_one_is_not_and_the_other_text_is_shown(
    sessions: Sessions, ann: int, draft_id: int
) -> None:
    begun = files.file_of(sessions, draft_id, "statement.md", user_id=ann).revision
    files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"One.", revision=begun)
    with pytest.raises(FileConflict) as conflict:
        files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"Two.", revision=begun)
    assert conflict.value.theirs.source == "One."
    assert files.file_of(sessions, draft_id, "statement.md", user_id=ann).source == "One."


def test_saving_one_file_is_no_conflict_with_another(sessions: Sessions, ann: int, draft_id: int) -> None:
    begun = {path: files.file_of(sessions, draft_id, path, user_id=ann).revision for path in drafting.FILES}
    for path, revision in begun.items():
        files.save(sessions, draft_id, path, user_id=ann, source=b"# changed", revision=revision)


def test_a_lost_answer_is_no_conflict(sessions: Sessions, ann: int, draft_id: int) -> None:
    begun = files.file_of(sessions, draft_id, "statement.md", user_id=ann).revision
    first = files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"One.", revision=begun)
    again = files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"One.", revision=begun)
    assert again == first


def test_a_removed_file_is_kept_and_comes_back_as_it_was(sessions: Sessions, ann: int, draft_id: int) -> None:
    files.remove(sessions, draft_id, "statement.md", user_id=ann)
    view = drafts.draft_of(sessions, draft_id, user_id=ann)
    assert view.removed == ["statement.md"]
    assert view.fault
    assert (view.fault.file, view.fault.reason) == ("statement.md", "is missing")
    with pytest.raises(FileConflict):
        files.save(sessions, draft_id, "statement.md", user_id=ann, source=b"Typed on.", revision=0)
    files.add(sessions, draft_id, "statement.md", user_id=ann)
    assert drafts.draft_of(sessions, draft_id, user_id=ann).digest == making.problem().digest


def test_a_renamed_file_keeps_its_text(sessions: Sessions, ann: int, draft_id: int) -> None:
    files.add(sessions, draft_id, "pitfalls/a.py", user_id=ann)
    files.save(sessions, draft_id, "pitfalls/a.py", user_id=ann, source=b"a = 1\n", revision=_revision(sessions, ann))
    assert files.rename(sessions, draft_id, "pitfalls/a.py", user_id=ann, to="pitfalls/b.py") == "pitfalls/b.py"
    assert files.file_of(sessions, draft_id, "pitfalls/b.py", user_id=ann).source == "a = 1\n"
    with pytest.raises(NoSuchFile):
        files.rename(sessions, draft_id, "pitfalls/a.py", user_id=ann, to="pitfalls/c.py")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../out.py",
        "a//b.py",
        "a\\b.py",
        ".hidden",
        "tests",
        "solution.py/x",
        "Solution.py",
        "a b.py",
    ],
)
def test_a_name_that_is_none_or_is_taken_is_refused(sessions: Sessions, ann: int, draft_id: int, path: str) -> None:
    with pytest.raises(NotNow):
        files.add(sessions, draft_id, path, user_id=ann)


def test_more_than_a_problem_may_hold_is_refused(sessions: Sessions, ann: int, draft_id: int) -> None:
    begun = files.file_of(sessions, draft_id, "theory.md", user_id=ann) if "theory.md" in drafting.FILES else None
    assert begun is None
    files.add(sessions, draft_id, "theory.md", user_id=ann)
    with pytest.raises(FileTooLarge):
        files.save(
            sessions, draft_id, "theory.md", user_id=ann, source=b"x" * MAX_BYTES, revision=_revision(sessions, ann)
        )


@pytest.mark.parametrize("role", [RoleName.STUDENT, RoleName.INSTRUCTOR])
def test_somebody_elses_draft_does_not_exist(sessions: Sessions, draft_id: int, role: RoleName) -> None:
    ben = drafting.member(sessions, "ben", role)
    with pytest.raises(NoSuchDraft):
        drafts.draft_of(sessions, draft_id, user_id=ben)
    with pytest.raises(NoSuchDraft):
        files.save(sessions, draft_id, "statement.md", user_id=ben, source=b"mine", revision=1)
    with pytest.raises(NoSuchDraft):
        drafts.delete(sessions, draft_id, user_id=ben)
    assert drafts.drafts_of(sessions, ben) == []


def test_an_admin_edits_every_draft(sessions: Sessions, draft_id: int) -> None:
    admin = drafting.member(sessions, "ada", RoleName.ADMIN)
    assert drafts.delete(sessions, draft_id, user_id=admin) == "doubling"
    assert drafts.drafts_of(sessions, admin) == []


@pytest.mark.parametrize("slug", ["", "Upper", "two words", "../x", "doubling"])
def test_a_bad_or_taken_slug_makes_no_draft(sessions: Sessions, ann: int, draft_id: int, slug: str) -> None:
    with pytest.raises(NotNow):
        drafts.create(sessions, slug, drafting.FILES, owner_id=ann)


def test_a_published_problem_opens_as_a_draft_with_its_files(sessions: Sessions, ann: int) -> None:
    published = making.published(sessions)
    opened = drafts.open_published(sessions, "doubling", user_id=ann)
    view = drafts.draft_of(sessions, opened, user_id=ann)
    assert (view.digest, view.published, view.known) == (published.digest, True, True)
    assert drafts.open_published(sessions, "doubling", user_id=ann) == opened
    with pytest.raises(NotNow, match="draft of doubling"):
        drafts.open_published(sessions, "doubling", user_id=drafting.member(sessions, "ben"))
    with pytest.raises(NoSuchProblem):
        drafts.open_published(sessions, "doubling", user_id=making.guest(sessions))


def _revision(sessions: Sessions, user_id: int) -> int:
    """Of the file that changed last."""
    [draft] = drafts.drafts_of(sessions, user_id)
    return max(entry.revision for entry in draft.files)
