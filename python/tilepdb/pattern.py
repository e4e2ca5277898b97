"""What tables are for: patterns of partitions, colourings, and kinds of tables."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple, Union

from . import _native
from .boards import Board, metric_of
from .errors import call, fill

_BLANKS = ("aware", "projected")
_ENCODINGS = ("bit", "nibble", "mod3", "goal")


@dataclass(frozen=True)
class Kind:
    """What a table stores. ``blank`` is ``aware`` or ``projected``, ``encoding`` is ``bit`` (aware
    only) or ``nibble``. In the metric ``multi``, tables of colourings are aware and ``mod3``; tables
    of goals are aware and ``goal`` in both metrics."""

    blank: str = "aware"
    encoding: str = "bit"
    metric: str = "single"

    @classmethod
    def default(cls, metric: str = "single") -> Kind:
        """Returns the kind with the fastest searches in a metric."""
        return cls._of(_native.lib.tilepdb_kind_default(metric_of(metric)))

    def _to_native(self) -> _native.Kind:
        if self.blank not in _BLANKS or self.encoding not in _ENCODINGS:
            raise ValueError(f"the kind must be {_BLANKS} with {_ENCODINGS}, not {self}")
        blank, encoding = _BLANKS.index(self.blank), _ENCODINGS.index(self.encoding)
        return _native.Kind(blank, encoding, metric_of(self.metric))

    @classmethod
    def _of(cls, native: _native.Kind) -> Kind:
        return cls(_BLANKS[native.blank], _ENCODINGS[native.encoding], _native.METRICS[native.metric])


@dataclass(frozen=True)
class Pattern:
    """A set of tiles of the goal whose blank is on ``goal_blank``."""

    width: int
    height: int
    goal_blank: int
    tiles: Tuple[int, ...]

    def _to_native(self) -> _native.Pattern:
        bits = 0
        for tile in self.tiles:
            if not 0 < tile < _native.TABLE_MAX_CELLS:
                raise ValueError(f"{tile} is not a tile")
            bits |= 1 << tile
        native = _native.Pattern()
        fill(native, width=self.width, height=self.height, goal_blank=self.goal_blank, tiles=bits)
        return native

    @classmethod
    def _of(cls, native: _native.Pattern) -> Pattern:
        tiles = tuple(t for t in range(_native.TABLE_MAX_CELLS) if native.tiles >> t & 1)
        return cls(native.width, native.height, native.goal_blank, tiles)

    def file_name(self, kind: Kind = Kind()) -> str:
        """Returns the file name of the table, such as ``4x4_blank15_tiles1-8_aware_bit.tpdb``."""
        return _file_name(self, kind)


@dataclass(frozen=True)
class Colouring:
    """Which tiles are alike: ``colours[t - 1]`` is the colour of tile t, for the goal with the
    blank on ``goal_blank``. Colours are renumbered from 0 in the order in which they appear, so
    that equal colourings compare equal. The colouring of a goal may have an open blank: then all
    boards are goals that exchange the blank with a tile of the colour ``open`` - 1, or with none;
    otherwise ``open`` is 0. Raises ValueError if a tile has no colour of 0 or more, or no table
    takes such a board."""

    width: int
    height: int
    goal_blank: int
    colours: Tuple[int, ...]
    open: int = 0

    def __post_init__(self) -> None:
        if len(self.colours) != self.width * self.height - 1 or any(c < 0 for c in self.colours):
            raise ValueError(
                f"a {self.width}x{self.height} board has {self.width * self.height - 1} tiles, each "
                f"with a colour from 0; these are not their colours: {self.colours}"
            )
        numbers: Dict[int, int] = {}
        colours = tuple(numbers.setdefault(colour, len(numbers)) for colour in self.colours)
        object.__setattr__(self, "colours", colours)
        if self.open and self.open - 1 not in numbers:
            raise ValueError(f"no tile has the open colour {self.open - 1}")
        object.__setattr__(self, "open", self.open and numbers[self.open - 1] + 1)
        if len(colours) >= _native.TABLE_MAX_CELLS or not str(self):
            raise ValueError(
                f"no table is for a {self.width}x{self.height} board with the blank on cell "
                f"{self.goal_blank}"
            )

    @classmethod
    def parse(
        cls, text: str, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
    ) -> Colouring:
        """Reads a catalogue name such as ``large``, or a drawing of the goal such as ``1122 3322
        5344 544.``. Raises InvalidArgument if the text is neither, or is for another board."""
        native = _native.Pattern()
        cell = width * height - 1 if goal_blank is None else goal_blank
        call("colouring_parse", text.encode(), width, height, cell, ctypes.byref(native))
        return cls._of(native)

    @classmethod
    def default(
        cls, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
    ) -> Colouring:
        """Returns the colouring with the most colours whose table is built in one or two seconds.
        Raises InvalidArgument if width + height exceeds 8."""
        native = _native.Pattern()
        cell = width * height - 1 if goal_blank is None else goal_blank
        call("colouring_default", width, height, cell, ctypes.byref(native))
        return cls._of(native)

    @classmethod
    def of_goal(cls, goal: Board) -> Colouring:
        """Returns the colouring of a goal, which may be open, for its table:
        ``Table.generate(Colouring.of_goal(goal), Kind("aware", "goal"))``. An ``Engine`` finds the
        table under ``file_name`` in its directory. Raises InvalidArgument for an invalid goal."""
        native = _native.Pattern()
        call("goal_pattern", ctypes.byref(goal._to_native()), ctypes.byref(native))
        return cls._of(native)

    def file_name(self, kind: Optional[Kind] = None) -> str:
        """Returns the file name of the table, such as ``4x4_blank15_multi_112233225344544.tpdb``.
        ``kind`` None means that of colour tables."""
        return _file_name(self, kind or Kind.default("multi"))

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(_native.COLOURING_TEXT)
        _native.lib.tilepdb_colouring_draw(ctypes.byref(self._to_native()), text)
        return text.value.decode()

    def _to_native(self) -> _native.Pattern:
        native = _native.Pattern()
        fill(native, width=self.width, height=self.height, goal_blank=self.goal_blank)
        if len(self.colours) < _native.TABLE_MAX_CELLS:
            native.tiles = (2 << len(self.colours)) - 2
        native.colours = max(self.colours, default=0) + 1
        for tile, colour in enumerate(self.colours, 1):
            native.colour[tile] = colour
        native.open = self.open
        return native

    @classmethod
    def _of(cls, native: _native.Pattern) -> Colouring:
        colours = tuple(native.colour[1 : native.width * native.height])
        return cls(native.width, native.height, native.goal_blank, colours, native.open)


def suggestion(width: int, height: int, goal_blank: int, entry_limit: int) -> str:
    """Returns the tiles of a partition whose tables have at most ``entry_limit`` entries, in the
    form that ``patterns`` reads."""
    native = _native.Partition()
    call("partition_suggest", width, height, goal_blank, entry_limit, ctypes.byref(native))
    sets = list(native.tiles)[: native.count]
    return "/".join(",".join(str(t) for t in range(32) if tiles >> t & 1) for tiles in sets)


def _file_name(pattern: Union[Pattern, Colouring], kind: Kind) -> str:
    text = ctypes.create_string_buffer(_native.FILE_NAME)
    native = pattern._to_native()
    _native.lib.tilepdb_table_file_name(ctypes.byref(native), kind._to_native(), text)
    return text.value.decode()


def patterns(
    partition: str, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
) -> List[Pattern]:
    """Returns the patterns of a partition: a catalogue name such as ``7-8``, or tiles such as
    ``1,2,3,4,5,6,7,8/9-15``. Raises InvalidArgument for an unknown name (the message suggests the
    nearest), or if some tile does not occur exactly once. Engines look for the files of boards of
    more than five columns under the names of the transposed board's patterns: ``patterns("7-8", 2,
    8)`` for 8x2."""
    native = _native.Partition()
    cell = width * height - 1 if goal_blank is None else goal_blank
    call("partition_parse", partition.encode(), width, height, cell, ctypes.byref(native))
    pattern = _native.lib.tilepdb_partition_pattern
    return [Pattern._of(pattern(ctypes.byref(native), i)) for i in range(native.count)]


def catalogue() -> List[Tuple[str, int, int, str]]:
    """Returns name, width, height and summary of each named partition."""
    entries = []
    for i in range(_native.lib.tilepdb_catalogue_count()):
        entry = _native.lib.tilepdb_catalogue_at(i).contents
        entries.append((entry.name.decode(), entry.width, entry.height, entry.summary.decode()))
    return entries


def colourings() -> List[Tuple[str, int, int, str, str]]:
    """Returns name, width, height, summary and drawing of each named colouring."""
    entries = []
    for i in range(_native.lib.tilepdb_colouring_count()):
        entry = _native.lib.tilepdb_colouring_at(i).contents
        texts = entry.summary.decode(), entry.drawing.decode()
        entries.append((entry.name.decode(), entry.width, entry.height, *texts))
    return entries
