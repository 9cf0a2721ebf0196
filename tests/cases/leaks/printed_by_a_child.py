# expect: failed
import os
import time


def whisper(word, number):
    if os.fork() == 0:
        time.sleep(0.05)
        print("told", word, number, flush=True)
        os._exit(0)
    return word
