"""The file that docker-compose reads settings from: random secrets, and which group may use the engine."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

SOCKET = "/var/run/docker.sock"


def text(socket: str = SOCKET) -> str:
    """What such a file holds. Secrets of letters and digits alone: two of them stand in URLs."""
    try:
        group = Path(socket).stat().st_gid
    except OSError:
        group = 0  # no engine here: the right one is still to be written
    return "\n".join(
        [
            "# Read by docker-compose. Keep it: with another database password the database refuses the site.",
            f"GRADATIM_SECRET_KEY={secrets.token_hex(32)}",
            f"DATABASE_PASSWORD={secrets.token_hex(24)}",
            f"BROKER_PASSWORD={secrets.token_hex(24)}",
            "# The engine that grades: its socket, and the group that may write to it.",
            f"DOCKER_SOCKET={socket}",
            f"DOCKER_GROUP={group}",
            "# GRADATIM_PORT=8000",
            "# GRADATIM_PUBLIC_URL=https://gradatim.example.org",
            "",
        ]
    )


def make(path: Path) -> bool:
    """Write the file, for its owner alone. False where there is one: nobody's secrets are ever replaced."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w") as file:
        file.write(text())
    return True
