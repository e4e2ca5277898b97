"""The multi-tile metric: a slide of a line of tiles is one move. Colourings, and their tables."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from . import _native
from ._handles import ProgressFn, Watch
from ._stored import PathLike, Proof, Stored, generate_options
from .errors import call, fill
from .tables import Table


@dataclass(frozen=True)
class Colouring:
    """Which tiles are alike: ``colours[t - 1]`` is the colour of tile t of the goal whose blank is
    on ``goal_blank``. Colours are renumbered as they appear, from 0, so that the same tiles alike
    are equal. ValueError: not a colour, 0 or more, for each tile, or no such board."""

    width: int
    height: int
    goal_blank: int
    colours: Tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.colours) != self.width * self.height - 1 or any(c < 0 for c in self.colours):
            raise ValueError(
                f"a {self.width}x{self.height} board has {self.width * self.height - 1} tiles, each "
                f"with a colour from 0; these are not their colours: {self.colours}"
            )
        numbers: Dict[int, int] = {}
        colours = tuple(numbers.setdefault(colour, len(numbers)) for colour in self.colours)
        object.__setattr__(self, "colours", colours)
        if len(colours) >= _native.TABLE_MAX_CELLS or not str(self):
            raise ValueError(
                f"no table is for a {self.width}x{self.height} board with the blank on cell "
                f"{self.goal_blank}"
            )

    @classmethod
    def parse(
        cls, text: str, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
    ) -> Colouring:
        """Reads a name of the catalogue such as ``large``, or a drawing of the goal such as
        ``1122 3322 5344 544.``. InvalidArgument: neither, or for another board."""
        native = _native.Colouring()
        cell = width * height - 1 if goal_blank is None else goal_blank
        call("colouring_parse", text.encode(), width, height, cell, ctypes.byref(native))
        return cls._of(native)

    @classmethod
    def default(
        cls, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
    ) -> Colouring:
        """The one whose table is built in a second or two. InvalidArgument: width and height are
        together more than 8."""
        native = _native.Colouring()
        cell = width * height - 1 if goal_blank is None else goal_blank
        call("colouring_default", width, height, cell, ctypes.byref(native))
        return cls._of(native)

    def file_name(self) -> str:
        """The name of the table's file, such as ``4x4_blank15_multi_112233225344544.tpdb``."""
        text = ctypes.create_string_buffer(_native.FILE_NAME)
        _native.lib.tilepdb_colours_file_name(ctypes.byref(self._to_native()), text)
        return text.value.decode()

    def __str__(self) -> str:
        text = ctypes.create_string_buffer(_native.COLOURING_TEXT)
        _native.lib.tilepdb_colouring_draw(ctypes.byref(self._to_native()), text)
        return text.value.decode()

    def _to_native(self) -> _native.Colouring:
        native = _native.Colouring()
        fill(native, width=self.width, height=self.height, goal_blank=self.goal_blank)
        native.colours = max(self.colours, default=0) + 1
        for tile, colour in enumerate(self.colours, 1):
            native.colour[tile] = colour
        return native

    @classmethod
    def _of(cls, native: _native.Colouring) -> Colouring:
        colours = tuple(native.colour[1 : native.width * native.height])
        return cls(native.width, native.height, native.goal_blank, colours)


def colourings() -> List[Tuple[str, int, int, str, str]]:
    """The named colourings: name, width, height, summary, drawing."""
    entries = []
    for i in range(_native.lib.tilepdb_colouring_count()):
        entry = _native.lib.tilepdb_colouring_at(i).contents
        texts = entry.summary.decode(), entry.drawing.decode()
        entries.append((entry.name.decode(), entry.width, entry.height, *texts))
    return entries


@dataclass(frozen=True)
class ColourTableInfo:
    """What a table holds, for a next slide along a row and along a column: how many entries, and
    ``histograms[...][d]`` of them with d slides after the next one."""

    colouring: Colouring
    entries: Tuple[int, int]
    histograms: Tuple[Tuple[int, ...], Tuple[int, ...]]
    table_bytes: int
    content_hash: int


class ColourTable(Stored):
    """An open table of the least slides of every arrangement of the colours. Any number of threads
    may use it. It closes when nothing uses it any more; as a context manager it closes at the end,
    or when the last solver that uses it does."""

    _calls = "colours"
    _release = "colours_free"

    @classmethod
    def generate(
        cls,
        colouring: Colouring,
        *,
        threads: int = 0,
        memory_limit: int = 0,
        progress: Optional[ProgressFn] = None,
    ) -> ColourTable:
        """Generates a table in memory. ``threads`` 0: all; ``memory_limit`` in bytes, 0: as much as
        the machine has. Cancelled: ``progress`` returned False. OutOfMemory, also for too many
        colours; InvalidArgument."""
        watch = Watch(progress)
        options = generate_options(threads, memory_limit, "best", watch)
        native = colouring._to_native()
        return cls._made(watch, "generate", ctypes.byref(native), ctypes.byref(options))

    @classmethod
    def open(
        cls, path: PathLike, *, threads: int = 0, progress: Optional[ProgressFn] = None
    ) -> ColourTable:
        """Opens a file that ``save`` or ``pdbgen`` wrote; all of it is read and checked.
        TableNotFound; FileProblem: it cannot be read or trusted; InvalidArgument: it is a table of
        a pattern."""
        return cls._opened(path, False, threads, progress)

    def info(self) -> ColourTableInfo:
        """What the table holds."""
        native = _native.ColoursInfo()
        with self._handle.use() as table:
            _native.lib.tilepdb_colours_info_get(table, ctypes.byref(native))
        rows, columns = (tuple(levels[: native.levels]) for levels in native.histogram)
        return ColourTableInfo(
            colouring=Colouring._of(native.colouring),
            entries=(native.entries[0], native.entries[1]),
            histograms=(rows, columns),
            table_bytes=native.table_bytes,
            content_hash=native.content_hash,
        )


def verify(path: PathLike, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
    """Checks a file, of either metric, against its checksums and proves every entry. FileProblem,
    Refuted."""
    info = _native.TableInfo()
    call("file_info", os.fsencode(path), ctypes.byref(info))
    multi = info.kind.metric == _native.METRICS.index("multi")
    table: Stored = ColourTable.open(path) if multi else Table.open(path)
    with table:
        table.check(threads=threads, progress=progress)
        return table.prove(threads=threads, progress=progress)
