# expect: passed
import numpy as np


def positional_encoding(länge, größe):
    größen = 2 * np.arange(größe // 2) / größe
    winkel = np.arange(länge)[:, None] / 10000**größen
    表 = np.empty((länge, größe))
    表[:, ::2], 表[:, 1::2] = np.sin(winkel), np.cos(winkel)
    return 表
