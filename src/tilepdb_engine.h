/*
 * tilepdb, engine: solves boards of any goal with the tables, directions and limits that pay off,
 * as the tool pdbsolve does. Experimental: may change.
 *
 * An engine keeps tables and solvers for further boards. Each board is one request:
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
 * A search runs in steps: without tables, up to a fixed number of nodes, if tables are slow to
 * build; with tables on one core, if several boards are solved at the same time; then with all
 * threads and a choice of tables and directions, by the nodes of cheap bounds and of samples, and
 * by the length of a solution that beams find. After a limit or a cancellation, beams find a
 * solution without a proof. The steps, the choice and so
 * all counts of exhausted bounds depend on the board, the options and the files of tables, never on
 * time, threads or other boards. With a time limit, tables that would take too long are not built;
 * with `any` on boards of more than 16 cells, and for multi-tile moves, counts also depend on the
 * number of boards before.
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

/* Called by the thread of a request while it makes or opens tables; other requests that need tables
 * wait meanwhile. Must not call the engine. */
typedef void (*tilepdb_engine_event_fn)(const struct tilepdb_engine_event *event, void *user);

/* Options of tilepdb_engine_create. Texts and arrays are copied. */
typedef struct tilepdb_engine_options {
    /* Directory of table files, created if necessary; NULL: tilepdb_directory. Without a directory
     * that can be used, tables are built in memory. */
    const char *directory;
    /* BUILD: small tables are built in memory. KEEP: the tables of `partition`, or the
     * strongest ones, are made and saved; in a directory that is read-only, built in memory.
     * REFUSE: a goal without files has no tables. */
    tilepdb_missing missing;
    /* NAME or NAME+NAME, as for tilepdb_solver_open; FORWARD:BACKWARD with DIRECTIONS_BOTH; NULL:
     * chosen for each board. */
    const char *partition;
    /* Kinds of tables of single-tile moves, strongest first; at most TILEPDB_MAX_KINDS. 0: all. */
    const tilepdb_kind *kinds;
    size_t kind_count;
    tilepdb_directions directions;
    bool bidirectional;          /* false: bidirectional searches only with DIRECTIONS_BOTH */
    tilepdb_heuristic heuristic; /* without PDB, there are no tables */
    bool reflection;
    bool preload;
    /* Bytes for the searches of one goal; 0: no limit. Half is for tables, a quarter for beams, a
     * quarter for keys of bidirectional searches and for subtrees. Tables of other goals that no
     * call uses may keep a sixteenth more; without a limit, all tables stay open. */
    uint64_t memory_limit;
    int threads; /* that make tables, and of searches whose request has `threads` 0; 0: all */
    tilepdb_variant variant;
    int goal_cell; /* preferred goal cell of tables, counted on the board from 1; 0: none */
    const struct tilepdb_node *node;   /* processes that share inflated tables; may be NULL */
    const struct tilepdb_ranks *ranks; /* other processes (tilepdb_mpi.h); may be NULL */
    tilepdb_engine_event_fn on_event;  /* may be NULL */
    void *user;                        /* passed to on_event */
} tilepdb_engine_options;

/* Sets the defaults: directory of the tools, MISSING_BUILD, any partition, kind and direction, PDB,
 * reflection, no limit, all threads, best variant. */
TILEPDB_API void tilepdb_engine_options_init(tilepdb_engine_options *options);

/* Tables and solvers for any number of boards. Any number of threads may solve boards at the same
 * time. Not usable in a child of fork. */
typedef struct tilepdb_engine tilepdb_engine;

/* Creates an engine; opens no file. Returns ERROR_ARGUMENT if an option is out of range, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_engine_create(const tilepdb_engine_options *options,
                                                 tilepdb_engine **engine, tilepdb_error *error);

/* Frees an engine that no call uses, after its answers. `engine` may be NULL. */
TILEPDB_API void tilepdb_engine_free(tilepdb_engine *engine);

/* ---- a board --------------------------------------------------------------------------------- */

/* Tables that searched, or are about to search. Pointers live as long as the answer; in
 * tilepdb_search_fn, during the call. */
