/*
 * Anytime solutions: tables of beams against those of the library, learned features against
 * themselves, beams as wide as the puzzle against breadth-first search, and limits and events of
 * whole calls.
 */
#include "search_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/beam.h"
#include "anytime/sweep.h"
#include "base/random.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "table/table.h"
#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

static tilepdb_anytime_result result; /* too large for the stack */
static tilepdb_method_result method_result;

static tilepdb_board goal_of(int width, int height, int blank) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(width, height, blank, &goal, NULL), TILEPDB_OK);
    return goal;
}

static tilepdb_board drawn(tilepdb_random *random, const tilepdb_board *goal) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_scramble(random, goal, &board), TILEPDB_OK);
    return board;
}

static void assert_leads(const tilepdb_board *board, const char *moves, const tilepdb_board *goal) {
    tilepdb_board end = *board;
    assert_int_equal(tilepdb_board_play(&end, moves, NULL), TILEPDB_OK);
    assert_memory_equal(end.cells, goal->cells,
                        sizeof *goal->cells * goal->width * (size_t)goal->height);
}

static tilepdb_random seeded(uint64_t seed) {
    tilepdb_random random;
    tilepdb_random_seed(&random, seed);
    return random;
}

static int solved_by(tilepdb_method method, const tilepdb_board *board, const tilepdb_board *goal,
                     tilepdb_metric metric) {
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, method);
    options.metric = metric;
    assert_int_equal(tilepdb_method_solve(board, goal, &options, &method_result, NULL), TILEPDB_OK);
    return method_result.length;
}

static int optimum(const tilepdb_board *board, const tilepdb_board *goal, tilepdb_metric metric) {
    return solved_by(TILEPDB_METHOD_BFS, board, goal, metric);
}

static int layered(const tilepdb_board *board, const tilepdb_board *goal) {
    return solved_by(TILEPDB_METHOD_LAYERED, board, goal, TILEPDB_METRIC_SINGLE);
}

static void goal_cells_fill(const tilepdb_board *board, const tilepdb_board *goal,
                            uint16_t *cells) {
    uint16_t goal_cell[TILEPDB_MAX_CELLS];
    const unsigned count = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < count; cell++) goal_cell[goal->cells[cell]] = (uint16_t)cell;
    for (unsigned cell = 0; cell < count; cell++) cells[cell] = goal_cell[board->cells[cell]];
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* The goal's blank is last, so a tile's goal cell is its number less one. */
static void pattern_compare(const struct estimate *estimate, unsigned number,
                            tilepdb_random *random) {
    const struct estimate_pattern *own = &estimate->pattern[number];
    const tilepdb_board goal =
        goal_of(estimate->normal.width, estimate->normal.height, estimate->normal.cells - 1);
    tilepdb_pattern pattern = {.width = estimate->normal.width,
                               .height = estimate->normal.height,
                               .goal_blank = (uint8_t)(estimate->normal.cells - 1)};
    for (unsigned i = 0; i < own->count; i++) pattern.tiles |= 2u << own->tiles[i];
    const tilepdb_kind kind = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE,
                               TILEPDB_METRIC_SINGLE};
    tilepdb_table *table;
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, NULL), TILEPDB_OK);
    for (int i = 0; i < 2000; i++) {
        uint16_t cells[NORMAL_FORM_MAX_CELLS];
        uint32_t mask, code, entries[2 * NORMAL_FORM_MAX_CELLS];
        const tilepdb_board board = drawn(random, &goal);
        const unsigned blank = normal_form_cells(&estimate->normal, &board, cells);
        estimate_index(estimate, cells, entries);
        index_locate(table->index, &board, &mask, &code);
        assert_int_equal(own->table[entries[number]], table_distance(table, mask, code, blank));
    }
    tilepdb_table_close(table);
}

static void test_tables_are_those_of_the_library(void **state) {
    static const struct {
        int width, height;
        unsigned tiles;
    } sizes[] = {{3, 3, 2}, {3, 3, 4}, {4, 4, 3}, {2, 5, 4}, {5, 4, 3}, {5, 5, 3}, {6, 3, 1}};
    (void)state;
    tilepdb_random random = seeded(1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct normal_form normal;
        struct estimate estimate;
        const tilepdb_board goal =
            goal_of(sizes[i].width, sizes[i].height, sizes[i].width * sizes[i].height - 1);
        assert_true(normal_form_init(&normal, &goal));
        assert_int_equal(estimate_make(&estimate, &normal, sizes[i].tiles, NULL, NULL), TILEPDB_OK);
        for (unsigned p = 0; p < estimate.pattern_count; p++)
            pattern_compare(&estimate, p, &random);
        estimate_free(&estimate);
    }
}

/* ---- what was learned ------------------------------------------------------------------------ */

