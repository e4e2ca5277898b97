/*
 * tilepdb: additive pattern databases for sliding-tile puzzles, and optimal solutions.
 *
 * The other public headers, tilepdb_*.h, build on this one; docs/embedding.md lists them.
 *
 * Conventions of all public headers:
 *
 * - Functions return a status; TILEPDB_OK is 0. Their output is valid only after OK, unless their
 *   comment says otherwise. Comments leave out the prefix TILEPDB_ of enumerators. Any function may
 *   return ERROR_INTERNAL: a result failed its own check.
 * - `error` may be NULL. For any status except OK it receives the status and a sentence that says
 *   what is wrong, where, and what to do.
 * - An invalid board, board size or cell gives ERROR_ARGUMENT. Sides are 2 to 32.
 * - The library never prints or exits, and has no mutable globals. Any number of threads may use
 *   one table or solver at the same time; its answers never change.
 * - The caller owns handles and releases them with the matching *_close or *_free, which accept
 *   NULL. All other structs are plain values. Returned strings have static storage. Sizes of texts
 *   include the final NUL.
 * - Options may be NULL for the defaults, except in tilepdb_solver_create,
 *   tilepdb_queue_create and tilepdb_method_solve, and except tilepdb_scratch_options.
 *   *_options_init sets the defaults, also of members that later versions add. In options, a limit
 *   of 0 is no limit, and 0 threads are all that OpenMP offers. Negative limits and numbers of
 *   threads, and times that are NaN or infinite, give ERROR_ARGUMENT.
 * - Table files are memory-mapped; tilepdb_table_maps explains what happens if one is truncated.
 * - Cells are numbered row by row from 0. Tile 0 is the blank. Moves are single-tile moves unless
 *   the metric is MULTI.
 */
#ifndef TILEPDB_H
#define TILEPDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks the functions of the shared library. */
#if defined(__GNUC__)
#define TILEPDB_API __attribute__((visibility("default")))
#else
#define TILEPDB_API
#endif

/* Version of this header. Before 1.0, a minor version may change the interface. */
#define TILEPDB_VERSION_MAJOR 0
#define TILEPDB_VERSION_MINOR 5
#define TILEPDB_VERSION_PATCH 0

/* Returns the version of the linked library, such as "0.5.0". */
TILEPDB_API const char *tilepdb_version(void);

/* Instruction sets for which search and generation are compiled. They differ in speed, not in
 * results and counts. The numbers never change. */
typedef enum tilepdb_variant {
    TILEPDB_VARIANT_BEST = 0,     /* in options: the fastest code for each task */
    TILEPDB_VARIANT_PORTABLE = 1, /* runs on every processor of the architecture */
    TILEPDB_VARIANT_AVX2 = 2,
    TILEPDB_VARIANT_AVX512 = 3, /* with BW, VL and DQ */
    TILEPDB_VARIANT_NEON = 4
} tilepdb_variant;

/* Returns the number of variants of this build, which the processor may lack. */
TILEPDB_API size_t tilepdb_variant_count(void);

/* Returns variant `i` < tilepdb_variant_count(), from portable to fastest. */
TILEPDB_API tilepdb_variant tilepdb_variant_at(size_t i);

/* Returns the name of a variant of this build, such as "avx2"; "best" for BEST, otherwise
 * "unknown". */
TILEPDB_API const char *tilepdb_variant_name(tilepdb_variant variant);

/* Returns true if this build has the variant and the processor can run it; false for BEST. */
TILEPDB_API bool tilepdb_variant_available(tilepdb_variant variant);

/* How the linked library was built, and what it can use on this machine. */
typedef struct tilepdb_build {
    const char *version;
    const char *compiler; /* such as "gcc 12.2.0" */
    const char *zstd;     /* such as "1.5.4", or "none" */
    const char *variants; /* all variants, such as "portable avx2 avx512" */
    const char *variant;  /* last of `variants` that the processor supports */
    bool openmp;          /* true: calls can use several threads */
    bool cbc;             /* true: the program cbc is on PATH now, for TILEPDB_METHOD_ILP */
} tilepdb_build;

/* Describes this build of the library. */
TILEPDB_API void tilepdb_build_info(tilepdb_build *build);

/* ---- status ---------------------------------------------------------------------------------- */

