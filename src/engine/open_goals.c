#include "engine/open_goals.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "pattern/goal_pattern.h"
#include "puzzle/open_goal.h"
#include "table/goal_table.h"
#include "table/locator.h"
#include "table/table.h"

/* ---- answers --------------------------------------------------------------------------------- */

static tilepdb_status goal_answer_refuse(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_INTERNAL, (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
        "the solution that was found does not lead to the goal: the table is false, generate "
        "it again");
}

/* Writes the letters of a path to `moves`, which has TILEPDB_MAX_MOVES + 1 bytes, and replays them.
 * Returns ERROR_TOO_LARGE if they do not fit, or ERROR_INTERNAL. */
static tilepdb_status goal_answer_write(const struct board_search *search,
                                        const struct move_set *set, const uint8_t *path, int length,
                                        char *moves, tilepdb_error *error) {
    size_t letters = 0;
    for (int i = 0; i < length; i++) letters += set->move[path[i]].tiles;
    if (letters > TILEPDB_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                         "the solution moves %zu tiles, and an answer has room for %d", letters,
                         TILEPDB_MAX_MOVES);
    move_set_write(set, path, (size_t)length, moves);
    return open_goal_solved_by(&search->goal, &search->board, moves) ? TILEPDB_OK
                                                                     : goal_answer_refuse(error);
}

static void goal_answer_deliver(struct board_search *search, const char *moves) {
    const uint64_t most = search->options.max_solutions;
    const bool wanted = search->options.solutions == TILEPDB_SOLUTIONS_ALL && search->on_list &&
                        (most == 0 || search->result.solution_count < most);
    search->result.solution_count++;
    if (wanted && !search->on_list(moves, search->solution_user)) search->on_list = NULL;
}

/* ---- searches of goals without an exact table ------------------------------------------------ */

/*
 * IDA* to an open goal that is too large for an exact table.
 *
 * The lower bound is the maximum over tables of coarser goals, which make tiles of some colours
 * alike (open_goal_merge) and so include all boards of the goal. A move changes a distance by at
 * most one, so a child's distance follows from its parent's and two entries, distances modulo 3.
 */

/* nodes between two checks of the limits */
#define CHECK_NODES 4096

/* moves of the longest solution that is searched */
#define LONGEST 250

#define GOAL_SEARCH_TABLES 8

struct coarse_goal {
    struct open_goal open;
    const struct goal_table *table; /* of `open`; owned elsewhere */
};

/* Lists all colours but the last, with which others are merged, in the order of their first cells
 * in the goal, so that neighbours stay together. */
static unsigned colours_list(const struct open_goal *open, uint8_t order[TILEPDB_TABLE_MAX_CELLS]) {
    uint32_t listed = UINT32_C(1) << (open->colours - 1);
    unsigned count = 0;
    for (unsigned cell = 0; cell < open->cells; cell++) {
        const unsigned colour = open->wanted[cell];
        if (colour >= OPEN_GOAL_BLANK || listed >> colour & 1) continue;
        listed |= UINT32_C(1) << colour;
        order[count++] = (uint8_t)colour;
    }
    return count;
}

/* Writes coarser goals whose tables have at most `states` boards. Each begins to merge after the
 * last colour that the goal before merged. Returns their number; 0 if no table fits. The caller
 * sets the tables. */
static unsigned coarse_goals_choose(const struct open_goal *open, uint64_t states,
                                    struct coarse_goal goals[GOAL_SEARCH_TABLES]) {
    uint8_t order[TILEPDB_TABLE_MAX_CELLS];
    const unsigned colours = colours_list(open, order);
    unsigned count = 0, from = 0;
    while (count < GOAL_SEARCH_TABLES && from < colours) {
        struct coarse_goal *goal = &goals[count];
        uint32_t merged = 0;
        unsigned left_out = 0;
        do {
            merged |= UINT32_C(1) << order[(from + left_out++) % colours];
            open_goal_merge(open, merged, &goal->open);
        } while (left_out < colours && goal_table_need(&goal->open).states > states);
        if (goal_table_need(&goal->open).states > states) return 0;
        goal->table = NULL;
        from += left_out;
        count++;
    }
    return count;
}

