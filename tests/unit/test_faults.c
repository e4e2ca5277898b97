/*
 * Memory, files and threads that fail, one call after the other: each scenario runs again and again
 * while its first, second ... call of a kind fails, once and from there on, until a run in which no
 * call fails. After each run the status is documented for this failure and has a sentence, results
 * are right, files are old or complete, nothing has leaked, and a second run succeeds.
 *
 * tilepdb_mpi.h is left out, since its errors end the job; so are functions that neither allocate
 * nor open files. What fails is in failing_calls.h.
 */
#include "comm_fixture.h"
#include "failing_calls.h"
#include "search_fixture.h"

#include <limits.h>

#include "base/bytes.h"
#include "base/comm.h"
#include "base/error.h"
#include "base/memory.h"
#include "instance/instance_tables.h"
#include "search/bidirectional.h"
#include "search/choice.h"
#include "search/consensus.h"
#include "table/locator.h"
#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

/* ---- what is used ---------------------------------------------------------------------------- */

#define TABLE        "table.tpdb"
#define LINK         "link.tpdb"
#define CHECKPOINT   "checkpoint"
#define SHARED_BYTES (2 * MEMORY_UNIT)

static const tilepdb_kind kinds[] = {{TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, 0},
                                     {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, 0},
                                     {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, 0},
                                     {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, 1},
                                     {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, 0}};

#define KINDS 5

static struct {
    tilepdb_board goal, far, near;   /* 3x3 */
    tilepdb_board goal4, hard;       /* 4x4 */
    tilepdb_board goal32, board32;   /* 3x2 */
    tilepdb_board goal2, near2;      /* 2x2 */
    tilepdb_pattern patterns[KINDS]; /* of `kinds` */
    tilepdb_table *tables[KINDS];    /* of `patterns` */
    tilepdb_table *halves[2];        /* a partition of 3x3 */
    void *shared;                    /* SHARED_BYTES for a node, or a sum */
} world;

/* What a run makes; released after it. */
static struct held {
    tilepdb_table *tables[4];
    tilepdb_solver *solvers[4];
    tilepdb_reader *reader;
    tilepdb_picture *picture;
    struct choice *choice;
    tilepdb_queue *queue;
    tilepdb_checkpoint *checkpoint;
    tilepdb_engine *engine;
    tilepdb_answer *answer;
} held, five; /* `five` is of 5x5 */

static void held_free(struct held *all) {
    tilepdb_reader_free(all->reader);
    tilepdb_picture_free(all->picture);
    choice_free(all->choice);
    tilepdb_queue_free(all->queue);
    tilepdb_checkpoint_close(all->checkpoint);
    tilepdb_answer_free(all->answer);
    tilepdb_engine_free(all->engine);
    for (int i = 4; i-- > 0;) tilepdb_solver_free(all->solvers[i]);
    for (int i = 0; i < 4; i++) tilepdb_table_close(all->tables[i]);
    *all = (struct held){.reader = NULL};
}

/* What a run gives: a hash of all results, or an error. */
static _Thread_local uint64_t digest;
static _Thread_local tilepdb_error error;

#define TRY(call)                                                                                  \
    do {                                                                                           \
        const tilepdb_status tried = (call);                                                       \
        if (tried) return tried;                                                                   \
    } while (0)

static void mix(uint64_t number) {
    digest = (digest ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    digest ^= digest >> 29;
}

static void mix_text(const char *text) {
    mix(hash_bytes(text, strlen(text)));
}

static size_t file_load(const char *name, void *bytes, size_t size) {
    const bool before = exempt;
    exempt = true;
    const int fd = open(name, O_RDONLY, 0);
    const ssize_t got = read(fd, bytes, size);
    close(fd);
    exempt = before;
    return got < 0 ? 0 : (size_t)got;
}

static tilepdb_board board_of(const char *text) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    return board;
}

static void table_make(tilepdb_pattern pattern, int kind, tilepdb_table **table) {
    assert_int_equal(tilepdb_table_generate(&pattern, kinds[kind], NULL, table, NULL), 0);
}

static tilepdb_solver_options with_tables(tilepdb_table *const *tables, size_t count,
                                          bool backward) {
    return (tilepdb_solver_options){.tables = (const tilepdb_table *const *)tables,
                                    .table_count = count,
                                    .reflection = true,
                                    .backward = backward};
}

static tilepdb_solver_options without_tables(bool backward) {
    return (tilepdb_solver_options){.heuristic = TILEPDB_HEURISTIC_MANHATTAN, .backward = backward};
}

static tilepdb_status solver_of(const tilepdb_board *goal, tilepdb_solver_options options, int i) {
    return tilepdb_solver_create(goal, &options, &held.solvers[i], &error);
}

static tilepdb_status solve(const tilepdb_solver *solver, const tilepdb_board *board,
                            const tilepdb_solve_options *options) {
    static _Thread_local tilepdb_result result;
    TRY(tilepdb_solve(solver, board, options, &result, &error));
    mix_text(result.moves);
    mix(result.generated);
    return TILEPDB_OK;
}

/* ---- boards, moves, partitions --------------------------------------------------------------- */

#ifdef TILEPDB_WITH_ZLIB
#define REPLAY "x://?r=eNqLVvIJNVKKBQAHVwHQ" /* ["LU2"] */
#else
#define REPLAY "x://?scramble=D2L"
#endif

