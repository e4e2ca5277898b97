"""bench/records: the choice of boards, the records, and the page."""

import contextlib
import fcntl
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from copy import deepcopy
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from tilebench import build  # noqa: E402
from tilebench.boards import dca24, korf24  # noqa: E402
from tilebench.measure import BenchError  # noqa: E402
from tilebench.record_file import configuration, latest, record_append, records_read  # noqa: E402
from tilebench.record_pieces import Pieces  # noqa: E402
from tilebench.record_report import report_text  # noqa: E402
from tilebench.records import boards_due, main, options_kept  # noqa: E402
from tilebench.results import Unreadable  # noqa: E402

SOURCE = Path(__file__).resolve().parents[2]
BOARDS = korf24(SOURCE / "tests/data")


def record(number: int, options: tuple = (), **result: object) -> dict:
    """A made-up proof: 4 seconds to start and 6 to search."""
    made = {"length": 1, "moves": "L", "optimal": True, "generated": 20, "expanded": 9, "seconds": 3.0}
    return {
        "number": number,
        "date": "2026-11-22T10:00:00Z",
        "options": list(options),
        "user": 9.0,
        "system": 1.0,
        "wall": 5.0,
        "cpu": "a processor",
        "variant": "avx2",
        "commit": "0123456789abcdef",
        "result": made | result,
    }


def bound(generated: int, partition: str, direction: str) -> dict:
    return {"generated": generated, "partition": partition, "direction": direction}


class Second(unittest.TestCase):
    """Boards with optima that other programs computed."""

    def test_boards(self) -> None:
        boards = dca24(SOURCE / "tests/data")
        self.assertEqual(len(boards), 248)
        self.assertEqual([board.nodes for board in boards], sorted(board.nodes for board in boards))
        self.assertEqual((boards[0].length, boards[0].nodes), (66, 362615))

    def test_page(self) -> None:
        other = {"boards": 7, "user": 20.0, "system": 1.4, "generated": 1234567, "date": "2026-11-23T10:00:00Z"}
        other |= {"published_seconds": 700.4, "published_generated": 7654321, "cpu": "a processor"}
        text = report_text(BOARDS, [], other)
        for part in ("the 7 easiest", "21 CPU seconds", "1,234,567 nodes", "700 seconds", "7,654,321 nodes"):
            self.assertIn(part, text)
        self.assertNotIn("yardstick\n", report_text(BOARDS, []))

    def test_random_page(self) -> None:
        more = {"threads": 2, "timeout": 300}
        scrambles = [record(number) | {"wall": 2.0 * number} | more for number in range(1, 21)]
        text = report_text(BOARDS, [], None, scrambles)
        for part in ("the first 20 boards", "2 threads", "20 are proven within 300 s"):
            self.assertIn(part, text)
        self.assertIn("Median of the wall time: 21.0 s; 90th percentile: 36.0 s", text)
        for made in scrambles[:3]:
            made["result"] = made["result"] | {"optimal": False}
        text = report_text(BOARDS, [], None, scrambles)
        self.assertIn("Median of the wall time: 27.0 s; 90th percentile: more than 300 s", text)
        self.assertNotIn("Random boards", report_text(BOARDS, []))


