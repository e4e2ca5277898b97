#include "search/resume.h"

#include <string.h>

#include "base/bytes.h"
#include "puzzle/board.h"
#include "table/colour_table.h"
#include "table/container.h"

/* A bound is recorded if it or the previous bound has this many nodes: fewer with a subtree order,
 * since the next order depends on its counts. */
#define LEAST_NODES (1u << 20)

#define LEAST_NODES_ORDERED (1u << 16)

/* Without a subtree order, nodes of the previous bound per subtree. */
#define NODES_PER_SUBTREE 1024
#define MOST_SUBTREES     (1u << 19)

/* Records of another revision are ignored. Raise COUNTS_REVISION when counts or work units change
 * (bound_search.c, work_queue.c, ida.c, this file), BIDIRECTIONAL_REVISION for bidirectional.c. */
#define COUNTS_REVISION        3
#define BIDIRECTIONAL_REVISION 4

struct identity {
    uint8_t bytes[20480];
    size_t size;
};

static void add(struct identity *identity, uint64_t number) {
    if (identity->size + 8 > sizeof identity->bytes) return; /* KERNEL_MAX_GROUPS rules this out */
    store_le64(identity->bytes + identity->size, number);
    identity->size += 8;
}

static void add_bytes(struct identity *identity, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) add(identity, bytes[i]);
}

static void add_board(struct identity *identity, const tilepdb_board *board) {
    add(identity, (uint64_t)board->width);
    add(identity, (uint64_t)board->height);
    const int cells = board->width * board->height;
    for (int i = 0; i < cells; i++) add(identity, (uint64_t)board->cells[i]);
}

static tilepdb_status add_table(struct identity *identity, const tilepdb_table *table,
                                tilepdb_error *error) {
    uint64_t hash = table->info.content_hash;
    /* A table in memory has no hash. */
    if (table->info.file_bytes == 0) {
        const struct row_source source = table_source(table);
        const tilepdb_status status = container_content_hash(&source, 1, &hash, error);
        if (status) return status;
    }
    add(identity, table->info.pattern.tiles);
    add(identity, table->info.pattern.goal_blank);
    add(identity, table->info.kind.blank);
    add(identity, table->info.kind.encoding);
    add(identity, hash);
    return TILEPDB_OK;
}

static tilepdb_status add_group(struct identity *identity, const struct tilepdb_solver *solver,
                                unsigned g, tilepdb_error *error) {
    const struct kernel_partition *partition = solver->setup.partition[g];
    const size_t cells = (size_t)solver->goal.width * (size_t)solver->goal.height;
    add_bytes(identity, solver->cell[g], cells);
    add_bytes(identity, solver->tile[g], cells);
    add(identity, partition ? partition->pattern_count : 0);
    if (solver->setup.colours[g]) add(identity, solver->setup.colours[g]->info->content_hash);
    tilepdb_status status = TILEPDB_OK;
    for (unsigned i = 0; partition && i < partition->pattern_count && !status; i++)
        status = add_table(identity, partition->pattern[i].table, error);
    return status;
}

static tilepdb_status identity_make(struct identity *identity, const struct tilepdb_solver *solver,
                                    const tilepdb_board *board,
                                    const tilepdb_solve_options *options, tilepdb_error *error) {
    const struct kernel_setup *setup = &solver->setup;
    add(identity, COUNTS_REVISION);
    add(identity, setup->moves.metric);
    add_board(identity, board);
    add_board(identity, &solver->goal);
    add(identity, solver->backward);
    add(identity, options->plain);
    add(identity, options->any);
    add(identity, options->solutions != TILEPDB_SOLUTIONS_FIRST);
    add(identity, setup->conflicts);
    add(identity, setup->group_count);
    if (setup->bidirectional) add(identity, BIDIRECTIONAL_REVISION);
    tilepdb_status status = TILEPDB_OK;
    for (unsigned g = 0; g < setup->group_count && !status; g++)
        status = add_group(identity, solver, g, error);
    return status;
}

tilepdb_status resume_begin(struct resume *resume, const struct tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_error *error) {
    *resume = (struct resume){.checkpoint = options->checkpoint, .board = board};
    if (!resume->checkpoint && !options->comm) return TILEPDB_OK;
    struct identity identity = {.size = 0};
    const tilepdb_status status = identity_make(&identity, solver, board, options, error);
    if (status) return status;
    resume->key.search[0] = hash_bytes(identity.bytes, identity.size);
    add(&identity, resume->key.search[0]);
    resume->key.search[1] = hash_bytes(identity.bytes, identity.size);
    return TILEPDB_OK;
}

/* `path` comes from a file, so its moves may be invalid. */
static bool path_leads(const struct resume *resume, const struct bound_search *search,
                       const uint8_t *path) {
    const struct tilepdb_solver *solver = search->request.solver;
    const struct move_set *moves = &solver->setup.moves;
    tilepdb_board board = *resume->board;
    uint8_t blank = search->request.root->blank;
    int tiles = 0;
    const size_t length = pass_path_length(path, search->request.bound);
    for (size_t i = 0; i < length; i++) {
        if (path[i] >= moves->count || !move_set_play(moves, &board, &blank, path[i])) return false;
        tiles += moves->move[path[i]].tiles;
    }
    return tiles <= TILEPDB_MAX_MOVES && board_equal(&board, &solver->goal);
}

