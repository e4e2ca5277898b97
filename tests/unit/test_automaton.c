/*
 * The move automaton against plain enumeration: the first shortest path to every board is allowed,
 * the plain automaton forbids only reversals, and the shipped automata are those that are computed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "kernels/automaton.h"
#include "puzzle/board.h"

/* ---- boards in a hash set -------------------------------------------------------------------- */

struct seen {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS]; /* cells beyond the board are zero */
    bool used;
};

struct board_set {
    struct seen *slots;
    size_t mask;
};

static bool set_add(struct board_set *set, const uint8_t cells[TILEPDB_TABLE_MAX_CELLS]) {
    uint64_t hash = 1;
    for (int i = 0; i < TILEPDB_TABLE_MAX_CELLS; i++)
        hash = (hash + cells[i]) * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 32) & set->mask;
    for (; set->slots[slot].used; slot = (slot + 1) & set->mask)
        if (memcmp(set->slots[slot].cells, cells, TILEPDB_TABLE_MAX_CELLS) == 0) return false;
    memcpy(set->slots[slot].cells, cells, TILEPDB_TABLE_MAX_CELLS);
    set->slots[slot].used = true;
    return true;
}

/* ---- enumeration ----------------------------------------------------------------------------- */

struct node {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank;
    automaton_entry entry; /* state after the path */
};

static automaton_entry follow(const struct automaton *automaton, automaton_entry entry,
                              unsigned move) {
    return automaton
        ->next[automaton_state(entry, automaton->move_count) * automaton->move_count + move];
}

static bool allows(const struct automaton *automaton, automaton_entry entry, unsigned move) {
    return automaton_legal(entry, automaton->move_count) >> move & 1u;
}

static bool node_play(const struct move_set *moves, struct node *node, unsigned move) {
    if (moves->blank_after[node->blank][move] == NO_CELL) return false;
    for (unsigned i = 0; i < moves->move[move].tiles; i++) {
        const uint8_t from = moves->geometry.neighbour[node->blank][moves->move[move].direction];
        node->cells[node->blank] = node->cells[from];
        node->blank = from;
    }
    node->cells[node->blank] = 0;
    return true;
}

/* Sets the i-th child of a level, in the order in which sequences are kept: the parent's number
 * and the move. */
static size_t child_at(const struct move_set *moves, enum automaton_order order, size_t parents,
                       size_t i, unsigned *move) {
    *move = (unsigned)(order == AUTOMATON_FORWARD ? i % moves->count
                                                  : moves->move[i / parents].inverse);
    return order == AUTOMATON_FORWARD ? i / moves->count : i % parents;
}

/* Searches breadth-first from one blank cell: the first path to each board must be allowed.
 * Returns how many extensions of first paths by one move are forbidden. */
static long first_paths_allowed(const struct automaton *automaton, const struct move_set *moves,
                                enum automaton_order order, unsigned start, int depth) {
    struct board_set set = {calloc(1 << 18, sizeof *set.slots), (1 << 18) - 1};
    struct node *level = malloc(sizeof *level), *next;
    size_t count = 1;
    long forbidden = 0;
    memset(level, 0, sizeof *level);
    for (unsigned c = 0; c < moves->geometry.cells; c++)
        level[0].cells[c] = (uint8_t)(c == start ? 0 : c + 1);
    level[0].blank = (uint8_t)start;
    level[0].entry = automaton->start[start];
    set_add(&set, level[0].cells);
    for (int length = 0; length < depth; length++) {
        size_t made = 0;
        next = malloc(moves->count * count * sizeof *next);
        for (size_t i = 0; i < count * moves->count; i++) {
            unsigned m;
            const struct node *parent = &level[child_at(moves, order, count, i, &m)];
            struct node child = *parent;
            if (!node_play(moves, &child, m)) {
                assert_false(allows(automaton, parent->entry, m));
                continue;
            }
            const bool allowed = allows(automaton, parent->entry, m);
            const bool first = set_add(&set, child.cells);
            if (first) assert_true(allowed);
            forbidden += !allowed;
            if (!first) continue;
            child.entry = follow(automaton, parent->entry, m);
            next[made++] = child;
        }
        free(level);
        level = next;
        count = made;
    }
    free(level);
    free(set.slots);
    return forbidden;
}

static void first_paths_are_kept(void **state) {
    (void)state;
    const tilepdb_metric multi = TILEPDB_METRIC_MULTI;
    const int shapes[][5] = {/* width, height, sequences, depth, metric */
                             {2, 2, 10, 12, 0},    {3, 2, 12, 16, 0},    {2, 3, 12, 16, 0},
                             {3, 3, 10, 13, 0},    {4, 3, 8, 11, 0},     {4, 4, 10, 12, 0},
                             {5, 5, 8, 10, 0},     {12, 2, 8, 10, 0},    {2, 2, 8, 12, multi},
                             {3, 2, 8, 16, multi}, {3, 3, 6, 10, multi}, {4, 4, 4, 6, multi}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct move_set moves;
        struct automaton automaton;
        long forbidden = 0;
        const tilepdb_metric metric = (tilepdb_metric)shapes[i][4];
        assert_int_equal(move_set_init(&moves, shapes[i][0], shapes[i][1], metric, NULL), 0);
        for (int order = 0; order < AUTOMATON_ORDERS; order++) {
            const enum automaton_order kept = (enum automaton_order)order;
            assert_int_equal(automaton_create(&automaton, &moves, kept, shapes[i][2], NULL), 0);
            assert_int_equal(automaton.move_count, moves.count);
            for (unsigned start = 0; start < moves.geometry.cells; start++)
                forbidden += first_paths_allowed(&automaton, &moves, kept, start, shapes[i][3]);
            assert_true(forbidden > 0);
            automaton_free(&automaton);
        }
    }
}