/* The numbers never change. */
typedef enum tilepdb_status {
    TILEPDB_OK = 0,
    TILEPDB_UNSOLVABLE = 1,     /* no moves lead from the board to the goal */
    TILEPDB_LIMIT = 2,          /* a limit (length, nodes, time, memory) was reached first */
    TILEPDB_CANCELLED = 3,      /* the progress callback stopped the call */
    TILEPDB_ERROR_ARGUMENT = 4, /* out of range, or contradicts another argument */
    TILEPDB_ERROR_PARSE = 5,
    TILEPDB_ERROR_MEMORY = 6,
    TILEPDB_ERROR_TOO_LARGE = 7, /* needs more memory than is allowed */
    TILEPDB_ERROR_ENCODING = 8,  /* distances do not fit the encoding */
    TILEPDB_ERROR_IO = 9,
    TILEPDB_ERROR_NOT_FOUND = 10,
    TILEPDB_ERROR_FORMAT = 11,   /* a file is not well-formed, or of another kind */
    TILEPDB_ERROR_CHECKSUM = 12, /* a file was altered after it was written */
    TILEPDB_ERROR_VERSION = 13,  /* a file is of a version that the library does not read */
    /* a result failed its own check: a table is false, ranks differ, or the library is wrong */
    TILEPDB_ERROR_INTERNAL = 14,
    TILEPDB_REFUTED = 15 /* a well-formed claim is false */
} tilepdb_status;

/* Returns the sentence for a status, or "unknown status". */
TILEPDB_API const char *tilepdb_status_message(tilepdb_status status);

/* Codes of error sentences, for programs with their own wording or language. Comments list the
 * elements of `number`, then `text`. Sizes are width, then height. Codes keep their numbers;
 * sentences may change. */
