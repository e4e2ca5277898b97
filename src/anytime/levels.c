/* See levels.h. */
#include "anytime/levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads.h"

#define BLOCK 64 /* boards whose children are looked up together, and then whether to go on */
#define AHEAD 32 /* questions whose buckets are on their way */

static size_t buckets_for(size_t width) {
    size_t buckets = 256;
    while (2 * buckets < width) buckets *= 2;
    return buckets;
}

static size_t seen_bytes(size_t buckets) {
    return buckets * LEVELS_SLOTS * sizeof(uint64_t);
}

uint64_t levels_need(size_t width, size_t stride, size_t places, int below) {
    if (width > LEVELS_WIDTH) width = LEVELS_WIDTH;
    const uint64_t child = sizeof(struct child) + sizeof(struct levels_question);
    const uint64_t one = 2 * stride + places * child + sizeof(uint32_t) * (uint64_t)below +
                         sizeof(struct levels_ranks) / LEVELS_SHARED;
    return width * one + sizeof(struct levels_ranks) + seen_bytes(buckets_for(width));
}

static int threads_for(size_t width, int wanted) {
    const int threads = threads_resolve(wanted);
    const size_t most = width / LEVELS_SHARED;
    return most <= 1 ? 1 : threads_startable((size_t)threads < most ? threads : (int)most);
}

bool levels_begin(struct levels *levels, size_t width, size_t stride, size_t places, int threads,
                  int below) {
    if (width > LEVELS_WIDTH) width = LEVELS_WIDTH;
    *levels = (struct levels){.width = width,
                              .stride = stride,
                              .now = malloc(width * stride),
                              .next = malloc(width * stride),
                              .places = places,
                              .children = malloc(width * places * sizeof(struct child)),
                              .seen = memory_pages(seen_bytes(buckets_for(width))),
                              .buckets = buckets_for(width),
                              .bucket_bits = (unsigned)__builtin_ctzll(buckets_for(width)),
                              .threads = threads_for(width, threads),
                              .trails = calloc((size_t)below, sizeof(uint32_t *))};
    const size_t team = (size_t)levels->threads, children = width * places;
    levels->ranks = calloc(team, sizeof *levels->ranks);
    if (team > 1) {
        levels->questions = malloc(children * sizeof *levels->questions);
        levels->starts = malloc(team * (team + 1) * sizeof *levels->starts);
    }
    return levels->now && levels->next && levels->children && levels->seen && levels->ranks &&
           levels->trails && (team == 1 || (levels->questions && levels->starts));
}

void levels_end(struct levels *levels) {
    for (int i = 0; levels->trails && i < levels->level; i++) free(levels->trails[i]);
    if (levels->seen) memory_pages_free(levels->seen, seen_bytes(levels->buckets));
    free(levels->trails);
    free(levels->ranks);
    free(levels->questions);
    free(levels->starts);
    free(levels->children);
    free(levels->next);
    free(levels->now);
}

/* ---- children -------------------------------------------------------------------------------- */

static int team_size(const struct levels *levels) {
    return levels->count < LEVELS_SHARED ? 1 : levels->threads;
}

/* Lists the children of the boards [first, end); their buckets are on their way. */
static void part_list(struct levels *levels, const struct levels_search *search, size_t first,
                      size_t end) {
    for (size_t number = first; number < end; number++) {
        struct child *children = &levels->children[number * levels->places];
        const unsigned count = search->list(search->user, number, children);
        for (unsigned i = 0; i < levels->places; i++) children[i].rank = LEVELS_DROPPED;
        for (unsigned i = 0; i < count; i++) {
            __builtin_prefetch(levels_bucket(levels, children[i].hash), 1);
            children[i].parent = (uint32_t)number;
            children[i].rank = 0;
        }
    }
}

/* Drops those of their children that were reached before. */
static void part_sift(struct levels *levels, size_t first, size_t end) {
    struct child *child = &levels->children[first * levels->places],
                 *last = &levels->children[end * levels->places];
    for (; child < last; child++)
        if (child->rank != LEVELS_DROPPED && levels_reached(levels, child->hash))
            child->rank = LEVELS_DROPPED;
}

static void part_rank(struct levels *levels, const struct levels_search *search, size_t first,
                      size_t end, struct levels_ranks *ranks) {
    for (size_t number = first; number < end; number++) {
        struct child *children = &levels->children[number * levels->places];
        unsigned count = (unsigned)levels->places;
        while (count > 0 && children[count - 1].rank == LEVELS_DROPPED) count--;
        if (count == 0) continue;
        search->rank(search->user, number, children, count);
        for (unsigned i = 0; i < count; i++) {
            const unsigned rank = children[i].rank;
            if (rank == LEVELS_DROPPED) continue;
            if (rank < ranks->least) ranks->least = rank;
            if (rank > ranks->most) ranks->most = rank;
            ranks->of[rank]++;
        }
    }
}

