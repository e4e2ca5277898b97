"""Solutions that get better."""

import itertools
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import tilepdb

ROOT = Path(__file__).resolve().parents[2]
EASY = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12"
SWAPPED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"


def board_of(side, seed=1):
    return next(tilepdb.scramble(1, seed=seed, goal=tilepdb.Board.goal(side, side)))


class Anytime(unittest.TestCase):
    def check(self, result, goal=None):
        """A solution that leads to the goal, between bounds that are no better than possible."""
        goal = goal or tilepdb.Board.goal(result.board.width, result.board.height)
        self.assertEqual(result.board.play(result.moves), goal)
        self.assertEqual(tilepdb.moves_length(result.moves, result.metric), result.length)
        self.assertLessEqual(result.root_h, result.lower_bound)
        self.assertLessEqual(result.lower_bound, result.length)
        self.assertEqual(result.gap, result.length - result.lower_bound)

    def test_improvements_lead_to_the_result(self):
        heard = []
        result = tilepdb.anytime(board_of(5), max_width=4096, on_improvement=heard.append)
        self.check(result)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)
        self.assertIn("a limit is reached", result.message)
        self.assertFalse(result.optimal)
        self.assertEqual(result.width, 4096)
        self.assertGreater(result.expanded, 4096)
        self.assertGreater(len(heard), 2)
        self.assertTrue(heard[0].shorter)
        for before, after in zip(heard, heard[1:]):
            self.assertEqual(after.shorter, after.length < before.length)
            self.assertEqual(not after.shorter, after.lower_bound > before.lower_bound)
            self.assertLessEqual(before.seconds, after.seconds)
            self.assertEqual(after.gap, after.length - after.lower_bound)
        for one in heard:
            self.assertEqual(result.board.play(one.moves), tilepdb.Board.goal(5, 5))
            self.assertEqual(len(one.moves), one.length)
        self.assertEqual((heard[-1].length, heard[-1].moves), (result.length, result.moves))
        self.assertEqual(heard[-1].lower_bound, result.lower_bound)
        self.assertLess(heard[-1].length, heard[0].length)

        def what(one):
            return (one.length, one.lower_bound, one.moves, one.shorter, one.width)

        again = tilepdb.improvements(board_of(5), max_width=4096)
        self.assertEqual([what(one) for one in again], [what(one) for one in heard])

    def test_a_solver_proves(self):
        for metric, name in (("single", "6-6-3"), ("multi", None)):
            with tilepdb.Solver.generate(name, metric=metric) as solver:
                board = next(tilepdb.scramble(1, seed=3))
                result = tilepdb.anytime(board, solver=solver)
                self.check(result)
                best = solver.solve(board)
                self.assertEqual((result.status, result.message), (tilepdb.Status.OK, ""))
                self.assertTrue(result.optimal)
                self.assertEqual((result.length, result.metric), (best.length, metric))
                self.assertGreater(result.generated, 0)
                last = list(tilepdb.improvements(board, solver=solver))[-1]
                self.assertEqual((last.length, last.gap), (best.length, 0))
                # A scramble begins at the goal of the solver.
                self.assertEqual(tilepdb.anytime("RD", solver=solver).length, 2)
        with self.assertRaisesRegex(ValueError, "the solver is closed"):
            tilepdb.anytime(board, solver=solver)

    def test_other_goals_and_metrics(self):
        goal = tilepdb.Board.parse("0 2 1 / 4 3 5", 3, 2)
        board = next(tilepdb.scramble(1, seed=4, goal=goal))
        with tilepdb.Solver(goal=goal, heuristic="manhattan") as solver:
            length = solver.solve(board).length
        result = tilepdb.anytime(board, goal=goal, max_width=1024)
        self.check(result, goal)
        self.assertEqual(result.length, length)
        result = tilepdb.anytime(board_of(6), metric="multi", max_width=256)
        self.check(result)
        self.assertLess(result.length, len(result.moves))

    def test_large_boards_have_a_solution(self):
        text = str(board_of(12))
        self.assertEqual(tilepdb.Board.parse(text), board_of(12))
        (board,) = tilepdb.read_boards(text, large=True)
        self.assertEqual(board, board_of(12))
        self.assertEqual(tilepdb.anytime(board.cells, max_nodes=1).board, board)
        self.assertEqual(tilepdb.anytime("RD", goal=tilepdb.Board.goal(7, 7)).length, 2)
        result = tilepdb.anytime(text, timeout=1)
        self.check(result)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)

    def test_near_enough(self):
        loose = tilepdb.anytime(board_of(5), within=60, timeout=60)
        self.assertEqual((loose.status, loose.optimal), (tilepdb.Status.OK, False))
        self.check(loose)
        self.assertLessEqual(loose.gap, 60)
        share = tilepdb.anytime(board_of(5), within_share=0.5, timeout=60)
        self.assertEqual(share.status, tilepdb.Status.OK)
        self.assertLessEqual(share.gap, 0.5 * share.lower_bound)
        at_all = tilepdb.anytime(board_of(5), within=1000)
        self.assertEqual((at_all.status, at_all.width), (tilepdb.Status.OK, 0))

    def test_limits(self):
        before = time.monotonic()
        result = tilepdb.anytime(board_of(7), timeout=0.5)
        self.assertLess(time.monotonic() - before, 30)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)
        result = tilepdb.anytime(board_of(5), max_nodes=1000)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)
        self.assertLess(result.expanded, 10000)
        result = tilepdb.anytime(board_of(5), max_width=256, memory_limit=2**20)
        self.check(result)

    def test_cancel(self):
        result = tilepdb.anytime(board_of(5), progress=lambda told: False)
        self.check(result)
        self.assertEqual(result.status, tilepdb.Status.CANCELLED)
        self.assertIn("interrupted", result.message)
        result = tilepdb.anytime(board_of(5), on_improvement=lambda one: one.width < 256)
        self.check(result)
        self.assertEqual(result.status, tilepdb.Status.LIMIT)

        def fail(told):
            raise tilepdb.LimitReached("mine", tilepdb.Status.LIMIT)

        for name in ("on_improvement", "progress"):
            with self.assertRaisesRegex(tilepdb.LimitReached, "mine"):
                tilepdb.anytime(board_of(5), **{name: fail})
        with self.assertRaisesRegex(tilepdb.LimitReached, "mine"):
            list(tilepdb.improvements(board_of(5), progress=fail))

    def test_a_generator_that_is_closed_cancels(self):
        running = threading.active_count()
        found = tilepdb.improvements(board_of(6))  # has no end of its own
        self.assertEqual(len(list(itertools.islice(found, 3))), 3)
        before = time.monotonic()
        found.close()
        self.assertLess(time.monotonic() - before, 30)
        self.assertEqual(threading.active_count(), running)

    def test_what_is_refused(self):
        for call in (tilepdb.anytime, tilepdb.improvements):
            for name in ("within", "timeout", "max_width", "max_nodes", "memory_limit"):
                for value in (-1, float("nan"), 2**70 if name != "timeout" else float("inf")):
                    with self.subTest(name=name, value=value):
                        with self.assertRaisesRegex((ValueError, TypeError), name):
                            call(EASY, **{name: value})
            for value in (-0.1, float("nan"), float("inf"), 1e7):
                with self.assertRaisesRegex(tilepdb.InvalidArgument, "within_share"):
                    list(call(EASY, within_share=value))
            with self.assertRaisesRegex(TypeError, "within"):
                call(EASY, within=0.5)
            for wrong in ("1 2 3", "1 2 2 0"):
                with self.assertRaises(tilepdb.InvalidArgument):
                    call(wrong)
            with self.assertRaises(tilepdb.InvalidArgument):
                call(EASY, metric="double")
            with self.assertRaises(tilepdb.Unsolvable):
                list(call(SWAPPED))
        with tilepdb.Solver(heuristic="manhattan") as solver:
            for more in ({"goal": tilepdb.Board.goal()}, {"metric": "multi"}):
                with self.assertRaisesRegex(ValueError, "those of the solver"):
                    tilepdb.anytime(EASY, solver=solver, **more)
            with self.assertRaises(tilepdb.InvalidArgument):
                tilepdb.anytime("1 2 3 / 4 5 6 / 7 8 0", solver=solver)

    def test_example(self):
        script = str(ROOT / "python" / "examples" / "anytime.py")
        command = [sys.executable, script, "--seconds", "0.5", "--seed", "7"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        board, *found, moves = result.stdout.splitlines()
        self.assertEqual(tilepdb.Board.parse(board).play(moves), tilepdb.Board.goal(5, 5))
        self.assertIn(f"{len(moves)} moves, at least", found[-1])


if __name__ == "__main__":
    unittest.main()
