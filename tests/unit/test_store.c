/*
 * src/table/store: a generation shared by several parts gives the bytes of a generation in one
 * store. Each part is a thread that owns a range of masks and gets the sets of others only through
 * fetch. Barriers take the place of messages between processes.
 */
#include "barrier.h"
#include "twin.h"

#include <pthread.h>

#include "table/generate.h"
#include "table/lanes.h"
#include "table/table.h"

#define PATTERN(w, h, blank, set)                                                                  \
    { .width = w, .height = h, .goal_blank = blank, .tiles = set }

#define PARTS 3

/* Shared by the parts. */
struct job {
    struct barrier barrier;
    pthread_mutex_t lock;
    struct part *parts[PARTS];
    const struct index *index;
    tilepdb_kind kind;
    tilepdb_table *table;      /* table generated in one store */
    struct row_memory rows;    /* rows of all parts, joined */
    int stop_at;               /* report in which part 0 cancels; 0 for never */
    unsigned fetched, failing; /* `failing`: number of the fetch that fails, from 1; 0 for none */
};

struct part {
    struct store store;
    struct job *job;
    struct store_counts counts;
    tilepdb_status failure, status;
    struct distances distances;
    int reports;
};

static void meet(struct job *job) {
    barrier_wait(&job->barrier);
}

/* Every part learns which cohorts of others are fresh. */
static tilepdb_status part_level_begin(struct store *store, int level, tilepdb_error *error) {
    struct job *job = ((struct part *)store)->job;
    (void)level, (void)error;
    meet(job);
    for (int i = 0; i < PARTS; i++) {
        const struct store *other = &job->parts[i]->store;
        if (other == store) continue;
        memcpy(store->fresh + other->first_cohort, other->fresh + other->first_cohort,
               other->end_cohort - other->first_cohort);
    }
    meet(job);
    return TILEPDB_OK;
}

static const uint32_t *part_fetch(struct store *store, unsigned side, uint32_t cohort,
                                  uint32_t *buffer) {
    struct part *part = (struct part *)store;
    struct job *job = part->job;
    pthread_mutex_lock(&job->lock);
    const bool fails = ++job->fetched == job->failing;
    pthread_mutex_unlock(&job->lock);
    if (fails) part->failure = TILEPDB_ERROR_IO;
    for (int i = 0; i < PARTS && !fails; i++) {
        const struct store *owner = &job->parts[i]->store;
        if (cohort < owner->first_cohort || cohort >= owner->end_cohort) continue;
        memcpy(buffer, store_set(owner, side, cohort), store->stride * sizeof *buffer);
        return buffer;
    }
    assert_true(fails);
    return NULL;
}

static tilepdb_status part_level_end(struct store *store, int level, struct store_counts *counts,
                                     tilepdb_error *error) {
    struct part *part = (struct part *)store;
    struct job *job = part->job;
    tilepdb_status status = TILEPDB_OK;
    (void)level, (void)error;
    part->counts = *counts;
    meet(job);
    *counts = (struct store_counts){0};
    for (int i = 0; i < PARTS; i++) {
        counts->entries += job->parts[i]->counts.entries;
        counts->reached += job->parts[i]->counts.reached;
        counts->cancelled |= job->parts[i]->counts.cancelled;
        if (job->parts[i]->failure) status = job->parts[i]->failure;
    }
    meet(job);
    return status;
}

/* Other parts may still fetch, so the sets are freed at the end of the test. */
static void part_finish(struct store *store) {
    if (store->plane_count == 1) store->plane[0] = store->side[1];
}

static const struct store_methods methods = {
    .level_begin = part_level_begin,
    .fetch = part_fetch,
    .level_end = part_level_end,
    .finish = part_finish,
};

static uint32_t *sets_make(const struct store *store, uint32_t count) {
    return calloc(count * (size_t)store->stride + LANES_PADDING, sizeof(uint32_t));
}

static struct part *part_make(struct job *job, int number) {
    struct part *part = calloc(1, sizeof *part);
    struct store *store = &part->store;
    const uint32_t masks = job->index->mask_count;
    part->job = job;
    store->methods = &methods;
    store_shape(store, job->index, job->kind, masks * (uint32_t)number / PARTS,
                masks * (uint32_t)(number + 1) / PARTS);
    store->fresh = calloc(job->index->cohort_count, 1);
    for (unsigned side = 0; side < 2; side++)
        store->side[side] = sets_make(store, store->end_cohort - store->first_cohort);
    for (unsigned p = 0; store->plane_count > 1 && p < store->plane_count; p++)
        store->plane[p] = sets_make(store, store->end_column - store->first_column);
    return part;
}

