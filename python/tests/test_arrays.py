"""tilepdb.arrays, where numpy is installed."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import tilepdb

try:
    import numpy
    from tilepdb import arrays
except ImportError:
    numpy = None

ROOT = Path(__file__).resolve().parents[2]


class Without(unittest.TestCase):
    def test_the_package_does_without_numpy(self):
        code = (
            "import sys; sys.modules['numpy'] = None; import tilepdb\n"
            "print(tilepdb.solve('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15').moves)\n"
            "import tilepdb.arrays"
        )
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(found.stdout, "L\n")
        self.assertRegex(found.stderr, "ImportError|ModuleNotFoundError")


@unittest.skipUnless(numpy, "numpy is not installed")
class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = tilepdb.Solver.generate("8", goal=tilepdb.Board.goal(3, 3))
        cls.addClassCleanup(cls.solver.close)

    def test_boards_there_and_back(self):
        goal = tilepdb.Board.goal(3, 2)
        drawn = list(tilepdb.scramble(20, seed=3, goal=goal))
        array = arrays.scramble(20, seed=3, goal=goal)
        self.assertEqual((array.shape, array.dtype), ((20, 6), numpy.uint16))
        self.assertEqual(list(arrays.boards_of(array, 3, 2)), drawn)
        self.assertEqual(list(arrays.boards_of(array.reshape(20, 2, 3), 3, 2)), drawn)
        numpy.testing.assert_array_equal(arrays.array_of(drawn), array)
        for kind in ("int8", "uint64", ">i4"):
            self.assertEqual(list(arrays.boards_of(array.astype(kind), 3, 2)), drawn)
        with self.assertRaisesRegex(tilepdb.InvalidArgument, "differ in size"):
            arrays.array_of([goal, tilepdb.Board.goal(2, 3)])

    def test_no_boards(self):
        self.assertEqual(arrays.scramble(0).shape, (0, 16))
        none = numpy.empty((0, 9), dtype=int)
        for found in (arrays.lengths(self.solver, none), arrays.estimates(self.solver, none)):
            self.assertEqual((found.shape, found.dtype), ((0,), numpy.int16))

    def test_lengths_are_those_of_each_board(self):
        boards = arrays.scramble(60, seed=5, goal=self.solver.goal)
        expected = [self.solver.solve(board).length for board in arrays.boards_of(boards, 3, 3)]
        for threads in (1, 3):
            found = arrays.lengths(self.solver, boards, threads=threads)
            self.assertEqual((found.tolist(), found.dtype), (expected, numpy.int16))
        # One pattern has all tiles: its estimates are exact.
        self.assertEqual(arrays.estimates(self.solver, boards).tolist(), expected)
        self.assertGreater(len(set(expected)), 5)

    def test_no_answer(self):
        boards = numpy.array([[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 8, 7, 0]])
        self.assertEqual(arrays.lengths(self.solver, boards).tolist(), [1, arrays.UNSOLVABLE])
        far = numpy.array([[8, 6, 7, 2, 5, 4, 3, 0, 1]])
        found = arrays.lengths(self.solver, far, max_length=10)
        self.assertEqual(found.tolist(), [arrays.LIMIT])
        self.assertEqual(arrays.lengths(self.solver, far).tolist(), [31])

    def test_other_arrays_are_refused(self):
        good = numpy.arange(9).reshape(1, 9)
        twice = numpy.concatenate([good, numpy.ones((1, 9), dtype=int)])
        for array, message in (
            (good[0], r"shape \(9,\)"),
            (numpy.arange(16).reshape(1, 16), r"neither \(n, 9\) nor \(n, 3, 3\)"),
            (good.reshape(1, 1, 9), "shape"),
            (numpy.int64(3), "shape"),
            (good.astype(float), "float64"),
            (good.astype(str), "integers"),
            (twice, "row 1 is not a board"),
            (-good, "row 0 is not a board"),
            (good + 2**40, "row 0"),
        ):
            with self.subTest(message=message):
                with self.assertRaisesRegex(tilepdb.InvalidArgument, message):
                    arrays.lengths(self.solver, array)

    def test_rows_are_boards_for_the_solver(self):
        boards = arrays.scramble(3, seed=9, goal=self.solver.goal)
        many = [result.length for result in self.solver.solve_many(boards)]
        self.assertEqual(many, arrays.lengths(self.solver, boards).tolist())
        self.assertEqual(self.solver.solve(boards[0]).length, many[0])

    def test_example(self):
        script = ROOT / "python" / "examples" / "estimates.py"
        self.assertGreater(script.read_text().count("\n# %%"), 3)
        code = (
            "import runpy, sys\n"
            "sys.modules['matplotlib'] = None\n"  # as if it were not installed
            f"runpy.run_path({str(script)!r}, run_name='__main__')\n"
        )
        environment = {**os.environ, "BOARDS": "12"}
        printed = []
        for command in ([str(script)], ["-c", code]):
            with tempfile.TemporaryDirectory() as directory:
                result = subprocess.run(
                    [sys.executable, *command],
                    cwd=directory,
                    env=environment,
                    capture_output=True,
                    text=True,
                    timeout=240,
                )
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                printed.append(result.stdout)
                picture = (Path(directory) / "estimates.svg").read_text()
                self.assertIn("<svg", picture)
                self.assertTrue(picture.rstrip().endswith("</svg>"))
        self.assertEqual(printed[0], printed[1])
        self.assertRegex(printed[0], r"pattern databases +\d")


if __name__ == "__main__":
    unittest.main()
