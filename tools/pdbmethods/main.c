/* pdbmethods: textbook methods beside the search of pdbsolve, for teaching and comparison. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers/solve_options.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "pdbmethods/methods.h"

#define SEEN "in hard, hard stats, hard json"

static const char *const form_keywords[] = {"fixed", "penalty", NULL};

static const struct cli_option method_options[] = {
    {0, "explain", NULL, CLI_FLAG, OFFSET(explain), "also print the steps of the method",
     .modes = METHODS,
     .rules = CLI_RULES({CLI_EXCLUDES, "format=csv", .why = "CSV has no place for the steps"})},
    {0, "heuristic", "NAME", CLI_CHOICE, OFFSET(heuristic),
     "for ida, pdb (databases, default), manhattan or linear-conflict; for astar, manhattan "
     "(default) or linear-conflict",
     .keywords = solve_heuristics, .modes = IDA | GUIDED,
     .tried = "manhattan; in hard stats, hard; against --heuristic=linear-conflict\n"
              "linear-conflict; in hard stats, hard\n"
              "pdb; in hard stats, hard; against --heuristic=manhattan",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "pdb", .modes = IDA})},
    {0, "first-bound", "N", CLI_NUMBER, OFFSET(first_bound),
     "the first bound of iddfs, or the first horizon of ilp, in moves", .minimum = 1,
     .maximum = TILEPDB_METHOD_ITERATIONS - 1, .modes = BOUNDED, .tried = "9; " SEEN},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "limit of memory of bfs and astar (default: the available memory; with compare 1G)",
     .modes = COMPARE | STORING, .tried = "1G; in few bytes"},
    {0, "ilp-form", "NAME", CLI_CHOICE, OFFSET(ilp_form),
     "fixed (default): solved after exactly N moves; penalty: remaining distance has a cost",
     .keywords = form_keywords, .modes = PROGRAM, .tried = "penalty; in hard, hard lp"},
    {0, "write-lp", "FILE", CLI_TEXT, OFFSET(write_lp),
     "write the LP model of ilp in CPLEX format: for the N moves of --first-bound, else for the "
     "length of the solution",
     .modes = PROGRAM, .tried = "out.lp; shows out\\.lp"},
    {0, "plot", "FILE", CLI_TEXT, OFFSET(plot),
     "with compare, write an SVG chart, drawn by gnuplot", .modes = COMPARE, .tried = "out.svg"},
    {0, "example", "NAME", CLI_TEXT, OFFSET(example), "solve a named board",
     .modes = SOLVE | COMPARE, .tried = "simple; in other, other named",
     .rules =
         CLI_RULES({CLI_EXCLUDES, .others = CLI_OPERANDS},
                   {CLI_EXCLUDES, "goal board blank-tile",
                    .why = "an example has a goal, a size and a blank of its own"},
                   {CLI_EXCLUDES, "moves", .why = "compare prints no moves", .modes = COMPARE})},
    {0, "examples", NULL, CLI_FLAG, OFFSET(examples), "list named boards", .modes = EXAMPLES},
};

static const char brief[] =
    "  pdbmethods astar R2D2L2U                        solve a scramble with A*\n"
    "  pdbmethods layered --explain --example simple   also print the steps\n"
    "  pdbmethods bfs --show '1 2 3/4 0 5/7 8 6'       also print the boards\n"
    "  pdbmethods compare --timeout 0.1 R2D2L2U        compare all methods\n"
    "  pdbmethods                                      a menu\n"
    "\n"
    "      --explain          also print the steps of the method\n"
    "      --heuristic NAME   manhattan or linear-conflict, for astar and ida\n"
    "  -g, --goal GOAL        blank-last (default), blank-first, spiral, or a board\n"
    "      --example NAME     solve a named board; --examples lists them\n"
    "      --timeout SECONDS  give up on a board after this time\n"
    "      --memory SIZE      limit of memory\n"
    "      --write-lp FILE    write the integer program of ilp\n"
    "      --plot FILE        with compare, draw a chart with gnuplot\n"
    "      --show, --animate  print the boards move by move, or play them\n"
    "      --format NAME      text (default), json, csv, or svg, a picture\n"
    "      --stats            show nodes and time of each bound\n"
    "  -o, --output FILE      write the answers to FILE\n"
    "  -d, --dir DIR          the directory of the databases\n"
    "  -q, --quiet            only warnings and errors\n"
    "\n"
    "Boards, answers and exit codes are as in pdbsolve.\n";

static const char epilogue[] =
    "A METHOD alone reads boards from stdin; 'compare' alone has boards of its own.\n"
    "pdbmethods alone, on a terminal, is a menu. BOARD and FILE are as in pdbsolve.\n"
    "\n"
    "Examples:\n"
    "  pdbmethods astar R2D2L2U\n"
    "  pdbmethods layered --explain --example simple\n"
    "  pdbmethods ilp --write-lp model.lp '1 2 3/4 0 5/7 8 6'\n"
    "  pdbmethods compare --timeout 0.1 --plot methods.svg\n"
    "\n"
    "Exit code, the worst of all boards: 0 solved, 1 unsolvable or a limit, 2 usage\n"
    "error or unreadable board, 3 a file failed, 129, 130 or 143 interrupted.\n";

/* ---- commands -------------------------------------------------------------------------------- */