/* A way around a 2x2 block: after three moves the other way around is shorter. */
static void longer_ways_round_are_forbidden(void **state) {
    (void)state;
    struct move_set moves;
    struct automaton automaton;
    move_set_init(&moves, 4, 4, TILEPDB_METRIC_SINGLE, NULL);
    assert_int_equal(automaton_create(&automaton, &moves, AUTOMATON_FORWARD, 8, NULL), TILEPDB_OK);
    const enum direction circle[] = {BLANK_UP, BLANK_LEFT, BLANK_DOWN, BLANK_RIGHT};
    automaton_entry entry = automaton.start[5];
    int allowed = 0;
    for (; allowed < 12; allowed++) {
        if (!allows(&automaton, entry, circle[allowed % 4])) break;
        entry = follow(&automaton, entry, circle[allowed % 4]);
    }
    assert_int_equal(allowed, 6); /* six of twelve either way; the other way is no shorter */
    entry = automaton.start[5];
    const enum direction other[] = {BLANK_LEFT, BLANK_UP, BLANK_RIGHT, BLANK_DOWN};
    for (allowed = 0; allowed < 12; allowed++) {
        if (!allows(&automaton, entry, other[allowed % 4])) break;
        entry = follow(&automaton, entry, other[allowed % 4]);
    }
    assert_int_equal(allowed, 5); /* the first in move order stays, this one goes */
    automaton_free(&automaton);
}

static void plain_forbids_the_last_move(void **state) {
    (void)state;
    for (int width = 2; width <= 12; width++)
        for (int height = 2; height <= 12 && width * height <= 25; height++) {
            struct move_set moves;
            struct automaton automaton;
            move_set_init(&moves, width, height, TILEPDB_METRIC_SINGLE, NULL);
            assert_int_equal(
                automaton_create(&automaton, &moves, AUTOMATON_FORWARD, AUTOMATON_PLAIN, NULL), 0);
            for (unsigned start = 0; start < moves.geometry.cells; start++) {
                unsigned blank = start, legal = moves.legal[start];
                automaton_entry entry = automaton.start[start];
                for (int step = 0; step < 60; step++) {
                    assert_int_equal(automaton_legal(entry, moves.count), legal);
                    if (legal == 0) break;
                    unsigned chosen = (unsigned)(step * 7 + (int)start) % moves.count;
                    while (!(legal >> chosen & 1u)) chosen = (chosen + 1) % moves.count;
                    entry = follow(&automaton, entry, chosen);
                    blank = moves.blank_after[blank][chosen];
                    legal = moves.legal[blank] & ~(1u << moves.move[chosen].inverse);
                }
            }
            automaton_free(&automaton);
        }
}

static void too_many_moves_are_refused(void **state) {
    (void)state;
    struct move_set moves;
    struct automaton automaton;
    assert_int_equal(move_set_init(&moves, 5, 5, TILEPDB_METRIC_MULTI, NULL), TILEPDB_OK);
    assert_int_equal(automaton_create(&automaton, &moves, AUTOMATON_FORWARD, 4, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    automaton_free(&automaton);
}

static void shipped_are_what_is_computed(void **state) {
    (void)state;
    assert_true(automaton_shipped_count >= 3);
    for (unsigned i = 0; i < automaton_shipped_count; i++) {
        const struct automaton *shipped = &automaton_shipped[i].automaton;
        const enum automaton_order order = automaton_shipped[i].order;
        struct move_set moves;
        struct automaton prepared, computed;
        move_set_init(&moves, automaton_shipped[i].width, automaton_shipped[i].height,
                      automaton_shipped[i].metric, NULL);
        assert_int_equal(automaton_prepare(&prepared, &moves, order, NULL), TILEPDB_OK);
        assert_int_equal(prepared.state_count, shipped->state_count);
        assert_memory_equal(prepared.start, shipped->start, sizeof prepared.start);
        assert_memory_equal(prepared.next, shipped->next,
                            shipped->state_count * shipped->move_count * sizeof *shipped->next);
        for (int history = 10; history <= 14; history += 2) {
            assert_int_equal(automaton_create(&computed, &moves, order, history, NULL), TILEPDB_OK);
            const bool same = computed.state_count == shipped->state_count;
            if (same)
                assert_memory_equal(computed.next, shipped->next,
                                    computed.state_count * computed.move_count *
                                        sizeof *computed.next);
            automaton_free(&computed);
            if (same) break;
            assert_true(history < 14);
        }
        automaton_free(&prepared);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_paths_are_kept),
        cmocka_unit_test(longer_ways_round_are_forbidden),
        cmocka_unit_test(plain_forbids_the_last_move),
        cmocka_unit_test(too_many_moves_are_refused),
        cmocka_unit_test(shipped_are_what_is_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
