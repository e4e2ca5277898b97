/* See candidates.h. */
#include "tables/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/kinds.h"

/* Entries of a table that cost as much as a node, for choices: a core with AVX-512 makes about
 * eight in that time, and slower ones fewer. Below the least cost a comparison would be a matter of
 * chance. */
#define ENTRIES_PER_NODE 4
#define LEAST_COST       1000000

/* A small partition only begins because it is there at once: the strongest of the catalogue is so
 * much better that it pays that much earlier. */
#define BETTER 32

const char *const cli_direction_words[] = {"auto", "forward", "backward", "both", NULL};

const char *cli_direction_word(tilepdb_direction direction) {
    static const int words[] = {CLI_FORWARD, CLI_BACKWARD, CLI_BOTH};
    return cli_direction_words[words[direction]];
}

/* For a class of symmetric cells of the board's blank. */
struct back_tables {
    int width, height, cell;
    size_t users;                        /* candidates of boards */
    bool failed[TILEPDB_MAX_CANDIDATES]; /* those whose tables cannot be had */
    struct database database;
    struct back_tables *next;
};

struct candidate {
    char *name;               /* of its partition, or NAME+NAME; owned */
    struct equipped equipped; /* if it is a backward one, or one for both sides; owned */
    struct equipped forward;  /* if it is the best of both sides; owned */
    tilepdb_solver *joined;   /* for both sides; owned */
};

struct candidates {
    const struct solver_means *means;
    struct back_tables **list;
    struct solver_stage *stage; /* whose tables are the first */
    struct back_tables *back;   /* for the board's blank cell; NULL: not used yet */
    tilepdb_board board, goal;
    size_t count;
    size_t best; /* the one of both sides that gathers what is the best by then; none: the most */
    tilepdb_candidate given[TILEPDB_MAX_CANDIDATES];
    struct candidate all[TILEPDB_MAX_CANDIDATES];
};

/* ---- which ----------------------------------------------------------------------------------- */

/* The tables that a partition needs and those before it do not: their entries, as nodes. `known`
 * are the patterns so far. */
struct costs {
    const struct candidates *candidates;
    uint32_t known[TILEPDB_MAX_CANDIDATES * TILEPDB_TABLE_MAX_CELLS];
    size_t known_count;
};

/* The entries of a table that the stage has with so many tiles; 0: it has none. */
static uint64_t entries_at_hand(const struct database *database, int tiles) {
    for (size_t i = 0; i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        if (__builtin_popcount(info.pattern.tiles) == tiles &&
            info.kind.blank == TILEPDB_BLANK_AWARE)
            return info.entries;
    }
    return 0;
}

/* Patterns with the same number of tiles have the same number of entries: each is asked for once,
 * since to count them takes a millisecond, and not for each board. */
static uint64_t pattern_entries(const struct costs *costs, const tilepdb_pattern *pattern) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    const int tiles = __builtin_popcount(pattern->tiles);
    struct solver_stage *stage = costs->candidates->stage;
    uint64_t *entries = &stage->entries[tiles];
    if (*entries == 0) *entries = entries_at_hand(&stage->database, tiles);
    tilepdb_generate_need need;
    if (*entries == 0 && !tilepdb_table_need(pattern, kind, NULL, &need, NULL))
        *entries = need.entries;
    return *entries;
}

static bool is_known(struct costs *costs, uint32_t tiles) {
    for (size_t i = 0; i < costs->known_count; i++)
        if (costs->known[i] == tiles) return true;
    costs->known[costs->known_count++] = tiles;
    return false;
}

/* A partition by name, for the goal's blank cell or the board's. */
static bool partition_of(const struct candidates *candidates, const char *name,
                         tilepdb_direction direction, tilepdb_partition *partition) {
    const tilepdb_board *goal =
        direction == TILEPDB_DIRECTION_FORWARD ? &candidates->goal : &candidates->board;
    return !tilepdb_partition_parse(name, goal->width, goal->height, cli_blank_cell(goal),
                                    partition, NULL);
}

/* Whether an entry of the catalogue is for boards of this size, or turned. */
static bool is_for(const tilepdb_catalogue_entry *entry, const tilepdb_board *board) {
    return (entry->width == board->width && entry->height == board->height) ||
           (entry->width == board->height && entry->height == board->width);
}

/* The number of a name in the catalogue, for boards of this size; if it is not there, the number of
 * all. */