typedef enum tilepdb_message {
    TILEPDB_MESSAGE_OTHER = 0,        /* sentence without a code */
    TILEPDB_MESSAGE_BOARD_SIZE = 1,   /* size that cannot be used here */
    TILEPDB_MESSAGE_SIZES_DIFFER = 2, /* size of the board, size of the goal */
    /* 1 if the permutation is odd; the two numbers that are exchanged, or 0 and 0 */
    TILEPDB_MESSAGE_UNSOLVABLE = 3,
    TILEPDB_MESSAGE_MOVE_UNKNOWN = 4, /* number of the move, from 1; text: the move as typed */
    /* number of the move, row and column of the blank, all from 1; text: the move as typed */
    TILEPDB_MESSAGE_MOVE_IMPOSSIBLE = 5,
    TILEPDB_MESSAGE_PARTITION_UNKNOWN = 16, /* size; text: nearest name, or empty */
    TILEPDB_MESSAGE_PARTITION_NO_TILE = 17, /* number that is no tile, highest tile */
    TILEPDB_MESSAGE_PARTITION_TWICE = 18,   /* tile that is in two patterns */
    TILEPDB_MESSAGE_PARTITION_MISSING = 19, /* tile that is in no pattern */
    TILEPDB_MESSAGE_COLOURING_UNKNOWN = 20, /* size of the board; text: the name or drawing */
    TILEPDB_MESSAGE_COLOURING_CELL = 21,    /* blank cells of colouring and of goal */
    TILEPDB_MESSAGE_COLOURING_SIZE = 22,    /* size of the board; colours, 0 if none fit */
    TILEPDB_MESSAGE_TABLES_SIZE = 32,       /* size of the tables, size of the goal */
    TILEPDB_MESSAGE_TABLES_CELL = 33,       /* blank cells of tables and of goal; size */
    TILEPDB_MESSAGE_TABLES_DIFFER = 34,     /* size, blank cells of two tables */
    TILEPDB_MESSAGE_TABLES_OVERLAP = 35,    /* tile that is in two tables */
    TILEPDB_MESSAGE_TABLES_LACK = 36,       /* tile that is in no table */
    TILEPDB_MESSAGE_TABLES_NONE = 37,       /* a solver needs tables */
    TILEPDB_MESSAGE_TABLES_ABSENT = 38,     /* size, blank cell; text: partition, or empty */
    TILEPDB_MESSAGE_TABLE_FALSE = 39,       /* a table has wrong distances */
    TILEPDB_MESSAGE_FILE_ALTERED = 48,
    TILEPDB_MESSAGE_FILE_MALFORMED = 49,  /* a file is no table */
    TILEPDB_MESSAGE_FILE_NEWER = 50,      /* version of the file, newest readable version */
    TILEPDB_MESSAGE_FILE_COMPRESSED = 51, /* this build cannot inflate the file */
    TILEPDB_MESSAGE_FILE_OPEN = 52,       /* errno, or 0; text: the reason */
    TILEPDB_MESSAGE_FILE_READ = 53,       /* errno, or 0; text: the reason */
    TILEPDB_MESSAGE_FILE_WRITE = 54,      /* errno, or 0; text: the reason */
    TILEPDB_MESSAGE_CHECKPOINT = 55,      /* tilepdb_unusable: why it cannot be used */
    TILEPDB_MESSAGE_SCRATCH = 56,         /* tilepdb_unusable: why it cannot be used */
    TILEPDB_MESSAGE_SPACE = 57,           /* bytes needed on a disk, free bytes */
    TILEPDB_MESSAGE_BOUND = 64,           /* LIMIT or CANCELLED: proven lower bound */
    TILEPDB_MESSAGE_ANYTIME = 65,      /* LIMIT or CANCELLED: length of the solution, lower bound */
    TILEPDB_MESSAGE_MEMORY = 66,       /* bytes needed, bytes allowed */
    TILEPDB_MESSAGE_THREADS = 67,      /* number of threads out of range */
    TILEPDB_MESSAGE_LENGTH = 68,       /* maximum length out of range */
    TILEPDB_MESSAGE_FIRST = 69,        /* first bound, largest possible one */
    TILEPDB_MESSAGE_TIMEOUT = 70,      /* time out of range */
    TILEPDB_MESSAGE_RANKS_DIFFER = 71, /* rank that differs from rank 0; 0 if unknown */
    /* Text that is read as boards or moves. Lines, columns, rows and moves count from 1. */
    TILEPDB_MESSAGE_TEXT_NONE = 80,    /* text without numbers */
    TILEPDB_MESSAGE_TEXT_SIGN = 81,    /* line, column; text: word or character without a meaning */
    TILEPDB_MESSAGE_TEXT_BRACKET = 82, /* line, column of a bracket; 1 if it is not closed */
    TILEPDB_MESSAGE_TEXT_ROW = 83,     /* row, its number of tiles, number of tiles in other rows */
    TILEPDB_MESSAGE_TEXT_SIZE = 84,    /* number of tiles; size that is expected, or 0 and 0 */
    TILEPDB_MESSAGE_TEXT_SHAPE = 85,   /* size of the text, size that is expected */
    TILEPDB_MESSAGE_TEXT_TILE = 86,    /* number that is no tile, highest tile, missing tile or 0 */
    /* tile, 0 for the blank; missing tile, 0 for the blank; text: a mark beside a tile 0, or empty
     */
    TILEPDB_MESSAGE_TEXT_TWICE = 87,
    TILEPDB_MESSAGE_TEXT_BLANK = 88,     /* the blank is missing */
    TILEPDB_MESSAGE_TEXT_AMBIGUOUS = 89, /* text that has two meanings */
    TILEPDB_MESSAGE_TEXT_SEVERAL = 90,   /* line where the text goes on after its board, or 0 */
    /* a goal has no start of its size before it, or differs from the goal of the call */
    TILEPDB_MESSAGE_TEXT_GOAL = 91,
    TILEPDB_MESSAGE_TEXT_ANSWER = 92, /* tilepdb_answer_kind; text: the answer, or empty */
    TILEPDB_MESSAGE_TEXT_COUNT = 93,  /* two numbers: perhaps a length and a count of solutions */
    /* number of the impossible move; notation in which all are possible; text: the move */
    TILEPDB_MESSAGE_TEXT_NOTATION = 94,
    TILEPDB_MESSAGE_TEXT_LENGTH = 95, /* length that an answer gives, its number of moves */
    TILEPDB_MESSAGE_TEXT_LONG = 96    /* most bytes of a line, or most moves */
} tilepdb_message;

