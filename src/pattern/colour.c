#include "pattern/colour.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "tilepdb_tables.h"

/* ---- numbers --------------------------------------------------------------------------------- */

void colouring_sizes(const tilepdb_pattern *pattern, uint8_t sizes[TILEPDB_TABLE_MAX_CELLS]) {
    memset(sizes, 0, TILEPDB_TABLE_MAX_CELLS);
    for (unsigned tile = 1; tile < (unsigned)pattern->width * pattern->height; tile++)
        sizes[pattern->colour[tile]]++;
}

/* UINT64_MAX on overflow. Each division is exact. */
static uint64_t sequences_count(const uint8_t *sizes, unsigned colours) {
    uint64_t count = 1;
    unsigned placed = 0;
    for (unsigned colour = 0; colour < colours; colour++)
        for (unsigned i = 1; i <= sizes[colour]; i++) {
            if (__builtin_mul_overflow(count, (uint64_t)++placed, &count)) return UINT64_MAX;
            count /= i;
        }
    return count;
}

/* Colours are numbered as they appear; unused elements are 0. */
static bool is_numbered(const tilepdb_pattern *pattern, unsigned cells) {
    unsigned seen = 0;
    for (unsigned tile = 1; tile < cells; tile++) {
        if (pattern->colour[tile] > seen) return false;
        seen += pattern->colour[tile] == seen;
    }
    for (unsigned tile = cells; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        if (pattern->colour[tile]) return false;
    return seen == pattern->colours && pattern->colour[0] == 0;
}

tilepdb_status colouring_check(const tilepdb_pattern *pattern, tilepdb_error *error) {
    struct geometry geometry;
    const tilepdb_status status = geometry_init(&geometry, pattern->width, pattern->height, error);
    if (status) return status;
    if (pattern->goal_blank >= geometry.cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "cell %u is not on a %ux%u board",
                         pattern->goal_blank, geometry.width, geometry.height);
    if (pattern->tiles != (UINT32_C(1) << geometry.cells) - 2)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "a pattern with colours has all tiles");
    if (!is_numbered(pattern, geometry.cells) || pattern->open > pattern->colours)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "not a colouring: each tile of a %ux%u board has one of %u colours, and "
                         "they are numbered 0, 1, 2 ... as they appear",
                         geometry.width, geometry.height, pattern->colours);
    return TILEPDB_OK;
}

#define MOST_HALVES (UINT32_C(1) << 24)

/* MOST_HALVES + 1 if there are more. */
static uint32_t halves_count(unsigned colours, unsigned digits) {
    uint64_t halves = 1;
    while (digits-- > 0 && halves <= MOST_HALVES) halves *= colours;
    return halves <= MOST_HALVES ? (uint32_t)halves : MOST_HALVES + 1;
}

tilepdb_status colouring_measure(const tilepdb_pattern *pattern, struct colour_size *size,
                                 tilepdb_error *error) {
    const tilepdb_status status = colouring_check(pattern, error);
    if (status) return status;
    if (pattern->open)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "only goal tables have an open blank");
    const unsigned tiles = (unsigned)pattern->width * pattern->height - 1;
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    colouring_sizes(pattern, sizes);
    const uint64_t sequences = sequences_count(sizes, pattern->colours);
    size->first_halves = halves_count(pattern->colours, (tiles + 1) / 2);
    size->second_halves = halves_count(pattern->colours, tiles / 2);
    size->sequences = (uint32_t)sequences;
    if (sequences < UINT32_MAX && size->first_halves <= MOST_HALVES) return TILEPDB_OK;
    const struct error_code code = {.code = TILEPDB_MESSAGE_COLOURING_SIZE,
                                    .number = {pattern->width, pattern->height, pattern->colours}};
    return error_set_code(error, TILEPDB_ERROR_TOO_LARGE, code,
                          "a table for %u colours on a %ux%u board is too large: use fewer colours",
                          pattern->colours, pattern->width, pattern->height);
}

/* ---- names ----------------------------------------------------------------------------------- */

static const tilepdb_colouring_entry entries[] = {
    {"small", "built in memory in a second or two", 4, 4, "1233/4233/5233/223."},
    {"middle", "90 MiB", 4, 4, "1122/3322/3344/544."},
    {"large", "542 MiB", 4, 4, "1122/3322/3344/566."},
};

size_t tilepdb_colouring_count(void) {
    return sizeof entries / sizeof *entries;
}

const tilepdb_colouring_entry *tilepdb_colouring_at(size_t i) {
    return &entries[i];
}

