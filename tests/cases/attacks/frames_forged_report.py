# expect: error
# only the checker's container may report
import gc
import msgspec
import numpy as np
from gradatim_runner.frames import Channel
from gradatim_runner.frames import Kind
from gradatim_runner.report import Report, Verdict

channel = next(each for each in gc.get_objects() if isinstance(each, Channel))

report = Report(problem="positional-encoding", version="", verdict=Verdict.PASSED, score=100.0, max_score=100.0)
channel.send(Kind.REPORT, msgspec.msgpack.encode(report))


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
