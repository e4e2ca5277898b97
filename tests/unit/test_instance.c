/*
 * Partitions made for one board: distances of triples, sampled trees and the ranking of exchanges
 * are compared with naive computations, and the tables that are made with an ordinary search.
 */

#include "search_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "instance/instance_tables.h"
#include "instance/proxy.h"
#include "puzzle/board.h"
#include "search/bidirectional.h"
#include "search/solver.h"
#include "tilepdb_tables.h"

/* ---- triples --------------------------------------------------------------------------------- */

static tilepdb_table *table_of(int width, int height, int blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)blank,
                                     .tiles = tiles};
    const tilepdb_kind kind = {.blank = TILEPDB_BLANK_AWARE, .encoding = TILEPDB_ENCODING_BIT};
    tilepdb_generate_options alone;
    tilepdb_generate_options_init(&alone);
    alone.threads = 1;
    tilepdb_table *table;
    assert_int_equal(tilepdb_table_generate(&pattern, kind, &alone, &table, NULL), TILEPDB_OK);
    return table;
}

static void triple_check(const struct triples *triples, const tilepdb_table *table,
                         const unsigned tile[3], tilepdb_random *random) {
    const unsigned cells = table->index->geometry.cells;
    for (int i = 0; i < 300; i++) {
        uint8_t place[TILEPDB_TABLE_MAX_CELLS] = {0}, distance;
        const uint8_t *by_tile[TILEPDB_TABLE_MAX_CELLS] = {NULL};
        const unsigned moved[] = {0, tile[0], tile[1], tile[2]};
        tilepdb_board board = {.width = table->index->geometry.width,
                               .height = table->index->geometry.height};
        uint32_t used = 0, mask, code;
        for (int k = 0; k < 4; k++) {
            unsigned cell;
            do cell = random_below(random, cells);
            while (used >> cell & 1u);
            used |= 1u << cell;
            place[moved[k]] = (uint8_t)cell;
            by_tile[moved[k]] = &place[moved[k]];
            board.cells[cell] = (uint8_t)moved[k];
        }
        index_locate(table->index, &board, &mask, &code);
        triples_distances(triples, tile[0], tile[1], tile[2], by_tile, 1, &distance);
        assert_int_equal(distance, table_distance(table, mask, code, place[0]));
    }
}

/* Compares the distances of triples with tables. Includes triples that cut off the goal's blank. */
static void test_triples(void **state) {
    (void)state;
    static const struct {
        int width, height, blank;
    } goals[] = {{5, 5, 0}, {5, 5, 12}, {4, 3, 5}, {3, 2, 1}};
    tilepdb_random random = random_of(1);
    for (size_t g = 0; g < sizeof goals / sizeof *goals; g++) {
        struct geometry geometry;
        assert_int_equal(geometry_init(&geometry, goals[g].width, goals[g].height, NULL), 0);
        struct triples *triples = triples_create(&geometry, (unsigned)goals[g].blank);
        assert_non_null(triples);
        const unsigned cells = geometry.cells;
        assert_int_equal(triples_count(triples), (cells - 1) * (cells - 2) * (cells - 3) / 6);
        for (int i = 0; i < 24; i++) {
            unsigned tile[3] = {1, 2, (unsigned)goals[g].width};
            if (tile[2] == 2) tile[2] = 3;
            if (i > 0) {
                tile[2] = 3 + random_below(&random, cells - 3);
                tile[1] = 2 + random_below(&random, tile[2] - 2);
                tile[0] = 1 + random_below(&random, tile[1] - 1);
            }
            tilepdb_table *table =
                table_of(goals[g].width, goals[g].height, goals[g].blank,
                         UINT32_C(1) << tile[0] | UINT32_C(1) << tile[1] | UINT32_C(1) << tile[2]);
            triple_check(triples, table, tile, &random);
            tilepdb_table_close(table);
        }
        triples_free(triples);
    }
}

/* ---- trees ----------------------------------------------------------------------------------- */