/* The features of both boards say what a move changes. */
static void test_neighbours_follow_moves(void **state) {
    static const int sizes[][3] = {{7, 7, 48}, {9, 3, 0}, {10, 12, 57}, {20, 20, 19}, {2, 5, 3}};
    static uint16_t cells[TILEPDB_MAX_CELLS], features[LEARNED_FEATURES(TILEPDB_MAX_CELLS)];
    uint8_t classes[(TILEPDB_MAX_SIDE + 2) * (TILEPDB_MAX_SIDE + 2)], again[sizeof classes];
    int16_t weights[LEARNED_WEIGHTS];
    (void)state;
    tilepdb_random random = seeded(12);
    for (int i = 0; i < LEARNED_WEIGHTS; i++)
        weights[i] = (int16_t)(random_below(&random, 2000) - 1000);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tilepdb_board goal = goal_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        tilepdb_board board = drawn(&random, &goal);
        struct learned_evaluation n;
        assert_int_equal(learned_make(&n, goal.width, goal.height, board_blank(&goal), weights),
                         TILEPDB_OK);
        unsigned blank = board_blank(&board);
        goal_cells_fill(&board, &goal, cells);
        int64_t before = 0, value_before = 0;
        learned_classes(&n, cells, classes);
        for (int move = 0; move < 300; move++) {
            unsigned from = blank;
            while (!cell_step(n.width, n.height, &from,
                              (enum direction)random_below(&random, DIRECTIONS))) {
            }
            int32_t change = -learned_blank(&n, classes, blank);
            if (move > 0) {
                change += learned_move(&n, cells[from], classes, from, blank);
                cells[blank] = cells[from];
                cells[from] = (uint16_t)n.blank;
                blank = from;
            }
            change += learned_blank(&n, classes, blank);
            learned_classes(&n, cells, again);
            assert_memory_equal(classes, again, learned_plane(&n));
            const size_t count = learned_features(&n, cells, blank, features);
            assert_in_range(count, 1, LEARNED_FEATURES(n.cells));
            int64_t whole = 0;
            for (size_t j = 0; j < count; j++) whole += weights[features[j]];
            for (unsigned cell = 0; cell < n.cells; cell++)
                if (cell != blank)
                    whole += weights[LEARNED_CELL] * learned_apart(&n, cells[cell], cell);
            if (move > 0) assert_int_equal(change, whole - before);
            before = whole;
            const int64_t value =
                learned_value(&n, cells, classes) + learned_blank(&n, classes, blank);
            if (move > 0) assert_int_equal(change, value - value_before);
            value_before = value;
        }
        learned_free(&n);
    }
}

/* Ranks boards of a beam search towards a goal. */
struct evaluation {
    struct normal_form normal;
    struct estimate estimate;
    struct learned_evaluation ranking;
};

static void evaluation_make(struct evaluation *to, const tilepdb_board *goal, unsigned tiles,
                            bool tables) {
    assert_true(normal_form_init(&to->normal, goal));
    assert_int_equal(estimate_make(&to->estimate, &to->normal, tiles, NULL, NULL), TILEPDB_OK);
    assert_int_equal(
        learned_ship(&to->ranking, goal->width, goal->height, to->normal.blank, tables),
        TILEPDB_OK);
}

static void evaluation_free(struct evaluation *evaluation) {
    estimate_free(&evaluation->estimate);
    learned_free(&evaluation->ranking);
}

/* ---- beams ----------------------------------------------------------------------------------- */

/* A beam that keeps all boards is breadth-first search. */
static void test_wide_beams_are_optimal(void **state) {
    static const int blanks[] = {8, 0, 2, 4, 5};
    (void)state;
    tilepdb_random random = seeded(3);
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        const tilepdb_board goal = goal_of(3, 3, blanks[i]);
        struct evaluation evaluation;
        evaluation_make(&evaluation, &goal, 2, true);
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            for (int j = 0; j < 20; j++) {
                const tilepdb_board board = drawn(&random, &goal);
                uint8_t path[64];
                uint16_t cells[NORMAL_FORM_MAX_CELLS];
                struct beam_task task = {.estimate = &evaluation.estimate,
                                         .ranking = &evaluation.ranking,
                                         .metric = (tilepdb_metric)metric,
                                         .cells = cells,
                                         .width = 100000,
                                         .threads = 1,
                                         .below = 40,
                                         .path = path};
                normal_form_cells(&evaluation.normal, &board, cells);
                const int best = optimum(&board, &goal, task.metric);
                if (best == 0) continue;
                assert_int_equal(beam_search(&task), TILEPDB_OK);
                assert_int_equal(task.length, best);
                task.below = best; /* nothing is shorter */
                assert_int_equal(beam_search(&task), TILEPDB_OK);
                assert_int_equal(task.length, -1);
            }
        }
        evaluation_free(&evaluation);
    }
}

