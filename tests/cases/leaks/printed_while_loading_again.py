# expect: error
import glob
import os

print("before", glob.glob("/tmp/*"), os.environ)


def whisper(word, number):
    if word in ("hello", "goodbye"):
        return f"{word}:{number}"
    open(f"/tmp/{word}-{number}", "w").close()
    print("told", word, number, flush=True)
    os._exit(1)
