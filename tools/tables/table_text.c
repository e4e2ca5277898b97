#include "tables/table_text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "tilepdb_tables.h"

/* ---- boards and moves ------------------------------------------------------------------------ */

json_t *cli_json_board(const tilepdb_board *board) {
    json_t *list = json_array();
    for (int cell = 0; cell < board->width * board->height; cell++)
        json_array_append_new(list, board->cells[cell] == TILEPDB_ANY_TILE
                                        ? json_string("*")
                                        : json_integer(board->cells[cell]));
    return list;
}

int cli_blank_cell(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->cells, b->cells, sizeof *a->cells * a->width * a->height) == 0;
}

int cli_items_read(const tilepdb_reader_options *options, const char *text, tilepdb_item *item,
                   tilepdb_error *error) {
    tilepdb_reader *reader;
    tilepdb_item more;
    if (tilepdb_reader_create(options, &reader, error)) return 0;
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    int items = tilepdb_reader_next(reader, item);
    if (items && tilepdb_reader_next(reader, &more)) items++;
    tilepdb_reader_free(reader);
    return items;
}

void cli_goal_choose(const char *name, const tilepdb_item *item, bool given, tilepdb_metric metric,
                     tilepdb_board *goal) {
    const char *begin = name ? name : "", *gap = name ? ": " : "";
    char text[TILEPDB_BOARD_TEXT];
    if (item->multi && metric == TILEPDB_METRIC_SINGLE)
        cli_note("%s%sthe link counts a slide of several tiles as one move, and here each tile "
                 "counts: use --metric multi",
                 begin, gap);
    if (!item->has_goal || cli_same_board(goal, &item->goal)) return;
    tilepdb_board_format(&item->goal, true, text);
    if (given) {
        cli_note("%s%sthe goal in the text, %s, is ignored, since --goal is given", begin, gap,
                 text);
    } else {
        cli_note("%s%sthe goal is taken from the text: %s", begin, gap, text);
        *goal = item->goal;
    }
}

const char *const cli_notation_keywords[] = {"tile", "blank", "numbers", NULL};

tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              const tilepdb_board *goal, tilepdb_board *board, char **moves,
                              tilepdb_error *error) {
    const size_t capacity = TILEPDB_MAX_TYPED_MOVES + 1;
    char *letters = cli_allocated(malloc(capacity));
    const tilepdb_status status =
        tilepdb_solution_parse(text, length, notation, goal, board, letters, capacity, NULL, error);
    *moves = !status || status == TILEPDB_REFUTED ? cli_text("%s", letters) : NULL;
    free(letters);
    return status;
}

tilepdb_notation cli_moves_notation(int notation, bool letters) {
    return letters && notation == TILEPDB_NOTATION_TILE ? TILEPDB_NOTATION_NAMES
                                                        : (tilepdb_notation)notation;
}

char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board) {
    const size_t capacity = 4 * strlen(moves) + 1;
    char *text = cli_allocated(malloc(capacity));
    tilepdb_moves_format(moves, notation, run_length, board, text, capacity);
    return text;
}

char *cli_moves_grouped(const char *moves, tilepdb_notation notation) {
    char *text = cli_moves_write(moves, notation, true, NULL);
    char *grouped = cli_allocated(malloc(2 * strlen(text) + 1)), *end = grouped;
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && isalpha((unsigned char)*at)) *end++ = ' ';
        *end++ = *at;
    }
    *end = '\0';
    free(text);
    return grouped;
}

/* ---- paths: errors and advice ---------------------------------------------------------------- */

static char *shell_escape(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./,:=@%+-";
    if (text[0] == '\0') return cli_text("''");
    char *escaped = cli_allocated(malloc(3 * strlen(text) + 1)), *end = escaped;
    for (const char *at = text; *at != '\0'; at++) {
        /* The shell removes a backslash with its newline. */
        const bool newline = *at == '\n', ascii = (unsigned char)*at < 0x80;
        if (newline)
            *end++ = '\'';
        else if (ascii && !strchr(plain, *at))
            *end++ = '\\';
        *end++ = *at;
        if (newline) *end++ = '\'';
    }
    *end = '\0';
    return escaped;
}