struct sides {
    tilepdb_table *tables[2][4];
    tilepdb_solver *one_way[2], *both;
};

static void sides_make(struct sides *sides, const tilepdb_board *board, const tilepdb_board *goal,
                       const char *names) {
    tilepdb_solver_options options;
    for (int direction = 0; direction < 2; direction++) {
        const tilepdb_board *end = direction ? board : goal;
        int blank = 0;
        while (end->cells[blank]) blank++;
        tilepdb_partition partition;
        assert_int_equal(
            tilepdb_partition_parse(names, end->width, end->height, blank, &partition, NULL),
            TILEPDB_OK);
        assert_int_equal(partition.count, 4);
        for (unsigned i = 0; i < 4; i++)
            sides->tables[direction][i] =
                table_of(end->width, end->height, blank, partition.tiles[i]);
        tilepdb_solver_options_init(&options);
        options.tables = (const tilepdb_table *const *)sides->tables[direction];
        options.table_count = 4;
        options.backward = direction == 1;
        assert_int_equal(tilepdb_solver_create(end, &options, &sides->one_way[direction], NULL),
                         TILEPDB_OK);
    }
    assert_int_equal(solver_create_bidirectional(sides->one_way[0], sides->one_way[1], 0, 1, 0,
                                                 NULL, NULL, &sides->both, NULL),
                     TILEPDB_OK);
}

static void sides_free(struct sides *sides) {
    tilepdb_solver_free(sides->both);
    for (int direction = 0; direction < 2; direction++) {
        tilepdb_solver_free(sides->one_way[direction]);
        for (int i = 0; i < 4; i++) tilepdb_table_close(sides->tables[direction][i]);
    }
}

static bool goes_on(void *user) {
    return user == NULL;
}

struct naive {
    const struct instance *instance;
    const struct tree_pair *pair;
    unsigned side;
    int limit;
    double within[TREE_LIMITS];
};

static int naive_estimate(const struct naive *naive, unsigned direction, const uint8_t *cells) {
    const struct tree_view *view = &naive->instance->views[direction];
    tilepdb_board seen = {.width = naive->instance->view.width,
                          .height = naive->instance->view.height};
    unsigned blank = 0;
    int sum = 0;
    for (unsigned cell = 0; cell < naive->instance->geometry->cells; cell++) {
        seen.cells[view->cell[cell]] = view->tile[cells[cell]];
        if (cells[cell] == 0) blank = view->cell[cell];
    }
    for (int p = 0; p < TREE_PATTERNS; p++) {
        const tilepdb_table *table = naive->pair->side[direction].table[p];
        uint32_t mask, code;
        index_locate(table->index, &seen, &mask, &code);
        sum += table_distance(table, mask, code, blank);
    }
    return sum;
}

/* Counts all nodes of a tree, depth first. */
static void naive_count(struct naive *naive, uint8_t *cells, unsigned blank, int moves,
                        automaton_entry entry) {
    const struct automaton *automaton = naive->instance->automaton[naive->side];
    const int own = naive_estimate(naive, naive->side, cells);
    const int b = 2 * moves + own - naive_estimate(naive, !naive->side, cells);
    if (moves + own > naive->instance->bound || b > naive->limit) return;
    const int place = (naive->limit - b) / 2;
    naive->within[place < TREE_LIMITS ? place : TREE_LIMITS - 1]++;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!(automaton_legal(entry, DIRECTIONS) >> d & 1u)) continue;
        const uint8_t from = naive->instance->geometry->neighbour[blank][d];
        cells[blank] = cells[from];
        cells[from] = 0;
        naive_count(naive, cells, from, moves + 1,
                    automaton->next[automaton_state(entry, DIRECTIONS) * DIRECTIONS + d]);
        cells[from] = cells[blank];
        cells[blank] = 0;
    }
}

