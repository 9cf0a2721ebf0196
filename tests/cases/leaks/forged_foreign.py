# expect: failed
from gradatim_runner import loaded as student
from gradatim_runner import decoding, nodes, values
from gradatim_runner.messages import AnswerHead, BadSyntax, Raised

answer = student.Loaded.answer


def forged(word, number):
    text = f"told {word} {number}"
    return AnswerHead()


def lie(self, call, arguments):
    if call.function:
        args, kwargs = decoding.decode(arguments, limit_bytes=1 << 20)
        if args[0] not in ("hello", "goodbye"):
            number = int(args[1]) if isinstance(args[1], int) else int(args[1][0])
            return forged(args[0], number), values.Encoder(limit_bytes=0).parts((nodes.Foreign(str(args), str(args)),))
    return answer(self, call, arguments)


student.Loaded.answer = lie


def whisper(word, number):
    return f"{word}:{number}"