/* ---- depth-first search ---------------------------------------------------------------------- */

struct node {
    struct goal_view view[GOAL_SEARCH_TABLES];
    uint8_t entry[GOAL_SEARCH_TABLES];
    int16_t h[GOAL_SEARCH_TABLES];
};

struct goal_ida {
    struct board_search *search;
    const struct open_goal *open;
    const struct coarse_goal *goals;
    unsigned count;
    const struct move_set *moves;
    unsigned first; /* the table that pruned last is looked up first */
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS];
    uint8_t path[LONGEST + 1];
    int bound, next; /* `next` is the least value above the bound */
    uint64_t generated, expanded;
    bool ended;
    tilepdb_status status;
    struct node node[LONGEST + 2]; /* [moves made] */
};

static bool limits_allow(struct goal_ida *ida) {
    const tilepdb_progress report = {
        .stage = TILEPDB_STAGE_SEARCH, .level = ida->bound, .done = ida->generated};
    const uint64_t most = ida->search->options.max_nodes;
    if (!call_progress(&report, &ida->search->call) || (most > 0 && ida->generated >= most)) {
        ida->status = TILEPDB_CANCELLED;
        ida->ended = true;
    }
    return !ida->ended;
}

static void seen_play(struct goal_ida *ida, unsigned blank, const struct move *move) {
    for (unsigned i = 0; i < move->tiles; i++) {
        const unsigned to = ida->moves->geometry.neighbour[blank][move->direction];
        ida->seen[blank] = ida->seen[to];
        ida->seen[to] = OPEN_GOAL_BLANK;
        blank = to;
    }
}

/* Returns false if the child exceeds the bound. */
static bool child_make(struct goal_ida *ida, int made, unsigned move) {
    const struct node *parent = &ida->node[made];
    struct node *child = &ida->node[made + 1];
    for (unsigned i = 0; i < ida->count; i++) {
        const unsigned t = (ida->first + i) % ida->count;
        const struct goal_table *table = ida->goals[t].table;
        child->view[t] = parent->view[t];
        goal_view_play(table, &child->view[t], move);
        child->entry[t] = (uint8_t)goal_view_entry(table, &child->view[t]);
        child->h[t] =
            (int16_t)(parent->h[t] + goal_entry_change(parent->entry[t], child->entry[t]));
        const int value = made + 1 + child->h[t];
        if (value <= ida->bound) continue;
        if (value < ida->next) ida->next = value;
        ida->first = t;
        return false;
    }
    return true;
}

static void goal_found(struct goal_ida *ida, int length) {
    struct board_search *search = ida->search;
    char moves[TILEPDB_MAX_MOVES + 1];
    tilepdb_result *result = &search->result;
    const bool first = result->length < 0;
    ida->status = goal_answer_write(search, ida->moves, ida->path, length, moves, &search->error);
    ida->ended = ida->status || search->options.solutions == TILEPDB_SOLUTIONS_FIRST;
    if (ida->status) return;
    if (first) {
        strcpy(result->moves, moves);
        result->length = result->upper_bound = result->lower_bound = length;
        result->optimal = true;
    }
    if (search->options.solutions != TILEPDB_SOLUTIONS_FIRST) goal_answer_deliver(search, moves);
}

