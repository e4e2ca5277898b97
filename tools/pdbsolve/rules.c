/* Which options of pdbsolve go together. An option has one row in `uses`, or one for each value
 * that differs, and pairs that clash within a mode are in `rules`. */
#include <stdio.h>

#include "cli/rules.h"
#include "pdbsolve/options.h"
#include "tilepdb_methods.h"

/* The modes that are not methods. */
static const char *const mode_keys[] = {
    "scramble", "invert", "examples", "state", "judge", "compare",
};

/* Modes, in their order, and sets of those that are textbook methods: by what the library says of
 * a method. */
enum {
    SCRAMBLE = 1 << 0,
    INVERT = 1 << 1,
    EXAMPLES = 1 << 2,
    STATE = 1 << 3,
    JUDGE = 1 << 4,
    COMPARE = 1 << 5,
    IDA = 1 << 6, /* the last of the modes, after the methods */

    METHODS = 1 << 7,  /* all of them */
    LIMITED = 1 << 8,  /* those that take limits of nodes and time */
    STORING = 1 << 9,  /* memory */
    GUIDED = 1 << 10,  /* a heuristic */
    BOUNDED = 1 << 11, /* a first bound */
    PROGRAM = 1 << 12, /* those that make an integer program */
    METRICS = 1 << 13, /* those that take a metric */

    SOLVE = IDA | METHODS, /* boards in, solutions out */
    BOARDS = SOLVE | JUDGE | COMPARE | STATE,
    TABLES = IDA | JUDGE | COMPARE, /* what opens databases */
    ANY = BOARDS | SCRAMBLE | INVERT | EXAMPLES
};

/* For all methods; those of a method itself, such as "method=astar", are added. */
static const struct cli_use uses[] = {
    {CLI_OPERANDS, BOARDS},
    /* Boards */
    {"board", BOARDS | SCRAMBLE},
    {"goal", BOARDS | SCRAMBLE},
    /* Search */
    {"partition", TABLES},
    {"blank", TABLES},
    {"encoding", TABLES},
    {"no-generate", CLI_ALL_MODES}, /* a promise that also holds if nothing is generated */
    {"generate", TABLES},
    {"preload", TABLES},
    {"metric=single", CLI_ALL_MODES}, /* what a move is unless something else is said */
    {"metric", IDA | JUDGE | COMPARE | METRICS | SCRAMBLE}, /* boards are the same in both */
    {"heuristic=pdb", IDA | JUDGE},
    {"heuristic", IDA | JUDGE | GUIDED},
    {"no-reflection", TABLES},
    {"direction", IDA | JUDGE},
    {"plain", IDA | JUDGE | COMPARE},
    {"any", IDA},
    {"all", IDA},
    {"count", IDA},
    {"max-solutions", IDA},
    /* Textbook methods */
    {"method=ida", IDA | JUDGE},
    {"explain", METHODS},
    {"first-bound", BOUNDED},
    {"memory", COMPARE | STORING},
    {"ilp-form", PROGRAM},
    {"write-lp", PROGRAM},
    {"compare", COMPARE},
    {"plot", COMPARE},
    {"examples", EXAMPLES},
    {"example", SOLVE | JUDGE},
    /* Limits */
    {"max-length", SOLVE | JUDGE | COMPARE},
    {"max-nodes", IDA | LIMITED | JUDGE | COMPARE},
    {"timeout", IDA | LIMITED | JUDGE | COMPARE},
    {"checkpoint", IDA},
    {"every", IDA},
    /* Output */
    {"format", ANY},
    {"moves=numbers", SOLVE | JUDGE | INVERT},
    {"moves", BOARDS | INVERT}, /* also of scrambles that are read */
    {"run-length", SOLVE | JUDGE | INVERT},
    {"output", ANY},
    {"show", SOLVE},
    {"animate", SOLVE},
    {"speed", SOLVE},
    {"color", SOLVE},
    {"ascii", SOLVE},
    {"stats", SOLVE | JUDGE},
    /* Given moves and random boards */
    {"judge", JUDGE},
    {"invert", INVERT},
    {"state", STATE},
    {"scramble", SCRAMBLE},
    {"seed", SCRAMBLE},
    {"walk", SCRAMBLE},
};

#define WITHOUT_TABLES "heuristic=manhattan heuristic=linear-conflict"
#define NOT_TEXT       "format=json format=csv"

#define NOTHING_TO_CHOOSE "that heuristic has no tables to choose from"
#define FORWARD_ALONE     "multi-tile moves are searched forward"
#define FORWARD_ONLY      "what that counts is one search forward"

