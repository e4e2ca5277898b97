/* See peel.h. */
#include "anytime/peel.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/levels.h"
#include "puzzle/board.h"

#define FAR       UINT16_MAX
#define REST      2 /* moves that a cell counts for which another tile is away from its place */
#define DETOUR    2 /* moves that a step may take longer than it must */
#define SPARE     4 /* moves that others may take longer than the first to end a step */
#define HALF_FULL 2

/* A board in the beam. */
struct node {
    uint64_t hash;
    uint32_t trail;       /* of the move to it; 0: none */
    uint16_t blank, tile; /* cells: the tile is the one of this step */
    uint16_t distance;    /* moves to the end of this step */
    uint16_t left;        /* moves that it may take */
    uint8_t last;         /* direction, or DIRECTIONS */
    int32_t moves, rest;  /* so far; and how far the other tiles are from their places */
    uint16_t cells[];     /* homes */
};

struct pool {
    uint8_t *nodes;
    size_t count;
};

struct peel {
    struct peel_task *task;
    unsigned width, height, cells;
    size_t stride;
    struct pool now, next, ended; /* each with room for the children of a beam */
    uint16_t *home;               /* of a tile */
    bool *fixed;
    uint16_t *distance; /* [tile's cell][blank's cell] of this step */
    uint32_t *queue;
    uint64_t *seen;
    size_t seen_mask;
    uint32_t *trails; /* the one before, and its direction; the first is not used */
    size_t trail_count, trail_room;
    uint16_t follower; /* the home of the tile that comes next; FAR: any. It must be in neither */
    unsigned trap[2];  /* the dead end, nor before it while the blank is there */
    bool failed;       /* no memory */
};

static struct node *node_at(const struct peel *peel, const struct pool *pool, size_t i) {
    return (struct node *)(void *)(pool->nodes + i * peel->stride);
}

static bool step_from(const struct peel *peel, unsigned *cell, unsigned d) {
    return cell_step(peel->width, peel->height, cell, (enum direction)d) && !peel->fixed[*cell];
}

static int apart(const struct peel *peel, unsigned a, unsigned b) {
    const int width = (int)peel->width;
    return abs((int)a % width - (int)b % width) + abs((int)a / width - (int)b / width);
}

/* ---- how far it is to the end of a step ------------------------------------------------------ */

/* From every end of the step backwards: the tile is on `target`, or three cells from it if it is to
 * be `away`. */
static void distances_fill(struct peel *peel, unsigned target, bool away) {
    const unsigned cells = peel->cells;
    size_t head = 0, tail = 0;
    memset(peel->distance, 0xFF, (size_t)cells * cells * sizeof *peel->distance);
    for (unsigned state = 0; state < cells * cells; state++) {
        const unsigned tile = state / cells, blank = state % cells;
        if (tile == blank || peel->fixed[tile] || peel->fixed[blank] ||
            (away ? apart(peel, tile, target) < 3 : tile != target))
            continue;
        peel->distance[state] = 0;
        peel->queue[tail++] = state;
    }
    while (head < tail) {
        const uint32_t state = peel->queue[head++];
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned tile = state / cells, blank = state % cells;
            const unsigned from = blank;
            if (!step_from(peel, &blank, d)) continue;
            if (blank == tile) tile = from;
            uint16_t *distance = &peel->distance[tile * cells + blank];
            if (*distance != FAR) continue;
            *distance = (uint16_t)(peel->distance[state] + 1);
            peel->queue[tail++] = tile * cells + blank;
        }
    }
}

/* The tile in the corner goes to `place`, and the one behind it follows: `behind` is its cell. The
 * way of the blank to the place, and two moves. */
static void drag_fill(struct peel *peel, unsigned place, unsigned corner, unsigned behind) {
    const unsigned cells = peel->cells;
    uint16_t *distance = &peel->distance[corner * cells];
    size_t head = 0, tail = 0;
    memset(peel->distance, 0xFF, (size_t)cells * cells * sizeof *peel->distance);
    distance[place] = 2;
    peel->queue[tail++] = place;
    while (head < tail) {
        const uint32_t at = peel->queue[head++];
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned cell = at;
            if (!step_from(peel, &cell, d) || cell == corner || cell == behind ||
                distance[cell] != FAR)
                continue;
            distance[cell] = (uint16_t)(distance[at] + 1);
            peel->queue[tail++] = cell;
        }
    }
    peel->distance[place * cells + corner] = 1;
    peel->distance[place * cells + behind] = 0;
}

