"""The decisions of bench/run: the guard, the ranges, the formatting of numbers."""

import json
import re
import sys
import tempfile
import unittest
from copy import deepcopy
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from tilebench.anytime import KINDS, Known, known, played, wrong  # noqa: E402
from tilebench.bench import Bench  # noqa: E402
from tilebench.boards import antipodes, exact_depths, hard, korf  # noqa: E402
from tilebench.compare import moved  # noqa: E402
from tilebench.expected import SLACK, counts_check, expected_of, ratios_check  # noqa: E402
from tilebench.format import number, spread, table  # noqa: E402
from tilebench.main import guard  # noqa: E402
from tilebench.literature import literature  # noqa: E402
from tilebench.measure import BenchError, Launcher, Run, figure, ratio  # noqa: E402
from tilebench.plots import PLOTS  # noqa: E402
from tilebench.readme import readme_block  # noqa: E402
from tilebench.report import report_text  # noqa: E402
from tilebench.results import VERSION, Unreadable, results_read, results_text  # noqa: E402
from tilebench.stream import growth, percentile  # noqa: E402

SOURCE = Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests/data"


def results() -> dict:
    """Made-up results of a case with one thread and of one with two."""
    one = figure([1.0, 1.1, 0.9], "s")
    rate = ratio(figure([60.0, 50.0, 55.0], "1/s", "more"), figure([100.0], "1/s", "more"), 0.5)
    case = {
        "name": "solve, 1 thread",
        "group": "search",
        "what": {"heuristic": "x"},
        "counts": {"generated": 12},
        "figures": {"wall": one, "cpu": one, "cpu_rate": rate},
        "ratios": {"nodes / loads": rate},
    }
    more = deepcopy(case) | {"name": "solve, 2 threads"}
    made = deepcopy(case) | {"name": "generate, all threads", "group": "generation"}
    made["ratios"] = {"CPU / floor": figure([20.0, 30.0, 40.0], ""), "wall / floor": one}
    return {
        "schema": "tilepdb-bench",
        "version": VERSION,
        "mode": "quick",
        "machine": {"variants": ["avx2"]},
        "build": {"variant": "avx2, the best"},
        "cases": [case, more, made],
    }


class Guard(unittest.TestCase):
    """The guard: comparisons, passes, and repeated measurements."""

    def setUp(self) -> None:
        self.stored = expected_of(results())
        self.run = results()

    def wrong(self) -> list[str]:
        """The guard's report on self.run if a second run gives the same results."""
        return guard(self.stored, self.run, lambda: self.run)

    def ratio_scale(self, factor: float) -> None:
        """Change all repetitions of the first case's ratio."""
        found = self.run["cases"][0]["ratios"]["nodes / loads"]
        for key in ("median", "min", "max"):
            found[key] *= factor

    def test_same_run_is_as_expected(self) -> None:
        self.assertEqual(self.wrong(), [])

    def test_counts_are_exact(self) -> None:
        self.run["cases"][0]["counts"]["generated"] = 13
        self.assertEqual(
            guard(self.stored, self.run, self.fail),
            ["solve, 1 thread: generated is 13, expected 12"],
        )

    def test_ratio_beyond_the_slack(self) -> None:
        best = 60 / 55  # the best repetition against the stored median
        self.ratio_scale(1.01 / SLACK / best)
        self.assertEqual(self.wrong(), [])
        self.ratio_scale(0.98)
        self.assertEqual(len(self.wrong()), 1)

    def test_generation_is_held_against_its_floor(self) -> None:
        found = self.run["cases"][2]["ratios"]
        found["wall / floor"] = figure([1000.0], "")
        found["CPU / floor"] = figure([59.0, 90.0, 99.0], "")
        self.assertEqual(self.wrong(), [])
        found["CPU / floor"] = figure([61.0, 90.0, 99.0], "")
        wrong = list(ratios_check(self.stored, self.run))
        self.assertEqual(wrong, [("generate, all threads", "CPU / floor")])

    def test_a_second_run_may_clear_a_ratio(self) -> None:
        self.ratio_scale(0.1)
        self.assertEqual(guard(self.stored, self.run, results), [])
        self.assertEqual(len(self.wrong()), 1)

    def test_ratio_of_other_kernels_is_not_held(self) -> None:
        self.run["machine"]["variants"] = []
        self.ratio_scale(0.001)
        self.assertEqual(self.wrong(), [])

    def test_ratio_of_a_forced_instruction_set_is_not_held(self) -> None:
        self.run["build"]["variant"] = "portable, by TILEPDB_VARIANT"
        self.ratio_scale(0.001)
        self.assertEqual(self.wrong(), [])

    def test_times_are_never_held(self) -> None:
        self.run["cases"][0]["figures"]["wall"] = figure([1000.0], "s")
        self.assertEqual(self.wrong(), [])

    def test_missing_case(self) -> None:
        del self.run["cases"][0]
        self.assertEqual(counts_check(self.stored, self.run), ["solve, 1 thread was not measured"])

    def test_threads_of_one_machine_are_not_stored(self) -> None:
        self.assertEqual(list(self.stored["cases"]), ["solve, 1 thread", "generate, all threads"])

    def test_other_mode(self) -> None:
        self.run["mode"] = "full"
        self.assertEqual(len(self.wrong()), 1)


