/*
 * Backward searches, continued searches, and the choice between candidates: whatever searches, the
 * answer is that of one forward search.
 */
#include "search_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "search/choice.h"
#include "tilepdb_tables.h"

/* ---- boards and solvers ---------------------------------------------------------------------- */

static void moves_undo(const char *moves, char *undone) {
    const char *ways = "UDLR", *opposite = "DURL";
    const size_t length = strlen(moves);
    for (size_t i = 0; i < length; i++)
        undone[i] = opposite[strchr(ways, moves[length - 1 - i]) - ways];
    undone[length] = '\0';
}

/* Random boards of a size, some moves from a goal. */
struct boards {
    int width, height, blank, walk, count;
};

static const struct boards all_boards[] = {{3, 3, 8, 100, 60},
                                           {3, 3, 4, 100, 40},
                                           {2, 5, 0, 200, 30},
                                           {4, 3, 5, 60, 30},
                                           {4, 4, 15, 40, 30}};

#define SETS (sizeof all_boards / sizeof *all_boards)

/* ---- backward -------------------------------------------------------------------------------- */

struct gathered {
    int count;
    char last[TILEPDB_MAX_MOVES + 1];
    bool ordered;
};

/* Solutions come in the order of their reverses. */
static bool solution_hear(const char *moves, void *user) {
    /* The tiles' directions when the blank goes up, left, right, down. */
    static const char order[] = "DRLU";
    struct gathered *gathered = user;
    char undone[TILEPDB_MAX_MOVES + 1];
    moves_undo(moves, undone);
    size_t i = 0;
    while (undone[i] && undone[i] == gathered->last[i]) i++;
    if (gathered->count++ > 0)
        gathered->ordered &=
            strchr(order, undone[i]) > strchr(order, gathered->last[i]) && undone[i];
    strcpy(gathered->last, undone);
    return true;
}

static void board_compare(const tilepdb_board *board, const tilepdb_board *goal,
                          const tilepdb_solver *forward) {
    static tilepdb_result there, back;
    tilepdb_solver *backward = solver_make(board, true, TILEPDB_HEURISTIC_MANHATTAN);
    assert_solves(forward, board, NULL, &there);
    for (int threads = 1; threads <= 3; threads += 2) {
        tilepdb_solve_options options = solve_defaults();
        options.threads = threads;
        assert_solves(backward, goal, &options, &back);
        char undone[TILEPDB_MAX_MOVES + 1];
        moves_undo(back.moves, undone);
        assert_string_equal(undone, there.moves);
        assert_true(back.optimal);
        assert_int_equal(back.solution_count, 0);
    }
    tilepdb_solve_options options = solve_defaults();
    options.solutions = TILEPDB_SOLUTIONS_COUNT;
    assert_solves(forward, board, &options, &there);
    struct gathered gathered = {.ordered = true};
    options.solutions = TILEPDB_SOLUTIONS_ALL;
    options.on_solution = solution_hear;
    options.user = &gathered;
    assert_solves(backward, goal, &options, &back);
    assert_int_equal(back.solution_count, there.solution_count);
    assert_int_equal(gathered.count, there.solution_count);
    assert_true(gathered.ordered);
    tilepdb_solver_free(backward);
}

static void backward_finds_the_first(void **state) {
    (void)state;
    for (size_t s = 0; s < SETS; s++) {
        const struct boards *set = &all_boards[s];
        const tilepdb_board goal = standard_goal(set->width, set->height, set->blank);
        tilepdb_solver *forward = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
        tilepdb_random random = random_of(5);
        for (int i = 0; i < set->count; i++) {
            const tilepdb_board board = walk_from(&goal, &random, i * set->walk / set->count);
            board_compare(&board, &goal, forward);
        }
        tilepdb_solver_free(forward);
    }
}

/* ---- searches that go on --------------------------------------------------------------------- */

/* A search in pieces of one bound, of some nodes, or both. */
static void a_search_goes_on(void **state) {
    (void)state;
    static tilepdb_result whole, part, earlier;
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_random random = random_of(3);
    for (int i = 0; i < 20; i++) {
        const tilepdb_board board = walk_from(&goal, &random, 45);
        assert_solves(solver, &board, NULL, &whole);
        assert_int_equal(tilepdb_result_exhausted(&whole), whole.iteration_count - 1);
        tilepdb_solve_options options = solve_defaults();
        tilepdb_status status = TILEPDB_LIMIT;
        int pieces = 0;
        for (; status == TILEPDB_LIMIT; pieces++) {
            options.max_length = pieces ? earlier.lower_bound : 1;
            options.max_nodes = pieces % 2 && earlier.generated > 100 ? earlier.generated + 5 : 0;
            options.threads = 1 + pieces % 3;
            status = tilepdb_solve(solver, &board, &options, &part, NULL);
            if (status == TILEPDB_LIMIT && !options.max_nodes)
                assert_int_equal(tilepdb_result_exhausted(&part), part.iteration_count);
            earlier = part;
            options.earlier = &earlier;
            assert_true(pieces < 200);
        }
        assert_int_equal(status, TILEPDB_OK);
        assert_true(pieces >= 2);
        assert_same(&part, &whole);
    }
    tilepdb_solver_free(solver);
}

