"""The file: gzip around MessagePack, each piece with its length before it.

First a `Head`; then for each table a `TableHead` and its rows, each a list of plain values, in pieces of many; last a
`Tail` with the number of rows of each table, without which the file is broken. Gzip's own sum guards every byte.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import msgspec

from gradatim.errors import GradatimError

LENGTH = struct.Struct(">I")
MOST_BYTES = 1 << 30  # of one piece
LEVEL = 5
UNREADABLE = (gzip.BadGzipFile, zlib.error, EOFError, struct.error, msgspec.DecodeError)


class BackupError(GradatimError):
    """A backup cannot be made or restored. The message is one line that says why."""

    code = "backup"


class Head(msgspec.Struct, frozen=True, tag="gradatim-backup-1"):
    """`revision` is the schema's. `tables` come in an order in which each refers only to those before it."""

    revision: str
    made_at: datetime
    tables: list[str]


class TableHead(msgspec.Struct, frozen=True, tag="table"):
    name: str
    columns: list[str]


class Rows(msgspec.Struct, frozen=True, tag="rows"):
    rows: list[list[Any]]


class Tail(msgspec.Struct, frozen=True, tag="end"):
    counts: dict[str, int]


Piece = Head | TableHead | Rows | Tail
Kind = TypeVar("Kind", Head, TableHead, Rows, Tail)


class Writer:
    """Writes pieces."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, piece: Piece) -> None:
        encoded = msgspec.msgpack.encode(piece)
        self._stream.write(LENGTH.pack(len(encoded)))
        self._stream.write(encoded)


@contextmanager
def written(path: Path) -> Iterator[Writer]:
    """A new file that only its owner may read: whole, or not there.

    Raises:
        BackupError: there is such a file already.
    """
    if path.exists():
        raise BackupError(f"{path} exists already")
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        with gzip.open(draft, "wb", compresslevel=LEVEL) as stream:
            yield Writer(cast("IO[bytes]", stream))
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)


def pieces(path: Path) -> Iterator[Piece]:
    """The pieces of a file, which begins with a Head and ends with a Tail.

    Raises:
        BackupError: it is no backup, or broken; what came before may be wrong too.
        OSError: it cannot be read.
    """
    decoder = msgspec.msgpack.Decoder(Piece)
    piece: Piece | None = None
    try:
        with gzip.open(path, "rb") as stream:
            while (length := stream.read(LENGTH.size)) != b"":
                (size,) = LENGTH.unpack(length)
                encoded = stream.read(size) if size <= MOST_BYTES else b""
                if len(encoded) != size:
                    raise BackupError(f"{path} is broken: it ends too early")
                first = piece is None
                piece = decoder.decode(encoded)
                if first is not isinstance(piece, Head):
                    raise BackupError(f"{path} is broken: its parts are in a wrong order")
                yield piece
    except (
        gzip.BadGzipFile,
        zlib.error,
        EOFError,
        struct.error,
        msgspec.DecodeError,
        msgspec.ValidationError,
    ) as error:
        what = "is no backup of Gradatim" if piece is None else "is broken"
        raise BackupError(f"{path} {what}: {error}") from None
    if not isinstance(piece, Tail):
        raise BackupError(f"{path} is broken: its end is missing")
