/*
 * Searches in multi-tile moves against whole puzzles: every board of 3x3, 2x3 and 4x2 is solved in
 * its breadth-first distance by its first shortest solution; counts agree with a plain IDA* and for
 * any number of threads; so do the numbers of shortest solutions; and two colourings agree on 4x4
 * boards.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/move_set.h"
#include "table/colour_table.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

#define MOST_CELLS 9
#define UNREACHED  255

/* ---- a whole puzzle -------------------------------------------------------------------------- */

struct puzzle {
    struct move_set moves;
    tilepdb_board goal;
    size_t count;
    uint8_t (*cells)[MOST_CELLS]; /* boards in the order of their distances */
    uint8_t *distance;            /* distance of each board, by its number */
    uint32_t *ways;               /* number of shortest solutions of each board, by its number */
};

static size_t number_of(const tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    size_t number = 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < cells; j++) smaller += board->cells[j] < board->cells[i];
        number = number * (cells - i) + smaller;
    }
    return number;
}

static bool neighbour(const struct puzzle *puzzle, const tilepdb_board *board, unsigned move,
                      tilepdb_board *next) {
    uint8_t blank = (uint8_t)board_blank(board);
    *next = *board;
    return move_set_play(&puzzle->moves, next, &blank, move);
}

static tilepdb_board board_at(const struct puzzle *puzzle, size_t i) {
    tilepdb_board board = {.width = puzzle->goal.width, .height = puzzle->goal.height};
    for (int cell = 0; cell < board.width * board.height; cell++)
        board.cells[cell] = puzzle->cells[i][cell];
    return board;
}

static void board_put(struct puzzle *puzzle, size_t i, const tilepdb_board *board) {
    for (int cell = 0; cell < board->width * board->height; cell++)
        puzzle->cells[i][cell] = (uint8_t)board->cells[cell];
}

static void puzzle_find(struct puzzle *puzzle, const tilepdb_board *goal) {
    size_t all = 1;
    for (unsigned i = 2; i <= (unsigned)goal->width * goal->height; i++) all *= i;
    *puzzle = (struct puzzle){.goal = *goal, .count = 1};
    move_set_init(&puzzle->moves, goal->width, goal->height, TILEPDB_METRIC_MULTI, NULL);
    puzzle->cells = malloc(all / 2 * sizeof *puzzle->cells);
    puzzle->distance = malloc(all);
    puzzle->ways = calloc(all, sizeof *puzzle->ways);
    if (!puzzle->cells || !puzzle->distance || !puzzle->ways) exit(1);
    memset(puzzle->distance, UNREACHED, all);
    board_put(puzzle, 0, goal);
    puzzle->distance[number_of(goal)] = 0;
    puzzle->ways[number_of(goal)] = 1;
    for (size_t head = 0; head < puzzle->count; head++) {
        const tilepdb_board board = board_at(puzzle, head);
        const size_t here = number_of(&board);
        for (unsigned m = 0; m < puzzle->moves.count; m++) {
            tilepdb_board next;
            if (!neighbour(puzzle, &board, m, &next)) continue;
            const size_t there = number_of(&next);
            if (puzzle->distance[there] == UNREACHED) {
                puzzle->distance[there] = (uint8_t)(puzzle->distance[here] + 1);
                board_put(puzzle, puzzle->count++, &next);
            }
            if (puzzle->distance[there] == puzzle->distance[here] + 1)
                puzzle->ways[there] += puzzle->ways[here];
        }
    }
    expect(puzzle->count == all / 2, "%zu boards of %zu", puzzle->count, all / 2);
    for (size_t i = 0; i < puzzle->count; i++) {
        const tilepdb_board board = board_at(puzzle, i);
        const int bound = cut_bound(&board, goal), distance = puzzle->distance[number_of(&board)];
        expect(bound <= distance && (bound > 0) == (distance > 0), "%d slides, and cuts demand %d",
               distance, bound);
    }
}

static void puzzle_free(struct puzzle *puzzle) {
    free(puzzle->cells);
    free(puzzle->distance);
    free(puzzle->ways);
}

