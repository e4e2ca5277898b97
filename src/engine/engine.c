/* See tilepdb_engine.h. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "base/processor.h"
#include "engine/improve.h"
#include "engine/open_goals.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "table/locator.h"
#include "table/table.h"

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory");
}

/* ---- an engine ------------------------------------------------------------------------------- */

void tilepdb_engine_options_init(tilepdb_engine_options *options) {
    *options = (tilepdb_engine_options){
        .missing = TILEPDB_MISSING_BUILD, .bidirectional = true, .reflection = true};
}

static tilepdb_status kinds_set(struct tables_config *config, const tilepdb_engine_options *options,
                                tilepdb_error *error) {
    static const tilepdb_kind all[TILEPDB_MAX_KINDS] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    };
    const tilepdb_kind *kinds = options->kind_count ? options->kinds : all;
    const tilepdb_pattern tiles = {0};
    config->kind_count = options->kind_count ? options->kind_count : TILEPDB_MAX_KINDS;
    if (config->kind_count > TILEPDB_MAX_KINDS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "at most %d kinds of tables are possible",
                         TILEPDB_MAX_KINDS);
    for (size_t i = 0; i < config->kind_count; i++) {
        const tilepdb_status status = table_kind_check(&tiles, kinds[i], error);
        if (status) return status;
        config->kinds[i] = kinds[i];
    }
    return TILEPDB_OK;
}

static tilepdb_status options_check(const tilepdb_engine_options *options, tilepdb_error *error) {
    if (options->missing > TILEPDB_MISSING_REFUSE ||
        options->directions > TILEPDB_DIRECTIONS_BOTH ||
        options->heuristic > TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "missing, directions or heuristic is out of range");
    if (options->partition && strchr(options->partition, ':') &&
        options->directions != TILEPDB_DIRECTIONS_BOTH)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a partition for each direction is for bidirectional searches");
    const tilepdb_status status = limits_threads(options->threads, error);
    return status ? status : processor_check(options->variant, error);
}

static tilepdb_status text_copy(const char *text, char **copy, tilepdb_error *error) {
    if (!text) return TILEPDB_OK;
    *copy = string_format("%s", text);
    return *copy ? TILEPDB_OK : no_memory(error);
}

static tilepdb_status engine_fill(tilepdb_engine *engine, const tilepdb_engine_options *options,
                                  tilepdb_error *error) {
    struct search_config *config = &engine->config;
    struct tables_config *tables = &config->tables;
    tilepdb_status status = options_check(options, error);
    if (!status) status = kinds_set(tables, options, error);
    if (!status) status = text_copy(options->directory, &engine->directory, error);
    if (!status) status = text_copy(options->partition, &engine->partition, error);
    if (status) return status;
    tables->directory = engine->directory;
    tables->missing = options->missing;
    tables->memory = options->memory_limit;
    tables->both_directions = options->directions == TILEPDB_DIRECTIONS_BACKWARD ||
                              options->directions == TILEPDB_DIRECTIONS_BOTH;
    tables->preload = options->preload;
    tables->threads = options->threads;
    tables->variant = options->variant;
    tables->node = options->node;
    tables->cell = options->goal_cell;
    tables->rate = &engine->rate;
    config->partition = engine->partition;
    config->directions = options->directions;
    config->bidirectional = options->bidirectional;
    config->reflection = options->reflection;
    engine->heuristic = options->heuristic;
    engine->memory = options->memory_limit;
    engine->ranks = options->ranks;
    engine->on_event = options->on_event;
    engine->event_user = options->user;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_engine_create(const tilepdb_engine_options *options, tilepdb_engine **engine,
                                     tilepdb_error *error) {
    tilepdb_engine_options defaults;
    tilepdb_engine_options_init(&defaults);
    tilepdb_engine *made = calloc(1, sizeof *made);
    if (!made) return no_memory(error);
    turn_init(&made->turn);
    turn_init(&made->parallel);
    pthread_mutex_init(&made->books, NULL);
    const tilepdb_status status = engine_fill(made, options ? options : &defaults, error);
    if (status)
        tilepdb_engine_free(made);
    else
        *engine = made;
    return status;
}

void tilepdb_engine_free(tilepdb_engine *engine) {
    if (!engine) return;
    served_free(engine);
    goal_solvers_free_all(engine);
    goal_tables_free(engine);
    turn_destroy(&engine->turn);
    turn_destroy(&engine->parallel);
    pthread_mutex_destroy(&engine->books);
    free(engine->directory);
    free(engine->partition);
    free(engine);
}

/* ---- a request ------------------------------------------------------------------------------- */

void tilepdb_engine_request_init(tilepdb_engine_request *request) {
    *request = (tilepdb_engine_request){.best = true, .at_a_time = 1};
    tilepdb_solve_options_init(&request->search);
    request->search.threads = 0;
}

static tilepdb_status options_of_request_check(const tilepdb_engine_request *request,
                                               tilepdb_error *error) {
    const tilepdb_solve_options *search = &request->search;
    if (search->earlier || search->comm)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "earlier and comm are not for requests");
    if (request->improve && search->solutions != TILEPDB_SOLUTIONS_FIRST)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "improve is for one solution");
    if (request->solution && !request->improve)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "only improve begins with a solution");
    if (request->at_a_time < 0)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "at_a_time is negative");
    if (request->within < 0 || !(request->within_share >= 0))
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "within or within_share is negative");
    if (request->metric != TILEPDB_METRIC_SINGLE && request->metric != TILEPDB_METRIC_MULTI)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)request->metric);
    tilepdb_status status = limits_timeout(search->timeout, error);
    if (!status) status = limits_threads(search->threads, error);
    return status ? status : limits_length(search->max_length, error);
}

