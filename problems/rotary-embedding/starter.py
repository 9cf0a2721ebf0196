import numpy as np


def rotary_embedding(vectors: np.ndarray, start: int = 0) -> np.ndarray:
    """Turn each pair of columns by an angle that grows with the position.

    vectors: float64 of shape (seq_length, d_model), d_model even; the first row stands at position `start`.
    Return a new array of the same shape.
    """
    pass


def rotary_attention(queries: np.ndarray, keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Scaled dot-product attention whose queries and keys are turned by their positions.

    queries and keys: (seq_length, d_model), d_model even; values: (seq_length, d_values).
    Return a float64 array of shape (seq_length, d_values).
    """
    pass
