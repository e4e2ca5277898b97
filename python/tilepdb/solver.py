"""Optimal solutions by IDA* over pattern databases."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Deque, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import _native
from ._handles import Handle, Owner, ProgressFn, Watch
from .boards import Board, BoardLike, board_of, metric_of, moves_length, parse_moves
from .errors import Status, Unanswered, call, check_limits, fill
from .pattern import Colouring, Kind, Pattern, patterns
from .tables import PathLike, Table, TableInfo, database_directory, variant_of

_HEURISTICS = ("pdb", "manhattan", "linear-conflict")
_MISSING = ("build", "keep", "refuse")
_FIRST, _COUNT, _ALL = range(3)
_MOST_WORKERS = 1024


@dataclass(frozen=True)
class Iteration:
    """One bound of IDA*. With an ``Engine``, ``partition`` and ``direction`` (``forward``,
    ``backward`` or ``both``) say what searched it; ``partition`` is empty without tables."""

    bound: int
    generated: int
    expanded: int
    seconds: float
    partition: Optional[str] = None
    direction: Optional[str] = None


@dataclass(frozen=True)
class Result:
    """The solution of a search or, without a solution, what it proved."""

    board: Board
    status: Status  # OK, UNSOLVABLE, LIMIT or CANCELLED
    message: str  # why there is no solution, or ""
    solvable: bool
    optimal: bool  # a solution was replayed, and no shorter one exists
    length: Optional[int]
    moves: Optional[str]  # directions of tiles: U D L R
    lower_bound: Optional[int]  # proven; None if unsolvable
    upper_bound: Optional[int]  # None if unknown
    root_h: int
    generated: int
    expanded: int
    seconds: float
    iterations: Tuple[Iteration, ...]
    any_solution: bool = False  # as in the call: any optimal solution
    solution_count: Optional[int] = None  # by ``count`` and ``all_solutions``
    solutions: Tuple[str, ...] = ()  # by ``all_solutions``
    compared: Optional[int] = None  # by an ``Engine``: nodes of comparisons, not in ``generated``
    metric: str = "single"  # metric of lengths and bounds; ``multi`` counts slides


@dataclass(frozen=True)
class Judgement:
    """The quality of given moves: their number in either metric, and in the solver's metric how
    many more than necessary."""

    board: Board
    moves: str  # directions of tiles: U D L R
    solved: bool  # the moves end in the goal
    single_length: int
    multi_length: int
    best: Optional[Result]  # an optimal solution; None unless `solved`
    excess: Optional[int]  # moves more than `best` has; None unless `solved`


class Solver(Owner):
    """Solves boards for one goal. Any number of threads may use it. As a context manager it closes
    at the end, with the tables that it generated or opened itself."""

    def __init__(
        self,
        tables: Sequence[Table] = (),
        *,
        goal: Optional[BoardLike] = None,
        heuristic: str = "pdb",
        reflection: bool = True,
        backward: bool = False,
        variant: str = "best",
    ) -> None:
        """Creates a solver with open tables, and keeps them open. Their tiles cover the board once
        or several times. With colour tables, at most six, it solves in the metric ``multi``, where
        lengths count slides. Without tables, ``heuristic`` is ``manhattan`` or ``linear-conflict``.
        ``goal`` is any board, by default the one with the blank last.

        ``backward`` is for searches from the goal of a puzzle to a board: ``goal`` is the board,
        and the goal is solved. Of the optimal solutions it finds the one whose inverse is first in
        the move order. ``variant`` is an instruction set, such as ``portable``; it changes only the
        speed. Raises InvalidArgument if the tables do not fit the goal, or the variant is
        unavailable."""
        if heuristic not in _HEURISTICS:
            raise ValueError(f"the heuristic must be one of {_HEURISTICS}, not {heuristic!r}")
        infos = [table.info() for table in tables]
        metrics = {info.kind.metric for info in infos} or {"single"}
        if len(metrics) > 1:
            raise ValueError("a solver takes tables of one metric")
        self.metric = metrics.pop()
        self.goal = self._goal_of(infos, goal)
        self._held: List[Handle] = []
        options = _native.SolverOptions()
        _native.lib.tilepdb_solver_options_init(ctypes.byref(options))
        options.heuristic = _HEURISTICS.index(heuristic)
        options.reflection = reflection
        options.backward = backward
        options.variant = variant_of(variant)
        pointer = ctypes.c_void_p()
        try:
            pointers = (ctypes.c_void_p * max(1, len(tables)))()
            for i, table in enumerate(tables):
                pointers[i] = table._handle.take()
                self._held.append(table._handle)
            options.metric = metric_of(self.metric)
            options.tables = ctypes.cast(pointers, ctypes.POINTER(ctypes.c_void_p))
            options.table_count = len(tables)
            native = self.goal._to_native()
            call(
                "solver_create", ctypes.byref(native), ctypes.byref(options), ctypes.byref(pointer)
            )
        except BaseException:
            self._give_tables()
            raise
        assert pointer.value is not None
        self._handle = Handle(pointer.value, self._release, "solver")

    @classmethod
    def generate(
        cls,
        partition: Optional[str] = None,
        *,
        goal: Optional[BoardLike] = None,
        kind: Optional[Kind] = None,
        threads: int = 0,
        progress: Optional[ProgressFn] = None,
        variant: str = "best",
        metric: str = "single",
    ) -> Solver:
        """Generates the tables of a partition in memory. The default, 6-6-3, takes a tenth of a
        second. In the metric ``multi``, ``partition`` is a colouring or several joined by ``+``, by
        default one that takes one or two seconds."""
        target = board_of(goal) if goal is not None else Board.goal()

        def made() -> Iterator[Table]:
            if metric_of(metric):
                for colouring in _colourings(partition, target):
                    yield Table.generate(colouring, threads=threads, progress=progress)
                return
            for pattern in _patterns("6-6-3" if partition is None else partition, target):
                yield Table.generate(
                    pattern,
                    Kind() if kind is None else kind,
                    threads=threads,
                    progress=progress,
                    variant=variant,
                )

        _check_kind(kind, metric)
        return cls._holding(made(), target, variant)

    @classmethod
    def open(
        cls,
        partition: Optional[str] = None,
        *,
        goal: Optional[BoardLike] = None,
        kind: Optional[Kind] = None,
        directory: Optional[PathLike] = None,
        missing: str = "refuse",
        preload: bool = False,
        threads: int = 0,
        progress: Optional[ProgressFn] = None,
        variant: str = "best",
        metric: str = "single",
    ) -> Solver:
        """Opens the tables of a partition, or of several joined by ``+``, from ``directory`` or the
        directory of the tools, as pdbsolve does. Tables for one goal serve all symmetric goals.
        Without ``kind``, takes the strongest kind that exists. In the metric ``multi``,
        ``partition`` is a colouring. Without ``partition``, takes the strongest that exists.

        ``missing`` decides about missing files: ``refuse`` raises TableNotFound, ``build``
        generates the tables in memory, and ``keep`` also saves them; without ``partition``, small
        tables are built and not saved. ``preload`` checks and inflates the files immediately.
        ``threads`` (0: all) and ``progress`` are for preloading and generation. Raises FileProblem
        if a file cannot be read, trusted or written; InvalidArgument, OutOfMemory, Cancelled."""
        _check_kind(kind, metric)
        if missing not in _MISSING:
            raise ValueError(f"missing must be one of {_MISSING}, not {missing!r}")
        check_limits(threads=threads)
        watch = Watch(progress)
        options = _native.SolverOpenOptions()
        _native.lib.tilepdb_solver_open_options_init(ctypes.byref(options))
        folder = os.fsencode(database_directory() if directory is None else directory)
        fill(options, directory=folder, missing=_MISSING.index(missing), metric=metric_of(metric))
        fill(options, preload=preload, variant=variant_of(variant), threads=threads)
        options.progress = watch.progress_fn
        if kind is not None:
            options.kind = ctypes.pointer(kind._to_native())
        return cls._opened(partition, board_of(goal) if goal is not None else Board.goal(), options, watch)

    @classmethod
    def _opened(
        cls,
        partition: Optional[str],
        goal: Board,
        options: _native.SolverOpenOptions,
        watch: Watch,
    ) -> Solver:
        """Opens a solver that owns its tables. After an interrupt nothing refers to it, so it is
        closed."""
        made: List[Solver] = []
        native = goal._to_native()
        name = None if partition is None else partition.encode()

        def work() -> None:
            pointer = ctypes.c_void_p()
            call(
                "solver_open",
                ctypes.byref(native),
                name,
                ctypes.byref(options),
                ctypes.byref(pointer),
            )
            assert pointer.value is not None
            solver = cls.__new__(cls)
            solver.goal, solver.metric = goal, _native.METRICS[options.metric]
            solver._held = []
            solver._handle = Handle(pointer.value, solver._release, "solver")
            made.append(solver)

        watch.run(work)
        return made[0]

    @classmethod
    def _holding(
        cls, tables: Iterator[Table], goal: Board, variant: str
    ) -> Solver:
        """Creates a solver from tables, which stay open as long as the solver."""
        held: List[Table] = []
        try:
            for table in tables:
                held.append(table)
            return cls(held, goal=goal, variant=variant)
        finally:
            for table in held:
                table.close()

    def kernel(self) -> str:
        """Returns the name of the code that expands nodes, such as ``bits4x4_avx512``."""
        info = _native.SolverInfo()
        with self._handle.use() as solver:
            _native.lib.tilepdb_solver_info_get(solver, ctypes.byref(info))
        return str(info.kernel.decode())

    def estimate(self, board: BoardLike) -> int:
        """Returns the heuristic value, a lower bound on the distance of the board."""
        native, h = self._board(board)._to_native(), ctypes.c_int()
        with self._handle.use() as solver:
            call("solver_estimate", solver, ctypes.byref(native), ctypes.byref(h))
        return h.value

    def solve(
        self,
        board: BoardLike,
        *,
        first_bound: int = 0,
        max_length: int = 0,
        max_nodes: int = 0,
        timeout: float = 0,
        threads: int = 1,
        plain: bool = False,
        any_solution: bool = False,
        count: bool = False,
        all_solutions: bool = False,
        max_solutions: int = 0,
        progress: Optional[ProgressFn] = None,
    ) -> Result:
        """Returns the first optimal solution in the order blank up, left, right, down; the same
        moves for all tables and any number of threads (0: all).

        ``max_length``, ``max_nodes`` and ``timeout`` (seconds) limit the search; 0: no limit.
        ``count`` counts the optimal solutions; ``all_solutions`` lists them, at most
        ``max_solutions``. ``plain`` searches the tree that the literature counts. ``any_solution``
        finds any optimal solution, as fast as possible. ``progress`` may return False to cancel.
        ``first_bound`` skips lower bounds, which quickly gives a solution of at most that length,
        ``optimal`` only if it is as short as the lower bound.

        Raises Unsolvable, LimitReached or Cancelled if there is no solution; ``result`` of the
        exception has what was proven. Raises InvalidArgument if the board does not have the goal's
        size, or ``first_bound`` is above ``max_length``."""
        check_limits(first_bound=first_bound)
        options = solve_options(max_length, max_nodes, timeout, threads, plain, any_solution)
        fill(options, first_bound=first_bound)
        want_solutions(options, count, all_solutions, max_solutions)
        return self._solve(self._board(board), options, Watch(progress))

    def judge(
        self,
        board: BoardLike,
        moves: str,
        *,
        notation: str = "tile",
        timeout: float = 0,
        threads: int = 1,
        progress: Optional[ProgressFn] = None,
    ) -> Judgement:
        """Judges moves, in any form of ``parse_moves``. Raises InvalidArgument if they are not
        moves, or not possible on the board; Unsolvable, LimitReached and Cancelled as ``solve``."""
        with self._handle.use():  # raises first if the solver is closed
            start = self._board(board)
        letters = parse_moves(moves, start, notation, self.goal)
        solved = start.play(letters) == self.goal
        best = None
        if solved:
            best = self.solve(start, timeout=timeout, threads=threads, progress=progress)
        length = moves_length(letters, self.metric)
        return Judgement(
            board=start,
            moves=letters,
            solved=solved,
            single_length=moves_length(letters),
            multi_length=moves_length(letters, "multi"),
            best=best,
            excess=None if best is None or best.length is None else length - best.length,
        )

    def solve_many(
        self,
        boards: Iterable[BoardLike],
        *,
        max_length: int = 0,
        max_nodes: int = 0,
        timeout: float = 0,
        threads: int = 0,
        plain: bool = False,
        any_solution: bool = False,
    ) -> Iterator[Result]:
        """Yields a result for each board, in order, as soon as possible. ``boards`` may be endless;
        a few boards are read ahead. Each of ``threads`` (0: one per core) solves one board at a
        time. Limits apply to each board, and are checked immediately. Results of unsolvable boards,
        or after a limit, have that ``status``; an item that is not a board raises InvalidArgument
        in its place. Closing the generator cancels running searches."""
        options = solve_options(max_length, max_nodes, timeout, threads, plain, any_solution)
        workers = min(threads, _MOST_WORKERS) if threads > 0 else os.cpu_count() or 1
        return self._many(boards, options, workers)

    def _many(
        self, boards: Iterable[BoardLike], asked: _native.SolveOptions, workers: int
    ) -> Iterator[Result]:
        watches: Deque[Tuple[Watch, Future[Result]]] = deque()

        def one(board: Board, watch: Watch) -> Result:
            options = _native.SolveOptions.from_buffer_copy(asked)
            options.threads = 1
            try:
                return self._solve(board, options, watch)
            except Unanswered as unanswered:
                assert isinstance(unanswered.result, Result)
                return unanswered.result

        def oldest() -> Result:
            result = watches[0][1].result()  # still queued, so that it can be cancelled
            watches.popleft()
            return result

        with ThreadPoolExecutor(workers) as pool:
            try:
                for board in boards:
                    watch = Watch()
                    watches.append((watch, pool.submit(one, self._board(board), watch)))
                    if len(watches) > 4 * workers:
                        yield oldest()
                while watches:
                    yield oldest()
            finally:
                for watch, future in watches:
                    future.cancel()
                    watch.cancel()

    @staticmethod
    def _goal_of(infos: Sequence[TableInfo], goal: Optional[BoardLike]) -> Board:
        if goal is not None:
            return board_of(goal)
        if not infos:
            return Board.goal()
        pattern = infos[0].pattern
        return Board.goal(pattern.width, pattern.height, pattern.goal_blank)

    def _board(self, board: BoardLike) -> Board:
        return board_of(board, self.goal.width, self.goal.height, self.goal)

    def _release(self, pointer: int) -> None:
        _native.lib.tilepdb_solver_free(pointer)
        self._give_tables()

    def _give_tables(self) -> None:
        while self._held:
            self._held.pop().give()

    def _solve(self, board: Board, options: _native.SolveOptions, watch: Watch) -> Result:
        solutions: List[str] = []

        def keep(moves: bytes, user: Any) -> bool:
            return watch.guard(solutions.append, moves.decode())

        # Keep a reference: ctypes holds none to a callback in a struct.
        on_solution = _native.solution_fn(keep)
        options.on_solution, options.progress = on_solution, watch.progress_fn
        native, result = board._to_native(), _native.Result()

        def work() -> None:
            with self._handle.use() as solver:
                call(
                    "solve",
                    solver,
                    ctypes.byref(native),
                    ctypes.byref(options),
                    ctypes.byref(result),
                )

        try:
            watch.run(work)
        except Unanswered as unanswered:
            unanswered.result = self._result(board, result, options, solutions, unanswered)
            raise
        return self._result(board, result, options, solutions)

    def _result(self, board: Board, *found: Any) -> Result:
        return replace(result_of(board, *found), metric=self.metric)


def _check_kind(kind: Optional[Kind], metric: str) -> None:
    if metric_of(metric) and kind is not None:
        raise ValueError("kind is for tables of patterns; tables of the metric multi have one kind")


def _patterns(partition: str, goal: Board) -> List[Pattern]:
    return patterns(partition, goal.width, goal.height, goal.cells.index(0))


def _colourings(names: Optional[str], goal: Board) -> List[Colouring]:
    """Returns the colourings for a goal, by default one. Tables with the blank last serve every
    corner."""
    width, height = goal.width, goal.height
    blank, last = goal.cells.index(0), len(goal.cells) - 1
    cell = last if blank in (0, width - 1, last - width + 1, last) else blank
    if names is None:
        return [Colouring.default(width, height, cell)]
    return [Colouring.parse(name, width, height, cell) for name in names.split("+")]


def solve_options(
    max_length: int, max_nodes: int, timeout: float, threads: int, plain: bool, any_solution: bool
) -> _native.SolveOptions:
    check_limits(max_length=max_length, max_nodes=max_nodes, timeout=timeout, threads=threads)
    options = _native.SolveOptions()
    _native.lib.tilepdb_solve_options_init(ctypes.byref(options))
    fill(options, max_length=max_length, max_nodes=max_nodes, timeout=timeout)
    fill(options, threads=threads, plain=plain, any=any_solution)
    return options


def want_solutions(
    options: _native.SolveOptions, count: bool, all_solutions: bool, max_solutions: int
) -> None:
    check_limits(max_solutions=max_solutions)
    wanted = _ALL if all_solutions else _COUNT if count else _FIRST
    fill(options, solutions=wanted, max_solutions=max_solutions)
    if max_solutions and not all_solutions:
        raise ValueError("max_solutions limits all_solutions, which is False")


def result_of(
    board: Board,
    native: _native.Result,
    options: _native.SolveOptions,
    solutions: List[str],
    unanswered: Optional[Unanswered] = None,
) -> Result:
    solved = native.length >= 0
    return Result(
        board=board,
        status=unanswered.status if unanswered else Status.OK,
        message=str(unanswered) if unanswered else "",
        solvable=native.solvable,
        optimal=native.optimal,
        length=native.length if solved else None,
        moves=native.moves.decode() if solved else None,
        lower_bound=native.lower_bound if native.lower_bound >= 0 else None,
        upper_bound=native.upper_bound if native.upper_bound >= 0 else None,
        root_h=native.root_h,
        generated=native.generated,
        expanded=native.expanded,
        seconds=native.seconds,
        iterations=tuple(
            Iteration(i.bound, i.generated, i.expanded, i.seconds)
            for i in native.iterations[: native.iteration_count]
        ),
        any_solution=native.any,
        solution_count=native.solution_count if options.solutions != _FIRST else None,
        solutions=tuple(solutions),
    )
