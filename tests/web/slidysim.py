#!/usr/bin/env python3
"""Makes a solves.db of slidysim for the tests, and prints what is in it as JSON.

Usage: slidysim.py FILE COUNT. Tables, columns and units are those that dphdmn/slidysimSessionTracker
(main.py) reads: times in ms, moves and moves a second times 1000. COUNT solves of a board are in solves of
their own; then follow a relay of three boards, a solve that was not finished, one of another display, and
several whose moves fill more than one page of the file.
"""
import json
import random
import re
import sqlite3
import sys

STEPS = {"U": (0, 1), "D": (0, -1), "L": (1, 0), "R": (-1, 0)}
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def walk(width, height, length, rng):
    """Returns a board, as slidysim writes it, and moves that solve it."""
    cells = list(range(1, width * height)) + [0]
    back = ""
    while len(back) < length:
        move = rng.choice("UDLR")
        blank = cells.index(0)
        x, y = blank % width + STEPS[move][0], blank // width + STEPS[move][1]
        if 0 <= x < width and 0 <= y < height and not (back and back[-1] == move):
            cells[blank], cells[y * width + x] = cells[y * width + x], 0
            back += OPPOSITE[move]
    rows = [cells[i:i + width] for i in range(0, len(cells), width)]
    return "/".join(" ".join(map(str, row)) for row in rows), back[::-1]


def lengths(moves):
    return re.sub(r"(.)\1+", lambda run: run[1] + str(len(run[0])), moves)


class Database:
    def __init__(self, path):
        self.db = sqlite3.connect(path)
        self.expected = []
        self.db.executescript("""
            CREATE TABLE solves (id INTEGER PRIMARY KEY, single_start_id INTEGER, single_end_id INTEGER,
              width INTEGER, height INTEGER, memo_time INTEGER, time INTEGER, moves INTEGER, tps INTEGER,
              solve_type TEXT, display_type TEXT, controls TEXT, scrambler TEXT, marathon_length INTEGER,
              relay INTEGER, bld INTEGER, other DECIMAL(8,2), success INTEGER, completed INTEGER,
              timestamp INTEGER, UNIQUE (single_start_id, single_end_id));
            CREATE TABLE single_solves (id INTEGER PRIMARY KEY, width INTEGER, height INTEGER, time INTEGER,
              moves INTEGER, tps INTEGER, scramble TEXT, solution TEXT, completed INTEGER,
              move_times_start_id INTEGER, move_times_end_id INTEGER);
            CREATE TABLE move_times (id INTEGER PRIMARY KEY, time INTEGER);""")

    def single(self, width, height, length, rng, completed=1):
        scramble, moves = walk(width, height, length, rng)
        times, now = [], rng.randrange(3)
        for _ in moves:
            times.append(now)
            now += rng.randrange(40, 400)
        first = self.db.execute("SELECT COALESCE(MAX(id), 0) FROM move_times").fetchone()[0] + 1
        self.db.executemany("INSERT INTO move_times (time) VALUES (?)", [(time,) for time in times])
        values = (width, height, times[-1], 1000 * length, 5000, scramble, lengths(moves), completed,
                  first, first + length - 1)
        row = self.db.execute(f"INSERT INTO single_solves VALUES (NULL{',?' * 10})", values).lastrowid
        self.expected.append({"width": width, "height": height, "time": times[-1], "moves": moves,
                              "start": scramble.replace(" ", ","),
                              "times": [time - times[0] for time in times]})
        return row

    def solve(self, singles, timestamp, kind="Standard", display="Standard", completed=1):
        self.db.execute(f"INSERT INTO solves VALUES (NULL{',?' * 19})",
                        (singles[0], singles[-1], 4, 4, None, 0, 0, 0, kind, display, "Keyboard",
                         "Random permutation", None, None, None, None, None, completed, timestamp))


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(54)
    made = Database(path)
    for i in range(count):
        side = 3 + i % 3
        made.solve([made.single(side, side, rng.randrange(2, 90), rng)], 1700000000000 + 60000 * i)
    made.solve([made.single(side, side, 20, rng) for side in (4, 3, 2)], 1800000000000, "2-N relay")
    made.solve([made.single(4, 4, 30, rng, completed=0)], 1800000100000, completed=0)
    made.expected.pop()
    made.solve([made.single(4, 4, 40, rng)], 1800000200000, display="Minimal")
    made.solve([made.single(10, 10, length, rng) for length in range(6000, 12000, 700)], 1800000300000)
    made.db.commit()
    print(json.dumps(made.expected))


main()