/* Threads share a layer, and keep the same boards; within a parallel region there is only one. */
static void threads_compare(const struct beam_task *wanted) {
    static uint8_t paths[2][400];
    struct beam_task first = *wanted;
    first.threads = 1;
    first.path = paths[0];
    assert_int_equal(beam_search(&first), TILEPDB_OK);
    assert_true(first.expanded > 4 * LAYERS_SHARED);
    assert_true(first.length > 0);
    for (int threads = 2; threads < 5; threads++) {
        struct beam_task task = *wanted;
        tilepdb_status status = TILEPDB_ERROR_INTERNAL;
        task.threads = threads;
        task.path = paths[1];
        memset(paths[1], 0, sizeof paths[1]);
        if (threads < 4) {
            status = beam_search(&task);
        } else {
#pragma omp parallel num_threads(2)
#pragma omp single
            status = beam_search(&task);
        }
        assert_int_equal(status, TILEPDB_OK);
        assert_int_equal(task.length, first.length);
        assert_memory_equal(paths[1], paths[0], (size_t)first.length);
    }
}

static void test_threads_find_the_same(void **state) {
    static const int sizes[][2] = {{4, 4}, {5, 5}, {8, 3}};
    (void)state;
    tilepdb_random random = seeded(31);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tilepdb_board goal = goal_of(sizes[i][0], sizes[i][1], 0);
        const tilepdb_board board = drawn(&random, &goal);
        struct evaluation evaluation;
        uint16_t cells[NORMAL_FORM_MAX_CELLS];
        evaluation_make(&evaluation, &goal, 3, i % 2 == 0);
        normal_form_cells(&evaluation.normal, &board, cells);
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            const struct beam_task task = {.estimate = &evaluation.estimate,
                                           .ranking = &evaluation.ranking,
                                           .metric = (tilepdb_metric)metric,
                                           .cells = cells,
                                           .width = 3 * LAYERS_SHARED,
                                           .below = 400};
            threads_compare(&task);
        }
        evaluation_free(&evaluation);
    }
}

/* ---- whole calls ----------------------------------------------------------------------------- */

/* What the callbacks of a run received. Events end the run after `most`; -1 for never. */
static struct {
    const tilepdb_board *board, *goal;
    int length, lower_bound, events, most;
    bool cancels;
} heard;

static bool event_hear(const tilepdb_anytime_event *event, void *user) {
    (void)user;
    assert_true(event->shorter ? event->length < heard.length
                               : event->lower_bound > heard.lower_bound);
    assert_true(event->lower_bound <= event->length);
    assert_leads(heard.board, event->moves, heard.goal);
    heard.length = event->length;
    heard.lower_bound = event->lower_bound;
    return ++heard.events != heard.most;
}

static bool progress_hear(const tilepdb_progress *progress, void *user) {
    (void)user;
    assert_int_equal(progress->stage, TILEPDB_STAGE_SEARCH);
    return !heard.cancels;
}

static tilepdb_anytime_options defaults(void) {
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    return options;
}

static tilepdb_status run_until(const tilepdb_board *board, const tilepdb_board *goal,
                                tilepdb_anytime_options *options, int most, bool cancels) {
    tilepdb_error error = {0};
    heard.board = board;
    heard.goal = goal;
    heard.length = TILEPDB_ANYTIME_MAX_MOVES;
    heard.lower_bound = -1;
    heard.events = 0;
    heard.most = most;
    heard.cancels = cancels;
    options->on_event = event_hear;
    options->progress = progress_hear;
    const tilepdb_status status = tilepdb_anytime_solve(board, goal, options, &result, &error);
    if (status != TILEPDB_OK && status != TILEPDB_LIMIT && status != TILEPDB_CANCELLED)
        return status;
    assert_leads(board, result.moves, goal);
    assert_int_equal(tilepdb_moves_length(result.moves, options->metric), result.length);
    assert_true(result.lower_bound <= result.length);
    assert_true(result.optimal == (result.lower_bound == result.length) || status != TILEPDB_OK);
    if (status) assert_int_equal(error.status, status);
    return status;
}

static tilepdb_status run(const tilepdb_board *board, const tilepdb_board *goal,
                          tilepdb_anytime_options *options) {
    return run_until(board, goal, options, -1, false);
}

static const struct {
    int width, height, blank;
} small[] = {{3, 3, 8}, {3, 3, 4}, {3, 3, 1}, {2, 2, 3},
             {2, 4, 7}, {4, 2, 0}, {5, 2, 4}, {3, 3, 6}};

