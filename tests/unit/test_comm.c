/*
 * Searches by several ranks, simulated by threads that share counters. However they share work and
 * wherever they are interrupted, each rank has the answer and the counts of one search.
 */
#include "comm_fixture.h"
#include "search_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/comm.h"
#include "search/bidirectional.h"
#include "search/bound.h"
#include "search/checkpoint.h"
#include "search/consensus.h"
#include "search/work_queue.h"
#include "table/container.h"
#include "table/table.h"
#include "tilepdb_engine.h"

static char path[] = "test_comm_XXXXXX";

/* Takes millions of nodes with 7-4-4. */
static const char HARD[] = "10 0 15 12 / 3 6 14 9 / 7 11 5 8 / 1 4 2 13";

/* ---- a search -------------------------------------------------------------------------------- */

/* The settings of a search. */
struct search {
    bool backward, any, plain;
    tilepdb_solutions solutions;
    int ranks, threads;
    double every;                /* seconds between saves; 0 without a checkpoint */
    uint64_t most;               /* nodes of all ranks until one stops; 0 for no limit */
    int stopper;                 /* the rank that stops */
    uint64_t memory_limit;       /* 0 for no limit */
    int lacking;                 /* of every rank (struct member) */
    const tilepdb_solver *other; /* solver of rank 1; NULL for the common one */
};

struct rank {
    struct member member;
    const struct search *search;
    const tilepdb_solver *solver;
    const tilepdb_board *board;
    tilepdb_checkpoint *checkpoint;
    char moves[1 << 16]; /* all solutions */
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
};

static bool rank_progress(const tilepdb_progress *progress, void *user) {
    struct rank *rank = user;
    const struct search *search = rank->search;
    if (rank->checkpoint) tilepdb_checkpoint_save(rank->checkpoint, search->every, NULL);
    return !search->most || rank->member.rank != search->stopper || progress->done < search->most;
}

static bool rank_solution(const char *moves, void *user) {
    struct rank *rank = user;
    assert_true(strlen(rank->moves) + strlen(moves) + 2 < sizeof rank->moves);
    strcat(strcat(rank->moves, moves), "\n");
    return true;
}

static void *rank_run(void *user) {
    struct rank *rank = user;
    const struct search *search = rank->search;
    const tilepdb_comm comm = member_comm(&rank->member);
    tilepdb_solve_options options;
    rank->member.lacking = search->lacking;
    tilepdb_solve_options_init(&options);
    options.any = search->any;
    options.plain = search->plain;
    options.solutions = search->solutions;
    options.memory_limit = search->memory_limit;
    options.threads = search->threads;
    options.progress = rank_progress;
    options.on_solution = rank_solution;
    options.user = rank;
    options.checkpoint = rank->checkpoint;
    options.comm = search->ranks ? &comm : NULL;
    rank->status = tilepdb_solve(rank->solver, rank->board, &options, &rank->result, &rank->error);
    return NULL;
}

static tilepdb_checkpoint *checkpoint_make(const struct search *search) {
    tilepdb_checkpoint *checkpoint = NULL;
    if (search->every <= 0) return NULL;
    assert_int_equal(tilepdb_checkpoint_open(path, &checkpoint, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, search->every, NULL), TILEPDB_OK);
    return checkpoint;
}

static struct rank *search_run(const struct search *search, const tilepdb_solver *solver,
                               const tilepdb_board *board) {
    const int ranks = search->ranks ? search->ranks : 1;
    struct rank *all = calloc((size_t)ranks, sizeof *all);
    for (int i = 0; i < ranks; i++) {
        all[i].search = search;
        all[i].solver = i == 1 && search->other ? search->other : solver;
        all[i].board = board;
    }
    all[0].checkpoint = checkpoint_make(search);
    job_run(ranks, all, sizeof *all, rank_run);
    if (all[0].checkpoint) tilepdb_checkpoint_save(all[0].checkpoint, 0, NULL);
    tilepdb_checkpoint_close(all[0].checkpoint);
    return all;
}

static void ranks_agree(const struct rank *ranks, int count, const struct rank *whole) {
    for (int i = 0; i < count; i++) {
        if (ranks[i].status) fail_msg("rank %d: %s", i, ranks[i].error.message);
        assert_same(&ranks[i].result, &whole->result);
        assert_string_equal(ranks[i].moves, whole->moves);
    }
}

