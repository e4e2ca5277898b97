"""Boards: positions of a sliding-tile puzzle."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import islice
from typing import Callable, Iterator, Optional, Sequence, Tuple, Union

from . import _native
from .errors import (
    InvalidArgument,
    OutOfMemory,
    Status,
    TilepdbError,
    Unsolvable,
    call,
    check_fits,
    error_of,
    fill,
)


ANY_TILE = 0xFFFF  # in a goal: a cell that may hold anything


@dataclass(frozen=True)
class Board:
    """A position: ``cells`` row by row, 0 is the blank. Immutable, comparable, hashable.

    A goal may be open: cells with ANY_TILE, written ``*``, may hold anything, and tiles with equal
    numbers are alike, also on the boards that are solved to it."""

    width: int
    height: int
    cells: Tuple[int, ...]

    @classmethod
    def parse(cls, text: str, width: int = 0, height: int = 0) -> Board:
        """Reads a text with one board, in any form of docs/input.md: numbers, rows separated by
        ``/``, ``;`` or lines, lists, a word, or a scramble, which starts at the goal with the blank
        last. Without width and height, the rows give the shape, up to 32x32; a board without rows
        must be square. Raises InvalidArgument if the text is not one board."""
        native = _native.Board()
        data = text.encode()
        call("board_parse", data, len(data), width, height, ctypes.byref(native))
        return cls._of(native)

    @classmethod
    def goal(
        cls,
        width: int = 4,
        height: int = 4,
        blank: Optional[int] = None,
        name: Optional[str] = None,
    ) -> Board:
        """Returns the goal with the blank on cell ``blank``, by default the last, and the tiles 1,
        2, 3 ... on the other cells. Or returns the goal with a ``name`` of ``pdbsolve --goal``:
        ``blank-last``, ``blank-first``, ``spiral`` or ``snail``. Raises InvalidArgument for an
        unknown name, or if both are given."""
        native = _native.Board()
        if name is not None:
            if blank is not None:
                raise InvalidArgument("a goal has a blank or a name", Status.ERROR_ARGUMENT)
            call("goal_named", name.encode(), width, height, ctypes.byref(native))
            return cls._of(native)
        cell = width * height - 1 if blank is None else blank
        call("goal", width, height, cell, ctypes.byref(native))
        return cls._of(native)

    @classmethod
    def parse_goal(cls, text: str, width: int = 0, height: int = 0) -> Board:
        """Reads a goal, which may be open, such as ``1 2 3 / * * * / * * *`` or
        ``1 1 1 / 2 2 2 / 3 3 0``; otherwise like ``parse``."""
        native = _native.Board()
        data = text.encode()
        call("goal_parse", data, len(data), width, height, ctypes.byref(native))
        return cls._of(native)

    @property
    def is_open(self) -> bool:
        """True if this is an open goal, or a board with tiles that are alike."""
        native = self._to_native()
        return bool(_native.lib.tilepdb_goal_is_open(ctypes.byref(native)))

    def reached_by(self, board: Board) -> bool:
        """Returns True if ``board`` is this goal, or a board of this open goal."""
        native, other = self._to_native(), board._to_native()
        return bool(_native.lib.tilepdb_goal_reached(ctypes.byref(native), ctypes.byref(other)))

    def play(self, moves: str) -> Board:
        """Returns the board after ``moves``: letters ``U``, ``D``, ``L``, ``R`` for the directions
        of tiles. Raises InvalidArgument if a move is another letter or leaves the board; ``column``
        is its number."""
        native = self._to_native()
        call("board_play", ctypes.byref(native), moves.encode())
        return self._of(native)

    def is_solvable(self, goal: Optional[Board] = None) -> bool:
        """Returns True if the board can reach the goal."""
        target = goal if goal is not None else Board.goal(self.width, self.height)
        native, native_goal = self._to_native(), target._to_native()
        try:
            call("board_solvable", ctypes.byref(native), ctypes.byref(native_goal))
        except Unsolvable:
            return False
        return True

    def picture(
        self,
        moves: str = "",
        *,
        goal: Optional[Board] = None,
        metric: str = "single",
        speed: float = 0.0,
        caption: str = "",
    ) -> str:
        """Returns an SVG document, as ``pdbsolve --format svg`` draws it: the board, or with
        ``moves`` (letters for the directions of tiles) a strip of its boards, where one board
        follows each move of the metric, or with a ``speed`` in moves per second an animation. Each
        tile has the colour of its cell on ``goal``, which may be open; without it, on the board
        after the moves or, without moves, on 1 2 3 ... with the blank last. ``caption`` is a line
        below. Raises InvalidArgument for an invalid board or speed, or moves that cannot be
        played."""
        native = self._to_native()
        entry = _native.PictureEntry(
            ctypes.pointer(native),
            moves.encode(),
            ctypes.pointer(goal._to_native()) if goal is not None else None,
            metric_of(metric),
            speed,
            caption=caption.encode(),
        )
        picture = ctypes.c_void_p()
        call("picture_create", ctypes.byref(picture))
        try:
            call("picture_add", picture, ctypes.byref(entry))
            text = _native.lib.tilepdb_picture_text(picture, None)
            if text is None:
                raise OutOfMemory("out of memory", Status.ERROR_MEMORY)
            return str(text.decode())
        finally:
            _native.lib.tilepdb_picture_free(picture)

    def _repr_svg_(self) -> str:
        return self.picture()

    def rows(self) -> Iterator[Tuple[int, ...]]:
        """Yields the rows from top to bottom."""
        for start in range(0, len(self.cells), self.width):
            yield self.cells[start : start + self.width]

    def __str__(self) -> str:
        return " / ".join(
            " ".join("*" if cell == ANY_TILE else str(cell) for cell in row) for row in self.rows()
        )

    def _to_native(self) -> _native.Board:
        count = len(self.cells)
        # The struct must hold all cells; the library checks everything else.
        if not (0 < self.width < 256 and 0 < self.height < 256 and count <= _native.MAX_CELLS):
            raise ValueError(f"{self.width}x{self.height} is not a valid board size")
        if count != self.width * self.height or any(not 0 <= c < 65536 for c in self.cells):
            raise ValueError("the cells do not fill the board")
        return _native.Board(self.width, self.height, tuple(self.cells))

    @classmethod
    def _of(cls, native: _native.Board) -> Board:
        count = native.width * native.height
        return cls(native.width, native.height, tuple(native.cells[:count]))


BoardLike = Union[Board, str, Sequence[int]]


def board_of(
    board: BoardLike,
    width: int = 0,
    height: int = 0,
    goal: Optional[Board] = None,
    large: bool = False,
) -> Board:
    """Returns a board, given as a Board, as text, or as cells row by row. A scramble starts at
    ``goal``, which must have this size. With ``large``, allows up to 32x32. Raises InvalidArgument
    if the text is not a board, or names a goal other than ``goal``."""
    if isinstance(board, Board):
        return board
    text = _text_of(board)
    if goal is not None or large:
        found = list(islice(read_boards(text, width, height, goal=goal, large=large), 2))
        if len(found) == 1:
            return found[0]
    return Board.parse(text, width, height)


def _text_of(board: Union[str, Sequence[int]]) -> str:
    return board if isinstance(board, str) else " ".join(map(str, board))


def board_and_goal(board: BoardLike, goal: Optional[BoardLike] = None) -> Tuple[Board, Board]:
    """Returns a board up to 32x32 and its goal: ``goal``, else the goal in the text, else 1 2 3 ...
    with the blank last. ``goal`` may be open. Raises InvalidArgument if the text names a goal other
    than ``goal``."""
    if goal is not None:
        target = goal if isinstance(goal, Board) else Board.parse_goal(_text_of(goal))
        return board_of(board, target.width, target.height, target, large=True), target
    if not isinstance(board, Board):
        found = list(islice(_read(_text_of(board), large=True), 2))
        if len(found) == 1:
            start, named = found[0]
            return start, named if named is not None else Board.goal(start.width, start.height)
    start = board_of(board, large=True)
    return start, Board.goal(start.width, start.height)


def read_boards(
    text: str,
    width: int = 0,
    height: int = 0,
    *,
    goal: Optional[Board] = None,
    blank_first: bool = False,
    notation: str = "tile",
    large: bool = False,
    blank_tile: Optional[str] = None,
    on_error: Optional[Callable[[InvalidArgument], object]] = None,
) -> Iterator[Board]:
    """Yields the boards and scrambles of a text, in any form of docs/input.md, as pdbsolve reads
    files.

    A scramble starts from ``goal``, by default 1 2 3 ... with the blank last, or first with
    ``blank_first``. Its letters are the directions of tiles, or with ``notation`` ``blank`` the
    directions of the blank. Boards have at most 25 cells, as tables do, or 32x32 with ``large``.
    ``blank_tile`` is the number or mark of the blank, or ``last`` for the largest number; tiles
    from 0 are then counted from 1. Goals in the text are not returned, and must equal ``goal`` if
    it is given.

    Raises InvalidArgument for a piece of the text that is not a board, or has another goal;
    ``line`` is its first line. With ``on_error``, that function receives the exception, and reading
    continues."""
    found = _read(text, width, height, goal, blank_first, notation, large, blank_tile, on_error)
    return (board for board, _ in found)


def _read(
    text: str,
    width: int = 0,
    height: int = 0,
    goal: Optional[Board] = None,
    blank_first: bool = False,
    notation: str = "tile",
    large: bool = False,
    blank_tile: Optional[str] = None,
    on_error: Optional[Callable[[InvalidArgument], object]] = None,
) -> Iterator[Tuple[Board, Optional[Board]]]:
    """Yields the boards of a text, each with the goal that the text names for it, or None."""
    data = text.encode()
    options = _native.ReaderOptions()
    _native.lib.tilepdb_reader_options_init(ctypes.byref(options))
    fill(options, width=width, height=height)
    options.notation = _notation(notation)
    options.blank_first = blank_first
    options.large = large
    options.blank_tile = blank_tile.encode() if blank_tile is not None else None
    native_goal = goal._to_native() if goal is not None else None
    if native_goal is not None:
        options.goal = ctypes.pointer(native_goal)
    reader = ctypes.c_void_p()
    call("reader_create", ctypes.byref(options), ctypes.byref(reader))
    item = _native.Item()
    try:
        _native.lib.tilepdb_reader_feed(reader, data, len(data))
        _native.lib.tilepdb_reader_end(reader)
        while _native.lib.tilepdb_reader_next(reader, ctypes.byref(item)):
            named = Board._of(item.goal) if item.has_goal else None
            error: Optional[TilepdbError] = None
            if item.kind == _native.ITEM_ERROR:
                error = error_of(item.error.status, item.error)
            elif goal is not None and named is not None and named != goal:
                sentence = f"the goal of the text is {named}, and {goal} is asked for"
                error = InvalidArgument(sentence, Status.ERROR_ARGUMENT)
            if error is not None:
                error.line = item.line
                if on_error is None or not isinstance(error, InvalidArgument):
                    raise error
                on_error(error)
                continue
            yield Board._of(item.board), named
    finally:
        _native.lib.tilepdb_reader_free(reader)


def metric_of(name: str) -> int:
    """Returns the library's number of a metric. Raises InvalidArgument for an unknown name."""
    if name not in _native.METRICS:
        words = ", ".join(_native.METRICS)
        raise InvalidArgument(f"unknown metric {name!r}: {words}", Status.ERROR_ARGUMENT)
    return _native.METRICS.index(name)