/* First element of `number` for TILEPDB_MESSAGE_CHECKPOINT and TILEPDB_MESSAGE_SCRATCH. */
typedef enum tilepdb_unusable {
    TILEPDB_UNUSABLE_ALTERED = 1,
    TILEPDB_UNUSABLE_INCOMPLETE = 2,
    TILEPDB_UNUSABLE_VERSION = 3, /* another version, format or byte order */
    TILEPDB_UNUSABLE_KIND = 4,    /* another kind of file */
    TILEPDB_UNUSABLE_TASK = 5     /* scratch files of another table */
} tilepdb_unusable;

/* First element of `number` for TILEPDB_MESSAGE_TEXT_ANSWER. */
typedef enum tilepdb_answer_kind {
    TILEPDB_ANSWER_SOLUTION = 1,   /* a length and moves, where a board is expected */
    TILEPDB_ANSWER_UNSOLVABLE = 2, /* `unsolvable` */
    TILEPDB_ANSWER_ERROR = 3,      /* `error`, for a line that could not be read */
    TILEPDB_ANSWER_LIMIT = 4,      /* `>=N` */
    TILEPDB_ANSWER_SOLVED = 5,     /* `0` alone */
    TILEPDB_ANSWER_LENGTH = 6      /* a length without moves */
} tilepdb_answer_kind;

/* Returns the name of a code, such as "table false"; "other" for unknown codes. */
TILEPDB_API const char *tilepdb_message_name(tilepdb_message code);

/* Sizes of `number` and `text` in tilepdb_error. */
#define TILEPDB_ERROR_NUMBERS 4
#define TILEPDB_ERROR_TEXT    64

/* What went wrong. `line` and `column` count from 1; 0 if they do not apply. `message` names no
 * options and no tools, and is UTF-8 as far as quoted paths are. */
typedef struct tilepdb_error {
    tilepdb_status status;
    size_t line;
    size_t column;
    char message[496];
    tilepdb_message code;
    int64_t number[TILEPDB_ERROR_NUMBERS]; /* as `code` defines; unused elements are 0 */
    char text[TILEPDB_ERROR_TEXT];         /* as `code` defines; cut if too long */
} tilepdb_error;

/* ---- progress and cancellation --------------------------------------------------------------- */

/* Stages of calls. Comments explain the members of tilepdb_progress. */
typedef enum tilepdb_stage {
    /* level: distance reached; done/total: entries; fresh: new entries */
    TILEPDB_STAGE_GENERATE = 0,
    TILEPDB_STAGE_ENCODE = 1, /* done/total: entries */
    TILEPDB_STAGE_WRITE = 2,  /* done/total: bytes before compression */
    TILEPDB_STAGE_READ = 3,   /* done/total: bytes after decompression */
    /* level: bound, or the proven lower bound if bounds were skipped; done: generated nodes; total:
       estimate of `done` at the end of the bound, or 0 */
    TILEPDB_STAGE_SEARCH = 4,
    TILEPDB_STAGE_PROVE = 5, /* level: distance proven; done/total: entries; fresh: new entries */
    TILEPDB_STAGE_LIST = 6,  /* pdbverify only; level: lowest estimate; done/total: parts */
    /* level: bound for which an engine samples; nothing is proven about it */
    TILEPDB_STAGE_SAMPLE = 7,
    TILEPDB_STAGE_WAIT = 8 /* an engine waits for tables or threads that another call uses */
} tilepdb_stage;

/* Progress of a long call. */
typedef struct tilepdb_progress {
    tilepdb_stage stage;
    int level;
    uint64_t fresh;
    uint64_t done;
    uint64_t total;
    uint64_t memory; /* bytes needed at the peak; 0 if unknown */
    double seconds;  /* since the start of a search, or of the stage when tables are made */
} tilepdb_progress;

/* Called up to about a thousand times a second, by the calling thread, except in queues,
 * tilepdb_solve_many and engine requests with `improve`. Returns false to cancel the call. */
typedef bool (*tilepdb_progress_fn)(const tilepdb_progress *progress, void *user);

/* ---- boards ---------------------------------------------------------------------------------- */

/* Limits of boards. */
#define TILEPDB_MIN_SIDE  2
#define TILEPDB_MAX_SIDE  32
#define TILEPDB_MAX_CELLS (TILEPDB_MAX_SIDE * TILEPDB_MAX_SIDE)

