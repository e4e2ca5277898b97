#include "answers/solve_options.h"

#include "cli/console.h"
#include "cli/terminal.h"
#include "tables/table_text.h"

#define CHOOSES_TABLES                                                                             \
    { CLI_EXCLUDES, WITHOUT_TABLES, .why = "that heuristic uses no databases" }
#define NOT_TEXT "format=json format=csv"
#define SEEN     "in hard, hard stats, hard json"

const char *const solve_heuristics[] = {"pdb", "manhattan", "linear-conflict", NULL};
static const char *const format_keywords[] = {"text", "json", "csv", "svg", NULL};

const struct cli_option solve_board_rows[SOLVE_BOARD_ROWS] = {
    {'b', "board", "WxH", CLI_ANY_BOARD, OFFSET(board),
     "size, width x height (default: as written, or a square)", .modes = BOARDS | SCRAMBLE,
     .tried = "2x5; in wide"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal),
     "blank-last (default), blank-first, spiral (or snail), or a board, where * is a cell that may "
     "hold anything and equal tiles are alike",
     .keywords = cli_goal_keywords, .modes = BOARDS | SCRAMBLE,
     .tried = "blank-first; in hard, hard stats, wide rows"},
    {0, "blank-tile", "VALUE", CLI_TEXT, OFFSET(blank_tile),
     "number or mark of the blank, or last for the largest number (default: 0, or n for 1 to n)",
     .modes = BOARDS, .tried = "2"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric),
     "a move is a slide of one tile: single (stm, default), or of any number in a line: multi "
     "(mtm)",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms,
     .modes = IDA | BEST | JUDGE | COMPARE | METRICS | SCRAMBLE,
     .tried = "multi; " SEEN "\n"
              "single; " SEEN "; against --metric=multi",
     .rules =
         CLI_RULES({CLI_WORKS_IN, .value = "single", .modes = CLI_ALL_MODES},
                   {CLI_EXCLUDES, "blank encoding", .why = "colour databases have one kind",
                    .value = "multi"},
                   {CLI_EXCLUDES, "preload",
                    .why = "colour databases are read when they are opened", .value = "multi"},
                   {CLI_EXCLUDES, WITHOUT_TABLES,
                    .why = "it is no lower bound for multi-tile moves", .value = "multi"},
                   {CLI_EXCLUDES, "direction=auto direction=backward direction=both",
                    .why = "multi-tile moves are searched forward", .value = "multi"},
                   {CLI_EXCLUDES, "walk", .why = "a walk counts single tiles", .value = "multi"})},
};

const struct cli_option solve_table_rows[SOLVE_TABLE_ROWS] = {
    {'p', "partition", "NAME[+NAME...]", CLI_TEXT, OFFSET(partition),
     "databases; of several, the highest bound counts (default: 7-8, or the largest present)",
     .modes = TABLES, .tried = "1-4/5-8; in hard stats, hard, none",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank),
     "aware or projected databases (default: aware)", .keywords = cli_blank_keywords,
     .modes = TABLES, .tried = "projected; in none named, none; shows projected",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding), "bit or nibble databases",
     .keywords = cli_encoding_keywords, .modes = TABLES,
     .tried = "nibble; in none named, none; shows nibble", .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "generate", NULL, CLI_FLAG, OFFSET(generate),
     "generate missing databases (the strongest), keep them", .modes = TABLES,
     .tried = "; in none; shows tpdb$",
     .rules = CLI_RULES(CHOOSES_TABLES, {CLI_EXCLUDES, .others = "no-generate"})},
    {0, "no-generate", NULL, CLI_FLAG, OFFSET(no_generate),
     "fail instead of generating missing databases", .modes = CLI_ALL_MODES, .tried = "; unseen"},
    {0, "preload", NULL, CLI_FLAG, OFFSET(preload),
     "read the databases completely before the first board", .modes = TABLES,
     .tried = "; in damaged named, damaged, damaged moved; shows was altered",
     .rules = CLI_RULES(CHOOSES_TABLES)},
    {0, "no-reflection", NULL, CLI_FLAG, OFFSET(no_reflection),
     "do not also look up the reflected board", .modes = TABLES,
     .tried = "; in named stats, middle, near stats, far stats, far, named json",
     .rules = CLI_RULES({CLI_EXCLUDES, WITHOUT_TABLES,
                         .why = "that heuristic does not look at the reflected board"})},
    {0, "plain", NULL, CLI_FLAG, OFFSET(plain),
     "prune neither symmetries nor duplicates, to compare counts with the literature",
     .modes = IDA | JUDGE | COMPARE,
     .tried = "; in named stats, middle, hard stats, far stats, far",
     .rules =
         CLI_RULES({CLI_EXCLUDES, "all count", .why = "only the plain tree has all solutions"})},
};

