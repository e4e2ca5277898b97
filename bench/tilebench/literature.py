"""Published figures, with their sources. They were measured on other machines and other boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SOURCES = {
    "K85": "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, "
    "Artificial Intelligence 27, 1985",
    "KF02": "R. E. Korf and A. Felner, Disjoint pattern database heuristics, "
    "Artificial Intelligence 134, 2002",
    "FKH04": "A. Felner, R. E. Korf and S. Hanan, Additive pattern database heuristics, "
    "Journal of Artificial Intelligence Research 22, 2004",
    "FZSH05": "A. Felner, U. Zahavi, J. Schaeffer and R. C. Holte, Dual lookups in pattern databases, "
    "IJCAI 2005",
}


@dataclass(frozen=True)
class Published:
    """A published mean over random boards, and the most similar heuristic of this project."""

    heuristic: str
    nodes: int
    h: float | None
    sources: tuple[str, ...]
    ours: str


PUBLISHED = (
    Published("Manhattan distance", 401_189_630, 36.94, ("KF02", "FKH04"), "manhattan"),
    Published("5-5-5", 3_090_405, 41.56, ("FKH04",), "5-5-5 projected"),
    Published("6-6-3", 617_555, 42.92, ("FKH04",), "6-6-3 projected"),
    Published("7-8, with reflection", 36_710, 45.63, ("KF02", "FKH04"), "7-8 projected"),
    Published("7-8, dual look-up", 18_601, None, ("FZSH05",), "7-8 aware"),
    Published("7-8, dual look-up and reflection", 13_687, None, ("FZSH05",), "7-8 aware, reduced"),
)


def _mean(cases: list[dict[str, Any]], name: str) -> tuple[float, int] | None:
    """Returns mean nodes of the heuristic over the largest set of random boards, and its size."""
    best: tuple[float, int] | None = None
    wanted = name.replace(", reduced", "") if name.endswith(", reduced") else f"{name} plain"
    for case in cases:
        what, counts = case["what"], case["counts"]
        if case["group"] != "search" or what["heuristic"] != wanted:
            continue
        if "random" in what["boards"] and (best is None or counts["boards"] > best[1]):
            best = counts["generated"] / counts["boards"], counts["boards"]
    return best


def _mean_h(cases: list[dict[str, Any]], name: str) -> float | None:
    wanted = f"mean h of {name.replace(', reduced', '')}"
    for case in cases:
        if case["name"] == wanted:
            return case["counts"]["root_h"] / case["counts"]["boards"]
    return None


def literature(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns rows with the published figures, and with this run's figures if it measured them."""
    rows = []
    for one in PUBLISHED:
        mean = _mean(cases, one.ours)
        rows.append(
            {
                "heuristic": one.heuristic,
                "published_nodes": one.nodes,
                "published_h": one.h,
                "sources": list(one.sources),
                "ours": one.ours,
                "measured_nodes": mean[0] if mean else None,
                "measured_boards": mean[1] if mean else 0,
                "measured_h": _mean_h(cases, one.ours),
            }
        )
    return rows