static void searches_agree_on(const struct search *searches, size_t count,
                              const tilepdb_solver *solver, const tilepdb_board *board) {
    struct search alone = *searches;
    alone.ranks = 0;
    alone.most = 0;
    alone.every = 0;
    struct rank *whole = search_run(&alone, solver, board);
    assert_int_equal(whole->status, TILEPDB_OK);
    for (size_t i = 0; i < count; i++) {
        const struct search *search = &searches[i];
        struct rank *ranks = search_run(search, solver, board);
        if (search->most) {
            for (int r = 0; r < search->ranks; r++)
                assert_int_equal(ranks[r].status, TILEPDB_CANCELLED);
        } else {
            ranks_agree(ranks, search->ranks ? search->ranks : 1, whole);
            if (search->every > 0) assert_true(ranks->result.resumed > 0);
        }
        free(ranks);
    }
    free(whole);
    remove(path);
}

static void searches_agree(const struct search *searches, size_t count) {
    tilepdb_board board, goal;
    assert_int_equal(tilepdb_board_parse(BOARD, strlen(BOARD), 0, 0, &board, NULL), TILEPDB_OK);
    tilepdb_goal(4, 4, 15, &goal, NULL);
    const bool backward = searches->backward;
    tilepdb_solver *solver =
        solver_make(backward ? &board : &goal, backward, TILEPDB_HEURISTIC_MANHATTAN);
    searches_agree_on(searches, count, solver, backward ? &goal : &board);
    tilepdb_solver_free(solver);
}

#define AGREE(...)                                                                                 \
    searches_agree((const struct search[]){__VA_ARGS__},                                           \
                   sizeof((const struct search[]){__VA_ARGS__}) / sizeof(struct search))

static void ranks_have_one_answer(void **state) {
    (void)state;
    AGREE({.ranks = 1, .threads = 1}, {.ranks = 2, .threads = 1}, {.ranks = 3, .threads = 2},
          {.ranks = 4, .threads = 1});
    AGREE({.plain = true, .ranks = 3, .threads = 1});
}

static void ranks_have_one_answer_backward(void **state) {
    (void)state;
    AGREE({.backward = true, .ranks = 3, .threads = 1});
}

static void ranks_have_any_one_answer(void **state) {
    (void)state;
    AGREE({.any = true, .ranks = 2, .threads = 1}, {.any = true, .ranks = 3, .threads = 2});
}

static void ranks_have_all_answers(void **state) {
    (void)state;
    AGREE({.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 1, .threads = 1},
          {.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 3, .threads = 2});
}

static tilepdb_solver *side_tables_solver(const tilepdb_board *goal, bool backward,
                                          tilepdb_table *tables[3]) {
    const tilepdb_kind kind = tilepdb_kind_default(TILEPDB_METRIC_SINGLE);
    tilepdb_partition partition;
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    int blank = 0;
    while (goal->cells[blank]) blank++;
    tilepdb_partition_parse("5-5-5", 4, 4, blank, &partition, NULL);
    for (unsigned i = 0; i < 3; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &tables[i], NULL), 0);
    }
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)tables;
    options.table_count = 3;
    options.backward = backward;
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

/* A board with solvers for both directions and from both sides. */
struct sides {
    tilepdb_board board;
    tilepdb_table *tables[2][3];
    tilepdb_solver *forward, *backward, *both;
};

static void sides_make(struct sides *sides, const char *text) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &sides->board, NULL),
                     TILEPDB_OK);
    tilepdb_goal(4, 4, 15, &goal, NULL);
    sides->forward = side_tables_solver(&goal, false, sides->tables[0]);
    sides->backward = side_tables_solver(&sides->board, true, sides->tables[1]);
    assert_int_equal(solver_create_bidirectional(sides->forward, sides->backward, 0, 1, 0, NULL,
                                                 NULL, &sides->both, NULL),
                     TILEPDB_OK);
}

static void sides_free(struct sides *sides) {
    tilepdb_solver_free(sides->both);
    tilepdb_solver_free(sides->backward);
    tilepdb_solver_free(sides->forward);
    for (int i = 0; i < 6; i++) tilepdb_table_close(sides->tables[i / 3][i % 3]);
}

