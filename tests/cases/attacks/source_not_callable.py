# expect: error
import numpy as np

positional_encoding = np.zeros((4, 4))
