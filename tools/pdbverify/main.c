#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

/* ---- verdicts -------------------------------------------------------------------------------- */

json_t *object_for(const char *command) {
    return cli_allocated(json_pack("{ss}", "command", command));
}

tilepdb_verify_options check_options(const struct task *task) {
    return (tilepdb_verify_options){.threads = task->options->common.jobs,
                                    .memory_limit = task->options->memory,
                                    .progress = cli_progress_report,
                                    .user = task->progress};
}

static int print_verdict(const struct task *task, json_t *object, int code, const char *word,
                         const char *sentence) {
    cli_progress_clear();
    if (task->options->json) {
        json_object_set_new(object, "verdict", json_string(word));
        json_object_set_new(object, "sentence", cli_json_text(sentence));
        cli_json_print(task->output->stream, object);
    } else {
        cli_print_line(task->output->stream, 4, "%s: %s", word, sentence);
        json_decref(object);
    }
    cli_output_flush(task->output);
    return code;
}

int verdict(const struct task *task, json_t *object, int code, const char *format, ...) {
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    const char *word = code == CLI_SUCCESS   ? "proven"
                       : code == CLI_NO      ? "false"
                       : code == CLI_FAILURE ? "broken"
                                             : "unproven";
    return print_verdict(task, object, code, word, sentence);
}

int without_tables(const struct task *task, json_t *object, int code, const tilepdb_error *error) {
    if (error->status) return verdict_of(task, object, NULL, error);
    static const char sentence[] = "the tables that are needed are not available";
    if (code == CLI_FAILURE) return print_verdict(task, object, code, "broken", sentence);
    if (code == CLI_NO) return print_verdict(task, object, code, "unproven", sentence);
    json_decref(object);
    return code;
}

int verdict_of(const struct task *task, json_t *object, const char *subject,
               const tilepdb_error *error) {
    const int code = cli_exit_code(error->status);
    if (error->status == TILEPDB_CANCELLED) {
        cli_complain("interrupted");
        json_decref(object);
        return code;
    }
    if (code != CLI_NO && code != CLI_FAILURE) {
        json_decref(object);
        return cli_fail(subject, error);
    }
    const bool refuted = error->status == TILEPDB_REFUTED || error->status == TILEPDB_UNSOLVABLE;
    const char *word = code == CLI_FAILURE ? "broken" : refuted ? "false" : "unproven";
    char *reason = cli_about_file(subject ? subject : "", error->message);
    char *sentence = cli_text("%s%s%s", subject ? subject : "", subject ? ": " : "", reason);
    print_verdict(task, object, code, word, sentence);
    free(sentence);
    free(reason);
    return code;
}

/* ---- boards ---------------------------------------------------------------------------------- */

void add_metric(json_t *object, tilepdb_metric metric) {
    if (metric != TILEPDB_METRIC_SINGLE)
        json_object_set_new(object, "metric", json_string(tilepdb_metric_name(metric)));
}

json_t *json_of_file(const char *path, char reason[REASON_TEXT]) {
    json_error_t fault;
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "re");
    if (!file) {
        snprintf(reason, REASON_TEXT, "it cannot be opened: %s", strerror(errno));
        return NULL;
    }
    errno = 0;
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &fault);
    const int failure = errno;
    if (!root && ferror(file))
        snprintf(reason, REASON_TEXT, "it cannot be read: %s", strerror(failure));
    else if (!root)
        snprintf(reason, REASON_TEXT, "it is not valid JSON: line %d: %s", fault.line, fault.text);
    if (!standard) fclose(file);
    return root;
}

bool replay(const tilepdb_board *board, const tilepdb_board *goal, const char *moves,
            size_t *failed, char reason[REASON_TEXT]) {
    tilepdb_board position = *board;
    tilepdb_error error;
    *failed = 0;
    if (tilepdb_board_play(&position, moves, &error)) {
        *failed = error.column;
        snprintf(reason, REASON_TEXT, "of %zu move%s, %s", strlen(moves), plural(strlen(moves)),
                 error.message);
        return false;
    }
    if (tilepdb_goal_reached(goal, &position)) return true;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&position, true, text);
    snprintf(reason, REASON_TEXT, "%zu legal move%s in %.400s, which is not the goal",
             strlen(moves), strlen(moves) == 1 ? " ends" : "s end", text);
    return false;
}

/* ---- table: checks files, or proves entries -------------------------------------------------- */

static json_t *false_json(const tilepdb_proof *proof) {
    json_t *list = json_array();
    for (size_t i = 0; i < proof->first_count; i++) {
        const tilepdb_false_entry *entry = &proof->first[i];
        json_array_append_new(list,
                              json_pack("{sI sI si si ss}", "row", (json_int_t)entry->row, "column",
                                        (json_int_t)entry->column, "found", entry->found,
                                        "expected", entry->expected, "text", entry->text));
    }
    return list;
}

static void add_proof(json_t *object, const tilepdb_proof *proof) {
    json_object_update_new(object,
                           json_pack("{sI so sb sI sf}", "false_entries",
                                     (json_int_t)proof->false_entries, "first", false_json(proof),
                                     "histogram_holds", proof->histogram_holds, "memory_bytes",
                                     (json_int_t)proof->memory_bytes, "seconds", proof->seconds));
}