/* Runs with a limit of widths only are compared with breadth-first search. */
static void test_bounds_hold(void **state) {
    (void)state;
    tilepdb_random random = seeded(4);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        const tilepdb_board goal = goal_of(small[i].width, small[i].height, small[i].blank);
        for (int j = 0; j < 30; j++) {
            const tilepdb_board board = drawn(&random, &goal);
            tilepdb_anytime_options options = defaults();
            options.metric = j % 2 ? TILEPDB_METRIC_MULTI : TILEPDB_METRIC_SINGLE;
            options.max_width = 64;
            const tilepdb_status status = run(&board, &goal, &options);
            const int best = optimum(&board, &goal, options.metric);
            assert_true(result.lower_bound <= best && best <= result.length);
            assert_int_equal(status, result.optimal ? TILEPDB_OK : TILEPDB_LIMIT);
            assert_int_equal(heard.length, result.length);
        }
    }
}

static void test_solvers_prove(void **state) {
    (void)state;
    tilepdb_random random = seeded(5);
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        const tilepdb_board goal = goal_of(small[i].width, small[i].height, small[i].blank);
        tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
        for (int j = 0; j < 20; j++) {
            const tilepdb_board board = drawn(&random, &goal);
            tilepdb_anytime_options options = defaults();
            options.solver = solver;
            assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
            assert_true(result.optimal);
            assert_int_equal(result.length, optimum(&board, &goal, TILEPDB_METRIC_SINGLE));
        }
        tilepdb_solver_free(solver);
    }
}

/* On larger boards, beams and the solver take turns, in the same way each time. */
static void test_turns_are_repeated(void **state) {
    (void)state;
    const tilepdb_board goal = goal_of(5, 4, 19);
    tilepdb_random random = seeded(6);
    tilepdb_board board = goal;
    assert_int_equal(tilepdb_board_walk(&random, 60, &board), TILEPDB_OK);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_LINEAR_CONFLICT);
    tilepdb_anytime_options options = defaults();
    options.solver = solver;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    static tilepdb_anytime_result before;
    before = result;
    assert_true(before.optimal && before.generated > 0 && before.expanded > 0);
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    assert_string_equal(result.moves, before.moves);
    assert_int_equal(result.generated, before.generated);
    assert_int_equal(result.expanded, before.expanded);
    static tilepdb_result plain;
    assert_int_equal(tilepdb_solve(solver, &board, NULL, &plain, NULL), TILEPDB_OK);
    assert_int_equal(plain.length, result.length);
    tilepdb_solver_free(solver);
}

/* A wider beam is better than narrower ones, on boards of all sizes. */
static void test_sizes(void **state) {
    static const struct {
        int width, height, blank, better; /* `better`: most percent of the layered solution */
    } sizes[] = {{4, 4, 15, 60},  {5, 5, 24, 60},  {5, 5, 0, 60},   {6, 6, 35, 70},
                 {7, 7, 48, 80},  {6, 6, 14, 70},  {8, 8, 63, 100}, {12, 3, 35, 100},
                 {9, 9, 80, 100}, {20, 20, 0, 100}};
    (void)state;
    tilepdb_random random = seeded(7);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tilepdb_board goal = goal_of(sizes[i].width, sizes[i].height, sizes[i].blank);
        const tilepdb_board board = drawn(&random, &goal);
        int before = TILEPDB_ANYTIME_MAX_MOVES;
        layered(&board, &goal);
        const uint64_t most = sizes[i].width * sizes[i].height > 64 ? 256 : 1024;
        for (uint64_t width = 64; width <= most; width *= 4) {
            tilepdb_anytime_options options = defaults();
            options.max_width = width;
            assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
            assert_true(result.length <= before);
            assert_true(result.memory <= UINT64_C(1) << 30);
            before = result.length;
        }
        if (100 * before > sizes[i].better * method_result.length)
            fail_msg("%dx%d: %d moves, and %d by layers", sizes[i].width, sizes[i].height, before,
                     method_result.length);
        if (i != 6 && i != 8) continue;
        /* A small memory limit evicts what windows and exchanges keep. */
        tilepdb_anytime_options little = defaults();
        little.max_width = 256;
        little.memory_limit = 8 << 20;
        assert_int_equal(run(&board, &goal, &little), TILEPDB_LIMIT);
        assert_in_range(result.memory, 1, little.memory_limit);
    }
}

