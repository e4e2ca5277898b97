"""Cases of the search: boards, heuristics, threads; and the data of single boards for the plots."""

from __future__ import annotations

import statistics
from typing import Any, Sequence

from . import boards as sets
from .bench import Bench, table_options
from .boards import Boards
from .measure import Figure, Run, figure, process_figures
from .tables import objects

# Look-ups per generated node, counted once (docs/notes/search.md): long searches need 1.53, the boards
# at distance 80 need 1.61. Other heuristics were not counted: their floor is one look-up per node.
LOOKUPS_LONG = 1.53
LOOKUPS_ANTIPODES = 1.61


def _counts(run: Run) -> dict[str, int]:
    solved = objects(run)
    return {
        "boards": len(solved),
        "moves": sum(one["length"] for one in solved),
        "root_h": sum(one["root_h"] for one in solved),
        "generated": sum(one["generated"] for one in solved),
        "expanded": sum(one["expanded"] for one in solved),
    }


def _rates(runs: Sequence[Run], generated: int, jobs: int) -> dict[str, Figure]:
    """Nodes per second of the whole process; with one thread, of the searches alone, and per CPU second."""
    if jobs > 1:
        return {"rate": figure([generated / run.wall for run in runs], "1/s", "more")}
    seconds = [sum(one["seconds"] for one in objects(run)) for run in runs]
    return {
        "rate": figure([generated / s for s in seconds], "1/s", "more"),
        "cpu_rate": figure([generated / run.cpu for run in runs], "1/s", "more"),
    }


def solve(
    bench: Bench,
    boards: Boards,
    heuristic: str,
    options: Sequence[str],
    jobs: int,
    floor: tuple[str, float] | None = None,
) -> list[Run]:
    """Solve the boards repeatedly; `floor` is the partition and the look-ups per node."""

    def start() -> Run:
        arguments = ["--format", "json", "--quiet", "--no-generate", "--dir", str(bench.tables)]
        arguments += ["--goal", boards.goal, "--jobs", str(jobs), *options]
        return bench.launcher.run("pdbsolve", arguments, "\n".join(boards.lines) + "\n")

    runs, counts = bench.repeat(start, _counts)
    figures = process_figures(runs) | _rates(runs, counts["generated"], jobs)
    floors = {}
    if floor:
        rate, threads = ("cpu_rate", "1 thread") if jobs == 1 else ("rate", "all threads")
        floors = {"nodes x look-ups / loads": (rate, f"loads, {floor[0]}, {threads}", 1 / floor[1])}
    bench.add(
        "search",
        f"{boards.name}, {heuristic}, {bench.jobs_name(jobs)}",
        {"boards": boards.name, "heuristic": heuristic, "options": list(options), "jobs": jobs},
        counts,
        figures,
        floors,
    )
    return runs


def heuristic_options(partition: str, blank: str) -> list[str]:
    """Options for the tables of one partition and blank policy."""
    kind = ("aware", "bit") if blank == "aware" else ("projected", "nibble")
    return ["-p", partition, *table_options(*kind)]


def _points(run: Run, name: str) -> list[dict[str, Any]]:
    """Returns by distance the number of boards, and the median and range of their seconds."""
    by_length: dict[int, list[float]] = {}
    for one in objects(run):
        by_length.setdefault(one["length"], []).append(one["seconds"])
    return [
        {
            "of": name,
            "length": length,
            "boards": len(seconds),
            "median": statistics.median(seconds),
            "min": min(seconds),
            "max": max(seconds),
        }
        for length, seconds in sorted(by_length.items())
    ]


