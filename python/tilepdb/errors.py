"""Statuses of the library as exceptions. Each carries the sentence that says what was wrong."""

from __future__ import annotations

import ctypes
import enum
from typing import TYPE_CHECKING, Optional

from . import _native

if TYPE_CHECKING:
    from .solver import Result
    from .tables import Proof


class Status(enum.IntEnum):
    """The library's answer to a call. The numbers are pinned."""

    OK = 0
    UNSOLVABLE = 1
    LIMIT = 2
    CANCELLED = 3
    ERROR_ARGUMENT = 4
    ERROR_PARSE = 5
    ERROR_MEMORY = 6
    ERROR_TOO_LARGE = 7
    ERROR_ENCODING = 8
    ERROR_IO = 9
    ERROR_NOT_FOUND = 10
    ERROR_FORMAT = 11
    ERROR_CHECKSUM = 12
    ERROR_VERSION = 13
    ERROR_INTERNAL = 14
    REFUTED = 15


class TilepdbError(Exception):
    """What the library could not do, in one sentence.

    ``status`` tells the kind; ``line`` and ``column`` count from 1 and are 0 where they mean
    nothing.
    """

    def __init__(self, message: str, status: Status, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.line = line
        self.column = column


class Unanswered(TilepdbError):
    """A search that ended without a solution; ``result`` holds what it proved."""

    result: Optional[Result] = None


class Unsolvable(Unanswered):
    """No sequence of moves leads from the board to the goal; the sentence gives the parity."""


class LimitReached(Unanswered):
    """A limit of length, nodes or time came before the answer."""


class Cancelled(Unanswered):
    """A callback asked to stop."""


class InvalidArgument(TilepdbError, ValueError):
    """An argument is out of range, contradicts another, or cannot be read."""


class OutOfMemory(TilepdbError, MemoryError):
    """The system gave no memory, or the work needs more than is allowed."""


class FileProblem(TilepdbError, OSError):
    """A file cannot be read, written or trusted."""

    __str__ = Exception.__str__


class TableNotFound(FileProblem, FileNotFoundError):
    """There is no such table file."""


class Refuted(TilepdbError):
    """What was to be proven is false; ``proof`` names the false entries."""

    proof: Optional[Proof] = None


_CLASSES = {
    Status.UNSOLVABLE: Unsolvable,
    Status.LIMIT: LimitReached,
    Status.CANCELLED: Cancelled,
    Status.ERROR_ARGUMENT: InvalidArgument,
    Status.ERROR_PARSE: InvalidArgument,
    Status.ERROR_ENCODING: InvalidArgument,
    Status.ERROR_MEMORY: OutOfMemory,
    Status.ERROR_TOO_LARGE: OutOfMemory,
    Status.ERROR_IO: FileProblem,
    Status.ERROR_NOT_FOUND: TableNotFound,
    Status.ERROR_FORMAT: FileProblem,
    Status.ERROR_CHECKSUM: FileProblem,
    Status.ERROR_VERSION: FileProblem,
    Status.REFUTED: Refuted,
}


def error_of(status: int, error: Optional[_native.Error] = None) -> TilepdbError:
    """The exception for a status; its sentence is the call's, or else the status's own."""
    known = Status(status)
    make = _CLASSES.get(known, TilepdbError)
    if error is None:
        return make(_native.lib.tilepdb_status_message(status).decode(), known)
    message = error.message.decode("utf-8", "replace")
    return make(message, known, error.line, error.column)


def call(name: str, *arguments: object) -> None:
    """Calls a function whose last parameter is an error; raises on any status but OK."""
    error = _native.Error()
    status = getattr(_native.lib, "tilepdb_" + name)(*arguments, ctypes.byref(error))
    if status != Status.OK:
        raise error_of(status, error)
