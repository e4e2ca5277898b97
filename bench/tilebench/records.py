"""The command line of bench/records."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Sequence

from . import machine
from .boards import SEED, Published24, dca24, korf24
from .build import ensure_build
from .measure import BenchError
from .record_file import Record, latest, record_append, records_read, try_lock
from .record_pieces import Pieces
from .record_report import report_text
from .results import Unreadable

SOURCE = Path(__file__).resolve().parents[2]
RESULTS = ("bench/records.jsonl", "docs/records.md", "bench/records_dca24.json", "bench/records_random.jsonl")
SECOND, RANDOM = SOURCE / RESULTS[2], SOURCE / RESULTS[3]
FIXED = ("-j1", "--board", "5x5", "--goal", "blank-first", "--format", "json")


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench/records",
        description="Korf and Felner's 50 boards of the 24-puzzle, solved one by one.",
    )
    parser.add_argument("--records", type=Path, metavar="FILE", default=SOURCE / RESULTS[0])
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="solve the boards that have no result, easiest first")
    run.add_argument("--boards", type=_numbers, metavar="N,N...", help="only these (default: all)")
    run.add_argument("--again", action="store_true", help="also boards that have a result")
    run.add_argument("--minutes", type=float, metavar="M", help="stop after this time, within a board too")
    run.add_argument(
        "--keep", type=Path, metavar="DIR", default=SOURCE / "build/records",
        help="where what a board has exhausted is kept until it is solved (default: build/records)",
    )
    run.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    run.add_argument("options", nargs="*", metavar="OPTION", help="after --: more options of pdbsolve")
    second = commands.add_parser("second", help="solve the easiest of DeepCubeA's boards, all in one process")
    second.add_argument("--count", type=int, default=125, metavar="N", help="so many (default: 125)")
    second.add_argument("-o", "--output", type=Path, metavar="FILE", default=SOURCE / RESULTS[2])
    second.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    scrambles = commands.add_parser("random", help="solve random boards by seed, each in a process with all cores")
    scrambles.add_argument("--count", type=int, default=100, metavar="N", help="so many (default: 100)")
    scrambles.add_argument("--minutes", type=float, metavar="M", help="begin no board after this time")
    scrambles.add_argument("--timeout", type=float, default=300, metavar="S", help="of a board (default: 300 s)")
    scrambles.add_argument("-o", "--output", type=Path, metavar="FILE", default=RANDOM)
    scrambles.add_argument("--build", type=Path, metavar="DIR", help="measure this build, without rebuilding")
    report = commands.add_parser("report", help="write the page")
    report.add_argument("-o", "--output", type=Path, metavar="FILE", default=SOURCE / RESULTS[1])
    return parser.parse_args(words)


def boards_due(
    boards: list[Published24], wanted: list[int] | None, done: dict[int, Record]
) -> list[Published24]:
    """Returns the boards to solve, easiest first by the nodes of 2002."""
    numbers = {board.number for board in boards}
    unknown = [number for number in wanted or [] if number not in numbers]
    if unknown:
        raise BenchError(f"there is no board {unknown[0]}")
    due = [board for board in boards if (wanted is None or board.number in wanted) and board.number not in done]
    return sorted(due, key=lambda board: board.nodes)


class Stop:
    """What a signal does: it ends the solver, and when that has ended, this program. It raises
    nothing, since a solver may be starting at that moment, and would be left alone."""

    def __init__(self) -> None:
        self.asked = False
        self.process: subprocess.Popen[bytes] | None = None

    def __call__(self, *_: Any) -> None:
        self.asked = True
        if self.process:
            self.process.terminate()

    def check(self) -> None:
        """Raises KeyboardInterrupt after a signal."""
        if self.asked:
            raise KeyboardInterrupt


def _process(command: Sequence[str], stop: Stop) -> tuple[int, str, dict[str, float]]:
    """Exit code, output, and seconds of a process."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        stop.process = subprocess.Popen(command, stdout=output)
        if stop.asked:
            stop.process.terminate()
        _, status, usage = os.wait4(stop.process.pid, 0)
        code = stop.process.returncode = os.waitstatus_to_exitcode(status)
        stop.process = None
        seconds = {"user": usage.ru_utime, "system": usage.ru_stime, "wall": time.monotonic() - start}
        output.seek(0)
        return code, output.read().decode(), {name: round(value, 3) for name, value in seconds.items()}