static void test_limits_and_callbacks(void **state) {
    (void)state;
    const tilepdb_board goal = goal_of(5, 5, 24);
    tilepdb_random random = seeded(8);
    const tilepdb_board board = drawn(&random, &goal);
    tilepdb_anytime_options options = defaults();
    assert_int_equal(run_until(&board, &goal, &options, 2, false), TILEPDB_LIMIT);
    assert_int_equal(heard.events, 2);
    assert_int_equal(run_until(&board, &goal, &options, -1, true), TILEPDB_CANCELLED);
    assert_int_equal(heard.events, 1); /* only the layered solution */
    options.timeout = 0.05;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
    options.timeout = 0;
    options.max_nodes = 50000;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
    assert_in_range(result.expanded, 50000, 60000);
    options.max_nodes = 0;
    options.memory_limit = 1 << 20; /* only the first widths */
    options.timeout = 0.3;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
    assert_in_range(result.memory, 1, 1 << 20);
    options.timeout = 0;
    options.memory_limit = 0;
    options.within = 40;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    assert_in_range(result.length - result.lower_bound, 1, 40);
    assert_false(result.optimal);
    options.within = 0;
    options.within_share = 0.5;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    assert_true(2 * result.length <= 3 * result.lower_bound);
}

static int bound_told;

static int bound_give(void *user) {
    (void)user;
    return bound_told;
}

/* A lower bound from elsewhere ends the search. One above the length of a solution is an error. */
static void test_bounds_from_elsewhere(void **state) {
    (void)state;
    const tilepdb_board goal = goal_of(3, 3, 8);
    tilepdb_random random = seeded(9);
    const tilepdb_board board = drawn(&random, &goal);
    tilepdb_anytime_options options = defaults();
    options.lower_bound = bound_give;
    bound_told = optimum(&board, &goal, TILEPDB_METRIC_SINGLE);
    tilepdb_error error;
    assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, &result, &error), TILEPDB_OK);
    assert_true(result.optimal);
    assert_int_equal(result.lower_bound, bound_told);
    assert_int_equal(result.length, bound_told);
    /* The false bound is above the first solution, then above one that beams find. */
    for (const int wrong[] = {1000, bound_told + 2}, *told = wrong; told < wrong + 2; told++) {
        bound_told = *told;
        assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, &result, &error),
                         TILEPDB_ERROR_INTERNAL);
        assert_non_null(strstr(error.message, "below the lower bound"));
        assert_false(result.optimal);
        assert_in_range(result.length, result.lower_bound, 1000);
        assert_leads(&board, result.moves, &goal);
    }
}

static void test_refusals(void **state) {
    (void)state;
    tilepdb_board goal = goal_of(4, 4, 15), board = goal;
    tilepdb_anytime_options options = defaults();
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    assert_true(result.optimal && result.length == 0 && result.moves[0] == '\0');
    board.cells[0] = 2;
    board.cells[1] = 1;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_UNSOLVABLE);
    assert_false(result.solvable);
    board.cells[1] = 2;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    board = goal;
    options.within = -1;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    options.within = 0;
    options.within_share = -0.5;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    options.within_share = 0;
    options.timeout = -1;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    options.timeout = 0;
    options.metric = (tilepdb_metric)7;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(result.length, -1);
    /* A solver of another goal or of the other metric is refused. */
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    options.metric = TILEPDB_METRIC_MULTI;
    options.solver = solver;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_ERROR_ARGUMENT);
    options.metric = TILEPDB_METRIC_SINGLE;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_OK);
    const tilepdb_board other = goal_of(4, 4, 0);
    assert_int_equal(run(&other, &other, &options), TILEPDB_ERROR_ARGUMENT);
    tilepdb_solver_free(solver);
}

/* Boards that no beam takes as a whole, of every normal form and goal. */
static void test_large_boards_get_shorter(void **state) {
    static const int sizes[][3] = {{9, 9, 80}, {12, 7, 0}, {20, 4, 47}, {10, 10, 55}, {8, 13, 7}};
    static tilepdb_anytime_result again;
    (void)state;
    tilepdb_random random = seeded(11);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            const tilepdb_board goal = goal_of(sizes[i][0], sizes[i][1], sizes[i][2]);
            const tilepdb_board board = drawn(&random, &goal);
            tilepdb_anytime_options options = defaults();
            options.metric = (tilepdb_metric)metric;
            options.max_nodes = 200000;
            layered(&board, &goal);
            assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, &result, NULL),
                             TILEPDB_LIMIT);
            assert_leads(&board, result.moves, &goal);
            if (metric == TILEPDB_METRIC_SINGLE)
                assert_true(5 * result.length < 4 * method_result.length);
            assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, &again, NULL),
                             TILEPDB_LIMIT);
            assert_string_equal(result.moves, again.moves);
        }
    }
}

/* A limit of boards ends a beam of 4096 boards after the same layer for any number of threads. */
static void test_limits_count_whole_layers(void **state) {
    static tilepdb_anytime_result alone;
    (void)state;
    tilepdb_random random = seeded(7);
    const tilepdb_board goal = goal_of(5, 5, 0);
    const tilepdb_board board = drawn(&random, &goal);
    for (uint64_t most = 240000; most <= 280000; most += 10000) {
        tilepdb_anytime_options options = defaults();
        options.max_nodes = most;
        assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
        alone = result;
        assert_in_range(alone.expanded, most, most + 4096);
        options.threads = 3;
        assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
        assert_int_equal(result.expanded, alone.expanded);
        assert_string_equal(result.moves, alone.moves);
    }
}

