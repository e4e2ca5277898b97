#include "pdbverify/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"

const char *moves_words(int length, tilepdb_metric metric, char text[MOVES_WORDS]) {
    snprintf(text, MOVES_WORDS, "%d %smove%s", length,
             metric == TILEPDB_METRIC_MULTI ? "multi-tile " : "", plural((uint64_t)length));
    return text;
}

static int step_of(const struct proof_history *history) {
    return history->metric == TILEPDB_METRIC_SINGLE ? 2 : 1;
}

const char *proof_direction(const struct proof_candidate *candidate) {
    return cli_direction_keyword(candidate->direction);
}

void proof_name(json_t *object, const struct proof_candidate *candidate) {
    json_object_set_new(object, "partition", json_string(candidate->partition));
    json_object_set_new(object, "direction", json_string(proof_direction(candidate)));
}

bool proof_is_named(const json_t *object, const struct proof_candidate *candidate) {
    const char *partition = json_string_value(json_object_get(object, "partition"));
    const char *direction = json_string_value(json_object_get(object, "direction"));
    return partition && direction && strcmp(partition, candidate->partition) == 0 &&
           strcmp(direction, proof_direction(candidate)) == 0;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

bool proof_is_bidirectional(const json_t *object) {
    return json_object_get(object, "pair");
}

json_t *proof_pair(const struct proof_candidate *candidate) {
    return json_pack("[ii]", (int)candidate->pair[0], (int)candidate->pair[1]);
}

static void bound_add(json_t *list, const tilepdb_iteration *iteration,
                      const struct proof_history *history, size_t i) {
    const struct proof_candidate *candidate = &history->candidates[history->searcher[i]];
    json_t *object =
        json_pack("{si sI sI}", "bound", iteration->bound, "generated",
                  (json_int_t)iteration->generated, "expanded", (json_int_t)iteration->expanded);
    if (history->resumes)
        json_object_set_new(object, "resumed", json_integer((json_int_t)iteration->resumed));
    proof_name(object, candidate);
    if (candidate->direction == TILEPDB_DIRECTION_BOTH)
        json_object_update_new(object,
                               json_pack("{so si si sI}", "pair", proof_pair(candidate), "limit",
                                         iteration->limit, "level", iteration->level, "backward",
                                         (json_int_t)iteration->backward));
    json_array_append_new(list, object);
}

static void gap_add(json_t *list, int bound, int end, const struct proof_history *history,
                    size_t i) {
    for (; bound < end; bound += step_of(history))
        bound_add(list, &(tilepdb_iteration){.bound = bound}, history, i);
}

json_t *proof_bounds(const tilepdb_result *result, const struct proof_history *history,
                     int length) {
    json_t *list = json_array();
    int next = result->root_h;
    size_t i = 0;
    while (i < result->iteration_count && result->iterations[i].bound < length) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        gap_add(list, next, iteration->bound, history, i);
        bound_add(list, iteration, history, i++);
        next = iteration->bound + step_of(history);
    }
    gap_add(list, next, length, history, i);
    return list;
}

int proof_limit(int length) {
    return length < 2 ? 0 : length - 1; /* only the goal has length 0 */
}

tilepdb_status proof_conclude(tilepdb_status status, int length, tilepdb_metric metric,
                              bool backward, const tilepdb_result *result, tilepdb_error *error) {
    char words[MOVES_WORDS];
    if (status == TILEPDB_LIMIT && result->lower_bound >= length) return TILEPDB_OK;
    if (status || result->length >= length) return status;
    error->status = TILEPDB_REFUTED;
    snprintf(error->message, sizeof error->message, "there is a solution of %s%s%.400s",
             moves_words(result->length, metric, words), backward ? "" : ": ",
             backward ? "" : result->moves);
    return TILEPDB_REFUTED;
}

/* ---- tables ---------------------------------------------------------------------------------- */

uint32_t proof_tiles(const json_t *table) {
    uint32_t tiles = 0;
    size_t i;
    json_t *tile;
    json_array_foreach(json_object_get(table, "tiles"), i, tile) {
        const json_int_t number = json_integer_value(tile);
        if (number <= 0 || number >= TILEPDB_TABLE_MAX_CELLS) return 0;
        tiles |= UINT32_C(1) << number;
    }
    return tiles;
}

const char *proof_colouring(const json_t *table) {
    return json_string_value(json_object_get(table, "colouring"));
}

int proof_cell(const json_t *table) {
    const json_t *cell = json_object_get(table, "goal_blank");
    const json_int_t number = json_integer_value(cell);
    return json_is_integer(cell) && number >= 0 && number < TILEPDB_TABLE_MAX_CELLS ? (int)number
                                                                                    : -1;
}

