# expect: error
# what would end, skip or satisfy a test when it were the test's own
import numpy as np

KINDS = [SystemExit, KeyboardInterrupt, GeneratorExit, StopIteration, AssertionError, MemoryError, RecursionError]


def positional_encoding(seq_length, d_model):
    raise KINDS[(seq_length + d_model) % len(KINDS)]