class Measuring(unittest.TestCase):
    """Figures, ratios and repetitions."""

    def test_figure(self) -> None:
        one = figure([3.0, 1.0, 2.0], "s")
        self.assertEqual((one["median"], one["min"], one["max"]), (2.0, 1.0, 3.0))

    def test_ratio_has_the_spread_of_the_value(self) -> None:
        one = ratio(figure([30.0, 10.0, 20.0], "1/s", "more"), figure([5.0, 5.0, 9.0], "1/s"), 2.0)
        self.assertEqual((one["median"], one["min"], one["max"]), (2.0, 1.0, 3.0))
        self.assertEqual(one["better"], "more")

    def test_counts_that_differ_stop_the_run(self) -> None:
        bench = Bench(Path(), Launcher(Path()), Path(), True, 2, 2)
        outputs = iter(["1", "2"])
        with self.assertRaisesRegex(BenchError, "differ"):
            bench.repeat(lambda: Run(1, 1, 1, next(outputs), 0), lambda run: run.output)

    def test_threads(self) -> None:
        for jobs, counts in ((2, [1, 2]), (3, [1, 2, 3]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])):
            bench = Bench(Path(), Launcher(Path()), Path(), True, jobs, 1)
            self.assertEqual(bench.thread_counts(), counts)

    def test_moved_both_ways(self) -> None:
        slow, fast = figure([2.0, 2.1, 1.9], "s"), figure([1.0, 1.1, 0.9], "s")
        self.assertEqual(moved(fast, slow, 1.1), "worse")
        self.assertEqual(moved(slow, fast, 1.1), "better")
        self.assertEqual(moved(slow, slow, 1.1), "")
        self.assertEqual(moved(fast, slow, 3.0), "")


class Words(unittest.TestCase):
    """Numbers and tables."""

    def test_numbers(self) -> None:
        for value, unit, text in (
            (0.00234, "s", "2.34 ms"),
            (12.34, "s", "12.3 s"),
            (1.5e-7, "s", "150 ns"),
            (57.1e6, "1/s", "57.1 million/s"),
            (198.4e6, "B", "198 MB"),
            (0, "B", "0 B"),
        ):
            self.assertEqual(number(value, unit), text)

    def test_spread_and_table(self) -> None:
        self.assertEqual(spread(figure([1.0, 2.0, 3.0], "s")), "2 s (1 s to 3 s)")
        self.assertEqual(spread(figure([2.0], "s")), "2 s")
        self.assertEqual(table(("a", "b"), [(1, 2)]), "| a | b |\n|---|---|\n| 1 | 2 |\n")


class Data(unittest.TestCase):
    """The boards and the published figures."""

    def test_boards(self) -> None:
        self.assertEqual(len(korf(DATA).lines), 100)
        self.assertEqual(korf(DATA).first(2).nodes, (540860, 546344))
        self.assertEqual(len(antipodes(DATA).lines), 17)
        self.assertEqual(len(hard(DATA, 70).lines), 1)
        self.assertEqual(sum(exact_depths(DATA)), 10461394944000)
        for line in korf(DATA).lines + antipodes(DATA).lines + hard(DATA, 72).lines:
            self.assertEqual(sorted(map(int, line.split())), list(range(16)))

    def test_literature_takes_the_largest_sample(self) -> None:
        cases = [
            {
                "group": "search",
                "name": "",
                "what": {"heuristic": "7-8 projected plain", "boards": f"{n} random boards"},
                "counts": {"generated": n * mean, "boards": n},
            }
            for n, mean in ((1000, 30), (20, 70))
        ]
        row = next(r for r in literature(cases) if r["ours"] == "7-8 projected")
        self.assertEqual((row["measured_nodes"], row["measured_boards"]), (30, 1000))


