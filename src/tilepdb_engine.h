/*
 * tilepdb, engine: solves boards of any goal with the tables, directions and limits that pay off,
 * as the tool pdbsolve does. Experimental: may change.
 *
 * An engine keeps tables and solvers for later boards. Each board is one request:
 *
 *   tilepdb_engine *engine;
 *   tilepdb_engine_create(NULL, &engine, &error);
 *   tilepdb_engine_request request;
 *   tilepdb_engine_request_init(&request);
 *   request.board = board;                             a const tilepdb_board *
 *   request.search.timeout = 10;
 *   tilepdb_answer *answer;
 *   status = tilepdb_engine_solve(engine, &request, &answer, &error);
 *   ...
 *   tilepdb_answer_free(answer);
 *   tilepdb_engine_free(engine);
 *
 * A board is searched in steps: without tables, up to a fixed number of nodes, if tables are slow
 * to build; on one core, if several boards are solved at the same time; then with all threads.
 * Before the last step the engine chooses tables and a direction by the nodes of cheap bounds and
 * of samples, and by the length of a solution that beams find. After a limit or a cancellation,
 * beams find a solution without a proof.
 *
 * The steps, the choice and so all counts of exhausted bounds depend on the board, the options and
 * the files of tables, not on time, threads or other boards, with these exceptions: with a time
 * limit, tables that would take too long are not built; with `any` on boards of more than 16 cells,
 * and for multi-tile moves, counts also depend on the boards before.
 */
#ifndef TILEPDB_ENGINE_H
#define TILEPDB_ENGINE_H

#include "tilepdb_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- an engine ------------------------------------------------------------------------------- */

/* Directions among which an engine chooses. */
typedef enum tilepdb_directions {
    /* all, unless `partition` names the tables: then forward */
    TILEPDB_DIRECTIONS_DEFAULT = 0,
    TILEPDB_DIRECTIONS_AUTO = 1, /* all */
    TILEPDB_DIRECTIONS_FORWARD = 2,
    TILEPDB_DIRECTIONS_BACKWARD = 3,
    TILEPDB_DIRECTIONS_BOTH = 4 /* bidirectional */
} tilepdb_directions;

struct tilepdb_engine_event;

/* Called by the thread of a request while it opens or makes tables; other requests for tables wait
 * meanwhile. Must not call the engine. */
typedef void (*tilepdb_engine_event_fn)(const struct tilepdb_engine_event *event, void *user);

/* Options of tilepdb_engine_create. Texts and arrays are copied. */
typedef struct tilepdb_engine_options {
    /* Directory of table files, created by KEEP if necessary; NULL: tilepdb_directory. Without a
     * directory that can be searched, tables are built in memory; a file at this path is an error.
     */
    const char *directory;
    /* For a goal without files, BUILD builds small tables, or the tables of `partition`, in memory;
     * KEEP makes and saves the tables of `partition`, or the strongest ones, but in a read-only
     * directory builds them in memory; with REFUSE the goal has no tables. */
    tilepdb_missing missing;
    /* As for tilepdb_solver_open; with DIRECTIONS_BOTH also FORWARD:BACKWARD. NULL: chosen for each
     * board. */
    const char *partition;
    /* Kinds of tables of single-tile moves, strongest first; at most TILEPDB_MAX_KINDS. 0: all. */
    const tilepdb_kind *kinds;
    size_t kind_count;
    tilepdb_directions directions;
    bool bidirectional;          /* false: bidirectional searches only with DIRECTIONS_BOTH */
    tilepdb_heuristic heuristic; /* other heuristics than PDB use no tables */
    bool reflection;
    bool preload;
    /* Bytes for the searches of one goal: half for tables, a quarter for beams, a quarter for keys
     * of bidirectional searches and for subtrees. Tables of other goals that no call uses may keep
     * a sixteenth more; without a limit, all tables stay open. */
    uint64_t memory_limit;
    int threads; /* to make tables, and for searches whose request has `threads` 0 */
    tilepdb_variant variant;
    int goal_cell; /* preferred cell, from 1, of the blank in the goal of tables; 0: none */
    const struct tilepdb_node *node;   /* processes that share inflated tables; may be NULL */
    const struct tilepdb_ranks *ranks; /* other processes (tilepdb_mpi.h); may be NULL */
    tilepdb_engine_event_fn on_event;  /* may be NULL */
    void *user;                        /* passed to on_event */
} tilepdb_engine_options;

