/*
 * src/table/edges: the edges are the moves of single tiles, and the list of a level
 * includes every mask beside a fresh cohort.
 */
#include "twin.h"

#include "base/random.h"
#include "table/edges.h"

/* A board of each shape, with every number of tiles up to half of its cells. */
static const struct shape {
    int width, height;
} shapes[] = {{2, 3}, {3, 2}, {3, 3}, {4, 4}, {5, 3}, {2, 7}, {7, 2}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void edges_make(const struct index *index, struct edge_list *edges) {
    struct move_set moves;
    assert_int_equal(move_set_init(&moves, index->geometry.width, index->geometry.height,
                                   TILEPDB_METRIC_SINGLE, NULL),
                     TILEPDB_OK);
    assert_int_equal(edge_list_init(edges, index, &moves, 0, index->mask_count, NULL, NULL),
                     TILEPDB_OK);
}

static void every_shape(void (*check)(const struct index *, const struct edge_list *)) {
    for (unsigned s = 0; s < SHAPES; s++)
        for (unsigned k = 1; k <= (unsigned)(shapes[s].width * shapes[s].height) / 2; k++) {
            struct index *index =
                twin_index(shapes[s].width, shapes[s].height, 0, ((1u << k) - 1u) << 1);
            struct edge_list edges;
            edges_make(index, &edges);
            check(index, &edges);
            edge_list_free(&edges);
            index_free(index);
        }
}

static bool edge_is_there(const struct edge_list *edges, uint32_t cohort, uint32_t edge) {
    for (uint32_t i = edges->first[cohort]; i < edges->first[cohort + 1]; i++)
        if (edges->edge[i] == edge) return true;
    return false;
}

static unsigned place_of(uint32_t mask, unsigned cell) {
    return bits_count32(mask & ((1u << cell) - 1u));
}

/* Every tile of every mask has an edge to every free cell beside it, with the blank there. */
static void edges_check(const struct index *index, const struct edge_list *edges) {
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const uint32_t mask = index->mask_of_rank[rank];
        for (unsigned tile = 0; tile < index->geometry.cells; tile++)
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                const unsigned blank = index->geometry.neighbour[tile][d];
                if (!(mask >> tile & 1u) || blank == NO_CELL || mask >> blank & 1u) continue;
                const uint32_t after = mask ^ (1u << tile) ^ (1u << blank);
                const uint32_t to = index_cohort(index, index_rank(index, after), tile);
                const uint32_t from = index_cohort(index, rank, blank);
                uint32_t edge = from << 8 | place_of(mask, tile) << 4 | place_of(after, blank);
                if (tile + 1 == blank || blank + 1 == tile) edge = from << 8;
                assert_true(edge_is_there(edges, to, edge));
                count++;
            }
    }
    assert_int_equal(edges->first[index->cohort_count], count);
    assert_int_equal(edge_list_need(index), (index->cohort_count + count) * sizeof(uint32_t));
    for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++)
        for (uint32_t i = edges->first[cohort] + 1; i < edges->first[cohort + 1]; i++)
            assert_true(edge_from(edges->edge[i]) != edge_to(edges->edge[i]) ||
                        edge_from(edges->edge[i - 1]) == edge_to(edges->edge[i - 1]));
}

static void edges_are_the_moves(void **state) {
    (void)state;
    every_shape(edges_check);
}

/* A list for some masks has the edges of those masks and no others. */
static void part_check(const struct index *index, const struct edge_list *whole) {
    const uint32_t first = index->mask_count / 3, end = first * 2;
    struct move_set moves;
    struct edge_list partial;
    assert_int_equal(move_set_init(&moves, index->geometry.width, index->geometry.height,
                                   TILEPDB_METRIC_SINGLE, NULL),
                     TILEPDB_OK);
    assert_int_equal(edge_list_init(&partial, index, &moves, first, end, NULL, NULL), TILEPDB_OK);
    for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++) {
        const bool in = cohort >= index->first_cohort[first] && cohort < index->first_cohort[end];
        const uint32_t count = whole->first[cohort + 1] - whole->first[cohort];
        assert_int_equal(partial.first[cohort + 1] - partial.first[cohort], in ? count : 0);
        if (in)
            assert_memory_equal(partial.edge + partial.first[cohort],
                                whole->edge + whole->first[cohort], count * sizeof *partial.edge);
    }
    edge_list_free(&partial);
}

static void parts_have_their_edges(void **state) {
    (void)state;
    every_shape(part_check);
}

static bool has_fresh_neighbour(const struct edge_list *edges, const uint8_t *fresh,
                                uint32_t cohort) {
    for (uint32_t i = edges->first[cohort]; i < edges->first[cohort + 1]; i++)
        if (fresh[edge_source(edges->edge[i])]) return true;
    return false;
}

/* A level lists all masks of its parity that may be entered from fresh cohorts, in ascending
 * order and within the range, and clears all other fresh marks. */
static void level_check(const struct worklist *list, const struct edge_list *edges,
                        const uint8_t *was, const uint8_t *fresh, uint32_t first, uint32_t end,
                        unsigned parity) {
    const struct index *index = list->index;
    uint32_t listed = 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const bool candidate =
            rank >= first && rank < end && index_parity(index, index->mask_of_rank[rank]) == parity;
        const bool here = listed < list->count && list->ranks[listed] == rank;
        assert_true(candidate || !here);
        for (uint32_t cohort = index->first_cohort[rank]; cohort < index->first_cohort[rank + 1];
             cohort++) {
            assert_int_equal(worklist_fresh(list, cohort), was[cohort]);
            if (candidate && has_fresh_neighbour(edges, was, cohort))
                assert_true(here && list->due[cohort]);
            assert_int_equal(fresh[cohort], candidate && !here ? 0
                                            : here             ? fresh[cohort]
                                                               : was[cohort]);
        }
        listed += here;
    }
    assert_int_equal(listed, list->count);
}

static void worklist_check(const struct index *index, const struct edge_list *edges) {
    static const unsigned one_in[] = {1, 3, 40, 1000};
    uint8_t *was = malloc(index->cohort_count), *fresh = malloc(index->cohort_count);
    tilepdb_random random;
    tilepdb_random_seed(&random, 3);
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t first = i & 1 ? index->mask_count / 3 : 0;
        const struct store store = {.first_mask = first, .end_mask = index->mask_count};
        struct worklist list;
        assert_int_equal(worklist_init(&list, index, edges, &store, NULL), TILEPDB_OK);
        for (int level = 1; level < 3; level++) {
            for (uint32_t cohort = 0; cohort < index->cohort_count; cohort++)
                was[cohort] = random_below(&random, one_in[i / 2]) == 0;
            memcpy(fresh, was, index->cohort_count);
            worklist_begin(&list, level, fresh);
            level_check(&list, edges, was, fresh, first, index->mask_count, (unsigned)level & 1u);
            if (one_in[i / 2] > 100 && index->cohort_count > 1000)
                assert_true(list.count < list.rank_count[level & 1]); /* only some are listed */
        }
        worklist_free(&list);
    }
    free(was);
    free(fresh);
}

static void lists_leave_out_nothing(void **state) {
    (void)state;
    every_shape(worklist_check);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_the_moves),
        cmocka_unit_test(parts_have_their_edges),
        cmocka_unit_test(lists_leave_out_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