def result_check(board: Published24, result: dict[str, Any]) -> None:
    """Raises BenchError unless the result is an optimal solution of the published length."""
    if not result["optimal"] or result["length"] != board.length:
        raise BenchError(f"board {board.number}: length {result['length']}, published {board.length}")


def _solution_check(build: Path, board: Published24, result: dict[str, Any]) -> None:
    """Checks with another program than the solver that the moves lead to the goal."""
    command = [build / "pdbverify", "-q", "solution", "--board", "5x5", "--goal", "blank-first"]
    done = subprocess.run([*command, board.line, result["moves"]], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchError(f"board {board.number}: the solution is false: {done.stdout}{done.stderr}")


def options_kept(options: Sequence[str]) -> list[str]:
    """Returns the options without the directory, whose name differs between machines."""
    kept = []
    for word, before in zip(options, ["", *options]):
        name, equals, _ = word.partition("=")
        kept.append("DIR" if before in ("-d", "--dir") else "--dir=DIR" if name + equals == "--dir=" else word)
    return kept


def board_solve(
    build: Path, board: Published24, options: Sequence[str], left: float | None, pieces: Pieces, stop: Stop
) -> Record | None:
    """The record of a board; None if the seconds that are left were too few, and then the next time
    goes on. The directory of tables is empty, unless the options name another."""
    limit = [] if left is None else ["--timeout", f"{max(left, 0.001):.3f}"]
    with tempfile.TemporaryDirectory() as tables:
        words = ["-q", "--dir", tables, *limit, *FIXED, "--checkpoint", str(pieces.begin()), *options, board.line]
        code, output, seconds = _process([str(build / "pdbsolve"), *words], stop)
    seconds = pieces.end(seconds)
    stop.check()
    if code == 1 and left is not None:
        return None
    if code != 0:
        raise BenchError(f"board {board.number}: exit code {code} of pdbsolve {' '.join(words)}")
    result = json.loads(output)
    result_check(board, result)
    _solution_check(build, board, result)
    known = ("board", "goal", "line")
    return {
        "number": board.number,
        "date": machine.date(),
        "options": [*FIXED, *options_kept(options)],
        **seconds,
        "pieces": pieces.count,
        "load": machine.load()[0],
        "result": {name: value for name, value in result.items() if name not in known},
    }


def run(arguments: argparse.Namespace, stop: Stop) -> int:
    """Exit code: 0 all boards are done, 1 the time was up before."""
    build = ensure_build(SOURCE, arguments.build)
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else None
    about = machine.build(SOURCE, build, RESULTS)
    origin = {"cpu": machine.machine()["cpu"]} | {key: about[key] for key in ("variant", "commit", "dirty")}
    boards = korf24(SOURCE / "tests/data")
    done = {} if arguments.again else latest(records_read(arguments.records))
    for board in boards_due(boards, arguments.boards, done):
        stop.check()
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            return 1
        if not arguments.again and board.number in latest(records_read(arguments.records)):
            continue  # another process was faster
        pieces = Pieces(arguments.keep, board.number, [*FIXED, *arguments.options], origin)
        if not pieces.lock():
            print(f"board {board.number}: another process solves it", file=sys.stderr)
            continue
        record = board_solve(build, board, arguments.options, left, pieces, stop)
        if record is None:
            print(f"board {board.number}: the time is up", file=sys.stderr)
            return 1
        record_append(arguments.records, record | origin)
        pieces.remove()
        result = record["result"]
        cpu = record["user"] + record["system"]
        print(f"board {board.number}: {result['length']} moves, {result['generated']:,} nodes, {cpu:.2f} CPU s", flush=True)
    return 0


def second(arguments: argparse.Namespace, stop: Stop) -> int:
    """Exit code 0: all lengths are right."""
    build = ensure_build(SOURCE, arguments.build)
    about = machine.build(SOURCE, build, RESULTS)
    boards = dca24(SOURCE / "tests/data")[: arguments.count]
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder, "boards")
        lines.write_text("".join(board.line + "\n" for board in boards))
        words = ["-q", "--dir", folder, "-j1", "--board", "5x5", "--any", "--format", "json", str(lines)]
        code, output, seconds = _process([str(build / "pdbsolve"), *words], stop)
    stop.check()
    if code != 0:
        raise BenchError(f"exit code {code} of pdbsolve {' '.join(words)}")
    results = [json.loads(line) for line in output.splitlines()]
    for number, (board, result) in enumerate(zip(boards, results, strict=True), 1):
        if not result["optimal"] or result["length"] != board.length:
            raise BenchError(f"board {number} of dca24: length {result['length']}, published {board.length}")
    record = {
        "date": machine.date(),
        "cpu": machine.machine()["cpu"],
        **{key: about[key] for key in ("variant", "commit", "dirty")},
        **seconds,
        "boards": len(boards),
        "generated": sum(result["generated"] for result in results),
        "published_generated": sum(board.nodes for board in boards),
        "published_seconds": round(sum(board.seconds for board in boards), 1),
    }
    arguments.output.write_text(json.dumps(record, indent=1) + "\n")
    print(f"{len(boards)} boards, {record['generated']:,} nodes, {record['user'] + record['system']:.2f} CPU s")
    return 0