#define FEW_KEYS (24 * 1000) /* bytes for 1000 frontier keys */

/* Ranks also stop between and within sides, and use frontier nodes of other ranks. */
static void ranks_have_one_answer_from_both_sides(void **state) {
    (void)state;
    static const struct search first[] = {
        {.ranks = 1, .threads = 1},
        {.ranks = 2, .threads = 1},
        {.ranks = 4, .threads = 2},
        {.ranks = 3, .threads = 1, .every = 0.02, .most = 2500000},
        {.ranks = 2, .threads = 2, .every = 0.02, .most = 3500000, .stopper = 1},
        {.ranks = 3, .threads = 1, .every = 0.02},
    };
    static const struct search any[] = {
        {.any = true, .ranks = 2, .threads = 1},
        {.any = true, .ranks = 3, .threads = 2},
        {.any = true, .ranks = 2, .threads = 1, .every = 0.02, .most = 2500000},
        {.any = true, .ranks = 3, .threads = 1, .every = 0.02},
    };
    /* The level rises, because few of the frontier keys are kept. */
    static const struct search few[] = {
        {.memory_limit = FEW_KEYS, .ranks = 1, .threads = 2},
        {.memory_limit = FEW_KEYS, .ranks = 3, .threads = 1},
        {.memory_limit = FEW_KEYS, .ranks = 2, .threads = 2, .every = 0.02, .most = 2500000},
        {.memory_limit = FEW_KEYS, .ranks = 3, .threads = 1, .every = 0.02},
    };
    struct sides sides;
    sides_make(&sides, "8 11 5 10 / 15 0 7 6 / 13 12 14 4 / 1 3 2 9");
    searches_agree_on(first, sizeof first / sizeof *first, sides.both, &sides.board);
    searches_agree_on(any, sizeof any / sizeof *any, sides.both, &sides.board);
    searches_agree_on(few, sizeof few / sizeof *few, sides.both, &sides.board);
    sides_free(&sides);
}

/* If the result of one allgather, each in turn, finds no memory on any rank, the ranks agree or
 * report that. */
static void memory_is_missed(struct search search, const tilepdb_solver *solver,
                             const tilepdb_board *board) {
    struct rank *whole = search_run(&search, solver, board);
    search.ranks = 2;
    for (bool lacked = true; lacked;) {
        search.lacking++;
        struct rank *ranks = search_run(&search, solver, board);
        lacked = ranks->member.gathered >= search.lacking;
        const bool solved = !lacked || !ranks->status;
        for (int i = 0; i < 2 && !solved; i++)
            assert_int_equal(ranks[i].status, TILEPDB_ERROR_MEMORY);
        if (solved) ranks_agree(ranks, 2, whole);
        free(ranks);
    }
    free(whole);
}

static void ranks_miss_memory(void **state) {
    (void)state;
    const struct search first = {.threads = 1}, any = {.threads = 1, .any = true};
    const struct search all = {.threads = 1, .solutions = TILEPDB_SOLUTIONS_ALL};
    struct sides sides;
    sides_make(&sides, "11 15 3 0 / 1 12 10 5 / 4 8 6 13 / 9 14 7 2");
    memory_is_missed(first, sides.forward, &sides.board);
    memory_is_missed(any, sides.forward, &sides.board);
    memory_is_missed(all, sides.forward, &sides.board);
    memory_is_missed(first, sides.both, &sides.board);
    memory_is_missed(any, sides.both, &sides.board);
    sides_free(&sides);
}

/* Saves so often that most units are searched in subunits. */
static void ranks_go_on(void **state) {
    (void)state;
    AGREE({.ranks = 3, .threads = 1, .every = 0.02, .most = 5000000},
          {.ranks = 2, .threads = 2, .every = 0.02, .most = 9000000, .stopper = 1},
          {.ranks = 4, .threads = 1, .every = 0.02});
    AGREE({.ranks = 2, .threads = 2, .every = 0.02, .most = 5000000},
          {.ranks = 0, .threads = 1, .every = 0.02});
    AGREE({.any = true, .ranks = 3, .threads = 1, .every = 0.02, .most = 5000000},
          {.any = true, .ranks = 2, .threads = 1, .every = 0.02});
    AGREE({.solutions = TILEPDB_SOLUTIONS_ALL,
           .ranks = 3,
           .every = 0.02,
           .threads = 1,
           .most = 5000000},
          {.solutions = TILEPDB_SOLUTIONS_ALL, .ranks = 2, .every = 0.02, .threads = 1});
}

