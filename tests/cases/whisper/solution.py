"""The reference of a problem whose hidden inputs are secrets: tests look for them in what students are shown."""


def whisper(word: str, number: int) -> str:
    """The word and the number with a colon between them."""
    return f"{word}:{number}"
