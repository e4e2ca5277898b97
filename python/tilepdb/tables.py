"""Pattern databases: partitions, and the tables of their patterns."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Tuple

from . import _native
from ._handles import ProgressFn, Watch
from ._stored import PathLike, Stored, generate_options
from .errors import call, fill

_BLANKS = ("aware", "projected")
_ENCODINGS = ("bit", "nibble")


@dataclass(frozen=True)
class Kind:
    """What a table stores: ``blank`` is ``aware`` or ``projected``, ``encoding`` is ``bit`` (aware
    only) or ``nibble``."""

    blank: str = "aware"
    encoding: str = "bit"

    def _to_native(self) -> _native.Kind:
        if self.blank not in _BLANKS or self.encoding not in _ENCODINGS:
            raise ValueError(f"the kind must be {_BLANKS} with {_ENCODINGS}, not {self}")
        return _native.Kind(_BLANKS.index(self.blank), _ENCODINGS.index(self.encoding))


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
        """The name of the table's file, such as ``4x4_blank15_tiles1-8_aware_bit.tpdb``."""
        text = ctypes.create_string_buffer(_native.FILE_NAME)
        native = self._to_native()
        _native.lib.tilepdb_table_file_name(ctypes.byref(native), kind._to_native(), text)
        return text.value.decode()


def patterns(
    partition: str, width: int = 4, height: int = 4, goal_blank: Optional[int] = None
) -> List[Pattern]:
    """The patterns of a partition: a name of the catalogue such as ``7-8``, or tiles such as
    ``1,2,3,4,5,6,7,8/9-15``. InvalidArgument: no such name (the message suggests the nearest), or
    the tiles do not all occur exactly once."""
    native = _native.Partition()
    cell = width * height - 1 if goal_blank is None else goal_blank
    call("partition_parse", partition.encode(), width, height, cell, ctypes.byref(native))
    pattern = _native.lib.tilepdb_partition_pattern
    return [Pattern._of(pattern(ctypes.byref(native), i)) for i in range(native.count)]


def catalogue() -> List[Tuple[str, int, int, str]]:
    """The named partitions: name, width, height, summary."""
    entries = []
    for i in range(_native.lib.tilepdb_catalogue_count()):
        entry = _native.lib.tilepdb_catalogue_at(i).contents
        entries.append((entry.name.decode(), entry.width, entry.height, entry.summary.decode()))
    return entries


def database_directory() -> Path:
    """Where the tools keep their files: ``$TILEPDB_DIR``, else ``$XDG_DATA_HOME/tilepdb``, else
    ``~/.local/share/tilepdb``."""
    named = os.environ.get("TILEPDB_DIR")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tilepdb"


@dataclass(frozen=True)
class TableInfo:
    """What a table holds. ``histogram[d]`` counts the entries at distance d."""

    pattern: Pattern
    kind: Kind
    entries: int
    reachable: int
    histogram: Tuple[int, ...]
    table_bytes: int
    file_bytes: int
    content_hash: int


class Table(Stored):
    """An open table. Any number of threads may use it. It closes when nothing uses it any more; as
    a context manager it closes at the end, or when the last solver that uses it does."""

    _calls = "table"
    _release = "table_close"

    @classmethod
    def generate(
        cls,
        pattern: Pattern,
        kind: Kind = Kind(),
        *,
        threads: int = 0,
        memory_limit: int = 0,
        progress: Optional[ProgressFn] = None,
        variant: str = "best",
    ) -> Table:
        """Generates a table in memory. ``threads`` 0: all; ``memory_limit`` in bytes, 0: as much as
        the machine has; ``variant`` as in ``Solver``. Cancelled: ``progress`` returned False.
        OutOfMemory, InvalidArgument."""
        watch = Watch(progress)
        options = generate_options(threads, memory_limit, variant, watch)
        native, native_kind = pattern._to_native(), kind._to_native()
        return cls._made(
            watch, "generate", ctypes.byref(native), native_kind, ctypes.byref(options)
        )

    @classmethod
    def open(
        cls,
        path: PathLike,
        *,
        preload: bool = False,
        threads: int = 0,
        progress: Optional[ProgressFn] = None,
    ) -> Table:
        """Opens a file that ``save`` or ``pdbgen`` wrote, in constant time; ``preload`` checks and
        inflates all of it. TableNotFound; FileProblem: it cannot be read or trusted."""
        return cls._opened(path, preload, threads, progress)

    def info(self) -> TableInfo:
        """What the table holds."""
        native = _native.TableInfo()
        with self._handle.use() as table:
            _native.lib.tilepdb_table_info_get(table, ctypes.byref(native))
        return TableInfo(
            pattern=Pattern._of(native.pattern),
            kind=Kind(_BLANKS[native.kind.blank], _ENCODINGS[native.kind.encoding]),
            entries=native.entries,
            reachable=native.reachable,
            histogram=tuple(native.histogram[: native.levels]),
            table_bytes=native.table_bytes,
            file_bytes=native.file_bytes,
            content_hash=native.content_hash,
        )
