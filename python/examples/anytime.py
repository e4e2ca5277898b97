#!/usr/bin/env python3
"""A solution of a large board at once, and better ones for some seconds:

    PYTHONPATH=python python3 python/examples/anytime.py --size 6 --seconds 5
"""

import argparse

import tilepdb


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=5, help="tiles of a side (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the board")
    parser.add_argument("--seconds", type=float, default=5, help="how long (default 5)")
    options = parser.parse_args()
    if options.seconds <= 0:
        parser.error("--seconds must be more than 0")

    goal = tilepdb.Board.goal(options.size, options.size)
    board = next(tilepdb.scramble(1, seed=options.seed, goal=goal))
    print(board)
    for found in tilepdb.improvements(board, timeout=options.seconds):
        print(f"{found.seconds:.2f} s: {found.length} moves, at least {found.lower_bound}")
    print(found.moves)


if __name__ == "__main__":
    main()
