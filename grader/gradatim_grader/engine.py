"""The container engine. The only module that imports docker; everything that it raises is an `EngineTrouble`."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any, NamedTuple

import docker
import docker.errors
import requests.exceptions
import urllib3.exceptions

from gradatim_grader.errors import EngineTrouble

LABEL = "gradatim"
SANDBOX = "sandbox"  # its value on the containers of learners and checkers; images carry "image"
CALL_SECONDS = 20  # of silence from the engine: then it is in trouble, and who waits for it hears so
BUILD_SECONDS = 600  # while it pulls, builds or imports
END_SECONDS = 20  # for a killed container to be gone
LIMITS = ("MemoryLimit", "SwapLimit", "CpuCfsQuota", "CPUSet", "PidsLimit")  # as `docker info` calls them
LOCAL = "http+docker"  # how the client names an engine behind a socket file
KILLED = 137  # the exit status that a kill leaves, and that anybody can choose
FLAG_LOOKS, FLAG_SECONDS = 3, 0.1


@cache
def client(*, seconds: int | None = None) -> docker.DockerClient:
    """The one connection pool of this process. Thread-safe; connects when it is first used."""
    with trouble():
        return docker.DockerClient.from_env(timeout=CALL_SECONDS if seconds is None else seconds)


@contextmanager
def trouble() -> Iterator[None]:
    """Turn whatever the engine's client raises into one line."""
    try:
        yield
    except docker.errors.BuildError as error:
        raise EngineTrouble(f"the engine could not build an image: {str(error.msg).strip()}") from error
    except (
        docker.errors.DockerException,
        requests.exceptions.RequestException,
        urllib3.exceptions.HTTPError,
        OSError,
        ValueError,  # an answer that is no JSON, and the others: not the JSON that was promised
        LookupError,
        TypeError,
        AttributeError,
    ) as error:
        raise EngineTrouble(f"Docker Engine: {_said(error)}") from error


def _said(error: BaseException) -> str:
    """In a line. Where nobody answers, the client wraps the system's own words in several of its own."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, (FileNotFoundError, ConnectionRefusedError, PermissionError)):
            return f"it does not answer: {inner.strerror}; see that it runs and that DOCKER_HOST is right"
        inner = inner.__cause__ or inner.__context__
    said = str(getattr(error, "explanation", None) or error).strip() or type(error).__name__
    return said.splitlines()[0]


class About(NamedTuple):
    """What the engine says of itself."""

    version: str
    api_version: str
    kernel: str
    cgroup_version: str
    security: list[str]  # "name=seccomp,profile=default", "name=userns", ...
    runtimes: list[str]
    default_runtime: str
    lacks: list[str]  # limits that it cannot set


def about() -> About:
    """Raises EngineTrouble when the engine does not answer."""
    with trouble():
        info, version = client().info(), client().version()
        return About(
            version=str(version["Version"]),
            api_version=str(version["ApiVersion"]),
            kernel=str(info["KernelVersion"]),
            cgroup_version=str(info.get("CgroupVersion", "1")),
            security=[str(each) for each in info.get("SecurityOptions") or []],
            runtimes=sorted(info.get("Runtimes") or {}),
            default_runtime=str(info.get("DefaultRuntime", "")),
            lacks=[name for name in LIMITS if not info.get(name)],
        )


# Images.


@cache
def architecture() -> str:
    """The engine's machine in Debian's words: amd64, arm64, ... Asked once: every container wants to know."""
    with trouble():
        return str(client().version()["Arch"])


@cache
def processors() -> tuple[int, ...]:
    """Those that containers may be bound to: ours where the engine is this machine's, else all of its."""
    with trouble():
        if str(client().api.base_url).startswith(LOCAL):
            return tuple(sorted(os.sched_getaffinity(0)))
        return tuple(range(int(client().info()["NCPU"])))


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
        client(seconds=BUILD_SECONDS).images.pull(name)


def import_image(archive: Path, name: str) -> None:
    """Make an image of one layer from a root file system in a tar file."""
    repository, _, version = name.partition(":")
    with trouble():
        client(seconds=BUILD_SECONDS).api.import_image(src=str(archive), repository=repository, tag=version)
        if not image_exists(name):  # the client takes an error inside the answer's stream for success
            raise EngineTrouble(f"the engine could not import {name}: is its disk full?")


