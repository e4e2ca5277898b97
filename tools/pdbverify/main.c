/* Options and commands of pdbverify. */
#include <string.h>

#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_set.h"
#include "tables/table_text.h"

#define OFFSET(member) offsetof(struct verify_options, member)

enum {
    TABLE = 1 << 0,
    SOLUTION = 1 << 1,
    OPTIMAL = 1 << 2,
    CERTIFICATE = 1 << 3,
    ANTIPODES = 1 << 4,
    LAYERS = 1 << 5,

    SEARCH = OPTIMAL | ANTIPODES | LAYERS /* commands that choose their tables */
};

static const struct cli_option table_options[] = {
    {0, "integrity", NULL, CLI_FLAG, OFFSET(integrity),
     "with table, check checksums, sizes and content hash (default)", .modes = TABLE,
     .tried = "; unseen",
     .rules = CLI_RULES({CLI_EXCLUDES, "full", .why = "a full proof begins with integrity"})},
    {0, "full", NULL, CLI_FLAG, OFFSET(full),
     "prove every entry of a database, or of the databases that another command uses, by moves "
     "from the goal",
     .modes = TABLE | SEARCH | CERTIFICATE, .tried = "; in there, coloured"},
    {0, "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "with --full, refuse a proof that needs more memory, such as 2GiB", .modes = TABLE,
     .tried = "1G; in little, coloured little", .rules = CLI_RULES({CLI_NEEDS, .others = "full"})},
};

static const struct cli_option board_options[] = {
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(filter.metric),
     "what one move is: single (or stm), one tile, with partitions (default); multi (or mtm), a "
     "slide of one tile or more, with colourings",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms,
     .modes = TABLE | SOLUTION | OPTIMAL | CERTIFICATE,
     .tried = "multi; in there, turned, first, marked; shows multi|a colouring",
     .rules = CLI_RULES({CLI_WORKS_IN, .value = "single", .modes = CLI_ALL_MODES},
                        {CLI_EXCLUDES, "blank encoding", .why = "colour databases have one kind",
                         .value = "multi"},
                        {CLI_EXCLUDES, "direction=auto direction=backward direction=both",
                         .why = "multi-tile moves are searched forward", .value = "multi"})},
    {'b', "board", "WxH", CLI_BOARD, OFFSET(filter.board),
     "size of boards and partitions (default: from the rows, else a square; partitions 4x4)",
     .modes = TABLE | SOLUTION | OPTIMAL, .tried = "3x3; in sized, coloured sized"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal), CLI_GOAL_HELP "or a board (default: blank-last)",
     .keywords = cli_goal_keywords, .modes = TABLE | SOLUTION | OPTIMAL,
     .tried = "blank-first; in there, turned, coloured, marked"},
    {0, "blank-tile", "VALUE", CLI_TEXT, OFFSET(blank_tile),
     "the number or mark that stands for the blank, or 'last' for the largest number (default: 0; "
     "n where the numbers are 1 to n)",
     .modes = SOLUTION | OPTIMAL, .tried = "2; in there"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(filter.goal_blank),
     "the goal's blank cell, counted from 0, of the partition or of layers",
     .maximum = TILEPDB_TABLE_MAX_CELLS - 1, .modes = TABLE | LAYERS,
     .tried = "6; in there, coloured"},
    {0, "moves", "NAME", CLI_CHOICE, OFFSET(moves),
     "tile: U D L R, the way the tile moves (default); blank: the way the blank moves; numbers: "
     "the tiles that move",
     .keywords = cli_notation_keywords, .modes = SOLUTION, .tried = "blank; in there"},
};

