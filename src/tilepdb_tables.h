/*
 * tilepdb, tables: makes, keeps and proves tables, and solves boards with given tables.
 * Experimental: bidirectional plans, tilepdb_solver_open and queues may change.
 *
 * An engine (tilepdb_engine.h) finds and makes tables itself. With given tables:
 *
 *   tilepdb_partition_parse("7-8", 4, 4, 15, &partition, &error);
 *   for each i, with pattern = tilepdb_partition_pattern(&partition, i):
 *       tilepdb_table_generate(&pattern, kind, NULL, &table[i], &error);
 *       tilepdb_table_save(table[i], path, NULL, &error);
 *       tilepdb_table_prove(table[i], NULL, &proof, &error);
 *   tilepdb_solver_create(&goal, &options, &solver, &error);   options.tables = table
 *   tilepdb_solve(solver, &board, NULL, &result, &error);
 */
#ifndef TILEPDB_TABLES_H
#define TILEPDB_TABLES_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- patterns and partitions ----------------------------------------------------------------- */

/* The subject of a table: a set of tiles or a colour pattern, with the goal
 * tilepdb_goal(width, height, goal_blank). Bit t of `tiles` is tile t, 1 .. cells-1. A set of
 * tiles has `colours` 0. A colour pattern has all tiles; tile t has colour[t], 0 .. colours-1,
 * and tiles of one colour are alike. Colours are numbered as they appear, from tile 1 on. Unused
 * elements of `colour` are 0. The pattern of a goal table may have an open blank: `open` is then
 * 1 + a colour, and the goals are tilepdb_goal and all boards that exchange its blank with a tile
 * of this colour. Otherwise `open` is 0. */
typedef struct tilepdb_pattern {
    uint8_t width;
    uint8_t height;
    uint8_t goal_blank;
    uint32_t tiles;
    uint8_t colours;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS];
    uint8_t open;
} tilepdb_pattern;

/* Returns true if all members are equal. */
TILEPDB_API bool tilepdb_pattern_equal(const tilepdb_pattern *a, const tilepdb_pattern *b);

/* Disjoint patterns that cover all tiles. */
typedef struct tilepdb_partition {
    char name[24]; /* catalogue name, or "" */
    uint8_t width;
    uint8_t height;
    uint8_t goal_blank;
    uint8_t count;
    uint32_t tiles[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_partition;

/* Reads a partition: a catalogue name such as "7-8", or tiles such as "1,2,3,4,5,6,7,8/9-15", with
 * '/' between patterns, ',' between tiles and '-' in ranges. Returns ERROR_PARSE for an unknown
 * name (with the nearest, if one is near), another character, a number that is no tile, and
 * repeated or missing tiles. */
TILEPDB_API tilepdb_status tilepdb_partition_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_partition *partition,
                                                   tilepdb_error *error);

/* Finds a partition for a board size: the fewest patterns, connected and compact, whose blank-aware
 * tables have at most `entry_limit` entries together. The result is the same on every machine. One
 * core generates about 300 million entries per second. Returns ERROR_TOO_LARGE if even single tiles
 * exceed the limit, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_partition_suggest(int width, int height, int goal_blank,
                                                     uint64_t entry_limit,
                                                     tilepdb_partition *partition,
                                                     tilepdb_error *error);

/* Returns pattern `i` < partition->count. */
TILEPDB_API tilepdb_pattern tilepdb_partition_pattern(const tilepdb_partition *partition,
                                                      unsigned i);

/* Bytes for any drawing. */
#define TILEPDB_DRAWING_TEXT 160

/* Draws a row of letters per line, '.' for the blank. Returns the length. */
TILEPDB_API size_t tilepdb_partition_draw(const tilepdb_partition *partition,
                                          char text[TILEPDB_DRAWING_TEXT]);

/* A built-in named partition. */
typedef struct tilepdb_catalogue_entry {
    const char *name;
    const char *summary;
    int width;
    int height;
} tilepdb_catalogue_entry;

/* Returns the number of partitions in the catalogue. */
TILEPDB_API size_t tilepdb_catalogue_count(void);

/* Returns entry `i` < tilepdb_catalogue_count(), ordered by width, height, then table size. */
TILEPDB_API const tilepdb_catalogue_entry *tilepdb_catalogue_at(size_t i);

/* ---- colourings ------------------------------------------------------------------------------ */

/* Tables of colour patterns are the heuristic of the metric MULTI. They are generated with
 * tilepdb_kind_default(MULTI), and used like other tables. A colouring is a colour pattern as text:
 * a name or a drawing. */

/* Reads a colouring: a catalogue name such as "large", or a drawing of the goal with a letter or a
 * digit from 1 on for the colour of each cell, row by row, and '.', '0' or '_' for the blank;
 * spaces, line ends and '/' are ignored. Colours are numbered as they appear. Named colourings have
 * the blank on the last cell; their tables serve goals with the blank in any corner. Returns
 * ERROR_PARSE for an unknown name, another character, a wrong number of cells or a blank that is
 * not on `goal_blank`. */
TILEPDB_API tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_pattern *pattern,
                                                   tilepdb_error *error);