_NOTATIONS = {"tile": 0, "blank": 1, "numbers": 2, "names": 3}


def _notation(name: str) -> int:
    if name not in _NOTATIONS:
        words = ", ".join(_NOTATIONS)
        raise InvalidArgument(f"unknown notation {name!r}: {words}", Status.ERROR_ARGUMENT)
    return _NOTATIONS[name]


def parse_moves(
    text: str,
    board: Optional[BoardLike] = None,
    notation: str = "tile",
    goal: Optional[Board] = None,
) -> str:
    """Reads moves in any form of docs/input.md (``R2D2``, ``d r' u3``, ``UP, LEFT``, arrows, lists
    of timers, an answer line of pdbsolve). Returns letters for the directions of tiles.
    ``notation`` is what the text names: ``tile``, ``blank``, ``numbers``, or ``names``, letters of
    tiles, A for 1, or directions; ``numbers`` and ``names`` need a board. If a board is given, the
    moves must be possible on it, and tiles (``5,6``) and cells (``r3c2``) are read in every
    notation. With ``goal``, of two readings the one that leads to it is taken, and numbers may also
    be the cells of the blank, from 0 or from 1. Raises InvalidArgument if the text is not moves, or
    is ambiguous, or a move is impossible; ``column`` is the place."""
    data = text.encode()
    native = board_of(board)._to_native() if board is not None else None
    target = ctypes.byref(goal._to_native()) if goal is not None else None
    moves = ctypes.create_string_buffer(_native.MAX_TYPED_MOVES + 1)
    where = ctypes.byref(native) if native is not None else None
    try:
        call(
            "solution_parse",
            data,
            len(data),
            _notation(notation),
            target,
            where,
            moves,
            len(moves),
            None,
        )
    except TilepdbError as error:
        raise InvalidArgument(str(error), error.status, error.line, error.column) from None
    return moves.value.decode()