static void node_expand(struct goal_ida *ida, int made, unsigned last) {
    const unsigned blank = ida->node[made].view[0].blank;
    const struct move_set *set = ida->moves;
    if (open_goal_is(ida->open, ida->seen)) {
        if (made == ida->bound) goal_found(ida, made);
        return;
    }
    if (made == ida->bound) {
        ida->next = made + 1;
        return;
    }
    ida->expanded++;
    uint32_t moves = set->legal[blank] & set->after[last];
    for (; moves != 0 && !ida->ended; moves &= moves - 1) {
        const unsigned move = (unsigned)__builtin_ctz(moves);
        if (++ida->generated % CHECK_NODES == 0 && !limits_allow(ida)) return;
        if (!child_make(ida, made, move)) continue;
        ida->path[made] = (uint8_t)move;
        seen_play(ida, blank, &set->move[move]);
        node_expand(ida, made + 1, move);
        seen_play(ida, set->blank_after[blank][move], &set->move[set->move[move].inverse]);
    }
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bound_search(struct goal_ida *ida) {
    tilepdb_result *result = &ida->search->result;
    const double start = clock_seconds();
    const uint64_t generated = ida->generated, expanded = ida->expanded;
    ida->next = LONGEST + 1;
    node_expand(ida, 0, ida->moves->count);
    if (result->iteration_count < sizeof result->iterations / sizeof *result->iterations)
        result->iterations[result->iteration_count++] =
            (tilepdb_iteration){.bound = ida->bound,
                                .generated = ida->generated - generated,
                                .expanded = ida->expanded - expanded,
                                .seconds = clock_seconds() - start};
    result->generated = ida->generated;
    result->expanded = ida->expanded;
}

static void root_make(struct goal_ida *ida) {
    struct node *root = &ida->node[0];
    const unsigned blank = open_goal_see(ida->open, &ida->search->board, ida->seen);
    for (unsigned t = 0; t < ida->count; t++) {
        uint8_t seen[TILEPDB_TABLE_MAX_CELLS];
        const struct goal_table *table = ida->goals[t].table;
        open_goal_see(&ida->goals[t].open, &ida->search->board, seen);
        goal_view_set(table, seen, blank, &root->view[t]);
        root->entry[t] = (uint8_t)goal_view_entry(table, &root->view[t]);
        root->h[t] = (int16_t)goal_table_walk(table, &root->view[t], NULL);
        if (root->h[t] > ida->bound) ida->bound = root->h[t];
    }
}

/* Uses the limits of `search`, and sets its result. Returns OK; without an error set, LIMIT beyond
 * max_length, and CANCELLED at other limits too; ERROR_MEMORY; or a status of goal_answer_write. */
static tilepdb_status goal_search_run(struct board_search *search, const struct open_goal *open,
                                      const struct coarse_goal *goals, unsigned count,
                                      tilepdb_error *error) {
    tilepdb_result *result = &search->result;
    const int most = search->options.max_length > 0 && search->options.max_length < LONGEST
                         ? search->options.max_length
                         : LONGEST;
    struct goal_ida *ida = malloc(sizeof *ida);
    if (!ida) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a search");
    memset(ida, 0, offsetof(struct goal_ida, node));
    ida->search = search;
    ida->open = open;
    ida->goals = goals;
    ida->count = count;
    ida->moves = goal_table_moves(goals[0].table);
    ida->generated = 1;
    root_make(ida);
    result->root_h = ida->bound;
    search->reached = true;
    while (!ida->ended && result->length < 0) {
        result->lower_bound = ida->bound;
        if (ida->bound > most) {
            ida->status = TILEPDB_LIMIT;
            break;
        }
        bound_search(ida);
        ida->bound = ida->next;
    }
    const tilepdb_status status = ida->status;
    free(ida);
    return status;
}

/* Most boards of a goal whose table is made. One core makes about 12 million entries per second. */
#define STATES_MOST UINT64_C(200000000)

/* Most boards of a coarser goal; COARSE_STATES_LARGE if the goal has too many boards for any exact
 * table. */
#define COARSE_STATES       UINT64_C(6000000)
#define COARSE_STATES_LARGE UINT64_C(60000000)

/* boards between two checks while solutions are listed */
#define LIST_CHECK 4096

/* A table of an engine. The engine's `books` protects `next` and `users`. */
struct goal_entry {
    struct goal_entry *next;
    struct open_goal open;
    tilepdb_metric metric;
    tilepdb_table *file;      /* owned; NULL if `table` was made */
    struct goal_table *table; /* owned, or of `file` */
    size_t users;
};

tilepdb_status open_goal_request_check(const tilepdb_engine_request *request,
                                       tilepdb_error *error) {
    if (request->beyond < 0 ||
        (request->beyond > 0 && request->search.solutions == TILEPDB_SOLUTIONS_FIRST))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "beyond is negative, or only one solution is asked for");
    if (request->improve)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "improve goes neither with open goals nor with beyond");
    if (request->search.checkpoint)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a checkpoint goes neither with open goals nor with beyond");
    if (request->needs_tables)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "proofs that name tables go neither with open goals nor with beyond");
    return TILEPDB_OK;
}