/* Sets the defaults: tilepdb_directory, MISSING_BUILD, any partition, kind and direction, PDB,
 * reflection, no limit, all threads, best variant. */
TILEPDB_API void tilepdb_engine_options_init(tilepdb_engine_options *options);

/* Tables and solvers for any number of boards. Any number of threads may solve boards at the same
 * time. Not usable in a child of fork. */
typedef struct tilepdb_engine tilepdb_engine;

/* Creates an engine, without opening files. Returns ERROR_ARGUMENT if an option is out of range, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_engine_create(const tilepdb_engine_options *options,
                                                 tilepdb_engine **engine, tilepdb_error *error);

/* Frees an engine that no call uses, after all its answers were freed. */
TILEPDB_API void tilepdb_engine_free(tilepdb_engine *engine);

/* ---- a board --------------------------------------------------------------------------------- */

/* Tables that searched (in an answer) or are about to search (in a call of tilepdb_search_fn).
 * Pointers are valid as long as the answer or the call. */
typedef struct tilepdb_searcher {
    tilepdb_direction direction;
    bool with_tables; /* false: only `heuristic` */
    tilepdb_heuristic heuristic;
    /* NAME, NAME+NAME, or FORWARD:BACKWARD for tables made for the board; "" without tables */
    const char *partition;
    const char *kernel; /* such as "bits4x4_avx512"; NULL if it never searched */
    /* In an answer: the kind of the tables of each partition, forward, then backward. */
    size_t kind_count;
    const tilepdb_kind *kinds;
    unsigned pair[2]; /* bidirectional: see tilepdb_bidirectional_plan */
    /* [0: forward solver, 1: backward solver] Only in tilepdb_search_fn. */
    const tilepdb_table *const *tables[2];
    size_t table_count[2];
} tilepdb_searcher;

/* Most searchers of a board. */
#define TILEPDB_MAX_SEARCHERS 32

/* Called before each search, in the thread of the request. `number` is the index of the searcher
 * in the answer; 0 also for a first step whose result the answer leaves out. Returns OK, or a
 * status with `error` that ends the request. */
typedef tilepdb_status (*tilepdb_search_fn)(size_t number, const tilepdb_searcher *searcher,
                                            void *user, tilepdb_error *error);

/* A shorter solution, or a higher lower bound. */
typedef struct tilepdb_anytime_event {
    int length; /* length of the best solution, in moves of the metric */
    int lower_bound;
    const char *moves; /* one letter per tile; valid during the call */
    bool shorter;      /* true: a new solution; false: a new lower bound */
    uint64_t width;    /* width of the beam that found the solution, or 0 */
    double seconds;    /* since the call started */
} tilepdb_anytime_event;

/* Called for the first solution, each shorter solution and each higher lower bound. Returns false
 * to end the search with LIMIT. */
typedef bool (*tilepdb_anytime_fn)(const tilepdb_anytime_event *event, void *user);

