# expect: error
# only the names that the problem asks for are ever shown
from gradatim_runner import loaded as student
import numpy as np
from gradatim_runner.messages import AnswerHead

answer = student.Loaded.answer


def lie(self, call, arguments):
    if not call.function:
        return AnswerHead(names=["x" * 100] * 600), []
    return answer(self, call, arguments)


student.Loaded.answer = lie


def positional_encoding(seq_length, d_model):
    return np.zeros((seq_length, d_model))
