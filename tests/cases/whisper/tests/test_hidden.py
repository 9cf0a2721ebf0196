import numpy as np
import pytest
from solution import whisper as reference
from submission import whisper

from gradatim_runner.testing import assert_matches


@pytest.mark.parametrize("number", [7391305])
def test_secret(number: int) -> None:
    """A word that nobody may hear."""
    assert whisper("swordfish", number) == reference("swordfish", number), f"swordfish {number}"


def test_secret_in_an_array() -> None:
    """Numbers that nobody may hear."""
    assert_matches(whisper(["swordfish"], np.full(3, 7391305.0)), np.full(3, 7391305.0))


@pytest.mark.visible
def test_goodbye() -> None:
    """Another word that everybody may hear, from a file that is otherwise hidden."""
    assert whisper("goodbye", 2) == "goodbye:2"