/* Only the tables and beams of 64 boards may exceed the memory limit, whatever `max_width` is. */
static void test_first_beam_fits_memory(void **state) {
    (void)state;
    tilepdb_random random = seeded(7);
    const tilepdb_board goal = goal_of(5, 5, 0);
    const tilepdb_board board = drawn(&random, &goal);
    tilepdb_anytime_options options = defaults();
    options.max_width = 64;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
    options.memory_limit = result.memory;
    static const uint64_t widths[] = {65, 256, 511, 512, 4000};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        options.max_width = widths[i];
        assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
        assert_true(result.memory <= options.memory_limit);
    }
}

/* Beams of 64 to 4096 boards find nothing here; sweeps do. */
static void test_lost_beams(void **state) {
    static const char text[] =
        "25 28 30 15 5 3 31 9 27 7 29 6 14 1 8 26 16 11 0 19 22 24 13 21 10 2 4 "
        "20 12 18 17 23";
    (void)state;
    const tilepdb_board goal = goal_of(2, 16, 31);
    tilepdb_board board = goal;
    const char *next = text;
    for (int cell = 0; cell < 32; cell++)
        board.cells[cell] = (uint16_t)strtoul(next, (char **)&next, 10);
    layered(&board, &goal);
    tilepdb_anytime_options options = defaults();
    options.max_nodes = 6000000;
    assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
    assert_true(3 * result.length < 2 * method_result.length);
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* The order names each cell outside the core once, and the core has the blank. */
static void order_check(const struct sweep_order *order, unsigned blank, unsigned core) {
    unsigned left = order->width, top = order->height, right = 0, bottom = 0;
    for (unsigned i = 0; i < order->count; i++)
        assert_int_equal(order->rank[order->step[i].cell], i);
    for (unsigned cell = 0; cell < order->cells; cell++) {
        const unsigned x = cell % order->width, y = cell / order->width;
        if (order->rank[cell] != SWEEP_CORE) continue;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
    }
    assert_int_equal(order->rank[blank], SWEEP_CORE);
    assert_int_equal(order->count + (right - left + 1) * (bottom - top + 1), order->cells);
    assert_true(right - left < core && bottom - top < core);
}

/* Whether a cell is beside the first cell of a step, so that it is in every region. */
static bool is_close(const struct sweep_order *order, const struct sweep_step *step,
                     unsigned cell) {
    const int width = (int)order->width, x = (int)(cell % order->width) - step->cell % width,
              y = (int)(cell / order->width) - step->cell / width;
    const int along = x * step->along_x + y * step->along_y,
              inward = x * step->inward_x + y * step->inward_y;
    return along >= -step->behind && along <= step->ahead && inward >= 0 && inward < step->depth &&
           (along >= 0 || inward > 0);
}

/* Within a region, a placement that is not the end is one move farther than its best neighbour. */
static void step_check(const struct sweep_order *order, unsigned at, tilepdb_random *random) {
    const struct sweep_step *step = &order->step[at];
    for (int i = 0; i < 50; i++) {
        const unsigned first = random_below(random, order->cells),
                       blank = random_below(random, order->cells),
                       second = step->pair ? random_below(random, order->cells) : 0;
        if (!is_close(order, step, first) || !is_close(order, step, blank) || first == blank)
            continue;
        if (step->pair && (!is_close(order, step, second) || second == blank || second == first))
            continue;
        const bool ended = first == step->cell && (!step->pair || second == step[1].cell);
        const int moves = sweep_order_moves(order, at, first, second, blank);
        int least = 1000;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = blank;
            if (!cell_step(order->width, order->height, &to, (enum direction)d) ||
                !is_close(order, step, to))
                continue;
            const int next = sweep_order_moves(order, at, to == first ? blank : first,
                                               step->pair && to == second ? blank : second, to);
            if (next < least) least = next;
        }
        if (ended)
            assert_int_equal(moves, 0);
        else if (least < 1000 && moves != 16) /* 16: some pairs cannot end in their region */
            assert_int_equal(moves, least + 1);
    }
}

static void test_sweep_orders(void **state) {
    static const int sizes[][4] = {{10, 10, 99, 7}, {10, 10, 44, 7}, {13, 6, 0, 7}, {2, 16, 31, 7},
                                   {20, 3, 30, 7},  {8, 8, 7, 6},    {9, 20, 0, 7}, {7, 5, 3, 7}};
    static struct sweep_order order;
    (void)state;
    tilepdb_random random = seeded(41);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const unsigned blank = (unsigned)sizes[i][2], core = (unsigned)sizes[i][3];
        assert_true(
            sweep_order_make(&order, (unsigned)sizes[i][0], (unsigned)sizes[i][1], blank, core));
        order_check(&order, blank, core);
        for (unsigned at = 0; at < order.count; at++) {
            if (at > 0 && order.step[at - 1].pair) continue;
            step_check(&order, at, &random);
        }
        sweep_order_free(&order);
    }
}

