/*
 * Boards of 3x7, 2x9 and 5x4, upright and on their sides, against breadth-first search on plain
 * arrays, which counts the shortest paths to each board:
 *
 * - near boards: all of the first layers around the goal;
 * - far boards: random ones, with layers from the board and from the goal until they meet.
 *
 * Tables of several kinds and the heuristics without tables must find the length and the number of
 * shortest solutions. The list of the solutions of a far board is sorted, so the first of the list
 * is the first in the move order, which is also the answer of a search for one solution.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define MOST_CELLS 24
#define NEAR       1500 /* boards of complete layers around a goal, or a few more */
#define FAR        16   /* boards of each goal */
#define WALK       30   /* moves of the longest random walk from the goal */

/* ---- breadth-first search -------------------------------------------------------------------- */

struct position {
    uint8_t cells[MOST_CELLS];
    uint64_t ways; /* shortest paths from the first layer */
};

/* The positions at one distance, in the order of their cells. */
struct layer {
    struct position *at;
    size_t count;
};

static int positions_compare(const void *a, const void *b) {
    return memcmp(((const struct position *)a)->cells, ((const struct position *)b)->cells,
                  MOST_CELLS);
}

static struct layer layer_of(const tilepdb_board *board) {
    struct layer layer = {calloc(1, sizeof *layer.at), 1};
    if (!layer.at) exit(1);
    for (int cell = 0; cell < board->width * board->height; cell++)
        layer.at->cells[cell] = (uint8_t)board->cells[cell];
    layer.at->ways = 1;
    return layer;
}

static tilepdb_board board_at(const struct position *position, int width, int height) {
    tilepdb_board board = {.width = (uint8_t)width, .height = (uint8_t)height};
    for (int cell = 0; cell < width * height; cell++) board.cells[cell] = position->cells[cell];
    return board;
}

static const struct position *layer_find(const struct layer *layer,
                                         const struct position *position) {
    return layer->count
               ? bsearch(position, layer->at, layer->count, sizeof *position, positions_compare)
               : NULL;
}

