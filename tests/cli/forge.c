/*
 * forge FILE WHAT: replaces a table by a false one, in a file with valid checksums, so that only a
 * proof of its entries can detect it. For 4x4, entries in the middle are altered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/colour_table.h"
#include "table/table.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

static uint8_t *row(tilepdb_table *table, size_t code) {
    return (uint8_t *)table->pages + code * table->row_bytes;
}

static void flip(tilepdb_table *table) {
    row(table, table->index->code_count / 2)[1] ^= 1;
}

static void add_two(tilepdb_table *table) {
    uint8_t *byte = &row(table, table->index->code_count / 2)[1];
    *byte = (uint8_t)((*byte & 0xF0) | ((*byte + 2) & 15));
}

static void zero(tilepdb_table *table) {
    memset(row(table, 3), 0, 8);
}

static void swap_rows(tilepdb_table *table) {
    uint8_t *a = row(table, 2), *b = row(table, 9);
    for (size_t i = 0; i < table->row_bytes; i++) {
        const uint8_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Shifts rows from the fourth on by one. */
static void shift_rows(tilepdb_table *table) {
    memmove(row(table, 5), row(table, 4), (table->index->code_count - 5) * table->row_bytes);
}

static void miscount(tilepdb_table *table) {
    table->info.histogram[2]++;
    table->info.histogram[4]--;
}

static const struct {
    const char *name;
    void (*forge)(tilepdb_table *table);
} ways[] = {
    {"flip", flip},           {"add-two", add_two},       {"zero", zero},
    {"swap-rows", swap_rows}, {"shift-rows", shift_rows}, {"miscount", miscount},
};

static void expect(tilepdb_status status, const tilepdb_error *error) {
    if (status == TILEPDB_OK) return;
    fprintf(stderr, "forge: %s\n", error->message);
    exit(1);
}

/* Writes a colour table: true, or with a false entry or count; of the default colouring, or of
 * the one after '='. */
static void multi_write(const char *path, const tilepdb_pattern *pattern, const char *way) {
    tilepdb_pattern colouring;
    tilepdb_table *table;
    tilepdb_error error;
    const char *drawing = strchr(way, '=');
    expect(drawing ? tilepdb_colouring_parse(drawing + 1, pattern->width, pattern->height,
                                             pattern->goal_blank, &colouring, &error)
                   : tilepdb_colouring_default(pattern->width, pattern->height, pattern->goal_blank,
                                               &colouring, &error),
           &error);
    expect(tilepdb_table_generate(&colouring, MULTI, NULL, &table, &error), &error);
    if (strncmp(way, "multi-flip", 10) == 0)
        ((uint8_t *)table->colours->filled[COLOUR_COLUMNS])[2 * 8] ^= 1;
    if (strncmp(way, "multi-miscount", 14) == 0) {
        table->info.axis_histogram[0][3]++;
        table->info.axis_histogram[1][3]--;
    }
    expect(tilepdb_table_save(table, path, NULL, &error), &error);
    tilepdb_table_close(table);
}

int main(int argc, char **argv) {
    tilepdb_table_info info;
    tilepdb_table *table;
    tilepdb_error error;
    if (argc != 3) return 2;
    expect(tilepdb_file_info(argv[1], &info, &error), &error);
    if (strncmp(argv[2], "multi", 5) == 0) {
        multi_write(argv[1], &info.pattern, argv[2]);
        return 0;
    }
    expect(tilepdb_table_generate(&info.pattern, info.kind, NULL, &table, &error), &error);
    bool known = false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(argv[2], ways[i].name) != 0) continue;
        ways[i].forge(table);
        known = true;
    }
    if (!known) return 2;
    expect(tilepdb_table_save(table, argv[1], NULL, &error), &error);
    tilepdb_table_close(table);
    return 0;
}