/* A recorded solution counts only for the subtree order in which it was found. */
static bool recall(const struct resume *resume, struct bound_search *search) {
    struct checkpoint_end end;
    if (!search->request.record ||
        !checkpoint_recall(search->request.checkpoint, search->request.record, &end))
        return false;
    if (end.state == CHECKPOINT_FOUND &&
        (end.order != (search->request.order ? subtree_order_hash(search->request.order) : 0) ||
         !path_leads(resume, search, end.path)))
        return false;
    search->result.total = search->result.resumed = end.total;
    search->result.end = PASS_EXHAUSTED;
    if (end.state == CHECKPOINT_FOUND) search->result.end = PASS_FOUND;
    if (end.state == CHECKPOINT_LIMITED) search->result.end = PASS_STOPPED;
    memcpy(search->result.path, end.path, sizeof search->result.path);
    return true;
}

static double split_timeout(tilepdb_checkpoint *checkpoint) {
    const double seconds = checkpoint_split_timeout(checkpoint);
    return seconds > 0 && seconds < SPLIT_TIMEOUT ? seconds : SPLIT_TIMEOUT;
}

size_t resume_subtrees(uint64_t last) {
    const uint64_t subtrees = last / NODES_PER_SUBTREE;
    return subtrees < MOST_SUBTREES ? (size_t)subtrees : MOST_SUBTREES;
}

/* Marks searches for solutions below their bound. */
#define SHORTER 4u

/* Returns key.done of a side. It includes limit, level and the most keys (a hash of 16 bits), since
 * they change the frontier keys. */
static uint64_t side_of(const struct bound_search *search) {
    const uint64_t most = search->request.emitted ? search->request.emitted->most : 0;
    return (search->request.known ? 2 : 1) | (search->request.shorter ? SHORTER : 0) |
           (uint64_t)(uint16_t)search->request.limit << 8 |
           (uint64_t)(uint16_t)search->request.level << 32 |
           most * UINT64_C(0x9E3779B97F4A7C15) >> 48 << 48;
}

bool resume_bound(struct resume *resume, struct bound_search *search, uint64_t last, uint64_t done,
                  uint64_t limit) {
    search->request.checkpoint = resume->checkpoint;
    search->request.record = NULL;
    search->request.in_units = false;
    search->request.split_timeout = 0;
    search->result.resumed = search->progress.in_order = (struct tally){0};
    if (!resume->checkpoint) return false;
    resume->key.bound = search->request.bound;
    resume->key.limit = limit;
    resume->key.done = limit ? done : search->request.shorter ? SHORTER : 0;
    if (search->request.side) resume->key.done = side_of(search);
    if (search->request.side && !search->request.known) resume->first_side = resume->key.done;
    const bool large =
        !limit && last >= (search->request.order ? LEAST_NODES_ORDERED : LEAST_NODES);
    search->request.record = checkpoint_take(resume->checkpoint, &resume->key, large);
    if (recall(resume, search)) return true;
    search->request.in_units = large && search->request.record;
    if (search->request.in_units && !search->request.order)
        search->request.subtrees = resume_subtrees(last);
    if (search->request.in_units && !search->request.side)
        search->request.split_timeout = split_timeout(resume->checkpoint);
    return false;
}

static enum checkpoint_state state_of(const struct bound_search *search, bool solutions,
                                      bool limited) {
    if (solver_failure(search->request.solver, NULL)) return CHECKPOINT_OPEN;
    if (search->request.order && !search->request.in_units) return CHECKPOINT_OPEN;
    if (search->request.side && search->result.end != PASS_EXHAUSTED) return CHECKPOINT_OPEN;
    if (search->result.end == PASS_FOUND) return CHECKPOINT_FOUND;
    if (search->result.end == PASS_EXHAUSTED && !solutions) return CHECKPOINT_EXHAUSTED;
    if (search->result.end == PASS_STOPPED && limited) return CHECKPOINT_LIMITED;
    return CHECKPOINT_OPEN;
}

/* Frees the keys of the forward side after the backward side. */
static void emitted_forget(struct resume *resume) {
    struct checkpoint_key key = resume->key;
    if (!resume->first_side) return;
    key.done = resume->first_side;
    resume->first_side = 0;
    struct checkpoint_record *first = checkpoint_take(resume->checkpoint, &key, false);
    if (first) checkpoint_forget_emitted(resume->checkpoint, first);
    checkpoint_give(resume->checkpoint, first);
}

void resume_conclude(struct resume *resume, struct bound_search *search, bool solutions,
                     bool limited) {
    if (!resume->checkpoint) return;
    struct checkpoint_end end = {.state = state_of(search, solutions, limited),
                                 .total = search->result.total};
    const bool large = search->request.in_units || search->result.total.generated >= LEAST_NODES;
    if (large && end.state != CHECKPOINT_OPEN) {
        if (end.state == CHECKPOINT_FOUND) {
            memcpy(end.path, search->result.path, (size_t)search->request.bound);
            end.order = search->request.order ? subtree_order_hash(search->request.order) : 0;
        }
        if (!search->request.record)
            search->request.record = checkpoint_take(resume->checkpoint, &resume->key, true);
        const bool first = search->request.side && !search->request.known;
        if (search->request.record &&
            (!first || checkpoint_set_emitted(resume->checkpoint, search->request.record,
                                              search->request.emitted)))
            checkpoint_conclude(resume->checkpoint, search->request.record, &end,
                                search->request.order != NULL);
        if (search->request.side && search->request.known) emitted_forget(resume);
    }
    checkpoint_give(resume->checkpoint, search->request.record);
    search->request.record = NULL;
}
