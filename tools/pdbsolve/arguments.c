/* pdbsolve's command line: its options, with those of the methods, and what they must agree on. */
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "pdbsolve/textbook.h"
#include "tables/candidates.h"

#define OFFSET(member) offsetof(struct solve_options, member)

static const char *const heuristic_words[] = {"pdb", "manhattan", "linear-conflict", NULL};
static const char *const format_words[] = {"text", "json", "csv", NULL};

static const struct cli_option board_options[] = {
    {'b', "board", "WxH", CLI_ANY_BOARD, OFFSET(board), 0, 0, NULL,
     "size of the boards, width x height (default: from the rows, otherwise a square)"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal), 0, 0, cli_goal_words,
     "blank-last: 1 2 3 ... 0 (default); blank-first: 0 1 2 ...; or a board"},
};

static const struct cli_option search_options[] = {
    {'p', "partition", "NAME[+NAME...]", CLI_TEXT, OFFSET(partition), 0, 0, NULL,
     "databases to use, the maximum over several (default: 7-8 if present, else the largest "
     "present); with --metric multi, colourings"},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank), 0, 0, cli_blank_words,
     "use aware or projected databases (default: aware if present)"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding), 0, 0, cli_encoding_words,
     "use bit or nibble databases"},
    {0, "generate", NULL, CLI_FLAG, OFFSET(generate), 0, 0, NULL,
     "generate the strongest databases if they are missing, without asking, and keep them"},
    {0, "no-generate", NULL, CLI_FLAG, OFFSET(no_generate), 0, 0, NULL,
     "fail instead of generating missing databases"},
    {0, "preload", NULL, CLI_FLAG, OFFSET(preload), 0, 0, NULL,
     "read the databases completely before the first board"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric), 0, 0, cli_metric_words,
     "what one move is: single, one tile (default); multi, a slide of one tile or more in a line"},
    {0, "heuristic", "NAME", CLI_CHOICE, OFFSET(heuristic), 0, 0, heuristic_words,
     "pdb (default); manhattan or linear-conflict, without databases; for astar manhattan "
     "(default) or linear-conflict"},
    {0, "no-reflection", NULL, CLI_FLAG, OFFSET(no_reflection), 0, 0, NULL,
     "do not look up the reflected board"},
    {0, "direction", "NAME", CLI_CHOICE, OFFSET(direction), 0, 0, cli_direction_words,
     "search from the board: forward; or exclude lengths from the goal, with tables for the "
     "board's "
     "blank cell: backward; auto: what takes fewer nodes (default, unless databases are named)"},
    {0, "plain", NULL, CLI_FLAG, OFFSET(plain), 0, 0, NULL,
     "search the plain tree, without symmetric roots and duplicate pruning, to compare counts with "
     "the literature"},
    {0, "any", NULL, CLI_FLAG, OFFSET(any), 0, 0, NULL,
     "find any optimal solution, as fast as can be, not the first in move order"},
    {0, "all", NULL, CLI_FLAG, OFFSET(all), 0, 0, NULL,
     "print every optimal solution, one per line, in move order"},
    {0, "count", NULL, CLI_FLAG, OFFSET(count), 0, 0, NULL,
     "print the number of optimal solutions: LENGTH COUNT"},
    {0, "max-solutions", "N", CLI_COUNT, OFFSET(max_solutions), 1, INT64_MAX, NULL,
     "with --all, print only the first N"},
};

static const struct cli_option limit_options[] = {
    {0, "max-length", "N", CLI_NUMBER, OFFSET(max_length), 1, TILEPDB_MAX_MOVES, NULL,
     "look for solutions of at most N moves"},
    {0, "max-nodes", "N", CLI_COUNT, OFFSET(max_nodes), 1, INT64_MAX, NULL,
     "give up on a board after N generated nodes"},
    {0, "timeout", "SECONDS", CLI_SECONDS, OFFSET(timeout), 0, 0, NULL,
     "give up on a board after this time"},
    {0, "checkpoint", "FILE", CLI_TEXT, OFFSET(checkpoint), 0, 0, NULL,
     "keep what is exhausted in FILE, and go on from it: after an interrupt, a limit of time or a "
     "kill, the same command line continues"},
    {0, "every", "SECONDS", CLI_SECONDS, OFFSET(every), 0, 0, NULL,
     "with --checkpoint, save so often (default 60)"},
};

static const struct cli_option output_options[] = {
    {0, "format", "NAME", CLI_CHOICE, OFFSET(format), 0, 0, format_words,
     "text (default), json or csv"},
    {0, "moves", "NAME", CLI_CHOICE, OFFSET(moves), 0, 0, cli_notation_words,
     "tile: U D L R, the way the tile moves (default); blank: the way the blank moves; numbers: "
     "the tiles that move"},
    {0, "run-length", NULL, CLI_FLAG, OFFSET(run_length), 0, 0, NULL,
     "count repeated letters: URDL2 for URDLL"},
    {'o', "output", "FILE", CLI_TEXT, OFFSET(output), 0, 0, NULL,
     "write results to FILE, which appears when it is complete; the answers of an interrupted run "
     "stay in FILE.partial"},
    {0, "show", NULL, CLI_FLAG, OFFSET(show), 0, 0, NULL, "also print the boards, move by move"},
    {0, "animate", NULL, CLI_FLAG, OFFSET(animate), 0, 0, NULL,
     "play the solution on the terminal; space pauses, n and p step, + and - change the speed, q "
     "quits"},
    {0, "speed", "MOVES", CLI_RATE, OFFSET(speed), 0, 1000, NULL,
     "with --animate, moves per second (default 4)"},
    {0, "color", "WHEN", CLI_CHOICE, OFFSET(color), 0, 0, cli_when_words,
     "colours of boards: auto (default), on a terminal; always; never"},
    {0, "ascii", NULL, CLI_FLAG, OFFSET(ascii), 0, 0, NULL, "draw boards in plain ASCII"},
    {0, "stats", NULL, CLI_FLAG, OFFSET(stats), 0, 0, NULL,
     "print nodes and time of each bound, and the kernel, on stderr"},
};