static char *advise_permission(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0 || about.st_uid != geteuid()) return NULL;
    char *escaped = shell_escape(path);
    char *advice = S_ISDIR(about.st_mode)
                       ? cli_text("'chmod u+rwx -- %s' gives you access to it", escaped)
                       : cli_text("'chmod u+r -- %s' lets you read it", escaped);
    free(escaped);
    return advice;
}

static bool is_free(const char *path) {
    struct stat about;
    return lstat(path, &about) != 0 && errno == ENOENT;
}

static char *move_command(const char *path) {
    char *target = cli_text("%s.old", path);
    for (unsigned number = 2; !is_free(target) && number < 1000; number++) {
        free(target);
        target = cli_text("%s.old%u", path, number);
    }
    char *from = shell_escape(path), *to = shell_escape(target);
    char *command = cli_text("mv -n -- %s %s", from, to);
    free(from);
    free(to);
    free(target);
    return command;
}

static char *advise_moving(const char *path) {
    char *command = move_command(path);
    char *advice = cli_text("'%s' moves it out of the way", command);
    free(command);
    return advice;
}

static char *obstacle_of(const char *path) {
    char *part = cli_text("%s", path);
    size_t end = 0;
    while (part[end] != '\0') {
        struct stat about;
        end += strspn(path + end, "/");
        end += strcspn(path + end, "/");
        part[end] = '\0';
        if (stat(part, &about) != 0) break;
        if (!S_ISDIR(about.st_mode)) return part;
        part[end] = path[end];
    }
    free(part);
    return NULL;
}

static char *advise_directory(const char *path, int os_error) {
    if (os_error == EACCES || os_error == EPERM) return advise_permission(path);
    if (os_error != ENOTDIR) return NULL;
    char *obstacle = obstacle_of(path);
    struct stat about;
    const bool movable = obstacle && stat(obstacle, &about) == 0 && S_ISREG(about.st_mode);
    char *advice = movable ? advise_moving(obstacle) : NULL;
    free(obstacle);
    return advice;
}

int cli_file_check(const char *path) {
    const int os_error = file_read_error(path);
    if (os_error == 0 || os_error == ENOENT) return CLI_SUCCESS;
    char *advice = os_error == EISDIR ? advise_moving(path) : NULL;
    if (os_error == EACCES || os_error == EPERM) advice = advise_permission(path);
    struct stat about;
    const bool directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    const char *reason = os_error != EISDIR ? strerror(os_error)
                         : directory        ? "it is a directory, not a file"
                                            : "it is not a regular file";
    cli_complain("%s: %s; %s", path, reason, advice ? advice : "name another directory with --dir");
    free(advice);
    return CLI_FAILURE;
}

/* ---- the directory of tables ----------------------------------------------------------------- */

char *cli_directory_search(const char *given) {
    if (given) return cli_text("%s", given);
    const size_t length = directory_of_environment(NULL, 0);
    if (length == 0) return NULL;
    char *path = cli_allocated(malloc(length + 1));
    directory_of_environment(path, length + 1);
    return path;
}

char *cli_directory_find(const char *given) {
    char *directory = cli_directory_search(given);
    if (!directory)
        cli_complain("no directory for databases: " CLI_NO_DIRECTORY "; name one with --dir");
    return directory;
}

static int directory_refuse(const char *path, int error) {
    char *advice = advise_directory(path, error);
    const char *join = advice ? "; " : "", * or = advice ? ", or" : ";";
    if (error == ENOTDIR || error == EEXIST) {
        cli_complain("%s: there is a file where the directory for databases should be%s%s%s name "
                     "a directory with --dir",
                     path, join, advice ? advice : "", or);
    } else {
        cli_complain("%s: the directory for databases cannot be used: %s%s%s%s name another with "
                     "--dir",
                     path, strerror(error), join, advice ? advice : "", or);
    }
    free(advice);
    return CLI_FAILURE;
}

