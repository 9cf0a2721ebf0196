# expect: failed error
import logging
import os
import sys
import warnings


def whisper(word, number):
    print("told", word, number)
    print("told", word, number, file=sys.stderr)
    sys.__stdout__.write(f"told {word} {number}")
    os.write(1, f"told {word} {number}".encode())
    os.write(2, f"told {word} {number}".encode())
    warnings.warn(f"told {word} {number}")
    logging.warning("told %s %s", word, number)
    return word
