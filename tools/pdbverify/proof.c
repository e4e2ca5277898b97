/* See proof.h. */
#include "pdbverify/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/candidates.h"
#include "cli/console.h"
#include "util/number.h"

/* Of single-tile moves, from one bound to the next. */
#define STEP 2

void proof_name(json_t *object, const struct proof_candidate *candidate) {
    json_object_set_new(object, "partition", json_string(candidate->partition));
    json_object_set_new(object, "direction", json_string(cli_direction_word(candidate->backward)));
}

bool proof_is_named(const json_t *object, const struct proof_candidate *candidate) {
    const char *partition = json_string_value(json_object_get(object, "partition"));
    const char *direction = json_string_value(json_object_get(object, "direction"));
    return partition && direction && strcmp(partition, candidate->partition) == 0 &&
           strcmp(direction, cli_direction_word(candidate->backward)) == 0;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bound_add(json_t *list, const tilepdb_iteration *iteration,
                      const struct proof_candidate *by) {
    json_t *object =
        json_pack("{si sI sI}", "bound", iteration->bound, "generated",
                  (json_int_t)iteration->generated, "expanded", (json_int_t)iteration->expanded);
    proof_name(object, by);
    json_array_append_new(list, object);
}

/* Those from `bound` to below `end`, which an estimate rules out. */
static void gap_add(json_t *list, int bound, int end, const struct proof_candidate *by) {
    for (; bound < end; bound += STEP) bound_add(list, &(tilepdb_iteration){.bound = bound}, by);
}

json_t *proof_bounds(const tilepdb_result *result, const struct proof_trail *trail, int length) {
    json_t *list = json_array();
    int next = result->root_h;
    size_t i = 0;
    while (i < result->iteration_count && result->iterations[i].bound < length) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        const struct proof_candidate *by = &trail->candidates[trail->by[i++]];
        gap_add(list, next, iteration->bound, by);
        bound_add(list, iteration, by);
        next = iteration->bound + STEP;
    }
    gap_add(list, next, length, &trail->candidates[trail->by[i]]);
    return list;
}

int proof_limit(int length) {
    return length < 2 ? 0 : length - 1; /* below 1 there is only the goal, which the board is not */
}

tilepdb_status proof_conclude(tilepdb_status status, int length, bool backward,
                              const tilepdb_result *result, tilepdb_error *error) {
    if (status == TILEPDB_LIMIT && result->lower_bound >= length) return TILEPDB_OK;
    if (status || result->length >= length) return status;
    error->status = TILEPDB_REFUTED;
    snprintf(error->message, sizeof error->message, "there is a solution of %d move%s%s%.400s",
             result->length, plural((uint64_t)result->length), backward ? "" : ": ",
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

int proof_cell(const json_t *table) {
    const json_t *cell = json_object_get(table, "goal_blank");
    const json_int_t number = json_integer_value(cell);
    return json_is_integer(cell) && number >= 0 && number < TILEPDB_TABLE_MAX_CELLS ? (int)number
                                                                                    : -1;
}

static bool is_backward(const json_t *table) {
    const char *direction = json_string_value(json_object_get(table, "direction"));
    return direction && strcmp(direction, cli_direction_word(true)) == 0;
}

static bool is_same(const json_t *one, const json_t *other) {
    return proof_tiles(one) == proof_tiles(other) &&
           (proof_cell(one) == proof_cell(other) || is_backward(one) == is_backward(other));
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

/* Whether a partition, for this goal cell, has a pattern with the tiles of a table. */
static bool has_pattern(const char *name, const tilepdb_board *goal, int cell,
                        const json_t *table) {
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, goal->width, goal->height, cell, &partition, NULL))
        return true; /* it will not do */
    for (unsigned i = 0; i < partition.count; i++)
        if (partition.tiles[i] == proof_tiles(table)) return true;
    return false;
}

static bool will_do(const json_t *tables, const char *name, const tilepdb_board *goal) {
    const int last = goal->width * goal->height - 1;
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        if (has_pattern(name, goal, last, table) ||
            has_pattern(name, goal, proof_cell(table), table))
            return false;
    }
    return true;
}

char *proof_second(const json_t *tables, const tilepdb_board *goal) {
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (entry->width == goal->width && entry->height == goal->height &&
            will_do(tables, entry->name, goal))
            return cli_text("%s", entry->name);
    }
    const int tiles = goal->width * goal->height - 1;
    for (int first = tiles / 2; first >= 1; first--) {
        char *halves = cli_text("1-%d/%d-%d", first, first + 1, tiles);
        if (will_do(tables, halves, goal)) return halves;
        free(halves);
    }
    return NULL;
}