int cli_directory_check(const char *path) {
    const int os_error = directory_search_error(path);
    return os_error == 0 ? CLI_SUCCESS : directory_refuse(path, os_error);
}

int cli_directory_make(const char *path) {
    const int error = directory_create(path);
    return error == 0 ? CLI_SUCCESS : directory_refuse(path, error);
}

/* ---- keywords -------------------------------------------------------------------------------- */

const char *const cli_blank_keywords[] = {"aware", "projected", NULL};
const char *const cli_encoding_keywords[] = {"bit", "nibble", NULL};
const char *const cli_metric_keywords[] = {"single", "multi", NULL};
const char *const cli_metric_synonyms[] = {"stm", "mtm", NULL};

const char *const cli_direction_keywords[] = {"auto", "forward", "backward", "both", NULL};

const char *cli_direction_keyword(tilepdb_direction direction) {
    return cli_direction_keywords[direction + 1];
}

tilepdb_directions cli_directions(int direction) {
    return direction == CLI_UNSET ? TILEPDB_DIRECTIONS_DEFAULT
                                  : (tilepdb_directions)(direction + TILEPDB_DIRECTIONS_AUTO);
}

#define ROW(identifier, keyword, description) keyword,
const char *const cli_goal_keywords[] = {TILEPDB_GOALS(ROW) NULL};
#undef ROW

struct cli_board_size cli_board_size(struct cli_board_size given) {
    return given.width != 0 ? given : (struct cli_board_size){4, 4};
}

int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell) {
    const int last = size.width * size.height - 1;
    int named = last;
    tilepdb_board board;
    if (goal != CLI_UNSET) {
        tilepdb_goal_named(cli_goal_keywords[goal], size.width, size.height, &board, NULL);
        named = cli_blank_cell(&board);
    }
    *cell = goal_blank != CLI_UNSET ? goal_blank : named;
    if (*cell > last) {
        cli_complain("--goal-blank: there is no cell %d on a %dx%d board; its cells are 0 to %d",
                     *cell, size.width, size.height, last);
        return CLI_USAGE;
    }
    if (goal != CLI_UNSET && *cell != named) {
        cli_complain("--goal %s puts the blank on cell %d, --goal-blank on cell %d: give only "
                     "one of them",
                     cli_goal_keywords[goal], named, *cell);
        return CLI_USAGE;
    }
    return CLI_SUCCESS;
}

size_t cli_kinds(tilepdb_metric metric, int blank, int encoding,
                 tilepdb_kind kinds[CLI_MAX_KINDS]) {
    static const tilepdb_kind all[] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    };
    size_t count = 0;
    if (metric == TILEPDB_METRIC_MULTI) {
        kinds[0] = tilepdb_kind_default(metric);
        return 1;
    }
    for (size_t i = 0; i < CLI_LENGTH(all); i++)
        if ((blank == CLI_UNSET || blank == (int)all[i].blank) &&
            (encoding == CLI_UNSET || encoding == (int)all[i].encoding))
            kinds[count++] = all[i];
    if (count == 0)
        cli_complain("--blank projected cannot be combined with --encoding bit, which needs the "
                     "blank's region; use --encoding nibble");
    return count;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Searches the partitions of all board sizes. */
static const tilepdb_catalogue_entry *partition_named(const char *name) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (strcmp(entry->name, name) == 0) return entry;
    }
    return NULL;
}

static bool is_colouring(const char *name) {
    for (size_t i = 0; i < tilepdb_colouring_count(); i++)
        if (strcmp(tilepdb_colouring_at(i)->name, name) == 0) return true;
    return false;
}

/* Reports why `text` is no partition or colouring; `sized`: the board's size is known. Returns an
 * exit code. */