/* Ranks search the bound of 410,576 nodes by themselves. When the search is continued, rank 0 takes
 * it from the checkpoint, and does not learn its order; the others search it again and do. */
static void ranks_go_on_in_one_order(void **state) {
    (void)state;
    static const struct search searches[] = {
        {.any = true, .ranks = 2, .threads = 1, .every = 0.02, .most = 12000000},
        {.any = true, .ranks = 3, .threads = 1, .every = 0.02},
    };
    static const char text[] = "4 13 1 2 6 5 7 8 0 15 11 10 9 3 12 14";
    tilepdb_board board, goal;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    searches_agree_on(searches, sizeof searches / sizeof *searches, solver, &board);
    tilepdb_solver_free(solver);
}

/* After a kill between two saves, the rest behind the last subunit of a unit may be missing.
 * Removes such rests; returns their number. */
static size_t rests_lose(void) {
    tilepdb_checkpoint *checkpoint;
    size_t lost = 0;
    assert_int_equal(tilepdb_checkpoint_open(path, &checkpoint, NULL), TILEPDB_OK);
    for (struct checkpoint_record *record = checkpoint->records; record; record = record->next)
        for (size_t i = 0; i < record->split_count; i++) {
            struct checkpoint_split *split = &record->splits[i];
            struct tally *rest = &split->subunits[split->subunit_count - 1];
            if (rest->generated == CHECKPOINT_NOT_DONE) continue;
            rest->generated = CHECKPOINT_NOT_DONE;
            split->known--;
            lost++;
        }
    checkpoint->changed = true;
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    tilepdb_checkpoint_close(checkpoint);
    return lost;
}

static void lost_rests_are_searched(void **state) {
    (void)state;
    tilepdb_board board, goal;
    assert_int_equal(tilepdb_board_parse(BOARD, strlen(BOARD), 0, 0, &board, NULL), TILEPDB_OK);
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    struct search first = {.threads = 2, .every = 1e-5, .most = 3000000};
    const struct search rest = {.ranks = 3, .threads = 1, .every = 0.02};
    struct rank *whole = search_run(&(struct search){.threads = 1}, solver, &board);
    size_t lost = 0; /* units in which the search stops in the middle */
    for (; !lost && first.most < 18000000; first.most += 500000) {
        remove(path);
        free(search_run(&first, solver, &board));
        lost = rests_lose();
    }
    assert_true(lost > 0);
    struct rank *ranks = search_run(&rest, solver, &board);
    ranks_agree(ranks, 3, whole);
    assert_true(ranks->result.resumed > 0);
    free(ranks);
    free(whole);
    tilepdb_solver_free(solver);
    remove(path);
}

/* ---- ranks that are not alike ---------------------------------------------------------------- */

struct widening {
    struct member member;
    struct pass roots;
    enum pass_end end;
    bool agreed;
    struct bound_search search;
};

static void *widening_run(void *user) {
    struct widening *widening = user;
    const tilepdb_comm comm = {.rank = widening->member.rank,
                               .ranks = widening->member.job->ranks,
                               .allgather = member_allgather,
                               .user = &widening->member};
    widening->search.request.comm = &comm;
    widening->agreed = consensus_subtrees(&widening->search, &widening->roots, widening->end);
    return NULL;
}

static void widenings_run(struct widening *all, int count) {
    for (int i = 0; i < count; i++) all[i].search = (struct bound_search){0};
    job_run(count, all, sizeof *all, widening_run);
}

/* All three ranks end alike, without a mismatched rank. */
static void widenings_end(struct widening *ranks, enum pass_end end, tilepdb_status ended) {
    widenings_run(ranks, 3);
    for (int i = 0; i < 3; i++) {
        assert_false(ranks[i].agreed);
        assert_int_equal(ranks[i].search.result.end, end);
        assert_int_equal(ranks[i].search.result.status, ended);
        assert_int_equal(ranks[i].search.result.mismatched_rank, 0);
    }
}

