#include "anytime/beam_layers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/threads.h"

#define BLOCK      64    /* boards between calls of goes_on */
#define AHEAD      32    /* queries to prefetch */
#define REMEMBERED 65536 /* least hashes of a set, unless a search has fewer boards */

static size_t buckets_for(size_t width, int below) {
    const size_t all = width * (size_t)below, most = all < REMEMBERED ? all : REMEMBERED;
    size_t buckets = 256;
    while (buckets * LAYERS_SLOTS < 4 * width || buckets * LAYERS_SLOTS < most) buckets *= 2;
    return buckets;
}

static size_t seen_bytes(size_t buckets) {
    return buckets * LAYERS_SLOTS * sizeof(uint64_t);
}

uint64_t layers_need(size_t width, size_t stride, size_t places, int below) {
    if (width > LAYERS_WIDTH) width = LAYERS_WIDTH;
    const uint64_t child = sizeof(struct child) + sizeof(struct layers_query);
    const uint64_t one = 2 * stride + places * child + sizeof(uint32_t) * (uint64_t)below +
                         sizeof(struct layers_ranks) / LAYERS_SHARED;
    return width * one + sizeof(struct layers_ranks) + seen_bytes(buckets_for(width, below));
}

static int threads_for(size_t width, int wanted) {
    const int threads = threads_resolve(wanted);
    const size_t most = width / LAYERS_SHARED;
    return most <= 1 ? 1 : threads_startable((size_t)threads < most ? threads : (int)most);
}

bool layers_begin(struct beam_layers *layers, size_t width, size_t stride, size_t places,
                  int threads, int below) {
    if (width > LAYERS_WIDTH) width = LAYERS_WIDTH;
    *layers =
        (struct beam_layers){.width = width,
                             .stride = stride,
                             .now = malloc(width * stride),
                             .next = malloc(width * stride),
                             .places = places,
                             .children = malloc(width * places * sizeof(struct child)),
                             .seen = memory_pages(seen_bytes(buckets_for(width, below))),
                             .buckets = buckets_for(width, below),
                             .bucket_bits = (unsigned)__builtin_ctzll(buckets_for(width, below)),
                             .threads = threads_for(width, threads),
                             .parent_links = calloc((size_t)below, sizeof(uint32_t *))};
    const size_t team = (size_t)layers->threads, children = width * places;
    layers->ranks = calloc(team, sizeof *layers->ranks);
    if (team > 1) {
        layers->queries = malloc(children * sizeof *layers->queries);
        layers->starts = malloc(team * (team + 1) * sizeof *layers->starts);
    }
    return layers->now && layers->next && layers->children && layers->seen && layers->ranks &&
           layers->parent_links && (team == 1 || (layers->queries && layers->starts));
}

void layers_end(struct beam_layers *layers) {
    for (int i = 0; layers->parent_links && i < layers->depth; i++) free(layers->parent_links[i]);
    if (layers->seen) memory_pages_free(layers->seen, seen_bytes(layers->buckets));
    free(layers->parent_links);
    free(layers->ranks);
    free(layers->queries);
    free(layers->starts);
    free(layers->children);
    free(layers->next);
    free(layers->now);
}

/* ---- children -------------------------------------------------------------------------------- */

static int team_size(const struct beam_layers *layers) {
    return layers->count < LAYERS_SHARED ? 1 : layers->threads;
}

static void part_list(struct beam_layers *layers, const struct layers_search *search, size_t first,
                      size_t end) {
    for (size_t number = first; number < end; number++) {
        struct child *children = &layers->children[number * layers->places];
        const unsigned count = search->list(search->user, number, children);
        for (unsigned i = 0; i < layers->places; i++) children[i].rank = LAYERS_DROPPED;
        for (unsigned i = 0; i < count; i++) {
            __builtin_prefetch(layers_bucket(layers, children[i].hash), 1);
            children[i].parent = (uint32_t)number;
            children[i].rank = 0;
        }
    }
}

static void part_sift(struct beam_layers *layers, size_t first, size_t end) {
    struct child *child = &layers->children[first * layers->places],
                 *last = &layers->children[end * layers->places];
    for (; child < last; child++)
        if (child->rank != LAYERS_DROPPED && layers_reached(layers, child->hash))
            child->rank = LAYERS_DROPPED;
}

