/*
 * tilepdb: additive disjoint pattern databases for sliding-tile puzzles, and optimal solutions.
 *
 * This header includes no other header of the project. Others build on it: tilepdb_open.h (a solver
 * in one call, by the rules of the tools), tilepdb_many.h (streams and lists of boards),
 * tilepdb_choice.h (several tables and directions for one board), tilepdb_checkpoint.h (searches
 * that continue in another process), tilepdb_comm.h (processes that search one board together),
 * tilepdb_verify.h (proofs of tables), tilepdb_text.h (boards and moves as people type them),
 * tilepdb_methods.h (textbook methods), tilepdb_colours.h (colour patterns, the subjects of tables
 * for multi-tile moves), tilepdb_scratch.h (tables larger than memory) and tilepdb_mpi.h (the ranks
 * of an MPI job; not installed).
 *
 * Conventions for all functions:
 * - The return value is a status; TILEPDB_OK is 0. What is written through pointers is valid only
 *   after TILEPDB_OK, unless a function says otherwise.
 * - `error` may be NULL. On any status except TILEPDB_OK it receives the status and one sentence
 *   that says what was wrong, where, and what to do.
 * - The library never prints, never exits and keeps no mutable globals. Open handles (tables,
 *   solvers) never change their answers: any number of threads may use one at the same time.
 * - Handles are owned by the caller and released by the matching *_close or *_free, which accept
 *   NULL.
 * - Table files are memory-mapped: tilepdb_table_maps explains what happens if one is truncated
 *   while in use.
 * - Limits in options: 0 means no limit (for threads: all of them). A negative number, or a time
 *   that is NaN or infinite, gives TILEPDB_ERROR_ARGUMENT in every function that takes the options.
 * - Cells are numbered row by row from 0. Tile 0 is the blank. The metric is single-tile moves,
 *   unless options say otherwise.
 */
#ifndef TILEPDB_H
#define TILEPDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what a shared library exports. */
#if defined(__GNUC__)
#define TILEPDB_API __attribute__((visibility("default")))
#else
#define TILEPDB_API
#endif

/* The version of this header; before 1.0 a minor version may change the interface. */
#define TILEPDB_VERSION_MAJOR 0
#define TILEPDB_VERSION_MINOR 4
#define TILEPDB_VERSION_PATCH 0

/* The version of the linked library, such as "0.4.0". Static storage. */
TILEPDB_API const char *tilepdb_version(void);

/* The instruction sets for which the inner loops of search and generation are compiled. Which one
 * runs affects only the speed: results and counts are the same. The numbers never change their
 * meaning. */
typedef enum tilepdb_variant {
    TILEPDB_VARIANT_BEST =
        0, /* in options: for each task the fastest code that this machine runs */
    TILEPDB_VARIANT_PORTABLE = 1, /* no instructions beyond those of every such processor */
    TILEPDB_VARIANT_AVX2 = 2,
    TILEPDB_VARIANT_AVX512 = 3, /* with BW, VL and DQ */
    TILEPDB_VARIANT_NEON = 4
} tilepdb_variant;

/* The number of variants in this build. */
TILEPDB_API size_t tilepdb_variant_count(void);

/* The i-th, i < tilepdb_variant_count(): the portable one, then each faster than those before. */
TILEPDB_API tilepdb_variant tilepdb_variant_at(size_t i);

/* The name of a variant of this build, such as "avx2"; "best" for BEST, and "unknown" for any other
 * number. Static storage. */
TILEPDB_API const char *tilepdb_variant_name(tilepdb_variant variant);

/* Whether this build has the variant and the processor can run it. BEST is none. */
TILEPDB_API bool tilepdb_variant_available(tilepdb_variant variant);

/* How the linked library was built, and what it uses on this machine. Plain value; the texts have
 * static storage. */
typedef struct tilepdb_build {
    const char *version;  /* as tilepdb_version */
    const char *compiler; /* such as "gcc 12.2.0" */
    const char *zstd;     /* the version of zstd, such as "1.5.4", or "none" */
    const char *variants; /* the instruction sets with their own code: "portable avx2 avx512" */
    const char *variant;  /* the last variant of this list that the processor supports */
    bool openmp;          /* without OpenMP no call shares its work among threads */
    bool cbc;             /* TILEPDB_METHOD_ILP is available: the program cbc is now on PATH */
} tilepdb_build;

/* Fills `build`. */
TILEPDB_API void tilepdb_build_info(tilepdb_build *build);

/* ---- status ---------------------------------------------------------------------------------- */

/* The numbers never change their meaning. */
typedef enum tilepdb_status {
    TILEPDB_OK = 0,
    TILEPDB_UNSOLVABLE = 1,       /* no sequence of moves leads from the board to the goal */
    TILEPDB_LIMIT = 2,            /* a limit (length, nodes, time) was reached before the answer */
    TILEPDB_CANCELLED = 3,        /* the progress callback asked to stop */
    TILEPDB_ERROR_ARGUMENT = 4,   /* an argument is outside its range or contradicts another */
    TILEPDB_ERROR_PARSE = 5,      /* a text could not be parsed */
    TILEPDB_ERROR_MEMORY = 6,     /* memory could not be allocated */
    TILEPDB_ERROR_TOO_LARGE = 7,  /* would need more memory than is allowed or sensible */
    TILEPDB_ERROR_ENCODING = 8,   /* the distances do not fit the requested encoding */
    TILEPDB_ERROR_IO = 9,         /* a file could not be read or written */
    TILEPDB_ERROR_NOT_FOUND = 10, /* no such file */
    TILEPDB_ERROR_FORMAT = 11,    /* a file is not a well-formed table */
    TILEPDB_ERROR_CHECKSUM = 12,  /* a file was altered after it was written */
    TILEPDB_ERROR_VERSION = 13,   /* a file has a newer format than this library reads */
    TILEPDB_ERROR_INTERNAL = 14,  /* a result failed its own check: a bug in the library */
    TILEPDB_REFUTED = 15          /* what was to be proven is well-formed but false */
} tilepdb_status;