/* The cost of a tile's pairs in a row against a plain count. */
static void test_line_orders(void **state) {
    static const int weight[3][3] = {{16, 4, 1}, {4, 2, 0}, {1, 0, 0}};
    (void)state;
    tilepdb_random random = seeded(42);
    for (unsigned width = 2; width <= TILEPDB_MAX_SIDE; width += 3) {
        struct line_order order;
        uint8_t planes[2 * (TILEPDB_MAX_CELLS + 2 * LINE_ORDER_PAD)] = {0};
        line_order_init(&order, width, 3);
        for (unsigned i = 0; i < order.bytes; i++)
            planes[i] = (uint8_t)(random_below(&random, width) << 2 | random_below(&random, 4));
        for (unsigned x = 0; x < width; x++)
            for (unsigned y = 0; y < 3; y++) {
                const uint8_t *at = &planes[line_order_row(&order, x, y)];
                int count = 0;
                for (int to = 0; to < (int)width; to++) {
                    const int key = at[to - (int)x], goal = key >> 2, own = *at >> 2;
                    if (abs(to - (int)x) > LINE_ORDER_REACH || (key & 3) == 3 || (*at & 3) == 3)
                        continue;
                    if (to < (int)x ? goal > own : goal < own) count += weight[*at & 3][key & 3];
                }
                assert_int_equal(line_order_cost(at, *at, order.before[0][x], order.after[0][x]),
                                 count);
            }
    }
}

/* Solves a board by a sweep. */
static void sweep_of(const tilepdb_board *board, const tilepdb_board *goal,
                     struct sweep_task *task) {
    static uint16_t cells[TILEPDB_MAX_CELLS];
    struct sweep *sweep = sweep_create();
    assert_non_null(sweep);
    goal_cells_fill(board, goal, cells);
    task->width = goal->width;
    task->height = goal->height;
    task->blank = board_blank(goal);
    task->cells = cells;
    assert_int_equal(sweep_search(sweep, task), task->goes_on ? TILEPDB_CANCELLED : TILEPDB_OK);
    sweep_free(sweep);
}

static tilepdb_board path_play(const tilepdb_board *board, const struct sweep_task *task) {
    tilepdb_board end = *board;
    unsigned blank = board_blank(&end);
    for (int move = 0; move < task->moves; move++)
        for (unsigned tiles = BEAM_TILES(task->path[move]); tiles > 0; tiles--)
            assert_true(board_move(&end, &blank, BEAM_DIRECTION(task->path[move])));
    return end;
}

/* A sweep leads to the goal, whatever its size and the blank's goal cell, in the same way with any
 * number of threads; and to none of `below` moves. */
static void test_sweeps(void **state) {
    static const int sizes[][4] = {{9, 9, 80, 300},  {6, 12, 30, 300}, {2, 16, 31, 100},
                                   {10, 10, 44, 64}, {14, 3, 0, 64},   {8, 8, 0, 3000}};
    static uint8_t path[5000], before[5000];
    (void)state;
    tilepdb_random random = seeded(43);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tilepdb_board goal = goal_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        const tilepdb_board board = drawn(&random, &goal);
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            struct sweep_task task = {.metric = (tilepdb_metric)metric,
                                      .core = 7,
                                      .boards = (size_t)sizes[i][3],
                                      .threads = 1,
                                      .below = 5000,
                                      .capacity = 5000,
                                      .path = path};
            sweep_of(&board, &goal, &task);
            assert_true(task.solved);
            const tilepdb_board end = path_play(&board, &task);
            assert_true(board_equal(&end, &goal));
            const int moves = task.moves;
            memcpy(before, path, sizeof before);
            task.threads = 3;
            sweep_of(&board, &goal, &task);
            assert_int_equal(task.moves, moves);
            assert_memory_equal(path, before, (size_t)moves);
            task.below = moves;
            sweep_of(&board, &goal, &task);
            assert_true(!task.solved || task.moves < moves);
        }
    }
}

static bool is_below(void *user, uint64_t expanded) {
    return expanded < *(uint64_t *)user;
}