/* What the first operand names: a textbook method, or one of two others. */
struct command {
    const char *name, *summary;
    const tilepdb_method_info *method; /* NULL for the two others */
    uint32_t sets;
    int (*run)(struct session *session);
};

static const struct command own_commands[] = {
    {"ida", "IDA*, as pdbsolve does it", NULL, IDA, ida_run},
    {"compare", "all methods, each for 2 s per board or --timeout", NULL, COMPARE, compare_run},
};

static const struct cli_moved moved[] = {
    {"method", "pdbmethods METHOD, such as pdbmethods astar"},
    {"compare", "pdbmethods compare"},
    {"all", "pdbsolve --all"},
    {"any", "pdbsolve --any"},
    {"anytime", "pdbsolve --anytime"},
    {"checkpoint", "pdbsolve --checkpoint"},
    {"count", "pdbsolve --count"},
    {"direction", "pdbsolve --direction"},
    {"improve", "pdbsolve --improve"},
    {"judge", "pdbsolve --judge"},
    {"scramble", "pdbsolve --scramble"},
    {"state", "pdbsolve --state"},
};

#define COMMANDS_MOST (METHODS_MOST + CLI_LENGTH(own_commands))

struct command_list {
    struct command commands[COMMANDS_MOST];
    const char *names[COMMANDS_MOST + 1]; /* ends with NULL */
    struct cli_mode modes[COMMANDS_MOST + 2];
    size_t count;
    char *summary; /* owned */
};

static struct command method_command(const tilepdb_method_info *method) {
    const uint32_t sets = METHODS | (method->limits ? LIMITED : 0U) |
                          (method->memory_limit ? STORING : 0U) |
                          (method->heuristic ? GUIDED : 0U) | (method->first_bound ? BOUNDED : 0U) |
                          (method->form ? PROGRAM : 0U) | (method->any_metric ? METRICS : 0U);
    return (struct command){method->name, method->summary, method, sets, textbook_run};
}

static void command_add(struct command_list *list, struct command command) {
    list->modes[list->count] = (struct cli_mode){.name = command.name, .sets = command.sets};
    list->names[list->count] = command.name;
    list->commands[list->count++] = command;
    cli_append(&list->summary, "\n  %-9s %s", command.name, command.summary);
}

static void commands_list(struct command_list *list) {
    *list = (struct command_list){
        .summary = cli_text("Solves sliding-tile puzzles with textbook methods, and compares "
                            "them.\n\nMethods:")};
    for (size_t i = 0; i < tilepdb_method_count() && i < METHODS_MOST; i++)
        command_add(list, method_command(tilepdb_method_at(i)));
    for (size_t i = 0; i < CLI_LENGTH(own_commands); i++) command_add(list, own_commands[i]);
    list->modes[list->count] = (struct cli_mode){"examples", EXAMPLES, true};
    list->modes[list->count + 1] = (struct cli_mode){NULL, IDA, false};
}