static void other_subtrees_are_noticed(void **state) {
    (void)state;
    const struct pass roots = {
        .top = 900, .floor = 1, .done = {.generated = 4000, .expanded = 1900}};
    struct pass others[4];
    for (int i = 0; i < 4; i++) others[i] = roots;
    others[0].top++;
    others[1].done.generated++;
    others[2].done.expanded--;
    others[3].found = true;
    for (int mismatched = -1; mismatched < 4; mismatched++) {
        struct widening ranks[3] = {{.roots = roots, .end = PASS_EXHAUSTED},
                                    {.roots = roots, .end = PASS_EXHAUSTED},
                                    {.roots = roots, .end = PASS_EXHAUSTED}};
        if (mismatched >= 0) ranks[2].roots = others[mismatched];
        widenings_run(ranks, 3);
        for (int i = 0; i < 3; i++) {
            assert_true(ranks[i].agreed == (mismatched < 0));
            assert_int_equal(ranks[i].search.result.mismatched_rank, mismatched < 0 ? 0 : 2);
            assert_int_equal(ranks[i].search.result.status,
                             mismatched < 0 ? 0 : TILEPDB_ERROR_INTERNAL);
        }
        ranks[1].end = PASS_NO_MEMORY; /* there are no subtrees to compare */
        widenings_end(ranks, PASS_NO_MEMORY, TILEPDB_OK);
        ranks[0].end = PASS_STOPPED; /* these subtrees mean nothing */
        widenings_end(ranks, PASS_STOPPED, TILEPDB_LIMIT);
    }
}

#define TABLES 3

static const char *const table_files[] = {"test_comm_damaged.tpdb", "test_comm_sound.tpdb"};

static tilepdb_solver *tables_solver(const tilepdb_table *const *tables) {
    tilepdb_board goal;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_PDB;
    options.tables = tables;
    options.table_count = TABLES;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

static tilepdb_table *file_open(int file) {
    tilepdb_table *table;
    assert_int_equal(tilepdb_table_open(table_files[file], NULL, &table, NULL), TILEPDB_OK);
    return table;
}

/* Alters the frames in the file whose first rows are spared. */
static void rows_damage(const uint8_t *spared) {
    struct file_map map;
    struct container_head head;
    assert_int_equal(file_map_open(table_files[0], &map, NULL), TILEPDB_OK);
    assert_int_equal(container_read_head(&map, table_files[0], &head, NULL), TILEPDB_OK);
    FILE *file = fopen(table_files[0], "r+b");
    assert_non_null(file);
    for (uint64_t i = 0; i < head.info.frame_count; i++) {
        const uint64_t at = head.frames[i].offset + 9;
        const int altered = map.data[at] ^ 1;
        if (!spared[i * head.info.frame_rows]) continue;
        assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
        assert_int_equal(fputc(altered, file), altered);
    }
    fclose(file);
    container_head_free(&head);
    file_map_close(&map);
}

/* Returns for each row whether small bounds do not read it but the whole search does. The caller
 * frees it. */
static uint8_t *rows_find(const tilepdb_table **tables, const tilepdb_board *board) {
    static tilepdb_result result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    tilepdb_table *few = file_open(0), *all = file_open(0);
    tables[0] = few;
    tilepdb_solver *solver = tables_solver(tables);
    options.max_nodes = 200000;
    assert_int_equal(tilepdb_solve(solver, board, &options, &result, NULL), TILEPDB_LIMIT);
    tilepdb_solver_free(solver);
    tables[0] = all;
    solver = tables_solver(tables);
    assert_int_equal(tilepdb_solve(solver, board, NULL, &result, NULL), TILEPDB_OK);
    tilepdb_solver_free(solver);
    const uint32_t codes = few->index->code_count;
    uint8_t *spared = malloc(codes);
    size_t count = 0;
    for (uint32_t code = 0; code < codes; code++) {
        spared[code] = !table_row_ready(few, code) && table_row_ready(all, code);
        count += spared[code];
    }
    assert_true(count > 0);
    tilepdb_table_close(few);
    tilepdb_table_close(all);
    return spared;
}

static void tables_make(tilepdb_table **made, const tilepdb_table **tables) {
    const uint32_t tiles[TABLES] = {0xFE, 0xF00, 0xF000};
    const tilepdb_kind kind = {.blank = TILEPDB_BLANK_AWARE, .encoding = TILEPDB_ENCODING_BIT};
    for (int i = 0; i < TABLES; i++) {
        const tilepdb_pattern pattern = {
            .width = 4, .height = 4, .goal_blank = 15, .tiles = tiles[i]};
        assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &made[i], NULL), TILEPDB_OK);
        tables[i] = made[i];
    }
    /* Compressed, so that only rows that are needed are inflated. */
    const tilepdb_save_options packed = {.level = 1};
    for (int i = 0; i < 2; i++)
        assert_int_equal(tilepdb_table_save(made[0], table_files[i], &packed, NULL), TILEPDB_OK);
}

