# expect: error
# there is no such module in the learner's container
import numpy as np
from solution import positional_encoding