static const struct cli_option search_options[] = {
    {'p', "partition", "NAME[+NAME...]", CLI_TEXT, OFFSET(partition),
     "databases to use; of several, the highest bound counts (default: 7-8 if present, else the "
     "largest present); with --direction both, also FORWARD:BACKWARD; with --metric multi, "
     "colourings",
     .modes = SEARCH, .tried = "8"},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(filter.blank),
     "use, or verify, aware (zero-aware) or projected databases", .keywords = cli_blank_keywords,
     .modes = TABLE | SEARCH, .tried = "projected; in there"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(filter.encoding),
     "use, or verify, bit or nibble databases", .keywords = cli_encoding_keywords,
     .modes = TABLE | SEARCH, .tried = "nibble; in there"},
    {0, "generate", NULL, CLI_FLAG, OFFSET(generate),
     "generate missing databases without asking, and keep them: the databases of the certificate, "
     "or the strongest",
     .modes = SEARCH | CERTIFICATE, .rules = CLI_RULES({CLI_EXCLUDES, .others = "no-generate"})},
    {0, "no-generate", NULL, CLI_FLAG, OFFSET(no_generate),
     "fail instead of generating missing databases", .modes = CLI_ALL_MODES, .tried = "; unseen"},
    {0, "direction", "NAME", CLI_CHOICE, OFFSET(direction),
     "with optimal, forward: search from the board to the goal; backward: from the goal to the "
     "board, with databases for the board's blank cell; both: from both sides until the searches "
     "meet; auto: forward or backward, whichever is expected to need fewer nodes (default, unless "
     "databases are named)",
     .keywords = cli_direction_keywords, .modes = OPTIMAL, .tried = "auto"},
    {0, "any", NULL, CLI_FLAG, OFFSET(any),
     "with optimal, find any optimal solution, as fast as possible, instead of the first in move "
     "order",
     .modes = OPTIMAL},
    {0, "cross", NULL, CLI_FLAG, OFFSET(cross),
     "with optimal, prove the lower bound again with a second partition, or colouring",
     .modes = OPTIMAL},
    {0, "certificate", "FILE", CLI_TEXT, OFFSET(certificate),
     "with optimal, write the proof to FILE, as JSON", .modes = OPTIMAL, .tried = "out"},
    {0, "checkpoint", "FILE", CLI_TEXT, OFFSET(checkpoint),
     "with optimal, save finished work in FILE and resume from it, also from a file of pdbsolve",
     .modes = OPTIMAL, .tried = "kept"},
    {0, "every", "SECONDS", CLI_SECONDS, OFFSET(every),
     "with --checkpoint, the interval between saves (default 60)", .modes = OPTIMAL, .tried = "9",
     .rules = CLI_RULES({CLI_NEEDS, .others = "checkpoint"})},
    {0, "neighbours", NULL, CLI_FLAG, OFFSET(neighbours),
     "with antipodes, also prove that all boards one move away have distance 79",
     .modes = ANTIPODES},
    {0, "down-to", "D", CLI_NUMBER, OFFSET(down_to),
     "with layers, the last distance, 76 to 80 (default: 79)", .minimum = 76, .maximum = 80,
     .modes = LAYERS, .tried = "80"},
    {0, "from", "FILE", CLI_TEXT, OFFSET(from),
     "with layers, start with the boards that an earlier run printed with --json, each proven "
     "again",
     .modes = LAYERS, .tried = "in"},
};

static const struct cli_option format_options[] = {
    {0, "json", NULL, CLI_FLAG, OFFSET(json), "one JSON object per verdict", .modes = CLI_ALL_MODES,
     .tried = "; in there, coloured"},
};

static const char brief[] =
    "  pdbverify table 7-8                    check checksums and sizes of files\n"
    "  pdbverify table --full 7-8             prove every entry of the files\n"
    "  pdbverify solution R2D2L2U DRRUULL     check that moves solve the board\n"
    "  pdbverify optimal R2D2L2U              prove the optimal length\n"
    "  pdbverify optimal R2D2L2U --certificate proof.json\n"
    "  pdbverify certificate proof.json       check a certificate from scratch\n"
    "  pdbverify antipodes                    prove the 17 boards at distance 80\n"
    "  pdbverify layers --down-to 79          count the boards at distance 80 and 79\n"
    "\n"
    "  -b, --board WxH         size of boards and partitions\n"
    "  -g, --goal GOAL         blank-last (default), blank-first, spiral, or a board\n"
    "  -p, --partition NAME    databases (default: 7-8, or the largest that exist)\n"
    "      --metric NAME       single (STM, default) or multi (MTM)\n"
    "      --cross             prove a lower bound again with other databases\n"
    "      --certificate FILE  write the proof of an optimum to FILE, as JSON\n"
    "      --generate          generate missing databases, and keep them\n"
    "      --json              one JSON object per verdict\n"
    "  -d, --dir DIR           the directory of the databases\n"
    "  -j, --jobs N            threads (default: all cores)\n"
    "  -q, --quiet             only warnings and errors\n"
    "\n"
    "Exit code: 0 proven, 1 false, 2 wrong usage, 3 a file is missing or corrupt.\n";

static const char epilogue[] =
    "Commands:\n"
    "  table FILE|PARTITION...     check files, or with --full prove every entry\n"
    "  solution BOARD MOVES        check that moves solve the board\n"
    "  optimal BOARD [LENGTH]      prove the optimal length\n"
    "  certificate FILE            check a certificate from scratch\n"
    "  antipodes                   prove the 17 boards at distance 80\n"
    "  layers                      count the boards at distance 80, 79, ...\n"
    "\n"
    "Examples:\n"
    "  pdbverify table --full 7-8\n"
    "  pdbverify optimal '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' 80 --cross\n"
    "\n"
    "Exit code: 0 proven, 1 well-formed but false, 2 wrong usage, 3 broken: a file is\n"
    "missing, unreadable or corrupt; 129, 130 or 143 interrupted.\n";

