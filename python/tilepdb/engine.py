"""The engine: boards of any size and goal, with the tables and directions that pay off."""

from __future__ import annotations

import ctypes
import os
import threading
from dataclasses import replace
from typing import Any, Callable, Dict, List, Optional, Sequence

from . import _native
from ._handles import Handle, Owner, ProgressFn, Watch
from .boards import BoardLike, board_and_goal, metric_of, moves_length, parse_moves
from .errors import Status, Unanswered, call, check_limits, error_of, fill
from .pattern import Kind
from .solver import Result, result_of, solve_options, want_solutions
from .tables import PathLike, database_directory, variant_of

_DIRECTIONS = ("default", "auto", "forward", "backward", "both")
_SEARCHED = ("forward", "backward", "both")
_MISSING = ("build", "keep", "refuse")


class Cancel(Owner):
    """Ends calls from another thread: ``request`` ends all calls that have it, within about 50
    milliseconds."""

    def __init__(self) -> None:
        pointer = _native.lib.tilepdb_cancel_create()
        if not pointer:
            raise MemoryError("not enough memory")
        self._handle = Handle(pointer, _native.lib.tilepdb_cancel_free, "cancel")

    def request(self) -> None:
        with self._handle.use() as cancel:
            _native.lib.tilepdb_cancel_request(cancel)


class Engine(Owner):
    """Solves boards as pdbsolve does, and keeps tables and solvers for further boards. Any number
    of threads may use it. As a context manager it closes at the end."""

    def __init__(
        self,
        partition: Optional[str] = None,
        *,
        directory: Optional[PathLike] = None,
        missing: str = "build",
        kinds: Sequence[Kind] = (),
        direction: str = "default",
        memory_limit: int = 0,
        threads: int = 0,
        variant: str = "best",
    ) -> None:
        """Opens no file. ``partition`` names tables, NAME or NAME+NAME, as for ``Solver.open``;
        without it, tables and directions are chosen for each board.

        ``directory`` is the directory of the tables, by default that of the tools. ``missing``
        decides about missing files: ``build`` makes small tables in memory, ``keep`` makes and saves
        the named or the strongest tables, ``refuse`` raises TableNotFound. ``direction`` is
        ``auto``, ``forward``, ``backward`` or ``both``; by default ``auto``, or ``forward`` with a
        partition. ``memory_limit`` is in bytes, 0: no limit. ``threads`` make tables and search, 0:
        all. Raises ValueError for an unknown word, InvalidArgument for a number out of range."""
        for name, value, words in (
            ("direction", direction, _DIRECTIONS),
            ("missing", missing, _MISSING),
        ):
            if value not in words:
                raise ValueError(f"{name} must be one of {words}, not {value!r}")
        check_limits(memory_limit=memory_limit, threads=threads)
        options = _native.EngineOptions()
        _native.lib.tilepdb_engine_options_init(ctypes.byref(options))
        folder = os.fsencode(database_directory() if directory is None else directory)
        fill(options, directory=folder, missing=_MISSING.index(missing))
        fill(options, partition=None if partition is None else partition.encode())
        fill(options, directions=_DIRECTIONS.index(direction), variant=variant_of(variant))
        fill(options, memory_limit=memory_limit, threads=threads)
        natives = (_native.Kind * max(1, len(kinds)))(*[kind._to_native() for kind in kinds])
        options.kinds, options.kind_count = natives, len(kinds)
        pointer, error = ctypes.c_void_p(), _native.Error()
        status = _native.lib.tilepdb_engine_create(
            ctypes.byref(options), ctypes.byref(pointer), ctypes.byref(error)
        )
        if status != Status.OK:
            raise error_of(status, error)
        assert pointer.value is not None
        self._handle = Handle(pointer.value, _native.lib.tilepdb_engine_free, "engine")
        self._process = os.getpid()

    def close(self) -> None:
        """Closes tables and solvers as soon as nothing uses them. May be called twice. A child of fork
        leaves them to its parent."""
        if os.getpid() == getattr(self, "_process", 0):
            super().close()

    def solve(
        self,
        board: BoardLike,
        *,
        goal: Optional[BoardLike] = None,
        metric: str = "single",
        max_length: int = 0,
        max_nodes: int = 0,
        timeout: float = 0,
        threads: int = 0,
        any_solution: bool = False,
        count: bool = False,
        all_solutions: bool = False,
        max_solutions: int = 0,
        beyond: int = 0,
        improve: bool = False,
        within: int = 0,
        within_share: float = 0,
        solution: Optional[str] = None,
        cancel: Optional[Cancel] = None,
        progress: Optional[ProgressFn] = None,
    ) -> Result:
        """Returns the answer for a board of any size: the first optimal solution in the order blank
        up, left, right, down, or with ``any_solution`` any optimal solution. At a limit, and after a
        cancellation by ``cancel`` or ``progress``, the answer has the status LIMIT or CANCELLED, a
        proven ``lower_bound``, and where one is known the best solution: ``moves``, of
        ``upper_bound`` moves. ``timeout`` (seconds) includes the making of tables.

        ``count`` counts the optimal solutions; ``all_solutions`` lists them, at most
        ``max_solutions``. With ``beyond``, solutions up to that many moves longer that visit no
        board twice are counted and listed, too, on boards of at most 11 cells and for most open
        goals.

        With ``improve``, a solution is found at once, and improved until it is proven to be at most
        ``within`` moves, or the share ``within_share`` of the lower bound, too long, or until a
        limit; ``progress`` is then also called in a second thread. ``solution`` has moves to begin
        with, in any form of ``parse_moves``; the answer is not longer.

        ``goal`` may be open (Board): then the solution is the shortest to any of its boards.
        Without ``goal``, the goal is the one in the text of the board, or 1 2 3 ... with the blank
        last. Raises Unsolvable; TableNotFound, FileProblem or OutOfMemory if there are no tables;
        InvalidArgument if an argument is out of range or ``goal`` contradicts the text."""
        start, target = board_and_goal(board, goal)
        watch = Watch(progress)
        search = solve_options(max_length, max_nodes, timeout, threads, False, any_solution)
        search.progress = watch.progress_fn
        want_solutions(search, count, all_solutions, max_solutions)
        solutions: List[str] = []

        def keep(letters: bytes, user: Any) -> bool:
            return watch.guard(solutions.append, letters.decode())

        # Keep a reference: ctypes holds none to a callback in a struct.
        on_solution = _native.solution_fn(keep)
        search.on_solution = on_solution
        request = self._request(start, target, metric, search)
        check_limits(within=within, within_share=within_share, beyond=beyond)
        fill(request, beyond=beyond)
        if solution is not None:
            request.solution = parse_moves(solution, start, goal=target).encode()
        fill(request, improve=improve, within=within, within_share=within_share)
        found: List[Result] = []

        def work() -> None:
            answer, error = ctypes.POINTER(_native.Answer)(), _native.Error()
            with self._handle.use() as engine:
                status = _native.lib.tilepdb_engine_solve(
                    engine, ctypes.byref(request), ctypes.byref(answer), ctypes.byref(error)
                )
                problem = error_of(status, error) if status != Status.OK else None
                try:
                    if problem is not None and (not answer or not isinstance(problem, Unanswered)):
                        raise problem
                    if answer.contents.no_tables and problem is not None:
                        raise problem
                    result = _result(start, answer.contents, search, solutions, problem, metric)
                    found.append(result)
                    if status == Status.UNSOLVABLE:
                        assert isinstance(problem, Unanswered)
                        problem.result = result
                        raise problem
                finally:
                    _native.lib.tilepdb_answer_free(answer)

        self._run(watch, request, cancel, work)
        return found[0]

    def distances(
        self,
        board: BoardLike,
        moves: str,
        *,
        goal: Optional[BoardLike] = None,
        metric: str = "single",
        timeout: float = 0,
        threads: int = 0,
        cancel: Optional[Cancel] = None,
        progress: Optional[ProgressFn] = None,
    ) -> List[int]:
        """Returns the distance to the goal before the first of the moves, a solution in any form of
        ``parse_moves``, and after each: where it does not fall, moves are lost. ``timeout`` (seconds)
        is for all boards. Raises LimitReached and Cancelled, without a result; InvalidArgument if the moves do not
        solve the board."""
        start, target = board_and_goal(board, goal)
        letters = parse_moves(moves, start, goal=target)
        watch = Watch(progress)
        search = solve_options(0, 0, timeout, threads, False, True)
        search.progress = watch.progress_fn
        request = self._request(start, target, metric, search)
        found = (ctypes.c_int * (moves_length(letters, metric) + 1))()
        known = ctypes.c_size_t()

        def work() -> None:
            with self._handle.use() as engine:
                call(
                    "engine_distances",
                    engine,
                    ctypes.byref(request),
                    letters.encode(),
                    found,
                    ctypes.byref(known),
                )

        self._run(watch, request, cancel, work)
        return list(found)

    def _request(
        self, start: Any, target: Any, metric: str, search: _native.SolveOptions
    ) -> _native.EngineRequest:
        if os.getpid() != self._process:
            raise ValueError("an engine does not pass fork: make one in each process")
        request = _native.EngineRequest()
        _native.lib.tilepdb_engine_request_init(ctypes.byref(request))
        native, native_goal = start._to_native(), target._to_native()
        request.board, request.goal = ctypes.pointer(native), ctypes.pointer(native_goal)
        request.metric, request.search = metric_of(metric), search
        return request

    @staticmethod
    def _run(
        watch: Watch,
        request: _native.EngineRequest,
        cancel: Optional[Cancel],
        work: Callable[[], None],
    ) -> None:
        if cancel is None:
            watch.run(work)
            return
        with cancel._handle.use() as pointer:
            request.cancel = pointer
            watch.run(work)


