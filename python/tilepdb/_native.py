"""The library for ctypes: where it is, its structs and its functions.

src/tilepdb.h documents them. tests/test_layout.py compares the structs with the C compiler's layout
of the header."""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Iterator

VERSION = "0.5.0"  # of the header that is mirrored here
FILE = "libtilepdb.so.0"

TABLE_MAX_CELLS = 25
TABLE_MAX_SIDE = 12
MAX_LEVELS = 256
MAX_MOVES = 511
MAX_FALSE = 16
MAX_CELLS = 1024
ANYTIME_MAX_MOVES = 250000
MAX_TYPED_MOVES = 250000
MOVES_TEXT = 5 * MAX_TYPED_MOVES + 1
BOARD_TEXT = 5248
FILE_NAME = 160
COLOURING_TEXT = 40
METRICS = ("single", "multi")


# ---- structs


class Error(Structure):
    _fields_ = [
        ("status", c_int),
        ("line", c_size_t),
        ("column", c_size_t),
        ("message", c_char * 496),
        ("code", c_int),
        ("number", c_int64 * 4),
        ("text", c_char * 64),
    ]


class Build(Structure):
    _fields_ = [
        ("version", c_char_p),
        ("compiler", c_char_p),
        ("zstd", c_char_p),
        ("variants", c_char_p),
        ("variant", c_char_p),
        ("openmp", c_bool),
        ("cbc", c_bool),
    ]


class Progress(Structure):
    _fields_ = [
        ("stage", c_int),
        ("level", c_int),
        ("fresh", c_uint64),
        ("done", c_uint64),
        ("total", c_uint64),
        ("memory", c_uint64),
        ("seconds", c_double),
    ]


class Board(Structure):
    _fields_ = [("width", c_uint8), ("height", c_uint8), ("cells", c_uint16 * MAX_CELLS)]


class ReaderOptions(Structure):
    _fields_ = [
        ("reading", c_int),
        ("notation", c_int),
        ("width", c_int),
        ("height", c_int),
        ("goal", POINTER(Board)),
        ("blank_first", c_bool),
        ("large", c_bool),
        ("live", c_bool),
        ("blank_tile", c_char_p),
    ]


class Item(Structure):
    _fields_ = [
        ("kind", c_int),
        ("line", c_size_t),
        ("board", Board),
        ("letters", c_bool),
        ("moves", c_void_p),
        ("moves_length", c_size_t),
        ("error", Error),
        ("id", c_char * 64),
        ("has_goal", c_bool),
        ("multi", c_bool),
        ("goal", Board),
    ]


ITEM_ERROR = 3


class PictureEntry(Structure):
    _fields_ = [
        ("board", POINTER(Board)),
        ("moves", c_char_p),
        ("goal", POINTER(Board)),
        ("metric", c_int),
        ("speed", c_double),
        ("name", c_char_p),
        ("caption", c_char_p),
        ("description", c_char_p),
    ]


class Random(Structure):
    _fields_ = [("state", c_uint64 * 4)]


class Pattern(Structure):
    _fields_ = [
        ("width", c_uint8),
        ("height", c_uint8),
        ("goal_blank", c_uint8),
        ("tiles", c_uint32),
        ("colours", c_uint8),
        ("colour", c_uint8 * TABLE_MAX_CELLS),
        ("open", c_uint8),
    ]


class Partition(Structure):
    _fields_ = [
        ("name", c_char * 24),
        ("width", c_uint8),
        ("height", c_uint8),
        ("goal_blank", c_uint8),
        ("count", c_uint8),
        ("tiles", c_uint32 * TABLE_MAX_CELLS),
    ]


class CatalogueEntry(Structure):
    _fields_ = [("name", c_char_p), ("summary", c_char_p), ("width", c_int), ("height", c_int)]


class Kind(Structure):
    _fields_ = [("blank", c_int), ("encoding", c_int), ("metric", c_int)]


class TableInfo(Structure):
    _fields_ = [
        ("pattern", Pattern),
        ("kind", Kind),
        ("entries", c_uint64),
        ("reachable", c_uint64),
        ("levels", c_int),
        ("histogram", c_uint64 * MAX_LEVELS),
        ("axis_entries", c_uint64 * 2),
        ("axis_histogram", c_uint64 * MAX_LEVELS * 2),
        ("table_bytes", c_uint64),
        ("file_bytes", c_uint64),
        ("frame_count", c_uint64),
        ("frame_rows", c_uint64),
        ("stored_frames", c_uint64),
        ("content_hash", c_uint64),
        ("format_version", c_int),
    ]


