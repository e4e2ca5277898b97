/*
 * Colourings: which tiles are alike, and how large their tables are. See colour.h.
 */
#include <string.h>

#include "base/error.h"
#include "pattern/colour.h"
#include "puzzle/board.h"

/* ---- colourings ------------------------------------------------------------------------------ */

void colouring_sizes(const tilepdb_colouring *colouring, uint8_t sizes[TILEPDB_TABLE_MAX_CELLS]) {
    memset(sizes, 0, TILEPDB_TABLE_MAX_CELLS);
    for (unsigned tile = 1; tile < (unsigned)colouring->width * colouring->height; tile++)
        sizes[colouring->colour[tile]]++;
}

/* The multinomial coefficient, tile by tile: each step is the exact number of a shorter one. */
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

tilepdb_status colouring_check(const tilepdb_colouring *colouring, tilepdb_error *error) {
    struct geometry geometry;
    const tilepdb_status status =
        geometry_init(&geometry, colouring->width, colouring->height, error);
    if (status) return status;
    if (colouring->goal_blank >= geometry.cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "cell %u is not on a %ux%u board",
                         colouring->goal_blank, geometry.width, geometry.height);
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    bool valid = colouring->colours > 0 && colouring->colours < geometry.cells;
    for (unsigned tile = 1; tile < geometry.cells; tile++)
        if (colouring->colour[tile] >= colouring->colours) valid = false;
    if (valid) colouring_sizes(colouring, sizes);
    for (unsigned colour = 0; valid && colour < colouring->colours; colour++)
        if (!sizes[colour]) valid = false;
    if (!valid)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "not a colouring: each tile of a %ux%u board has one of %u colours, and "
                         "each colour has a tile",
                         geometry.width, geometry.height, colouring->colours);
    return TILEPDB_OK;
}

#define MOST_WORDS (UINT32_C(1) << 24)

/* The words of so many digits; more than there may be, if there are more. */
static uint32_t words_count(unsigned colours, unsigned digits) {
    uint64_t words = 1;
    while (digits-- > 0 && words <= MOST_WORDS) words *= colours;
    return words <= MOST_WORDS ? (uint32_t)words : MOST_WORDS + 1;
}

tilepdb_status colouring_measure(const tilepdb_colouring *colouring, struct colour_size *size,
                                 tilepdb_error *error) {
    const tilepdb_status status = colouring_check(colouring, error);
    if (status) return status;
    const unsigned tiles = (unsigned)colouring->width * colouring->height - 1;
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    colouring_sizes(colouring, sizes);
    const uint64_t sequences = sequences_count(sizes, colouring->colours);
    size->first_words = words_count(colouring->colours, (tiles + 1) / 2);
    size->second_words = words_count(colouring->colours, tiles / 2);
    size->sequences = (uint32_t)sequences;
    if (sequences < UINT32_MAX && size->first_words <= MOST_WORDS) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                     "a table for %u colours on a %ux%u board is too large: use fewer colours",
                     colouring->colours, colouring->width, colouring->height);
}

/* ---- drawings -------------------------------------------------------------------------------- */

static bool is_blank(char letter) {
    return letter == '.' || letter == '0' || letter == '_';
}

