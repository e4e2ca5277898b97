"""The figures of README.md and docs/benchmarks/: written by one command, never by hand."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from .format import count, number, spread, table
from .measure import BenchError
from .report import origin

BEGIN, END = "<!-- benchmarks: begin -->", "<!-- benchmarks: end -->"

# Cases of the main table, and their names in README.
ROWS = (
    ("generate 7-8 aware bit, all threads", "generate 7-8, blank-aware bits"),
    ("generate 7-8 projected nibble, all threads", "generate 7-8, projected nibbles"),
    ("generate 6-6-3 aware bit, all threads", "generate 6-6-3"),
    ("open 7-8 aware bit", "start, open 7-8 and solve a near board"),
    ("1000 random boards, 7-8 aware, 1 thread", "solve 1000 random boards, one thread"),
    ("1000 random boards, 7-8 aware, all threads", "1000 random boards, all threads"),
    ("100 of Korf's boards, 7-8 aware, 1 thread", "Korf's 100 boards, one thread"),
    ("17 boards at distance 80, 7-8 aware, 1 thread", "the 17 boards that need 80 moves, one thread"),
    ("17 boards at distance 80, 7-8 aware, all threads", "the 17 boards that need 80 moves, all threads"),
    ("hard-by-search, 72 moves, 7-8 aware, all threads", "a board that is hard for the search, all threads"),
    ("hard-by-search, 70 moves, 7-8 aware, all threads", "the hardest known for it, all threads"),
    ("verify --full 7-8 aware bit", "prove every entry of 7-8"),
)


def main_table(results: dict[str, Any]) -> str:
    """The main table with its origin."""
    named = {case["name"]: case for case in results["cases"]}
    rows = []
    for name, words in ROWS:
        if name in named:
            case = named[name]
            rate = case["figures"].get("rate")
            rows.append(
                (
                    words,
                    spread(case["figures"]["wall"]),
                    number(case["figures"]["memory"]["median"], "B"),
                    count(case["counts"].get("generated")),
                    number(rate["median"], "1/s") if rate else "",
                )
            )
    text = table(("what", "wall: median (range)", "peak memory", "nodes", "nodes per second"), rows)
    text += f"\nAll figures are from one run of `bench/run --{results['mode']}`: {origin(results)}.\n"
    text += f"Wall time and memory are measured for the whole process, over {results['repeats']} repetitions.\n"
    text += "Nodes per second are medians. With one thread, only the time of the searches counts; with several threads, the time of the whole process.\n"
    return text + "".join(f"{sentence}\n" for sentence in results["caveats"])


def readme_block(results: dict[str, Any], drawn: list[str]) -> str:
    """Returns the text between the markers, including both markers."""
    block = f"{BEGIN}\n{main_table(results)}"
    if "nodes_by_partition" in drawn:
        block += "\n![Mean nodes by partition](docs/benchmarks/nodes_by_partition.svg)\n"
    return block + END


def readme_write(source: Path, output: Path, results: dict[str, Any], drawn: list[str]) -> None:
    """Copies report, results and plots to docs/benchmarks/, and updates the text between the markers."""
    place = source / "docs/benchmarks"
    place.mkdir(exist_ok=True)
    for old in place.glob("*.svg"):
        old.unlink()
    for name in ("results.json", "report.md", *(f"{plot}.svg" for plot in drawn)):
        shutil.copy(output / name, place / name)
    readme = source / "README.md"
    text = readme.read_text()
    block = readme_block(results, drawn)
    renewed, times = re.subn(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: block, text, flags=re.DOTALL)
    if times != 1:
        raise BenchError(f"README.md does not contain {BEGIN} and {END}")
    readme.write_text(renewed)