def random_solve(build: Path, line: str, timeout: float, stop: Stop) -> tuple[dict[str, Any], dict[str, float]]:
    """Result and seconds of a process that finds no tables and ends after `timeout` seconds. A proven
    solution is replayed."""
    words = ["-q", "--board", "5x5", "--any", "--format", "json", "--timeout", f"{timeout:g}", line]
    with tempfile.TemporaryDirectory() as tables:
        code, output, seconds = _process([str(build / "pdbsolve"), "--dir", tables, *words], stop)
    stop.check()
    if code not in (0, 1) or not output:
        raise BenchError(f"exit code {code} of pdbsolve {' '.join(words)}")
    result = json.loads(output)
    check = [build / "pdbverify", "-q", "solution", "--board", "5x5", line, result["moves"]]
    if result["optimal"] and subprocess.run(check, capture_output=True, check=False).returncode != 0:
        stop.check()
        raise BenchError(f"the solution is false: pdbsolve {' '.join(words)}")
    return result, seconds


def random_boards(arguments: argparse.Namespace, stop: Stop) -> int:
    """Searches the boards that have no result and appends their records. Wall times count, so
    only one process may measure a build. Exit code: 0 all boards are done, 1 the time was up."""
    build = ensure_build(SOURCE, arguments.build)
    with (build / "pdbsolve").open("rb") as program:
        if not try_lock(program):
            raise BenchError(f"another process measures {build}; wait until it has ended")
        return _random_boards(arguments, build, stop)


def _random_boards(arguments: argparse.Namespace, build: Path, stop: Stop) -> int:
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else None
    about = machine.build(SOURCE, build, RESULTS)
    scramble = ["--board", "5x5", "--scramble", str(arguments.count), "--seed", str(SEED)]
    code, output, _ = _process([str(build / "pdbsolve"), *scramble], stop)
    stop.check()
    if code != 0:
        raise BenchError(f"exit code {code} of pdbsolve {' '.join(scramble)}")
    for number, line in enumerate(output.splitlines(), 1):
        done = latest(records_read(arguments.output)).get(number)
        if done and (done["result"]["optimal"] or done["timeout"] >= arguments.timeout):
            continue
        if end is not None and time.monotonic() >= end:
            return 1
        result, seconds = random_solve(build, line, arguments.timeout, stop)
        record = {"number": number, "date": machine.date(), "options": scramble, **seconds}
        record |= {"timeout": arguments.timeout, "threads": result["threads"], "cpu": machine.machine()["cpu"]}
        record |= {key: about[key] for key in ("variant", "commit", "dirty")}
        record["result"] = {key: result[key] for key in ("optimal", "length", "generated", "expanded")}
        record_append(arguments.output, record)
        what = f"{result['length']} moves" if result["optimal"] else "no proof"
        print(f"board {number}: {what}, {seconds['wall']:.1f} s", flush=True)
    return 0


def report(arguments: argparse.Namespace) -> int:
    """Write the page."""
    other = json.loads(SECOND.read_text()) if SECOND.exists() else None
    scrambles = list(latest(records_read(RANDOM)).values())
    text = report_text(korf24(SOURCE / "tests/data"), records_read(arguments.records), other, scrambles)
    arguments.output.write_text(text)
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Exit code: 0 done, 1 the time was up, 2 wrong usage, 3 a board could not be solved, 130 interrupted."""
    arguments = _arguments(sys.argv[1:] if words is None else words)
    stop = Stop()
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        if arguments.command == "report":
            return report(arguments)
        return {"run": run, "second": second, "random": random_boards}[arguments.command](arguments, stop)
    except (BenchError, Unreadable, OSError) as error:
        print(f"bench/records: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
