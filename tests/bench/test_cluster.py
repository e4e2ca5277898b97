"""bench/cluster: the graph has the counts of the C program, the model those of its runs."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from tilebench.cluster_generation import Model, fresh_shares, set_bytes  # noqa: E402
from tilebench.cluster_graph import Graph, sample  # noqa: E402
from tilebench.cluster_report import measured_read, page_fill  # noqa: E402
from tilebench.cluster_search import Machine, Search  # noqa: E402

SOURCE = Path(__file__).resolve().parents[2]
MEASURED = measured_read()


class Graphs(unittest.TestCase):
    def test_masks_are_numbered(self) -> None:
        graph = Graph(4, 3, 5)
        masks = [graph.mask_of_rank(rank) for rank in range(graph.masks)]
        self.assertEqual(len(set(masks)), graph.masks)
        self.assertEqual([graph.rank_of_mask(mask) for mask in masks], list(range(graph.masks)))
        self.assertRaises(IndexError, graph.mask_of_rank, graph.masks)

    def test_cohorts_and_edges_of_the_whole_8_puzzle(self) -> None:
        all_ = sample(Graph(3, 3, 8), 100)
        self.assertEqual(all_.cohorts, 9)  # the blank on each cell
        self.assertEqual(sum(len(others) for _, others in all_.neighbours), 24)

    def test_crossing_is_what_was_counted(self) -> None:
        """By the program itself: the first column of docs/cluster.md; here of a third of the masks."""
        part = sample(Graph(4, 4, 8), 4000)
        for ranks, counted in {2: 0.28, 4: 0.67, 8: 1.07, 16: 1.44, 64: 2.18}.items():
            self.assertAlmostEqual(part.crossing(ranks), counted, delta=0.04)


class Generation(unittest.TestCase):
    def setUp(self) -> None:
        self.base = sample(Graph(5, 5, 7), 300)
        found = [1] + MEASURED["generation"]["found"][:-1]
        self.model = Model(MEASURED, self.base, self.base, found)

    def test_itself(self) -> None:
        of = MEASURED["generation"]
        self.assertEqual(set_bytes(7), 840)
        self.assertAlmostEqual(self.model.cpu_seconds(), of["whole_cpu_seconds"], delta=1)
        for ranks, exchanged in of["exchanged"].items():
            self.assertAlmostEqual(self.model.exchanged(int(ranks)) / exchanged["bytes"], 1, delta=0.15)

    def test_shares(self) -> None:
        shares = fresh_shares(MEASURED, self.base.cohorts, [1, 10, 1e9, 10], self.base.cohorts)
        self.assertEqual(len(shares), 3)
        self.assertTrue(0 < shares[0] < 1e-4 < 0.9 < shares[2] <= 1)

    def test_more_ranks(self) -> None:
        runs = [self.model.run(ranks) for ranks in (4, 64, 1000)]
        self.assertTrue(runs[0].search > runs[1].search > runs[2].search > 0)
        self.assertTrue(runs[0].memory > runs[1].memory > runs[2].memory > runs[2].replicated)
        self.assertTrue(0 < runs[0].idle < runs[2].idle < 1)


class Searches(unittest.TestCase):
    def test_one_rank_searches_all_the_time(self) -> None:
        bound = Search(MEASURED, 1).bound(1e10, 1e9)
        self.assertAlmostEqual(bound.work / bound.seconds, 1, delta=0.01)

    def test_the_same_again(self) -> None:
        one, other = (Search(MEASURED, 50).board(1e11, 8) for _ in range(2))
        self.assertEqual(one, other)
        self.assertTrue(one.work / 50 < one.seconds < one.work / 40)

    def test_units_that_last_are_cut(self) -> None:
        bound = Search(MEASURED, 20).bound(1e12, 4e7)
        self.assertLess(bound.longest, 2 * Machine().lasts)
        whole = Search(MEASURED, 20, Machine(lasts=1e9)).bound(1e12, 4e7)
        self.assertGreater(whole.longest, 10 * Machine().lasts)

    def test_ranks_that_do_not_adapt_wait_for_words(self) -> None:
        adapted, not_adapted = (
            Search(MEASURED, 10000, Machine(adapts=adapts)).asking[1] for adapts in (True, False)
        )
        self.assertLess(adapted, 0.06)
        self.assertGreater(not_adapted, 0.5)


class Pages(unittest.TestCase):
    def test_filled(self) -> None:
        page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n"
        self.assertEqual(page_fill(page, {"x": "new\n"}), "a\n<!-- x -->\n\nnew\n\n<!-- end of x -->\nb\n")
        self.assertRaises(SystemExit, page_fill, page, {"y": ""})

    def test_the_page_has_all_places(self) -> None:
        page = (SOURCE / "docs/notes/cluster-model.md").read_text("utf-8")
        page_fill(page, dict.fromkeys(("checks", "8-8-8", "9-8-7", "search"), ""))


if __name__ == "__main__":
    unittest.main()
