#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/parse.h"
#include "cli/terminal.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/textbook_mode.h"
#include "tilepdb_methods.h"

#define OFFSET(member) offsetof(struct solve_options, member)

/* Modes. METHODS is combined with the bits of properties that the library reports. */
enum {
    SCRAMBLE = 1 << 0,
    INVERT = 1 << 1,
    EXAMPLES = 1 << 2,
    STATE = 1 << 3,
    JUDGE = 1 << 4,
    COMPARE = 1 << 5,
    IDA = 1 << 6,
    METHODS = 1 << 7,
    LIMITED = 1 << 8,
    STORING = 1 << 9,
    GUIDED = 1 << 10,
    BOUNDED = 1 << 11,
    PROGRAM = 1 << 12,
    METRICS = 1 << 13,
    ANYTIME = 1 << 14,
    IMPROVE = 1 << 15,

    SOLVE = IDA | METHODS,
    BEST = ANYTIME | IMPROVE,
    BOARDS = SOLVE | BEST | JUDGE | COMPARE | STATE,
    TABLES = IDA | BEST | JUDGE | COMPARE,
    ANY = BOARDS | SCRAMBLE | INVERT | EXAMPLES
};

#define WITHOUT_TABLES "heuristic=manhattan heuristic=linear-conflict"
#define CHOOSES_TABLES                                                                             \
    { CLI_EXCLUDES, WITHOUT_TABLES, .why = "that heuristic uses no databases" }
#define NOT_TEXT "format=json format=csv"
#define SEEN     "in hard, hard stats, hard json"

static const char *const heuristic_keywords[] = {"pdb", "manhattan", "linear-conflict", NULL};
static const char *const form_keywords[] = {"fixed", "penalty", NULL};
static const char *const form_of_scrambles[] = {"boards", "moves", NULL};
static const char *const format_keywords[] = {"text", "json", "csv", "svg", NULL};

static const struct cli_option board_options[] = {
    {'b', "board", "WxH", CLI_ANY_BOARD, OFFSET(board),
     "size of the boards, width x height (default: from the rows, otherwise a square)",
     .modes = BOARDS | SCRAMBLE, .tried = "2x5; in wide"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal),
     CLI_GOAL_HELP
     "or a board, where * is a cell that may hold anything, and tiles of one number are alike "
     "(default: blank-last)",
     .keywords = cli_goal_keywords, .modes = BOARDS | SCRAMBLE,
     .tried = "blank-first; in hard, hard stats, wide rows"},
    {0, "blank-tile", "VALUE", CLI_TEXT, OFFSET(blank_tile),
     "the number or mark that stands for the blank, or 'last' for the largest number (default: 0; "
     "n where the numbers are 1 to n)",
     .modes = BOARDS, .tried = "2"},
};

