/*
 * Rows that processes of one machine share: each of these reads what another one has inflated, each
 * frame is inflated once, and one that is damaged in one file is no matter to the other.
 */
#include "container_fixture.h"

#include <pthread.h>

#include "table/container_rows.h"
#include "table/ready_rows.h"

static const tilepdb_kind NIBBLES = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE,
                                     TILEPDB_METRIC_SINGLE};

/* ---- a machine ------------------------------------------------------------------------------- */

#define PLACES 4

struct machine {
    uint64_t keys[PLACES];
    void *memory[PLACES];
    size_t sizes[PLACES];
    size_t count;
    bool full;
};

static void *machine_share(uint64_t key, size_t bytes, void *user) {
    struct machine *machine = user;
    if (machine->full) return NULL;
    for (size_t i = 0; i < machine->count; i++)
        if (machine->keys[i] == key && machine->sizes[i] == bytes) return machine->memory[i];
    const size_t place = machine->count++;
    assert_true(place < PLACES);
    machine->keys[place] = key;
    machine->sizes[place] = bytes;
    return machine->memory[place] = calloc(1, bytes);
}

static void machine_free(struct machine *machine) {
    for (size_t i = 0; i < machine->count; i++) free(machine->memory[i]);
}

/* ---- processes: each with the file, its map and its rows ------------------------------------- */

struct process {
    struct file file;
    struct file_map map;
    struct container_rows *rows;
    uint64_t frame_rows, frames;
};

static void process_begin(struct process *process, struct file file, struct machine *machine,
                          int rank) {
    struct container_head head;
    const tilepdb_node node = {.rank = rank, .ranks = 2, .share = machine_share, .user = machine};
    *process = (struct process){.file = file, .map = {.data = file.data, .size = file.size}};
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    process->frame_rows = head.info.frame_rows;
    process->frames = head.info.frame_count;
    assert_int_equal(container_rows_create(&process->rows, &process->map, FILE_NAME, &head, NULL),
                     TILEPDB_OK);
    container_rows_share(process->rows, &node);
}

static void process_end(struct process *process) {
    container_rows_free(process->rows);
    file_free(&process->file);
}

static bool is_ready(const struct process *process, uint64_t row) {
    return container_rows_ready(process->rows)[row / 32] >> row % 32 & 1u;
}

static bool load(const struct process *process, uint64_t frame) {
    return container_rows_load(process->rows, (uint32_t)(frame * process->frame_rows));
}

static void frame_alter(struct process *process, uint64_t frame) {
    struct container_head head;
    assert_int_equal(head_of(&process->file, &head, NULL), TILEPDB_OK);
    process->file.data[head.frames[frame].offset + 9] ^= 1;
    container_head_free(&head);
}