/* ---- the beam -------------------------------------------------------------------------------- */

static int node_cost(const struct node *node) {
    return node->moves + node->distance + REST * node->rest;
}

static bool seen_before(struct peel *peel, uint64_t hash) {
    for (size_t i = hash >> 1 & peel->seen_mask;; i = (i + 1) & peel->seen_mask) {
        if (peel->seen[i] == hash) return true;
        if (peel->seen[i]) continue;
        peel->seen[i] = hash;
        return false;
    }
}

static uint32_t trail_add(struct peel *peel, uint32_t before, unsigned direction) {
    if (peel->trail_count >= peel->trail_room) {
        const size_t room = peel->trail_room ? 2 * peel->trail_room : 1 << 16;
        const bool full = peel->trail_count >> 30; /* two bits are of the direction */
        uint32_t *trails = full ? NULL : realloc(peel->trails, room * sizeof *trails);
        peel->failed = peel->failed || !trails;
        if (!trails) return 0;
        peel->trails = trails;
        peel->trail_room = room;
    }
    peel->trails[peel->trail_count] = before << 2 | direction;
    return (uint32_t)peel->trail_count++;
}

/* Whether the tile that comes next has no room to turn. */
static bool is_trapped(const struct peel *peel, const struct node *node) {
    return peel->follower != FAR &&
           (node->cells[peel->trap[0]] == peel->follower ||
            (node->blank == peel->trap[0] && node->cells[peel->trap[1]] == peel->follower));
}

/* A child, into the pool of those that go on or of those that have ended the step. */
static void child_add(struct peel *peel, const struct node *node, unsigned d) {
    unsigned from = node->blank;
    if (!step_from(peel, &from, d)) return;
    const unsigned tile = from == node->tile ? node->blank : node->tile, home = node->cells[from];
    const uint16_t distance = peel->distance[tile * peel->cells + from];
    const bool back = node->last < DIRECTIONS && node->last + d == BLANK_DOWN;
    if (back && distance >= node->distance) return;
    const uint64_t hash = node->hash ^ levels_key(peel->cells, home, from) ^
                          levels_key(peel->cells, home, node->blank);
    if (distance >= node->left || seen_before(peel, hash)) return;
    struct pool *pool = distance == 0 ? &peel->ended : &peel->next;
    if (pool->count == DIRECTIONS * peel->task->width) return;
    struct node *child = node_at(peel, pool, pool->count++);
    memcpy(child, node, peel->stride);
    child->hash = hash;
    child->cells[node->blank] = (uint16_t)home;
    child->cells[from] = node->cells[node->blank];
    child->blank = (uint16_t)from;
    child->tile = (uint16_t)tile;
    if (distance == 0 && is_trapped(peel, child)) pool->count--;
    child->distance = distance;
    child->left--;
    child->last = (uint8_t)d;
    child->moves++;
    if (from != node->tile) child->rest += apart(peel, node->blank, home) - apart(peel, from, home);
    child->trail = node->trail;
}

struct order {
    int cost;
    uint32_t which;
};

static int order_compare(const void *a, const void *b) {
    const struct order *one = a, *other = b;
    if (one->cost != other->cost) return one->cost < other->cost ? -1 : 1;
    return one->which < other->which ? -1 : 1;
}

/* Only the best of a pool go to another one. */
static void pool_cut(struct peel *peel, struct pool *pool, struct pool *to) {
    struct order *order = malloc((pool->count + 1) * sizeof *order);
    peel->failed = peel->failed || !order;
    to->count = 0;
    if (!order) return;
    for (size_t i = 0; i < pool->count; i++)
        order[i] = (struct order){node_cost(node_at(peel, pool, i)), (uint32_t)i};
    qsort(order, pool->count, sizeof *order, order_compare);
    for (size_t i = 0; i < pool->count && i < peel->task->width; i++)
        memcpy(node_at(peel, to, to->count++), node_at(peel, pool, order[i].which), peel->stride);
    free(order);
}

