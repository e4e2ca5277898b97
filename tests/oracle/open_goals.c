/*
 * Open goals, looked up and searched, against breadth-first search on plain arrays, from all boards
 * of the goal: random goals with 0 to all cells open and tiles that all differ or have 1 to 5
 * numbers, on all shapes of 4 to 12 cells, in both metrics. Lengths, numbers of shortest solutions,
 * the first of them in the move order, and boards without a solution must agree.
 *
 * Solutions that are longer than the shortest, of boards of 3x3, against depth-first search without
 * tables.
 *
 * A board is packed with four bits for each cell: what the goal sees there.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "tilepdb_engine.h"

#define MOST_CELLS  12
#define MOST_STATES 250000 /* boards that a goal may tell apart */
#define GOALS       400
#define BOARDS      50 /* of each goal */
#define SEARCHED    6  /* of them, also by an engine whose memory lacks room for the exact table */
#define LARGE       2000 /* boards that a goal tells apart, to be searched */
#define LONGER      200  /* boards of 3x3 whose longer solutions are counted */
#define REST        14   /* what the goal sees of tiles that it does not name */

static uint64_t random_state = 1;

static unsigned random_below(unsigned most) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(random_state >> 33) % most;
}

/* ---- breadth-first search -------------------------------------------------------------------- */

struct state {
    uint64_t cells; /* 0: no state; a packed board has a tile */
    uint64_t ways;
    int distance;
};

static struct {
    int width, height, cells;
    bool multi;
    struct state *at; /* hash table */
    size_t capacity, count;
    uint64_t *queue;
} search;

static unsigned cell_at(uint64_t state, int cell) {
    return (unsigned)(state >> 4 * cell & 15);
}

static struct state *state_find(uint64_t cells) {
    size_t at = (size_t)((cells * UINT64_C(0x9E3779B97F4A7C15)) >> 20) % search.capacity;
    while (search.at[at].cells != 0 && search.at[at].cells != cells)
        at = (at + 1) % search.capacity;
    return &search.at[at];
}

static void state_reach(uint64_t cells, int distance, uint64_t ways) {
    struct state *state = state_find(cells);
    if (state->cells == 0) {
        *state = (struct state){.cells = cells, .distance = distance};
        search.queue[search.count++] = cells;
    }
    if (state->distance == distance) state->ways += ways;
}

/* Writes the boards after all moves, in the move order. Returns their number. `ways` receives the
 * letters of tiles that move. */
