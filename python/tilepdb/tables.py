"""Pattern databases: tables of patterns and colourings, generated, in files, checked and proven."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _native
from ._handles import Handle, Owner, ProgressFn, Watch
from .errors import Refuted, call, check_limits, fill
from .pattern import Colouring, Kind, Pattern

PathLike = Union[str, "os.PathLike[str]"]


def database_directory() -> Path:
    """Returns the directory of the tools: ``$TILEPDB_DIR``, else ``$XDG_DATA_HOME/tilepdb``, else
    ``~/.local/share/tilepdb``."""
    named = os.environ.get("TILEPDB_DIR")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "tilepdb"


@dataclass(frozen=True)
class Proof:
    """The result of a proof of a table. ``first`` describes the first false entries."""

    entries: int
    reachable: int
    histogram: Tuple[int, ...]
    histogram_holds: bool
    false_entries: int
    first: Tuple[str, ...]
    memory_bytes: int
    seconds: float


def variant_of(name: str) -> int:
    """Returns the library's number of an instruction set in ``build_info()["variants"]``, or of
    ``best``. Raises ValueError if this build lacks it."""
    lib = _native.lib
    numbers = [0] + [lib.tilepdb_variant_at(i) for i in range(lib.tilepdb_variant_count())]
    known: Dict[str, int] = {
        lib.tilepdb_variant_name(number).decode(): number for number in numbers
    }
    if name not in known:
        raise ValueError(f"the variant must be one of {tuple(known)}, not {name!r}")
    return known[name]


def _generate_options(
    threads: int, memory_limit: int, variant: str, watch: Watch
) -> _native.GenerateOptions:
    """Returns checked options of a generation."""
    options = _native.GenerateOptions()
    _native.lib.tilepdb_generate_options_init(ctypes.byref(options))
    check_limits(threads=threads, memory_limit=memory_limit)
    fill(options, threads=threads, memory_limit=memory_limit, variant=variant_of(variant))
    options.progress = watch.progress_fn
    return options


@dataclass(frozen=True)
class TableInfo:
    """The contents of a table. ``histogram[d]`` counts the entries at distance d. In a colour table
    d is the number of slides after the next one, ``pattern`` has all tiles, and ``axis_entries``
    and ``axis_histograms`` are for next slides along rows, then along columns."""

    pattern: Pattern
    kind: Kind
    entries: int
    reachable: int
    histogram: Tuple[int, ...]
    table_bytes: int
    file_bytes: int
    content_hash: int
    colouring: Optional[Colouring] = None  # for colour tables and tables of goals
    axis_entries: Optional[Tuple[int, int]] = None  # the last two are for colour tables
    axis_histograms: Optional[Tuple[Tuple[int, ...], Tuple[int, ...]]] = None


class Table(Owner):
    """An open table of a pattern or colouring. Any number of threads may use it. As a context
    manager it closes at the end, or with the last solver that uses it; otherwise when it is garbage
    collected."""

    def __init__(self, pointer: int) -> None:
        """Called by ``generate`` and ``open``."""
        self._handle = Handle(pointer, _native.lib.tilepdb_table_close, "table")

    @classmethod
    def generate(
        cls,
        pattern: Union[Pattern, Colouring],
        kind: Optional[Kind] = None,
        *,
        threads: int = 0,
        memory_limit: int = 0,
        progress: Optional[ProgressFn] = None,
        variant: str = "best",
    ) -> Table:
        """Generates a table in memory. ``kind`` None means aware bits, or the one kind of
        colourings. ``threads`` 0 means all; ``memory_limit`` is in bytes, 0: all that the machine
        has; ``variant`` is as in ``Solver``. Raises Cancelled if ``progress`` returned False;
        OutOfMemory, also for too many colours; InvalidArgument."""
        watch = Watch(progress)
        options = _generate_options(threads, memory_limit, variant, watch)
        if kind is None:
            kind = Kind.default("multi" if isinstance(pattern, Colouring) else "single")
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
        """Opens a file of ``save`` or ``pdbgen`` in constant time. ``preload`` checks and inflates
        it immediately, as for colour tables always. Raises TableNotFound, or FileProblem if the
        file cannot be read or trusted."""
        options = _native.OpenOptions()
        _native.lib.tilepdb_open_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads)
        fill(options, threads=threads, preload=preload)
        options.progress = watch.progress_fn
        return cls._made(watch, "open", os.fsencode(path), ctypes.byref(options))

    @classmethod
    def _made(cls, watch: Watch, function: str, *arguments: Any) -> Table:
        """Returns the table that a call creates. After an interrupt nothing refers to it, so it is
        closed."""
        tables: List[Table] = []

        def work() -> None:
            pointer = ctypes.c_void_p()
            call(f"table_{function}", *arguments, ctypes.byref(pointer))
            assert pointer.value is not None
            tables.append(cls(pointer.value))

        watch.run(work)
        return tables[0]

    def info(self) -> TableInfo:
        """Returns the contents of the table."""
        native = _native.TableInfo()
        with self._handle.use() as table:
            _native.lib.tilepdb_table_info_get(table, ctypes.byref(native))
        info = TableInfo(
            pattern=Pattern._of(native.pattern),
            kind=Kind._of(native.kind),
            entries=native.entries,
            reachable=native.reachable,
            histogram=tuple(native.histogram[: native.levels]),
            table_bytes=native.table_bytes,
            file_bytes=native.file_bytes,
            content_hash=native.content_hash,
        )
        if not native.pattern.colours:
            return info
        if info.kind.encoding == "goal":
            return replace(info, colouring=Colouring._of(native.pattern))
        rows, columns = (tuple(levels[: native.levels]) for levels in native.axis_histogram)
        return replace(
            info,
            colouring=Colouring._of(native.pattern),
            axis_entries=(native.axis_entries[0], native.axis_entries[1]),
            axis_histograms=(rows, columns),
        )

    def save(
        self,
        path: PathLike,
        *,
        level: int = -1,
        threads: int = 0,
        progress: Optional[ProgressFn] = None,
    ) -> None:
        """Writes the whole table, or nothing on failure. ``level`` is the zstd level, 1 to 22; 0
        stores, -1 chooses by the encoding."""
        options = _native.SaveOptions()
        _native.lib.tilepdb_save_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads)
        fill(options, level=level, threads=threads)
        options.progress = watch.progress_fn
        name = os.fsencode(path)
        self._run(watch, "save", name, ctypes.byref(options))

    def check(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> int:
        """Checks the integrity of the whole table by its checksums; returns the content hash.
        Raises FileProblem if a frame was altered."""
        options, watch = _verify_options(threads, progress)
        content = ctypes.c_uint64()
        self._run(watch, "check", ctypes.byref(options), ctypes.byref(content))
        return content.value

    def prove(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
        """Proves every entry by a method that shares no code with the generator. Raises Refuted if
        entries are false, with the first of them in ``proof``; FileProblem; OutOfMemory."""
        options, watch = _verify_options(threads, progress)
        native = _native.Proof()
        try:
            self._run(watch, "prove", ctypes.byref(options), ctypes.byref(native))
        except Refuted as refuted:
            refuted.proof = _proof_of(native)
            raise
        return _proof_of(native)

    def _run(self, watch: Watch, function: str, *arguments: Any) -> None:
        def work() -> None:
            with self._handle.use() as table:
                call(f"table_{function}", table, *arguments)

        watch.run(work)


def verify(path: PathLike, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
    """Checks a file of either metric against its checksums and proves every entry. Raises
    FileProblem or Refuted."""
    with Table.open(path) as table:
        table.check(threads=threads, progress=progress)
        return table.prove(threads=threads, progress=progress)


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