struct command {
    const char *name;
    uint32_t mode;
    int (*run)(const struct task *task);
    size_t least, most;
    const char *operands;
};

static const struct command commands[] = {
    {"table", TABLE, command_table, 1, SIZE_MAX, "FILE|PARTITION..."},
    {"solution", SOLUTION, command_solution, 2, SIZE_MAX, "BOARD MOVES"},
    {"optimal", OPTIMAL, command_optimal, 1, SIZE_MAX, "BOARD [LENGTH]"},
    {"certificate", CERTIFICATE, command_certificate, 1, 1, "FILE"},
    {"antipodes", ANTIPODES, command_antipodes, 0, 0, "no operands"},
    {"layers", LAYERS, command_layers, 0, 0, "no operands"},
};

static const struct command *command_find(const char *name) {
    const char *names[CLI_LENGTH(commands)];
    for (size_t i = 0; i < CLI_LENGTH(commands); i++) {
        names[i] = commands[i].name;
        if (strcmp(name, names[i]) == 0) return &commands[i];
    }
    const char *nearest = nearest_word(name, names, CLI_LENGTH(commands));
    if (nearest)
        cli_complain("unknown command %s; did you mean %s?", name, nearest);
    else
        cli_complain("unknown command %s; see --help", name);
    return NULL;
}

static int run(const struct verify_options *options, char **operands, size_t count) {
    tilepdb_kind kinds[CLI_MAX_KINDS];
    if (cli_kinds(TILEPDB_METRIC_SINGLE, options->filter.blank, options->filter.encoding, kinds) ==
        0)
        return CLI_USAGE;
    const struct command *command = count > 0 ? command_find(operands[0]) : NULL;
    if (count == 0) cli_complain("name a command: table, solution, optimal, ...; see --help");
    if (!command) return CLI_USAGE;
    if (count - 1 < command->least || count - 1 > command->most) {
        cli_complain("%s takes %s", command->name, command->operands);
        return CLI_USAGE;
    }
    struct cli_output output = {0};
    struct cli_progress progress;
    struct checkpoint_saver saver = {0};
    int code = partition_sides_check(options->partition,
                                     cli_directions(options->direction) == TILEPDB_DIRECTIONS_BOTH);
    if (code == CLI_SUCCESS) code = cli_output_differ(options->certificate, options->checkpoint);
    if (code == CLI_SUCCESS) code = cli_output_open_beside(&output, NULL, options->certificate);
    if (code != CLI_SUCCESS) return code;
    cli_progress_init(&progress, &options->common);
    code = checkpoint_saver_open(&saver, options->checkpoint, options->every);
    if (code != CLI_SUCCESS) return cli_output_end(&output, code);
    const struct task task = {options,
                              operands + 1,
                              count - 1,
                              &output,
                              &progress,
                              &saver,
                              cli_allocated(tilepdb_cancel_create())};
    cli_signal_cancels(task.cancel);
    code = command->run(&task);
    cli_signal_cancels(NULL);
    tilepdb_cancel_free(task.cancel);
    code = cli_worse(code, checkpoint_saver_close(&saver));
    cli_progress_clear();
    return cli_output_end(&output, code);
}

int main(int argc, char **argv) {
    struct verify_options options = {
        .filter = {.metric = CLI_UNSET,
                   .blank = CLI_UNSET,
                   .encoding = CLI_UNSET,
                   .goal = CLI_UNSET,
                   .goal_blank = CLI_UNSET,
                   .common = &options.common},
        .direction = CLI_UNSET,
    };
    const struct cli_section sections[] = {
        {"Databases", table_options, CLI_LENGTH(table_options), &options},
        {"Boards and moves", board_options, CLI_LENGTH(board_options), &options},
        {"Search", search_options, CLI_LENGTH(search_options), &options},
        {"Format", format_options, CLI_LENGTH(format_options), &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
    };
    const char *names[CLI_LENGTH(commands) + 1] = {NULL};
    struct cli_mode modes[CLI_LENGTH(commands)];
    for (size_t i = 0; i < CLI_LENGTH(commands); i++) {
        names[i] = commands[i].name;
        modes[i] = (struct cli_mode){.name = commands[i].name, .sets = commands[i].mode};
    }
    const struct cli_tool tool = {
        .name = "pdbverify",
        .usage = "[OPTIONS] COMMAND [OPERAND...]",
        .operands = {.keywords = names, .partitions = true, .files = true, .modes = CLI_ALL_MODES},
        .summary = "Proves tables, solutions and optima, or refutes them.",
        .brief = brief,
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
        .commands = true,
    };
    int first;
    const int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    return run(&options, argv + first, (size_t)(argc - first));
}