static const struct cli_option search_options[] = {
    {'p', "partition", "NAME[+NAME...]", CLI_TEXT, OFFSET(partition),
     "databases to use; of several, the highest bound counts (default: 7-8 if present, else the "
     "largest present); with --direction both, also FORWARD:BACKWARD; with --metric multi, "
     "colourings",
     .modes = TABLES, .tried = "1-4/5-8; in hard stats, hard, none",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank),
     "use aware (zero-aware) or projected databases (default: aware if present)",
     .keywords = cli_blank_keywords, .modes = TABLES,
     .tried = "projected; in none named, none; shows projected",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding), "use bit or nibble databases",
     .keywords = cli_encoding_keywords, .modes = TABLES,
     .tried = "nibble; in none named, none; shows nibble", .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "generate", NULL, CLI_FLAG, OFFSET(generate),
     "generate the strongest databases if they are missing, without asking, and keep them",
     .modes = TABLES, .tried = "; in none; shows tpdb$",
     .rules = CLI_RULES(CHOOSES_TABLES, {CLI_EXCLUDES, .others = "no-generate"})},
    {0, "no-generate", NULL, CLI_FLAG, OFFSET(no_generate),
     "fail instead of generating missing databases", .modes = CLI_ALL_MODES, .tried = "; unseen"},
    {0, "preload", NULL, CLI_FLAG, OFFSET(preload),
     "read the databases completely before the first board", .modes = TABLES,
     .tried = "; in damaged named, damaged, damaged moved; shows was altered",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric),
     "what one move is: single (or stm), one tile (default); multi (or mtm), a slide of one tile "
     "or more in a line",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms,
     .modes = IDA | BEST | JUDGE | COMPARE | METRICS | SCRAMBLE,
     .tried = "multi; " SEEN "\n"
              "single; " SEEN "; against --metric=multi",
     .rules =
         CLI_RULES({CLI_WORKS_IN, .value = "single", .modes = CLI_ALL_MODES},
                   {CLI_EXCLUDES, "method=astar method=ilp method=layered",
                    .why = "that method counts single tiles; bfs, iddfs and the search with "
                           "databases count slides",
                    .value = "multi"},
                   {CLI_EXCLUDES, "blank encoding", .why = "colour databases have one kind",
                    .value = "multi"},
                   {CLI_EXCLUDES, "preload",
                    .why = "colour databases are read when they are opened", .value = "multi"},
                   {CLI_EXCLUDES, WITHOUT_TABLES,
                    .why = "it is no lower bound for multi-tile moves", .value = "multi"},
                   {CLI_EXCLUDES, "direction=auto direction=backward direction=both",
                    .why = "multi-tile moves are searched forward", .value = "multi"},
                   {CLI_EXCLUDES, "walk", .why = "a walk counts single tiles", .value = "multi"})},
    {0, "heuristic", "NAME", CLI_CHOICE, OFFSET(heuristic),
     "pdb: databases (default); manhattan or linear-conflict: no databases; for astar, manhattan "
     "(default) or linear-conflict",
     .keywords = heuristic_keywords, .modes = IDA | JUDGE | GUIDED,
     .tried = "manhattan; in hard stats, hard; against --heuristic=linear-conflict\n"
              "linear-conflict; in hard stats, hard\n"
              "pdb; in hard stats, hard; against --heuristic=manhattan",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "pdb", .modes = IDA | JUDGE})},
    {0, "no-reflection", NULL, CLI_FLAG, OFFSET(no_reflection),
     "do not also look up the board reflected across its diagonal", .modes = TABLES,
     .tried = "; in named stats, middle, near stats, far stats, far, named json",
     .rules = CLI_RULES({CLI_EXCLUDES, WITHOUT_TABLES,
                         .why = "that heuristic does not look at the reflected board"})},
    {0, "direction", "NAME", CLI_CHOICE, OFFSET(direction),
     "forward: search from the board to the goal; backward: from the goal to the board, with "
     "databases for the board's blank cell; both: from both sides until the searches meet; auto: "
     "whichever is expected to need the fewest nodes (default, unless databases are named)",
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
    {0, "plain", NULL, CLI_FLAG, OFFSET(plain),
     "search the plain tree, without pruning by symmetry and duplicates, to compare counts with "
     "the literature",
     .modes = IDA | JUDGE | COMPARE,
     .tried = "; in named stats, middle, hard stats, far stats, far",
     .rules =
         CLI_RULES({CLI_EXCLUDES, "all count", .why = "only the plain tree has all solutions"})},
    {0, "any", NULL, CLI_FLAG, OFFSET(any),
     "find any optimal solution, as fast as possible, instead of the first in move order",
     .modes = IDA, .tried = "; in hard stats, named stats; shows any solution",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "all count",
          .why = "--any ends the search at one solution, the other option needs all of them"})},
    {0, "anytime", NULL, CLI_FLAG, OFFSET(anytime),
     "find a solution at once and improve it until it is proven optimal or --timeout ends; the "
     "answer is <=LENGTH if it is not proven. For boards of every size; with a time limit, lengths "
     "may differ from run to run",
     .modes = ANYTIME, .tried = "; unseen"},
    {0, "within", "N|N%", CLI_TEXT, OFFSET(within),
     "with --anytime and --improve, end when the solution is proven to be at most N moves, or N "
     "percent, above "
     "the optimum",
     .modes = BEST, .tried = "4; unseen",
     .rules = CLI_RULES({CLI_NEEDS, .others = "anytime improve"})},
    {0, "all", NULL, CLI_FLAG, OFFSET(all),
     "print every optimal solution, one per line, in move order", .modes = IDA,
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
     "with --all and --count, also solutions up to N moves longer that visit no board twice; for "
     "boards of at most 11 cells, and for goals with open cells",
     .minimum = 1, .maximum = 99, .modes = IDA, .tried = "2; in hard, wide",
     .rules = CLI_RULES({CLI_NEEDS, .others = "all count"},
                        {CLI_EXCLUDES,
                         "partition blank encoding generate no-generate preload heuristic "
                         "no-reflection direction plain max-nodes max-length checkpoint bounds "
                         "format=csv",
                         .why = "longer solutions are listed with a table of all boards"})},
};