typedef struct tilepdb_searcher {
    tilepdb_direction direction;
    bool with_tables; /* false: the heuristic of the engine's options, or Manhattan distance */
    tilepdb_heuristic heuristic;
    /* NAME, NAME+NAME or, of tables made for the board, FORWARD:BACKWARD; "" without tables */
    const char *partition;
    const char *kernel; /* such as "bits4x4_avx512"; NULL: it never searched */
    /* Of each partition, forward then backward: the kind of its tables. */
    size_t kind_count;
    const tilepdb_kind *kinds;
    unsigned pair[2]; /* bidirectional: the views, as in tilepdb_bidirectional_plan */
    /* [0: of a forward, 1: of a backward solver] Only in tilepdb_search_fn. */
    const tilepdb_table *const *tables[2];
    size_t table_count[2];
} tilepdb_searcher;

/* Most searchers of a board. */
#define TILEPDB_MAX_SEARCHERS 32

/* Called before each search, in the thread of the request. `number` is the index of the searcher
 * in the answer. Returns OK, or a status with `error` that ends the request. */
typedef tilepdb_status (*tilepdb_search_fn)(size_t number, const tilepdb_searcher *searcher,
                                            void *user, tilepdb_error *error);

/* A shorter solution or a higher lower bound. */
typedef struct tilepdb_anytime_event {
    int length; /* length of the best solution, in moves of the metric */
    int lower_bound;
    const char *moves; /* one letter per tile; valid during the call */
    bool shorter;      /* a new solution, not a new lower bound */
    uint64_t width;    /* width of the beam that found the solution, or 0 */
    double seconds;    /* since the call started */
} tilepdb_anytime_event;

/* Called for the first solution, each shorter solution and each higher lower bound. Returns false
 * to end the search with LIMIT. */
typedef bool (*tilepdb_anytime_fn)(const tilepdb_anytime_event *event, void *user);

/* What is asked of one board. */
typedef struct tilepdb_engine_request {
    const tilepdb_board *board;
    /* NULL: blank-last. May be open (TILEPDB_ANY_TILE): then the solution is the shortest to any
     * board of the goal, looked up in a table that the engine makes and keeps, or searched with
     * several. */
    const tilepdb_board *goal;
    tilepdb_metric metric;
    /* Which solutions are wanted, and limits. `timeout` includes the time of tables; earlier and
     * comm must be NULL. `progress` also reports tables, samples, beams and the wait for other
     * calls. Its `user` is passed to its callbacks. `on_bound` is called once for each exhausted
     * bound, cancels the call by returning false, and must be NULL with ranks. With `first_bound`,
     * the board is searched forward. */
    tilepdb_solve_options search;
    /* Also find a solution before a limit or a cancellation ends the search, by beams: on boards
     * of more than 16 cells, unless solutions are listed or counted. */
    bool best;
    /* Find a solution at once, shorten it and prove bounds, until it is at most `within` moves, or
     * the share `within_share` of the lower bound, longer than the bound, or until a limit. Any
     * optimal solution is wanted. `search.progress` is then also called by a second thread, unless
     * none can be started. */
    bool improve;
    int within;
    double within_share;
    uint64_t max_width; /* with `improve`: ends after a beam of this width; 0: no limit */
    /* With `improve`: letters of a solution to begin with; NULL: none. The answer is not longer. */
    const char *solution;
    /* With COUNT and ALL: also solutions up to this number of moves longer than the shortest, which
     * visit no board twice, in the move order. Only where the goal has an exact table, as on boards
     * of at most 11 cells and for most open goals; otherwise ERROR_TOO_LARGE. */
    int beyond;
    /* Every search has tables, unless the heuristic has none; for proofs that name them. */
    bool needs_tables;
    /* Boards that are solved at the same time. More than 1: a board is first tried on one core. */
    int at_a_time;
    size_t before; /* number of earlier boards of the batch, which share tables */
    const struct tilepdb_cancel *cancel; /* may be NULL */
    tilepdb_search_fn on_search;         /* may be NULL */
    /* Beams report solutions; may be NULL. Must ignore a solution that is not shorter. With
     * `improve`, a second thread calls it for each shorter solution and each higher bound; it ends
     * the call with LIMIT by returning false. */
    tilepdb_anytime_fn on_solution;
    void *user; /* passed to on_search and to on_solution above */
} tilepdb_engine_request;

