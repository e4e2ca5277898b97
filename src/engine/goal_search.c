/* See goal_search.h. */
#include "engine/goal_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"

/* nodes between two checks of the limits */
#define CHECK_NODES 4096

/* moves of the longest solution that is searched */
#define LONGEST 250

/* ---- answers --------------------------------------------------------------------------------- */

tilepdb_status goal_answer_refuse(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_INTERNAL, (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
        "the solution that was found does not lead to the goal: the table is false, generate "
        "it again");
}

tilepdb_status goal_answer_write(const struct board_search *search, const struct move_set *set,
                                 const uint8_t *path, int length, char *moves,
                                 tilepdb_error *error) {
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

void goal_answer_deliver(struct board_search *search, const char *moves) {
    const uint64_t most = search->options.max_solutions;
    const bool wanted = search->options.solutions == TILEPDB_SOLUTIONS_ALL && search->on_list &&
                        (most == 0 || search->result.solution_count < most);
    search->result.solution_count++;
    if (wanted && !search->on_list(moves, search->solution_user)) search->on_list = NULL;
}

/* ---- coarser goals --------------------------------------------------------------------------- */

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

unsigned coarse_goals_choose(const struct open_goal *open, uint64_t states,
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

tilepdb_status goal_search_run(struct board_search *search, const struct open_goal *open,
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
