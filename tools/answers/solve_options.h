/*
 * What pdbsolve's command line asks for.
 */
#ifndef TILEPDB_ANSWERS_SOLVE_OPTIONS_H
#define TILEPDB_ANSWERS_SOLVE_OPTIONS_H

#include "cli/options.h"
#include "tables/table_text.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

enum solve_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };

/* The keywords of --as. */
enum scramble_form { AS_BOARDS, AS_MOVES };

/* The first word of --method; the others are the library's textbook methods, in its order. */
enum { METHOD_IDA };

/* Room for as many. */
#define METHODS_MOST 24

/* The most moves of a random walk: far more than it takes to forget the goal. */
#define WALK_MOST 10000

/* What beams take at least, and which part of --memory they have, and the keys of a search from
 * both sides: half is for tables. */
#define BEAM_MEMORY  ((uint64_t)4 << 20)
#define MEMORY_PARTS 4

/* --within: a number of moves, or a share of the optimum; the other one is 0. */
struct tolerance {
    int moves;
    double fraction;
};

/* --length: both ends are included. */
struct length_range {
    int least, most;
};

struct solve_options {
    struct cli_board_size board;
    const char *goal;       /* as given, NULL: blank-last */
    const char *blank_tile; /* NULL: 0, or what proves to be */
    const char *partition;  /* as given, NULL: the best one present */
    int blank;
    int encoding;
    int heuristic; /* tilepdb_heuristic */
    bool no_reflection;
    int direction; /* enum cli_direction, or CLI_UNSET */
    int metric;    /* tilepdb_metric */
    bool no_generate;
    bool generate;
    bool preload;
    bool plain;
    bool any;                   /* optimal solution, not the first */
    bool anytime;               /* the best solution so far */
    const char *within;         /* as given; NULL: until it is proven */
    struct tolerance tolerance; /* of `within` */
    bool all, count;            /* every optimal solution, or how many there are */
    uint64_t max_solutions;     /* 0: no limit */

    int max_length; /* these three: 0 for no limit */
    uint64_t max_nodes;
    double timeout;
    const char *checkpoint; /* a file; NULL: none */
    double every;           /* seconds; 0: not given */

    int format; /* enum solve_format */
    int moves;  /* tilepdb_notation */
    bool run_length;
    const char *output;
    bool show;
    bool animate;
    double speed; /* moves per second; 0: not given */
    int color;    /* enum cli_when */
    bool ascii;
    bool stats;
    const char *bounds; /* a file; NULL: none */

    const char *judge;  /* moves, a file or "-", as given; NULL: solve */
    const char *invert; /* likewise */
    bool state;
    uint64_t scramble;           /* 0: solve */
    int walk;                    /* moves from the goal; 0: each board equally likely */
    const char *length;          /* of optimal solutions, as given; NULL: any */
    struct length_range lengths; /* of `length` */
    int as;                      /* enum scramble_form */
    struct cli_seed seed;        /* not given: by the system */

    int method; /* METHOD_IDA, or the number of a textbook method from 1 */
    bool explain;
    int first_bound; /* 0: not given */
    uint64_t memory; /* 0: not given */
    int ilp_form;    /* tilepdb_program_form */
    const char *write_lp;
    bool compare;
    const char *plot;
    bool examples;
    const char *example;
    const char *named; /* the example that is solved; NULL: none */
    bool menu;         /* no arguments, on a terminal */
    bool large;        /* boards may be too large for tables */

    struct cli_common common;
};

/* The textbook method of the command line; NULL: METHOD_IDA. */
static inline const tilepdb_method_info *textbook_method(const struct solve_options *options) {
    return options->method == METHOD_IDA ? NULL : tilepdb_method_at((size_t)options->method - 1);
}

#endif