/* Sets the defaults: blank-last, single-tile moves, the first optimal solution, all threads, no
 * limits, a solution before a limit, one board at a time. */
TILEPDB_API void tilepdb_engine_request_init(tilepdb_engine_request *request);

/* Beams that searched for a board. */
typedef struct tilepdb_beams {
    uint64_t width;    /* of the widest beam; 0: none */
    uint64_t expanded; /* boards */
    uint64_t memory;   /* most bytes */
} tilepdb_beams;

/* The answer to a request. */
typedef struct tilepdb_answer {
    tilepdb_status status; /* as returned */
    tilepdb_error error;
    /* As of tilepdb_solve; after LIMIT and CANCELLED `lower_bound` is proven, and `upper_bound` is
     * the length of `moves`. `seconds` include tables and beams. */
    const tilepdb_result *result;
    bool searched;        /* false: the call ended before the first search, and `result` is empty */
    bool no_tables;       /* the goal has no usable tables; an event had the reason */
    bool short_of_memory; /* LIMIT: memory did not suffice for the tables of both directions */
    const char *moves;    /* letters of tiles of the best solution; NULL: none. May be longer than
                           * result.moves. */
    uint64_t compared;    /* nodes of comparisons, which `result` does not count */
    /* A comparison was made, or the first search was not forward. */
    bool chosen;
    tilepdb_beams beams; /* the last beams before a bound or before tables, or of `improve` */
    /* With `improve`: the searches, unless they lacked tables, or the beams failed, though there
     * may be an answer by the others; status OK: neither failed. */
    tilepdb_error failure;
    size_t searcher_count;
    const tilepdb_searcher *searchers;
    const uint8_t *searched_by; /* [iteration] index of its searcher */
    uint64_t table_bytes;       /* of the tables that are open for the goal */
    /* After an error in the file of a table: the file and its tables; otherwise NULL. */
    const char *failed_path;
    const tilepdb_table_set *failed_tables;
} tilepdb_answer;

/* Solves the board. Sets `*answer`, or NULL if an argument is out of range or without memory; the
 * caller frees it after any status. Returns the statuses of tilepdb_solve, of opening and making
 * tables, and of on_search; ERROR_NOT_FOUND without tables. Boards that are too large for tables
 * are solved by beams until a limit. Of several searches that use all threads, one runs at a time.
 */
TILEPDB_API tilepdb_status tilepdb_engine_solve(tilepdb_engine *engine,
                                                const tilepdb_engine_request *request,
                                                tilepdb_answer **answer, tilepdb_error *error);

/* `answer` may be NULL. */
TILEPDB_API void tilepdb_answer_free(tilepdb_answer *answer);

/* ---- cancellation ---------------------------------------------------------------------------- */

/* Ends all calls that have it. */
typedef struct tilepdb_cancel tilepdb_cancel;

/* Returns NULL without memory. */
TILEPDB_API tilepdb_cancel *tilepdb_cancel_create(void);

/* Any thread and any signal handler may call it. Calls end within about 50 milliseconds. */
TILEPDB_API void tilepdb_cancel_request(tilepdb_cancel *cancel);

/* Returns true after a request. */
TILEPDB_API bool tilepdb_cancel_requested(const tilepdb_cancel *cancel);

/* `cancel` may be NULL; no call may use it. */
TILEPDB_API void tilepdb_cancel_free(tilepdb_cancel *cancel);

/* ---- moves that a solution loses ----------------------------------------------------------- */

/* Finds the distance to the goal of the request's board and of each board after a move of `moves`,
 * letters of a solution. `distances` has room for the number of moves of the metric and one more;
 * `*known` is how many are written, all after OK. Most boards are not searched, since a move
 * changes the distance by one at most. Of the request, board, goal, metric and cancel count, and of
 * `search` threads, progress, user, and timeout and max_nodes, which are for all boards. Returns
 * OK, LIMIT, CANCELLED, ERROR_ARGUMENT if `moves` is no solution, and errors of
 * tilepdb_engine_solve. */