/* Follows the first move that comes nearer to the goal. */
static void first_solution(const struct puzzle *puzzle, const tilepdb_board *board, char *text) {
    tilepdb_board at = *board, next;
    uint8_t path[TILEPDB_MAX_MOVES];
    size_t length = 0;
    while (puzzle->distance[number_of(&at)] > 0) {
        unsigned move = 0;
        while (!neighbour(puzzle, &at, move, &next) ||
               puzzle->distance[number_of(&next)] + 1 != puzzle->distance[number_of(&at)])
            move++;
        path[length++] = (uint8_t)move;
        at = next;
    }
    move_set_write(&puzzle->moves, path, length, text);
}

/* ---- solvers --------------------------------------------------------------------------------- */

struct multi {
    tilepdb_table *tables[4];
    tilepdb_solver *solver;
};

/* Opens tables of `drawings`, with the blank last; "" is the default colouring. */
static void multi_open(struct multi *multi, const tilepdb_board *goal, int width, int height,
                       const char *const *drawings, size_t count, bool reflection) {
    tilepdb_solver_options options;
    tilepdb_error error = {0};
    for (size_t i = 0; i < count; i++) {
        tilepdb_pattern colouring;
        const bool standard = drawings[i][0] == '\0';
        const int last = width * height - 1;
        if ((standard
                 ? tilepdb_colouring_default(width, height, last, &colouring, &error)
                 : tilepdb_colouring_parse(drawings[i], width, height, last, &colouring, &error)) ||
            tilepdb_table_generate(&colouring, MULTI, NULL, &multi->tables[i], &error)) {
            printf("%s\n", error.message);
            exit(1);
        }
    }
    for (size_t i = count; i < 4; i++) multi->tables[i] = NULL;
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    options.tables = (const tilepdb_table *const *)multi->tables;
    options.table_count = count;
    options.reflection = reflection;
    if (tilepdb_solver_create(goal, &options, &multi->solver, &error)) {
        printf("%s\n", error.message);
        exit(1);
    }
}

static void multi_close(struct multi *multi) {
    tilepdb_solver_free(multi->solver);
    for (size_t i = 0; i < 4; i++) tilepdb_table_close(multi->tables[i]);
}

static void every_board(const struct puzzle *puzzle, const struct multi *multi, const char *what,
                        size_t step) {
    const double start = seconds_now();
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < puzzle->count; i += step) {
        tilepdb_result result;
        const tilepdb_board board = board_at(puzzle, i);
        const int should = puzzle->distance[number_of(&board)];
        char moves[TILEPDB_MAX_MOVES + 1];
        const tilepdb_status status = tilepdb_solve(multi->solver, &board, NULL, &result, NULL);
        expect(!status && result.optimal && result.length == should, "%s: length %d, should be %d",
               what, result.length, should);
        expect(result.root_h <= should && (result.root_h == 0) == (should == 0),
               "%s: h %d of a board at distance %d", what, result.root_h, should);
        if (i % 7 != 0) continue;
        first_solution(puzzle, &board, moves);
        expect(!strcmp(moves, result.moves), "%s: moves %s, should be %s", what, result.moves,
               moves);
    }
    printf("%-44s %6zu boards, %.2f s\n", what, (puzzle->count + step - 1) / step,
           seconds_now() - start);
}

