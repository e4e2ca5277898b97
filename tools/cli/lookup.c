/* See lookup.h. */
#include "cli/lookup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/directory.h"

static void add_cell(struct lookup *lookup, int cell) {
    for (size_t i = 0; i < lookup->cell_count; i++)
        if (lookup->cells[i] == cell) return;
    lookup->cells[lookup->cell_count++] = cell;
}

/* Databases of one cell serve its images under the symmetries of the board. The last cell comes
 * first, since pdbgen puts the blank there; then the goal's own. */
static void find_cells(struct lookup *lookup, int blank) {
    int width = lookup->size.width;
    int height = lookup->size.height;
    int x = blank % width;
    int y = blank / width;
    bool corner = (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
    if (corner) add_cell(lookup, width * height - 1);
    add_cell(lookup, blank);
    for (int image = 0; image < LOOKUP_MAX_CELLS; image++) {
        int column = image & 1 ? width - 1 - x : x;
        int row = image & 2 ? height - 1 - y : y;
        if ((image & 4) == 0)
            add_cell(lookup, row * width + column);
        else if (width == height)
            add_cell(lookup, column * width + row);
    }
}

/* A directory that cannot be searched is not a failure, since tables can be generated in memory;
 * but a --dir that is a file is a mistake. */
static int find_directory(struct lookup *lookup) {
    lookup->directory = cli_directory_search(lookup->common->dir);
    if (!lookup->directory) {
        lookup->unusable = cli_text("no directory for databases: " CLI_NO_DIRECTORY);
        return CLI_SUCCESS;
    }
    const int trouble = cli_directory_trouble(lookup->directory);
    if (trouble == ENOTDIR && lookup->common->dir)
        return cli_directory_refuse(lookup->directory, trouble);
    if (trouble == 0) return CLI_SUCCESS;
    char *advice = cli_advise_directory(lookup->directory, trouble);
    lookup->unusable =
        cli_text("the directory for databases %s cannot be used: %s%s%s%s", lookup->directory,
                 strerror(trouble), advice ? " (" : "", advice ? advice : "", advice ? ")" : "");
    free(advice);
    return CLI_SUCCESS;
}

int lookup_init(struct lookup *lookup, const struct cli_common *common, int blank, int encoding,
                const tilepdb_board *goal) {
    *lookup = (struct lookup){.common = common, .size = {goal->width, goal->height}};
    int cell = 0;
    while (goal->cells[cell] != 0) cell++;
    find_cells(lookup, cell);
    lookup->kind_count = cli_kinds(blank, encoding, lookup->kinds);
    return lookup->kind_count > 0 ? find_directory(lookup) : CLI_USAGE;
}

void lookup_free(struct lookup *lookup) {
    free(lookup->directory);
    free(lookup->unusable);
}

void lookup_fix_cell(struct lookup *lookup, int cell) {
    lookup->cells[0] = cell;
    lookup->cell_count = 1;
}

char *lookup_path(const struct lookup *lookup, const struct choice *choice, unsigned i) {
    tilepdb_pattern pattern = tilepdb_partition_pattern(&choice->partition, i);
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&pattern, choice->kind, name);
    return cli_path_join(lookup->directory ? lookup->directory : "", name);
}

static bool is_there(const struct lookup *lookup, const struct choice *choice) {
    bool all = lookup->unusable == NULL;
    for (unsigned i = 0; i < choice->partition.count && all; i++) {
        char *path = lookup_path(lookup, choice, i);
        all = cli_file_exists(path);
        free(path);
    }
    return all;
}

static int partition_of(const struct lookup *lookup, struct lookup_name name, int cell,
                        tilepdb_partition *partition) {
    if (name.text) return cli_partition(name.text, lookup->size, cell, partition);
    tilepdb_error error;
    const tilepdb_status status = tilepdb_partition_suggest(lookup->size.width, lookup->size.height,
                                                            cell, name.entries, partition, &error);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

int lookup_find(const struct lookup *lookup, struct lookup_name name, struct choice *choice,
                bool *found) {
    *found = false;
    /* A suggestion is made for the first cell only. */
    const size_t cell_count = name.text ? lookup->cell_count : 1;
    for (size_t k = 0; k < lookup->kind_count; k++) {
        for (size_t c = 0; c < cell_count; c++) {
            int code = partition_of(lookup, name, lookup->cells[c], &choice->partition);
            if (code != CLI_SUCCESS) return code;
            choice->kind = lookup->kinds[k];
            *found = is_there(lookup, choice);
            if (*found) return CLI_SUCCESS;
        }
    }
    choice->kind = lookup->kinds[0];
    return partition_of(lookup, name, lookup->cells[0], &choice->partition);
}

char *lookup_pdbgen(const struct lookup *lookup, const struct choice *choice) {
    return cli_pdbgen_call(lookup->common, &choice->partition, choice->kind);
}

char *lookup_absence(const struct lookup *lookup, const char *name) {
    if (lookup->unusable) return cli_text("%s", lookup->unusable);
    return cli_text("no database%s%s for this goal in %s", name ? " " : "", name ? name : "",
                    lookup->directory);
}