TILEPDB_API tilepdb_status tilepdb_engine_distances(tilepdb_engine *engine,
                                                    const tilepdb_engine_request *request,
                                                    const char *moves, int *distances,
                                                    size_t *known, tilepdb_error *error);

/* A part of a solution that is longer than necessary. */
typedef struct tilepdb_loss {
    size_t first, last; /* moves of the metric, from 1 */
    int moves;          /* that are lost in it */
} tilepdb_loss;

/* Finds where a solution loses moves, from the distances before its first move and after each, in
 * all `count`. Lost moves with at most two others between them are one loss. Writes up to
 * `capacity` losses; returns how many there are. Thread-safe. */
TILEPDB_API size_t tilepdb_losses_of_distances(const int *distances, size_t count,
                                               tilepdb_loss *losses, size_t capacity);

/* Finds where `moves` lose moves against `shorter`, another solution of the board: the boards that
 * both pass divide the solutions into parts. Writes up to `capacity` losses, which together
 * are the difference of the lengths, and to `*count` how many there are. Returns ERROR_ARGUMENT if
 * moves are impossible, or if `shorter` is longer; ERROR_MEMORY. Thread-safe. */
TILEPDB_API tilepdb_status tilepdb_losses_between(const tilepdb_board *board, const char *moves,
                                                  const char *shorter, tilepdb_metric metric,
                                                  tilepdb_loss *losses, size_t capacity,
                                                  size_t *count, tilepdb_error *error);

/* ---- checkpoints ----------------------------------------------------------------------------- */

/* A search with a checkpoint (tilepdb_solve_options.checkpoint) splits large bounds into subtrees,
 * the same for any number of threads and any instruction set, and records exhausted subtrees with
 * their counts. To continue a search, start it again, in any process: it skips recorded subtrees,
 * and gives the answer and all counts of an uninterrupted search. A checkpoint serves any number of
 * boards, engines and solvers, also at the same time.
 *
 * A record applies only to searches with the same board, goal, table contents and options that
 * change counts. Files of version 0.4.0 up to the version of the library can be read.
 *
 *   tilepdb_checkpoint_open(path, &checkpoint, &error);
 *   request.search.checkpoint = checkpoint;
 *   request.search.progress = ...;    calls tilepdb_checkpoint_save(checkpoint, 60, &error)
 *   tilepdb_engine_solve(engine, &request, &answer, &error);
 *   tilepdb_checkpoint_save(checkpoint, 0, &error);
 *   tilepdb_checkpoint_close(checkpoint);
 *
 * A killed process loses what it exhausted since the last save, and the subtrees that it was
 * searching: usually fractions of a second. */

/* An open checkpoint. Any number of threads may use it at the same time. */
typedef struct tilepdb_checkpoint tilepdb_checkpoint;

/* Reads the checkpoint file `path`. If the file is missing, begins an empty checkpoint, whose
 * file the first save creates. Two processes must not use one file at the same time: the last
 * save wins. Returns ERROR_FORMAT if the file is no checkpoint, ERROR_CHECKSUM if it was
 * altered, ERROR_VERSION if its version cannot be read, ERROR_IO or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_open(const char *path,
                                                   tilepdb_checkpoint **checkpoint,
                                                   tilepdb_error *error);

/* Writes the file atomically if records are new and the last save is at least `seconds` old.
 * Otherwise, and while another thread saves, returns the status of the last save, fast enough
 * for a progress callback. Searches continue meanwhile. Returns ERROR_IO, also if the disk is
 * full, or ERROR_MEMORY; the file is then unchanged. */
TILEPDB_API tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                                   tilepdb_error *error);

/* Contents of a checkpoint. */
typedef struct tilepdb_checkpoint_info {
    size_t bounds;     /* bounds exhausted or begun */
    uint64_t subtrees; /* exhausted subtrees of begun bounds */
    uint64_t nodes;    /* generated in exhausted bounds and subtrees */
} tilepdb_checkpoint_info;

/* Describes a checkpoint. */
TILEPDB_API void tilepdb_checkpoint_info_get(tilepdb_checkpoint *checkpoint,
                                             tilepdb_checkpoint_info *info);

