/* See table_arguments.h. */
#include "tables/table_arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_set.h"
#include "tables/table_text.h"

/* Takes over `path` and `command`. */
static void list_append(struct cli_table_files *list, char *path, char *command) {
    list->paths = cli_grown(list->paths, list->count, sizeof *list->paths);
    list->commands = cli_grown(list->commands, list->count, sizeof *list->commands);
    list->paths[list->count] = path;
    list->commands[list->count++] = command;
}

void cli_table_files_free(struct cli_table_files *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->paths[i]);
        free(list->commands[i]);
    }
    free(list->paths);
    free(list->commands);
}

char *cli_about_file(const char *path, const char *sentence) {
    char *name = cli_text("'%s'", path);
    const size_t length = strlen(name);
    const char *at = strstr(sentence, name);
    char *text;
    if (!at)
        text = cli_text("%s", sentence);
    else if (at == sentence && strncmp(at + length, ": ", 2) == 0)
        text = cli_text("%s", at + length + 2);
    else
        text = cli_text("%.*sit%s", (int)(at - sentence), sentence, at + length);
    free(name);
    return text;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

tilepdb_metric cli_table_filter_metric(const struct cli_table_filter *filter) {
    return filter->metric == CLI_UNSET ? TILEPDB_METRIC_SINGLE : (tilepdb_metric)filter->metric;
}

/* A path contains a '/' and a character that a list of tiles lacks. Drawings of colourings are
 * not names of files. */
static bool names_file(const char *operand, const struct cli_table_filter *filter) {
    if (file_exists(operand) || ends_with(operand, ".tpdb")) return true;
    if (cli_table_filter_metric(filter) == TILEPDB_METRIC_MULTI) return false;
    return strchr(operand, '/') && operand[strspn(operand, "0123456789,-/")] != '\0';
}

/* Adds the existing files of a set, and reports each missing file. */
static int add_set(struct cli_table_files *list, const char *operand, tilepdb_table_set *set,
                   const char *directory, const struct cli_table_filter *filter) {
    tilepdb_kind kinds[CLI_MAX_KINDS];
    const size_t kind_count =
        cli_kinds(cli_table_filter_metric(filter), filter->blank, filter->encoding, kinds);
    if (kind_count == 0) return CLI_USAGE;
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < set->count; i++) {
        const size_t before = list->count;
        for (size_t k = 0; k < kind_count; k++) {
            set->kind = kinds[k];
            char *path = pattern_path(&set->patterns[i], set->kind, directory);
            if (file_exists(path))
                list_append(list, path, table_set_command(set, filter->common));
            else
                free(path);
        }
        if (list->count > before) continue;
        const tilepdb_pattern *pattern = &set->patterns[i];
        set->kind = kinds[0];
        char *command = table_set_command(set, filter->common);
        cli_complain("%s: no file%s%s in %s; '%s' generates it", operand,
                     pattern->colours ? "" : " for tiles ",
                     pattern->colours ? "" : TILES(pattern->tiles), directory, command);
        free(command);
        code = CLI_FAILURE;
    }
    return code;
}

/* `given` may be NULL. */
static bool agrees(const char *path, const char *what, const char *option, const char *is,
                   const char *given) {
    if (!given || strcmp(is, given) == 0) return true;
    cli_complain("%s: its %s is %s, not %s; leave out --%s", path, what, is, given, option);
    return false;
}

static const char *keyword(const char *const *keywords, int choice) {
    return choice == CLI_UNSET ? NULL : keywords[choice];
}