/* A built-in named colouring. */
typedef struct tilepdb_colouring_entry {
    const char *name;
    const char *summary;
    int width;
    int height;
    const char *drawing; /* rows of the goal with '/' between them; blank on the last cell */
} tilepdb_colouring_entry;

/* Returns the number of colourings in the catalogue. */
TILEPDB_API size_t tilepdb_colouring_count(void);

/* Returns entry `i` < tilepdb_colouring_count(), the smallest table first. */
TILEPDB_API const tilepdb_colouring_entry *tilepdb_colouring_at(size_t i);

/* Writes a pattern whose table is built in one or two seconds: the colouring "small" where it fits,
 * otherwise the most colours that runs of consecutive tiles can have. On small boards all tiles
 * differ, and the table has exact distances. Returns ERROR_ARGUMENT also if width + height exceeds
 * 8. */
TILEPDB_API tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                                     tilepdb_pattern *pattern,
                                                     tilepdb_error *error);

/* Bytes for any drawing. */
#define TILEPDB_COLOURING_TEXT 40

/* Draws a colour pattern on one line: "1122 3322 5344 544.". tilepdb_colouring_parse reads the
 * text unless the blank is open: then '*' stands for the cells that may have the blank. Returns the
 * length; 0 and an empty text for any other pattern. */
TILEPDB_API size_t tilepdb_colouring_draw(const tilepdb_pattern *pattern,
                                          char text[TILEPDB_COLOURING_TEXT]);

/* Writes the pattern whose table has for the mirror image of a board the entry that the table of
 * `pattern` has for the board. The mirror is the main diagonal if it keeps the blank of the goal,
 * otherwise the other diagonal. Returns ERROR_ARGUMENT if `pattern` is no colour pattern or not
 * square, or if its blank is open or on neither diagonal. */
TILEPDB_API tilepdb_status tilepdb_colouring_reflect(const tilepdb_pattern *pattern,
                                                     tilepdb_pattern *reflected,
                                                     tilepdb_error *error);

/* ---- goals ----------------------------------------------------------------------------------- */

/* Writes the pattern of the goal table, which has the distance of every board to `goal`. The goal
 * may be open. Goals that differ only in the numbers of their tiles have one pattern. Engines find
 * goal tables in their directory by tilepdb_table_file_name. Returns ERROR_ARGUMENT for an invalid
 * goal. */
TILEPDB_API tilepdb_status tilepdb_goal_pattern(const tilepdb_board *goal, tilepdb_pattern *pattern,
                                                tilepdb_error *error);

/* ---- tables ---------------------------------------------------------------------------------- */

/* How a table treats the blank. */
typedef enum tilepdb_blank_policy {
    TILEPDB_BLANK_AWARE = 0,    /* one entry per region, a connected set of free cells */
    TILEPDB_BLANK_PROJECTED = 1 /* minimum over the regions */
} tilepdb_blank_policy;

/* How distances are stored. */
typedef enum tilepdb_encoding {
    TILEPDB_ENCODING_BIT = 0,    /* bit 1 of the distance; blank-aware only */
    TILEPDB_ENCODING_NIBBLE = 1, /* (distance - Manhattan distance) / 2, in four bits */
    TILEPDB_ENCODING_MOD3 = 2,   /* distance modulo 3 in two bits; colour tables only */
    TILEPDB_ENCODING_GOAL = 3    /* distance modulo 3 in two bit sets; goal tables only */
} tilepdb_encoding;

/* Returns the name of an encoding: "bit", "nibble", "mod3", "goal", or "unknown". */
TILEPDB_API const char *tilepdb_encoding_name(tilepdb_encoding encoding);

/* Kind of a table. A pattern and a kind identify a table. Sets of tiles have tables of bits (aware)
 * and nibbles (aware or projected) in the metric SINGLE. Colour patterns have a colour table
 * (aware, mod3) in the metric MULTI, and a goal table (aware, goal) in both metrics. */
typedef struct tilepdb_kind {
    tilepdb_blank_policy blank;
    tilepdb_encoding encoding;
    tilepdb_metric metric;
} tilepdb_kind;

/* Number of kinds of tables of sets of tiles. */
#define TILEPDB_MAX_KINDS 3

/* Returns the kind with the fastest searches: aware, bit for SINGLE; aware, mod3 for MULTI. An
 * unknown metric gives a kind without tables. */
TILEPDB_API tilepdb_kind tilepdb_kind_default(tilepdb_metric metric);

/* Largest number of distances in a histogram. */
#define TILEPDB_MAX_LEVELS 256

/* Contents of a table. A blank-aware table has an entry per (mask, region, arrangement), a
 * projected table per (mask, arrangement), where the mask is the set of cells that the tiles
 * occupy. With one or two free cells, parity makes entries unreachable; `reachable` counts the
 * others, and is the sum of the histogram. An entry of a colour table is the number of slides after
 * the next slide; one part of the table is for a next slide along rows, the other along columns. A
 * file stores rows of entries in frames, which are compressed and checked separately. */
