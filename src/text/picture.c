/* SVG documents. All numbers are integers, or made of integers, so no locale changes them. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "text/characters.h"
#include "tilepdb_text.h"

#define CELL        40
#define EDGE        4 /* between the edge of a board and its cells */
#define GAP         16
#define LABEL       20   /* height of the number above a board of a strip */
#define CAPTION     36   /* height of the line below an entry */
#define LETTER      12   /* estimated width of a letter of a caption */
#define STRIP_MOST  10   /* boards of a strip side by side */
#define STRIP_WIDTH 3600 /* units; the boards of a strip stand in rows of this width */
#define FLOW_WIDTH  1000 /* units; entries other than strips stand side by side up to this width */
#define TILES_MOST  300000             /* tiles of a strip; a strip with more leaves boards out */
#define BYTES_MOST  ((size_t)64 << 20) /* a picture with more takes no entry */

/* Microseconds: pauses of an animation, and the longest move. */
#define FIRST_PAUSE 1000000
#define LAST_PAUSE  2500000
#define GLIDE       200000

/* Shades follow the diagonals of the goal; NEUTRAL is for tiles that are not in the goal. */
#define SHADES  13
#define NEUTRAL SHADES

/* The colours of the web page, which defines shades in OKLCH: the hue goes from 205 to 75 degrees,
 * lightness is 0.84 or, in the dark, 0.43, and chroma is 0.09. */
static const struct {
    const char *rule, *light, *dark;
} colours[] = {
    {"paper{fill", "f5f2ec", "14181b"},   {"well{fill", "e6e0d5", "0e1214"},
    {"number{fill", "16302d", "f2f4f0"},  {"label{fill", "5f5f58", "a5adac"},
    {"caption{fill", "25292a", "e6e8e4"}, {"moved{stroke", "1f6a64", "7cc7bc"},
    {"s0{fill", "7fdce6", "005d67"},      {"s1{fill", "7fdddc", "005e5e"},
    {"s2{fill", "83ded0", "005f55"},      {"s3{fill", "8adec4", "005f4b"},
    {"s4{fill", "94ddb8", "0c5f40"},      {"s5{fill", "9fdcad", "235d35"},
    {"s6{fill", "acd9a2", "335c2a"},      {"s7{fill", "b8d798", "40591e"},
    {"s8{fill", "c5d390", "4b5612"},      {"s9{fill", "d0cf8a", "555305"},
    {"s10{fill", "dbcb86", "5e4f00"},     {"s11{fill", "e5c786", "664b00"},
    {"s12{fill", "edc388", "6c4701"},     {"s13{fill", "cacaca", "505050"},
};

#define COLOURS (sizeof colours / sizeof *colours)

/* ---- text ------------------------------------------------------------------------------------ */

/* A text that grows. Zeroed, it is empty. Without memory it keeps what it has, and `failed` is
 * true. */
struct text {
    char *bytes; /* owned; NULL while nothing was added */
    size_t length, capacity;
    bool failed;
};

/* Appends like printf. */
ERROR_PRINTF(2, 3) static void text_add(struct text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0 ||
        !text_reserve(&text->bytes, &text->capacity, text->length + (size_t)length + 1))
        text->failed = true;
    else
        text->length += (size_t)vsnprintf(text->bytes + text->length, text->capacity - text->length,
                                          format, again);
    va_end(again);
    va_end(arguments);
}

/* Appends text of any origin. XML has no control characters, and no U+FFFE and U+FFFF. */
static void text_add_escaped(struct text *text, const char *words) {
    size_t left = strlen(words);
    while (left > 0) {
        const size_t bytes = character_bytes(words, left);
        const bool none = bytes == 0 || (bytes == 3 && (memcmp(words, "\xEF\xBF\xBE", 3) == 0 ||
                                                        memcmp(words, "\xEF\xBF\xBF", 3) == 0));
        if (none)
            text_add(text, "?");
        else if (*words == '&' || *words == '<' || *words == '>')
            text_add(text, "&#%d;", *words);
        else if (bytes == 1 && (unsigned char)*words < ' ')
            text_add(text, " ");
        else
            text_add(text, "%.*s", (int)bytes, words);
        words += bytes > 0 ? bytes : 1;
        left -= bytes > 0 ? bytes : 1;
    }
}

