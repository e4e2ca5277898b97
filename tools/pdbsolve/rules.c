/* Which options of pdbsolve go together. An option has one row in `uses`, or one for each value
 * that differs, and pairs that clash within a mode are in `rules`. */
#include "cli/rules.h"
#include "pdbsolve/options.h"

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static const struct cli_mode modes[] = {
    {"scramble"},     {"invert"},         {"examples"},     {"state"},
    {"judge"},        {"compare"},        {"method=astar"}, {"method=bfs"},
    {"method=iddfs"}, {"method=layered"}, {"method=ilp"},   {NULL},
};

/* In the order of the modes. */
enum {
    SCRAMBLE = 1 << 0,
    INVERT = 1 << 1,
    EXAMPLES = 1 << 2,
    STATE = 1 << 3,
    JUDGE = 1 << 4,
    COMPARE = 1 << 5,
    ASTAR = 1 << 6,
    BFS = 1 << 7,
    IDDFS = 1 << 8,
    LAYERED = 1 << 9,
    ILP = 1 << 10,
    IDA = 1 << 11,

    METHODS = ASTAR | BFS | IDDFS | LAYERED | ILP,
    SOLVE = IDA | METHODS, /* boards in, solutions out */
    BOARDS = SOLVE | JUDGE | COMPARE | STATE,
    TABLES = IDA | JUDGE | COMPARE,     /* what opens databases */
    SEARCH = IDA | ASTAR | BFS | IDDFS, /* what counts nodes */
    ANY = BOARDS | SCRAMBLE | INVERT | EXAMPLES
};

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
    {"heuristic=pdb", IDA | JUDGE},
    {"heuristic", IDA | JUDGE | ASTAR},
    {"no-reflection", TABLES},
    {"plain", IDA | JUDGE | COMPARE},
    {"all", IDA},
    {"count", IDA},
    {"max-solutions", IDA},
    /* Textbook methods */
    {"method=ida", IDA | JUDGE},
    {"method=astar", ASTAR},
    {"method=bfs", BFS},
    {"method=iddfs", IDDFS},
    {"method=layered", LAYERED},
    {"method=ilp", ILP},
    {"explain", METHODS},
    {"first-bound", IDDFS | ILP},
    {"memory", COMPARE | ASTAR | BFS},
    {"ilp-form", ILP},
    {"write-lp", ILP},
    {"compare", COMPARE},
    {"plot", COMPARE},
    {"examples", EXAMPLES},
    {"example", SOLVE | JUDGE},
    /* Limits */
    {"max-length", SOLVE | JUDGE | COMPARE},
    {"max-nodes", SEARCH | ILP | JUDGE | COMPARE},
    {"timeout", SEARCH | ILP | JUDGE | COMPARE},
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
};

#define WITHOUT_TABLES "heuristic=manhattan heuristic=linear-conflict"
#define NOT_TEXT       "format=json format=csv"

static const struct cli_rule rules[] = {
    {"partition", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"blank", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"encoding", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"generate", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"generate", CLI_EXCLUDES, "no-generate", NULL, NULL},
    {"preload", CLI_EXCLUDES, WITHOUT_TABLES, NULL, "that heuristic uses no databases"},
    {"no-reflection", CLI_EXCLUDES, WITHOUT_TABLES, NULL,
     "that heuristic does not look at the reflected board"},
    {"max-solutions", CLI_NEEDS, "all", NULL, NULL},
    {"all", CLI_EXCLUDES, "count", NULL, "one prints every solution, the other only their number"},
    {"all", CLI_EXCLUDES, "show animate", NULL, "one prints every solution, the other shows one"},
    {"explain", CLI_EXCLUDES, "format=csv", NULL, "the steps do not fit in a table"},
    {"plain", CLI_EXCLUDES, "all count", NULL, "only the plain tree has all solutions"},
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

const struct cli_rules solve_rules = {
    .modes = modes,
    .uses = uses,
    .rules = rules,
    .mode_count = LENGTH(modes),
    .use_count = LENGTH(uses),
    .rule_count = LENGTH(rules),
    .operands = "boards",
};