static struct sample sample_of(void) {
    return sample_make(NIBBLES, 5, 8191, 0x11); /* 15 frames of 8 rows */
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void what_one_inflates_others_have(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct process one, other;
    process_begin(&one, sample_file(&sample, 1), &machine, 0);
    process_begin(&other, sample_file(&sample, 1), &machine, 1);
    assert_int_equal(machine.count, 1);
    assert_ptr_equal(container_rows_entries(one.rows), container_rows_entries(other.rows));
    for (uint64_t frame = 0; frame < one.frames; frame++) {
        const struct process *reader = frame % 3 ? &one : &other;
        frame_alter(frame % 3 ? &other : &one, frame); /* that one does not read it */
        assert_true(load(reader, frame));
        assert_true(load(&one, frame) && load(&other, frame));
        assert_true(is_ready(&one, frame * one.frame_rows));
        assert_true(is_ready(&other, frame * one.frame_rows));
        assert_true(container_rows_all_ready(one.rows) == (frame + 1 == one.frames));
        assert_true(container_rows_all_ready(other.rows) == (frame + 1 == one.frames));
    }
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    process_end(&one);
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    process_end(&other);
    machine_free(&machine);
    sample_free(&sample);
}

/* Who cannot read a frame leaves it to others, whose file is sound. */
static void a_damaged_frame_is_left_to_others(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct process one, other;
    process_begin(&one, sample_file(&sample, 1), &machine, 0);
    process_begin(&other, sample_file(&sample, 1), &machine, 1);
    frame_alter(&one, 3);
    assert_false(load(&one, 3));
    assert_false(is_ready(&one, 3 * one.frame_rows));
    assert_true(load(&other, 3));
    bool stop = false;
    container_rows_load_rest(other.rows, &stop);
    assert_true(container_rows_all_ready(other.rows));
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    process_end(&one);
    process_end(&other);
    machine_free(&machine);
    sample_free(&sample);
}

/* A claim of a process that ended is not waited for for ever, and the rest passes it by. */
static void a_claim_is_no_lock(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct container_head head;
    struct ready_rows ready;
    struct process one;
    struct file file = sample_file(&sample, 1);
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    process_begin(&one, file, &machine, 0);
    const size_t ready_bytes = ready_rows_bytes(head.rows, head.info.frame_count);
    ready_rows_place(&ready, head.rows,
                     (uint8_t *)machine.memory[0] + machine.sizes[0] - ready_bytes, true);
    assert_true(ready_rows_claim(&ready, 2));
    assert_false(ready_rows_claim(&ready, 2));
    bool stop = false;
    container_rows_load_rest(one.rows, &stop);
    assert_false(is_ready(&one, 2 * one.frame_rows));
    assert_true(is_ready(&one, 3 * one.frame_rows));
    assert_true(load(&one, 2));
    assert_true(container_rows_all_ready(one.rows));
    assert_memory_equal(container_rows_entries(one.rows), sample.entries, sample.bytes);
    container_head_free(&head);
    process_end(&one);
    machine_free(&machine);
    sample_free(&sample);
}

/* Other files are other memory, a stored file needs none, and without memory each has its own. */
static void what_differs_is_not_shared(void **state) {
    (void)state;
    struct machine machine = {0}, full = {.full = true};
    struct sample sample = sample_of(), changed = sample_of();
    changed.entries[sample.bytes - 1] ^= 0x10;
    struct process one, other, stored, alone;
    process_begin(&one, sample_file(&sample, 1), &machine, 0);
    process_begin(&other, sample_file(&changed, 1), &machine, 1);
    assert_int_equal(machine.count, 2);
    process_begin(&stored, sample_file(&sample, 0), &machine, 1);
    assert_int_equal(machine.count, 2);
    process_begin(&alone, sample_file(&sample, 1), &full, 1);
    const struct process *all[] = {&one, &other, &stored, &alone};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(container_rows_load_all(all[i]->rows, NULL, NULL), TILEPDB_OK);
        assert_memory_equal(container_rows_entries(all[i]->rows),
                            i == 1 ? changed.entries : sample.entries, sample.bytes);
        assert_true(container_rows_promote_seconds(all[i]->rows) == 0 || i == 0);
    }
    process_end(&one);
    process_end(&other);
    process_end(&stored);
    process_end(&alone);
    machine_free(&machine);
    sample_free(&sample);
    sample_free(&changed);
}

static void *load_all(void *user) {
    const struct process *process = user;
    assert_int_equal(container_rows_load_all(process->rows, NULL, NULL), TILEPDB_OK);
    return NULL;
}

static void at_the_same_time(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct process processes[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) process_begin(&processes[i], sample_file(&sample, 1), &machine, i);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_all, &processes[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) assert_true(container_rows_all_ready(processes[i].rows));
    assert_memory_equal(container_rows_entries(processes[3].rows), sample.entries, sample.bytes);
    for (int i = 0; i < 4; i++) process_end(&processes[i]);
    machine_free(&machine);
    sample_free(&sample);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_one_inflates_others_have, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_damaged_frame_is_left_to_others, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(a_claim_is_no_lock, directory_enter, directory_leave),
        cmocka_unit_test_setup_teardown(what_differs_is_not_shared, directory_enter,
                                        directory_leave),
        cmocka_unit_test_setup_teardown(at_the_same_time, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
