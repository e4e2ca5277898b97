/* See svg.h. All numbers are integers, or made of integers, so no locale changes them. */
#include "answers/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "tilepdb_text.h"

#define CELL        40
#define EDGE        4 /* between the edge of a board and its cells */
#define GAP         16
#define LABEL       20   /* height of the number above a board of a strip */
#define CAPTION     36   /* height of the line below a picture */
#define LETTER      12   /* estimated width of a letter of a caption */
#define STRIP_MOST  10   /* boards of a strip side by side */
#define STRIP_WIDTH 3600 /* units; the boards of a strip stand in rows of this width */
#define FLOW_WIDTH                                                                                 \
    1000                  /* units; pictures other than strips stand side by side up to this width \
                           */
#define TILES_MOST 300000 /* tiles of a strip; a strip with more leaves boards out */

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

/* ---- text ------------------------------------------------------------------------------------ */

/* Prints text of any origin. XML has no control characters, and no U+FFFE and U+FFFF. */
static void text_print(FILE *stream, const char *text) {
    json_t *valid = cli_allocated(cli_json_text(text));
    for (const char *at = json_string_value(valid); *at != '\0'; at++) {
        const bool none =
            strncmp(at, "\xEF\xBF\xBE", 3) == 0 || strncmp(at, "\xEF\xBF\xBF", 3) == 0;
        const bool marked = *at == '&' || *at == '<' || *at == '>';
        if (none) at += 2;
        if (marked)
            fprintf(stream, "&#%d;", *at);
        else
            fputc(none ? '?' : (unsigned char)*at < ' ' ? ' ' : *at, stream);
    }
    json_decref(valid);
}

static char *words_of(const struct answer *answer) {
    const tilepdb_result *result = answer->result;
    if (!result) return cli_text("error");
    if (answer->status == TILEPDB_UNSOLVABLE) return cli_text("unsolvable");
    if (!answer_has_moves(answer))
        return cli_text("at least %d move%s", result->lower_bound,
                        plural((uint64_t)result->lower_bound));
    if (answer_is_solved(answer) && !answer->may_be_shorter)
        return cli_text("%d move%s", result->length, plural((uint64_t)result->length));
    return cli_text("at most %d move%s, at least %d", result->upper_bound,
                    plural((uint64_t)result->upper_bound), result->lower_bound);
}

static void description_write(struct svg *svg, const struct solve_options *options,
                              const struct answer *answer, const char *words, const char *moves) {
    char board[TILEPDB_BOARD_TEXT] = "";
    char *written = moves_write(options, answer->board, moves);
    const bool explained = !answer_is_solved(answer) && moves[0] == '\0' && answer->message;
    if (answer->board) tilepdb_board_format(answer->board, true, board);
    char *text =
        cli_text("%s%s%s: %s%s%s", answer->name, answer->board ? ": " : "", board,
                 explained ? answer->message : words, written[0] != '\0' ? ": " : "", written);
    text_print(svg->description, text);
    fputc('\n', svg->description);
    free(text);
    free(written);
}

static void caption_write(struct svg *svg, struct svg_caption *caption, bool named) {
    if (!caption->text) return;
    fprintf(svg->body, "<text class=\"tp-caption\" x=\"%d\" y=\"%d\">", caption->x, caption->y);
    if (named) text_print(svg->body, caption->name);
    fprintf(svg->body, "%s%s</text>\n", named ? ": " : "", caption->text);
    free(caption->name);
    free(caption->text);
    *caption = (struct svg_caption){0};
}

/* ---- boards ---------------------------------------------------------------------------------- */

