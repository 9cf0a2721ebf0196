# expect: error
# stored, shown, harmless
import numpy as np


def positional_encoding(seq_length, d_model):
    raise ValueError("\x00\x1b]0;title\x07\u202e\ud800<script>")
