"""A problem as a zip file. Whoever made a zip that comes in may mean harm: nothing of it is believed.

Reads and writes bytes; must never run any of them. All limits are counted while unpacking, never taken from a header.
"""

from __future__ import annotations

import io
import shutil
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from gradatim_grader.errors import ProblemError
from gradatim_grader.problem import IGNORED_PARTS, MAX_BYTES, MAX_FILES, Problem, from_files

MAX_ZIP_BYTES = 8 << 20
MAX_ENTRIES = 2 * MAX_FILES  # folders and what is left out count too
MAX_RATIO = 200  # unpacked to packed, looked at beyond the first block
MAX_NAME_CHARS = 240
BLOCK_BYTES = 64 << 10
LEFT_OUT = IGNORED_PARTS | {"__MACOSX"}
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip knows: the same problem always makes the same zip
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1
UNIX = 3


def packed(problem: Problem) -> bytes:
    """The problem as a zip file with one folder, its slug. Unpacked again it has the same digest."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(problem.files):
            entry = zipfile.ZipInfo(f"{problem.slug}/{name}", FIRST_DAY)
            entry.create_system, entry.external_attr = UNIX, (stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, problem.files[name], compresslevel=9)
    return file.getvalue()


def unpacked(file: BinaryIO, *, name: str, slug: str = "") -> Problem:
    """The problem in a zip file: one folder, or the files without one. `name` is what to call the zip in errors.

    `slug` overrides the folder's name, and is needed where there is no folder.

    Raises:
        ProblemError: it is no zip, has what no problem's zip has, is too large, or holds no valid problem.
    """
    try:
        if file.seek(0, io.SEEK_END) > MAX_ZIP_BYTES:
            raise ProblemError(name, f"is larger than {MAX_ZIP_BYTES >> 20} MiB")
        with zipfile.ZipFile(file) as archive:
            files = _files(archive, name)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        ValueError,
        UnicodeDecodeError,
        OSError,
    ) as e:
        raise ProblemError(name, f"cannot be read as a zip file: {e}") from None
    folder = _folder_of(files)
    if folder:
        files = {path.removeprefix(f"{folder}/"): content for path, content in files.items()}
    if not (slug or folder):
        raise ProblemError(name, "holds no folder, so the problem has no name; give it one")
    return from_files(slug or folder, files)


def unpack_into(parent: Path, file: BinaryIO, *, name: str, slug: str = "") -> Problem:
    """Make a problem folder under `parent` from a zip: all of it, or nothing.

    Raises:
        ProblemError: see `unpacked`; or there is a folder of this name.
    """
    problem = unpacked(file, name=name, slug=slug)
    target = parent / problem.slug
    if target.exists():
        raise ProblemError(str(target), "exists already")
    draft = Path(tempfile.mkdtemp(prefix=f".{problem.slug}.", dir=parent))
    try:
        for path, content in problem.files.items():
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            (draft / path).write_bytes(content)
        draft.chmod(0o755)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return problem


def _files(archive: zipfile.ZipFile, name: str) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise ProblemError(name, f"holds more than {MAX_ENTRIES} entries")
    files: dict[str, bytes] = {}
    seen: dict[str, str] = {}  # as a careless file system sees the names
    left = MAX_BYTES
    for entry in entries:
        parts = _parts(entry, name)
        _check_kind(entry, name)
        if entry.is_dir() or LEFT_OUT & set(parts):
            continue
        path = "/".join(parts)
        alike = unicodedata.normalize("NFC", path).casefold()
        if alike in seen:
            raise ProblemError(name, f"holds {_shown(path)} twice, or {_shown(seen[alike])} beside it")
        seen[alike] = path
        if len(files) == MAX_FILES:
            raise ProblemError(name, f"holds more than {MAX_FILES} files")
        files[path] = _content(archive, entry, name, most_bytes=left)
        left -= len(files[path])
    _check_no_file_is_a_folder(seen, name)
    return files


def _parts(entry: zipfile.ZipInfo, name: str) -> list[str]:
    """The entry's path, taken apart. Strict: a problem needs no name that two systems could read differently."""
    path = entry.orig_filename  # before zipfile cuts it at a NUL or turns slashes
    parts = path.removesuffix("/").split("/")
    shown = _shown(path)
    if path.startswith("/") or (len(path) > 1 and path[1] == ":"):
        raise ProblemError(name, f"holds an absolute path, {shown}")
    if ".." in parts:
        raise ProblemError(name, f"holds a path that leaves its folder, {shown}")
    if "\\" in path or ":" in path or not path.isprintable() or len(path) > MAX_NAME_CHARS:
        raise ProblemError(name, f"holds a name that is not allowed, {shown}")
    if any(part in ("", ".") or part != part.strip() or part.endswith(".") for part in parts):
        raise ProblemError(name, f"holds a name that is not allowed, {shown}")
    return parts


def _check_kind(entry: zipfile.ZipInfo, name: str) -> None:
    shown, mode = _shown(entry.orig_filename), entry.external_attr >> 16
    if stat.S_ISLNK(mode):
        raise ProblemError(name, f"holds a link, {shown}")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ProblemError(name, f"holds what is no plain file, {shown}")
    if entry.flag_bits & ENCRYPTED:
        raise ProblemError(name, f"holds an encrypted file, {shown}")
    if entry.compress_type not in METHODS:
        raise ProblemError(name, f"holds a file that is not packed the usual way, {shown}")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, *, most_bytes: int) -> bytes:
    content = bytearray()
    for block in _blocks(archive, entry):
        content += block
        if len(content) > most_bytes:
            raise ProblemError(name, f"unpacks to more than {MAX_BYTES >> 20} MiB")
        if len(content) > max(BLOCK_BYTES, MAX_RATIO * entry.compress_size):
            raise ProblemError(name, f"holds {_shown(entry.orig_filename)}, packed more tightly than any text is")
    return bytes(content)


def _blocks(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(entry) as stream:
        while block := stream.read(BLOCK_BYTES):
            yield block


def _check_no_file_is_a_folder(seen: dict[str, str], name: str) -> None:
    for alike, path in seen.items():
        parents = alike.split("/")[:-1]
        for depth in range(1, len(parents) + 1):
            if (parent := "/".join(parents[:depth])) in seen:
                raise ProblemError(name, f"holds {_shown(seen[parent])} as a file and as the folder of {_shown(path)}")


def _folder_of(files: dict[str, bytes]) -> str:
    """The one folder that everything is in, or ""."""
    first = {path.partition("/")[0] for path in files}
    return first.pop() if len(first) == 1 and all("/" in path for path in files) else ""


def _shown(path: str) -> str:
    return repr(path[:80])