static void tables_remove(tilepdb_table **made) {
    for (int i = 0; i < TABLES; i++) tilepdb_table_close(made[i]);
    for (int i = 0; i < 2; i++) remove(table_files[i]);
    remove(path);
}

/* A rank whose table differs only in rows that small bounds do not read has the same subtrees at
 * first. Its row memory is not shared. */
static void rows_forge(tilepdb_table *const *made, const uint8_t *spared,
                       const tilepdb_board *board) {
    const tilepdb_table *tables[TABLES] = {made[0], made[1], made[2]};
    tilepdb_table *forged;
    assert_int_equal(
        tilepdb_table_generate(&made[0]->info.pattern, made[0]->info.kind, NULL, &forged, NULL),
        TILEPDB_OK);
    uint8_t *entries = forged->pages;
    for (size_t i = 0; i < forged->index->code_count * forged->row_bytes; i++)
        entries[i] ^= spared[i / forged->row_bytes] ? 0xFF : 0;
    tilepdb_solver *solver = tables_solver(tables);
    tables[0] = forged;
    tilepdb_solver *other = tables_solver(tables);
    const struct search search = {.ranks = 3, .threads = 1, .every = 0.02, .other = other};
    struct rank *ranks = search_run(&search, solver, board);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ranks[i].status, TILEPDB_ERROR_INTERNAL);
        assert_non_null(strstr(ranks[i].error.message, "rank 1 does not search what rank 0 does"));
    }
    free(ranks);
    tilepdb_solver_free(other);
    tilepdb_solver_free(solver);
    tilepdb_table_close(forged);
}

/* If a rank's table fails, the search ends for all ranks with that rank's message, and no bound
 * is recorded as exhausted that was not. */
static void an_altered_table_of_one_rank_ends_all(void **state) {
    (void)state;
    const tilepdb_table *tables[TABLES];
    tilepdb_table *made[TABLES];
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(HARD, strlen(HARD), 0, 0, &board, NULL), TILEPDB_OK);
    tables_make(made, tables);
    uint8_t *spared = rows_find(tables, &board);
    rows_forge(made, spared, &board);
    rows_damage(spared);
    free(spared);
    tilepdb_table *damaged = file_open(0), *sound = file_open(1);
    tables[0] = damaged;
    tilepdb_solver *other = tables_solver(tables);
    tables[0] = sound;
    tilepdb_solver *solver = tables_solver(tables);
    const struct search search = {.ranks = 3, .threads = 1, .every = 0.02, .other = other};
    const struct search again = {.ranks = 2, .threads = 1, .every = 0.02};
    struct rank *whole = search_run(&(struct search){.threads = 1}, solver, &board);
    struct rank *ranks = search_run(&search, solver, &board);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ranks[i].status, TILEPDB_ERROR_CHECKSUM);
        assert_non_null(strstr(ranks[i].error.message, table_files[0]));
        assert_true(i == 1 || strncmp(ranks[i].error.message, "rank 1: ", 8) == 0);
    }
    free(ranks);
    ranks = search_run(&again, solver, &board);
    ranks_agree(ranks, 2, whole);
    free(ranks);
    free(whole);
    tilepdb_solver_free(other);
    tilepdb_solver_free(solver);
    tilepdb_table_close(damaged);
    tilepdb_table_close(sound);
    tables_remove(made);
}

/* ---- solutions in rounds --------------------------------------------------------------------- */

enum { PATH_LENGTH = 3, GATHERERS = 3 };

/* A rank with some of the paths 0, 1, 2 ... */
struct gatherer {
    struct member member;
    size_t most_bytes;
    struct solutions solutions;
    int gathered;
    size_t largest; /* most bytes gathered at once */
};

