/*
 * tilepdb, textbook methods, for teaching and comparison. Experimental: methods may be added, and
 * the result may grow.
 */
#ifndef TILEPDB_METHODS_H
#define TILEPDB_METHODS_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Textbook methods. docs/methods.md explains their limits. */
typedef enum tilepdb_method {
    TILEPDB_METHOD_BFS = 0,     /* breadth-first search with a set of visited boards */
    TILEPDB_METHOD_IDDFS = 1,   /* iterative deepening without a heuristic */
    TILEPDB_METHOD_ASTAR = 2,   /* A* with Manhattan distance or linear conflict */
    TILEPDB_METHOD_LAYERED = 3, /* rows, then columns, tile by tile; not optimal */
    TILEPDB_METHOD_ILP = 4      /* time-expanded integer program, solved by cbc */
} tilepdb_method;

/* A method, and the options that it takes besides `max_length`. */
typedef struct tilepdb_method_info {
    tilepdb_method method;
    const char *name;  /* one word, such as "astar" */
    const char *title; /* name in sentences, such as "A*" */
    const char *summary;
    bool optimal;      /* finds shortest solutions, unless `first_bound` skips lengths */
    bool limits;       /* takes `max_nodes` and `timeout` */
    bool memory_limit; /* takes `memory_limit`, since it stores boards */
    bool heuristic;
    bool first_bound;
    bool form;
    bool large;      /* takes boards of any size */
    bool any_metric; /* takes the metric MULTI */
} tilepdb_method_info;

/* Returns the number of methods. */
TILEPDB_API size_t tilepdb_method_count(void);

/* Returns method `i` < tilepdb_method_count(), in the order in which tools list methods. */
TILEPDB_API const tilepdb_method_info *tilepdb_method_at(size_t i);

/* Returns true if the method can run: ILP needs the program cbc of COIN-OR on PATH. */
TILEPDB_API bool tilepdb_method_available(tilepdb_method method);

/* Two mixed integer programs for "solved after T moves" (docs/methods.md).
 *
 * FIXED: every step moves one tile, and after step T each tile is on its goal cell. Feasible if
 * and only if some solution has exactly T moves and no move that undoes the previous one.
 *
 * PENALTY: a step may rest, and continuous variables measure how far each tile is from its goal
 * after step T. The program minimises T + 1 times their sum, plus the number of moves. The
 * minimum is the length of a shortest solution if that is at most T. */
typedef enum tilepdb_program_form {
    TILEPDB_PROGRAM_FIXED = 0,
    TILEPDB_PROGRAM_PENALTY = 1
} tilepdb_program_form;

/* One step of a method. Members that do not apply to the method are 0. */
typedef struct tilepdb_method_step {
    const char *text;     /* one sentence, valid during the call */
    int bound;            /* BFS: depth; IDDFS: bound; A*: f; ILP: horizon; LAYERED: step number */
    uint64_t nodes;       /* generated in this step */
    uint64_t states;      /* boards stored so far, by BFS and A* */
    uint64_t memory;      /* bytes of the stored boards */
    uint64_t variables;   /* ILP: variables of the program */
    uint64_t constraints; /* ILP: constraints of the program */
    double seconds;
    const char *moves; /* LAYERED: moves of this step, valid during the call */
    size_t move_count; /* LAYERED: number of moves in `moves` */
} tilepdb_method_step;

/* Receives each step, in the calling thread. */
typedef void (*tilepdb_method_step_fn)(const tilepdb_method_step *step, void *user);

/* Options of tilepdb_method_solve. */
typedef struct tilepdb_method_options {
    tilepdb_method method;
    tilepdb_heuristic heuristic; /* A*: MANHATTAN (default) or LINEAR_CONFLICT */
    tilepdb_program_form form;
    /* IDDFS: first bound; ILP: first horizon, plus 1 if the parity requires it; 0: the method
     * decides. At most max_length, and below TILEPDB_METHOD_ITERATIONS. Above the lower bound, the
     * solution may not be shortest. */
    int first_bound;
    /* max_length, max_nodes and timeout are as in tilepdb_solve_options. BFS, IDDFS and A*
     * exceed max_nodes by at most the children of one node; ILP counts nodes of CBC's tree. */
    int max_length;
    uint64_t max_nodes;
    double timeout;
    uint64_t
        memory_limit; /* bytes, for BFS and A*; at most 15/16 of the available memory is used */
    tilepdb_method_step_fn step;
    void *step_user;
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_metric metric; /* solutions have a letter for each moving tile */
} tilepdb_method_options;

