#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "answers/solve_options.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "pdbsolve/modes.h"

static const char *const form_of_scrambles[] = {"boards", "moves", NULL};

static const struct cli_option search_options[] = {
    {0, "heuristic", "NAME", CLI_CHOICE, OFFSET(heuristic),
     "pdb (databases, default), manhattan or linear-conflict", .keywords = solve_heuristics,
     .modes = IDA | JUDGE,
     .tried = "manhattan; in hard stats, hard; against --heuristic=linear-conflict\n"
              "linear-conflict; in hard stats, hard\n"
              "pdb; in hard stats, hard; against --heuristic=manhattan"},
    {0, "direction", "NAME", CLI_CHOICE, OFFSET(direction),
     "forward, backward, both (from both sides), or auto: the one that should need the fewest "
     "nodes (default)",
     .keywords = cli_direction_keywords, .modes = IDA | BEST | JUDGE,
     .tried = "backward; in hard stats, named stats, named json; shows backward\n"
              "both; in hard stats, named stats, named json; against --direction=forward\n"
              "forward; in hard stats, named stats, named json; against --direction=backward\n"
              "auto; in hard stats, named stats, named json; against --direction=backward",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, WITHOUT_TABLES, .why = "that heuristic uses no databases",
          .value = "auto backward both"},
         {CLI_EXCLUDES, "plain all count max-nodes",
          .why = "these count the nodes of one forward search", .value = "auto backward both"},
         {CLI_EXCLUDES, "blank=projected encoding=nibble",
          .why = "a search from both sides needs aware bit databases", .value = "both"})},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "limit of memory (default: the available memory)", .modes = IDA | BEST,
     .tried = "1G; in few bytes",
     .rules = CLI_RULES({CLI_EXCLUDES, WITHOUT_TABLES,
                         .why = "half of it is for databases, and that heuristic uses none"})},
    {0, "any", NULL, CLI_FLAG, OFFSET(any), "find any optimal solution, as fast as possible",
     .modes = IDA, .tried = "; in hard stats, named stats; shows any solution",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "all count",
          .why = "--any ends the search at one solution, the other option needs all of them"})},
    {0, "anytime", NULL, CLI_FLAG, OFFSET(anytime),
     "find a solution at once, and improve it until it is proven optimal or --timeout ends; boards "
     "up to 32x32",
     .modes = ANYTIME, .tried = "; unseen"},
    {0, "within", "N|N%", CLI_TEXT, OFFSET(within),
     "with --anytime and --improve, end once the solution is proven to be at most N moves, or N%, "
     "above the optimum",
     .modes = BEST, .tried = "4; unseen",
     .rules = CLI_RULES({CLI_NEEDS, .others = "anytime improve"})},
    {0, "all", NULL, CLI_FLAG, OFFSET(all), "print every optimal solution, one per line",
     .modes = IDA,
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "count", .why = "--all prints the solutions, --count only their number"},
         {CLI_EXCLUDES, "show animate",
          .why = "--all prints every solution, the other option shows one"})},
    {0, "count", NULL, CLI_FLAG, OFFSET(count),
     "print the number of optimal solutions: LENGTH COUNT", .modes = IDA},
    {0, "max-solutions", "N", CLI_COUNT, OFFSET(max_solutions),
     "with --all, print only the first N", .minimum = 1, .maximum = INT64_MAX, .modes = IDA,
     .tried = "1", .rules = CLI_RULES({CLI_NEEDS, .others = "all"})},
    {0, "beyond", "N", CLI_NUMBER, OFFSET(beyond),
     "with --all and --count, also solutions up to N moves longer, for small boards and open goals",
     .minimum = 1, .maximum = 99, .modes = IDA, .tried = "2; in hard, wide",
     .rules = CLI_RULES({CLI_NEEDS, .others = "all count"},
                        {CLI_EXCLUDES,
                         "partition blank encoding generate no-generate preload heuristic "
                         "no-reflection direction plain max-nodes max-length checkpoint bounds "
                         "format=csv",
                         .why = "longer solutions are listed with a table of all boards"})},
};