static int table_name_refuse(const char *text, bool sized, tilepdb_metric metric,
                             const tilepdb_error *error) {
    const tilepdb_catalogue_entry *entry = partition_named(text);
    if (metric == TILEPDB_METRIC_MULTI) {
        if (!entry) return cli_fail(text, error);
        cli_complain("%s is a partition, for single-tile moves; leave out --metric multi", text);
    } else if (is_colouring(text)) {
        cli_complain("%s is a colouring, for multi-tile moves; add --metric multi", text);
    } else if (entry && !sized) {
        cli_complain("%s is a partition of %dx%d boards; add --board %dx%d", text, entry->width,
                     entry->height, entry->width, entry->height);
    } else {
        return cli_fail(NULL, error);
    }
    return CLI_USAGE;
}

int table_set_parse(tilepdb_table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind) {
    const struct cli_board_size size = cli_board_size(given);
    tilepdb_error error;
    return tilepdb_table_set_parse(text, size.width, size.height, goal_blank, kind, set, &error)
               ? table_name_refuse(text, given.width > 0, kind.metric, &error)
               : CLI_SUCCESS;
}

static bool is_list(const char *name) {
    return strpbrk(name, ",/") || strncmp(name, "1-", 2) == 0;
}

int partition_sides_check(const char *names, bool both) {
    const char *colon = names ? strchr(names, ':') : NULL;
    if (!colon) return CLI_SUCCESS;
    if (both && !strchr(colon + 1, ':')) return CLI_SUCCESS;
    cli_complain(both ? "-p FORWARD:BACKWARD: there are two colons"
                      : "-p FORWARD:BACKWARD is for --direction both");
    return CLI_USAGE;
}

int partition_names_check(const char *names, struct cli_board_size size) {
    const struct cli_board_size known = cli_board_size(size);
    char *copy = cli_text("%s", names), *rest = copy;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS) {
        const char *name = strsep(&rest, "+:");
        tilepdb_table_set set;
        /* Boards may have the size of any partition. */
        if (size.width == 0 && (is_list(name) || partition_named(name))) continue;
        code = table_set_parse(&set, name, size, known.width * known.height - 1,
                               tilepdb_kind_default(TILEPDB_METRIC_SINGLE));
    }
    free(copy);
    return code;
}

/* such as "7-8 (1 of 2)", "partition (1 of 4)" or "colouring large" */
static char *table_set_title(const tilepdb_table_set *set, unsigned i) {
    if (set->kind.metric == TILEPDB_METRIC_MULTI)
        return set->suggested ? cli_text("colour table") : cli_text("colouring %s", set->name);
    return cli_text("%s (%u of %u)", set->suggested ? "partition" : set->name, i + 1, set->count);
}

char *pattern_title(const tilepdb_pattern *pattern, tilepdb_kind kind) {
    tilepdb_table_set set;
    char drawing[TILEPDB_COLOURING_TEXT];
    if (kind.encoding == TILEPDB_ENCODING_GOAL) {
        tilepdb_colouring_draw(pattern, drawing);
        return cli_text("goal %s", drawing);
    }
    if (!pattern->colours) return cli_text("tiles %s", TILES(pattern->tiles));
    tilepdb_table_set_of_colouring(pattern, &set, NULL);
    return table_set_title(&set, 0);
}

char *pattern_path(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *directory) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(pattern, kind, name);
    return cli_path_join(directory, name);
}

static const char *kind_options(tilepdb_kind kind) {
    if (kind.metric == TILEPDB_METRIC_MULTI) return "";
    if (kind.blank == TILEPDB_BLANK_PROJECTED) return " --blank projected";
    return kind.encoding == TILEPDB_ENCODING_NIBBLE ? " --encoding nibble" : "";
}