static void false_results_are_refused(void **state) {
    (void)state;
    static tilepdb_result result, earlier;
    const tilepdb_board goal = standard_goal(3, 3, 8);
    tilepdb_board board = goal;
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    assert_int_equal(tilepdb_board_play(&board, "DRDR", NULL), TILEPDB_OK);
    tilepdb_solve_options options = solve_defaults();
    options.max_length = 2;
    assert_int_equal(tilepdb_solve(solver, &board, &options, &earlier, NULL), TILEPDB_LIMIT);
    options.max_length = 0;
    options.earlier = &earlier;
    assert_solves(solver, &board, &options, &result);
    earlier.lower_bound++; /* impossible parity */
    assert_int_equal(tilepdb_solve(solver, &board, &options, &result, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    earlier.lower_bound = -1;
    assert_int_equal(tilepdb_solve(solver, &board, &options, &result, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    tilepdb_solver_free(solver);
}

/* Bounds of an earlier result must ascend by whole steps, so there is room for later bounds. */
static void bounds_that_do_not_ascend_are_refused(void **state) {
    (void)state;
    static const struct {
        int first, step;
        size_t count;
        int lower_bound;
        tilepdb_status status;
    } cases[] = {{0, 2, 2, 4, TILEPDB_OK},
                 {0, 0, TILEPDB_MAX_MOVES / 2 + 1, 4, TILEPDB_ERROR_ARGUMENT},
                 {0, 0, 2, 4, TILEPDB_ERROR_ARGUMENT},
                 {2, -2, 2, 4, TILEPDB_ERROR_ARGUMENT},
                 {-2, 2, 3, 4, TILEPDB_ERROR_ARGUMENT},
                 {1, 2, 1, 4, TILEPDB_ERROR_ARGUMENT},
                 {0, 1, 4, 4, TILEPDB_ERROR_ARGUMENT},
                 {4, TILEPDB_MAX_MOVES, 2, 4, TILEPDB_ERROR_ARGUMENT},
                 {0, 2, TILEPDB_MAX_MOVES / 2 + 2, 4, TILEPDB_ERROR_ARGUMENT}};
    static tilepdb_result result, earlier;
    const tilepdb_board goal = standard_goal(3, 3, 8);
    tilepdb_board board = goal;
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    assert_int_equal(tilepdb_board_play(&board, "DRDR", NULL), TILEPDB_OK);
    tilepdb_solve_options options = solve_defaults();
    options.earlier = &earlier;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        earlier = (tilepdb_result){.solvable = true,
                                   .lower_bound = cases[c].lower_bound,
                                   .iteration_count = cases[c].count};
        for (size_t i = 0; i < cases[c].count && i < TILEPDB_MAX_MOVES / 2 + 1; i++)
            earlier.iterations[i].bound = cases[c].first + (int)i * cases[c].step;
        assert_int_equal(tilepdb_solve(solver, &board, &options, &result, NULL), cases[c].status);
    }
    tilepdb_solver_free(solver);
}

/* ---- choosing -------------------------------------------------------------------------------- */

struct way {
    tilepdb_direction direction;
    tilepdb_heuristic heuristic;
    uint64_t cost;
};

#define WAYS 4
static const struct way ways[WAYS] = {
    {TILEPDB_DIRECTION_FORWARD, TILEPDB_HEURISTIC_MANHATTAN, 0},
    {TILEPDB_DIRECTION_BACKWARD, TILEPDB_HEURISTIC_MANHATTAN, 100},
    {TILEPDB_DIRECTION_FORWARD, TILEPDB_HEURISTIC_LINEAR_CONFLICT, 5000},
    {TILEPDB_DIRECTION_BACKWARD, TILEPDB_HEURISTIC_LINEAR_CONFLICT, 6000},
};

struct chosen {
    tilepdb_result result;
    uint64_t compared;
    size_t by[TILEPDB_MAX_MOVES / 2 + 1];
};

/* Solves a board by a choice. `absent` is the set of candidates without a solver. */
static tilepdb_status choice_run(const tilepdb_board *board, const tilepdb_board *goal,
                                 const tilepdb_solve_options *options, unsigned absent,
                                 struct chosen *chosen) {
    static tilepdb_result result;
    struct choice_candidate candidates[WAYS];
    tilepdb_solver *solvers[WAYS];
    struct choice *choice;
    struct choice_search search;
    tilepdb_error error;
    for (size_t i = 0; i < WAYS; i++) {
        const bool backward = ways[i].direction == TILEPDB_DIRECTION_BACKWARD;
        candidates[i] = (struct choice_candidate){ways[i].direction, ways[i].cost, 0, 0, 0};
        solvers[i] = solver_make(backward ? board : goal, backward, ways[i].heuristic);
    }
    assert_int_equal(choice_create(board, goal, candidates, WAYS, options, &choice, &error), 0);
    assert_int_equal(choice_answer(choice, &result, &error), TILEPDB_ERROR_ARGUMENT);
    while (choice_next(choice, &search)) {
        if (absent >> search.candidate & 1u) {
            choice_drop(choice);
            continue;
        }
        const tilepdb_status status = tilepdb_solve(solvers[search.candidate], search.board,
                                                    &search.options, &result, &error);
        choice_take(choice, status, &result, &error);
    }
    const tilepdb_status status = choice_answer(choice, &chosen->result, &error);
    assert_int_equal(status, error.status);
    chosen->compared = choice_compared_nodes(choice);
    for (size_t i = 0; i < chosen->result.iteration_count; i++)
        chosen->by[i] = choice_candidate(choice, i);
    choice_free(choice);
    for (size_t i = 0; i < WAYS; i++) tilepdb_solver_free(solvers[i]);
    return status;
}

/* The iterations of an answer add up to its counts, and each has the counts of its candidate
 * alone. */
static void counts_check(const tilepdb_board *board, const tilepdb_board *goal,
                         const struct chosen *chosen, int uses[WAYS]) {
    static tilepdb_result alone;
    const tilepdb_result *result = &chosen->result;
    uint64_t generated = 0;
    for (size_t i = 0; i < result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        const struct way *way = &ways[chosen->by[i]];
        const bool backward = way->direction == TILEPDB_DIRECTION_BACKWARD;
        tilepdb_solver *solver = solver_make(backward ? board : goal, backward, way->heuristic);
        assert_int_equal(tilepdb_solve(solver, backward ? goal : board, NULL, &alone, NULL), 0);
        tilepdb_solver_free(solver);
        size_t j = 0;
        while (alone.iterations[j].bound != iteration->bound) j++;
        /* The root counts in the first iteration of a search. */
        const uint64_t extra = (i == 0) - (uint64_t)(j == 0);
        assert_int_equal(iteration->generated, alone.iterations[j].generated + extra);
        generated += iteration->generated;
        uses[chosen->by[i]]++;
    }
    assert_int_equal(result->generated, generated + (result->iteration_count == 0));
}

static void a_choice_has_the_same_answer(void **state) {
    (void)state;
    static struct chosen chosen, again;
    static tilepdb_result plain;
    int uses[WAYS] = {0}, compared = 0;
    for (size_t s = 0; s < SETS; s++) {
        const struct boards *set = &all_boards[s];
        const tilepdb_board goal = standard_goal(set->width, set->height, set->blank);
        tilepdb_solver *forward = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
        tilepdb_random random = random_of(8);
        for (int i = 0; i < set->count; i++) {
            tilepdb_solve_options options = solve_defaults();
            const tilepdb_board board = walk_from(&goal, &random, i * set->walk / set->count);
            assert_solves(forward, &board, NULL, &plain);
            assert_int_equal(choice_run(&board, &goal, &options, 0, &chosen), TILEPDB_OK);
            assert_string_equal(chosen.result.moves, plain.moves);
            assert_true(chosen.result.optimal);
            assert_int_equal(chosen.result.lower_bound, plain.length);
            assert_int_equal(chosen.result.root_h, plain.root_h);
            counts_check(&board, &goal, &chosen, uses);
            compared += chosen.compared > 0;
            options.threads = 3;
            assert_int_equal(choice_run(&board, &goal, &options, 0, &again), TILEPDB_OK);
            assert_same(&again.result, &chosen.result);
            assert_int_equal(again.compared, chosen.compared);
            options.any = true;
            assert_int_equal(choice_run(&board, &goal, &options, 0, &again), TILEPDB_OK);
            assert_int_equal(again.result.length, plain.length);
            assert_true(again.result.any && again.result.optimal);
            tilepdb_board played = board;
            assert_int_equal(tilepdb_board_play(&played, again.result.moves, NULL), TILEPDB_OK);
            assert_memory_equal(played.cells, goal.cells, sizeof goal.cells);
        }
        tilepdb_solver_free(forward);
    }
    assert_true(compared > 0);
    for (size_t i = 0; i < WAYS; i++) assert_true(uses[i] > 0);
}

static void absent_candidates_are_left_out(void **state) {
    (void)state;
    static struct chosen chosen;
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_random random = random_of(8);
    for (int i = 0; i < 10; i++) {
        tilepdb_solve_options options = solve_defaults();
        const tilepdb_board board = walk_from(&goal, &random, 50);
        assert_int_equal(choice_run(&board, &goal, &options, 6, &chosen), TILEPDB_OK);
        for (size_t j = 0; j < chosen.result.iteration_count; j++)
            assert_false(6 >> chosen.by[j] & 1);
    }
}

/* A solution that is submitted when the choice names a target length. */
struct offer {
    struct choice *choice;
    const char *moves;
    tilepdb_bound_fn on_bound; /* callback of the choice */
    bool any_length;           /* submitted for any target, even if false or too long */
    bool found;
    int told, last;
};

static bool offer_asked(struct offer *offer, const tilepdb_result *so_far) {
    double nodes = 0;
    const int length = choice_target_length(offer->choice, so_far, 1, &nodes);
    if (length == 0) return false;
    assert_true(length >= offer->last && nodes >= 1);
    if (length == offer->last) return false;
    const double first = nodes;
    assert_int_equal(choice_target_length(offer->choice, so_far, 1, &nodes), length);
    assert_true(nodes == first);
    offer->last = length;
    offer->told++;
    return length == (int)strlen(offer->moves) || offer->any_length;
}

static bool offer_between(const tilepdb_result *so_far, void *user) {
    struct offer *offer = user;
    if (!offer->on_bound(so_far, offer->choice)) return false;
    offer->found = offer_asked(offer, so_far);
    return !offer->found;
}

/* Runs a choice of one candidate to its end and submits `moves`. If `raised` is set, a search
 * that ends early claims that a bound of `raised` moves is exhausted. Returns the number of
 * bounds reported. */
static int offer_run(const tilepdb_board *board, const tilepdb_board *goal, bool any, int raised,
                     const char *moves, tilepdb_result *result, tilepdb_error *error) {
    const struct choice_candidate candidate = {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0};
    tilepdb_solver *solver = solver_make(goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solve_options options = solve_defaults();
    struct choice_search search;
    struct offer offer = {.moves = moves, .any_length = raised != 0, .last = -1};
    options.any = any;
    assert_int_equal(choice_create(board, goal, &candidate, 1, &options, &offer.choice, NULL), 0);
    assert_false(choice_submit_solution(offer.choice, moves));
    while (choice_next(offer.choice, &search)) {
        offer.found = false;
        offer.on_bound = search.options.on_bound;
        search.options.on_bound = offer_between;
        search.options.bound_user = &offer;
        const tilepdb_status status = tilepdb_solve(solver, board, &search.options, result, error);
        if (status == TILEPDB_LIMIT && raised > 0) result->lower_bound = raised + 2;
        choice_take(offer.choice, status, result, error);
        if (raised > 0 && status == TILEPDB_LIMIT) offer_asked(&offer, NULL);
        if (offer.found) choice_submit_solution(offer.choice, moves);
    }
    /* Outcomes after the end do not change the answer. */
    const tilepdb_result late = {.length = -1, .lower_bound = -1, .upper_bound = -1, .root_h = -1};
    choice_take(offer.choice, TILEPDB_CANCELLED, &late, NULL);
    choice_take_estimate(offer.choice, 1);
    const tilepdb_status status = choice_answer(offer.choice, result, error);
    assert_int_equal(status, error->status);
    choice_free(offer.choice);
    tilepdb_solver_free(solver);
    return offer.told;
}

static void a_solution_can_be_offered(void **state) {
    (void)state;
    static tilepdb_result result, plain;
    tilepdb_error error;
    int told = 0;
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_random random = random_of(9);
    for (int i = 0; i < 10; i++) {
        const tilepdb_board board = walk_from(&goal, &random, 80);
        assert_solves(solver, &board, NULL, &plain);
        if (plain.iteration_count < 3) continue;
        told += offer_run(&board, &goal, true, 0, plain.moves, &result, &error);
        assert_int_equal(error.status, TILEPDB_OK);
        assert_string_equal(result.moves, plain.moves);
        assert_true(result.length == plain.length && result.upper_bound == plain.length);
        assert_true(result.optimal && result.any);
        assert_int_equal(result.iteration_count, plain.iteration_count - 1);
        assert_int_equal(tilepdb_result_exhausted(&result), result.iteration_count);
        for (size_t k = 0; k < result.iteration_count; k++)
            assert_int_equal(result.iterations[k].generated, plain.iterations[k].generated);
        /* A solution that does not end in the goal is not accepted. */
        char moves[TILEPDB_MAX_MOVES + 1];
        strcpy(moves, plain.moves);
        moves[plain.length - 1] = moves[plain.length - 1] == 'U' ? 'L' : 'U';
        offer_run(&board, &goal, true, -1, moves, &result, &error);
        assert_int_equal(error.status, TILEPDB_OK);
        assert_int_equal(result.length, plain.length);
        assert_int_equal(result.iteration_count, plain.iteration_count);
        /* Without `any`, the first solution in move order is the answer. */
        offer_run(&board, &goal, false, 0, plain.moves, &result, &error);
        assert_int_equal(error.status, TILEPDB_OK);
        assert_false(result.any);
        assert_int_equal(result.iteration_count, plain.iteration_count);
        /* A submitted solution is shorter than a table allows. */
        offer_run(&board, &goal, true, plain.length, plain.moves, &result, &error);
        assert_int_equal(error.status, TILEPDB_ERROR_INTERNAL);
    }
    assert_true(told > 10);
    tilepdb_solver_free(solver);
}

static bool stop_later(const tilepdb_progress *progress, void *user) {
    (void)progress;
    return (*(int *)user)-- > 0;
}

static void limits_hold(void **state) {
    (void)state;
    static struct chosen chosen;
    static tilepdb_result plain;
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_random random = random_of(9);
    const tilepdb_board board = walk_from(&goal, &random, 120);
    tilepdb_solve_options options = solve_defaults();
    assert_int_equal(choice_run(&board, &goal, &options, 0, &chosen), TILEPDB_OK);
    const int length = chosen.result.length;
    tilepdb_solver *forward = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    for (int most = 1; most <= length; most++) {
        options.max_length = most;
        const tilepdb_status status = choice_run(&board, &goal, &options, 0, &chosen);
        assert_int_equal(tilepdb_solve(forward, &board, &options, &plain, NULL), status);
        assert_int_equal(chosen.result.lower_bound, plain.lower_bound);
        assert_int_equal(chosen.result.length, plain.length);
    }
    tilepdb_solver_free(forward);
    options.max_length = 0;
    options.progress = stop_later;
    int cancelled = 0;
    for (int calls = 0; calls < 40; calls++) {
        int left = calls;
        options.user = &left;
        const tilepdb_status status = choice_run(&board, &goal, &options, 0, &chosen);
        if (status == TILEPDB_OK) continue;
        assert_int_equal(status, TILEPDB_CANCELLED);
        assert_in_range(chosen.result.lower_bound, chosen.result.root_h, length);
        cancelled++;
    }
    assert_true(cancelled > 5);
    options.progress = NULL;
    options.timeout = 1e-9;
    assert_int_equal(choice_run(&board, &goal, &options, 0, &chosen), TILEPDB_LIMIT);
    assert_in_range(chosen.result.lower_bound, chosen.result.root_h, length);
}

/* A false table could cause this. */
static void disagreement_is_an_error(void **state) {
    (void)state;
    static tilepdb_result result;
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_random random = random_of(9);
    const tilepdb_board board = walk_from(&goal, &random, 120);
    const struct choice_candidate candidates[2] = {{TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0}};
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solve_options options = solve_defaults();
    struct choice *choice;
    struct choice_search search;
    tilepdb_error error;
    assert_int_equal(choice_create(&board, &goal, candidates, 2, &options, &choice, NULL),
                     TILEPDB_OK);
    while (choice_next(choice, &search)) {
        tilepdb_status status =
            tilepdb_solve(solver, search.board, &search.options, &result, &error);
        if (search.candidate == 1) status = TILEPDB_OK;
        choice_take(choice, status, &result, &error);
    }
    assert_int_equal(choice_answer(choice, &result, &error), TILEPDB_ERROR_INTERNAL);
    assert_non_null(strstr(error.message, "disagree"));
    assert_int_equal(error.code, TILEPDB_MESSAGE_TABLE_FALSE);
    assert_int_equal(error.number[0], 0); /* the code has no list */
    choice_free(choice);
    tilepdb_solver_free(solver);
}

/* Simulates a search: bound 70 has `nodes` nodes, each further bound up to 84 `growth` times more,
 * and bounds from 86 on `late` times more; the solution has 100 moves. */
static tilepdb_status pretend_late(double nodes, double growth, double late,
                                   const tilepdb_solve_options *options, tilepdb_result *result) {
    memset(result, 0, sizeof *result);
    *result = (tilepdb_result){.solvable = true, .root_h = 70, .length = -1, .upper_bound = -1};
    if (options->earlier) *result = *options->earlier;
    int bound = options->earlier ? options->earlier->lower_bound : 70;
    if (options->first_bound > bound) bound = options->first_bound;
    for (;; bound += 2) {
        result->lower_bound = bound;
        if (options->max_length && bound > options->max_length) return TILEPDB_LIMIT;
        double here = nodes;
        for (int b = 70; b < bound; b += 2) here *= b < 84 ? growth : late;
        const bool stopped =
            options->max_nodes && (double)result->generated + here >= (double)options->max_nodes;
        if (stopped) here = (double)(options->max_nodes - result->generated);
        result->generated += (uint64_t)here;
        result->iterations[result->iteration_count++] =
            (tilepdb_iteration){.bound = bound, .generated = (uint64_t)here};
        if (stopped) return TILEPDB_LIMIT;
        if (bound == 100) {
            result->length = result->upper_bound = 100;
            return TILEPDB_OK;
        }
        result->lower_bound = bound + 2;
        if (options->on_bound && !options->on_bound(result, options->bound_user))
            return TILEPDB_LIMIT;
    }
}

static tilepdb_status pretend(double nodes, double growth, const tilepdb_solve_options *options,
                              tilepdb_result *result) {
    return pretend_late(nodes, growth, growth, options, result);
}

/* Creates a choice for any solution of a board that pretend_late searches. */
static struct choice *pretend_choice(const struct choice_candidate *candidates, size_t count) {
    const tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solve_options options = solve_defaults();
    struct choice *choice;
    options.any = true;
    assert_int_equal(choice_create(&goal, &goal, candidates, count, &options, &choice, NULL),
                     TILEPDB_OK);
    return choice;
}

/* Returns the first iteration that another candidate than the first has searched, or the number of
 * iterations. */
static size_t takeover(const struct choice *choice, const tilepdb_result *result) {
    size_t i = 0;
    while (i < result->iteration_count && choice_candidate(choice, i) == 0) i++;
    return i;
}

/* The third of four candidates is by far the best. It searches the last bounds, and no worse
 * candidate follows it. */
static void the_best_takes_over(void **state) {
    (void)state;
    static tilepdb_result result;
    static const double nodes[4] = {1000, 700, 60, 95}, growth[4] = {6, 6, 6, 6};
    const tilepdb_board goal = standard_goal(4, 4, 15);
    const struct choice_candidate candidates[4] = {{TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_FORWARD, 1000000, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_FORWARD, 2000000, 0, 0, 0}};
    tilepdb_solve_options options = solve_defaults();
    struct choice *choice;
    bool compared = false, taken = false;
    struct choice_search search;
    assert_int_equal(choice_create(&goal, &goal, candidates, 4, &options, &choice, NULL),
                     TILEPDB_OK);
    while (choice_next(choice, &search)) {
        if (search.candidate == 1 && !compared) {
            /* It may need three times the nodes of the first candidate. */
            compared = true;
            tilepdb_solve_options bounds = search.options;
            bounds.max_nodes = 0;
            pretend(nodes[0], growth[0], &bounds, &result);
            assert_int_equal(search.options.max_nodes, 3 * result.generated + 1);
        }
        const tilepdb_status status =
            pretend(nodes[search.candidate], growth[search.candidate], &search.options, &result);
        choice_take(choice, status, &result, NULL);
    }
    assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
    assert_true(compared);
    assert_int_equal(result.iteration_count, 16);
    for (size_t i = 0; i < result.iteration_count; i++) {
        const size_t by = choice_candidate(choice, i);
        taken |= by == 2;
        assert_true(by != 3 && (!taken || by == 2));
    }
    assert_true(taken);
    /* Nodes of comparing candidates, beside the answer's. */
    assert_true((double)choice_compared_nodes(choice) < 0.1 * (double)result.generated);
    choice_free(choice);
}

/* Nodes grow more slowly in bidirectional searches, which cheap bounds do not show. So the
 * bidirectional candidate is estimated, and chosen once its next bound needs fewer nodes; then
 * it stays. Later candidates are compared only with unidirectional ones. */
static void both_sides_are_estimated(void **state) {
    (void)state;
    static tilepdb_result result;
    static const double nodes[3] = {1000, 15000, 700}, growth[3] = {6, 4, 6};
    const struct choice_candidate candidates[3] = {
        {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
        {TILEPDB_DIRECTION_BOTH, 0, 0, 0, 0},
        {TILEPDB_DIRECTION_FORWARD, 2000000000, 0, 0, 0}};
    struct choice *choice = pretend_choice(candidates, 3);
    struct choice_search search;
    bool estimated[101] = {false};
    while (choice_next(choice, &search)) {
        if (search.estimate_bound) {
            assert_int_equal(search.candidate, 1);
            assert_false(estimated[search.estimate_bound]);
            estimated[search.estimate_bound] = true;
            double expanded = nodes[1];
            for (int b = 70; b < search.estimate_bound; b += 2) expanded *= growth[1];
            choice_take_estimate(choice, expanded);
            continue;
        }
        const tilepdb_status status =
            pretend(nodes[search.candidate], growth[search.candidate], &search.options, &result);
        choice_take(choice, status, &result, NULL);
    }
    assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
    /* A node from both sides counts twice, and 2 * 15 = 1.5^8.4, so from the ninth bound after the
     * first on. */
    assert_int_equal(result.iteration_count, 16);
    for (size_t i = 0; i < 16; i++) assert_int_equal(choice_candidate(choice, i), i < 9 ? 0 : 1);
    assert_true(estimated[88] && !estimated[90]);
    choice_free(choice);
}

/* Writes a detour from the goal and back. */
static void detour_make(int length, char moves[TILEPDB_MAX_MOVES + 1]) {
    moves[0] = '\0';
    for (int i = 0; i < length; i += 2) strcat(moves, "DU");
}

/* Submits a detour. */
static bool submit_detour(struct choice *choice, int length) {
    char moves[TILEPDB_MAX_MOVES + 1];
    detour_make(length, moves);
    return choice_submit_solution(choice, moves);
}

/* An answer of 100 moves is false if a solution of 92 moves was submitted. */
static void a_shorter_solution_refutes_the_answer(void **state) {
    (void)state;
    static tilepdb_result result;
    const struct choice_candidate candidate = {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0};
    struct choice *choice = pretend_choice(&candidate, 1);
    struct choice_search search;
    tilepdb_error error;
    assert_false(submit_detour(choice, 92));
    while (choice_next(choice, &search))
        choice_take(choice, pretend(1000, 6, &search.options, &result), &result, NULL);
    assert_int_equal(choice_answer(choice, &result, &error), TILEPDB_ERROR_INTERNAL);
    assert_int_equal(error.code, TILEPDB_MESSAGE_TABLE_FALSE);
    choice_free(choice);
}

/* Also a bound above a submitted or passed solution proves a table false, even after a limit. */
static void a_bound_above_a_solution_is_an_error(void **state) {
    (void)state;
    static tilepdb_result result;
    const struct choice_candidate candidate = {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0};
    for (int submits = 0; submits < 2; submits++) {
        struct choice *choice = pretend_choice(&candidate, 1);
        struct choice_search search;
        tilepdb_error error;
        char moves[TILEPDB_MAX_MOVES + 1];
        detour_make(80, moves);
        if (submits)
            assert_false(choice_submit_solution(choice, moves));
        else
            choice_take_upper_bound(choice, moves);
        assert_true(choice_next(choice, &search));
        search.options.max_length = 80;
        choice_take(choice, pretend(1000, 6, &search.options, &result), &result, NULL);
        assert_false(choice_next(choice, &search));
        assert_int_equal(choice_answer(choice, &result, &error), TILEPDB_ERROR_INTERNAL);
        assert_int_equal(error.code, TILEPDB_MESSAGE_TABLE_FALSE);
        choice_free(choice);
    }
}

/* A search that ends before it begins, such as one without time for its tables, keeps the bounds of
 * earlier searches. */
static void a_search_that_did_not_begin_keeps_the_bounds(void **state) {
    (void)state;
    static tilepdb_result result;
    static const tilepdb_result none = {
        .solvable = true, .root_h = -1, .length = -1, .upper_bound = -1};
    const tilepdb_board goal = standard_goal(4, 4, 15);
    const struct choice_candidate candidate = {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0};
    tilepdb_solve_options options = solve_defaults();
    struct choice *choice;
    struct choice_search search;
    assert_int_equal(choice_create(&goal, &goal, &candidate, 1, &options, &choice, NULL),
                     TILEPDB_OK);
    assert_true(choice_next(choice, &search));
    search.options.max_length = 80;
    choice_take(choice, pretend(1000, 6, &search.options, &result), &result, NULL);
    assert_true(choice_next(choice, &search));
    choice_take(choice, TILEPDB_LIMIT, &none, NULL);
    assert_false(choice_next(choice, &search));
    tilepdb_error error;
    assert_int_equal(choice_answer(choice, &result, &error), TILEPDB_LIMIT);
    assert_int_equal(result.lower_bound, 82);
    assert_int_equal(result.iteration_count, 6);
    assert_true(error.message[0] != '\0');
    choice_free(choice);
}

/* With a solution of 100 moves, the bidirectional candidate is estimated for bound 98, and pays off
 * although it costs more than each of the next bounds. */
static void a_longer_solution_shows_the_last_bound(void **state) {
    (void)state;
    static tilepdb_result result;
    static const double nodes[2] = {1000, 15000}, growth[2] = {6, 4};
    const struct choice_candidate candidates[2] = {{TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_BOTH, 1000000000, 0, 0, 0}};
    for (int known = 0; known < 2; known++) {
        struct choice *choice = pretend_choice(candidates, 2);
        struct choice_search search;
        int estimates = 0;
        if (known) assert_false(submit_detour(choice, 100));
        while (choice_next(choice, &search)) {
            if (search.estimate_bound) {
                estimates++;
                if (known) assert_int_equal(search.estimate_bound, 98);
                double expanded = nodes[1];
                for (int b = 70; b < search.estimate_bound; b += 2) expanded *= growth[1];
                choice_take_estimate(choice, expanded);
                continue;
            }
            const tilepdb_status status = pretend(nodes[search.candidate], growth[search.candidate],
                                                  &search.options, &result);
            choice_take(choice, status, &result, NULL);
        }
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
        const size_t first = takeover(choice, &result);
        assert_true(first < result.iteration_count);
        assert_true(known ? estimates == 1 && first < 7 : first >= 9);
        choice_free(choice);
    }
}

/* Larger tables cost 3.8e14 nodes and need a tenth of the nodes: 7.8e12 instead of 7.8e13 in bound
 * 98, and 4.7e13 instead of 4.7e14 in bound 100. Without a solution two bounds count, after a vain
 * search for one only the next bound. A solution's own bound counts half. */
static void larger_tables_are_made_if_they_pay_off(void **state) {
    (void)state;
    static tilepdb_result result;
    static const struct {
        bool told;
        int length;
        size_t takeover;
    } cases[] = {{false, 0, 14}, {true, 0, 15}, {true, 100, 16}, {true, 120, 14}};
    const struct choice_candidate candidates[2] = {
        {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
        {TILEPDB_DIRECTION_FORWARD, UINT64_C(380000000000000), 0, 10, 0}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct choice *choice = pretend_choice(candidates, 2);
        struct choice_search search;
        char moves[TILEPDB_MAX_MOVES + 1];
        detour_make(cases[c].length, moves);
        if (cases[c].told) choice_take_upper_bound(choice, cases[c].length ? moves : NULL);
        /* Neither a longer solution nor one of another board changes anything. */
        if (cases[c].told) choice_take_upper_bound(choice, "DUDUDUD");
        detour_make(200, moves);
        if (cases[c].length) choice_take_upper_bound(choice, moves);
        while (choice_next(choice, &search))
            choice_take(choice, pretend(search.candidate ? 100 : 1000, 6, &search.options, &result),
                        &result, NULL);
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
        assert_int_equal(result.length, 100);
        assert_int_equal(takeover(choice, &result), cases[c].takeover);
        choice_free(choice);
    }
}

/* Larger tables that cost less than samples from both sides are made first; otherwise the samples
 * come first, and both sides take over only if they are also better than the larger tables should
 * be. */
static void the_cheaper_of_larger_tables_and_samples_is_first(void **state) {
    (void)state;
    static tilepdb_result result;
    static const struct {
        uint64_t cost;
        double sampled;
        size_t first, last;
    } cases[] = {{1000000, 1e12, 2, 1}, {30000000, 1e12, 1, 1}, {30000000, 1e13, 1, 2}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct choice_candidate candidates[3] = {
            {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
            {TILEPDB_DIRECTION_BOTH, 10000000, 0, 0, 0},
            {TILEPDB_DIRECTION_FORWARD, cases[c].cost, 0, 10, 0}};
        struct choice *choice = pretend_choice(candidates, 3);
        struct choice_search search;
        size_t first = 0, last = 0;
        assert_false(submit_detour(choice, 100));
        while (choice_next(choice, &search)) {
            if (first == 0) first = search.candidate;
            if (search.options.on_bound) last = search.candidate;
            if (search.estimate_bound) {
                choice_take_estimate(choice, cases[c].sampled);
                continue;
            }
            choice_take(choice,
                        pretend(search.candidate == 2 ? 100 : 1000, 6, &search.options, &result),
                        &result, NULL);
        }
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
        assert_int_equal(first, cases[c].first);
        assert_int_equal(last, cases[c].last);
        choice_free(choice);
    }
}

/* A bidirectional candidate whose samples lose is taken without further samples once the nodes of
 * the incumbent grow faster than before. */
static void a_loser_is_taken_if_nodes_grow_faster(void **state) {
    (void)state;
    static tilepdb_result result;
    const struct choice_candidate candidates[2] = {{TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                   {TILEPDB_DIRECTION_BOTH, 1000000000, 0, 0, 0}};
    for (int late = 6; late <= 12; late += 6) {
        struct choice *choice = pretend_choice(candidates, 2);
        struct choice_search search;
        int estimates = 0;
        assert_false(submit_detour(choice, 100));
        while (choice_next(choice, &search)) {
            if (search.estimate_bound) {
                estimates++;
                choice_take_estimate(choice, 5e13); /* 1000 * 6^14 is 7.8e13 */
                continue;
            }
            const tilepdb_status status =
                search.candidate ? pretend(1000, 5, &search.options, &result)
                                 : pretend_late(1000, 6, late, &search.options, &result);
            choice_take(choice, status, &result, NULL);
        }
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
        const size_t first = takeover(choice, &result);
        assert_int_equal(estimates, 1);
        if (late == 6)
            assert_int_equal(first, result.iteration_count);
        else
            assert_true(first > 8 && first < 14);
        choice_free(choice);
    }
}

/* A unidirectional candidate after a bidirectional first one is not tried. If the best
 * unidirectional candidate is lost, the leader goes on without it. Counts as in
 * both_sides_are_estimated. */
static void both_sides_go_on_alone(void **state) {
    (void)state;
    static tilepdb_result result;
    static const tilepdb_direction orders[2][3] = {
        {TILEPDB_DIRECTION_BOTH, TILEPDB_DIRECTION_BOTH, TILEPDB_DIRECTION_FORWARD},
        {TILEPDB_DIRECTION_FORWARD, TILEPDB_DIRECTION_BOTH, TILEPDB_DIRECTION_FORWARD}};
    static const double nodes[3] = {15000, 15000, 700}, growth[3] = {6, 4, 6};
    for (size_t order = 0; order < 2; order++) {
        struct choice_candidate candidates[3];
        struct choice_search search;
        bool searched[3] = {false};
        for (size_t i = 0; i < 3; i++)
            candidates[i] =
                (struct choice_candidate){orders[order][i], i == 2 ? 2000000000 : 0, 0, 0, 0};
        struct choice *choice = pretend_choice(candidates, 3);
        for (int steps = 0; choice_next(choice, &search); steps++) {
            assert_true(steps < 100);
            double expanded = nodes[search.candidate];
            for (int b = 70; b < search.estimate_bound; b += 2)
                expanded *= growth[search.candidate];
            if (search.estimate_bound) {
                choice_take_estimate(choice, expanded);
            } else if (searched[1] && search.candidate == 0) {
                choice_drop(choice);
            } else {
                searched[search.candidate] = true;
                const tilepdb_status status = pretend(
                    nodes[search.candidate], growth[search.candidate], &search.options, &result);
                choice_take(choice, status, &result, NULL);
            }
        }
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_OK);
        assert_true(searched[1] && !searched[2]);
        choice_free(choice);
    }
}

/* An impossible result ends the choice, since it keeps counts by bound. */
static void false_results_end_a_choice(void **state) {
    (void)state;
    static const int bounds[] = {-2, 1 << 20, TILEPDB_MAX_MOVES + 1};
    static tilepdb_result result;
    const tilepdb_board goal = standard_goal(3, 3, 8);
    const struct choice_candidate candidate = {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0};
    struct choice_search search;
    tilepdb_solve_options options = solve_defaults();
    for (size_t i = 0; i <= sizeof bounds / sizeof *bounds; i++) {
        struct choice *choice;
        result = (tilepdb_result){.solvable = true, .lower_bound = 1 << 21, .iteration_count = 1};
        if (i < sizeof bounds / sizeof *bounds)
            result.iterations[0].bound = bounds[i];
        else
            memset(result.moves, 'U', sizeof result.moves);
        assert_int_equal(choice_create(&goal, &goal, &candidate, 1, &options, &choice, NULL), 0);
        assert_true(choice_next(choice, &search));
        choice_take(choice, TILEPDB_LIMIT, &result, NULL);
        assert_false(choice_next(choice, &search));
        assert_int_equal(choice_answer(choice, &result, NULL), TILEPDB_ERROR_ARGUMENT);
        choice_free(choice);
    }
}

static void bad_arguments_are_refused(void **state) {
    (void)state;
    const tilepdb_board goal = standard_goal(3, 3, 8), large = standard_goal(4, 4, 15);
    struct choice_candidate candidates[CHOICE_MAX_CANDIDATES + 1] = {
        {TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0}};
    static const tilepdb_result earlier;
    tilepdb_solve_options options;
    struct choice *choice = NULL;
    tilepdb_solve_options_init(&options);
    tilepdb_solve_options bad[] = {options, options, options, options, options};
    const tilepdb_status refused = TILEPDB_ERROR_ARGUMENT;
    assert_int_equal(choice_create(&goal, &goal, candidates, 0, &options, &choice, NULL), refused);
    assert_int_equal(
        choice_create(&goal, &goal, candidates, CHOICE_MAX_CANDIDATES + 1, &options, &choice, NULL),
        refused);
    assert_int_equal(choice_create(&goal, &large, candidates, 1, &options, &choice, NULL), refused);
    bad[0].max_nodes = 5;
    bad[1].solutions = TILEPDB_SOLUTIONS_ALL;
    bad[2].first_bound = 2;
    bad[3].earlier = &earlier;
    bad[4].on_bound = offer_between;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const tilepdb_status status =
            choice_create(&goal, &goal, candidates, 1, &bad[i], &choice, NULL);
        assert_int_equal(status, refused);
    }
    candidates[1].direction = (tilepdb_direction)3;
    assert_int_equal(choice_create(&goal, &goal, candidates, 2, &options, &choice, NULL), refused);
    assert_null(choice);
    choice_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backward_finds_the_first),
        cmocka_unit_test(a_search_goes_on),
        cmocka_unit_test(false_results_are_refused),
        cmocka_unit_test(bounds_that_do_not_ascend_are_refused),
        cmocka_unit_test(a_choice_has_the_same_answer),
        cmocka_unit_test(absent_candidates_are_left_out),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_solution_can_be_offered),
        cmocka_unit_test(disagreement_is_an_error),
        cmocka_unit_test(the_best_takes_over),
        cmocka_unit_test(both_sides_are_estimated),
        cmocka_unit_test(a_longer_solution_shows_the_last_bound),
        cmocka_unit_test(a_shorter_solution_refutes_the_answer),
        cmocka_unit_test(a_bound_above_a_solution_is_an_error),
        cmocka_unit_test(a_search_that_did_not_begin_keeps_the_bounds),
        cmocka_unit_test(larger_tables_are_made_if_they_pay_off),
        cmocka_unit_test(the_cheaper_of_larger_tables_and_samples_is_first),
        cmocka_unit_test(a_loser_is_taken_if_nodes_grow_faster),
        cmocka_unit_test(both_sides_go_on_alone),
        cmocka_unit_test(false_results_end_a_choice),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
