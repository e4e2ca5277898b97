"""A solution at once, which gets better while there is time, and a proven lower bound beside it."""

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
    """What is known at some moment: a solution, which is an upper bound, and a lower one."""

    length: int  # of the best solution so far
    lower_bound: int  # proven
    moves: str  # of that solution, the way the tile moves: U D L R
    shorter: bool  # the solution is new; otherwise the lower bound is
    width: int  # of the beam that found it; 0: no beam did
    seconds: float  # since the call

    @property
    def gap(self) -> int:
        """How many moves too long the solution is at most."""
        return self.length - self.lower_bound


ImprovementFn = Callable[[Improvement], Optional[bool]]


@dataclass(frozen=True)
class AnytimeResult:
    """The best solution that was found, and what was proven."""

    board: Board
    status: Status  # OK: the bounds are as near as was wanted; LIMIT or CANCELLED: not yet
    message: str  # why it ended; "" if it is OK
    optimal: bool  # both bounds met; the solution need not be the first
    length: int
    moves: str  # the way the tile moves: U D L R
    lower_bound: int  # proven
    root_h: int  # the first lower bound
    width: int  # of the widest beam that ended by itself
    expanded: int  # by beams
    generated: int  # by the solver
    memory: int  # the most bytes that beams used
    seconds: float
    metric: str

    @property
    def gap(self) -> int:
        """How many moves too long the solution is at most."""
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
    """Solves a board of any size as well as it can, until a limit is reached or the solution is at
    most ``within`` moves, or ``within_share`` of the lower bound (0.05: 5 %), too long: proven, not
    guessed. By default that is 0: until it is optimal, which large boards never reach, so give them
    a ``timeout`` in seconds.

    ``on_improvement`` hears of the first solution, every shorter one and every higher lower bound,
    and may return False to end it. ``solver`` proves lower bounds between beams; goal and metric
    are then its own. Without one, only an estimate is proven. ``max_width`` ends it after a beam of
    that many boards, ``max_nodes`` after so many that beams expanded; ``memory_limit`` in bytes is
    for beams, 1 GiB by default; ``threads`` (0: all) share each beam. Without ``timeout``, solutions are the same on every machine.

    A limit, and ``progress`` that returns False, give the best solution so far with the status
    LIMIT or CANCELLED, and raise nothing. Unsolvable: there is no solution."""
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
    """What ``anytime`` tells ``on_improvement``, as soon as it is known: the last one is the answer.
    The search goes on in a thread while the caller does other things. Closing the generator, or
    leaving it, cancels the search. Options are checked immediately; Unsolvable comes in place of the
    first improvement."""
    return _Task(board, **_arguments(locals())).improvements()


def _arguments(given: Any) -> Any:
    return {name: given[name] for name in given if name not in ("board", "on_improvement")}


class _Task:
    """A search that is to be run once."""

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

        # ctypes keeps no reference of its own to a callback in a struct.
        on_event = _native.anytime_fn(keep)
        self.options.on_event, self.options.progress = on_event, self.watch.progress_fn
        native = _native.AnytimeResult()
        problem: Optional[Unanswered] = None
        try:
            self.watch.run(lambda: self._work(native))
        except (LimitReached, Cancelled) as ended:
            # What a callback raises may look the same.
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