/* Limits for tables and searches. Larger boards are taken only by this section, functions for text,
 * the functions of tilepdb_engine.h and the method LAYERED. */
#define TILEPDB_TABLE_MAX_SIDE  12
#define TILEPDB_TABLE_MAX_CELLS 25

/* A position: cells[0 .. width*height-1] hold each of 0 .. width*height-1 once, unless tiles are
 * alike or a goal is open (TILEPDB_ANY_TILE). About 2 KiB. */
typedef struct tilepdb_board {
    uint8_t width;
    uint8_t height;
    uint16_t cells[TILEPDB_MAX_CELLS];
} tilepdb_board;

/* Open goals. A goal cell with TILEPDB_ANY_TILE is open: it may hold any tile or the blank. Tiles
 * of a goal with equal numbers are alike. A board to be solved to such a goal has equal numbers for
 * alike tiles, and at least the tiles that the goal names; all its other tiles count as alike. If
 * the goal does not name the blank, the blank may be on any open cell. Only functions that say so
 * take open goals, and boards with alike tiles. */
#define TILEPDB_ANY_TILE UINT16_MAX

/* Returns true if a cell of the goal is open, or two of its tiles are alike. */
TILEPDB_API bool tilepdb_goal_is_open(const tilepdb_board *goal);

/* Returns true if the board is the goal, or one of the boards of an open goal. */
TILEPDB_API bool tilepdb_goal_reached(const tilepdb_board *goal, const tilepdb_board *board);

/* Returns OK if tables and searches take boards of this size, otherwise ERROR_ARGUMENT. */
TILEPDB_API tilepdb_status tilepdb_size_check(int width, int height, tilepdb_error *error);

/* What counts as one move. Functions without a metric count single-tile moves. */
typedef enum tilepdb_metric {
    TILEPDB_METRIC_SINGLE = 0, /* a tile moves to the blank's cell */
    TILEPDB_METRIC_MULTI = 1   /* a line of tiles slides towards the blank together */
} tilepdb_metric;

/* Returns the name of a metric: "single", "multi", or "unknown". */
TILEPDB_API const char *tilepdb_metric_name(tilepdb_metric metric);

/* Writes the goal with the blank on cell `goal_blank` and the tiles 1, 2, 3 ... in order on the
 * other cells. */
TILEPDB_API tilepdb_status tilepdb_goal(int width, int height, int goal_blank, tilepdb_board *goal,
                                        tilepdb_error *error);

/* Named goals, as ROW(identifier, name, description). */
#define TILEPDB_GOALS(ROW)                                                                         \
    ROW(blank_last, "blank-last", "1 2 3 ... 0")                                                   \
    ROW(blank_first, "blank-first", "0 1 2 ...")                                                   \
    ROW(spiral, "spiral", "1 2 3/8 0 4/7 6 5, clockwise inwards")                                  \
    ROW(snail, "snail", "another word for spiral")

/* Returns name `index` of TILEPDB_GOALS, from 0; NULL after the last. */
TILEPDB_API const char *tilepdb_goal_name(size_t index);

/* Writes a named goal. Returns ERROR_PARSE for an unknown name. */
TILEPDB_API tilepdb_status tilepdb_goal_named(const char *name, int width, int height,
                                              tilepdb_board *goal, tilepdb_error *error);

/* Reads one board of any size, in any form of docs/input.md: numbers, with or without marks
 * between rows; rows as lines; lists in brackets; a word such as "867254301"; or a scramble,
 * which starts at the goal with the blank last. `text` needs no final NUL. If width and height
 * are 0, the rows give the shape; a board without rows must be square. Ignores a goal in the
 * text; a reader (tilepdb_text.h) returns it. After an error, `error->line` is 0 for the first
 * line of the board, and `error->column` is the byte in the line. Returns ERROR_PARSE if the
 * text is not one board, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_board_parse(const char *text, size_t length, int width,
                                               int height, tilepdb_board *board,
                                               tilepdb_error *error);

/* Bytes for any board on one line, also one whose 1023 tiles are alike and have four digits. */
#define TILEPDB_BOARD_TEXT 5248

/* Writes the numbers separated by spaces, with " / " between rows if `rows` is true, and '*' for
 * open cells. Tiles may be alike. Returns the length; 0 and an empty text for an invalid board. */