static bool is_backward(const json_t *table) {
    const char *direction = json_string_value(json_object_get(table, "direction"));
    return direction && strcmp(direction, cli_direction_keyword(TILEPDB_DIRECTION_BACKWARD)) == 0;
}

static bool colouring_of(const json_t *table, int width, int height, tilepdb_pattern *colouring) {
    const char *drawing = proof_colouring(table);
    return drawing &&
           !tilepdb_colouring_parse(drawing, width, height, proof_cell(table), colouring, NULL);
}

/* Searches reflect boards, so reflected colourings have equal entries. */
static bool same_colouring(const tilepdb_pattern *a, const tilepdb_pattern *b) {
    tilepdb_pattern reflected;
    return tilepdb_pattern_equal(a, b) || (!tilepdb_colouring_reflect(a, &reflected, NULL) &&
                                           tilepdb_pattern_equal(&reflected, b));
}

struct placed {
    uint32_t tiles;
    int cell;
};

/* Bits 0 to 2 of `which` mirror columns, mirror rows, and then swap the axes. */
static int cell_image(int cell, int width, int height, unsigned which) {
    int column = cell % width, row = cell / width;
    if (which & 1) column = width - 1 - column;
    if (which & 2) row = height - 1 - row;
    return which & 4 ? column * height + row : row * width + column;
}

static struct placed placed_image(struct placed pattern, int width, int height, unsigned which) {
    struct placed image = {0, cell_image(pattern.cell, width, height, which)};
    for (int tile = 1; tile < width * height; tile++) {
        if (!(pattern.tiles >> tile & 1)) continue;
        const int goal_cell = tile <= pattern.cell ? tile - 1 : tile;
        const int at = cell_image(goal_cell, width, height, which);
        image.tiles |= UINT32_C(1) << (at < image.cell ? at + 1 : at);
    }
    return image;
}

/* Images of a pattern have tables with the same distances. */
static bool is_image(struct placed one, struct placed other, int width, int height) {
    const int cells = width * height;
    if (width < 1 || height < 1 || cells > TILEPDB_TABLE_MAX_CELLS || one.cell < 0 ||
        one.cell >= cells)
        return false; /* a certificate may contain anything */
    const unsigned count = width == height ? 8 : 4;
    for (unsigned which = 0; which < count; which++) {
        const struct placed image = placed_image(one, width, height, which);
        if (image.tiles == other.tiles && image.cell == other.cell) return true;
    }
    return false;
}

/* Returns the table's pattern on a board of this size. Tables of boards of more than five columns
 * are of the transposed board. */
static struct placed placed_on(const json_t *table, int width, int height) {
    const struct placed placed = {proof_tiles(table), proof_cell(table)};
    const int columns = (int)json_integer_value(json_object_get(table, "width"));
    const int rows = (int)json_integer_value(json_object_get(table, "height"));
    const bool transposed = columns != rows && columns == height && rows == width;
    if (!transposed || columns < 1 || rows < 1 || columns > TILEPDB_TABLE_MAX_CELLS ||
        rows > TILEPDB_TABLE_MAX_CELLS || columns * rows > TILEPDB_TABLE_MAX_CELLS ||
        placed.cell < 0 || placed.cell >= columns * rows)
        return placed; /* a certificate may contain anything */
    return placed_image(placed, columns, rows, 4);
}

int proof_board_cell(const json_t *table, const tilepdb_board *board) {
    return placed_on(table, board->width, board->height).cell;
}

static bool is_same(const json_t *one, const json_t *other) {
    const int width = (int)json_integer_value(json_object_get(one, "width"));
    const int height = (int)json_integer_value(json_object_get(one, "height"));
    if (proof_colouring(one) || proof_colouring(other)) {
        tilepdb_pattern a, b;
        return colouring_of(one, width, height, &a) && colouring_of(other, width, height, &b) &&
               same_colouring(&a, &b);
    }
    const struct placed a = placed_on(one, width, height), b = placed_on(other, width, height);
    if (a.tiles == b.tiles && (a.cell == b.cell || is_backward(one) == is_backward(other)))
        return true;
    return is_image(a, b, width, height);
}

bool proof_shares(const json_t *some, const json_t *others) {
    size_t i, j;
    json_t *one, *other;
    json_array_foreach(some, i, one) {
        json_array_foreach(others, j, other) {
            if (is_same(one, other)) return true;
        }
    }
    return false;
}

/* Returns true if the partition has `pattern` or an image of `pattern`, or is unusable. */
static bool has_pattern(const char *name, const tilepdb_board *goal, int cell,
                        struct placed pattern) {
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, goal->width, goal->height, cell, &partition, NULL))
        return true;
    for (unsigned i = 0; i < partition.count; i++)
        if (partition.tiles[i] == pattern.tiles ||
            is_image((struct placed){partition.tiles[i], cell}, pattern, goal->width, goal->height))
            return true;
    return false;
}

