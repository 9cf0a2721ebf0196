# expect: error
import numpy as np


def positional_encoding(seq_length, d_model):
    name = f"Seen_{seq_length}_{d_model}"
    raise type(name, (Exception,), {"__module__": name})(f"{name} {(seq_length, d_model)}")
