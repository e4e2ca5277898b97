/*
 * Tables: generated, opened from the bytes of a file, and written. See core.h.
 */
#include "answer.h"
#include "core.h"

bool work_tell(const tilepdb_progress *progress, void *user) {
    (void)user;
    page_progress((int)progress->stage, progress->level, (double)progress->done,
                  (double)progress->total, progress->seconds);
    return true;
}

static int table_answer(const tilepdb_table *table) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    answer_begin();
    answer_add("{\"table\":%lu,\"width\":%d,\"height\":%d,\"goalBlank\":%d,\"tiles\":%lu,"
               "\"aware\":%d,\"bit\":%d,\"bytes\":%llu,\"levels\":%d}",
               (unsigned long)(uintptr_t)table, info.pattern.width, info.pattern.height,
               info.pattern.goal_blank, (unsigned long)info.pattern.tiles,
               info.kind.blank == TILEPDB_BLANK_AWARE, info.kind.encoding == TILEPDB_ENCODING_BIT,
               (unsigned long long)info.table_bytes, info.levels);
    return TILEPDB_OK;
}

/* A blank-aware table in bits; `tiles` as in tilepdb_pattern. Tables live as long as the worker. */
int EXPORT(core_table_generate)(int width, int height, int goal_blank, uint32_t tiles);
int core_table_generate(int width, int height, int goal_blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {(uint8_t)width, (uint8_t)height, (uint8_t)goal_blank, tiles};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.progress = work_tell;
    tilepdb_table *table;
    tilepdb_error error;
    if (tilepdb_table_generate(&pattern, kind, &options, &table, &error))
        return answer_error(&error);
    return table_answer(table);
}

/* The bytes of a table file, in memory of core_allocate that the table keeps; the input holds the
 * file's name. All of it is checked. */
int EXPORT(core_table_open)(const void *data, size_t size);
int core_table_open(const void *data, size_t size) {
    tilepdb_open_options options;
    tilepdb_table *table;
    tilepdb_error error;
    tilepdb_open_options_init(&options);
    options.preload = true;
    if (tilepdb_table_open_memory(data, size, core_text(), &options, &table, &error))
        return answer_error(&error);
    return table_answer(table);
}

/* Gives the page the bytes of the table's file, under its usual name. */
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