/* The sentence for a status; "unknown status" for any other number. Static storage. */
TILEPDB_API const char *tilepdb_status_message(tilepdb_status status);

/* The code of an error's sentence, so that a program can write one of its own, in any language.
 * Each comment lists the numbers and the text of the error. Sizes are width, then height. The
 * numbers of codes never change their meaning; sentences may. */
typedef enum tilepdb_message {
    TILEPDB_MESSAGE_OTHER = 0, /* a sentence without a code */
    /* boards and moves */
    TILEPDB_MESSAGE_BOARD_SIZE = 1,   /* size: boards of it cannot be used here */
    TILEPDB_MESSAGE_SIZES_DIFFER = 2, /* size of the board, size of the goal */
    TILEPDB_MESSAGE_UNSOLVABLE = 3,   /* 1 if the permutation is odd; two tiles that are exchanged,
                                         or 0 and 0 */
    TILEPDB_MESSAGE_MOVE_UNKNOWN = 4, /* which move, from 1; text: the character */
    TILEPDB_MESSAGE_MOVE_IMPOSSIBLE = 5, /* which move, row and column of the blank, all from 1;
                                            text: the move */
    /* partitions */
    TILEPDB_MESSAGE_PARTITION_UNKNOWN = 16, /* size; text: the nearest name, or empty */
    TILEPDB_MESSAGE_PARTITION_NO_TILE = 17, /* the number that is no tile, the highest tile */
    TILEPDB_MESSAGE_PARTITION_TWICE = 18,   /* the tile that is in two patterns */
    TILEPDB_MESSAGE_PARTITION_MISSING = 19, /* the tile that is in none */
    /* tables and solvers */
    TILEPDB_MESSAGE_TABLES_SIZE = 32,     /* size of the tables' boards, size of the goal */
    TILEPDB_MESSAGE_TABLES_CELL = 33,     /* blank's cell of the tables, of the goal; size */
    TILEPDB_MESSAGE_TABLES_DIFFER = 34,   /* size and blank's cell of one table; cell of another */
    TILEPDB_MESSAGE_TABLES_OVERLAP = 35,  /* the tile that is in two tables */
    TILEPDB_MESSAGE_TABLES_LACK = 36,     /* the tile that is in none */
    TILEPDB_MESSAGE_TABLES_NONE = 37,     /* a solver needs some */
    TILEPDB_MESSAGE_TABLES_ABSENT = 38,   /* size, blank's cell; text: the partition, or empty */
    TILEPDB_MESSAGE_TABLE_FALSE = 39,     /* a table has wrong distances: make it again */
    TILEPDB_MESSAGE_FILE_ALTERED = 48,    /* a file changed after it was written */
    TILEPDB_MESSAGE_FILE_MALFORMED = 49,  /* a file is no table */
    TILEPDB_MESSAGE_FILE_NEWER = 50,      /* version of the file, the newest that can be read */
    TILEPDB_MESSAGE_FILE_COMPRESSED = 51, /* this build cannot inflate it */
    /* limits */
    TILEPDB_MESSAGE_BOUND = 64,   /* a limit or a cancel, by the status; the proven lower bound */
    TILEPDB_MESSAGE_ANYTIME = 65, /* the same; length of the solution, lower bound */
    TILEPDB_MESSAGE_MEMORY = 66,  /* bytes that are needed, bytes that may be used */
    TILEPDB_MESSAGE_THREADS = 67, /* the number that is out of range */
    TILEPDB_MESSAGE_LENGTH = 68,  /* the maximum length that is out of range */
    TILEPDB_MESSAGE_FIRST = 69,   /* the first bound, the highest possible */
    TILEPDB_MESSAGE_TIMEOUT = 70  /* the time is out of range */
} tilepdb_message;

/* The name of a code, such as "table false"; "other" for any other number. Static storage. */
TILEPDB_API const char *tilepdb_message_name(tilepdb_message code);

/* The numbers of an error, and the bytes of its text with the zero at the end. */
#define TILEPDB_ERROR_NUMBERS 4
#define TILEPDB_ERROR_TEXT    64

/* What went wrong. `line` and `column` count from 1, and are 0 if they do not apply. The sentence
 * is in UTF-8, and names no options and no tools. */
typedef struct tilepdb_error {
    tilepdb_status status;
    size_t line;
    size_t column;
    char message[496];
    tilepdb_message code;
    int64_t number[TILEPDB_ERROR_NUMBERS]; /* as the code says; the others are 0 */
    char text[TILEPDB_ERROR_TEXT];         /* likewise; a longer one is cut */
} tilepdb_error;

/* ---- progress and cancellation --------------------------------------------------------------- */

