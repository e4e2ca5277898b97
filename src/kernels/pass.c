#include "kernels/pass.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define FIRST_CAPACITY                                                                             \
    4184 /* not a power of two, so that the arrays start in different cache sets */
#define FIRST_LINK_CAPACITY (UINT32_C(1) << 15)

/* While the entry below has this pending count, batches have one node, so that the count cannot
 * overflow 32 bits. */
#define MOST_PENDING (UINT32_C(1) << 25)

/* Entries between two checks in a wide level, which takes up to half a second. */
#define LEVEL_PART 4096

static size_t step_children(const struct pass *pass) {
    return (size_t)KERNEL_MAX_WIDTH * pass->setup->moves.count;
}

static uint32_t step_links(const struct pass *pass) {
    return (uint32_t)step_children(pass) + TILEPDB_MAX_MOVES;
}

/* Vector kernels load whole cache lines. */
static void *lines_allocate(size_t bytes) {
    return memory_aligned(64, (bytes / 64 + 1) * 64);
}

bool pass_init(struct pass *pass, const struct kernel_instance *instance) {
    const struct kernel *kernel = instance->kernel;
    *pass = (struct pass){.kernel = kernel, .setup = instance->setup, .data = instance->data};
    pass->capacity = FIRST_CAPACITY;
    pass->link_capacity = FIRST_LINK_CAPACITY;
    pass->nodes = lines_allocate(FIRST_CAPACITY * kernel->fields * kernel->field_bytes);
    pass->pending = malloc(FIRST_CAPACITY * sizeof *pass->pending);
    pass->link = malloc(FIRST_CAPACITY * sizeof *pass->link);
    pass->links = malloc(FIRST_LINK_CAPACITY * sizeof *pass->links);
    pass->scratch = lines_allocate(kernel->scratch_bytes);
    if (pass->nodes && pass->pending && pass->link && pass->links && pass->scratch) {
        memset(pass->scratch, 0, kernel->scratch_bytes);
        return true;
    }
    pass_free(pass);
    return false;
}

void pass_free(struct pass *pass) {
    memory_aligned_free(pass->nodes);
    free(pass->pending);
    free(pass->link);
    free(pass->links);
    memory_aligned_free(pass->scratch);
    *pass = (struct pass){0};
}

void pass_reset(struct pass *pass, const struct automaton *automaton, int bound) {
    pass->automaton = automaton;
    pass->bound = bound;
    pass->top = pass->floor = 1; /* entry 0 takes counts that belong to no other node */
    pass->pending[0] = 0;
    pass->link[0] = LINK_ORIGIN;
    pass->link_count = 0;
    pass->origin = NULL;
    pass->done = pass->in_order = (struct tally){0};
    pass->found = pass->stopped = false;
    pass->side = NULL;
}

/* ---- the stack ------------------------------------------------------------------------------- */

static bool array_grow(void *array, size_t bytes) {
    void **pointer = array;
    void *grown = realloc(*pointer, bytes);
    if (grown) *pointer = grown;
    return grown != NULL;
}

static bool stack_grow(struct pass *pass) {
    const size_t capacity = 2 * pass->capacity, size = pass->kernel->field_bytes;
    uint8_t *nodes = lines_allocate(capacity * pass->kernel->fields * size);
    if (!nodes || !array_grow(&pass->pending, capacity * sizeof *pass->pending) ||
        !array_grow(&pass->link, capacity * sizeof *pass->link)) {
        memory_aligned_free(nodes);
        return false;
    }
    for (unsigned f = 0; f < pass->kernel->fields; f++)
        memcpy(nodes + f * capacity * size, pass_field(pass, f), pass->top * size);
    memory_aligned_free(pass->nodes);
    pass->nodes = nodes;
    pass->capacity = capacity;
    return true;
}

static bool stack_reserve(struct pass *pass, size_t more) {
    while (pass->top + more + step_children(pass) > pass->capacity)
        if (!stack_grow(pass)) return false;
    return true;
}

/* ---- links ----------------------------------------------------------------------------------- */

static unsigned move_bits(const struct pass *pass) {
    return pass->setup->moves.bits;
}

static unsigned link_move(const struct pass *pass, uint32_t link) {
    return pass->links[link] & ((1u << move_bits(pass)) - 1);
}

static uint32_t link_parent(const struct pass *pass, uint32_t link) {
    return pass->links[link] >> move_bits(pass);
}

/* A link packs its parent's number and a move into 31 bits. */
static uint32_t most_link_capacity(const struct pass *pass) {
    return LINK_ORIGIN >> (move_bits(pass) + 1);
}

struct link_set {
    uint64_t *bits;
    uint32_t *before; /* members in earlier words */
};