static const tilepdb_colouring_entry *colouring_find(const char *name, int width, int height) {
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (entries[i].width == width && entries[i].height == height &&
            !strcmp(entries[i].name, name))
            return &entries[i];
    return NULL;
}

/* ---- drawings -------------------------------------------------------------------------------- */

static bool is_blank(char letter) {
    return letter == '.' || letter == '0' || letter == '_';
}

static bool is_colour(char letter) {
    return (letter >= '1' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

static uint8_t letter_number(char letter, char *seen) {
    const char *known = strchr(seen, letter);
    const size_t count = strlen(seen);
    if (known) return (uint8_t)(known - seen);
    seen[count] = letter;
    seen[count + 1] = '\0';
    return (uint8_t)count;
}

static tilepdb_status goal_refused(const tilepdb_colouring_entry *named, int goal_blank,
                                   tilepdb_error *error) {
    const int x = goal_blank % named->width, y = goal_blank / named->width;
    const bool corner = (x == 0 || x == named->width - 1) && (y == 0 || y == named->height - 1);
    const struct error_code code = {.code = TILEPDB_MESSAGE_COLOURING_CELL,
                                    .number = {named->width * named->height - 1, goal_blank}};
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "the colouring \"%s\" has the blank on cell %d, not %d; %s", named->name,
                          named->width * named->height - 1, goal_blank,
                          corner ? "its table serves goals with the blank in any corner"
                                 : "draw a colouring for this goal, with '.' for the blank");
}

tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height, int goal_blank,
                                       tilepdb_pattern *pattern, tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_status status = tilepdb_size_check(width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &goal, error);
    if (status) return status;
    tilepdb_pattern read = {.width = goal.width, .height = goal.height};
    read.goal_blank = (uint8_t)goal_blank;
    read.tiles = (UINT32_C(1) << width * height) - 2;
    const tilepdb_colouring_entry *named = colouring_find(text, width, height);
    const unsigned cells = (unsigned)(width * height);
    if (named && goal_blank != (int)cells - 1) return goal_refused(named, goal_blank, error);
    if (named) text = named->drawing;
    char seen[TILEPDB_TABLE_MAX_CELLS + 1] = "";
    struct error_code unknown = {
        .code = TILEPDB_MESSAGE_COLOURING_UNKNOWN, .number = {width, height}, .text = text};
    unsigned cell = 0;
    for (const char *at = text; *at; at++) {
        if (*at == ' ' || *at == '/' || *at == '\n') continue;
        if (cell == cells || is_blank(*at) != (goal.cells[cell] == 0) ||
            (!is_blank(*at) && !is_colour(*at))) {
            unknown.column = (size_t)(at - text) + 1;
            return error_set_code(
                error, TILEPDB_ERROR_PARSE, unknown,
                "a colouring is a name such as \"large\", or has a letter or digit for "
                "each of the %u cells of a %dx%d board and '.' on cell %d",
                cells, width, height, goal_blank);
        }
        if (!is_blank(*at)) read.colour[goal.cells[cell]] = letter_number(*at, seen);
        cell++;
    }
    if (cell < cells)
        return error_set_code(
            error, TILEPDB_ERROR_PARSE, unknown,
            "no colouring of %dx%d boards has this name, and a drawing has %u cells, "
            "this one %u",
            width, height, cells, cell);
    read.colours = (uint8_t)strlen(seen);
    *pattern = read;
    return TILEPDB_OK;
}

static char colour_letter(unsigned colour) {
    return (char)(colour < 9 ? '1' + colour : 'a' + (colour - 9));
}

size_t colouring_letters(const tilepdb_pattern *pattern, char *text) {
    const unsigned cells = (unsigned)pattern->width * pattern->height;
    for (unsigned tile = 1; tile < cells; tile++) *text++ = colour_letter(pattern->colour[tile]);
    *text = '\0';
    return cells - 1;
}

static char cell_letter(const tilepdb_pattern *pattern, unsigned cell) {
    const unsigned tile = goal_tile(cell, pattern->goal_blank);
    if (tile && pattern->colour[tile] + 1u != pattern->open)
        return colour_letter(pattern->colour[tile]);
    return pattern->open ? '*' : '.';
}

size_t tilepdb_colouring_draw(const tilepdb_pattern *pattern, char text[TILEPDB_COLOURING_TEXT]) {
    size_t length = 0;
    text[0] = '\0';
    if (colouring_check(pattern, NULL)) return 0;
    const unsigned cells = (unsigned)pattern->width * pattern->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        if (cell && cell % pattern->width == 0) text[length++] = ' ';
        text[length++] = cell_letter(pattern, cell);
    }
    text[length] = '\0';
    return length;
}

