"""The container engine. The only module that imports docker; everything that it raises is an `EngineTrouble`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

import docker
import docker.errors
import requests.exceptions

from gradatim_grader.errors import EngineTrouble

LABEL = "gradatim"
BUILD_SECONDS = 600  # of silence from the engine while it builds or imports


@cache
def client() -> docker.DockerClient:
    """The one connection pool of this process. Thread-safe; connects when it is first used."""
    with trouble():
        return docker.DockerClient.from_env(timeout=BUILD_SECONDS)


@contextmanager
def trouble() -> Iterator[None]:
    """Turn whatever the engine's client raises into one line."""
    try:
        yield
    except docker.errors.BuildError as error:
        raise EngineTrouble(f"the engine could not build an image: {str(error.msg).strip()}") from error
    except (docker.errors.DockerException, requests.exceptions.RequestException) as error:
        said = getattr(error, "explanation", None) or str(error)
        raise EngineTrouble(f"Docker Engine: {str(said).strip().splitlines()[0]}") from error


# Images.


def architecture() -> str:
    """The engine's machine in Debian's words: amd64, arm64, ..."""
    with trouble():
        return str(client().version()["Arch"])


def image_exists(name: str) -> bool:
    """Whether the engine has this image. Raises EngineTrouble when it does not answer."""
    with trouble():
        try:
            client().images.get(name)
        except docker.errors.ImageNotFound:
            return False
    return True


def pull(name: str) -> None:
    """Fetch a public image."""
    with trouble():
        client().images.pull(name)


def import_image(archive: Path, name: str) -> None:
    """Make an image of one layer from a root file system in a tar file."""
    repository, _, version = name.partition(":")
    with trouble():
        client().api.import_image(src=str(archive), repository=repository, tag=version)
        if not image_exists(name):  # the client takes an error inside the answer's stream for success
            raise EngineTrouble(f"the engine could not import {name}: is its disk full?")


def build_image(context: IO[bytes], name: str, *, base: str) -> None:
    """Build an image from a tar file with a Dockerfile whose argument BASE names where to start. Without a network."""
    with trouble():
        client().images.build(
            fileobj=context,
            custom_context=True,
            tag=name,
            buildargs={"BASE": base},
            network_mode="none",
            rm=True,
            forcerm=True,
            labels={LABEL: "image"},
        )
