/*
 * The choice between candidates, by counts of nodes. See choice.h.
 *
 * The incumbent searches the bounds. Between two bounds, a challenger may search the comparison
 * bound, which is cheap beside the next bound, and the bound below it. From their nodes, the nodes
 * of a later bound are predicted and compared.
 *
 * Nodes of bidirectional candidates grow more slowly, so samples estimate their nodes at one bound,
 * the horizon: the next bound or, with a known solution, the last bound that it leaves. Only a
 * bidirectional candidate replaces a bidirectional incumbent. Unidirectional candidates are still
 * compared then, since a bidirectional candidate may wait for them. Larger tables are made once the
 * nodes that they should save up to the horizon cost more than the tables.
 */
#include "search/choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/solvable.h"
#include "search/ida.h"

/* Least nodes of the next bound per node of the comparison bound. */
#define COMPARISON_FRACTION 800

/* A candidate without larger tables is tried if the next bound costs at least COST_RATIO times its
 * cost plus the costs of such candidates tried before. For a bidirectional candidate, for a
 * candidate that it waits for, and with `upper_only`, all bounds up to the horizon count. */
#define COST_RATIO 8

/* A unidirectional candidate with HOPELESS times the best score is dropped. */
#define HOPELESS 3

/* Assumed growth of nodes per bound: GROWTH_EARLY after one counted bound; GROWTH after a count
 * below GROWTH_NODES, for an incumbent whose only counted bound exceeds the root's h, and for a new
 * bidirectional incumbent. */
#define GROWTH       6
#define GROWTH_EARLY 12

#define GROWTH_NODES 100

/* Without `any`, backward and bidirectional searches exhaust the last bound. */
#define BACKWARD_WEIGHT 2

/* Time of a bidirectional node, which usually needs two estimates, in nodes of other searches. */
#define BOTH_WEIGHT 2

/* Bounds after the next that count with `upper_only`: narrow beams often find solutions that are
 * two or four moves too long. */
#define BOUNDS_AHEAD 1

#define BOUNDS (TILEPDB_MAX_MOVES / 2 + 2)

enum state { UNTRIED, CHALLENGER, OUT };

struct contender {
    struct choice_candidate given;
    enum state state;
    int estimated;          /* last horizon that samples estimated */
    double sampled;         /* generated nodes of that horizon, estimated */
    uint64_t nodes[BOUNDS]; /* [bound / 2]; 0 if unknown */
};

enum step { INCUMBENT, COMPARE, END };

struct choice {
    tilepdb_board board, goal;
    tilepdb_solve_options options;
    struct contender *contenders;
    size_t count;
    size_t incumbent, searching;
    size_t best_one_way; /* best unidirectional candidate, or `count` */
    int next;            /* least bound that is not exhausted */
    double tested;       /* generated nodes per expanded node */
    enum step step;
    int root_h;
    int comparison_bound; /* -1: none */
    uint64_t most;        /* limit of nodes in a comparison */
    double expected;      /* nodes of the incumbent in the next bound */
    double growth;        /* growth of the incumbent's nodes per bound */
    int upper;            /* length of the shortest known solution, or 0 */
    bool upper_only;      /* the solution of `upper` must not be the answer */
    bool blind;           /* a search for a solution has failed */
    bool for_size;        /* the candidate is compared since its tables are larger */
    double invested;      /* cost of the tried candidates without larger tables */
    int target;           /* last target length; -1: none */
    uint64_t compared;
    double seconds;
    double began; /* clock_seconds */
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_result so_far;
    uint8_t candidate[BOUNDS]; /* [iteration] */
    size_t noted;
};