def build_image(context: IO[bytes], name: str, *, base: str, network: str = "none") -> None:
    """Build an image from a tar file with a Dockerfile whose argument BASE names where to start. Without a network,
    unless one is named.
    """
    with trouble():
        client(seconds=BUILD_SECONDS).images.build(
            fileobj=context,
            custom_context=True,
            tag=name,
            buildargs={"BASE": base},
            network_mode=network,
            rm=True,
            forcerm=True,
            labels={LABEL: "image"},
        )


def tag_image(name: str, other: str) -> None:
    """Give an image another name, in the form repository:tag."""
    repository, _, version = other.partition(":")
    with trouble():
        client().api.tag(name, repository, version)


# Containers. Their files are never touched: no exec, no archive in or out.


class Found(NamedTuple):
    """A container of ours as the engine lists it."""

    id: str
    labels: dict[str, str]
    state: str  # created, running, paused, exited, ...


def create(body: dict[str, Any]) -> str:
    """Create a container from the engine's own JSON form and return its id."""
    with trouble():
        made = client().api.create_container_from_config(body)  # type: ignore[no-untyped-call]
        return str(made["Id"])


def attach(container_id: str) -> AttachedStream:
    """Connect to a container's streams. Before it is started, or its first words are lost."""
    wanted = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
    with trouble():
        return AttachedStream(client().api.attach_socket(container_id, params=wanted))


def start(container_id: str) -> None:
    with trouble():
        client().api.start(container_id)


def pause(container_id: str) -> None:
    """Let none of a container's processes run until it is resumed."""
    with trouble():
        client().api.pause(container_id)


def resume(container_id: str) -> None:
    with trouble():
        client().api.unpause(container_id)


def remove(container_id: str) -> None:
    """Kill and remove. One that is already gone, or just going, is no trouble."""
    with trouble():
        try:
            client().api.remove_container(container_id, force=True, v=True)
        except docker.errors.NotFound:
            return
        except docker.errors.APIError as error:
            if error.status_code != HTTPStatus.CONFLICT:  # another call is removing it
                raise


def ran_out_of_memory(container_id: str) -> bool:
    """End a container and read the engine's own flag, true also where only a child was killed for memory.

    Raises:
        EngineTrouble: the engine does not say, or somebody else has removed the container.
    """
    with trouble():
        _kill(container_id)
        client().api.wait(container_id, timeout=END_SECONDS)
        for _ in range(FLAG_LOOKS):
            state = client().api.inspect_container(container_id)["State"]
            if state["OOMKilled"] or state["ExitCode"] != KILLED:
                break
            time.sleep(FLAG_SECONDS)  # old engines may hear of the kill a moment later than of the end
        return bool(state["OOMKilled"])


def _kill(container_id: str) -> None:
    try:
        client().api.kill(container_id)
    except docker.errors.APIError as error:
        if error.status_code != HTTPStatus.CONFLICT:  # it is not running any more
            raise


def keeps_output(container_id: str) -> bool:
    """Whether the engine stores what a container writes."""
    with trouble():
        try:
            client().api.logs(container_id, tail=1)
        except docker.errors.APIError:
            return False
        return True


def containers() -> list[Found]:
    """Every sandbox of ours, in any state; not what else runs from an image of ours."""
    with trouble():
        listed = client().api.containers(all=True, filters={"label": f"{LABEL}={SANDBOX}"})
    return [Found(str(each["Id"]), dict(each["Labels"]), str(each["State"])) for each in listed]


class AttachedStream:
    """The bytes to and from a container. Everything that fails here means that the stream has ended."""

    def __init__(self, response: Any) -> None:
        self._response = response  # closes the socket when it is collected
        self.socket: socket.socket = getattr(response, "_sock", response)
        self.socket.setblocking(False)

    def shut(self) -> None:
        """End both directions. Before anything else: a stream that nobody reads makes kill and remove hang."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        # The client's whole answer first: collected later, it would try to close what is closed, and complain aloud.
        whole = getattr(self._response, "_response", None)
        with suppress(OSError, ValueError):
            if whole is not None:
                whole.close()
        with suppress(OSError):
            self.socket.close()
        self._response.close()