progress_fn = CFUNCTYPE(c_bool, POINTER(Progress), c_void_p)
solution_fn = CFUNCTYPE(c_bool, c_char_p, c_void_p)


class GenerateOptions(Structure):
    _fields_ = [
        ("threads", c_int),
        ("memory_limit", c_uint64),
        ("progress", progress_fn),
        ("user", c_void_p),
        ("variant", c_int),
    ]


class GenerateNeed(Structure):
    _fields_ = [
        ("entries", c_uint64),
        ("memory_bytes", c_uint64),
        ("table_bytes", c_uint64),
    ]


class SaveOptions(Structure):
    _fields_ = [
        ("level", c_int),
        ("threads", c_int),
        ("progress", progress_fn),
        ("user", c_void_p),
    ]


class OpenOptions(Structure):
    _fields_ = [
        ("threads", c_int),
        ("progress", progress_fn),
        ("user", c_void_p),
        ("preload", c_bool),
        ("node", c_void_p),
    ]


class SolverOptions(Structure):
    _fields_ = [
        ("heuristic", c_int),
        ("tables", POINTER(c_void_p)),
        ("table_count", c_size_t),
        ("reflection", c_bool),
        ("backward", c_bool),
        ("variant", c_int),
        ("metric", c_int),
    ]


class SolverOpenOptions(Structure):
    _fields_ = [
        ("directory", c_char_p),
        ("missing", c_int),
        ("metric", c_int),
        ("kind", POINTER(Kind)),
        ("preload", c_bool),
        ("variant", c_int),
        ("threads", c_int),
        ("memory_limit", c_uint64),
        ("progress", progress_fn),
        ("user", c_void_p),
    ]


class SolverInfo(Structure):
    _fields_ = [
        ("kernel", c_char_p),
        ("variant", c_int),
        ("metric", c_int),
        ("goal", POINTER(Board)),
        ("backward", c_bool),
    ]


class SolveOptions(Structure):
    _fields_ = [
        ("max_length", c_int),
        ("first_bound", c_int),
        ("max_nodes", c_uint64),
        ("timeout", c_double),
        ("threads", c_int),
        ("memory_limit", c_uint64),
        ("plain", c_bool),
        ("any", c_bool),
        ("solutions", c_int),
        ("max_solutions", c_uint64),
        ("on_solution", solution_fn),
        ("progress", progress_fn),
        ("user", c_void_p),
        ("earlier", c_void_p),
        ("on_bound", c_void_p),
        ("bound_user", c_void_p),
        ("checkpoint", c_void_p),
        ("comm", c_void_p),
    ]


class Iteration(Structure):
    _fields_ = [
        ("bound", c_int),
        ("generated", c_uint64),
        ("expanded", c_uint64),
        ("resumed", c_uint64),
        ("seconds", c_double),
        ("backward", c_uint64),
        ("limit", c_int),
        ("level", c_int),
    ]