static tilepdb_status texts_read(int number) {
    static const char list[] = "[[1, 2, 3], [4, 0, 5], [6, 7, 8]]";
    tilepdb_board board;
    char moves[64];
    size_t count;
    (void)number;
    TRY(tilepdb_board_parse(list, strlen(list), 0, 0, &board, &error));
    TRY(tilepdb_board_parse("D1 R2 U L2", 10, 3, 3, &board, &error));
    for (int i = 0; i < 9; i++) mix(board.cells[i]);
    TRY(tilepdb_moves_parse("RD L", 4, 0, NULL, moves, sizeof moves, &count, &error));
    mix_text(moves);
    TRY(tilepdb_moves_invert("R2 d l'", 7, 0, true, moves, sizeof moves, &count, &error));
    mix_text(moves);
    static const char link[] = "x://?board=1,2,3/4,0,5/6,7,8&goal=first&moves=U";
    TRY(tilepdb_board_parse(link, strlen(link), 3, 3, &board, &error));
    TRY(tilepdb_board_parse("x://?scramble=DR&goal=last", 26, 3, 3, &board, &error));
    TRY(tilepdb_board_parse(REPLAY, strlen(REPLAY), 3, 3, &board, &error));
    TRY(tilepdb_moves_parse(link, strlen(link), 0, NULL, moves, sizeof moves, &count, &error));
    TRY(tilepdb_moves_invert(link, strlen(link), 0, true, moves, sizeof moves, &count, &error));
    mix_text(moves);
    return TILEPDB_OK;
}

static tilepdb_status items_read(int number) {
    static const char *const texts[] = {
        ("# boards\n1 2 3\n4 5 6\n7 0 8\n\n[[1, 2, 3], [4, 5, 6], [0, 7, 8]]\nnone of these\n"
         "name: 867254301\nR U L D\n"),
        "1 2 3 4 5 6 7 0 8\t1 L\n4 URDL\n", "1\0002\0003\0004\0005\0006\0007\0000\0008\0R\0D\0"};
    const tilepdb_reader_options options = {
        .reading = (tilepdb_reading)number, .width = 3, .height = 3, .blank_tile = "0"};
    static tilepdb_item item;
    tilepdb_status status = TILEPDB_OK;
    TRY(tilepdb_reader_create(&options, &held.reader, &error));
    tilepdb_reader_feed(held.reader, texts[number], number == 2 ? 22 : strlen(texts[number]));
    for (int ended = 0; ended < 2; ended++) {
        while (tilepdb_reader_next(held.reader, &item)) {
            mix(item.kind + item.moves_length);
            for (int i = 0; i < 9; i++) mix(item.board.cells[i]);
            if (item.kind != TILEPDB_ITEM_ERROR || item.error.status == TILEPDB_ERROR_PARSE)
                continue;
            error = item.error;
            status = item.error.status;
        }
        tilepdb_reader_end(held.reader);
    }
    return status;
}

static tilepdb_status pictures_drawn(int number) {
    const tilepdb_board board = {3, 3, {1, 2, 3, 4, 5, 6, 0, 7, 8}};
    (void)number;
    TRY(tilepdb_picture_create(&held.picture, &error));
    for (int speed = 0; speed < 2; speed++) {
        const tilepdb_picture_entry entry = {
            .board = &board, .moves = "LL", .speed = speed, .name = "it", .caption = "2 moves"};
        TRY(tilepdb_picture_add(held.picture, &entry, &error));
    }
    const char *text = tilepdb_picture_text(held.picture, NULL);
    if (!text) error = (tilepdb_error){.status = TILEPDB_ERROR_MEMORY, .message = "no text"};
    if (text) mix_text(text);
    return error.status;
}

static tilepdb_status partitions_find(int number) {
    tilepdb_partition partition;
    tilepdb_pattern pattern, reflected;
    (void)number;
    TRY(tilepdb_partition_parse("1-4/5-8", 3, 3, 8, &partition, &error));
    TRY(tilepdb_partition_suggest(4, 4, 15, 20000, &partition, &error));
    TRY(tilepdb_colouring_parse("large", 4, 4, 15, &pattern, &error));
    TRY(tilepdb_colouring_default(4, 4, 0, &pattern, &error));
    TRY(tilepdb_colouring_reflect(&pattern, &reflected, &error));
    for (unsigned i = 0; i < partition.count; i++) mix(partition.tiles[i]);
    for (int i = 0; i < 16; i++) mix(reflected.colour[i]);
    return TILEPDB_OK;
}

