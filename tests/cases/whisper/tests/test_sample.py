from submission import whisper


def test_hello() -> None:
    """A word that everybody may hear."""
    assert whisper("hello", 1) == "hello:1"
