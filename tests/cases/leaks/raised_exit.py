# expect: error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    raise SystemExit(f"{word} {number}")
