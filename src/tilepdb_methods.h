/*
 * tilepdb, textbook methods: breadth-first search, iterative deepening, A*, the layered method and
 * integer programs, on boards alone, to teach and to compare with. The conventions are those of
 * tilepdb.h. Experimental: methods may be added, and the result may grow.
 */
#ifndef TILEPDB_METHODS_H
#define TILEPDB_METHODS_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Methods that courses teach. docs/methods.md explains where each reaches its limits. All except
 * LAYERED are optimal. */
typedef enum tilepdb_method {
    TILEPDB_METHOD_BFS = 0,     /* breadth-first search with a set of visited boards */
    TILEPDB_METHOD_IDDFS = 1,   /* iterative deepening without a heuristic, no immediate undo */
    TILEPDB_METHOD_ASTAR = 2,   /* A* with Manhattan distance or linear conflict */
    TILEPDB_METHOD_LAYERED = 3, /* rows, then columns, tile by tile, as people do; not optimal */
    TILEPDB_METHOD_ILP = 4      /* the time-expanded integer program, solved by the program cbc */
} tilepdb_method;

/* A textbook method, and the options that it takes besides `max_length`. Static storage. */
typedef struct tilepdb_method_info {
    tilepdb_method method;
    const char *name;    /* one word, such as "astar" */
    const char *title;   /* in a sentence, such as "A*" */
    const char *summary; /* in a few words */
    bool optimal;        /* its solution is a shortest one, unless `first_bound` skips lengths */
    bool limits;         /* it takes `max_nodes` and `timeout` */
    bool memory_limit;   /* it takes `memory_limit`, and stores boards */
    bool heuristic;      /* it takes `heuristic` */
    bool first_bound;    /* it takes `first_bound` */
    bool form;           /* it takes `form` */
    bool large;          /* it takes boards of any size */
    bool any_metric;     /* it takes metrics other than single-tile moves */
} tilepdb_method_info;

/* The number of methods. */
TILEPDB_API size_t tilepdb_method_count(void);

/* The i-th method, i < tilepdb_method_count(), in the order in which tools list them; that is not
 * the order of their numbers. */
TILEPDB_API const tilepdb_method_info *tilepdb_method_at(size_t i);

/* Whether the method is available: ILP needs the program cbc of COIN-OR on PATH. */
TILEPDB_API bool tilepdb_method_available(tilepdb_method method);

/* Two ways to express "solved after T moves" as a mixed integer program (docs/methods.md):
 * FIXED: every step moves one tile, and after step T each tile is on its goal cell. Feasible if and
 * only if there is a solution of exactly T moves that never undoes a move with the next.
 * PENALTY: a step may rest, and continuous variables measure how far each tile is from its goal
 * after step T; T + 1 times their sum plus the number of moves is minimised. The minimum is the
 * length of a shortest solution if that is at most T. */
typedef enum tilepdb_program_form {
    TILEPDB_PROGRAM_FIXED = 0,
    TILEPDB_PROGRAM_PENALTY = 1
} tilepdb_program_form;

/* One step of a method, reported at its end. Numbers that do not apply to a method are 0. */
typedef struct tilepdb_method_step {
    const char *text;     /* one sentence, valid during the call */
    int bound;            /* BFS: depth; IDDFS: bound; A*: f; ILP: horizon; LAYERED: steps so far */
    uint64_t nodes;       /* generated in this step */
    uint64_t states;      /* stored so far, by BFS and A* */
    uint64_t memory;      /* bytes of the stored states */
    uint64_t variables;   /* ILP */
    uint64_t constraints; /* ILP */
    double seconds;       /* of this step */
    const char *moves; /* LAYERED: the moves of this step, valid during the call; otherwise NULL */
    size_t move_count; /* LAYERED: their number */
} tilepdb_method_step;

/* Receives the steps in the calling thread. */
typedef void (*tilepdb_method_step_fn)(const tilepdb_method_step *step, void *user);

