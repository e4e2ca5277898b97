"""Reports which figures changed between two runs by more than their noise."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Iterator

from .format import number
from .measure import Figure
from .results import Unreadable, results_read

# Medians closer than this are noise, whatever their ranges: few repetitions have narrow ones.
THRESHOLD = 1.10

# Shorter times are dominated by the start of a process.
SHORTEST = 0.01


def moved(before: Figure, after: Figure, threshold: float) -> str:
    """ "" for noise, otherwise "better" or "worse": ranges do not overlap, medians differ by the threshold."""
    apart = before["max"] < after["min"] or after["max"] < before["min"]
    low, high = sorted((before["median"], after["median"]))
    if not apart or high < low * threshold:
        return ""
    if before["unit"] == "s" and high < SHORTEST:
        return ""
    grew = after["median"] > before["median"]
    return "better" if grew == (before["better"] == "more") else "worse"


def _figures(case: dict[str, Any]) -> Iterator[tuple[str, Figure]]:
    yield from case["figures"].items()
    yield from case["ratios"].items()


def _case_compare(
    before: dict[str, Any], after: dict[str, Any], threshold: float
) -> Iterator[tuple[str, str]]:
    for name, value in before["counts"].items():
        if after["counts"].get(name) != value:
            yield "worse", f"{name}: {value} before, {after['counts'].get(name)} now; counts are exact"
    found = dict(_figures(after))
    for name, figure in _figures(before):
        verdict = moved(figure, found[name], threshold) if name in found else ""
        if verdict:
            unit, was, now = figure["unit"], figure["median"], found[name]["median"]
            yield verdict, f"{name}: {number(was, unit)} before, {number(now, unit)} now, x {now / was:.2f}"


def results_compare(
    before: dict[str, Any], after: dict[str, Any], threshold: float = THRESHOLD
) -> list[tuple[str, str, str]]:
    """Returns (verdict, case, sentence) for each change; a missing case is worse, a new case is new."""
    now = {case["name"]: case for case in after["cases"]}
    lines = []
    for case in before["cases"]:
        name = case["name"]
        if name in now:
            lines += [(v, name, text) for v, text in _case_compare(case, now[name], threshold)]
        elif before["mode"] == after["mode"]:
            lines.append(("worse", name, "is no longer measured"))
    known = {case["name"] for case in before["cases"]}
    lines += [("new", name, "was not measured before") for name in now if name not in known]
    return lines


def _threshold(text: str) -> float:
    value = float(text)
    if not value >= 1:
        raise argparse.ArgumentTypeError("the ratio must be at least 1")
    return value


def main() -> int:
    """Exit code: 0 nothing is worse, 1 something is, 2 wrong usage or unreadable results."""
    parser = argparse.ArgumentParser(
        prog="bench/compare",
        description="Reports which figures of B differ from A by more than their noise: the ranges of the "
        "repetitions do not overlap, and the medians differ by more than the threshold. "
        "Counts are compared exactly. Exit code: 0 nothing is worse, 1 something is, 2 usage.",
    )
    parser.add_argument("a", type=Path, metavar="A.json", help="results.json of the earlier run")
    parser.add_argument("b", type=Path, metavar="B.json", help="results.json of the later run")
    parser.add_argument("--threshold", type=_threshold, default=THRESHOLD, metavar="RATIO")
    arguments = parser.parse_args()
    try:
        before, after = results_read(arguments.a), results_read(arguments.b)
        lines = results_compare(before, after, arguments.threshold)
    except Unreadable as error:
        print(f"bench/compare: {error}", file=sys.stderr)
        return 2
    except (KeyError, TypeError, AttributeError) as error:
        print(f"bench/compare: damaged results: {error!r}", file=sys.stderr)
        return 2
    for key in ("cpu", "cores", "variants"):
        if before["machine"][key] != after["machine"][key]:
            print(f"note: {key} differs: {before['machine'][key]}, {after['machine'][key]}")
    for verdict, name, text in lines:
        print(f"{verdict}: {name}: {text}")
    worse = sum(verdict == "worse" for verdict, _, _ in lines)
    better = sum(verdict == "better" for verdict, _, _ in lines)
    print(f"{worse} worse, {better} better, of {len(before['cases'])} cases")
    return 1 if worse else 0