/* The stage of a call, and the meaning of the numbers in its reports. */
typedef enum tilepdb_stage {
    TILEPDB_STAGE_GENERATE =
        0,                    /* level: distance reached; done/total: entries; fresh: new entries */
    TILEPDB_STAGE_ENCODE = 1, /* done/total: entries */
    TILEPDB_STAGE_WRITE = 2,  /* done/total: bytes before compression */
    TILEPDB_STAGE_READ = 3,   /* done/total: bytes after decompression */
    TILEPDB_STAGE_SEARCH = 4, /* level: bound; done: generated nodes so far; total: an estimate for
                                 the end of this bound, 0 if unknown */
    TILEPDB_STAGE_PROVE = 5,  /* level: distance proven; done/total: entries; fresh: new entries */
    TILEPDB_STAGE_LIST = 6    /* level: lowest estimate; done/total: parts of the list */
} tilepdb_stage;

/* A progress report of a long call. */
typedef struct tilepdb_progress {
    tilepdb_stage stage;
    int level;
    uint64_t fresh;
    uint64_t done;
    uint64_t total;
    uint64_t memory; /* bytes that the work needs at its peak; 0: unknown */
    double seconds;  /* since the call started */
} tilepdb_progress;

/* Called several times a second, from the calling thread except in tilepdb_solve_many and queues.
 * Returns false to cancel the work. */
typedef bool (*tilepdb_progress_fn)(const tilepdb_progress *progress, void *user);

/* ---- boards ---------------------------------------------------------------------------------- */

/* The limits of board sizes. */
#define TILEPDB_MIN_SIDE  2
#define TILEPDB_MAX_SIDE  20
#define TILEPDB_MAX_CELLS (TILEPDB_MAX_SIDE * TILEPDB_MAX_SIDE)

/* The limits of what tables and searches hold. Functions of this section, those for text, and the
 * method LAYERED take any board; all others refuse larger ones. */
#define TILEPDB_TABLE_MAX_SIDE  12
#define TILEPDB_TABLE_MAX_CELLS 25

/* A position: cells[0 .. width*height-1] hold each of 0 .. width*height-1 once. Plain value of
 * about 800 bytes. */
typedef struct tilepdb_board {
    uint8_t width;
    uint8_t height;
    uint16_t cells[TILEPDB_MAX_CELLS];
} tilepdb_board;

/* TILEPDB_OK if tables and searches hold boards of this size, otherwise ERROR_ARGUMENT with the
 * limits. */
TILEPDB_API tilepdb_status tilepdb_size_check(int width, int height, tilepdb_error *error);

/* What counts as one move. Solvers (tilepdb_solver_options) and some textbook methods search in
 * either metric; everything else is in single-tile moves. */
typedef enum tilepdb_metric {
    TILEPDB_METRIC_SINGLE = 0, /* one tile goes to the blank's cell */
    TILEPDB_METRIC_MULTI = 1   /* a line of tiles slides towards the blank together */
} tilepdb_metric;

/* The name of a metric in file names and reports: "single", "multi"; "unknown" for any other
 * number. Static storage. */
TILEPDB_API const char *tilepdb_metric_name(tilepdb_metric metric);

/* The goal whose blank is on cell `goal_blank` (0 .. width*height-1); the tiles 1, 2, 3 ...
 * fill the other cells in order. width*height-1 gives `blank-last`, 0 gives `blank-first`.
 * ERROR_ARGUMENT: a side is not 2 to 20, or the cell is not on the board. */
TILEPDB_API tilepdb_status tilepdb_goal(int width, int height, int goal_blank, tilepdb_board *goal,
                                        tilepdb_error *error);

/* The goals that have names: ROW(identifier, name, description) for each, from which the tools make
 * their lists and their help. */
#define TILEPDB_GOALS(ROW)                                                                         \
    ROW(blank_last, "blank-last", "1 2 3 ... 0")                                                   \
    ROW(blank_first, "blank-first", "0 1 2 ...")                                                   \
    ROW(spiral, "spiral", "1 2 3/8 0 4/7 6 5, clockwise inwards")                                  \
    ROW(snail, "snail", "another word for spiral")

/* The name in row `index` of TILEPDB_GOALS, from 0; NULL: there is no such row. Static storage. */
TILEPDB_API const char *tilepdb_goal_name(size_t index);

/* The goal with this name on boards of any size. ERROR_ARGUMENT: a side is not 2 to 20;
 * ERROR_PARSE: no goal has the name. */
TILEPDB_API tilepdb_status tilepdb_goal_named(const char *name, int width, int height,
                                              tilepdb_board *goal, tilepdb_error *error);

/* Reads a text with one board, in any form of docs/input.md: numbers, with or without marks between
 * the rows; one row per line; lists in brackets; a word, as "867254301"; or a scramble, which
 * starts at the goal with the blank last. A goal that the text names beside the board is not
 * returned: a reader (tilepdb_text.h) has it. `text` has `length` bytes and need not end in NUL. If
 * width and height are 0, the shape follows from the rows or, without rows, must be a square.
 * `error->column` is the byte of its line where the error is; `error->line` is 0 for the first line
 * of the board. Takes any board to 20x20; tilepdb_size_check says which of them tables hold.
 * ERROR_PARSE: not a board, or more than one; ERROR_ARGUMENT: width and height are not a board
 * size. */
TILEPDB_API tilepdb_status tilepdb_board_parse(const char *text, size_t length, int width,
                                               int height, tilepdb_board *board,
                                               tilepdb_error *error);

/* Large enough for any board on one line, with the final NUL. */
#define TILEPDB_BOARD_TEXT 1536

