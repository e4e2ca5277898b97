/* Names, generates, checks and saves tables. See core.h. */
#include "answer.h"
#include "core.h"
#include "tilepdb_tables.h"

bool progress_to_page(const tilepdb_progress *progress, void *user) {
    (void)user;
    page_progress((int)progress->stage, progress->level, (double)progress->done,
                  (double)progress->total, progress->seconds);
    return true;
}

static int table_answer(const tilepdb_table *table) {
    tilepdb_table_info info;
    char drawing[TILEPDB_COLOURING_TEXT], name[TILEPDB_FILE_NAME];
    tilepdb_table_info_get(table, &info);
    answer_begin();
    tilepdb_table_file_name(&info.pattern, info.kind, name);
    answer_add(
        "{\"table\":%lu,\"file\":\"%s\",\"width\":%d,\"height\":%d,\"goalBlank\":%d,\"tiles\":%lu,",
        (unsigned long)(uintptr_t)table, name, info.pattern.width, info.pattern.height,
        info.pattern.goal_blank, (unsigned long)info.pattern.tiles);
    if (tilepdb_colouring_draw(&info.pattern, drawing)) answer_add("\"drawing\":\"%s\",", drawing);
    answer_add("\"bytes\":%llu}", (unsigned long long)info.table_bytes);
    return TILEPDB_OK;
}

/* Reads the first text as a colouring; an empty text means the default. */
static tilepdb_status colouring_read(int width, int height, int goal_blank,
                                     tilepdb_pattern *pattern, tilepdb_error *error) {
    const char *drawing = core_text(0);
    return *drawing == '\0'
               ? tilepdb_colouring_default(width, height, goal_blank, pattern, error)
               : tilepdb_colouring_parse(drawing, width, height, goal_blank, pattern, error);
}

/* Generates a table of the fastest kind: of `tiles`, a bit set, or if 0, of the colouring in the
 * first text. Tables live as long as the worker. */
int EXPORT(core_table_generate)(int width, int height, int goal_blank, uint32_t tiles);
int core_table_generate(int width, int height, int goal_blank, uint32_t tiles) {
    tilepdb_pattern pattern = {.width = (uint8_t)width,
                               .height = (uint8_t)height,
                               .goal_blank = (uint8_t)goal_blank,
                               .tiles = tiles};
    tilepdb_generate_options options;
    tilepdb_table *table;
    tilepdb_error error;
    if (!tiles && colouring_read(width, height, goal_blank, &pattern, &error))
        return answer_error(&error);
    const tilepdb_kind kind =
        tilepdb_kind_default(tiles ? TILEPDB_METRIC_SINGLE : TILEPDB_METRIC_MULTI);
    tilepdb_generate_options_init(&options);
    options.progress = progress_to_page;
    if (tilepdb_table_generate(&pattern, kind, &options, &table, &error))
        return answer_error(&error);
    return table_answer(table);
}

/* Checks all of a table file of `size` bytes, named by the first text. */
int EXPORT(core_table_check)(const void *data, size_t size);
int core_table_check(const void *data, size_t size) {
    tilepdb_open_options options;
    tilepdb_table *table;
    tilepdb_error error;
    tilepdb_open_options_init(&options);
    options.preload = true;
    if (tilepdb_table_open_memory(data, size, core_text(0), &options, &table, &error))
        return answer_error(&error);
    const int status = table_answer(table);
    tilepdb_table_close(table);
    return status;
}

/* Input: a partition. Answers with the sets of tiles of its patterns. */
int EXPORT(core_partition)(int width, int height, int goal_blank);
int core_partition(int width, int height, int goal_blank) {
    tilepdb_partition partition;
    tilepdb_error error;
    if (tilepdb_partition_parse(core_text(0), width, height, goal_blank, &partition, &error))
        return answer_error(&error);
    answer_begin();
    answer_add("[");
    for (unsigned i = 0; i < partition.count; i++)
        answer_add("%s%lu", i ? "," : "", (unsigned long)partition.tiles[i]);
    answer_add("]");
    return TILEPDB_OK;
}

/* Passes the table's file to the page, under its usual name. */
int EXPORT(core_table_save)(const tilepdb_table *table);
int core_table_save(const tilepdb_table *table) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_info info;
    tilepdb_error error;
    tilepdb_table_info_get(table, &info);
    tilepdb_table_file_name(&info.pattern, info.kind, name);
    if (tilepdb_table_save(table, name, NULL, &error)) return answer_error(&error);
    return table_answer(table);
}

void EXPORT(core_table_close)(tilepdb_table *table);
void core_table_close(tilepdb_table *table) {
    tilepdb_table_close(table);
}
