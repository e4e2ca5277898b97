/*
 * A libFuzzer target for the reader of table files: the head, and every row if the head is sound.
 * Half of the inputs get a correct checksum of the head, so that fields behind the check are
 * reached.
 *
 *   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_container
 *   build/fuzz/tests/fuzz_container -max_len=20000 -max_total_time=60 CORPUS tests/fuzz/corpus
 */
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/bytes.h"
#include "table/container.h"
#include "table/container_layout.h"
#include "table/container_rows.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

/* Sets a correct checksum, as the author of a forged file would. */
static void head_seal(uint8_t *data, size_t size) {
    if (size < AT_HISTOGRAM) return;
    const uint64_t header = load_le32(data + AT_HEADER_BYTES);
    const uint64_t frames = load_le64(data + AT_FRAME_COUNT);
    if (frames > size / FRAME_ENTRY_BYTES) return;
    const uint64_t end = header + frames * FRAME_ENTRY_BYTES;
    if (end + CHECKSUM_BYTES <= size) store_le64(data + end, XXH3_64bits(data, end));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size) {
    if (size == 0) return 0;
    uint8_t *data = malloc(size);
    memcpy(data, input, size);
    if (size & 1) head_seal(data, size);
    const struct file_map map = {.data = data, .size = size};
    struct container_head head;
    struct container_rows *rows;
    tilepdb_error error;
    const tilepdb_open_options options = {.threads = 1};
    if (container_read_head(&map, "fuzz", &head, &error) == TILEPDB_OK &&
        container_rows_create(&rows, &map, "fuzz", &head, &error) == TILEPDB_OK) {
        if (container_rows_load_all(rows, &options, &error) == TILEPDB_OK &&
            container_rows_failure(rows, &error) != TILEPDB_OK)
            abort();
        container_rows_free(rows);
    }
    free(data);
    return 0;
}