/* Keywords and help of the first option come from the library. */
static const struct cli_option textbook_options[] = {
    {0, "method", "NAME", CLI_CHOICE, OFFSET(method), NULL, .modes = 0,
     .tried = "ida; " SEEN "; against --method=bfs\n"
              "astar; " SEEN "\n"
              "bfs; " SEEN "\n"
              "iddfs; " SEEN "; mild\n"
              "layered; " SEEN "; mild\n"
              "ilp; " SEEN "; mild",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "ida", .modes = IDA | JUDGE})},
    {0, "explain", NULL, CLI_FLAG, OFFSET(explain), "also print the steps of the method",
     .modes = METHODS,
     .rules = CLI_RULES({CLI_EXCLUDES, "format=csv", .why = "CSV has no place for the steps"})},
    {0, "first-bound", "N", CLI_NUMBER, OFFSET(first_bound),
     "the first bound of iddfs, or the first horizon of ilp, in moves", .minimum = 1,
     .maximum = TILEPDB_METHOD_ITERATIONS - 1, .modes = BOUNDED, .tried = "9; " SEEN},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "limit of memory: half for databases, a quarter for beams, a quarter for the state of --any "
     "and of searches from both sides; bfs, astar, and beams without databases use all of it "
     "(default: the available memory; beams 1G; with --compare 1G)",
     .modes = IDA | BEST | COMPARE | STORING, .tried = "1G; in few bytes",
     .rules = CLI_RULES({CLI_EXCLUDES, WITHOUT_TABLES, .unless = "method=astar",
                         .why = "half of it is for databases, and that heuristic uses none"})},
    {0, "ilp-form", "NAME", CLI_CHOICE, OFFSET(ilp_form),
     "fixed (default): solved after exactly N moves; penalty: remaining distance has a cost",
     .keywords = form_keywords, .modes = PROGRAM, .tried = "penalty; in hard, hard lp"},
    {0, "write-lp", "FILE", CLI_TEXT, OFFSET(write_lp),
     "write the LP model of ilp in CPLEX format: for the N moves of --first-bound, else for the "
     "length of the solution",
     .modes = PROGRAM, .tried = "out.lp; shows out\\.lp"},
    {0, "compare", NULL, CLI_FLAG, OFFSET(compare),
     "compare all methods, each for 2 s per board or --timeout, on the boards, the board of "
     "--example, or built-in boards",
     .modes = COMPARE, .tried = "; mild"},
    {0, "plot", "FILE", CLI_TEXT, OFFSET(plot),
     "with --compare, write an SVG chart, drawn by gnuplot", .modes = COMPARE, .tried = "out.svg"},
    {0, "examples", NULL, CLI_FLAG, OFFSET(examples), "list named boards", .modes = EXAMPLES},
    {0, "example", "NAME", CLI_TEXT, OFFSET(example), "solve a named board",
     .modes = SOLVE | ANYTIME | JUDGE | COMPARE, .tried = "simple; in other",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, .others = CLI_OPERANDS},
         {CLI_EXCLUDES, "goal board", .why = "an example has a goal and a size of its own"})},
};