/* One board, and what to find. */
typedef struct tilepdb_engine_request {
    const tilepdb_board *board;
    /* NULL: blank-last. An open goal (TILEPDB_ANY_TILE) gives the shortest solution to any of its
     * boards, looked up in a table that the engine makes and keeps, or searched with several such
     * tables. Open goals exclude `improve`, `needs_tables` and a checkpoint. */
    const tilepdb_board *goal;
    tilepdb_metric metric;
    /* `timeout` includes the making of tables. `memory_limit` 0 is a quarter of the engine's limit.
     * `earlier` and `comm` must be NULL. `progress` also reports tables, samples, beams and the
     * wait for other calls. `on_bound` is called once for each exhausted bound, cancels the call by
     * returning false, and must be NULL with ranks. With `first_bound`, the board is searched
     * forward. */
    tilepdb_solve_options search;
    /* If a limit or a cancellation ends the search, also find a solution, by beams: on boards of
     * more than 16 cells, unless solutions are listed or counted. */
    bool best;
    /* Find a solution at once, shorten it and prove lower bounds, until a limit, or until length -
     * lower bound is at most `within` moves or `within_share` * lower bound. Only with
     * SOLUTIONS_FIRST, as with `any`. A second thread, if one can be started, also calls
     * `search.progress`. */
    bool improve;
    int within;
    double within_share;
    uint64_t max_width; /* with `improve`: ends after a beam of this width; 0: no limit */
    /* With `improve`: letters of a solution to begin with; may be NULL. The answer is not longer.
     */
    const char *solution;
    /* With COUNT and ALL: also count or list solutions that visit no board twice and are up to
     * `beyond` moves longer than the shortest, in the move order. Only where the goal has an exact
     * table, as on boards of at most 11 cells and for most open goals; otherwise ERROR_TOO_LARGE.
     * Has the exclusions of open goals. */
    int beyond;
    /* Skip the step without tables, for proofs that name the tables of each search. */
    bool needs_tables;
    /* Number of boards that are solved at the same time. Above 1, the board is first searched on
     * one core, unless the engine's directions are BACKWARD or BOTH. */
    int at_a_time;
    size_t before;                       /* number of earlier boards of the batch */
    const struct tilepdb_cancel *cancel; /* may be NULL */
    tilepdb_search_fn on_search;         /* may be NULL */
    /* Receives the solutions of beams, also some that are not shorter than earlier ones; may be
     * NULL. With `improve`, it is called for each shorter solution and each higher lower bound, by
     * a second thread if one can be started, and ends the call with LIMIT by returning false. */
    tilepdb_anytime_fn on_solution;
    void *user; /* passed to on_search and this on_solution; `search` has its own */
} tilepdb_engine_request;

/* Sets the defaults: blank-last, single-tile moves, the first optimal solution, all threads, no
 * limits, a solution before a limit, one board at a time. */
TILEPDB_API void tilepdb_engine_request_init(tilepdb_engine_request *request);

/* The beams of a request. */
typedef struct tilepdb_beams {
    uint64_t width;    /* width of the widest beam; 0: no beam */
    uint64_t expanded; /* number of boards expanded */
    uint64_t memory;   /* most bytes used */
} tilepdb_beams;

/* The answer to a request. */
typedef struct tilepdb_answer {
    tilepdb_status status; /* the status that tilepdb_engine_solve returned */
    tilepdb_error error;
    /* The result as of tilepdb_solve, with the seconds of tables and beams. After LIMIT and
     * CANCELLED, `lower_bound` is proven, and `upper_bound` is the length of `moves`, or -1. */
    const tilepdb_result *result;
    bool searched;        /* false: the call ended before `result` had a lower bound */
    bool no_tables;       /* true: the goal has no usable tables; an event had the reason */
    bool short_of_memory; /* LIMIT: memory did not suffice for the tables of both directions */
    /* Letters for the tiles of the best solution, which may be too long for result.moves; NULL
     * without a solution. */
    const char *moves;
    uint64_t compared;   /* nodes generated to compare candidates, not counted in `result` */
    bool chosen;         /* true: candidates were compared, or the first search was not forward */
    tilepdb_beams beams; /* the last beams before a bound or before tables, or all of `improve` */
    /* With `improve`: error of the searches (other than missing tables) or of the beams, though the
     * other of both may have given the answer; status OK if none failed. */
    tilepdb_error failure;
    size_t searcher_count;
    const tilepdb_searcher *searchers;
    const uint8_t *searched_by; /* [iteration of `result`] index in `searchers` */
    uint64_t table_bytes;       /* uncompressed size of the goal's first tables */
    /* After an error in the file of a table: this file, and the set of its table; otherwise NULL.
     */
    const char *failed_path;
    const tilepdb_table_set *failed_tables;
} tilepdb_answer;

/* Solves the board. Sets `*answer`, which the caller frees after any status; NULL if the request is
 * invalid, or without memory for the answer. Returns the statuses of tilepdb_solve,
 * tilepdb_solver_open and on_search, with `improve` also of tilepdb_anytime_solve; ERROR_NOT_FOUND
 * if MISSING_REFUSE leaves the goal without tables; ERROR_TOO_LARGE if an open goal, or `beyond`,
 * exceeds memory. Boards that are too large for tables are solved by beams until a limit. Searches
 * with several threads run one at a time. */
