/* See line_solver.h. */
#include "anytime/line_solver.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/beam_layers.h"
#include "base/memory.h"
#include "puzzle/board.h"

#define FAR       UINT16_MAX
#define REST      2 /* weight of the distances of the other tiles to their goal cells */
#define DETOUR    2 /* moves that a step may take beyond the fewest */
#define SPARE     4 /* moves that boards may need beyond the first that ends a step */
#define HALF_FULL 2

/* A board in the beam. */
struct node {
    uint64_t hash;
    uint32_t link;        /* parent link of the move to it; 0: none */
    uint16_t blank, tile; /* cells; the tile is that of the step */
    uint16_t distance;    /* moves to the end of the step */
    uint16_t left;        /* moves that the step may still take */
    uint8_t last;         /* direction, or DIRECTIONS */
    int32_t moves;        /* so far */
    int32_t rest;         /* distances of the other tiles to their goal cells */
    uint16_t cells[];     /* goal cells of the tiles */
};

struct pool {
    uint8_t *nodes;
    size_t count;
};

struct line_solver {
    struct line_solver_task *task;
    unsigned width, height, cells;
    size_t stride;
    struct pool now, next, ended; /* each holds the children of a beam */
    uint16_t *goal_cell;          /* of a tile */
    bool *fixed;                  /* cells that are solved */
    uint16_t *distance;           /* [tile's cell][blank's cell] moves to the end of the step */
    uint32_t *queue;
    uint64_t *seen; /* hashes */
    size_t seen_mask;
    uint32_t *parent_links; /* parent link of the move before, and direction; [0] is not used */
    size_t link_count, link_capacity;
    uint16_t follower; /* goal cell of the next tile, which must not be trapped; FAR: any */
    unsigned trap[2];  /* the dead end, and the cell before it if the blank is in the dead end */
    bool failed;       /* no memory */
};

static struct node *node_at(const struct line_solver *solver, const struct pool *pool, size_t i) {
    return (struct node *)(void *)(pool->nodes + i * solver->stride);
}

static bool step_from(const struct line_solver *solver, unsigned *cell, unsigned d) {
    return cell_step(solver->width, solver->height, cell, (enum direction)d) &&
           !solver->fixed[*cell];
}

static int apart(const struct line_solver *solver, unsigned a, unsigned b) {
    const int width = (int)solver->width;
    return abs((int)a % width - (int)b % width) + abs((int)a / width - (int)b / width);
}

/* ---- how far it is to the end of a step ------------------------------------------------------ */

/* Finds all distances of a step that ends with the tile on `target`, or if `away`, at least three
 * cells from it. */
static void distances_fill(struct line_solver *solver, unsigned target, bool away) {
    const unsigned cells = solver->cells;
    size_t head = 0, tail = 0;
    memset(solver->distance, 0xFF, (size_t)cells * cells * sizeof *solver->distance);
    for (unsigned state = 0; state < cells * cells; state++) {
        const unsigned tile = state / cells, blank = state % cells;
        if (tile == blank || solver->fixed[tile] || solver->fixed[blank] ||
            (away ? apart(solver, tile, target) < 3 : tile != target))
            continue;
        solver->distance[state] = 0;
        solver->queue[tail++] = state;
    }
    while (head < tail) {
        const uint32_t state = solver->queue[head++];
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned tile = state / cells, blank = state % cells;
            const unsigned from = blank;
            if (!step_from(solver, &blank, d)) continue;
            if (blank == tile) tile = from;
            uint16_t *distance = &solver->distance[tile * cells + blank];
            if (*distance != FAR) continue;
            *distance = (uint16_t)(solver->distance[state] + 1);
            solver->queue[tail++] = tile * cells + blank;
        }
    }
}

/* Finds the distances of the last step of a line: the blank goes to `place`, and in two moves the
 * tile in the corner goes there, and the one on `behind` into the corner. */
static void drag_fill(struct line_solver *solver, unsigned place, unsigned corner,
                      unsigned behind) {
    const unsigned cells = solver->cells;
    uint16_t *distance = &solver->distance[corner * cells];
    size_t head = 0, tail = 0;
    memset(solver->distance, 0xFF, (size_t)cells * cells * sizeof *solver->distance);
    distance[place] = 2;
    solver->queue[tail++] = place;
    while (head < tail) {
        const uint32_t at = solver->queue[head++];
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned cell = at;
            if (!step_from(solver, &cell, d) || cell == corner || cell == behind ||
                distance[cell] != FAR)
                continue;
            distance[cell] = (uint16_t)(distance[at] + 1);
            solver->queue[tail++] = cell;
        }
    }
    solver->distance[place * cells + corner] = 1;
    solver->distance[place * cells + behind] = 0;
}