static void naive_run(struct naive *naive) {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    unsigned blank = 0;
    memcpy(cells, naive->instance->root[naive->side], sizeof cells);
    while (cells[blank]) blank++;
    memset(naive->within, 0, sizeof naive->within);
    naive_count(naive, cells, blank, 0, naive->instance->automaton[naive->side]->start[blank]);
}

static double sum_of(const double *within) {
    double sum = 0;
    for (int i = 0; i < TREE_LIMITS; i++) sum += within[i];
    return sum;
}

/* Without resampling the counts are exact; with it they are right on average. The boards that a
 * sample appends have the estimates of the tables. */
static void tree_check(struct instance *instance, const struct tree_pair *pair, unsigned side) {
    struct naive naive = {instance, pair, side, instance->bound + 2, {0}};
    naive_run(&naive);
    struct tree_boards boards = {0};
    struct tree_sample sample = {
        .side = side, .limit = naive.limit, .most = 100000, .boards = &boards, .from = -1000};
    struct tree_counts counts;
    assert_int_equal(tree_sample(instance, pair, &sample, &counts), TILEPDB_OK);
    for (int i = 0; i < TREE_LIMITS; i++)
        assert_int_equal((int64_t)counts.within[i], (int64_t)naive.within[i]);
    const double all = sum_of(naive.within);
    assert_true(all > 500);
    assert_int_equal(boards.count, (size_t)all);
    for (size_t i = 0; i < boards.count; i += 37)
        for (unsigned direction = 0; direction < 2; direction++)
            assert_int_equal(boards.boards[i].sum[direction],
                             naive_estimate(&naive, direction, boards.boards[i].cells));
    assert_int_equal(tree_boards_thin(&boards, 100, side, 1), TILEPDB_OK);
    assert_in_range(boards.count, 99, 101);
    free(boards.boards);
    double mean = 0;
    sample = (struct tree_sample){.side = side, .limit = naive.limit, .most = 200};
    for (sample.seed = 0; sample.seed < 200; sample.seed++) {
        assert_int_equal(tree_sample(instance, pair, &sample, &counts), TILEPDB_OK);
        mean += sum_of(counts.within) / 200;
    }
    assert_true(fabs(mean / all - 1) < 0.04);
}

