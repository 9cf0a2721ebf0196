# expect: error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    raise ExceptionGroup(f"{word} {number}", [ValueError(word, number)])