/* Writes the numbers separated by spaces, and rows separated by " / " if `rows` is set. Returns the
 * length; 0 and an empty text if it is not a board. */
TILEPDB_API size_t tilepdb_board_format(const tilepdb_board *board, bool rows,
                                        char text[TILEPDB_BOARD_TEXT]);

/* TILEPDB_OK if the board can reach the goal. TILEPDB_UNSOLVABLE if not: the sentence gives the
 * reason, and the names of the goals (tilepdb_goal_named) that the board can reach instead.
 * ERROR_ARGUMENT: one of them is not a board, or their sizes differ. */
TILEPDB_API tilepdb_status tilepdb_board_solvable(const tilepdb_board *board,
                                                  const tilepdb_board *goal, tilepdb_error *error);

/* Plays `moves` ('U', 'D', 'L', 'R': the way the tile moves) on the board, in place.
 * ERROR_PARSE with `column` = the move (from 1) that is another letter or leaves the board; the
 * board then holds the position before that move. ERROR_ARGUMENT: not a board. */
TILEPDB_API tilepdb_status tilepdb_board_play(tilepdb_board *board, const char *moves,
                                              tilepdb_error *error);

/* A generator of random boards: the same seed gives the same boards on every machine. Plain value,
 * one thread. */
typedef struct tilepdb_random {
    uint64_t state[4];
} tilepdb_random;

/* Starts the sequence of a seed, which may be any number. */
TILEPDB_API void tilepdb_random_seed(tilepdb_random *random, uint64_t seed);

/* Draws a board uniformly from those that can reach `goal`. ERROR_ARGUMENT: the goal is not a
 * board, or the generator was never seeded. */
TILEPDB_API tilepdb_status tilepdb_board_scramble(tilepdb_random *random, const tilepdb_board *goal,
                                                  tilepdb_board *board);

/* Makes `moves` random moves on the board, none of which undoes the move before it. Up to a point,
 * more moves make harder boards. ERROR_ARGUMENT: not a board, `moves` is negative, or the generator
 * was never seeded. */
TILEPDB_API tilepdb_status tilepdb_board_walk(tilepdb_random *random, int moves,
                                              tilepdb_board *board);

/* ---- patterns and partitions ----------------------------------------------------------------- */

/* The subject of a table, for the goal tilepdb_goal(width, height, goal_blank): a set of tiles, or
 * a colour pattern (tilepdb_colours.h). Bit t of `tiles` is tile t, 1 .. cells-1. A set of tiles
 * has `colours` 0. A colour pattern has all tiles, and tiles of one colour are alike: tile t has
 * colour[t], 0 .. colours-1, and colours are numbered in the order in which they appear, from tile
 * 1 on. Elements of `colour` without a tile are 0. Plain value. */