static bool link_set_init(struct link_set *set, uint32_t links) {
    const size_t blocks = links / 64 + 1;
    set->bits = calloc(blocks, sizeof *set->bits + sizeof *set->before);
    set->before = (uint32_t *)(void *)(set->bits + blocks);
    return set->bits != NULL;
}

static void link_set_add(struct link_set *set, const struct pass *pass, uint32_t link) {
    while (!(set->bits[link / 64] >> link % 64 & 1u)) {
        set->bits[link / 64] |= UINT64_C(1) << link % 64;
        if (pass->links[link] & LINK_ORIGIN) break;
        link = link_parent(pass, link);
    }
}

static uint32_t link_set_rank(const struct link_set *set, uint32_t link) {
    const uint64_t lower = set->bits[link / 64] & ((UINT64_C(1) << link % 64) - 1);
    return set->before[link / 64] + bits_count64(lower);
}

/* Removes links without descendants on the stack. Parents have lower numbers than children, so one
 * sweep renumbers all links. */
static bool links_collect(struct pass *pass) {
    struct link_set live;
    uint32_t kept = 0;
    if (!link_set_init(&live, pass->link_count)) return false;
    for (size_t i = pass->floor; i < pass->top; i++) link_set_add(&live, pass, pass->link[i]);
    for (uint32_t block = 0; block <= pass->link_count / 64; block++) {
        live.before[block] = kept;
        for (uint64_t set = live.bits[block]; set; set &= set - 1) {
            const uint32_t link = 64 * block + bits_lowest64(set);
            uint32_t value = pass->links[link];
            if (!(value & LINK_ORIGIN))
                value = link_set_rank(&live, link_parent(pass, link)) << move_bits(pass) |
                        link_move(pass, link);
            pass->links[kept++] = value;
        }
    }
    for (size_t i = pass->floor; i < pass->top; i++)
        pass->link[i] = link_set_rank(&live, pass->link[i]);
    free(live.bits);
    pass->link_count = kept;
    return true;
}

static bool links_reserve(struct pass *pass, uint32_t more) {
    if (pass->link_count + more <= pass->link_capacity) return true;
    if (!links_collect(pass)) return false;
    while (pass->link_count + more > pass->link_capacity / 2) {
        if (pass->link_capacity >= most_link_capacity(pass) ||
            !array_grow(&pass->links, 2 * (size_t)pass->link_capacity * sizeof *pass->links))
            return false;
        pass->link_capacity *= 2;
    }
    return true;
}

/* Writes the moves from the root to `link` so that they end before path[end]. Returns the index of
 * the first move. */
static size_t path_write(const struct pass *pass, uint32_t link, uint8_t *path, size_t end) {
    for (; !(pass->links[link] & LINK_ORIGIN); link = link_parent(pass, link))
        path[--end] = (uint8_t)link_move(pass, link);
    if (!pass->origin) return end;
    const size_t entry = pass->links[link] & ~LINK_ORIGIN;
    return path_write(pass->origin, pass->origin->link[entry], path, end);
}

size_t pass_link_path(const struct pass *pass, uint32_t link, uint8_t path[TILEPDB_MAX_MOVES + 1]) {
    const size_t end = TILEPDB_MAX_MOVES + 1;
    const size_t first = path_write(pass, link, path, end);
    memmove(path, path + first, end - first);
    return end - first;
}

size_t pass_path(const struct pass *pass, size_t entry, uint8_t path[TILEPDB_MAX_MOVES + 1]) {
    return pass_link_path(pass, pass->link[entry], path);
}

void pass_found(struct pass *pass, size_t index, uint32_t link) {
    const size_t length = pass_link_path(pass, link, pass->path);
    if (length < (size_t)pass->bound) pass->path[length] = PASS_PATH_END;
    pass->found = true;
    if (pass->all)
        pass->on_solution(pass);
    else
        pass->floor = index + 1;
}

void pass_pending_from_sums(struct pass *pass, size_t base, packed_tally total) {
    packed_tally *pending = pass->pending;
    const size_t top = pass->top;
    pending[base - 1] += top > base ? pending[base] : total;
    if (top == base) return;
    for (size_t i = base; i + 1 < top; i++) pending[i] = pending[i + 1] - pending[i];
    pending[top - 1] = total - pending[top - 1];
}

/* ---- running --------------------------------------------------------------------------------- */

bool pass_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    if (!stack_reserve(pass, 1) || !links_reserve(pass, 1)) return false;
    pass->links[pass->link_count] = LINK_ORIGIN;
    pass->pending[pass->top] = 0;
    pass->link[pass->top] = pass->link_count++;
    pass->kernel->root(pass, root, entry);
    pass->top++;
    return true;
}

static void entries_copy(struct pass *to, size_t at, const struct pass *from, size_t first,
                         size_t count) {
    const size_t size = to->kernel->field_bytes;
    for (unsigned f = 0; f < to->kernel->fields; f++)
        memcpy((uint8_t *)pass_field(to, f) + at * size,
               (const uint8_t *)pass_field(from, f) + first * size, count * size);
    memcpy(to->pending + at, from->pending + first, count * sizeof *to->pending);
    memcpy(to->link + at, from->link + first, count * sizeof *to->link);
}

