#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "puzzle/symmetry.h"
#include "tilepdb_tables.h"

tilepdb_pattern tilepdb_partition_pattern(const tilepdb_partition *partition, unsigned i) {
    return (tilepdb_pattern){.width = partition->width,
                             .height = partition->height,
                             .goal_blank = partition->goal_blank,
                             .tiles = partition->tiles[i]};
}

bool tilepdb_pattern_equal(const tilepdb_pattern *a, const tilepdb_pattern *b) {
    return a->width == b->width && a->height == b->height && a->goal_blank == b->goal_blank &&
           a->tiles == b->tiles && a->colours == b->colours && a->open == b->open &&
           memcmp(a->colour, b->colour, sizeof a->colour) == 0;
}

size_t tilepdb_partition_draw(const tilepdb_partition *partition, char text[TILEPDB_DRAWING_TEXT]) {
    size_t length = 0;
    for (unsigned cell = 0; cell < (unsigned)partition->width * partition->height; cell++) {
        const unsigned tile = goal_tile(cell, partition->goal_blank);
        char letter = '.';
        for (unsigned i = 0; i < partition->count; i++)
            if (partition->tiles[i] >> tile & 1u) letter = (char)('a' + i);
        if (cell % partition->width) text[length++] = ' ';
        text[length++] = letter;
        if (cell % partition->width == partition->width - 1u) text[length++] = '\n';
    }
    text[length] = '\0';
    return length;
}

/* ---- the named partitions -------------------------------------------------------------------- */

/* The built-in partitions, drawn in pdb/partitions/ and compiled in. Tiles whose goal cells have
 * the same letter form a pattern; '.' is the blank. A name may have several drawings, for goals
 * with the blank on different cells. */
static const struct catalogue_drawing {
    tilepdb_catalogue_entry entry;
    const char *rows; /* letters of all drawings, row by row */
} catalogue_drawings[] = {
#include "catalogue_drawings.inc"
};

static const size_t catalogue_drawing_count =
    sizeof catalogue_drawings / sizeof *catalogue_drawings;

size_t tilepdb_catalogue_count(void) {
    return catalogue_drawing_count;
}

const tilepdb_catalogue_entry *tilepdb_catalogue_at(size_t i) {
    return &catalogue_drawings[i].entry;
}

static const struct catalogue_drawing *find_exact(const char *name, int width, int height) {
    for (size_t i = 0; i < catalogue_drawing_count; i++) {
        const tilepdb_catalogue_entry *entry = &catalogue_drawings[i].entry;
        if (entry->width == width && entry->height == height && !strcmp(entry->name, name))
            return &catalogue_drawings[i];
    }
    return NULL;
}

static const struct catalogue_drawing *catalogue_find(const char *name, int width, int height) {
    const struct catalogue_drawing *drawing = find_exact(name, width, height);
    return drawing ? drawing : find_exact(name, height, width);
}

static const char *catalogue_nearest(const char *name, int width, int height) {
    const char *nearest = NULL;
    size_t nearest_distance = edit_distance_limit(name);
    for (size_t i = 0; i < catalogue_drawing_count; i++) {
        const tilepdb_catalogue_entry *entry = &catalogue_drawings[i].entry;
        const bool fits = (entry->width == width && entry->height == height) ||
                          (entry->width == height && entry->height == width);
        if (!fits) continue;
        const size_t distance = edit_distance(name, entry->name);
        if (distance >= nearest_distance) continue;
        nearest = entry->name;
        nearest_distance = distance;
    }
    return nearest;
}

/* ---- names of the catalogue ------------------------------------------------------------------ */

struct image {
    const char *rows;
    struct symmetry symmetry;
    unsigned dot; /* cell of the '.' */
};

static struct image nearest_image(const struct catalogue_drawing *drawing,
                                  const struct geometry *geometry, unsigned goal_blank) {
    struct geometry drawn;
    geometry_init(&drawn, drawing->entry.width, drawing->entry.height, NULL);
    unsigned nearest = 0xFF;
    struct image best = {0};
    for (const char *rows = drawing->rows; *rows; rows += geometry->cells) {
        for (unsigned which = 0; which < SYMMETRIES; which++) {
            struct image image = {.rows = rows};
            symmetry_init(&image.symmetry, &drawn, which);
            if (image.symmetry.width != geometry->width) continue;
            image.dot = image.symmetry.to[strchr(rows, '.') - rows];
            const unsigned distance = geometry_distance(geometry, image.dot, goal_blank);
            if (distance >= nearest) continue;
            nearest = distance;
            best = image;
        }
    }
    return best;
}

/* Draws the image whose '.' is nearest to `goal_blank`, and moves the '.' there: its old cell takes
 * the letter of `goal_blank`, so the sizes of patterns stay. */
static void drawing_fit(const struct catalogue_drawing *drawing, const struct geometry *geometry,
                        unsigned goal_blank, char letters[TILEPDB_TABLE_MAX_CELLS]) {
    const struct image image = nearest_image(drawing, geometry, goal_blank);
    for (unsigned cell = 0; cell < geometry->cells; cell++)
        letters[image.symmetry.to[cell]] = image.rows[cell];
    letters[image.dot] = letters[goal_blank];
    letters[goal_blank] = '.';
}

static void partition_from_letters(tilepdb_partition *partition,
                                   const char letters[TILEPDB_TABLE_MAX_CELLS]) {
    const unsigned cells = (unsigned)partition->width * partition->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        if (letters[cell] == '.') continue;
        const unsigned pattern = (unsigned)(letters[cell] - 'a');
        partition->tiles[pattern] |= 1u << goal_tile(cell, partition->goal_blank);
        if (pattern >= partition->count) partition->count = (uint8_t)(pattern + 1);
    }
}