typedef struct tilepdb_pattern {
    uint8_t width;
    uint8_t height;
    uint8_t goal_blank;
    uint32_t tiles;
    uint8_t colours;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_pattern;

/* Whether all members are equal. */
TILEPDB_API bool tilepdb_pattern_equal(const tilepdb_pattern *a, const tilepdb_pattern *b);

/* Disjoint patterns that cover all tiles. Plain value. */
typedef struct tilepdb_partition {
    char name[24]; /* the catalogue's name, or "" for an explicit partition */
    uint8_t width;
    uint8_t height;
    uint8_t goal_blank;
    uint8_t count;
    uint32_t tiles[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_partition;

/* Reads a partition: a catalogue name such as "7-8", or tiles such as "1,2,3,4,5,6,7,8/9-15" ('/'
 * between patterns, ',' between tiles, '-' in ranges).
 * ERROR_PARSE: an unknown name (the nearest is suggested), a number that is not a tile, or tiles
 * that are repeated or missing.
 * ERROR_ARGUMENT: invalid board size or cell. */
TILEPDB_API tilepdb_status tilepdb_partition_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_partition *partition,
                                                   tilepdb_error *error);

/* Finds a partition for a board of any size: the fewest patterns whose blank-aware tables have at
 * most `entry_limit` entries in total, each pattern connected and compact. The same arguments give
 * the same partition on every machine. Its name is empty. One core generates about 300 million
 * entries per second. ERROR_ARGUMENT: invalid board size or cell; ERROR_TOO_LARGE: even single
 * tiles exceed the limit; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_partition_suggest(int width, int height, int goal_blank,
                                                     uint64_t entry_limit,
                                                     tilepdb_partition *partition,
                                                     tilepdb_error *error);

/* The i-th pattern, i < partition->count. */
TILEPDB_API tilepdb_pattern tilepdb_partition_pattern(const tilepdb_partition *partition,
                                                      unsigned i);

/* Large enough for any drawing, with the final NUL. */
#define TILEPDB_DRAWING_TEXT 160

/* Draws the partition as rows of letters, '.' for the blank, and a newline after each row. */
TILEPDB_API size_t tilepdb_partition_draw(const tilepdb_partition *partition,
                                          char text[TILEPDB_DRAWING_TEXT]);

/* A built-in named partition. Static storage. */
typedef struct tilepdb_catalogue_entry {
    const char *name;
    const char *summary;
    int width;
    int height;
} tilepdb_catalogue_entry;

/* The number of named partitions. */
TILEPDB_API size_t tilepdb_catalogue_count(void);

/* The i-th entry, i < tilepdb_catalogue_count(); ordered by board size, then from small to large
 * tables. */
TILEPDB_API const tilepdb_catalogue_entry *tilepdb_catalogue_at(size_t i);

/* ---- tables ---------------------------------------------------------------------------------- */

/* Whether a table distinguishes where the blank is. */
typedef enum tilepdb_blank_policy {
    TILEPDB_BLANK_AWARE = 0,    /* one entry per region of the blank */
    TILEPDB_BLANK_PROJECTED = 1 /* the minimum over the regions */
} tilepdb_blank_policy;

/* How a table stores a distance. */
typedef enum tilepdb_encoding {
    TILEPDB_ENCODING_BIT = 0,    /* bit 1 of the distance; blank-aware only */
    TILEPDB_ENCODING_NIBBLE = 1, /* (distance - Manhattan distance) / 2 in four bits */
    TILEPDB_ENCODING_MOD3 = 2    /* the distance modulo 3 in two bits; colour tables only */
} tilepdb_encoding;

/* The name of an encoding in file names and reports: "bit", "nibble", "mod3"; "unknown" for any
 * other number. Static storage. */
TILEPDB_API const char *tilepdb_encoding_name(tilepdb_encoding encoding);

/* The kind of a table. A pattern and a kind identify a table. Tables of sets of tiles are in the
 * metric SINGLE; projected bits do not exist. Tables of colour patterns, colour tables, are in the
 * metric MULTI and have one kind. Plain value. */
typedef struct tilepdb_kind {
    tilepdb_blank_policy blank;
    tilepdb_encoding encoding;
    tilepdb_metric metric;
} tilepdb_kind;

/* The kind with the fastest searches in a metric. SINGLE: aware, bit; MULTI: aware, mod3, the only
 * one. Any other number: a kind of that metric, for which no tables exist. */
TILEPDB_API tilepdb_kind tilepdb_kind_default(tilepdb_metric metric);

/* The maximum length of a table's histogram. */
#define TILEPDB_MAX_LEVELS 256

/* The contents of a table. A blank-aware table has one entry per (mask, region, arrangement), a
 * projected one per (mask, arrangement). Patterns of all tiles, or all but one, reach only half of
 * their arrangements; `reachable` counts those, and is the sum of the histogram.
 * An entry of a colour table is the number of slides that follow the next one, whose axis is known:
 * the table has a part for slides along rows, and then one for slides along columns. */
typedef struct tilepdb_table_info {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    uint64_t entries;
    uint64_t reachable;
    int levels; /* the largest distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    uint64_t axis_entries[2]; /* of each part of a colour table; otherwise 0 */
    uint64_t axis_histogram[2][TILEPDB_MAX_LEVELS]; /* likewise */
    uint64_t table_bytes;                           /* uncompressed */
    uint64_t file_bytes; /* this and the next three: 0 for a table generated in memory */
    uint64_t frame_count;
    uint64_t frame_rows;
    uint64_t stored_frames;
    uint64_t content_hash; /* XXH3-64 of the uncompressed entries */
    int format_version;
} tilepdb_table_info;

/* An open table: generated in memory, or a mapped file. Immutable; any number of threads may use
 * it. tilepdb_table_close releases it. */
typedef struct tilepdb_table tilepdb_table;

/* How to generate. Initialise every options struct with its *_init function first: members that a
 * later version adds then have their defaults. */
typedef struct tilepdb_generate_options {
    int threads;           /* 0: all that OpenMP offers */
    uint64_t memory_limit; /* bytes; 0: all that the machine has */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_variant variant; /* its code, otherwise portable code; for tests and measurements */
} tilepdb_generate_options;

/* Sets the defaults: all threads, all memory, no progress reports, the best variant. */
TILEPDB_API void tilepdb_generate_options_init(tilepdb_generate_options *options);

/* What generation needs. */
typedef struct tilepdb_generate_need {
    uint64_t entries;
    uint64_t memory_bytes; /* peak, with `threads` as in the options */
    uint64_t table_bytes;  /* uncompressed size, an upper bound on the file's */
} tilepdb_generate_need;

/* Computes the need without generating. ERROR_ARGUMENT: the pattern is empty, has a tile that is
 * not on the board, is not numbered as a colour pattern, or there are no tables of that kind for
 * it; or the variant is not available. ERROR_TOO_LARGE: beyond 2^48 bytes, or of a colour pattern
 * 2^32 arrangements, or too many colours for the size of the board. */
TILEPDB_API tilepdb_status tilepdb_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                              const tilepdb_generate_options *options,
                                              tilepdb_generate_need *need, tilepdb_error *error);

/* Generates a table in memory by breadth-first search from the goal that tracks the blank. The
 * bytes are the same for any number of threads and any instruction set. `options` may be NULL; for
 * a colour table its variant has no effect, and with `threads` 0 one of fewer than 2^25 entries is
 * made by one thread.
 * Errors as tilepdb_table_need, and ERROR_TOO_LARGE: the need exceeds the limit; ERROR_ENCODING: a
 * distance does not fit the nibble (use bit); CANCELLED; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_table_generate(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                                  const tilepdb_generate_options *options,
                                                  tilepdb_table **table, tilepdb_error *error);

/* The default level of the table's encoding. */
#define TILEPDB_LEVEL_DEFAULT (-1)

/* How to write a file. */
typedef struct tilepdb_save_options {
    int level; /* zstd level 1 .. 22, 0 stores (the only level without zstd), TILEPDB_LEVEL_DEFAULT:
                  nibbles are compressed, other encodings stored */
    int threads; /* 0: all */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_save_options;

/* Sets the defaults: the default level, all threads, no progress reports. */
TILEPDB_API void tilepdb_save_options_init(tilepdb_save_options *options);

/* Writes the table to `path` atomically: a temporary file in the same directory, fsync, rename. On
 * any failure the file of that name is absent or unchanged, and no temporary file is left; the one
 * exception is a directory that cannot be synchronised after the rename, and the sentence says so.
 * The bytes depend only on the table, the level and the release of zstd, not on the threads.
 * ERROR_IO, CANCELLED, ERROR_MEMORY, ERROR_ARGUMENT (level). */
TILEPDB_API tilepdb_status tilepdb_table_save(const tilepdb_table *table, const char *path,
                                              const tilepdb_save_options *options,
                                              tilepdb_error *error);

struct tilepdb_node;

/* How to open a file. */
typedef struct tilepdb_open_options {
    int threads;                  /* for the preload; 0: all */
    tilepdb_progress_fn progress; /* of the preload */
    void *user;
    bool preload; /* check and inflate everything immediately: tilepdb_table_preload */
    /* The processes of this machine that open the same files (tilepdb_comm.h), and share inflated
     * rows. It must outlive the table. NULL: this process alone. */
    const struct tilepdb_node *node;
} tilepdb_open_options;

/* Sets the defaults: all threads, no progress reports, no preload. */
TILEPDB_API void tilepdb_open_options_init(tilepdb_open_options *options);

/* Opens a table file in constant time: header and frame table are verified, the entries are not
 * read. Each frame of entries is checked, and inflated if it is compressed, once, by the first
 * thread that needs it. So the memory of a compressed table grows with use; a stored table is read
 * in the file's own pages. If a frame fails its check, the call that needed it fails with a status
 * of tilepdb_table_preload. `options` may be NULL.
 * Of a colour table all frames are checked at once, in parallel, as with `preload`; its rows are
 * shared with no process.
 * ERROR_NOT_FOUND, ERROR_IO, ERROR_FORMAT (also for compressed frames in a build without zstd),
 * ERROR_CHECKSUM, ERROR_VERSION, ERROR_MEMORY, ERROR_ARGUMENT: threads out of range; and with
 * `preload` the statuses of tilepdb_table_preload. */
TILEPDB_API tilepdb_status tilepdb_table_open(const char *path, const tilepdb_open_options *options,
                                              tilepdb_table **table, tilepdb_error *error);

/* As tilepdb_table_open, for the bytes of a table file in memory, which the caller must keep
 * unchanged until the table is closed; those of a colour table begin at a multiple of 8
 * (ERROR_ARGUMENT). No byte beyond `size` is read. Messages use `name` as the path. */
TILEPDB_API tilepdb_status tilepdb_table_open_memory(const void *data, size_t size,
                                                     const char *name,
                                                     const tilepdb_open_options *options,
                                                     tilepdb_table **table, tilepdb_error *error);

/* Checks, and inflates if compressed, all frames that are not loaded yet, in parallel. Does nothing
 * for generated tables. `options` may be NULL. ERROR_CHECKSUM or ERROR_FORMAT: the first bad frame,
 * whatever the number of threads; ERROR_MEMORY; CANCELLED. */
TILEPDB_API tilepdb_status tilepdb_table_preload(const tilepdb_table *table,
                                                 const tilepdb_open_options *options,
                                                 tilepdb_error *error);

/* Reads only the header and the frame table; errors as tilepdb_table_open. */
TILEPDB_API tilepdb_status tilepdb_file_info(const char *path, tilepdb_table_info *info,
                                             tilepdb_error *error);

/* Returns how many bytes of a file are in memory, and how many of the resident bytes are in huge
 * pages of the page cache, where look-ups are fastest. Reads no more of the file. ERROR_IO: the
 * file cannot be read, or the system does not report it; Linux does so only to users that own the
 * file or may write it. ERROR_NOT_FOUND, ERROR_FORMAT (empty), ERROR_TOO_LARGE, ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_file_memory(const char *path, uint64_t *cached, uint64_t *huge,
                                               tilepdb_error *error);

/* Removes temporary files that killed writers of this path left behind; those of live writers and
 * the file itself stay. tilepdb_table_save does this as well; a program that finds a valid file,
 * and so does not write one, calls this function. It has no status. Thread-safe. */
TILEPDB_API void tilepdb_file_clean(const char *path);

/* Whether the address is in the mapped file of an open table. If a file is truncated while it is
 * open, or its disk fails, the thread that reads the missing part receives SIGBUS. The library
 * installs no signal handler: signals belong to the program. A program that must survive installs
 * one (SA_SIGINFO) and calls this function with si_addr; then it reports the file and exits, or
 * leaves with siglongjmp and never uses the table again. tools/cli/signals_posix.c is an example.
 * Replacing a file with tilepdb_table_save or rename is safe. Async-signal-safe. */
TILEPDB_API bool tilepdb_table_maps(const tilepdb_table *table, const void *address);

/* Describes an open table. */
TILEPDB_API void tilepdb_table_info_get(const tilepdb_table *table, tilepdb_table_info *info);

/* Releases the table, which must no longer be in use by a solver or call. Accepts NULL. */
TILEPDB_API void tilepdb_table_close(tilepdb_table *table);

/* Large enough for any name, with the final NUL. */
#define TILEPDB_FILE_NAME 160

/* The name of a table's file, such as "4x4_blank15_tiles1-8_aware_bit.tpdb", or of a colour table
 * "4x4_blank15_multi_112233225344544.tpdb": the colours of tiles 1, 2, 3 and so on. Tables that
 * hold the same have the same name. Returns the length; 0 and an empty text if no pattern of
 * that form has tables of the kind. */
TILEPDB_API size_t tilepdb_table_file_name(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                           char name[TILEPDB_FILE_NAME]);

/* ---- solving --------------------------------------------------------------------------------- */

/* The lower bound that guides a search. */
typedef enum tilepdb_heuristic {
    TILEPDB_HEURISTIC_PDB = 0,
    TILEPDB_HEURISTIC_MANHATTAN = 1,
    TILEPDB_HEURISTIC_LINEAR_CONFLICT = 2
} tilepdb_heuristic;

/* What a solver uses. */
typedef struct tilepdb_solver_options {
    tilepdb_heuristic heuristic;
    /* With PDB: `table_count` open tables of the metric and of the board's size, in order. In the
     * metric SINGLE a partition is complete when its tiles cover the board; in MULTI each colour
     * table is for all of it. The heuristic is the maximum over the partitions, or colour tables,
     * of which there are at most 6. The tables serve every goal whose blank is on their goal cell
     * or on a symmetric one. They must stay open as long as the solver. */
    const tilepdb_table *const *tables;
    size_t table_count;
    bool reflection; /* also look up the board reflected on its diagonal, if possible */
    /* For a search from the goal to the board, in which the two are exchanged. The answer is the
     * optimal solution whose inverse is the first of those that lead back, and lists of solutions
     * are in that order. The last bound is searched whole. */
    bool backward;
    /* Code of this variant searches, or portable code if there is none for these tables. For tests
     * and measurements. */
    tilepdb_variant variant;
    /* The metric of the solver's moves and lengths. MULTI: the heuristic is PDB, a move is one
     * slide, of one tile or several; solutions have a letter for each tile. */
    tilepdb_metric metric;
} tilepdb_solver_options;

/* Sets the defaults: PDB with no tables yet, reflection, the best variant, single-tile moves. */
TILEPDB_API void tilepdb_solver_options_init(tilepdb_solver_options *options);

/* A solver, prepared for one goal. Any number of threads may use it at the same time. A long search
 * also starts up to two threads of the solver's own, with all signals blocked, which make its
 * tables faster to read; they end with the solver at the latest. The caller releases it by
 * tilepdb_solver_free. */
typedef struct tilepdb_solver tilepdb_solver;

/* Prepares a solver for `goal`, which may be any board that tables hold.
 * ERROR_ARGUMENT: it is not, or tables overlap, omit tiles, are of another metric or size or serve
 * another goal cell, or the variant is not available; or in the metric MULTI, boards are larger
 * than 16 cells, or of more than 12 moves. ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_solver_create(const tilepdb_board *goal,
                                                 const tilepdb_solver_options *options,
                                                 tilepdb_solver **solver, tilepdb_error *error);

/* Releases the solver, which must no longer be in use; its tables stay open. Waits some
 * milliseconds for the solver's own threads. Not in a child of fork, if the solver has searched
 * before. Accepts NULL. */
TILEPDB_API void tilepdb_solver_free(tilepdb_solver *solver);

/* What a solver searches with, and for. The text has static storage. */
typedef struct tilepdb_solver_info {
    const char *kernel;      /* the code that expands nodes, such as "bits4x4_avx512" */
    tilepdb_variant variant; /* the instruction set that it is compiled for; never BEST */
    tilepdb_metric metric;
    const tilepdb_board *goal; /* the solver's */
    bool backward;             /* as in its options */
} tilepdb_solver_info;

/* Describes a solver. Bounds that are too large for the nodes of its kernel are searched by a
 * portable one. */
TILEPDB_API void tilepdb_solver_info_get(const tilepdb_solver *solver, tilepdb_solver_info *info);

/* The heuristic's value for a board, a lower bound on its distance.
 * UNSOLVABLE; ERROR_ARGUMENT: not a board of the goal's size; and errors as tilepdb_solve. */
TILEPDB_API tilepdb_status tilepdb_solver_estimate(const tilepdb_solver *solver,
                                                   const tilepdb_board *board, int *h,
                                                   tilepdb_error *error);

/* Which optimal solutions are wanted. */
typedef enum tilepdb_solutions {
    TILEPDB_SOLUTIONS_FIRST = 0, /* the first in the move order */
    TILEPDB_SOLUTIONS_COUNT = 1, /* the first, and their number */
    TILEPDB_SOLUTIONS_ALL = 2    /* all, in the move order, through on_solution */
} tilepdb_solutions;

/* Receives one optimal solution; `moves` is valid during the call. Returns false to stop. Called
 * from the calling thread, after the last bound. */
typedef bool (*tilepdb_solution_fn)(const char *moves, void *user);

struct tilepdb_result;
struct tilepdb_checkpoint;
struct tilepdb_comm;

/* Called after each exhausted bound, from the calling thread, with what is proven so far. Returns
 * false to end the search with LIMIT; it can go on later (`earlier`). */
typedef bool (*tilepdb_bound_fn)(const struct tilepdb_result *so_far, void *user);

/* How to solve one board, and when to stop. */
typedef struct tilepdb_solve_options {
    /* The greatest length of a solution to look for; 0: no limit. */
    int max_length;
    /* The bound to begin with, above the estimate: a quick way to some solution of this length, or
     * of one move more if the parity requires it. The solution is replayed but not optimal,
     * lower_bound stays the estimate, and a bound without a solution proves nothing. 0: the
     * estimate. For one solution only, and not above max_length. */
    int first_bound;
    /* The number of generated nodes, in the order of the plain search, after which the search ends;
     * it may exceed the limit a little. One thread searches. 0: no limit. */
    uint64_t max_nodes;
    double timeout; /* seconds; 0: no limit */
    int threads;    /* for one board: 1 (the default) or more; 0: all that OpenMP offers */
    /* Bytes for the state of a search beside its tables: the subtree order of a bound with `any`,
     * and the keys of a bidirectional search (tilepdb_solver_create_bidirectional), whose number is
     * estimated by samples. With less memory a search takes more nodes. 0: 1 GB and 2.2 GB. */
    uint64_t memory_limit;
    /* No symmetric roots and no duplicate pruning, so that counts are comparable with the
     * literature. Length and moves are the same. */
    bool plain;
    /* Returns an optimal solution that need not be the first in the move order, as fast as
     * possible: large bounds are searched in another order. The moves depend on the tables and
     * limits, but not on threads and variants; so do the counts of the last bound, which include
     * all subtrees that were ordered. All other counts are the same. For one solution only. */
    bool any;
    tilepdb_solutions solutions; /* COUNT and ALL search the whole plain tree of the last bound */
    uint64_t max_solutions;      /* with ALL: at most this many; 0: all */
    tilepdb_solution_fn on_solution;
    tilepdb_progress_fn progress;
    void *user; /* passed to on_solution and progress */
    /* A result for the same board and goal, or for the two exchanged, from any tables. The search
     * trusts its exhausted bounds, continues after them, and adds its iterations, counts and
     * seconds. Its bounds ascend. Not the result that is written, and not with first_bound. May be
     * NULL. */
    const struct tilepdb_result *earlier;
    tilepdb_bound_fn on_bound;
    void *bound_user; /* passed to on_bound */
    /* A checkpoint (tilepdb_checkpoint.h), whose exhausted subtrees are not searched again, and to
     * which this search adds its own. The caller keeps it. May be NULL. */
    struct tilepdb_checkpoint *checkpoint;
    /* The communicator (tilepdb_comm.h) of the processes that search this board together, each by
     * this call. The caller keeps it. NULL: this process alone. */
    const struct tilepdb_comm *comm;
} tilepdb_solve_options;

/* Sets the defaults: the first solution, one thread, no limits, no callbacks. */
TILEPDB_API void tilepdb_solve_options_init(tilepdb_solve_options *options);

/* One bound of IDA*. The root counts in the first. */
typedef struct tilepdb_iteration {
    int bound;
    uint64_t generated;
    uint64_t expanded;
    uint64_t resumed; /* the part of `generated` that comes from a checkpoint */
    double seconds;
    /* Of a bidirectional search (tilepdb_choice.h); otherwise 0. */
    uint64_t backward; /* the part of `generated` that was searched from the goal */
    int limit;         /* the greatest 2g + h - h' of the forward search */
    int level;         /* the least number of moves from the board to a meeting */
} tilepdb_iteration;

/* The longest solution that tilepdb_solve finds. */
#define TILEPDB_MAX_MOVES 511

/* What a search found. Several kilobytes: too large for a small stack. */
typedef struct tilepdb_result {
    bool solvable;
    bool optimal;    /* a solution was found and replayed, and every shorter bound was exhausted */
    int length;      /* -1: unknown */
    int lower_bound; /* proven; -1: unsolvable */
    int upper_bound; /* -1: none known */
    int root_h;
    uint64_t generated; /* the root once, and each child when it is tested, up to the solution */
    uint64_t expanded;  /* nodes whose children were tested */
    bool any;           /* as in the options: the solution need not be the first */
    uint64_t solution_count; /* with COUNT and ALL: the optimal solutions; otherwise 0 */
    uint64_t resumed;        /* the sum over all iterations */
    double seconds;
    size_t iteration_count;
    tilepdb_iteration iterations[TILEPDB_MAX_MOVES / 2 + 1];
    char moves[TILEPDB_MAX_MOVES + 1]; /* the way the tile moves: U D L R */
} tilepdb_result;

/* How many of the iterations, from the first, exhausted their bounds: those below lower_bound. */
TILEPDB_API size_t tilepdb_result_exhausted(const tilepdb_result *result);

/* Solves a board optimally by IDA*: the first optimal solution in the order blank up, left, right,
 * down (in the metric MULTI one tile, two ... in each direction) on the board as given, with any
 * tables. The solution is replayed before it is returned. The
 * result is filled for OK, UNSOLVABLE (with the parity reason in `error`), LIMIT and CANCELLED.
 * ERROR_ARGUMENT: not a board of the goal's size, or options out of range; ERROR_CHECKSUM,
 * ERROR_FORMAT, ERROR_MEMORY: a frame of a table could not be loaded; ERROR_FORMAT also: a table is
 * false, since no way leads from the board to the goal in it. `options` may be NULL. */
TILEPDB_API tilepdb_status tilepdb_solve(const tilepdb_solver *solver, const tilepdb_board *board,
                                         const tilepdb_solve_options *options,
                                         tilepdb_result *result, tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