class File(unittest.TestCase):
    """The lines of the file, and its lock."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "records.jsonl"

    def test_lines_are_read_back(self) -> None:
        self.assertEqual(records_read(self.path), [])
        for number in (40, 38, 40):
            record_append(self.path, record(number))
        self.assertEqual([one["number"] for one in records_read(self.path)], [40, 38, 40])

    def test_a_line_without_its_end_does_not_count(self) -> None:
        record_append(self.path, record(40))
        whole = self.path.read_text()
        self.path.write_text(whole + whole[:50])
        self.assertEqual(len(records_read(self.path)), 1)
        record_append(self.path, record(38))
        self.assertEqual([one["number"] for one in records_read(self.path)], [40, 38])

    def test_other_lines_are_refused(self) -> None:
        for text in ("x\n", "[]\n", '{"number": 3}\n'):
            self.path.write_text(text)
            with self.assertRaisesRegex(Unreadable, "line 1"):
                records_read(self.path)

    def test_the_latest_counts(self) -> None:
        first, second = record(40), record(40, generated=3)
        self.assertIs(latest([first, second])[40], second)

    def test_configuration(self) -> None:
        for options, result, found in (
            ((), {}, ("default", "forward")),
            (("-p", "a", "--partition=b"), {}, ("b", "forward")),
            (("--partition", "a", "--direction", "backward"), {}, ("a", "backward")),
            ((), {"iterations": [bound(7, "c", "forward"), bound(9, "d", "backward")]}, ("d", "backward")),
            ((), {"iterations": [bound(9, "c", "forward"), bound(7, "d", "backward")]}, ("c", "forward")),
            (("-p", "a"), {"iterations": [{"generated": 9}]}, ("a", "forward")),
        ):
            self.assertEqual(configuration(record(1, options, **result)), found)


class Order(unittest.TestCase):
    """The order of the boards."""

    def test_easiest_first(self) -> None:
        numbers = [board.number for board in boards_due(BOARDS, None, {})]
        self.assertEqual(len(numbers), 50)
        self.assertEqual(numbers[:4], [38, 40, 25, 32])

    def test_what_is_done_or_not_wanted(self) -> None:
        numbers = [board.number for board in boards_due(BOARDS, [44, 40, 38], {40: record(40)})]
        self.assertEqual(numbers, [38, 44])

    def test_unknown_board(self) -> None:
        with self.assertRaises(BenchError):
            boards_due(BOARDS, [51], {})


class Programs(unittest.TestCase):
    """A folder with scripts in place of the programs."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "records.jsonl"
        for name in build.PROGRAMS:
            self.script(name, "exit 0")

    def script(self, name: str, text: str) -> None:
        path = Path(self.folder.name) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def calls(self) -> list:
        path = Path(self.folder.name) / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        return [line for line in lines if "--version" not in line]

    def run_command(self, *words: str, dirty: bool = False) -> tuple:
        """Returns the exit code and the output."""
        said = io.StringIO()
        about = {"variant": "avx2", "commit": "0123456789abcdef", "dirty": dirty}
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            with mock.patch("tilebench.records.machine.build", lambda *_: about):
                return main(words), said.getvalue()


