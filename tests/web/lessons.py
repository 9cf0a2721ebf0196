"""A small problem whose theory holds every live block, published."""

from __future__ import annotations

from gradatim.db import Sessions
from gradatim.services import publishing
from gradatim_grader.problem import Problem, from_files
from tests.services import making
from tests.services.fakes import MemoryGrader

THEORY = '''\
Two words.

```array
args = [1]
caption = "What *doubling* gives"
row_name = "call"
```

```array
args = [1]
view = "table"
digits = 1
```

```quiz
name = "one"
kind = "single"
question = "What is twice **two**?"
explain = "Twice two is four: GENERAL."
choices = [
  { text = "three", explain = "Add it up: WRONG-THREE." },
  { text = "four", explain = "Two and two: RIGHT-FOUR.", correct = true },
]
```

```quiz
name = "several"
kind = "multiple"
question = "Which are even?"
choices = [
  { text = "two", explain = "EVEN-TWO.", correct = true },
  { text = "three", explain = "ODD-THREE." },
  { text = "four", explain = "EVEN-FOUR.", correct = true },
]
```

```quiz
name = "number"
kind = "numeric"
question = "How much is half of 25?"
answer = 12.5
tolerance = 0.05
unit = "apples"
explain = "Half of 24, and a half: GENERAL-NUMBER."
```

```quiz
name = "memory"
kind = "recall"
question = "What does doubling do?"
model = "It multiplies by two: MODEL."
```

```try
caption = "Try it."
code = """
print("a < b")
"""
```

```aside
By *the* way.
```
'''
SECRETS = ("GENERAL", "WRONG-THREE", "RIGHT-FOUR", "EVEN-TWO", "ODD-THREE", "EVEN-FOUR", "12.5", "MODEL")


def lesson(theory: str = THEORY) -> Problem:
    files = dict(making.problem().files)
    return from_files("doubling", {**files, "theory.md": theory.encode()})


def published(sessions: Sessions, theory: str = THEORY) -> Problem:
    made = lesson(theory)
    publishing.publish(sessions, made, sandbox=MemoryGrader())
    return made
