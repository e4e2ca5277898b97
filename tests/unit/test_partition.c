/* Partitions: the catalogue, explicit lists, and errors in lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tilepdb_tables.h"

static void assert_partition(const tilepdb_partition *partition) {
    uint32_t all = 0;
    for (unsigned i = 0; i < partition->count; i++) {
        assert_true(partition->tiles[i] != 0);
        assert_int_equal(all & partition->tiles[i], 0);
        all |= partition->tiles[i];
    }
    assert_int_equal(all, (1u << partition->width * partition->height) - 2u);
}

static unsigned sizes_sum(const char *name) {
    unsigned sum = 0;
    for (const char *at = name; *at; at += strcspn(at, "-"), at += *at == '-')
        sum += (unsigned)strtoul(at, NULL, 10);
    return sum;
}

static void the_catalogue_is_sound(void **state) {
    (void)state;
    assert_true(tilepdb_catalogue_count() > 10);
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        const int cells = entry->width * entry->height;
        assert_int_equal(sizes_sum(entry->name), cells - 1);
        assert_true(strlen(entry->summary) > 10);
        for (int blank = 0; blank < cells; blank++) {
            tilepdb_partition partition;
            tilepdb_error error;
            if (tilepdb_partition_parse(entry->name, entry->width, entry->height, blank, &partition,
                                        &error))
                fail_msg("%s", error.message);
            assert_string_equal(partition.name, entry->name);
            assert_int_equal(partition.goal_blank, blank);
            assert_partition(&partition);
        }
    }
}

/* Returns the sizes of the patterns in rising order, one byte each. */
static uint64_t sizes_sorted(const tilepdb_partition *partition) {
    unsigned of_size[TILEPDB_TABLE_MAX_CELLS] = {0};
    uint64_t sizes = 0;
    for (unsigned i = 0; i < partition->count; i++)
        of_size[__builtin_popcount(partition->tiles[i])]++;
    for (unsigned size = 1; size < TILEPDB_TABLE_MAX_CELLS; size++)
        for (; of_size[size]; of_size[size]--) sizes = sizes << 8 | size;
    return sizes;
}

static uint64_t sizes_named(const char *name) {
    tilepdb_partition named = {0};
    for (const char *at = name; *at; at += strcspn(at, "-"), at += *at == '-')
        named.tiles[named.count++] = (1u << strtoul(at, NULL, 10)) - 1u;
    return sizes_sorted(&named);
}

/* For every blank cell of the goal, on the board as drawn or on its side, the patterns have the
 * sizes of the name. */
static void goals_keep_the_sizes(void **state) {
    (void)state;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        for (int blank = 0; blank < entry->width * entry->height; blank++)
            for (int turned = 0; turned < 2; turned++) {
                tilepdb_partition partition;
                tilepdb_error error;
                char drawn[TILEPDB_DRAWING_TEXT];
                if (tilepdb_partition_parse(entry->name, turned ? entry->height : entry->width,
                                            turned ? entry->width : entry->height, blank,
                                            &partition, &error))
                    fail_msg("%s", error.message);
                assert_partition(&partition);
                assert_int_equal(sizes_sorted(&partition), sizes_named(entry->name));
                const size_t length = tilepdb_partition_draw(&partition, drawn);
                assert_int_equal(strlen(drawn), length);
                assert_int_equal(drawn[2 * blank], '.'); /* two bytes per cell */
                assert_ptr_equal(strchr(drawn, '.'), strrchr(drawn, '.'));
            }
    }
}

static void explicit_lists_are_drawn(void **state) {
    (void)state;
    tilepdb_partition partition;
    char drawn[TILEPDB_DRAWING_TEXT];
    assert_int_equal(tilepdb_partition_parse("1,3,5/2,4", 3, 2, 4, &partition, NULL), TILEPDB_OK);
    tilepdb_partition_draw(&partition, drawn);
    assert_string_equal(drawn, "a b a\nb . a\n");
    const tilepdb_pattern second = tilepdb_partition_pattern(&partition, 1);
    assert_true(second.width == 3 && second.height == 2 && second.goal_blank == 4);
    assert_int_equal(second.tiles, 1u << 2 | 1u << 4);
}

static void parsed(const char *text, int blank, unsigned count, const uint32_t *tiles) {
    tilepdb_partition partition;
    tilepdb_error error;
    if (tilepdb_partition_parse(text, 4, 4, blank, &partition, &error))
        fail_msg("%s: %s", text, error.message);
    assert_partition(&partition);
    assert_int_equal(partition.count, count);
    for (unsigned i = 0; i < count; i++) assert_int_equal(partition.tiles[i], tiles[i]);
}

static void names_and_lists_are_read(void **state) {
    (void)state;
    parsed("7-8", 15, 2, (uint32_t[]){0x1FE, 0xFE00});
    parsed("7-8", 0, 2, (uint32_t[]){0xFF00, 0x00FE}); /* the half with the blank has seven tiles */
    parsed("1,2,3,4,5,6,7,8/9,10,11,12,13,14,15", 15, 2, (uint32_t[]){0x1FE, 0xFE00});
    parsed("9-15/1-8", 15, 2, (uint32_t[]){0xFE00, 0x1FE});
    parsed("1-15", 15, 1, (uint32_t[]){0xFFFE});
    parsed("15,1-14", 15, 1, (uint32_t[]){0xFFFE});
}