class Solving(Programs):
    """bench/records run."""

    def setUp(self) -> None:
        super().setUp()
        self.answer(81)

    def answer(self, length: int) -> None:
        result = {"board": [], "goal": [], "line": 1} | record(25, length=length)["result"]
        self.script("pdbsolve", f"echo \"$*\" >>{self.folder.name}/calls; echo '{json.dumps(result)}'")

    def run_main(self, *words: str, dirty: bool = False) -> tuple:
        keep = ["--keep", self.folder.name + "/kept", "--boards", "25"]
        records = ["--records", str(self.path)]
        return self.run_command(*records, "run", "--build", self.folder.name, *keep, *words, dirty=dirty)

    def test_a_board_is_solved_once(self) -> None:
        self.assertEqual(self.run_main("--", "-p", "x")[0], 0)
        self.assertEqual(self.run_main("--", "-p", "x")[0], 0)
        (kept,) = records_read(self.path)
        self.assertEqual((kept["number"], kept["result"]["length"]), (25, 81))
        self.assertEqual(kept["options"][-2:], ["-p", "x"])
        self.assertFalse({"board", "goal", "line"} & set(kept["result"]))
        (call,) = self.calls()
        self.assertIn("-j1 --board 5x5 --goal blank-first --format json --checkpoint ", call)
        self.assertIn(".checkpoint -p x 3 17 9 8", call)
        self.assertEqual((kept["pieces"], os.listdir(self.folder.name + "/kept")), (1, []))
        self.assertEqual(self.run_main("--again")[0], 0)
        self.assertEqual(len(records_read(self.path)), 2)

    def test_names_of_directories_are_not_kept(self) -> None:
        for given in (["-d", "/a/b", "-p", "x"], ["--dir", "/a/b", "-p", "x"], ["--dir=/a/b", "-p", "x"]):
            kept = options_kept(given)
            self.assertEqual(" ".join(kept).replace("=", " ").split(" ")[1:], ["DIR", "-p", "x"])

    def test_another_length_is_not_kept(self) -> None:
        self.answer(79)
        code, said = self.run_main()
        self.assertEqual((code, self.path.exists()), (3, False))
        self.assertIn("board 25: length 79, published 81", said)

    def test_a_false_solution_is_not_kept(self) -> None:
        self.script("pdbverify", "exit 1")
        code, said = self.run_main()
        self.assertEqual((code, self.path.exists()), (3, False))
        self.assertIn("the solution is false", said)

    def test_the_time_is_up(self) -> None:
        self.script("pdbsolve", 'case "$*" in *--timeout*) exit 1;; esac; exit 3')
        code, said = self.run_main("--minutes", "1")
        self.assertEqual((code, self.path.exists()), (1, False))
        self.assertIn("the time is up", said)
        self.assertEqual(self.run_main()[0], 3)

    def test_the_next_time_goes_on(self) -> None:
        keeps = 'while [ "$1" != --checkpoint ]; do shift; done; echo "$2" >>$0.names; echo kept >>"$2"'
        self.script("pdbsolve", f"case $1 in --version) exit;; esac; {keeps}; exit 1")
        for _ in range(2):
            self.assertEqual(self.run_main("--minutes", "1")[0], 1)
        names = (Path(self.folder.name) / "pdbsolve.names").read_text().split()
        self.assertEqual((len(names), len(set(names))), (2, 1))
        self.assertEqual(Path(names[0]).read_text(), "kept\n" * 2)
        self.answer(81)
        self.assertEqual(self.run_main()[0], 0)
        (made,) = records_read(self.path)
        self.assertEqual((made["pieces"], os.listdir(self.folder.name + "/kept")), (3, []))

    def test_uncommitted_sources_begin_anew(self) -> None:
        self.script("pdbsolve", "case $1 in --version) exit;; esac; exit 1")
        self.run_main("--minutes", "1")
        self.answer(81)
        self.assertEqual(self.run_main(dirty=True)[0], 0)
        self.assertEqual(records_read(self.path)[0]["pieces"], 1)

    def test_seconds_of_pieces_add_up(self) -> None:
        for piece in range(1, 4):
            pieces = self.pieces()
            pieces.begin().write_text("kept")
            self.assertEqual(pieces.end({"user": 1.5, "wall": 2}), {"user": 1.5 * piece, "wall": 2 * piece})
            self.assertEqual(pieces.count, piece)
            pieces = None
        other = self.pieces(commit="4567")
        self.assertFalse(other.begin().exists())
        self.assertEqual(other.end({"user": 1.5}), {"user": 1.5})

    def pieces(self, commit: str = "0123", dirty: bool = False) -> Pieces:
        made = Pieces(Path(self.folder.name) / "kept", 25, ["-p", "x"], {"commit": commit, "dirty": dirty})
        self.assertTrue(made.lock())
        return made

    def test_a_killed_piece_begins_anew(self) -> None:
        self.pieces().begin().write_text("kept")
        pieces = self.pieces()
        self.assertFalse(pieces.begin().exists())
        self.assertEqual((pieces.count, pieces.end({"user": 2})), (1, {"user": 2}))

    def test_uncommitted_sources_keep_nothing(self) -> None:
        pieces = self.pieces(dirty=True)
        pieces.begin().write_text("kept")
        pieces.end({"user": 2})
        pieces = None
        self.assertFalse(self.pieces(dirty=True).begin().exists())

    def test_one_process_solves_a_board(self) -> None:
        first = self.pieces()
        second = Pieces(first.checkpoint.parent, 25, ["-p", "x"], {"commit": "0123", "dirty": False})
        self.assertFalse(second.lock())

    def test_an_interrupt_ends_the_search(self) -> None:
        self.script("pdbsolve", f"case $1 in --version) exit;; esac; echo $$ >{self.folder.name}/pid; exec sleep 60")
        program = [sys.executable, str(SOURCE / "bench/records"), "--records", str(self.path)]
        keep = ["--keep", self.folder.name + "/kept"]
        with subprocess.Popen([*program, "run", "--build", self.folder.name, *keep]) as process:
            pid = Path(self.folder.name) / "pid"
            while not (pid.exists() and pid.read_text().endswith("\n")):
                time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(), 130)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)
        self.assertFalse(self.path.exists())


class RandomBoards(Programs):
    """bench/records random, with scripts in place of the programs."""

    def scripts(self, optimal: bool) -> None:
        made = {"optimal": optimal, "length": 9, "moves": "L", "generated": 20, "expanded": 9, "threads": 2}
        self.script(
            "pdbsolve",
            f"""case $* in --version) exit;; *--scramble*) echo 1 0; echo 0 1; exit;; esac
            echo "$*" >>{self.folder.name}/calls; echo '{json.dumps(made)}'; exit {int(not optimal)}""",
        )

    def run_main(self, *words: str) -> tuple:
        return self.run_command("random", "--build", self.folder.name, "-o", str(self.path), *words)

    def test_each_board_has_one_record(self) -> None:
        self.scripts(optimal=True)
        for _ in range(2):
            self.assertEqual(self.run_main("--count", "2", "--timeout", "5")[0], 0)
        self.assertEqual([call.split("--timeout ")[1] for call in self.calls()], ["5 1 0", "5 0 1"])
        kept = records_read(self.path)
        self.assertEqual([(one["number"], one["timeout"], one["threads"]) for one in kept], [(1, 5, 2), (2, 5, 2)])
        self.assertEqual(kept[0]["result"], {"optimal": True, "length": 9, "generated": 20, "expanded": 9})

    def test_a_longer_limit_searches_again(self) -> None:
        self.scripts(optimal=False)
        for limit in ("5", "4", "6"):
            code, said = self.run_main("--count", "2", "--timeout", limit)
            self.assertEqual((code, "no proof" in said), (0, limit != "4"))
        self.assertEqual([one["timeout"] for one in records_read(self.path)], [5, 5, 6, 6])

    def test_the_time_is_up(self) -> None:
        self.scripts(optimal=True)
        self.assertEqual(self.run_main("--count", "2", "--minutes", "1e-9")[0], 1)
        self.assertFalse(self.path.exists())

    def test_a_false_solution_is_not_kept(self) -> None:
        self.scripts(optimal=True)
        self.script("pdbverify", "exit 1")
        code, said = self.run_main("--count", "2")
        self.assertEqual((code, self.path.exists()), (3, False))
        self.assertIn("the solution is false", said)

    def test_one_process_measures(self) -> None:
        self.scripts(optimal=True)
        with (Path(self.folder.name) / "pdbsolve").open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            code, said = self.run_main("--count", "2")
        self.assertEqual((code, self.calls()), (3, []))
        self.assertIn("another process measures", said)