static size_t catalogue_find(const char *name, const tilepdb_board *board) {
    size_t i = 0;
    while (i < tilepdb_catalogue_count() && (!is_for(tilepdb_catalogue_at(i), board) ||
                                             strcmp(tilepdb_catalogue_at(i)->name, name) != 0))
        i++;
    return i;
}

static bool in_catalogue(const char *name, const tilepdb_board *board) {
    return catalogue_find(name, board) < tilepdb_catalogue_count();
}

static uint64_t cost_of(struct costs *costs, const char *names, tilepdb_direction direction) {
    char *copy = cli_text("%s", names), *rest = copy;
    uint64_t entries = 0;
    while (rest) {
        tilepdb_partition partition;
        if (!partition_of(costs->candidates, strsep(&rest, "+"), direction, &partition)) continue;
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (!is_known(costs, pattern.tiles)) entries += pattern_entries(costs, &pattern);
        }
    }
    free(copy);
    const uint64_t cost = entries / ENTRIES_PER_NODE;
    return cost > LEAST_COST ? cost : LEAST_COST;
}

static void add(struct candidates *candidates, const char *name, tilepdb_direction direction) {
    if (candidates->count == TILEPDB_MAX_CANDIDATES) return;
    candidates->given[candidates->count].direction = direction;
    candidates->all[candidates->count++].name = cli_text("%s", name);
}

/* The strongest partition of the catalogue, then what follows there with patterns of the same
 * sizes, and then what precedes it. */
static void add_family(struct candidates *candidates, const char *strongest) {
    const size_t count = tilepdb_catalogue_count();
    tilepdb_partition best, other;
    if (!partition_of(candidates, strongest, TILEPDB_DIRECTION_FORWARD, &best)) return;
    const size_t first = catalogue_find(strongest, &candidates->goal);
    for (size_t k = 0; k < count; k++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at((first + k) % count);
        if (is_for(entry, &candidates->goal) && strcmp(entry->name, candidates->all[0].name) != 0 &&
            partition_of(candidates, entry->name, TILEPDB_DIRECTION_FORWARD, &other) &&
            cli_same_sizes(&best, &other))
            add(candidates, entry->name, TILEPDB_DIRECTION_FORWARD);
    }
}

/* Whether a partition is searched backward, too: not a small one that begins while there is no
 * better one. */
static bool goes_backward(const struct candidates *candidates, const char *name) {
    const struct solver_means *means = candidates->means;
    if (means->direction == CLI_FORWARD || means->direction == CLI_BOTH) return false;
    if (means->direction == CLI_BACKWARD) return true;
    if (means->wish.partition) return means->direction != CLI_UNSET;
    return in_catalogue(name, &candidates->goal);
}

/* What joining the solvers of two directions costs, as nodes: samples of 65,536 nodes a level, on
 * both sides, of two or three pairs. */
#define JOIN_COST 200000000

/* A partition, or several, from both sides, to be tried after all candidates of these. */
static void add_both(struct candidates *candidates, const char *names) {
    const size_t i = candidates->count;
    add(candidates, names, TILEPDB_DIRECTION_BOTH);
    if (i == candidates->count) return;
    tilepdb_candidate *given = &candidates->given[i];
    given->cost = JOIN_COST;
    char *all = cli_text("+%s+", names);
    for (size_t k = 0; k < i; k++) {
        char *one = cli_text("+%s+", candidates->all[k].name);
        if (candidates->given[k].direction != TILEPDB_DIRECTION_BOTH && strstr(all, one))
            given->after |= UINT32_C(1) << k;
        free(one);
    }
    free(all);
}

/* The partitions of one side: a power of two, at most so many. Searches see each straight and
 * reflected. */
#define MOST_TOGETHER 4

/* Those of the catalogue that may be searched from both sides. */
struct together {
    bool asked, chosen;
    size_t count;
    char *names; /* NAME+NAME; owned */
};

/* From both sides: the strongest of the catalogue, and then several together, since these are so
 * much better in the end that partitions of one side come after them. Others only if that is asked
 * for. */
static void add_sides(struct candidates *candidates, struct together *together, const char *name) {
    const bool known = in_catalogue(name, &candidates->goal);
    if (!together->asked && !together->chosen) return;
    if (!known) {
        if (together->asked) add_both(candidates, name);
        return;
    }
    if (together->count == MOST_TOGETHER) return;
    const bool last = together->count + 1 == MOST_TOGETHER && together->chosen;
    char *names = together->names ? cli_text("%s+%s", together->names, name) : cli_text("%s", name);
    free(together->names);
    together->names = names;
    together->count++;
    if ((together->count & (together->count - 1)) == 0 && !last) add_both(candidates, names);
}