static size_t neighbours(const struct position *position, int width, int height,
                         struct position *next) {
    const int blank =
        (int)((const uint8_t *)memchr(position->cells, 0, MOST_CELLS) - position->cells);
    const int steps[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    size_t count = 0;
    for (int i = 0; i < 4; i++) {
        const int x = blank % width + steps[i][0], y = blank / width + steps[i][1];
        if (x < 0 || x >= width || y < 0 || y >= height) continue;
        next[count] = *position;
        next[count].cells[blank] = position->cells[y * width + x];
        next[count++].cells[y * width + x] = 0;
    }
    return count;
}

/* Adds up the paths to equal positions, which are adjacent. */
static void layer_join(struct layer *layer) {
    size_t kept = 0;
    for (size_t i = 0; i < layer->count; i++)
        if (kept && positions_compare(&layer->at[kept - 1], &layer->at[i]) == 0)
            layer->at[kept - 1].ways += layer->at[i].ways;
        else
            layer->at[kept++] = layer->at[i];
    layer->count = kept;
}

/* A move changes the parity of the distance, so a neighbour that is not in layer `before` is in the
 * next layer. */
static struct layer layer_next(const struct layer *layer, const struct layer *before, int width,
                               int height) {
    struct layer next = {malloc(4 * layer->count * sizeof *next.at), 0};
    if (!next.at) exit(1);
    for (size_t i = 0; i < layer->count; i++) {
        struct position found[4];
        const size_t count = neighbours(&layer->at[i], width, height, found);
        for (size_t j = 0; j < count; j++)
            if (!layer_find(before, &found[j])) next.at[next.count++] = found[j];
    }
    qsort(next.at, next.count, sizeof *next.at, positions_compare);
    layer_join(&next);
    return next;
}

/* The layers around a board, of which the last two are kept. */
struct ball {
    int width, height, depth;
    struct layer before, last;
};

static struct ball ball_of(const tilepdb_board *board) {
    return (struct ball){.width = board->width, .height = board->height, .last = layer_of(board)};
}

static void ball_grow(struct ball *ball) {
    struct layer next = layer_next(&ball->last, &ball->before, ball->width, ball->height);
    free(ball->before.at);
    ball->before = ball->last;
    ball->last = next;
    ball->depth++;
}

static void ball_free(struct ball *ball) {
    free(ball->before.at);
    free(ball->last.at);
}

/* Returns how many paths cross from one last layer to the other. */
static uint64_t balls_meet(const struct ball *a, const struct ball *b) {
    uint64_t ways = 0;
    for (size_t i = 0; i < a->last.count; i++) {
        const struct position *other = layer_find(&b->last, &a->last.at[i]);
        if (other) ways += a->last.at[i].ways * other->ways;
    }
    return ways;
}

/* A shortest path passes through one position of each layer, so it is counted where the last layers
 * meet first. Returns the distance. */
static int distance_find(const tilepdb_board *board, const tilepdb_board *goal, uint64_t *ways) {
    struct ball from = ball_of(board), to = ball_of(goal);
    while ((*ways = balls_meet(&from, &to)) == 0)
        ball_grow(from.last.count < to.last.count ? &from : &to);
    const int distance = from.depth + to.depth;
    ball_free(&from);
    ball_free(&to);
    return distance;
}

/* ---- solvers --------------------------------------------------------------------------------- */

/* One goal and its solvers: with tables, by Manhattan distance, by linear conflict. */
enum { TABLES, MANHATTAN, CONFLICT, SOLVERS };
static const char *const names[SOLVERS] = {"tables", "Manhattan", "conflict"};

struct goal {
    char what[80];
    tilepdb_board board;
    struct solving solving;
    tilepdb_solver *solver[SOLVERS];
};

static tilepdb_solver *without_tables(const tilepdb_board *goal, tilepdb_heuristic heuristic) {
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_solver_options_init(&options);
    options.heuristic = heuristic;
    if (tilepdb_solver_create(goal, &options, &solver, NULL)) exit(1);
    return solver;
}

static void goal_open(struct goal *goal, int width, int height, const char *partition,
                      int goal_blank, tilepdb_kind kind) {
    snprintf(goal->what, sizeof goal->what, "%dx%d, goal %d", width, height, goal_blank);
    if (tilepdb_goal(width, height, goal_blank, &goal->board, NULL)) exit(1);
    solving_open(&goal->solving, NULL, partition, kind, &goal->board, goal_blank, true);
    goal->solver[TABLES] = goal->solving.solver;
    goal->solver[MANHATTAN] = without_tables(&goal->board, TILEPDB_HEURISTIC_MANHATTAN);
    goal->solver[CONFLICT] = without_tables(&goal->board, TILEPDB_HEURISTIC_LINEAR_CONFLICT);
}

static void goal_close(struct goal *goal) {
    tilepdb_solver_free(goal->solver[MANHATTAN]);
    tilepdb_solver_free(goal->solver[CONFLICT]);
    solving_close(&goal->solving);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* The solutions of a board, as a search lists them. */
struct list {
    const tilepdb_board *board, *goal;
    char first[TILEPDB_MAX_MOVES + 1], last[TILEPDB_MAX_MOVES + 1];
    uint64_t count;
    bool sorted, solve;
};

/* Returns true if `a` is before `b` in the move order, for texts of the same length. */
static bool is_before(const char *a, const char *b) {
    static const char order[] = "DRLU"; /* the blank goes up, left, right, down */
    while (*a && *a == *b) a++, b++;
    return *a && *b && strchr(order, *a) < strchr(order, *b);
}

static bool list_add(const char *moves, void *user) {
    struct list *list = user;
    tilepdb_board board = *list->board;
    if (list->count++ == 0)
        strcpy(list->first, moves);
    else if (!is_before(list->last, moves))
        list->sorted = false;
    strcpy(list->last, moves);
    if (tilepdb_board_play(&board, moves, NULL) || memcmp(&board, list->goal, sizeof board) != 0)
        list->solve = false;
    return true;
}

static void count_check(const struct goal *goal, const tilepdb_board *board, int distance,
                        uint64_t ways, int s) {
    tilepdb_result result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.solutions = TILEPDB_SOLUTIONS_COUNT;
    const tilepdb_status status = tilepdb_solve(goal->solver[s], board, &options, &result, NULL);
    expect(!status && result.length == distance && result.solution_count == ways,
           "%s, %s: status %d, %d moves, %llu solutions, should be %d moves, %llu", goal->what,
           names[s], (int)status, result.length, (unsigned long long)result.solution_count,
           distance, (unsigned long long)ways);
}

static void list_check(const struct goal *goal, const tilepdb_board *board, int distance,
                       uint64_t ways, int s) {
    tilepdb_result result;
    tilepdb_solve_options options;
    struct list list = {.board = board, .goal = &goal->board, .sorted = true, .solve = true};
    tilepdb_solve_options_init(&options);
    tilepdb_status status = tilepdb_solve(goal->solver[s], board, &options, &result, NULL);
    expect(!status && result.length == distance, "%s, %s: status %d, %d moves, should be %d",
           goal->what, names[s], (int)status, result.length, distance);
    options.solutions = TILEPDB_SOLUTIONS_ALL;
    options.on_solution = list_add;
    options.user = &list;
    char first[TILEPDB_MAX_MOVES + 1];
    strcpy(first, result.moves);
    status = tilepdb_solve(goal->solver[s], board, &options, &result, NULL);
    expect(!status && list.count == ways && list.sorted && list.solve &&
               strcmp(list.first, first) == 0,
           "%s, %s: the list has %llu solutions, should be %llu; sorted: %d, all solve: %d; first "
           "%s, alone %s",
           goal->what, names[s], (unsigned long long)list.count, (unsigned long long)ways,
           list.sorted, list.solve, list.first, first);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static uint64_t total, most; /* solutions of all far boards, and of one */
static int longest;          /* distance of a far board */

static void near_boards(const struct goal *goal) {
    struct ball ball = ball_of(&goal->board);
    size_t boards = 0;
    for (; boards < NEAR; ball_grow(&ball)) {
#pragma omp parallel for schedule(dynamic, 64)
        for (size_t i = 0; i < ball.last.count; i++) {
            const struct position *position = &ball.last.at[i];
            const tilepdb_board board = board_at(position, ball.width, ball.height);
            for (int s = 0; s < SOLVERS; s++)
                count_check(goal, &board, ball.depth, position->ways, s);
        }
        boards += ball.last.count;
    }
    printf("%s: %zu boards of the first %d layers", goal->what, boards, ball.depth);
    ball_free(&ball);
}

static void far_boards(const struct goal *goal, tilepdb_random *random) {
    tilepdb_board boards[FAR];
    int farthest = 0;
    for (int i = 0; i < FAR; i++) {
        boards[i] = goal->board;
        if (tilepdb_board_walk(random, WALK - i, &boards[i])) exit(1);
    }
#pragma omp parallel for schedule(dynamic, 1) reduction(max : farthest)
    for (int i = 0; i < FAR; i++) {
        uint64_t ways;
        const int distance = distance_find(&boards[i], &goal->board, &ways);
        for (int s = 0; s < SOLVERS; s++) {
            count_check(goal, &boards[i], distance, ways, s);
            list_check(goal, &boards[i], distance, ways, s);
        }
        if (distance > farthest) farthest = distance;
#pragma omp critical
        {
            total += ways;
            if (ways > most) most = ways;
        }
    }
    if (farthest > longest) longest = farthest;
    printf(", %d of at most %d moves\n", FAR, farthest);
}

int main(void) {
    static const struct {
        int width, height, blanks[2];
        const char *partition;
    } shapes[] = {
        {3, 7, {20, 10}, "1-4/5-8/9-12/13-16/17-20"}, {7, 3, {0, 5}, "1-4/5-8/9-12/13-16/17-20"},
        {2, 9, {17, 6}, "1-4/5-8/9-12/13-17"},        {9, 2, {0, 4}, "1-4/5-8/9-12/13-17"},
        {5, 4, {19, 7}, "1-4/5-8/9-12/13-16/17-19"},  {4, 5, {0, 9}, "1-4/5-8/9-12/13-16/17-19"}};
    const tilepdb_kind kinds[] = {AWARE_BIT, AWARE_NIBBLE, PROJECTED_NIBBLE};
    tilepdb_random random;
    tilepdb_random_seed(&random, 37);
    const double start = seconds_now();
    for (int i = 0; i < 12; i++) {
        static struct goal goal;
        goal_open(&goal, shapes[i / 2].width, shapes[i / 2].height, shapes[i / 2].partition,
                  shapes[i / 2].blanks[i % 2], kinds[i % 3]);
        near_boards(&goal);
        far_boards(&goal, &random);
        goal_close(&goal);
    }
    printf("%llu solutions of far boards, at most %llu of one; %.1f s\n", (unsigned long long)total,
           (unsigned long long)most, seconds_now() - start);
    expect(longest >= 26, "the far boards have at most %d moves", longest);
    expect(most > 1, "no far board has two shortest solutions");
    return failures() != 0;
}
