/* See finder.h. */
#include "tables/finder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tilepdb_colours.h"

static void add_cell(struct finder *finder, int cell) {
    for (size_t i = 0; i < finder->cell_count; i++)
        if (finder->cells[i] == cell) return;
    finder->cells[finder->cell_count++] = cell;
}

/* Databases of one cell serve its images under the symmetries of the board. The last cell comes
 * first, since pdbgen puts the blank there; then the goal's own. */
static void find_cells(struct finder *finder, int blank) {
    int width = finder->size.width;
    int height = finder->size.height;
    int x = blank % width;
    int y = blank / width;
    bool corner = (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
    if (corner) add_cell(finder, width * height - 1);
    add_cell(finder, blank);
    for (int image = 0; image < FINDER_MAX_CELLS; image++) {
        int column = image & 1 ? width - 1 - x : x;
        int row = image & 2 ? height - 1 - y : y;
        if ((image & 4) == 0)
            add_cell(finder, row * width + column);
        else if (width == height)
            add_cell(finder, column * width + row);
    }
}

/* A directory that cannot be searched is not a failure, since tables can be generated in memory;
 * but a --dir that is a file is a mistake. */
static int find_directory(struct finder *finder) {
    finder->directory = cli_directory_search(finder->common->dir);
    if (!finder->directory) {
        finder->unusable = cli_text("no directory for databases: " CLI_NO_DIRECTORY);
        return CLI_SUCCESS;
    }
    const int trouble = cli_directory_trouble(finder->directory);
    if (trouble == ENOTDIR && finder->common->dir)
        return cli_directory_refuse(finder->directory, trouble);
    if (trouble == 0) return CLI_SUCCESS;
    char *advice = cli_advise_directory(finder->directory, trouble);
    finder->unusable =
        cli_text("the directory for databases %s cannot be used: %s%s%s%s", finder->directory,
                 strerror(trouble), advice ? " (" : "", advice ? advice : "", advice ? ")" : "");
    free(advice);
    return CLI_SUCCESS;
}

int finder_init(struct finder *finder, const struct cli_common *common, tilepdb_metric metric,
                int blank, int encoding, const tilepdb_board *goal) {
    const bool multi = metric == TILEPDB_METRIC_MULTI;
    *finder = (struct finder){.common = common,
                              .metric = metric,
                              .noun = multi ? "colour table" : "database",
                              .size = {goal->width, goal->height}};
    find_cells(finder, cli_blank_cell(goal));
    if (multi) finder->cell_count = 1; /* a drawing is of one goal */
    finder->kind_count = cli_kinds_of(metric, blank, encoding, finder->kinds);
    return finder->kind_count > 0 ? find_directory(finder) : CLI_USAGE;
}

void finder_free(struct finder *finder) {
    free(finder->directory);
    free(finder->unusable);
}

void finder_fix_cell(struct finder *finder, int cell) {
    finder->cells[0] = cell;
    finder->cell_count = 1;
}

char *finder_path(const struct finder *finder, const struct wanted *wanted, unsigned i) {
    return wanted_path(wanted, i, finder->directory ? finder->directory : "");
}

static bool is_there(const struct finder *finder, const struct wanted *wanted) {
    bool all = finder->unusable == NULL;
    for (unsigned i = 0; i < wanted->count && all; i++) {
        char *path = finder_path(finder, wanted, i);
        all = cli_file_exists(path);
        free(path);
    }
    return all;
}

/* What a name that has no text stands for. */
static int suggest(const struct finder *finder, uint64_t entries, int cell, tilepdb_kind kind,
                   struct wanted *wanted) {
    const struct cli_board_size size = finder->size;
    tilepdb_error error;
    tilepdb_partition partition;
    tilepdb_pattern pattern;
    tilepdb_status status;
    if (finder->metric == TILEPDB_METRIC_MULTI) {
        status = tilepdb_colouring_default(size.width, size.height, cell, &pattern, &error);
        if (!status) wanted_colouring(wanted, &pattern);
    } else {
        status =
            tilepdb_partition_suggest(size.width, size.height, cell, entries, &partition, &error);
        if (!status) wanted_partition(wanted, &partition, kind);
    }
    if (status) return cli_fail(NULL, &error);
    wanted->suggested = strchr(wanted->name, '/');
    return CLI_SUCCESS;
}

static int wanted_for(const struct finder *finder, struct finder_name name, int cell,
                      tilepdb_kind kind, struct wanted *wanted) {
    return name.text ? wanted_parse(wanted, name.text, finder->size, cell, kind)
                     : suggest(finder, name.entries, cell, kind, wanted);
}

int finder_find(const struct finder *finder, struct finder_name name, struct wanted *wanted,
                bool *found) {
    *found = false;
    /* A suggestion is made for the first cell only. */
    const size_t cell_count = name.text ? finder->cell_count : 1;
    for (size_t k = 0; k < finder->kind_count; k++) {
        for (size_t c = 0; c < cell_count; c++) {
            const int code = wanted_for(finder, name, finder->cells[c], finder->kinds[k], wanted);
            if (code != CLI_SUCCESS) return code;
            *found = is_there(finder, wanted);
            if (*found) return CLI_SUCCESS;
        }
    }
    return wanted_for(finder, name, finder->cells[0], finder->kinds[0], wanted);
}

/* How many of NAME+NAME exist with that goal cell. */
static int names_there(struct finder finder, int cell, const char *names, size_t *count) {
    char *copy = cli_text("%s", names), *rest = copy;
    int code = CLI_SUCCESS;
    finder_fix_cell(&finder, cell);
    *count = 0;
    while (rest && code == CLI_SUCCESS) {
        struct wanted wanted;
        bool found;
        code =
            finder_find(&finder, (struct finder_name){.text = strsep(&rest, "+")}, &wanted, &found);
        *count += found;
    }
    free(copy);
    return code;
}

int finder_settle_cell(struct finder *finder, const char *names) {
    size_t most = 0, count = 0;
    int cell = 0, code = CLI_SUCCESS;
    if (!strchr(names, '+')) return CLI_SUCCESS;
    for (size_t i = 0; i < finder->cell_count && code == CLI_SUCCESS; i++) {
        code = names_there(*finder, finder->cells[i], names, &count);
        if (count <= most) continue;
        cell = finder->cells[i];
        most = count;
    }
    if (code == CLI_SUCCESS && most > 0) finder_fix_cell(finder, cell);
    return code;
}

static char *absence_plain(const struct finder *finder, const char *name) {
    if (finder->unusable) return cli_text("%s", finder->unusable);
    return cli_text("no %s%s%s for this goal in %s", finder->noun, name ? " " : "",
                    name ? name : "", finder->directory);
}

/* The same, and why none can be kept. */
static char *absence_sealed(const struct finder *finder, const char *name, int trouble) {
    char *absence = absence_plain(finder, name);
    if (trouble == 0) return absence;
    char *longer = cli_text("%s, and none can be kept there: %s", absence, strerror(trouble));
    free(absence);
    return longer;
}

char *finder_absence(const struct finder *finder, const char *name, bool *keeps) {
    const int trouble = finder->unusable ? 0 : cli_directory_sealed(finder->directory);
    *keeps = !finder->unusable && trouble == 0;
    return absence_sealed(finder, name, trouble);
}

int finder_refuse(const struct finder *finder, const struct wanted *wanted) {
    bool keeps;
    char *absence = finder_absence(finder, wanted->suggested ? NULL : wanted->name, &keeps);
    char *call = wanted_call(wanted, finder->common);
    if (!keeps)
        cli_complain("%s; name another with --dir", absence);
    else
        cli_complain("%s; '%s' generates it", absence, call);
    free(call);
    free(absence);
    return CLI_FAILURE;
}

bool finder_announce(const struct finder *finder, const struct wanted *wanted) {
    const int trouble = finder->unusable ? 0 : cli_directory_create(finder->directory);
    const bool keeps = !finder->unusable && trouble == 0;
    const char *name = wanted->suggested ? NULL : wanted->name;
    char *absence = absence_sealed(finder, name, trouble);
    char *call = wanted_call(wanted, finder->common);
    if (keeps)
        cli_note("%s: generating and keeping it, as '%s' does", absence, call);
    else
        cli_note("%s: generating %s in memory; name a directory with --dir to keep it", absence,
                 name ? name : "one");
    free(call);
    free(absence);
    return keeps;
}

int finder_settle(const struct finder *finder, const char *path, const tilepdb_error *error,
                  bool *kept) {
    *kept = error->status == TILEPDB_OK;
    if (*kept) return CLI_SUCCESS;
    if (error->status == TILEPDB_CANCELLED) return cli_fail(path, error);
    cli_note("%s; the %s stays in memory for this run; name another directory with --dir to "
             "keep it",
             error->message, finder->noun);
    return CLI_SUCCESS;
}