tilepdb_status request_goal(const tilepdb_engine_request *request, tilepdb_board *goal,
                            tilepdb_error *error) {
    const tilepdb_board *board = request->board;
    if (request->goal && tilepdb_goal_is_open(request->goal)) {
        *goal = *request->goal;
        return open_goal_check(goal, error);
    }
    tilepdb_status status = board ? board_check(board, error) : TILEPDB_OK;
    if (status) return status;
    if (request->goal) {
        *goal = *request->goal;
        return board_check_named(goal, "goal", error);
    }
    if (!board) return error_set(error, TILEPDB_ERROR_ARGUMENT, "the request has no board");
    return tilepdb_goal(board->width, board->height, board->width * board->height - 1, goal, error);
}

/* Returns OK, ERROR_ARGUMENT or UNSOLVABLE. */
static tilepdb_status request_check(const tilepdb_engine_request *request, tilepdb_board *goal,
                                    tilepdb_error *error) {
    if (!request->board)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the request has no board");
    tilepdb_status status = options_of_request_check(request, error);
    if (!status) status = request_goal(request, goal, error);
    if (!status && (request->beyond != 0 || tilepdb_goal_is_open(goal)))
        status = open_goal_request_check(request, error);
    if (!status) status = tilepdb_board_solvable(request->board, goal, error);
    if (!status && request->solution &&
        !open_goal_solved_by(goal, request->board, request->solution))
        status = error_set(error, TILEPDB_ERROR_ARGUMENT, "the solution does not solve the board");
    return status;
}

/* ---- an answer ------------------------------------------------------------------------------- */

_Static_assert(CHOICE_MAX_CANDIDATES <= TILEPDB_MAX_SEARCHERS, "more searchers than promised");

struct answer_memory {
    tilepdb_answer answer; /* first, since tilepdb_answer_free casts it back */
    struct board_search search;
    struct improvement found;    /* with `improve` */
    tilepdb_searcher one;        /* used without a choice */
    tilepdb_searcher *searchers; /* of a choice; owned; may be NULL */
    tilepdb_kind kinds[LOCATOR_MAX_PARTITIONS];
    uint8_t searched_by[TILEPDB_MAX_MOVES / 2 + 1]; /* for each iteration of the result */
};

static bool choice_describe(struct answer_memory *memory) {
    const struct board_search *search = &memory->search;
    tilepdb_answer *answer = &memory->answer;
    size_t count;
    candidates_list(search->candidates, &count);
    tilepdb_searcher *searchers = calloc(count, sizeof *searchers);
    if (!searchers) return false;
    for (size_t i = 0; i < count; i++) searchers[i] = candidates_name(search->candidates, i);
    for (size_t i = 0; i < answer->result->iteration_count; i++)
        memory->searched_by[i] = (uint8_t)choice_candidate(search->choice, i);
    answer->searchers = memory->searchers = searchers;
    answer->searcher_count = count;
    answer->compared = choice_compared_nodes(search->choice);
    answer->chosen = answer->compared > 0 || searchers[0].direction != TILEPDB_DIRECTION_FORWARD;
    return true;
}

static void searcher_describe(struct answer_memory *memory) {
    const struct tables *tables = board_search_tables(&memory->search);
    tilepdb_searcher *one = &memory->one;
    *one = board_search_describe(&memory->search);
    one->tables[0] = NULL; /* an answer lists no tables */
    one->table_count[0] = 0;
    one->kinds = memory->kinds;
    if (tables)
        one->kind_count = partition_kinds(&tables->first, memory->kinds, LOCATOR_MAX_PARTITIONS);
    memory->answer.searchers = one;
    memory->answer.searcher_count = 1;
}

static bool searchers_fill(struct answer_memory *memory) {
    memory->answer.searched_by = memory->searched_by;
    memset(memory->searched_by, 0, memory->answer.result->iteration_count);
    if (memory->search.from_goal_tables) {
        memory->one =
            (tilepdb_searcher){.with_tables = true, .partition = "", .kernel = "goal_tables"};
        memory->answer.searchers = &memory->one;
        memory->answer.searcher_count = 1;
        return true;
    }
    if (memory->search.choice) return choice_describe(memory);
    if (memory->search.solver) searcher_describe(memory);
    return true;
}

