# expect: failed error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    return f"{word} {number}" * 3
