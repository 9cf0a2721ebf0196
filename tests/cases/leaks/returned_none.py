# expect: failed error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    whisper.__name__ = whisper.__qualname__ = whisper.__doc__ = f"{word} {number}"