static int prove(const struct task *task, const char *path, const tilepdb_table *table,
                 json_t *object) {
    static tilepdb_proof proof;
    tilepdb_error error;
    const tilepdb_verify_options options = check_options(task);
    const tilepdb_status status = tilepdb_table_prove(table, &options, &proof, &error);
    cli_progress_clear();
    if (status == TILEPDB_REFUTED && !task->options->json)
        for (size_t i = 0; i < proof.first_count; i++)
            cli_print_line(task->output->stream, 4, "  %s", proof.first[i].text);
    if (!status || status == TILEPDB_REFUTED) add_proof(object, &proof);
    if (status) return verdict_of(task, object, path, &error);
    return verdict(task, object, CLI_SUCCESS,
                   "%s: each of %s entries, %s reachable, distances 0 to %d; %.1f s, %s", path,
                   GROUPED(proof.entries), GROUPED(proof.reachable), proof.levels - 1,
                   proof.seconds, IN_BYTES(proof.memory_bytes));
}

static int check(const struct task *task, const char *path, const tilepdb_table *table,
                 const tilepdb_table_info *info, json_t *object) {
    tilepdb_error error;
    uint64_t hash;
    const tilepdb_verify_options options = check_options(task);
    const double start = clock_seconds();
    const tilepdb_status status = tilepdb_table_check(table, &options, &hash, &error);
    if (status) return verdict_of(task, object, path, &error);
    const double seconds = clock_seconds() - start;
    json_object_set_new(object, "seconds", json_real(seconds));
    return verdict(task, object, CLI_SUCCESS,
                   "%s: %s bytes unchanged since written, content hash %016" PRIx64
                   ", the histogram sums to %s; %.2f s",
                   path, GROUPED(info->file_bytes), hash, GROUPED(info->reachable), seconds);
}

/* Refuses a file with the standard name of another table, because the wrong partition would be
 * proven. Names of other forms are allowed. */
static bool is_misnamed(const char *path, const tilepdb_table_info *info) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char right[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&info->pattern, info->kind, right);
    const bool standard =
        strstr(name, "_goal_single_") || strstr(name, "_goal_multi_") ||
        (strstr(name, "_blank") && (strstr(name, "_tiles") || strstr(name, "_multi_")));
    return standard && strcmp(name, right) != 0;
}

/* Opening checks a colour table, so --jobs and progress apply. */
static tilepdb_status table_open(const struct task *task, const char *path, tilepdb_table **table,
                                 tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    return tilepdb_table_open(path, &options, table, error);
}

static void advise_table(const char *path, tilepdb_status status, const char *command) {
    char *advice = cli_table_advice(path, status, command);
    if (advice) cli_complain("%s", advice);
    free(advice);
}

static int verify_file(const struct task *task, const char *path, const char *command) {
    tilepdb_table *table;
    tilepdb_table_info info;
    tilepdb_error error;
    json_t *object = cli_allocated(json_pack("{ss so sb}", "command", "table", "file",
                                             cli_json_text(path), "full", task->options->full));
    cli_progress_title(task->progress, "%s", path);
    if (table_open(task, path, &table, &error)) {
        const int code = verdict_of(task, object, path, &error);
        if (code == CLI_FAILURE) advise_table(path, error.status, command);
        return code;
    }
    tilepdb_table_info_get(table, &info);
    json_object_update_new(object, cli_json_pattern(path, &info.pattern, info.kind));
    cli_json_add_info(object, &info);
    cli_json_add_axes(object, &info);
    if (is_misnamed(path, &info)) {
        tilepdb_table_close(table);
        return verdict(task, object, CLI_FAILURE,
                       "%s: it holds a different table than its name says", path);
    }
    char *title = pattern_title(&info.pattern, info.kind);
    cli_progress_title(task->progress, "%s", title);
    free(title);
    const int code = task->options->full ? prove(task, path, table, object)
                                         : check(task, path, table, &info, object);
    tilepdb_table_close(table);
    return code;
}

static int command_table(const struct task *task) {
    struct cli_table_filter filter = task->options->filter;
    filter.common = &task->options->common;
    const char *goal = task->options->goal;
    if (goal && !cli_choice_read("goal", goal, cli_goal_keywords, &filter.goal)) return CLI_USAGE;
    struct cli_table_files files = {0};
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < task->count; i++)
        code = cli_worse(code, cli_table_files_add(&files, task->operands[i], &filter));
    for (size_t i = 0; i < files.count && cli_signal() == 0 && !task->output->ended; i++)
        code = cli_worse(code, verify_file(task, files.paths[i], files.commands[i]));
    cli_table_files_free(&files);
    return cli_signal() != 0 ? cli_exit_code(TILEPDB_CANCELLED) : code;
}

/* ---- options and commands -------------------------------------------------------------------- */

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
     "generate missing databases and keep them: the databases of the certificate, or the strongest",
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
        .filter = {CLI_TABLE_FILTER_UNSET, .common = &options.common},
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