/* From both sides, when all others were tried: what will be the best, or else these. */
static void add_best(struct candidates *candidates, const char *names) {
    const size_t i = candidates->count;
    add_both(candidates, names);
    if (i == candidates->count) return;
    candidates->best = i;
    for (size_t k = 0; k < i; k++)
        if (candidates->given[k].direction != TILEPDB_DIRECTION_BOTH)
            candidates->given[i].after |= UINT32_C(1) << k;
}

/* Each of them backward, too; or only so; and from both sides. */
static void add_backward(struct candidates *candidates) {
    const struct solver_means *means = candidates->means;
    struct candidate forward[TILEPDB_MAX_CANDIDATES];
    const size_t count = candidates->count;
    memcpy(forward, candidates->all, sizeof forward);
    candidates->count = 0;
    const int direction = means->direction;
    const bool only = direction == CLI_BACKWARD || direction == CLI_BOTH;
    struct together together = {
        .asked = direction == CLI_BOTH && !means->one_side,
        .chosen = !means->one_side &&
                  (direction == CLI_AUTO || (direction == CLI_UNSET && !means->wish.partition))};
    for (size_t i = 0; i < count; i++) {
        if (!only) add(candidates, forward[i].name, TILEPDB_DIRECTION_FORWARD);
        if (goes_backward(candidates, forward[i].name))
            add(candidates, forward[i].name, TILEPDB_DIRECTION_BACKWARD);
        add_sides(candidates, &together, forward[i].name);
    }
    if (together.chosen && together.count == MOST_TOGETHER) add_best(candidates, together.names);
    free(together.names);
    for (size_t i = 0; i < count; i++) free(forward[i].name);
}

/* Tables of one direction are never those of the other. */
static void costs_fill(struct candidates *candidates, tilepdb_direction direction) {
    struct costs *costs = cli_allocated(calloc(1, sizeof *costs));
    costs->candidates = candidates;
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->given[i].direction == direction)
            candidates->given[i].cost = cost_of(costs, candidates->all[i].name, direction);
    free(costs);
}

/* For the strongest partition beside one that only begins. */
static void discount(struct candidates *candidates) {
    tilepdb_candidate *strongest = &candidates->given[1];
    if (!candidates->stage->database.strongest || candidates->count < 2 ||
        in_catalogue(candidates->all[0].name, &candidates->goal))
        return;
    strongest->cost /= BETTER;
    if (strongest->cost < LEAST_COST) strongest->cost = LEAST_COST;
}

struct candidates *candidates_make(const struct solver_means *means, struct back_tables **list,
                                   struct solver_stage *stage, const tilepdb_board *board,
                                   const tilepdb_board *goal) {
    if (!stage->database.name || means->wish.metric != TILEPDB_METRIC_SINGLE) return NULL;
    struct candidates *made = cli_allocated(calloc(1, sizeof *made));
    made->means = means;
    made->list = list;
    made->stage = stage;
    made->board = *board;
    made->goal = *goal;
    made->best = TILEPDB_MAX_CANDIDATES;
    add(made, stage->database.name, TILEPDB_DIRECTION_FORWARD);
    if (stage->database.strongest) add_family(made, stage->database.strongest);
    add_backward(made);
    const bool forward = made->count > 0 && made->given[0].direction == TILEPDB_DIRECTION_FORWARD;
    if (made->count == 0 || (made->count == 1 && forward)) {
        candidates_free(made);
        return NULL;
    }
    costs_fill(made, TILEPDB_DIRECTION_FORWARD);
    costs_fill(made, TILEPDB_DIRECTION_BACKWARD);
    discount(made);
    return made;
}

const tilepdb_candidate *candidates_all(const struct candidates *candidates, size_t *count) {
    *count = candidates->count;
    return candidates->given;
}

const char *candidates_name(const struct candidates *candidates, size_t i) {
    return candidates->all[i].name;
}

tilepdb_direction candidates_direction(const struct candidates *candidates, size_t i) {
    return candidates->given[i].direction;
}

/* ---- their tables ---------------------------------------------------------------------------- */

/* The board's blank cell, as all cells that are symmetric to it: the least of them. */
static int class_of(const tilepdb_board *board) {
    const int width = board->width, height = board->height;
    const int cell = cli_blank_cell(board);
    int x = cell % width, y = cell / width;
    if (x > width - 1 - x) x = width - 1 - x;
    if (y > height - 1 - y) y = height - 1 - y;
    if (width == height && x < y) {
        const int other = x;
        x = y;
        y = other;
    }
    return y * width + x;
}

