"""Zips of problems: out and in again is the same problem, and a hostile zip leaves nothing behind but one line."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from gradatim_grader import archive
from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import Problem, from_files, from_folder

FILES = {
    "problem.toml": b'title = "T"\nsummary = "S"\ndifficulty = "easy"\nentry = "f"\n',
    "statement.md": b"Write f.\n",
    "starter.py": b"def f():\n    pass\n",
    "solution.py": b"def f():\n    return 1\n",
    "tests/test_sample.py": b"from submission import f\n",
    "tests/test_hidden.py": b"from submission import f\n",
}
Entries = list[tuple[zipfile.ZipInfo | str, bytes]]


def small(**more: bytes) -> Problem:
    return from_files("small", {**FILES, **more})


def zipped(entries: Entries, *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in entries:
            made.writestr(name, content)
    return file.getvalue()


def good() -> Entries:
    return [(f"small/{name}", content) for name, content in FILES.items()]


def entry(name: str, *, mode: int = stat.S_IFREG | 0o644) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo("x")
    made.filename, made.external_attr, made.create_system = name, mode << 16, 3
    return made


def unpack(tmp_path: Path, content: bytes, *, slug: str = "") -> Problem:
    return archive.unpack_into(tmp_path, io.BytesIO(content), name="it.zip", slug=slug)


def test_out_and_in_again_is_the_same_problem(tmp_path: Path) -> None:
    problem = small(**{"pitfalls/odd.py": b"def f():\n    return 3\n", "picture.png": bytes(range(256))})
    back = unpack(tmp_path, archive.packed(problem))
    assert back.digest == problem.digest == from_folder(tmp_path / "small").digest


def test_the_same_problem_makes_the_same_zip() -> None:
    assert archive.packed(small()) == archive.packed(from_files("small", dict(reversed(FILES.items()))))


def test_a_zip_without_a_folder_needs_a_name(tmp_path: Path) -> None:
    flat = zipped(list(FILES.items()))
    with pytest.raises(ProblemError, match="no name"):
        unpack(tmp_path, flat)
    assert unpack(tmp_path, flat, slug="named").slug == "named"


def test_what_a_desktop_adds_is_left_out(tmp_path: Path) -> None:
    extra: Entries = [("small/.DS_Store", b"x"), ("__MACOSX/small/._starter.py", b"x"), ("small/tests/", b"")]
    assert unpack(tmp_path, zipped(good() + extra)).digest == small().digest


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small/mine.txt").write_text("mine")
    with pytest.raises(ProblemError, match="exists already"):
        unpack(tmp_path, zipped(good()))
    assert [path.name for path in tmp_path.rglob("*")] == ["small", "mine.txt"]


def lying_about_its_size() -> bytes:
    """Headers that promise ten bytes where a megabyte comes out."""
    content = bytearray(zipped([*good(), ("small/big.txt", b"0123456789" * 100_000)]))
    size = struct.pack("<I", 1_000_000)
    assert content.count(size) == 2
    return bytes(content.replace(size, struct.pack("<I", 10)))


def with_flag(flag: int) -> bytes:
    content = bytearray(zipped(good()))
    content[content.index(b"PK\1\2") + 8] |= flag
    content[6] |= flag
    return bytes(content)


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "an absolute path": ("absolute", lambda: zipped([*good(), (entry("/etc/cron.d/x"), b"x")])),
    "a drive letter": ("absolute", lambda: zipped([*good(), (entry("C:/x"), b"x")])),
    "a path upwards": ("leaves", lambda: zipped([*good(), (entry("small/../../x"), b"x")])),
    "a path that is nothing but upwards": ("leaves", lambda: zipped([*good(), (entry(".."), b"x")])),
    "backslashes": ("not allowed", lambda: zipped([*good(), (entry("small\\..\\x"), b"x")])),
    "a stream beside a file": ("not allowed", lambda: zipped([*good(), (entry("small/x.py:y"), b"x")])),
    "an empty part": ("not allowed", lambda: zipped([*good(), (entry("small//x"), b"x")])),
    "a dot for a part": ("not allowed", lambda: zipped([*good(), (entry("small/./x"), b"x")])),
    "a trailing dot": ("not allowed", lambda: zipped([*good(), (entry("small/x."), b"x")])),
    "a trailing space": ("not allowed", lambda: zipped([*good(), (entry("small/x "), b"x")])),
    "a NUL in a name": ("not allowed", lambda: zipped([*good(), (entry("small/x\0.py"), b"x")])),
    "an escape sequence in a name": ("not allowed", lambda: zipped([*good(), (entry("small/\x1b[2J"), b"x")])),
    "a name that turns the line round": ("not allowed", lambda: zipped([*good(), (entry("small/\u202eyp.x"), b"x")])),
    "an endless name": ("not allowed", lambda: zipped([*good(), (entry("small/" + "x" * 5000), b"x")])),
    "a link": ("link", lambda: zipped([*good(), (entry("small/x", mode=stat.S_IFLNK | 0o777), b"/etc/passwd")])),
    "a device": ("plain file", lambda: zipped([*good(), (entry("small/x", mode=stat.S_IFCHR | 0o666), b"")])),
    "a pipe": ("plain file", lambda: zipped([*good(), (entry("small/x", mode=stat.S_IFIFO | 0o666), b"")])),
    "a file twice": ("twice", lambda: zipped([*good(), ("small/starter.py", b"x = 1\n")])),
    "a file twice but for capitals": ("twice", lambda: zipped([*good(), ("small/Starter.py", b"x = 1\n")])),
    "a file twice but for its accents": (
        "twice",
        lambda: zipped([*good(), ("small/\u00e9.md", b""), ("small/e\u0301.md", b"")]),
    ),
    "a file that is a folder, too": ("as a file", lambda: zipped([*good(), ("small/tests", b"x")])),
    "an encrypted file": ("encrypted", lambda: with_flag(1)),
    "another way of packing": ("usual way", lambda: zipped(good(), method=zipfile.ZIP_LZMA)),
    "a bomb": ("more tightly", lambda: zipped([*good(), ("small/zeros", bytes(3 << 20))])),
    "many small bombs": (
        "MiB",
        lambda: zipped([*good(), *((f"small/{n}.txt", bytes(range(256)) * 150 * 1) for n in range(150))]),
    ),
    "too many files": ("more than", lambda: zipped([*good(), *((f"small/{n}", b"") for n in range(201))])),
    "too many entries": ("entries", lambda: zipped([*good(), *((f"small/{n}/", b"") for n in range(500))])),
    "too large a file": ("MiB", lambda: zipped([*good(), ("small/x", bytes(9 << 20))], method=zipfile.ZIP_STORED)),
    "a false size": ("cannot be read|more tightly|MiB", lying_about_its_size),
    "no zip": ("cannot be read", lambda: b"hello"),
    "nothing": ("cannot be read", lambda: b""),
    "half a zip": ("cannot be read", lambda: zipped(good())[:300]),
    "a torn file": (
        "cannot be read",
        lambda: zipped(good(), method=zipfile.ZIP_STORED).replace(b"Write f", b"Wrong f"),
    ),
    "a bad name for a problem": ("lower case", lambda: zipped([(f"Bad_Name/{n}", c) for n, c in FILES.items()])),
    "a missing file": ("is missing", lambda: zipped(good()[1:])),
    "a solution that is no Python": (
        "line 1",
        lambda: zipped([*good()[:3], ("small/solution.py", b"def"), *good()[4:]]),
    ),
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_zip_is_refused_in_one_line_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    reason, make = HOSTILE[kind]
    folder = tmp_path / "problems"
    folder.mkdir()
    with pytest.raises(ProblemError, match=reason) as refused:
        unpack(folder, make())
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.rglob("*")] == ["problems"]


def test_a_disk_that_fills_leaves_nothing_half_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        unpack(tmp_path, zipped(good()))
    assert list(tmp_path.iterdir()) == []
