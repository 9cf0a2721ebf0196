"""Measures everything that is claimed about speed, side by side in one run: `make bench`.

Other programs on the machine disturb every figure, so the measures take turns and only their ratios are compared with
the targets. `GRADATIM_BENCH_QUICK=1` makes a short run whose figures are only a hint.
"""
