# expect: error
def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    exec(compile("\n" * (number - 1) + "raise ValueError", "your code", "exec"))
