"""From the folder to the site: what is not proven is not published, by command or at the server's start."""

from __future__ import annotations

from pathlib import Path

import pytest

from gradatim import db
from gradatim.cli import publishing as starting
from gradatim.errors import NoSuchProblem
from gradatim.services import migrating, problems, proving, sandboxes
from gradatim.settings import Settings
from gradatim_grader.check import CheckReport, Fault
from gradatim_grader.errors import CheckerTrouble
from gradatim_grader.problem import Problem
from tests.cli.running import gradatim
from tests.grader.tiny import FILES, HIDDEN
from tests.services.fakes import MemoryGrader

UNCAUGHT = "problem.toml: pitfall not-doubled: no hidden test catches it, only test_three; sample tests can be learnt"


def write(folder: Path, **changed: str) -> None:
    for name, text in {**FILES, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def at(folder: Path) -> Settings:
    settings = Settings(var=folder, problems=folder / "problems", database_url=f"sqlite:///{folder}/x.sqlite3")
    migrating.upgrade(settings)
    return settings


@pytest.mark.docker
def test_a_problem_whose_pitfall_is_not_caught_is_not_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "problems/good")
    write(tmp_path / "problems/weak", **{"tests/test_hidden.py": HIDDEN.replace("(23) == 51", "(23) > 0")})
    settings = at(tmp_path)
    sessions = db.connect(settings.database)
    starting.publish_all(sessions, settings=settings)
    assert problems.text_of(sessions, "good").title == "Twice and five"
    said = capsys.readouterr()
    assert "Proving and publishing good." in said.out
    assert UNCAUGHT in said.err
    done = gradatim(
        "problem",
        "publish",
        "weak",
        settings={
            "GRADATIM_PROBLEMS": str(tmp_path / "problems"),
            "GRADATIM_VAR": str(tmp_path),
            "GRADATIM_DATABASE_URL": settings.database,
        },
    )
    assert done.returncode == 1
    assert UNCAUGHT in done.stderr
    assert done.stderr.endswith("weak is not published.\n")
    with pytest.raises(NoSuchProblem):
        problems.text_of(sessions, "weak")


class Started(MemoryGrader):
    """Counts how often a sandbox is started."""

    starts = 0

    def start(self) -> None:
        Started.starts += 1


def report_on(problem: Problem, *faults: Fault) -> CheckReport:
    return CheckReport(problem=problem.slug, version=problem.digest, faults=list(faults))


def test_a_start_proves_what_is_new_once_and_goes_on_past_what_is_faulty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def proof_of(problem: Problem, *_: object, mutants: bool, **__: object) -> CheckReport:
        assert not mutants
        if problem.slug == "dies":
            raise CheckerTrouble("the checker of dies ended")
        faults = [Fault("solution.py", "line 2", "is wrong", "mend it")] if problem.slug == "faulty" else []
        return report_on(problem, *faults)

    Started.starts = 0
    monkeypatch.setattr(proving, "proof_of", proof_of)
    monkeypatch.setattr(sandboxes, "grader", lambda settings: Started())
    monkeypatch.setattr(starting, "ensure_sandbox", lambda: None)
    for slug in ("dies", "faulty", "good"):
        write(tmp_path / "problems" / slug)
    settings = at(tmp_path)
    sessions = db.connect(settings.database)
    starting.publish_all(sessions, settings=settings)
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "dies is not published: the checker of dies ended",
        "solution.py: line 2: is wrong; mend it",
        "faulty is not published.",
    ]
    assert problems.text_of(sessions, "good").title == "Twice and five"
    for slug in ("dies", "faulty"):
        with pytest.raises(NoSuchProblem):
            problems.text_of(sessions, slug)
        (tmp_path / "problems" / slug).rename(tmp_path / slug)
    starting.publish_all(sessions, settings=settings)
    assert Started.starts == 1
    assert capsys.readouterr().out == ""