def _seven_eight(bench: Bench) -> None:
    """7-8: kinds, reductions and reflection, on the random boards, Korf's, and the 17."""
    data = bench.source / "tests/data"
    random = sets.random_boards(bench.launcher, 1000)
    korf = sets.korf(data)
    antipodes = sets.antipodes(data)
    aware, projected = heuristic_options("7-8", "aware"), heuristic_options("7-8", "projected")
    some = random.first(bench.boards(200, 1000))
    name, plain = "7-8 aware", [*aware, "--plain"]
    points = _points(solve(bench, random, name, aware, 1, ("7-8", LOOKUPS_LONG))[0], "random")
    solve(bench, random, name, aware, bench.jobs, ("7-8", LOOKUPS_LONG))
    solve(bench, random, f"{name} plain", plain, 1, ("7-8", LOOKUPS_LONG))
    bare = [*plain, "--no-reflection"]
    solve(bench, some, f"{name} plain, no reflection", bare, 1, ("7-8", 1))
    solve(bench, random, "7-8 projected", projected, 1, ("7-8", 1))
    solve(bench, random, "7-8 projected plain", [*projected, "--plain"], 1, ("7-8", 1))
    solve(bench, korf, name, aware, 1, ("7-8", LOOKUPS_LONG))
    solve(bench, korf, f"{name} plain", plain, 1, ("7-8", LOOKUPS_LONG))
    for jobs in [1] if bench.quick else bench.thread_counts():
        runs = solve(bench, antipodes, name, aware, jobs, ("7-8", LOOKUPS_ANTIPODES))
        if jobs == 1:
            points += _points(runs[0], "distance 80")
    bench.series["times"] = points


def _hard(bench: Bench) -> None:
    """Boards that are hard for the search; the longest in full runs only."""
    data = bench.source / "tests/data"
    aware = heuristic_options("7-8", "aware")
    for length in (72,) if bench.quick else (72, 70):
        board = sets.hard(data, length)
        for jobs in bench.thread_counts():
            solve(bench, board, "7-8 aware", aware, jobs, ("7-8", LOOKUPS_LONG))
        if not bench.quick:
            plain = [*aware, "--plain"]
            solve(bench, board, "7-8 aware plain", plain, 1, ("7-8", LOOKUPS_LONG))


def _partitions(bench: Bench) -> None:
    """Runs the same plain search with each partition, to show the nodes that a better heuristic saves."""
    some = sets.random_boards(bench.launcher, 1000).first(bench.boards(20, 400))
    means = []
    for partition in ("5-5-5", "5-5-5-b", "6-6-3", "7-8"):
        for blank in ("projected", "aware"):
            options = [*heuristic_options(partition, blank), "--plain"]
            solve(bench, some, f"{partition} {blank} plain", options, bench.jobs)
            counts = bench.cases[-1]["counts"]
            mean = counts["generated"] / counts["boards"]
            means.append({"partition": partition, "blank": blank, "nodes": mean})
    bench.series["partitions"] = {"boards": len(some.lines), "means": means}


def _manhattan(bench: Bench) -> None:
    """Korf's boards as Korf solved them, the cheapest ones: the counts of 1985, to the node."""
    cheap = sets.korf(bench.source / "tests/data").first(bench.boards(16, 40))
    solve(bench, cheap, "manhattan plain", ["--heuristic", "manhattan", "--plain"], bench.jobs)
    counts = bench.cases[-1]["counts"]
    counts["published"] = sum(cheap.nodes)
    counts["as_published"] = counts["generated"] == counts["published"]


def search(bench: Bench) -> None:
    """All cases of the search."""
    bench.say("search")
    _seven_eight(bench)
    _hard(bench)
    _partitions(bench)
    _manhattan(bench)


def estimates(bench: Bench) -> None:
    """Mean h of the 1000 random boards: without a search, which would take long with some heuristics."""
    bench.say("estimates")
    random = sets.random_boards(bench.launcher, 1000)
    kinds = [("manhattan", ["--heuristic", "manhattan"])]
    for partition in ("5-5-5", "5-5-5-b", "6-6-3", "7-8"):
        for blank in ("projected", "aware"):
            kinds.append((f"{partition} {blank}", heuristic_options(partition, blank)))
    for name, options in kinds:
        arguments = ["--format", "json", "--quiet", "--no-generate", "--max-nodes", "1"]
        arguments += ["--dir", str(bench.tables), *options]
        lines = "\n".join(random.lines) + "\n"
        run = bench.launcher.run("pdbsolve", arguments, lines, codes=(0, 1))
        h = [one["root_h"] for one in objects(run)]
        counts = {"boards": len(h), "root_h": sum(h)}
        bench.add("estimate", f"mean h of {name}", {"heuristic": name}, counts, {})