static int neighbours(uint64_t state, uint64_t *next, int *slide, char *letter) {
    const int steps[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    int blank = 0, count = 0;
    while (cell_at(state, blank) != 0) blank++;
    for (int way = 0; way < 4; way++) {
        uint64_t moved = state;
        int from = blank;
        for (int tiles = 1; tiles == 1 || search.multi; tiles++) {
            const int x = from % search.width + steps[way][0];
            const int y = from / search.width + steps[way][1];
            if (x < 0 || x >= search.width || y < 0 || y >= search.height) break;
            const int to = y * search.width + x;
            const uint64_t tile = cell_at(moved, to);
            moved = (moved & ~(UINT64_C(15) << 4 * to)) | tile << 4 * from;
            from = to;
            next[count] = moved;
            slide[count] = tiles;
            letter[count++] = "DRLU"[way];
        }
    }
    return count;
}

/* Fills the cells from `cell` on with what is left of each tile. */
static void goals_reach(const tilepdb_board *goal, uint64_t state, unsigned *left, int cell) {
    if (cell == search.cells) {
        state_reach(state, 0, 1);
        return;
    }
    for (unsigned seen = 0; seen < 16; seen++) {
        const bool wanted = goal->cells[cell] == TILEPDB_ANY_TILE || goal->cells[cell] == seen;
        if (!wanted || left[seen] == 0) continue;
        left[seen]--;
        goals_reach(goal, state | (uint64_t)seen << 4 * cell, left, cell + 1);
        left[seen]++;
    }
}

static void search_run(void) {
    for (size_t i = 0; i < search.count; i++) {
        const struct state from = *state_find(search.queue[i]);
        uint64_t next[32];
        int slide[32];
        char letter[32];
        const int count = neighbours(from.cells, next, slide, letter);
        for (int k = 0; k < count; k++) state_reach(next[k], from.distance + 1, from.ways);
    }
}

/* ---- goals and boards ------------------------------------------------------------------------ */

static bool names(const tilepdb_board *goal, unsigned number) {
    for (int cell = 0; cell < search.cells; cell++)
        if (goal->cells[cell] == number) return true;
    return false;
}

static unsigned seen_of(const tilepdb_board *goal, unsigned number) {
    return number == 0 || names(goal, number) ? number : REST;
}

static uint64_t pack(const tilepdb_board *goal, const tilepdb_board *board) {
    uint64_t state = 0;
    for (int cell = 0; cell < search.cells; cell++)
        state |= (uint64_t)seen_of(goal, board->cells[cell]) << 4 * cell;
    return state;
}

static void shuffle(tilepdb_board *board) {
    for (unsigned left = (unsigned)search.cells; left > 1; left--) {
        const unsigned other = random_below(left);
        const uint16_t tile = board->cells[other];
        board->cells[other] = board->cells[left - 1];
        board->cells[left - 1] = tile;
    }
}

/* Returns how many boards the goal tells apart, at most. */
static double states_count(const tilepdb_board *goal, const tilepdb_board *board) {
    unsigned count[16] = {0};
    double states = 1;
    for (int cell = 0; cell < search.cells; cell++)
        states = states * (cell + 1) / ++count[seen_of(goal, board->cells[cell])];
    return states;
}

/* Draws a size, a board and an open goal. */
static void goal_draw(tilepdb_board *goal, tilepdb_board *board) {
    do {
        do {
            search.width = 2 + (int)random_below(5);
            search.height = 2 + (int)random_below(5);
            search.cells = search.width * search.height;
        } while (search.cells > MOST_CELLS);
        const unsigned numbers = random_below(6); /* 0: all tiles differ */
        *board = (tilepdb_board){.width = (uint8_t)search.width, .height = (uint8_t)search.height};
        for (int cell = 1; cell < search.cells; cell++)
            board->cells[cell] = (uint16_t)(numbers ? 1 + random_below(numbers) : (unsigned)cell);
        for (int cell = 1; cell < search.cells; cell++)
            if (board->cells[cell] >= search.cells) board->cells[cell] = 1;
        *goal = *board;
        shuffle(goal);
        const unsigned open = random_below((unsigned)search.cells + 1);
        for (unsigned i = 0; i < open; i++)
            goal->cells[random_below((unsigned)search.cells)] = TILEPDB_ANY_TILE;
    } while (!tilepdb_goal_is_open(goal) || states_count(goal, board) > MOST_STATES);
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* Writes the first of the shortest solutions. */
static void first_write(uint64_t state, char *moves) {
    int distance = state_find(state)->distance;
    while (distance-- > 0) {
        uint64_t next[32];
        int slide[32], i = 0;
        char letter[32];
        neighbours(state, next, slide, letter);
        while (state_find(next[i])->distance != distance) i++;
        state = next[i];
        for (int k = 0; k < slide[i]; k++) *moves++ = letter[i];
    }
    *moves = '\0';
}

static unsigned searched, too_large;

static void board_compare(tilepdb_engine *engine, const tilepdb_board *goal,
                          const tilepdb_board *board) {
    char text[TILEPDB_BOARD_TEXT], goal_text[TILEPDB_BOARD_TEXT], moves[TILEPDB_MAX_MOVES + 1];
    const struct state *state = state_find(pack(goal, board));
    tilepdb_engine_request request;
    tilepdb_answer *answer = NULL;
    tilepdb_error error;
    tilepdb_engine_request_init(&request);
    request.board = board;
    request.goal = goal;
    request.metric = search.multi ? TILEPDB_METRIC_MULTI : TILEPDB_METRIC_SINGLE;
    if (state->ways > 0 && state->ways < 1000) request.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, &error);
    tilepdb_board_format(board, true, text);
    tilepdb_board_format(goal, true, goal_text);
    if (state->cells == 0) {
        expect(status == TILEPDB_UNSOLVABLE, "%s to %s: status %d, not unsolvable", text, goal_text,
               status);
    } else if (status == TILEPDB_ERROR_TOO_LARGE) {
        too_large++; /* even a table of one colour */
    } else if (status) {
        expect(false, "%s to %s: %s", text, goal_text, error.message);
    } else {
        first_write(state->cells, moves);
        expect(answer->result->length == state->distance, "%s to %s: length %d, not %d", text,
               goal_text, answer->result->length, state->distance);
        expect(strcmp(answer->moves, moves) == 0, "%s to %s: moves %s, not %s", text, goal_text,
               answer->moves, moves);
        if (request.search.solutions)
            expect(answer->result->solution_count == state->ways,
                   "%s to %s: %llu solutions, not "
                   "%llu",
                   text, goal_text, (unsigned long long)answer->result->solution_count,
                   (unsigned long long)state->ways);
    }
    tilepdb_answer_free(answer);
}

/* Returns an engine whose memory has no room for an exact table of `states` boards. A board takes 8
 * bytes, divided by the number of cells, and tables get half of the memory. */
static tilepdb_engine *engine_small(double states) {
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.memory_limit = (uint64_t)(16 * states / search.cells + 0.5) - 2;
    if (tilepdb_engine_create(&options, &engine, NULL)) exit(1);
    return engine;
}

static unsigned goal_compare(tilepdb_engine *engine) {
    tilepdb_board goal, board;
    unsigned left[16] = {0}, unsolvable = 0;
    goal_draw(&goal, &board);
    search.multi = random_below(2);
    search.count = 0;
    search.capacity = (size_t)(2 * states_count(&goal, &board)) + 16;
    search.at = calloc(search.capacity, sizeof *search.at);
    search.queue = malloc(search.capacity * sizeof *search.queue);
    if (!search.at || !search.queue) exit(1);
    for (int cell = 0; cell < search.cells; cell++) left[seen_of(&goal, board.cells[cell])]++;
    goals_reach(&goal, 0, left, 0);
    search_run();
    tilepdb_engine *small = engine_small(states_count(&goal, &board));
    for (int i = 0; i < BOARDS; i++) {
        shuffle(&board);
        board_compare(engine, &goal, &board);
        if (i < SEARCHED && states_count(&goal, &board) >= LARGE) {
            board_compare(small, &goal, &board);
            searched++;
        }
        unsolvable += state_find(pack(&goal, &board))->cells == 0;
    }
    tilepdb_engine_free(small);
    free(search.at);
    free(search.queue);
    return unsolvable;
}

/* ---- longer solutions ------------------------------------------------------------------------ */

/* Depth-first search on 3x3 with the Manhattan distance. */
static struct {
    uint64_t path[64];
    int most, shortest;
    uint64_t count;
} longer;

static int manhattan(uint64_t state) {
    int sum = 0;
    for (int cell = 0; cell < 9; cell++) {
        const int home = (int)cell_at(state, cell) - 1;
        if (home >= 0) sum += abs(home % 3 - cell % 3) + abs(home / 3 - cell / 3);
    }
    return sum;
}

static void paths_count(int made) {
    uint64_t next[32];
    int slide[32];
    char letter[32];
    const uint64_t state = longer.path[made];
    if (manhattan(state) == 0) {
        longer.count++;
        if (made < longer.shortest) longer.shortest = made;
        return;
    }
    const int count = neighbours(state, next, slide, letter);
    for (int i = 0; i < count; i++) {
        bool twice = false;
        for (int k = 0; k < made && !twice; k++) twice = longer.path[k] == next[i];
        if (twice || made + 1 + manhattan(next[i]) > longer.most) continue;
        longer.path[made + 1] = next[i];
        paths_count(made + 1);
    }
}

static void longer_compare(tilepdb_engine *engine, const tilepdb_board *board, int beyond) {
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board goal;
    tilepdb_engine_request request;
    tilepdb_answer *answer = NULL;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    tilepdb_engine_request_init(&request);
    request.board = board;
    request.beyond = beyond;
    request.search.solutions = TILEPDB_SOLUTIONS_COUNT;
    tilepdb_board_format(board, true, text);
    if (tilepdb_engine_solve(engine, &request, &answer, NULL)) {
        expect(false, "%s: no answer", text);
        return;
    }
    longer.most = answer->result->length + beyond;
    longer.shortest = longer.most + 1;
    longer.count = 0;
    longer.path[0] = pack(&goal, board);
    paths_count(0);
    expect(longer.shortest == answer->result->length &&
               longer.count == answer->result->solution_count,
           "%s: %d, %llu solutions, not %d, %llu", text, answer->result->length,
           (unsigned long long)answer->result->solution_count, longer.shortest,
           (unsigned long long)longer.count);
    tilepdb_answer_free(answer);
}

static void longer_solutions(tilepdb_engine *engine) {
    tilepdb_board goal, board = {3, 3, {8, 7, 6, 5, 4, 3, 2, 1, 0}};
    tilepdb_random random;
    tilepdb_goal(3, 3, 8, &goal, NULL);
    tilepdb_random_seed(&random, 1);
    search.width = search.height = 3;
    search.cells = 9;
    search.multi = false;
    longer_compare(engine, &board, 2);
    printf("%s: %llu solutions of 30 and 32 moves\n", "8 7 6/5 4 3/2 1 0",
           (unsigned long long)longer.count);
    for (int i = 0; i < LONGER; i++) {
        tilepdb_board_scramble(&random, &goal, &board);
        longer_compare(engine, &board, 2 + 2 * (i % 2));
    }
}

int main(void) {
    tilepdb_engine *engine;
    unsigned unsolvable = 0;
    if (tilepdb_engine_create(NULL, &engine, NULL)) return 1;
    for (int i = 0; i < GOALS; i++) unsolvable += goal_compare(engine);
    longer_solutions(engine);
    tilepdb_engine_free(engine);
    expect(unsolvable > 0, "no board was unsolvable");
    expect(too_large < searched / 4, "%u boards were too large", too_large);
    printf("%d boards of %d open goals, %u of them unsolvable; %u searched, %u without memory\n",
           GOALS * BOARDS, GOALS, unsolvable, searched, too_large);
    return failures() != 0;
}
