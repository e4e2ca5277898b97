"""What ranks of a cluster need of each other: sampled from the graph of cohorts (docs/design.md)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Iterator, Sequence


@dataclass(frozen=True)
class Graph:
    """The masks of `tiles` tiles on a board, numbered as src/pattern/index.h numbers them."""

    width: int
    height: int
    tiles: int

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def masks(self) -> int:
        return comb(self.cells, self.tiles)

    def mask_of_rank(self, rank: int) -> int:
        """By the tiles on the upper half of the cells, then by these cells, then by the lower ones."""
        low = self.cells // 2
        high = self.cells - low
        for above in range(self.tiles + 1):
            lower = comb(low, self.tiles - above)
            size = comb(high, above) * lower
            if rank < size:
                return _subset(rank // lower, above) << low | _subset(rank % lower, self.tiles - above)
            rank -= size
        raise IndexError(rank)

    def rank_of_mask(self, mask: int) -> int:
        low = self.cells // 2
        upper, lower = mask >> low, mask & ((1 << low) - 1)
        above = upper.bit_count()
        before = sum(comb(self.cells - low, n) * comb(low, self.tiles - n) for n in range(above))
        return before + _place(upper) * comb(low, self.tiles - above) + _place(lower)

    def regions(self, mask: int) -> list[int]:
        """The connected sets of free cells."""
        free, found = ~mask & ((1 << self.cells) - 1), []
        while free:
            region, edge = 0, free & -free
            while edge:
                region |= edge
                edge = self._beside(edge) & free & ~region
            found.append(region)
            free &= ~region
        return found

    def entered(self, mask: int, region: int) -> Iterator[int]:
        """The masks that a tile beside the region leads to when it moves into it."""
        for cell in _bits(self._beside(region) & mask):
            for to in _bits(self._beside(1 << cell) & region):
                yield mask & ~(1 << cell) | 1 << to

    def _beside(self, cells: int) -> int:
        first, last = _columns(self.width, self.height)
        across = (cells & ~last) << 1 | (cells & ~first) >> 1
        return (across | cells << self.width | cells >> self.width) & ((1 << self.cells) - 1)


@lru_cache
def _columns(width: int, height: int) -> tuple[int, int]:
    """The cells of the first column and of the last."""
    first = sum(1 << (row * width) for row in range(height))
    return first, first << (width - 1)


def _bits(cells: int) -> Iterator[int]:
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


def _subset(place: int, size: int) -> int:
    """The place-th set of so many cells, as numbers in ascending order."""
    cells = 0
    for n in range(size, 0, -1):
        cell = n - 1
        while comb(cell + 1, n) <= place:
            cell += 1
        place -= comb(cell, n)
        cells |= 1 << cell
    return cells


@lru_cache(maxsize=1 << 16)
def _place(cells: int) -> int:
    return sum(comb(cell, n + 1) for n, cell in enumerate(_bits(cells)))


@dataclass(frozen=True)
class Sample:
    """Regions of random masks: how many a mask has, and what the ranks need of them."""

    graph: Graph
    regions: float
    neighbours: tuple[tuple[int, tuple[int, ...]], ...]  # of each region: the mask's rank, and theirs

    @property
    def cohorts(self) -> float:
        return self.regions * self.graph.masks

    def owner(self, mask: int, ranks: int) -> int:
        return mask * ranks // self.graph.masks

    def crossing(self, ranks: int) -> float:
        """Sets that leave their rank in two levels, one of each parity, as a share of all cohorts."""
        sent = 0
        for mask, others in self.neighbours:
            owners = {self.owner(other, ranks) for other in others}
            sent += len(owners - {self.owner(mask, ranks)})
        return sent / len(self.neighbours)

    def partners(self, ranks: int) -> float:
        """How many other ranks one needs sets of: at most as many as there are, by what one sees."""
        seen: dict[int, set[int]] = {}
        for mask, others in self.neighbours:
            own = self.owner(mask, ranks)
            seen.setdefault(own, set()).update(self.owner(other, ranks) for other in others)
        return sum(len(owners - {own}) for own, owners in seen.items()) / len(seen)


def sample(graph: Graph, count: int, seed: int = 1) -> Sample:
    """Of `count` masks; of all, in order, if there are no more."""
    picked: Sequence[int] = range(graph.masks)
    if graph.masks > count:
        picked = random.Random(seed).sample(picked, count)
    neighbours = []
    for rank in picked:
        mask = graph.mask_of_rank(rank)
        for region in graph.regions(mask):
            others = {graph.rank_of_mask(other) for other in graph.entered(mask, region)}
            neighbours.append((rank, tuple(sorted(others))))
    return Sample(graph, len(neighbours) / len(picked), tuple(neighbours))
