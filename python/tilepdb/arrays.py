"""Many boards as numpy arrays. Import this module separately; it needs numpy:

    from tilepdb import arrays

    boards = arrays.scramble(1000, seed=1)            # shape (1000, 16)
    with tilepdb.Solver.generate("6-6-3") as solver:
        errors = arrays.lengths(solver, boards) - arrays.estimates(solver, boards)

Boards are integers of shape (n, cells) or (n, height, width), row by row; 0 is the blank."""

from __future__ import annotations

from itertools import chain
from typing import Iterable, Iterator, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import boards as _boards
from .boards import Board
from .errors import InvalidArgument, Status
from .solver import Result, Solver

UNSOLVABLE = -1
LIMIT = -2

__all__ = ["LIMIT", "UNSOLVABLE", "array_of", "boards_of", "estimates", "lengths", "scramble"]


def array_of(boards: Iterable[Board]) -> NDArray[np.uint16]:
    """Returns boards of one size as an array of shape (n, cells). Raises InvalidArgument if their
    sizes differ."""
    rows = list(boards)
    if len({(board.width, board.height) for board in rows}) > 1:
        raise InvalidArgument("the boards differ in size", Status.ERROR_ARGUMENT)
    cells = len(rows[0].cells) if rows else 0
    flat = chain.from_iterable(board.cells for board in rows)
    return np.fromiter(flat, dtype=np.uint16).reshape(len(rows), cells)


def scramble(count: int, *, seed: int = 0, goal: Optional[Board] = None) -> NDArray[np.uint16]:
    """Returns the boards of ``tilepdb.scramble`` as an array of shape (count, cells)."""
    target = goal if goal is not None else Board.goal()
    drawn = _boards.scramble(count, seed=seed, goal=target)
    return array_of(drawn).reshape(count, len(target.cells))


def boards_of(array: ArrayLike, width: int = 4, height: int = 4) -> Iterator[Board]:
    """Yields the boards of an array. All are checked before the first is returned. Raises
    InvalidArgument for elements that are not integers, another shape, or a row that is not a board;
    the sentence gives the row, from 0."""
    given = np.asarray(array)
    cells = width * height
    if given.shape[1:] not in ((cells,), (height, width)):
        raise InvalidArgument(
            f"the boards have the shape {given.shape}, neither (n, {cells})"
            f" nor (n, {height}, {width})",
            Status.ERROR_ARGUMENT,
        )
    flat = given.reshape(len(given), cells)
    if flat.dtype.kind not in "iu":
        raise InvalidArgument(
            f"the boards have the type {flat.dtype}, not one of integers", Status.ERROR_ARGUMENT
        )
    wrong = (np.sort(flat, axis=1) != np.arange(cells)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        raise InvalidArgument(
            f"row {row} is not a board: it does not have each of 0 to {cells - 1} once",
            Status.ERROR_ARGUMENT,
        )
    return (Board(width, height, tuple(row)) for row in flat.tolist())


def lengths(
    solver: Solver,
    boards: ArrayLike,
    *,
    max_length: int = 0,
    max_nodes: int = 0,
    timeout: float = 0,
    threads: int = 0,
) -> NDArray[np.int16]:
    """Returns the lengths of optimal solutions, of shape (n,): ``UNSOLVABLE`` (-1) if there is
    none, ``LIMIT`` (-2) if a limit was reached. Limits and threads are those of
    ``Solver.solve_many``, which also gives the moves. Raises InvalidArgument as ``boards_of``."""
    results = solver.solve_many(
        _boards_for(solver, boards),
        max_length=max_length,
        max_nodes=max_nodes,
        timeout=timeout,
        threads=threads,
        any_solution=True,
    )
    return np.fromiter((_length_of(result) for result in results), dtype=np.int16)


def estimates(solver: Solver, boards: ArrayLike) -> NDArray[np.int16]:
    """Returns the heuristic values, lower bounds on the lengths, of shape (n,)."""
    values = (solver.estimate(board) for board in _boards_for(solver, boards))
    return np.fromiter(values, dtype=np.int16)


def _length_of(result: Result) -> int:
    if result.length is not None:
        return result.length
    return UNSOLVABLE if result.status == Status.UNSOLVABLE else LIMIT


def _boards_for(solver: Solver, boards: ArrayLike) -> Iterator[Board]:
    return boards_of(boards, solver.goal.width, solver.goal.height)