/* Sets `method` and the defaults: no limits, single-tile moves. */
TILEPDB_API void tilepdb_method_options_init(tilepdb_method_options *options,
                                             tilepdb_method method);

/* Most moves in a solution of any method. */
#define TILEPDB_METHOD_MAX_MOVES 250000

/* Most iterations in a result. */
#define TILEPDB_METHOD_ITERATIONS 256

/* Result of a method. More than 250 kilobytes: too large for many stacks. */
typedef struct tilepdb_method_result {
    bool solvable;
    bool optimal;       /* true: a solution was replayed, and no shorter solution exists */
    int length;         /* -1 if unknown */
    int lower_bound;    /* proven by the method; -1 if unsolvable */
    int upper_bound;    /* -1 if unknown */
    int root_h;         /* heuristic value of the board; 0 for BFS and IDDFS */
    int depth;          /* BFS: last complete depth; other methods: last complete bound */
    uint64_t generated; /* nodes: the root and every tested child; ILP: CBC's nodes */
    uint64_t expanded;
    uint64_t states;      /* different boards stored */
    uint64_t memory;      /* most bytes that stored boards took */
    uint64_t variables;   /* ILP: variables of the last program */
    uint64_t constraints; /* ILP: constraints of the last program */
    double seconds;
    size_t iteration_count; /* BFS: depths; IDDFS: bounds; A*: values of f; ILP: horizons */
    tilepdb_iteration iterations[TILEPDB_METHOD_ITERATIONS];
    char moves[TILEPDB_METHOD_MAX_MOVES + 1]; /* directions in which tiles move: U D L R */
} tilepdb_method_result;

/* Solves a board with a textbook method, in the calling thread. BFS and IDDFS find the moves of
 * tilepdb_solve (IDDFS unless its first bound is too large); A* and ILP may find another solution
 * of this length. Solutions of LAYERED, and of IDDFS or ILP (FIXED) with a first bound above the
 * lower bound, are proven optimal only if they have the length of lower_bound.
 *
 * ILP runs cbc in a separate process, without fork; the process ends with the call, and its output
 * is not shown. Its files are in a new directory in $TMPDIR or /tmp, removed on return. Only CBC
 * proves that shorter horizons have no solution.
 *
 * Fills `result` for OK, UNSOLVABLE (by parity, before any search), LIMIT (time, nodes, length or
 * memory, also if allocation fails) and CANCELLED. Other statuses:
 *
 *  - ERROR_ARGUMENT if `board` and `goal` are not boards of one size that the method takes, the
 *    method is unknown or does not take the metric, or an option is out of range
 *  - ERROR_NOT_FOUND if ILP finds no cbc; the sentence names the package
 *  - ERROR_IO if cbc or its files failed, or its solution is false
 *  - ERROR_INTERNAL if a solution does not solve the board */
TILEPDB_API tilepdb_status tilepdb_method_solve(const tilepdb_board *board,
                                                const tilepdb_board *goal,
                                                const tilepdb_method_options *options,
                                                tilepdb_method_result *result,
                                                tilepdb_error *error);

/* Receives the next piece of a text. Returns false to stop. */
typedef bool (*tilepdb_write_fn)(const char *text, size_t length, void *user);

/* Writes the integer program for `horizon` moves (1 .. 255) in CPLEX LP format, without cbc.
 * Returns ERROR_ARGUMENT if the sizes of `board` and `goal` differ, or the form or horizon is
 * invalid; UNSOLVABLE; ERROR_MEMORY; CANCELLED if `write` returned false. */
TILEPDB_API tilepdb_status tilepdb_program_write(const tilepdb_board *board,
                                                 const tilepdb_board *goal,
                                                 tilepdb_program_form form, int horizon,
                                                 tilepdb_write_fn write, void *user,
                                                 tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
