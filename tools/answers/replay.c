#include "answers/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

/* ---- frames ---------------------------------------------------------------------------------- */

struct replay {
    struct frame *frames;
    size_t count;
};

const char *replay_move(struct frame *frame, const char *moves, tilepdb_metric metric) {
    frame->cell = cli_blank_cell(&frame->board);
    frame->count = 0;
    frame->move = *moves;
    do {
        tilepdb_board_play(&frame->board, (char[]){frame->move, '\0'}, NULL);
        frame->count++;
        moves++;
    } while (metric == TILEPDB_METRIC_MULTI && *moves == frame->move);
    frame->step = (cli_blank_cell(&frame->board) - frame->cell) / frame->count;
    return moves;
}

static struct replay replay_make(const tilepdb_board *board, const char *moves,
                                 tilepdb_metric metric) {
    struct replay replay = {.count = tilepdb_moves_length(moves, metric) + 1};
    replay.frames = cli_allocated(calloc(replay.count, sizeof *replay.frames));
    replay.frames[0].board = *board;
    for (size_t i = 1; i < replay.count; i++) {
        replay.frames[i].board = replay.frames[i - 1].board;
        moves = replay_move(&replay.frames[i], moves, metric);
    }
    return replay;
}

bool replay_has_moved(const struct frame *frame, int cell) {
    for (int i = 0; i < frame->count; i++)
        if (frame->cell + i * frame->step == cell) return true;
    return false;
}

double replay_speed(const struct solve_options *options) {
    return options->speed > 0 ? options->speed : 4;
}

#define MOVE_TEXT 16

static const char *move_write(const struct frame *frame, char text[MOVE_TEXT]) {
    if (frame->count > 1)
        snprintf(text, MOVE_TEXT, "%c%d", frame->move, frame->count);
    else
        snprintf(text, MOVE_TEXT, "%c", frame->move);
    return text;
}

/* CLI_WHEN_AUTO means colour on a terminal that is not dumb, unless NO_COLOR is set and not empty
 * (no-color.org). */
static bool has_colour(enum cli_when when, FILE *stream) {
    if (when != CLI_WHEN_AUTO) return when == CLI_WHEN_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (no_color && no_color[0] != '\0') return false;
    return cli_is_terminal(stream) && term && strcmp(term, "dumb") != 0;
}

/* ---- boards of characters -------------------------------------------------------------------- */

struct border {
    const char *wall, *dash, *blank;
    const char *top[3], *middle[3], *bottom[3]; /* left end, crossing, right end */
};

