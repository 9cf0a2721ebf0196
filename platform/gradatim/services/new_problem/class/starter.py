class RunningStatistics:
    def __init__(self, weight: int = 0) -> None:
        """Begin with a mean of 0 that stands for `weight` numbers."""
        self.count = weight
        self.mean = 0.0

    def add(self, value: float) -> None:
        """Take one more number into account."""
        pass

    def variance(self) -> float:
        """Return the variance of all numbers so far."""
        pass