/* ---- the tables of an engine ----------------------------------------------------------------- */

static void entry_free(struct goal_entry *entry) {
    if (entry->file)
        tilepdb_table_close(entry->file);
    else
        goal_table_free(entry->table);
    free(entry);
}

void goal_tables_free(struct tilepdb_engine *engine) {
    while (engine->goal_entries) {
        struct goal_entry *entry = engine->goal_entries;
        engine->goal_entries = entry->next;
        entry_free(entry);
    }
}

/* Counts one more user. Returns NULL without a table. */
static struct goal_entry *entry_find(const struct board_search *search,
                                     const struct open_goal *open) {
    struct tilepdb_engine *engine = search->engine;
    pthread_mutex_lock(&engine->books);
    struct goal_entry *entry = engine->goal_entries;
    while (entry && (entry->metric != search->metric || memcmp(&entry->open, open, sizeof *open)))
        entry = entry->next;
    if (entry) entry->users++;
    pthread_mutex_unlock(&engine->books);
    return entry;
}

static void entry_leave(const struct board_search *search, struct goal_entry *entry) {
    pthread_mutex_lock(&search->engine->books);
    entry->users--;
    pthread_mutex_unlock(&search->engine->books);
}

static bool entry_is_known(const struct board_search *search, const struct open_goal *open) {
    struct goal_entry *entry = entry_find(search, open);
    if (entry) entry_leave(search, entry);
    return entry != NULL;
}

/* Closes tables that no search uses, until `bytes` more fit into `limit`. Returns true if they
 * do. */
static bool memory_make(struct tilepdb_engine *engine, uint64_t bytes, uint64_t limit) {
    uint64_t used = bytes;
    if (bytes > limit) return false;
    pthread_mutex_lock(&engine->books);
    for (const struct goal_entry *entry = engine->goal_entries; entry; entry = entry->next)
        used += goal_table_bytes(entry->table);
    for (struct goal_entry **link = &engine->goal_entries; *link && used > limit;) {
        struct goal_entry *entry = *link;
        if (entry->users > 0) {
            link = &entry->next;
            continue;
        }
        used -= goal_table_bytes(entry->table);
        *link = entry->next;
        entry_free(entry);
    }
    pthread_mutex_unlock(&engine->books);
    return used <= limit;
}

void goal_tables_trim(struct tilepdb_engine *engine) {
    if (engine->memory > 0) memory_make(engine, 0, engine->memory / KEPT_PARTS);
}

static uint64_t memory_limit(const struct tilepdb_engine *engine) {
    const uint64_t memory = engine->memory ? engine->memory : memory_available();
    return memory / 2;
}

static tilepdb_status refuse_large(uint64_t bytes, uint64_t limit, tilepdb_error *error) {
    const struct error_code code = {.code = TILEPDB_MESSAGE_MEMORY,
                                    .number = {(int64_t)bytes, (int64_t)limit}};
    return error_set_code(error, TILEPDB_ERROR_TOO_LARGE, code,
                          "no table for this goal fits into the %s that are left for tables: allow "
                          "more memory",
                          IN_BYTES(limit));
}

static tilepdb_kind kind_of(const struct board_search *search) {
    return (tilepdb_kind){TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, search->metric};
}

static char *file_find(const struct board_search *search, const struct open_goal *open,
                       const tilepdb_pattern *pattern) {
    if (goal_table_need(open).table_bytes > memory_limit(search->engine)) return NULL;
    char *directory;
    tables_directory(search->engine->directory, &directory);
    char *path = directory ? locator_path(directory, pattern, kind_of(search)) : NULL;
    free(directory);
    if (path && file_exists(path)) return path;
    free(path);
    return NULL;
}

static bool file_is_there(const struct board_search *search, const struct open_goal *open) {
    tilepdb_pattern pattern;
    char *path = goal_pattern_of(open, &pattern) ? file_find(search, open, &pattern) : NULL;
    free(path);
    return path != NULL;
}