static void test_trees(void **state) {
    (void)state;
    static const struct {
        int width, height, blank, walk, beyond;
        const char *names;
    } rows[] = {{4, 4, 15, 100, 10, "1-4/5-8/9-12/13-15"},
                {4, 4, 1, 100, 10, "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15"},
                {5, 4, 7, 80, 8, "1-5/6-10/11-15/16-19"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tilepdb_random random = random_of(i + 1);
        const tilepdb_board goal = standard_goal(rows[i].width, rows[i].height, rows[i].blank);
        const tilepdb_board board = walk_from(&goal, &random, rows[i].walk);
        struct sides sides;
        struct instance instance;
        struct tree_pair pair;
        int h;
        sides_make(&sides, &board, &goal, rows[i].names);
        assert_int_equal(tilepdb_solver_estimate(sides.one_way[0], &board, &h, NULL), TILEPDB_OK);
        assert_int_equal(instance_init(&instance, &pair, sides.both, h + rows[i].beyond, NULL),
                         TILEPDB_OK);
        instance.goes_on = goes_on;
        instance.user = NULL;
        tree_check(&instance, &pair, 0);
        tree_check(&instance, &pair, 1);
        instance.user = &instance;
        struct tree_counts counts;
        const struct tree_sample sample = {.limit = instance.bound, .most = 10};
        assert_int_equal(tree_sample(&instance, &pair, &sample, &counts), TILEPDB_CANCELLED);
        sides_free(&sides);
    }
}

/* ---- the ranking of exchanges ---------------------------------------------------------------- */

/* Boards of random walks, with estimates that no table gives. */
static struct tree_boards boards_make(const uint8_t *root, size_t count, tilepdb_random *random) {
    struct tree_boards boards = {.boards = calloc(count, sizeof *boards.boards), .count = count};
    for (size_t i = 0; i < count; i++) {
        struct tree_board *board = &boards.boards[i];
        tilepdb_board from = {.width = 5, .height = 5};
        board->moves = (uint8_t)(20 + random_below(random, 20));
        for (int cell = 0; cell < 25; cell++) from.cells[cell] = root[cell];
        from = walk_from(&from, random, board->moves);
        for (int cell = 0; cell < 25; cell++) board->cells[cell] = (uint8_t)from.cells[cell];
        while (board->cells[board->blank]) board->blank++;
        board->sum[0] = (int16_t)(20 + random_below(random, 20));
        board->sum[1] = (int16_t)(board->sum[0] + 2 * (int)random_below(random, 10) - 10);
        board->weight = 1 + random_below(random, 1000);
    }
    return boards;
}

struct exchange_case {
    struct instance instance;
    struct geometry geometry;
    struct triples *triples[2];
    struct tree_pair pair;
    struct tree_boards boards[2];
    int limit;
};

/* Six tiles: the largest sum of two triples that they split into. Fewer: the largest sum of a
 * triple and the Manhattan distances of the others. */
static int naive_pattern(const struct exchange_case *its, unsigned direction, uint32_t tiles,
                         const struct tree_board *board) {
    const struct tree_view *view = &its->instance.views[direction];
    uint8_t place[25];
    const uint8_t *by_tile[25];
    unsigned tile[6], count = 0;
    int most = 0;
    for (unsigned cell = 0; cell < 25; cell++)
        place[view->tile[board->cells[cell]]] = view->cell[cell];
    for (unsigned t = 0; t < 25; t++) by_tile[t] = &place[t];
    for (unsigned t = 1; t < 25; t++)
        if (tiles >> t & 1u) tile[count++] = t;
    for (unsigned half = 0; half < 1u << count; half++) {
        unsigned part[2][6], sizes[2] = {0};
        if (__builtin_popcount(half) != 3) continue;
        for (unsigned k = 0; k < count; k++) {
            const unsigned side = half >> k & 1u;
            part[side][sizes[side]++] = tile[k];
        }
        uint8_t distance;
        int sum = 0;
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned k = 0; k < sizes[side] && sizes[side] < 3; k++)
                sum += geometry_distance(
                    &its->geometry, place[part[side][k]],
                    goal_cell(part[side][k], its->instance.goal_blank[direction]));
            if (sizes[side] != 3) continue;
            triples_distances(its->triples[direction], part[side][0], part[side][1], part[side][2],
                              by_tile, 1, &distance);
            sum += distance;
        }
        if (sum > most) most = sum;
    }
    return most;
}

static double naive_value(const struct exchange_case *its, unsigned direction,
                          const uint32_t tiles[TREE_PATTERNS]) {
    double sums[2] = {0};
    for (unsigned side = 0; side < 2; side++)
        for (size_t i = 0; i < its->boards[side].count; i++) {
            const struct tree_board *board = &its->boards[side].boards[i];
            const int bound = its->instance.bound;
            const int limit = side ? 2 * bound - 2 - its->limit : its->limit;
            int sum[2] = {board->sum[0], board->sum[1]};
            for (unsigned p = 0; p < TREE_PATTERNS; p++)
                sum[direction] +=
                    naive_pattern(its, direction, tiles[p], board) -
                    naive_pattern(its, direction, its->pair.side[direction].tiles[p], board);
            const int b = 2 * board->moves + sum[side] - sum[!side];
            if (board->moves + sum[side] <= bound && b <= limit + 4)
                sums[side] += board->weight * pow(TREE_GROWTH, -(b - limit) / 2.0);
        }
    return sums[0] * sums[1];
}

