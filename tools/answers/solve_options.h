#ifndef TILEPDB_ANSWERS_SOLVE_OPTIONS_H
#define TILEPDB_ANSWERS_SOLVE_OPTIONS_H

#include "cli/options.h"
#include "tables/table_text.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

enum solve_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_SVG };

enum scramble_form { AS_BOARDS, AS_MOVES };

/* moves of the longest walk, enough to forget the goal */
#define WALK_MOST 10000

/* least --memory for beams */
#define BEAM_MEMORY ((uint64_t)4 << 20)

/* --within: a number of moves or a share of the optimum; one member is 0. */
struct tolerance {
    int moves;
    double fraction;
};

struct length_range {
    int least, most;
};

struct solve_options {
    struct cli_board_size board;
    const char *goal;       /* NULL for blank-last */
    const char *blank_tile; /* may be NULL */
    const char *partition;  /* NULL for the best tables present */
    int blank;
    int encoding;
    int heuristic; /* tilepdb_heuristic */
    bool no_reflection;
    int direction; /* index of cli_direction_keywords, or CLI_UNSET */
    int metric;    /* tilepdb_metric */
    bool no_generate;
    bool generate;
    bool preload;
    bool plain;
    bool any; /* any optimal solution, not the first in the move order */
    bool anytime;
    const char *within;
    struct tolerance tolerance;
    bool all, count;
    uint64_t max_solutions; /* 0 for no limit */
    int beyond;             /* moves of listed solutions above the shortest */

    int max_length; /* 0 for no limit, as for max_nodes and timeout */
    uint64_t max_nodes;
    double timeout;
    const char *checkpoint; /* file, or NULL */
    double every;           /* interval in seconds; 0 if not given */

    int format; /* enum solve_format */
    int moves;  /* tilepdb_notation */
    bool run_length;
    const char *output;
    bool show;
    bool animate;
    double speed; /* moves per second; 0 if not given */
    int color;    /* enum cli_when */
    bool ascii;
    bool stats;
    const char *bounds;

    const char *judge;   /* moves, a file or "-", as the next two; may be NULL */
    const char *improve; /* sets `anytime` */
    const char *invert;
    bool state;
    uint64_t scramble;
    int walk; /* moves from the goal; 0 for uniformly random boards */
    const char *length;
    struct length_range lengths;
    int as; /* enum scramble_form */
    struct cli_seed seed;

    uint64_t memory; /* 0 if not given */
    bool large;      /* boards may be too large for tables */

    /* Only of pdbmethods. */
    const tilepdb_method_info *method; /* NULL for ida and compare */
    bool explain;
    int first_bound; /* 0 if not given */
    int ilp_form;    /* tilepdb_program_form */
    const char *write_lp;
    bool compare;
    const char *plot;
    bool examples;
    const char *example; /* name, or NULL */

    struct cli_common common;
};

/* ---- rows of options that pdbsolve and pdbmethods share -------------------------------------- */

/* Bits of a row's `modes`: the modes of both tools in which the option has an effect. */
enum {
    IDA = 1 << 0,

    /* Modes of pdbsolve. */
    SCRAMBLE = 1 << 1,
    INVERT = 1 << 2,
    STATE = 1 << 3,
    JUDGE = 1 << 4,
    ANYTIME = 1 << 5,
    IMPROVE = 1 << 6,

    /* Modes of pdbmethods. A textbook method has METHODS and the bits of its properties. */
    EXAMPLES = 1 << 7,
    COMPARE = 1 << 8,
    METHODS = 1 << 9,
    LIMITED = 1 << 10,
    STORING = 1 << 11,
    GUIDED = 1 << 12,
    BOUNDED = 1 << 13,
    PROGRAM = 1 << 14,
    METRICS = 1 << 15,

    SOLVE = IDA | METHODS,
    BEST = ANYTIME | IMPROVE,
    BOARDS = SOLVE | BEST | JUDGE | COMPARE | STATE,
    TABLES = IDA | BEST | JUDGE | COMPARE,
    ANY = BOARDS | SCRAMBLE | INVERT | EXAMPLES
};

/* keys of heuristics that use no databases */
#define WITHOUT_TABLES "heuristic=manhattan heuristic=linear-conflict"

#define OFFSET(member) offsetof(struct solve_options, member)

#define SOLVE_BOARD_ROWS  4
#define SOLVE_TABLE_ROWS  8
#define SOLVE_LIMIT_ROWS  3
#define SOLVE_OUTPUT_ROWS 11

extern const struct cli_option solve_board_rows[SOLVE_BOARD_ROWS];
extern const struct cli_option solve_table_rows[SOLVE_TABLE_ROWS];
extern const struct cli_option solve_limit_rows[SOLVE_LIMIT_ROWS];
extern const struct cli_option solve_output_rows[SOLVE_OUTPUT_ROWS];

/* keywords of --heuristic, indexed by tilepdb_heuristic; end with NULL */
extern const char *const solve_heuristics[];

#define SOLVE_OPTIONS_UNSET                                                                        \
    { .blank = CLI_UNSET, .encoding = CLI_UNSET, .direction = CLI_UNSET }

/* Checks what rules of single options cannot express, and sets `large`. Returns false after an
 * error message. */
bool solve_rows_check(struct solve_options *options);

#endif
