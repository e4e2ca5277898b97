#include "pattern/colour.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"

/* ---- halves ---------------------------------------------------------------------------------- */

/* The content of a half is its number of tiles of each colour, as one mixed-radix number. */
struct contents {
    unsigned colours;
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    uint32_t stride[TILEPDB_TABLE_MAX_CELLS];
    uint32_t whole;
};

static void contents_init(struct contents *contents, const tilepdb_pattern *pattern) {
    uint32_t stride = 1;
    contents->colours = pattern->colours;
    contents->whole = 0;
    colouring_sizes(pattern, contents->sizes);
    for (unsigned colour = 0; colour < contents->colours; colour++) {
        contents->stride[colour] = stride;
        contents->whole += stride * contents->sizes[colour];
        stride *= contents->sizes[colour] + 1u;
    }
}

static uint32_t half_content(const struct contents *contents, uint32_t half, unsigned digits) {
    uint8_t count[TILEPDB_TABLE_MAX_CELLS] = {0};
    uint32_t content = 0;
    for (; digits > 0; digits--) {
        const uint32_t colour = half % contents->colours;
        half /= contents->colours;
        if (++count[colour] > contents->sizes[colour]) return COLOUR_NO_HALF;
        content += contents->stride[colour];
    }
    return content;
}

/* Sorts second halves by content. Sets begin[content] to where the halves of a content begin. */
static void seconds_list(struct colour_index *index, const struct contents *contents,
                         uint32_t halves, uint32_t *begin) {
    const unsigned digits = index->tiles - index->first_tiles;
    for (uint32_t half = 0; half < halves; half++) {
        const uint32_t content = half_content(contents, half, digits);
        index->rank[half] = content == COLOUR_NO_HALF ? COLOUR_NO_HALF : begin[content + 1]++;
    }
    for (uint32_t content = 0; content <= contents->whole; content++)
        begin[content + 1] += begin[content];
    index->second_count = begin[contents->whole + 1];
    for (uint32_t half = 0; half < halves; half++)
        if (index->rank[half] != COLOUR_NO_HALF)
            index->second_halves[begin[half_content(contents, half, digits)] + index->rank[half]] =
                half;
}

static void firsts_list(struct colour_index *index, const struct contents *contents,
                        uint32_t halves, const uint32_t *begin) {
    uint32_t sequences = 0;
    for (uint32_t half = 0; half < halves; half++) {
        const uint32_t content = half_content(contents, half, index->first_tiles);
        index->base[half] = COLOUR_NO_HALF;
        if (content == COLOUR_NO_HALF) continue;
        const uint32_t rest = contents->whole - content;
        index->base[half] = sequences;
        index->first_halves[index->first_count] = half;
        index->seconds_begin[index->first_count++] = begin[rest];
        sequences += begin[rest + 1] - begin[rest];
    }
}

static uint64_t power(uint64_t base, unsigned exponent) {
    uint64_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

static void weights_fill(struct colour_index *index) {
    const unsigned colours = index->pattern.colours, first = index->first_tiles;
    for (unsigned place = 0; place < index->tiles; place++)
        index->weight[place] =
            place < first ? power(colours, place) : power(colours, place - first) << 32;
}

static void places_fill(struct colour_index *index) {
    const struct geometry *geometry = &index->geometry;
    index->lines[COLOUR_ROWS] = geometry->height;
    index->lines[COLOUR_COLUMNS] = geometry->width;
    for (unsigned cell = 0; cell < geometry->cells; cell++) {
        const unsigned x = cell % geometry->width, y = cell / geometry->width;
        index->line[COLOUR_ROWS][cell] = (uint8_t)y;
        index->line[COLOUR_COLUMNS][cell] = (uint8_t)x;
        index->place[COLOUR_ROWS][cell] = (uint8_t)cell;
        index->place[COLOUR_COLUMNS][cell] = (uint8_t)(x * geometry->height + y);
        for (unsigned order = 0; order < COLOUR_ORDERS; order++)
            index->cell[order][index->place[order][cell]] = (uint8_t)cell;
    }
}

static tilepdb_status halves_make(struct colour_index *index, tilepdb_error *error) {
    const uint32_t firsts = index->size.first_halves, seconds = index->size.second_halves;
    struct contents contents;
    contents_init(&contents, &index->pattern);
    uint32_t *begin = calloc((size_t)contents.whole + 2, sizeof *begin);
    index->base = malloc(firsts * sizeof *index->base);
    index->rank = malloc(seconds * sizeof *index->rank);
    index->first_halves = malloc(firsts * sizeof *index->first_halves);
    index->seconds_begin = malloc(firsts * sizeof *index->seconds_begin);
    index->second_halves = malloc(seconds * sizeof *index->second_halves);
    const bool allocated = begin && index->base && index->rank && index->first_halves &&
                           index->seconds_begin && index->second_halves;
    if (allocated) {
        seconds_list(index, &contents, seconds, begin);
        firsts_list(index, &contents, firsts, begin);
    }
    free(begin);
    if (allocated) return TILEPDB_OK;
    colour_index_free(index);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the index of a colouring");
}

tilepdb_status colour_index_init(struct colour_index *index, const tilepdb_pattern *pattern,
                                 tilepdb_error *error) {
    memset(index, 0, sizeof *index);
    const tilepdb_status status = colouring_measure(pattern, &index->size, error);
    if (status) return status;
    geometry_init(&index->geometry, pattern->width, pattern->height, NULL);
    index->pattern = *pattern;
    index->tiles = index->geometry.cells - 1;
    index->first_tiles = (uint8_t)((index->tiles + 1) / 2);
    places_fill(index);
    weights_fill(index);
    return halves_make(index, error);
}

void colour_index_free(struct colour_index *index) {
    free(index->base);
    free(index->rank);
    free(index->first_halves);
    free(index->seconds_begin);
    free(index->second_halves);
    memset(index, 0, sizeof *index);
}

/* ---- boards ---------------------------------------------------------------------------------- */

uint64_t colour_pack(const struct colour_index *index, enum colour_order order,
                     const uint8_t *board) {
    uint64_t packed = 0;
    unsigned place = 0;
    for (unsigned i = 0; i <= index->tiles; i++) {
        const uint8_t tile = board[index->cell[order][i]];
        if (tile) packed += index->weight[place++] * index->pattern.colour[tile];
    }
    return packed;
}

uint64_t colour_unrank(const struct colour_index *index, uint32_t rank) {
    uint32_t low = 0, high = index->first_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->base[index->first_halves[middle]] <= rank)
            low = middle;
        else
            high = middle;
    }
    const uint32_t first = index->first_halves[low];
    const uint32_t second =
        index->second_halves[index->seconds_begin[low] + rank - index->base[first]];
    return (uint64_t)second << 32 | first;
}