static void back_tables_free(struct back_tables *back) {
    database_close(&back->database);
    free(back);
}

/* The database for the board's blank cell. Those that no board uses any more make room. */
static struct back_tables *back_take(struct candidates *candidates) {
    struct back_tables **list = candidates->list;
    const tilepdb_board *board = &candidates->board;
    const int cell = class_of(board);
    while (*list) {
        struct back_tables *back = *list;
        const bool mine =
            back->cell == cell && back->width == board->width && back->height == board->height;
        if (mine) {
            back->users++;
            return back;
        }
        if (back->users > 0) {
            list = &back->next;
            continue;
        }
        *list = back->next;
        back_tables_free(back);
    }
    *list = cli_allocated(calloc(1, sizeof **list));
    **list = (struct back_tables){
        .width = board->width, .height = board->height, .cell = cell, .users = 1};
    return *list;
}

void candidates_forget(struct back_tables **list) {
    while (*list) {
        struct back_tables *back = *list;
        *list = back->next;
        back_tables_free(back);
    }
}

/* Whether the i-th, which is forward, has the tables that the stage began with. */
static bool is_stages(const struct candidates *candidates, size_t i) {
    return strcmp(candidates->all[i].name, candidates->stage->database.name) == 0;
}

/* Forward, all boards share it: the stage has it. */
static const tilepdb_solver *forward_solver(const struct candidates *candidates, size_t i) {
    struct solver_stage *stage = candidates->stage;
    if (is_stages(candidates, i)) return stage->solver;
    struct equipped *other = &stage->others[i];
    if (!other->solver && !stage->failed[i]) {
        *other = stage_add(candidates->means, &stage->database, candidates->all[i].name,
                           &candidates->goal, false, i > 0);
        stage->failed[i] = !other->solver && !stage->database.late;
    }
    return other->solver;
}

/* Backward, only the tables are shared. */
static const tilepdb_solver *backward_solver(struct candidates *candidates, size_t i) {
    struct candidate *candidate = &candidates->all[i];
    struct equipped *own = &candidate->equipped;
    if (!candidates->back) candidates->back = back_take(candidates);
    struct back_tables *back = candidates->back;
    const bool shared = i != candidates->best; /* its name is */
    if (!own->solver && !(shared && back->failed[i])) {
        *own = stage_add(candidates->means, &back->database, candidate->name, &candidates->board,
                         true, i > 0);
        back->failed[i] = shared && !own->solver && !back->database.late;
    }
    return own->solver;
}

/* The candidate of a direction that promises the fewest nodes, but for one; the number of all:
 * none. */
static size_t best_of(const struct candidates *candidates, const tilepdb_choice *choice,
                      tilepdb_direction direction, size_t but) {
    size_t best = candidates->count;
    double least = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const double nodes = tilepdb_choice_part(choice, i);
        if (i == but || candidates->given[i].direction != direction || nodes <= 0) continue;
        if (best < candidates->count && nodes >= least) continue;
        least = nodes;
        best = i;
    }
    return best;
}

/* Names the two best partitions of each direction, by what is known when its solver is first
 * wanted. */
static void gather(const struct candidates *candidates, const tilepdb_choice *choice,
                   struct candidate *candidate) {
    char *names = NULL;
    for (int k = 0; k < 4; k++) {
        const tilepdb_direction direction =
            k % 2 ? TILEPDB_DIRECTION_BACKWARD : TILEPDB_DIRECTION_FORWARD;
        const size_t first = best_of(candidates, choice, direction, candidates->count);
        const size_t i = k < 2 ? first : best_of(candidates, choice, direction, first);
        if (i == candidates->count) continue;
        char *padded = cli_text("+%s+", names ? names : "");
        char *one = cli_text("+%s+", candidates->all[i].name);
        if (!strstr(padded, one)) {
            char *more = names ? cli_text("%s+%s", names, candidates->all[i].name)
                               : cli_text("%s", candidates->all[i].name);
            free(names);
            names = more;
        }
        free(one);
        free(padded);
    }
    if (!names) return;
    free(candidate->name);
    candidate->name = names;
}