/* An unreadable file passes, since opening it reports the error. */
static int check_file(const char *path, const struct cli_table_filter *filter) {
    tilepdb_table_info info;
    if (tilepdb_file_info(path, &info, NULL)) return CLI_SUCCESS;
    const tilepdb_kind kind = info.kind;
    const struct cli_board_size size = {info.pattern.width, info.pattern.height};
    char board[16], given_board[16], cell[16], given_cell[16];
    snprintf(board, sizeof board, "%dx%d", size.width, size.height);
    snprintf(given_board, sizeof given_board, "%dx%d", filter->board.width, filter->board.height);
    if (!agrees(path, "metric", "metric", tilepdb_metric_name(kind.metric),
                keyword(cli_metric_keywords, filter->metric)) ||
        !agrees(path, "blank policy", "blank", cli_blank_keywords[kind.blank],
                keyword(cli_blank_keywords, filter->blank)) ||
        !agrees(path, "encoding", "encoding", tilepdb_encoding_name(kind.encoding),
                keyword(cli_encoding_keywords, filter->encoding)) ||
        !agrees(path, "board", "board", board, filter->board.width ? given_board : NULL))
        return CLI_USAGE;
    int goal_cell;
    const bool named = filter->goal != CLI_UNSET;
    const int code = cli_goal_cell(size, filter->goal, filter->goal_blank, &goal_cell);
    if (code != CLI_SUCCESS || (!named && filter->goal_blank == CLI_UNSET)) return code;
    snprintf(cell, sizeof cell, "%d", info.pattern.goal_blank);
    snprintf(given_cell, sizeof given_cell, "%d", goal_cell);
    return agrees(path, "goal's blank cell", named ? "goal" : "goal-blank", cell, given_cell)
               ? CLI_SUCCESS
               : CLI_USAGE;
}

int cli_table_files_add(struct cli_table_files *list, const char *operand,
                        const struct cli_table_filter *filter) {
    if (names_file(operand, filter)) {
        const int code = check_file(operand, filter);
        if (code == CLI_SUCCESS) list_append(list, cli_text("%s", operand), NULL);
        return code;
    }
    int cell;
    tilepdb_table_set set;
    const struct cli_board_size size = cli_board_size(filter->board);
    int code = cli_goal_cell(size, filter->goal, filter->goal_blank, &cell);
    if (code == CLI_SUCCESS)
        code = table_set_parse(&set, operand, filter->board, cell,
                               tilepdb_kind_default(cli_table_filter_metric(filter)));
    if (code != CLI_SUCCESS) return code;
    char *directory = cli_directory_find(filter->common->dir);
    if (!directory) return CLI_FAILURE;
    code = cli_directory_check(directory);
    if (code == CLI_SUCCESS) code = add_set(list, operand, &set, directory, filter);
    free(directory);
    return code;
}

/* For a directory in place of a table, advises to move it, unless the user named it (no `command`).
 */
static char *advise_unreadable(const char *path, const char *command) {
    const int os_error = file_read_error(path);
    if (os_error == EACCES || os_error == EPERM) return cli_advise_permission(path);
    if (os_error != EISDIR || !command) return NULL;
    char *move = cli_move_command(path);
    char *advice =
        cli_text("'%s && %s' moves it out of the way and generates the table", move, command);
    free(move);
    return advice;
}

static char *advise_table(const char *path, tilepdb_status status, const char *command) {
    switch (status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return command ? cli_text("'%s' generates it", command) : NULL;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        return command ? cli_text("'%s' generates it again", command) : NULL;
    case TILEPDB_ERROR_VERSION:
        return command ? cli_text(
                             "update tilepdb, or replace the file: '%s --force' generates it again",
                             command)
                       : cli_text("update tilepdb");
    case TILEPDB_ERROR_MEMORY:
        return cli_text("free some memory, or choose smaller databases with --partition");
    default:
        return advise_unreadable(path, command);
    }
}

char *cli_table_advice(const char *path, tilepdb_status status, const char *command) {
    if (status == TILEPDB_CANCELLED) return NULL;
    char *advice = advise_table(path, status, command);
    if (!advice && status == TILEPDB_ERROR_IO && file_read_error(path) != EISDIR)
        advice = cli_text("ask for permission to read it, or name another directory with --dir");
    return advice;
}

void cli_advise_table(const char *path, tilepdb_status status, const char *command) {
    char *advice = cli_table_advice(path, status, command);
    if (advice) cli_complain("%s", advice);
    free(advice);
}

int cli_fail_table(const char *path, const tilepdb_error *error, const char *command) {
    char *advice = cli_table_advice(path, error->status, command);
    if (!advice) return cli_fail(path, error);
    const bool named = strstr(error->message, path) != NULL;
    cli_complain("%s%s%s; %s", named ? "" : path, named ? "" : ": ", error->message, advice);
    free(advice);
    return cli_exit_code(error->status);
}
