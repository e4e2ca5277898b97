/* See table_events.h. */
#include "tables/table_events.h"

#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_arguments.h"
#include "tables/table_set.h"

/* Making the table of a goal takes seconds if it needs this much memory. */
#define MANY_BYTES (UINT64_C(48) << 20)

static const char *noun(const tilepdb_engine_event *event) {
    return event->metric == TILEPDB_METRIC_MULTI ? "colour table" : "database";
}

static const char *name_shown(const tilepdb_table_set *set, bool show_tiles) {
    return set->suggested && !show_tiles ? "a small partition" : set->name;
}

static const char *name_known(const tilepdb_table_set *set) {
    return set->suggested ? NULL : set->name;
}

/* Returns a text such as "no database 7-8 for this goal in DIR", with the reason if none can be
 * kept there. `name` may be NULL. The caller frees the text. */
static char *missing_text(const tilepdb_engine_event *event, const char *name) {
    if (!event->directory) return cli_text("no directory for databases: " CLI_NO_DIRECTORY);
    if (event->unusable) {
        char *advice = cli_advise_directory(event->directory, event->os_error);
        char *text = cli_text("the directory for databases %s cannot be used: %s%s%s%s",
                              event->directory, strerror(event->os_error), advice ? " (" : "",
                              advice ? advice : "", advice ? ")" : "");
        free(advice);
        return text;
    }
    return cli_text("no %s%s%s for this goal in %s%s%s", noun(event), name ? " " : "",
                    name ? name : "", event->directory,
                    event->os_error ? ", and none can be kept there: " : "",
                    event->os_error ? strerror(event->os_error) : "");
}

static void print_absent(const tilepdb_engine_event *event, const struct cli_common *common) {
    char *missing = missing_text(event, name_known(event->tables));
    char *command = table_set_command(event->tables, common);
    if (event->kept)
        cli_complain("%s; '%s' generates it", missing, command);
    else
        cli_complain("%s; name another with --dir", missing);
    free(command);
    free(missing);
}

static void print_make(const tilepdb_engine_event *event, const struct cli_common *common) {
    const char *name = name_known(event->tables);
    char *missing = missing_text(event, name);
    char *command = table_set_command(event->tables, common);
    if (event->kept)
        cli_note("%s: generating and keeping it, as '%s' does", missing, command);
    else if (event->transient)
        cli_note("%s: generating %s in memory; '%s' generates and keeps it", missing,
                 name ? name : "one", command);
    else
        cli_note("%s: generating %s in memory; name a directory with --dir to keep it", missing,
                 name ? name : "one");
    free(command);
    free(missing);
}

static void print_build(const tilepdb_engine_event *event, const struct cli_common *common,
                        bool show_tiles) {
    const bool multi = event->metric == TILEPDB_METRIC_MULTI;
    const char *tables = multi ? "tables" : "databases";
    const char *shown = name_shown(event->tables, show_tiles);
    const bool same = strcmp(event->tables->name, event->strongest->name) == 0;
    char *what = multi                          ? cli_text("a small table")
                 : shown != event->tables->name ? cli_text("%s", shown)
                                                : cli_text("partition %s", shown);
    char *missing = missing_text(event, NULL);
    char *command = table_set_command(event->strongest, common);
    if (event->code == TILEPDB_EVENT_TOO_LARGE)
        cli_note("the %s in %s are too large for --memory: building %s in memory", tables,
                 event->directory, what);
    else if (event->kept)
        cli_note("%s: building %s in memory; '%s' generates and keeps %s", missing, what, command,
                 same ? "it" : "the strongest");
    else
        cli_note("%s: building %s in memory; name a directory with --dir to keep %s", missing, what,
                 tables);
    free(command);
    free(missing);
    free(what);
}

static void print_file(const tilepdb_engine_event *event, const struct cli_common *common) {
    char *command = table_set_command(event->tables, common);
    cli_fail_table(event->path, event->error, command);
    free(command);
}

static void print_failure(const tilepdb_engine_event *event) {
    if (event->error->code == TILEPDB_MESSAGE_COLOURING_SIZE)
        cli_complain("%s; without --metric multi it is solved in moves of one tile",
                     event->error->message);
    else
        cli_fail(NULL, event->error);
}

static void title_set(const tilepdb_engine_event *event, struct cli_progress *progress) {
    char *title = table_set_title(event->tables, event->index);
    cli_progress_title(progress, "%s", title);
    free(title);
}

void table_event_print(const tilepdb_engine_event *event, const struct cli_common *common,
                       struct cli_progress *progress, bool show_tiles) {
    const tilepdb_table_set *set = event->tables;
    switch (event->code) {
    case TILEPDB_EVENT_TABLE:
        title_set(event, progress);
        break;
    case TILEPDB_EVENT_GOAL_TABLE:
        if (event->kept && !event->path && event->bytes >= MANY_BYTES)
            cli_note(
                "making the table of the goal in memory (%s); pdbgen --goal keeps it in a file",
                IN_BYTES(event->bytes));
        cli_progress_title(progress, "table of the goal");
        break;
    case TILEPDB_EVENT_BUILD:
    case TILEPDB_EVENT_TOO_LARGE:
        print_build(event, common, show_tiles);
        break;
    case TILEPDB_EVENT_MAKE:
        print_make(event, common);
        break;
    case TILEPDB_EVENT_LARGER:
        cli_note("a larger table pays for this many boards: building %s in memory", set->name);
        break;
    case TILEPDB_EVENT_SMALLER:
        cli_note("there is not enough memory for %s: trying smaller tables",
                 name_shown(set, show_tiles));
        break;
    case TILEPDB_EVENT_REMOVED:
        cli_note("%s was removed meanwhile: generating it in memory", event->path);
        break;
    case TILEPDB_EVENT_WAIT:
        cli_note("%s: waiting for another process, which generates it", event->path);
        break;
    case TILEPDB_EVENT_NOT_KEPT:
        cli_note("%s; the %s stays in memory for this run; name another directory with --dir to "
                 "keep it",
                 event->error->message, noun(event));
        break;
    case TILEPDB_EVENT_FAILED:
        print_failure(event);
        break;
    case TILEPDB_EVENT_FAILED_NAME:
        table_name_refuse(event->name, true, event->metric, event->error);
        break;
    case TILEPDB_EVENT_FAILED_MEMORY:
        cli_complain("--memory: a search with %s needs %s: twice its tables, or the memory to "
                     "generate them; choose a larger SIZE, or smaller tables with --partition",
                     name_shown(set, show_tiles), IN_BYTES(event->bytes));
        break;
    case TILEPDB_EVENT_FAILED_ABSENT:
        print_absent(event, common);
        break;
    case TILEPDB_EVENT_FAILED_FILE:
        print_file(event, common);
        break;
    case TILEPDB_EVENT_FAILED_MAKE:
        cli_fail(event->path, event->error);
        break;
    case TILEPDB_EVENT_FAILED_PLACE:
        cli_file_check(event->path);
        break;
    case TILEPDB_EVENT_FAILED_DIRECTORY:
        cli_directory_refuse(event->directory, event->os_error);
        break;
    }
}