/* ---- the document ---------------------------------------------------------------------------- */

/* A line below an entry. `name` and `words` are escaped; words.length is 0 without a caption. */
struct caption {
    int x, y, above; /* place; width of the drawing above */
    struct text name, words;
};

struct tilepdb_picture {
    struct text body, descriptions, document;
    size_t entries;
    int x, y, row;     /* place of the next entry; height of the entries beside it */
    int width, height; /* of all entries */
    bool has_strip;
    struct caption first; /* waits, since it has a name only if a second entry follows */
    uint16_t shades[TILEPDB_MAX_CELLS + 1]; /* bit i: the tile is drawn in shade i */
};

static const char *text_bytes(const struct text *text) {
    return text->bytes ? text->bytes : "";
}

static void caption_free(struct caption *caption) {
    free(caption->name.bytes);
    free(caption->words.bytes);
    *caption = (struct caption){0};
}

static void caption_write(struct text *text, const struct caption *caption, bool named) {
    if (caption->words.length == 0) return;
    text_add(text, "<text class=\"tp-caption\" x=\"%d\" y=\"%d\">%s%s%s</text>\n", caption->x,
             caption->y, named ? text_bytes(&caption->name) : "",
             named && caption->name.length > 0 ? ": " : "", caption->words.bytes);
}

/* Estimates the width of the caption, and is 0 without one. */
static int caption_width(const struct caption *caption, bool named) {
    if (caption->words.length == 0) return 0;
    return LETTER * (int)(caption->words.length + (named ? caption->name.length + 2 : 0));
}

/* Finds a place beside the last entry or, for a strip, or without room, below it. */
static void place_find(tilepdb_picture *picture, int width, int height, bool strip, int *x,
                       int *y) {
    if (picture->x > 0 && (strip || picture->x + width > FLOW_WIDTH)) {
        picture->y += picture->row + 2 * GAP;
        picture->x = picture->row = 0;
    }
    *x = GAP + picture->x;
    *y = GAP + picture->y;
    if (picture->x + width > picture->width) picture->width = picture->x + width;
    if (picture->y + height > picture->height) picture->height = picture->y + height;
    if (height > picture->row) picture->row = height;
    picture->x = strip ? FLOW_WIDTH : picture->x + width + 2 * GAP;
}

static void style_write(struct text *text) {
    text_add(text, "<style>\n"
                   ".tp-number,.tp-label,.tp-caption{font:600 18px system-ui,sans-serif;"
                   "text-anchor:middle;stroke:none}\n"
                   ".tp-label{font-size:14px;font-weight:400}\n"
                   ".tp-caption{text-anchor:start}\n"
                   ".tp-moved{stroke-width:4px}\n");
    for (size_t i = 0; i < COLOURS; i++)
        text_add(text, ".tp-%s:#%s}\n", colours[i].rule, colours[i].light);
    text_add(text, "@media (prefers-color-scheme:dark){\n");
    for (size_t i = 0; i < COLOURS; i++)
        text_add(text, ".tp-%s:#%s}\n", colours[i].rule, colours[i].dark);
    text_add(text, "}\n</style>\n");
}

/* An id says how the tile looks, so a page may contain several strips. */
static void tiles_write(struct text *text, const tilepdb_picture *picture) {
    text_add(text, "<defs>\n");
    for (int tile = 0; tile <= TILEPDB_MAX_CELLS; tile++) {
        const int size = tile < 100 ? 18 : tile < 1000 ? 15 : 12;
        for (int shade = 0; shade <= NEUTRAL; shade++)
            if ((picture->shades[tile] >> shade & 1) != 0)
                text_add(text,
                         "<g id=\"tp-%d-%d\"><rect class=\"tp-s%d\" x=\"2\" y=\"2\" width=\"36\" "
                         "height=\"36\" rx=\"6\"/><text class=\"tp-number\" x=\"20\" y=\"%d\" "
                         "style=\"font-size:%dpx\">%d</text></g>\n",
                         tile, shade, shade, 20 + size * 36 / 100, size, tile);
    }
    text_add(text, "</defs>\n");
}

