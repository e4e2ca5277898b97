/*
 * The library as WebAssembly: what web/page/core.js calls, over the public header.
 *
 * A board goes in as text, in the buffer of core_input(), in any notation that the tools read; its
 * size is width and height, or 0 and 0 to follow from the text. The goal is named by the cell of
 * its blank. Every call returns a status (0: TILEPDB_OK) and leaves its answer as JSON in
 * core_answer(); on failure that is {"status", "column", "message"}. Handles are numbers, 0 is
 * none. The page gives two functions: page_progress and page_step.
 */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#define EXPORT(name)      __attribute__((export_name(#name))) name
#define FROM_PAGE(member) __attribute__((import_module("page"), import_name(#member)))

/* Hears of long work. There is no answer: a page cancels by ending its worker. */
FROM_PAGE(progress)
void page_progress(int stage, int level, double done, double total, double seconds);

/* Hears one step of a textbook method; `moves` may be NULL. */
FROM_PAGE(step)
void page_step(const char *text, int bound, double nodes, double seconds, const char *moves,
               size_t move_count);

/* ---- the buffers ----------------------------------------------------------------------------- */

static char input[1 << 14];

char *EXPORT(core_input)(void);
char *core_input(void) {
    return input;
}

size_t EXPORT(core_input_size)(void);
size_t core_input_size(void) {
    return sizeof input;
}

const char *EXPORT(core_answer)(void);
const char *core_answer(void) {
    return answer_text();
}

void *EXPORT(core_allocate)(size_t size);
void *core_allocate(size_t size) {
    return malloc(size);
}

void EXPORT(core_release)(void *memory);
void core_release(void *memory) {
    free(memory);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static int board_answer(const tilepdb_board *board) {
    answer_begin();
    answer_board(board);
    return TILEPDB_OK;
}

static tilepdb_status board_read(int width, int height, tilepdb_board *board,
                                 tilepdb_error *error) {
    const size_t length = strnlen(input, sizeof input);
    return tilepdb_board_parse(input, length, width, height, board, error);
}

int EXPORT(core_parse)(int width, int height);
int core_parse(int width, int height) {
    tilepdb_board board;
    tilepdb_error error;
    if (board_read(width, height, &board, &error)) return answer_error(&error);
    return board_answer(&board);
}

/* The first item of the input; false: there is none. */
static bool first_item(const tilepdb_reader_options *options, tilepdb_item *item, bool *alone,
                       tilepdb_error *error) {
    tilepdb_reader *reader;
    if (tilepdb_reader_create(options, &reader, error)) return false;
    tilepdb_item second;
    tilepdb_reader_feed(reader, input, strnlen(input, sizeof input));
    tilepdb_reader_end(reader);
    const bool found = tilepdb_reader_next(reader, item);
    *alone = !tilepdb_reader_next(reader, &second);
    tilepdb_reader_free(reader);
    return found;
}

static bool input_is_moves(void) {
    return tilepdb_moves_parse(input, strnlen(input, sizeof input), TILEPDB_NOTATION_TILE, NULL,
                               NULL, 0, NULL, NULL) == TILEPDB_OK;
}

/* What a person typed: a board of the size that is given if it can be one, else of its own. A
 * scramble begins at the goal of that size whose blank is first or last. */
int EXPORT(core_read)(int width, int height, int blank_first);
int core_read(int width, int height, int blank_first) {
    tilepdb_reader_options options;
    tilepdb_item item;
    tilepdb_error error = {.status = TILEPDB_ERROR_PARSE, .message = "there is no board"};
    bool alone = false;
    tilepdb_reader_options_init(&options);
    options.blank_first = blank_first != 0;
    options.width = width;
    options.height = height;
    bool found = first_item(&options, &item, &alone, &error);
    if (found && (item.kind == TILEPDB_ITEM_ERROR || !alone) && !input_is_moves()) {
        options.width = options.height = 0;
        found = first_item(&options, &item, &alone, &error);
    }
    if (!found) return answer_error(&error);
    if (item.kind == TILEPDB_ITEM_ERROR) return answer_error(&item.error);
    if (alone) return board_answer(&item.board);
    error =
        (tilepdb_error){.status = TILEPDB_ERROR_PARSE, .message = "there is more than one board"};
    return answer_error(&error);
}

int EXPORT(core_goal)(int width, int height, int goal_blank);
int core_goal(int width, int height, int goal_blank) {
    tilepdb_board goal;
    tilepdb_error error;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error)) return answer_error(&error);
    return board_answer(&goal);
}