/* One of both sides that no other board shares. */
static const tilepdb_solver *own_forward_solver(struct candidates *candidates, size_t i) {
    struct candidate *candidate = &candidates->all[i];
    if (!candidate->forward.solver)
        candidate->forward = stage_add(candidates->means, &candidates->stage->database,
                                       candidate->name, &candidates->goal, false, true);
    return candidate->forward.solver;
}

/* From both sides: those of both directions, and what joins them. */
static const tilepdb_solver *joined_solver(struct candidates *candidates,
                                           const tilepdb_choice *choice, size_t i) {
    struct candidate *candidate = &candidates->all[i];
    const bool own = candidates->best == i;
    if (candidate->joined) return candidate->joined;
    if (own && choice) gather(candidates, choice, candidate);
    const tilepdb_solver *forward =
        own ? own_forward_solver(candidates, i) : forward_solver(candidates, i);
    const tilepdb_solver *backward = forward ? backward_solver(candidates, i) : NULL;
    if (backward && tilepdb_solver_join(forward, backward, cli_progress_report,
                                        candidates->means->progress, &candidate->joined, NULL))
        candidate->joined = NULL;
    return candidate->joined;
}

static const tilepdb_solver *solver_of(struct candidates *candidates, const tilepdb_choice *choice,
                                       size_t i) {
    switch (candidates->given[i].direction) {
    case TILEPDB_DIRECTION_BACKWARD:
        return backward_solver(candidates, i);
    case TILEPDB_DIRECTION_BOTH:
        return joined_solver(candidates, choice, i);
    case TILEPDB_DIRECTION_FORWARD:
        break;
    }
    return forward_solver(candidates, i);
}

void candidates_call(struct candidates *candidates, size_t i, const char *name) {
    struct candidate *candidate = &candidates->all[i];
    if (candidate->joined || strcmp(candidate->name, name) == 0) return;
    free(candidate->name);
    candidate->name = cli_text("%s", name);
}

const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i) {
    return solver_of(candidates, NULL, i);
}

struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward) {
    const struct database *database =
        backward ? &candidates->back->database : &candidates->stage->database;
    if (!backward && is_stages(candidates, i))
        return (struct candidate_tables){database, database->tables, database->count};
    const struct equipped *equipped = backward                ? &candidates->all[i].equipped
                                      : i == candidates->best ? &candidates->all[i].forward
                                                              : &candidates->stage->others[i];
    return (struct candidate_tables){database, equipped->tables, equipped->count};
}

void candidates_release(struct candidates *candidates) {
    for (size_t i = 0; i < candidates->count; i++) {
        tilepdb_solver_free(candidates->all[i].joined);
        candidates->all[i].joined = NULL;
        equipped_free(&candidates->all[i].equipped);
        equipped_free(&candidates->all[i].forward);
    }
    if (candidates->back) candidates->back->users--;
    candidates->back = NULL;
}

/* ---- their searches -------------------------------------------------------------------------- */

/* An interrupt or the limit of time came while a candidate's tables were generated. */
static void choice_interrupt(tilepdb_choice *choice, tilepdb_status status) {
    const tilepdb_result result = {.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    const tilepdb_error error = {.status = status};
    tilepdb_choice_take(choice, status, &result, &error);
}

/* Tells the choice how many nodes a bound takes. False: it was stopped, or failed. */
static bool foresee(struct candidates *candidates, tilepdb_choice *choice,
                    const tilepdb_choice_search *search, const tilepdb_solver *solver) {
    double nodes;
    if (tilepdb_solver_foresee(solver, search->foresee, cli_progress_report,
                               candidates->means->progress, &nodes, NULL))
        return false;
    tilepdb_choice_foreseen(choice, nodes);
    return true;
}

const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search) {
    while (tilepdb_choice_next(choice, search)) {
        const tilepdb_solver *solver = solver_of(candidates, choice, search->candidate);
        if (solver && !search->foresee) return solver;
        if (solver && foresee(candidates, choice, search, solver)) continue;
        if (cli_signal())
            choice_interrupt(choice, TILEPDB_CANCELLED);
        else if (search->options.max_nodes == 0 &&
                 cli_progress_left(candidates->means->progress) <= 0)
            choice_interrupt(choice, TILEPDB_LIMIT); /* of the answer, and not of a comparison */
        else
            tilepdb_choice_drop(choice);
    }
    return NULL;
}

void candidates_free(struct candidates *candidates) {
    if (!candidates) return;
    candidates_release(candidates);
    for (size_t i = 0; i < candidates->count; i++) free(candidates->all[i].name);
    free(candidates);
}
