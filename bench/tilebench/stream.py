"""A stream of random boards: how long one answer takes through a pipe, whether memory grows over many,
and how many are solved per second."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Sequence

from .boards import SEED
from .build import ensure_build
from .machine import cores
from .measure import BenchError

SOURCE = Path(__file__).resolve().parents[2]

# A stream that keeps so many bytes of each board grows, and so does one that keeps less than the
# allocator takes at once; both of the second half of the stream beside its second quarter.
BYTES_PER_BOARD = 8
BYTES_AT_ONCE = 1 << 20

# An answer through a pipe took 0.17 ms in the median and 1.8 ms at the 99th percentile. On a busy
# machine the tool waits for a core as others do.
SECONDS = {"median": 0.5e-3, "99th percentile": 5e-3}

POINTS = 20  # points of the curve

Point = tuple[int, int]  # number of answers, and bytes of memory after them


def growth(curve: Sequence[Point]) -> tuple[int, int]:
    """Compares the medians of a curve's second quarter and second half. Returns by how many bytes it grows,
    and the limit. What one hard board takes and gives back is no growth."""
    boards = curve[-1][0]
    before = statistics.median(memory for answers, memory in curve if boards / 4 <= answers <= boards / 2)
    after = statistics.median(memory for answers, memory in curve if answers > boards / 2)
    return int(after - before), BYTES_AT_ONCE + BYTES_PER_BOARD * boards * 3 // 8


def percentile(values: Sequence[float], percent: float) -> float:
    """Returns the least value that the given percentage of values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)]


def _memory(process: int) -> int:
    """Returns the resident bytes of a process."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise BenchError("the process ended before its last answer")


def _solver(arguments: argparse.Namespace, stdin: IO[bytes] | int) -> "subprocess.Popen[bytes]":
    command = [str(arguments.build / "pdbsolve"), "--quiet", "--no-generate"]
    if arguments.dir:
        command += ["--dir", str(arguments.dir)]
    if arguments.jobs:
        command += ["--jobs", str(arguments.jobs)]
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE)


def _ended(process: "subprocess.Popen[bytes]") -> None:
    if process.wait():
        raise BenchError(f"exit code {process.returncode} of pdbsolve")


def alone(arguments: argparse.Namespace, boards: Sequence[bytes]) -> list[float]:
    """Seconds from each board to its answer, one after the other through a pipe. The first one opens the
    tables, and is left out."""
    process = _solver(arguments, subprocess.PIPE)
    assert process.stdin and process.stdout
    seconds = []
    for board in boards:
        start = time.perf_counter()
        process.stdin.write(board)
        process.stdin.flush()
        if not process.stdout.readline():
            raise BenchError("a board has no answer")
        seconds.append(time.perf_counter() - start)
    process.stdin.close()
    _ended(process)
    return seconds[1:]


def stream(arguments: argparse.Namespace, boards: IO[bytes]) -> tuple[list[Point], float]:
    """All boards of a file: the curve of memory, and the seconds that they took."""
    start = time.perf_counter()
    process = _solver(arguments, boards)
    assert process.stdout
    curve: list[Point] = []
    answers = 0
    while answers < arguments.boards:
        text = os.read(process.stdout.fileno(), 1 << 16)
        if not text:
            break
        answers += text.count(b"\n")
        if answers * POINTS >= (len(curve) + 1) * arguments.boards and answers < arguments.boards:
            curve.append((answers, _memory(process.pid)))
    _ended(process)
    seconds = time.perf_counter() - start
    if answers != arguments.boards:
        raise BenchError(f"{answers} answers to {arguments.boards} boards")
    return curve, seconds


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/stream", description=__doc__)
    parser.add_argument("--boards", type=int, default=1000000, metavar="N", help="of the file (default: 1000000)")
    parser.add_argument("--alone", type=int, default=10000, metavar="N", help="through a pipe (default: 10000)")
    parser.add_argument("--dir", type=Path, help="where the tables are (default: where pdbsolve finds them)")
    parser.add_argument("-j", "--jobs", type=int, metavar="N", help="boards at the same time (default: cores)")
    parser.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    arguments = parser.parse_args()
    if arguments.boards < 40 * POINTS or arguments.alone < 100:
        parser.error(f"at least {40 * POINTS} boards, and 100 alone")
    arguments.build = ensure_build(SOURCE, arguments.build)
    return arguments


def _alone_check(arguments: argparse.Namespace, boards: Sequence[bytes]) -> bool:
    """Prints the time of an answer. A slow one is measured up to three times, since load may pass."""
    most: dict[str, float] = {}
    for _ in range(3):
        busy = 1 + os.getloadavg()[0] / cores()
        most = {name: value * busy for name, value in SECONDS.items()}
        seconds = alone(arguments, boards)
        found = {"median": statistics.median(seconds), "99th percentile": percentile(seconds, 99)}
        for name, value in found.items():
            print(f"an answer through a pipe, {name}: {1e3 * value:.2f} ms")
        if all(value <= most[name] for name, value in found.items()):
            return True
    print("TOO SLOW: " + ", ".join(f"at most {1e3 * value:.2f} ms {name}" for name, value in most.items()))
    return False


def _stream_check(arguments: argparse.Namespace, boards: IO[bytes]) -> bool:
    """Prints the curve of memory and the rate."""
    load = os.getloadavg()[0]
    curve, seconds = stream(arguments, boards)
    for answers, memory in curve:
        print(f"{answers:10d} answers {memory / 1e6:9.2f} MB")
    rate = arguments.boards / seconds
    print(f"{arguments.boards} boards in {seconds:.1f} s: {rate:.0f} per second (load before: {load:.2f})")
    more, most = growth(curve)
    if more <= most:
        return True
    print(f"MEMORY GROWS: by {more} bytes in the second half, and {most} are allowed")
    return False


def main() -> int:
    """Exit code: 0 done, 1 too slow, or memory grows; 2 wrong usage, 3 could not be measured."""
    try:
        arguments = _arguments()
        with tempfile.TemporaryFile() as boards:
            command = [arguments.build / "pdbsolve", "--scramble", str(arguments.boards), "--seed", str(SEED)]
            subprocess.run([str(word) for word in command], stdout=boards, check=True)
            boards.seek(0)
            first = [boards.readline() for _ in range(min(arguments.alone, arguments.boards))]
            quick = _alone_check(arguments, first)
            boards.seek(0)
            return 0 if _stream_check(arguments, boards) and quick else 1
    except (BenchError, OSError, subprocess.CalledProcessError) as error:
        print(f"bench/stream: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
