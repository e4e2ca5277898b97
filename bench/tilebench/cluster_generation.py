"""A model of generation on the ranks of a cluster: seconds, bytes and memory (src/cluster)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import erf, factorial, log2, sqrt
from typing import Any, Sequence

from .cluster_graph import Sample

Measured = dict[str, Any]

MIB = float(1 << 20)

# How many sets arrive twice, since a rank goes through its masks in stretches.
TWICE = 1.45

# A stretch has so many bytes of own sets (src/cluster/halo.c).
STRETCH = 4 << 20


@dataclass(frozen=True)
class Cluster:
    """What is assumed, not measured: nodes of 64 cores, eight ranks each, and 100 Gbit/s a node."""

    cores: int = 8  # of a rank
    ranks_of_node: int = 8
    bandwidth: float = 12.5e9  # of a node, in each direction
    latency: float = 2e-6  # of a message
    pause: float = 2e-5  # between two looks of a rank that waits (src/cluster/ranks.c)
    disk: float = 10e9  # of the file system that all nodes write to
    mpi_bytes: float = 16 * MIB  # of MPI itself in a rank: measured with few ranks


@dataclass(frozen=True)
class Generation:
    """One table on so many ranks."""

    ranks: int
    search: float  # seconds
    write: float
    level_bytes: float  # that leave all ranks in the largest level
    message: float  # bytes of a message in that level
    memory: float  # of a rank
    replicated: float  # of that, what every rank has whatever their number
    idle: float  # share of the search in which cores wait


def set_bytes(tiles: int) -> int:
    """One bit an arrangement, 24 in a word (src/table/lanes.h)."""
    return max(1, factorial(tiles) // 24) * 4


def fresh_shares(measured: Measured, cohorts_measured: float, found: Sequence[float], cohorts: float) -> list[float]:
    """Which share of the cohorts is fresh in each level: as with seven tiles, by what a cohort gains."""
    of = measured["generation"]
    points = []
    for level in range(1, len(of["found"])):
        gained = sum(of["found"][max(0, level - 2) : level]) / cohorts_measured
        points.append((gained, of["fresh"][level] / cohorts_measured))
    points = sorted(points)
    gains = [gain for gain, _ in points]
    shares = []
    for level in range(1, len(found)):
        gained = sum(found[max(0, level - 2) : level]) / cohorts
        place = bisect_left(gains, gained)
        if place == 0:
            shares.append(min(points[0][1], gained))
            continue
        (low, a), (high, b) = points[place - 1], points[min(place, len(points) - 1)]
        part = (gained - low) / (high - low) if high > low else 0
        shares.append(min(1.0, a + part * (b - a)))
    return shares


def histogram_guessed(tiles: int, entries: float, known: Sequence[Sequence[float]]) -> list[float]:
    """Entries at each distance, by a normal curve whose mean and spread go on as in smaller tables."""
    moments = []
    for found in known:
        total = sum(found)
        mean = sum(d * n for d, n in enumerate(found)) / total
        moments.append((mean, sqrt(sum((d - mean) ** 2 * n for d, n in enumerate(found)) / total), len(found)))
    (mean_a, spread_a, last_a), (mean, spread, last) = moments
    steps = tiles - 8
    mean += steps * (mean - mean_a)
    spread += steps * (spread - spread_a)
    levels = last + steps * (last - last_a)
    edges = [0.5 * (1 + erf((d - 0.5 - mean) / (spread * sqrt(2)))) for d in range(levels + 1)]
    return [entries * (b - a) for a, b in zip(edges, edges[1:])]


class Model:
    """The tables of one pattern; `sample` is of its graph, and `base` of that of seven tiles."""

    def __init__(self, measured: Measured, base: Sample, sample: Sample, found: Sequence[float]) -> None:
        self.measured, self.sample = measured, sample
        self.set = set_bytes(sample.graph.tiles)
        self.shares = fresh_shares(measured, base.cohorts, found, sample.cohorts)
        of = measured["generation"]
        pulled = sum(of["fresh"]) * set_bytes(of["tiles"])
        self.pull = of["search_cpu_seconds"] / pulled  # seconds for a byte of a fresh set
        rest = of["whole_cpu_seconds"] - of["search_cpu_seconds"]
        self.encode = rest / of["entries"]  # seconds for an entry
        self.look = of["level_seconds_without_work"] / base.cohorts  # for a cohort, on every rank
        self.entries = sample.cohorts * factorial(sample.graph.tiles)

    def cpu_seconds(self) -> float:
        """By one process on one core."""
        return sum(self.shares) * self.sample.cohorts * self.set * self.pull + self.entries * self.encode

    def exchanged(self, ranks: int) -> float:
        """Bytes that leave all ranks during the search."""
        return sum(self.shares) * self._crossing(ranks)

    def _crossing(self, ranks: int) -> float:
        """Bytes of a level in which all are fresh."""
        return self.sample.crossing(ranks) / 2 * self.sample.cohorts * self.set * TWICE

    def _levels(self, ranks: int, cluster: Cluster) -> tuple[float, float]:
        """Seconds of all levels, and of these while cores work."""
        cohorts, partners = self.sample.cohorts, min(ranks - 1, self.sample.partners(ranks))
        stretches = cohorts * self.set / ranks // STRETCH + 1
        node = cluster.bandwidth / cluster.ranks_of_node
        crossing = self._crossing(ranks) / ranks / node
        fixed = self.look * cohorts + cohorts / node  # each rank hears what is fresh, of all
        fixed += stretches * (partners * cluster.latency + 2 * ranks * 5e-9 + cluster.pause)
        fixed += 3 * (log2(ranks) * cluster.latency + cluster.pause)
        seconds = worked = 0.0
        for share in self.shares:
            work = share * cohorts * self.set * self.pull / ranks / cluster.cores
            seconds += max(work, share * crossing) + fixed
            worked += work
        return seconds, worked

    def run(self, ranks: int, cluster: Cluster = Cluster()) -> Generation:
        search, worked = self._levels(ranks, cluster)
        table = self.entries / 8
        write = self.entries * self.encode / ranks / cluster.cores
        write += table / ranks / (cluster.bandwidth / cluster.ranks_of_node)
        write += table / min(cluster.disk, cluster.bandwidth * max(1, ranks / cluster.ranks_of_node))
        largest = max(self.shares) * self._crossing(ranks)
        stretches = self.sample.cohorts * self.set / ranks // STRETCH + 1
        messages = ranks * stretches * min(ranks - 1, self.sample.partners(ranks))
        replicated = self.replicated()
        return Generation(
            ranks,
            search,
            write,
            largest,
            largest / messages if messages else 0,
            self.memory(ranks) + cluster.mpi_bytes,
            replicated + cluster.mpi_bytes,
            1 - worked / search,
        )

    def replicated(self) -> float:
        """The index, lists of cohorts and of masks: what store_ranks_need, worklist_need and others add up."""
        return 24.0 * self.sample.graph.masks + 22.0 * self.sample.cohorts

    def memory(self, ranks: int) -> float:
        """Two bits an arrangement, the halo (halo_need), and what is replicated."""
        own = self.sample.cohorts * self.set / ranks
        edges = 4 * self.sample.cohorts * self.sample.graph.tiles / 2 / ranks
        quarters = 2 + 3 * (ranks - 1).bit_length()
        room = min(own, STRETCH) * quarters / 4
        lists = self.sample.cohorts / ranks * 8 * quarters / 4
        return 2 * own + edges + 3 * room + lists + self.replicated()
