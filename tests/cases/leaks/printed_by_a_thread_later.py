# expect: failed
import os
import threading
import time

heard = []


def tell():
    while True:
        time.sleep(0.01)
        os.write(2, repr(heard).encode())


threading.Thread(target=tell, daemon=True).start()


def whisper(word, number):
    heard.append((word, number))
    if len(heard) > 8:
        heard.pop(0)
    return word
