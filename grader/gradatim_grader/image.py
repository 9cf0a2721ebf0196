"""The sandbox image: made when it is missing, and named after its content, so that it is never an old one.

Two images. The base (Python and the wheels) takes a minute and seldom changes; the sandbox adds the runner to it and
takes a second. Must never let the network into a build: wheels come from the host, with hashes.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from gradatim_grader import engine
from gradatim_grader.errors import EngineTrouble

Progress = Callable[[str], None]

SOURCES = Path(__file__).resolve().parents[1]
RECIPE = SOURCES / "image"
RUNNER = SOURCES / "gradatim_runner"
PUBLIC_BASE = "python:3.13-slim-trixie"
PYTHON = "3.13"  # of both bases
WHEEL_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
NOT_CONTENT = {"__pycache__"}


def tag() -> str:
    """The name that the sandbox image of this very source has, whether it exists or not."""
    return f"gradatim-sandbox:{digest_of(RECIPE, RUNNER)}"


def ensure(progress: Progress) -> str:
    """Build the sandbox image if the engine does not have it, and return its name. Costs a few ms if it does.

    Raises:
        EngineTrouble: the engine does not answer, or a step of the build failed. One line that says which.
    """
    wanted = tag()
    if engine.image_exists(wanted):
        return wanted
    with alone(progress):
        if not engine.image_exists(wanted):  # the one who held the lock may have built it
            base = _ensure_base(progress)
            contents = {"Dockerfile": RECIPE / "Dockerfile", RUNNER.name: RUNNER}
            with step(progress, "adding the runner"), context(contents) as files:
                engine.build_image(files, wanted, base=base)
    return wanted


def _ensure_base(progress: Progress) -> str:
    wanted = f"gradatim-base:{digest_of(*(RECIPE / name for name in ('Dockerfile.base', 'strip.sh', 'wheels.txt')))}"
    if engine.image_exists(wanted):
        return wanted
    distribution = ensure_distribution(progress)
    with tempfile.TemporaryDirectory(prefix="gradatim-") as folder:
        site = Path(folder, "site")
        with step(progress, "downloading the wheels (numpy, pytest, ...)"):
            install_wheels(site, lock=RECIPE / "wheels.txt")
        contents = {"Dockerfile": RECIPE / "Dockerfile.base", "strip.sh": RECIPE / "strip.sh", "site": site}
        with step(progress, "building the base"), context(contents) as files:
            engine.build_image(files, wanted, base=distribution)
    return wanted


def ensure_distribution(progress: Progress) -> str:
    """A Debian with Python: the public image, or where no registry answers one from Debian's archive."""
    made = f"gradatim-debian:{digest_of(RECIPE / 'make-base.sh')}"
    for name in (PUBLIC_BASE, made):
        if engine.image_exists(name):
            return name
    with step(progress, f"pulling {PUBLIC_BASE}"):
        try:
            engine.pull(PUBLIC_BASE)
            return PUBLIC_BASE
        except EngineTrouble:
            progress("images: it cannot be pulled here")
    with tempfile.TemporaryDirectory(prefix="gradatim-") as folder:
        archive = Path(folder, "base.tar")
        with step(progress, "making one from Debian's archive"):
            _run([str(RECIPE / "make-base.sh"), str(archive), _architecture()])
        with step(progress, "importing it"):
            engine.import_image(archive, made)
    return made


def _architecture() -> str:
    found = engine.architecture()
    if found not in WHEEL_MACHINES:
        raise EngineTrouble(f"the sandbox image is made for amd64 and arm64, and this engine is {found}")
    return found


def install_wheels(target: Path, *, lock: Path) -> None:
    """Unpack the locked wheels for the container's Python, which need not be the host's."""
    machine = WHEEL_MACHINES[_architecture()]
    quietly = ["--quiet", "--disable-pip-version-check", "--no-compile", "--target", str(target)]
    locked = ["--require-hashes", "--requirement", str(lock), "--only-binary=:all:"]
    platforms = [f"--platform={kind}_{machine}" for kind in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")]
    # Some releases of pip compare what a wheel requires with the Python that pip itself runs on. The lock knows better.
    python = ["--implementation=cp", f"--python-version={PYTHON}", "--ignore-requires-python", "--no-deps", *platforms]
    _run([sys.executable, "-m", "pip", "install", *quietly, *locked, *python])
    for unneeded in [*target.glob("numpy/**/tests"), target / "bin"]:
        shutil.rmtree(unneeded, ignore_errors=True)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["it said nothing"]
        raise EngineTrouble(f"images: {Path(command[0]).name} failed: {said[-1].strip()}")


def digest_of(*paths: Path) -> str:
    """Twelve hex digits over the names and contents of these files and folders."""
    summed = hashlib.sha256()
    for top in paths:
        for file in _files_of(top):
            content = file.read_bytes()
            summed.update(f"{top.name}/{file.relative_to(top)}\0{len(content)}\0".encode())
            summed.update(content)
    return summed.hexdigest()[:12]


def _files_of(top: Path) -> list[Path]:
    if top.is_file():
        return [top]
    return sorted(path for path in top.rglob("*") if path.is_file() and not NOT_CONTENT & set(path.parts))


@contextmanager
def context(contents: dict[str, Path], *, times: bool = False) -> Iterator[IO[bytes]]:
    """A build context as an open tar file: root's, world-readable, and unless asked for without times, so that equal
    content is equal.
    """
    with tempfile.TemporaryFile() as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for name, top in contents.items():
                for path in _files_of(top):
                    inside = name if top.is_file() else f"{name}/{path.relative_to(top)}"
                    content = path.read_bytes()
                    entry = tarfile.TarInfo(inside)
                    entry.size, entry.mode = len(content), 0o644
                    if times:
                        entry.mtime = path.stat().st_mtime
                    archive.addfile(entry, io.BytesIO(content))
        file.seek(0)
        yield file


@contextmanager
def step(progress: Progress, what: str) -> Iterator[None]:
    progress(f"images: {what} ...")
    began = time.monotonic()
    yield
    progress(f"images: {what}: {time.monotonic() - began:.1f} s")


@contextmanager
def alone(progress: Progress) -> Iterator[None]:
    """Let one process of this checkout build at a time. The recipe itself is the lock: no file to leave behind."""
    with (RECIPE / "Dockerfile").open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("images: another process is building; waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
