def whisper(word, number):
    pass