/* The method, its own settings, and its limits. */
typedef struct tilepdb_method_options {
    tilepdb_method method;
    tilepdb_heuristic heuristic; /* A*: MANHATTAN (default) or LINEAR_CONFLICT */
    tilepdb_program_form form;   /* ILP */
    int first_bound;    /* IDDFS: the first bound; ILP: the first horizon, or one more if the parity
                           requires it; 0: the method decides. A solution above the lower bound
                           may not be the shortest: see `optimal`. Not above max_length */
    int max_length;     /* this and the next two: see tilepdb_solve_options */
    uint64_t max_nodes; /* BFS, IDDFS, A*: exceeded at most by the children of one node; ILP: of
                           CBC's tree */
    double timeout;
    uint64_t memory_limit; /* bytes, for BFS and A*; 0: what the machine and its limits allow */
    tilepdb_method_step_fn step;
    void *step_user;
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_metric
        metric; /* of moves, lengths and bounds; letters are one for each tile that moves */
} tilepdb_method_options;

/* Sets the method and its defaults: no limits, all memory, no callbacks, single-tile moves. */
TILEPDB_API void tilepdb_method_options_init(tilepdb_method_options *options,
                                             tilepdb_method method);

/* The longest solution of any method. */
#define TILEPDB_METHOD_MAX_MOVES 100000

/* The maximum number of iterations. */
#define TILEPDB_METHOD_ITERATIONS 256

/* The result of a method. It has more than 100 kilobytes, which is too large for many stacks. */
typedef struct tilepdb_method_result {
    bool solvable;
    bool optimal;       /* a solution was found and replayed, and no shorter one exists */
    int length;         /* -1: unknown */
    int lower_bound;    /* proven by the method; -1: unsolvable */
    int upper_bound;    /* -1: none known */
    int root_h;         /* of A*, ILP and LAYERED (Manhattan distance); 0 for BFS and IDDFS */
    int depth;          /* BFS: the last complete depth; otherwise the last complete bound */
    uint64_t generated; /* nodes: the root, and each child when it is tested; ILP: of CBC's tree */
    uint64_t expanded;  /* nodes whose children were tested */
    uint64_t states;    /* different boards stored; 0 for methods that store none */
    uint64_t memory;    /* the largest number of bytes that the states took */
    uint64_t variables; /* ILP: of the last program */
    uint64_t constraints; /* ILP: of the last program */
    double seconds;
    size_t iteration_count; /* BFS: depths; IDDFS: bounds; A*: f; ILP: horizons */
    tilepdb_iteration iterations[TILEPDB_METHOD_ITERATIONS];
    char moves[TILEPDB_METHOD_MAX_MOVES + 1]; /* the way the tile moves: U D L R */
} tilepdb_method_result;

/* Solves a board with a textbook method. BFS and IDDFS (unless the first bound is too large) find
 * the same moves as tilepdb_solve; A* and ILP may find another solution of that length.
 * A solution is not proven optimal if it is from LAYERED, or from IDDFS or ILP (FIXED) with a first
 * bound above the lower bound. Then `optimal` is false, `lower_bound` is what is proven, and
 * `upper_bound` is the length. The result is filled for OK, UNSOLVABLE (by parity, before any
 * search), LIMIT (time, nodes, length or memory, also if allocation fails: the sentence says how
 * far it came) and CANCELLED. ERROR_ARGUMENT: not a board of the goal's size, an unknown method or
 * metric, a method for single-tile moves alone, or options out of range. ERROR_NOT_FOUND: ILP
 * without the program cbc (the sentence names the package). ERROR_IO: cbc or its files failed, or
 * its solution is false. One thread. ILP runs cbc in a separate process, without fork, which ends
 * with the call; its output is not shown. Its files are in a separate directory below $TMPDIR or
 * /tmp, and are removed when the call returns. That shorter horizons have no solution is CBC's
 * word. */
TILEPDB_API tilepdb_status tilepdb_method_solve(const tilepdb_board *board,
                                                const tilepdb_board *goal,
                                                const tilepdb_method_options *options,
                                                tilepdb_method_result *result,
                                                tilepdb_error *error);

/* Receives the next piece of a text. Returns false to stop. */
typedef bool (*tilepdb_write_fn)(const char *text, size_t length, void *user);

/* Writes the integer program for `horizon` moves (1 .. 255) in CPLEX LP format, for any solver.
 * Does not need CBC. ERROR_ARGUMENT: not a board of the goal's size, an unknown form or an invalid
 * horizon. UNSOLVABLE. ERROR_MEMORY. CANCELLED: `write` stopped it. */
TILEPDB_API tilepdb_status tilepdb_program_write(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 tilepdb_program_form form, int horizon,
                                                 tilepdb_write_fn write, void *user,
                                                 tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