/* ---- the beam -------------------------------------------------------------------------------- */

static int node_cost(const struct node *node) {
    return node->moves + node->distance + REST * node->rest;
}

static bool seen_before(struct line_solver *solver, uint64_t hash) {
    for (size_t i = hash >> 1 & solver->seen_mask;; i = (i + 1) & solver->seen_mask) {
        if (solver->seen[i] == hash) return true;
        if (solver->seen[i]) continue;
        solver->seen[i] = hash;
        return false;
    }
}

static uint32_t parent_link_add(struct line_solver *solver, uint32_t before, unsigned direction) {
    const bool full = solver->link_count >> 30; /* two bits are for the direction */
    uint32_t *links = full ? NULL
                           : memory_grown(solver->parent_links, solver->link_count,
                                          &solver->link_capacity, sizeof *links);
    solver->failed = solver->failed || !links;
    if (!links) return 0;
    solver->parent_links = links;
    links[solver->link_count] = before << 2 | direction;
    return (uint32_t)solver->link_count++;
}

/* Whether the next tile is in the dead end. */
static bool is_trapped(const struct line_solver *solver, const struct node *node) {
    return solver->follower != FAR &&
           (node->cells[solver->trap[0]] == solver->follower ||
            (node->blank == solver->trap[0] && node->cells[solver->trap[1]] == solver->follower));
}

