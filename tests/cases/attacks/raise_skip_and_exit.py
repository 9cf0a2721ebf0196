# expect: error
# in the learner's container these are exceptions like any other
import numpy as np


def positional_encoding(seq_length, d_model):
    import pytest

    if d_model % 4:
        pytest.exit("done", returncode=0)
    pytest.skip("not today")