static tilepdb_status arguments_check(const tilepdb_board *board, const tilepdb_board *goal,
                                      const struct choice_candidate *candidates, size_t count,
                                      const tilepdb_solve_options *options, tilepdb_error *error) {
    tilepdb_status status = board_solvable(board, goal, error);
    /* The search reports an unsolvable board. */
    if (status == TILEPDB_UNSOLVABLE) status = TILEPDB_OK;
    if (status) return status;
    if (count < 1 || count > CHOICE_MAX_CANDIDATES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a choice is between 1 to %d candidates, not %zu", CHOICE_MAX_CANDIDATES,
                         count);
    for (size_t i = 0; i < count; i++)
        if (candidates[i].direction > TILEPDB_DIRECTION_BOTH)
            return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown direction %d",
                             (int)candidates[i].direction);
    if (options->solutions != TILEPDB_SOLUTIONS_FIRST || options->max_nodes ||
        options->first_bound || options->earlier || options->on_bound)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a choice is for one solution, without a limit of nodes, a first bound, "
                         "an earlier result or a callback at bounds");
    return TILEPDB_OK;
}

tilepdb_status choice_create(const tilepdb_board *board, const tilepdb_board *goal,
                             const struct choice_candidate *candidates, size_t count,
                             const tilepdb_solve_options *options, struct choice **choice,
                             tilepdb_error *error) {
    const tilepdb_status status = arguments_check(board, goal, candidates, count, options, error);
    if (status) return status;
    struct choice *made = calloc(1, sizeof *made);
    if (made) made->contenders = calloc(count, sizeof *made->contenders);
    if (!made || !made->contenders) {
        free(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a choice");
    }
    made->began = clock_seconds();
    made->board = *board;
    made->goal = *goal;
    made->options = *options;
    made->count = count;
    made->comparison_bound = -1;
    made->root_h = -1;
    made->target = -1;
    made->tested = 1;
    made->growth = GROWTH;
    made->so_far =
        (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1, .root_h = -1};
    made->status = error_set(&made->error, TILEPDB_ERROR_ARGUMENT,
                             "a choice has no answer while choice_next returns true");
    for (size_t i = 0; i < count; i++) made->contenders[i].given = candidates[i];
    made->best_one_way = candidates[0].direction == TILEPDB_DIRECTION_BOTH ? count : 0;
    *choice = made;
    return TILEPDB_OK;
}

void choice_free(struct choice *choice) {
    if (choice) free(choice->contenders);
    free(choice);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static uint64_t *nodes_at(struct contender *contender, int bound) {
    return &contender->nodes[bound / 2];
}

static bool is_backward(const struct choice *choice, size_t candidate) {
    return choice->contenders[candidate].given.direction == TILEPDB_DIRECTION_BACKWARD;
}

static bool is_both(const struct choice *choice, size_t candidate) {
    return choice->contenders[candidate].given.direction == TILEPDB_DIRECTION_BOTH;
}

static double next_nodes(struct contender *contender, int bound) {
    const double nodes = (double)*nodes_at(contender, bound);
    const uint64_t before = bound >= 2 ? *nodes_at(contender, bound - 2) : 0;
    if (before == 0) return nodes * GROWTH_EARLY;
    return nodes * (before < GROWTH_NODES ? GROWTH : nodes / (double)before);
}

static unsigned slowness(const struct choice *choice, size_t candidate) {
    const unsigned given = choice->contenders[candidate].given.slowness;
    return given ? given : is_both(choice, candidate) ? BOTH_WEIGHT : 1;
}

static unsigned weight(const struct choice *choice, size_t candidate) {
    const bool forward = choice->contenders[candidate].given.direction == TILEPDB_DIRECTION_FORWARD;
    return slowness(choice, candidate) * (!forward && !choice->options.any ? BACKWARD_WEIGHT : 1);
}

static double score(const struct choice *choice, size_t candidate, int bound) {
    return weight(choice, candidate) * next_nodes(&choice->contenders[candidate], bound);
}

static bool growth_is_known(const struct contender *contender, int bound) {
    return bound >= 2 && contender->nodes[bound / 2] && contender->nodes[bound / 2 - 1];
}

static void expect(struct choice *choice, int bound) {
    struct contender *incumbent = &choice->contenders[choice->incumbent];
    double nodes = (double)*nodes_at(incumbent, bound);
    const bool tells = growth_is_known(incumbent, bound) || bound <= choice->root_h;
    const double growth = tells ? next_nodes(incumbent, bound) / nodes : GROWTH;
    choice->expected = nodes * growth;
    choice->growth = growth;
    for (choice->comparison_bound = bound; choice->comparison_bound > choice->root_h;
         choice->comparison_bound -= 2) {
        const uint64_t known = *nodes_at(incumbent, choice->comparison_bound);
        if (known) nodes = (double)known;
        if (nodes * COMPARISON_FRACTION <= choice->expected) return;
        nodes /= growth;
    }
    choice->comparison_bound = -1;
}

static void bounds_note(struct choice *choice, const tilepdb_result *result) {
    const size_t exhausted = tilepdb_result_exhausted(result);
    if (choice->root_h < 0) choice->root_h = result->root_h;
    for (; choice->noted < exhausted; choice->noted++) {
        const tilepdb_iteration *iteration = &result->iterations[choice->noted];
        choice->candidate[choice->noted] = (uint8_t)choice->incumbent;
        *nodes_at(&choice->contenders[choice->incumbent], iteration->bound) = iteration->generated;
        choice->next = iteration->bound + 2;
        if (iteration->expanded)
            choice->tested = (double)iteration->generated / (double)iteration->expanded;
        expect(choice, iteration->bound);
    }
}

/* The last bound that counts: the next bound or, with a known solution, the last bound below its
 * length; with `upper_only` also this length, but at most BOUNDS_AHEAD bounds after the next. */
static int horizon(const struct choice *choice) {
    const int most = choice->options.max_length, far = choice->next + 2 * BOUNDS_AHEAD;
    int end = choice->upper_only ? choice->upper : choice->upper - 2, last = choice->next;
    if (choice->upper_only && end > far) end = far;
    while (last + 2 <= end && (most == 0 || last + 2 <= most)) last += 2;
    return last;
}

static double horizon_growth(const struct choice *choice) {
    double factor = 1;
    for (int bound = choice->next; bound < horizon(choice); bound += 2) factor *= choice->growth;
    return factor;
}

static double nodes_ahead(const struct choice *choice) {
    double nodes = choice->expected, sum = nodes;
    for (int bound = choice->next; bound < horizon(choice); bound += 2)
        sum += nodes *= choice->growth;
    return sum;
}

static double incumbent_score(const struct choice *choice) {
    return weight(choice, choice->incumbent) * choice->expected * horizon_growth(choice);
}

/* ---- larger tables --------------------------------------------------------------------------- */

/* Returns the factor by which the candidate's tables should reduce the nodes of the best
 * unidirectional candidate; at most 1 if they are not larger. */
static double gain(const struct choice *choice, size_t candidate) {
    const double best = choice->contenders[choice->best_one_way].given.gain;
    return choice->contenders[candidate].given.gain / (best > 1 ? best : 1);
}

static bool is_larger(const struct choice *choice, size_t candidate) {
    return !is_both(choice, choice->incumbent) && choice->best_one_way < choice->count &&
           choice->contenders[candidate].state == UNTRIED && gain(choice, candidate) > 1;
}

/* The incumbent's expected nodes up to the horizon; before a solution is looked for, of two bounds.
 * With `upper_only`, half of the last bound counts if the search may end in it. */
static double nodes_at_stake(const struct choice *choice) {
    const int most = choice->options.max_length;
    const bool two = !choice->blind && (most == 0 || choice->next + 2 <= most);
    if (choice->upper == 0) return choice->expected * (two ? 1 + choice->growth : 1);
    const bool halves = choice->upper_only && horizon(choice) == choice->upper &&
                        weight(choice, choice->incumbent) == slowness(choice, choice->incumbent);
    const double last = choice->expected * horizon_growth(choice);
    return nodes_ahead(choice) - (halves ? last / 2 : 0);
}

/* Returns the first candidate whose larger tables pay off, or `count`. Candidates go from small to
 * large, and small tables cost little beside large ones. */
static size_t larger_first(const struct choice *choice) {
    const double nodes = nodes_at_stake(choice), work = nodes * slowness(choice, choice->incumbent);
    for (size_t i = 0; i < choice->count; i++) {
        if (!is_larger(choice, i)) continue;
        const double less = nodes / gain(choice, i) * slowness(choice, i);
        if (less + (double)choice->contenders[i].given.cost < work) return i;
    }
    return choice->count;
}

/* Expected weighted nodes at the horizon: of the incumbent, or of larger tables that pay off, with
 * their cost. */
static double one_way_score(const struct choice *choice) {
    const double score = incumbent_score(choice);
    const size_t larger = larger_first(choice);
    if (larger == choice->count) return score;
    const double unit = choice->options.any ? 1 : BACKWARD_WEIGHT;
    const double faster =
        gain(choice, larger) * slowness(choice, choice->incumbent) / slowness(choice, larger);
    const double other = score / faster + unit * (double)choice->contenders[larger].given.cost;
    return other < score ? other : score;
}

/* ---- candidates that are due ----------------------------------------------------------------- */

/* Returns the bidirectional challenger whose samples of the horizon beat a unidirectional incumbent
 * that has grown faster than assumed, or `count`. */
static size_t challenger_ahead(const struct choice *choice) {
    size_t best = choice->count;
    double least = one_way_score(choice);
    for (size_t i = 0; i < choice->count && !is_both(choice, choice->incumbent); i++) {
        const struct contender *contender = &choice->contenders[i];
        if (!is_both(choice, i) || contender->state != CHALLENGER ||
            contender->estimated != horizon(choice) ||
            weight(choice, i) * contender->sampled >= least)
            continue;
        least = weight(choice, i) * contender->sampled;
        best = i;
    }
    return best;
}

static void incumbent_replace(struct choice *choice, size_t candidate) {
    struct contender *incumbent = &choice->contenders[choice->incumbent];
    incumbent->state = CHALLENGER;
    incumbent->estimated = horizon(choice);
    if (!is_both(choice, choice->incumbent)) choice->growth = GROWTH;
    choice->incumbent = candidate;
    choice->expected = choice->contenders[candidate].sampled / horizon_growth(choice);
}

static bool may_follow(const struct choice *choice, size_t candidate) {
    for (size_t i = 0; i < choice->count; i++)
        if (choice->contenders[candidate].given.after >> i & 1u && i != choice->incumbent &&
            choice->contenders[i].state == UNTRIED)
            return false;
    return true;
}

static bool is_awaited(const struct choice *choice, size_t candidate) {
    for (size_t i = 0; i < choice->count; i++)
        if (is_both(choice, i) && choice->contenders[i].state == UNTRIED)
            return choice->contenders[i].given.after >> candidate & 1u;
    return false;
}

static bool is_due(struct choice *choice, size_t candidate) {
    struct contender *contender = &choice->contenders[candidate];
    const bool both = is_both(choice, candidate);
    if (candidate == choice->incumbent || contender->state == OUT || choice->comparison_bound < 0)
        return false;
    if (both ? contender->estimated == horizon(choice)
             : *nodes_at(contender, choice->comparison_bound) > 0)
        return false;
    if (!both && choice->best_one_way == choice->count) return false;
    if (contender->state == CHALLENGER) return both || !is_both(choice, choice->incumbent);
    if (is_larger(choice, candidate))
        return may_follow(choice, candidate) && larger_first(choice) == candidate;
    const double ahead = both || choice->upper_only || is_awaited(choice, candidate)
                             ? nodes_ahead(choice)
                             : choice->expected;
    const double work = slowness(choice, choice->incumbent) * ahead;
    return may_follow(choice, candidate) &&
           work >= COST_RATIO * (choice->invested + (double)contender->given.cost);
}

/* Returns true if the bidirectional `candidate` is untried, and *larger, a cheaper candidate with
 * larger tables, is due. */
static bool is_cheaper_due(struct choice *choice, size_t candidate, size_t *larger) {
    const struct contender *both = &choice->contenders[candidate];
    *larger = larger_first(choice);
    return *larger < choice->count && both->state == UNTRIED && is_due(choice, *larger) &&
           choice->contenders[*larger].given.cost < both->given.cost;
}

/* Returns the next candidate to compare, or `count`. Before a unidirectional candidate, the best
 * one is searched if it lacks counts. */
static size_t due_first(struct choice *choice) {
    size_t i = 0, larger;
    /* No comparison pays off once the answer is known. */
    if (choice->upper > 0 && choice->upper <= choice->next && !choice->upper_only)
        return choice->count;
    while (i < choice->count && !is_due(choice, i)) i++;
    if (i < choice->count && is_both(choice, i) && is_cheaper_due(choice, i, &larger)) i = larger;
    if (i == choice->count || is_both(choice, i)) return i;
    return growth_is_known(&choice->contenders[choice->best_one_way], choice->comparison_bound)
               ? i
               : choice->best_one_way;
}

/* ---- searches -------------------------------------------------------------------------------- */

static void search_fill(struct choice *choice, struct choice_search *search, int bound) {
    search->candidate = choice->searching;
    search->estimate_bound = 0;
    search->board = is_backward(choice, choice->searching) ? &choice->goal : &choice->board;
    search->options = choice->options;
    const int most = choice->options.max_length;
    if (bound) search->options.max_length = most && most < bound ? most : bound;
    if (choice->so_far.solvable) search->options.earlier = &choice->so_far;
    if (choice->options.timeout > 0) {
        search->options.timeout -= clock_seconds() - choice->began;
        if (search->options.timeout <= 0) search->options.timeout = 1e-9;
    }
}

static void compare_fill(struct choice *choice, struct choice_search *search) {
    const bool both = is_both(choice, choice->searching);
    choice->most = 1;
    if (!both) {
        struct contender *best_one_way = &choice->contenders[choice->best_one_way];
        const uint64_t nodes = *nodes_at(best_one_way, choice->comparison_bound) +
                               *nodes_at(best_one_way, choice->comparison_bound - 2);
        choice->most += nodes * HOPELESS * weight(choice, choice->best_one_way) /
                        weight(choice, choice->searching);
    }
    search_fill(choice, search, choice->comparison_bound);
    search->options.earlier = NULL;
    search->options.any = false;
    search->options.first_bound = choice->comparison_bound - 2;
    search->options.max_nodes = choice->searching == choice->best_one_way ? 0 : choice->most;
    search->estimate_bound = both ? horizon(choice) : 0;
}

static bool incumbent_goes_on(const tilepdb_result *so_far, void *user) {
    struct choice *choice = user;
    bounds_note(choice, so_far);
    return challenger_ahead(choice) == choice->count && due_first(choice) == choice->count;
}

bool choice_next(struct choice *choice, struct choice_search *search) {
    if (choice->step == END) return false;
    const size_t ahead = challenger_ahead(choice);
    if (ahead < choice->count) incumbent_replace(choice, ahead);
    choice->searching = due_first(choice);
    choice->step = COMPARE;
    if (choice->searching < choice->count) {
        choice->for_size = is_larger(choice, choice->searching);
        compare_fill(choice, search);
    } else {
        choice->step = INCUMBENT;
        choice->searching = choice->incumbent;
        search_fill(choice, search, 0);
        search->options.on_bound = incumbent_goes_on;
        search->options.bound_user = choice;
    }
    return true;
}

/* ---- results --------------------------------------------------------------------------------- */

static void end(struct choice *choice, tilepdb_status status, const tilepdb_result *result,
                const tilepdb_error *error) {
    choice->step = END;
    choice->status = status;
    choice->error = error ? *error : (tilepdb_error){.status = status};
    if (result != &choice->so_far) choice->so_far = *result;
    choice->so_far.seconds += choice->seconds;
    choice->so_far.root_h = choice->root_h;
}

static void end_in_conflict(struct choice *choice, const char *what) {
    tilepdb_error error;
    error_set_code(&error, TILEPDB_ERROR_INTERNAL,
                   (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
                   "%s %d moves: a table is false; generate the tables again", what,
                   choice->so_far.lower_bound);
    end(choice, error.status, &choice->so_far, &error);
}

static void end_refused(struct choice *choice) {
    tilepdb_error error;
    error_set(&error, TILEPDB_ERROR_ARGUMENT, "the bounds of a result do not ascend");
    end(choice, error.status, &choice->so_far, &error);
}

static void end_early(struct choice *choice, tilepdb_status status) {
    tilepdb_error error;
    const bool cancelled = status == TILEPDB_CANCELLED;
    error_set_code(
        &error, cancelled ? TILEPDB_CANCELLED : TILEPDB_LIMIT,
        (struct error_code){.code = TILEPDB_MESSAGE_BOUND, .number = {choice->so_far.lower_bound}},
        "%s; the board needs at least %d moves",
        cancelled ? "the search was interrupted" : "the limit is reached",
        choice->so_far.lower_bound);
    end(choice, error.status, &choice->so_far, &error);
}

static void comparison_count(struct choice *choice, uint64_t nodes, double seconds) {
    choice->compared += nodes;
    choice->seconds += seconds;
}

static bool is_late(const struct choice *choice) {
    return choice->options.timeout > 0 &&
           clock_seconds() - choice->began >= choice->options.timeout;
}

/* A bound below the root's estimate has one node. */
static void nodes_note(struct contender *contender, const tilepdb_result *result,
                       int comparison_bound) {
    *nodes_at(contender, comparison_bound) = *nodes_at(contender, comparison_bound - 2) = 1;
    for (size_t i = 0; i < result->iteration_count; i++)
        *nodes_at(contender, result->iterations[i].bound) = result->iterations[i].generated;
}

/* If the best unidirectional candidate fails, no comparison follows before the next bound. */
static void compare_take(struct choice *choice, tilepdb_status status,
                         const tilepdb_result *result) {
    struct contender *contender = &choice->contenders[choice->searching];
    if (contender->state == UNTRIED && !choice->for_size)
        choice->invested += (double)contender->given.cost;
    comparison_count(choice, result->generated, result->seconds);
    if (status == TILEPDB_OK) {
        end_in_conflict(choice, "two candidates disagree about");
        return;
    }
    const bool failed = status != TILEPDB_LIMIT && status != TILEPDB_CANCELLED;
    if (status == TILEPDB_CANCELLED || is_late(choice)) {
        end_early(choice, status);
        return;
    }
    if (choice->searching == choice->best_one_way) {
        nodes_note(contender, result, choice->comparison_bound);
        if (failed) choice->comparison_bound = -1;
        return;
    }
    contender->state = failed || result->generated >= choice->most ? OUT : CHALLENGER;
    if (contender->state == OUT) return;
    nodes_note(contender, result, choice->comparison_bound);
    const double mine = score(choice, choice->searching, choice->comparison_bound);
    const double best = score(choice, choice->best_one_way, choice->comparison_bound);
    if (mine >= best * HOPELESS) contender->state = OUT;
    if (mine >= best) return;
    if (choice->incumbent == choice->best_one_way) {
        choice->expected *=
            next_nodes(contender, choice->comparison_bound) /
            next_nodes(&choice->contenders[choice->best_one_way], choice->comparison_bound);
        choice->incumbent = choice->searching;
    }
    choice->contenders[choice->best_one_way].state = CHALLENGER;
    choice->best_one_way = choice->searching;
}

void choice_take_estimate(struct choice *choice, double expanded) {
    struct contender *contender = &choice->contenders[choice->searching];
    if (choice->step == END) return;
    if (contender->state == UNTRIED) choice->invested += (double)contender->given.cost;
    contender->state = CHALLENGER;
    contender->estimated = horizon(choice);
    contender->sampled = expanded * choice->tested;
    if (weight(choice, choice->searching) * contender->sampled < one_way_score(choice))
        incumbent_replace(choice, choice->searching);
}

static bool solution_reverse(const struct choice *choice, tilepdb_result *result) {
    board_moves_invert(result->moves);
    return board_solved_by(&choice->board, result->moves, &choice->goal);
}

static void found(struct choice *choice, const tilepdb_result *result) {
    tilepdb_error error;
    choice->so_far = *result;
    if (!is_backward(choice, choice->searching) || solution_reverse(choice, &choice->so_far)) {
        end(choice, TILEPDB_OK, &choice->so_far, NULL);
        return;
    }
    error_set(&error, TILEPDB_ERROR_INTERNAL, "the reversed solution does not lead to the goal");
    end(choice, error.status, &choice->so_far, &error);
}

void choice_take(struct choice *choice, tilepdb_status status, const tilepdb_result *result,
                 const tilepdb_error *error) {
    if (choice->step == END) return;
    if (!result_is_sound(result)) {
        end_refused(choice);
        return;
    }
    if (choice->step == COMPARE) {
        compare_take(choice, status, result);
        return;
    }
    const int most = choice->options.max_length;
    const bool ended_early = status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED;
    if (ended_early && result->root_h < 0 && choice->so_far.root_h >= 0) {
        end_early(choice, status); /* the search did not begin */
        return;
    }
    const bool raised = status == TILEPDB_LIMIT && result->root_h >= 0 && !is_late(choice) &&
                        !(most && result->lower_bound > most);
    bounds_note(choice, result);
    if (choice->noted < result->iteration_count)
        choice->candidate[choice->noted] = (uint8_t)choice->searching;
    if (choice->upper > 0 &&
        (result->lower_bound > choice->upper || result->length > choice->upper)) {
        choice->so_far = *result;
        end_in_conflict(choice, "there is a solution of less than");
        return;
    }
    if (status == TILEPDB_OK)
        found(choice, result);
    else if (raised)
        choice->so_far = *result;
    else
        end(choice, status, result, error);
}

void choice_drop(struct choice *choice) {
    choice->contenders[choice->searching].state = OUT;
    if (choice->step == COMPARE && choice->searching != choice->incumbent) {
        if (choice->searching == choice->best_one_way) choice->best_one_way = choice->count;
        return;
    }
    tilepdb_error error;
    static const char *const ways[] = {"forward", "backward",
                                       "from both sides, which are bit tables,"};
    error_set(&error, TILEPDB_ERROR_NOT_FOUND, "the tables for a search %s are not available",
              ways[choice->contenders[choice->searching].given.direction]);
    end(choice, error.status, &choice->so_far, &error);
}

int choice_target_length(struct choice *choice, const tilepdb_result *so_far, uint64_t least,
                         double *nodes) {
    if (!so_far) so_far = &choice->so_far;
    const int most = choice->options.max_length, length = so_far->lower_bound;
    if (choice->step == END || choice->expected < (double)least || (most && length > most))
        return 0;
    choice->target = length;
    *nodes = choice->expected;
    return length;
}

void choice_take_upper_bound(struct choice *choice, const char *moves) {
    if (!moves) choice->blind = true;
    if (choice->step == END || !moves || !board_solved_by(&choice->board, moves, &choice->goal))
        return;
    const int length = (int)strnlen(moves, TILEPDB_MAX_MOVES + 1);
    if (choice->upper > 0 && choice->upper <= length) return;
    choice->upper = length;
    choice->upper_only = true;
}

bool choice_submit_solution(struct choice *choice, const char *moves) {
    tilepdb_result *result = &choice->so_far;
    const int length = (int)strnlen(moves, TILEPDB_MAX_MOVES + 1);
    if (choice->step == END || !choice->options.any ||
        !board_solved_by(&choice->board, moves, &choice->goal))
        return false;
    if (choice->upper == 0 || length < choice->upper) {
        choice->upper = length;
        choice->upper_only = false;
    }
    if (choice->target != result->lower_bound || length > choice->target) return false;
    if (length < choice->target) {
        end_in_conflict(choice, "there is a solution of less than");
        return true;
    }
    memcpy(result->moves, moves, (size_t)length + 1);
    result->length = result->upper_bound = length;
    result->optimal = result->any = true;
    end(choice, TILEPDB_OK, result, NULL);
    return true;
}

tilepdb_status choice_answer(const struct choice *choice, tilepdb_result *result,
                             tilepdb_error *error) {
    *result = choice->so_far;
    if (error) *error = choice->error;
    return choice->status;
}

size_t choice_candidate(const struct choice *choice, size_t i) {
    return i < BOUNDS ? choice->candidate[i] : 0;
}

uint64_t choice_compared_nodes(const struct choice *choice) {
    return choice->compared;
}
