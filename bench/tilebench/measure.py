"""Running a program and measuring it; medians with their spread."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Sequence

Figure = dict[str, Any]


class BenchError(Exception):
    """A sentence for the user: the benchmark cannot continue."""


@dataclass(frozen=True)
class Run:
    """One process: seconds, peak bytes of memory, and what it printed."""

    wall: float
    cpu: float
    memory: int
    output: str
    code: int


@dataclass(frozen=True)
class Launcher:
    """Starts programs of one build directory from `bench/launch`, which measures them."""

    build: Path

    def run(
        self, program: str, arguments: Sequence[str], stdin: str = "", codes: Iterable[int] = (0,)
    ) -> Run:
        """Run build/PROGRAM. Any exit code that is not among `codes` is a BenchError."""
        environment = {k: v for k, v in os.environ.items() if k not in ("TILEPDB_DIR",)}
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "report"
            command = [self.build / "bench/launch", report, self.build / program, *arguments]
            done = subprocess.run(
                [str(word) for word in command],
                input=stdin,
                capture_output=True,
                text=True,
                env=environment,
                check=False,
            )
            if done.returncode not in codes:
                words = " ".join(str(word) for word in command[2:])
                raise BenchError(f"exit code {done.returncode} of {words}\n{done.stderr}")
            wall, cpu, memory = report.read_text().split()
        return Run(float(wall), float(cpu), int(memory), done.stdout, done.returncode)


def figure(values: Sequence[float], unit: str, better: str = "less") -> Figure:
    """Median and spread of repeated measurements; `better` is "less" or "more"."""
    return {
        "median": statistics.median(values),
        "min": min(values),
        "max": max(values),
        "unit": unit,
        "better": better,
    }


def process_figures(runs: Sequence[Run]) -> dict[str, Figure]:
    """Returns the figures of every repeated process: wall and CPU seconds, and peak memory."""
    return {
        "wall": figure([run.wall for run in runs], "s"),
        "cpu": figure([run.cpu for run in runs], "s"),
        "memory": figure([run.memory for run in runs], "B"),
    }


def ratio(value: Figure, floor: Figure, times: float = 1.0) -> Figure:
    """Returns value / (times * floor): the value with its spread, relative to the floor's median."""
    base = floor["median"] * times
    return {
        "median": value["median"] / base,
        "min": value["min"] / base,
        "max": value["max"] / base,
        "unit": "",
        "better": value["better"],
    }