static tilepdb_status locations_find(int number) {
    static struct default_requests defaults;
    static tilepdb_table_set set;
    const struct table_request request = {.text = "1-4/5-8"};
    struct locator locator;
    bool found;
    char path[64];
    (void)number;
    TRY(locator_init(&locator, &world.goal, 0, ".", &error));
    TRY(locator_choose_cell(&locator, "1-3/4-8+1-4/5-8", &error));
    TRY(locator_find(&locator, request, &set, &found, &error));
    default_requests_init(&defaults, &locator);
    default_requests_quick(&defaults, &locator);
    mix(tilepdb_directory(path, sizeof path));
    mix_text(path);
    return TILEPDB_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static tilepdb_status table_proven(const tilepdb_table *table, int threads) {
    static tilepdb_proof proof;
    const tilepdb_verify_options options = {.threads = threads};
    uint64_t hash;
    TRY(tilepdb_table_check(table, &options, &hash, &error));
    TRY(tilepdb_table_prove(table, &options, &proof, &error));
    mix(hash + proof.reachable);
    return TILEPDB_OK;
}

/* Returns the index of a table of the world. */
static int table_of(int number) {
    return number & 16 ? 4 : number & 3;
}

static tilepdb_status table_generated(int number) {
    const tilepdb_pattern *pattern = &world.patterns[table_of(number)];
    const tilepdb_kind kind = kinds[table_of(number)];
    const tilepdb_generate_options options = {.threads = 1 + (number >> 2 & 1)};
    tilepdb_generate_need need;
    TRY(tilepdb_table_need(pattern, kind, &options, &need, &error));
    TRY(tilepdb_table_generate(pattern, kind, &options, &held.tables[0], &error));
    return table_proven(held.tables[0], options.threads);
}

/* Saves a table, compressed if `number & 4`. */
static tilepdb_status save(int number, const char *name, int level) {
    const tilepdb_save_options options = {.level = number & 4 ? level : 0, .threads = 1};
    return tilepdb_table_save(world.tables[table_of(number)], name, &options, &error);
}

static void table_put(int number) {
    assert_int_equal(save(number, TABLE, 3), TILEPDB_OK);
}

/* A link to the table, and what a killed process has left. */
static void link_put(int number) {
    table_put(number);
    assert_int_equal(symlink(TABLE, LINK), 0);
    close(open(TABLE ".tmp-1-0", O_CREAT | O_WRONLY, 0600));
}

static tilepdb_status table_saved(int number) {
    static tilepdb_table_info info;
    if (number & 8) tilepdb_file_clean(LINK);
    TRY(save(number, number & 8 ? LINK : TABLE, 5));
    TRY(tilepdb_file_info(TABLE, &info, &error));
    mix(info.content_hash);
    return TILEPDB_OK;
}

static tilepdb_status table_opened(int number) {
    static _Alignas(8) char bytes[1 << 16];
    tilepdb_open_options options = {.threads = 1};
    uint64_t cached, huge;
    (void)number;
    const size_t size = file_load(TABLE, bytes, sizeof bytes);
    TRY(tilepdb_file_memory(TABLE, &cached, &huge, &error));
    TRY(tilepdb_table_open(TABLE, &options, &held.tables[0], &error));
    TRY(tilepdb_table_preload(held.tables[0], &options, &error));
    TRY(table_proven(held.tables[0], 1));
    options.preload = true;
    return tilepdb_table_open_memory(bytes, size, "it", &options, &held.tables[1], &error);
}

static tilepdb_status table_in_scratch(int number) {
    const tilepdb_pattern pattern = {.width = 3, .height = 2, .goal_blank = 5, .tiles = 0x2};
    const tilepdb_kind kind = kinds[number];
    const tilepdb_scratch_options scratch = {.directory = "."};
    const tilepdb_save_options how = {.threads = 1};
    tilepdb_generate_options options = {.threads = 1};
    tilepdb_scratch_need need;
    int level;
    TRY(tilepdb_scratch_need_get(&pattern, kind, &options, &need, &error));
    options.memory_limit = need.memory_least;
    TRY(tilepdb_scratch_find(&pattern, kind, &scratch, &level, &error));
    TRY(tilepdb_table_generate_file(&pattern, kind, TABLE, &options, &how, &scratch, NULL, &error));
    tilepdb_scratch_clean(&pattern, kind, &scratch);
    return TILEPDB_OK;
}

/* ---- searches -------------------------------------------------------------------------------- */

static bool moves_heard(const char *moves, void *user) {
    (void)user;
    mix_text(moves);
    return true;
}

static tilepdb_status board_solved(int number) {
    tilepdb_solver_options options = with_tables(world.halves, number ? 0 : 2, false);
    tilepdb_solve_options search = solve_defaults();
    int h;
    options.heuristic = (tilepdb_heuristic)number;
    search.on_solution = moves_heard;
    TRY(solver_of(&world.goal, options, 0));
    TRY(tilepdb_solver_estimate(held.solvers[0], &world.far, &h, &error));
    TRY(solve(held.solvers[0], &world.far, &search));
    search.solutions = TILEPDB_SOLUTIONS_ALL;
    return solve(held.solvers[0], &world.far, &search);
}

static void *rows_share(uint64_t key, size_t bytes, void *user) {
    (void)key, (void)user;
    memset(world.shared, 0, SHARED_BYTES);
    return bytes > SHARED_BYTES || no_memory() ? NULL : world.shared;
}

/* Rows of the file are inflated during the search. */
static tilepdb_status board_solved_lazily(int number) {
    const tilepdb_node node = {.rank = 0, .ranks = 2, .share = rows_share};
    const tilepdb_open_options options = {.threads = 1, .node = number & 8 ? &node : NULL};
    TRY(tilepdb_table_open(TABLE, &options, &held.tables[0], &error));
    tilepdb_table *tables[2] = {held.tables[0], world.halves[1]};
    TRY(solver_of(&world.goal, with_tables(tables, 2, false), 0));
    return solve(held.solvers[0], &world.far, NULL);
}

static tilepdb_status board_solved_together(int number) {
    tilepdb_solve_options options = solve_defaults();
    options.threads = 2;
    options.any = number == 1;
    TRY(solver_of(&world.goal4, without_tables(false), 0));
    return solve(held.solvers[0], &world.hard, &options);
}

static tilepdb_status solver_opened(int number) {
    const tilepdb_solver_open_options options = {.missing = (tilepdb_missing)(number & 3),
                                                 .metric = (tilepdb_metric)(number >> 2 & 1),
                                                 .threads = 1};
    const char *partition = number & 8 ? NULL : number & 4 ? "1234 5." : "1-2/3-5";
    TRY(tilepdb_solver_open(&world.goal32, partition, &options, &held.solvers[0], &error));
    return solve(held.solvers[0], &world.board32, NULL);
}

static void tables_put(int number) {
    (void)number;
    assert_int_equal(solver_opened(TILEPDB_MISSING_KEEP), TILEPDB_OK);
}

/* Nodes are not compared, since an engine without memory for tables takes smaller ones. */
static tilepdb_status engine_solved(int number) {
    tilepdb_engine_options options;
    tilepdb_engine_request request;
    tilepdb_engine_options_init(&options);
    tilepdb_engine_request_init(&request);
    options.missing = (tilepdb_missing)(number & 3);
    options.partition = number & 8 ? NULL : number & 4 ? "1234 5." : "1-2/3-5";
    options.directions = number & 16 ? TILEPDB_DIRECTIONS_BOTH : TILEPDB_DIRECTIONS_AUTO;
    options.threads = 1;
    request.board = &world.board32;
    request.goal = &world.goal32;
    request.metric = (tilepdb_metric)(number >> 2 & 1);
    request.improve = number & 32;
    TRY(tilepdb_engine_create(&options, &held.engine, &error));
    TRY(tilepdb_engine_solve(held.engine, &request, &held.answer, &error));
    mix((uint64_t)held.answer->result->length);
    if (!request.improve) mix_text(held.answer->moves);
    return TILEPDB_OK;
}

/* Finds where a solution of two moves more than needed loses them. */
static tilepdb_status losses_found(int number) {
    static const char moves[] = "RLUL";
    tilepdb_engine_request request;
    tilepdb_loss losses[4];
    int distances[sizeof moves];
    size_t count;
    (void)number;
    tilepdb_engine_request_init(&request);
    request.board = &world.near;
    request.search.threads = 1;
    TRY(tilepdb_losses_between(&world.near, moves, "UL", TILEPDB_METRIC_SINGLE, losses, 4, &count,
                               &error));
    mix(count);
    TRY(tilepdb_engine_create(NULL, &held.engine, &error));
    TRY(tilepdb_engine_distances(held.engine, &request, moves, distances, &count, &error));
    for (size_t i = 0; i < count; i++) mix((uint64_t)distances[i]);
    return TILEPDB_OK;
}

static tilepdb_status both_sides_solved(int number) {
    tilepdb_bidirectional_plan made = {.bounds = NULL};
    tilepdb_solver **of = held.solvers;
    double expanded;
    (void)number;
    TRY(solver_of(&world.goal, with_tables(world.halves, 2, false), 0));
    TRY(solver_of(&world.far, with_tables(world.halves, 2, true), 1));
    TRY(solver_create_bidirectional(of[0], of[1], 31, 1, 0, NULL, NULL, &of[2], &error));
    solver_view_pair(of[2], made.pair);
    TRY(tilepdb_solver_create_from_plan(of[0], of[1], &made, &of[3], &error));
    TRY(solver_estimate_nodes(of[2], &world.far, 31, 1, 0, NULL, NULL, &expanded, &error));
    mix((uint64_t)expanded);
    return solve(of[2], &world.far, NULL);
}

static bool goes_until_tables(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->stage != TILEPDB_STAGE_GENERATE;
}

/* Makes the solvers of 5x5 when first used, which takes two seconds. */
static void five_make(int number) {
    const tilepdb_board goal = standard_goal(5, 5, 0);
    tilepdb_random random = random_of(3);
    tilepdb_board board = goal;
    (void)number;
    if (five.solvers[2]) return;
    do board = walk_from(&goal, &random, 150);
    while (board.cells[0]);
    for (unsigned i = 0; i < 4; i++)
        table_make((tilepdb_pattern){.width = 5, .height = 5, .tiles = 0x7Eu << 6 * i}, 0,
                   &five.tables[i]);
    solver_of(&goal, with_tables(five.tables, 4, false), 0);
    solver_of(&board, with_tables(five.tables, 4, true), 1);
    memcpy(five.solvers, held.solvers, sizeof five.solvers);
    held = (struct held){.reader = NULL};
    solver_create_bidirectional(five.solvers[0], five.solvers[1], 0, 1, 0, NULL, NULL,
                                &five.solvers[2], &error);
}

/* Stops where the first of many tables is generated. */
static tilepdb_status partition_made(int number) {
    static struct instance_tables made;
    const tilepdb_generate_options options = {.threads = 1, .progress = goes_until_tables};
    (void)number;
    return instance_tables_make(five.solvers[2], 40, &options, &made, &error);
}

static tilepdb_status choice_made(int number) {
    static tilepdb_result result;
    const struct choice_candidate candidates[] = {{TILEPDB_DIRECTION_FORWARD, 0, 0, 0, 0},
                                                  {TILEPDB_DIRECTION_BACKWARD, 10, 0, 0, 0}};
    const tilepdb_solve_options options = solve_defaults();
    struct choice_search search;
    (void)number;
    TRY(choice_create(&world.far, &world.goal, candidates, 2, &options, &held.choice, &error));
    while (choice_next(held.choice, &search)) {
        const bool back = search.candidate == 1;
        tilepdb_solver **solver = &held.solvers[back];
        const int bound = search.estimate_bound;
        double nodes;
        tilepdb_status status = TILEPDB_OK;
        if (!*solver)
            status = solver_of(back ? &world.far : &world.goal, without_tables(back), back);
        if (!status && bound)
            status = solver_estimate_nodes(*solver, search.board, bound, 1, 0, NULL, NULL, &nodes,
                                           &error);
        if (status) {
            choice_drop(held.choice);
        } else if (bound) {
            choice_take_estimate(held.choice, nodes);
        } else {
            status = tilepdb_solve(*solver, search.board, &search.options, &result, &error);
            choice_take(held.choice, status, &result, &error);
        }
    }
    TRY(choice_answer(held.choice, &result, &error));
    mix_text(result.moves);
    return TILEPDB_OK;
}

static bool answer_heard(size_t i, tilepdb_status status, const tilepdb_result *result,
                         const tilepdb_error *cause, void *user) {
    if (status)
        *(tilepdb_error *)user = *cause;
    else
        *(uint64_t *)world.shared += i + hash_bytes(result->moves, strlen(result->moves));
    return true;
}

static bool task_heard(tilepdb_task *task, void *user) {
    return answer_heard(0, task->status, &task->result, &task->error, user);
}

static tilepdb_status many_solved(int number) {
    static tilepdb_task tasks[3];
    const tilepdb_board boards[] = {world.far, world.near, world.far};
    const tilepdb_queue_options options = {
        .threads = 2, .capacity = 2, .answer = task_heard, .user = &error};
    tilepdb_solve_options search = solve_defaults();
    search.threads = 2;
    *(uint64_t *)world.shared = 0;
    TRY(solver_of(&world.goal, without_tables(false), 0));
    if (number == 0)
        TRY(tilepdb_solve_many(held.solvers[0], boards, 3, &search, answer_heard, &error, &error));
    if (number == 1) TRY(tilepdb_queue_create(&options, &held.queue, &error));
    for (int i = 0; held.queue && i < 3; i++) {
        tasks[i] = (tilepdb_task){
            .board = boards[i], .solver = held.solvers[0], .options = solve_defaults()};
        tilepdb_queue_put(held.queue, &tasks[i]);
    }
    if (held.queue) tilepdb_queue_wait(held.queue);
    mix(*(uint64_t *)world.shared);
    return error.status; /* of an answer */
}

/* ---- checkpoints and ranks ------------------------------------------------------------------- */

static bool search_stopped(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->done < 160000;
}

static tilepdb_status search_recorded(int number) {
    tilepdb_solve_options options = solve_defaults();
    TRY(solver_of(&world.goal4, without_tables(false), 0));
    TRY(tilepdb_checkpoint_open(CHECKPOINT, &held.checkpoint, &error));
    options.any = true;
    options.checkpoint = held.checkpoint;
    if (number) options.progress = search_stopped;
    const tilepdb_status status = solve(held.solvers[0], &world.hard, &options);
    if (status && !number) return status;
    TRY(tilepdb_checkpoint_save(held.checkpoint, 0, &error));
    char value[8];
    tilepdb_checkpoint_get(held.checkpoint, "key", value, sizeof value);
    TRY(tilepdb_checkpoint_put(held.checkpoint, "key", "value", 5, &error));
    return number ? TILEPDB_OK : tilepdb_checkpoint_forget(held.checkpoint, &error);
}

static void checkpoint_put(int number) {
    (void)number;
    assert_int_equal(search_recorded(1), TILEPDB_OK);
}

struct rank {
    struct member member;
    int number; /* of the scenario */
    tilepdb_status status;
    uint64_t digest;
    tilepdb_error error;
};

/* Joins what the sides of a bidirectional search have found, after millions of nodes. */
static tilepdb_status frontiers_joined(const tilepdb_comm *comm) {
    const uint64_t keys[] = {7, 8, 9};
    const uint16_t left[] = {1, 2, 3};
    const uint8_t path[] = {1, 2, 3, 0};
    struct frontier_keys emitted = {.keys = NULL};
    struct solutions solutions = {.length = 4, .most = 8};
    solutions_add(&solutions, path);
    bool well = frontier_keys_add(&emitted, keys, left, 3);
    well = consensus_keys(comm, 64, &emitted) && well;
    consensus_solutions(comm, 64, &solutions);
    well = consensus_all(comm, well && !solutions.full);
    for (size_t i = 0; well && i < emitted.count; i++) mix(emitted.keys[i]);
    mix(solutions.count);
    frontier_keys_free(&emitted);
    solutions_free(&solutions);
    return well ? TILEPDB_OK : error_set(&error, TILEPDB_ERROR_MEMORY, "no memory");
}

static void *rank_run(void *user) {
    struct rank *rank = user;
    const tilepdb_comm comm = member_comm(&rank->member);
    tilepdb_solve_options options = solve_defaults();
    options.comm = &comm;
    options.any = rank->number == 1;
    options.checkpoint = comm.rank == 0 ? held.checkpoint : NULL;
    rank->status =
        rank->number == 2 ? frontiers_joined(&comm) : solve(held.solvers[0], &world.hard, &options);
    rank->digest = digest;
    rank->error = error;
    return NULL;
}

static tilepdb_status ranks_solved(int number) {
    static struct rank ranks[2];
    ranks[0].number = ranks[1].number = number;
    TRY(solver_of(&world.goal4, without_tables(false), 0));
    if (number == 1) TRY(tilepdb_checkpoint_open(CHECKPOINT, &held.checkpoint, &error));
    exempt = true;
    job_run(2, ranks, sizeof *ranks, rank_run);
    exempt = false;
    assert_int_equal(ranks[0].status, ranks[1].status);
    error = ranks[0].error;
    mix(ranks[0].status ? 0 : ranks[0].digest ^ ranks[1].digest << 1);
    TRY(ranks[0].status);
    return held.checkpoint ? tilepdb_checkpoint_save(held.checkpoint, 0, &error) : TILEPDB_OK;
}

/* ---- other methods --------------------------------------------------------------------------- */

static tilepdb_status board_improved(int number) {
    static tilepdb_anytime_result result;
    static const struct {
        int width, height, max_width;
    } sizes[] = {{3, 3, 64}, {4, 4, 8}, {2, 10, 16}};
    tilepdb_random random = random_of(1);
    const int width = sizes[number].width, height = sizes[number].height;
    const tilepdb_board goal = standard_goal(width, height, width * height - 1);
    const tilepdb_board board = walk_from(&goal, &random, 30);
    tilepdb_anytime_options options = {.threads = 1,
                                       .max_width = (uint64_t)sizes[number].max_width};
    if (number == 0) TRY(solver_of(&goal, without_tables(false), 0));
    options.solver = held.solvers[0];
    const tilepdb_status status = tilepdb_anytime_solve(&board, &goal, &options, &result, &error);
    mix_text(result.moves);
    return status;
}

/* Stands for CBC: its answer is that tile 3 moves to cell 2. */
static void solver_program_put(int number) {
    (void)number;
    FILE *file = fopen("cbc", "w");
    fputs("#!/bin/sh\nfor last; do :; done\n"
          "printf 'Optimal - objective value 1\\n0 m_3_2_1 1 1\\n' > \"$last\"\n",
          file);
    fclose(file);
    assert_int_equal(chmod("cbc", 0755), 0);
}

static tilepdb_status method_used(int number) {
    static tilepdb_method_result result;
    const bool ilp = number == TILEPDB_METHOD_ILP;
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, (tilepdb_method)number);
    TRY(tilepdb_method_solve(ilp ? &world.near2 : &world.near, ilp ? &world.goal2 : &world.goal,
                             &options, &result, &error));
    mix_text(result.moves);
    return TILEPDB_OK;
}