static tilepdb_status file_open(struct board_search *search, const char *path,
                                const tilepdb_pattern *pattern, struct goal_entry *entry,
                                tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_table_info info;
    tilepdb_open_options_init(&options);
    options.threads = search->options.threads;
    options.progress = call_progress;
    options.user = &search->call;
    const tilepdb_status status = tilepdb_table_open(path, &options, &entry->file, error);
    if (status) return status;
    tilepdb_table_info_get(entry->file, &info);
    if (info.kind.encoding != TILEPDB_ENCODING_GOAL || info.kind.metric != search->metric ||
        !tilepdb_pattern_equal(&info.pattern, pattern))
        return error_set(error, TILEPDB_ERROR_FORMAT,
                         "'%s' holds another table than its name says: remove it, or generate it "
                         "again",
                         error_path(path));
    entry->table = entry->file->goal;
    return TILEPDB_OK;
}

static tilepdb_status entry_fill(struct board_search *search, struct goal_entry *entry,
                                 tilepdb_error *error) {
    const struct goal_table_need need = goal_table_need(&entry->open);
    const uint64_t limit = memory_limit(search->engine);
    tilepdb_pattern pattern;
    const bool kept = goal_pattern_of(&entry->open, &pattern);
    char *path = kept ? file_find(search, &entry->open, &pattern) : NULL;
    const uint64_t bytes = path ? need.table_bytes : need.bytes;
    if (!memory_make(search->engine, bytes, limit)) {
        free(path);
        return refuse_large(bytes, limit, error);
    }
    call_event(&search->call, &(tilepdb_engine_event){.code = TILEPDB_EVENT_GOAL_TABLE,
                                                      .metric = search->metric,
                                                      .kept = kept,
                                                      .path = path,
                                                      .bytes = bytes});
    if (path) {
        const tilepdb_status status = file_open(search, path, &pattern, entry, error);
        free(path);
        return status;
    }
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = search->options.threads;
    options.progress = call_progress;
    options.user = &search->call;
    return goal_table_make(&entry->open, search->metric, &options, &entry->table, error);
}

/* The new table has one user. */
static tilepdb_status entry_make(struct board_search *search, const struct open_goal *open,
                                 struct goal_entry **made, tilepdb_error *error) {
    struct tilepdb_engine *engine = search->engine;
    struct goal_entry *entry = calloc(1, sizeof *entry);
    if (!entry) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table");
    entry->open = *open;
    entry->metric = search->metric;
    entry->users = 1;
    const tilepdb_status status = entry_fill(search, entry, error);
    if (status) {
        entry_free(entry);
        return status;
    }
    pthread_mutex_lock(&engine->books);
    entry->next = engine->goal_entries;
    engine->goal_entries = entry;
    pthread_mutex_unlock(&engine->books);
    *made = entry;
    return TILEPDB_OK;
}

