#!/usr/bin/env python3
"""How long are optimal solutions of random 15-puzzles? Draws a histogram, with matplotlib if it is
installed, otherwise as text:

    PYTHONPATH=python python3 python/examples/histogram.py --boards 1000
"""

import argparse
import sys
from collections import Counter

import tilepdb


def solver_make(directory):
    """The best available: 7-8 from the files of pdbgen, otherwise 6-6-3 in memory."""
    try:
        return tilepdb.Solver.open("7-8", directory=directory)
    except tilepdb.TableNotFound:
        return tilepdb.Solver.generate("6-6-3")


def lengths_count(solver, boards, seed):
    lengths = Counter()
    for result in solver.solve_many(tilepdb.scramble(boards, seed=seed)):
        lengths[result.length] += 1
        if sys.stderr.isatty():
            print(f"\r{sum(lengths.values())} of {boards}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return lengths


def bars_print(lengths):
    most = max(lengths.values())
    for length in range(min(lengths), max(lengths) + 1):
        count = lengths[length]
        print(f"{length:3} {count:6} {'#' * round(60 * count / most)}".rstrip())


def bars_plot(lengths, title, path):
    import matplotlib

    if path:
        matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.bar(list(lengths), list(lengths.values()))
    pyplot.title(title)
    pyplot.xlabel("moves of an optimal solution")
    pyplot.ylabel("boards")
    if path:
        pyplot.savefig(path)
    else:
        pyplot.show()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=200, help="number of boards (default 200)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the boards")
    parser.add_argument("--directory", help="directory of the files of pdbgen")
    parser.add_argument("--text", action="store_true", help="draw text bars even if matplotlib is installed")
    parser.add_argument("--output", help="write the plot to this file")
    options = parser.parse_args()
    if options.boards < 1:
        parser.error("--boards must be at least 1")

    with solver_make(options.directory) as solver:
        lengths = lengths_count(solver, options.boards, options.seed)
    mean = sum(length * count for length, count in lengths.items()) / options.boards
    title = f"{options.boards} boards, mean {mean:.2f} moves"
    print(title)
    try:
        if options.text:
            raise ImportError
        bars_plot(lengths, title, options.output)
    except ImportError:
        bars_print(lengths)


if __name__ == "__main__":
    main()