static void part_rank(struct beam_layers *layers, const struct layers_search *search, size_t first,
                      size_t end, struct layers_ranks *ranks) {
    for (size_t number = first; number < end; number++) {
        struct child *children = &layers->children[number * layers->places];
        unsigned count = (unsigned)layers->places;
        while (count > 0 && children[count - 1].rank == LAYERS_DROPPED) count--;
        if (count == 0) continue;
        search->rank(search->user, number, children, count);
        for (unsigned i = 0; i < count; i++) {
            const unsigned rank = children[i].rank;
            if (rank == LAYERS_DROPPED) continue;
            if (rank < ranks->least) ranks->least = rank;
            if (rank > ranks->most) ranks->most = rank;
            ranks->of[rank]++;
        }
    }
}

static bool layer_expand(struct beam_layers *layers, const struct layers_search *search) {
    for (size_t first = 0; first < layers->count; first += BLOCK) {
        const size_t end = first + BLOCK < layers->count ? first + BLOCK : layers->count;
        part_list(layers, search, first, end);
        part_sift(layers, first, end);
        part_rank(layers, search, first, end, layers->ranks);
        if (!search->goes_on(search->user, 0)) return false;
    }
    return search->goes_on(search->user, layers->count);
}

/* ---- several threads ------------------------------------------------------------------------- */

static size_t own_first(const struct beam_layers *layers, unsigned thread, unsigned team) {
    return layers->count * thread / team;
}

static unsigned owner_of(const struct beam_layers *layers, uint64_t hash, unsigned team) {
    const uint64_t bucket = hash >> 1 & (layers->buckets - 1);
    return (unsigned)(bucket * team >> layers->bucket_bits);
}

static size_t *starts_of(const struct beam_layers *layers, unsigned thread, unsigned team) {
    return &layers->starts[(size_t)thread * (team + 1)];
}

static void own_queries_send(struct beam_layers *layers, unsigned thread, unsigned team) {
    const size_t first = own_first(layers, thread, team) * layers->places,
                 end = own_first(layers, thread + 1, team) * layers->places;
    size_t *starts = starts_of(layers, thread, team), sum = first;
    memset(starts, 0, (team + 1) * sizeof *starts);
    for (size_t i = first; i < end; i++)
        if (layers->children[i].rank != LAYERS_DROPPED)
            starts[owner_of(layers, layers->children[i].hash, team)]++;
    for (unsigned owner = 0; owner <= team; owner++) {
        const size_t count = starts[owner];
        starts[owner] = sum;
        sum += count;
    }
    for (size_t i = first; i < end; i++) {
        const struct child *child = &layers->children[i];
        if (child->rank == LAYERS_DROPPED) continue;
        layers->queries[starts[owner_of(layers, child->hash, team)]++] =
            (struct layers_query){child->hash, (uint32_t)i, false};
    }
    for (unsigned owner = team; owner > 0; owner--) starts[owner] = starts[owner - 1];
    starts[0] = first;
}

static void own_queries_answer(struct beam_layers *layers, unsigned thread, unsigned team) {
    for (unsigned from = 0; from < team; from++) {
        const size_t *starts = starts_of(layers, from, team);
        struct layers_query *query = &layers->queries[starts[thread]],
                            *end = &layers->queries[starts[thread + 1]];
        for (; query < end; query++) {
            if (end - query > AHEAD)
                __builtin_prefetch(layers_bucket(layers, query[AHEAD].hash), 1);
            query->reached = layers_reached(layers, query->hash);
        }
    }
}

static void own_duplicates_drop(struct beam_layers *layers, unsigned thread, unsigned team) {
    const size_t *starts = starts_of(layers, thread, team);
    for (size_t i = starts[0]; i < starts[team]; i++)
        if (layers->queries[i].reached)
            layers->children[layers->queries[i].child].rank = LAYERS_DROPPED;
}

static bool team_goes_on(const struct layers_search *search, unsigned thread) {
    return thread > 0 || search->goes_on(search->user, 0);
}

