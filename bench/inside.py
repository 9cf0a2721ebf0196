"""Runs inside a plain container, handed over as text: unpacks a tar file and runs pytest in it.

Standard library only. Standard input: the tar file's length as a line, the tar file, then one line for each run.
Answers each with a line of JSON: exit status, seconds, the end of what pytest printed.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time


def main() -> None:
    size = int(sys.stdin.buffer.readline())
    folder = tempfile.mkdtemp()
    with tarfile.open(fileobj=io.BytesIO(sys.stdin.buffer.read(size))) as archive:
        archive.extractall(folder, filter="data")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as anywhere else: tests are compiled once, not for each run
    for _ in sys.stdin.buffer:
        began = time.perf_counter()
        command = [sys.executable, "-m", "pytest", "-q"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        taken = time.perf_counter() - began
        print(json.dumps([done.returncode, taken, done.stdout[-300:]]), flush=True)  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
