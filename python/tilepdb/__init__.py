"""Optimal solutions of sliding-tile puzzles, proven by pattern databases.

    import tilepdb

    print(tilepdb.solve("8 6 7 / 2 5 4 / 3 0 1").moves)

    with tilepdb.Solver.open("7-8", missing="keep") as solver:
        result = solver.solve("5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12")
        print(result.length, result.moves)
        for result in solver.solve_many(tilepdb.scramble(100, seed=1)):
            print(result.length)

libtilepdb does the work, through ctypes. The library is taken from ``$TILEPDB_LIBRARY``, from next
to the package, from the prefix or build that the package belongs to, or from the system.
"""

from __future__ import annotations

import ctypes as _ctypes
from typing import Dict, NoReturn, Optional, Union

from . import _native
from ._handles import Progress
from ._anytime import AnytimeResult, Improvement, anytime, improvements
from .boards import (
    ANY_TILE,
    Board,
    BoardLike,
    board_and_goal,
    format_moves,
    invert_moves,
    moves_length,
    parse_moves,
    read_boards,
    scramble,
)
from .engine import Cancel, Engine, shared
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
    "ANY_TILE",
    "AnytimeResult",
    "Board",
    "BoardLike",
    "Cancelled",
    "Cancel",
    "Colouring",
    "Engine",
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
    """Returns how the library was built: version, compiler, zstd, openmp and cbc; its variants
    (instruction sets), and the variant that this machine uses."""
    build = _native.Build()
    _native.lib.tilepdb_build_info(_ctypes.byref(build))
    values = {name: getattr(build, name) for name, _ in _native.Build._fields_}
    return {k: v.decode() if isinstance(v, bytes) else v for k, v in values.items()}


def solve(
    board: BoardLike,
    partition: Optional[str] = None,
    *,
    goal: Optional[BoardLike] = None,
    metric: str = "single",
    timeout: float = 0,
    threads: int = 0,
    any_solution: bool = False,
    cancel: Optional[Cancel] = None,
) -> Result:
    """Solves one board of any size, as pdbsolve does, with an engine that keeps its tables until the
    process ends. With ``partition``, uses only its tables, on disk or built in memory, and closes
    them. Without ``goal``, the goal is the one in the text of the board, or 1 2 3 ... with the blank
    last. ``timeout`` is in seconds; 0: no limit, but 10 seconds for boards that are too large for
    tables, such as those of more than 25 cells. ``threads`` 0: all.

    At a limit, and after a cancellation, the result has the status LIMIT or CANCELLED, a proven
    ``lower_bound`` and, where one is known, the best solution: ``moves``, of ``upper_bound`` moves;
    ``length`` is None unless they are proven optimal. Raises Unsolvable; InvalidArgument if ``goal``
    contradicts the text; FileProblem if a table on disk is damaged."""
    start, target = board_and_goal(board, goal)
    longest = max(start.width, start.height)
    if len(start.cells) > _native.TABLE_MAX_CELLS or longest > _native.TABLE_MAX_SIDE:
        timeout = timeout or 10
    engine = shared() if partition is None else Engine(partition)
    try:
        return engine.solve(
            start,
            goal=target,
            metric=metric,
            timeout=timeout,
            threads=threads,
            any_solution=any_solution,
            cancel=cancel,
        )
    finally:
        if partition is not None:
            engine.close()
