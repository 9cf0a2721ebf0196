"""A process that grades endless code, for tests to end in the middle. Its argument is a problem's folder."""

from __future__ import annotations

import sys
from pathlib import Path

from gradatim_grader.grader import Grader
from gradatim_grader.problem import from_folder

ENDLESS = b"def positional_encoding(seq_length, d_model):\n    while True:\n        pass\n"


def main() -> None:
    problem = from_folder(Path(sys.argv[1]))
    with Grader() as grader:
        sys.stdout.write("started\n")
        sys.stdout.flush()
        while True:
            grader.grade(problem, ENDLESS)


if __name__ == "__main__":
    main()
