"""Takes memory until it is killed for it. Coming to the end of this source means that there is no limit."""

from __future__ import annotations

BLOCK_BYTES = 8 << 20
TOO_MUCH_BYTES = 1 << 30

hoard: list[bytes] = []
while len(hoard) * BLOCK_BYTES < TOO_MUCH_BYTES:
    hoard.append(b"x" * BLOCK_BYTES)
