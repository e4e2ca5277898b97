"""A simulation of one board's search by the ranks of a cluster (src/bound/share.c, deal.c, cut.c)."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from typing import Any, Sequence

Measured = dict[str, Any]

# The numbers of resume.c, bound_search.c, cut.c, deal.c and ida.c.
NODES_PER_SUBTREE, MOST_SUBTREES, SUBTREES_PER_UNIT = 1024, 1 << 19, 8
SUBTREES_OF_CUT, SUBTREES_PER_PART = 4096, 8
SHARED_NODES = 1 << 17
TURNS, ASKING_SHARE = 64, 20


@dataclass(frozen=True)
class Machine:
    """One thread a rank; what is not measured here is an assumption about a cluster."""

    nodes: float = 50e6  # a second, of one core: 44 to 62 million in docs/records.md
    widening: float = 20e6  # nodes a second, while the root is widened
    word: float = 3e-6  # for a change of a shared word, far from rank 0
    served: float = 1e-6  # of that, what rank 0's network card takes: no more at a time
    gather: float = 50e-6  # seconds a doubling of ranks, for each of a bound's ten gatherings
    lasts: float = 10.0  # RESUME_LASTS
    adapts: bool = True  # ranks ask less often where asking is slow


@dataclass
class Bound:
    seconds: float
    work: float  # of all ranks
    longest: float  # what one rank does alone: a unit, or a part


def _sizes(generator: random.Random, quantiles: Sequence[float], count: int, nodes: float) -> list[float]:
    drawn = [generator.choice(quantiles) for _ in range(count)]
    scale = nodes / sum(drawn)
    return [size * scale for size in drawn]


def _units(last: float, widened: float) -> int:
    subtrees = min(MOST_SUBTREES, last / NODES_PER_SUBTREE) * widened
    return max(1, int(subtrees / SUBTREES_PER_UNIT))


class Search:
    """Ranks that take units, as they are free; one that lasts is given up, and all take its parts."""

    def __init__(self, measured: Measured, ranks: int, machine: Machine = Machine(), seed: int = 1) -> None:
        self.of, self.ranks, self.machine = measured["search"], ranks, machine
        self.generator = random.Random(seed)
        self.asking = self._asking()

    def _asking(self) -> tuple[float, float]:
        """Seconds until a change of a word is done, and the share of a rank's time that looks take.
        Three words are looked at in 5 ms, or as seldom as makes it a twentieth."""
        machine, looks = self.machine, 3.0
        pause, took = 5e-3, looks * machine.word
        for _ in range(100):
            queue = self.ranks * looks * machine.served  # all of them, one after the other
            took = max(looks * machine.word, queue - pause if queue > pause else 0)
            wanted = max(5e-3, ASKING_SHARE * took) if machine.adapts else 5e-3
            if abs(wanted - pause) < 1e-6:
                break
            pause = wanted
        return took / looks, took / (pause + took)

    def bound(self, nodes: float, last: float) -> Bound:
        machine, ranks = self.machine, self.ranks
        if last < SHARED_NODES:
            return Bound(nodes / machine.nodes, nodes / machine.nodes, nodes / machine.nodes)
        count = _units(last, self.of["widened"])
        begin = 2 * count * SUBTREES_PER_UNIT / machine.widening
        begin += 10 * machine.gather * max(1, (ranks - 1).bit_length())
        word, looking = self.asking
        units = _sizes(self.generator, self.of["quantiles"], count, nodes)
        seconds = [size / machine.nodes / (1 - looking) for size in units]
        mean = sum(seconds) / count
        together = 1
        if machine.adapts:
            together = max(1, min(count // (TURNS * ranks) + 1, int(ASKING_SHARE * word / mean) + 1))
        end, longest = self._deal(seconds, together, word)
        return Bound(begin + end, nodes / machine.nodes, longest)

    def _deal(self, seconds: list[float], together: int, word: float) -> tuple[float, float]:
        """When all are done, and the longest job."""
        machine = self.machine
        free = [0.0] * self.ranks  # when each rank takes the next job: a heap
        parts: list[float] = []  # of units that were given up, with when that was
        ready: list[tuple[float, list[float]]] = []
        end = longest = 0.0
        at, counter = 0, 0.0
        while at < len(seconds) or ready or parts:
            now = heapq.heappop(free)
            while ready and ready[0][0] <= now:
                parts += heapq.heappop(ready)[1]
            if parts:
                job = parts.pop() + word
                longest = max(longest, job)
            elif at < len(seconds):
                counter = max(counter + machine.served, now)  # one after the other
                job = counter - now + word
                for unit in seconds[at : at + together]:
                    if unit > machine.lasts:
                        heapq.heappush(ready, (now + job + machine.lasts, self._cut(unit)))
                    job += min(unit, machine.lasts)
                    longest = max(longest, min(unit, machine.lasts))
                at += together
            else:
                heapq.heappush(free, ready[0][0])  # it waits until a unit is given up
                continue
            end = max(end, now + job)
            heapq.heappush(free, now + job)
        return end, longest

    def _cut(self, seconds: float) -> list[float]:
        count = int(SUBTREES_OF_CUT / SUBTREES_PER_PART * self.of["widened"])
        return _sizes(self.generator, self.of["quantiles"], count, seconds)

    def board(self, nodes: float, growth: float) -> Bound:
        """All bounds of a board with so many nodes in the last; each had so many times fewer before."""
        bounds = [nodes]
        while bounds[-1] > 1000:
            bounds.append(bounds[-1] / growth)
        sum_ = Bound(0.0, 0.0, 0.0)
        for here in reversed(bounds):
            one = self.bound(here, here / growth)
            sum_ = Bound(sum_.seconds + one.seconds, sum_.work + one.work, max(sum_.longest, one.longest))
        return sum_
