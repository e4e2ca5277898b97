"""What tables of both metrics have in common: files, checks and proofs."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Optional, Tuple, Type, TypeVar, Union

from . import _native
from ._handles import Handle, Owner, ProgressFn, Watch
from .errors import Refuted, call, check_limits, fill

PathLike = Union[str, "os.PathLike[str]"]
Self = TypeVar("Self", bound="Stored")


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
    known: Dict[str, int] = {
        lib.tilepdb_variant_name(number).decode(): number for number in numbers
    }
    if name not in known:
        raise ValueError(f"the variant must be one of {tuple(known)}, not {name!r}")
    return known[name]


def generate_options(
    threads: int, memory_limit: int, variant: str, watch: Watch
) -> _native.GenerateOptions:
    """What generation is asked for."""
    options = _native.GenerateOptions()
    _native.lib.tilepdb_generate_options_init(ctypes.byref(options))
    check_limits(threads=threads, memory_limit=memory_limit)
    fill(options, threads=threads, memory_limit=memory_limit, variant=variant_of(variant))
    options.progress = watch.progress_fn
    return options


class Stored(Owner):
    """An open table. Any number of threads may use it. It closes when nothing uses it any more; as
    a context manager it closes at the end, or when the last solver that uses it does."""

    _calls: ClassVar[str]  # the library's functions for it begin like this
    _release: ClassVar[str]  # the one that releases it

    def __init__(self, pointer: int) -> None:
        """Called by ``generate`` and ``open``."""
        release = getattr(_native.lib, f"tilepdb_{self._release}")
        self._handle = Handle(pointer, release, "table")

    @classmethod
    def _opened(
        cls: Type[Self],
        path: PathLike,
        preload: bool,
        threads: int,
        progress: Optional[ProgressFn],
    ) -> Self:
        options = _native.OpenOptions()
        _native.lib.tilepdb_open_options_init(ctypes.byref(options))
        watch = Watch(progress)
        check_limits(threads=threads)
        fill(options, threads=threads, preload=preload)
        options.progress = watch.progress_fn
        return cls._made(watch, "open", os.fsencode(path), ctypes.byref(options))

    @classmethod
    def _made(cls: Type[Self], watch: Watch, function: str, *arguments: Any) -> Self:
        """The table that a call creates; after an interrupt nothing refers to it, and it closes."""
        tables: List[Self] = []

        def work() -> None:
            pointer = ctypes.c_void_p()
            call(f"{cls._calls}_{function}", *arguments, ctypes.byref(pointer))
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
        self._run(watch, "save", name, ctypes.byref(options))

    def check(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> int:
        """Integrity: checks the whole table against its checksums; returns the content hash.
        FileProblem: a frame was altered."""
        options, watch = _verify_options(threads, progress)
        content = ctypes.c_uint64()
        self._run(watch, "check", ctypes.byref(options), ctypes.byref(content))
        return content.value

    def prove(self, *, threads: int = 0, progress: Optional[ProgressFn] = None) -> Proof:
        """Semantics: proves every entry by a method that shares no code with the generator.
        Refuted: some entries are false; ``proof`` has the first of them. FileProblem,
        OutOfMemory."""
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
                call(f"{self._calls}_{function}", table, *arguments)

        watch.run(work)


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
