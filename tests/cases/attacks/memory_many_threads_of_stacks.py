# expect: error memory_limit failed time_limit
import threading
import numpy as np

threading.stack_size(64 << 20)


def positional_encoding(seq_length, d_model):
    event = threading.Event()
    while True:
        threading.Thread(target=event.wait).start()