def _result(
    board: Any,
    answer: Any,
    options: _native.SolveOptions,
    solutions: List[str],
    problem: Optional[Unanswered],
    metric: str,
) -> Result:
    result = result_of(board, answer.result.contents, options, solutions, problem)
    iterations = list(result.iterations)
    for i, iteration in enumerate(iterations):
        searcher = answer.searchers[answer.searched_by[i]]
        iterations[i] = replace(
            iteration,
            partition=searcher.partition.decode(),
            direction=_SEARCHED[searcher.direction],
        )
    return replace(
        result,
        moves=answer.moves.decode() if answer.moves else result.moves,
        iterations=tuple(iterations),
        compared=answer.compared,
        metric=metric,
    )


_shared: Dict[str, Engine] = {}  # by directory
_shared_lock = threading.Lock()
_parents: List[Dict[str, Engine]] = []  # kept, since a child of fork must not free them


def shared() -> Engine:
    """Returns the engine of ``tilepdb.solve`` for the directory of the tools, which keeps its tables
    until the process ends: files that are made later are not seen. A child of fork makes its own."""
    with _shared_lock:
        directory = os.fspath(database_directory())
        if directory not in _shared:
            _shared[directory] = Engine(directory=directory)
        return _shared[directory]


def _after_fork() -> None:
    global _shared, _shared_lock
    _parents.append(_shared)
    _shared, _shared_lock = {}, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