static void exchanges_check(const struct exchange_case *its) {
    const struct triples *const triples[2] = {its->triples[0], its->triples[1]};
    struct proxy *proxy =
        proxy_create(&its->instance, triples, &its->pair, its->boards, its->limit, 1);
    assert_non_null(proxy);
    const double present = naive_value(its, 0, its->pair.side[0].tiles);
    assert_true(present > 0);
    assert_true(fabs(proxy_present(proxy) / present - 1) < 1e-9);
    for (unsigned direction = 0; direction < 2; direction++) {
        const uint32_t *tiles = its->pair.side[direction].tiles;
        struct proxy_swap best[3];
        double least[4] = {1e300, 1e300, 1e300, 1e300};
        proxy_swaps(proxy, direction, tiles, best, 3);
        for (unsigned s = 1; s < 25; s++)
            for (unsigned t = 1; t < s; t++) {
                uint32_t other[TREE_PATTERNS];
                const uint32_t both = UINT32_C(1) << s | UINT32_C(1) << t;
                bool apart = !(both & ~(tiles[0] | tiles[1] | tiles[2] | tiles[3]));
                for (unsigned p = 0; p < TREE_PATTERNS; p++) {
                    apart = apart && (tiles[p] & both) != both;
                    other[p] = tiles[p] & both ? tiles[p] ^ both : tiles[p];
                }
                if (!apart) continue;
                const double value = naive_value(its, direction, other);
                int place = 3;
                while (place > 0 && value < least[place - 1]) {
                    least[place] = least[place - 1];
                    place--;
                }
                least[place] = value;
            }
        for (int i = 0; i < 3; i++) {
            assert_true(fabs(best[i].value / least[i] - 1) < 1e-9);
            assert_true(fabs(naive_value(its, direction, best[i].tiles) / least[i] - 1) < 1e-9);
        }
    }
    proxy_free(proxy);
}

/* Each direction has its own view: the forward view is the board, the backward view is transposed
 * and renumbers the tiles. */
static void test_exchanges(void **state) {
    (void)state;
    struct exchange_case its = {.limit = 58};
    tilepdb_random random = random_of(5);
    assert_int_equal(geometry_init(&its.geometry, 5, 5, NULL), TILEPDB_OK);
    its.instance.geometry = &its.geometry;
    its.instance.view = its.geometry;
    its.instance.bound = 60;
    tilepdb_board goal = standard_goal(5, 5, 0);
    goal = walk_from(&goal, &random, 40);
    for (unsigned cell = 0; cell < 25; cell++) {
        its.instance.views[0].cell[cell] = (uint8_t)cell;
        its.instance.views[0].tile[cell] = (uint8_t)cell;
        its.instance.views[1].cell[cell] = (uint8_t)(cell % 5 * 5 + cell / 5);
        its.instance.views[1].tile[cell] = (uint8_t)(cell == 0 ? 0 : 25 - cell);
        its.instance.root[0][cell] = (uint8_t)goal.cells[cell];
        its.instance.root[1][cell] = (uint8_t)cell;
    }
    its.instance.goal_blank[1] = 7;
    for (unsigned direction = 0; direction < 2; direction++) {
        its.triples[direction] = triples_create(&its.geometry, its.instance.goal_blank[direction]);
        for (unsigned p = 0; p < TREE_PATTERNS; p++)
            its.pair.side[direction].tiles[p] = UINT32_C(0x7E) << 6 * p;
        its.boards[direction] = boards_make(its.instance.root[direction], 40, &random);
    }
    exchanges_check(&its);
    /* Patterns of four, five, six and three tiles. */
    static const uint32_t few[TREE_PATTERNS] = {0x1E, 0x3E0, 0xFC00, 0x70000};
    for (unsigned direction = 0; direction < 2; direction++)
        memcpy(its.pair.side[direction].tiles, few, sizeof few);
    exchanges_check(&its);
    for (unsigned direction = 0; direction < 2; direction++) {
        free(its.boards[direction].boards);
        triples_free(its.triples[direction]);
    }
}

/* ---- the tables ------------------------------------------------------------------------------ */

