"""Handles of the library, and callbacks into Python."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional, TypeVar

from . import _native

Self = TypeVar("Self", bound="Owner")


class Handle:
    """A pointer that is released once, after its last use."""

    def __init__(self, pointer: int, release: Callable[[int], None], name: str) -> None:
        self._pointer = pointer
        self._release = release
        self._name = name
        self._lock = threading.Lock()
        self._uses = 0
        self._closed = False

    def take(self) -> int:
        """Returns the pointer, which is valid until ``give``. Raises ValueError if the handle is
        closed."""
        with self._lock:
            if self._closed:
                raise ValueError(f"the {self._name} is closed")
            self._uses += 1
            return self._pointer

    def give(self) -> None:
        with self._lock:
            self._uses -= 1
            last = self._closed and self._uses == 0
        if last:
            self._release(self._pointer)

    @contextmanager
    def use(self) -> Iterator[int]:
        pointer = self.take()
        try:
            yield pointer
        finally:
            self.give()

    def close(self) -> None:
        """Prevents new uses of the pointer; the last current use releases it."""
        with self._lock:
            last = not self._closed and self._uses == 0
            self._closed = True
        if last:
            self._release(self._pointer)


class Owner:
    """An object that owns a handle, and releases it by ``close``, at the end of ``with``, or when
    it is garbage collected."""

    _handle: Handle

    def close(self) -> None:
        """Releases the handle as soon as nothing uses it. May be called twice."""
        self._handle.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self.close()


@dataclass(frozen=True)
class Progress:
    """How far a call has come; src/tilepdb.h explains the numbers of each stage."""

    stage: int
    level: int
    fresh: int
    done: int
    total: int
    memory: int
    seconds: float


ProgressFn = Callable[[Progress], Optional[bool]]


class Watch:
    """The callbacks of one call, and a way to interrupt it.

    If a callback raises, the work is cancelled, and ``run`` raises the exception again. Only the
    main thread receives a keyboard interrupt, which must not pass through C code. So the main
    thread waits while another thread does the work. Any thread may call ``cancel``."""

    def __init__(self, progress: Optional[ProgressFn] = None) -> None:
        self._raised: Optional[BaseException] = None
        self._cancelled = False
        self._progress = progress
        self.progress_fn = _native.progress_fn(self._on_progress)

    def cancel(self) -> None:
        self._cancelled = True

    def has_raised(self) -> bool:
        """Returns True if a callback or the keyboard raised an exception."""
        return self._raised is not None

    def goes_on(self) -> bool:
        """Returns False if the work should stop."""
        return not self._cancelled and self._raised is None

    def guard(self, function: Callable[..., Optional[bool]], *arguments: Any) -> bool:
        """Calls the function. Returns False if it returns False or raises."""
        try:
            return function(*arguments) is not False
        except BaseException as problem:
            self._raised = problem
            return False

    def report(self, progress: Progress) -> bool:
        """Passes a report to the callback. Returns False if the work should stop."""
        if self._progress is None or not self.goes_on():
            return self.goes_on()
        return self.guard(self._progress, progress)

    def run(self, work: Callable[[], None]) -> None:
        """Does the work. Raises the exception of a callback or the keyboard, else that of the work.
        """
        outcome: list[BaseException] = []
        done = threading.Event()

        def beside() -> None:
            try:
                work()
            except BaseException as problem:
                outcome.append(problem)
            finally:
                done.set()

        if threading.current_thread() is threading.main_thread():
            threading.Thread(target=beside, daemon=True).start()
            while not done.is_set():
                try:
                    done.wait()
                except BaseException as problem:
                    self._raised = problem
        else:
            beside()
        if self._raised is not None:
            raise self._raised
        if outcome:
            raise outcome[0]

    def _on_progress(self, progress: Any, user: Any) -> bool:
        if self._progress is None:
            return self.goes_on()
        report = progress.contents
        fields = (getattr(report, name) for name, _ in _native.Progress._fields_)
        return self.report(Progress(*fields))