typedef struct tilepdb_table_info {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    uint64_t entries;
    uint64_t reachable;
    int levels; /* largest distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    /* of the parts of a colour table: [0] rows, [1] columns; otherwise 0 */
    uint64_t axis_entries[2];
    uint64_t axis_histogram[2][TILEPDB_MAX_LEVELS];
    uint64_t table_bytes; /* uncompressed */
    /* The following members are 0 without a file, except content_hash of a colour table. */
    uint64_t file_bytes;
    uint64_t frame_count;
    uint64_t frame_rows;
    uint64_t stored_frames;
    uint64_t content_hash; /* XXH3-64 of the uncompressed entries */
    int format_version;
} tilepdb_table_info;

/* An open table, in memory or mapped from a file. */
typedef struct tilepdb_table tilepdb_table;

/* Options of tilepdb_table_generate. */
typedef struct tilepdb_generate_options {
    int threads;
    uint64_t memory_limit; /* bytes; 0: the available memory */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_variant variant; /* for tests; portable code runs where the variant has none */
} tilepdb_generate_options;

/* Sets the defaults. */
TILEPDB_API void tilepdb_generate_options_init(tilepdb_generate_options *options);

/* Memory and disk space that a generation needs. */
typedef struct tilepdb_generate_need {
    uint64_t entries;
    uint64_t memory_bytes; /* peak */
    uint64_t table_bytes;  /* uncompressed size, an upper bound on the file */
} tilepdb_generate_need;

/* Computes what a generation needs. Returns ERROR_ARGUMENT if the pattern is empty, has tiles that
 * are not on the board or wrongly numbered colours, if it has no table of the kind, or if the
 * variant is unavailable; ERROR_TOO_LARGE for over 12 tiles without colours, beyond 2^48 bytes, or
 * for a colour pattern beyond 2^32 arrangements or with too many colours for the board size;
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_table_need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                              const tilepdb_generate_options *options,
                                              tilepdb_generate_need *need, tilepdb_error *error);

/* Generates a table in memory by breadth-first search from the goal. The bytes are the same for any
 * number of threads and any variant. Returns the statuses of tilepdb_table_need; ERROR_TOO_LARGE
 * also if memory_limit or the available memory is too low; ERROR_ENCODING if a distance does not
 * fit a nibble (use bits); CANCELLED. */
TILEPDB_API tilepdb_status tilepdb_table_generate(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                                  const tilepdb_generate_options *options,
                                                  tilepdb_table **table, tilepdb_error *error);

/* The default compression: with zstd, nibbles are compressed; other encodings are stored. */
#define TILEPDB_LEVEL_DEFAULT (-1)

