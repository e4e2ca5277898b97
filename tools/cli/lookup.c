#include "cli/lookup.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/console.h"
#include "cli/directory.h"

static void add_cell(struct lookup *lookup, int cell) {
    for (size_t i = 0; i < lookup->cell_count; i++) {
        if (lookup->cells[i] == cell) return;
    }
    lookup->cells[lookup->cell_count++] = cell;
}

/* Databases of one cell serve its images under the symmetries of the board. The last cell comes
 * first, for pdbgen puts the blank there; then the goal's own. */
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
        if ((image & 4) == 0) {
            add_cell(lookup, row * width + column);
        } else if (width == height) {
            add_cell(lookup, column * width + row);
        }
    }
}

int lookup_init(struct lookup *lookup, const struct cli_common *common, int blank, int encoding,
                const tilepdb_board *goal) {
    *lookup = (struct lookup){
        .common = common,
        .size = {goal->width, goal->height},
        .directory = cli_directory_find(common->dir),
    };
    if (lookup->directory == NULL) return CLI_FAILURE;
    int cell = 0;
    while (goal->cells[cell] != 0) cell++;
    find_cells(lookup, cell);
    lookup->kind_count = cli_kinds(blank, encoding, lookup->kinds);
    if (lookup->kind_count == 0) return CLI_USAGE;
    return cli_directory_check(lookup->directory);
}

void lookup_free(struct lookup *lookup) {
    free(lookup->directory);
}

void lookup_fix_cell(struct lookup *lookup, int cell) {
    lookup->cells[0] = cell;
    lookup->cell_count = 1;
}

char *lookup_path(const struct lookup *lookup, const struct choice *choice, unsigned i) {
    tilepdb_pattern pattern = tilepdb_partition_pattern(&choice->partition, i);
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&pattern, choice->kind, name);
    return cli_path_join(lookup->directory, name);
}

static bool is_there(const struct lookup *lookup, const struct choice *choice) {
    bool all = true;
    for (unsigned i = 0; i < choice->partition.count && all; i++) {
        char *path = lookup_path(lookup, choice, i);
        all = cli_file_exists(path);
        free(path);
    }
    return all;
}

static int parse(const struct lookup *lookup, const char *name, int cell,
                 tilepdb_partition *partition) {
    return cli_partition(name, lookup->size, cell, partition);
}

int lookup_find(const struct lookup *lookup, const char *name, struct choice *choice, bool *found) {
    *found = false;
    for (size_t k = 0; k < lookup->kind_count; k++) {
        for (size_t c = 0; c < lookup->cell_count; c++) {
            int code = parse(lookup, name, lookup->cells[c], &choice->partition);
            if (code != CLI_SUCCESS) return code;
            choice->kind = lookup->kinds[k];
            *found = is_there(lookup, choice);
            if (*found) return CLI_SUCCESS;
        }
    }
    choice->kind = lookup->kinds[0];
    return parse(lookup, name, lookup->cells[0], &choice->partition);
}

char *lookup_pdbgen(const struct lookup *lookup, const char *name, const struct choice *choice) {
    const struct cli_common *common = lookup->common;
    const tilepdb_partition *partition = &choice->partition;
    char board[32] = "";
    char cell[32] = "";
    if (partition->width != 4 || partition->height != 4) {
        snprintf(board, sizeof board, " --board %dx%d", partition->width, partition->height);
    }
    if (partition->goal_blank != partition->width * partition->height - 1) {
        snprintf(cell, sizeof cell, " --goal-blank %d", partition->goal_blank);
    }
    bool projected = choice->kind.blank == TILEPDB_BLANK_PROJECTED;
    bool nibble = !projected && choice->kind.encoding == TILEPDB_ENCODING_NIBBLE;
    return cli_text("pdbgen%s%s%s%s%s%s %s", common->dir != NULL ? " -d " : "",
                    common->dir != NULL ? common->dir : "", board, cell,
                    projected ? " --blank projected" : "", nibble ? " --encoding nibble" : "",
                    name);
}
