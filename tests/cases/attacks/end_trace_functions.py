# expect: failed time_limit error
import sys
import threading
import numpy as np


def trace(frame, event, argument):
    frame.f_trace_opcodes = True
    return trace


sys.settrace(trace)
sys.setprofile(lambda *_: None)
threading.setprofile(lambda *_: None)


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