static const struct cli_option limit_options[] = {
    {0, "max-length", "N", CLI_NUMBER, OFFSET(max_length),
     "search for solutions of at most N moves", .minimum = 1, .maximum = TILEPDB_MAX_MOVES,
     .modes = SOLVE | JUDGE | COMPARE, .tried = "500; in few moves hard, few moves"},
    {0, "max-nodes", "N", CLI_COUNT, OFFSET(max_nodes),
     "give up on a board after N generated nodes", .minimum = 1, .maximum = INT64_MAX,
     .modes = IDA | LIMITED | JUDGE | COMPARE, .tried = "900000000; in few nodes hard, few nodes"},
    {0, "timeout", "SECONDS", CLI_SECONDS, OFFSET(timeout), "give up on a board after this time",
     .incidental = true, .modes = IDA | BEST | LIMITED | JUDGE | COMPARE,
     .tried = "60; in brief, deep named, deep; shows \\blimit\\b(?! on moves)|is used up"},
    {0, "checkpoint", "FILE", CLI_TEXT, OFFSET(checkpoint),
     "save finished work in FILE and resume from it: after an interrupt, a time limit or a kill, "
     "the same command line continues; with --output, answers are saved, too",
     .incidental = true, .modes = IDA, .tried = "kept; shows kept"},
    {0, "every", "SECONDS", CLI_SECONDS, OFFSET(every),
     "with --checkpoint, the interval between saves (default 60)", .incidental = true, .modes = IDA,
     .tried = "9; unseen", .rules = CLI_RULES({CLI_NEEDS, .others = "checkpoint"})},
};