static bool is_colour(char letter) {
    return (letter >= '1' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

/* The number of a colour's letter among those so far, `seen`, which may grow. */
static uint8_t letter_number(char letter, char *seen) {
    const char *known = strchr(seen, letter);
    const size_t count = strlen(seen);
    if (known) return (uint8_t)(known - seen);
    seen[count] = letter;
    seen[count + 1] = '\0';
    return (uint8_t)count;
}

tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height, int goal_blank,
                                       tilepdb_colouring *colouring, tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_status status = tilepdb_size_check(width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &goal, error);
    if (status) return status;
    tilepdb_colouring read = {.width = goal.width, .height = goal.height};
    read.goal_blank = (uint8_t)goal_blank;
    const tilepdb_colouring_entry *named = colouring_find(text, width, height);
    if (named) text = named->drawing;
    char seen[TILEPDB_TABLE_MAX_CELLS + 1] = "";
    const unsigned cells = (unsigned)(width * height);
    unsigned cell = 0;
    for (const char *at = text; *at; at++) {
        if (*at == ' ' || *at == '/' || *at == '\n') continue;
        if (cell == cells || is_blank(*at) != (goal.cells[cell] == 0) ||
            (!is_blank(*at) && !is_colour(*at)))
            return error_set_at(
                error, TILEPDB_ERROR_PARSE, 0, (size_t)(at - text) + 1,
                "a colouring is a name such as \"large\", or has a letter or digit for "
                "each of the %u cells of a %dx%d board and '.' on cell %d",
                cells, width, height, goal_blank);
        if (!is_blank(*at)) read.colour[goal.cells[cell]] = letter_number(*at, seen);
        cell++;
    }
    if (cell < cells)
        return error_set(error, TILEPDB_ERROR_PARSE,
                         "a colouring of a %dx%d board has %u cells, this one %u", width, height,
                         cells, cell);
    read.colours = (uint8_t)strlen(seen);
    *colouring = read;
    return TILEPDB_OK;
}

/* Digits, then letters: as many as there are colours. */
static char colour_letter(unsigned colour) {
    return (char)(colour < 9 ? '1' + colour : 'a' + (colour - 9));
}

size_t colouring_letters(const tilepdb_colouring *colouring, char *text) {
    const unsigned cells = (unsigned)colouring->width * colouring->height;
    for (unsigned tile = 1; tile < cells; tile++) *text++ = colour_letter(colouring->colour[tile]);
    *text = '\0';
    return cells - 1;
}

size_t tilepdb_colouring_draw(const tilepdb_colouring *colouring,
                              char text[TILEPDB_COLOURING_TEXT]) {
    size_t length = 0;
    text[0] = '\0';
    if (colouring_check(colouring, NULL)) return 0;
    const unsigned cells = (unsigned)colouring->width * colouring->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        const unsigned tile = goal_tile(cell, colouring->goal_blank);
        if (cell && cell % colouring->width == 0) text[length++] = ' ';
        text[length++] = tile ? colour_letter(colouring->colour[tile]) : '.';
    }
    text[length] = '\0';
    return length;
}

/* ---- the default ----------------------------------------------------------------------------- */

/* The entries of the largest table that is built in a second or two. */
#define DEFAULT_ENTRIES 17500000

/* The named colouring that is used where there is one. */
#define SMALL "small"

/* What solvers take: width + height. */
#define MOST_SIDES 8

/* Runs of consecutive tiles, whose lengths differ by at most one. */
static void runs_fill(tilepdb_colouring *colouring, unsigned tiles) {
    for (unsigned tile = 1; tile <= tiles; tile++)
        colouring->colour[tile] = (uint8_t)((tile - 1) * colouring->colours / tiles);
}

static bool fits(const tilepdb_colouring *colouring) {
    struct colour_size size;
    if (colouring_measure(colouring, &size, NULL)) return false;
    const uint64_t lines = colouring->width + (uint64_t)colouring->height;
    return size.sequences * lines <= DEFAULT_ENTRIES;
}

tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                         tilepdb_colouring *colouring, tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_status status = tilepdb_size_check(width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &goal, error);
    if (status) return status;
    if (width + height > MOST_SIDES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "searches in multi-tile moves take boards whose width and height are "
                         "together at most %d; this one is %dx%d",
                         MOST_SIDES, width, height);
    const unsigned tiles = (unsigned)(width * height) - 1;
    if (goal_blank == (int)tiles && colouring_find(SMALL, width, height))
        return tilepdb_colouring_parse(SMALL, width, height, goal_blank, colouring, error);
    tilepdb_colouring runs = {.width = goal.width, .height = goal.height, .colours = goal.width};
    runs.goal_blank = (uint8_t)goal_blank;
    for (runs.colours = (uint8_t)tiles; runs.colours > 1; runs.colours--) {
        runs_fill(&runs, tiles);
        if (fits(&runs)) break;
    }
    *colouring = runs;
    return TILEPDB_OK;
}