TILEPDB_API size_t tilepdb_board_format(const tilepdb_board *board, bool rows,
                                        char text[TILEPDB_BOARD_TEXT]);

/* Returns OK if the board can reach the goal, which may be open; UNSOLVABLE if not, with the
 * reason, and for a goal that is not open the named goals that the board can reach; ERROR_ARGUMENT
 * if the sizes differ, or if the board lacks tiles that an open goal names. */
TILEPDB_API tilepdb_status tilepdb_board_solvable(const tilepdb_board *board,
                                                  const tilepdb_board *goal, tilepdb_error *error);

/* Plays `moves`, capital letters U, D, L, R for the directions of tiles, on `board`, whose tiles
 * may be alike. If a move is another character or impossible, returns ERROR_PARSE with the number
 * of the move, from 1, in `error->column`, after playing the earlier moves. */
TILEPDB_API tilepdb_status tilepdb_board_play(tilepdb_board *board, const char *moves,
                                              tilepdb_error *error);

/* A generator of random boards, for one thread at a time. A seed gives the same boards on every
 * machine. */
typedef struct tilepdb_random {
    uint64_t state[4];
} tilepdb_random;

/* Seeds the generator. Any seed is allowed. */
TILEPDB_API void tilepdb_random_seed(tilepdb_random *random, uint64_t seed);

/* Draws a board uniformly from all boards that reach `goal`, which is not open. Returns
 * ERROR_ARGUMENT if `random` was not seeded. */
TILEPDB_API tilepdb_status tilepdb_board_scramble(tilepdb_random *random, const tilepdb_board *goal,
                                                  tilepdb_board *board);

/* Makes `moves` random moves on `board`, none of which undoes the previous move. Returns
 * ERROR_ARGUMENT if `moves` is negative or `random` was not seeded. */
TILEPDB_API tilepdb_status tilepdb_board_walk(tilepdb_random *random, int moves,
                                              tilepdb_board *board);

/* ---- searches -------------------------------------------------------------------------------- */

/* Admissible heuristics. */
typedef enum tilepdb_heuristic {
    TILEPDB_HEURISTIC_PDB = 0,
    TILEPDB_HEURISTIC_MANHATTAN = 1,
    TILEPDB_HEURISTIC_LINEAR_CONFLICT = 2
} tilepdb_heuristic;

/* Direction of a search. */
typedef enum tilepdb_direction {
    TILEPDB_DIRECTION_FORWARD = 0,  /* from the board to the goal */
    TILEPDB_DIRECTION_BACKWARD = 1, /* from the goal to the board */
    TILEPDB_DIRECTION_BOTH = 2      /* from both ends: bidirectional */
} tilepdb_direction;

/* Which optimal solutions a search returns. */
typedef enum tilepdb_solutions {
    TILEPDB_SOLUTIONS_FIRST = 0, /* first in the move order */
    TILEPDB_SOLUTIONS_COUNT = 1, /* first in the move order, and the number of solutions */
    TILEPDB_SOLUTIONS_ALL = 2    /* all, in the move order, through on_solution */
} tilepdb_solutions;

/* Receives a solution, valid during the call, in the calling thread after the last bound. Returns
 * false to receive no more solutions; the search still returns OK. */
typedef bool (*tilepdb_solution_fn)(const char *moves, void *user);

struct tilepdb_result;
struct tilepdb_checkpoint;
struct tilepdb_comm;

/* Called in the calling thread after each bound without a solution. Returns false to end the search
 * with LIMIT; a later search can continue it (`earlier`). */
typedef bool (*tilepdb_bound_fn)(const struct tilepdb_result *so_far, void *user);

