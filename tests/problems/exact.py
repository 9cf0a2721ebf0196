"""The encoding to 40 digits with `decimal` alone: slow, and independent of NumPy and of the C library's sine."""

from __future__ import annotations

from decimal import Decimal, localcontext

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def encoding(pos: int, column: int, d_model: int) -> float:
    """PE(pos, column), correctly rounded to a float for all practical purposes."""
    with localcontext() as context:
        context.prec = 50
        exponent = Decimal(2 * (column // 2)) / d_model
        angle = pos / Decimal(10000) ** exponent
        return float(sine(angle + PI / 2) if column % 2 else sine(angle))


def sine(angle: Decimal) -> Decimal:
    """By the power series, after taking whole turns away."""
    turned = angle % (2 * PI)
    term, total, n = turned, turned, 1
    while abs(term) > Decimal("1e-45"):
        term *= -turned * turned / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total