const struct cli_option solve_limit_rows[SOLVE_LIMIT_ROWS] = {
    {0, "max-length", "N", CLI_NUMBER, OFFSET(max_length),
     "search for solutions of at most N moves", .minimum = 1, .maximum = TILEPDB_MAX_MOVES,
     .modes = SOLVE | JUDGE | COMPARE, .tried = "500; in few moves hard, few moves"},
    {0, "max-nodes", "N", CLI_COUNT, OFFSET(max_nodes),
     "give up on a board after N generated nodes", .minimum = 1, .maximum = INT64_MAX,
     .modes = IDA | LIMITED | JUDGE | COMPARE, .tried = "900000000; in few nodes hard, few nodes"},
    {0, "timeout", "SECONDS", CLI_SECONDS, OFFSET(timeout), "give up on a board after this time",
     .incidental = true, .modes = IDA | BEST | LIMITED | JUDGE | COMPARE,
     .tried =
         "60; in brief, brief marked, deep named, deep; shows \\blimit\\b(?! on moves)|is used up"},
};

const struct cli_option solve_output_rows[SOLVE_OUTPUT_ROWS] = {
    {0, "format", "NAME", CLI_CHOICE, OFFSET(format),
     "text (default), json, csv, or svg: a picture", .keywords = format_keywords, .modes = ANY,
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
     "letters of the way the tile moves (default), or the blank; or numbers of the tiles",
     .keywords = cli_notation_keywords, .modes = BOARDS | INVERT,
     .tried = "blank; in hard, wide\n"
              "numbers",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "numbers", .modes = SOLVE | BEST | JUDGE | INVERT},
                        {CLI_EXCLUDES, "count", .why = "text output has no moves",
                         .value = "numbers", .unless = NOT_TEXT})},
    {0, "run-length", NULL, CLI_FLAG, OFFSET(run_length), "write URDL2 for URDLL",
     .modes = SOLVE | BEST | JUDGE | INVERT, .tried = "; in hard, straight",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "moves=numbers", .why = "tile numbers do not repeat"},
         {CLI_EXCLUDES, "count judge", .why = "text output has no moves", .unless = NOT_TEXT})},
    {'o', "output", "FILE", CLI_TEXT, OFFSET(output),
     "write results to FILE once they are complete", .incidental = true, .modes = ANY,
     .tried = "out"},
    {0, "show", NULL, CLI_FLAG, OFFSET(show), "also print the boards, move by move", .modes = SOLVE,
     .rules = CLI_RULES({CLI_EXCLUDES, NOT_TEXT, .why = "boards are drawn only in text output"})},
    {0, "animate", NULL, CLI_FLAG, OFFSET(animate),
     "play the solution: space pauses, n and p step, + and - change the speed, q quits",
     .modes = SOLVE, .tried = "; screen; shows moves/s; space",
     .rules = CLI_RULES({CLI_EXCLUDES, NOT_TEXT, .why = "boards are drawn only in text output"},
                        {CLI_EXCLUDES, "output", .why = "a solution is played on a terminal",
                         .unless = "format=svg"})},
    {0, "speed", "MOVES", CLI_RATE, OFFSET(speed), "with --animate, moves per second (default 4)",
     .maximum = 1000, .modes = SOLVE, .tried = "0.01; screen; shows 0.01 moves/s",
     .rules = CLI_RULES({CLI_NEEDS, .others = "animate"})},
    {0, "color", "WHEN", CLI_CHOICE, OFFSET(color),
     "colours of boards: auto (default), always, or never", .keywords = cli_when_keywords,
     .modes = SOLVE, .tried = "always; against --color=never",
     .rules = CLI_RULES({CLI_NEEDS, .others = "show animate"})},
    {0, "ascii", NULL, CLI_FLAG, OFFSET(ascii), "draw boards in plain ASCII", .modes = SOLVE,
     .tried = "; screen", .rules = CLI_RULES({CLI_NEEDS, .others = "show animate"})},
    {0, "stats", NULL, CLI_FLAG, OFFSET(stats), "print nodes and time of each bound on stderr",
     .incidental = true, .modes = SOLVE | JUDGE},
    {0, "bounds", "FILE", CLI_TEXT, OFFSET(bounds),
     "write nodes and time of each bound to FILE as CSV", .modes = IDA | LIMITED | BEST,
     .tried = "out.csv; shows out\\.csv"},
};

/* Beams also solve boards too large for tables, but only until a limit. */
static bool takes_large(const struct solve_options *options) {
    const bool limited = options->timeout > 0 || options->max_nodes > 0;
    if (options->method || options->compare) return options->method && options->method->large;
    return options->anytime || options->scramble || options->state || options->judge ||
           (limited && !options->all && !options->count && !options->partition &&
            !options->checkpoint);
}

bool solve_rows_check(struct solve_options *options) {
    tilepdb_kind kinds[CLI_MAX_KINDS];
    options->large = takes_large(options);
    if (!options->large && options->board.width != 0 && !cli_board_check("board", options->board))
        return false;
    if (options->animate && options->format != FORMAT_SVG && !cli_terminal_there()) {
        cli_complain("--animate needs a terminal that can move its cursor as standard output; "
                     "--show prints the boards");
        return false;
    }
    return cli_kinds(TILEPDB_METRIC_SINGLE, options->blank, options->encoding, kinds) > 0;
}
