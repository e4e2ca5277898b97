"""Cases of tables: generation, sizes, opening, verification."""

from __future__ import annotations

import json
from typing import Any

from .bench import Bench, table_options
from .measure import Run, figure, process_figures

PARTITIONS = ("5-5-5", "5-5-5-b", "6-6-3", "7-8")
KINDS = (("aware", "bit"), ("projected", "nibble"))
NEAR = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"  # one move away


def objects(run: Run) -> list[dict[str, Any]]:
    """The objects that a tool printed, one per line."""
    return [json.loads(line) for line in run.output.splitlines()]


def _table_counts(run: Run) -> dict[str, Any]:
    made = objects(run)
    return {
        "entries": sum(one["entries"] for one in made),
        "reachable": sum(one["reachable"] for one in made),
        "table_bytes": sum(one["table_bytes"] for one in made),
        "content_hashes": [one["content_hash"] for one in made],
    }


def _generate(bench: Bench, partition: str, kind: tuple[str, str], jobs: int) -> None:
    blank, encoding = kind

    def start() -> Run:
        arguments = ["--json", "--quiet", "--force", "--dir", str(bench.tables), "--jobs", str(jobs)]
        return bench.launcher.run("pdbgen", [*arguments, *table_options(blank, encoding), partition])

    runs, counts = bench.repeat(start, _table_counts)
    figures = process_figures(runs)
    figures["file_bytes"] = figure([sum(o["file_bytes"] for o in objects(r)) for r in runs], "B")
    if blank == "aware":
        bench.table_bytes[partition] = counts["table_bytes"]
    gibi = counts["table_bytes"] / 2**30
    bench.add(
        "generation",
        f"generate {partition} {blank} {encoding}, {bench.jobs_name(jobs)}",
        {"partition": partition, "blank": blank, "encoding": encoding, "jobs": jobs},
        counts,
        figures,
        {"CPU / one pass over the table": ("cpu", "seconds to stream 1 GiB, fresh", gibi)},
    )


def generation(bench: Bench) -> None:
    """Each partition and kind with all threads; 7-8 with 1 to all (all of them in a full run)."""
    bench.say("generation")
    for partition in PARTITIONS:
        for kind in KINDS:
            scaled = not bench.quick or (partition, kind[0]) == ("7-8", "aware")
            for jobs in bench.thread_counts() if scaled else [bench.jobs]:
                _generate(bench, partition, kind, jobs)


def opening(bench: Bench) -> None:
    """Measures a process that solves a board one move from the goal, and one without tables."""
    bench.say("opening")
    empty = bench.tables / "empty"
    empty.mkdir(exist_ok=True)
    solve = ["--format", "json", "--quiet", "--jobs", "1"]
    there = ["--dir", str(bench.tables), "-p", "7-8", *solve]
    aware, projected = (table_options(*kind) for kind in KINDS)
    cases = (
        ("start of a program", ["--version"]),
        ("open 7-8 aware bit", [*there, *aware, NEAR]),
        ("open 7-8 projected nibble", [*there, *projected, NEAR]),
        ("preload 7-8 aware bit", [*there, *aware, "--preload", NEAR]),
        ("preload 7-8 projected nibble", [*there, *projected, "--preload", NEAR]),
        ("no databases: 6-6-3 in memory", ["--dir", str(empty), *solve, NEAR]),
    )
    for name, arguments in cases:
        runs = [bench.launcher.run("pdbsolve", arguments) for _ in range(bench.repeats)]
        figures = process_figures(runs)
        bench.limits.setdefault("start of a program", figures["wall"])
        floors = {"wall / start of a program": ("wall", "start of a program", 1.0)}
        if name == "preload 7-8 projected nibble":
            made = bench.case("generate 7-8 projected nibble, all threads")
            gibi = made["counts"]["table_bytes"] / 2**30 if made else 1.0
            floors["CPU / zstd alone"] = ("cpu", "seconds to inflate 1 GiB by zstd", gibi)
        bench.add("opening", name, {}, {}, figures, floors)


def _verify(bench: Bench, proof: str, partition: str) -> None:
    def start() -> Run:
        arguments = ["table", proof, "--json", "--quiet", "--dir", str(bench.tables)]
        return bench.launcher.run("pdbverify", [*arguments, "--blank", "aware", partition])

    runs, counts = bench.repeat(
        start, lambda run: {"verdicts": [one["verdict"] for one in objects(run)]}
    )
    gibi = bench.table_bytes[partition] / 2**30
    bench.add(
        "verification",
        f"verify {proof} {partition} aware bit",
        {"partition": partition, "proof": proof},
        counts,
        process_figures(runs),
        {"CPU / one pass over the table": ("cpu", "seconds to stream 1 GiB, fresh", gibi)},
    )


def verification(bench: Bench) -> None:
    """Checksums of 7-8, and every entry: of 6-6-3, and of 7-8 in a full run."""
    bench.say("verification")
    _verify(bench, "--integrity", "7-8")
    _verify(bench, "--full", "6-6-3")
    if not bench.quick:
        _verify(bench, "--full", "7-8")