/* ---- explicit partitions --------------------------------------------------------------------- */

struct reader {
    const char *text;
    size_t at;
    unsigned cells;
    tilepdb_error *error;
};

static tilepdb_status read_tile(struct reader *reader, unsigned *tile) {
    const size_t start = reader->at;
    unsigned value = 0;
    for (; isdigit((unsigned char)reader->text[reader->at]); reader->at++)
        if (value < 1000) value = value * 10 + (unsigned)(reader->text[reader->at] - '0');
    if (reader->at == start)
        return error_set_at(reader->error, TILEPDB_ERROR_PARSE, 0, start + 1,
                            "a tile's number is missing at column %zu of the partition", start + 1);
    if (value == 0 || value >= reader->cells)
        return error_set_code(reader->error, TILEPDB_ERROR_PARSE,
                              (struct error_code){.code = TILEPDB_MESSAGE_PARTITION_NO_TILE,
                                                  .number = {value, reader->cells - 1},
                                                  .column = start + 1},
                              "there is no tile %s%u: the tiles of this board are 1 to %u",
                              value >= 1000 ? "as high as " : "", value, reader->cells - 1);
    *tile = value;
    return TILEPDB_OK;
}

static tilepdb_status add_tiles(struct reader *reader, tilepdb_partition *partition, unsigned first,
                                unsigned last, uint32_t *all) {
    if (last < first)
        return error_set_at(reader->error, TILEPDB_ERROR_PARSE, 0, reader->at,
                            "the range %u-%u runs backwards: write %u-%u", first, last, last,
                            first);
    for (unsigned tile = first; tile <= last; tile++) {
        if (*all >> tile & 1u)
            return error_set_code(reader->error, TILEPDB_ERROR_PARSE,
                                  (struct error_code){.code = TILEPDB_MESSAGE_PARTITION_TWICE,
                                                      .number = {tile},
                                                      .column = reader->at},
                                  "tile %u is named twice: patterns must not overlap", tile);
        *all |= 1u << tile;
        partition->tiles[partition->count] |= 1u << tile;
    }
    return TILEPDB_OK;
}

static tilepdb_status parse_explicit(struct reader *reader, tilepdb_partition *partition) {
    uint32_t all = 0;
    for (;;) {
        unsigned first, last;
        tilepdb_status status = read_tile(reader, &first);
        last = first;
        if (!status && reader->text[reader->at] == '-') {
            reader->at++;
            status = read_tile(reader, &last);
        }
        if (!status) status = add_tiles(reader, partition, first, last, &all);
        if (status) return status;
        const char next = reader->text[reader->at];
        if (next != ',') partition->count++;
        if (next == '\0') break;
        if (next != ',' && next != '/')
            return error_set_at(reader->error, TILEPDB_ERROR_PARSE, 0, reader->at + 1,
                                "a partition is written as tiles joined by ',' and patterns joined "
                                "by '/', such as 1-8/9-15: column %zu is neither",
                                reader->at + 1);
        reader->at++;
    }
    for (unsigned tile = 1; tile < reader->cells; tile++)
        if (!(all >> tile & 1u))
            return error_set_code(
                reader->error, TILEPDB_ERROR_PARSE,
                (struct error_code){.code = TILEPDB_MESSAGE_PARTITION_MISSING, .number = {tile}},
                "tile %u is in no pattern: a partition covers all tiles", tile);
    return TILEPDB_OK;
}

/* "1-14" is a list without tile 15, not a name. */
static bool looks_explicit(const char *text) {
    if (strpbrk(text, ",/")) return true;
    return !strncmp(text, "1-", 2) && text[2] && text[2 + strspn(text + 2, "0123456789")] == '\0';
}

static tilepdb_status unknown_name(const char *text, int width, int height, tilepdb_error *error) {
    if (text[0] == '\0')
        return error_set(error, TILEPDB_ERROR_PARSE, "the name of a partition is missing");
    const char *nearest = catalogue_nearest(text, width, height);
    const struct error_code code = {
        .code = TILEPDB_MESSAGE_PARTITION_UNKNOWN, .number = {width, height}, .text = nearest};
    if (nearest)
        return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                              "unknown partition '%.40s' for %dx%d boards; did you mean '%s'? "
                              "(1-8/9-15 names tiles)",
                              text, width, height, nearest);
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "unknown partition '%.40s' for %dx%d boards: name one of the catalogue, "
                          "or the tiles, patterns separated by '/', such as 1-8/9-15",
                          text, width, height);
}

/* Names first, since "8" is a name on 3x3. */
tilepdb_status tilepdb_partition_parse(const char *text, int width, int height, int goal_blank,
                                       tilepdb_partition *partition, tilepdb_error *error) {
    struct geometry geometry;
    const tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (status) return status;
    if (goal_blank < 0 || goal_blank >= geometry.cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the goal's blank cell is %d, but the board's cells are 0 to %d",
                         goal_blank, geometry.cells - 1);
    *partition = (tilepdb_partition){
        .width = geometry.width, .height = geometry.height, .goal_blank = (uint8_t)goal_blank};
    const struct catalogue_drawing *drawing = catalogue_find(text, width, height);
    if (drawing) {
        char letters[TILEPDB_TABLE_MAX_CELLS];
        drawing_fit(drawing, &geometry, (unsigned)goal_blank, letters);
        partition_from_letters(partition, letters);
        snprintf(partition->name, sizeof partition->name, "%s", drawing->entry.name);
        return TILEPDB_OK;
    }
    if (!looks_explicit(text)) return unknown_name(text, width, height, error);
    struct reader reader = {text, 0, geometry.cells, error};
    return parse_explicit(&reader, partition);
}
