# expect: time_limit error
import os
import signal
import numpy as np


def positional_encoding(seq_length, d_model):
    if os.fork() == 0:
        os.kill(os.getppid(), signal.SIGSTOP)
        os.kill(-1, signal.SIGSTOP)
    os.wait()