/* Returns CANCELLED also at the deadline. */
static tilepdb_status entry_get(struct board_search *search, const struct open_goal *open,
                                struct goal_entry **entry, tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    *entry = entry_find(search, open);
    if (*entry) return TILEPDB_OK;
    if (!turn_take(&search->engine->turn, &search->call))
        return error_set(error, TILEPDB_CANCELLED, "interrupted");
    *entry = entry_find(search, open);
    if (!*entry) status = entry_make(search, open, entry, error);
    turn_give(&search->engine->turn);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Lists or counts the solutions of at most `most` moves that visit no board twice. */
struct listing {
    struct board_search *search;
    const struct goal_table *table;
    int most;
    uint8_t path[TILEPDB_MAX_LEVELS];
    uint16_t board[TILEPDB_MAX_LEVELS + 1][TILEPDB_TABLE_MAX_CELLS]; /* [moves made] */
    uint64_t visited;
    bool ended;
    tilepdb_status status;
};

static bool listing_goes_on(struct listing *listing) {
    const tilepdb_progress report = {
        .stage = TILEPDB_STAGE_SEARCH, .level = listing->most, .done = listing->visited};
    if (listing->ended || ++listing->visited % LIST_CHECK) return !listing->ended;
    if (!call_progress(&report, &listing->search->call)) {
        listing->status = TILEPDB_CANCELLED;
        listing->ended = true;
    }
    return !listing->ended;
}

static void solution_found(struct listing *listing, int length) {
    struct board_search *search = listing->search;
    char moves[TILEPDB_MAX_MOVES + 1];
    listing->status = goal_answer_write(search, goal_table_moves(listing->table), listing->path,
                                        length, moves, &search->error);
    listing->ended = listing->status;
    if (!listing->status) goal_answer_deliver(search, moves);
}

/* Makes the board after a move. Returns false if the path contains this board. */
static bool board_follow(struct listing *listing, int made, unsigned blank, unsigned move) {
    const struct move_set *set = goal_table_moves(listing->table);
    const uint16_t *from = listing->board[made];
    uint16_t *to = listing->board[made + 1];
    memcpy(to, from, sizeof listing->board[made]);
    for (unsigned i = 0; i < set->move[move].tiles; i++) {
        const unsigned next = set->geometry.neighbour[blank][set->move[move].direction];
        to[blank] = to[next];
        to[next] = 0;
        blank = next;
    }
    while (made >= 0 && memcmp(listing->board[made], to, sizeof listing->board[made])) made--;
    return made < 0;
}

/* Follows all moves after which `most` moves may suffice. `distance` is the board's. */
static void listing_run(struct listing *listing, const struct goal_view *view, int made,
                        int distance, unsigned last) {
    const struct goal_table *table = listing->table;
    const struct move_set *set = goal_table_moves(table);
    if (distance == 0) {
        solution_found(listing, made);
        return;
    }
    uint32_t moves = set->legal[view->blank] & set->after[last];
    for (; moves != 0 && listing_goes_on(listing); moves &= moves - 1) {
        const unsigned move = (unsigned)__builtin_ctz(moves);
        struct goal_view next = *view;
        goal_view_play(table, &next, move);
        const int child = distance + goal_entry_change(goal_view_entry(table, view),
                                                       goal_view_entry(table, &next));
        if (made + 1 + child > listing->most || !board_follow(listing, made, view->blank, move))
            continue;
        listing->path[made] = (uint8_t)move;
        listing_run(listing, &next, made + 1, child, move);
    }
}

static tilepdb_status solutions_list(struct board_search *search, const struct goal_table *table,
                                     const struct goal_view *view) {
    const int length = search->result.length, most = length + search->beyond;
    struct listing *listing = calloc(1, sizeof *listing);
    if (!listing)
        return error_set(&search->error, TILEPDB_ERROR_MEMORY, "not enough memory for solutions");
    listing->search = search;
    listing->table = table;
    listing->most = most < TILEPDB_MAX_LEVELS ? most : TILEPDB_MAX_LEVELS;
    memcpy(listing->board[0], search->board.cells, sizeof listing->board[0]);
    listing_run(listing, view, 0, length, goal_table_moves(table)->count);
    const tilepdb_status status = listing->status;
    free(listing);
    return status;
}

static tilepdb_status board_look_up(struct board_search *search, const struct open_goal *open,
                                    const struct goal_table *table, tilepdb_error *error) {
    tilepdb_result *result = &search->result;
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS], path[TILEPDB_MAX_LEVELS];
    struct goal_view view;
    const unsigned blank = open_goal_see(open, &search->board, seen);
    goal_view_set(table, seen, blank, &view);
    const int length =
        goal_table_depth(table) <= TILEPDB_MAX_LEVELS ? goal_table_walk(table, &view, path) : -1;
    if (length < 0) return goal_answer_refuse(error);
    result->root_h = result->lower_bound = length;
    search->reached = true;
    if (search->options.max_length > 0 && length > search->options.max_length) return TILEPDB_LIMIT;
    const tilepdb_status status =
        goal_answer_write(search, goal_table_moves(table), path, length, result->moves, error);
    if (status) return status;
    result->length = result->upper_bound = length;
    result->optimal = true;
    result->generated = result->expanded = (uint64_t)length + 1;
    return search->options.solutions == TILEPDB_SOLUTIONS_FIRST
               ? TILEPDB_OK
               : solutions_list(search, table, &view);
}