TILEPDB_API tilepdb_status tilepdb_engine_solve(tilepdb_engine *engine,
                                                const tilepdb_engine_request *request,
                                                tilepdb_answer **answer, tilepdb_error *error);

/* `answer` may be NULL. */
TILEPDB_API void tilepdb_answer_free(tilepdb_answer *answer);

/* ---- cancellation ---------------------------------------------------------------------------- */

/* Ends all calls whose requests have this object in `cancel`. */
typedef struct tilepdb_cancel tilepdb_cancel;

/* Returns NULL without memory. */
TILEPDB_API tilepdb_cancel *tilepdb_cancel_create(void);

/* Ends the calls, within about 50 milliseconds. Any thread and any signal handler may call it. */
TILEPDB_API void tilepdb_cancel_request(tilepdb_cancel *cancel);

/* Returns true after a request. */
TILEPDB_API bool tilepdb_cancel_requested(const tilepdb_cancel *cancel);

/* Frees an object that no call uses. */
TILEPDB_API void tilepdb_cancel_free(tilepdb_cancel *cancel);

/* ---- moves that a solution loses ----------------------------------------------------------- */

/* Finds the distance to the goal of the request's board, and of the board after each move of
 * `moves`, letters of a solution. `distances` has room for one more than the number of moves of the
 * metric. Writes `*known` distances: all after OK, otherwise the first. Few boards are searched,
 * since a move changes the distance by one at most. Uses board, goal, metric and cancel of the
 * request, and of its `search` threads, progress, user, timeout and max_nodes; both limits are for
 * all boards together. Returns LIMIT, CANCELLED, ERROR_ARGUMENT if `moves` is no solution, and
 * errors of tilepdb_engine_solve. */
TILEPDB_API tilepdb_status tilepdb_engine_distances(tilepdb_engine *engine,
                                                    const tilepdb_engine_request *request,
                                                    const char *moves, int *distances,
                                                    size_t *known, tilepdb_error *error);

/* A part of a solution that is longer than necessary. */
typedef struct tilepdb_loss {
    size_t first, last; /* numbers of moves of the metric, from 1 */
    int moves;          /* number of moves lost in this part */
} tilepdb_loss;

/* Finds where a solution loses moves, from `count` distances: before its first move and after each
 * move. Lost moves with at most two other moves between them are one loss. Writes up to `capacity`
 * losses. Returns the number of all losses. Thread-safe. */
TILEPDB_API size_t tilepdb_losses_of_distances(const int *distances, size_t count,
                                               tilepdb_loss *losses, size_t capacity);

/* Finds where `moves` lose moves against `shorter`, another solution of the board: boards that both
 * solutions pass divide them into parts. Writes up to `capacity` losses, and the number of all
 * losses to `*count`; all losses add up to the difference of the lengths. Returns ERROR_ARGUMENT if
 * moves are impossible, or if `shorter` is longer; ERROR_MEMORY. Thread-safe. */
TILEPDB_API tilepdb_status tilepdb_losses_between(const tilepdb_board *board, const char *moves,
                                                  const char *shorter, tilepdb_metric metric,
                                                  tilepdb_loss *losses, size_t capacity,
                                                  size_t *count, tilepdb_error *error);

/* ---- checkpoints ----------------------------------------------------------------------------- */

/* A search with a checkpoint (tilepdb_solve_options.checkpoint) splits large bounds into subtrees,
 * which do not depend on threads or instruction sets, and records exhausted subtrees with their
 * counts. To continue a search, start it again, in any process: it skips recorded subtrees, and
 * gives the answer and all counts of an uninterrupted search. A checkpoint serves any number of
 * boards, engines and solvers, also at the same time.
 *
 * A record applies only to searches with the same board, goal, table contents and options that
 * change counts. Files of version 0.5.0 up to the version of the library can be read.
 *
 *   tilepdb_checkpoint_open(path, &checkpoint, &error);
 *   request.search.checkpoint = checkpoint;
 *   request.search.progress = ...;    calls tilepdb_checkpoint_save(checkpoint, 60, &error)
 *   tilepdb_engine_solve(engine, &request, &answer, &error);
 *   tilepdb_checkpoint_save(checkpoint, 0, &error);
 *   tilepdb_checkpoint_close(checkpoint);
 *
 * A killed process loses the work since the last save, and the subtrees that it was searching,
 * usually fractions of a second. */