static const struct border ascii_border = {
    "|", "-", ".", {"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}};
static const struct border box_border = {
    "│", "─", "·", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};

/* Columns of a cell; a grid has spaces around the tile. */
#define PLAIN_CELL 3
#define GRID_CELL  4

static const char solved_colour[] = "\033[32m";
static const char moved_colour[] = "\033[1;33m";
static const char border_colour[] = "\033[2m";
static const char no_colour[] = "\033[0m";

struct drawing {
    FILE *stream;
    const tilepdb_board *goal;
    const struct border *border;
    bool bordered;
    bool grid;
    bool colour;
};

static struct drawing drawing_for(FILE *stream, const struct solve_options *options,
                                  const tilepdb_board *goal) {
    const bool terminal = cli_is_terminal(stream);
    return (struct drawing){
        .stream = stream,
        .goal = goal,
        .border = terminal && cli_utf8() && !options->ascii ? &box_border : &ascii_border,
        .bordered = terminal,
        .colour = has_colour((enum cli_when)options->color, stream),
    };
}

static int drawing_columns(const struct drawing *drawing) {
    const int width = drawing->goal->width;
    if (!drawing->bordered) return PLAIN_CELL * width;
    return drawing->grid ? (GRID_CELL + 1) * width + 1 : PLAIN_CELL * width + 3;
}

static int drawing_lines(const struct drawing *drawing) {
    const int height = drawing->goal->height;
    if (!drawing->bordered) return height;
    return drawing->grid ? 2 * height + 1 : height + 2;
}

static void print_wall(const struct drawing *drawing) {
    fprintf(drawing->stream, "%s%s%s", drawing->colour ? border_colour : "", drawing->border->wall,
            drawing->colour ? no_colour : "");
}

static void print_cell(const struct drawing *drawing, const struct frame *frame, int cell) {
    FILE *stream = drawing->stream;
    const int tile = frame->board.cells[cell];
    const bool grid = drawing->grid && drawing->bordered;
    const char *colour = tile == drawing->goal->cells[cell] ? solved_colour : "";
    if (replay_has_moved(frame, cell)) colour = moved_colour;
    const bool coloured = drawing->colour && tile != 0 && colour[0] != '\0';
    if (tile == 0) {
        fprintf(stream, "  %s%s", grid ? " " : drawing->border->blank, grid ? " " : "");
        return;
    }
    if (coloured) fputs(colour, stream);
    fprintf(stream, grid ? " %2d " : "%3d", tile);
    if (coloured) fputs(no_colour, stream);
}

static void print_rule(const struct drawing *drawing, const char *const ends[3]) {
    FILE *stream = drawing->stream;
    const char *dash = drawing->border->dash;
    if (drawing->colour) fputs(border_colour, stream);
    fputs(ends[0], stream);
    for (int column = 0; column < drawing->goal->width; column++) {
        if (column > 0 && drawing->grid) fputs(ends[1], stream);
        for (int i = 0; i < (drawing->grid ? GRID_CELL : PLAIN_CELL); i++) fputs(dash, stream);
    }
    if (!drawing->grid) fputs(dash, stream);
    fputs(ends[2], stream);
    if (drawing->colour) fputs(no_colour, stream);
}

static void print_row(const struct drawing *drawing, const struct frame *frame, int row) {
    const int width = drawing->goal->width;
    if (drawing->bordered) print_wall(drawing);
    for (int column = 0; column < width; column++) {
        print_cell(drawing, frame, row * width + column);
        if (drawing->bordered && drawing->grid && column + 1 < width) print_wall(drawing);
    }
    if (drawing->bordered && !drawing->grid) fputc(' ', drawing->stream);
    if (drawing->bordered) print_wall(drawing);
}

static void print_line(const struct drawing *drawing, const struct frame *frame, int line) {
    if (!drawing->bordered)
        print_row(drawing, frame, line);
    else if (line == 0)
        print_rule(drawing, drawing->border->top);
    else if (line + 1 == drawing_lines(drawing))
        print_rule(drawing, drawing->border->bottom);
    else if (!drawing->grid)
        print_row(drawing, frame, line - 1);
    else if (line % 2 == 0)
        print_rule(drawing, drawing->border->middle);
    else
        print_row(drawing, frame, line / 2);
}

/* ---- --show: boards side by side ------------------------------------------------------------- */

#define LINE_WIDTH 78
#define GAP        3

static void print_title(FILE *stream, const struct frame *frame, size_t number,
                        tilepdb_metric metric, int columns) {
    char title[64] = " start", move[MOVE_TEXT];
    if (number > 0 && metric == TILEPDB_METRIC_MULTI)
        snprintf(title, sizeof title, "%3zu: %s", number, move_write(frame, move));
    else if (number > 0)
        snprintf(title, sizeof title, "%3zu: %d%c", number, frame->board.cells[frame->cell],
                 frame->move);
    fprintf(stream, "%-*s", columns, title);
}

static void print_group(const struct drawing *drawing, const struct replay *replay, size_t first,
                        size_t end, tilepdb_metric metric) {
    FILE *stream = drawing->stream;
    const int columns = drawing_columns(drawing) + GAP;
    fputc('\n', stream);
    for (size_t i = first; i < end; i++)
        print_title(stream, &replay->frames[i], i, metric, i + 1 < end ? columns : 0);
    fputc('\n', stream);
    for (int line = 0; line < drawing_lines(drawing); line++) {
        for (size_t i = first; i < end; i++) {
            print_line(drawing, &replay->frames[i], line);
            if (i + 1 < end) fprintf(stream, "%*s", GAP, "");
        }
        fputc('\n', stream);
    }
}

void replay_show(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                 const char *moves) {
    const tilepdb_metric metric = (tilepdb_metric)options->metric;
    struct replay replay = replay_make(board, moves, metric);
    const struct drawing drawing =
        drawing_for(stream, options, &replay.frames[replay.count - 1].board);
    const int width = cli_is_terminal(stream) ? cli_columns(fileno(stream)) : LINE_WIDTH;
    const int columns = drawing_columns(&drawing) + GAP;
    const size_t in_line = width >= columns ? (size_t)((width + GAP) / columns) : 1;
    if (metric == TILEPDB_METRIC_MULTI) {
        char *grouped = cli_moves_grouped(moves, TILEPDB_NOTATION_TILE);
        fprintf(stream, "\n%s\n", grouped);
        free(grouped);
    }
    for (size_t first = 0; first < replay.count; first += in_line) {
        const size_t end = first + in_line;
        print_group(&drawing, &replay, first, end < replay.count ? end : replay.count, metric);
    }
    fputc('\n', stream);
    free(replay.frames);
}

/* ---- --animate: drawing ---------------------------------------------------------------------- */

#define SLOWEST 0.125
#define FASTEST 1000.0
#define HOLD    1.5
#define FOREVER 3600.0 /* seconds until a paused board is drawn again */

struct player {
    struct replay replay;
    struct drawing drawing;
    size_t at;
    bool playing;
    double speed;
    double due; /* clock time of the next frame or of the end */
};

static const char *direction_name(char move) {
    return move == 'U' ? "up" : move == 'D' ? "down" : move == 'L' ? "left" : "right";
}

static size_t widest(const struct replay *replay) {
    char text[MOVE_TEXT];
    size_t most = 1;
    for (size_t i = 1; i < replay->count; i++) {
        const size_t length = strlen(move_write(&replay->frames[i], text));
        if (length > most) most = length;
    }
    return most;
}

static void print_moves(FILE *stream, const struct player *player) {
    const size_t moves = player->replay.count - 1;
    const int columns = cli_terminal_columns();
    const size_t shown = (columns > 12 ? (size_t)columns - 6 : 6) / widest(&player->replay);
    char text[MOVE_TEXT];
    size_t first = player->at > shown / 2 ? player->at - shown / 2 : 1;
    if (moves >= shown && first + shown > moves + 1) first = moves + 1 - shown;
    if (moves < shown) first = 1;
    fputc(' ', stream);
    for (size_t i = first; i <= moves && i < first + shown; i++)
        fprintf(stream, i == player->at ? "[%s]" : "%s",
                move_write(&player->replay.frames[i], text));
    fputc('\n', stream);
}

/* Prints moves such as "tile 5 right" or "tiles 5, 6 and 7 right". */
static void print_move(FILE *stream, const struct player *player) {
    const struct frame *frame = &player->replay.frames[player->at];
    const int count = frame->count;
    fprintf(stream, " Move %zu of %zu", player->at, player->replay.count - 1);
    for (int i = 0; i < count; i++)
        fprintf(stream, "%s%d",
                i == 0           ? (count > 1 ? ": tiles " : ": tile ")
                : i + 1 == count ? " and "
                                 : ", ",
                frame->board.cells[frame->cell + i * frame->step]);
    if (count > 0) fprintf(stream, " %s", direction_name(frame->move));
    fputc('\n', stream);
}

static void print_board(FILE *stream, const struct player *player) {
    struct drawing drawing = player->drawing;
    drawing.stream = stream;
    drawing.grid = true;
    drawing.grid = drawing_lines(&drawing) + 6 <= cli_terminal_rows() &&
                   drawing_columns(&drawing) + 2 <= cli_terminal_columns();
    for (int line = 0; line < drawing_lines(&drawing); line++) {
        fputc(' ', stream);
        print_line(&drawing, &player->replay.frames[player->at], line);
        fputc('\n', stream);
    }
}

/* Each line clears the rest of its row to avoid flicker. */
static void screen_show(const char *text, size_t length) {
    static const char to_top[] = "\033[H", rest[] = "\033[J", end[] = "\033[K\r\n";
    int rows = cli_terminal_rows();
    cli_terminal_write(to_top, sizeof to_top - 1);
    while (length > 0 && rows > 1) {
        const char *newline = memchr(text, '\n', length);
        const size_t line = newline ? (size_t)(newline - text) : length;
        cli_terminal_write(text, line);
        cli_terminal_write(end, sizeof end - 1);
        length -= newline ? line + 1 : line;
        text += newline ? line + 1 : line;
        rows--;
    }
    cli_terminal_write(rest, sizeof rest - 1);
}

static void player_draw(const struct player *player) {
    char *text = NULL;
    size_t length = 0;
    FILE *stream = cli_allocated(open_memstream(&text, &length));
    print_move(stream, player);
    fputc('\n', stream);
    print_board(stream, player);
    fputc('\n', stream);
    print_moves(stream, player);
    fprintf(stream, " %s, %.3g moves/s; space: pause, n p: step, + -: speed, q: quit\n",
            player->playing ? "playing" : "paused", player->speed);
    if (fclose(stream) == 0) screen_show(text, length);
    free(text);
}

static bool at_end(const struct player *player) {
    return player->at + 1 == player->replay.count;
}

static void player_schedule(struct player *player) {
    player->due = clock_seconds() + (at_end(player) ? HOLD : 1 / player->speed);
}

static void player_speed(struct player *player, double factor) {
    player->speed *= factor;
    if (player->speed < SLOWEST) player->speed = SLOWEST;
    if (player->speed > FASTEST) player->speed = FASTEST;
    player_schedule(player);
}

static void player_step(struct player *player, bool forward) {
    player->playing = false;
    if (forward && !at_end(player)) player->at++;
    if (!forward && player->at > 0) player->at--;
}

static bool player_key(struct player *player, int key) {
    switch (key) {
    case ' ':
        player->playing = !player->playing;
        if (player->playing && at_end(player)) player->at = 0;
        player_schedule(player);
        return true;
    case 'n':
    case CLI_KEY_RIGHT:
        player_step(player, true);
        return true;
    case 'p':
    case CLI_KEY_LEFT:
        player_step(player, false);
        return true;
    case '+':
    case '=':
        player_speed(player, 2);
        return true;
    case '-':
        player_speed(player, 0.5);
        return true;
    case 'q':
    case 'Q':
    case CLI_KEY_END:
        return false;
    default:
        return true;
    }
}

static bool player_tick(struct player *player) {
    if (!player->playing || clock_seconds() < player->due) return true;
    if (at_end(player)) return false;
    player->at++;
    player_schedule(player);
    return true;
}

static void player_leave(const struct player *player, FILE *stream) {
    char *text = NULL;
    size_t length = 0;
    FILE *last = cli_allocated(open_memstream(&text, &length));
    /* Draws now, since cli_terminal_leave forgets the size of the screen */
    print_board(last, player);
    if (at_end(player))
        fprintf(last, " Solved in %zu move%s.\n", player->at, plural(player->at));
    else
        print_move(last, player);
    const bool drawn = fclose(last) == 0 && !cli_signal();
    cli_terminal_leave();
    if (drawn) fwrite(text, 1, length, stream);
    free(text);
}

void replay_animate(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                    const char *moves) {
    cli_progress_clear();
    /* Shows the answer on the main screen, before entering the other screen. */
    fflush(stream);
    if (!cli_terminal_enter()) {
        cli_complain("--animate: the terminal is gone");
        return;
    }
    struct player player = {.replay = replay_make(board, moves, (tilepdb_metric)options->metric),
                            .playing = true,
                            .speed = replay_speed(options)};
    player.drawing =
        drawing_for(stream, options, &player.replay.frames[player.replay.count - 1].board);
    player_schedule(&player);
    bool goes_on = true;
    while (goes_on && !cli_signal()) {
        player_draw(&player);
        const double wait = player.playing ? player.due - clock_seconds() : FOREVER;
        const int key = cli_terminal_key(wait > 0 ? wait : 0);
        goes_on = player_key(&player, key) && player_tick(&player);
    }
    player_leave(&player, stream);
    free(player.replay.frames);
}