static const struct command *command_find(const struct command_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0) return &list->commands[i];
    const char *nearest = nearest_word(name, list->names, list->count);
    if (nearest)
        cli_complain("unknown method '%.60s'; did you mean %s?", name, nearest);
    else
        cli_complain("unknown method '%.60s'; the method comes first: pdbmethods astar BOARD",
                     name);
    return NULL;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static int examples_list(const struct solve_options *options) {
    struct cli_output output = {0};
    const int code = cli_output_open(&output, options->output);
    if (code != CLI_SUCCESS) return code;
    if (options->format == FORMAT_CSV) fputs("name,board,goal,length,summary\n", output.stream);
    examples_print(output.stream, options);
    return cli_output_end(&output, CLI_SUCCESS);
}

static int menu(const struct solve_options *options) {
    struct cli_output output = {0};
    int code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    code = menu_run(options, &output);
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    return cli_output_end(&output, code);
}

/* Checks the options of a method, and sets members that depend on the method. */
static bool method_check(struct solve_options *options, const struct command *command) {
    const struct cli_board_size size = options->board;
    tilepdb_error error;
    options->method = command->method;
    options->compare = command->run == compare_run;
    if (options->max_length != 0 && options->first_bound > options->max_length) {
        cli_complain("--first-bound %d is above --max-length %d", options->first_bound,
                     options->max_length);
        return false;
    }
    if (!solve_rows_check(options)) return false;
    if (!options->method || size.width * size.height <= TILEPDB_TABLE_MAX_CELLS ||
        large_options_check(options, &error))
        return true;
    cli_complain("--board %dx%d: %s", size.width, size.height, error.message);
    return false;
}

static int command_run(const struct command *command, struct solve_options *options, char **boards,
                       size_t count) {
    const struct document document = {options->write_lp ? "write-lp" : "plot",
                                      options->write_lp ? options->write_lp : options->plot};
    char *example_board = NULL;
    if (!method_check(options, command)) return CLI_USAGE;
    if (options->example) {
        const struct example *example = example_find(options->example);
        if (!example) return CLI_USAGE;
        options->goal = example->goal;
        example_board = cli_text("%s", example->board);
        boards = &example_board;
        count = 1;
    }
    const int code = session_run(options, boards, count, document, command->run);
    free(example_board);
    return code;
}

static int run(const struct command_list *list, struct solve_options *options, int argc,
               char **operands, size_t count) {
    if (options->examples) return examples_list(options);
    if (count == 0 && options->example)
        return command_run(command_find(list, "ida"), options, NULL, 0);
    if (argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal()) return menu(options);
    if (count == 0) {
        cli_complain("name a method, such as pdbmethods astar BOARD; see --help");
        return CLI_USAGE;
    }
    const struct command *command = command_find(list, operands[0]);
    return command ? command_run(command, options, operands + 1, count - 1) : CLI_USAGE;
}

int main(int argc, char **argv) {
    struct solve_options options = SOLVE_OPTIONS_UNSET;
    struct command_list list;
    const struct cli_section sections[] = {
        {"Options of the methods", method_options, CLI_LENGTH(method_options), &options},
        {"Boards", solve_board_rows, SOLVE_BOARD_ROWS, &options},
        {"Databases of ida and compare", solve_table_rows, SOLVE_TABLE_ROWS, &options},
        {"Limits, for each board", solve_limit_rows, SOLVE_LIMIT_ROWS, &options},
        {"Output", solve_output_rows, SOLVE_OUTPUT_ROWS, &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
    };
    commands_list(&list);
    const struct cli_tool tool = {
        .name = "pdbmethods",
        .usage = "METHOD [OPTIONS] [BOARD|FILE...]",
        .operands = {.keywords = list.names, .files = true, .called = "boards", .modes = BOARDS},
        .summary = list.summary,
        .brief = brief,
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .modes = list.modes,
        .mode_count = list.count + 2,
        .commands = true,
        .moved = moved,
        .moved_count = CLI_LENGTH(moved),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code == CLI_GO_ON) code = run(&list, &options, argc, argv + first, (size_t)(argc - first));
    free(list.summary);
    return code;
}