static const struct cli_option checkpoint_options[] = {
    {0, "checkpoint", "FILE", CLI_TEXT, OFFSET(checkpoint),
     "save work in FILE; the same command line resumes it", .incidental = true, .modes = IDA,
     .tried = "kept; shows kept"},
    {0, "every", "SECONDS", CLI_SECONDS, OFFSET(every),
     "with --checkpoint, time between saves (default 60)", .incidental = true, .modes = IDA,
     .tried = "9; unseen", .rules = CLI_RULES({CLI_NEEDS, .others = "checkpoint"})},
};

static const struct cli_option moves_options[] = {
    {0, "judge", "MOVES|FILE|-", CLI_TEXT, OFFSET(judge),
     "how many moves the solution MOVES is too long; a FILE has a solution per line, optionally "
     "after its board",
     .modes = JUDGE, .tried = "LU"},
    {0, "improve", "MOVES|FILE|-", CLI_TEXT, OFFSET(improve),
     "shorten the solution MOVES, as --anytime does", .modes = IMPROVE,
     .tried = "LU; in hard, hard json"},
    {0, "invert", "MOVES|FILE|-", CLI_TEXT, OFFSET(invert),
     "print the moves that undo MOVES, without solving", .modes = INVERT, .tried = "RDDL"},
    {0, "state", NULL, CLI_FLAG, OFFSET(state), "print the boards, without solving",
     .modes = STATE},
};

static const struct cli_option scramble_options[] = {
    {0, "scramble", "N", CLI_COUNT, OFFSET(scramble),
     "print N random solvable boards, without solving", .minimum = 1, .maximum = INT64_MAX,
     .modes = SCRAMBLE, .tried = "3; with --seed=7"},
    {0, "walk", "M", CLI_NUMBER, OFFSET(walk),
     "with --scramble, boards M random moves from the goal", .minimum = 1, .maximum = WALK_MOST,
     .modes = SCRAMBLE, .tried = "9; against --walk=30"},
    {0, "length", "A-B", CLI_TEXT, OFFSET(length),
     "with --scramble, optimal lengths from A to B, in turn", .modes = SCRAMBLE,
     .tried = "3-5; against --length=9", .rules = CLI_RULES({CLI_EXCLUDES, .others = "walk"})},
    {0, "as", "NAME", CLI_CHOICE, OFFSET(as), "with --scramble, print boards (default), or moves",
     .keywords = form_of_scrambles, .modes = SCRAMBLE, .tried = "moves"},
    {0, "seed", "S", CLI_SEED, OFFSET(seed), "the same seed gives the same boards",
     .maximum = UINT64_MAX, .modes = SCRAMBLE, .tried = "5; against --seed=7"},
};

