/* See animate.h. */
#include "answers/animate.h"

#include <stdlib.h>
#include <string.h>

#include "answers/draw.h"
#include "answers/replay.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/terminal.h"

#define DEFAULT_SPEED 4.0 /* moves per second */
#define SLOWEST       0.125
#define FASTEST       1000.0
#define HOLD          1.5    /* seconds that the last board stays */
#define FOREVER       3600.0 /* as long as it is paused; any time will do */

struct player {
    struct replay replay;
    struct draw_style style;
    size_t at; /* the step on the screen */
    bool playing;
    double speed;
    double due; /* when the next step comes, or the end */
};

/* ---- drawing --------------------------------------------------------------------------------- */

static const char *direction_name(char move) {
    switch (move) {
    case 'U':
        return "up";
    case 'D':
        return "down";
    case 'L':
        return "left";
    default:
        return "right";
    }
}

/* With lines between the tiles if the screen has room for them, and four lines of text. */
static struct draw_style fitting_style(const struct player *player, const tilepdb_board *board) {
    struct draw_style style = player->style;
    style.grid = true;
    if (draw_lines(board, style) + 6 > cli_terminal_rows() ||
        draw_columns(board, style) + 2 > cli_terminal_columns())
        style.grid = false;
    return style;
}

/* The most columns that a move takes. */
static size_t widest(const struct replay *replay) {
    char text[REPLAY_MOVE_TEXT];
    size_t most = 1;
    for (size_t i = 1; i < replay->count; i++) {
        const size_t length = strlen(replay_move_text(&replay->steps[i], text));
        if (length > most) most = length;
    }
    return most;
}

/* The moves around the current one, which is in brackets. */
static void draw_moves(FILE *stream, const struct player *player) {
    const size_t moves = player->replay.count - 1;
    const int columns = cli_terminal_columns();
    const size_t capacity = (columns > 12 ? (size_t)columns - 6 : 6) / widest(&player->replay);
    char text[REPLAY_MOVE_TEXT];
    size_t first = player->at > capacity / 2 ? player->at - capacity / 2 : 1;
    if (moves >= capacity && first + capacity > moves + 1) first = moves + 1 - capacity;
    if (moves < capacity) first = 1;
    fputc(' ', stream);
    for (size_t i = first; i <= moves && i < first + capacity; i++)
        fprintf(stream, i == player->at ? "[%s]" : "%s",
                replay_move_text(&player->replay.steps[i], text));
    fputc('\n', stream);
}

/* What was moved: "5 moves right", "5, 6 and 7 move right". */
static void draw_move(FILE *stream, const struct player *player) {
    const struct replay_frame *step = &player->replay.steps[player->at];
    const int count = step->moved.count;
    fprintf(stream, " Move %zu of %zu", player->at, player->replay.count - 1);
    for (int i = 0; i < count; i++)
        fprintf(stream, "%s%d",
                i == 0           ? ": "
                : i + 1 == count ? " and "
                                 : ", ",
                step->board.cells[step->moved.cell + i * step->moved.step]);
    if (count > 0) fprintf(stream, " move%s %s", count > 1 ? "" : "s", direction_name(step->move));
    fputc('\n', stream);
}

static void draw_board(FILE *stream, const struct player *player) {
    const struct replay_frame *step = &player->replay.steps[player->at];
    const tilepdb_board *goal = &player->replay.steps[player->replay.count - 1].board;
    const struct draw_style style = fitting_style(player, goal);
    for (int line = 0; line < draw_lines(goal, style); line++) {
        fputc(' ', stream);
        draw_line(stream, &step->board, goal, &step->moved, line, style);
        fputc('\n', stream);
    }
}

/* Replaces what is on the screen; lines are cut at its edges. Each line also clears the rest of its
 * row, so that nothing flickers. */
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
    draw_move(stream, player);
    fputc('\n', stream);
    draw_board(stream, player);
    fputc('\n', stream);
    draw_moves(stream, player);
    fprintf(stream, " %s, %.3g moves/s; space: pause, n p: step, + -: speed, q: quit\n",
            player->playing ? "playing" : "paused", player->speed);
    if (fclose(stream) == 0) screen_show(text, length);
    free(text);
}

/* ---- playing --------------------------------------------------------------------------------- */

static bool at_end(const struct player *player) {
    return player->at + 1 == player->replay.count;
}

/* From now on. */
static void player_wait(struct player *player) {
    player->due = clock_seconds() + (at_end(player) ? HOLD : 1 / player->speed);
}

static void player_speed(struct player *player, double factor) {
    player->speed *= factor;
    if (player->speed < SLOWEST) player->speed = SLOWEST;
    if (player->speed > FASTEST) player->speed = FASTEST;
    player_wait(player);
}

static void player_step(struct player *player, bool forward) {
    player->playing = false;
    if (forward && !at_end(player)) player->at++;
    if (!forward && player->at > 0) player->at--;
}

/* False if the key ends the replay. */
static bool player_key(struct player *player, int key) {
    switch (key) {
    case ' ':
        player->playing = !player->playing;
        if (player->playing && at_end(player)) player->at = 0;
        player_wait(player);
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
    case '=': /* the same key without shift */
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

/* Time went by. False at the end of the replay. */
static bool player_tick(struct player *player) {
    if (!player->playing || clock_seconds() < player->due) return true;
    if (at_end(player)) return false;
    player->at++;
    player_wait(player);
    return true;
}

/* Leaves the replay's screen; below the answer stay the board that was on it and a line that says
 * which one it is. */
static void player_leave(const struct player *player, FILE *stream) {
    char *text = NULL;
    size_t length = 0;
    FILE *last = cli_allocated(open_memstream(&text, &length));
    draw_board(last, player); /* while the screen can be asked for its size */
    if (at_end(player))
        fprintf(last, " Solved in %zu move%s.\n", player->at, plural(player->at));
    else
        draw_move(last, player);
    const bool drawn = fclose(last) == 0 && !cli_signal();
    cli_terminal_leave();
    if (drawn) fwrite(text, 1, length, stream);
    free(text);
}

void animate_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                      const char *moves) {
    struct player player = {.style = draw_style_for(options, stream),
                            .playing = true,
                            .speed = options->speed > 0 ? options->speed : DEFAULT_SPEED};
    cli_progress_clear();
    fflush(stream); /* the answer belongs to the screen below; the next flush reports an error */
    if (!cli_terminal_enter()) {
        cli_complain("--animate: the terminal is gone");
        return;
    }
    replay_make(&player.replay, board, moves, (tilepdb_metric)options->metric);
    player_wait(&player);
    bool goes_on = true;
    while (goes_on && !cli_signal()) {
        player_draw(&player);
        const double wait = player.playing ? player.due - clock_seconds() : FOREVER;
        const int key = cli_terminal_key(wait > 0 ? wait : 0);
        goes_on = player_key(&player, key) && player_tick(&player);
    }
    player_leave(&player, stream);
    replay_free(&player.replay);
}
