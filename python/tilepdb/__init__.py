"""Optimal solutions of sliding-tile puzzles, proven by pattern databases.

    import tilepdb

    with tilepdb.Solver.generate("6-6-3") as solver:
        result = solver.solve("5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12")
        print(result.length, result.moves)
        for result in solver.solve_many(tilepdb.scramble(100, seed=1)):
            print(result.length)

libtilepdb does the work, through ctypes. The library is taken from ``$TILEPDB_LIBRARY``, from next
to the package, from the prefix or build that the package belongs to, or from the system.
"""

from __future__ import annotations

import ctypes as _ctypes
from typing import Dict, NoReturn, Union

from . import _native
from ._handles import Progress
from ._anytime import AnytimeResult, Improvement, anytime, improvements
from .boards import (
    Board,
    BoardLike,
    format_moves,
    invert_moves,
    moves_length,
    parse_moves,
    read_boards,
    scramble,
)
from .choice import Candidate, Chooser
from .errors import (
    Cancelled,
    FileProblem,
    InvalidArgument,
    LimitReached,
    OutOfMemory,
    Refuted,
    Status,
    TableNotFound,
    TilepdbError,
    Unanswered,
    Unsolvable,
)
from .solver import Iteration, Judgement, Result, Solver
from .pattern import Colouring, Kind, Pattern, catalogue, colourings, patterns
from .tables import Proof, Table, TableInfo, database_directory, verify

__version__ = _native.VERSION
__all__ = [
    "AnytimeResult",
    "Board",
    "BoardLike",
    "Cancelled",
    "Candidate",
    "Chooser",
    "Colouring",
    "FileProblem",
    "Improvement",
    "InvalidArgument",
    "Iteration",
    "Judgement",
    "Kind",
    "LimitReached",
    "OutOfMemory",
    "Pattern",
    "Progress",
    "Proof",
    "Refuted",
    "Result",
    "Solver",
    "Status",
    "Table",
    "TableInfo",
    "TableNotFound",
    "TilepdbError",
    "Unanswered",
    "Unsolvable",
    "anytime",
    "build_info",
    "catalogue",
    "colourings",
    "database_directory",
    "format_moves",
    "improvements",
    "invert_moves",
    "moves_length",
    "parse_moves",
    "patterns",
    "read_boards",
    "scramble",
    "solve",
    "verify",
]


def __getattr__(name: str) -> NoReturn:
    if name in ("ColourTable", "ColourTableInfo"):
        raise AttributeError(f"since 0.3.0 tilepdb.{name} is tilepdb.{name[6:]}, of either metric")
    raise AttributeError(f"module 'tilepdb' has no attribute {name!r}")


def build_info() -> Dict[str, Union[str, bool]]:
    """How the library was built: version, compiler, zstd, variants (instruction sets), the variant
    that this machine uses, openmp, cbc."""
    build = _native.Build()
    _native.lib.tilepdb_build_info(_ctypes.byref(build))
    values = {name: getattr(build, name) for name, _ in _native.Build._fields_}
    return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items()}


def solve(board: BoardLike, partition: str = "6-6-3") -> Result:
    """Solves one 15-puzzle with tables that are generated for it and then discarded: for a quick
    try. A ``Solver`` keeps them."""
    with Solver.generate(partition) as solver:
        return solver.solve(board)