static void numbers_of_solutions(const struct puzzle *puzzle, const struct multi *multi,
                                 size_t step) {
    for (size_t i = 0; i < puzzle->count; i += step) {
        tilepdb_result result;
        tilepdb_solve_options options;
        tilepdb_solve_options_init(&options);
        options.solutions = TILEPDB_SOLUTIONS_COUNT;
        const tilepdb_board board = board_at(puzzle, i);
        tilepdb_solve(multi->solver, &board, &options, &result, NULL);
        expect(result.solution_count == puzzle->ways[number_of(&board)], "%llu solutions",
               (unsigned long long)result.solution_count);
    }
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* A plain IDA*: copies boards, computes every estimate from scratch, tries moves in order. */
struct plain {
    const struct puzzle *puzzle;
    const tilepdb_table *table;
    bool reflection; /* also uses the reflected board: square, goal with the blank last */
    uint64_t generated, expanded;
};

static int plain_h(const struct plain *plain, const tilepdb_board *board, enum colour_order axis) {
    const unsigned width = board->width, cells = width * board->height;
    uint8_t straight[MOST_CELLS] = {0}, reflected[MOST_CELLS] = {0};
    for (unsigned cell = 0; cell < cells; cell++) {
        const unsigned tile = board->cells[cell], goal_cell = tile - 1;
        straight[cell] = (uint8_t)tile;
        if (tile && plain->reflection)
            reflected[cell % width * width + cell / width] =
                (uint8_t)(goal_cell % width * width + goal_cell / width + 1);
    }
    int slides = colour_table_slides(plain->table->colours, axis, straight);
    if (plain->reflection) {
        const int other =
            colour_table_slides(plain->table->colours, colour_order_other(axis), reflected);
        if (other > slides) slides = other;
    }
    return slides + 1;
}

static bool plain_below(struct plain *plain, const tilepdb_board *board, int last_axis, int left) {
    plain->expanded++;
    for (unsigned m = 0; m < plain->puzzle->moves.count; m++) {
        const unsigned d = plain->puzzle->moves.move[m].direction;
        const int axis = d == BLANK_LEFT || d == BLANK_RIGHT ? COLOUR_ROWS : COLOUR_COLUMNS;
        tilepdb_board next;
        if (axis == last_axis || !neighbour(plain->puzzle, board, m, &next)) continue;
        plain->generated++;
        if (left == 1 && board_equal(&next, &plain->puzzle->goal)) return true;
        if (left == 1 ||
            plain_h(plain, &next, colour_order_other((enum colour_order)axis)) > left - 1)
            continue;
        if (plain_below(plain, &next, axis, left - 1)) return true;
    }
    return false;
}

static void counts_agree(const struct puzzle *puzzle, const char *drawing, bool reflection,
                         size_t step) {
    struct multi multi;
    multi_open(&multi, &puzzle->goal, puzzle->goal.width, puzzle->goal.height, &drawing, 1,
               reflection);
    for (size_t i = step; i < puzzle->count; i += step) {
        struct plain plain = {puzzle, multi.tables[0], reflection, 1, 0};
        const tilepdb_board board = board_at(puzzle, i);
        tilepdb_result result;
        tilepdb_solve_options options;
        tilepdb_solve_options_init(&options);
        options.plain = true;
        tilepdb_solve(multi.solver, &board, &options, &result, NULL);
        const int rows = plain_h(&plain, &board, COLOUR_ROWS);
        const int columns = plain_h(&plain, &board, COLOUR_COLUMNS);
        int bound = rows < columns ? rows : columns;
        expect(result.root_h == bound, "h %d, should be %d", result.root_h, bound);
        while (!plain_below(&plain, &board, -1, bound)) bound++;
        expect(result.length == bound && result.generated == plain.generated &&
                   result.expanded == plain.expanded,
               "%s: %llu nodes of %d moves, should be %llu of %d", drawing,
               (unsigned long long)result.generated, result.length,
               (unsigned long long)plain.generated, bound);
    }
    multi_close(&multi);
}

/* The bounds are large enough to be shared by threads. */
static void threads_agree(const struct puzzle *puzzle) {
    static const char *const drawing = "11111112.";
    struct multi multi;
    multi_open(&multi, &puzzle->goal, 3, 3, &drawing, 1, true);
    for (size_t i = puzzle->count - 40; i < puzzle->count; i += 13) {
        const tilepdb_board board = board_at(puzzle, i);
        tilepdb_result alone, together;
        tilepdb_solve_options options;
        tilepdb_solve_options_init(&options);
        tilepdb_solve(multi.solver, &board, &options, &alone, NULL);
        options.threads = 3;
        tilepdb_solve(multi.solver, &board, &options, &together, NULL);
        const tilepdb_iteration *last = &alone.iterations[alone.iteration_count - 1];
        expect(last[-1].generated > 50000, "%llu nodes are no test of threads",
               (unsigned long long)last[-1].generated);
        expect(!strcmp(alone.moves, together.moves) && alone.generated == together.generated &&
                   alone.expanded == together.expanded,
               "%llu nodes alone, %llu together", (unsigned long long)alone.generated,
               (unsigned long long)together.generated);
        options.any = true;
        tilepdb_solve(multi.solver, &board, &options, &together, NULL);
        expect(together.optimal && together.length == alone.length, "any: %d moves, should be %d",
               together.length, alone.length);
    }
    multi_close(&multi);
}

/* ---- puzzles --------------------------------------------------------------------------------- */

/* Compares the numbers of boards at each distance with tests/data. */
static void depths_agree(const struct puzzle *puzzle) {
    FILE *file = data_open("mtm_depth_3x3.txt");
    long long row[2];
    while (data_numbers(file, row, 2) == 2) {
        long long boards = 0;
        for (size_t i = 0; i < puzzle->count; i++) {
            const tilepdb_board board = board_at(puzzle, i);
            boards += puzzle->distance[number_of(&board)] == row[0];
        }
        expect(boards == row[1], "%lld boards at distance %lld, should be %lld", boards, row[0],
               row[1]);
    }
    fclose(file);
}

static void three_by_three(void) {
    static const char *const perfect = "", *const weak = "11122233.",
                             *const two[] = {"11122233.", "12332112."};
    struct puzzle puzzle;
    struct multi multi;
    tilepdb_board goal;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    puzzle_find(&puzzle, &goal);
    depths_agree(&puzzle);
    multi_open(&multi, &goal, 3, 3, &perfect, 1, true);
    every_board(&puzzle, &multi, "3x3, all tiles differ", 1);
    multi_close(&multi);
    multi_open(&multi, &goal, 3, 3, &weak, 1, true);
    every_board(&puzzle, &multi, "3x3, three colours", 31);
    numbers_of_solutions(&puzzle, &multi, 997);
    multi_close(&multi);
    multi_open(&multi, &goal, 3, 3, two, 2, true);
    every_board(&puzzle, &multi, "3x3, two tables", 31);
    multi_close(&multi);
    counts_agree(&puzzle, "11122233.", true, 1999);
    counts_agree(&puzzle, "12332112.", false, 1999);
    threads_agree(&puzzle);
    puzzle_free(&puzzle);
}

/* One table serves every corner, and the board on its side. */
static void other_goals(void) {
    static const char *const drawing = "1122/334.";
    const struct {
        int width, height, blank;
    } goals[] = {{4, 2, 7}, {4, 2, 0}, {2, 4, 1}, {2, 4, 6}};
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        struct puzzle puzzle;
        struct multi multi;
        tilepdb_board goal;
        tilepdb_goal(goals[i].width, goals[i].height, goals[i].blank, &goal, NULL);
        const uint16_t tile = goal.cells[3]; /* a goal whose tiles are in no order */
        goal.cells[3] = goal.cells[4];
        goal.cells[4] = tile;
        puzzle_find(&puzzle, &goal);
        multi_open(&multi, &goal, 4, 2, &drawing, 1, true);
        every_board(&puzzle, &multi, "4x2 and 2x4, a table for 4x2", 17);
        multi_close(&multi);
        puzzle_free(&puzzle);
    }
}

