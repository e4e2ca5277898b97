/*
 * Tables: generated, opened from the bytes of a file, and written. See core.h.
 */
#include "answer.h"
#include "core.h"
#include "tilepdb_colours.h"

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
               "\"bytes\":%llu}",
               (unsigned long)(uintptr_t)table, info.pattern.width, info.pattern.height,
               info.pattern.goal_blank, (unsigned long)info.pattern.tiles,
               (unsigned long long)info.table_bytes);
    return TILEPDB_OK;
}

/* The answer for a table of colours has "drawing", too. */
static int colours_answer(const tilepdb_table *colours) {
    tilepdb_table_info info;
    char drawing[TILEPDB_COLOURING_TEXT];
    tilepdb_table_info_get(colours, &info);
    tilepdb_colouring_draw(&info.pattern, drawing);
    answer_begin();
    answer_add("{\"table\":%lu,\"width\":%d,\"height\":%d,\"goalBlank\":%d,\"drawing\":\"%s\","
               "\"bytes\":%llu}",
               (unsigned long)(uintptr_t)colours, info.pattern.width, info.pattern.height,
               info.pattern.goal_blank, drawing, (unsigned long long)info.table_bytes);
    return TILEPDB_OK;
}

/* A blank-aware table in bits; `tiles` as in tilepdb_pattern. Tables live as long as the worker. */
int EXPORT(core_table_generate)(int width, int height, int goal_blank, uint32_t tiles);
int core_table_generate(int width, int height, int goal_blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = tiles};
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

/* A table of colours; the first text is its drawing, or empty for that of
 * tilepdb_colouring_default.
 */
int EXPORT(core_colours_generate)(int width, int height, int goal_blank);
int core_colours_generate(int width, int height, int goal_blank) {
    tilepdb_pattern colouring;
    tilepdb_generate_options options;
    tilepdb_table *colours;
    tilepdb_error error;
    const char *drawing = core_text(0);
    const tilepdb_status status =
        *drawing == '\0'
            ? tilepdb_colouring_default(width, height, goal_blank, &colouring, &error)
            : tilepdb_colouring_parse(drawing, width, height, goal_blank, &colouring, &error);
    tilepdb_generate_options_init(&options);
    options.progress = work_tell;
    if (status || tilepdb_table_generate(&colouring, tilepdb_kind_default(TILEPDB_METRIC_MULTI),
                                         &options, &colours, &error))
        return answer_error(&error);
    return colours_answer(colours);
}

/* The bytes of a table file of either kind, in memory of core_allocate that the table keeps; the
 * first text is the file's name. All of it is checked. */
int EXPORT(core_table_open)(const void *data, size_t size);
int core_table_open(const void *data, size_t size) {
    tilepdb_open_options options;
    tilepdb_table *table;
    tilepdb_table *colours;
    tilepdb_error error;
    tilepdb_open_options_init(&options);
    options.preload = true;
    const tilepdb_status status =
        tilepdb_table_open_memory(data, size, core_text(0), &options, &table, &error);
    if (status == TILEPDB_OK) return table_answer(table);
    if (status != TILEPDB_ERROR_ARGUMENT ||
        tilepdb_table_open_memory(data, size, core_text(0), &options, &colours, &error))
        return answer_error(&error);
    return colours_answer(colours);
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

int EXPORT(core_colours_save)(const tilepdb_table *colours);
int core_colours_save(const tilepdb_table *colours) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_info info;
    tilepdb_error error;
    tilepdb_table_info_get(colours, &info);
    tilepdb_table_file_name(&info.pattern, tilepdb_kind_default(TILEPDB_METRIC_MULTI), name);
    if (tilepdb_table_save(colours, name, NULL, &error)) return answer_error(&error);
    return colours_answer(colours);
}

void EXPORT(core_table_close)(tilepdb_table *table);
void core_table_close(tilepdb_table *table) {
    tilepdb_table_close(table);
}

void EXPORT(core_colours_free)(tilepdb_table *colours);
void core_colours_free(tilepdb_table *colours) {
    tilepdb_table_close(colours);
}
