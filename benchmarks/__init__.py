"""The speed goals, measured: `make bench`, or `python -m benchmarks NAME…`. Ratios within one run, never bare times."""
