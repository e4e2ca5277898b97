#include "oracle.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const tilepdb_kind AWARE_BIT = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
const tilepdb_kind AWARE_NIBBLE = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE,
                                   TILEPDB_METRIC_SINGLE};
const tilepdb_kind PROJECTED_NIBBLE = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE,
                                       TILEPDB_METRIC_SINGLE};

static int failed;

void expect(bool holds, const char *format, ...) {
    if (holds) return;
    va_list arguments;
    va_start(arguments, format);
    printf("FAILED: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
#pragma omp atomic
    failed++;
}

int failures(void) {
    return failed;
}

static void require(tilepdb_status status, const char *what, const tilepdb_error *error) {
    if (status == TILEPDB_OK) return;
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(1);
}

FILE *data_open(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TILEPDB_DATA_DIR, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

int data_numbers(FILE *file, long long *numbers, int most) {
    char line[1024];
    while (fgets(line, sizeof line, file)) {
        int count = 0;
        if (line[0] == '#') continue;
        for (char *word = strtok(line, " \t\n"); word && count < most; word = strtok(NULL, " \t\n"))
            numbers[count++] = strtoll(word, NULL, 10);
        if (count) return count;
    }
    return 0;
}

tilepdb_board board_of(const long long *numbers) {
    tilepdb_board board = {.width = 4, .height = 4};
    for (int cell = 0; cell < 16; cell++) board.cells[cell] = (uint16_t)numbers[cell];
    return board;
}

static void tables_open(struct solving *solving, const char *dir, tilepdb_kind kind) {
    tilepdb_error error;
    for (unsigned i = 0; i < solving->partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&solving->partition, i);
        char name[TILEPDB_FILE_NAME], path[4096];
        tilepdb_table_file_name(&pattern, kind, name);
        snprintf(path, sizeof path, "%s/%s", dir ? dir : "", name);
        require(dir ? tilepdb_table_open(path, NULL, &solving->tables[i], &error)
                    : tilepdb_table_generate(&pattern, kind, NULL, &solving->tables[i], &error),
                name, &error);
    }
}

static void solver_make(struct solving *solving, const tilepdb_board *goal, bool reflection) {
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)solving->tables;
    options.table_count = solving->partition.count;
    options.reflection = reflection;
    solving->goal = *goal;
    require(tilepdb_solver_create(goal, &options, &solving->solver, &error), "solver", &error);
}

static void partition_read(struct solving *solving, const char *partition, int width, int height,
                           int table_blank) {
    tilepdb_error error;
    memset(solving, 0, sizeof *solving);
    require(
        tilepdb_partition_parse(partition, width, height, table_blank, &solving->partition, &error),
        partition, &error);
}

void solving_open(struct solving *solving, const char *dir, const char *partition,
                  tilepdb_kind kind, const tilepdb_board *goal, int table_blank, bool reflection) {
    partition_read(solving, partition, goal->width, goal->height, table_blank);
    tables_open(solving, dir, kind);
    solver_make(solving, goal, reflection);
}

void solving_open_shape(struct solving *solving, const char *partition, int width, int height,
                        tilepdb_kind kind, const tilepdb_board *goal, int table_blank,
                        bool reflection) {
    partition_read(solving, partition, width, height, table_blank);
    tables_open(solving, NULL, kind);
    solver_make(solving, goal, reflection);
}

void solving_open_4x4(struct solving *solving, const char *dir, const char *partition,
                      tilepdb_kind kind, int goal_blank, bool reflection) {
    tilepdb_error error;
    tilepdb_board goal;
    require(tilepdb_goal(4, 4, goal_blank, &goal, &error), "goal", &error);
    solving_open(solving, dir, partition, kind, &goal, 15, reflection);
}

void solving_close(struct solving *solving) {
    tilepdb_solver_free(solving->solver);
    for (unsigned i = 0; i < solving->partition.count; i++) tilepdb_table_close(solving->tables[i]);
}

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
