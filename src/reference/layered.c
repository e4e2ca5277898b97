/*
 * The layered method, by which people solve the puzzle.
 *
 * It solves outer lines: rows until two are left, then columns until a 2x2 block is left, which it
 * rotates. It begins on the side without the goal cell of the blank. All tiles of a line but the
 * last two go straight to their cells. Of the last two, the first goes to the corner, the second to
 * the cell inside the corner, and both are dragged in. If the second is on the goal cell of the
 * first, 17 fixed moves solve it.
 *
 * It never fails: at least two lines inside are free, and at least two cells of the line that touch
 * them. Without the cell of one tile, these cells are connected, so the blank reaches every side of
 * the tile. In the last 2x2 block, parity allows only rotations.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "puzzle/board.h"
#include "reference/method.h"
#include "tilepdb_methods.h"

#define NOWHERE   (-1)
#define FULL_TURN 12 /* blank moves that restore a 2x2 block */

struct layering {
    tilepdb_board board;
    const tilepdb_board *goal;
    int blank;
    int cell_of[TILEPDB_MAX_CELLS]; /* [tile] */
    int16_t neighbour[TILEPDB_MAX_CELLS][DIRECTIONS];
    bool fixed[TILEPDB_MAX_CELLS]; /* solved, or held for now */
    int top, left, rows, columns;
    char *moves; /* room for TILEPDB_METHOD_MAX_MOVES */
    size_t count;
    size_t reported;
    int steps;
    tilepdb_method_step_fn step;
    void *user;
};

struct outer_line {
    int first;
    int length;
    enum direction along, inward; /* to the next cell of the line; to the next line */
    const char *inside;
};

/* ---- moves ----------------------------------------------------------------------------------- */

/* The moves fit: on 32x32 the distances of all tiles add up to at most 32,768, and a tile takes 7
 * moves per cell. */
static void move_note(struct layering *work, char letter) {
    if (work->count == TILEPDB_METHOD_MAX_MOVES) return;
    work->moves[work->count++] = letter;
    work->moves[work->count] = '\0';
}

static void blank_move(struct layering *work, enum direction direction) {
    const int from = work->neighbour[work->blank][direction];
    const uint16_t tile = work->board.cells[from];
    work->board.cells[work->blank] = tile;
    work->board.cells[from] = 0;
    work->cell_of[tile] = work->blank;
    work->blank = from;
    move_note(work, direction_letter(direction));
}

static void blank_lead(struct layering *work, int target) {
    int16_t queue[TILEPDB_MAX_CELLS];
    int8_t way[TILEPDB_MAX_CELLS];
    int head = 0, tail = 0;
    if (work->blank == target) return;
    memset(way, NOWHERE, (size_t)work->board.width * work->board.height);
    queue[tail++] = (int16_t)target;
    way[target] = 0;
    while (way[work->blank] == NOWHERE) {
        const int cell = queue[head++];
        for (int d = 0; d < DIRECTIONS; d++) {
            const int next = work->neighbour[cell][d];
            if (next == NOWHERE || way[next] != NOWHERE || work->fixed[next]) continue;
            way[next] = (int8_t)direction_opposite((enum direction)d);
            queue[tail++] = (int16_t)next;
        }
    }
    while (work->blank != target) blank_move(work, (enum direction)way[work->blank]);
}

