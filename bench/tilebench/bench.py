"""One run of the benchmarks: its directories, its repetitions, and the cases so far."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Sequence

from .measure import BenchError, Figure, Launcher, Run

Case = dict[str, Any]

# A requested ratio: a figure, a limit, and the factor by which the limit becomes its floor.
Floor = tuple[str, str, float]


@dataclass
class Bench:
    """State of one run. `cases` grows in the order of measurement."""

    source: Path
    launcher: Launcher
    tables: Path
    quick: bool
    jobs: int
    repeats: int
    cases: list[Case] = field(default_factory=list)
    series: dict[str, Any] = field(default_factory=dict)
    limits: dict[str, Figure] = field(default_factory=dict)
    table_bytes: dict[str, int] = field(default_factory=dict)

    def say(self, text: str) -> None:
        """Show progress."""
        print(text, file=sys.stderr, flush=True)

    def thread_counts(self) -> list[int]:
        """Returns 1, 2, 4, ... and the number of all threads, if that is 2 or more."""
        counts = [1]
        while counts[-1] * 2 < self.jobs:
            counts.append(counts[-1] * 2)
        return [*counts, self.jobs]

    def jobs_name(self, jobs: int) -> str:
        """Returns a case's words for its threads; "all threads" is the same on every machine."""
        if jobs == 1:
            return "1 thread"
        return "all threads" if jobs == self.jobs else f"{jobs} threads"

    def boards(self, quick: int, full: int) -> int:
        """The number of boards of a set that this run solves."""
        return quick if self.quick else full

    def add(
        self,
        group: str,
        name: str,
        what: dict[str, Any],
        counts: dict[str, Any],
        figures: dict[str, Figure],
        floors: dict[str, Floor] | None = None,
    ) -> Case:
        """Keep a case. Its ratios are computed when all floors have been measured."""
        case = {
            "name": name,
            "group": group,
            "what": what,
            "counts": counts,
            "figures": figures,
            "floors": floors or {},
            "ratios": {},
        }
        self.cases.append(case)
        self.say(f"  {name}: {figures['wall']['median']:.3f} s" if "wall" in figures else f"  {name}")
        return case

    def repeat(self, start: Callable[[], Run], digest: Callable[[Run], Any]) -> tuple[list[Run], Any]:
        """Repeat a process; what `digest` reads from its output must be the same each time."""
        runs = [start() for _ in range(self.repeats)]
        seen = [digest(run) for run in runs]
        if any(other != seen[0] for other in seen[1:]):
            raise BenchError(f"counts differ between repetitions: {seen}")
        return runs, seen[0]

    def case(self, name: str) -> Case | None:
        """Returns the case of that name, if it was measured."""
        return next((case for case in self.cases if case["name"] == name), None)


def table_options(blank: str, encoding: str) -> Sequence[str]:
    """Options that choose the kind of a table, for all tools."""
    return ("--blank", blank, "--encoding", encoding)
