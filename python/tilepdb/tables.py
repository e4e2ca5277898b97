"""Pattern databases: partitions, and the tables of their patterns."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Optional, Tuple, Union

from . import _native
from ._handles import Handle, Owner, ProgressFn, Watch
from .errors import Refuted, call, check_limits, fill

PathLike = Union[str, "os.PathLike[str]"]

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


@dataclass(frozen=True)
class Proof:
    """What the proof of a table found. ``first`` describes the first false entries."""

    entries: int
    reachable: int
    histogram: Tuple[int, ...]
    histogram_holds: bool
    false_entries: int
    first: Tuple[str, ...]
    memory_bytes: int
    seconds: float


def variant_of(name: str) -> int:
    """The library's number for an instruction set of ``build_info()["variants"]``, or ``best``.
    ValueError: this build has none of that name."""
    lib = _native.lib
    numbers = [0] + [lib.tilepdb_variant_at(i) for i in range(lib.tilepdb_variant_count())]
    known = {lib.tilepdb_variant_name(number).decode(): number for number in numbers}
    if name not in known:
        raise ValueError(f"the variant must be one of {tuple(known)}, not {name!r}")
    return known[name]


class Table(Owner):
    """An open table. Any number of threads may use it. It closes when nothing uses it any more; as
    a context manager it closes at the end, or when the last solver that uses it does."""

    def __init__(self, pointer: int) -> None:
        """Called by ``generate`` and ``open``."""
        self._handle = Handle(pointer, _native.lib.tilepdb_table_close, "table")

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
        options = _native.GenerateOptions()
        _native.lib.tilepdb_generate_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads, memory_limit=memory_limit)
        fill(options, threads=threads, memory_limit=memory_limit, variant=variant_of(variant))
        options.progress = watch.progress_fn
        native, native_kind = pattern._to_native(), kind._to_native()
        return cls._made(
            watch, "table_generate", ctypes.byref(native), native_kind, ctypes.byref(options)
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
        options = _native.OpenOptions()
        _native.lib.tilepdb_open_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads)
        fill(options, threads=threads, preload=preload)
        options.progress = watch.progress_fn
        return cls._made(watch, "table_open", os.fsencode(path), ctypes.byref(options))

    @classmethod
    def _made(cls, watch: Watch, function: str, *arguments: Any) -> Table:
        """The table that a call creates; after an interrupt nothing refers to it, and it closes."""
        tables: List[Table] = []

        def work() -> None:
            pointer = ctypes.c_void_p()
            call(function, *arguments, ctypes.byref(pointer))
            assert pointer.value is not None
            tables.append(cls(pointer.value))

        watch.run(work)
        return tables[0]

    def save(
        self,
        path: PathLike,
        *,
        level: int = -1,
        threads: int = 0,
        progress: Optional[ProgressFn] = None,
    ) -> None:
        """Writes the table: all of it or, on any failure, nothing. ``level`` is the zstd level, 1
        to 22; 0 stores, -1 chooses by the encoding."""
        options = _native.SaveOptions()
        _native.lib.tilepdb_save_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads)
        fill(options, level=level, threads=threads)
        options.progress = watch.progress_fn
        name = os.fsencode(path)

        def work() -> None:
            with self._handle.use() as table:
                call("table_save", table, name, ctypes.byref(options))

        watch.run(work)

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

    def check(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> int:
        """Integrity: checks the whole table against its checksums; returns the content hash.
        FileProblem: a frame was altered."""
        options, watch = _verify_options(threads, progress)
        content = ctypes.c_uint64()

        def work() -> None:
            with self._handle.use() as table:
                call("table_check", table, ctypes.byref(options), ctypes.byref(content))

        watch.run(work)
        return content.value

    def prove(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
        """Semantics: proves every entry by a method that shares no code with the generator.
        Refuted: some entries are false; ``proof`` has the first of them. FileProblem,
        OutOfMemory."""
        options, watch = _verify_options(threads, progress)
        native = _native.Proof()

        def work() -> None:
            with self._handle.use() as table:
                call("table_prove", table, ctypes.byref(options), ctypes.byref(native))

        try:
            watch.run(work)
        except Refuted as refuted:
            refuted.proof = _proof_of(native)
            raise
        return _proof_of(native)


def _verify_options(
    threads: int, progress: Optional[ProgressFn]
) -> Tuple[_native.VerifyOptions, Watch]:
    options = _native.VerifyOptions()
    _native.lib.tilepdb_verify_options_init(ctypes.byref(options))
    watch = Watch(progress)
    check_limits(threads=threads)
    fill(options, threads=threads)
    options.progress = watch.progress_fn
    return options, watch


def _proof_of(native: _native.Proof) -> Proof:
    return Proof(
        entries=native.entries,
        reachable=native.reachable,
        histogram=tuple(native.histogram[: native.levels]),
        histogram_holds=native.histogram_holds,
        false_entries=native.false_entries,
        first=tuple(e.text.decode() for e in native.first[: native.first_count]),
        memory_bytes=native.memory_bytes,
        seconds=native.seconds,
    )


def verify(path: PathLike, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
    """Checks a file against its checksums and proves every entry. FileProblem, Refuted."""
    with Table.open(path) as table:
        table.check(threads=threads, progress=progress)
        return table.prove(threads=threads, progress=progress)
