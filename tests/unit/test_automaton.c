/*
 * The move automaton against plain enumeration: the first shortest path to every board is allowed,
 * nothing but the last move is forbidden by the plain one, and what ships is what is computed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzle/board.h"
#include "search/automaton.h"

/* ---- boards in a hash set -------------------------------------------------------------------- */

struct seen {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS]; /* zero beyond the board */
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
    automaton_entry entry; /* where the automaton is after the path */
    int last;              /* direction, -1: none */
};

/* Breadth-first from one blank cell, in move order: the first path to each board must be allowed.
 * Returns how many other paths of first paths and one more move are forbidden. */
static long first_paths_allowed(const struct automaton *automaton, const struct geometry *geometry,
                                unsigned start, int depth) {
    struct board_set set = {calloc(1 << 18, sizeof *set.slots), (1 << 18) - 1};
    struct node *level = malloc(sizeof *level), *next;
    size_t count = 1;
    long forbidden = 0;
    memset(level, 0, sizeof *level);
    for (unsigned c = 0; c < geometry->cells; c++)
        level[0].cells[c] = (uint8_t)(c == start ? 0 : c + 1);
    level[0].blank = (uint8_t)start;
    level[0].entry = automaton->start[start];
    level[0].last = -1;
    set_add(&set, level[0].cells);
    for (int length = 0; length < depth; length++) {
        size_t made = 0;
        next = malloc(DIRECTIONS * count * sizeof *next);
        for (size_t i = 0; i < count; i++)
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                struct node child = level[i];
                child.blank = geometry->neighbour[level[i].blank][d];
                if (child.blank == NO_CELL) {
                    assert_false(automaton_legal(level[i].entry) >> d & 1u);
                    continue;
                }
                child.cells[level[i].blank] = level[i].cells[child.blank];
                child.cells[child.blank] = 0;
                const bool allowed = automaton_legal(level[i].entry) >> d & 1u;
                const bool first = set_add(&set, child.cells);
                if (first) assert_true(allowed);
                forbidden += !allowed;
                if (!first) continue;
                child.last = (int)d;
                child.entry = automaton->next[automaton_state(level[i].entry) * DIRECTIONS + d];
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
    const int shapes[][4] = {/* width, height, words, depth */
                             {2, 2, 10, 12}, {3, 2, 12, 16}, {2, 3, 12, 16}, {3, 3, 10, 13},
                             {4, 3, 8, 11},  {4, 4, 10, 12}, {5, 5, 8, 10},  {12, 2, 8, 10}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct geometry geometry;
        struct automaton automaton;
        long forbidden = 0;
        assert_int_equal(geometry_init(&geometry, shapes[i][0], shapes[i][1], NULL), TILEPDB_OK);
        assert_int_equal(automaton_create(&automaton, &geometry, shapes[i][2], NULL), TILEPDB_OK);
        for (unsigned start = 0; start < geometry.cells; start++)
            forbidden += first_paths_allowed(&automaton, &geometry, start, shapes[i][3]);
        assert_true(forbidden > 0);
        automaton_free(&automaton);
    }
}

/* A word of a two by two circle: three moves on from where the other way round is shorter. */
static void longer_ways_round_are_forbidden(void **state) {
    (void)state;
    struct geometry geometry;
    struct automaton automaton;
    geometry_init(&geometry, 4, 4, NULL);
    assert_int_equal(automaton_create(&automaton, &geometry, 8, NULL), TILEPDB_OK);
    const enum direction circle[] = {BLANK_UP, BLANK_LEFT, BLANK_DOWN, BLANK_RIGHT};
    automaton_entry entry = automaton.start[5];
    int allowed = 0;
    for (; allowed < 12; allowed++) {
        const enum direction d = circle[allowed % 4];
        if (!(automaton_legal(entry) >> d & 1u)) break;
        entry = automaton.next[automaton_state(entry) * DIRECTIONS + d];
    }
    assert_int_equal(allowed, 6); /* six of twelve either way; the other way is no shorter */
    entry = automaton.start[5];
    const enum direction other[] = {BLANK_LEFT, BLANK_UP, BLANK_RIGHT, BLANK_DOWN};
    for (allowed = 0; allowed < 12; allowed++) {
        if (!(automaton_legal(entry) >> other[allowed % 4] & 1u)) break;
        entry = automaton.next[automaton_state(entry) * DIRECTIONS + other[allowed % 4]];
    }
    assert_int_equal(allowed, 5); /* the first in move order stays, this one goes */
    automaton_free(&automaton);
}

static void plain_forbids_the_last_move(void **state) {
    (void)state;
    for (int width = 2; width <= 12; width++)
        for (int height = 2; height <= 12 && width * height <= 25; height++) {
            struct geometry geometry;
            struct automaton automaton;
            geometry_init(&geometry, width, height, NULL);
            assert_int_equal(automaton_create(&automaton, &geometry, AUTOMATON_PLAIN, NULL), 0);
            for (unsigned start = 0; start < geometry.cells; start++) {
                unsigned blank = start, last = DIRECTIONS;
                automaton_entry entry = automaton.start[start];
                for (int step = 0; step < 60; step++) {
                    unsigned legal = 0, chosen = 0;
                    for (unsigned d = 0; d < DIRECTIONS; d++)
                        if (geometry.neighbour[blank][d] != NO_CELL && d + last != DIRECTIONS - 1)
                            legal |= 1u << d;
                    if (step == 0)
                        for (unsigned d = 0; d < DIRECTIONS; d++)
                            if (geometry.neighbour[blank][d] != NO_CELL) legal |= 1u << d;
                    assert_int_equal(automaton_legal(entry), legal);
                    if (legal == 0) break;
                    chosen = (unsigned)(step * 7 + (int)start) % DIRECTIONS;
                    while (!(legal >> chosen & 1u)) chosen = (chosen + 1) % DIRECTIONS;
                    entry = automaton.next[automaton_state(entry) * DIRECTIONS + chosen];
                    blank = geometry.neighbour[blank][chosen];
                    last = chosen;
                }
            }
            automaton_free(&automaton);
        }
}

static void shipped_are_what_is_computed(void **state) {
    (void)state;
    assert_true(automaton_shipped_count >= 2);
    for (unsigned i = 0; i < automaton_shipped_count; i++) {
        const struct automaton *shipped = &automaton_shipped[i].automaton;
        struct geometry geometry;
        struct automaton prepared, computed;
        geometry_init(&geometry, automaton_shipped[i].width, automaton_shipped[i].height, NULL);
        assert_int_equal(automaton_prepare(&prepared, &geometry, NULL), TILEPDB_OK);
        assert_ptr_equal(prepared.next, shipped->next);
        for (int history = 10; history <= 14; history += 2) {
            assert_int_equal(automaton_create(&computed, &geometry, history, NULL), TILEPDB_OK);
            const bool same = computed.state_count == shipped->state_count;
            if (same)
                assert_memory_equal(computed.next, shipped->next,
                                    computed.state_count * DIRECTIONS * sizeof *computed.next);
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
        cmocka_unit_test(shipped_are_what_is_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