/* Options of one search. */
typedef struct tilepdb_solve_options {
    int max_length; /* largest length of a solution */
    /* First bound; at least the heuristic value and the lower bound of `earlier` are used. Raised
     * by one if the parity requires it. Gives a solution of at most this length, which is optimal
     * only if its length is lower_bound. Without such a solution, lower_bound rises beyond this
     * bound, and the search goes on as if no bound was skipped. With MULTI, solutions have this
     * length or more, and lower_bound stays. Only with SOLUTIONS_FIRST; at most max_length. */
    int first_bound;
    /* Limit of generated nodes, slightly exceeded. With a limit, one thread searches, in the order
     * of the plain search. */
    uint64_t max_nodes;
    double timeout; /* seconds */
    int threads;    /* 1 is the default */
    /* Bytes for subtrees sorted by priority (`any`), or for keys of frontier nodes (bidirectional
     * search). With less memory a search generates more nodes. 0: 1 GiB for subtrees, 2.4 GB for
     * keys. */
    uint64_t memory_limit;
    /* Uses no symmetries of the root, and prunes only moves that undo or extend the previous move,
     * for counts as in the literature. Length and moves are unchanged. */
    bool plain;
    /* Returns any optimal solution, as fast as possible: subtrees of large bounds are searched by
     * priority. The moves and the counts of the last bound then depend on tables and limits, not on
     * threads and variants. The last bound counts all nodes above the sorted subtrees, and the
     * subtrees up to the solution. Other counts are unchanged. Only with SOLUTIONS_FIRST. */
    bool any;
    tilepdb_solutions solutions; /* COUNT and ALL search the whole last bound as with `plain` */
    uint64_t max_solutions;      /* most solutions with ALL */
    tilepdb_solution_fn on_solution;
    tilepdb_progress_fn progress;
    void *user; /* passed to on_solution and progress */
    /* Result of an earlier search for this board and goal, or for both exchanged, with any tables;
     * may be NULL. The search trusts the exhausted bounds of `earlier`, which must ascend,
     * continues after them, and includes their iterations and counts, and its seconds, in its own
     * result. Must not be the `result` of this call. */
    const struct tilepdb_result *earlier;
    tilepdb_bound_fn on_bound;
    void *bound_user; /* passed to on_bound */
    /* Checkpoint (tilepdb_engine.h), which must outlive the search; may be NULL. The search skips
     * subtrees that the checkpoint records, and records the subtrees that it exhausts. */
    struct tilepdb_checkpoint *checkpoint;
    /* Communicator (tilepdb_mpi.h) of the processes that make this call together, which must
     * outlive the search. NULL: this process alone. */
    const struct tilepdb_comm *comm;
} tilepdb_solve_options;

/* Sets the defaults: the first solution, one thread, no limits. */
TILEPDB_API void tilepdb_solve_options_init(tilepdb_solve_options *options);

/* One bound of IDA*. The first iteration also counts the root. */
typedef struct tilepdb_iteration {
    int bound;
    uint64_t generated;
    uint64_t expanded;
    uint64_t resumed; /* part of `generated` from a checkpoint */
    double seconds;
    /* `backward`, `limit` and `level` are 0 unless the search is bidirectional. g is the number
     * of moves made, h and h' are the heuristic values to the goal and to the board. */
    uint64_t backward; /* part of `generated` in the search from the goal */
    int limit;         /* largest 2g + h - h' that the forward search expands */
    int level;         /* fewest moves from the board to a position where both sides meet */
} tilepdb_iteration;

/* Largest number of moves in a solution of tilepdb_solve. */
#define TILEPDB_MAX_MOVES 511

/* Result of a search. Over 10 kB: too large for a small stack. */
typedef struct tilepdb_result {
    bool solvable;
    bool optimal;    /* a solution was replayed, and all shorter bounds were exhausted */
    int length;      /* -1 if unknown */
    int lower_bound; /* proven; -1 if unsolvable */
    int upper_bound; /* -1 if unknown */
    int root_h;
    /* The root and all children tested; in the last bound, up to the first solution in the move
     * order. With COUNT, ALL, or a backward or bidirectional solver, the whole last bound; for
     * `any`, see tilepdb_solve_options. */
    uint64_t generated;
    uint64_t expanded; /* nodes whose children were tested */
    bool any;
    uint64_t solution_count; /* number of optimal solutions, with COUNT and ALL */
    uint64_t resumed;
    double seconds;
    size_t iteration_count;
    tilepdb_iteration iterations[TILEPDB_MAX_MOVES / 2 + 1];
    char moves[TILEPDB_MAX_MOVES + 1]; /* directions in which tiles move: U D L R */
} tilepdb_result;

/* Returns the number of exhausted bounds: the iterations whose bounds are below lower_bound. */
TILEPDB_API size_t tilepdb_result_exhausted(const tilepdb_result *result);

#ifdef __cplusplus
}
#endif

#endif