static void layer_expand_shared(struct beam_layers *layers, const struct layers_search *search,
                                bool *stop) {
    const unsigned thread = (unsigned)threads_index(), team = (unsigned)threads_team();
    const size_t first = own_first(layers, thread, team),
                 last = own_first(layers, thread + 1, team);
    bool on = true;
    for (size_t at = first; at < last && on; at += BLOCK) {
        const size_t end = at + BLOCK < last ? at + BLOCK : last;
        part_list(layers, search, at, end);
        on = team_goes_on(search, thread);
    }
    own_queries_send(layers, thread, team);
    if (!on) *stop = true;
#pragma omp barrier
    if (*stop) return;
    own_queries_answer(layers, thread, team);
#pragma omp barrier
    own_duplicates_drop(layers, thread, team);
    for (size_t at = first; at < last && on; at += BLOCK) {
        const size_t end = at + BLOCK < last ? at + BLOCK : last;
        part_rank(layers, search, at, end, &layers->ranks[thread]);
        on = team_goes_on(search, thread);
    }
    if (!on) *stop = true;
}

bool layers_expand(struct beam_layers *layers, const struct layers_search *search) {
    const int team = team_size(layers);
    bool stop = false;
    for (int i = 0; i < layers->threads; i++) {
        layers->ranks[i].least = LAYERS_RANKS;
        layers->ranks[i].most = 0;
    }
    if (team == 1) return layer_expand(layers, search);
#pragma omp parallel num_threads(team)
    layer_expand_shared(layers, search, &stop);
    return !stop && search->goes_on(search->user, layers->count);
}

/* ---- the next layer -------------------------------------------------------------------------- */

/* boards whose children one thread makes */
struct part {
    size_t first, end;
    size_t better, equal; /* children ranked below and at the limit; later, prefix sums */
};

struct limit {
    unsigned rank;  /* the last that is kept */
    size_t of_last; /* children of `rank` to keep */
    size_t kept;
    bool cuts;
};

/* Adds all counters to ranks[0]. Returns their sum. */
static size_t ranks_join(struct beam_layers *layers) {
    struct layers_ranks *all = layers->ranks;
    size_t total = 0;
    for (int i = 1; i < layers->threads; i++) {
        struct layers_ranks *ranks = &layers->ranks[i];
        for (unsigned rank = ranks->least; rank <= ranks->most; rank++) {
            all->of[rank] += ranks->of[rank];
            ranks->of[rank] = 0;
        }
        if (ranks->least < all->least) all->least = ranks->least;
        if (ranks->most > all->most) all->most = ranks->most;
    }
    for (unsigned rank = all->least; rank <= all->most; rank++) total += all->of[rank];
    return total;
}

static struct limit limit_find(struct beam_layers *layers, size_t total, size_t width) {
    struct layers_ranks *all = layers->ranks;
    struct limit limit = {.rank = LAYERS_RANKS};
    size_t better = 0, sum = 0;
    for (unsigned rank = all->least; rank <= all->most; rank++) {
        sum += all->of[rank];
        if (limit.rank == LAYERS_RANKS && sum > width) limit.rank = rank;
        if (limit.rank == LAYERS_RANKS) better = sum;
        all->of[rank] = 0;
    }
    limit.of_last = width - better;
    limit.kept = total < width ? total : width;
    limit.cuts = total > width;
    return limit;
}

/* The sort is stable. */
static void children_sort(struct beam_layers *layers, uint32_t *order) {
    struct layers_ranks *all = layers->ranks;
    uint32_t sum = 0;
    for (unsigned rank = all->least; rank <= all->most; rank++) {
        const uint32_t count = all->of[rank];
        all->of[rank] = sum;
        sum += count;
    }
    for (size_t i = 0; i < layers->count * layers->places; i++)
        if (layers->children[i].rank != LAYERS_DROPPED)
            order[all->of[layers->children[i].rank]++] = (uint32_t)i;
    for (unsigned rank = all->least; rank <= all->most; rank++) all->of[rank] = 0;
}