static bool program_heard(const char *text, size_t length, void *user) {
    (void)user;
    mix(hash_bytes(text, length));
    return true;
}

static tilepdb_status program_written(int number) {
    return tilepdb_program_write(&world.near, &world.goal, (tilepdb_program_form)number, 4,
                                 program_heard, NULL, &error);
}

/* ---- runs ------------------------------------------------------------------------------------ */

struct scenario {
    const char *name;
    tilepdb_status (*run)(int number);
    int number;                  /* chooses a variant of `run` */
    void (*prepare)(int number); /* makes files; may be NULL */
    unsigned also[KINDS];        /* statuses beside those of the kind, as bits */
    const char *partial;         /* a part of the names of files that may hold less */
    tilepdb_status expected;     /* without failures */
};

struct files_seen {
    size_t count;
    char name[16][256];
    uint64_t hash[16];
};

static void files_look(struct files_seen *seen) {
    static char bytes[1 << 20];
    DIR *entries = opendir(".");
    assert_non_null(entries);
    seen->count = 0;
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        if (entry->d_name[0] == '.') continue;
        assert_true(seen->count < 16);
        snprintf(seen->name[seen->count], 256, "%s", entry->d_name);
        const size_t size = file_load(entry->d_name, bytes, sizeof bytes);
        seen->hash[seen->count++] = hash_bytes(bytes, size) + (entry->d_type == DT_LNK);
    }
    closedir(entries);
}