static void test_arguments(void **state) {
    (void)state;
    tilepdb_random random = random_of(1);
    const tilepdb_board goal = standard_goal(4, 4, 15);
    const tilepdb_board board = walk_from(&goal, &random, 20);
    struct sides sides;
    struct instance_tables tables;
    sides_make(&sides, &board, &goal, "1-2/3-7/8-12/13-15");
    assert_int_equal(instance_tables_make(sides.one_way[0], 30, NULL, &tables, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(instance_tables_make(sides.both, 30, NULL, &tables, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    sides_free(&sides);
}

static bool progress_stop(const tilepdb_progress *progress, void *user) {
    (void)progress;
    return --*(int *)user > 0;
}

/* The tables of each direction are a partition, and a search with them finds the optimal length. */
static void tables_check(const struct sides *sides, const tilepdb_board *board,
                         const tilepdb_board *goal, const struct instance_tables *tables) {
    tilepdb_solver *one_way[2], *both;
    tilepdb_result made, plain;
    assert_int_equal(tables->count, 4);
    assert_in_range(tables->made_count, 1, 8);
    for (int direction = 0; direction < 2; direction++) {
        tilepdb_solver_options options;
        tilepdb_solver_options_init(&options);
        options.tables = tables->tables[direction];
        options.table_count = tables->count;
        options.backward = direction == 1;
        assert_int_equal(
            tilepdb_solver_create(direction ? board : goal, &options, &one_way[direction], NULL),
            TILEPDB_OK);
    }
    assert_int_equal(
        solver_create_bidirectional(one_way[0], one_way[1], 0, 1, 0, NULL, NULL, &both, NULL),
        TILEPDB_OK);
    assert_solves(both, board, NULL, &made);
    assert_solves(sides->one_way[0], board, NULL, &plain);
    assert_int_equal(made.length, plain.length);
    assert_string_equal(made.moves, plain.moves);
    tilepdb_solver_free(both);
    for (int direction = 0; direction < 2; direction++) tilepdb_solver_free(one_way[direction]);
}

static void tables_compare(const struct instance_tables *a, const struct instance_tables *b) {
    assert_true(a->expanded == b->expanded);
    for (int direction = 0; direction < 2; direction++)
        for (size_t p = 0; p < a->count; p++)
            assert_int_equal(a->tables[direction][p]->info.pattern.tiles,
                             b->tables[direction][p]->info.pattern.tiles);
}

static void made_check(int width, int height, int blank, int walk, const char *names) {
    tilepdb_random random = random_of(3);
    const tilepdb_board goal = standard_goal(width, height, blank);
    const tilepdb_board board = walk_from(&goal, &random, walk);
    struct sides sides;
    struct instance_tables tables[2];
    tilepdb_generate_options options;
    int h;
    sides_make(&sides, &board, &goal, names);
    assert_int_equal(tilepdb_solver_estimate(sides.one_way[0], &board, &h, NULL), TILEPDB_OK);
    tilepdb_generate_options_init(&options);
    for (int threads = 1; threads <= 2; threads++) {
        int left = 40;
        options.threads = threads;
        options.progress = progress_stop;
        options.user = &left;
        assert_int_equal(instance_tables_make(sides.both, h + 8, &options, &tables[0], NULL),
                         TILEPDB_CANCELLED);
    }
    options.progress = NULL;
    for (int threads = 1; threads <= 2; threads++) {
        options.threads = threads;
        assert_int_equal(
            instance_tables_make(sides.both, h + 8, &options, &tables[threads - 1], NULL),
            TILEPDB_OK);
    }
    tables_compare(&tables[0], &tables[1]);
    tables_check(&sides, &board, &goal, &tables[0]);
    for (int i = 0; i < 2; i++)
        while (tables[i].made_count > 0)
            tilepdb_table_close(tables[i].made[--tables[i].made_count]);
    sides_free(&sides);
}

static void test_tables(void **state) {
    (void)state;
    made_check(5, 5, 0, 150, "1-6/7-12/13-18/19-24");
    made_check(4, 4, 3, 100, "1-4/5-9/10-12/13-15");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triples),   cmocka_unit_test(test_trees),
        cmocka_unit_test(test_exchanges), cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
