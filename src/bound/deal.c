/* See deal.h. */
#include "bound/deal.h"

#include <stdlib.h>

#include "util/clock.h"

/* How often a rank looks at what the others did. */
#define LOOK_SECONDS 5e-3

/* The words that are read in a look. */
#define LOOK_WORDS 3

/* What is asked of the communicator takes at most one in so many seconds. */
#define ASKING_SHARE 20

/* A worker takes at most its share of the units divided by this at a time. */
#define TURNS 64

/* Units that may be on the list. */
#define ROOM (((size_t)TILEPDB_COMM_COUNTERS - DEAL_WORDS) / 2)

static size_t unit_word(size_t place) {
    return DEAL_WORDS + 2 * place;
}

static size_t part_word(size_t place) {
    return DEAL_WORDS + 2 * place + 1;
}

/* ---- words ----------------------------------------------------------------------------------- */

static uint64_t word_change(uint64_t *word, tilepdb_counter_op change, uint64_t value) {
    if (change == TILEPDB_COUNTER_ADD) return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
    if (change == TILEPDB_COUNTER_SET) return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
    uint64_t before = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    while (value < before && !__atomic_compare_exchange_n(word, &before, value, false,
                                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return before;
}

uint64_t deal_word(struct deal *deal, size_t word, tilepdb_counter_op change, uint64_t value) {
    const tilepdb_comm *comm = deal->comm;
    if (!comm) return word_change(&deal->words[word], change, value);
    pthread_mutex_lock(deal->lock);
    const uint64_t before = comm->update(word, change, value, comm->user);
    pthread_mutex_unlock(deal->lock);
    return before;
}

bool deal_meet(struct deal *deal) {
    pthread_mutex_lock(deal->lock);
    const bool met = deal->comm->barrier(deal->comm->user);
    pthread_mutex_unlock(deal->lock);
    return met;
}

bool deal_send(struct deal *deal, const void *bytes, size_t size) {
    pthread_mutex_lock(deal->lock);
    const bool sent = deal->comm->send(bytes, size, deal->comm->user);
    pthread_mutex_unlock(deal->lock);
    return sent;
}

size_t deal_receive(struct deal *deal, void *bytes) {
    pthread_mutex_lock(deal->lock);
    const size_t size = deal->comm->receive(bytes, deal->comm->user);
    pthread_mutex_unlock(deal->lock);
    return size;
}

static uint64_t word_read(struct deal *deal, size_t word) {
    if (!deal->comm) return __atomic_load_n(&deal->words[word], __ATOMIC_ACQUIRE);
    return deal_word(deal, word, TILEPDB_COUNTER_ADD, 0);
}

/* ---- life ------------------------------------------------------------------------------------ */

void deal_clear(const tilepdb_comm *comm) {
    const uint64_t lasting = comm->update(DEAL_LASTING, TILEPDB_COUNTER_ADD, 0, comm->user);
    for (size_t i = 0; i < DEAL_WORDS; i++)
        comm->update(i, TILEPDB_COUNTER_SET, i == DEAL_BEST ? DEAL_NO_KEY : 0, comm->user);
    for (size_t place = 0; place < lasting && place < ROOM; place++) {
        comm->update(unit_word(place), TILEPDB_COUNTER_SET, 0, comm->user);
        comm->update(part_word(place), TILEPDB_COUNTER_SET, 0, comm->user);
    }
}

bool deal_begin(struct deal *deal, const tilepdb_comm *comm, size_t units, size_t workers,
                bool splits) {
    *deal = (struct deal){.comm = comm,
                          .units = units,
                          .workers = workers,
                          .room = splits ? ROOM : 0,
                          .pause = LOOK_SECONDS,
                          .count = 1,
                          .asked = clock_seconds(),
                          .best = DEAL_NO_KEY};
    deal->words = deal->few;
    if (splits && !comm) deal->words = calloc(TILEPDB_COMM_COUNTERS, sizeof *deal->words);
    if (comm && (deal->lock = malloc(sizeof *deal->lock))) pthread_mutex_init(deal->lock, NULL);
    if (!deal->words || (comm && !deal->lock)) return false;
    deal->words[DEAL_BEST] = DEAL_NO_KEY;
    return true;
}

void deal_end(struct deal *deal) {
    if (deal->words != deal->few) free(deal->words);
    if (deal->lock) pthread_mutex_destroy(deal->lock);
    free(deal->lock);
}

/* ---- what others did ------------------------------------------------------------------------- */

uint64_t deal_best(const struct deal *deal) {
    const uint64_t *best = deal->comm ? &deal->best : &deal->words[DEAL_BEST];
    return __atomic_load_n(best, __ATOMIC_RELAXED);
}

bool deal_is_stopped(const struct deal *deal) {
    const uint64_t *stopped = deal->comm ? &deal->stopped : &deal->words[DEAL_STOPPED];
    return __atomic_load_n(stopped, __ATOMIC_RELAXED) != 0;
}

static uint64_t lasting_seen(const struct deal *deal) {
    const uint64_t *lasting = deal->comm ? &deal->lasting : &deal->words[DEAL_LASTING];
    const uint64_t count = __atomic_load_n(lasting, __ATOMIC_ACQUIRE);
    return count < deal->room ? count : deal->room;
}

void deal_look_now(struct deal *deal) {
    if (!deal->comm) return;
    __atomic_store_n(&deal->best, word_read(deal, DEAL_BEST), __ATOMIC_RELAXED);
    __atomic_store_n(&deal->stopped, word_read(deal, DEAL_STOPPED), __ATOMIC_RELAXED);
    __atomic_store_n(&deal->lasting, word_read(deal, DEAL_LASTING), __ATOMIC_RELEASE);
}

double deal_took(const struct deal *deal) {
    double took;
    __atomic_load(&deal->took, &took, __ATOMIC_RELAXED);
    return took;
}

double deal_pause(double pause, double took) {
    return took * ASKING_SHARE > pause ? took * ASKING_SHARE : pause;
}

void deal_look(struct deal *deal) {
    if (!deal->comm) return;
    double looked, pause, now = clock_seconds();
    __atomic_load(&deal->looked, &looked, __ATOMIC_RELAXED);
    __atomic_load(&deal->pause, &pause, __ATOMIC_RELAXED);
    if (now - looked < pause) return;
    __atomic_store(&deal->looked, &now, __ATOMIC_RELAXED);
    deal_look_now(deal);
    double took = clock_seconds() - now;
    pause = deal_pause(LOOK_SECONDS, took);
    took /= LOOK_WORDS;
    __atomic_store(&deal->pause, &pause, __ATOMIC_RELAXED);
    __atomic_store(&deal->took, &took, __ATOMIC_RELAXED);
}

void deal_found(struct deal *deal, uint64_t key) {
    deal_word(deal, DEAL_BEST, TILEPDB_COUNTER_MIN, key);
    deal_look_now(deal);
}

void deal_stop(struct deal *deal) {
    deal_word(deal, DEAL_STOPPED, TILEPDB_COUNTER_SET, 1);
    deal_look_now(deal);
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Under the lock: takes more units at a time if asking took too long beside what was searched since
 * then, and fewer if they can be had faster. */
static void units_ask(struct deal *deal) {
    const tilepdb_comm *comm = deal->comm;
    const size_t most = deal->units / (TURNS * deal->workers) + 1;
    const double begun = clock_seconds(), searched = begun - deal->asked;
    const uint64_t next = comm->update(DEAL_NEXT, TILEPDB_COUNTER_ADD, deal->count, comm->user);
    deal->asked = clock_seconds();
    deal->next = next < deal->units ? (size_t)next : deal->units;
    deal->end = deal->units - deal->next < deal->count ? deal->units : deal->next + deal->count;
    const double took = (deal->asked - begun) * ASKING_SHARE;
    if (took > searched)
        deal->count = 2 * deal->count < most ? 2 * deal->count : most;
    else if (took < searched / 4)
        deal->count = (deal->count + 1) / 2;
}

/* The next of all units: deal->units or more if there is none. */
static size_t unit_draw(struct deal *deal) {
    if (!deal->comm) return (size_t)deal_word(deal, DEAL_NEXT, TILEPDB_COUNTER_ADD, 1);
    pthread_mutex_lock(deal->lock);
    if (deal->next == deal->end) units_ask(deal);
    const size_t next = deal->next < deal->end ? deal->next++ : deal->units;
    pthread_mutex_unlock(deal->lock);
    return next;
}

bool deal_next(struct deal *deal, size_t *unit) {
    deal_look(deal);
    *unit = unit_draw(deal);
    return *unit < deal->units && deal_key(*unit, 0) <= deal_best(deal);
}

void deal_close(struct deal *deal, size_t threads) {
    deal_word(deal, DEAL_CLOSED, TILEPDB_COUNTER_ADD, threads);
}

bool deal_is_open(struct deal *deal) {
    return word_read(deal, DEAL_CLOSED) < deal->workers;
}

/* ---- units in parts -------------------------------------------------------------------------- */

/* A place is taken first and filled then: until it is, it holds 0. */
bool deal_split(struct deal *deal, size_t unit) {
    if (word_read(deal, DEAL_LASTING) >= deal->room) return false;
    const uint64_t place = deal_word(deal, DEAL_LASTING, TILEPDB_COUNTER_ADD, 1);
    if (place >= deal->room) return false;
    deal_word(deal, unit_word((size_t)place), TILEPDB_COUNTER_SET, unit + 1);
    return true;
}

/* Parts of a place are taken before those of the next, so that the places that are spent are the
 * first ones, but for those that need not be searched any more. */
bool deal_lasting(struct deal *deal, size_t *place, size_t *unit) {
    const uint64_t lasting = lasting_seen(deal);
    if (*place >= lasting) return false;
    const uint64_t spent = word_read(deal, DEAL_SPENT);
    if (spent > *place) *place = (size_t)spent;
    for (; *place < lasting; (*place)++) {
        const uint64_t held = word_read(deal, unit_word(*place));
        if (!held) return false; /* it is about to be filled */
        *unit = (size_t)held - 1;
        if (deal_key(*unit, 0) <= deal_best(deal)) return true;
    }
    return false;
}

bool deal_part(struct deal *deal, size_t place, size_t parts, size_t *part) {
    const uint64_t next = deal_word(deal, part_word(place), TILEPDB_COUNTER_ADD, 1);
    if (next == parts) deal_word(deal, DEAL_SPENT, TILEPDB_COUNTER_ADD, 1);
    *part = (size_t)next;
    return next < parts;
}

/* ---- units that last, cut into parts --------------------------------------------------------- */

/* A unit is cut into at least so many subtrees, of which a part has some. */
#define SUBTREES          4096
#define SUBTREES_PER_PART 8

/* Fewer parts are no help. */
#define LEAST_PARTS 16

/* A unit with a solution this high up is not cut. */
static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static bool pass_ready(struct pass *pass, const struct bound_search *search) {
    if (!pass) return false;
    bound_pass_ready(pass, search, UINT64_MAX, SIZE_MAX);
    pass->on_solution = solution_ignore;
    return true;
}

bool cut_make(struct cut *cut, const struct bound_search *search, const struct pass *wide,
              size_t run, size_t first, size_t count) {
    if (cut->parts && cut->run == run) return true;
    cut->parts = 0;
    if (!cut->wide) cut->wide = solver_pass_take(search->solver, search->bound);
    if (!cut->spare) cut->spare = solver_pass_take(search->solver, search->bound);
    if (!cut->spare || !pass_ready(cut->wide, search) || !pass_adopt(cut->wide, wide, first, count))
        return false;
    if (!pass_widen(cut->wide, cut->spare, SUBTREES) || cut->wide->found) return false;
    const size_t subtrees = cut->wide->top - cut->wide->floor;
    const size_t parts = (subtrees + SUBTREES_PER_PART - 1) / SUBTREES_PER_PART;
    if (parts < LEAST_PARTS) return false;
    cut->run = run;
    cut->parts = parts;
    cut->rest = (struct tally){0};
    tally_add(&cut->rest, cut->wide->pending[cut->wide->floor - 1]);
    return true;
}

void cut_part(const struct cut *cut, size_t part, size_t *first, size_t *count) {
    const struct pass *wide = cut->wide;
    const size_t above = wide->top - part * SUBTREES_PER_PART, left = above - wide->floor;
    *count = left < SUBTREES_PER_PART ? left : SUBTREES_PER_PART;
    *first = above - *count;
}

void cut_free(struct cut *cut, const struct tilepdb_solver *solver) {
    solver_pass_give(solver, cut->spare);
    solver_pass_give(solver, cut->wide);
    *cut = (struct cut){0};
}