static const char brief[] =
    "  pdbsolve '1 2 3 / 4 0 5 / 7 8 6'       solve a board; 0 is the blank\n"
    "  pdbsolve R2D2L2U                       solve a scramble\n"
    "  pdbsolve boards.txt > answers.txt      solve many boards, one answer per line\n"
    "  pdbsolve --board 5x5 boards.txt        solve 24-puzzles\n"
    "  pdbsolve --metric multi R2D2L2U        a slide of several tiles is one move\n"
    "  pdbsolve --anytime --timeout 10 FILE   the best solutions found in 10 s each\n"
    "  pdbsolve --scramble 5                  print random boards\n"
    "  pdbsolve --judge DRRUULRLL R2D2L2U     compare a solution with the optimum\n"
    "\n"
    "  -b, --board WxH        size of the boards (default: as written, or a square)\n"
    "  -g, --goal GOAL        blank-last (default), blank-first, spiral, or a board;\n"
    "                         in it, * may be anything: '1 2 3 / * * * / * * *'\n"
    "  -p, --partition NAME   databases (default: 7-8, or the largest that exist)\n"
    "      --metric NAME      single-tile (STM, default) or multi-tile (MTM) moves\n"
    "      --any              find any optimal solution; faster on hard boards\n"
    "      --timeout SECONDS  give up on a board after this time\n"
    "      --all, --count     print, or count, all optimal solutions\n"
    "      --show, --animate  print the boards move by move, or play them\n"
    "      --moves NAME       print moves of the tile (default) or blank, or numbers\n"
    "      --format NAME      text (default), json, csv, or svg, a picture\n"
    "  -o, --output FILE      write the answers to FILE\n"
    "      --checkpoint FILE  save work in FILE; resume after an interrupt or a kill\n"
    "      --stats            show nodes and time of each bound\n"
    "  -d, --dir DIR          the directory of the databases\n"
    "  -j, --jobs N           threads (default: all cores)\n"
    "  -q, --quiet            only warnings and errors\n"
    "\n"
    "An answer is LENGTH MOVES, 'unsolvable' or 'error'; at a limit, '>=LENGTH' or\n"
    "'<=LENGTH MOVES'.\n"
    "Exit code: 0 solved, 1 unsolvable or a limit, 2 wrong usage, 3 a file failed.\n";

static const char epilogue[] =
    "A BOARD is its numbers, row by row, with 0, _ or . for the blank and '/' between\n"
    "rows, or a scramble such as R2D2L; a FILE has boards, one per line or in rows.\n"
    "Without operands, boards are read from stdin. The answer is LENGTH MOVES,\n"
    "'unsolvable' or 'error'; '>=LENGTH' or '<=LENGTH MOVES' at a limit.\n"
    "'pdbmethods' solves with textbook methods. 'man pdbsolve' explains each option.\n"
    "\n"
    "Examples:\n"
    "  pdbsolve 0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n"
    "  pdbsolve --show '1 2 3/4 0 5/7 8 6'\n"
    "  pdbsolve --format json boards.txt > solutions.json\n"
    "  pdbsolve --scramble 100 --seed 1 | pdbsolve --stats\n"
    "  pdbsolve --judge DR2U2LRL2 R2D2L2U\n"
    "\n"
    "Exit code, the worst of all boards: 0 solved, 1 unsolvable or a limit, 2 usage\n"
    "error or unreadable board, 3 a file failed, 129, 130 or 143 interrupted.\n";

/* ---- values of options ----------------------------------------------------------------------- */

#define TOLERANCE_DIGITS 6

/* Reads "4" or "5%". */
static bool tolerance_read(const char *text, struct tolerance *tolerance) {
    const size_t digits = strspn(text, "0123456789");
    size_t end = digits;
    *tolerance = (struct tolerance){0};
    if (digits > 0 && text[digits] == '.') end += 1 + strspn(text + digits + 1, "0123456789");
    if (digits == 0 || digits > TOLERANCE_DIGITS) return false;
    if (strcmp(text + end, "%") == 0)
        tolerance->fraction = strtod(text, NULL) / 100;
    else
        tolerance->moves = atoi(text);
    return strcmp(text + end, "%") == 0 || text[digits] == '\0';
}

/* Reads "A-B" or "A"; returns false unless A <= B <= TILEPDB_MAX_MOVES. */
static bool length_range_read(const char *text, struct length_range *range) {
    char *end;
    if (!isdigit((unsigned char)*text)) return false;
    const unsigned long least = strtoul(text, &end, 10);
    unsigned long most = least;
    if (*end == '-') {
        text = end + 1;
        if (!isdigit((unsigned char)*text)) return false;
        most = strtoul(text, &end, 10);
    }
    *range = (struct length_range){(int)least, (int)most};
    return *end == '\0' && least <= most && most <= TILEPDB_MAX_MOVES;
}