static const struct cli_option moves_options[] = {
    {0, "judge", "MOVES|FILE|-", CLI_TEXT, OFFSET(judge), 0, 0, NULL,
     "report whether MOVES solve the board, and how many more they are than needed; a FILE has one "
     "solution per line, optionally after its board"},
    {0, "invert", "MOVES|FILE|-", CLI_TEXT, OFFSET(invert), 0, 0, NULL,
     "print the moves that lead back, without solving; of a FILE, those of each line, which may be "
     "an answer"},
    {0, "state", NULL, CLI_FLAG, OFFSET(state), 0, 0, NULL,
     "print the boards, such as that of a scramble, without solving"},
};

static const struct cli_option scramble_options[] = {
    {0, "scramble", "N", CLI_COUNT, OFFSET(scramble), 1, INT64_MAX, NULL,
     "print N random solvable boards, without solving"},
    {0, "walk", "M", CLI_NUMBER, OFFSET(walk), 1, WALK_MOST, NULL,
     "with --scramble, boards M random moves from the goal, none of which undoes the one before"},
    {0, "seed", "S", CLI_SEED, OFFSET(seed), 0, UINT64_MAX, NULL,
     "the same seed gives the same boards"},
};

static const char epilogue[] =
    "A BOARD is its numbers, row by row, with 0, _ or . for the blank; rows may be\n"
    "separated by '/', ';' or newlines. It may also be a list, such as [[1,2],[3,0]],\n"
    "a word, such as 123456780 (A is 10), or a scramble: moves from the goal, such as\n"
    "R2D2L. A FILE contains boards, one per line or in rows; without operands, boards\n"
    "are read from stdin. '#' starts a comment. The answer is LENGTH MOVES,\n"
    "'unsolvable', '>=LENGTH' if a limit was reached first, or 'error'.\n"
    "\n"
    "Examples:\n"
    "  pdbsolve 0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n"
    "  pdbsolve --show '1 2 3/4 0 5/7 8 6'\n"
    "  pdbsolve --format json boards.txt > solutions.json\n"
    "  pdbsolve --scramble 100 --seed 1 | pdbsolve --stats\n"
    "  pdbsolve --animate R2D2L2U\n"
    "  pdbsolve --judge DR2U2LRL2 R2D2L2U\n"
    "  pdbsolve --judge solutions.txt scrambles.txt\n"
    "\n"
    "Exit code, the worst of all boards: 0 solved, 1 unsolvable or a limit, 2 usage\n"
    "error or unreadable board, 3 a file failed, 129, 130 or 143 interrupted.\n";

/* --board, against the method and what else is given. */
static bool board_size_check(const struct solve_options *options) {
    const struct cli_board_size size = options->board;
    tilepdb_error error;
    if (!textbook_takes_large(options)) return size.width == 0 || cli_board_check("board", size);
    if (size.width * size.height <= TILEPDB_TABLE_MAX_CELLS || large_options_check(options, &error))
        return true;
    cli_complain("--board %dx%d: %s", size.width, size.height, error.message);
    return false;
}

int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first) {
    *options = (struct solve_options){
        .blank = CLI_UNSET,
        .encoding = CLI_UNSET,
        .direction = CLI_UNSET,
    };
    struct textbook_section textbook;
    struct solve_rules rules;
    textbook_section_make(&textbook);
    solve_rules_make(&rules);
    const struct cli_section sections[] = {
        {"Boards", board_options, CLI_LENGTH(board_options), options},
        {"Search", search_options, CLI_LENGTH(search_options), options},
        {"Textbook methods", textbook.options, TEXTBOOK_OPTIONS, options},
        {"Limits, for each board", limit_options, CLI_LENGTH(limit_options), options},
        {"Output", output_options, CLI_LENGTH(output_options), options},
        {"Given moves", moves_options, CLI_LENGTH(moves_options), options},
        {"Random boards", scramble_options, CLI_LENGTH(scramble_options), options},
        {"Common options", cli_common_options, cli_common_option_count, &options->common},
    };
    const struct cli_tool tool = {
        .name = name,
        .usage = "[OPTIONS] [BOARD|FILE...]",
        .operands = {.files = true},
        .summary = "Solves sliding-tile puzzles in the fewest moves.",
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .rules = &rules.rules,
    };
    int code = cli_parse(&tool, &options->common, argc, argv, first);
    if (code != CLI_GO_ON) return code;
    if (!board_size_check(options)) return CLI_USAGE;
    if (options->max_length != 0 && options->first_bound > options->max_length) {
        cli_complain("--first-bound %d is above --max-length %d", options->first_bound,
                     options->max_length);
        return CLI_USAGE;
    }
    if (options->animate && !cli_terminal_there()) {
        cli_complain("--animate needs a terminal that can move its cursor as standard output; "
                     "--show prints the boards");
        return CLI_USAGE;
    }
    tilepdb_kind kinds[CLI_MAX_KINDS];
    return cli_kinds(options->blank, options->encoding, kinds) > 0 ? CLI_GO_ON : CLI_USAGE;
}