/* Returns the letters of all drawings in an entry's file, without separators. */
static void letters_on_file(const tilepdb_catalogue_entry *entry, char letters[512]) {
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/pdb/partitions/%dx%d-%s.txt", TILEPDB_SOURCE_DIR, entry->width,
             entry->height, entry->name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    letters[0] = '\0';
    while (fgets(line, sizeof line, file))
        if (line[0] != '#') strncat(letters, line, strcspn(line, "\n"));
    fclose(file);
}

/* A goal whose blank is on the '.' of a drawing gets exactly that drawing. */
static void drawings_are_as_on_file(void **state) {
    (void)state;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        const size_t cells = (size_t)(entry->width * entry->height);
        char letters[512], drawn[TILEPDB_DRAWING_TEXT];
        letters_on_file(entry, letters);
        assert_int_equal(strlen(letters) % cells, 0);
        assert_int_equal(letters[cells - 1], '.'); /* the first drawing is for the standard goal */
        for (const char *rows = letters; *rows; rows += cells) {
            tilepdb_partition partition;
            tilepdb_partition_parse(entry->name, entry->width, entry->height,
                                    (int)(strchr(rows, '.') - rows), &partition, NULL);
            tilepdb_partition_draw(&partition, drawn);
            size_t at = 0;
            for (const char *letter = drawn; *letter; letter++)
                if (*letter != ' ' && *letter != '\n') assert_int_equal(*letter, rows[at++]);
            assert_int_equal(at, cells);
        }
    }
}

/* Returns the number of neighbouring cells of 5x5 in one pattern; images have the same number. */
static unsigned neighbours_joined(const tilepdb_partition *partition) {
    char drawn[TILEPDB_DRAWING_TEXT];
    unsigned joined = 0;
    tilepdb_partition_draw(partition, drawn);
    for (int cell = 0; cell < 25; cell++) {
        const char *letter = drawn + 2 * cell; /* two bytes per cell, ten per row */
        joined += cell % 5 < 4 && letter[0] == letter[2];
        joined += cell < 20 && letter[0] == letter[10];
    }
    return joined;
}

/* If a name has drawings for all six classes of 5x5 cells, every goal gets an image of a
 * drawing, and cells that a symmetry exchanges get images of the same drawing. */
static void drawings_serve_symmetric_goals(void **state) {
    (void)state;
    unsigned checked = 0;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        unsigned joined[25];
        char letters[512];
        letters_on_file(entry, letters);
        if (entry->width != 5 || entry->height != 5 || strlen(letters) != 6 * 25) continue;
        for (int blank = 0; blank < 25; blank++) {
            tilepdb_partition partition;
            tilepdb_partition_parse(entry->name, 5, 5, blank, &partition, NULL);
            joined[blank] = neighbours_joined(&partition);
        }
        for (int cell = 0; cell < 25; cell++) {
            assert_int_equal(joined[cell], joined[cell % 5 * 5 + cell / 5]);
            assert_int_equal(joined[cell], joined[24 - cell]);
            assert_int_equal(joined[cell], joined[cell / 5 * 5 + 4 - cell % 5]);
        }
        checked++;
    }
    assert_int_equal(checked, 5); /* 6-6-6-6-b to -f */
}

static void refused(const char *text, const char *says) {
    tilepdb_partition partition;
    tilepdb_error error = {0};
    assert_int_equal(tilepdb_partition_parse(text, 4, 4, 15, &partition, &error),
                     TILEPDB_ERROR_PARSE);
    if (!strstr(error.message, says)) fail_msg("%s: %s", text, error.message);
}

static void mistakes_get_a_sentence(void **state) {
    (void)state;
    refused("7-9", "did you mean '7-8'");
    refused("", "name of a partition is missing");
    refused("nope", "unknown partition 'nope' for 4x4 boards: name one of the catalogue");
    refused("1-7", "tile 8 is in no pattern");
    refused("1-16", "no tile 16");
    refused("1-", "unknown partition");
    refused("1-8/8-15", "tile 8 is named twice");
    refused("1-8/9-16", "no tile 16");
    refused("0-8/9-15", "no tile 0");
    refused("1-8/9-14", "tile 15 is in no pattern");
    refused("8-1/9-15", "runs backwards");
    refused("1-6,8-7/9-15", "runs backwards");
    refused("1-8/", "number is missing");
    refused("/1-15", "number is missing");
    refused("1-8,,9-15", "number is missing");
    refused("1-8;9-15,", "column 4");
    refused("1-8/9-99999999999999999999", "no tile");
    tilepdb_partition partition;
    tilepdb_error error;
    assert_int_equal(tilepdb_partition_parse("7-8", 4, 4, 16, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_parse("7-8", 6, 6, 0, &partition, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_partition_parse("7-8", 4, 3, 0, &partition, &error),
                     TILEPDB_ERROR_PARSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_catalogue_is_sound),
        cmocka_unit_test(goals_keep_the_sizes),
        cmocka_unit_test(explicit_lists_are_drawn),
        cmocka_unit_test(names_and_lists_are_read),
        cmocka_unit_test(drawings_are_as_on_file),
        cmocka_unit_test(drawings_serve_symmetric_goals),
        cmocka_unit_test(mistakes_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