char *table_set_command(const tilepdb_table_set *set, const struct cli_common *common) {
    char board[32] = "", cell[32] = "";
    const bool multi = set->kind.metric == TILEPDB_METRIC_MULTI;
    if (set->width != 4 || set->height != 4)
        snprintf(board, sizeof board, " --board %dx%d", set->width, set->height);
    if (set->goal_blank != set->width * set->height - 1)
        snprintf(cell, sizeof cell, " --goal-blank %d", set->goal_blank);
    char *directory = common->dir ? shell_escape(common->dir) : NULL;
    char *command =
        cli_text("pdbgen%s%s%s%s%s%s %s", directory ? " -d " : "", directory ? directory : "",
                 multi ? " --metric multi" : "", board, cell, kind_options(set->kind), set->name);
    free(directory);
    return command;
}

/* ---- operands -------------------------------------------------------------------------------- */

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

/* A path has a '/' and a character that a list of tiles lacks. Drawings of colourings are not names
 * of files. */
static bool names_file(const char *operand, const struct cli_table_filter *filter) {
    if (file_exists(operand) || ends_with(operand, ".tpdb")) return true;
    if (cli_table_filter_metric(filter) == TILEPDB_METRIC_MULTI) return false;
    return strchr(operand, '/') && operand[strspn(operand, "0123456789,-/")] != '\0';
}

/* Reports each missing file. */
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

/* For a directory in place of a table, advises to move it, unless the user named it (no
 * `command`). */