static void part_free(struct part *part) {
    for (unsigned p = 0; part->store.plane_count > 1 && p < part->store.plane_count; p++)
        free(part->store.plane[p]);
    free(part->store.side[0]);
    free(part->store.side[1]);
    free(part->store.fresh);
    free(part);
}

/* Pieces of two parts may share a byte. */
static void joined_put(void *user, const struct row_pieces *pieces) {
    struct job *job = user;
    pthread_mutex_lock(&job->lock);
    for (uint32_t i = 0; i < pieces->count; i++)
        for (uint64_t j = 0; j < pieces->bytes; j++)
            job->rows.entries[pieces->codes[i] * job->rows.row_bytes + pieces->at + j] |=
                pieces->pieces[i * pieces->stride + j];
    pthread_mutex_unlock(&job->lock);
}

static bool part_report(const tilepdb_progress *progress, void *user) {
    struct part *part = user;
    (void)progress;
    return part != part->job->parts[0] || ++part->reports != part->job->stop_at;
}

static void *part_run(void *user) {
    struct part *part = user;
    struct job *job = part->job;
    const struct row_sink sink = {joined_put, job};
    const tilepdb_generate_options options = {.threads = 1, .progress = part_report, .user = part};
    part->status =
        distances_generate(&part->store, &job->table->moves, &options, &part->distances, NULL);
    meet(job);
    if (!part->status)
        part->status = entries_encode(&part->store, part->distances.levels, &sink, &options, NULL);
    return NULL;
}

static void job_run(struct job *job) {
    pthread_t threads[PARTS];
    barrier_init(&job->barrier, PARTS);
    pthread_mutex_init(&job->lock, NULL);
    job->fetched = 0;
    for (int i = 0; i < PARTS; i++) job->parts[i] = part_make(job, i);
    for (int i = 0; i < PARTS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, part_run, job->parts[i]), 0);
    for (int i = 0; i < PARTS; i++) pthread_join(threads[i], NULL);
    barrier_destroy(&job->barrier);
    pthread_mutex_destroy(&job->lock);
}

static void job_begin(struct job *job, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    tilepdb_error error;
    *job = (struct job){.kind = kind};
    if (tilepdb_table_generate(pattern, kind, NULL, &job->table, &error))
        fail_msg("%s", error.message);
    job->index = job->table->index;
    job->rows = (struct row_memory){calloc(1, job->table->info.table_bytes), job->table->row_bytes};
}

static void job_end(struct job *job) {
    free(job->rows.entries);
    tilepdb_table_close(job->table);
}

static const tilepdb_kind kinds[] = {
    {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
    {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE}};

static void parts_make_the_same_table(void **state) {
    (void)state;
    const tilepdb_pattern patterns[] = {PATTERN(4, 4, 15, 0x3E), PATTERN(3, 3, 8, 0x1FE),
                                        PATTERN(2, 3, 0, 0x06), PATTERN(5, 3, 7, 0x4142)};
    for (int p = 0; p < 4; p++)
        for (int k = 0; k < 3; k++) {
            struct job job;
            job_begin(&job, &patterns[p], kinds[k]);
            job_run(&job);
            for (int i = 0; i < PARTS; i++) {
                const struct part *part = job.parts[i];
                assert_int_equal(part->status, TILEPDB_OK);
                assert_int_equal(part->distances.levels, job.table->info.levels);
                assert_memory_equal(part->distances.histogram, job.table->info.histogram,
                                    sizeof part->distances.histogram);
            }
            assert_true(job.fetched > 0);
            assert_memory_equal(job.rows.entries, job.table->entries, job.table->info.table_bytes);
            for (int i = 0; i < PARTS; i++) part_free(job.parts[i]);
            job_end(&job);
        }
}

/* If one part is cancelled or a fetch fails, all parts end in the same level. */
static void what_stops_one_stops_all(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x3E};
    struct job job;
    job_begin(&job, &pattern, kinds[0]);
    for (int way = 0; way < 2; way++) {
        job.stop_at = way == 0 ? 9 : 0;
        job.failing = way == 1 ? 500 : 0;
        job_run(&job);
        for (int i = 0; i < PARTS; i++) {
            assert_int_equal(job.parts[i]->status, way == 0 ? TILEPDB_CANCELLED : TILEPDB_ERROR_IO);
            assert_int_equal(job.parts[i]->distances.levels, job.parts[0]->distances.levels);
        }
        for (int i = 0; i < PARTS; i++) part_free(job.parts[i]);
    }
    job_end(&job);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_the_same_table),
        cmocka_unit_test(what_stops_one_stops_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
