"""Regret: the CPU time of the default beside the best single way to search a board, for boards of
all shapes of 12 to 25 cells. A way is a partition of the catalogue, or the partition with which the
default begins, and a direction. Each process starts without databases and makes what it needs."""

from __future__ import annotations

import argparse
import json
import math
import resource
import signal
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator, Sequence

from .build import ensure_build
from .measure import BenchError, Launcher

SOURCE = Path(__file__).resolve().parents[2]
DIRECTIONS = ("forward", "backward", "both")

# Random boards of each shape, and boards after random walks, from easy to hard: random boards of the
# shapes in WALKS take minutes.
RANDOM = ("4x3", "6x2", "7x2", "5x3", "4x4", "8x2", "6x3", "9x2", "5x4")
WALKS = {"10x2": (100, 150, 200), "7x3": (120, 160, 200), "11x2": (100, 150, 200), "6x4": (120, 160, 200),
         "8x3": (120, 150, 180), "12x2": (100, 140, 180), "5x5": (150, 200, 250)}
HARD = ("5 4 3 2 1 / 10 9 8 7 6 / 0 14 13 12 11", "13 14 8 4 3 10 11 1 / 5 6 7 9 12 15 0 2",
        "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1")

# CPU seconds below this vary by chance, and are raised to it.
LEAST_CPU = 0.1


def rows(numbers: Sequence[str], width: int) -> str:
    """Writes a board with a slash between rows."""
    return " / ".join(" ".join(numbers[i : i + width]) for i in range(0, len(numbers), width))


def scrambled(launcher: Launcher, size: str, words: Sequence[str]) -> list[str]:
    """Boards that pdbsolve draws."""
    run = launcher.run("pdbsolve", ["--board", size, "--scramble", *words])
    width = int(size.partition("x")[0])
    return [rows(line.replace("/", " ").split(), width) for line in run.output.splitlines()]


def boards_drawn(launcher: Launcher, seed: int) -> list[str]:
    """The boards, shape by shape."""
    boards = []
    for size in RANDOM:
        boards += scrambled(launcher, size, ["4", "--seed", str(seed)])
    for size, walks in WALKS.items():
        for walk in walks:
            boards += scrambled(launcher, size, ["1", "--seed", str(seed), "--walk", str(walk)])
    return boards + list(HARD)


def shape(board: str) -> str:
    """WxH of a board with rows."""
    lines = board.split("/")
    return f"{len(lines[0].split())}x{len(lines)}"


def catalogue(launcher: Launcher) -> dict[str, list[str]]:
    """The names of the partitions of each shape, as `pdbgen --list` shows them."""
    found: dict[str, list[str]] = {}
    for line in launcher.run("pdbgen", ["--list"]).output.splitlines():
        name, _, rest = line.partition(" (")
        if rest and not line.startswith(" "):
            found.setdefault(rest.partition(")")[0], []).append(name)
    return found


@contextmanager
def cpu_limited(seconds: float) -> Iterator[None]:
    """Processes that begin meanwhile end after `seconds` CPU seconds, rounded up."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    own = resource.getrusage(resource.RUSAGE_SELF)  # this process has the limit, too
    least = math.ceil(own.ru_utime + own.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (max(math.ceil(seconds), least), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)


def solve(launcher: Launcher, board: str, options: Sequence[str], limit: float) -> dict[str, Any] | None:
    """An answer with `cpu`, the CPU seconds of its process, at least LEAST_CPU; None if the process
    took more than `limit` of them."""
    words = ["-q", "-j1", "--stats", "--format", "json", "--board", shape(board), *options, board]
    with tempfile.TemporaryDirectory() as tables, cpu_limited(limit):
        run = launcher.run("pdbsolve", ["--dir", tables, *words], codes=range(256))
    if run.code == 128 + signal.SIGXCPU:
        return None
    if run.code != 0:
        raise BenchError(f"exit code {run.code} of pdbsolve {' '.join(words)}")
    answer: dict[str, Any] = json.loads(run.output)
    answer["cpu"] = max(run.cpu, LEAST_CPU)
    return answer


def ways_of(answer: dict[str, Any], listed: Sequence[str]) -> list[list[str]]:
    """Options of each way: partitions of the catalogue, and those that the default used."""
    used = [iteration.get("partition") or "" for iteration in answer.get("iterations", [])]
    names = [name for name in dict.fromkeys([*listed, *used]) if name and not any(mark in name for mark in "+:")]
    return [["--partition", name, "--direction", direction] for name in names for direction in DIRECTIONS]


def regret(launcher: Launcher, board: str, listed: Sequence[str], options: Sequence[str], limit: float) -> float | None:
    """Prints a line for the board. Returns the default's CPU time divided by the least one; None if
    the default proves nothing within the limit."""
    default = solve(launcher, board, options, limit)
    if default is None:
        print(f"{shape(board):5} not proven in {limit:.0f} CPU s: {board}", flush=True)
        return None
    best, name = default, "default"
    nodes = default["generated"] + default.get("compared", 0)
    for way in ways_of(default, listed) if default["cpu"] > LEAST_CPU else []:
        answer = solve(launcher, board, [*options, *way], best["cpu"])
        if answer is None:
            continue
        if answer["length"] != default["length"]:
            raise BenchError(f"{board}: {answer['length']} moves with {' '.join(way)}, {default['length']} without")
        if answer["cpu"] < best["cpu"]:
            best, name = answer, f"{way[1]} {way[3]}"
    ratio: float = default["cpu"] / best["cpu"]
    print(f"{shape(board):5}{default['length']:5} {ratio:6.2f} {default['cpu']:9.2f} {nodes:15,}"
          f" {best['cpu']:9.2f} {best['generated']:15,}  {name}", flush=True)
    return ratio


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/regret", description=__doc__)
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="CPU seconds of a board (default 60)")
    parser.add_argument("--seed", type=int, default=5, metavar="N", help="of the boards (default 5)")
    parser.add_argument("--shape", metavar="WxH", help="only the boards of this shape")
    parser.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="one more option of pdbsolve, as --option=--any")
    arguments = parser.parse_args()
    arguments.build = ensure_build(SOURCE, arguments.build)
    return arguments


def _report(arguments: argparse.Namespace) -> None:
    launcher = Launcher(arguments.build)
    listed = catalogue(launcher)
    boards = [board for board in boards_drawn(launcher, arguments.seed) if arguments.shape in (None, shape(board))]
    print(f"{'size':5}moves regret  CPU s of      nodes of the  CPU s of      nodes of  best way")
    print(f"{'':18}{'default':>9} {'default':>15} {'best way':>9} {'best way':>15}", flush=True)
    ratios = []
    for board in boards:
        ratio = regret(launcher, board, listed.get(shape(board), []), arguments.option, arguments.limit)
        if ratio is not None:
            ratios.append(ratio)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{len(ratios)} of {len(boards)} boards: worst {max(ratios):.2f}, geometric mean {mean:.2f}")


def main() -> int:
    """Exit code: 0 done, 2 wrong usage, 3 two ways disagree, or nothing could be measured."""
    try:
        _report(_arguments())
        return 0
    except (BenchError, OSError, ValueError) as error:
        print(f"bench/regret: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