/* Adds a child to the boards that go on, or to those that have ended the step. */
static void child_add(struct line_solver *solver, const struct node *node, unsigned d) {
    unsigned from = node->blank;
    if (!step_from(solver, &from, d)) return;
    const unsigned tile = from == node->tile ? node->blank : node->tile,
                   goal_cell = node->cells[from];
    const uint16_t distance = solver->distance[tile * solver->cells + from];
    const bool back = node->last < DIRECTIONS && node->last + d == BLANK_DOWN;
    if (back && distance >= node->distance) return;
    const uint64_t hash = node->hash ^ layers_key(solver->cells, goal_cell, from) ^
                          layers_key(solver->cells, goal_cell, node->blank);
    if (distance >= node->left || seen_before(solver, hash)) return;
    struct pool *pool = distance == 0 ? &solver->ended : &solver->next;
    if (pool->count == DIRECTIONS * solver->task->width) return;
    struct node *child = node_at(solver, pool, pool->count++);
    memcpy(child, node, solver->stride);
    child->hash = hash;
    child->cells[node->blank] = (uint16_t)goal_cell;
    child->cells[from] = node->cells[node->blank];
    child->blank = (uint16_t)from;
    child->tile = (uint16_t)tile;
    if (distance == 0 && is_trapped(solver, child)) pool->count--;
    child->distance = distance;
    child->left--;
    child->last = (uint8_t)d;
    child->moves++;
    if (from != node->tile)
        child->rest += apart(solver, node->blank, goal_cell) - apart(solver, from, goal_cell);
    child->link = node->link;
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

/* Copies the best boards of a pool to another one. */
static void pool_cut(struct line_solver *solver, struct pool *pool, struct pool *to) {
    struct order *order = malloc((pool->count + 1) * sizeof *order);
    solver->failed = solver->failed || !order;
    to->count = 0;
    if (!order) return;
    for (size_t i = 0; i < pool->count; i++)
        order[i] = (struct order){node_cost(node_at(solver, pool, i)), (uint32_t)i};
    qsort(order, pool->count, sizeof *order, order_compare);
    for (size_t i = 0; i < pool->count && i < solver->task->width; i++)
        memcpy(node_at(solver, to, to->count++), node_at(solver, pool, order[i].which),
               solver->stride);
    free(order);
}

/* Brings all boards to the end of the step. */
static tilepdb_status step_search(struct line_solver *solver) {
    struct line_solver_task *task = solver->task;
    int left = INT32_MAX;
    solver->ended.count = 0;
    while (solver->now.count > 0 && left-- > 0 && solver->ended.count < HALF_FULL * task->width) {
        solver->next.count = 0;
        memset(solver->seen, 0, (solver->seen_mask + 1) * sizeof *solver->seen);
        const size_t before = solver->ended.count;
        if (task->goes_on && !task->goes_on(task->user, task->expanded)) return TILEPDB_CANCELLED;
        for (size_t i = 0; i < solver->now.count; i++) {
            struct node *node = node_at(solver, &solver->now, i);
            if (node->distance == 0) {
                memcpy(node_at(solver, &solver->ended, solver->ended.count++), node,
                       solver->stride);
                continue;
            }
            for (unsigned d = 0; d < DIRECTIONS; d++) child_add(solver, node, d);
        }
        for (size_t i = before; i < solver->ended.count; i++) {
            struct node *node = node_at(solver, &solver->ended, i);
            if (node->last < DIRECTIONS)
                node->link = parent_link_add(solver, node->link, node->last);
        }
        task->expanded += solver->now.count;
        pool_cut(solver, &solver->next, &solver->now);
        for (size_t i = 0; i < solver->now.count; i++) {
            struct node *node = node_at(solver, &solver->now, i);
            node->link = parent_link_add(solver, node->link, node->last);
        }
        if (solver->ended.count > 0 && left > SPARE) left = SPARE;
        if (solver->failed) return TILEPDB_ERROR_MEMORY;
    }
    pool_cut(solver, &solver->ended, &solver->now);
    return solver->failed ? TILEPDB_ERROR_MEMORY : TILEPDB_OK;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Begins the step of a tile, which no longer counts as one of the others. Boards where its way is
 * blocked are dropped. */
static void step_begin(struct line_solver *solver, unsigned goal_cell, bool counted) {
    const size_t count = solver->now.count;
    solver->now.count = 0;
    for (size_t i = 0; i < count; i++) {
        struct node *node = node_at(solver, &solver->now, solver->now.count);
        if (solver->now.count < i) memcpy(node, node_at(solver, &solver->now, i), solver->stride);
        uint16_t cell = 0;
        while (node->cells[cell] != goal_cell) cell++;
        if (counted) node->rest -= apart(solver, cell, goal_cell);
        node->tile = cell;
        node->distance = solver->distance[cell * solver->cells + node->blank];
        node->left = (uint16_t)(node->distance + DETOUR);
        node->last = DIRECTIONS;
        solver->now.count += node->distance != FAR;
    }
}

static tilepdb_status tile_place(struct line_solver *solver, unsigned goal_cell, unsigned target) {
    distances_fill(solver, target, false);
    step_begin(solver, goal_cell, true);
    const tilepdb_status status = step_search(solver);
    solver->fixed[target] = true;
    return status;
}

/* Solves a line of `length` cells from `first` on; `along` and `inward` are the steps to the next
 * cell and to the next line. */
static tilepdb_status line_solve(struct line_solver *solver, int first, int along, int inward,
                                 int length) {
    tilepdb_status status = TILEPDB_OK;
    for (int i = 0; !status && i < length - 2; i++)
        status = tile_place(solver, (unsigned)(first + i * along), (unsigned)(first + i * along));
    const unsigned corner = (unsigned)(first + (length - 1) * along),
                   place = (unsigned)(first + (length - 2) * along),
                   behind = (unsigned)((int)corner + inward);
    if (status) return status;
    distances_fill(solver, place, true);
    step_begin(solver, corner, false);
    status = step_search(solver);
    solver->follower = (uint16_t)corner;
    solver->trap[0] = place;
    solver->trap[1] = (unsigned)((int)place + inward);
    if (!status) status = tile_place(solver, place, corner);
    solver->follower = FAR;
    if (!status) status = tile_place(solver, corner, behind);
    solver->fixed[corner] = solver->fixed[behind] = false;
    if (status) return status;
    drag_fill(solver, place, corner, behind);
    step_begin(solver, place, false);
    status = step_search(solver);
    solver->fixed[corner] = solver->fixed[place] = true;
    return status;
}

/* One outer line after the other. */
static tilepdb_status lines_solve(struct line_solver *solver) {
    struct rectangle *core = &solver->task->core;
    const int width = (int)solver->width, blank = (int)solver->goal_cell[0];
    tilepdb_status status = TILEPDB_OK;
    while (!status && (rectangle_columns(core) > LINE_SOLVER_CORE ||
                       rectangle_rows(core) > LINE_SOLVER_CORE)) {
        if (rectangle_rows(core) >= rectangle_columns(core)) {
            const bool low = blank / width == core->top;
            const int y = low ? core->bottom-- : core->top++;
            status = line_solve(solver, y * width + core->left, 1, low ? -width : width,
                                rectangle_columns(core));
        } else {
            const bool far = blank % width == core->left;
            const int x = far ? core->right-- : core->left++;
            status = line_solve(solver, core->top * width + x, width, far ? -1 : 1,
                                rectangle_rows(core));
        }
    }
    return status;
}

static tilepdb_status letters_write(const struct line_solver *solver) {
    struct line_solver_task *task = solver->task;
    if (solver->now.count == 0) return TILEPDB_LIMIT;
    const struct node *best = node_at(solver, &solver->now, 0);
    if ((size_t)best->moves >= task->capacity) return TILEPDB_LIMIT;
    char *letter = task->letters + best->moves;
    *letter = '\0';
    for (uint32_t at = best->link; at; at = solver->parent_links[at] >> 2)
        *--letter = direction_letter((enum direction)(solver->parent_links[at] & 3u));
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

uint64_t line_solver_need(const tilepdb_board *board, size_t width, size_t letters) {
    const uint64_t cells = (uint64_t)board->width * board->height,
                   pair = sizeof(uint16_t) + sizeof(uint32_t);
    return 3 * (DIRECTIONS * width + 1) * node_bytes(cells) + cells * cells * pair +
           seen_slots(width) * sizeof(uint64_t) + width * letters * sizeof(uint32_t);
}

static bool line_solver_begin(struct line_solver *solver) {
    const struct line_solver_task *task = solver->task;
    const size_t cells = solver->cells, most = DIRECTIONS * task->width + 1;
    solver->stride = node_bytes(cells);
    solver->seen_mask = seen_slots(task->width) - 1;
    solver->now.nodes = malloc(most * solver->stride);
    solver->next.nodes = malloc(most * solver->stride);
    solver->ended.nodes = malloc(most * solver->stride);
    solver->goal_cell = malloc(cells * sizeof *solver->goal_cell);
    solver->fixed = calloc(cells, sizeof *solver->fixed);
    solver->distance = malloc(cells * cells * sizeof *solver->distance);
    solver->queue = malloc(cells * cells * sizeof *solver->queue);
    solver->seen = malloc((solver->seen_mask + 1) * sizeof *solver->seen);
    if (!solver->now.nodes || !solver->next.nodes || !solver->ended.nodes || !solver->goal_cell ||
        !solver->fixed || !solver->distance || !solver->queue || !solver->seen)
        return false;
    for (unsigned cell = 0; cell < cells; cell++)
        solver->goal_cell[task->goal->cells[cell]] = (uint16_t)cell;
    struct node *root = node_at(solver, &solver->now, 0);
    memset(root, 0, solver->stride);
    for (unsigned cell = 0; cell < cells; cell++) {
        const uint16_t tile = task->board->cells[cell];
        root->cells[cell] = solver->goal_cell[tile];
        if (tile) root->rest += apart(solver, cell, solver->goal_cell[tile]);
        if (tile) root->hash ^= layers_key(solver->cells, solver->goal_cell[tile], cell);
    }
    root->blank = (uint16_t)board_blank(task->board);
    solver->now.count = 1;
    return true;
}

static void line_solver_end(struct line_solver *solver) {
    free(solver->now.nodes);
    free(solver->next.nodes);
    free(solver->ended.nodes);
    free(solver->goal_cell);
    free(solver->fixed);
    free(solver->distance);
    free(solver->queue);
    free(solver->seen);
    free(solver->parent_links);
}

tilepdb_status line_solver_search(struct line_solver_task *task) {
    struct line_solver solver = {
        .task = task, .width = task->board->width, .height = task->board->height};
    solver.cells = solver.width * solver.height;
    solver.follower = FAR;
    solver.link_count = 1;
    task->core = (struct rectangle){0, 0, task->board->width - 1, task->board->height - 1};
    tilepdb_status status =
        line_solver_begin(&solver) ? lines_solve(&solver) : TILEPDB_ERROR_MEMORY;
    if (!status) status = letters_write(&solver);
    task->bytes = line_solver_need(task->board, task->width, solver.link_count / task->width);
    line_solver_end(&solver);
    return status;
}