/* Returns the hash of a file; 0 if it was missing. */
static uint64_t hash_of(const struct files_seen *files, const char *name) {
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->name[i], name) == 0) return files->hash[i];
    return 0;
}

static void files_prepare(const struct scenario *its) {
    static struct files_seen files;
    files_look(&files);
    for (size_t i = 0; i < files.count; i++) assert_int_equal(remove(files.name[i]), 0);
    if (its && its->prepare) its->prepare(its->number);
    held_free(&held);
}

/* Returns a file that is neither as before nor as after a run without failures; NULL if none is. */
static const char *half_written(const struct scenario *its, const struct files_seen *before,
                                const struct files_seen *after) {
    static struct files_seen now;
    files_look(&now);
    for (size_t i = 0; i < now.count; i++) {
        const char *name = now.name[i];
        if (its->partial && strstr(name, its->partial) && !strstr(name, ".tmp-")) continue;
        if (now.hash[i] != hash_of(before, name) && now.hash[i] != hash_of(after, name))
            return name;
    }
    for (size_t i = 0; i < before->count; i++)
        if (hash_of(after, before->name[i]) && !hash_of(&now, before->name[i]))
            return before->name[i];
    return NULL;
}

static int descriptors(void) {
    int count = 0;
    for (int fd = 0; fd < 256; fd++) count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* Runs the scenario, and compares it with a run without failures unless `*whole` is 0. */
static tilepdb_status scenario_run(const struct scenario *its, const struct files_seen *before,
                                   const struct files_seen *after, uint64_t *whole) {
    static const char *const names[KINDS] = {"memory", "files", "threads", "interrupts", "pieces"};
    static const tilepdb_status usual[KINDS] = {TILEPDB_ERROR_MEMORY, TILEPDB_ERROR_IO};
    const long live_before = live, mapped_before = mapped, descriptors_before = descriptors();
    digest = 1;
    error = (tilepdb_error){.message = ""};
    plan.calls = plan.failed = 0;
    plan.armed = true;
    const tilepdb_status status = its->run(its->number);
    plan.armed = false;
    held_free(&held);
    if (!*whole) *whole = digest;
    const bool allowed = status == its->expected || status == usual[plan.kind] ||
                         (its->also[plan.kind] >> status & 1u);
    const char *half = before ? half_written(its, before, after) : NULL;
    const char *wrong = !allowed                                                ? "status"
                        : status == its->expected && digest != *whole           ? "result"
                        : status && (error.status != status || !*error.message) ? "error"
                        : live != live_before || mapped != mapped_before        ? "leak"
                        : descriptors() != descriptors_before                   ? "descriptor"
                        : half                                                  ? half
                                                                                : NULL;
    if (wrong)
        fail_msg("%s, call %ld%s, %s: wrong %s; status %d, %s", names[plan.kind], plan.at,
                 plan.onwards ? " and all after it" : "", its->name, wrong, status, error.message);
    return status;
}

static void scenario_check(void **state) {
    static struct files_seen before, after;
    const struct scenario *its = *state;
    uint64_t whole = 0;
    /* Each of its 140 runs takes a third of a second. */
    if (its->run == partition_made && !getenv("TILEPDB_LONG")) skip();
    plan.at = LONG_MAX;
    files_prepare(its);
    files_look(&before);
    assert_int_equal(scenario_run(its, NULL, NULL, &whole), its->expected);
    files_look(&after);
    for (int way = 0; way < KINDS + THREADS + 1; way++) {
        plan.kind = (enum kind)(way % KINDS);
        plan.onwards = way >= KINDS;
        for (long n = 1, failed = 1; failed; n++) {
            plan.at = n;
            files_prepare(its);
            scenario_run(its, &before, &after, &whole);
            failed = plan.failed;
            plan.at = LONG_MAX;
            if (failed && !plan.onwards)
                assert_int_equal(scenario_run(its, &after, &after, &whole), its->expected);
        }
    }
}

#define BIT(status) (1u << TILEPDB_##status)

static const struct scenario scenarios[] = {
    {.name = "texts", texts_read},
    {.name = "reader of boards", items_read, 0},
    {.name = "reader of solutions", items_read, 1},
    {.name = "reader of arguments", items_read, 2},
    {.name = "pictures", pictures_drawn},
    {.name = "partitions", partitions_find},
    {.name = "locations", locations_find},
    {.name = "table of bits", table_generated, 0},
    {.name = "table of nibbles", table_generated, 1},
    {.name = "projected table", table_generated, 2},
    {.name = "table of colours", table_generated, 3},
    {.name = "table of bits, two threads", table_generated, 4},
    {.name = "table of colours, two threads", table_generated, 7},
    {.name = "save bits", table_saved, 0, table_put},
    {.name = "save nibbles compressed", table_saved, 5, table_put},
    {.name = "save colours compressed", table_saved, 7, table_put},
    {.name = "table of a goal", table_generated, 16},
    {.name = "save the table of a goal", table_saved, 20, table_put},
    {.name = "open the table of a goal", table_opened, 20, table_put},
    {.name = "save behind a link", table_saved, 8, link_put},
    {.name = "open bits", table_opened, 0, table_put},
    {.name = "open nibbles compressed", table_opened, 5, table_put},
    {.name = "open colours compressed", table_opened, 7, table_put},
    {.name = "scratch, bits",
     table_in_scratch,
     0,
     .also = {[THREADS] = BIT(ERROR_MEMORY)},
     .partial = ".scratch-"},
    {.name = "scratch, projected",
     table_in_scratch,
     2,
     .also = {[THREADS] = BIT(ERROR_MEMORY)},
     .partial = ".scratch-"},
    {.name = "solve with tables", board_solved, TILEPDB_HEURISTIC_PDB},
    {.name = "solve by Manhattan distance", board_solved, TILEPDB_HEURISTIC_MANHATTAN},
    {.name = "solve by linear conflict", board_solved, TILEPDB_HEURISTIC_LINEAR_CONFLICT},
    {.name = "solve with a file", board_solved_lazily, 4, table_put},
    {.name = "solve with shared rows", board_solved_lazily, 12, table_put},
    {.name = "solve together", board_solved_together, 0},
    {.name = "solve any together", board_solved_together, 1},
    {.name = "open a solver, build", solver_opened, TILEPDB_MISSING_BUILD},
    {.name = "open a solver, keep", solver_opened, TILEPDB_MISSING_KEEP},
    {.name = "open a solver, files",
     solver_opened,
     TILEPDB_MISSING_REFUSE,
     tables_put,
     .also = {[FILES] = BIT(ERROR_NOT_FOUND)}},
    {.name = "open a solver, slides", solver_opened, 4 + TILEPDB_MISSING_KEEP},
    {.name = "open a solver, default", solver_opened, 8},
    {.name = "engine, build", engine_solved, TILEPDB_MISSING_BUILD},
    {.name = "engine, keep", engine_solved, TILEPDB_MISSING_KEEP},
    {.name = "engine, files",
     engine_solved,
     TILEPDB_MISSING_REFUSE,
     tables_put,
     .also = {[FILES] = BIT(ERROR_NOT_FOUND)}},
    {.name = "engine, slides", engine_solved, 4 + TILEPDB_MISSING_KEEP},
    {.name = "engine, default", engine_solved, 8},
    {.name = "engine, both sides",
     engine_solved,
     16,
     .also = {[MEMORY] = BIT(LIMIT), [FILES] = BIT(ERROR_NOT_FOUND)}},
    {.name = "engine, improve", engine_solved, 32 + 8, .also = {[MEMORY] = BIT(LIMIT)}},
    {.name = "losses", losses_found},
    {.name = "both sides", both_sides_solved},
    {.name = "partition made", partition_made, 0, five_make, .expected = TILEPDB_CANCELLED},
    {.name = "choice", choice_made, .also = {[MEMORY] = BIT(ERROR_NOT_FOUND)}},
    {.name = "many", many_solved, 0},
    {.name = "queue", many_solved, 1},
    {.name = "checkpoint", search_recorded, .partial = CHECKPOINT},
    {.name = "checkpoint resumed", search_recorded, 0, checkpoint_put, .partial = CHECKPOINT},
    {.name = "ranks", ranks_solved, 0},
    {.name = "ranks with a checkpoint", ranks_solved, 1, .partial = CHECKPOINT},
    {.name = "frontiers of ranks", ranks_solved, 2},
    {.name = "anytime with a solver", board_improved, 0},
    {.name = "anytime without a solver", board_improved, 1, .expected = TILEPDB_LIMIT},
    {.name = "anytime, thin", board_improved, 2, .expected = TILEPDB_LIMIT},
    {.name = "BFS", method_used, TILEPDB_METHOD_BFS, .also = {[MEMORY] = BIT(LIMIT)}},
    {.name = "IDDFS", method_used, TILEPDB_METHOD_IDDFS, .also = {[MEMORY] = BIT(LIMIT)}},
    {.name = "A*", method_used, TILEPDB_METHOD_ASTAR, .also = {[MEMORY] = BIT(LIMIT)}},
    {.name = "LAYERED", method_used, TILEPDB_METHOD_LAYERED, .also = {[MEMORY] = BIT(LIMIT)}},
    {.name = "ILP",
     method_used,
     TILEPDB_METHOD_ILP,
     solver_program_put,
     .also = {[MEMORY] = BIT(LIMIT) | BIT(ERROR_IO), [FILES] = BIT(ERROR_NOT_FOUND)}},
    {.name = "program, fixed", program_written, TILEPDB_PROGRAM_FIXED},
    {.name = "program, penalty", program_written, TILEPDB_PROGRAM_PENALTY},
};

#define SCENARIOS (sizeof scenarios / sizeof *scenarios)

/* ---- no thread at all ------------------------------------------------------------------------ */

struct improvements {
    int length, lower_bound, count;
};

static bool improvement_hear(const tilepdb_anytime_event *event, void *user) {
    struct improvements *heard = user;
    assert_true(heard->count == 0 || event->length <= heard->length);
    if (event->shorter)
        assert_true(heard->count == 0 || event->length < heard->length);
    else
        assert_true(event->lower_bound > heard->lower_bound);
    assert_int_equal(tilepdb_moves_length(event->moves, TILEPDB_METRIC_SINGLE), event->length);
    *heard = (struct improvements){event->length, event->lower_bound, heard->count + 1};
    return true;
}

/* Where no thread can be started, beams run between the steps of the search: a solution comes at
 * once, and gets shorter while bounds are proven. */
static void improved_without_threads(void **state) {
    static const struct {
        const char *text;
        int within;
        uint64_t max_width, memory;
        tilepdb_status status;
    } cases[] = {
        {"14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13", 16, 0, 0, TILEPDB_OK},
        {"14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13", 0, 512, 0,
         TILEPDB_LIMIT},
        {"6 1 3 4 5 / 0 2 8 9 10 / 11 7 12 14 15 / 16 17 13 18 20 / 21 22 23 19 24", 0, 1 << 30,
         64 << 20, TILEPDB_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_board board = board_of(cases[i].text);
        tilepdb_engine_options options;
        tilepdb_engine_request request;
        struct improvements heard = {0};
        tilepdb_engine_options_init(&options);
        tilepdb_engine_request_init(&request);
        options.directory = "none";
        options.threads = 1;
        options.memory_limit = cases[i].memory;
        request.board = &board;
        request.improve = true;
        request.within = cases[i].within;
        request.max_width = cases[i].max_width;
        request.on_solution = improvement_hear;
        request.user = &heard;
        assert_int_equal(tilepdb_engine_create(&options, &held.engine, &error), TILEPDB_OK);
        plan.kind = THREADS;
        plan.at = 1;
        plan.onwards = plan.armed = true;
        plan.calls = plan.failed = 0;
        const tilepdb_status status =
            tilepdb_engine_solve(held.engine, &request, &held.answer, &error);
        plan.armed = false;
        assert_true(plan.failed > 0);
        assert_int_equal(status, cases[i].status);
        assert_true(heard.count > 0);
        assert_int_equal(heard.length, held.answer->result->upper_bound);
        assert_true(held.answer->beams.width > 0);
        if (!status)
            assert_true(heard.length - held.answer->result->lower_bound <= cases[i].within);
        held_free(&held);
    }
}

static char folder[] = P_tmpdir "/tilepdb-test-XXXXXX";

static int world_make(void **state) {
    tilepdb_random random = random_of(2);
    char path[4096];
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("TMPDIR", folder, 1);
    setenv("TILEPDB_DIR", ".", 1);
    world.goal = standard_goal(3, 3, 8);
    world.far = board_of("0 8 7 / 6 5 4 / 3 2 1");
    world.near = board_of("1 2 3 / 4 0 6 / 7 5 8");
    world.goal2 = standard_goal(2, 2, 3);
    world.near2 = board_of("1 2 / 0 3");
    world.goal32 = standard_goal(3, 2, 5);
    world.board32 = walk_from(&world.goal32, &random, 30);
    world.goal4 = standard_goal(4, 4, 15);
    /* 192,127 nodes with Manhattan distance, 140,331 of them in the bound before the last. */
    world.hard = board_of("6 8 2 15 / 1 11 9 7 / 5 13 3 14 / 10 4 12 0");
    world.shared = memory_pages(SHARED_BYTES);
    const tilepdb_board row = {
        3, 2, {1, 2, 3, TILEPDB_ANY_TILE, TILEPDB_ANY_TILE, TILEPDB_ANY_TILE}};
    for (int kind = 0; kind < KINDS; kind++) {
        tilepdb_pattern *pattern = &world.patterns[kind];
        *pattern = (tilepdb_pattern){.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1E};
        if (kind == 3) assert_int_equal(tilepdb_colouring_default(3, 2, 5, pattern, NULL), 0);
        if (kind == 4) assert_int_equal(tilepdb_goal_pattern(&row, pattern, NULL), 0);
        table_make(*pattern, kind, &world.tables[kind]);
    }
    world.halves[0] = world.tables[0];
    table_make((tilepdb_pattern){.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1E0}, 0,
               &world.halves[1]);
    return 0;
}

static int world_free(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) tilepdb_table_close(world.tables[kind]);
    tilepdb_table_close(world.halves[1]);
    memory_pages_free(world.shared, SHARED_BYTES);
    held_free(&five);
    files_prepare(NULL);
    return chdir("..") == 0 ? rmdir(folder) : -1;
}

/* Runs the scenarios whose names match the pattern that is given, or all. */
int main(int count, char **arguments) {
    static struct CMUnitTest tests[SCENARIOS + 1] = {
        [SCENARIOS] = {.name = "engine, improve without threads",
                       .test_func = improved_without_threads}};
    for (size_t i = 0; i < SCENARIOS; i++)
        tests[i] = (struct CMUnitTest){.name = scenarios[i].name,
                                       .test_func = scenario_check,
                                       .initial_state = (void *)(uintptr_t)&scenarios[i]};
    if (count > 1) cmocka_set_test_filter(arguments[1]);
    return cmocka_run_group_tests(tests, world_make, world_free);
}