bool pass_adopt(struct pass *pass, const struct pass *from, size_t first, size_t count) {
    if (!stack_reserve(pass, count) || !links_reserve(pass, (uint32_t)count)) return false;
    entries_copy(pass, pass->top, from, first, count);
    pass->origin = from;
    for (size_t i = 0; i < count; i++) {
        pass->links[pass->link_count] = LINK_ORIGIN | (uint32_t)(first + i);
        pass->link[pass->top++] = pass->link_count++;
    }
    return true;
}

/* A search for all solutions expands every node anyway. */
static bool is_near(const struct pass *pass) {
    return pass->kernel->left && !pass->all && pass->kernel->left(pass, pass->top - 1) <= PASS_NEAR;
}

static size_t batch_size(const struct pass *pass) {
    const size_t above = pass->top - pass->floor;
    size_t count = pass->kernel->width;
    if (count > pass->width) count = pass->width;
    if (count > PASS_NEAR_MOST && is_near(pass)) count = PASS_NEAR_MOST;
    if (count > above) count = above;
    const packed_tally below = pass->pending[pass->top - count - 1];
    return (uint32_t)below < MOST_PENDING && below >> 32 < MOST_PENDING ? count : 1;
}

bool pass_poll(struct pass *pass) {
    if (!pass->stopped && pass->done.expanded >= pass->pause) pass->stopped = !pass->check(pass);
    return !pass->stopped;
}

enum pass_end pass_run(struct pass *pass) {
    while (pass->top > pass->floor) {
        if (!stack_reserve(pass, 0) || !links_reserve(pass, step_links(pass)))
            return PASS_NO_MEMORY;
        tally_add(&pass->in_order, pass->pending[pass->top - 1]);
        pass->pending[pass->top - 1] = 0;
        pass->kernel->expand(pass, batch_size(pass));
        if (!pass_poll(pass)) return PASS_STOPPED;
    }
    return pass->found && !pass->all ? PASS_FOUND : PASS_EXHAUSTED;
}

/* With `polls`, calls the check after every LEVEL_PART entries, and also returns false once it
 * stops the pass. */
static bool level_expand(struct pass *pass, struct pass *spare, bool polls) {
    const size_t count = pass->top - pass->floor, width = pass->kernel->width;
    /* Links must not be collected while entries wait in `spare`. */
    const uint32_t links = (uint32_t)count * pass->setup->moves.count + step_links(pass);
    if (!stack_reserve(spare, count) || !links_reserve(pass, links)) return false;
    entries_copy(spare, 0, pass, pass->floor, count);
    pass->top = pass->floor;
    for (size_t first = 0; first < count; first += width) {
        const size_t batch = count - first < width ? count - first : width;
        if (polls && first > 0 && first % LEVEL_PART < width) pass->stopped = !pass->check(pass);
        if (pass->stopped || !stack_reserve(pass, batch)) return false;
        entries_copy(pass, pass->top, spare, first, batch);
        pass->top += batch;
        pass->kernel->expand(pass, batch);
    }
    return true;
}

bool pass_make_subtrees(struct pass *pass, struct pass *spare, size_t target) {
    bool ok = true;
    pass->shallow = true;
    while (ok && (pass->all || !pass->found) && pass->top > pass->floor &&
           pass->top - pass->floor < target)
        ok = level_expand(pass, spare, pass->pause < UINT64_MAX);
    pass->shallow = false;
    return ok;
}

bool pass_expand_level(struct pass *pass, struct pass *spare) {
    pass->shallow = true;
    const bool ok = level_expand(pass, spare, false);
    pass->shallow = false;
    for (size_t i = pass->floor - 1; i < pass->top; i++) pass->pending[i] = 0;
    return ok;
}

void pass_subsample(struct pass *pass, size_t count, double phase) {
    const size_t first = pass->floor, all = pass->top - first;
    const size_t size = pass->kernel->field_bytes;
    for (size_t i = 0; i < count; i++) {
        size_t from = (size_t)(((double)i + phase) * (double)all / (double)count);
        if (from >= all) from = all - 1;
        for (unsigned f = 0; f < pass->kernel->fields; f++) {
            uint8_t *field = pass_field(pass, f);
            memmove(field + (first + i) * size, field + (first + from) * size, size);
        }
        pass->pending[first + i] = pass->pending[first + from];
        pass->link[first + i] = pass->link[first + from];
    }
    pass->top = first + count;
}

struct tally pass_total(const struct pass *pass) {
    struct tally total = pass->in_order;
    tally_add(&total, pass->pending[pass->floor - 1]);
    return total;
}