static const struct cli_rule rules[] = {
    {"partition", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"blank", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"encoding", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"generate", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"generate", CLI_EXCLUDES, "no-generate", NULL, NULL},
    {"preload", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"no-reflection", CLI_EXCLUDES, WITHOUT_TABLES, NULL,
     "that heuristic does not look at the reflected board"},
    {"direction=auto", CLI_EXCLUDES, WITHOUT_TABLES, NULL, NOTHING_TO_CHOOSE},
    {"direction=backward", CLI_EXCLUDES, WITHOUT_TABLES, NULL, NOTHING_TO_CHOOSE},
    {"direction=auto", CLI_EXCLUDES, "plain all count max-nodes", NULL, FORWARD_ONLY},
    {"direction=backward", CLI_EXCLUDES, "plain all count max-nodes", NULL, FORWARD_ONLY},
    {"metric=multi", CLI_EXCLUDES, "method=astar method=ilp method=layered", NULL,
     "that method counts single tiles; bfs, iddfs and the search with tables count slides"},
    {"metric=multi", CLI_EXCLUDES, "blank encoding", NULL, "colour tables have one kind"},
    {"metric=multi", CLI_EXCLUDES, "preload", NULL, "colour tables are read when they are opened"},
    {"metric=multi", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that is no bound for multi-tile moves"},
    {"metric=multi", CLI_EXCLUDES, "direction=auto direction=backward", NULL, FORWARD_ALONE},
    {"metric=multi", CLI_EXCLUDES, "walk", NULL, "a walk counts single tiles"},
    {"max-solutions", CLI_NEEDS, "all", NULL, NULL},
    {"all", CLI_EXCLUDES, "count", NULL, "one prints every solution, the other only their number"},
    {"all", CLI_EXCLUDES, "show animate", NULL, "one prints every solution, the other shows one"},
    {"explain", CLI_EXCLUDES, "format=csv", NULL, "the steps do not fit in a table"},
    {"plain", CLI_EXCLUDES, "all count", NULL, "only the plain tree has all solutions"},
    {"any", CLI_EXCLUDES, "all count", NULL, "one solution ends the search, the others need all"},
    {"every", CLI_NEEDS, "checkpoint", NULL, NULL},
    {"example", CLI_EXCLUDES, CLI_OPERANDS, NULL, NULL},
    {"example", CLI_EXCLUDES, "goal board", NULL, "an example has a goal and a size of its own"},
    {"run-length", CLI_EXCLUDES, "moves=numbers", NULL, "tile numbers do not repeat"},
    {"run-length", CLI_EXCLUDES, "count judge", NOT_TEXT, "text output has no moves"},
    {"moves=numbers", CLI_EXCLUDES, "count", NOT_TEXT, "text output has no moves"},
    {"show", CLI_EXCLUDES, NOT_TEXT, NULL, "boards are drawn only in text output"},
    {"animate", CLI_EXCLUDES, NOT_TEXT, NULL, "boards are drawn only in text output"},
    {"animate", CLI_EXCLUDES, "output", NULL, "a solution is played on a terminal"},
    {"speed", CLI_NEEDS, "animate", NULL, NULL},
    {"color", CLI_NEEDS, "show animate", NULL, NULL},
    {"ascii", CLI_NEEDS, "show animate", NULL, NULL},
};

/* The bit of the i-th method in the sets of the engine. */
static uint32_t method_bit(size_t i) {
    return UINT32_C(1) << (CLI_LENGTH(mode_keys) + i);
}

static bool is_among(const tilepdb_method_info *method, uint32_t sets) {
    return (sets & METHODS) || ((sets & LIMITED) && method->limits) ||
           ((sets & STORING) && method->memory_limit) || ((sets & GUIDED) && method->heuristic) ||
           ((sets & BOUNDED) && method->first_bound) || ((sets & PROGRAM) && method->form) ||
           ((sets & METRICS) && method->any_metric);
}

/* A set of modes as the engine numbers them. */
static uint32_t modes_of(uint32_t sets, size_t methods) {
    if (sets == CLI_ALL_MODES) return CLI_ALL_MODES;
    uint32_t modes = sets & (IDA - 1);
    for (size_t i = 0; i < methods; i++)
        if (is_among(tilepdb_method_at(i), sets)) modes |= method_bit(i);
    return sets & IDA ? modes | method_bit(methods) : modes;
}

void solve_rules_make(struct solve_rules *made) {
    const size_t most = tilepdb_method_count(), methods = most < METHODS_MOST ? most : METHODS_MOST;
    size_t mode = 0, use = 0;
    while (mode < CLI_LENGTH(mode_keys)) {
        made->modes[mode].key = mode_keys[mode];
        mode++;
    }
    for (size_t i = 0; i < methods; i++) {
        snprintf(made->keys[i], sizeof made->keys[i], "method=%s", tilepdb_method_at(i)->name);
        made->modes[mode++].key = made->keys[i];
        made->uses[use++] = (struct cli_use){made->keys[i], method_bit(i)};
    }
    made->modes[mode++].key = NULL;
    for (size_t i = 0; i < CLI_LENGTH(uses); i++)
        made->uses[use++] = (struct cli_use){uses[i].key, modes_of(uses[i].modes, methods)};
    made->rules = (struct cli_rules){
        .modes = made->modes,
        .uses = made->uses,
        .rules = rules,
        .mode_count = mode,
        .use_count = use,
        .rule_count = CLI_LENGTH(rules),
        .operands = "boards",
    };
}