static void small_puzzles(void) {
    static const struct {
        int width, height;
        const char *drawing;
    } small[] = {{2, 2, ""}, {2, 3, "12/21/1."}, {3, 2, ""}, {4, 2, ""}, {4, 2, "1122/331."}};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        struct puzzle puzzle;
        struct multi multi;
        tilepdb_board goal;
        tilepdb_goal(small[i].width, small[i].height, small[i].width * small[i].height - 1, &goal,
                     NULL);
        puzzle_find(&puzzle, &goal);
        multi_open(&multi, &goal, small[i].width, small[i].height, &small[i].drawing, 1, true);
        every_board(&puzzle, &multi, "2x2, 2x3, 3x2, 4x2", i == 4 ? 9 : 1);
        multi_close(&multi);
        if (small[i].width == 4) counts_agree(&puzzle, "1122/331.", false, 401);
        puzzle_free(&puzzle);
    }
}

/* ---- 4x4 ------------------------------------------------------------------------------------- */

/* Replays moves as slides, which are runs of one letter. Returns the number of slides. */
static int slides_count(const char *moves) {
    int slides = 0;
    for (size_t i = 0; moves[i]; i++) slides += i == 0 || moves[i] != moves[i - 1];
    return slides;
}

/* Two colourings that share little agree on boards of known random walks. */
static void two_colourings(void) {
    static const char *const one = "1111 1122 2222 222.", *const other = "1212 1121 2212 122.";
    struct multi first, second;
    tilepdb_board goal;
    tilepdb_random random;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    multi_open(&first, &goal, 4, 4, &one, 1, true);
    multi_open(&second, &goal, 4, 4, &other, 1, false);
    tilepdb_random_seed(&random, 1);
    for (int i = 0; i < 12; i++) {
        tilepdb_board board = goal;
        tilepdb_result a, b;
        tilepdb_board_walk(&random, 4 + 2 * i, &board);
        tilepdb_solve(first.solver, &board, NULL, &a, NULL);
        tilepdb_solve(second.solver, &board, NULL, &b, NULL);
        expect(a.optimal && b.optimal && !strcmp(a.moves, b.moves), "%s, but also %s", a.moves,
               b.moves);
        expect(slides_count(a.moves) == a.length, "%s is not %d slides", a.moves, a.length);
    }
    multi_close(&first);
    multi_close(&second);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void refused(const tilepdb_board *goal, const tilepdb_solver_options *options,
                    const char *words) {
    tilepdb_solver *solver;
    tilepdb_error error = {0};
    const tilepdb_status status = tilepdb_solver_create(goal, options, &solver, &error);
    expect(status == TILEPDB_ERROR_ARGUMENT && strstr(error.message, words), "%d: %s", (int)status,
           error.message);
}

static void refusals(void) {
    tilepdb_solver_options options;
    tilepdb_table *table, *other;
    tilepdb_pattern colouring;
    tilepdb_board goal;
    tilepdb_colouring_default(5, 2, 9, &colouring, NULL);
    colouring.colours = 2;
    for (unsigned tile = 1; tile < 10; tile++) colouring.colour[tile] = (tile + 1) % 2;
    tilepdb_table_generate(&colouring, MULTI, NULL, &table, NULL);
    tilepdb_colouring_default(2, 2, 3, &colouring, NULL);
    tilepdb_table_generate(&colouring, MULTI, NULL, &other, NULL);
    const tilepdb_table *const tables[] = {table, other};
    tilepdb_goal(5, 2, 9, &goal, NULL);
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    refused(&goal, &options, "1 to 6 colour tables");
    options.tables = tables;
    options.table_count = 2;
    refused(&goal, &options, "different boards");
    options.table_count = 1;
    options.metric = (tilepdb_metric)2;
    refused(&goal, &options, "unknown metric");
    options.metric = TILEPDB_METRIC_MULTI;
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    refused(&goal, &options, "only colour tables");
    options.heuristic = TILEPDB_HEURISTIC_PDB;
    tilepdb_goal(5, 2, 2, &goal, NULL);
    refused(&goal, &options, "blank on cell 9");
    tilepdb_table_close(table);
    tilepdb_colouring_parse("111111111111 11111111111.", 12, 2, 23, &colouring, NULL);
    tilepdb_table_generate(&colouring, MULTI, NULL, &table, NULL);
    const tilepdb_table *const wide[] = {table};
    options.tables = wide;
    tilepdb_goal(12, 2, 23, &goal, NULL);
    refused(&goal, &options, "room for 12 moves");
    tilepdb_table_close(table);
    tilepdb_table_close(other);
}

int main(void) {
    small_puzzles();
    other_goals();
    three_by_three();
    two_colourings();
    refusals();
    return failures() != 0;
}