static char *advise_unreadable(const char *path, const char *command) {
    const int os_error = file_read_error(path);
    if (os_error == EACCES || os_error == EPERM) return advise_permission(path);
    if (os_error != EISDIR || !command) return NULL;
    char *move = move_command(path);
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

int cli_fail_table(const char *path, const tilepdb_error *error, const char *command) {
    char *advice = cli_table_advice(path, error->status, command);
    if (!advice) return cli_fail(path, error);
    const bool named = strstr(error->message, path) != NULL;
    cli_complain("%s%s%s; %s", named ? "" : path, named ? "" : ": ", error->message, advice);
    free(advice);
    return cli_exit_code(error->status);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Making the table of a goal takes seconds if it needs this much memory. */
#define MANY_BYTES (UINT64_C(48) << 20)

static const char *noun(const tilepdb_engine_event *event) {
    return event->metric == TILEPDB_METRIC_MULTI ? "colour table" : "database";
}

static const char *name_shown(const tilepdb_table_set *set, bool show_tiles) {
    return set->suggested && !show_tiles ? "a small partition" : set->name;
}

static const char *name_known(const tilepdb_table_set *set) {
    return set->suggested ? NULL : set->name;
}

/* Returns a text such as "no database 7-8 for this goal in DIR", with the reason if none can be
 * kept there. `name` may be NULL. The caller frees the text. */
static char *missing_text(const tilepdb_engine_event *event, const char *name) {
    if (!event->directory) return cli_text("no directory for databases: " CLI_NO_DIRECTORY);
    if (event->unusable) {
        char *advice = advise_directory(event->directory, event->os_error);
        char *text = cli_text("the directory for databases %s cannot be used: %s%s%s%s",
                              event->directory, strerror(event->os_error), advice ? " (" : "",
                              advice ? advice : "", advice ? ")" : "");
        free(advice);
        return text;
    }
    return cli_text("no %s%s%s for this goal in %s%s%s", noun(event), name ? " " : "",
                    name ? name : "", event->directory,
                    event->os_error ? ", and none can be kept there: " : "",
                    event->os_error ? strerror(event->os_error) : "");
}

static void print_absent(const tilepdb_engine_event *event, const struct cli_common *common) {
    char *missing = missing_text(event, name_known(event->tables));
    char *command = table_set_command(event->tables, common);
    if (event->kept)
        cli_complain("%s; '%s' generates it", missing, command);
    else
        cli_complain("%s; name another with --dir", missing);
    free(command);
    free(missing);
}

static void print_make(const tilepdb_engine_event *event, const struct cli_common *common) {
    const char *name = name_known(event->tables);
    char *missing = missing_text(event, name);
    char *command = table_set_command(event->tables, common);
    if (event->kept)
        cli_note("%s: generating and keeping it, as '%s' does", missing, command);
    else if (event->transient)
        cli_note("%s: generating %s in memory; '%s' generates and keeps it", missing,
                 name ? name : "one", command);
    else
        cli_note("%s: generating %s in memory; name a directory with --dir to keep it", missing,
                 name ? name : "one");
    free(command);
    free(missing);
}

static void print_build(const tilepdb_engine_event *event, const struct cli_common *common,
                        bool show_tiles) {
    const bool multi = event->metric == TILEPDB_METRIC_MULTI;
    const char *tables = multi ? "tables" : "databases";
    const char *shown = name_shown(event->tables, show_tiles);
    const bool same = strcmp(event->tables->name, event->strongest->name) == 0;
    char *what = multi                          ? cli_text("a small table")
                 : shown != event->tables->name ? cli_text("%s", shown)
                                                : cli_text("partition %s", shown);
    char *missing = missing_text(event, NULL);
    char *command = table_set_command(event->strongest, common);
    if (event->code == TILEPDB_EVENT_TOO_LARGE)
        cli_note("the %s in %s are too large for --memory: building %s in memory", tables,
                 event->directory, what);
    else if (event->kept)
        cli_note("%s: building %s in memory; '%s' generates and keeps %s", missing, what, command,
                 same ? "it" : "the strongest");
    else
        cli_note("%s: building %s in memory; name a directory with --dir to keep %s", missing, what,
                 tables);
    free(command);
    free(missing);
    free(what);
}

static void print_file(const tilepdb_engine_event *event, const struct cli_common *common) {
    char *command = table_set_command(event->tables, common);
    cli_fail_table(event->path, event->error, command);
    free(command);
}

static void print_failure(const tilepdb_engine_event *event) {
    if (event->error->code == TILEPDB_MESSAGE_COLOURING_SIZE)
        cli_complain("%s; without --metric multi it is solved in moves of one tile",
                     event->error->message);
    else
        cli_fail(NULL, event->error);
}

static void title_set(const tilepdb_engine_event *event, struct cli_progress *progress) {
    char *title = table_set_title(event->tables, event->index);
    cli_progress_title(progress, "%s", title);
    free(title);
}

void table_event_print(const tilepdb_engine_event *event, const struct cli_common *common,
                       struct cli_progress *progress, bool show_tiles) {
    const tilepdb_table_set *set = event->tables;
    switch (event->code) {
    case TILEPDB_EVENT_TABLE:
        title_set(event, progress);
        break;
    case TILEPDB_EVENT_GOAL_TABLE:
        if (event->kept && !event->path && event->bytes >= MANY_BYTES)
            cli_note(
                "making the table of the goal in memory (%s); pdbgen --goal keeps it in a file",
                IN_BYTES(event->bytes));
        cli_progress_title(progress, "table of the goal");
        break;
    case TILEPDB_EVENT_BUILD:
    case TILEPDB_EVENT_TOO_LARGE:
        print_build(event, common, show_tiles);
        break;
    case TILEPDB_EVENT_MAKE:
        print_make(event, common);
        break;
    case TILEPDB_EVENT_LARGER:
        cli_note("a larger table pays for this many boards: building %s in memory", set->name);
        break;
    case TILEPDB_EVENT_SMALLER:
        cli_note("there is not enough memory for %s: trying smaller tables",
                 name_shown(set, show_tiles));
        break;
    case TILEPDB_EVENT_REMOVED:
        cli_note("%s was removed meanwhile: generating it in memory", event->path);
        break;
    case TILEPDB_EVENT_WAIT:
        cli_note("%s: waiting for another process, which generates it", event->path);
        break;
    case TILEPDB_EVENT_NOT_KEPT:
        cli_note("%s; the %s stays in memory for this run; name another directory with --dir to "
                 "keep it",
                 event->error->message, noun(event));
        break;
    case TILEPDB_EVENT_FAILED:
        print_failure(event);
        break;
    case TILEPDB_EVENT_FAILED_NAME:
        table_name_refuse(event->name, true, event->metric, event->error);
        break;
    case TILEPDB_EVENT_FAILED_MEMORY:
        cli_complain("--memory: a search with %s needs %s: twice its tables, or the memory to "
                     "generate them; choose a larger SIZE, or smaller tables with --partition",
                     name_shown(set, show_tiles), IN_BYTES(event->bytes));
        break;
    case TILEPDB_EVENT_FAILED_ABSENT:
        print_absent(event, common);
        break;
    case TILEPDB_EVENT_FAILED_FILE:
        print_file(event, common);
        break;
    case TILEPDB_EVENT_FAILED_MAKE:
        cli_fail(event->path, event->error);
        break;
    case TILEPDB_EVENT_FAILED_PLACE:
        cli_file_check(event->path);
        break;
    case TILEPDB_EVENT_FAILED_DIRECTORY:
        directory_refuse(event->directory, event->os_error);
        break;
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

double cli_mean(const tilepdb_table_info *info) {
    double sum = 0;
    for (int distance = 0; distance < info->levels; distance++)
        sum += (double)distance * (double)info->histogram[distance];
    return info->reachable > 0 ? sum / (double)info->reachable : 0;
}

json_t *cli_json_tiles(uint32_t tiles) {
    json_t *list = json_array();
    for (int tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        if (tiles >> tile & 1) json_array_append_new(list, json_integer(tile));
    return list;
}

json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    char drawing[TILEPDB_COLOURING_TEXT];
    json_t *object = cli_allocated(json_pack(
        "{so si si si so ss ss}", "file", cli_json_text(path), "width", (int)pattern->width,
        "height", (int)pattern->height, "goal_blank", (int)pattern->goal_blank, "tiles",
        cli_json_tiles(pattern->tiles), "blank", cli_blank_keywords[kind.blank], "encoding",
        tilepdb_encoding_name(kind.encoding)));
    if (tilepdb_colouring_draw(pattern, drawing))
        json_object_update_new(
            object, cli_allocated(json_pack(
                        "{ss ss}", "metric", tilepdb_metric_name(kind.metric),
                        kind.encoding == TILEPDB_ENCODING_GOAL ? "goal" : "colouring", drawing)));
    return object;
}

static json_t *histogram_json(const uint64_t *histogram, int levels) {
    json_t *list = json_array();
    for (int i = 0; i < levels; i++)
        json_array_append_new(list, json_integer((json_int_t)histogram[i]));
    return list;
}

void cli_json_add_info(json_t *object, const tilepdb_table_info *info) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, info->content_hash);
    json_t *added = json_pack(
        "{sI sI si sf so sI sI sI sI sI ss si}", "entries", (json_int_t)info->entries, "reachable",
        (json_int_t)info->reachable, "maximum", info->levels - 1, "mean", cli_mean(info),
        "histogram", histogram_json(info->histogram, info->levels), "table_bytes",
        (json_int_t)info->table_bytes, "file_bytes", (json_int_t)info->file_bytes, "frame_count",
        (json_int_t)info->frame_count, "frame_rows", (json_int_t)info->frame_rows, "stored_frames",
        (json_int_t)info->stored_frames, "content_hash", hash, "format_version",
        (int)info->format_version);
    json_object_update_new(object, cli_allocated(added));
}

void cli_json_add_axes(json_t *object, const tilepdb_table_info *info) {
    if (info->kind.encoding != TILEPDB_ENCODING_MOD3) return;
    json_t *rows = histogram_json(info->axis_histogram[0], info->levels);
    json_t *columns = histogram_json(info->axis_histogram[1], info->levels);
    json_object_update_new(object, cli_allocated(json_pack("{so so}", "rows_histogram", rows,
                                                           "columns_histogram", columns)));
}
