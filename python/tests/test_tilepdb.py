"""The package as a program uses it."""

import dataclasses
import errno
import functools
import itertools
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import tilepdb
from tilepdb import engine, errors

ROOT = Path(__file__).resolve().parents[2]
EASY = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12"
HARDEST = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
SWAPPED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"


def korf(count):
    """Rows of Korf 1985: number, cells, length and two more; the goal's blank is first."""
    lines = (ROOT / "tests" / "data" / "korf100.txt").read_text().splitlines()
    for line in itertools.islice((x for x in lines if not x.startswith("#")), count):
        yield [int(word) for word in line.split()]


class Boards(unittest.TestCase):
    def test_text_and_cells(self):
        board = tilepdb.Board.parse("1 2 3 / 4 5 6 / 7 8 _")
        self.assertEqual(board, tilepdb.Board.goal(3, 3))
        self.assertEqual(str(board), "1 2 3 / 4 5 6 / 7 8 0")
        self.assertEqual(list(board.rows())[1], (4, 5, 6))
        self.assertEqual(tilepdb.Board.goal(2, 3, blank=0).cells, (0, 1, 2, 3, 4, 5))
        self.assertEqual({board: 1}[tilepdb.Board.goal(3, 3)], 1)
        spiral = tilepdb.Board.goal(3, 3, name="spiral")
        self.assertEqual(spiral.cells, (1, 2, 3, 8, 0, 4, 7, 6, 5))
        for wrong in ({"name": "spirals"}, {"name": "spiral", "blank": 4}):
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.Board.goal(3, 3, **wrong)
        self.assertEqual(tilepdb.parse_moves("UP, left"), "UL")
        self.assertEqual(tilepdb.parse_moves("5,6", "1 2 3/4 0 5/7 8 6"), "LU")
        self.assertEqual(tilepdb.parse_moves("EF", "1 2 3/4 0 5/7 8 6", "names"), "LU")
        cells = tilepdb.parse_moves("5,6,9", "1 2 3/4 0 5/7 8 6", goal=tilepdb.Board.goal(3, 3))
        self.assertEqual(cells, "LU")

    def test_play(self):
        board = tilepdb.Board.parse(EASY)
        self.assertEqual(board.play("DDDLLUULU"), tilepdb.Board.goal())
        with self.assertRaises(tilepdb.InvalidArgument) as caught:
            board.play("DX")
        self.assertEqual(caught.exception.column, 2)

    def test_boards_are_read_in_every_form(self):
        goal = tilepdb.Board.goal(2, 2)
        for text in (
            "1 2 3 0",
            "1 2\n3 0\n",
            "\ufeff1\u00a02\r\n3 _\r\n",
            "1,2;3,.",
            "[[1, 2], [3, 0]]",
            "[\n  [1, 2],\n  [3, 0]\n]\n",
            str([[1, 2], [3, 0]]),
            str(((1, 2), (3, 0))),
        ):
            with self.subTest(text=text):
                self.assertEqual(tilepdb.Board.parse(text), goal)
                self.assertEqual(list(tilepdb.read_boards(text)), [goal])
        moved = tilepdb.Board.goal(3, 3).play("RD")
        for text in ("RD", "r d", "L' U'", "\u2192\u2193"):
            self.assertEqual(tilepdb.Board.parse(text, 3, 3), moved)
        for text in ("", "1 2 3 0\n1 2 3 0", "4 LURD", "31 40", ">=40"):
            with self.subTest(text=text), self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.Board.parse(text)

    def test_many_boards_are_read(self):
        text = "# a file\n1 2 0 3\n\n1 2 3\n4 5 6\n7 0 8\nR\n[[1,2],[0,3]]\n"
        sizes = [(board.width, board.height) for board in tilepdb.read_boards(text)]
        self.assertEqual(sizes, [(2, 2), (3, 3), (4, 4), (2, 2)])
        self.assertEqual(list(tilepdb.read_boards("")), [])
        self.assertEqual([b.width for b in tilepdb.read_boards("1 2 3\n4 0 5", 3, 2)], [3])
        (board,) = tilepdb.read_boards("0 1 2 3 4 5 6 7 8", blank_tile="last")
        self.assertEqual(board.cells, (1, 2, 3, 4, 5, 6, 7, 8, 0))
        with self.assertRaises(tilepdb.InvalidArgument):
            list(tilepdb.read_boards("1 2 3 0", blank_tile=""))
        boards = tilepdb.read_boards(text + "1 2 3 q\n")
        with self.assertRaises(tilepdb.InvalidArgument) as caught:
            list(boards)
        self.assertEqual((caught.exception.line, caught.exception.column), (9, 7))
        next(tilepdb.read_boards(text)).play("L")  # a reader that is left halfway
        with self.assertRaises(tilepdb.InvalidArgument):
            list(tilepdb.read_boards(text, 6, 6))

    def test_scrambles_begin_at_the_goal(self):
        goal = tilepdb.Board.parse("3 2 1 / 0 5 4", 3, 2)
        cases = (
            ({"goal": goal}, "L", goal.play("L")),
            ({"blank_first": True}, "L", tilepdb.Board.goal(3, 2, blank=0).play("L")),
            ({"notation": "blank"}, "L", tilepdb.Board.goal(3, 2).play("R")),
        )
        for options, text, board in cases:
            with self.subTest(options=options):
                self.assertEqual(list(tilepdb.read_boards(text, 3, 2, **options)), [board])
        for options in ({"notation": "letters"}, {"goal": tilepdb.Board(2, 2, (0, 0, 0, 0))}):
            with self.subTest(options=options), self.assertRaises(tilepdb.InvalidArgument):
                list(tilepdb.read_boards("L", **options))

    def test_reading_goes_on_after_an_error(self):
        errors = []
        boards = list(tilepdb.read_boards("1 2/3 0\nx\n1 2/0 3\n", on_error=errors.append))
        self.assertEqual([board.cells for board in boards], [(1, 2, 3, 0), (1, 2, 0, 3)])
        self.assertEqual([(error.line, error.column) for error in errors], [(2, 1)])
        self.assertIsInstance(errors[0], tilepdb.InvalidArgument)

    def test_boards_are_drawn(self):
        board = tilepdb.Board.parse("1 2 3 / 4 5 6 / 0 7 8")
        row = tilepdb.Board.parse_goal("1 2 3 / * * * / * * *")
        for options, drawn, moved in (
            ({}, 1, 0),
            ({"moves": "LL"}, 3, 2),
            ({"moves": "LL", "metric": "multi", "goal": row}, 2, 2),
            ({"moves": "LL", "speed": 2.0}, 1, 0),
        ):
            with self.subTest(options=options):
                text = board.picture(caption="a <b>", **options)
                self.assertEqual(text.count("tp-board"), drawn)
                self.assertEqual(text.count('class="tp-moved"'), moved)
                self.assertEqual(text.count("a &#60;b&#62;"), 2)  # title and caption
        self.assertEqual(board._repr_svg_(), board.picture())
        for options in ({"moves": "X"}, {"moves": "RRRR"}, {"speed": -1.0}, {"metric": "none"}):
            with self.subTest(options=options), self.assertRaises(tilepdb.InvalidArgument):
                board.picture(**options)

    def test_moves_are_read_and_written(self):
        board = tilepdb.Board.parse(EASY)
        moves = "DDDLLUULU"
        for text in ("D3L2U2LU", "ddd l2 u2 l u", "9 " + moves, "U'3R'2 U U L U"):
            self.assertEqual(tilepdb.parse_moves(text, board), moves)
        for notation in ("tile", "blank", "numbers"):
            text = tilepdb.format_moves(moves, board, notation)
            self.assertEqual(tilepdb.parse_moves(text, board, notation), moves)
            back = tilepdb.parse_moves(
                tilepdb.invert_moves(text, notation), board.play(moves), notation
            )
            self.assertEqual(tilepdb.Board.goal().play(back), board)
        self.assertEqual(tilepdb.format_moves(moves, run_length=True), "D3L2U2LU")
        self.assertEqual(tilepdb.invert_moves("D3L2", run_length=True), "R2U3")
        for text, column in (("DX", 2), ("D3 R", 4), ("D\0", 2), ("unsolvable", 1), ("31 40", 1)):
            with self.subTest(text=text), self.assertRaises(tilepdb.InvalidArgument) as caught:
                tilepdb.parse_moves(text, board)
            self.assertEqual(caught.exception.column, column)
        for call in (
            lambda: tilepdb.parse_moves("5", notation="numbers"),
            lambda: tilepdb.parse_moves("D", notation="letters"),
            lambda: tilepdb.format_moves("DX"),
            lambda: tilepdb.format_moves("R", board, "numbers"),
        ):
            with self.assertRaises(tilepdb.InvalidArgument):
                call()

    def test_solvable(self):
        self.assertTrue(tilepdb.Board.parse(EASY).is_solvable())
        self.assertFalse(tilepdb.Board.parse(SWAPPED).is_solvable())

    def test_errors_carry_the_sentence(self):
        with self.assertRaises(tilepdb.InvalidArgument) as caught:
            tilepdb.Board.parse("1 2 3 / 4 5 6 / 7 7 0")
        self.assertIn("7", str(caught.exception))
        self.assertEqual(caught.exception.status, tilepdb.Status.ERROR_PARSE)
        self.assertIsInstance(caught.exception, ValueError)
        for cells in [(1, 2, 3), (1, 2, 3, 300), (1, 1, 1, 1)]:
            with self.assertRaises(ValueError):
                tilepdb.Board(2, 2, cells).play("U")

    def test_large_boards_are_played_and_not_solved(self):
        goal = tilepdb.Board.goal(20, 20)
        self.assertEqual(goal.play("RD").cells.index(0), 399 - 21)
        self.assertTrue(goal.play("RD").is_solvable())
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Solver(goal=goal, heuristic="manhattan")
        with self.assertRaises(ValueError):
            tilepdb.Board(33, 32, tuple(range(1056))).play("U")

    def test_what_c_would_cut_is_refused(self):
        with self.assertRaises(tilepdb.InvalidArgument) as caught:
            tilepdb.Board.goal().play("L\0R")
        self.assertEqual(caught.exception.column, 2)
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Board.goal(2**32 + 4, 4)
        for seed in (-1, 2**64):
            with self.assertRaisesRegex(tilepdb.InvalidArgument, "seed"):
                next(tilepdb.scramble(seed=seed))
        next(tilepdb.scramble(seed=2**64 - 1))
        with tilepdb.Solver.generate("6-6-3") as solver:
            for name in ("max_length", "max_nodes", "max_solutions", "threads", "first_bound"):
                with self.assertRaisesRegex(tilepdb.InvalidArgument, name):
                    solver.solve(EASY, **{name: 2**64 + 1})
            with self.assertRaisesRegex(tilepdb.InvalidArgument, "max_length"):
                next(solver.solve_many([EASY], max_length=2**32))

    def test_scrambles_are_checked_at_once(self):
        for wrong in ({"count": -1}, {"count": 2**64}, {"seed": -1}):
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.scramble(**wrong)
        for wrong in ({"count": 1.5}, {"seed": 0.5}, {"seed": "1"}):
            with self.assertRaisesRegex(TypeError, "integer"):
                tilepdb.scramble(**wrong)
        self.assertEqual(list(tilepdb.scramble(0)), [])

    def test_scramble(self):
        boards = list(tilepdb.scramble(5, seed=7))
        self.assertEqual(boards, list(itertools.islice(tilepdb.scramble(seed=7), 5)))
        self.assertNotEqual(boards, list(tilepdb.scramble(5, seed=8)))
        self.assertEqual(len(set(boards)), 5)
        self.assertTrue(all(board.is_solvable() for board in boards))
        goal = tilepdb.Board.goal(3, 2)
        self.assertTrue(all(b.is_solvable(goal) for b in tilepdb.scramble(9, goal=goal)))


