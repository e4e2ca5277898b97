"""One board, and several ways to search it: partitions and directions, chosen bound by bound."""

from __future__ import annotations

import ctypes
import os
import threading
from dataclasses import dataclass, replace
from typing import Dict, Iterable, List, Optional, Tuple, Union

from . import _native
from ._handles import Progress, ProgressFn, Watch
from .boards import Board, BoardLike, board_of
from .errors import Cancelled, OutOfMemory, Status, Unanswered, call, error_of, fill
from .solver import Result, Solver, result_of, solve_options
from .pattern import Kind, Pattern, patterns
from .tables import PathLike, Table, database_directory, variant_of

_DIRECTIONS = ("forward", "backward")

# The tools have the same.
_ENTRIES_PER_NODE = 4
_LEAST_COST = 1000000


@dataclass(frozen=True)
class Candidate:
    """A way to search a board. ``partition`` is a name of the catalogue or tiles, as for
    ``patterns``, or several with ``+`` between them. ``forward`` searches from the board to the
    goal; ``backward`` from the goal to the board, with tables for the board's blank cell. ``cost``
    is what its tables cost, as the number of nodes that could be generated meanwhile; None: by the
    size of those that the candidates before it do not have."""

    partition: str
    direction: str = "forward"
    cost: Optional[int] = None


