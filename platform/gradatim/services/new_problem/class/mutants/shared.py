class RunningStatistics:
    count, mean, _squares = 0, 0.0, 0.0

    def __init__(self, weight: int = 0) -> None:
        type(self).count += weight

    def add(self, value: float) -> None:
        kind = type(self)
        kind.count += 1
        step = value - kind.mean
        kind.mean += step / kind.count
        kind._squares += step * (value - kind.mean)

    def variance(self) -> float:
        return self._squares / self.count
