/* See draw.h. */
#include "answers/draw.h"

#include "cli/console.h"

/* The characters of a frame. A rule has a left end, a part over each cell, a crossing, a right end.
 */
struct border {
    const char *wall, *dash, *blank;
    const char *top[3], *middle[3], *bottom[3]; /* left, crossing, right */
};

static const struct border ascii_border = {
    "|", "-", ".", {"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}};
static const struct border box_border = {
    "│", "─", "·", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};

/* Columns of a cell: with lines between the cells there is room on both sides. */
#define PLAIN_CELL 3
#define GRID_CELL  4

static const char solved_colour[] = "\033[32m";
static const char moved_colour[] = "\033[1;33m";
static const char frame_colour[] = "\033[2m";
static const char no_colour[] = "\033[0m";

struct draw_style draw_style_for(const struct solve_options *options, FILE *stream) {
    struct draw_style style = {
        .frame = DRAW_PLAIN,
        .colour = cli_colour((enum cli_when)options->color, stream),
    };
    if (cli_is_terminal(stream))
        style.frame = cli_utf8() && !options->ascii ? DRAW_BOX : DRAW_ASCII;
    return style;
}

int draw_columns(const tilepdb_board *board, struct draw_style style) {
    if (style.frame == DRAW_PLAIN) return PLAIN_CELL * board->width;
    return style.grid ? (GRID_CELL + 1) * board->width + 1 : PLAIN_CELL * board->width + 3;
}

int draw_lines(const tilepdb_board *board, struct draw_style style) {
    if (style.frame == DRAW_PLAIN) return board->height;
    return style.grid ? 2 * board->height + 1 : board->height + 2;
}

static const struct border *border_of(struct draw_style style) {
    return style.frame == DRAW_BOX ? &box_border : &ascii_border;
}

static void print_in(FILE *stream, const char *colour, struct draw_style style, const char *text) {
    fprintf(stream, "%s%s%s", style.colour ? colour : "", text, style.colour ? no_colour : "");
}

static bool is_on(const struct cell_line *line, int cell) {
    for (int i = 0; i < line->count; i++)
        if (line->cell + i * line->step == cell) return true;
    return false;
}

static void print_cell(FILE *stream, const tilepdb_board *board, const tilepdb_board *goal,
                       const struct cell_line *moved, int cell, struct draw_style style) {
    const int tile = board->cells[cell];
    const bool grid = style.grid && style.frame != DRAW_PLAIN;
    const char *colour = tile == goal->cells[cell] ? solved_colour : "";
    if (is_on(moved, cell)) colour = moved_colour;
    const bool coloured = style.colour && tile != 0 && colour[0] != '\0';
    if (tile == 0) {
        fprintf(stream, "  %s%s", grid ? " " : border_of(style)->blank, grid ? " " : "");
        return;
    }
    if (coloured) fputs(colour, stream);
    fprintf(stream, grid ? " %2d " : "%3d", tile);
    if (coloured) fputs(no_colour, stream);
}

static void print_rule(FILE *stream, const tilepdb_board *board, const char *const ends[3],
                       struct draw_style style) {
    const char *dash = border_of(style)->dash;
    if (style.colour) fputs(frame_colour, stream);
    fputs(ends[0], stream);
    for (int column = 0; column < board->width; column++) {
        if (column > 0 && style.grid) fputs(ends[1], stream);
        for (int i = 0; i < (style.grid ? GRID_CELL : PLAIN_CELL); i++) fputs(dash, stream);
    }
    if (!style.grid) fputs(dash, stream);
    fputs(ends[2], stream);
    if (style.colour) fputs(no_colour, stream);
}

static void print_row(FILE *stream, const tilepdb_board *board, const tilepdb_board *goal,
                      const struct cell_line *moved, int row, struct draw_style style) {
    const char *wall = border_of(style)->wall;
    const bool frame = style.frame != DRAW_PLAIN;
    if (frame) print_in(stream, frame_colour, style, wall);
    for (int column = 0; column < board->width; column++) {
        print_cell(stream, board, goal, moved, row * board->width + column, style);
        if (frame && style.grid && column + 1 < board->width)
            print_in(stream, frame_colour, style, wall);
    }
    if (frame && !style.grid) fputc(' ', stream);
    if (frame) print_in(stream, frame_colour, style, wall);
}

void draw_line(FILE *stream, const tilepdb_board *board, const tilepdb_board *goal,
               const struct cell_line *moved, int line, struct draw_style style) {
    const struct border *border = border_of(style);
    if (style.frame == DRAW_PLAIN)
        print_row(stream, board, goal, moved, line, style);
    else if (line == 0)
        print_rule(stream, board, border->top, style);
    else if (line + 1 == draw_lines(board, style))
        print_rule(stream, board, border->bottom, style);
    else if (!style.grid)
        print_row(stream, board, goal, moved, line - 1, style);
    else if (line % 2 == 0)
        print_rule(stream, board, border->middle, style);
    else
        print_row(stream, board, goal, moved, line / 2, style);
}