static void *counted_allgather(const void *bytes, size_t size, size_t *all, void *user) {
    struct gatherer *gatherer = user;
    void *joined = member_allgather(bytes, size, all, &gatherer->member);
    gatherer->gathered++;
    if (*all % PATH_LENGTH == 0 && *all > gatherer->largest) gatherer->largest = *all;
    return joined;
}

static void *gatherer_run(void *user) {
    struct gatherer *gatherer = user;
    const tilepdb_comm comm = {.rank = gatherer->member.rank,
                               .ranks = GATHERERS,
                               .allgather = counted_allgather,
                               .user = gatherer};
    consensus_solutions(&comm, gatherer->most_bytes, &gatherer->solutions);
    solutions_finish(&gatherer->solutions);
    return NULL;
}

static void path_write(unsigned number, uint8_t to[PATH_LENGTH]) {
    to[0] = (uint8_t)(number >> 16);
    to[1] = (uint8_t)(number >> 8);
    to[2] = (uint8_t)number;
}

static void gather_paths(unsigned count, uint64_t most, size_t most_bytes, int rounds) {
    struct gatherer all[GATHERERS] = {0};
    uint8_t made[PATH_LENGTH];
    for (int i = 0; i < GATHERERS; i++)
        all[i] = (struct gatherer){.most_bytes = most_bytes,
                                   .solutions = {.length = PATH_LENGTH, .most = most}};
    for (unsigned i = 0; i < count; i++) {
        path_write(i, made);
        solutions_add(&all[i % 5 == 0 ? 1 : 2].solutions, made);
    }
    job_run(GATHERERS, all, sizeof *all, gatherer_run);
    for (int i = 0; i < GATHERERS; i++) {
        const struct solutions *solutions = &all[i].solutions;
        assert_false(solutions->full);
        assert_int_equal(solutions->count, count);
        assert_int_equal(solutions->kept, most < count ? most : count);
        for (unsigned j = 0; j < solutions->kept; j++) {
            path_write(j, made);
            assert_memory_equal(solutions->paths + j * PATH_LENGTH, made, PATH_LENGTH);
        }
        assert_int_equal(all[i].gathered, 2 + rounds); /* sizes, numbers, paths */
        assert_true(rounds != 8 || all[i].largest <= most_bytes);
        solutions_free(&all[i].solutions);
    }
}

static void solutions_are_gathered_in_rounds(void **state) {
    (void)state;
    gather_paths(0, UINT64_MAX, 1 << 20, 0);
    gather_paths(1000, UINT64_MAX, 1 << 20, 1);
    gather_paths(1000, UINT64_MAX, 900, 8); /* 100 paths of a rank at once, of 800 */
    gather_paths(1000, UINT64_MAX, 1, 800); /* one path of a rank, even if it exceeds the limit */
    gather_paths(1000, 10, 900, 1);
    gather_paths(1000, 0, 900, 0); /* only counted */
}

/* ---- frontier nodes in rounds ---------------------------------------------------------------- */

static void *teller_run(void *user) {
    struct gatherer *gatherer = user;
    const uint64_t rank = (uint64_t)gatherer->member.rank;
    const tilepdb_comm comm = {.rank = gatherer->member.rank,
                               .ranks = GATHERERS,
                               .allgather = counted_allgather,
                               .user = gatherer};
    struct frontier_keys emitted = {0};
    for (uint64_t i = 0; i < 100 * rank; i++) { /* rank 0 has none */
        const uint64_t key = 1000 * rank + i;
        const uint16_t left = (uint16_t)rank;
        assert_true(frontier_keys_add(&emitted, &key, &left, 1));
    }
    assert_true(consensus_keys(&comm, gatherer->most_bytes, &emitted));
    uint64_t sum = 0;
    for (size_t i = 0; i < emitted.count; i++) sum += emitted.keys[i];
    assert_int_equal(emitted.count, 300);
    assert_int_equal(sum, 100 * 1000 + 99 * 50 + 200 * 2000 + 199 * 100);
    frontier_keys_free(&emitted);
    return NULL;
}