static const struct cli_option output_options[] = {
    {0, "format", "NAME", CLI_CHOICE, OFFSET(format),
     "text (default), json, csv, or svg: one picture of the boards of all solutions; with "
     "--animate the tiles move",
     .keywords = format_keywords, .modes = ANY,
     .tried = "json\n"
              "csv\n"
              "svg",
     .rules = CLI_RULES(
         {CLI_WORKS_IN, .value = "svg", .modes = SOLVE | BEST | STATE | SCRAMBLE},
         {CLI_EXCLUDES, "all count", .why = "a picture shows one solution of a board",
          .value = "svg"},
         {CLI_EXCLUDES, "show color ascii",
          .why = "the picture has the boards and colours of its own", .value = "svg"},
         {CLI_EXCLUDES, "explain", .why = "a picture has no place for the steps", .value = "svg"},
         {CLI_EXCLUDES, "as=moves", .why = "a picture shows the boards", .value = "svg"},
         {CLI_EXCLUDES, "checkpoint",
          .why = "a picture is drawn at the end, so it has no answers to save", .value = "svg"})},
    {0, "moves", "NAME", CLI_CHOICE, OFFSET(moves),
     "tile: U D L R, the way the tile moves (default); blank: the way the blank moves; numbers: "
     "the tiles that move",
     .keywords = cli_notation_keywords, .modes = BOARDS | INVERT,
     .tried = "blank; in hard, wide\n"
              "numbers",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "numbers", .modes = SOLVE | BEST | JUDGE | INVERT},
                        {CLI_EXCLUDES, "count", .why = "text output has no moves",
                         .value = "numbers", .unless = NOT_TEXT})},
    {0, "run-length", NULL, CLI_FLAG, OFFSET(run_length),
     "write repeated letters once, with their count: URDL2 for URDLL",
     .modes = SOLVE | BEST | JUDGE | INVERT,
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "moves=numbers", .why = "tile numbers do not repeat"},
         {CLI_EXCLUDES, "count judge", .why = "text output has no moves", .unless = NOT_TEXT})},
    {'o', "output", "FILE", CLI_TEXT, OFFSET(output),
     "write results to FILE, which appears when it is complete; the answers of an interrupted run "
     "stay in FILE.partial",
     .incidental = true, .modes = ANY, .tried = "out"},
    {0, "show", NULL, CLI_FLAG, OFFSET(show), "also print the boards, move by move", .modes = SOLVE,
     .rules = CLI_RULES({CLI_EXCLUDES, NOT_TEXT, .why = "boards are drawn only in text output"})},
    {0, "animate", NULL, CLI_FLAG, OFFSET(animate),
     "play the solution on the terminal; space pauses, n and p step, + and - change the speed, q "
     "quits; with --format svg, in the picture",
     .modes = SOLVE, .tried = "; screen; shows moves/s; space",
     .rules = CLI_RULES({CLI_EXCLUDES, NOT_TEXT, .why = "boards are drawn only in text output"},
                        {CLI_EXCLUDES, "output", .why = "a solution is played on a terminal",
                         .unless = "format=svg"})},
    {0, "speed", "MOVES", CLI_RATE, OFFSET(speed), "with --animate, moves per second (default 4)",
     .maximum = 1000, .modes = SOLVE, .tried = "0.01; screen; shows 0.01 moves/s",
     .rules = CLI_RULES({CLI_NEEDS, .others = "animate"})},
    {0, "color", "WHEN", CLI_CHOICE, OFFSET(color),
     "colours of boards: auto (default), on a terminal; always; never",
     .keywords = cli_when_keywords, .modes = SOLVE, .tried = "always; against --color=never",
     .rules = CLI_RULES({CLI_NEEDS, .others = "show animate"})},
    {0, "ascii", NULL, CLI_FLAG, OFFSET(ascii), "draw boards in plain ASCII", .modes = SOLVE,
     .tried = "; screen", .rules = CLI_RULES({CLI_NEEDS, .others = "show animate"})},
    {0, "stats", NULL, CLI_FLAG, OFFSET(stats),
     "print nodes and time of each bound, and the kernel, on stderr", .incidental = true,
     .modes = SOLVE | JUDGE},
    {0, "bounds", "FILE", CLI_TEXT, OFFSET(bounds),
     "write nodes and time of each bound to FILE as CSV, one line per bound, with the board and "
     "the options of the run",
     .modes = SOLVE | BEST, .tried = "out.csv; shows out\\.csv",
     .rules = CLI_RULES({CLI_EXCLUDES, "method=layered", .why = "that method has no bounds"})},
};

static const struct cli_option moves_options[] = {
    {0, "judge", "MOVES|FILE|-", CLI_TEXT, OFFSET(judge),
     "report whether MOVES solve the board, and by how many moves they exceed the optimum; a FILE "
     "has one solution per line, optionally after its board; a link may have both",
     .modes = JUDGE, .tried = "LU"},
    {0, "improve", "MOVES|FILE|-", CLI_TEXT, OFFSET(improve),
     "begin with the solution MOVES and shorten it, as --anytime does; also report where moves are "
     "lost; a FILE as for --judge",
     .modes = IMPROVE, .tried = "LU"},
    {0, "invert", "MOVES|FILE|-", CLI_TEXT, OFFSET(invert),
     "print the moves that undo MOVES, without solving; a FILE has one sequence, or one answer, "
     "per line",
     .modes = INVERT, .tried = "RDDL"},
    {0, "state", NULL, CLI_FLAG, OFFSET(state),
     "print the boards, also those of scrambles, without solving", .modes = STATE},
};

