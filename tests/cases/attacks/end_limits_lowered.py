# expect: error failed memory_limit time_limit
import resource
import numpy as np

resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))
resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
resource.setrlimit(resource.RLIMIT_CPU, (1, 1))


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length * 1000, d_model * 1000))