/* Closes the checkpoint without saving, after the searches that use it. */
TILEPDB_API void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint);

/* ---- events ---------------------------------------------------------------------------------- */

/* What an engine does about tables. */
typedef enum tilepdb_engine_event_code {
    /* Opens or makes table `index` of `tables`; progress of other stages than SEARCH is about it.
     */
    TILEPDB_EVENT_TABLE = 1,
    /* No tables of this goal are in `directory`: builds `tables` in memory. If `kept` is true,
     * `strongest` could be kept in the directory. */
    TILEPDB_EVENT_BUILD = 2,
    TILEPDB_EVENT_TOO_LARGE = 3, /* files exceed the memory limit: builds `tables` in memory */
    /* The tables that the caller named are missing: makes them, in files if `kept` is true, in
     * memory otherwise. */
    TILEPDB_EVENT_MAKE = 4,
    TILEPDB_EVENT_LARGER = 5,   /* larger tables pay for the boards that wait: builds `tables` */
    TILEPDB_EVENT_SMALLER = 6,  /* there is not enough memory for `tables`: tries smaller ones */
    TILEPDB_EVENT_REMOVED = 7,  /* `path` was removed meanwhile: builds the table in memory */
    TILEPDB_EVENT_WAIT = 8,     /* another process makes `path`: waits for it */
    TILEPDB_EVENT_NOT_KEPT = 9, /* `error`: a table could not be saved, and stays in memory */
    /* Opens the table of an open goal at `path`, or makes it in memory if `path` is NULL. If `kept`
     * is true, a file could have the table. */
    TILEPDB_EVENT_GOAL_TABLE = 10,
    /* There are no tables for a goal, or they cannot be used; `error` has the reason. */
    TILEPDB_EVENT_FAILED = 16,
    TILEPDB_EVENT_FAILED_NAME = 17,     /* `name` is no partition or colouring of this size */
    TILEPDB_EVENT_FAILED_MEMORY = 18,   /* `tables` exceed the memory limit: need `bytes` */
    TILEPDB_EVENT_FAILED_ABSENT = 19,   /* `tables` are missing, and must not be made */
    TILEPDB_EVENT_FAILED_FILE = 20,     /* `path`, a table of `tables`, is unusable */
    TILEPDB_EVENT_FAILED_MAKE = 21,     /* the table of `path` could not be made */
    TILEPDB_EVENT_FAILED_PLACE = 22,    /* something that is no file is at `path` */
    TILEPDB_EVENT_FAILED_DIRECTORY = 23 /* the caller's `directory` cannot be used: `os_error` */
} tilepdb_engine_event_code;

/* Pointers are valid during the call. */
typedef struct tilepdb_engine_event {
    tilepdb_engine_event_code code;
    tilepdb_metric metric;
    const tilepdb_table_set *tables;    /* NULL: none in particular */
    const tilepdb_table_set *strongest; /* the strongest tables for the goal, or NULL */
    unsigned index;
    bool kept;
    bool transient;        /* the options are against files */
    const char *name;      /* text that the caller gave, or NULL */
    const char *directory; /* NULL: none is known */
    bool unusable;         /* the directory cannot be searched */
    int os_error;          /* why the directory cannot be searched or written; 0 if it can */
    const char *path;
    uint64_t bytes;
    const tilepdb_error *error; /* of FAILED events and NOT_KEPT; otherwise NULL */
} tilepdb_engine_event;

/* ---- tables of a goal ------------------------------------------------------------------------ */

/* Opens or makes the first tables for the goal of the request, and writes them; the engine owns
 * them, until it is freed. The board may be NULL if the goal is not. Uses metric, timeout, progress
 * and cancel of the request. Returns the statuses of tilepdb_engine_solve that are about tables. */
TILEPDB_API tilepdb_status tilepdb_engine_tables(tilepdb_engine *engine,
                                                 const tilepdb_engine_request *request,
                                                 const tilepdb_table *const **tables, size_t *count,
                                                 tilepdb_error *error);

/* Returns true if boards of this request may get larger tables in the middle of a batch. */
TILEPDB_API bool tilepdb_engine_may_upgrade(const tilepdb_engine *engine,
                                            const tilepdb_engine_request *request);