/* Checks what rules of single options cannot express, and sets members that depend on others. */
static bool options_check(struct solve_options *options) {
    options->anytime = options->anytime || options->improve;
    if (options->within && !tolerance_read(options->within, &options->tolerance)) {
        cli_complain("--within '%.40s': a number of moves, such as 4, or a share, such as 5%%",
                     options->within);
        return false;
    }
    if (options->length && !length_range_read(options->length, &options->lengths)) {
        cli_complain("--length '%.40s': two numbers of moves, such as 20-30, or one, up to %d",
                     options->length, TILEPDB_MAX_MOVES);
        return false;
    }
    if (options->anytime && options->memory > 0 && options->memory < BEAM_MEMORY) {
        cli_complain("--memory: beams take at least %s", IN_BYTES(BEAM_MEMORY));
        return false;
    }
    return solve_rows_check(options);
}

/* ---- the command line ------------------------------------------------------------------------ */

static const struct cli_mode modes[] = {
    {.name = "scramble", .sets = SCRAMBLE},
    {.name = "invert", .sets = INVERT},
    {.name = "state", .sets = STATE},
    {.name = "judge", .sets = JUDGE},
    {.name = "improve", .sets = IMPROVE},
    {.name = "anytime", .sets = ANYTIME},
    {.sets = IDA},
};

static int (*const runs[CLI_LENGTH(modes)])(struct session *session) = {
    mode_scramble, mode_invert, mode_state, mode_judge, mode_improve, mode_anytime, mode_ida,
};

int mode_run(struct session *session) {
    const char *name = session->options->common.mode;
    size_t i = 0;
    while (i + 1 < CLI_LENGTH(modes) && (!name || strcmp(modes[i].name, name) != 0)) i++;
    return runs[i](session);
}

static const struct cli_moved moved[] = {
    {"method", "pdbmethods METHOD, such as pdbmethods astar; pdbsolve alone is ida"},
    {"explain", "pdbmethods METHOD --explain"},
    {"first-bound", "pdbmethods METHOD --first-bound"},
    {"ilp-form", "pdbmethods ilp --ilp-form"},
    {"write-lp", "pdbmethods ilp --write-lp"},
    {"compare", "pdbmethods compare"},
    {"plot", "pdbmethods compare --plot"},
    {"example", "pdbmethods --example"},
    {"examples", "pdbmethods --examples"},
};

int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first) {
    *options = (struct solve_options)SOLVE_OPTIONS_UNSET;
    const struct cli_section sections[] = {
        {"Boards", solve_board_rows, SOLVE_BOARD_ROWS, options},
        {"Search", solve_table_rows, SOLVE_TABLE_ROWS, options},
        {NULL, search_options, CLI_LENGTH(search_options), options},
        {"Limits, for each board", solve_limit_rows, SOLVE_LIMIT_ROWS, options},
        {NULL, checkpoint_options, CLI_LENGTH(checkpoint_options), options},
        {"Output", solve_output_rows, SOLVE_OUTPUT_ROWS, options},
        {"Given moves", moves_options, CLI_LENGTH(moves_options), options},
        {"Random boards", scramble_options, CLI_LENGTH(scramble_options), options},
        {"Common options", cli_common_options, cli_common_option_count, &options->common},
    };
    const struct cli_tool tool = {
        .name = name,
        .usage = "[OPTIONS] [BOARD|FILE...]",
        .operands = {.files = true, .called = "boards", .modes = BOARDS},
        .summary = "Solves sliding-tile puzzles in the fewest moves.",
        .brief = strcmp(name, "pdbsolve") == 0 ? brief : NULL,
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
        .moved = moved,
        .moved_count = CLI_LENGTH(moved),
    };
    const int code = cli_parse(&tool, &options->common, argc, argv, first);
    if (code != CLI_GO_ON) return code;
    return options_check(options) ? CLI_GO_ON : CLI_USAGE;
}