/* Options of tilepdb_table_save. */
typedef struct tilepdb_save_options {
    /* zstd level 1 .. 22, 0 to store (the only choice without zstd), or TILEPDB_LEVEL_DEFAULT */
    int level;
    int threads;
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_save_options;

/* Sets the defaults: TILEPDB_LEVEL_DEFAULT, all threads. */
TILEPDB_API void tilepdb_save_options_init(tilepdb_save_options *options);

/* Writes the table to `path` atomically: temporary file in the same directory, fsync, rename. After
 * an error, the file is absent or unchanged and no temporary file is left; but if only the sync of
 * the directory fails, the file is in place, and the sentence says so. The bytes depend only on the
 * table, the level and the zstd release. Returns ERROR_IO, CANCELLED, ERROR_ARGUMENT for an empty
 * path or an invalid level, or the statuses of tilepdb_table_preload. */
TILEPDB_API tilepdb_status tilepdb_table_save(const tilepdb_table *table, const char *path,
                                              const tilepdb_save_options *options,
                                              tilepdb_error *error);

/* Options of tilepdb_table_open. */
typedef struct tilepdb_open_options {
    int threads;
    tilepdb_progress_fn progress;
    void *user;
    bool preload; /* true: also calls tilepdb_table_preload */
    /* Processes of this machine (tilepdb_mpi.h) that open the same files and share the inflated
     * rows of sets of tiles; must outlive the table. NULL: this process alone. */
    const struct tilepdb_node *node;
} tilepdb_open_options;

/* Sets the defaults. */
TILEPDB_API void tilepdb_open_options_init(tilepdb_open_options *options);

/* Opens a table file and verifies its header and frame table. The frames of a colour table or goal
 * table are loaded at once, in parallel. For a set of tiles no entries are read: the first thread
 * that needs a frame checks and inflates it, so a compressed table takes more memory with use, and
 * a stored table is read from the pages of the file. If a frame is bad, the call that needs it
 * returns a status of tilepdb_table_preload.
 *
 * Returns ERROR_NOT_FOUND, ERROR_IO, ERROR_FORMAT (also for compressed frames without zstd),
 * ERROR_CHECKSUM, ERROR_VERSION, ERROR_TOO_LARGE beyond the address space, ERROR_MEMORY,
 * ERROR_ARGUMENT for threads out of range; if frames are loaded, CANCELLED. */
TILEPDB_API tilepdb_status tilepdb_table_open(const char *path, const tilepdb_open_options *options,
                                              tilepdb_table **table, tilepdb_error *error);

/* Like tilepdb_table_open, for a file whose `size` bytes are in memory. The caller keeps the bytes
 * unchanged until the table is closed. The bytes of a colour table must be aligned to 8
 * (ERROR_ARGUMENT). Errors use `name` as the path. */
TILEPDB_API tilepdb_status tilepdb_table_open_memory(const void *data, size_t size,
                                                     const char *name,
                                                     const tilepdb_open_options *options,
                                                     tilepdb_table **table, tilepdb_error *error);

/* Checks all frames that are not loaded yet, and inflates compressed frames, in parallel. Does
 * nothing for generated tables. Returns ERROR_CHECKSUM or ERROR_FORMAT for the first bad frame, for
 * any number of threads; ERROR_MEMORY; CANCELLED; ERROR_ARGUMENT for threads out of range. */
TILEPDB_API tilepdb_status tilepdb_table_preload(const tilepdb_table *table,
                                                 const tilepdb_open_options *options,
                                                 tilepdb_error *error);

/* Describes a table file by its header and frame table. Returns the statuses of tilepdb_table_open
 * except CANCELLED. */
TILEPDB_API tilepdb_status tilepdb_file_info(const char *path, tilepdb_table_info *info,
                                             tilepdb_error *error);

/* Counts the bytes of a file in memory (`cached`), and in huge pages of the page cache (`huge`),
 * where look-ups are fastest. Returns ERROR_IO if the file cannot be read or the system does not
 * report pages (Linux reports them only to users who own or may write the file),
 * ERROR_NOT_FOUND, ERROR_FORMAT for an empty file, ERROR_TOO_LARGE or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_file_memory(const char *path, uint64_t *cached, uint64_t *huge,
                                               tilepdb_error *error);

/* Removes temporary files that killed writers of `path` left behind, as tilepdb_table_save does;
 * temporary files of live writers stay. Thread-safe. */
TILEPDB_API void tilepdb_file_clean(const char *path);

/* Returns true if `address` is in the mapped file of the table. Async-signal-safe.
 *
 * If an open file is truncated, or its disk fails, a thread that reads the missing part receives
 * SIGBUS, which the library does not handle. A program that must survive installs a handler
 * (SA_SIGINFO) that calls this function with si_addr and then exits, or calls siglongjmp and never
 * uses the table again (example: tools/cli/signals_posix.c). Replacing a file by rename is safe. */
TILEPDB_API bool tilepdb_table_maps(const tilepdb_table *table, const void *address);

/* Describes an open table. */
TILEPDB_API void tilepdb_table_info_get(const tilepdb_table *table, tilepdb_table_info *info);

/* Closes a table that no solver or call uses. */
TILEPDB_API void tilepdb_table_close(tilepdb_table *table);

/* Bytes for any file name. */
#define TILEPDB_FILE_NAME 160

/* Writes the file name of a table, such as "4x4_blank15_tiles1-8_aware_bit.tpdb"; for a colour
 * table "4x4_blank15_multi_112233225344544.tpdb", with the colours of tiles 1, 2, 3 ...; for a goal
 * table the cells of the goal, as in "2x2_goal_single_1230.tpdb". Equal contents have equal names.
 * Returns the length; 0 and an empty text if the pattern has no tables of the kind. */
TILEPDB_API size_t tilepdb_table_file_name(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                           char name[TILEPDB_FILE_NAME]);

/* ---- tables larger than memory --------------------------------------------------------------- */

/* The table of a set of tiles is written to its file, with the bytes of tilepdb_table_generate and
 * tilepdb_table_save, without being whole in memory. The page cache stays small: transfers bypass
 * it, or remove what they moved from it.
 *
 * A state file records each finished level. After a kill, a cancellation or a full disk, the same
 * call resumes after the last finished level, also with other memory and threads, and gives the
 * same table. Encoding always starts again, since only the sets have checksums. A call that
 * succeeds removes the scratch files. */

/* Options of a generation in a scratch directory. */
typedef struct tilepdb_scratch_options {
    const char *directory; /* existing directory for the scratch files; read during calls */
} tilepdb_scratch_options;

/* Sets the default: the current directory. */
TILEPDB_API void tilepdb_scratch_options_init(tilepdb_scratch_options *options);

/* What a generation in a scratch directory needs. */
typedef struct tilepdb_scratch_need {
    uint64_t memory_least;  /* bytes; a lower limit is refused */
    uint64_t memory_most;   /* bytes; a higher limit has no use */
    uint64_t scratch_bytes; /* largest total size of the scratch files */
    uint64_t table_bytes;   /* uncompressed size, an upper bound on the file */
} tilepdb_scratch_need;

/* Computes what tilepdb_table_generate_file needs; takes seconds for the largest patterns.
 * Returns the statuses of tilepdb_table_need, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_need_get(const tilepdb_pattern *pattern,
                                                    tilepdb_kind kind,
                                                    const tilepdb_generate_options *options,
                                                    tilepdb_scratch_need *need,
                                                    tilepdb_error *error);

/* Sets `*level` to the largest distance that an earlier call for this table has completed; -1
 * without one. Returns ERROR_FORMAT if the state file is malformed or of another table,
 * ERROR_CHECKSUM if it was altered, ERROR_VERSION if it is from before 0.2.0, from after this
 * version or of a machine with another byte order; ERROR_ARGUMENT if the pattern has no table of
 * the kind; ERROR_IO, also for a missing directory; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_scratch_find(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                                const tilepdb_scratch_options *scratch, int *level,
                                                tilepdb_error *error);

/* Removes the scratch files of this table, unless another process uses them. */
TILEPDB_API void tilepdb_scratch_clean(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                       const tilepdb_scratch_options *scratch);

/* Generates a table in scratch files and writes it atomically to `path`; resumes an earlier call
 * for this table. options->memory_limit is the memory to use; 0: three quarters of the available
 * memory. `info` receives the counts and may be NULL.
 *
 * Returns the statuses of tilepdb_table_generate, tilepdb_table_save and tilepdb_scratch_find:
 * ERROR_TOO_LARGE also if the limit is below memory_least; ERROR_IO also if a disk is too small,
 * before generation if the system reports its free space; ERROR_CHECKSUM also if a scratch
 * file was altered. After an error `path` is as after an error of tilepdb_table_save; the scratch
 * files stay if a level is finished, except after ERROR_ENCODING. */
TILEPDB_API tilepdb_status tilepdb_table_generate_file(
    const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
    const tilepdb_generate_options *options, const tilepdb_save_options *save,
    const tilepdb_scratch_options *scratch, tilepdb_table_info *info, tilepdb_error *error);

/* ---- proofs of tables ------------------------------------------------------------------------ */

/* Options of tilepdb_table_check and tilepdb_table_prove. */
typedef struct tilepdb_verify_options {
    int threads;
    uint64_t memory_limit; /* bytes; 0: the available memory */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_verify_options;

/* Sets the defaults. */
TILEPDB_API void tilepdb_verify_options_init(tilepdb_verify_options *options);

/* Checks each frame of a table against its checksum, and the content hash against the header. The
 * content hash does not depend on the compression. For a generated table, only computes the hash.
 * `content_hash` may be NULL. Returns ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY, CANCELLED, or
 * ERROR_ARGUMENT if threads are out of range. */
TILEPDB_API tilepdb_status tilepdb_table_check(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               uint64_t *content_hash, tilepdb_error *error);

/* A false entry. Entries are 0 or 1 (bits), 0 .. 15 (nibbles), or 0 .. 3 (colour and goal tables).
 */
typedef struct tilepdb_false_entry {
    uint64_t row;    /* code of the arrangement */
    uint64_t column; /* cohort or mask; padding comes last */
    uint32_t mask;   /* cells of the pattern's tiles; 0 for padding */
    /* cells where the blank may be; all free cells if projected; 0 for padding */
    uint32_t region;
    /* proven distance; -1 for padding and unreachable entries */
    int distance;
    int found;
    int expected;
    char text[320]; /* the members above in one sentence */
} tilepdb_false_entry;

/* Most false entries that a proof describes. */
#define TILEPDB_MAX_FALSE 16

/* The result of tilepdb_table_prove. */
typedef struct tilepdb_proof {
    uint64_t entries;
    uint64_t reachable;
    int levels; /* largest proven distance + 1 */
    uint64_t histogram[TILEPDB_MAX_LEVELS];
    bool histogram_holds;                         /* true: the header has the proven histogram */
    uint64_t false_entries;                       /* including padding */
    size_t first_count;                           /* min(false_entries, TILEPDB_MAX_FALSE) */
    tilepdb_false_entry first[TILEPDB_MAX_FALSE]; /* by row, then column */
    uint64_t memory_bytes; /* bytes of index, sets and distances: nearly all the memory used */
    double seconds;
} tilepdb_proof;

/* Proves every entry of a table, or reports false entries. Shares no code with the generator except
 * the geometry of boards and the reading of rows: it lists, ranks and moves placements in the plain
 * way, and finds all distances by closing the goal class under moves, level by level
 * (docs/verification.md). For a colour table it closes line states under slides, and `distance` of
 * a false entry counts the slides after the next one. False entries of colour and goal tables have
 * no mask and no region. Frames are checked as in tilepdb_table_check.
 *
 * Fills `proof` for OK, and for REFUTED: an entry or the histogram is false, and the error
 * describes the first. Other statuses: ERROR_TOO_LARGE; ERROR_INTERNAL if table and proof disagree
 * about the index; statuses of tilepdb_table_check. */
TILEPDB_API tilepdb_status tilepdb_table_prove(const tilepdb_table *table,
                                               const tilepdb_verify_options *options,
                                               tilepdb_proof *proof, tilepdb_error *error);

/* ---- names and places of tables -------------------------------------------------------------- */

/* Bytes for any name of the tables of a partition or colouring. */
#define TILEPDB_SET_NAME 128

/* The tables of a partition or colouring. */
typedef struct tilepdb_table_set {
    /* name in the catalogue, tiles or a drawing: "7-8", "1-6/7-12/13-15", "large",
     * "1122/3322/5344/544." */
    char name[TILEPDB_SET_NAME];
    bool suggested;                    /* true: neither named by the caller nor in the catalogue */
    uint8_t width, height, goal_blank; /* size and goal of the board whose tiles `name` lists */
    tilepdb_kind kind;
    unsigned count;
    /* For single-tile moves on boards of more than five columns, patterns of the transposed board.
     * Their tables serve both boards, and searches with them are several times as fast. */
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_table_set;

/* Reads a partition, or in the metric MULTI a colouring. Returns the statuses of
 * tilepdb_partition_parse or tilepdb_colouring_parse. */
TILEPDB_API tilepdb_status tilepdb_table_set_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_kind kind,
                                                   tilepdb_table_set *set, tilepdb_error *error);

/* Describes the table of a colouring. Returns ERROR_ARGUMENT for any other pattern. */
TILEPDB_API tilepdb_status tilepdb_table_set_of_colouring(const tilepdb_pattern *pattern,
                                                          tilepdb_table_set *set,
                                                          tilepdb_error *error);

/* Writes the directory where the tools keep tables, with a final NUL: $TILEPDB_DIR, else
 * $XDG_DATA_HOME/tilepdb, else $HOME/.local/share/tilepdb; empty variables are ignored. Returns
 * the length, which is `size` or more if the text was cut; 0 if no variable is set. `path` may
 * be NULL if `size` is 0. The library reads these variables only here and where a `directory` is
 * NULL, and otherwise only PATH. */
TILEPDB_API size_t tilepdb_directory(char *path, size_t size);

/* ---- a solver of given tables ---------------------------------------------------------------- */

/* Options of tilepdb_solver_create. */
typedef struct tilepdb_solver_options {
    tilepdb_heuristic heuristic;
    /* With PDB: open tables of the board size and metric, which must outlive the solver. SINGLE:
     * tables form a partition as soon as their tiles cover the board, then the next partition
     * starts; MULTI: each colour table is a partition. The heuristic is the maximum over at most 6
     * partitions. The blank of the goal must be on the goal cell of the tables or a symmetric cell.
     */
    const tilepdb_table *const *tables;
    size_t table_count;
    bool reflection; /* true: also look up the reflected board, if possible */
    /* For a search from the goal to the board: create the solver with the board as goal, and solve
     * the goal. The answer is the solution whose inverse, from board to goal, is first in the move
     * order; lists of solutions have the order of their inverses. The whole last bound is searched,
     * unless the search has `any`. */
    bool backward;
    /* for tests; portable code searches tables for which the variant has none */
    tilepdb_variant variant;
    /* MULTI needs PDB; a move is a slide of one or more tiles, and solutions have a letter for
     * each tile. */
    tilepdb_metric metric;
} tilepdb_solver_options;

/* Sets the defaults: PDB, no tables, reflection, the best variant, single-tile moves. */
TILEPDB_API void tilepdb_solver_options_init(tilepdb_solver_options *options);

/* A solver for one goal. During long searches, up to two more threads, with all signals blocked,
 * make tables faster to read; tilepdb_solver_free ends them at the latest. */
typedef struct tilepdb_solver tilepdb_solver;

/* Creates a solver for `goal`. Returns ERROR_MEMORY, or ERROR_ARGUMENT if `goal` is not a board for
 * tables; if the heuristic PDB has no tables, goal tables or more than 6 partitions, or if tables
 * overlap, omit tiles, have several encodings in a partition, or have another metric, size or goal
 * cell; if the heuristic, metric or variant is unavailable; or with MULTI, if boards have more than
 * 16 cells or 12 moves. */
TILEPDB_API tilepdb_status tilepdb_solver_create(const tilepdb_board *goal,
                                                 const tilepdb_solver_options *options,
                                                 tilepdb_solver **solver, tilepdb_error *error);

/* Frees a solver that no call uses; its tables stay open. Must not be called in a child of fork
 * once the solver has searched. */
TILEPDB_API void tilepdb_solver_free(tilepdb_solver *solver);

/* Properties of a solver. Texts have static storage. */
typedef struct tilepdb_solver_info {
    const char *kernel;      /* such as "bits4x4_avx512" */
    tilepdb_variant variant; /* never BEST */
    tilepdb_metric metric;
    const tilepdb_board *goal; /* owned by the solver */
    bool backward;
} tilepdb_solver_info;

/* Describes a solver. `kernel` is the code that expands nodes; bounds that are too large for it
 * are searched by portable code. */
TILEPDB_API void tilepdb_solver_info_get(const tilepdb_solver *solver, tilepdb_solver_info *info);

/* Writes the heuristic value of `board`, a lower bound on its distance. Returns UNSOLVABLE,
 * ERROR_ARGUMENT if `board` does not have the size of the goal, or the status of tilepdb_solve
 * for a frame that cannot be loaded. */
TILEPDB_API tilepdb_status tilepdb_solver_estimate(const tilepdb_solver *solver,
                                                   const tilepdb_board *board, int *h,
                                                   tilepdb_error *error);

/* Solves a board optimally by IDA*. For any tables, returns the first optimal solution in the move
 * order: blank up, left, right, down; with MULTI by one tile, two ... in each direction. The
 * solution is replayed before it is returned. Fills `result` for OK, UNSOLVABLE (with the parity
 * reason), LIMIT and CANCELLED. Other statuses:
 *
 *  - ERROR_ARGUMENT if `board` does not have the size of the goal, or an option is out of range
 *  - ERROR_MEMORY also without memory for the search or the solutions
 *  - ERROR_CHECKSUM, ERROR_FORMAT, ERROR_MEMORY if a frame of a table cannot be loaded
 *  - ERROR_FORMAT, ERROR_INTERNAL if a table is false */
TILEPDB_API tilepdb_status tilepdb_solve(const tilepdb_solver *solver, const tilepdb_board *board,
                                         const tilepdb_solve_options *options,
                                         tilepdb_result *result, tilepdb_error *error);

/* Determines the node counts of a bidirectional search. An answer of an engine has these values. */
typedef struct tilepdb_bidirectional_plan {
    /* Views of the forward and the backward side. With n partitions in the order of the tables,
     * view i < n is partition i, and view n + i its reflection. */
    unsigned pair[2];
    /* bounds whose `limit` and `level` the search uses; entries with `level` 0 are ignored; copied
     */
    const tilepdb_iteration *bounds;
    size_t bound_count;
} tilepdb_bidirectional_plan;

/* Creates a bidirectional solver for one board. `forward` is a solver for the goal; `backward` is a
 * backward solver whose goal is the board. Both need bit tables of single-tile moves, and must
 * outlive the new solver. The new solver takes only this board, as a forward search does, and gives
 * the answer of `forward` with other node counts: in bounds of the plan, the counts of the search
 * that the plan describes.
 *
 * Returns ERROR_ARGUMENT if the solvers are unsuitable, or the plan has an impossible view, limit
 * or level; UNSOLVABLE, ERROR_MEMORY, or the status of a bad table. */
TILEPDB_API tilepdb_status tilepdb_solver_create_from_plan(const tilepdb_solver *forward,
                                                           const tilepdb_solver *backward,
                                                           const tilepdb_bidirectional_plan *plan,
                                                           tilepdb_solver **solver,
                                                           tilepdb_error *error);

/* ---- a solver in one call -------------------------------------------------------------------- */

/* What tilepdb_solver_open does about missing files. */
typedef enum tilepdb_missing {
    TILEPDB_MISSING_BUILD = 0, /* builds the tables, writes no file */
    TILEPDB_MISSING_KEEP = 1,  /* builds the tables, saves them in the directory */
    TILEPDB_MISSING_REFUSE = 2 /* returns ERROR_NOT_FOUND; the error sentence names a missing
                                * file */
} tilepdb_missing;

/* Options of tilepdb_solver_open. */
typedef struct tilepdb_solver_open_options {
    /* Directory of the table files, created if necessary; NULL: tilepdb_directory. */
    const char *directory;
    tilepdb_missing missing;
    tilepdb_metric metric;
    const tilepdb_kind *kind; /* kind of all tables; NULL: the strongest whose files exist */
    bool preload;
    tilepdb_variant variant;
    int threads;
    /* Bytes: twice the tables, or the tables and the memory to make one, whichever is more, must
     * fit. Without a partition, smaller tables are chosen if necessary. */
    uint64_t memory_limit;
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_solver_open_options;

/* Sets the defaults: tilepdb_directory, MISSING_BUILD, single-tile moves, any kind, best variant,
 * all threads. */
TILEPDB_API void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options);

/* Creates a solver for `goal`, with the tables of `partition`: a catalogue name such as "7-8" or
 * tiles (see tilepdb_partition_parse); in the metric MULTI a colouring (see
 * tilepdb_colouring_parse); or several joined by '+'. If `partition` is NULL, uses the strongest
 * tables whose files exist, or else small tables, built in one or two seconds and never saved (with
 * MISSING_REFUSE: ERROR_NOT_FOUND).
 *
 * Tables serve all goals whose blank is on a cell symmetric to their goal cell, so files for the
 * last cell serve every corner. A file that is damaged, or has another table than its name says, is
 * an error; it is neither replaced nor ignored. The solver owns its tables; tilepdb_solver_free
 * closes them. Thread-safe while no other thread changes the environment.
 *
 * Returns the statuses of tilepdb_table_open, tilepdb_table_generate, tilepdb_table_save and
 * tilepdb_solver_create, and:
 *
 *  - ERROR_PARSE if `partition` cannot be read
 *  - ERROR_TOO_LARGE if the tables exceed the memory limit
 *  - ERROR_ARGUMENT if `goal` is not a board for tables, an option is out of range, no table of
 *    the metric has the kind, KEEP has no directory, or there are more than 6 partitions
 *  - ERROR_NOT_FOUND if a file is missing, with MISSING_REFUSE
 *  - ERROR_IO if a file cannot be read, or the directory is a file
 *
 * In a directory that cannot be written, and on a full disk, KEEP builds tables in memory. */
TILEPDB_API tilepdb_status tilepdb_solver_open(const tilepdb_board *goal, const char *partition,
                                               const tilepdb_solver_open_options *options,
                                               tilepdb_solver **solver, tilepdb_error *error);

/* ---- many boards ----------------------------------------------------------------------------- */

/* A board in a queue, with one or more searches. The caller owns the task, and leaves it to the
 * queue until it is answered. */
typedef struct tilepdb_task {
    tilepdb_board board;
    const tilepdb_solver *solver; /* of the next search */
    /* Options of the next search. Searches with several threads run one at a time. */
    tilepdb_solve_options options;
    unsigned searches; /* number of completed searches, set by the queue */
    /* Status, result and error of the last search. `status` is CANCELLED if the queue was stopped
     * before the first search. */
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
} tilepdb_task;

/* A callback about a task. Any thread of the queue may call it. */
typedef bool (*tilepdb_task_fn)(tilepdb_task *task, void *user);

/* Options of tilepdb_queue_create. */
typedef struct tilepdb_queue_options {
    /* Each thread searches one task at a time. Threads start with the signal mask of the caller. If
     * no thread can be started, tilepdb_queue_put runs the searches. */
    int threads;
    size_t capacity; /* most tasks that are put and not answered; at least 1 */
    /* Called in the searching thread before the first search of a task and after each search.
     * Returns true if it has set the solver and options of a next search, false if the task is
     * finished. NULL: each task has one search. */
    tilepdb_task_fn next;
    /* Receives finished tasks one at a time, in the order in which they were put. The task belongs
     * to the caller again. Returns false to stop the queue. Must not be NULL. */
    tilepdb_task_fn answer;
    void *user;
} tilepdb_queue_options;

/* Sets the defaults: all threads, capacity 1024. */
TILEPDB_API void tilepdb_queue_options_init(tilepdb_queue_options *options);

/* A queue: tasks go in, answers come out in the same order. Its functions are for one thread at
 * a time and not for callbacks, except tilepdb_queue_stop. */
typedef struct tilepdb_queue tilepdb_queue;

/* Starts a queue. Returns ERROR_ARGUMENT if an option is out of range or `answer` is NULL, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_queue_create(const tilepdb_queue_options *options,
                                                tilepdb_queue **queue, tilepdb_error *error);

/* Adds a task. If the queue is full, first waits until it is half empty. Returns false, without
 * adding the task, if the queue was stopped. */
TILEPDB_API bool tilepdb_queue_put(tilepdb_queue *queue, tilepdb_task *task);

/* Waits for the answers of all tasks. */
TILEPDB_API void tilepdb_queue_wait(tilepdb_queue *queue);

/* Stops the queue: it takes no more tasks, and answers waiting tasks without a search. Running
 * searches end by their own progress callbacks. Any thread may call this, also in callbacks. */
TILEPDB_API void tilepdb_queue_stop(tilepdb_queue *queue);

/* Waits for all answers, then frees the queue. Solvers must live until then. */
TILEPDB_API void tilepdb_queue_free(tilepdb_queue *queue);

/* Receives the answer for boards[i], valid during the call. Returns false to stop. */
typedef bool (*tilepdb_answer_fn)(size_t i, tilepdb_status status, const tilepdb_result *result,
                                  const tilepdb_error *error, void *user);

/* Solves `count` boards as tilepdb_solve does, each by one thread, `options->threads` boards at a
 * time. Answers come in the order of the boards, each as soon as possible. Callbacks come from any
 * thread, one at a time; on_answer receives `user`, the progress callback `options->user`.
 *
 * Returns OK if all answers were delivered, whatever their statuses; CANCELLED if a callback
 * returned false before; ERROR_ARGUMENT if an option is out of range, or `options` request ALL
 * solutions or set `earlier` or on_bound; or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_solve_many(const tilepdb_solver *solver,
                                              const tilepdb_board *boards, size_t count,
                                              const tilepdb_solve_options *options,
                                              tilepdb_answer_fn on_answer, void *user,
                                              tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
