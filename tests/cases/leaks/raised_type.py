# expect: error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    raise type(f"Told_{word}_{number}", (ValueError,), {})