/* An open checkpoint. Any number of threads may use it at the same time. */
typedef struct tilepdb_checkpoint tilepdb_checkpoint;

/* Reads the checkpoint file `path`, up to the first record that is incomplete or altered. If the
 * file is missing, makes an empty one, and begins an empty checkpoint. Waits two seconds while
 * another open checkpoint has the file. Returns ERROR_FORMAT if the file is no checkpoint,
 * ERROR_CHECKSUM if a record with a true checksum is false, ERROR_VERSION if its version cannot be
 * read, ERROR_IO, also if another open checkpoint keeps the file, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_open(const char *path,
                                                   tilepdb_checkpoint **checkpoint,
                                                   tilepdb_error *error);

/* Writes to the file, and makes it durable, if anything is new and the last save is at least
 * `seconds` old. The first save, and later saves if most of the file is obsolete, replace the file
 * atomically; other saves append to it. A damaged file stays until something is new. Otherwise, and
 * with `seconds` while another thread saves, returns the status of the last save, fast enough for a
 * progress callback. Searches continue meanwhile. Returns ERROR_IO, also if the disk is full, or
 * ERROR_MEMORY; the file then has what it had. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                                   tilepdb_error *error);

/* Contents of a checkpoint. */
typedef struct tilepdb_checkpoint_info {
    size_t bounds;     /* bounds ended or begun */
    uint64_t subtrees; /* exhausted subtrees of begun bounds */
    uint64_t nodes;    /* nodes generated in ended bounds and exhausted subtrees */
    size_t entries;    /* entries of the opened file that tilepdb_checkpoint_get did not return */
    uint64_t dropped;  /* bytes at the end of the opened file that were incomplete or altered */
} tilepdb_checkpoint_info;

/* Describes a checkpoint. */
TILEPDB_API void tilepdb_checkpoint_info_get(tilepdb_checkpoint *checkpoint,
                                             tilepdb_checkpoint_info *info);

/* Appends an entry of the caller, such as an answer, to the file, which the first entry creates if
 * no save did. The entry survives a kill from now on, and a power failure after the next save.
 * Returns ERROR_IO or ERROR_MEMORY; the entry is then lost. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_put(tilepdb_checkpoint *checkpoint, const char *key,
                                                  const void *value, size_t size,
                                                  tilepdb_error *error);

/* Copies the value of the first entry with this key that the file had when it was opened to
 * `value`, up to `capacity` bytes. Returns the size of the value; 0 without an entry, or if it
 * cannot be read. */
TILEPDB_API size_t tilepdb_checkpoint_get(tilepdb_checkpoint *checkpoint, const char *key,
                                          void *value, size_t capacity);

/* Removes all entries from the file. Returns ERROR_IO or ERROR_MEMORY; the entries then stay. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_forget(tilepdb_checkpoint *checkpoint,
                                                     tilepdb_error *error);

/* Closes a checkpoint that no search uses, without saving. */
TILEPDB_API void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint);

/* ---- events ---------------------------------------------------------------------------------- */