class Partitions(unittest.TestCase):
    def test_patterns(self):
        first, second = tilepdb.patterns("7-8")
        self.assertEqual(sorted(first.tiles + second.tiles), list(range(1, 16)))
        names = {first.file_name(), second.file_name()}
        self.assertIn("4x4_blank15_tiles1-8_aware_bit.tpdb", names)
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.patterns("7-9")
        with self.assertRaises(ValueError):
            tilepdb.Kind("blind")._to_native()
        for size in ((4 + 256, 4, 15), (4, 4 - 256, 15), (4, 4, 15 + 256), (4, 4, -1)):
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.Table.generate(tilepdb.Pattern(*size, (1, 2)))
        for wrong in ({"width": -4}, {"height": 2**32 + 4}, {"goal_blank": -1}):
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.patterns("7-8", **wrong)

    def test_catalogue(self):
        names = {(name, width, height) for name, width, height, _ in tilepdb.catalogue()}
        self.assertIn(("7-8", 4, 4), names)


NAN, INFINITY = float("nan"), float("inf")
BELOW = (-1, -(2**31), -(2**64))
NO_INTEGERS = (0.5, NAN, INFINITY, "1", None, [])
NO_SECONDS = (-1, -1e-9, NAN, INFINITY, -INFINITY, 10**400)