static void frontier_keys_are_gathered_in_rounds(void **state) {
    (void)state;
    static const size_t most_bytes[] = {1 << 20, 50 * 8 * GATHERERS, 1};
    static const int rounds[] = {1, 4, 200};
    for (size_t k = 0; k < 3; k++) {
        struct gatherer all[GATHERERS] = {0};
        for (int i = 0; i < GATHERERS; i++) all[i].most_bytes = most_bytes[k];
        job_run(GATHERERS, all, sizeof *all, teller_run);
        for (int i = 0; i < GATHERERS; i++) assert_int_equal(all[i].gathered, 1 + 2 * rounds[k]);
    }
}

/* ---- the work queue -------------------------------------------------------------------------- */

static void lasting_units_come_first(void **state) {
    (void)state;
    struct work_queue queue;
    size_t unit, subunit, place = 0;
    assert_true(work_queue_begin(&queue, NULL, 3, 2, true));
    assert_false(work_queue_find_split(&queue, &place, &unit));
    assert_true(work_queue_next(&queue, &unit));
    assert_int_equal(unit, 0);
    assert_true(work_queue_split(&queue, 0));
    assert_true(work_queue_find_split(&queue, &place, &unit));
    assert_int_equal(unit, 0);
    assert_true(work_queue_subunit(&queue, place, 2, &subunit) && subunit == 0);
    assert_true(work_queue_subunit(&queue, place, 2, &subunit) && subunit == 1);
    assert_false(work_queue_subunit(&queue, place, 2, &subunit));
    place = 0;
    assert_false(work_queue_find_split(&queue, &place, &unit)); /* no longer available */
    assert_true(work_queue_next(&queue, &unit) && unit == 1);
    work_queue_found(&queue, work_key(1, 0));
    assert_false(work_queue_next(&queue, &unit)); /* behind the solution */
    assert_true(work_queue_is_open(&queue));
    work_queue_close(&queue, 2);
    assert_false(work_queue_is_open(&queue));
    work_queue_end(&queue);
}

/* A network with slow updates of counters. */
static uint64_t slow_update(size_t counter, tilepdb_counter_op op, uint64_t value, void *user) {
    struct member *member = user;
    member->barriers += counter == COUNTER_NEXT; /* counts requests for units */
    clock_sleep(5e-4);
    return member_update(counter, op, value, user);
}

static void units_are_taken_several_at_a_time(void **state) {
    (void)state;
    enum { UNITS = 5000 };
    struct job job = {.ranks = 2, .counters = calloc(TILEPDB_COMM_COUNTERS, sizeof *job.counters)};
    struct member member = {.job = &job};
    pthread_mutex_init(&job.lock, NULL);
    const tilepdb_comm comm = {.ranks = 2, .update = slow_update, .user = &member};
    struct work_queue queue;
    size_t unit, expected = 0;
    job.counters[COUNTER_BEST] = WORK_KEY_NONE;
    assert_true(work_queue_begin(&queue, &comm, UNITS, 2, false));
    while (work_queue_next(&queue, &unit)) {
        assert_int_equal(unit, expected);
        expected++;
    }
    assert_int_equal(expected, UNITS);
    assert_false(work_queue_next(&queue, &unit));
    assert_in_range(member.barriers, UNITS / (UNITS / 128 + 1), UNITS / 10);
    work_queue_end(&queue);
    free(job.counters);
}

static int file_make(void **state) {
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 || close(fd) || remove(path);
}

static int file_remove(void **state) {
    (void)state;
    remove(path);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lasting_units_come_first),
        cmocka_unit_test(units_are_taken_several_at_a_time),
        cmocka_unit_test(ranks_have_one_answer),
        cmocka_unit_test(ranks_have_one_answer_backward),
        cmocka_unit_test(ranks_have_any_one_answer),
        cmocka_unit_test(ranks_have_all_answers),
        cmocka_unit_test(ranks_have_one_answer_from_both_sides),
        cmocka_unit_test(ranks_miss_memory),
        cmocka_unit_test(solutions_are_gathered_in_rounds),
        cmocka_unit_test(frontier_keys_are_gathered_in_rounds),
        cmocka_unit_test(ranks_go_on),
        cmocka_unit_test(ranks_go_on_in_one_order),
        cmocka_unit_test(lost_rests_are_searched),
        cmocka_unit_test(other_subtrees_are_noticed),
        cmocka_unit_test(an_altered_table_of_one_rank_ends_all),
    };
    return cmocka_run_group_tests(tests, file_make, file_remove);
}