/* What an engine does about tables. */
typedef enum tilepdb_engine_event_code {
    /* Opens or makes table `index` of `tables`; progress of stages other than SEARCH is about this
     * table. */
    TILEPDB_EVENT_TABLE = 1,
    /* No tables for this goal are in `directory`: builds `tables` in memory. If `kept` is true,
     * `strongest` could be kept in the directory. */
    TILEPDB_EVENT_BUILD = 2,
    /* The files exceed the memory limit: builds `tables` in memory. `strongest` and `kept` as for
     * BUILD. */
    TILEPDB_EVENT_TOO_LARGE = 3,
    /* Tables that the caller named, or the strongest tables with KEEP, are missing: makes `tables`,
     * in files if `kept` is true, otherwise in memory. */
    TILEPDB_EVENT_MAKE = 4,
    TILEPDB_EVENT_LARGER = 5,   /* larger tables pay for the boards that wait: builds `tables` */
    TILEPDB_EVENT_SMALLER = 6,  /* there is not enough memory for `tables`: tries smaller ones */
    TILEPDB_EVENT_REMOVED = 7,  /* `path` was found, then removed: builds the table in memory */
    TILEPDB_EVENT_WAIT = 8,     /* another process makes `path`: waits for it */
    TILEPDB_EVENT_NOT_KEPT = 9, /* `error`: a table could not be saved, and stays in memory */
    /* Opens the table of an open goal at `path`, or makes the table in memory if `path` is NULL. If
     * `kept` is true, a file could keep it. */
    TILEPDB_EVENT_GOAL_TABLE = 10,
    /* There are no tables for a goal, or they cannot be used; `error` has the reason. */
    TILEPDB_EVENT_FAILED = 16,
    TILEPDB_EVENT_FAILED_NAME = 17,   /* `name` is no partition or colouring of this size */
    TILEPDB_EVENT_FAILED_MEMORY = 18, /* `tables` need `bytes`, above the memory limit */
    /* `tables` are missing, and must not be made. If `kept` is true, they could be kept. */
    TILEPDB_EVENT_FAILED_ABSENT = 19,
    TILEPDB_EVENT_FAILED_FILE = 20,     /* `path`, a table of `tables`, is unusable */
    TILEPDB_EVENT_FAILED_MAKE = 21,     /* the table of `path` could not be made */
    TILEPDB_EVENT_FAILED_PLACE = 22,    /* `path` is no file, or cannot be read */
    TILEPDB_EVENT_FAILED_DIRECTORY = 23 /* the caller's `directory` cannot be used: `os_error` */
} tilepdb_engine_event_code;

/* Pointers are valid during the call. */
typedef struct tilepdb_engine_event {
    tilepdb_engine_event_code code;
    tilepdb_metric metric;
    const tilepdb_table_set *tables;    /* NULL: no particular tables */
    const tilepdb_table_set *strongest; /* the strongest tables for the goal, or NULL */
    unsigned index;
    bool kept;
    bool transient;        /* MAKE: the option `missing` is not KEEP */
    const char *name;      /* text that the caller gave, or NULL */
    const char *directory; /* NULL: no directory is known */
    bool unusable;         /* no directory is known, or it cannot be searched */
    int os_error;          /* errno if the directory cannot be searched or written, otherwise 0 */
    const char *path;
    uint64_t bytes;
    const tilepdb_error *error; /* of FAILED events and NOT_KEPT; otherwise NULL */
} tilepdb_engine_event;

/* ---- tables of a goal ------------------------------------------------------------------------ */

/* Opens or makes the first tables for the goal of the request. Sets `*tables` to an array of
 * `*count` tables, which the engine owns until it is freed. The board may be NULL if the goal is
 * not. Uses metric, timeout, progress and cancel of the request. Returns the statuses of
 * tilepdb_engine_solve about tables; ERROR_ARGUMENT also for an open goal. */
TILEPDB_API tilepdb_status tilepdb_engine_tables(tilepdb_engine *engine,
                                                 const tilepdb_engine_request *request,
                                                 const tilepdb_table *const **tables, size_t *count,
                                                 tilepdb_error *error);

/* Returns true if boards of this request may get larger tables in the middle of a batch. */
TILEPDB_API bool tilepdb_engine_may_upgrade(const tilepdb_engine *engine,
                                            const tilepdb_engine_request *request);

/* Builds larger tables for the goal of the request, if by the nodes of the `done` boards so far
 * they pay for `waiting` more boards. No other call may run. After a failure the old tables stay.
 */
TILEPDB_API void tilepdb_engine_upgrade(tilepdb_engine *engine,
                                        const tilepdb_engine_request *request, size_t done,
                                        size_t waiting);

/* ---- any time, without an engine ------------------------------------------------------------- */

/* tilepdb_anytime_solve finds a first solution fast, then shortens it and raises a proven lower
 * bound until the bound equals the length.
 *
 * The method LAYERED (tilepdb_methods.h) gives the first solution; beam searches of growing width
 * give shorter solutions. A beam keeps, layer by layer, the boards that an evaluation ranks nearest
 * to the goal. Every solution is replayed. Lower bounds come from admissible heuristics, exhausted
 * IDA* bounds, and beams that dropped no board.
 *
 * With a solver, beams and IDA* alternate. Widths and node limits follow a fixed sequence: without
 * a timeout, solutions do not depend on machine and threads, and a longer run starts like a shorter
 * run. With a timeout and no solver, the last beam is as wide as the remaining time allows. */