static void head_write(struct text *text, const tilepdb_picture *picture) {
    const struct caption *first = &picture->first;
    const int words = caption_width(first, false);
    const int alone = words > first->above ? words : first->above;
    const int width = (picture->entries == 1 ? alone : picture->width) + 2 * GAP;
    const int height = picture->height + 2 * GAP, halves = picture->has_strip ? 1 : 3;
    text_add(text,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" "
             "width=\"%d\" height=\"%d\">\n",
             width, height, width * halves / 2, height * halves / 2);
    if (picture->entries > 1)
        text_add(text, "<title>%zu sliding-tile puzzles</title>\n", picture->entries);
    else
        text_add(text, "<title>Sliding-tile puzzle%s%s</title>\n", words > 0 ? ": " : "",
                 text_bytes(&first->words));
    text_add(text, "<desc>%s</desc>\n", text_bytes(&picture->descriptions));
    style_write(text);
    tiles_write(text, picture);
    text_add(text, "<rect class=\"tp-paper\" width=\"%d\" height=\"%d\" rx=\"12\"/>\n", width,
             height);
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* An entry while it is drawn. */
struct drawing {
    tilepdb_picture *picture;
    const tilepdb_board *board; /* may be NULL, then `length` is 0 */
    const char *moves;          /* can be played on `board` */
    size_t length;              /* moves of the metric */
    size_t stride;              /* a strip has each board of this stride, and the last board */
    tilepdb_metric metric;
    double speed;                         /* moves per second; 0: a strip */
    uint8_t shade[TILEPDB_MAX_CELLS + 1]; /* shade of each tile */
};

static int board_width(const tilepdb_board *board) {
    return CELL * board->width + 2 * EDGE;
}

static int board_height(const tilepdb_board *board) {
    return CELL * board->height + 2 * EDGE;
}

/* Tiles that are alike have the shade of the first. */
static void shades_find(struct drawing *drawing, const tilepdb_board *goal) {
    const int last = goal->width + goal->height - 2;
    memset(drawing->shade, NEUTRAL, sizeof drawing->shade);
    for (int cell = goal->width * goal->height - 1; cell >= 0; cell--) {
        const int diagonal = cell % goal->width + cell / goal->width;
        if (goal->cells[cell] != TILEPDB_ANY_TILE)
            drawing->shade[goal->cells[cell]] =
                (uint8_t)((diagonal * (SHADES - 1) + last / 2) / last);
    }
}

/* Draws the tile on the cell, if any. `class` is empty, or an attribute with a space before it. */
static void tile_write(struct drawing *drawing, const tilepdb_board *board, int cell,
                       const char *class) {
    const int tile = board->cells[cell], shade = drawing->shade[tile];
    if (tile == 0) return;
    drawing->picture->shades[tile] |= (uint16_t)(1U << shade);
    text_add(&drawing->picture->body, "<use href=\"#tp-%d-%d\" x=\"%d\" y=\"%d\"%s/>\n", tile,
             shade, EDGE + CELL * (cell % board->width), EDGE + CELL * (cell / board->width),
             class);
}

static void board_begin(struct drawing *drawing, int x, int y) {
    text_add(&drawing->picture->body,
             "<g class=\"tp-board\" transform=\"translate(%d %d)\">"
             "<rect class=\"tp-well\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n",
             x, y, board_width(drawing->board), board_height(drawing->board));
}

/* Outlines the tiles that are not where they were on the board `before`. */
static void board_write(struct drawing *drawing, const tilepdb_board *board,
                        const tilepdb_board *before, int x, int y) {
    board_begin(drawing, x, y);
    for (int cell = 0; cell < board->width * board->height; cell++)
        tile_write(drawing, board, cell,
                   board->cells[cell] != before->cells[cell] ? " class=\"tp-moved\"" : "");
    text_add(&drawing->picture->body, "</g>\n");
}

/* Plays the next move of the metric. Returns the moves after it. */
static const char *move_play(tilepdb_board *board, const char *moves, tilepdb_metric metric) {
    unsigned blank = board_blank(board);
    enum direction direction = BLANK_UP;
    const char letter = *moves;
    direction_parse(letter, &direction);
    do board_move(board, &blank, direction);
    while (*++moves == letter && metric == TILEPDB_METRIC_MULTI);
    return moves;
}

/* ---- a strip --------------------------------------------------------------------------------- */

static size_t strip_columns(const struct drawing *drawing) {
    const int fit = STRIP_WIDTH / (board_width(drawing->board) + GAP);
    const size_t most = fit < STRIP_MOST ? (size_t)fit : STRIP_MOST;
    return most < drawing->length + 1 ? most : drawing->length + 1;
}

static int strip_height(const struct drawing *drawing) {
    const size_t boards = 1 + (drawing->length + drawing->stride - 1) / drawing->stride;
    const size_t columns = strip_columns(drawing), rows = (boards + columns - 1) / columns;
    return (int)rows * (LABEL + board_height(drawing->board) + GAP) - GAP;
}

static void strip_write(struct drawing *drawing, int left, int top) {
    const int width = board_width(drawing->board), height = board_height(drawing->board);
    const size_t columns = strip_columns(drawing);
    tilepdb_board board = *drawing->board, before = board;
    const char *moves = drawing->moves;
    char label[24] = "start";
    size_t drawn = 0;
    for (size_t i = 0; i <= drawing->length; i++) {
        before = board;
        if (i > 0) moves = move_play(&board, moves, drawing->metric);
        if (i > 0) snprintf(label, sizeof label, "%zu", i);
        if (i % drawing->stride != 0 && i < drawing->length) continue;
        const int x = left + (int)(drawn % columns) * (width + GAP);
        const int y = top + (int)(drawn / columns) * (LABEL + height + GAP);
        text_add(&drawing->picture->body, "<text class=\"tp-label\" x=\"%d\" y=\"%d\">%s</text>\n",
                 x + width / 2, y + LABEL - 6, label);
        board_write(drawing, &board, &before, x, y + LABEL);
        drawn++;
    }
}

/* ---- an animation ---------------------------------------------------------------------------- */

/* A tile, named by the cell on which it starts, moves to a cell. */
struct arrival {
    size_t move; /* number of the move, from 0 */
    int tile, cell;
};

struct animation {
    const struct drawing *drawing;
    struct arrival *arrivals; /* in order; owned */
    size_t count;
    int64_t step, total; /* microseconds of a move, and of all */
};

/* Without memory it has no arrivals, and the body of the picture has failed. */
static void animation_init(struct animation *animation, const struct drawing *drawing) {
    const int64_t longest = INT64_C(1000000000);
    tilepdb_board board = *drawing->board;
    const int cells = board.width * board.height;
    const char *moves = drawing->moves;
    int at[TILEPDB_MAX_CELLS]; /* the tile on each cell */
    for (int cell = 0; cell < cells; cell++) at[cell] = cell;
    *animation = (struct animation){.drawing = drawing};
    animation->step = drawing->speed > 1e-3 ? (int64_t)(1e6 / drawing->speed) : longest;
    animation->total = FIRST_PAUSE + (int64_t)drawing->length * animation->step + LAST_PAUSE;
    animation->arrivals = calloc(strlen(drawing->moves), sizeof *animation->arrivals);
    if (!animation->arrivals) {
        drawing->picture->body.failed = true;
        return;
    }
    for (size_t i = 0; i < drawing->length; i++) {
        const int from = (int)board_blank(&board);
        moves = move_play(&board, moves, drawing->metric);
        const int to = (int)board_blank(&board);
        const int line = from / board.width == to / board.width ? 1 : board.width;
        for (int cell = from, step = to > from ? line : -line; cell != to; cell += step) {
            at[cell] = at[cell + step];
            animation->arrivals[animation->count++] = (struct arrival){i, at[cell], cell};
        }
    }
}

/* Writes a time as a share of the whole animation. */
static void time_write(struct text *text, const struct animation *animation, int64_t time) {
    const int64_t parts = (int64_t)((double)time / (double)animation->total * 1e6);
    text_add(text, "%" PRId64 ".%04" PRId64 "%%", parts / 10000, parts % 10000);
}

static void shift_write(struct text *text, int width, int from, int to) {
    text_add(text, "{transform:translate(%dpx,%dpx)}", CELL * (to % width - from % width),
             CELL * (to / width - from / width));
}

/* Writes a key for each rest of the tile. Returns false if it never moves. */
static bool keys_write(const struct animation *animation, int tile) {
    const size_t entry = animation->drawing->picture->entries;
    struct text *text = &animation->drawing->picture->body;
    const int width = animation->drawing->board->width;
    const int64_t glide = animation->step < GLIDE ? animation->step : GLIDE;
    int cell = tile;
    bool moves = false;
    for (size_t i = 0; i < animation->count; i++) {
        const struct arrival *arrival = &animation->arrivals[i];
        const int64_t begin = FIRST_PAUSE + (int64_t)arrival->move * animation->step;
        if (arrival->tile != tile) continue;
        if (!moves) text_add(text, "@keyframes tp-%zu-%d{0%%", entry, tile);
        text_add(text, ",");
        time_write(text, animation, begin);
        shift_write(text, width, tile, cell);
        time_write(text, animation, begin + glide);
        cell = arrival->cell;
        moves = true;
    }
    if (!moves) return false;
    text_add(text, ",100%%");
    shift_write(text, width, tile, cell);
    text_add(text, "}\n.tp-%zu-%d{animation:tp-%zu-%d %" PRId64 "ms infinite}\n", entry, tile,
             entry, tile, animation->total / 1000);
    return true;
}

static void animation_write(struct drawing *drawing, int x, int y) {
    const tilepdb_board *board = drawing->board;
    const int cells = board->width * board->height;
    struct text *text = &drawing->picture->body;
    struct animation animation;
    bool moves[TILEPDB_MAX_CELLS];
    animation_init(&animation, drawing);
    text_add(text, "<style>\n@media (prefers-reduced-motion:no-preference){\n");
    for (int cell = 0; cell < cells; cell++) moves[cell] = keys_write(&animation, cell);
    text_add(text, "}\n</style>\n");
    board_begin(drawing, x, y);
    for (int cell = 0; cell < cells; cell++) {
        char class[64] = "";
        if (moves[cell])
            snprintf(class, sizeof class, " class=\"tp-%zu-%d\"", drawing->picture->entries, cell);
        tile_write(drawing, board, cell, class);
    }
    text_add(text, "</g>\n");
    free(animation.arrivals);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Draws the entry, and its caption below, unless that waits as the first. */
static void entry_draw(struct drawing *drawing, struct caption *caption) {
    tilepdb_picture *picture = drawing->picture;
    const tilepdb_board *board = drawing->board;
    const bool strip = drawing->length > 0 && drawing->speed <= 0;
    int width = board ? board_width(board) : 0, height = board ? board_height(board) : 0;
    if (strip) {
        width = (int)strip_columns(drawing) * (width + GAP) - GAP;
        height = strip_height(drawing);
    }
    const int below = caption->words.length > 0 ? CAPTION : 0, words = caption_width(caption, true);
    int x, y;
    place_find(picture, words > width ? words : width, height + below, strip, &x, &y);
    picture->has_strip = picture->has_strip || strip;
    if (strip)
        strip_write(drawing, x, y);
    else if (drawing->length > 0)
        animation_write(drawing, x, y);
    else if (board)
        board_write(drawing, board, board, x, y);
    caption->above = width;
    caption->x = x + EDGE;
    caption->y = y + height + CAPTION - 8;
    if (picture->entries == 1) {
        picture->first = *caption;
        *caption = (struct caption){0};
        return;
    }
    if (picture->entries == 2) caption_write(&picture->body, &picture->first, true);
    caption_write(&picture->body, caption, true);
}

static void description_write(struct text *text, const tilepdb_picture_entry *entry,
                              const char *moves) {
    char board[TILEPDB_BOARD_TEXT];
    if (entry->description) {
        text_add_escaped(text, entry->description);
    } else if (entry->board) {
        tilepdb_board_format(entry->board, true, board);
        text_add(text, "%s%s%s", board, moves[0] != '\0' ? ": " : "", moves);
    }
    text_add(text, "\n");
}

/* Checks the entry, and writes the board that gives the colours. */
static tilepdb_status entry_check(const tilepdb_picture_entry *entry, const char *moves,
                                  tilepdb_board *colours_of, tilepdb_error *error) {
    const tilepdb_board *board = entry->board;
    if (!(entry->speed >= 0 && isfinite(entry->speed)))
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the speed is not 0 or more");
    if (!board && moves[0] != '\0')
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "there are moves, but no board");
    tilepdb_status status = board ? board_check_alike(board, "board", error) : TILEPDB_OK;
    if (!status && entry->goal) status = board_check_numbers(entry->goal, true, "goal", error);
    if (status || !board) return status;
    tilepdb_board last = *board;
    status = tilepdb_board_play(&last, moves, error);
    if (status) return status;
    *colours_of = entry->goal ? *entry->goal : last;
    if (!entry->goal && moves[0] == '\0')
        return tilepdb_goal(board->width, board->height, board->width * board->height - 1,
                            colours_of, error);
    return TILEPDB_OK;
}

tilepdb_status tilepdb_picture_create(tilepdb_picture **picture, tilepdb_error *error) {
    *picture = calloc(1, sizeof **picture);
    return *picture ? TILEPDB_OK : error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

tilepdb_status tilepdb_picture_add(tilepdb_picture *picture, const tilepdb_picture_entry *entry,
                                   tilepdb_error *error) {
    const char *moves = entry->moves ? entry->moves : "";
    struct drawing drawing = {.picture = picture,
                              .board = entry->board,
                              .moves = moves,
                              .length = tilepdb_moves_length(moves, entry->metric),
                              .stride = 1,
                              .metric = entry->metric,
                              .speed = entry->speed};
    struct caption caption = {0};
    tilepdb_board goal;
    if (picture->entries == TILEPDB_PICTURE_ENTRIES || picture->body.length >= BYTES_MOST)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "a picture has at most %d entries, or 64 MB", TILEPDB_PICTURE_ENTRIES);
    const tilepdb_status status = entry_check(entry, moves, &goal, error);
    if (status) return status;
    picture->entries++;
    if (entry->board) {
        shades_find(&drawing, &goal);
        drawing.stride += goal.width * goal.height * drawing.length / TILES_MOST;
    }
    if (entry->name) text_add_escaped(&caption.name, entry->name);
    if (entry->caption) text_add_escaped(&caption.words, entry->caption);
    if (drawing.stride > 1 && drawing.speed <= 0)
        text_add(&caption.words, "%s1 board in %zu is drawn", caption.words.length > 0 ? "; " : "",
                 drawing.stride);
    description_write(&picture->descriptions, entry, moves);
    entry_draw(&drawing, &caption);
    picture->body.failed = picture->body.failed || caption.name.failed || caption.words.failed;
    caption_free(&caption);
    return picture->body.failed ? error_set(error, TILEPDB_ERROR_MEMORY, "out of memory")
                                : TILEPDB_OK;
}

const char *tilepdb_picture_text(tilepdb_picture *picture, size_t *length) {
    struct text *text = &picture->document;
    text->length = 0;
    if (picture->entries > 0) head_write(text, picture);
    text_add(text, "%s", text_bytes(&picture->body));
    if (picture->entries == 1) caption_write(text, &picture->first, false);
    if (picture->entries > 0) text_add(text, "</svg>\n");
    if (length) *length = text->length;
    const bool failed = text->failed || picture->body.failed || picture->descriptions.failed ||
                        picture->first.name.failed || picture->first.words.failed;
    text->failed = false;
    return failed ? NULL : text->bytes;
}

void tilepdb_picture_free(tilepdb_picture *picture) {
    if (!picture) return;
    caption_free(&picture->first);
    free(picture->body.bytes);
    free(picture->descriptions.bytes);
    free(picture->document.bytes);
    free(picture);
}
