class RunningStatistics:
    def __init__(self, weight: int = 0) -> None:
        self.count = weight
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    def variance(self) -> float:
        return self._squares / self.count
