"""The images of the composition, from the Debian that the sandbox uses: nothing is pulled that cannot be made here.

Three, each named after its content: the app's packages, which seldom change; the app, which takes a second; and
PostgreSQL with Redis, from Debian's own packages. The latter alone is built with a network, for apt.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gradatim_grader import engine, image
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.image import Progress

ROOT = Path(__file__).resolve().parents[1]
APP, SERVICES = ROOT / "deploy/app", ROOT / "deploy/services"
LOCK = ROOT / "requirements/main.txt"
BUNDLE = ROOT / "platform/gradatim/static/dist/.vite/manifest.json"
SOURCE_ONLY = {"flask-principal", "yattag"}  # published without a wheel, and pure Python: the host makes them
CONTENT = (
    "platform/gradatim",
    "grader/gradatim_grader",
    "grader/gradatim_runner",
    "grader/image",
    "migrations",
    "problems",
)


class Images(NamedTuple):
    """Names, each with a tag that is its content's digest."""

    app: str
    services: str


def names() -> Images:
    """What the images of this very source are called, whether they exist or not."""
    contents = [ROOT / each for each in CONTENT]
    app = image.digest_of(APP, LOCK, image.RECIPE, *contents)
    return Images(f"gradatim:{app}", f"gradatim-services:{image.digest_of(SERVICES)}")


def ensure(progress: Progress) -> Images:
    """Build what the engine does not have, and have `latest` mean it. Costs a few ms where all is there.

    Raises:
        EngineTrouble: the engine does not answer, or a step of the build failed. One line that says which.
    """
    wanted = names()
    with image.alone(progress):
        if not engine.image_exists(wanted.services):
            _build_services(wanted.services, progress)
        if not engine.image_exists(wanted.app):
            _build_app(wanted.app, progress)
    for name in wanted:
        engine.tag_image(name, f"{name.partition(':')[0]}:latest")
    return wanted


def _build_services(name: str, progress: Progress) -> None:
    base = image.ensure_distribution(progress)
    contents = {path.name: path for path in SERVICES.iterdir()}
    with image.step(progress, "PostgreSQL and Redis from Debian's packages"), image.context(contents) as files:
        engine.build_image(files, name, base=base, network="host")


def _build_app(name: str, progress: Progress) -> None:
    if not BUNDLE.is_file():
        raise EngineTrouble("the browser bundle is missing: `make images` makes it first")
    base = _ensure_packages(progress)
    contents = {"Dockerfile": APP / "Dockerfile", "gradatim": APP / "gradatim"}
    contents |= {f"srv/{each}": ROOT / each for each in CONTENT}
    with image.step(progress, "the site"), image.context(contents, times=True) as files:
        engine.build_image(files, name, base=base)


def _ensure_packages(progress: Progress) -> str:
    digest = image.digest_of(APP / "Dockerfile.packages", image.RECIPE / "strip.sh", LOCK)
    wanted = f"gradatim-packages:{digest}"
    if engine.image_exists(wanted):
        return wanted
    base = image.ensure_distribution(progress)
    with tempfile.TemporaryDirectory(prefix="gradatim-") as folder:
        site = Path(folder, "site")
        with image.step(progress, "downloading the site's packages"):
            _install(site, Path(folder))
        contents = {"Dockerfile": APP / "Dockerfile.packages", "strip.sh": image.RECIPE / "strip.sh", "site": site}
        with image.step(progress, "packing them"), image.context(contents) as files:
            engine.build_image(files, wanted, base=base)
    return wanted


def _install(site: Path, folder: Path) -> None:
    """Unpack the locked packages for the container's Python."""
    wheels, sources = folder / "wheels.txt", folder / "sources.txt"
    parts: dict[Path, list[str]] = {wheels: [], sources: []}
    for entry in _entries(LOCK.read_text()):
        parts[sources if entry.partition("==")[0] in SOURCE_ONLY else wheels].append(entry)
    for path, entries in parts.items():
        path.write_text("\n".join(entries) + "\n")
    image.install_wheels(site, lock=wheels)
    built = folder / "built"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-compile",
        "--no-deps",
    ]
    done = subprocess.run(
        [*pip, "--require-hashes", "--requirement", str(sources), "--target", str(built)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise EngineTrouble(f"the site's packages: {(done.stderr.strip().splitlines() or ['pip failed'])[-1]}")
    for found in built.iterdir():
        found.rename(site / found.name)


def _entries(lock: str) -> Iterator[str]:
    """One for each locked package, with its hashes."""
    for entry in re.split(r"\n(?=\S)", lock):
        if not entry.startswith("#") and entry.strip():
            yield entry.strip()
