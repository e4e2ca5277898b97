/*
 * Several writers of one file, simulated by threads, each with only its own rows. The file has the
 * bytes of a single writer. A failure of one member fails all and leaves no file.
 */
#include "barrier.h"
#include "container_fixture.h"

#include <pthread.h>

#define MEMBERS 3

struct group;

struct member {
    struct group *group;
    struct row_writers writers;
    uint64_t first, count; /* range of rows that are ready */
    int gets, reports;
    tilepdb_status status, said;
    tilepdb_error error;
    pthread_t thread;
};

struct group {
    const struct sample *sample;
    int level;
    int fails; /* number of the get of member 1 that fails; 0 for none */
    int stops; /* number of the report in which member 2 cancels; 0 for none */
    uint8_t *shared;
    struct barrier barrier;
    struct member members[MEMBERS];
};

static void meet(struct member *member) {
    barrier_wait(&member->group->barrier);
}

static tilepdb_status ready(void *user, uint64_t first, uint64_t count) {
    struct member *member = user;
    meet(member);
    member->first = first;
    member->count = count;
    return TILEPDB_OK;
}

/* Collects the items of the others, member by member. */
static void gather(void *user, void *items, size_t item_bytes, uint64_t count) {
    struct member *member = user;
    for (unsigned i = 0; i < MEMBERS; i++) {
        uint64_t begin, end;
        struct row_writers writers = member->writers;
        if (writers.index == i) member->group->shared = items;
        writers.index = i;
        row_part(&writers, count, &begin, &end);
        meet(member);
        if (member->writers.index != i)
            memcpy((uint8_t *)items + begin * item_bytes,
                   member->group->shared + begin * item_bytes, (end - begin) * item_bytes);
        meet(member);
    }
}

static void share(void *user, void *bytes, size_t size) {
    struct member *member = user;
    if (member->writers.index == 0) member->group->shared = bytes;
    meet(member);
    if (member->writers.index) memcpy(bytes, member->group->shared, size);
    meet(member);
}

static tilepdb_status agree(void *user, tilepdb_status status, tilepdb_error *error) {
    struct member *member = user;
    (void)error;
    member->said = status;
    meet(member);
    for (int i = 0; i < MEMBERS && !status; i++) status = member->group->members[i].said;
    meet(member);
    return status;
}

static tilepdb_status get(void *user, uint64_t first, uint64_t count, uint8_t *room) {
    struct member *member = user;
    const struct sample *sample = member->group->sample;
    assert_true(first >= member->first && first + count <= member->first + member->count);
    if (member->writers.index == 1 && ++member->gets == member->group->fails)
        return TILEPDB_ERROR_IO;
    memcpy(room, sample->entries + first * sample->row_bytes, count * sample->row_bytes);
    return TILEPDB_OK;
}

static bool report(const tilepdb_progress *progress, void *user) {
    struct member *member = user;
    (void)progress;
    return member->writers.index != 2 || ++member->reports != member->group->stops;
}

static void *member_run(void *user) {
    struct member *member = user;
    const struct sample *sample = member->group->sample;
    const struct row_source source = {.rows = sample->rows,
                                      .row_bytes = sample->row_bytes,
                                      .get = get,
                                      .user = member,
                                      .writers = &member->writers};
    const tilepdb_save_options options = {
        .level = member->group->level, .threads = 1, .progress = report, .user = member};
    member->status = container_write(FILE_NAME, &sample->info, &source, &options, &member->error);
    return NULL;
}

static tilepdb_status group_write(const struct sample *sample, int level, int fails, int stops,
                                  int *gets) {
    struct group group = {.sample = sample, .level = level, .fails = fails, .stops = stops};
    barrier_init(&group.barrier, MEMBERS);
    for (unsigned i = 0; i < MEMBERS; i++) {
        struct member *member = &group.members[i];
        *member = (struct member){.group = &group};
        member->writers = (struct row_writers){i, MEMBERS, ready, gather, share, agree, member};
    }
    for (int i = 0; i < MEMBERS; i++)
        assert_int_equal(
            pthread_create(&group.members[i].thread, NULL, member_run, &group.members[i]), 0);
    for (int i = 0; i < MEMBERS; i++) pthread_join(group.members[i].thread, NULL);
    barrier_destroy(&group.barrier);
    for (int i = 1; i < MEMBERS; i++)
        assert_int_equal(group.members[i].status, group.members[0].status);
    *gets = group.members[1].gets;
    return group.members[0].status;
}

/* Frames of several rows, more frames than a wave, fewer frames than members, and a single row. */
static void samples_fill(struct sample samples[4]) {
    samples[0] = sample_make(NIBBLES, 6, 9001, 0x31);
    samples[1] = sample_make(BITS, 7, 40000, 0x11);
    samples[2] = sample_make(BITS, 2, 9, 0x01);
    samples[3] = sample_make(NIBBLES, 1, 70000, 0x13);
}

static void writers_write_the_same_together(void **state) {
    (void)state;
    struct sample samples[4];
    samples_fill(samples);
    for (int i = 0; i < 8; i++) {
        int gets;
        const struct sample *sample = &samples[i % 4];
        assert_int_equal(sample_write(sample, i / 4, 1, NULL), TILEPDB_OK);
        struct file one = file_load(FILE_NAME);
        remove(FILE_NAME);
        assert_int_equal(group_write(sample, i / 4, 0, 0, &gets), TILEPDB_OK);
        struct file more = file_load(FILE_NAME);
        assert_int_equal(more.size, one.size);
        assert_memory_equal(more.data, one.data, one.size);
        assert_int_equal(directory_count(), 1);
        file_free(&one);
        file_free(&more);
    }
    for (int i = 0; i < 4; i++) sample_free(&samples[i]);
}

static void what_fails_for_one_fails_for_all(void **state) {
    (void)state;
    struct sample samples[4];
    samples_fill(samples);
    for (int level = 0; level < 2; level++) {
        int gets, unused;
        assert_int_equal(group_write(&samples[0], level, 0, 0, &gets), TILEPDB_OK);
        assert_true(gets > 10);
        remove(FILE_NAME);
        for (int fails = 1; fails <= gets; fails += gets / 5) /* failures in frames, and in
                                                               * hashes */
            assert_int_equal(group_write(&samples[0], level, fails, 0, &unused), TILEPDB_ERROR_IO);
        assert_int_equal(group_write(&samples[0], level, gets, 0, &unused), TILEPDB_ERROR_IO);
        assert_int_equal(group_write(&samples[1], level, 0, 1, &unused), TILEPDB_CANCELLED);
        assert_int_equal(directory_count(), 0);
    }
    for (int i = 0; i < 4; i++) sample_free(&samples[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writers_write_the_same_together, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(what_fails_for_one_fails_for_all, directory_enter,
                                        directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
