"""`gradatim problem export`, `import` and `new --template`: no sandbox is needed for these."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim.services.templates import TEMPLATES
from gradatim_grader.problem import from_folder
from tests.cli.running import gradatim, only_line


def under(folder: Path) -> dict[str, str]:
    return {"GRADATIM_PROBLEMS": str(folder)}


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_makes_a_folder_that_can_be_read(template: str, tmp_path: Path) -> None:
    done = gradatim("problem", "new", "mine", "--template", template, settings=under(tmp_path))
    assert done.returncode == 0, done.stderr
    assert from_folder(tmp_path / "mine").facts.pitfalls


def test_a_problem_carried_away_and_back_has_the_same_digest(tmp_path: Path) -> None:
    here, there, zip_file = tmp_path / "here", tmp_path / "there", tmp_path / "mine.zip"
    here.mkdir()
    gradatim("problem", "new", "mine", settings=under(here))
    assert gradatim("problem", "export", "mine", "--output", zip_file, settings=under(here)).returncode == 0
    done = gradatim("problem", "import", zip_file, settings=under(there))
    assert done.returncode == 0, done.stderr
    assert from_folder(there / "mine").digest == from_folder(here / "mine").digest
    again = gradatim("problem", "import", zip_file, settings=under(there))
    assert again.returncode == 2
    assert "exists already" in only_line(again)
    assert gradatim("problem", "import", zip_file, "--slug", "yours", settings=under(there)).returncode == 0
    assert [path.name for path in sorted(there.iterdir())] == ["mine", "yours"]


def test_what_is_no_zip_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_text("hello")
    done = gradatim("problem", "import", tmp_path / "bad.zip", settings=under(tmp_path / "problems"))
    assert done.returncode == 2
    assert "bad.zip: cannot be read as a zip file" in only_line(done)
    assert list((tmp_path / "problems").iterdir()) == []
