"""The modules of bench/run and bench/compare; each has one purpose."""