class Pages(unittest.TestCase):
    """The stored run, and the pages made from it."""

    def setUp(self) -> None:
        self.stored = SOURCE / "docs/benchmarks/results.json"
        self.results = results_read(self.stored)
        self.drawn = [name for name, (_, script) in PLOTS.items() if script(self.results, DATA)]

    def test_report_is_that_of_the_stored_run(self) -> None:
        report = (self.stored.parent / "report.md").read_text()
        self.assertEqual(report, report_text(self.results, self.drawn))

    def test_readme_has_the_figures_of_the_stored_run(self) -> None:
        self.assertIn(readme_block(self.results, self.drawn), (SOURCE / "README.md").read_text())

    def test_each_plot_can_be_drawn_again(self) -> None:
        for name in self.drawn:
            self.assertIn("plot ", PLOTS[name][1](self.results, DATA))
        stored = {path.stem for path in self.stored.parent.glob("*.svg")}
        self.assertEqual(stored, set(self.drawn))

    def test_plots_can_be_read_on_any_ground(self) -> None:
        for path in self.stored.parent.glob("*.svg"):
            text = path.read_text()
            self.assertIsNone(re.search(r'<rect [^>]*fill="(white|#ffffff)"', text), path.name)
            self.assertFalse('stroke="none" fill="black"' in text, path.name)  # letters
            self.assertIsNone(re.search(r">\d+e[+-]?\d", text), path.name)

    def test_threads_are_plotted_of_a_quiet_machine_only(self) -> None:
        script = PLOTS["thread_scaling"][1]
        quiet = self.results | {"load": {"before": [0.1, 0, 0], "after": [0, 0, 0]}}
        busy = self.results | {"load": {"before": [0.9, 0, 0], "after": [0, 0, 0]}}
        self.assertIn("vectors heads", script(quiet, DATA))
        self.assertEqual(script(busy, DATA), "")

    def test_results_are_laid_out_without_loss(self) -> None:
        self.assertEqual(self.stored.read_text(), results_text(self.results))
        self.assertEqual(json.loads(results_text({"a": [[1, {}], []]})), {"a": [[1, {}], []]})
        fresh = {"a": (1 / 3, [2 / 3])}  # as a run makes it; reading and writing it gives the same text
        self.assertEqual(results_text(json.loads(results_text(fresh))), results_text(fresh))

    def test_other_versions_are_refused(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "results.json"
            path.write_text(results_text(self.results | {"version": VERSION + 1}))
            with self.assertRaises(Unreadable):
                results_read(path)


class Streams(unittest.TestCase):
    """Memory that every board adds is growth; memory allocated once, in the first quarter, is not."""

    def curve(self, per_board: int) -> list:
        boards = 1000000
        first = [(boards // 20, 1 << 20), (boards // 10, 200 << 20)]
        return first + [(n, (200 << 20) + per_board * n) for n in range(boards // 5, boards, boards // 20)]

    def test_memory_that_grows_is_seen(self) -> None:
        for per_board, grows in ((0, False), (4, False), (20, True), (100, True)):
            more, most = growth(self.curve(per_board))
            self.assertEqual(more > most, grows, per_board)
        curve = self.curve(0)
        curve[-3] = (curve[-3][0], 300 << 20)  # one hard board
        more, most = growth(curve)
        self.assertLessEqual(more, most)

    def test_percentiles(self) -> None:
        values = [float(n) for n in range(1, 201)]
        self.assertEqual(percentile(values[::-1], 99), 198)
        self.assertEqual(percentile(values, 100), 200)
        self.assertEqual(percentile([7.0], 99), 7)


class AnytimeTest(unittest.TestCase):
    """Answers of bench/anytime are judged by a replay and by known bounds."""

    board = Known((1, 2, 3, 4, 5, 6, 0, 7, 8), "blank-last", 2, True, 3)
    right = {"length": 2, "moves": "LL", "lower_bound": 2, "upper_bound": 2, "optimal": True, "metric": "single"}

    def test_replay(self) -> None:
        self.assertEqual(played(self.board.cells, "LL", 3), (1, 2, 3, 4, 5, 6, 7, 8, 0))
        self.assertEqual(played((0, 1, 2, 3), "ULDR", 2), (0, 2, 3, 1))
        for moves in ("R", "LLL", "U", "x"):
            with self.assertRaises(ValueError):
                played(self.board.cells, moves, 3)

    def test_wrong(self) -> None:
        loose = self.right | {"length": None, "moves": "LRLL", "upper_bound": 4, "lower_bound": 0, "optimal": False}
        self.assertIsNone(wrong(self.board, self.right))
        self.assertIsNone(wrong(self.board, loose))
        for false in (
            self.right | {"moves": "LD"}, self.right | {"length": 3}, self.right | {"length": None},
            self.right | {"optimal": False}, self.right | {"lower_bound": 0}, loose | {"lower_bound": 3},
            loose | {"upper_bound": 2},
        ):
            self.assertIsNotNone(wrong(self.board, false), false)
        slides = Known(self.board.cells, "blank-last", None, False, 3)
        self.assertIsNone(wrong(slides, self.right | {"metric": "multi", "length": 1, "upper_bound": 1, "lower_bound": 1}))
        longer = Known(self.board.cells, "blank-last", 4, True, 3)
        self.assertIsNotNone(wrong(longer, self.right))
        self.assertIsNone(wrong(Known(self.board.cells, "blank-last", 4, False, 3), self.right))
        self.assertIsNotNone(wrong(Known(self.board.cells, "blank-first", 2, True, 3), self.right))

    def test_files(self) -> None:
        counts = {"antipodes80": 17, "dca24": 248, "korf100": 100, "korf24": 50}
        for name, (side, _, _, _) in KINDS.items():
            boards = known(name, DATA)
            self.assertEqual(len(boards), counts.get(name, 250), name)
            self.assertTrue(all(sorted(board.cells) == list(range(side * side)) for board in boards), name)


if __name__ == "__main__":
    unittest.main()