/* The goal, and the board that the input holds. */
static tilepdb_status both_read(int width, int height, int goal_blank, tilepdb_board *board,
                                tilepdb_board *goal, tilepdb_error *error) {
    const tilepdb_status status = tilepdb_goal(width, height, goal_blank, goal, error);
    return status ? status : board_read(width, height, board, error);
}

int EXPORT(core_solvable)(int width, int height, int goal_blank);
int core_solvable(int width, int height, int goal_blank) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_status status = both_read(width, height, goal_blank, &board, &goal, &error);
    if (!status) status = tilepdb_board_solvable(&board, &goal, &error);
    return status ? answer_error(&error) : board_answer(&board);
}

/* The board that `pdbsolve --scramble 1 --seed SEED` prints; the seed in two halves. */
int EXPORT(core_scramble)(int width, int height, int goal_blank, uint32_t low, uint32_t high);
int core_scramble(int width, int height, int goal_blank, uint32_t low, uint32_t high) {
    tilepdb_board goal, board;
    tilepdb_error error;
    tilepdb_random random;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error)) return answer_error(&error);
    tilepdb_random_seed(&random, (uint64_t)high << 32 | low);
    tilepdb_board_scramble(&random, &goal, &board);
    return board_answer(&board);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool progress_tell(const tilepdb_progress *progress, void *user) {
    (void)user;
    page_progress((int)progress->stage, progress->level, (double)progress->done,
                  (double)progress->total, progress->seconds);
    return true;
}

static int table_answer(const tilepdb_table *table) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    answer_begin();
    answer_add("{\"table\":%lu,\"width\":%d,\"height\":%d,\"goalBlank\":%d,\"tiles\":%lu,"
               "\"aware\":%d,\"bit\":%d,\"bytes\":%llu,\"levels\":%d}",
               (unsigned long)(uintptr_t)table, info.pattern.width, info.pattern.height,
               info.pattern.goal_blank, (unsigned long)info.pattern.tiles,
               info.kind.blank == TILEPDB_BLANK_AWARE, info.kind.encoding == TILEPDB_ENCODING_BIT,
               (unsigned long long)info.table_bytes, info.levels);
    return TILEPDB_OK;
}

/* A blank-aware table in bits; `tiles` as in tilepdb_pattern. Tables live as long as the worker. */
int EXPORT(core_table_generate)(int width, int height, int goal_blank, uint32_t tiles);
int core_table_generate(int width, int height, int goal_blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {(uint8_t)width, (uint8_t)height, (uint8_t)goal_blank, tiles};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.progress = progress_tell;
    tilepdb_table *table;
    tilepdb_error error;
    if (tilepdb_table_generate(&pattern, kind, &options, &table, &error))
        return answer_error(&error);
    return table_answer(table);
}

/* The bytes of a table file, in memory of core_allocate that the table keeps; the input holds the
 * file's name. */
int EXPORT(core_table_open)(const void *data, size_t size);
int core_table_open(const void *data, size_t size) {
    tilepdb_table *table;
    tilepdb_error error;
    if (tilepdb_table_open_memory(data, size, input, NULL, &table, &error))
        return answer_error(&error);
    return table_answer(table);
}

/* ---- solving --------------------------------------------------------------------------------- */

/* `heuristic` as in tilepdb_heuristic; `tables` are needed by PDB only. The caller frees it. */
int EXPORT(core_solver_create)(int width, int height, int goal_blank, int heuristic,
                               const tilepdb_table *const *tables, size_t table_count);
int core_solver_create(int width, int height, int goal_blank, int heuristic,
                       const tilepdb_table *const *tables, size_t table_count) {
    tilepdb_board goal;
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = (tilepdb_heuristic)heuristic;
    options.tables = tables;
    options.table_count = table_count;
    if (tilepdb_goal(width, height, goal_blank, &goal, &error) ||
        tilepdb_solver_create(&goal, &options, &solver, &error))
        return answer_error(&error);
    answer_begin();
    answer_add("{\"solver\":%lu}", (unsigned long)(uintptr_t)solver);
    return TILEPDB_OK;
}

