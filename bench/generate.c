/*
 * Times generation: each case generates the tables of a partition in its own process, and may write
 * files. Prints medians of wall and CPU seconds, peak memory and file bytes, and a floor from the
 * same run: the time for one thread to write and read the tables' uncompressed bytes once. On
 * shared machines the ratios drift less than the times.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "floor.h"
#include "tilepdb_tables.h"

struct bench_case {
    const char *name;
    const char *partition;
    int width;
    int height;
    unsigned patterns; /* 0: all patterns */
    tilepdb_kind kind;
    int threads; /* 0: the value of --jobs */
    bool files;
    int level;
};

#define AWARE_BIT                                                                                  \
    { TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE }
#define PROJECTED_NIBBLE                                                                           \
    { TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE }

static const struct bench_case cases[] = {
    {"7-8", "7-8", 4, 4, 0, AWARE_BIT, 0, true, TILEPDB_LEVEL_DEFAULT},
    {"7-8-projected", "7-8", 4, 4, 0, PROJECTED_NIBBLE, 0, true, TILEPDB_LEVEL_DEFAULT},
    {"7-8-projected-19", "7-8", 4, 4, 0, PROJECTED_NIBBLE, 0, true, 19},
    {"6-6-3-memory", "6-6-3", 4, 4, 0, AWARE_BIT, 0, false, 0},
    {"6-6-3-disk", "6-6-3", 4, 4, 0, AWARE_BIT, 0, true, TILEPDB_LEVEL_DEFAULT},
    {"5x5-6", "6-6-6-6", 5, 5, 1, AWARE_BIT, 0, false, 0},
    {"4x3-11", "11", 4, 3, 0, AWARE_BIT, 0, false, 0},
    {"8-tiles-1-thread", "7-8", 4, 4, 1, AWARE_BIT, 1, false, 0},
    {"8-tiles-2-threads", "7-8", 4, 4, 1, AWARE_BIT, 2, false, 0},
};
enum { CASES = sizeof cases / sizeof *cases, MOST_REPEATS = 21 };

struct sample {
    double wall;
    double cpu;
    double memory; /* bytes */
};

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* ---- one run --------------------------------------------------------------------------------- */

static bool table_make(const tilepdb_pattern *pattern, const struct bench_case *bench, int threads,
                       const char *dir) {
    tilepdb_error error;
    tilepdb_table *table;
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = threads;
    tilepdb_status status = tilepdb_table_generate(pattern, bench->kind, &options, &table, &error);
    if (!status && bench->files) {
        char name[TILEPDB_FILE_NAME], path[4096];
        tilepdb_save_options save;
        tilepdb_save_options_init(&save);
        save.level = bench->level;
        save.threads = threads;
        tilepdb_table_file_name(pattern, bench->kind, name);
        snprintf(path, sizeof path, "%s/%s", dir, name);
        status = tilepdb_table_save(table, path, &save, &error);
    }
    if (status)
        fprintf(stderr, "%s: %s\n", bench->name, error.message);
    else
        tilepdb_table_close(table);
    return status == TILEPDB_OK;
}

static unsigned patterns_of(const struct bench_case *bench, tilepdb_partition *partition) {
    tilepdb_error error;
    if (tilepdb_partition_parse(bench->partition, bench->width, bench->height,
                                bench->width * bench->height - 1, partition, &error)) {
        fprintf(stderr, "%s: %s\n", bench->name, error.message);
        exit(2);
    }
    return bench->patterns ? bench->patterns : partition->count;
}

static struct sample case_run(const struct bench_case *bench, int threads, const char *dir) {
    const double start = seconds_now();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        tilepdb_partition partition;
        const unsigned count = patterns_of(bench, &partition);
        for (unsigned i = 0; i < count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (!table_make(&pattern, bench, threads, dir)) _exit(3);
        }
        _exit(0);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status)) {
        fprintf(stderr, "%s: the run failed\n", bench->name);
        exit(3);
    }
    return (struct sample){.wall = seconds_now() - start,
                           .cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                           .memory = 1024.0 * (double)usage.ru_maxrss};
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static uint64_t table_bytes(const struct bench_case *bench) {
    tilepdb_partition partition;
    const unsigned count = patterns_of(bench, &partition);
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        tilepdb_generate_need need;
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        if (!tilepdb_table_need(&pattern, bench->kind, NULL, &need, NULL))
            bytes += need.table_bytes;
    }
    return bytes;
}

/* Removes the files of a case; returns their bytes. */
static uint64_t files_take(const struct bench_case *bench, const char *dir) {
    tilepdb_partition partition;
    const unsigned count = patterns_of(bench, &partition);
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        char name[TILEPDB_FILE_NAME], path[4096];
        struct stat file;
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        tilepdb_table_file_name(&pattern, bench->kind, name);
        snprintf(path, sizeof path, "%s/%s", dir, name);
        if (stat(path, &file) == 0) bytes += (uint64_t)file.st_size;
        unlink(path);
    }
    return bytes;
}

/* ---- report ---------------------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void case_report(const struct bench_case *bench, int repeats, int jobs, const char *dir) {
    double wall[MOST_REPEATS], cpu[MOST_REPEATS], memory[MOST_REPEATS], floor[MOST_REPEATS];
    const uint64_t bytes = table_bytes(bench);
    for (int i = 0; i < repeats; i++) {
        const struct sample sample = case_run(bench, bench->threads ? bench->threads : jobs, dir);
        wall[i] = sample.wall;
        cpu[i] = sample.cpu;
        memory[i] = sample.memory;
        floor[i] = floor_fresh(bytes);
    }
    const double mebi = 1 << 20, floor_median = median(floor, repeats);
    const double cpu_median = median(cpu, repeats);
    const uint64_t files = bench->files ? files_take(bench, dir) : 0;
    printf("%-18s %8.3f %8.3f %9.1f %9.1f %9.1f %8.3f %8.1f\n", bench->name, median(wall, repeats),
           cpu_median, median(memory, repeats) / mebi, (double)bytes / 1e6, (double)files / 1e6,
           floor_median, floor_median > 0 ? cpu_median / floor_median : 0);
    fflush(stdout);
}

static bool chosen(const struct bench_case *bench, char **names, int count) {
    if (count == 0) return true;
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], bench->name)) return true;
    return false;
}

int main(int argc, char **argv) {
    int repeats = 3, jobs = 0, i = 1;
    char made[] = "/tmp/bench-generate-XXXXXX";
    const char *dir = NULL;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--repeat"))
            repeats = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--jobs"))
            jobs = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--dir"))
            dir = argv[i + 1];
        else
            break;
    }
    if (repeats < 1 || repeats > MOST_REPEATS || (i < argc && argv[i][0] == '-')) {
        fprintf(stderr, "usage: generate [--repeat 1..%d] [--jobs N] [--dir DIR] [CASE...]\n",
                MOST_REPEATS);
        return 2;
    }
    if (!dir && !(dir = mkdtemp(made))) {
        perror("no temporary directory");
        return 3;
    }
    printf("%-18s %8s %8s %9s %9s %9s %8s %8s\n", "case", "wall s", "CPU s", "peak MiB", "table MB",
           "files MB", "floor s", "ratio");
    for (int c = 0; c < CASES; c++)
        if (chosen(&cases[c], argv + i, argc - i)) case_report(&cases[c], repeats, jobs, dir);
    if (dir == made) rmdir(made);
    return 0;
}