/* One thread. */
static bool level_expand(struct levels *levels, const struct levels_search *search) {
    for (size_t first = 0; first < levels->count; first += BLOCK) {
        const size_t end = first + BLOCK < levels->count ? first + BLOCK : levels->count;
        part_list(levels, search, first, end);
        part_sift(levels, first, end);
        part_rank(levels, search, first, end, levels->ranks);
        if (!search->goes_on(search->user, end - first)) return false;
    }
    return true;
}

/* ---- several threads ------------------------------------------------------------------------- */

/* A thread's own boards. Those that their children become are mostly its own in the next level, so
 * they stay in its caches. */
static size_t own_first(const struct levels *levels, unsigned thread, unsigned team) {
    return levels->count * thread / team;
}

/* The thread whose bucket it is. */
static unsigned owner_of(const struct levels *levels, uint64_t hash, unsigned team) {
    const uint64_t bucket = hash >> 1 & (levels->buckets - 1);
    return (unsigned)(bucket * team >> levels->bucket_bits);
}

/* Where a thread's questions to each one begin, and then where all end. */
static size_t *starts_of(const struct levels *levels, unsigned thread, unsigned team) {
    return &levels->starts[(size_t)thread * (team + 1)];
}

/* Asks the owners of the buckets of all children of a thread, each in their order. */
static void own_ask(struct levels *levels, unsigned thread, unsigned team) {
    const size_t first = own_first(levels, thread, team) * levels->places,
                 end = own_first(levels, thread + 1, team) * levels->places;
    size_t *starts = starts_of(levels, thread, team), sum = first;
    memset(starts, 0, (team + 1) * sizeof *starts);
    for (size_t i = first; i < end; i++)
        if (levels->children[i].rank != LEVELS_DROPPED)
            starts[owner_of(levels, levels->children[i].hash, team)]++;
    for (unsigned owner = 0; owner <= team; owner++) {
        const size_t count = starts[owner];
        starts[owner] = sum;
        sum += count;
    }
    for (size_t i = first; i < end; i++) {
        const struct child *child = &levels->children[i];
        if (child->rank == LEVELS_DROPPED) continue;
        levels->questions[starts[owner_of(levels, child->hash, team)]++] =
            (struct levels_question){child->hash, (uint32_t)i, false};
    }
    for (unsigned owner = team; owner > 0; owner--) starts[owner] = starts[owner - 1];
    starts[0] = first;
}

/* Answers what all threads ask this one. */
static void own_answer(struct levels *levels, unsigned thread, unsigned team) {
    for (unsigned from = 0; from < team; from++) {
        const size_t *starts = starts_of(levels, from, team);
        struct levels_question *question = &levels->questions[starts[thread]],
                               *end = &levels->questions[starts[thread + 1]];
        for (; question < end; question++) {
            if (end - question > AHEAD)
                __builtin_prefetch(levels_bucket(levels, question[AHEAD].hash), 1);
            question->reached = levels_reached(levels, question->hash);
        }
    }
}

/* Hears the answers. */
static void own_drop(struct levels *levels, unsigned thread, unsigned team) {
    const size_t *starts = starts_of(levels, thread, team);
    for (size_t i = starts[0]; i < starts[team]; i++)
        if (levels->questions[i].reached)
            levels->children[levels->questions[i].child].rank = LEVELS_DROPPED;
}

/* Whether the calling thread is to go on; the others need not ask. */
static bool team_goes_on(const struct levels_search *search, unsigned thread) {
    return thread > 0 || search->goes_on(search->user, 0);
}

static void level_share(struct levels *levels, const struct levels_search *search, bool *stop) {
    const unsigned thread = (unsigned)threads_index(), team = (unsigned)threads_team();
    const size_t first = own_first(levels, thread, team),
                 last = own_first(levels, thread + 1, team);
    bool on = true;
    for (size_t at = first; at < last && on; at += BLOCK) {
        const size_t end = at + BLOCK < last ? at + BLOCK : last;
        part_list(levels, search, at, end);
        on = team_goes_on(search, thread);
    }
    own_ask(levels, thread, team);
    if (!on) *stop = true;
#pragma omp barrier
    if (*stop) return;
    own_answer(levels, thread, team);
#pragma omp barrier
    own_drop(levels, thread, team);
    for (size_t at = first; at < last && on; at += BLOCK) {
        const size_t end = at + BLOCK < last ? at + BLOCK : last;
        part_rank(levels, search, at, end, &levels->ranks[thread]);
        on = team_goes_on(search, thread);
    }
    if (!on) *stop = true;
}

bool levels_expand(struct levels *levels, const struct levels_search *search) {
    const int team = team_size(levels);
    bool stop = false;
    for (int i = 0; i < levels->threads; i++) {
        levels->ranks[i].least = LEVELS_RANKS;
        levels->ranks[i].most = 0;
    }
    if (team == 1) return level_expand(levels, search);
#pragma omp parallel num_threads(team)
    level_share(levels, search, &stop);
    return !stop && search->goes_on(search->user, levels->count);
}