class Chooser:
    """Solves boards for one goal, each with the partition and in the direction that promise the
    fewest nodes. The first candidate begins; when the next bound is expected to cost much more than
    another one does, the two are compared on bounds that were cheap. What is chosen depends on
    counts of nodes only: the same candidates give the same counts on every machine.

    Any number of threads may use it. As a context manager it closes its tables at the end."""

    def __init__(
        self,
        candidates: Iterable[Union[str, Candidate]],
        *,
        direction: str = "auto",
        goal: Optional[BoardLike] = None,
        kind: Kind = Kind(),
        directory: Optional[PathLike] = None,
        threads: int = 0,
        variant: str = "best",
    ) -> None:
        """A chooser between candidates. The name of a partition stands for it in both directions,
        or with ``direction`` ``forward`` or ``backward`` for that one alone. Tables are opened when
        they are needed, from ``directory`` or where the tools keep them; what is not there is
        generated in memory, with ``threads``. They stay open; of those for searches backward, the
        ones for the last blank cell. ValueError: an unknown partition or direction, or
        too many candidates."""
        self.goal = board_of(goal) if goal is not None else Board.goal()
        self.candidates = _candidates_of(candidates, direction)
        for candidate in self.candidates:
            self._patterns(candidate, self.goal)
        variant_of(variant)
        kind._to_native()
        self._kind, self._variant, self._threads = kind, variant, threads
        self._folder = database_directory() if directory is None else directory
        self._lock = threading.Lock()
        self._closed = False
        self._entries: Dict[int, int] = {}  # of a table, by its number of tiles
        self._forward: Dict[int, Solver] = {}  # by the number of the candidate
        self._tables: Dict[Pattern, Table] = {}  # of these
        self._back: Dict[Pattern, Table] = {}  # for searches backward
        self._back_cell = -1

    def close(self) -> None:
        """Closes solvers and tables as soon as nothing uses them any more. Calling it twice does no
        harm."""
        with self._lock:
            self._closed = True
            owners = [*self._forward.values(), *self._tables.values(), *self._back.values()]
            for owner in owners:
                owner.close()

    def __enter__(self) -> Chooser:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def solve(
        self,
        board: BoardLike,
        *,
        max_length: int = 0,
        timeout: float = 0,
        threads: int = 1,
        any_solution: bool = False,
        progress: Optional[ProgressFn] = None,
    ) -> Result:
        """The first optimal solution in the order blank up, left, right, down, whatever was chosen;
        with ``any_solution`` any optimal one. The iterations of the result have ``partition`` and
        ``direction``, and ``compared`` is what comparing took. The options and exceptions are those
        of ``Solver.solve``; FileProblem: a table on disk is damaged; TableNotFound: the tables of
        the first candidate need more memory than there is."""
        target = board_of(board, self.goal.width, self.goal.height, self.goal)
        options = solve_options(max_length, 0, timeout, threads, False, any_solution)
        search = _Search(self, target, options, Watch(progress))
        try:
            search.watch.run(search.run)
            return search.answer()
        finally:
            search.close()

    # ---- candidates

    def _patterns(self, candidate: Candidate, board: Board) -> List[Pattern]:
        """Those of a candidate for a board, partition by partition."""
        goal = self.goal
        cell = goal.cells.index(0)
        if candidate.direction == "backward":
            cell = _table_cell(goal, board.cells.index(0))
        found: List[Pattern] = []
        for name in candidate.partition.split("+"):
            found += patterns(name, goal.width, goal.height, cell)
        return found

    def _cost(self, pattern: Pattern) -> int:
        tiles = len(pattern.tiles)
        if tiles not in self._entries:
            need = _native.GenerateNeed()
            native, kind = pattern._to_native(), self._kind._to_native()
            call("table_need", ctypes.byref(native), kind, None, ctypes.byref(need))
            self._entries[tiles] = need.entries
        return int(self._entries[tiles])

    def _costs(self, board: Board) -> List[int]:
        """Of all candidates. Tables of one direction are never those of the other."""
        known = set()
        costs = []
        for candidate in self.candidates:
            entries = 0
            for pattern in self._patterns(candidate, board):
                if (candidate.direction, pattern) not in known:
                    known.add((candidate.direction, pattern))
                    entries += self._cost(pattern)
            cost = max(_LEAST_COST, entries // _ENTRIES_PER_NODE)
            costs.append(cost if candidate.cost is None else candidate.cost)
        return costs

    # ---- their solvers

    def _table(self, pattern: Pattern, progress: ProgressFn) -> Table:
        path = os.path.join(self._folder, pattern.file_name(self._kind))
        if os.path.exists(path):
            return Table.open(path)
        return Table.generate(
            pattern, self._kind, threads=self._threads, progress=progress, variant=self._variant
        )

    def _tables_of(
        self, wanted: List[Pattern], store: Dict[Pattern, Table], progress: ProgressFn
    ) -> List[Table]:
        for pattern in wanted:
            if pattern not in store:
                store[pattern] = self._table(pattern, progress)
        return [store[pattern] for pattern in wanted]

    def _solver(self, which: int, board: Board, progress: ProgressFn) -> Solver:
        """One for all boards, or backward one for this board, which the caller closes."""
        candidate = self.candidates[which]
        wanted = self._patterns(candidate, board)
        with self._lock:
            if self._closed:
                raise ValueError("the chooser is closed")
            if candidate.direction == "backward":
                self._back_turn(wanted[0].goal_blank)
                tables = self._tables_of(wanted, self._back, progress)
                return Solver(tables, goal=board, backward=True, variant=self._variant)
            if which not in self._forward:
                tables = self._tables_of(wanted, self._tables, progress)
                self._forward[which] = Solver(tables, goal=self.goal, variant=self._variant)
            return self._forward[which]

    def _back_turn(self, cell: int) -> None:
        """Tables for another cell make room; those in use stay open until they are not."""
        if self._back_cell != cell:
            for table in self._back.values():
                table.close()
            self._back.clear()
        self._back_cell = cell


class _Search:
    """The searches of one board."""

    def __init__(
        self, chooser: Chooser, board: Board, options: _native.SolveOptions, watch: Watch
    ) -> None:
        self.watch = watch
        self._chooser, self._board, self._options = chooser, board, options
        self._solvers: Dict[int, Solver] = {}  # backward, of this board
        self._choice = ctypes.c_void_p()
        options.progress = watch.progress_fn
        costs = chooser._costs(board)
        candidates = (_native.Candidate * max(1, len(costs)))()
        for native, candidate, cost in zip(candidates, chooser.candidates, costs):
            fill(native, direction=_DIRECTIONS.index(candidate.direction), cost=cost)
        native_board, goal = board._to_native(), chooser.goal._to_native()
        call(
            "choice_create",
            ctypes.byref(native_board),
            ctypes.byref(goal),
            candidates,
            len(costs),
            ctypes.byref(options),
            ctypes.byref(self._choice),
        )

    def close(self) -> None:
        _native.lib.tilepdb_choice_free(self._choice)
        for solver in self._solvers.values():
            solver.close()

    def run(self) -> None:
        """Searches until the answer is known."""
        lib, search = _native.lib, _native.ChoiceSearch()
        while lib.tilepdb_choice_next(self._choice, ctypes.byref(search)):
            try:
                solver = self._solver(search.candidate)
            except OutOfMemory:
                lib.tilepdb_choice_drop(self._choice)
            except Cancelled:
                self._take(Status.CANCELLED, *_nothing())
            else:
                self._take(*self._solve(solver, search))

    def answer(self) -> Result:
        native, error = _native.Result(), _native.Error()
        lib = _native.lib
        status = lib.tilepdb_choice_end(self._choice, ctypes.byref(native), ctypes.byref(error))
        problem = error_of(status, error) if status != Status.OK else None
        if problem is not None and not isinstance(problem, Unanswered):
            raise problem
        result = self._named(result_of(self._board, native, self._options, [], problem))
        if problem is None:
            return result
        problem.result = result
        raise problem

    def _named(self, result: Result) -> Result:
        lib = _native.lib
        by = [
            self._chooser.candidates[lib.tilepdb_choice_candidate(self._choice, i)]
            for i in range(len(result.iterations))
        ]
        iterations = tuple(
            replace(iteration, partition=candidate.partition, direction=candidate.direction)
            for iteration, candidate in zip(result.iterations, by)
        )
        compared = lib.tilepdb_choice_compared(self._choice)
        return replace(result, iterations=iterations, compared=compared)

    def _solver(self, which: int) -> Solver:
        if which in self._solvers:
            return self._solvers[which]
        solver = self._chooser._solver(which, self._board, self._report)
        if self._chooser.candidates[which].direction == "backward":
            self._solvers[which] = solver
        return solver

    def _report(self, progress: Progress) -> bool:
        return self.watch.report(progress)

    def _solve(
        self, solver: Solver, search: _native.ChoiceSearch
    ) -> Tuple[int, _native.Result, _native.Error]:
        result, error = _native.Result(), _native.Error()
        with solver._handle.use() as pointer:
            status = _native.lib.tilepdb_solve(
                pointer,
                search.board,
                ctypes.byref(search.options),
                ctypes.byref(result),
                ctypes.byref(error),
            )
        return status, result, error

    def _take(self, status: int, result: _native.Result, error: _native.Error) -> None:
        _native.lib.tilepdb_choice_take(
            self._choice, status, ctypes.byref(result), ctypes.byref(error)
        )


def _nothing() -> Tuple[_native.Result, _native.Error]:
    """What was found when tables were not finished."""
    result, error = _native.Result(), _native.Error()
    fill(result, solvable=True, length=-1, lower_bound=-1, upper_bound=-1, root_h=-1)
    fill(error, status=Status.CANCELLED, message=b"the generation of tables was cancelled")
    return result, error


def _candidates_of(
    given: Iterable[Union[str, Candidate]], direction: str
) -> Tuple[Candidate, ...]:
    if direction not in ("auto", *_DIRECTIONS):
        raise ValueError(f"the direction must be auto or one of {_DIRECTIONS}, not {direction!r}")
    directions = _DIRECTIONS if direction == "auto" else (direction,)
    found: List[Candidate] = []
    for one in [given] if isinstance(given, str) else given:
        found += [one] if isinstance(one, Candidate) else [Candidate(one, d) for d in directions]
    for candidate in found:
        if candidate.direction not in _DIRECTIONS:
            raise ValueError(
                f"a candidate's direction must be one of {_DIRECTIONS}, not {candidate.direction!r}"
            )
    if not 0 < len(found) <= _native.MAX_CANDIDATES:
        raise ValueError(f"a choice is between 1 to {_native.MAX_CANDIDATES} candidates")
    return tuple(found)


def _images(board: Board, cell: int) -> List[int]:
    """The cells that are symmetric to one."""
    width, height = board.width, board.height
    y, x = divmod(cell, width)
    found = set()
    for column in (x, width - 1 - x):
        for row in (y, height - 1 - y):
            found.add(row * width + column)
            if width == height:
                found.add(column * width + row)
    return sorted(found)


def _table_cell(goal: Board, cell: int) -> int:
    """The goal cell of tables that serve a blank cell: symmetric cells share theirs, and the goal's
    are those that are on disk."""
    images = _images(goal, cell)
    own = goal.cells.index(0)
    return own if own in images else images[0]
