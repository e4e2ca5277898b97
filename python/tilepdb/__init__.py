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
    timeout: float = 0,
    threads: int = 1,
) -> Result:
    """Solves one board of any size, as pdbsolve does. Uses tables on disk or a small partition
    built in memory, and further partitions and directions if they promise fewer nodes. With
    ``partition``, uses only its tables, on disk or built in memory. A ``Solver`` or ``Chooser``
    keeps tables for further boards. Without ``goal``, the goal is the one in the text of the board,
    or 1 2 3 ... with the blank last. ``timeout`` is in seconds; 0: no limit.

    Raises Unsolvable; LimitReached, whose ``result`` has what was proven; InvalidArgument if
    ``goal`` contradicts the text.

    Boards too large for tables, such as those of more than 25 cells, are solved by ``anytime`` in
    ``timeout`` seconds, or 10 if it is 0: the result has the best moves, ``upper_bound`` is their
    number, and ``length`` is None unless they are proven optimal."""
    start, target = board_and_goal(board, goal)
    longest = max(start.width, start.height)
    if len(start.cells) > _native.TABLE_MAX_CELLS or longest > _native.TABLE_MAX_SIDE:
        return _best(anytime(start, goal=target, timeout=timeout or 10, threads=threads))
    if partition is not None:
        with Solver.open(partition, goal=target, missing="build") as solver:
            return solver.solve(start, timeout=timeout, threads=threads)
    with Chooser(goal=target) as chooser:
        return chooser.solve(start, timeout=timeout, threads=threads)


def _best(found: AnytimeResult) -> Result:
    """Converts a result of ``anytime`` to a Result."""
    return Result(
        board=found.board,
        status=found.status,
        message=found.message,
        solvable=True,
        optimal=found.optimal,
        length=found.length if found.optimal else None,
        moves=found.moves,
        lower_bound=found.lower_bound,
        upper_bound=found.length,
        root_h=found.root_h,
        generated=found.generated,
        expanded=found.expanded,
        seconds=found.seconds,
        iterations=(),
    )
