#!/usr/bin/env python3
"""Computes averages of solves in the plainest way, as the twin of web/page/solves/statistics.js.

Usage: averages.py < JSON. The input is a list of {"values": [...], "sizes": [...], "largest": BOOL}, where null
is DNF. The output has for each of them {"averages", "mean"}: for each size the average at each place, null where
there are fewer solves, "DNF", or a number; and the mean of the finished solves.
"""
import bisect
import json
import sys

DNF = float("inf")


def average(window, sign):
    trim = -(-len(window) * 5 // 100)
    kept = window[trim:len(window) - trim]
    return "DNF" if kept[-1] == DNF else sign * sum(kept) / len(kept)


def averages(keys, size, sign):
    window, found = [], []
    for i, key in enumerate(keys):
        bisect.insort(window, key)
        if i >= size:
            window.remove(keys[i - size])
        found.append(average(window, sign) if i + 1 >= size else None)
    return found


def answer(values, sizes, largest):
    # The better a value is, the smaller is its key.
    sign = -1 if largest else 1
    keys = [DNF if value is None else sign * value for value in values]
    finished = [value for value in values if value is not None]
    return {"averages": [averages(keys, size, sign) for size in sizes],
            "mean": sum(finished) / len(finished) if finished else None}


json.dump([answer(**case) for case in json.load(sys.stdin)], sys.stdout)
