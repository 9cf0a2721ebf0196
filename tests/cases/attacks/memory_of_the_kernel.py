# expect: error memory_limit failed time_limit
# buffers of pipes and sockets count for the container
import os
import socket
import numpy as np

kept = []


def positional_encoding(seq_length, d_model):
    while True:
        pair = socket.socketpair()
        pair[0].setblocking(False)
        kept.append(pair)
        try:
            while True:
                pair[0].send(bytes(1 << 16))
        except BlockingIOError:
            pass
