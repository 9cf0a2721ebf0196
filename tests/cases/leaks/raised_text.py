# expect: error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    error = ValueError(f"{word} {number}")
    error.add_note(f"{word} {number}")
    error.__cause__ = KeyError(word, number)
    raise error