static bool is_independent(const json_t *tables, const char *name, const tilepdb_board *goal) {
    const int last = goal->width * goal->height - 1;
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        const struct placed pattern = placed_on(table, goal->width, goal->height);
        if (has_pattern(name, goal, last, pattern) ||
            has_pattern(name, goal, pattern.cell, pattern))
            return false;
    }
    return true;
}

/* ---- colourings ------------------------------------------------------------------------------ */

static bool colouring_is_independent(const json_t *tables, const tilepdb_pattern *colouring) {
    tilepdb_pattern known;
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        if (!colouring_of(table, colouring->width, colouring->height, &known) ||
            same_colouring(&known, colouring))
            return false;
    }
    return true;
}

static void parts_draw(int first, int cells, int blank, char text[TILEPDB_COLOURING_TEXT]) {
    for (int i = 0; i < cells && i + 1 < TILEPDB_COLOURING_TEXT; i++)
        text[i] = (char)(i == blank ? '.' : i < first ? '1' : '2');
    text[cells] = '\0';
}

/* Draws the default colouring by columns; the library draws it by rows. */
static bool columns_draw(const tilepdb_board *goal, int cell, char text[TILEPDB_COLOURING_TEXT]) {
    tilepdb_pattern rows;
    if (tilepdb_colouring_default(goal->width, goal->height, cell, &rows, NULL)) return false;
    const int cells = goal->width * goal->height;
    for (int i = 0, tile = 1; i < cells; i++) {
        const int at = i % goal->height * goal->width + i / goal->height;
        text[at] = (char)(at == cell ? '.' : 'a' + rows.colour[tile]);
        tile += at != cell;
    }
    text[cells] = '\0';
    return true;
}

static bool propose(size_t i, size_t first, const tilepdb_board *goal, int cell,
                    tilepdb_pattern *colouring) {
    const size_t count = tilepdb_colouring_count();
    if (i < count) {
        const size_t at = i < first ? first - 1 - i : i;
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(at);
        return entry->width == goal->width && entry->height == goal->height &&
               !tilepdb_colouring_parse(entry->name, goal->width, goal->height, cell, colouring,
                                        NULL);
    }
    if (i == count)
        return !tilepdb_colouring_default(goal->width, goal->height, cell, colouring, NULL);
    const int cells = goal->width * goal->height, half = (cells + 1) / 2;
    const int step = (int)(i - count) - 2;
    char text[TILEPDB_COLOURING_TEXT] = "";
    if (i == count + 1 && !columns_draw(goal, cell, text)) return false;
    if (i > count + 1) parts_draw(step < half ? half - step : step + 1, cells, cell, text);
    return !tilepdb_colouring_parse(text, goal->width, goal->height, cell, colouring, NULL);
}

static size_t number_of(const tilepdb_pattern *colouring, int cell) {
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern named;
        if (!tilepdb_colouring_parse(entry->name, colouring->width, colouring->height, cell, &named,
                                     NULL) &&
            same_colouring(&named, colouring))
            return i;
    }
    return 0;
}

static char *second_colouring(const json_t *tables, const tilepdb_board *goal) {
    const json_t *table = json_array_get(tables, 0);
    const int cell = proof_cell(table);
    tilepdb_pattern first, colouring;
    tilepdb_table_set wanted;
    if (!colouring_of(table, goal->width, goal->height, &first)) return NULL;
    const size_t number = number_of(&first, cell);
    /* Proposals: the catalogue, the default by rows and by columns, and a split into two parts
     * at each of `cells` - 1 places. */
    const size_t proposals = tilepdb_colouring_count() + 1 + (size_t)(goal->width * goal->height);
    for (size_t i = 0; i < proposals; i++)
        if (propose(i, number, goal, cell, &colouring) &&
            colouring_is_independent(tables, &colouring)) {
            tilepdb_table_set_of_colouring(&colouring, &wanted, NULL);
            return cli_text("%s", wanted.name);
        }
    return NULL;
}

char *proof_second(const json_t *tables, const tilepdb_board *goal) {
    if (proof_colouring(json_array_get(tables, 0))) return second_colouring(tables, goal);
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (entry->width == goal->width && entry->height == goal->height &&
            is_independent(tables, entry->name, goal))
            return cli_text("%s", entry->name);
    }
    const int tiles = goal->width * goal->height - 1;
    for (int first = tiles / 2; first >= 1; first--) {
        char *halves = cli_text("1-%d/%d-%d", first, first + 1, tiles);
        if (is_independent(tables, halves, goal)) return halves;
        free(halves);
    }
    return NULL;
}