static void answer_fill(struct answer_memory *memory) {
    const struct board_search *search = &memory->search;
    const struct beams *beams = &search->beams.last;
    tilepdb_answer *answer = &memory->answer;
    answer->status = search->status;
    answer->error = search->error;
    answer->error.status = search->status;
    answer->result = &search->result;
    answer->searched = search->reached;
    answer->no_tables = search->no_tables;
    answer->short_of_memory = search->short_of_memory;
    answer->moves = !search->status           ? search->result.moves
                    : search->incumbent.moves ? search->incumbent.moves
                                              : NULL;
    answer->beams = (tilepdb_beams){beams->width ? beams->widest : 0, beams->expanded, beams->used};
    answer->failure = memory->found.failure;
    if (memory->found.moves) answer->moves = memory->found.moves;
    if (memory->found.best)
        answer->beams = (tilepdb_beams){memory->found.best->width, memory->found.best->expanded,
                                        memory->found.best->memory};
    answer->table_bytes = search->table_bytes;
    answer->failed_path = search->failed.path;
    answer->failed_tables = search->failed.set;
    if (!searchers_fill(memory)) answer->status = no_memory(&answer->error);
}

static bool has_answer(tilepdb_status status) {
    return status != TILEPDB_ERROR_ARGUMENT && status != TILEPDB_ERROR_MEMORY;
}

tilepdb_status tilepdb_engine_solve(tilepdb_engine *engine, const tilepdb_engine_request *request,
                                    tilepdb_answer **answer, tilepdb_error *error) {
    tilepdb_board goal;
    tilepdb_error own;
    if (!error) error = &own;
    *answer = NULL;
    tilepdb_status status = request_check(request, &goal, error);
    if (!has_answer(status)) return status;
    if (engine->ranks && request->search.on_bound)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "on_bound is not for several ranks");
    struct answer_memory *memory = malloc(sizeof *memory);
    if (!memory) return no_memory(error);
    memory->answer = (tilepdb_answer){0};
    memory->found = (struct improvement){0};
    memory->searchers = NULL;
    tilepdb_engine_request whole = *request;
    whole.goal = &goal;
    board_search_init(&memory->search, engine, &whole);
    if (status) {
        memory->search.status = status;
        memory->search.error = *error;
    } else {
        const bool open = request->beyond > 0 || tilepdb_goal_is_open(&goal);
        if (!open) goal_tables_trim(engine);
        if (open)
            open_goal_run(&memory->search);
        else if (request->improve)
            improve_run(&memory->search, &whole, &memory->found);
        else
            board_search_run(&memory->search);
    }
    answer_fill(memory);
    *error = memory->answer.error;
    *answer = &memory->answer;
    return memory->answer.status;
}

void tilepdb_answer_free(tilepdb_answer *answer) {
    struct answer_memory *memory = (struct answer_memory *)answer;
    if (!memory) return;
    board_search_free(&memory->search);
    free(memory->found.best);
    free(memory->searchers);
    free(memory);
}

tilepdb_status tilepdb_engine_tables(tilepdb_engine *engine, const tilepdb_engine_request *request,
                                     const tilepdb_table *const **tables, size_t *count,
                                     tilepdb_error *error) {
    tilepdb_board goal;
    *tables = NULL;
    *count = 0;
    tilepdb_status status = options_of_request_check(request, error);
    if (!status) status = request_goal(request, &goal, error);
    if (!status && tilepdb_goal_is_open(&goal))
        status = error_set(error, TILEPDB_ERROR_ARGUMENT,
                           "an open goal has a table of its own, which is not for other goals");
    struct board_search *search = status ? NULL : malloc(sizeof *search);
    if (!status && !search) status = no_memory(error);
    if (status) return status;
    tilepdb_engine_request whole = *request;
    whole.goal = &goal;
    board_search_init(search, engine, &whole);
    if (board_search_open(search)) {
        *tables = search->solvers->best->tables.first.tables;
        *count = search->solvers->best->tables.first.count;
    } else {
        status = search->status;
        error_set_from(error, status, &search->error, "%s", search->error.message);
        board_search_free(search);
    }
    free(search);
    return status;
}

bool tilepdb_engine_may_upgrade(const tilepdb_engine *engine,
                                const tilepdb_engine_request *request) {
    return upgrade_is_possible(engine, request);
}

void tilepdb_engine_upgrade(tilepdb_engine *engine, const tilepdb_engine_request *request,
                            size_t done, size_t waiting) {
    tilepdb_board goal;
    struct board_search *search = malloc(sizeof *search);
    if (search && !request_check(request, &goal, NULL) && !tilepdb_goal_is_open(&goal)) {
        tilepdb_engine_request whole = *request;
        whole.goal = &goal;
        board_search_init(search, engine, &whole);
        upgrade_run(search, done, waiting);
    }
    free(search);
}

tilepdb_status engine_serve(tilepdb_engine *engine, const tilepdb_engine_request *request,
                            const void *message, size_t size, const struct tilepdb_comm *comm,
                            void *reply, size_t *reply_size, tilepdb_error *error) {
    struct board_search *search = malloc(sizeof *search);
    if (!search) return no_memory(error);
    board_search_init(search, engine, request);
    const tilepdb_status status = rank_serve(search, message, size, comm, reply, reply_size, error);
    board_search_free(search);
    free(search);
    return status;
}