/* A sweep that is stopped leads to a board that is nearer than all boards on its way. */
static void test_stopped_sweeps(void **state) {
    static uint8_t path[5000];
    (void)state;
    tilepdb_random random = seeded(44);
    const tilepdb_board goal = goal_of(12, 9, 107);
    const tilepdb_board board = drawn(&random, &goal);
    for (uint64_t most = 64; most < 20000; most *= 2) {
        struct sweep_task task = {.core = 7,
                                  .boards = 100,
                                  .threads = 1,
                                  .below = 5000,
                                  .capacity = 5000,
                                  .goes_on = is_below,
                                  .user = &most,
                                  .path = path};
        sweep_of(&board, &goal, &task);
        assert_false(task.solved);
        const tilepdb_board end = path_play(&board, &task);
        for (task.moves--; task.moves >= 0; task.moves--) {
            const tilepdb_board before = path_play(&board, &task);
            assert_true(manhattan_distance(&end, &goal) < manhattan_distance(&before, &goal));
        }
    }
}

/* The layered method finishes what sweeps leave. Without it, the layered solution of the whole
 * board would remain. */
static void test_stopped_runs_are_finished(void **state) {
    (void)state;
    tilepdb_random random = seeded(45);
    for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
        const tilepdb_board goal = goal_of(16, 16, 255);
        const tilepdb_board board = drawn(&random, &goal);
        tilepdb_anytime_options options = defaults();
        options.metric = (tilepdb_metric)metric;
        options.max_nodes = 20000;
        layered(&board, &goal);
        const int whole = (int)tilepdb_moves_length(method_result.moves, options.metric);
        assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
        assert_leads(&board, result.moves, &goal);
        assert_true(result.length < whole);
    }
}

/* A solution that is too short for windows, and has more moves than the bound: the call ends before
 * its limit of boards. */
static void test_short_solutions_end(void **state) {
    static const char *const moves[2] = {"RRDLUL", "RDRDRD"};
    (void)state;
    for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
        const tilepdb_board goal = goal_of(12, 12, 143);
        tilepdb_board board = goal;
        assert_int_equal(tilepdb_board_play(&board, moves[metric], NULL), TILEPDB_OK);
        tilepdb_anytime_options options = defaults();
        options.metric = (tilepdb_metric)metric;
        options.max_nodes = 1000000000;
        assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
        assert_int_equal(result.length, strlen(moves[metric]));
        assert_in_range(result.lower_bound, 1, result.length - 1);
        assert_true(result.expanded < options.max_nodes);
    }
}

/* With a fixed number of boards, solutions of large boards are not much longer than when this
 * test was written: rectangles, slides, and the blank anywhere. */
static void test_large_boards_are_near(void **state) {
    static const struct {
        int width, height, blank, count;
        uint64_t nodes;
        int percent[2]; /* most percent of the first single-tile bounds, by metric */
    } sizes[] = {{10, 10, 34, 1, 6000000, {140, 58}},
                 {13, 6, 0, 3, 2000000, {172, 82}},
                 {4, 20, 79, 3, 1000000, {270, 112}},
                 {3, 20, 59, 3, 500000, {285, 176}},
                 {19, 2, 7, 3, 500000, {302, 160}}};
    (void)state;
    tilepdb_random random = seeded(14);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const tilepdb_board goal = goal_of(sizes[i].width, sizes[i].height, sizes[i].blank);
        int moves[2] = {0, 0}, bound = 0;
        for (int j = 0; j < sizes[i].count; j++) {
            const tilepdb_board board = drawn(&random, &goal);
            bound += linear_conflict(&board, &goal);
            for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
                tilepdb_anytime_options options = defaults();
                options.metric = (tilepdb_metric)metric;
                options.max_nodes = sizes[i].nodes;
                assert_int_equal(run(&board, &goal, &options), TILEPDB_LIMIT);
                moves[metric] += result.length;
            }
        }
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++)
            if (100 * moves[metric] > sizes[i].percent[metric] * bound)
                fail_msg("%dx%d, metric %d: %d moves are %d percent of %d", sizes[i].width,
                         sizes[i].height, metric, moves[metric], 100 * moves[metric] / bound,
                         bound);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_those_of_the_library),
        cmocka_unit_test(test_neighbours_follow_moves),
        cmocka_unit_test(test_wide_beams_are_optimal),
        cmocka_unit_test(test_threads_find_the_same),
        cmocka_unit_test(test_bounds_hold),
        cmocka_unit_test(test_solvers_prove),
        cmocka_unit_test(test_turns_are_repeated),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_limits_and_callbacks),
        cmocka_unit_test(test_bounds_from_elsewhere),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_large_boards_get_shorter),
        cmocka_unit_test(test_limits_count_whole_layers),
        cmocka_unit_test(test_first_beam_fits_memory),
        cmocka_unit_test(test_lost_beams),
        cmocka_unit_test(test_sweep_orders),
        cmocka_unit_test(test_line_orders),
        cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_stopped_sweeps),
        cmocka_unit_test(test_stopped_runs_are_finished),
        cmocka_unit_test(test_large_boards_are_near),
        cmocka_unit_test(test_short_solutions_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
