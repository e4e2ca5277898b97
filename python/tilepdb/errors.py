"""Statuses of the library as exceptions, each with a sentence that says what was wrong."""

from __future__ import annotations

import ctypes
import enum
import math
import operator
from typing import Any, Optional, Tuple

from . import _native


class Status(enum.IntEnum):
    """The status of a call. The numbers never change."""

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
    """An error of the library, as one sentence.

    ``status`` is the kind of error; ``line`` and ``column`` count from 1, and are 0 if they do not
    apply. ``code`` names the sentence ("other" if it has no code), and ``numbers`` and ``text`` are
    its data (``tilepdb_message`` in tilepdb.h), for programs that word it in their own way."""

    code: str = "other"
    numbers: Tuple[int, ...] = (0, 0, 0, 0)
    text: str = ""

    def __init__(self, message: str, status: Status, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.line = line
        self.column = column

    def __reduce__(self) -> Any:
        """Lets exceptions pass between processes."""
        made = (Exception.__str__(self), self.status, self.line, self.column)
        return (type(self), made, self.__dict__)


class Unanswered(TilepdbError):
    """A search ended without a solution; ``result`` has what it proved."""

    result: Any = None  # a Result, which is defined in a higher module


class Unsolvable(Unanswered):
    """No moves lead from the board to the goal; the sentence gives the parity."""


class LimitReached(Unanswered):
    """A limit on length, nodes or time was reached first."""


class Cancelled(Unanswered):
    """A callback stopped the call."""


class InvalidArgument(TilepdbError, ValueError):
    """An argument is out of range, contradicts another, or cannot be read."""


class OutOfMemory(TilepdbError, MemoryError):
    """Memory could not be allocated, or the call needs more than is allowed."""


class FileProblem(TilepdbError, OSError):
    """A file cannot be read, written or trusted; ``errno`` is the system's reason, if it has one."""

    __str__ = Exception.__str__


class TableNotFound(FileProblem, FileNotFoundError):
    """The table file is missing."""


class Refuted(TilepdbError):
    """A table has false entries; ``proof`` lists them."""

    proof: Any = None  # a Proof


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


# Codes whose first number is an errno.
_FILE_CODES = ("file open", "file read", "file write")


def error_of(status: int, error: Optional[_native.Error] = None) -> TilepdbError:
    """Returns the exception for a status, with the sentence of ``error``, or else of the status."""
    known = Status(status)
    make = _CLASSES.get(known, TilepdbError)
    if error is None:
        return make(_native.lib.tilepdb_status_message(status).decode(), known)
    message = error.message.decode("utf-8", "replace")
    made = make(message, known, error.line, error.column)
    made.code = _native.lib.tilepdb_message_name(error.code).decode()
    made.numbers = tuple(error.number)
    made.text = error.text.decode("utf-8", "replace")
    if isinstance(made, FileProblem) and made.code in _FILE_CODES and made.numbers[0]:
        made.errno = made.numbers[0]
    return made


def _number(what: str, kind: Any, value: Any) -> Any:
    """Returns the number for C. Raises TypeError if it is not a number, InvalidArgument if it does
    not fit."""
    try:
        number = kind(value).value if kind is ctypes.c_double else operator.index(value)
    except OverflowError:
        number = None
    except TypeError:
        wanted = "a number" if kind is ctypes.c_double else "an integer"
        raise TypeError(f"{what} must be {wanted}, not {value!r}") from None
    if number is None or (kind is not ctypes.c_double and kind(number).value != number):
        raise InvalidArgument(f"{what} is {value}, which is out of range", Status.ERROR_ARGUMENT)
    return number


def check_fits(what: str, kind: Any, value: object) -> None:
    """Raises InvalidArgument if ctypes would truncate the value, a number too large for the C type
    or a text with a NUL; TypeError if C requires a number and the value is none."""
    code = getattr(kind, "_type_", None)
    if isinstance(code, str) and code in "bBhHiIlLqQd":
        _number(what, kind, value)
    if isinstance(value, bytes) and kind is ctypes.c_char_p and b"\0" in value:
        at = value.index(b"\0")
        raise InvalidArgument(f"{what} has a NUL at {at}", Status.ERROR_PARSE, column=at + 1)


def check_limits(**limits: Any) -> None:
    """Raises InvalidArgument if a limit is negative or not finite, TypeError if it is not a number.
    """
    for name, limit in limits.items():
        number = _number(name, ctypes.c_double, limit)
        if not (math.isfinite(number) and number >= 0):
            raise InvalidArgument(
                f"{name} is {limit}, which is out of range: it must be 0 or more",
                Status.ERROR_ARGUMENT,
            )


def fill(options: ctypes.Structure, **values: object) -> None:
    """Sets members. Raises InvalidArgument if a number does not fit, TypeError if it is not a
    number."""
    kinds = dict(options._fields_)
    for name, value in values.items():
        check_fits(name, kinds[name], value)
        setattr(options, name, value)


def call(name: str, *arguments: object) -> None:
    """Calls a function whose last parameter is an error. Raises on any status but OK."""
    error = _native.Error()
    function = getattr(_native.lib, "tilepdb_" + name)
    for place, (kind, value) in enumerate(zip(function.argtypes, arguments)):
        check_fits(f"argument {place + 1} of {name}", kind, value)
    status = function(*arguments, ctypes.byref(error))
    if status != Status.OK:
        raise error_of(status, error)
