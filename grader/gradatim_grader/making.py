"""Making containers: a student that is ready for a source, a checker that is ready for a problem."""

from __future__ import annotations

import itertools
import secrets
import time
from typing import Any

from gradatim_grader import engine, owners, sandbox
from gradatim_grader.container import Container, Gone, Silence
from gradatim_grader.errors import EngineTrouble
from gradatim_grader.image import tag
from gradatim_grader.sandbox import Role, SandboxSettings
from gradatim_runner.frames import Kind

READY_SECONDS = 20.0


class Maker:
    """Starts containers of this process, spread over the processors. Thread-safe."""

    def __init__(self, settings: SandboxSettings) -> None:
        self.settings = settings
        self.image = tag()  # once: an upgrade of the files beneath a running process must not change what it starts
        self.interrupted = False  # in the middle of a call that makes one
        self._numbers = itertools.count(secrets.randbelow(sandbox.MOST_USERS))  # other processes count elsewhere

    def student(self, memory_mib: int) -> Container:
        """A student that waits for its source. Raises EngineTrouble."""
        container = self._started(Role.STUDENT, memory_mib)
        deadline = time.monotonic() + READY_SECONDS
        try:
            container.send(Kind.HELLO, deadline=deadline)
            container.expect(Kind.READY, deadline=deadline)
        except (Gone, Silence) as error:
            container.remove()
            raise EngineTrouble(f"a sandbox does not get ready: {str(error) or 'it is silent'}") from None
        return container

    def checker(self) -> Container:
        """A checker that waits for its problem. Raises EngineTrouble."""
        return self._started(Role.CHECKER, self.settings.checker_memory_mib)

    def body(self, role: Role, memory_mib: int) -> dict[str, Any]:
        """What the engine is asked for."""
        number = next(self._numbers)
        cpus = self.settings.cpus or engine.processors()
        body = sandbox.options(
            role,
            self.settings,
            architecture=engine.architecture(),
            memory_mib=memory_mib,
            cpu=cpus[number % len(cpus)],
            number=number,
        )
        return {**body, "Image": self.image, "Labels": owners.labels(role)}

    def _started(self, role: Role, memory_mib: int) -> Container:
        try:
            container_id = engine.create(self.body(role, memory_mib))
        except BaseException as error:
            self.interrupted |= not isinstance(error, Exception)  # a Ctrl-C, say: the engine may make it all the same
            raise
        container = None
        try:
            container = Container(container_id)
            engine.start(container_id)
        except BaseException:
            if container is not None:
                container.shut()
            engine.remove(container_id)
            raise
        return container