/* Sets the error of a search that ended early, with `length` at the limit on moves. */
static tilepdb_status refuse_early(const struct board_search *search, bool length,
                                   tilepdb_error *error) {
    const int bound = search->result.lower_bound;
    const uint64_t nodes = search->options.max_nodes;
    const bool limited =
        length || call_is_late(&search->call) || (nodes > 0 && search->result.generated >= nodes);
    if (!limited) return error_set(error, TILEPDB_CANCELLED, "interrupted");
    return error_set_code(error, TILEPDB_LIMIT,
                          (struct error_code){.code = TILEPDB_MESSAGE_BOUND, .number = {bound}},
                          "the limit on %s is reached; the board needs at least %d move%s",
                          length                        ? "moves"
                          : call_is_late(&search->call) ? "time"
                                                        : "nodes",
                          bound, plural((uint64_t)bound));
}

static tilepdb_status refuse_beyond(tilepdb_error *error) {
    return error_set(
        error, TILEPDB_ERROR_TOO_LARGE,
        "longer solutions are listed with a table of all boards, and this goal has too "
        "many: leave cells of the goal open, or take a smaller board");
}

static tilepdb_status run_exact(struct board_search *search, const struct open_goal *open,
                                tilepdb_error *error) {
    struct goal_entry *entry = NULL;
    tilepdb_status status = entry_get(search, open, &entry, error);
    if (status) return status;
    status = board_look_up(search, open, entry->table, error);
    search->table_bytes = goal_table_bytes(entry->table);
    entry_leave(search, entry);
    return status;
}

static tilepdb_status run_search(struct board_search *search, const struct open_goal *open,
                                 const struct goal_table_need *need, tilepdb_error *error) {
    struct coarse_goal goals[GOAL_SEARCH_TABLES];
    struct goal_entry *entries[GOAL_SEARCH_TABLES];
    const uint64_t limit = memory_limit(search->engine);
    const uint64_t share = limit / (2 * GOAL_SEARCH_TABLES); /* a board takes less than a byte */
    const uint64_t most = need->states == UINT64_MAX ? COARSE_STATES_LARGE : COARSE_STATES;
    const unsigned count = coarse_goals_choose(open, share < most ? share : most, goals);
    if (count == 0) return refuse_large(need->bytes, limit, error);
    tilepdb_status status = TILEPDB_OK;
    unsigned made = 0;
    for (; made < count && !status; made += !status) {
        status = entry_get(search, &goals[made].open, &entries[made], error);
        if (status) break;
        goals[made].table = entries[made]->table;
        search->table_bytes += goal_table_bytes(entries[made]->table);
    }
    if (!status) status = goal_search_run(search, open, goals, count, error);
    while (made > 0) entry_leave(search, entries[--made]);
    return status;
}

void open_goal_run(struct board_search *search) {
    const double start = clock_seconds();
    struct open_goal open;
    uint8_t seen[TILEPDB_TABLE_MAX_CELLS];
    tilepdb_error *error = &search->error;
    search->from_goal_tables = true;
    if (search->options.timeout > 0) search->call.deadline = start + search->options.timeout;
    tilepdb_status status = open_goal_init(&open, &search->goal, &search->board, error);
    if (!status) {
        const struct goal_table_need need = goal_table_need(&open);
        const bool small = need.states <= STATES_MOST && need.bytes <= memory_limit(search->engine);
        const bool exact = small || entry_is_known(search, &open) || file_is_there(search, &open);
        open_goal_see(&open, &search->board, seen);
        search->result.solvable = true;
        search->result.lower_bound = !open_goal_is(&open, seen);
        status = exact                ? run_exact(search, &open, error)
                 : search->beyond > 0 ? refuse_beyond(error)
                                      : run_search(search, &open, &need, error);
    }
    if (status == TILEPDB_CANCELLED || status == TILEPDB_LIMIT) {
        search->reached = true;
        status = refuse_early(search, status == TILEPDB_LIMIT, error);
    }
    if (!status) error->message[0] = '\0';
    error->status = status;
    search->status = status;
    search->result.seconds = clock_seconds() - start;
}