static void tile_push(struct layering *work, int tile, enum direction direction) {
    const int cell = work->cell_of[tile];
    work->fixed[cell] = true;
    blank_lead(work, work->neighbour[cell][direction]);
    work->fixed[cell] = false;
    blank_move(work, direction_opposite(direction));
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void step_report(struct layering *work, const char *format, ...) {
    work->steps++;
    if (work->step == NULL) return;
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tilepdb_method_step step = {.text = text,
                                .bound = work->steps,
                                .moves = work->moves + work->reported,
                                .move_count = work->count - work->reported};
    work->reported = work->count;
    work->step(&step, work->user);
}

/* ---- a line ---------------------------------------------------------------------------------- */

static int line_cell(const struct layering *work, const struct outer_line *line, int place) {
    int cell = line->first;
    while (place-- > 0) cell = work->neighbour[cell][line->along];
    return cell;
}

static int steps_along(const struct layering *work, const struct outer_line *line, int cell,
                       bool inward) {
    const int width = work->board.width, first = line->first;
    const bool vertical = (line->along == BLANK_DOWN) != inward;
    return abs(vertical ? cell / width - first / width : cell % width - first % width);
}

/* Along the line first, so that its solved cells stay untouched. */
static void tile_bring(struct layering *work, const struct outer_line *line, int tile, int target) {
    while (work->cell_of[tile] != target) {
        const int cell = work->cell_of[tile];
        const int along =
            steps_along(work, line, target, false) - steps_along(work, line, cell, false);
        const int inward =
            steps_along(work, line, target, true) - steps_along(work, line, cell, true);
        if (along != 0)
            tile_push(work, tile, along > 0 ? line->along : direction_opposite(line->along));
        else
            tile_push(work, tile, inward > 0 ? line->inward : direction_opposite(line->inward));
    }
}

/* The blank starts on the cell inward of `second`. A moves it along, I inward, a and i the other
 * way. A breadth-first search in 2x3 cells found the moves. */
static void awkward_manoeuvre(struct layering *work, const struct outer_line *line) {
    for (const char *at = "iAIaIAiiaIAIaiiAI"; *at != '\0'; at++) {
        const enum direction way = *at == 'A' || *at == 'a' ? line->along : line->inward;
        blank_move(work, *at >= 'a' ? direction_opposite(way) : way);
    }
}

static void pair_bring(struct layering *work, const struct outer_line *line) {
    const int place = line_cell(work, line, line->length - 2);
    const int corner = work->neighbour[place][line->along];
    const int before = work->neighbour[place][line->inward];
    const int below = work->neighbour[corner][line->inward];
    const int first = work->goal->cells[place], second = work->goal->cells[corner];
    if (work->cell_of[first] == place && work->cell_of[second] == corner) {
        step_report(work, "%d and %d are in place already", first, second);
        return;
    }
    tile_bring(work, line, first, corner);
    work->fixed[corner] = true;
    /* Without this move, `second` would be pushed onto `place`. */
    if (work->cell_of[second] == before && work->blank == place) blank_move(work, line->inward);
    if (work->cell_of[second] == place) {
        work->fixed[place] = true;
        blank_lead(work, before);
        work->fixed[place] = work->fixed[corner] = false;
        awkward_manoeuvre(work, line);
        step_report(work,
                    "%d to the corner, but %d stands in its place: the awkward case, 17 moves turn "
                    "both in",
                    first, second);
        return;
    }
    tile_bring(work, line, second, below);
    work->fixed[below] = true;
    blank_lead(work, place);
    work->fixed[below] = work->fixed[corner] = false;
    blank_move(work, line->along);
    blank_move(work, line->inward);
    step_report(work, "%d to the corner, %d %s it, drag both in", first, second, line->inside);
}

static void line_solve(struct layering *work, const struct outer_line *line) {
    for (int place = 0; place < line->length - 2; place++) {
        const int cell = line_cell(work, line, place), tile = work->goal->cells[cell];
        const bool there = work->cell_of[tile] == cell;
        tile_bring(work, line, tile, cell);
        work->fixed[cell] = true;
        step_report(work, there ? "%d is in place already" : "%d to its place", tile);
    }
    pair_bring(work, line);
    for (int place = 0; place < line->length; place++)
        work->fixed[line_cell(work, line, place)] = true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Solves the first line of the rectangle, or the last if the goal cell of the blank is in the
 * first. */
static void side_solve(struct layering *work, int goal_blank, bool is_row) {
    const int width = work->board.width;
    int *first = is_row ? &work->top : &work->left, *left = is_row ? &work->rows : &work->columns;
    struct outer_line line = {.first = work->top * width + work->left,
                              .length = is_row ? work->columns : work->rows,
                              .along = is_row ? BLANK_RIGHT : BLANK_DOWN,
                              .inward = is_row ? BLANK_DOWN : BLANK_RIGHT,
                              .inside = is_row ? "below" : "right of"};
    --*left;
    if ((is_row ? goal_blank / width : goal_blank % width) != *first) {
        ++*first;
    } else {
        line.first += *left * (is_row ? width : 1);
        line.inward = direction_opposite(line.inward);
        line.inside = is_row ? "above" : "left of";
    }
    line_solve(work, &line);
}

static enum direction block_way(const struct layering *work, bool clockwise) {
    static const enum direction ways[2][4] = {{BLANK_DOWN, BLANK_LEFT, BLANK_RIGHT, BLANK_UP},
                                              {BLANK_RIGHT, BLANK_DOWN, BLANK_UP, BLANK_LEFT}};
    const bool lower = work->blank / work->board.width != work->top;
    const bool right = work->blank % work->board.width != work->left;
    return ways[clockwise][2 * lower + right];
}

static void block_solve(struct layering *work) {
    const int start = work->blank;
    const size_t before = work->count;
    int moves = 0;
    bool clockwise = true;
    for (; !board_equal(&work->board, work->goal); moves++) blank_move(work, block_way(work, true));
    if (moves > FULL_TURN / 2) {
        clockwise = false;
        moves = FULL_TURN - moves;
        work->count = before;
        work->blank = start;
        for (int i = 0; i < moves; i++) {
            const enum direction way = block_way(work, false);
            work->blank = work->neighbour[work->blank][way];
            move_note(work, direction_letter(way));
        }
    }
    if (moves == 0)
        step_report(work, "the last 2x2 is in place already");
    else
        step_report(work, "the last 2x2: round %s, %d move%s",
                    clockwise ? "clockwise" : "anticlockwise", moves, plural((uint64_t)moves));
}

static void work_init(struct layering *work, const struct method_run *run) {
    const tilepdb_board *board = run->board;
    memset(work, 0, sizeof *work);
    work->board = *board;
    work->goal = run->goal;
    work->rows = board->height;
    work->columns = board->width;
    work->moves = run->result->moves;
    work->step = run->options->step;
    work->user = run->options->step_user;
    for (int cell = 0; cell < board->width * board->height; cell++) {
        work->cell_of[board->cells[cell]] = cell;
        for (int d = 0; d < DIRECTIONS; d++) {
            unsigned next = (unsigned)cell;
            const bool inside = board_step(board, &next, (enum direction)d);
            work->neighbour[cell][d] = inside ? (int16_t)next : NOWHERE;
        }
    }
    work->blank = work->cell_of[0];
}

static tilepdb_status layered_run(struct method_run *run) {
    const int goal_blank = (int)board_blank(run->goal), most = run->options->max_length;
    tilepdb_method_result *result = run->result;
    struct layering work;
    work_init(&work, run);
    while (work.rows > 2) side_solve(&work, goal_blank, true);
    while (work.columns > 2) side_solve(&work, goal_blank, false);
    block_solve(&work);
    result->generated += work.count;
    result->expanded = work.count;
    const tilepdb_status status = method_solved(run, (int)work.count, false);
    if (status || most == 0 || result->length <= most) return status;
    run->ended = TILEPDB_LIMIT;
    result->length = -1;
    result->optimal = false;
    result->moves[0] = '\0';
    snprintf(run->cause, sizeof run->cause, "the layered solution has %zu move%s", work.count,
             plural(work.count));
    return method_limit(run, "%s", "");
}

const struct method layered_method = {
    .info = {.method = TILEPDB_METHOD_LAYERED,
             .name = "layered",
             .title = "the layered method",
             .summary = "as a person does it, boards up to 32x32",
             .large = true},
    .root_estimate = method_manhattan,
    .run = layered_run,
};
