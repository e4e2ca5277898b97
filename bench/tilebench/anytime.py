"""How near solutions at any time come to known lengths, and on random boards to their lower bounds,
and whether each answer is true: solutions are replayed here, and a proven bound must not be above a
known optimum."""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Iterable, Sequence

from .boards import rows_read
from .build import ensure_build
from .measure import BenchError, Launcher, Run

SOURCE = Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests/data"

# Of each file: the side, how many numbers are before a board, and which goal it has; whether the
# length after it is the optimum, and not DeepCubeA's. Those at distance 80 have none.
KINDS = {
    "antipodes80": (4, 0, "blank-last", True),
    "dca15": (4, 0, "blank-last", True),
    "dca24": (5, 0, "blank-last", True),
    "dca35": (6, 0, "blank-last", False),
    "dca48": (7, 0, "blank-last", False),
    "korf100": (4, 1, "blank-first", True),
    "korf24": (5, 1, "blank-first", True),
}
SIZE = re.compile(r"(\d+)x(\d+)")
ANY_GAP = "1000000"
HEAD = "file      limit boards   length  excess  ratio   below proven |  CPU s  wall s (least)      MB"


@dataclass(frozen=True)
class Known:
    """A board and the known bounds of its length."""

    cells: tuple[int, ...]
    goal: str
    length: int | None
    optimal: bool
    width: int

    @property
    def line(self) -> str:
        """Returns the board as pdbsolve reads it."""
        return " ".join(map(str, self.cells))

    def solved(self, moves: str) -> bool:
        """Returns whether moves lead to the goal; raises ValueError if a move is impossible."""
        last = self.goal == "blank-last"
        return played(self.cells, moves, self.width) == tuple((i + last) % len(self.cells) for i in range(len(self.cells)))


def known(name: str, data: Path = DATA) -> list[Known]:
    """The boards of a file."""
    side, skipped, goal, optimal = KINDS[name]
    count = side * side
    found = []
    for row in rows_read(data / f"{name}.txt"):
        numbers = tuple(map(int, row[skipped : skipped + count]))
        length = int(row[skipped + count]) if len(row) > skipped + count else 80
        found.append(Known(numbers, goal, length, optimal, side))
    return found


def drawn(launcher: Launcher, size: str, boards: int, seed: int) -> list[Known]:
    """Random boards of a size, of which nothing is known."""
    words = ["--board", size, "--scramble", str(boards), "--seed", str(seed)]
    lines = launcher.run("pdbsolve", words).output.splitlines()
    width = int(size.partition("x")[0])
    cells = [tuple(map(int, line.replace("/", " ").split())) for line in lines]
    return [Known(board, "blank-last", None, False, width) for board in cells]


def played(cells: Sequence[int], moves: str, width: int) -> tuple[int, ...]:
    """Returns the board after moves of tiles; raises ValueError if a move is impossible."""
    board = list(cells)
    blank = board.index(0)
    for letter in moves:
        row, column = divmod(blank, width)
        row += {"U": 1, "D": -1}.get(letter, 0)
        column += {"L": 1, "R": -1}.get(letter, 0)
        if letter not in "UDLR" or not (0 <= row < len(board) // width and 0 <= column < width):
            raise ValueError(f"no tile moves {letter}")
        tile = row * width + column
        board[blank], board[tile] = board[tile], 0
        blank = tile
    return tuple(board)


def counted(moves: str, metric: str) -> int:
    """The number of moves in a metric."""
    return len(moves) if metric == "single" else sum(1 for _ in groupby(moves))


def wrong(board: Known, answer: dict[str, Any]) -> str | None:
    """Returns what is false in an answer, or None."""
    length, bound, moves = answer["upper_bound"], answer["lower_bound"], answer["moves"]
    try:
        if length is None or counted(moves, answer["metric"]) != length or not board.solved(moves):
            return "the solution does not lead to the goal"
    except ValueError as error:
        return str(error)
    if answer["length"] != (length if answer["optimal"] else None) or answer["optimal"] != (bound == length):
        return "its bounds are not those of its length"
    least = length if board.length is None else board.length
    if bound > (least if board.optimal else min(least, length)):
        return f"a bound of {bound} moves, and {least} are enough"
    if board.optimal and length < least:
        return f"{length} moves, and {least} are needed"
    return None


def table_row(name: str, limit: str, boards: Sequence[Known], measured: Sequence[tuple[Run, dict[str, Any]]]) -> str:
    """Means; the median of wall time, and the least; the most memory."""
    runs = [run for run, _ in measured]
    answers = [answer for _, answer in measured]
    count = len(boards)
    length = sum(answer["upper_bound"] for answer in answers) / count
    best = sum(board.length or answer["lower_bound"] for board, answer in zip(boards, answers)) / count
    bound = sum(answer["lower_bound"] for answer in answers) / count
    proven = sum(answer["optimal"] for answer in answers)
    cpu = sum(run.cpu for run in runs) / count
    wall = [run.wall for run in runs]
    memory = max(run.memory for run in runs) / 1e6
    return (
        f"{name:11}{limit:>4} {count:6d} {length:8.2f} {length - best:7.3f} {length / best:6.4f}{best - bound:8.2f}"
        f" {proven:6d} | {cpu:6.3f} {statistics.median(wall):7.3f} ({min(wall):.3f}) {memory:7.0f}"
    )


def measure(launcher: Launcher, boards: Iterable[Known], options: Sequence[str]) -> list[tuple[Run, dict[str, Any]]]:
    """A process for each board, one thread."""
    found = []
    for board in boards:
        words = ["-q", "--anytime", "-j1", "--format", "json", "--goal", board.goal, *options]
        words += ["--board", f"{board.width}x{len(board.cells) // board.width}", board.line]
        run = launcher.run("pdbsolve", words)
        answer = json.loads(run.output)
        error = wrong(board, answer)
        if error:
            raise BenchError(f"{board.line}: {error}\npdbsolve {' '.join(words)}\n{run.output}")
        found.append((run, answer))
    return found


def proof(launcher: Launcher, boards: Sequence[Known], options: Sequence[str]) -> tuple[float, float]:
    """Measures CPU seconds until all boards are proven in one process: with --anytime, and without."""
    seconds = []
    ways: list[list[str]] = [["--anytime"], []]
    for more in ways:
        words = ["-q", "-j1", "--format", "json", "--goal", boards[0].goal, *options, *more]
        run = launcher.run("pdbsolve", words, "\n".join(board.line for board in boards) + "\n")
        answers = [json.loads(line) for line in run.output.splitlines()]
        if len(answers) != len(boards):
            raise BenchError(f"{len(answers)} answers to {len(boards)} boards")
        for board, answer in zip(boards, answers):
            error = wrong(board, answer) or (None if answer["optimal"] else "it is not proven")
            if error:
                raise BenchError(f"{board.line}: {error}")
        seconds.append(run.cpu)
    return seconds[0], seconds[1]


def _limits(text: str) -> list[str]:
    limits = text.split(",")
    try:
        if text in ("first", "proof") or all(float(limit) > 0 for limit in limits):
            return limits
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text} is no limit")


