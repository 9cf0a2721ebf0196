import numpy as np


def scaled_dot_product_attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, mask: np.ndarray | None = None
) -> np.ndarray:
    """Mix the values for each query, by how well the keys fit it.

    queries: (n, d_k); keys: (m, d_k); values: (m, d_v); mask: (n, m), True where a query may look at a key.
    Return a float64 array of shape (n, d_v).
    """
    pass
