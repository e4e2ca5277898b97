"""Finds a solution at once, shortens it while time is left, and proves a lower bound."""

from __future__ import annotations

import ctypes
import queue
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional, Union

from . import _native
from ._handles import ProgressFn, Watch
from .boards import Board, BoardLike, board_and_goal, metric_of
from .errors import Cancelled, LimitReached, Status, Unanswered, call, check_limits, fill
from .solver import Solver


@dataclass(frozen=True)
class Improvement:
    """A shorter solution or a higher lower bound."""

    length: int  # length of the best solution
    lower_bound: int  # proven
    moves: str  # moves of the best solution, directions of tiles: U D L R
    shorter: bool  # True: new solution; False: new lower bound
    width: int  # width of the beam that found the solution, or 0
    seconds: float  # since the call started

    @property
    def gap(self) -> int:
        """The number of moves by which the solution may be too long."""
        return self.length - self.lower_bound


ImprovementFn = Callable[[Improvement], Optional[bool]]


@dataclass(frozen=True)
class AnytimeResult:
    """The best solution, and what was proven."""

    board: Board
    status: Status  # OK: the bounds are near enough; otherwise LIMIT or CANCELLED
    message: str  # why the search ended early, or ""
    optimal: bool  # both bounds met; other optimal solutions may exist
    length: int
    moves: str  # directions of tiles: U D L R
    lower_bound: int  # proven
    root_h: int  # lower bound at the start
    width: int  # width of the widest beam that was not stopped
    expanded: int  # boards that beams expanded
    generated: int  # nodes that the solver generated
    memory: int  # most bytes that beams used
    seconds: float
    metric: str

    @property
    def gap(self) -> int:
        """The number of moves by which the solution may be too long."""
        return self.length - self.lower_bound


def anytime(
    board: BoardLike,
    *,
    goal: Optional[BoardLike] = None,
    metric: str = "single",
    solver: Optional[Solver] = None,
    within: int = 0,
    within_share: float = 0,
    timeout: float = 0,
    max_width: int = 0,
    max_nodes: int = 0,
    memory_limit: int = 0,
    threads: int = 1,
    on_improvement: Optional[ImprovementFn] = None,
    progress: Optional[ProgressFn] = None,
) -> AnytimeResult:
    """Solves a board of any size as well as the limits allow. Ends when the solution is proven to
    be at most ``within`` moves, or the share ``within_share`` of the lower bound (0.05: 5 %), too
    long. With 0, the default, the solution must be proven optimal. Large boards never reach that,
    so give them a ``timeout`` in seconds.

    ``on_improvement`` receives the first solution, every shorter one and every higher lower bound;
    if it returns False, the search ends. ``solver`` proves lower bounds between beams, and
    determines goal and metric; without it, the lower bound is an estimate. ``max_width`` ends the
    search after a beam of that many boards, ``max_nodes`` after that many boards expanded by beams.
    ``memory_limit`` is in bytes for beams, 1 GiB by default. ``threads`` (0: all) share each beam.
    Without ``timeout``, solutions are the same on every machine.

    If a limit is reached or ``progress`` returns False, returns the best solution so far with the
    status LIMIT or CANCELLED. Raises Unsolvable if there is no solution."""
    return _Task(board, **_arguments(locals())).run(on_improvement)


def improvements(
    board: BoardLike,
    *,
    goal: Optional[BoardLike] = None,
    metric: str = "single",
    solver: Optional[Solver] = None,
    within: int = 0,
    within_share: float = 0,
    timeout: float = 0,
    max_width: int = 0,
    max_nodes: int = 0,
    memory_limit: int = 0,
    threads: int = 1,
    progress: Optional[ProgressFn] = None,
) -> Iterator[Improvement]:
    """Yields what ``anytime`` passes to ``on_improvement``, as soon as it is known; the last
    improvement is the answer. The search runs in its own thread while the caller does other things.
    Closing the generator cancels the search. Options are checked immediately; Unsolvable is raised
    instead of the first improvement."""
    return _Task(board, **_arguments(locals())).improvements()


def _arguments(given: Any) -> Any:
    return {name: given[name] for name in given if name not in ("board", "on_improvement")}


class _Task:
    """A search that runs once."""

    def __init__(
        self,
        board: BoardLike,
        *,
        goal: Optional[BoardLike],
        metric: str,
        solver: Optional[Solver],
        progress: Optional[ProgressFn],
        **limits: Union[int, float],
    ) -> None:
        check_limits(**limits)
        self.options = _native.AnytimeOptions()
        _native.lib.tilepdb_anytime_options_init(ctypes.byref(self.options))
        fill(self.options, **limits)
        self.metric = metric if solver is None else solver.metric
        self.options.metric = metric_of(self.metric)
        if solver is not None and (goal is not None or metric_of(metric)):
            raise ValueError("goal and metric are those of the solver: leave them out")
        self.solver = solver
        self.board, self.goal = board_and_goal(board, solver.goal if solver is not None else goal)
        self.watch = Watch(progress)

    def run(self, hear: Optional[ImprovementFn]) -> AnytimeResult:
        def keep(event: Any, user: Any) -> bool:
            if hear is None or not self.watch.goes_on():
                return self.watch.goes_on()
            told = event.contents
            return self.watch.guard(
                hear,
                Improvement(
                    length=told.length,
                    lower_bound=told.lower_bound,
                    moves=told.moves.decode(),
                    shorter=told.shorter,
                    width=told.width,
                    seconds=told.seconds,
                ),
            )

        # Keep a reference: ctypes holds none to a callback in a struct.
        on_event = _native.anytime_fn(keep)
        self.options.on_event, self.options.progress = on_event, self.watch.progress_fn
        native = _native.AnytimeResult()
        problem: Optional[Unanswered] = None
        try:
            self.watch.run(lambda: self._work(native))
        except (LimitReached, Cancelled) as ended:
            # A callback may have raised one of these exceptions.
            if self.watch.has_raised() or native.length < 0:
                raise
            problem = ended
        return self._result(native, problem)

    def improvements(self) -> Iterator[Improvement]:
        found: queue.SimpleQueue[Union[Improvement, BaseException, None]] = queue.SimpleQueue()

        def search() -> None:
            try:
                self.run(found.put)
                found.put(None)
            except BaseException as problem:
                found.put(problem)

        def each() -> Iterator[Improvement]:
            thread = threading.Thread(target=search, daemon=True)
            thread.start()
            try:
                while True:
                    one = found.get()
                    if one is None:
                        return
                    if isinstance(one, BaseException):
                        raise one
                    yield one
            finally:
                self.watch.cancel()
                thread.join()

        return each()

    def _work(self, native: _native.AnytimeResult) -> None:
        board, goal = self.board._to_native(), self.goal._to_native()
        held = self.solver._handle if self.solver is not None else None
        self.options.solver = held.take() if held is not None else None
        try:
            call(
                "anytime_solve",
                ctypes.byref(board),
                ctypes.byref(goal),
                ctypes.byref(self.options),
                ctypes.byref(native),
            )
        finally:
            if held is not None:
                held.give()

    def _result(
        self, native: _native.AnytimeResult, problem: Optional[Unanswered]
    ) -> AnytimeResult:
        return AnytimeResult(
            board=self.board,
            status=problem.status if problem else Status.OK,
            message=str(problem) if problem else "",
            optimal=native.optimal,
            length=native.length,
            moves=native.moves.decode(),
            lower_bound=native.lower_bound,
            root_h=native.root_h,
            width=native.width,
            expanded=native.expanded,
            generated=native.generated,
            memory=native.memory,
            seconds=native.seconds,
            metric=self.metric,
        )