/* Builds larger tables for the goal of the request, if they pay for `waiting` more boards, judging
 * by the nodes of the `done` boards so far. No other call may run. After a failure the earlier
 * tables stay. */
TILEPDB_API void tilepdb_engine_upgrade(tilepdb_engine *engine,
                                        const tilepdb_engine_request *request, size_t done,
                                        size_t waiting);

/* ---- any time, without an engine ------------------------------------------------------------- */

/* tilepdb_anytime_solve finds a first solution fast, then shortens it and raises a proven lower
 * bound until the bound equals the length.
 *
 * The method LAYERED (tilepdb_methods.h) gives the first solution; beam searches of growing width
 * give shorter solutions. A beam keeps, layer by layer, the boards that an evaluation ranks nearest
 * to the goal. Every solution is replayed; lower bounds come from admissible heuristics and
 * exhausted IDA* bounds.
 *
 * With a solver, beams and IDA* alternate in the calling thread. Widths and node limits follow a
 * fixed sequence: without a timeout, solutions are the same on every machine and for any number of
 * threads, and a longer run starts like a shorter run. With a timeout and no solver, the last beam
 * is as wide as the remaining time allows. */

/* Largest number of moves in a solution. LAYERED needs up to about 105,000 on 32x32. */
#define TILEPDB_ANYTIME_MAX_MOVES 250000

/* Returns the highest lower bound of another search, or 0. A bound above the length of a known
 * solution ends the call with ERROR_INTERNAL. */
typedef int (*tilepdb_anytime_bound_fn)(void *user);

/* Options of tilepdb_anytime_solve. */
typedef struct tilepdb_anytime_options {
    tilepdb_metric metric;
    /* Forward solver with the same goal and metric, to prove lower bounds between beams. NULL:
     * lower bounds come only from heuristics of the board and from `lower_bound`. */
    const tilepdb_solver *solver;
    int threads;        /* threads per beam; 1 is the default */
    uint64_t max_width; /* the search ends after a beam of at least this width */
    /* limit of boards that beams expand, exceeded by at most one layer */
    uint64_t max_nodes;
    /* Bytes for beams and their tables; 0: 1 GiB. Tables and beams of 64 boards may exceed it.
     * If the system has less memory, beams stop growing. */
    uint64_t memory_limit;
    double timeout; /* seconds from the start of the call */
    int within;     /* the search ends once length - lower_bound <= within */
    /* The search ends once length - lower_bound <= within_share * lower_bound. 0 to 10^6. */
    double within_share;
    /* Letters of a solution to begin with, of at most TILEPDB_ANYTIME_MAX_MOVES; NULL: none. It is
     * shortened first. */
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
    /* Width of the widest beam that was not stopped; limits of time or memory may have narrowed
     * some of its layers. */
    uint64_t width;
    uint64_t expanded;  /* boards that beams expanded */
    uint64_t generated; /* nodes that the solver generated */
    uint64_t memory;    /* most bytes that beams used */
    double seconds;
    char moves[TILEPDB_ANYTIME_MAX_MOVES + 1]; /* directions in which tiles move: U D L R */
} tilepdb_anytime_result;

/* Solves a board of any size as well as the limits allow. Boards with more than
 * TILEPDB_ANYTIME_CELLS cells or more than 16 on a side, and thin boards, are solved by sweeps:
 * beams without tables that solve a board line by line from outside. Then beams shorten parts of
 * the best solution. The calling thread calls all callbacks; any number of calls may run at the
 * same time.
 *
 * Returns OK if the length equals the lower bound or is as near as the options require, LIMIT if
 * a limit was reached or on_event returned false, CANCELLED if `progress` did; the result then
 * has a replayed solution. After other statuses, it has what was found before, unless its length
 * is -1:
 *
 *  - UNSOLVABLE, with the parity reason
 *  - ERROR_ARGUMENT if `board` does not have the size of the goal, an option is out of range, or
 *    `solution` does not solve the board
 *  - ERROR_INTERNAL if a solution does not solve the board or is shorter than a lower bound
 *  - ERROR_MEMORY, and statuses of tilepdb_solve with the solver */
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