/* Brings all boards to the end of the step. */
static tilepdb_status step_search(struct peel *peel) {
    struct peel_task *task = peel->task;
    int left = INT32_MAX;
    peel->ended.count = 0;
    while (peel->now.count > 0 && left-- > 0 && peel->ended.count < HALF_FULL * task->width) {
        peel->next.count = 0;
        memset(peel->seen, 0, (peel->seen_mask + 1) * sizeof *peel->seen);
        const size_t before = peel->ended.count;
        if (task->goes_on && !task->goes_on(task->user, task->expanded)) return TILEPDB_CANCELLED;
        for (size_t i = 0; i < peel->now.count; i++) {
            struct node *node = node_at(peel, &peel->now, i);
            if (node->distance == 0) {
                memcpy(node_at(peel, &peel->ended, peel->ended.count++), node, peel->stride);
                continue;
            }
            for (unsigned d = 0; d < DIRECTIONS; d++) child_add(peel, node, d);
        }
        for (size_t i = before; i < peel->ended.count; i++) {
            struct node *node = node_at(peel, &peel->ended, i);
            if (node->last < DIRECTIONS) node->trail = trail_add(peel, node->trail, node->last);
        }
        task->expanded += peel->now.count;
        pool_cut(peel, &peel->next, &peel->now);
        for (size_t i = 0; i < peel->now.count; i++) {
            struct node *node = node_at(peel, &peel->now, i);
            node->trail = trail_add(peel, node->trail, node->last);
        }
        if (peel->ended.count > 0 && left > SPARE) left = SPARE;
        if (peel->failed) return TILEPDB_ERROR_MEMORY;
    }
    pool_cut(peel, &peel->ended, &peel->now);
    return peel->failed ? TILEPDB_ERROR_MEMORY : TILEPDB_OK;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* The tile of a home is the one of the next step: it no longer counts as one of the rest. Boards
 * from which it cannot get there are dropped: it has no room to turn. */
static void step_begin(struct peel *peel, unsigned home, bool counted) {
    const size_t count = peel->now.count;
    peel->now.count = 0;
    for (size_t i = 0; i < count; i++) {
        struct node *node = node_at(peel, &peel->now, peel->now.count);
        if (peel->now.count < i) memcpy(node, node_at(peel, &peel->now, i), peel->stride);
        uint16_t cell = 0;
        while (node->cells[cell] != home) cell++;
        if (counted) node->rest -= apart(peel, cell, home);
        node->tile = cell;
        node->distance = peel->distance[cell * peel->cells + node->blank];
        node->left = (uint16_t)(node->distance + DETOUR);
        node->last = DIRECTIONS;
        peel->now.count += node->distance != FAR;
    }
}

static tilepdb_status tile_place(struct peel *peel, unsigned home, unsigned target) {
    distances_fill(peel, target, false);
    step_begin(peel, home, true);
    const tilepdb_status status = step_search(peel);
    peel->fixed[target] = true;
    return status;
}

/* The cells of a line from `first` on, and the line inside. */
static tilepdb_status line_solve(struct peel *peel, int first, int along, int inward, int length) {
    tilepdb_status status = TILEPDB_OK;
    for (int i = 0; !status && i < length - 2; i++)
        status = tile_place(peel, (unsigned)(first + i * along), (unsigned)(first + i * along));
    const unsigned corner = (unsigned)(first + (length - 1) * along),
                   place = (unsigned)(first + (length - 2) * along),
                   behind = (unsigned)((int)corner + inward);
    if (status) return status;
    distances_fill(peel, place, true);
    step_begin(peel, corner, false);
    status = step_search(peel);
    peel->follower = (uint16_t)corner;
    peel->trap[0] = place;
    peel->trap[1] = (unsigned)((int)place + inward);
    if (!status) status = tile_place(peel, place, corner);
    peel->follower = FAR;
    if (!status) status = tile_place(peel, corner, behind);
    peel->fixed[corner] = peel->fixed[behind] = false;
    if (status) return status;
    drag_fill(peel, place, corner, behind);
    step_begin(peel, place, false);
    status = step_search(peel);
    peel->fixed[corner] = peel->fixed[place] = true;
    return status;
}

/* One outer line after the other. */
static tilepdb_status lines_solve(struct peel *peel) {
    struct peel_task *task = peel->task;
    const int width = (int)peel->width, blank = (int)peel->home[0];
    tilepdb_status status = TILEPDB_OK;
    while (!status && (task->columns > PEEL_SIDE || task->rows > PEEL_SIDE)) {
        const int right = task->left + task->columns - 1, bottom = task->top + task->rows - 1;
        if (task->rows >= task->columns) {
            const bool low = blank / width == task->top;
            const int y = low ? bottom : task->top;
            status =
                line_solve(peel, y * width + task->left, 1, low ? -width : width, task->columns);
            task->rows--;
            task->top += !low;
        } else {
            const bool far = blank % width == task->left;
            const int x = far ? right : task->left;
            status = line_solve(peel, task->top * width + x, width, far ? -1 : 1, task->rows);
            task->columns--;
            task->left += !far;
        }
    }
    return status;
}

static tilepdb_status letters_write(const struct peel *peel) {
    struct peel_task *task = peel->task;
    if (peel->now.count == 0) return TILEPDB_LIMIT;
    const struct node *best = node_at(peel, &peel->now, 0);
    if ((size_t)best->moves >= task->room) return TILEPDB_LIMIT;
    char *letter = task->letters + best->moves;
    *letter = '\0';
    for (uint32_t at = best->trail; at; at = peel->trails[at] >> 2)
        *--letter = direction_letter((enum direction)(peel->trails[at] & 3u));
    return letter == task->letters ? TILEPDB_OK : TILEPDB_ERROR_INTERNAL;
}

/* ---- the search ------------------------------------------------------------------------------ */

static size_t node_bytes(size_t cells) {
    return (sizeof(struct node) + cells * sizeof(uint16_t) + 7) / 8 * 8;
}

static size_t seen_slots(size_t width) {
    size_t slots = 1024;
    while (slots <= 8 * width) slots *= 2;
    return slots;
}

uint64_t peel_need(const tilepdb_board *board, size_t width, size_t letters) {
    const uint64_t cells = (uint64_t)board->width * board->height,
                   pair = sizeof(uint16_t) + sizeof(uint32_t);
    return 3 * (DIRECTIONS * width + 1) * node_bytes(cells) + cells * cells * pair +
           seen_slots(width) * sizeof(uint64_t) + width * letters * sizeof(uint32_t);
}

static bool peel_begin(struct peel *peel) {
    const struct peel_task *task = peel->task;
    const size_t cells = peel->cells, most = DIRECTIONS * task->width + 1;
    peel->stride = node_bytes(cells);
    peel->seen_mask = seen_slots(task->width) - 1;
    peel->now.nodes = malloc(most * peel->stride);
    peel->next.nodes = malloc(most * peel->stride);
    peel->ended.nodes = malloc(most * peel->stride);
    peel->home = malloc(cells * sizeof *peel->home);
    peel->fixed = calloc(cells, sizeof *peel->fixed);
    peel->distance = malloc(cells * cells * sizeof *peel->distance);
    peel->queue = malloc(cells * cells * sizeof *peel->queue);
    peel->seen = malloc((peel->seen_mask + 1) * sizeof *peel->seen);
    if (!peel->now.nodes || !peel->next.nodes || !peel->ended.nodes || !peel->home ||
        !peel->fixed || !peel->distance || !peel->queue || !peel->seen)
        return false;
    for (unsigned cell = 0; cell < cells; cell++)
        peel->home[task->goal->cells[cell]] = (uint16_t)cell;
    struct node *root = node_at(peel, &peel->now, 0);
    memset(root, 0, peel->stride);
    for (unsigned cell = 0; cell < cells; cell++) {
        const uint16_t tile = task->board->cells[cell];
        root->cells[cell] = peel->home[tile];
        if (tile) root->rest += apart(peel, cell, peel->home[tile]);
        if (tile) root->hash ^= levels_key(peel->cells, peel->home[tile], cell);
    }
    root->blank = (uint16_t)board_blank(task->board);
    peel->now.count = 1;
    return true;
}

static void peel_end(struct peel *peel) {
    free(peel->now.nodes);
    free(peel->next.nodes);
    free(peel->ended.nodes);
    free(peel->home);
    free(peel->fixed);
    free(peel->distance);
    free(peel->queue);
    free(peel->seen);
    free(peel->trails);
}

tilepdb_status peel_search(struct peel_task *task) {
    struct peel peel = {.task = task, .width = task->board->width, .height = task->board->height};
    peel.cells = peel.width * peel.height;
    peel.follower = FAR;
    peel.trail_count = 1;
    task->left = task->top = 0;
    task->columns = task->board->width;
    task->rows = task->board->height;
    tilepdb_status status = peel_begin(&peel) ? lines_solve(&peel) : TILEPDB_ERROR_MEMORY;
    if (!status) status = letters_write(&peel);
    task->bytes = peel_need(task->board, task->width, peel.trail_count / task->width);
    peel_end(&peel);
    return status;
}