def format_moves(
    moves: str,
    board: Optional[BoardLike] = None,
    notation: str = "tile",
    run_length: bool = False,
) -> str:
    """Writes ``moves``, letters for the directions of tiles, in a notation. ``numbers`` need the
    board, on which the moves must be possible. Raises InvalidArgument if they are not, or for other
    letters."""
    data = moves.encode()
    check_fits("moves", ctypes.c_char_p, data)
    native = board_of(board)._to_native() if board is not None else None
    where = ctypes.byref(native) if native is not None else None
    text = ctypes.create_string_buffer(4 * len(data) + 1)
    length = _native.lib.tilepdb_moves_format(
        data, _notation(notation), run_length, where, text, len(text)
    )
    if length == 0 and moves:
        raise InvalidArgument("these moves cannot be written", Status.ERROR_ARGUMENT)
    return text.value.decode()


def moves_length(moves: str, metric: str = "single") -> int:
    """Returns the number of moves: ``single`` counts letters, ``multi`` counts runs of equal
    letters."""
    data = moves.encode()
    check_fits("moves", ctypes.c_char_p, data)
    return int(_native.lib.tilepdb_moves_length(data, metric_of(metric)))


def invert_moves(text: str, notation: str = "tile", run_length: bool = False) -> str:
    """Returns the inverse of the moves in the same notation. Raises InvalidArgument if the text is
    not moves."""
    data = text.encode()
    inverse = ctypes.create_string_buffer(_native.MOVES_TEXT)
    try:
        call(
            "moves_invert",
            data,
            len(data),
            _notation(notation),
            run_length,
            inverse,
            len(inverse),
            None,
        )
    except TilepdbError as error:
        raise InvalidArgument(str(error), error.status, error.line, error.column) from None
    return inverse.value.decode()


def scramble(
    count: Optional[int] = None, *, seed: int = 0, goal: Optional[Board] = None
) -> Iterator[Board]:
    """Yields random boards, drawn uniformly from those that can reach ``goal`` (by default of the
    15-puzzle): ``count`` boards, or endlessly. A seed gives the same boards on every machine, and
    as ``pdbsolve --scramble``. Raises InvalidArgument if ``count`` is negative or ``seed`` is not 0
    to 2**64 - 1."""
    check_fits("seed", ctypes.c_uint64, seed)
    if count is not None:
        check_fits("count", ctypes.c_uint64, count)
    return _drawn(count, seed, (goal if goal is not None else Board.goal())._to_native())


def _drawn(count: Optional[int], seed: int, native_goal: _native.Board) -> Iterator[Board]:
    random = _native.Random()
    _native.lib.tilepdb_random_seed(ctypes.byref(random), seed)
    drawn = 0
    while count is None or drawn < count:
        native = _native.Board()
        status = _native.lib.tilepdb_board_scramble(
            ctypes.byref(random), ctypes.byref(native_goal), ctypes.byref(native)
        )
        if status != 0:
            raise ValueError("the goal is not a board")
        yield Board._of(native)
        drawn += 1
