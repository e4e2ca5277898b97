"""Several ways to search a board, partitions and directions, chosen bound by bound."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from dataclasses import dataclass, replace
from typing import Dict, Iterable, List, Optional, Tuple, Union

from . import _native
from ._handles import Handle, Owner, Progress, ProgressFn, Watch
from .boards import Board, BoardLike, board_of
from .errors import (
    Cancelled,
    InvalidArgument,
    OutOfMemory,
    Status,
    Unanswered,
    call,
    error_of,
    fill,
)
from .solver import Result, Solver, result_of, solve_options
from .pattern import Kind, Pattern, catalogue, patterns, suggestion
from .tables import PathLike, Table, database_directory, variant_of

_DIRECTIONS = ("forward", "backward", "both")

# The same numbers as in the tools.
_ENTRIES_PER_NODE = 4
_LEAST_COST = 1000000
_JOIN_COST = 200000000
_MOST_TOGETHER = 6
_QUICK_ENTRIES = 200000000
_BETTER = 32


@dataclass(frozen=True)
class Candidate:
    """A way to search a board. ``partition`` is a catalogue name or tiles, as for ``patterns``, or
    several joined by ``+``. ``direction`` is ``forward``, from the board to the goal; ``backward``,
    from the goal to the board, with tables for the board's blank cell; or ``both``, from both
    sides, with the tables of both directions, tried after all other candidates with these
    partitions. ``cost`` is the cost of making the tables, as the number of nodes that could be
    generated meanwhile; None: estimated from the sizes of tables that earlier candidates do not
    have."""

    partition: str
    direction: str = "forward"
    cost: Optional[int] = None


class Chooser:
    """Solves boards for one goal, each with the partition and direction that promise the fewest
    nodes. The first candidate starts. When the next bound is expected to cost much more than
    another candidate, the two are compared on cheap bounds. Choices depend only on node counts: the
    same candidates give the same counts on every machine.

    Any number of threads may use a chooser. As a context manager it closes its tables at the end.
    """

    def __init__(
        self,
        candidates: Optional[Iterable[Union[str, Candidate]]] = None,
        *,
        direction: str = "auto",
        goal: Optional[BoardLike] = None,
        kind: Kind = Kind(),
        directory: Optional[PathLike] = None,
        threads: int = 0,
        variant: str = "best",
    ) -> None:
        """Creates a chooser. By default the candidates are those of pdbsolve for the goal's size: a
        partition whose tables exist or are soon made, and the strongest of the catalogue. A
        partition name stands for a candidate in each direction; the first name, the first two, and
        up to six together are also searched from both sides. With ``direction`` ``forward``,
        ``backward`` or ``both``, a name stands for that direction alone.

        Tables are opened when needed, from ``directory`` or the directory of the tools. Missing
        tables are generated in memory by ``threads``. Tables stay open; for backward searches, only
        those for the last blank cell. Raises ValueError for an unknown partition or direction, or
        too many candidates."""
        self.goal = board_of(goal) if goal is not None else Board.goal()
        self._folder = database_directory() if directory is None else directory
        self._kind, self._variant, self._threads = kind, variant, threads
        self._entries: Dict[int, int] = {}  # entries of a table, by its number of tiles
        self._strongest = ""  # tried early if the first candidate is weak
        size = {(self.goal.width, self.goal.height), (self.goal.height, self.goal.width)}
        self._known = [name for name, *shape, _ in catalogue() if tuple(shape) in size]
        if candidates is None:
            first, *others = self._names()
            begins = direction == "auto" and first not in self._known
            candidates = [Candidate(first) if begins else first, *others]
        joined = self._known if kind == Kind() else []
        self.candidates = _candidates_of(candidates, direction, self._known, joined)
        for candidate in self.candidates:
            self._patterns(candidate, self.goal, False)
        variant_of(variant)
        kind._to_native()
        self._lock = threading.Lock()
        self._closed = False
        self._forward: Dict[str, Solver] = {}  # forward solvers, by partition
        self._tables: Dict[Pattern, Table] = {}  # tables of the forward solvers
        self._back: Dict[Pattern, Table] = {}  # tables for backward searches
        self._back_cell = -1

    def close(self) -> None:
        """Closes solvers and tables as soon as nothing uses them. May be called twice."""
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
        """Returns the first optimal solution in the order blank up, left, right, down, whatever was
        chosen; with ``any_solution`` any optimal solution. Iterations of the result have
        ``partition`` and ``direction``, and ``compared`` counts the nodes of comparisons. Options
        and exceptions are those of ``Solver.solve``; also raises FileProblem if a table on disk is
        damaged, TableNotFound if the tables of the first candidate need more memory than there is.
        """
        target = board_of(board, self.goal.width, self.goal.height, self.goal)
        options = solve_options(max_length, 0, timeout, threads, False, any_solution)
        search = _Search(self, target, options, Watch(progress))
        try:
            search.watch.run(search.run)
            return search.answer()
        finally:
            search.close()

    # ---- candidates

    def _names(self) -> List[str]:
        """Returns the partitions among which pdbsolve chooses: one on disk or soon made, then the
        strongest of the catalogue and others of the same sizes, best first."""
        width, height, cell = self.goal.width, self.goal.height, self.goal.cells.index(0)
        known = self._known
        ranked = _ranked(known)
        sizes = {n: sorted(len(p.tiles) for p in self._of(n, cell)) for n in ranked}
        standard = (width, height) == (4, 4)
        quick = "6-6-3" if standard else known[0] if known else ""
        if not quick or sum(map(self._cost, self._of(quick, cell))) > _QUICK_ENTRIES:
            quick = suggestion(width, height, cell, _QUICK_ENTRIES)
        there = (n for n in ranked if all(map(os.path.exists, map(self._path, self._of(n, cell)))))
        first = next(there, quick)
        family = [n for n in ranked if sizes[n] == sizes[ranked[0]] and n != first]
        self._strongest = ranked[0] if ranked and first not in known else ""
        return [first, *family]

    def _of(self, name: str, cell: int) -> List[Pattern]:
        return patterns(name, self.goal.width, self.goal.height, cell)

    def _path(self, pattern: Pattern) -> str:
        return os.path.join(self._folder, pattern.file_name(self._kind))

    def _patterns(self, candidate: Candidate, board: Board, backward: bool) -> List[Pattern]:
        """Returns the patterns of a candidate for a board, partition by partition."""
        cell = self.goal.cells.index(0)
        if backward:
            cell = _table_cell(self.goal, board.cells.index(0))
        return [p for name in candidate.partition.split("+") for p in self._of(name, cell)]

    def _cost(self, pattern: Pattern) -> int:
        tiles = len(pattern.tiles)
        if tiles not in self._entries:
            need = _native.GenerateNeed()
            native, kind = pattern._to_native(), self._kind._to_native()
            call("table_need", ctypes.byref(native), kind, None, ctypes.byref(need))
            self._entries[tiles] = need.entries
        return int(self._entries[tiles])

    def _costs(self, board: Board) -> List[int]:
        """Returns the costs of all candidates. The two directions share no tables."""
        known = set()
        costs = []
        for candidate in self.candidates:
            if candidate.direction == "both":
                several = 2 if candidate.partition.count("+") > 1 else 1
                costs.append(several * _JOIN_COST if candidate.cost is None else candidate.cost)
                continue
            entries = 0
            for pattern in self._patterns(candidate, board, candidate.direction == "backward"):
                if (candidate.direction, pattern) not in known:
                    known.add((candidate.direction, pattern))
                    entries += self._cost(pattern)
            easier = _BETTER if (candidate.partition, len(costs)) == (self._strongest, 1) else 1
            cost = max(_LEAST_COST, entries // _ENTRIES_PER_NODE // easier)
            costs.append(cost if candidate.cost is None else candidate.cost)
        return costs

    # ---- solvers

    def _table(self, pattern: Pattern, progress: ProgressFn) -> Table:
        path = self._path(pattern)
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

    def _solver(
        self, candidate: Candidate, board: Board, backward: bool, progress: ProgressFn
    ) -> Solver:
        """Returns the solver for all boards, or a backward solver for this board, which the caller
        closes."""
        wanted = self._patterns(candidate, board, backward)
        with self._lock:
            if self._closed:
                raise ValueError("the chooser is closed")
            if backward:
                self._back_turn(wanted[0].goal_blank)
                tables = self._tables_of(wanted, self._back, progress)
                return Solver(tables, goal=board, backward=True, variant=self._variant)
            if candidate.partition not in self._forward:
                tables = self._tables_of(wanted, self._tables, progress)
                made = Solver(tables, goal=self.goal, variant=self._variant)
                self._forward[candidate.partition] = made
            return self._forward[candidate.partition]

    def _back_turn(self, cell: int) -> None:
        """Closes the tables for other cells; tables in use stay open until they are free."""
        if self._back_cell != cell:
            for table in self._back.values():
                table.close()
            self._back.clear()
        self._back_cell = cell


class _Joined(Owner):
    """A bidirectional solver; keeps the two solvers that it is made of open."""

    def __init__(
        self, forward: Solver, backward: Solver, bound: int, threads: int, watch: Watch
    ) -> None:
        pointer = ctypes.c_void_p()
        held = [forward._handle, backward._handle]
        ends: List[int] = []

        def release(made: Optional[int]) -> None:
            _native.lib.tilepdb_solver_free(made)
            for handle in held[: len(ends)]:
                handle.give()

        try:
            for handle in held:
                ends.append(handle.take())
            call(
                "solver_create_bidirectional",
                *ends,
                bound,
                threads,
                watch.progress_fn,
                None,
                ctypes.byref(pointer),
            )
        except BaseException:
            release(None)
            raise
        assert pointer.value is not None
        self._handle = Handle(pointer.value, release, "solver")


class _Search:
    """The searches of one board."""

    def __init__(
        self, chooser: Chooser, board: Board, options: _native.SolveOptions, watch: Watch
    ) -> None:
        self.watch = watch
        self._chooser, self._board, self._options = chooser, board, options
        self._back: Dict[str, Solver] = {}  # backward solvers of this board, by partition
        self._joined: Dict[str, _Joined] = {}
        self._deadline = time.monotonic() + options.timeout if options.timeout > 0 else None
        self._choice = ctypes.c_void_p()
        options.progress = watch.progress_fn
        costs = chooser._costs(board)
        candidates = (_native.Candidate * max(1, len(costs)))()
        for native, candidate, cost in zip(candidates, chooser.candidates, costs):
            fill(native, direction=_DIRECTIONS.index(candidate.direction), cost=cost)
            fill(native, after=_tried_before(candidate, chooser.candidates))
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
        for solver in (*self._joined.values(), *self._back.values()):
            solver.close()

    def run(self) -> None:
        """Searches until the answer is known."""
        lib, search = _native.lib, _native.ChoiceSearch()
        while lib.tilepdb_choice_next(self._choice, ctypes.byref(search)):
            try:
                solver = self._solver(search.candidate, search.estimate_bound)
            except OutOfMemory:
                lib.tilepdb_choice_drop(self._choice)
            except InvalidArgument:  # the two solvers do not fit
                if search.candidate == 0:
                    raise
                lib.tilepdb_choice_drop(self._choice)
            except Cancelled:
                if not self._is_late():
                    self._take(Status.CANCELLED)
                elif search.options.max_nodes == 0:
                    self._take(Status.LIMIT)
                else:  # a comparison without enough time
                    lib.tilepdb_choice_drop(self._choice)
            else:
                if search.estimate_bound:
                    self._estimate_nodes(solver, search)
                else:
                    self._take(*self._solve(solver, search))

    def answer(self) -> Result:
        native, error = _native.Result(), _native.Error()
        lib = _native.lib
        status = lib.tilepdb_choice_answer(self._choice, ctypes.byref(native), ctypes.byref(error))
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
        compared = lib.tilepdb_choice_compared_nodes(self._choice)
        return replace(result, iterations=iterations, compared=compared)

    def _solver(self, which: int, bound: int) -> Union[Solver, _Joined]:
        candidate = self._chooser.candidates[which]
        if candidate.direction == "forward":
            return self._forward(candidate)
        if candidate.direction == "backward":
            return self._backward(candidate)
        if candidate.partition not in self._joined:
            ends = self._forward(candidate), self._backward(candidate)
            self._joined[candidate.partition] = _Joined(
                *ends, bound, self._options.threads, Watch(self._report)
            )
        return self._joined[candidate.partition]

    def _forward(self, candidate: Candidate) -> Solver:
        return self._chooser._solver(candidate, self._board, False, self._report)

    def _backward(self, candidate: Candidate) -> Solver:
        name = candidate.partition
        if name not in self._back:
            self._back[name] = self._chooser._solver(candidate, self._board, True, self._report)
        return self._back[name]

    def _is_late(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline

    def _report(self, progress: Progress) -> bool:
        return self.watch.report(progress) and not self._is_late()

    def _estimate_nodes(
        self, solver: Union[Solver, _Joined], search: _native.ChoiceSearch
    ) -> None:
        nodes, error, watch = ctypes.c_double(), _native.Error(), Watch(self._report)
        lib = _native.lib
        with solver._handle.use() as pointer:
            status = lib.tilepdb_solver_estimate_nodes(
                pointer,
                search.board,
                search.estimate_bound,
                self._options.threads,
                watch.progress_fn,
                None,
                ctypes.byref(nodes),
                ctypes.byref(error),
            )
        if status == Status.OK:
            lib.tilepdb_choice_take_estimate(self._choice, nodes)
        elif status == Status.CANCELLED and not self._is_late():
            self._take(status)
        else:
            lib.tilepdb_choice_drop(self._choice)

    def _solve(
        self, solver: Union[Solver, _Joined], search: _native.ChoiceSearch
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

    def _take(
        self,
        status: int,
        result: Optional[_native.Result] = None,
        error: Optional[_native.Error] = None,
    ) -> None:
        if result is None or error is None:
            result, error = _nothing(status)
        _native.lib.tilepdb_choice_take(
            self._choice, status, ctypes.byref(result), ctypes.byref(error)
        )


def _nothing(status: int) -> Tuple[_native.Result, _native.Error]:
    """Returns a result and an error for tables that were not finished."""
    result, error = _native.Result(), _native.Error()
    fill(result, solvable=True, length=-1, lower_bound=-1, upper_bound=-1, root_h=-1)
    late = b"the limit is reached; tables were not finished"
    cancelled = b"the generation of tables was cancelled"
    fill(error, status=status, message=late if status == Status.LIMIT else cancelled)
    return result, error


def _are_variants(a: str, b: str) -> bool:
    """Returns True if both names have the same sizes and a letter, like 6-6-6-6-b."""
    return a[-1].isalpha() and b[-1].isalpha() and a[:-1] == b[:-1]


def _ranked(names: List[str]) -> List[str]:
    """Returns the names in reverse order, but variants in the order of their letters."""
    ranked: List[str] = []
    for name in reversed(names):
        at = len(ranked)
        while at > 0 and _are_variants(name, ranked[at - 1]):
            at -= 1
        ranked.insert(at, name)
    return ranked


def _candidates_of(
    given: Iterable[Union[str, Candidate]], direction: str, known: List[str], joined: List[str]
) -> Tuple[Candidate, ...]:
    """Returns the candidates of each name in each direction; of names that can be searched from
    both sides, the first, the first two and several together also become such candidates."""
    if direction not in ("auto", *_DIRECTIONS):
        raise ValueError(f"the direction must be auto or one of {_DIRECTIONS}, not {direction!r}")
    directions = _DIRECTIONS[:2] if direction == "auto" else (direction,)
    found: List[Candidate] = []
    together: List[str] = []
    for one in [given] if isinstance(given, str) else given:
        if isinstance(one, Candidate):
            found.append(one)
            continue
        found += [Candidate(one, d) for d in directions if d != "both"]
        if direction == "both" and one not in known:
            found.append(Candidate(one, "both"))
        elif direction == "both" or (direction == "auto" and one in joined):
            together.append(one)
            if len(together) in (1, 2) and len(set(together)) == len(together):
                found.append(Candidate("+".join(together), "both"))
    if len(together) > 2:
        most = list(dict.fromkeys(together))[:_MOST_TOGETHER]
        found.append(Candidate("+".join(most), "both"))
    for candidate in found:
        if candidate.direction not in _DIRECTIONS:
            raise ValueError(
                f"a candidate's direction must be one of {_DIRECTIONS}, not {candidate.direction!r}"
            )
    if not 0 < len(found) <= _native.MAX_CANDIDATES:
        raise ValueError(f"a choice is between 1 to {_native.MAX_CANDIDATES} candidates")
    return tuple(found)


def _tried_before(candidate: Candidate, among: Iterable[Candidate]) -> int:
    """Returns the candidates that are tried before a bidirectional one, as bits."""
    mine = f"+{candidate.partition}+"
    bits = 0
    for i, one in enumerate(among):
        if "both" == candidate.direction != one.direction and f"+{one.partition}+" in mine:
            bits |= 1 << i
    return bits


def _images(board: Board, cell: int) -> List[int]:
    """Returns the cells that are symmetric to a cell."""
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
    """Returns the goal cell of tables that serve a blank cell. Symmetric cells share a goal cell;
    the goal's own is preferred, since its tables are on disk."""
    images = _images(goal, cell)
    own = goal.cells.index(0)
    return own if own in images else images[0]
