# expect: failed error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    return type(f"Told_{word}_{number}", (), {"__repr__": lambda self: f"{word} {number}"})()
