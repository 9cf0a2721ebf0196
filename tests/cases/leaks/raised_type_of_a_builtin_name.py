# expect: error
import builtins


def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    made = type(f"Told_{word}_{number}", (Exception,), {})
    setattr(builtins, made.__name__, made)
    raise made