/* ---- reflected ------------------------------------------------------------------------------- */

static void number(tilepdb_pattern *pattern) {
    const unsigned cells = (unsigned)pattern->width * pattern->height;
    uint8_t number_of[UINT8_MAX + 1] = {0}; /* new number + 1; 0 until the colour has appeared */
    pattern->colours = 0;
    for (unsigned tile = 1; tile < cells; tile++) {
        uint8_t *known = &number_of[pattern->colour[tile]];
        if (!*known) *known = ++pattern->colours;
        pattern->colour[tile] = (uint8_t)(*known - 1);
    }
}

tilepdb_status tilepdb_colouring_reflect(const tilepdb_pattern *pattern, tilepdb_pattern *reflected,
                                         tilepdb_error *error) {
    struct geometry geometry;
    struct symmetry diagonal;
    unsigned which;
    tilepdb_status status = colouring_check(pattern, error);
    if (!status) status = geometry_init(&geometry, pattern->width, pattern->height, error);
    if (status) return status;
    const unsigned blank = pattern->goal_blank;
    if (pattern->open)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a pattern with an open blank has no mirror");
    if (!symmetry_reflection(&geometry, (uint8_t)blank, &which))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "no diagonal of a %ux%u board keeps the blank on cell %u", geometry.width,
                         geometry.height, blank);
    symmetry_init(&diagonal, &geometry, which);
    tilepdb_pattern image = *pattern;
    for (unsigned cell = 0; cell < geometry.cells; cell++) {
        const unsigned tile = goal_tile(cell, blank);
        if (tile) image.colour[goal_tile(diagonal.to[cell], blank)] = pattern->colour[tile];
    }
    number(&image);
    *reflected = image;
    return TILEPDB_OK;
}

/* ---- the default ----------------------------------------------------------------------------- */

/* Most entries of default tables, which are generated within two seconds. */
#define DEFAULT_ENTRIES 17500000

#define SMALL "small"

/* Largest width + height for multi-tile solvers. */
#define MOST_SIDES 8

/* Runs of consecutive tiles, whose lengths differ by at most one. */
static void runs_fill(tilepdb_pattern *pattern, unsigned tiles) {
    for (unsigned tile = 1; tile <= tiles; tile++)
        pattern->colour[tile] = (uint8_t)((tile - 1) * pattern->colours / tiles);
}

static bool fits(const tilepdb_pattern *pattern) {
    struct colour_size size;
    if (colouring_measure(pattern, &size, NULL)) return false;
    const uint64_t lines = pattern->width + (uint64_t)pattern->height;
    return size.sequences * lines <= DEFAULT_ENTRIES;
}

tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                         tilepdb_pattern *pattern, tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_status status = tilepdb_size_check(width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &goal, error);
    if (status) return status;
    if (width + height > MOST_SIDES)
        return error_set_code(
            error, TILEPDB_ERROR_ARGUMENT,
            (struct error_code){.code = TILEPDB_MESSAGE_COLOURING_SIZE, .number = {width, height}},
            "searches in multi-tile moves take boards whose width and height are "
            "together at most %d; this one is %dx%d",
            MOST_SIDES, width, height);
    const unsigned tiles = (unsigned)(width * height) - 1;
    if (goal_blank == (int)tiles && colouring_find(SMALL, width, height))
        return tilepdb_colouring_parse(SMALL, width, height, goal_blank, pattern, error);
    tilepdb_pattern runs = {.width = goal.width, .height = goal.height};
    runs.goal_blank = (uint8_t)goal_blank;
    runs.tiles = (UINT32_C(1) << width * height) - 2;
    for (runs.colours = (uint8_t)tiles; runs.colours > 1; runs.colours--) {
        runs_fill(&runs, tiles);
        if (fits(&runs)) break;
    }
    *pattern = runs;
    return TILEPDB_OK;
}

/* ---- halves ---------------------------------------------------------------------------------- */

/* The content of a half, its number of tiles of each colour, as one mixed-radix number. */
struct content_code {
    unsigned colours;
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    uint32_t stride[TILEPDB_TABLE_MAX_CELLS];
    uint32_t whole;
};

static void content_code_init(struct content_code *contents, const tilepdb_pattern *pattern) {
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

static uint32_t half_content(const struct content_code *contents, uint32_t half, unsigned digits) {
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
static void seconds_list(struct colour_index *index, const struct content_code *contents,
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

static void firsts_list(struct colour_index *index, const struct content_code *contents,
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
    struct content_code contents;
    content_code_init(&contents, &index->pattern);
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