void EXPORT(core_solver_free)(tilepdb_solver *solver);
void core_solver_free(tilepdb_solver *solver) {
    tilepdb_solver_free(solver);
}

static bool result_is_filled(tilepdb_status status) {
    return status == TILEPDB_OK || status == TILEPDB_LIMIT || status == TILEPDB_UNSOLVABLE;
}

/* The members that a search and a textbook method share; the object stays open. */
static void outcome_add(tilepdb_status status, const tilepdb_error *error, int length,
                        int lower_bound, bool optimal, const char *moves) {
    answer_begin();
    answer_add("{\"status\":%d,\"message\":", (int)status);
    answer_string(status ? error->message : "");
    answer_add(",\"length\":%d,\"lowerBound\":%d,\"optimal\":%s,\"moves\":\"%s\",", length,
               lower_bound, optimal ? "true" : "false", moves);
}

static void effort_add(uint64_t generated, uint64_t expanded, double seconds) {
    answer_add(",\"generated\":%llu,\"expanded\":%llu,\"microseconds\":%llu",
               (unsigned long long)generated, (unsigned long long)expanded,
               (unsigned long long)(1e6 * seconds));
}

static int result_answer(tilepdb_status status, const tilepdb_result *result,
                         const tilepdb_error *error) {
    if (!result_is_filled(status)) return answer_error(error);
    outcome_add(status, error, result->length, result->lower_bound, result->optimal, result->moves);
    answer_iterations(result->iterations, result->iteration_count);
    effort_add(result->generated, result->expanded, result->seconds);
    answer_add(",\"rootH\":%d}", result->root_h);
    return (int)status;
}

/* A limit of 0 is none. UNSOLVABLE and LIMIT have a result, too. */
int EXPORT(core_solve)(const tilepdb_solver *solver, int width, int height, double timeout);
int core_solve(const tilepdb_solver *solver, int width, int height, double timeout) {
    tilepdb_board board;
    tilepdb_error error;
    if (board_read(width, height, &board, &error)) return answer_error(&error);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.timeout = timeout;
    options.progress = progress_tell;
    static tilepdb_result result;
    const tilepdb_status status = tilepdb_solve(solver, &board, &options, &result, &error);
    return result_answer(status, &result, &error);
}

/* ---- textbook methods ------------------------------------------------------------------------ */

static void step_tell(const tilepdb_method_step *step, void *user) {
    (void)user;
    page_step(step->text, step->bound, (double)step->nodes, step->seconds, step->moves,
              step->move_count);
}

static int method_answer(tilepdb_status status, const tilepdb_method_result *result,
                         const tilepdb_error *error) {
    if (!result_is_filled(status)) return answer_error(error);
    outcome_add(status, error, result->length, result->lower_bound, result->optimal, result->moves);
    answer_iterations(result->iterations, result->iteration_count);
    effort_add(result->generated, result->expanded, result->seconds);
    answer_add(",\"states\":%llu,\"bytes\":%llu,\"depth\":%d}", (unsigned long long)result->states,
               (unsigned long long)result->memory, result->depth);
    return (int)status;
}

/* `method` as in tilepdb_method; seconds and bytes at most, 0 for no limit. */
int EXPORT(core_method)(int method, int width, int height, int goal_blank, double timeout,
                        double memory);
int core_method(int method, int width, int height, int goal_blank, double timeout, double memory) {
    tilepdb_board board, goal;
    tilepdb_error error;
    if (both_read(width, height, goal_blank, &board, &goal, &error)) return answer_error(&error);
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, (tilepdb_method)method);
    options.timeout = timeout;
    options.memory_limit = (uint64_t)memory;
    options.step = step_tell;
    options.progress = progress_tell;
    static tilepdb_method_result result;
    const tilepdb_status status = tilepdb_method_solve(&board, &goal, &options, &result, &error);
    return method_answer(status, &result, &error);
}
