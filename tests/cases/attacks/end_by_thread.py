# expect: error
import os
import threading
import numpy as np


def positional_encoding(seq_length, d_model):
    threading.Thread(target=os.abort).start()
    threading.Event().wait()