class Page(unittest.TestCase):
    """The page docs/records.md."""

    def test_the_page_is_that_of_the_stored_results(self) -> None:
        other = json.loads((SOURCE / "bench/records_dca24.json").read_text())
        scrambles = list(latest(records_read(SOURCE / "bench/records_random.jsonl")).values())
        text = report_text(BOARDS, records_read(SOURCE / "bench/records.jsonl"), other, scrambles)
        self.assertEqual(text, (SOURCE / "docs/records.md").read_text())

    def test_stored_lengths_are_the_published_ones(self) -> None:
        lengths = {board.number: board.length for board in BOARDS}
        for one in records_read(SOURCE / "bench/records.jsonl"):
            self.assertEqual(one["result"]["length"], lengths[one["number"]])
            self.assertTrue(one["result"]["optimal"])

    def test_measured_and_extrapolated_are_apart(self) -> None:
        some = [record(board.number) for board in BOARDS if board.number in (38, 40)]
        text = report_text(BOARDS, some)
        self.assertIn("| boards proven | 2 of 50 |", text)
        self.assertIn("| CPU minutes | 0.3 |", text)
        self.assertIn("Not measured", text)
        every = [record(board.number) for board in BOARDS]
        self.assertIn("| share of the nodes of 2002 that the proven boards have | 100 % |", report_text(BOARDS, every))
        self.assertNotIn("Not measured", report_text(BOARDS, every))
        self.assertNotIn("Not measured", report_text(BOARDS, []))

    def test_spread(self) -> None:
        done = [record(board.number) | {"user": float(i), "system": 0.0} for i, board in enumerate(BOARDS, 1)]
        self.assertIn("| CPU seconds of a board: median; 90th percentile | 25.5; 45.0 |", report_text(BOARDS, done))
        self.assertIn("percentile | 1.0; 1.0 |", report_text(BOARDS, done[:1]))

    def test_extrapolation(self) -> None:
        boards = [BOARDS[0], BOARDS[0].__class__(99, "", 1, 9 * BOARDS[0].nodes)]
        # 4 seconds to start and 6 to search: 2 x 4 + 10 x 6
        self.assertIn("about 1 CPU minutes", report_text(boards, [record(1)]))
        slow = record(1) | {"user": 899.0, "system": 1.0}  # 2 x 360 + 10 x 540 seconds
        self.assertIn("about 102 CPU minutes", report_text(boards, [slow]))

    def test_the_latest_proof_is_shown(self) -> None:
        proofs = [record(40, ("-p", "a")), record(40, ("-p", "b")), record(40, ("-p", "b"))]
        proofs.append(record(38, ("-p", "b", "--direction", "backward")))
        row = next(line for line in report_text(BOARDS, proofs).splitlines() if line.startswith("| 40 "))
        self.assertTrue(row.endswith("| b | 20 (first) | 9 | 10.00 |"), row)
        self.assertIn("| b backward | 20 (first) |", report_text(BOARDS, proofs))

    def test_first_is_marked(self) -> None:
        some = deepcopy(record(40))
        some["result"]["any"] = True
        text = report_text(BOARDS, [some])
        self.assertIn("| 20 | 9 |", text)
        self.assertIn("end at any optimal solution.", text)
        self.assertNotIn("marked *first*", text)
        self.assertIn("marked *first*", report_text(BOARDS, [some, record(38)]))
        text = report_text(BOARDS, [record(40)])
        self.assertIn("| 20 (first) | 9 |", text)
        self.assertNotIn("marked *first*", text)


if __name__ == "__main__":
    unittest.main()