static const struct cli_option scramble_options[] = {
    {0, "scramble", "N", CLI_COUNT, OFFSET(scramble),
     "print N random solvable boards, without solving", .minimum = 1, .maximum = INT64_MAX,
     .modes = SCRAMBLE, .tried = "3; with --seed=7"},
    {0, "walk", "M", CLI_NUMBER, OFFSET(walk),
     "with --scramble, boards after M random moves from the goal, no move undoing the previous one",
     .minimum = 1, .maximum = WALK_MOST, .modes = SCRAMBLE, .tried = "9; against --walk=30"},
    {0, "length", "A-B", CLI_TEXT, OFFSET(length),
     "with --scramble, boards whose shortest solutions have A to B moves, in turn",
     .modes = SCRAMBLE, .tried = "3-5; against --length=9",
     .rules = CLI_RULES({CLI_EXCLUDES, .others = "walk"})},
    {0, "as", "NAME", CLI_CHOICE, OFFSET(as),
     "with --scramble, print boards (default), or the moves that lead to them from the goal",
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
    "      --method NAME      a textbook method, such as astar, bfs or layered\n"
    "      --compare          compare all methods on the same boards\n"
    "      --stats            show nodes and time of each bound\n"
    "  -d, --dir DIR          the directory of the databases\n"
    "  -j, --jobs N           threads (default: all cores)\n"
    "  -q, --quiet            only warnings and errors\n"
    "\n"
    "An answer is LENGTH MOVES, 'unsolvable' or 'error'; at a limit, '>=LENGTH' or\n"
    "'<=LENGTH MOVES'.\n"
    "Exit code: 0 solved, 1 unsolvable or a limit, 2 wrong usage, 3 a file failed.\n";

static const char epilogue[] =
    "A BOARD is its numbers, row by row, with 0, _ or . for the blank; rows may be\n"
    "separated by '/', ';' or newlines. It may also be a list, such as [[1,2],[3,0]],\n"
    "a word, such as 123456780 (A is 10), or a scramble: moves from the goal, such as\n"
    "R2D2L. A FILE contains boards, one per line or in rows; without operands, boards\n"
    "are read from stdin. '#' starts a comment. The answer is LENGTH MOVES,\n"
    "'unsolvable', '>=LENGTH' if a limit was reached first, '<=LENGTH MOVES' if a\n"
    "shorter solution may exist, or 'error'.\n"
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

/* ---- keywords of --method, and modes --------------------------------------------------------- */

struct method_keywords {
    const char *keywords[METHODS_MOST + 2];
    char help[512];
};

static void help_append(struct method_keywords *made, const char *text) {
    const size_t used = strlen(made->help);
    snprintf(made->help + used, sizeof made->help - used, "%s", text);
}

/* Writes help such as "ida (default), or a textbook method: astar, bfs, or layered (as a person
 * does it)". Methods that are not optimal come last, with summaries. */
static void method_keywords_make(struct method_keywords *made) {
    const size_t count = tilepdb_method_count();
    size_t named = 0;
    *made = (struct method_keywords){.keywords = {"ida"}};
    for (size_t i = 0; i < count && i < METHODS_MOST; i++)
        made->keywords[i + 1] = tilepdb_method_at(i)->name;
    help_append(made, "ida (default), or a textbook method: ");
    for (int optimal = 1; optimal >= 0; optimal--) {
        for (size_t i = 0; i < count; i++) {
            const tilepdb_method_info *method = tilepdb_method_at(i);
            if (method->optimal != (bool)optimal) continue;
            help_append(made, named == 0 ? "" : named + 1 < count ? ", " : ", or ");
            help_append(made, method->name);
            named++;
            if (optimal) continue;
            help_append(made, " (");
            help_append(made, method->summary);
            help_append(made, ")");
        }
    }
}

struct mode_list {
    struct cli_mode list[METHODS_MOST + 8];
    size_t count;
};

static void modes_make(struct mode_list *modes) {
    static const struct cli_mode others[] = {
        {"scramble", NULL, SCRAMBLE}, {"invert", NULL, INVERT}, {"examples", NULL, EXAMPLES},
        {"state", NULL, STATE},       {"judge", NULL, JUDGE},   {"compare", NULL, COMPARE},
        {"improve", NULL, IMPROVE},
    };
    modes->count = CLI_LENGTH(others);
    memcpy(modes->list, others, sizeof others);
    for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++) {
        const tilepdb_method_info *method = tilepdb_method_at(i);
        modes->list[modes->count++] = (struct cli_mode){
            "method", method->name,
            (uint32_t)(METHODS | (method->limits ? LIMITED : 0) |
                       (method->memory_limit ? STORING : 0) | (method->heuristic ? GUIDED : 0) |
                       (method->first_bound ? BOUNDED : 0) | (method->form ? PROGRAM : 0) |
                       (method->any_metric ? METRICS : 0))};
    }
    modes->list[modes->count++] = (struct cli_mode){"anytime", NULL, ANYTIME};
    modes->list[modes->count++] = (struct cli_mode){NULL, NULL, IDA};
}

/* Beams also solve boards too large for tables, but only until a limit. */
static bool limits_take_large(const struct solve_options *options) {
    return options->method == METHOD_IDA && !options->compare && !options->all && !options->count &&
           !options->partition && !options->checkpoint &&
           (options->timeout > 0 || options->max_nodes > 0);
}

static bool board_size_check(struct solve_options *options) {
    const struct cli_board_size size = options->board;
    const tilepdb_method_info *method = textbook_method(options);
    const bool textbook = method && method->large;
    tilepdb_error error;
    const bool any = options->anytime || options->scramble || options->state || options->judge ||
                     limits_take_large(options);
    options->large = any || (textbook && !options->compare);
    if (any) return true;
    if (!textbook) return size.width == 0 || cli_board_check("board", size);
    if (size.width * size.height <= TILEPDB_TABLE_MAX_CELLS || large_options_check(options, &error))
        return true;
    cli_complain("--board %dx%d: %s", size.width, size.height, error.message);
    return false;
}

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
    if (!board_size_check(options)) return false;
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
    if (options->max_length != 0 && options->first_bound > options->max_length) {
        cli_complain("--first-bound %d is above --max-length %d", options->first_bound,
                     options->max_length);
        return false;
    }
    if (options->animate && options->format != FORMAT_SVG && !cli_terminal_there()) {
        cli_complain("--animate needs a terminal that can move its cursor as standard output; "
                     "--show prints the boards");
        return false;
    }
    tilepdb_kind kinds[CLI_MAX_KINDS];
    return cli_kinds(TILEPDB_METRIC_SINGLE, options->blank, options->encoding, kinds) > 0;
}

int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first) {
    *options = (struct solve_options){
        .blank = CLI_UNSET,
        .encoding = CLI_UNSET,
        .direction = CLI_UNSET,
    };
    struct cli_option textbook[CLI_LENGTH(textbook_options)];
    struct method_keywords keywords;
    struct mode_list modes;
    method_keywords_make(&keywords);
    modes_make(&modes);
    memcpy(textbook, textbook_options, sizeof textbook);
    textbook[0].keywords = keywords.keywords;
    textbook[0].help = keywords.help;
    const struct cli_section sections[] = {
        {"Boards", board_options, CLI_LENGTH(board_options), options},
        {"Search", search_options, CLI_LENGTH(search_options), options},
        {"Textbook methods", textbook, CLI_LENGTH(textbook), options},
        {"Limits, for each board", limit_options, CLI_LENGTH(limit_options), options},
        {"Output", output_options, CLI_LENGTH(output_options), options},
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
        .modes = modes.list,
        .mode_count = modes.count,
    };
    const int code = cli_parse(&tool, &options->common, argc, argv, first);
    if (code != CLI_GO_ON) return code;
    return options_check(options) ? CLI_GO_ON : CLI_USAGE;
}