def _boards(text: str) -> str:
    if text in KINDS or SIZE.fullmatch(text):
        return text
    raise argparse.ArgumentTypeError(f"{text} is neither a file nor a size")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/anytime", description=__doc__)
    parser.add_argument(
        "what", type=_limits, metavar="first|proof|SECONDS[,SECONDS...]",
        help="first solutions; all until they are proven, beside a plain search; or limits of time",
    )
    parser.add_argument(
        "files", nargs="+", type=_boards, metavar="FILE|SIZE",
        help="a file, of " + ", ".join(sorted(KINDS)) + "; or a size such as 10x10, for random boards",
    )
    parser.add_argument("--boards", type=int, default=10, metavar="N", help="random boards of a size (default 10)")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="of random boards (default 7)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th board")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="without the first N")
    parser.add_argument(
        "--cpu", action="store_true",
        help="limits are CPU seconds of the process, which hardly depend on what else runs: its clock is another one",
    )
    parser.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="one more option of pdbsolve, as --option=--memory=64M")
    arguments = parser.parse_args()
    if arguments.every < 1 or arguments.after < 0:
        parser.error("--every is 1 or more, --after 0 or more")
    arguments.build = ensure_build(SOURCE, arguments.build)
    return arguments


def _report(arguments: argparse.Namespace, tables: str) -> None:
    launcher = Launcher(arguments.build)
    if arguments.cpu:
        clock = arguments.build / "bench/libcpu_clock.so"
        if not clock.exists():
            raise BenchError(f"--cpu needs {clock}, which is built on Linux")
        os.environ["LD_PRELOAD"] = str(clock)
    options = ["--dir", tables, *arguments.option]
    limits = arguments.what
    if limits != ["proof"]:
        print(HEAD, flush=True)
    for name in arguments.files:
        sized = SIZE.fullmatch(name)
        found = drawn(launcher, name, arguments.boards, arguments.seed) if sized else known(name)
        boards = found[arguments.after :: arguments.every]
        if not boards:
            raise BenchError(f"--after {arguments.after}: {name} has no board there")
        if limits == ["proof"]:
            with_beams, without = proof(launcher, boards, options)
            print(f"{name}: {len(boards)} boards, {with_beams:.2f} CPU s with --anytime, {without:.2f} without", flush=True)
            continue
        for limit in limits:
            end = ["--within", ANY_GAP] if limit == "first" else ["--timeout", str(float(limit))]
            measured = measure(launcher, boards, [*options, *end])
            print(table_row(name, limit, boards, measured), flush=True)


def main() -> int:
    """Exit code: 0 done, 2 wrong usage, 3 an answer is false, or nothing could be measured."""
    try:
        arguments = _arguments()
        with tempfile.TemporaryDirectory() as tables:
            _report(arguments, tables)
        return 0
    except (BenchError, OSError, ValueError) as error:
        print(f"bench/anytime: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
