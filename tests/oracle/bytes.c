/*
 * The files of 7-8 are identical for one, two and eight threads. The argument is a directory for
 * temporary files.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle.h"

static void file_make(const tilepdb_pattern *pattern, tilepdb_kind kind, int threads,
                      const char *path) {
    tilepdb_error error = {0};
    tilepdb_table *table;
    tilepdb_generate_options options;
    tilepdb_save_options save;
    tilepdb_generate_options_init(&options);
    tilepdb_save_options_init(&save);
    options.threads = save.threads = threads;
    tilepdb_status status = tilepdb_table_generate(pattern, kind, &options, &table, &error);
    if (!status) {
        status = tilepdb_table_save(table, path, &save, &error);
        tilepdb_table_close(table);
    }
    expect(!status, "%d threads: %s", threads, error.message);
}

static bool same_bytes(const char *a, const char *b) {
    FILE *one = fopen(a, "rb"), *other = fopen(b, "rb");
    static char left[1 << 16], right[1 << 16];
    bool same = one && other;
    for (size_t length = 1; same && length;) {
        length = fread(left, 1, sizeof left, one);
        same = fread(right, 1, sizeof right, other) == length && !memcmp(left, right, length);
    }
    if (one) fclose(one);
    if (other) fclose(other);
    return same;
}

static void threads_compare(const char *dir, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    char first[4096], other[4096];
    const int threads[] = {2, 8};
    snprintf(first, sizeof first, "%s/threads-1.tpdb", dir);
    snprintf(other, sizeof other, "%s/threads-n.tpdb", dir);
    file_make(pattern, kind, 1, first);
    for (int i = 0; i < 2; i++) {
        file_make(pattern, kind, threads[i], other);
        expect(same_bytes(first, other), "tiles %x: %d threads give other bytes than one",
               pattern->tiles, threads[i]);
    }
    printf("tiles %04x: the same bytes for 1, 2 and 8 threads\n", pattern->tiles);
    unlink(first);
    unlink(other);
}

int main(int argc, char **argv) {
    const char *dir = argc > 1 ? argv[1] : ".";
    tilepdb_error error;
    tilepdb_partition partition;
    tilepdb_partition_parse("7-8", 4, 4, 15, &partition, &error);
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        threads_compare(dir, &pattern, AWARE_BIT);
    }
    const tilepdb_pattern seven = tilepdb_partition_pattern(&partition, 1);
    threads_compare(dir, &seven, PROJECTED_NIBBLE);
    return failures() != 0;
}