/* ---- the next level -------------------------------------------------------------------------- */

/* Boards whose children that are kept follow each other in the next level. */
struct part {
    size_t first, end;
    size_t better, equal; /* children: of a rank below the limit, and of this; then, before them */
};

/* What is kept of all children. */
struct limit {
    unsigned rank;  /* the last of which any are kept ... */
    size_t of_last; /* ... and at most how many of it */
    size_t kept;    /* in all */
    bool cuts;      /* some are not */
};

/* At most so many. Joins the ranks of all threads in those of the first. */
static struct limit limit_find(struct levels *levels, size_t width) {
    struct levels_ranks *all = levels->ranks;
    for (int i = 1; i < levels->threads; i++) {
        struct levels_ranks *ranks = &levels->ranks[i];
        for (unsigned rank = ranks->least; rank <= ranks->most; rank++) {
            all->of[rank] += ranks->of[rank];
            ranks->of[rank] = 0;
        }
        if (ranks->least < all->least) all->least = ranks->least;
        if (ranks->most > all->most) all->most = ranks->most;
    }
    struct limit limit = {.rank = LEVELS_RANKS};
    size_t better = 0, total = 0;
    for (unsigned rank = all->least; rank <= all->most; rank++) {
        total += all->of[rank];
        if (limit.rank == LEVELS_RANKS && total > width) limit.rank = rank;
        if (limit.rank == LEVELS_RANKS) better = total;
        all->of[rank] = 0;
    }
    limit.of_last = width - better;
    limit.kept = total < width ? total : width;
    limit.cuts = total > width;
    return limit;
}

static void part_count(const struct levels *levels, unsigned limit, struct part *part) {
    const struct child *child = &levels->children[part->first * levels->places],
                       *end = &levels->children[part->end * levels->places];
    part->better = part->equal = 0;
    for (; child < end; child++) {
        part->better += child->rank < limit;
        part->equal += child->rank == limit;
    }
}

/* Makes the boards of a part. */
static void part_make(struct levels *levels, const struct part *part, const struct limit *limit,
                      uint32_t *trail, levels_make_fn make, const void *user) {
    const struct child *child = &levels->children[part->first * levels->places],
                       *end = &levels->children[part->end * levels->places];
    size_t left = limit->of_last > part->equal ? limit->of_last - part->equal : 0;
    size_t at = part->better + limit->of_last - left;
    for (; child < end; child++) {
        if (child->rank > limit->rank || (child->rank == limit->rank && left == 0)) continue;
        if (child->rank == limit->rank) left--;
        make(user, child, levels_board(levels, child->parent), levels->next + at * levels->stride);
        trail[at++] = levels_trail(child);
    }
}

/* Each thread counts what is in its part, and then makes it. */
static void parts_make(struct levels *levels, struct part *parts, int count,
                       const struct limit *limit, uint32_t *trail, levels_make_fn make,
                       const void *user) {
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; i++) part_count(levels, limit->rank, &parts[i]);
    size_t better = 0, equal = 0;
    for (int i = 0; i < count; i++) {
        const struct part part = parts[i];
        parts[i].better = better;
        parts[i].equal = equal;
        better += part.better;
        equal += part.equal;
    }
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; i++) part_make(levels, &parts[i], limit, trail, make, user);
}

bool levels_descend(struct levels *levels, size_t width, levels_make_fn make, const void *user) {
    const int count = team_size(levels);
    const struct limit limit = limit_find(levels, width < levels->width ? width : levels->width);
    struct part *parts = calloc((size_t)count, sizeof *parts);
    uint32_t *trail = malloc((limit.kept + 1) * sizeof *trail);
    levels->trails[levels->level++] = trail;
    if (!parts || !trail) {
        free(parts);
        return false;
    }
    for (int i = 0; i < count; i++) {
        parts[i].first = own_first(levels, (unsigned)i, (unsigned)count);
        parts[i].end = own_first(levels, (unsigned)i + 1, (unsigned)count);
    }
    if (count == 1)
        part_make(levels, parts, &limit, trail, make, user);
    else
        parts_make(levels, parts, count, &limit, trail, make, user);
    free(parts);
    uint8_t *before = levels->now;
    levels->now = levels->next;
    levels->next = before;
    levels->count = limit.kept;
    levels->cut = levels->cut || limit.cuts;
    return true;
}

void levels_path(const struct levels *levels, int level, uint32_t trail, uint8_t *path) {
    for (int i = level; i >= 0; i--) {
        path[i] = trail & ((1u << LEVELS_TRAIL_BITS) - 1u);
        if (i > 0) trail = levels->trails[i - 1][trail >> LEVELS_TRAIL_BITS];
    }
}