class Result(Structure):
    _fields_ = [
        ("solvable", c_bool),
        ("optimal", c_bool),
        ("length", c_int),
        ("lower_bound", c_int),
        ("upper_bound", c_int),
        ("root_h", c_int),
        ("generated", c_uint64),
        ("expanded", c_uint64),
        ("any", c_bool),
        ("solution_count", c_uint64),
        ("resumed", c_uint64),
        ("seconds", c_double),
        ("iteration_count", c_size_t),
        ("iterations", Iteration * (MAX_MOVES // 2 + 1)),
        ("moves", c_char * (MAX_MOVES + 1)),
    ]


class AnytimeEvent(Structure):
    _fields_ = [
        ("length", c_int),
        ("lower_bound", c_int),
        ("moves", c_char_p),
        ("shorter", c_bool),
        ("width", c_uint64),
        ("seconds", c_double),
    ]


anytime_fn = CFUNCTYPE(c_bool, POINTER(AnytimeEvent), c_void_p)


class AnytimeOptions(Structure):
    _fields_ = [
        ("metric", c_int),
        ("solver", c_void_p),
        ("threads", c_int),
        ("max_width", c_uint64),
        ("max_nodes", c_uint64),
        ("memory_limit", c_uint64),
        ("timeout", c_double),
        ("within", c_int),
        ("within_share", c_double),
        ("solution", c_char_p),
        ("lower_bound", c_void_p),
        ("on_event", anytime_fn),
        ("progress", progress_fn),
        ("user", c_void_p),
    ]


class AnytimeResult(Structure):
    _fields_ = [
        ("solvable", c_bool),
        ("optimal", c_bool),
        ("length", c_int),
        ("lower_bound", c_int),
        ("root_h", c_int),
        ("width", c_uint64),
        ("expanded", c_uint64),
        ("generated", c_uint64),
        ("memory", c_uint64),
        ("seconds", c_double),
        ("moves", c_char * (ANYTIME_MAX_MOVES + 1)),
    ]


class EngineOptions(Structure):
    _fields_ = [
        ("directory", c_char_p),
        ("missing", c_int),
        ("partition", c_char_p),
        ("kinds", POINTER(Kind)),
        ("kind_count", c_size_t),
        ("directions", c_int),
        ("bidirectional", c_bool),
        ("heuristic", c_int),
        ("reflection", c_bool),
        ("preload", c_bool),
        ("memory_limit", c_uint64),
        ("threads", c_int),
        ("variant", c_int),
        ("goal_cell", c_int),
        ("node", c_void_p),
        ("ranks", c_void_p),
        ("on_event", c_void_p),
        ("user", c_void_p),
    ]


class Searcher(Structure):
    _fields_ = [
        ("direction", c_int),
        ("with_tables", c_bool),
        ("heuristic", c_int),
        ("partition", c_char_p),
        ("kernel", c_char_p),
        ("kind_count", c_size_t),
        ("kinds", POINTER(Kind)),
        ("pair", c_uint * 2),
        ("tables", c_void_p * 2),
        ("table_count", c_size_t * 2),
    ]


class EngineRequest(Structure):
    _fields_ = [
        ("board", POINTER(Board)),
        ("goal", POINTER(Board)),
        ("metric", c_int),
        ("search", SolveOptions),
        ("best", c_bool),
        ("improve", c_bool),
        ("within", c_int),
        ("within_share", c_double),
        ("max_width", c_uint64),
        ("solution", c_char_p),
        ("beyond", c_int),
        ("needs_tables", c_bool),
        ("at_a_time", c_int),
        ("before", c_size_t),
        ("cancel", c_void_p),
        ("on_search", c_void_p),
        ("on_solution", c_void_p),
        ("user", c_void_p),
    ]


class Beams(Structure):
    _fields_ = [("width", c_uint64), ("expanded", c_uint64), ("memory", c_uint64)]


class Answer(Structure):
    _fields_ = [
        ("status", c_int),
        ("error", Error),
        ("result", POINTER(Result)),
        ("searched", c_bool),
        ("no_tables", c_bool),
        ("short_of_memory", c_bool),
        ("moves", c_char_p),
        ("compared", c_uint64),
        ("chosen", c_bool),
        ("beams", Beams),
        ("failure", Error),
        ("searcher_count", c_size_t),
        ("searchers", POINTER(Searcher)),
        ("searched_by", POINTER(c_uint8)),
        ("table_bytes", c_uint64),
        ("failed_path", c_char_p),
        ("failed_tables", c_void_p),
    ]


class ColouringEntry(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("width", c_int),
        ("height", c_int),
        ("drawing", c_char_p),
    ]


class VerifyOptions(Structure):
    _fields_ = [
        ("threads", c_int),
        ("memory_limit", c_uint64),
        ("progress", progress_fn),
        ("user", c_void_p),
    ]


class FalseEntry(Structure):
    _fields_ = [
        ("row", c_uint64),
        ("column", c_uint64),
        ("mask", c_uint32),
        ("region", c_uint32),
        ("distance", c_int),
        ("found", c_int),
        ("expected", c_int),
        ("text", c_char * 320),
    ]


class Proof(Structure):
    _fields_ = [
        ("entries", c_uint64),
        ("reachable", c_uint64),
        ("levels", c_int),
        ("histogram", c_uint64 * MAX_LEVELS),
        ("histogram_holds", c_bool),
        ("false_entries", c_uint64),
        ("first_count", c_size_t),
        ("first", FalseEntry * MAX_FALSE),
        ("memory_bytes", c_uint64),
        ("seconds", c_double),
    ]


# ---- functions: name, result, arguments

_status = c_int
_table = c_void_p
_solver = c_void_p
_cancel = c_void_p
_engine = c_void_p
_reader = c_void_p
_picture = c_void_p
_PROTOTYPES = [
    ("version", c_char_p, []),
    ("build_info", None, [POINTER(Build)]),
    ("status_message", c_char_p, [c_int]),
    ("message_name", c_char_p, [c_int]),
    ("goal", _status, [c_int, c_int, c_int, POINTER(Board), POINTER(Error)]),
    ("goal_named", _status, [c_char_p, c_int, c_int, POINTER(Board), POINTER(Error)]),
    (
        "board_parse",
        _status,
        [c_char_p, c_size_t, c_int, c_int, POINTER(Board), POINTER(Error)],
    ),
    (
        "goal_parse",
        _status,
        [c_char_p, c_size_t, c_int, c_int, POINTER(Board), POINTER(Error)],
    ),
    ("goal_is_open", c_bool, [POINTER(Board)]),
    ("goal_reached", c_bool, [POINTER(Board), POINTER(Board)]),
    ("board_format", c_size_t, [POINTER(Board), c_bool, c_char_p]),
    ("board_solvable", _status, [POINTER(Board), POINTER(Board), POINTER(Error)]),
    ("board_play", _status, [POINTER(Board), c_char_p, POINTER(Error)]),
    (
        "solution_parse",
        _status,
        [c_char_p, c_size_t, c_int, POINTER(Board), POINTER(Board), c_char_p, c_size_t]
        + [POINTER(c_size_t), POINTER(Error)],
    ),
    (
        "moves_format",
        c_size_t,
        [c_char_p, c_int, c_bool, POINTER(Board), c_char_p, c_size_t],
    ),
    (
        "moves_invert",
        _status,
        [c_char_p, c_size_t, c_int, c_bool, c_char_p, c_size_t, POINTER(c_size_t)]
        + [POINTER(Error)],
    ),
    ("moves_length", c_size_t, [c_char_p, c_int]),
    ("reader_options_init", None, [POINTER(ReaderOptions)]),
    ("reader_create", _status, [POINTER(ReaderOptions), POINTER(_reader), POINTER(Error)]),
    ("reader_feed", None, [_reader, c_char_p, c_size_t]),
    ("reader_end", None, [_reader]),
    ("reader_next", c_bool, [_reader, POINTER(Item)]),
    ("reader_free", None, [_reader]),
    ("picture_create", _status, [POINTER(_picture), POINTER(Error)]),
    ("picture_add", _status, [_picture, POINTER(PictureEntry), POINTER(Error)]),
    ("picture_text", c_char_p, [_picture, POINTER(c_size_t)]),
    ("picture_free", None, [_picture]),
    ("random_seed", None, [POINTER(Random), c_uint64]),
    ("board_scramble", _status, [POINTER(Random), POINTER(Board), POINTER(Board)]),
    (
        "partition_parse",
        _status,
        [c_char_p, c_int, c_int, c_int, POINTER(Partition), POINTER(Error)],
    ),
    ("partition_pattern", Pattern, [POINTER(Partition), c_uint]),
    (
        "partition_suggest",
        _status,
        [c_int, c_int, c_int, c_uint64, POINTER(Partition), POINTER(Error)],
    ),
    ("catalogue_count", c_size_t, []),
    ("catalogue_at", POINTER(CatalogueEntry), [c_size_t]),
    ("variant_count", c_size_t, []),
    ("variant_at", c_int, [c_size_t]),
    ("variant_name", c_char_p, [c_int]),
    ("kind_default", Kind, [c_int]),
    ("generate_options_init", None, [POINTER(GenerateOptions)]),
    (
        "table_generate",
        _status,
        [POINTER(Pattern), Kind, POINTER(GenerateOptions), POINTER(_table), POINTER(Error)],
    ),
    (
        "table_need",
        _status,
        [POINTER(Pattern), Kind, POINTER(GenerateOptions), POINTER(GenerateNeed), POINTER(Error)],
    ),
    ("save_options_init", None, [POINTER(SaveOptions)]),
    ("table_save", _status, [_table, c_char_p, POINTER(SaveOptions), POINTER(Error)]),
    ("open_options_init", None, [POINTER(OpenOptions)]),
    ("table_open", _status, [c_char_p, POINTER(OpenOptions), POINTER(_table), POINTER(Error)]),
    ("file_info", _status, [c_char_p, POINTER(TableInfo), POINTER(Error)]),
    ("table_info_get", None, [_table, POINTER(TableInfo)]),
    ("table_close", None, [_table]),
    ("table_file_name", c_size_t, [POINTER(Pattern), Kind, c_char_p]),
    (
        "colouring_parse",
        _status,
        [c_char_p, c_int, c_int, c_int, POINTER(Pattern), POINTER(Error)],
    ),
    ("goal_pattern", _status, [POINTER(Board), POINTER(Pattern), POINTER(Error)]),
    ("colouring_count", c_size_t, []),
    ("colouring_at", POINTER(ColouringEntry), [c_size_t]),
    (
        "colouring_default",
        _status,
        [c_int, c_int, c_int, POINTER(Pattern), POINTER(Error)],
    ),
    ("colouring_draw", c_size_t, [POINTER(Pattern), c_char_p]),
    ("solver_options_init", None, [POINTER(SolverOptions)]),
    ("solver_info_get", None, [_solver, POINTER(SolverInfo)]),
    (
        "solver_create",
        _status,
        [POINTER(Board), POINTER(SolverOptions), POINTER(_solver), POINTER(Error)],
    ),
    ("solver_open_options_init", None, [POINTER(SolverOpenOptions)]),
    (
        "solver_open",
        _status,
        [POINTER(Board), c_char_p, POINTER(SolverOpenOptions), POINTER(_solver), POINTER(Error)],
    ),
    ("solver_free", None, [_solver]),
    ("solver_estimate", _status, [_solver, POINTER(Board), POINTER(c_int), POINTER(Error)]),
    ("solve_options_init", None, [POINTER(SolveOptions)]),
    (
        "solve",
        _status,
        [_solver, POINTER(Board), POINTER(SolveOptions), POINTER(Result), POINTER(Error)],
    ),
    ("anytime_options_init", None, [POINTER(AnytimeOptions)]),
    (
        "anytime_solve",
        _status,
        [POINTER(Board), POINTER(Board), POINTER(AnytimeOptions), POINTER(AnytimeResult)]
        + [POINTER(Error)],
    ),
    ("cancel_create", _cancel, []),
    ("cancel_request", None, [_cancel]),
    ("cancel_free", None, [_cancel]),
    ("engine_options_init", None, [POINTER(EngineOptions)]),
    (
        "engine_create",
        _status,
        [POINTER(EngineOptions), POINTER(_engine), POINTER(Error)],
    ),
    ("engine_free", None, [_engine]),
    ("engine_request_init", None, [POINTER(EngineRequest)]),
    (
        "engine_solve",
        _status,
        [_engine, POINTER(EngineRequest), POINTER(POINTER(Answer)), POINTER(Error)],
    ),
    ("answer_free", None, [POINTER(Answer)]),
    (
        "engine_distances",
        _status,
        [_engine, POINTER(EngineRequest), c_char_p, POINTER(c_int), POINTER(c_size_t)]
        + [POINTER(Error)],
    ),
    ("verify_options_init", None, [POINTER(VerifyOptions)]),
    (
        "table_check",
        _status,
        [_table, POINTER(VerifyOptions), POINTER(c_uint64), POINTER(Error)],
    ),
    (
        "table_prove",
        _status,
        [_table, POINTER(VerifyOptions), POINTER(Proof), POINTER(Error)],
    ),
]


# ---- the library


def _candidates() -> Iterator[str]:
    """Yields the places where the library may be: next to the package, in the prefix or build of
    the package, and where the system looks."""
    package = Path(__file__).resolve().parent
    yield str(package / FILE)
    yield str(package.parents[1] / "build" / "release" / "lib" / FILE)
    if package.parts[-4:-1] == ("share", "tilepdb", "python"):
        prefix = package.parents[3]
        for folder in [prefix / "lib", prefix / "lib64", *sorted(prefix.glob("lib/*-linux-gnu"))]:
            yield str(folder / FILE)
    yield FILE


def _load() -> ctypes.CDLL:
    named = os.environ.get("TILEPDB_LIBRARY")
    if named:
        try:
            return ctypes.CDLL(named)
        except OSError as problem:
            raise ImportError(f"TILEPDB_LIBRARY does not name the library: {problem}") from None
    for candidate in _candidates():
        if "/" in candidate and not os.path.exists(candidate):
            continue
        try:
            return ctypes.CDLL(candidate)
        except OSError as problem:
            if "/" in candidate:
                raise ImportError(f"the library cannot be loaded: {problem}") from None
    raise ImportError(f"{FILE} was not found: install tilepdb, or name the file in TILEPDB_LIBRARY")


def _prepare(library: ctypes.CDLL) -> ctypes.CDLL:
    try:
        library.tilepdb_version.restype = c_char_p
        found = library.tilepdb_version().decode()
        # Before 1.0 a minor version may change a struct.
        if found.split(".")[:2] != VERSION.split(".")[:2]:
            raise ImportError(
                f"the library is version {found}, but this package is {VERSION}: "
                "install both from the same release"
            )
        for name, result, arguments in _PROTOTYPES:
            function = getattr(library, "tilepdb_" + name)
            function.restype = result
            function.argtypes = arguments
    except AttributeError as problem:
        raise ImportError(f"this is not the tilepdb library: {problem}") from None
    return library


lib = _prepare(_load())