/* Most moves in a solution. LAYERED needs up to about 105,000 on 32x32. */
#define TILEPDB_ANYTIME_MAX_MOVES 250000

/* Returns the highest lower bound of another search, or 0. A bound above the length of a known
 * solution ends the call with ERROR_INTERNAL. */
typedef int (*tilepdb_anytime_bound_fn)(void *user);

/* Options of tilepdb_anytime_solve. */
typedef struct tilepdb_anytime_options {
    tilepdb_metric metric;
    /* Forward solver of the goal and metric, for exhausted IDA* bounds; may be NULL. */
    const tilepdb_solver *solver;
    int threads;        /* threads per beam; 1 is the default */
    uint64_t max_width; /* the search ends after a beam of at least this width */
    /* limit of boards that beams expand, exceeded by at most one layer of a beam */
    uint64_t max_nodes;
    /* Bytes for beams and their tables; 0: 1 GiB. Tables with beams of 64 boards may exceed it.
     * If the system has less memory, beams stop growing. */
    uint64_t memory_limit;
    double timeout; /* seconds from the start of the call */
    int within;     /* the search ends once length - lower_bound <= within */
    /* The search ends once length - lower_bound <= within_share * lower_bound; 0 to 10^6. */
    double within_share;
    /* Letters of a solution to shorten first, at most TILEPDB_ANYTIME_MAX_MOVES; may be NULL. */
    const char *solution;
    tilepdb_anytime_bound_fn lower_bound; /* may be NULL */
    tilepdb_anytime_fn on_event;          /* may be NULL */
    tilepdb_progress_fn progress;         /* reports stage SEARCH; level is the lower bound */
    void *user;                           /* passed to all callbacks */
} tilepdb_anytime_options;

/* Sets the defaults: single-tile moves, no solver, one thread, no limits except 1 GiB. */
TILEPDB_API void tilepdb_anytime_options_init(tilepdb_anytime_options *options);

/* Result of an anytime search. More than 250 kilobytes: too large for many stacks. */
typedef struct tilepdb_anytime_result {
    bool solvable;
    bool optimal;    /* length equals lower_bound; other optimal solutions may exist */
    int length;      /* in moves of the metric; -1 if unsolvable */
    int lower_bound; /* proven; -1 if unsolvable */
    int root_h;      /* lower bound at the start */
    /* Width of the widest beam that was not stopped; the time limit may have narrowed some of its
     * layers. */
    uint64_t width;
    uint64_t expanded;  /* boards that beams expanded */
    uint64_t generated; /* nodes that the solver generated */
    uint64_t memory;    /* most bytes that beams used */
    double seconds;
    char moves[TILEPDB_ANYTIME_MAX_MOVES + 1]; /* directions in which tiles move: U D L R */
} tilepdb_anytime_result;

/* Solves a board of any size as well as the limits allow. Boards with more than
 * TILEPDB_ANYTIME_CELLS cells, more than 16 cells on a side, or more than 10 by at most 3 cells,
 * are solved by sweeps: beams without tables that solve a board line by line from outside. Then
 * beams shorten parts of the best solution. The calling thread calls all callbacks. Thread-safe.
 *
 * Returns OK if the length equals the lower bound or is as near as the options require, LIMIT if a
 * limit was reached or on_event returned false, CANCELLED if `progress` returned false; the result
 * then has a replayed solution. After other statuses, `length` is -1, or the result has the best
 * solution so far:
 *
 *  - UNSOLVABLE, with the parity reason
 *  - ERROR_ARGUMENT if `board` does not have the size of the goal, an option is out of range, or
 *    `solution` does not solve the board
 *  - ERROR_INTERNAL if a solution does not solve the board or is shorter than a lower bound
 *  - ERROR_MEMORY, and errors of tilepdb_solve with the solver */
TILEPDB_API tilepdb_status tilepdb_anytime_solve(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 const tilepdb_anytime_options *options,
                                                 tilepdb_anytime_result *result,
                                                 tilepdb_error *error);

/* Most cells of a board for which beams have tables. */
#define TILEPDB_ANYTIME_CELLS 64

#ifdef __cplusplus
}
#endif

#endif