class Limits(unittest.TestCase):
    """Every numeric limit of the interface refuses values out of range, with a sentence."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "limits.tpdb")
        (self.pattern,) = tilepdb.patterns("8", 3, 3)
        self.table = tilepdb.Table.generate(self.pattern)
        self.addCleanup(self.table.close)
        self.table.save(self.path)
        self.solver = tilepdb.Solver([self.table])
        self.addCleanup(self.solver.close)

    def calls(self):
        """Each call with limits, and their names."""
        board = "1 2 3 / 4 0 6 / 7 5 8"
        searching = ("max_length", "max_nodes", "timeout", "threads")
        one = functools.partial(self.solver.solve, board)
        yield one, searching + ("first_bound", "max_solutions")
        yield functools.partial(self.solver.solve_many, [board]), searching
        yield functools.partial(tilepdb.Table.generate, self.pattern), ("threads", "memory_limit")
        yield functools.partial(tilepdb.Table.open, self.path), ("threads",)
        yield functools.partial(self.table.save, self.path), ("threads", "level")
        yield self.table.check, ("threads",)
        yield self.table.prove, ("threads",)
        yield functools.partial(tilepdb.verify, self.path), ("threads",)
        yield functools.partial(tilepdb.Solver.generate, "5-5-5"), ("threads",)

    def test_out_of_range(self):
        for call, names in self.calls():
            for name in names:
                below = NO_SECONDS if name == "timeout" else BELOW + (2**64,)
                for value in below if name != "level" else (-2, 23, -(2**64), 2**64):
                    with self.subTest(call=call, name=name, value=value):
                        with self.assertRaises(tilepdb.InvalidArgument) as caught:
                            call(**{name: value})
                        self.assertIn(name, str(caught.exception))

    def test_no_numbers(self):
        for call, names in self.calls():
            for name in names:
                wrong = ("1", None, []) if name == "timeout" else NO_INTEGERS
                for value in wrong:
                    with self.subTest(call=call, name=name, value=value):
                        with self.assertRaises((TypeError, tilepdb.InvalidArgument)) as caught:
                            call(**{name: value})
                        self.assertIn(name, str(caught.exception))

    def test_in_range(self):
        for call, names in self.calls():
            for name in names:
                value = {"timeout": 60.5, "memory_limit": 2**40, "max_nodes": 1000}.get(name, 2)
                with self.subTest(call=call, name=name):
                    more = {"all_solutions": True} if name == "max_solutions" else {}
                    call(**{name: value}, **more)

    def test_a_limit_without_its_subject(self):
        with self.assertRaisesRegex(ValueError, "all_solutions"):
            self.solver.solve("1 2 3 / 4 0 6 / 7 5 8", max_solutions=3)


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        (self.pattern,) = tilepdb.patterns("8", 3, 3)
        self.path = os.path.join(self.folder.name, self.pattern.file_name())

    def test_generate_save_open_verify(self):
        reports = []
        with tilepdb.Table.generate(self.pattern, progress=reports.append) as table:
            info = table.info()
            table.save(self.path)
        self.assertEqual(sum(info.histogram), info.reachable)
        self.assertEqual(info.histogram[0], 1)
        self.assertEqual(info.pattern, self.pattern)
        with tilepdb.Table.open(self.path, preload=True) as table:
            self.assertEqual(table.info().histogram, info.histogram)
            self.assertEqual(table.check(), table.info().content_hash)
        proof = tilepdb.verify(self.path)
        self.assertEqual(proof.histogram, info.histogram)
        self.assertTrue(proof.histogram_holds)
        self.assertEqual((proof.false_entries, proof.first), (0, ()))

    def test_damage(self):
        with tilepdb.Table.generate(self.pattern) as table:
            table.save(self.path)
        data = bytearray(Path(self.path).read_bytes())
        data[len(data) // 2] ^= 1
        Path(self.path).write_bytes(data)
        with self.assertRaises(tilepdb.FileProblem) as caught:
            tilepdb.verify(self.path)
        self.assertEqual(caught.exception.status, tilepdb.Status.ERROR_CHECKSUM)
        Path(self.path).write_bytes(b"not a table")
        with self.assertRaises(tilepdb.FileProblem):
            tilepdb.Table.open(self.path)

    def test_no_file(self):
        with self.assertRaises(FileNotFoundError) as caught:
            tilepdb.Table.open(self.path)
        self.assertIn(self.pattern.file_name(), str(caught.exception))
        with self.assertRaises(tilepdb.TableNotFound):
            tilepdb.Solver.open("6-6-3", directory=self.folder.name)

    def test_open_solver_from_files(self):
        with tilepdb.Table.generate(self.pattern) as table:
            table.save(self.path)
        goal = tilepdb.Board.goal(3, 3)
        with tilepdb.Solver.open("8", goal=goal, directory=self.folder.name) as solver:
            self.assertEqual(solver.solve("8 6 7 / 2 5 4 / 3 0 1").length, 31)

    def test_errors_have_codes(self):
        for text, code, numbers, word in (
            ("1 2 3 / 4 5 / 6 7 0", "text row", (2, 2, 3, 0), ""),
            ("1 2 3 / 4 \U0001F9E9 6", "text sign", (1, 11, 0, 0), "\U0001F9E9"),
            ("1 2 3 / 4 5 6 / 7 7 0", "text twice", (7, 8, 0, 0), ""),
            ("31 80", "text count", (0, 0, 0, 0), ""),
        ):
            with self.subTest(text=text), self.assertRaises(tilepdb.InvalidArgument) as caught:
                tilepdb.Board.parse(text)
            given = caught.exception
            self.assertEqual((given.code, given.numbers, given.text), (code, numbers, word))
        with self.assertRaises(tilepdb.TableNotFound) as caught:
            tilepdb.Table.open(os.path.join(self.folder.name, "none.tpdb"))
        self.assertEqual(caught.exception.code, "file open")
        self.assertEqual(caught.exception.errno, errno.ENOENT)
        self.assertEqual(caught.exception.text, os.strerror(errno.ENOENT))
        with self.assertRaises(tilepdb.FileProblem) as caught:
            tilepdb.Table.open(self.folder.name)
        self.assertEqual((caught.exception.code, caught.exception.errno), ("file read", errno.EISDIR))

    def test_open_finds_tables_by_symmetry(self):
        place = dict(directory=self.folder.name, goal=tilepdb.Board.goal(3, 3))
        with tilepdb.Solver.open("1-4/5-8", missing="keep", **place):
            pass
        self.assertEqual(len(os.listdir(self.folder.name)), 2)
        for blank in (0, 2, 6, 8):
            place["goal"] = tilepdb.Board.goal(3, 3, blank)
            with tilepdb.Solver.open("1-4/5-8", **place) as solver:
                self.assertEqual(solver.goal, place["goal"])
                self.assertEqual(solver.solve(place["goal"]).length, 0)
        place["goal"] = tilepdb.Board.goal(3, 3, 4)
        with self.assertRaisesRegex(tilepdb.TableNotFound, "is missing, and so are") as caught:
            tilepdb.Solver.open("1-4/5-8", **place)
        self.assertEqual(caught.exception.code, "tables absent")
        self.assertEqual(caught.exception.numbers[:3], (3, 3, 4))
        self.assertEqual(caught.exception.text, "1-4/5-8")
        with tilepdb.Solver.open("1-4/5-8", missing="build", **place) as solver:
            self.assertEqual(solver.solve(place["goal"]).length, 0)
        self.assertEqual(len(os.listdir(self.folder.name)), 2)
        with self.assertRaises(ValueError):
            tilepdb.Solver.open("8", missing="maybe", **place)

        def fail(told):
            raise KeyError(told.stage)

        with self.assertRaises(KeyError):
            tilepdb.Solver.open("7-8", directory=self.folder.name, missing="build", progress=fail)

    def test_solve_takes_every_size(self):
        self.assertEqual(tilepdb.solve("8 6 7 / 2 5 4 / 3 0 1").length, 31)
        self.assertEqual(tilepdb.solve("8 6 7 / 2 5 4 / 3 0 1", "1-4/5-8").length, 31)
        first = tilepdb.Board.goal(3, 3, 0)
        self.assertEqual(tilepdb.solve("1 0 2 / 3 4 5 / 6 7 8", goal=first).length, 1)
        large = tilepdb.Board.goal(6, 6).play("DDRDRR")
        found = tilepdb.solve(large, timeout=60)
        self.assertEqual(found.board.play(found.moves), tilepdb.Board.goal(6, 6))
        self.assertEqual((found.upper_bound, found.optimal), (6, True))
        with self.assertRaises(tilepdb.Unsolvable):
            tilepdb.solve("1 2 3 / 4 5 6 / 8 7 0")

    def test_a_goal_in_the_text(self):
        text = '{"board": [1, 2, 3, 4, 5, 6, 7, 0, 8], "goal": [0, 1, 2, 3, 4, 5, 6, 7, 8]}'
        first, last = tilepdb.Board.goal(3, 3, 0), tilepdb.Board.goal(3, 3)
        for goal in (None, first):
            result = tilepdb.solve(text, "8", goal=goal)
            self.assertEqual(result.board.play(result.moves), first)
        self.assertEqual(tilepdb.anytime(text).length, result.length)
        self.assertEqual(list(tilepdb.read_boards(text, goal=first)), [result.board])
        with tilepdb.Solver.generate("8", goal=last) as solver:
            for refused in (solver.solve, lambda text: tilepdb.solve(text, goal=last)):
                with self.assertRaisesRegex(tilepdb.InvalidArgument, "goal of the text"):
                    refused(text)

    def test_cancel(self):
        with self.assertRaises(tilepdb.Cancelled):
            tilepdb.Table.generate(tilepdb.patterns("7-8")[1], progress=lambda told: False)

        def fail(told):
            raise KeyError(told.stage)

        with self.assertRaises(KeyError):
            tilepdb.Table.generate(tilepdb.patterns("7-8")[1], progress=fail)

    def test_memory_limit(self):
        with self.assertRaises(MemoryError) as caught:
            tilepdb.Table.generate(tilepdb.patterns("7-8")[1], memory_limit=1000000)
        self.assertEqual(caught.exception.status, tilepdb.Status.ERROR_TOO_LARGE)

    def test_closed_tables(self):
        table = tilepdb.Table.generate(self.pattern)
        solver = tilepdb.Solver([table])
        table.close()
        table.close()
        with self.assertRaises(ValueError):
            table.info()
        self.assertEqual(solver.solve("8 6 7 / 2 5 4 / 3 0 1").length, 31)
        solver.close()
        with self.assertRaises(ValueError):
            solver.solve("8 6 7 / 2 5 4 / 3 0 1")


class Multi(unittest.TestCase):
    HARD = "8 6 7 / 2 5 4 / 3 0 1"

    def test_colourings(self):
        named = {entry[0]: entry for entry in tilepdb.colourings()}
        self.assertLessEqual({"small", "middle", "large"}, set(named))
        name, width, height, summary, drawing = named["small"]
        small = tilepdb.Colouring.parse(name)
        self.assertEqual((width, height), (small.width, small.height))
        self.assertEqual(str(small), drawing.replace("/", " "))
        self.assertEqual(tilepdb.Colouring.parse(str(small)), small)
        self.assertEqual(len(small.colours), 15)
        self.assertEqual(small.colours[0], 0)
        self.assertIn("4x4_blank15_multi_", small.file_name())
        self.assertEqual(str(tilepdb.Colouring.default(3, 3)), "123 456 78.")
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Colouring.parse("medium")
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Colouring.default(5, 5)

    def test_tables_of_goals(self):
        row = tilepdb.Board.parse_goal("1 2 3 / * * * / * * *")
        colouring = tilepdb.Colouring.of_goal(row)
        self.assertEqual((str(colouring), colouring.open), ("123 *** ***", 4))
        self.assertEqual(tilepdb.Colouring(3, 3, 8, (7, 5, 6, 0, 0, 0, 0, 0), 1), colouring)
        kind = tilepdb.Kind("aware", "goal")
        with tilepdb.Table.generate(colouring, kind) as table, tempfile.TemporaryDirectory() as kept:
            info = table.info()
            self.assertEqual((info.colouring, info.kind, info.entries), (colouring, kind, 3024))
            self.assertIsNone(info.axis_entries)
            path = Path(kept) / colouring.file_name(kind)
            self.assertEqual(path.name, "3x3_goal_single_123xxxxxx.tpdb")
            table.save(path)
            with tilepdb.Engine(directory=kept) as engine:
                found = engine.solve("8 7 6 / 5 4 3 / 2 1 0", goal=row)
                self.assertEqual(found.length, 20)
        with self.assertRaises(ValueError):
            tilepdb.Colouring(3, 3, 8, (0, 1, 2, 3, 3, 3, 3, 3), 6)

    def test_colourings_are_checked_and_numbered(self):
        for wrong in (
            (3, 3, 8, (-1,) * 8),
            (3, 3, 8, (0,) * 7),
            (3, 3, 8, (0,) * 9),
            (3, 3, 9, (0,) * 8),
            (1, 9, 8, (0,) * 8),
            (9, 9, 80, (0,) * 80),
        ):
            with self.assertRaises(ValueError):
                tilepdb.Colouring(*wrong)
        plain = tilepdb.Colouring(3, 3, 8, (0, 0, 0, 0, 1, 1, 1, 1))
        self.assertEqual(tilepdb.Colouring(3, 3, 8, (1, 1, 1, 1, 0, 0, 0, 0)), plain)
        other = tilepdb.Colouring(3, 3, 8, (7, 7, 7, 7, 300, 300, 300, 300))
        self.assertEqual(other.file_name(), "3x3_blank8_multi_11112222.tpdb")

    def test_what_a_solver_does_not_heed_is_refused(self):
        three = tilepdb.Board.goal(3, 3)
        for make in (tilepdb.Solver.generate, tilepdb.Solver.open):
            with self.assertRaisesRegex(ValueError, "kind"):
                make(goal=three, metric="multi", kind=tilepdb.Kind())
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(tilepdb.TableNotFound, "3x3_blank8_multi_12345678"):
                tilepdb.Solver.open(goal=three, directory=folder, metric="multi")
            with self.assertRaisesRegex(tilepdb.TableNotFound, "4x4_blank15_multi_"):
                tilepdb.Solver.open(directory=folder, metric="multi")
        solver = tilepdb.Solver.generate(goal=three, metric="multi")
        solver.close()
        with self.assertRaises(ValueError):
            solver.judge(self.HARD, "U")

    def test_generate_save_open_verify(self):
        colouring = tilepdb.Colouring.parse("112 233 44.", 3, 3)
        reports = []
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, colouring.file_name())
            with tilepdb.Table.generate(colouring, progress=reports.append) as table:
                info = table.info()
                table.save(path)
            self.assertEqual(info.colouring, colouring)
            self.assertEqual(
                [sum(levels) for levels in info.axis_histograms], list(info.axis_entries)
            )
            self.assertEqual(sum(info.axis_entries), info.entries)
            self.assertEqual(info.kind, tilepdb.Kind.default("multi"))
            self.assertEqual(info.pattern.tiles, tuple(range(1, 9)))
            with tilepdb.Table.open(path) as table:
                opened = table.info()
                self.assertGreater(opened.file_bytes, 0)
                self.assertEqual(dataclasses.replace(opened, file_bytes=0), info)
                self.assertEqual(table.check(), info.content_hash)
            proof = tilepdb.verify(path)
            self.assertEqual(proof.reachable, info.reachable)
            self.assertTrue(proof.histogram_holds)
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.Table.generate(colouring, tilepdb.Kind())
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.Table.generate(info.pattern, info.kind)
            with self.assertRaisesRegex(AttributeError, "tilepdb.Table"):
                tilepdb.ColourTable
            goal = tilepdb.Board.goal(3, 3)
            with tilepdb.Solver.open(
                str(colouring), goal=goal, directory=folder, metric="multi"
            ) as solver:
                result = solver.solve(self.HARD)
                self.assertEqual((result.length, result.metric), (20, "multi"))
            with self.assertRaises(tilepdb.TableNotFound):
                tilepdb.Solver.open(directory=folder, metric="multi")
            Path(path).write_bytes(b"not a table")
            with self.assertRaises(tilepdb.FileProblem):
                tilepdb.Table.open(path)
        with self.assertRaises(tilepdb.Cancelled):
            tilepdb.Table.generate(colouring, progress=lambda told: False)
        with self.assertRaises(MemoryError):
            tilepdb.Table.generate(tilepdb.Colouring.parse("large"), memory_limit=1000)

    def test_solve(self):
        goal = tilepdb.Board.goal(3, 3)
        with tilepdb.Solver.generate(metric="multi", goal=goal) as solver:
            with tilepdb.Solver.generate(
                "112 233 44.+111 222 22.", metric="multi", goal=goal
            ) as other:
                for board in tilepdb.scramble(20, seed=4, goal=goal):
                    result = solver.solve(board)
                    self.assertEqual(result.moves, other.solve(board).moves)
                    self.assertEqual(board.play(result.moves), goal)
                    self.assertEqual(tilepdb.moves_length(result.moves, "multi"), result.length)
            result = solver.solve(self.HARD, count=True)
            self.assertEqual(
                (result.length, result.solution_count, result.metric), (20, 2, "multi")
            )
            self.assertEqual(len(result.moves), 31)
            with self.assertRaises(tilepdb.LimitReached) as caught:
                solver.solve(self.HARD, max_length=19)
            self.assertEqual(caught.exception.result.metric, "multi")
            self.assertEqual([r.length for r in solver.solve_many([self.HARD, goal])], [20, 0])
        first = tilepdb.Board.goal(3, 3, blank=0)
        with tilepdb.Solver.generate("123 456 78.", metric="multi", goal=first) as solver:
            self.assertEqual(solver.solve(first.play("LL")).length, 1)
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Solver.generate(metric="double")
        with tilepdb.Table.generate(tilepdb.patterns("8", 3, 3)[0]) as single:
            coloured = tilepdb.Table.generate(tilepdb.Colouring.default(3, 3))
            with coloured, self.assertRaises(ValueError):
                tilepdb.Solver([single, coloured])
            with tilepdb.Solver([single]) as solver:
                self.assertEqual(solver.solve(self.HARD).metric, "single")

    def test_judge(self):
        goal = tilepdb.Board.goal(3, 3)
        with tilepdb.Solver.generate(metric="multi", goal=goal) as solver:
            judged = solver.judge("R2D2", "U2 L R L2")
            self.assertEqual(
                (judged.solved, judged.single_length, judged.multi_length), (True, 6, 4)
            )
            self.assertEqual((judged.best.length, judged.excess), (2, 2))
            judged = solver.judge("R2D2", "3 U2 L")
            self.assertEqual((judged.solved, judged.best, judged.excess), (False, None, None))
            with self.assertRaises(tilepdb.InvalidArgument):
                solver.judge("R2D2", "D")
        with tilepdb.Solver.generate("8", goal=goal) as solver:
            self.assertEqual(solver.judge("R2D2", "U2LRL2").excess, 2)
            self.assertEqual(solver.judge("R", "8", notation="numbers").excess, 0)
        self.assertEqual(tilepdb.moves_length("RRURR"), 5)
        self.assertEqual(tilepdb.moves_length("RRURR", "multi"), 3)
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.moves_length("R", "double")


class Scrambles(unittest.TestCase):
    def test_a_scramble_begins_at_the_solvers_goal(self):
        for goal in (tilepdb.Board.goal(3, 3, blank=0), tilepdb.Board.goal(2, 3, blank=2)):
            with tilepdb.Solver(goal=goal, heuristic="manhattan") as solver:
                self.assertEqual(solver.solve("U").board, goal.play("U"))
                self.assertEqual(solver.estimate("U"), 1)
                self.assertEqual([r.length for r in solver.solve_many(["U", "UU'"])], [1, 0])
                for text in ("", "U\nU", "U9"):
                    with self.subTest(text=text), self.assertRaises(tilepdb.InvalidArgument):
                        solver.solve(text)


class Solving(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = tilepdb.Solver.generate("6-6-3")
        cls.addClassCleanup(cls.solver.close)

    def test_solve(self):
        result = self.solver.solve(EASY)
        self.assertEqual((result.length, result.moves), (9, "DDDLLUULU"))
        self.assertTrue(result.optimal and result.solvable)
        self.assertEqual(result.status, tilepdb.Status.OK)
        self.assertEqual(result.board.play(result.moves), self.solver.goal)
        self.assertEqual(sum(i.generated for i in result.iterations), result.generated)
        self.assertLessEqual(self.solver.estimate(EASY), 9)
        self.assertEqual(tilepdb.solve(EASY).moves, result.moves)

    def test_other_goals_and_heuristics(self):
        goal = tilepdb.Board.goal(blank=0)
        with tilepdb.Solver.generate("5-5-5", goal=goal) as solver:
            for number, *cells, length, _, _ in korf(3):
                self.assertEqual(solver.solve(cells).length, length, number)
        for heuristic in ("manhattan", "linear-conflict"):
            with tilepdb.Solver(heuristic=heuristic) as solver:
                self.assertEqual(solver.solve(EASY).moves, "DDDLLUULU")
        with self.assertRaises(ValueError):
            tilepdb.Solver(heuristic="guess")
        with self.assertRaises(tilepdb.InvalidArgument):
            tilepdb.Solver()

    def test_unsolvable(self):
        with self.assertRaises(tilepdb.Unsolvable) as caught:
            self.solver.solve(SWAPPED)
        self.assertIn("odd permutation", str(caught.exception))
        self.assertFalse(caught.exception.result.solvable)
        self.assertIsNone(caught.exception.result.lower_bound)

    def test_first_bound(self):
        for board in (EASY, "4 10 13 7 6 0 2 3 1 5 11 8 9 14 15 12"):
            shortest = self.solver.solve(board).length
            first = shortest + 6
            result = self.solver.solve(board, first_bound=first)
            self.assertEqual(result.board.play(result.moves), self.solver.goal)
            self.assertEqual(result.upper_bound, result.length)
            self.assertLessEqual(result.length, first)
            self.assertLessEqual(result.lower_bound, shortest)
            self.assertEqual(result.optimal, result.length == result.lower_bound)
            again = self.solver.solve(board, first_bound=first, max_length=first)
            self.assertEqual(again.moves, result.moves)
        with self.assertRaisesRegex(tilepdb.InvalidArgument, "20, is above the maximum length, 19"):
            self.solver.solve(EASY, first_bound=20, max_length=19)

    def test_any_solution(self):
        board = "0 11 10 9 / 8 7 6 5 / 4 3 1 2"
        with tilepdb.Solver(heuristic="manhattan", goal=tilepdb.Board.goal(4, 3)) as solver:
            first = solver.solve(board)
            found = solver.solve(board, any_solution=True, threads=2)
            many = list(solver.solve_many([board], any_solution=True))
            with self.assertRaises(tilepdb.InvalidArgument):
                solver.solve(board, any_solution=True, count=True)
        self.assertEqual(found.board.play(found.moves), solver.goal)
        self.assertEqual((found.length, found.optimal), (first.length, True))
        self.assertEqual((found.any_solution, first.any_solution), (True, False))
        self.assertNotEqual(found.moves, first.moves)
        self.assertEqual((many[0].moves, many[0].generated), (found.moves, found.generated))

    def test_limits(self):
        for limit in ({"max_nodes": 10000}, {"timeout": 0.01}, {"max_length": 60}):
            with self.assertRaises(tilepdb.LimitReached) as caught:
                self.solver.solve(HARDEST, **limit)
            result = caught.exception.result
            self.assertIsNone(result.length)
            self.assertTrue(40 < result.lower_bound <= 80)

    def test_cancel(self):
        with self.assertRaises(tilepdb.Cancelled) as caught:
            self.solver.solve(HARDEST, progress=lambda told: told.level < 60)
        self.assertGreater(caught.exception.result.lower_bound, 40)

    def test_all_solutions(self):
        with tilepdb.Solver.generate("8", goal=tilepdb.Board.goal(3, 3)) as solver:
            result = solver.solve("8 6 7 / 2 5 4 / 3 0 1", all_solutions=True)
            self.assertEqual((len(result.solutions), result.solution_count), (40, 40))
            self.assertEqual(result.solutions[0], result.moves)
            for moves in result.solutions:
                self.assertEqual(result.board.play(moves), solver.goal)
            result = solver.solve(result.board, count=True)
            self.assertEqual((result.solution_count, result.solutions), (40, ()))
            result = solver.solve(result.board, all_solutions=True, max_solutions=3)
            self.assertEqual(len(result.solutions), 3)

    def test_wrong_size(self):
        with self.assertRaises(tilepdb.InvalidArgument):
            self.solver.solve("1 2 3 / 4 5 6 / 7 8 0")

    def test_many_in_order(self):
        boards = list(tilepdb.scramble(20, seed=3))
        one = [self.solver.solve(board).moves for board in boards]
        for threads in (1, 3, 0):
            results = list(self.solver.solve_many(boards, threads=threads))
            self.assertEqual([result.board for result in results], boards)
            self.assertEqual([result.moves for result in results], one)

    def test_many_of_all_kinds(self):
        statuses = [r.status for r in self.solver.solve_many([EASY, SWAPPED, EASY])]
        self.assertEqual(statuses, [0, tilepdb.Status.UNSOLVABLE, 0])
        (result,) = self.solver.solve_many([HARDEST], max_nodes=1000)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)
        with self.assertRaises(tilepdb.InvalidArgument):
            list(self.solver.solve_many([EASY, "1 2 3"]))

    def test_many_is_lazy_and_stops(self):
        read = []

        def endless():
            while True:
                read.append(1)
                yield EASY if len(read) < 3 else HARDEST

        results = self.solver.solve_many(endless(), threads=2)
        self.assertEqual(next(results).length, 9)
        self.assertLess(len(read), 20)
        before = time.monotonic()
        results.close()  # boards of 80 moves take seconds each with these tables
        self.assertLess(time.monotonic() - before, 5)

    def test_threads_share_a_solver(self):
        boards = list(tilepdb.scramble(6, seed=5))
        expected = [self.solver.solve(board).moves for board in boards]
        found = {}

        def work(name):
            found[name] = [self.solver.solve(board).moves for board in boards]

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {n: expected for n in range(4)})

    def test_close_waits_for_the_last_use(self):
        solver = tilepdb.Solver.generate("6-6-3")
        failures = []
        begun = threading.Event()

        def told(progress):
            begun.set()

        def work():
            try:
                solver.solve(HARDEST, timeout=1, progress=told)
            except tilepdb.LimitReached:
                failures.append("limit")

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait(60)
        solver.close()
        thread.join()
        self.assertIn(failures, ([], ["limit"]))
        with self.assertRaises(ValueError):
            solver.solve(EASY)


class Engines(unittest.TestCase):
    # For 5-5-5 forward is better until the last bounds, which are cheaper backward.
    TURNS = "8 11 5 10 / 15 0 7 6 / 13 12 14 4 / 1 3 2 9"
    # A 24-puzzle that takes minutes.
    LONG = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1"

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.solver = tilepdb.Solver.generate("5-5-5")
        cls.addClassCleanup(cls.solver.close)

    def engine(self, partition=None, **options):
        made = tilepdb.Engine(partition, **{"directory": self.folder, **options})
        self.addCleanup(made.close)
        return made

    def test_open_goals(self):
        engine = self.engine()
        row = tilepdb.Board.parse_goal("1 2 3 / * * * / * * *")
        self.assertEqual(row.cells, (1, 2, 3) + 6 * (tilepdb.ANY_TILE,))
        self.assertEqual(str(row), "1 2 3 / * * * / * * *")
        self.assertTrue(row.is_open)
        board = tilepdb.Board.parse("8 7 6/5 4 3/2 1 0")
        for goal in (row, str(row), [1, 2, 3] + 6 * ["*"]):
            result = engine.solve(board, goal=goal)
            self.assertEqual((result.length, result.optimal), (20, True))
            self.assertTrue(row.reached_by(board.play(result.moves)))
        self.assertFalse(row.reached_by(board))
        small = tilepdb.Engine(directory=self.folder, memory_limit=7000)
        self.addCleanup(small.close)
        searched = small.solve(board, goal="1 2 3/4 * */* * *")
        self.assertEqual(searched.length, 24)
        self.assertEqual(sum(i.generated for i in searched.iterations) + 1, searched.generated)
        alike = engine.solve("3 3 2/2 2 1/1 1 0", goal="1 1 1/2 2 2/3 3 0")
        self.assertEqual(alike.length, 24)
        listed = engine.solve(board, goal=row, all_solutions=True, beyond=2)
        self.assertEqual((listed.length, listed.solution_count, len(listed.solutions)), (20, 17, 17))
        self.assertEqual({len(moves) for moves in listed.solutions}, {20, 22})
        for moves in listed.solutions:
            self.assertTrue(row.reached_by(board.play(moves)))
        first = engine.solve(board, goal=row, all_solutions=True, max_solutions=1)
        self.assertEqual(first.solutions, (first.moves,))
        longer = engine.solve(board, count=True, beyond=2)
        self.assertEqual((longer.length, longer.solution_count, longer.solutions), (30, 122, ()))
        self.assertEqual(engine.solve("8 6 7/2 5 4/3 0 1", count=True).solution_count, 40)
        for wrong in ({"beyond": 2}, {"beyond": -1, "count": True}):
            with self.assertRaises((tilepdb.InvalidArgument, ValueError)):
                engine.solve(board, goal=row, **wrong)
        with self.assertRaises(ValueError):
            engine.solve(board, count=True, max_solutions=2)
        swapped = tilepdb.Board.parse("1 2 3/4 5 6/8 7 0")
        self.assertFalse(swapped.is_open)
        self.assertFalse(swapped.is_solvable(tilepdb.Board.parse_goal("1 2 3/4 5 6/7 * *")))
        self.assertTrue(swapped.is_solvable(tilepdb.Board.parse_goal("1 2 3/4 5 6/* * *")))
        with self.assertRaisesRegex(tilepdb.InvalidArgument, "the goal has 3 tiles 1"):
            engine.solve(swapped, goal="1 1 1/2 2 2/3 3 0")
        with self.assertRaisesRegex(tilepdb.InvalidArgument, "leaves cell 3 open"):
            tilepdb.anytime(board, goal=row)

    def test_a_choice_has_the_same_answer(self):
        engine = self.engine("5-5-5", direction="auto")
        forward, result = self.solver.solve(self.TURNS), engine.solve(self.TURNS, threads=2)
        self.assertEqual((result.moves, result.optimal), (forward.moves, True))
        directions = [i.direction for i in result.iterations]
        turn = directions.index("backward")
        self.assertGreater(turn, 0)
        self.assertEqual({i.partition for i in result.iterations}, {"5-5-5"})
        self.assertGreater(result.compared, 0)
        self.assertEqual(sum(i.generated for i in result.iterations), result.generated)
        again = engine.solve(self.TURNS, threads=1)
        self.assertEqual(
            [(i.bound, i.generated, i.direction) for i in again.iterations],
            [(i.bound, i.generated, i.direction) for i in result.iterations],
        )
        self.assertIsNone(forward.compared)
        self.assertIsNone(forward.iterations[0].direction)

    def test_directions(self):
        for direction in ("forward", "backward", "both"):
            engine = self.engine("6-6-3", direction=direction)
            for board in (EASY, *tilepdb.scramble(3, seed=3)):
                result = engine.solve(board)
                self.assertEqual(result.moves, self.solver.solve(board).moves)
                self.assertEqual({i.direction for i in result.iterations}, {direction})
                again = engine.solve(board, any_solution=True)
                self.assertEqual(again.length, result.length)

    def test_sizes_goals_and_metrics_share_an_engine(self):
        engine = self.engine()
        hard = "8 6 7 / 2 5 4 / 3 0 1"
        self.assertEqual(engine.solve(hard).length, 31)
        self.assertEqual(engine.solve(hard, metric="multi").length, 20)
        first = "0 1 2 / 3 4 5 / 6 7 8"
        self.assertEqual(engine.solve("1 0 2 / 3 4 5 / 6 7 8", goal=first).length, 1)
        self.assertEqual(engine.solve("1 0 / 3 2").length, 1)
        self.assertEqual(engine.solve(EASY).moves, self.solver.solve(EASY).moves)

    def test_limits_have_one_contract(self):
        """An answer with a proven bound and, beyond 4x4, a solution."""
        engine = self.engine()
        large = " ".join(map(str, [34, 35, *reversed(range(34))]))
        for board, goal in ((HARDEST, None), (self.LONG, None), (large, None)):
            found = engine.solve(board, goal=goal, max_nodes=1000)
            self.assertEqual((found.status, found.length), (tilepdb.Status.LIMIT, None))
            self.assertGreater(found.lower_bound, 20)
            if board is not HARDEST:
                target = tilepdb.Board.goal(found.board.width, found.board.height)
                self.assertEqual(found.board.play(found.moves), target)
                self.assertEqual(len(found.moves), found.upper_bound)
        self.assertEqual(engine.solve(self.TURNS, max_length=55).lower_bound, 56)
        with self.assertRaises(tilepdb.Unsolvable) as caught:
            engine.solve(SWAPPED)
        self.assertFalse(caught.exception.result.solvable)

    def test_improve(self):
        engine = self.engine()
        found = engine.solve(HARDEST, improve=True, within_share=0.3)
        self.assertLessEqual(found.upper_bound, 1.3 * found.lower_bound)
        self.assertEqual(found.board.play(found.moves), tilepdb.Board.goal())
        self.assertEqual(engine.solve(EASY, improve=True).length, 9)
        with self.assertRaises(ValueError):
            engine.solve(EASY, improve=True, within=-1)

    def test_own_solution(self):
        engine = self.engine()
        for board, moves in (("1 2 3 / 4 5 6 / 7 8 0", ""), ("1 2 3 / 4 0 6 / 7 5 8", "RLUL")):
            found = engine.solve(board, improve=True, solution=moves)
            self.assertLessEqual(found.length, len(moves))
            distances = engine.distances(board, moves)
            self.assertEqual(len(distances), len(moves) + 1)
            self.assertEqual((distances[0], distances[-1]), (found.length, 0))
        with tilepdb.Cancel() as cancel:
            distances = engine.distances("1 2 3 / 4 0 6 / 7 5 8", "R L U L", cancel=cancel)
            self.assertEqual(distances, [2, 3, 2, 1, 0])
            slides = engine.distances("1 2 3 / 0 4 5 / 7 8 6", "L2U", metric="multi")
            self.assertEqual(slides, [2, 1, 0])
        for wrong in ("RL", "RLU", "UUUU"):
            with self.assertRaises(tilepdb.InvalidArgument):
                engine.distances("1 2 3 / 4 0 6 / 7 5 8", wrong)
            with self.assertRaises(tilepdb.InvalidArgument):
                engine.solve("1 2 3 / 4 0 6 / 7 5 8", improve=True, solution=wrong)
        with self.assertRaises(tilepdb.InvalidArgument):
            engine.solve("1 2 3 / 4 0 6 / 7 5 8", solution="UL")

    def test_callbacks_and_cancel(self):
        engine = self.engine("6-6-3")
        found = engine.solve(HARDEST, progress=lambda report: False)
        self.assertEqual(found.status, tilepdb.Status.CANCELLED)
        stages = set()
        self.engine("6-6-3", direction="backward").solve(
            EASY, progress=lambda report: stages.add(report.stage)
        )
        self.assertIn(0, stages)  # generation

        def fail(report):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            engine.solve(HARDEST, progress=fail)
        with tilepdb.Cancel() as cancel:
            threading.Timer(0.05, cancel.request).start()
            found = self.engine().solve(self.LONG, cancel=cancel)
            self.assertEqual(found.status, tilepdb.Status.CANCELLED)
            self.assertGreater(found.lower_bound, 20)

    def test_tables_on_disk_are_used(self):
        with tempfile.TemporaryDirectory() as folder:
            with tilepdb.Engine("1-4/5-8", directory=folder, missing="keep") as engine:
                self.assertEqual(engine.solve("8 6 7 / 2 5 4 / 3 0 1").length, 31)
            names = [p.file_name() for p in tilepdb.patterns("1-4/5-8", 3, 3)]
            self.assertEqual(sorted(os.listdir(folder)), sorted(names))
            Path(folder, names[0]).write_bytes(b"no table")
            with tilepdb.Engine("1-4/5-8", directory=folder) as engine:
                with self.assertRaises(tilepdb.FileProblem):
                    engine.solve("8 6 7 / 2 5 4 / 3 0 1")
        with self.assertRaises(tilepdb.TableNotFound):
            self.engine(missing="refuse").solve(EASY)

    def test_what_is_refused(self):
        for bad in (
            lambda: self.engine("7-9").solve(EASY),
            lambda: self.engine("7-8", direction="up"),
            lambda: self.engine(missing="sometimes"),
            lambda: self.engine("7-8", variant="none"),
            lambda: self.engine(threads=-1),
            lambda: self.engine(memory_limit=-1),
            lambda: self.engine().solve(EASY, max_length=-1),
            lambda: self.engine().solve(EASY, metric="none"),
        ):
            with self.assertRaises(ValueError):
                bad()
        with self.assertRaises(tilepdb.OutOfMemory):
            self.engine("7-8", memory_limit=1000).solve(EASY)
        engine = self.engine()
        engine.solve(EASY)
        engine.close()
        engine.close()
        with self.assertRaises(ValueError):
            engine.solve(EASY)

    def test_threads_share_an_engine(self):
        engine = self.engine("6-6-3", direction="backward")
        boards = list(tilepdb.scramble(12, seed=9))
        found = {}

        def solve(which):
            for i in range(which, len(boards), 3):
                found[i] = engine.solve(boards[i]).moves

        workers = [threading.Thread(target=solve, args=(i,)) for i in range(3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(
            [found[i] for i in range(len(boards))], [self.solver.solve(b).moves for b in boards]
        )

    def test_solve_keeps_its_tables(self):
        self.assertEqual(tilepdb.solve("8 6 7 / 2 5 4 / 3 0 1").length, 31)
        stages = []
        engine.shared().solve(EASY)
        engine.shared().solve(EASY, progress=lambda report: stages.append(report.stage))
        self.assertNotIn(0, stages)

    def test_exceptions_pass_between_processes(self):
        with self.assertRaises(tilepdb.Unsolvable) as caught:
            tilepdb.solve(SWAPPED)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(str(again), str(caught.exception))
        self.assertEqual((again.status, again.code), (tilepdb.Status.UNSOLVABLE, "unsolvable"))
        self.assertEqual(again.result, caught.exception.result)


class Processes(unittest.TestCase):
    """Behaviour that can only be tested in a separate process."""

    def run_python(self, code, **environment):
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    def test_interrupt(self):
        code = (
            "import tilepdb\n"
            "s = tilepdb.Solver(heuristic='manhattan')\n"
            "try:\n"
            " print('ready', flush=True)\n"
            f" s.solve('{HARDEST}')\n"
            "except KeyboardInterrupt: print('interrupted')\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        self.assertEqual((out, err, process.returncode), ("interrupted\n", "", 0))

    def test_library_is_named_wrongly(self):
        result = self.run_python("import tilepdb", TILEPDB_LIBRARY="/nowhere/libtilepdb.so")
        self.assertIn("ImportError: TILEPDB_LIBRARY does not name the library", result.stderr)
        result = self.run_python("import tilepdb", TILEPDB_LIBRARY="libc.so.6")
        self.assertIn("ImportError: this is not the tilepdb library", result.stderr)

    def test_same_scrambles_as_the_tool(self):
        tool = os.environ.get("TILEPDB_PDBSOLVE")
        if not tool:
            self.skipTest("TILEPDB_PDBSOLVE does not name the tool")
        command = [tool, "--scramble", "4", "--seed", "11"]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        boards = [tilepdb.Board.parse(line) for line in lines.splitlines()]
        self.assertEqual(boards, list(tilepdb.scramble(4, seed=11)))

    def test_example(self):
        script = str(ROOT / "python" / "examples" / "histogram.py")
        code = (
            "import runpy, sys\n"
            "sys.argv = ['histogram', '--boards', '8']\n"
            "sys.modules['matplotlib'] = None\n"  # as if it were not installed
            f"runpy.run_path({script!r}, run_name='__main__')\n"
        )
        for command in (["-c", code], [script, "--boards", "8", "--text"]):
            result = subprocess.run(
                [sys.executable, *command], capture_output=True, text=True, timeout=120
            )
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("8 boards, mean", result.stdout)
            bars = [line.split() for line in result.stdout.splitlines()[1:]]
            self.assertEqual(sum(int(count) for _, count, *_ in bars), 8)


class Errors(unittest.TestCase):
    def test_each_status_has_its_sentence(self):
        sentences = set()
        for status in tilepdb.Status:
            error = errors.error_of(status)
            self.assertEqual(error.status, status)
            sentences.add(str(error))
        self.assertEqual(len(sentences), len(tilepdb.Status))
        self.assertIsInstance(errors.error_of(tilepdb.Status.REFUTED), tilepdb.Refuted)
        self.assertIsInstance(errors.error_of(tilepdb.Status.ERROR_IO), OSError)


class Build(unittest.TestCase):
    def test_build_info(self):
        build = tilepdb.build_info()
        self.assertEqual(build["version"], tilepdb.__version__)
        self.assertIn(build["variant"], build["variants"].split())

    def test_variants_answer_alike(self):
        scrambled = tilepdb.Board.goal().play("RDRDLLURDRULLDRR")
        answers = []
        for variant in ("best", "portable", tilepdb.build_info()["variant"]):
            with tilepdb.Solver.generate("5-5-5", variant=variant) as solver:
                result = solver.solve(scrambled)
                answers.append((result.moves, result.generated, result.expanded))
                if variant == "portable":
                    self.assertNotRegex(solver.kernel(), "_(avx2|avx512|neon)$")
        self.assertEqual(len(set(answers)), 1)
        with self.assertRaisesRegex(ValueError, "one of .*portable.* not 'sse'"):
            tilepdb.Solver.generate("5-5-5", variant="sse")

    def test_flags_of_the_build(self):
        build = tilepdb.build_info()
        self.assertIsInstance(build["openmp"], bool)


if __name__ == "__main__":
    unittest.main()
