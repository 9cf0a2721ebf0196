"""`python -m deploy images` makes the images, `python -m deploy env` the file of secrets beside docker-compose.yml."""

from __future__ import annotations

import sys
from pathlib import Path

from deploy import env, images
from gradatim_grader.errors import EngineTrouble

ROOT = Path(__file__).resolve().parents[1]


def main(words: list[str]) -> int:
    """Do one of the two; the exit status."""
    if words == ["images"]:
        try:
            made = images.ensure(print)
        except EngineTrouble as error:
            print(f"gradatim: {error}", file=sys.stderr)
            return 1
        print(f"The images are {made.app} and {made.services}.")
        return 0
    if words == ["env"]:
        path = ROOT / ".env"
        print(f"{path} is {'made' if env.make(path) else 'there already, and left as it is'}.")
        return 0
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main(sys.argv[1:]))