struct picture {
    struct svg *svg;
    const tilepdb_board *board; /* may be NULL, then `length` is 0 */
    const char *moves;          /* directions of tiles */
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
static void shades_find(struct picture *picture, const tilepdb_board *goal) {
    const int last = goal->width + goal->height - 2;
    memset(picture->shade, NEUTRAL, sizeof picture->shade);
    for (int cell = goal->width * goal->height - 1; cell >= 0; cell--) {
        const int diagonal = cell % goal->width + cell / goal->width;
        if (goal->cells[cell] != TILEPDB_ANY_TILE)
            picture->shade[goal->cells[cell]] =
                (uint8_t)((diagonal * (SHADES - 1) + last / 2) / last);
    }
}

/* Draws the tile on the cell, if any. `class` is empty, or an attribute with a space before it. */
static void tile_write(struct picture *picture, const tilepdb_board *board, int cell,
                       const char *class) {
    const int tile = board->cells[cell], shade = picture->shade[tile];
    if (tile == 0) return;
    picture->svg->shades[tile] |= (uint16_t)(1U << shade);
    fprintf(picture->svg->body, "<use href=\"#tp-%d-%d\" x=\"%d\" y=\"%d\"%s/>\n", tile, shade,
            EDGE + CELL * (cell % board->width), EDGE + CELL * (cell / board->width), class);
}

static void board_begin(struct picture *picture, int x, int y) {
    fprintf(picture->svg->body,
            "<g class=\"tp-board\" transform=\"translate(%d %d)\">"
            "<rect class=\"tp-well\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n",
            x, y, board_width(picture->board), board_height(picture->board));
}

static void frame_write(struct picture *picture, const struct frame *frame, int x, int y) {
    const tilepdb_board *board = &frame->board;
    board_begin(picture, x, y);
    for (int cell = 0; cell < board->width * board->height; cell++)
        tile_write(picture, board, cell,
                   replay_has_moved(frame, cell) ? " class=\"tp-moved\"" : "");
    fputs("</g>\n", picture->svg->body);
}

/* ---- a strip --------------------------------------------------------------------------------- */

static size_t strip_columns(const struct picture *picture) {
    const int fit = STRIP_WIDTH / (board_width(picture->board) + GAP);
    const size_t most = fit < STRIP_MOST ? (size_t)fit : STRIP_MOST;
    return most < picture->length + 1 ? most : picture->length + 1;
}

static int strip_height(const struct picture *picture) {
    const size_t boards = 1 + (picture->length + picture->stride - 1) / picture->stride;
    const size_t columns = strip_columns(picture), rows = (boards + columns - 1) / columns;
    return (int)rows * (LABEL + board_height(picture->board) + GAP) - GAP;
}

static void strip_write(struct picture *picture, int left, int top) {
    const int width = board_width(picture->board), height = board_height(picture->board);
    const size_t columns = strip_columns(picture);
    struct frame frame = {.board = *picture->board};
    const char *moves = picture->moves;
    char label[24] = "start";
    size_t drawn = 0;
    for (size_t i = 0; i <= picture->length; i++) {
        if (i > 0) moves = replay_move(&frame, moves, picture->metric);
        if (i > 0) snprintf(label, sizeof label, "%zu", i);
        if (i % picture->stride != 0 && i < picture->length) continue;
        const int x = left + (int)(drawn % columns) * (width + GAP);
        const int y = top + (int)(drawn / columns) * (LABEL + height + GAP);
        fprintf(picture->svg->body, "<text class=\"tp-label\" x=\"%d\" y=\"%d\">%s</text>\n",
                x + width / 2, y + LABEL - 6, label);
        frame_write(picture, &frame, x, y + LABEL);
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
    const struct picture *picture;
    struct arrival *arrivals; /* in order; owned */
    size_t count;
    int64_t step, total; /* microseconds of a move, and of all */
};

static void animation_init(struct animation *animation, const struct picture *picture) {
    const int64_t longest = INT64_C(1000000000);
    struct frame frame = {.board = *picture->board};
    const char *moves = picture->moves;
    int at[TILEPDB_MAX_CELLS]; /* the tile on each cell */
    for (int cell = 0; cell < TILEPDB_MAX_CELLS; cell++) at[cell] = cell;
    *animation = (struct animation){.picture = picture};
    animation->step = picture->speed > 1e-3 ? (int64_t)(1e6 / picture->speed) : longest;
    animation->total = FIRST_PAUSE + (int64_t)picture->length * animation->step + LAST_PAUSE;
    animation->arrivals =
        cli_allocated(calloc(strlen(picture->moves), sizeof *animation->arrivals));
    for (size_t i = 0; i < picture->length; i++) {
        moves = replay_move(&frame, moves, picture->metric);
        for (int tile = 0, cell = frame.cell; tile < frame.count; tile++, cell += frame.step) {
            at[cell] = at[cell + frame.step];
            animation->arrivals[animation->count++] = (struct arrival){i, at[cell], cell};
        }
    }
}

/* Prints a time as a share of the whole animation. */
static void time_print(FILE *body, const struct animation *animation, int64_t time) {
    const int64_t parts = (int64_t)((double)time / (double)animation->total * 1e6);
    fprintf(body, "%" PRId64 ".%04" PRId64 "%%", parts / 10000, parts % 10000);
}

static void shift_print(FILE *body, int width, int from, int to) {
    fprintf(body, "{transform:translate(%dpx,%dpx)}", CELL * (to % width - from % width),
            CELL * (to / width - from / width));
}

/* Writes a key for each rest of the tile. Returns false if it never moves. */
static bool keys_write(const struct animation *animation, int tile) {
    const struct svg *svg = animation->picture->svg;
    const int width = animation->picture->board->width;
    const int64_t glide = animation->step < GLIDE ? animation->step : GLIDE;
    int cell = tile;
    bool moves = false;
    for (size_t i = 0; i < animation->count; i++) {
        const struct arrival *arrival = &animation->arrivals[i];
        const int64_t begin = FIRST_PAUSE + (int64_t)arrival->move * animation->step;
        if (arrival->tile != tile) continue;
        if (!moves) fprintf(svg->body, "@keyframes tp-%zu-%d{0%%", svg->pictures, tile);
        fputc(',', svg->body);
        time_print(svg->body, animation, begin);
        shift_print(svg->body, width, tile, cell);
        time_print(svg->body, animation, begin + glide);
        cell = arrival->cell;
        moves = true;
    }
    if (!moves) return false;
    fputs(",100%", svg->body);
    shift_print(svg->body, width, tile, cell);
    fprintf(svg->body, "}\n.tp-%zu-%d{animation:tp-%zu-%d %" PRId64 "ms infinite}\n", svg->pictures,
            tile, svg->pictures, tile, animation->total / 1000);
    return true;
}

static void animation_write(struct picture *picture, int x, int y) {
    const tilepdb_board *board = picture->board;
    const int cells = board->width * board->height;
    FILE *body = picture->svg->body;
    struct animation animation;
    bool moves[TILEPDB_MAX_CELLS];
    animation_init(&animation, picture);
    fputs("<style>\n@media (prefers-reduced-motion:no-preference){\n", body);
    for (int cell = 0; cell < cells; cell++) moves[cell] = keys_write(&animation, cell);
    fputs("}\n</style>\n", body);
    board_begin(picture, x, y);
    for (int cell = 0; cell < cells; cell++) {
        char class[64] = "";
        if (moves[cell])
            snprintf(class, sizeof class, " class=\"tp-%zu-%d\"", picture->svg->pictures, cell);
        tile_write(picture, board, cell, class);
    }
    fputs("</g>\n", body);
    free(animation.arrivals);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void svg_begin(struct svg *svg) {
    if (svg->pictures++ > 0) return;
    svg->body = cli_allocated(open_memstream(&svg->body_text, &svg->body_length));
    svg->description =
        cli_allocated(open_memstream(&svg->description_text, &svg->description_length));
}

/* Finds a place beside the last picture or, for a strip, or without room, below it. */
static void place_find(struct svg *svg, int width, int height, bool strip, int *x, int *y) {
    if (svg->x > 0 && (strip || svg->x + width > FLOW_WIDTH)) {
        svg->y += svg->row + 2 * GAP;
        svg->x = svg->row = 0;
    }
    *x = GAP + svg->x;
    *y = GAP + svg->y;
    if (svg->x + width > svg->width) svg->width = svg->x + width;
    if (svg->y + height > svg->height) svg->height = svg->y + height;
    if (height > svg->row) svg->row = height;
    svg->x = strip ? FLOW_WIDTH : svg->x + width + 2 * GAP;
}

/* Estimates the width of the caption, and is 0 without one. */
static int caption_width(const struct svg_caption *caption, bool named) {
    if (!caption->text) return 0;
    return LETTER * (int)(strlen(caption->text) + (named ? strlen(caption->name) + 2 : 0));
}

/* Adds the picture above its caption. */
static void picture_add(struct picture *picture, struct svg_caption caption) {
    struct svg *svg = picture->svg;
    const tilepdb_board *board = picture->board;
    const bool strip = picture->length > 0 && picture->speed <= 0;
    int width = board ? board_width(board) : 0, height = board ? board_height(board) : 0;
    if (strip) {
        width = (int)strip_columns(picture) * (width + GAP) - GAP;
        height = strip_height(picture);
    }
    const int below = caption.text ? CAPTION : 0, words = caption_width(&caption, true);
    int x, y;
    place_find(svg, words > width ? words : width, height + below, strip, &x, &y);
    svg->has_strip = svg->has_strip || strip;
    if (strip)
        strip_write(picture, x, y);
    else if (picture->length > 0)
        animation_write(picture, x, y);
    else if (board)
        frame_write(picture, &(struct frame){.board = *board}, x, y);
    caption.above = width;
    caption.x = x + EDGE;
    caption.y = y + height + CAPTION - 8;
    if (svg->pictures == 1) svg->first = caption;
    if (svg->pictures > 1) caption_write(svg, &svg->first, true);
    if (svg->pictures > 1) caption_write(svg, &caption, true);
}

void svg_add_answer(struct svg *svg, const struct solve_options *options,
                    const struct answer *answer) {
    const bool moved = answer_has_moves(answer) && answer->moves;
    struct svg_caption caption = {.name = cli_text("%s", answer->name), .text = words_of(answer)};
    struct picture picture = {.svg = svg,
                              .board = answer->board,
                              .moves = moved ? answer->moves : "",
                              .stride = 1,
                              .metric = (tilepdb_metric)options->metric,
                              .speed = options->animate ? replay_speed(options) : 0};
    svg_begin(svg);
    description_write(svg, options, answer, caption.text, picture.moves);
    picture.length = tilepdb_moves_length(picture.moves, picture.metric);
    if (answer->board) {
        tilepdb_board last = moved ? *answer->board : *answer->goal;
        if (moved) tilepdb_board_play(&last, picture.moves, NULL);
        shades_find(&picture, &last);
        picture.stride += last.width * last.height * picture.length / TILES_MOST;
    }
    if (picture.stride > 1 && !options->animate)
        cli_append(&caption.text, "; 1 board in %zu is drawn", picture.stride);
    picture_add(&picture, caption);
}

void svg_add_board(struct svg *svg, const tilepdb_board *board, const tilepdb_board *goal,
                   int length) {
    struct picture picture = {.svg = svg, .board = board};
    struct svg_caption caption = {0};
    char text[TILEPDB_BOARD_TEXT];
    svg_begin(svg);
    if (length >= 0) {
        caption.name = cli_text("board %zu", svg->pictures);
        caption.text = cli_text("%d move%s", length, plural((uint64_t)length));
    }
    tilepdb_board_format(board, true, text);
    fprintf(svg->description, "%s\n", text);
    shades_find(&picture, goal);
    picture_add(&picture, caption);
}

/* ---- the document ---------------------------------------------------------------------------- */

static void style_print(FILE *stream) {
    fputs("<style>\n"
          ".tp-number,.tp-label,.tp-caption{font:600 18px system-ui,sans-serif;text-anchor:middle;"
          "stroke:none}\n"
          ".tp-label{font-size:14px;font-weight:400}\n"
          ".tp-caption{text-anchor:start}\n"
          ".tp-moved{stroke-width:4px}\n",
          stream);
    for (size_t i = 0; i < CLI_LENGTH(colours); i++)
        fprintf(stream, ".tp-%s:#%s}\n", colours[i].rule, colours[i].light);
    fputs("@media (prefers-color-scheme:dark){\n", stream);
    for (size_t i = 0; i < CLI_LENGTH(colours); i++)
        fprintf(stream, ".tp-%s:#%s}\n", colours[i].rule, colours[i].dark);
    fputs("}\n</style>\n", stream);
}

/* An id says how the tile looks, so a page may contain several strips. */
static void tiles_print(FILE *stream, const struct svg *svg) {
    fputs("<defs>\n", stream);
    for (int tile = 0; tile <= TILEPDB_MAX_CELLS; tile++) {
        const int size = tile < 100 ? 18 : tile < 1000 ? 15 : 12;
        for (int shade = 0; shade <= NEUTRAL; shade++)
            if ((svg->shades[tile] >> shade & 1) != 0)
                fprintf(stream,
                        "<g id=\"tp-%d-%d\"><rect class=\"tp-s%d\" x=\"2\" y=\"2\" width=\"36\" "
                        "height=\"36\" rx=\"6\"/><text class=\"tp-number\" x=\"20\" y=\"%d\" "
                        "style=\"font-size:%dpx\">%d</text></g>\n",
                        tile, shade, shade, 20 + size * 36 / 100, size, tile);
    }
    fputs("</defs>\n", stream);
}

static void head_print(FILE *stream, const struct svg *svg) {
    const int width = svg->width + 2 * GAP, height = svg->height + 2 * GAP;
    const int halves = svg->has_strip ? 1 : 3;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\">\n",
            width, height, width * halves / 2, height * halves / 2);
    if (svg->pictures > 1)
        fprintf(stream, "<title>%zu sliding-tile puzzles</title>\n", svg->pictures);
    else
        fprintf(stream, "<title>Sliding-tile puzzle%s%s</title>\n", svg->first.text ? ": " : "",
                svg->first.text ? svg->first.text : "");
    fprintf(stream, "<desc>%s</desc>\n", svg->description_text);
    style_print(stream);
    tiles_print(stream, svg);
    fprintf(stream, "<rect class=\"tp-paper\" width=\"%d\" height=\"%d\" rx=\"12\"/>\n", width,
            height);
}

void svg_end(struct svg *svg, FILE *stream) {
    const int words = caption_width(&svg->first, false);
    if (svg->pictures == 0) return;
    if (svg->pictures == 1) svg->width = words > svg->first.above ? words : svg->first.above;
    fclose(svg->description);
    cli_allocated(svg->description_text);
    head_print(stream, svg);
    caption_write(svg, &svg->first, false);
    fclose(svg->body);
    cli_allocated(svg->body_text);
    fprintf(stream, "%s</svg>\n", svg->body_text);
    free(svg->body_text);
    free(svg->description_text);
    *svg = (struct svg){0};
}