static struct limit caps_apply(struct beam_layers *layers, const size_t cap[2], size_t total,
                               size_t width, uint32_t *order) {
    uint32_t used[2][TILEPDB_MAX_CELLS] = {{0}};
    struct limit limit = {.rank = LAYERS_RANKS};
    children_sort(layers, order);
    for (size_t i = 0; i < total; i++) {
        struct child *child = &layers->children[order[i]];
        bool admitted = limit.kept < width;
        for (int g = 0; g < 2 && admitted; g++)
            admitted = child->group[g] == LAYERS_NO_GROUP || used[g][child->group[g]] < cap[g];
        if (!admitted) child->rank = LAYERS_DROPPED;
        for (int g = 0; g < 2 && admitted; g++)
            if (child->group[g] != LAYERS_NO_GROUP) used[g][child->group[g]]++;
        limit.kept += admitted;
    }
    limit.cuts = limit.kept < total;
    return limit;
}

static void part_count(const struct beam_layers *layers, unsigned limit, struct part *part) {
    const struct child *child = &layers->children[part->first * layers->places],
                       *end = &layers->children[part->end * layers->places];
    part->better = part->equal = 0;
    for (; child < end; child++) {
        part->better += child->rank < limit;
        part->equal += child->rank == limit;
    }
}

static void part_make(struct beam_layers *layers, const struct part *part,
                      const struct limit *limit, uint32_t *link,
                      const struct layers_search *search) {
    const struct child *child = &layers->children[part->first * layers->places],
                       *end = &layers->children[part->end * layers->places];
    size_t left = limit->of_last > part->equal ? limit->of_last - part->equal : 0;
    size_t at = part->better + limit->of_last - left;
    for (; child < end; child++) {
        if (child->rank > limit->rank || (child->rank == limit->rank && left == 0)) continue;
        if (child->rank == limit->rank) left--;
        search->make(search->user, child, layers_board(layers, child->parent),
                     layers->next + at * layers->stride);
        link[at++] = layers_link(child);
    }
}

static void parts_make(struct beam_layers *layers, struct part *parts, int count,
                       const struct limit *limit, uint32_t *link,
                       const struct layers_search *search) {
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; i++) part_count(layers, limit->rank, &parts[i]);
    size_t better = 0, equal = 0;
    for (int i = 0; i < count; i++) {
        const struct part part = parts[i];
        parts[i].better = better;
        parts[i].equal = equal;
        better += part.better;
        equal += part.equal;
    }
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; i++) part_make(layers, &parts[i], limit, link, search);
}

bool layers_descend(struct beam_layers *layers, const struct layers_search *search, size_t width) {
    const int count = team_size(layers);
    const size_t total = ranks_join(layers);
    const bool caps = search->cap[0] > 0;
    struct limit limit = {0};
    uint32_t *order = caps ? malloc((total + 1) * sizeof *order) : NULL;
    if (width > layers->width) width = layers->width;
    if (caps && order)
        limit = caps_apply(layers, search->cap, total, width, order);
    else if (!caps)
        limit = limit_find(layers, total, width);
    struct part *parts = calloc((size_t)count, sizeof *parts);
    uint32_t *link = malloc((limit.kept + 1) * sizeof *link);
    layers->parent_links[layers->depth++] = link;
    free(order);
    if (caps && !order) {
        free(parts);
        return false;
    }
    if (!parts || !link) {
        free(parts);
        return false;
    }
    for (int i = 0; i < count; i++) {
        parts[i].first = own_first(layers, (unsigned)i, (unsigned)count);
        parts[i].end = own_first(layers, (unsigned)i + 1, (unsigned)count);
    }
    if (count == 1)
        part_make(layers, parts, &limit, link, search);
    else
        parts_make(layers, parts, count, &limit, link, search);
    free(parts);
    uint8_t *before = layers->now;
    layers->now = layers->next;
    layers->next = before;
    layers->count = limit.kept;
    layers->cut = layers->cut || limit.cuts;
    return true;
}

void layers_path(const struct beam_layers *layers, int depth, uint32_t link, uint8_t *path) {
    for (int i = depth; i >= 0; i--) {
        path[i] = link & ((1u << LAYERS_MOVE_BITS) - 1u);
        if (i > 0) link = layers->parent_links[i - 1][link >> LAYERS_MOVE_BITS];
    }
}
