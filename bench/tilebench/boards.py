"""The boards of the benchmarks: from tests/data, and seeded random boards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .measure import Launcher

SEED = 1


@dataclass(frozen=True)
class Boards:
    """Boards towards one goal; `nodes` are published counts of plain Manhattan IDA*, if known."""

    kind: str
    goal: str
    lines: tuple[str, ...]
    nodes: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Number and kind: "17 boards at distance 80"; the name of a single board is its kind."""
        return self.kind if len(self.lines) == 1 else f"{len(self.lines)} {self.kind}"

    def first(self, count: int) -> "Boards":
        """The first `count` boards."""
        return Boards(self.kind, self.goal, self.lines[:count], self.nodes[:count])


def rows_read(path: Path) -> list[list[str]]:
    lines = path.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def random_boards(launcher: Launcher, count: int) -> Boards:
    """Uniform random boards, the same on every machine; a larger set starts with the smaller ones."""
    run = launcher.run("pdbsolve", ["--scramble", str(count), "--seed", str(SEED)])
    return Boards("random boards", "blank-last", tuple(run.output.splitlines()))


def korf(data: Path) -> Boards:
    """Korf's hundred of 1985, in order of the nodes that Manhattan IDA* took, fewest first."""
    rows = sorted(rows_read(data / "korf100.txt"), key=lambda row: int(row[19]))
    boards = tuple(" ".join(row[1:17]) for row in rows)
    return Boards("of Korf's boards", "blank-first", boards, tuple(int(row[19]) for row in rows))


@dataclass(frozen=True)
class Published24:
    """One of Korf and Felner's 50 boards of 5x5; `nodes` are those that they generated in 2002."""

    number: int
    line: str
    length: int
    nodes: int


def korf24(data: Path) -> list[Published24]:
    """Korf and Felner's fifty of 2002, towards blank-first."""
    rows = rows_read(data / "korf24.txt")
    return [Published24(int(row[0]), " ".join(row[1:26]), int(row[26]), int(row[27])) for row in rows]


@dataclass(frozen=True)
class Published24Cost:
    """A 5x5 board with its optimal length, and the time that an optimal solver took."""

    line: str
    length: int
    nodes: int
    seconds: float


def dca24(data: Path) -> list[Published24Cost]:
    """The boards of DeepCubeA's test data, towards blank-last, easiest first."""
    lines = (data / "dca24.txt").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Published24Cost(row[0], int(row[1]), int(row[3]), float(row[4])) for row in rows]


def antipodes(data: Path) -> Boards:
    """The boards at distance 80."""
    rows = rows_read(data / "antipodes80.txt")
    return Boards("boards at distance 80", "blank-last", tuple(" ".join(row) for row in rows))


def hard(data: Path, length: int) -> Boards:
    """The hard-by-search board of that length."""
    rows = [row for row in rows_read(data / "hard_by_search.txt") if int(row[0]) == length]
    boards = tuple(" ".join(row[2:]) for row in rows)
    return Boards(f"hard-by-search, {length} moves", "blank-last", boards)


def exact_depths(data: Path) -> list[int]:
    """Returns the numbers of boards at distance 0, 1, 2, ..."""
    return [int(row[1]) for row in rows_read(data / "depth_4x4.txt")]
