#include "tables/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "tables/table_arguments.h"
#include "tables/table_text.h"
#include "tilepdb_colours.h"

/* If the default exceeds --memory, tries partitions of MOST_ENTRIES entries per byte of
 * --memory: half of the bytes are for tables, at one bit per entry. Each further try halves the
 * entries, down to LEAST_ENTRIES. */
#define MOST_ENTRIES  4
#define LEAST_ENTRIES 100000

/* divisor of a partition's entries after each lack of memory */
#define FEWER 8

/* ---- memory ---------------------------------------------------------------------------------- */

static bool fits_memory(const struct loader *loader, const struct table_set *set, bool there) {
    const uint64_t limit = loader->request->memory;
    return limit == 0 || loader_memory(loader, set, there) <= limit;
}

static const char *name_shown(const struct loader *loader, const struct table_set *set) {
    return set->suggested && !loader->request->show_tiles ? "a small partition" : set->name;
}

static int refuse_memory(const struct loader *loader, const struct table_set *set, bool there) {
    cli_complain("--memory: a search with %s needs %s: twice its tables, or the memory to generate "
                 "them; choose a larger SIZE, or smaller tables with --partition",
                 name_shown(loader, set), IN_BYTES(loader_memory(loader, set, there)));
    return CLI_NO;
}

/* ---- named tables ---------------------------------------------------------------------------- */

static int load_set(struct loader *loader, tilepdb_request request) {
    struct table_set set;
    int code = loader_find(loader, request, &set);
    if (code != CLI_SUCCESS) return code;
    if (!loader->found && loader->request->no_generate) return loader_refuse(loader, &set);
    if (!fits_memory(loader, &set, loader->found))
        return refuse_memory(loader, &set, loader->found);
    loader->keep = false;
    if (!loader->found) code = loader_announce(loader, &set);
    tilepdb_locator_fix_cell(&loader->locator, set.patterns[0].goal_blank);
    return code == CLI_SUCCESS ? loader_load(loader, &set) : code;
}

static int load_named(struct loader *loader) {
    char *names = cli_partition_side(loader->request->partition, false), *rest = names;
    int code = CLI_SUCCESS;
    loader_choose_cell(loader, names);
    while (rest && code == CLI_SUCCESS) {
        const tilepdb_request name = {.text = strsep(&rest, "+")};
        if (!loader_is_multi(loader) || loader->database->count < TILEPDB_MAX_PARTITIONS) {
            code = load_set(loader, name);
        } else {
            cli_complain("-p: a search takes at most %d colour databases", TILEPDB_MAX_PARTITIONS);
            code = CLI_USAGE;
        }
    }
    free(names);
    return code;
}

/* ---- default tables -------------------------------------------------------------------------- */

static char *question_make(const struct loader *loader, const struct table_set *strong) {
    tilepdb_generate_need need;
    if (!table_set_need(strong, &need)) return NULL;
    return cli_text("Generate the %s databases now? This takes a few seconds and %s in %s. [Y/n] ",
                    strong->name, IN_BYTES(need.table_bytes), loader->directory);
}

static bool same_tables(const struct table_set *a, const struct table_set *b) {
    bool same = a->count == b->count;
    for (unsigned i = 0; i < a->count && same; i++)
        same = tilepdb_pattern_equal(&a->patterns[i], &b->patterns[i]);
    return same;
}

/* With --memory, finds the largest tables that fit. A refusal names the smallest tables. */
static int quick_find(struct loader *loader, tilepdb_request request, struct table_set *quick) {
    int code = loader_find(loader, request, quick);
    uint64_t entries = loader->request->memory * MOST_ENTRIES;
    bool least = loader_is_multi(loader);
    while (code == CLI_SUCCESS && !fits_memory(loader, quick, loader->found)) {
        if (least) return refuse_memory(loader, quick, loader->found);
        least = entries <= LEAST_ENTRIES;
        request = (tilepdb_request){.entries = least ? LEAST_ENTRIES : entries};
        entries /= 2;
        code = loader_find(loader, request, quick);
    }
    return code;
}

/* Loads tables that were not named. If memory is short, sets *fits to false and empties the
 * database. */
static int load_fitting(struct loader *loader, const struct table_set *set, bool *fits) {
    loader->retries_smaller = true;
    loader->shortage.status = TILEPDB_OK;
    const int code = loader_load(loader, set);
    loader->retries_smaller = false;
    *fits = code == CLI_SUCCESS || !loader->shortage.status;
    if (*fits) return code;
    if (!loader->retry_noted)
        cli_note("there is not enough memory for %s: trying smaller tables",
                 name_shown(loader, set));
    loader->retry_noted = true;
    char *strongest = loader->database->strongest;
    loader->database->strongest = NULL;
    database_close(loader->database);
    loader->database->strongest = strongest;
    return code;
}

static int load_smaller(struct loader *loader, struct table_set *set) {
    int code = CLI_NO;
    bool fits = false;
    tilepdb_generate_need need;
    uint64_t entries = table_set_need(set, &need) ? need.entries : 0;
    while (!fits && !loader_is_multi(loader) && entries > LEAST_ENTRIES) {
        entries = entries / FEWER > LEAST_ENTRIES ? entries / FEWER : LEAST_ENTRIES;
        code = loader_find(loader, (tilepdb_request){.entries = entries}, set);
        if (code != CLI_SUCCESS) return code;
        code = load_fitting(loader, set, &fits);
    }
    return fits ? code : cli_fail(NULL, &loader->shortage);
}

/* With `keeps`, also notes the command that keeps stronger tables. */
static void note_memory(const struct loader *loader, const struct table_set *quick,
                        const struct table_set *strong, const char *missing, bool keeps) {
    const bool multi = loader_is_multi(loader), same = same_tables(quick, strong);
    const char *tables = multi ? "tables" : "databases", *shown = name_shown(loader, quick);
    char *what = multi                  ? cli_text("a small table")
                 : shown != quick->name ? cli_text("%s", shown)
                                        : cli_text("partition %s", shown);
    char *command = table_set_command(strong, loader->request->common);
    if (loader->exceeds_memory)
        cli_note("the %s in %s are too large for --memory: building %s in memory", tables,
                 loader->directory, what);
    else if (keeps)
        cli_note("%s: building %s in memory; '%s' generates and keeps %s", missing, what, command,
                 same ? "it" : "the strongest");
    else
        cli_note("%s: building %s in memory; name a directory with --dir to keep %s", missing, what,
                 tables);
    free(what);
    free(command);
}

static int load_in_memory(struct loader *loader, struct table_set *quick,
                          const struct table_set *strong, bool slow) {
    const bool same = same_tables(quick, strong), multi = loader_is_multi(loader);
    if (same && multi) return loader_load(loader, quick);
    bool keeps, fits = true;
    char *missing = loader_missing_text(loader, NULL, &keeps);
    note_memory(loader, quick, strong, missing, keeps);
    free(missing);
    char *question = NULL;
    if (!same && keeps && !multi && fits_memory(loader, strong, false))
        question = question_make(loader, strong);
    int code = slow ? loader_load(loader, quick) : load_fitting(loader, quick, &fits);
    if (fits) {
        loader->database->question = question;
        return code;
    }
    free(question);
    return load_smaller(loader, quick);
}

/* The first request repeats the most common partition of the list. */
static bool is_named_first(const tilepdb_default_requests *defaults, size_t i) {
    const char *first = defaults->requests[0].text, *name = defaults->requests[i].text;
    return i > 0 && first && name && strcmp(first, name) == 0;
}

static int load_default(struct loader *loader) {
    const struct database_request *request = loader->request;
    tilepdb_default_requests defaults;
    tilepdb_default_requests_init(&defaults, &loader->locator);
    if (defaults.requests[0].text)
        loader->database->strongest = cli_text("%s", defaults.requests[0].text);
    if (request->generate) return load_set(loader, defaults.requests[0]);
    struct table_set quick, strong, large;
    for (size_t i = 0;
         i < defaults.count || tilepdb_default_requests_quick(&defaults, &loader->locator); i++) {
        if (is_named_first(&defaults, i)) continue;
        const int code = loader_find(loader, defaults.requests[i], &quick);
        if (code != CLI_SUCCESS) return code;
        if (i == 0) strong = quick;
        if (!loader->found) continue;
        bool fits = fits_memory(loader, &quick, true);
        loader->exceeds_memory = loader->exceeds_memory || !fits;
        if (fits) {
            const int loaded = load_fitting(loader, &quick, &fits);
            if (fits) return loaded;
        }
        large = quick;
    }
    if (request->no_generate && loader->exceeds_memory) return refuse_memory(loader, &large, true);
    if (request->no_generate && loader->shortage.status) return cli_fail(NULL, &loader->shortage);
    if (request->no_generate) return loader_refuse(loader, &strong);
    loader->database->deferred = request->defer && defaults.slow;
    if (loader->database->deferred) return CLI_SUCCESS;
    const int code = quick_find(loader, defaults.quick, &quick);
    if (code != CLI_SUCCESS) return code;
    if (request->limit_time && !loader_has_time(loader, &quick)) return CLI_NO;
    return load_in_memory(loader, &quick, &strong, defaults.slow);
}

/* ---- a database ------------------------------------------------------------------------------ */

static int size_check(const struct loader *loader) {
    const tilepdb_locator *locator = &loader->locator;
    tilepdb_pattern any;
    tilepdb_error error;
    if (!loader_is_multi(loader) || !tilepdb_colouring_default(locator->width, locator->height,
                                                               locator->cells[0], &any, &error))
        return CLI_SUCCESS;
    cli_complain("%s; without --metric multi it is solved in moves of one tile", error.message);
    return cli_exit_code(error.status);
}

static void cell_prefer(tilepdb_locator *locator, int cell) {
    for (size_t i = 0; i < locator->cell_count; i++)
        if (locator->cells[i] == cell) {
            tilepdb_locator_fix_cell(locator, cell);
            return;
        }
}

int database_open(struct database *database, const struct database_request *request,
                  const tilepdb_board *goal, struct cli_progress *progress) {
    *database = (struct database){0};
    struct loader loader = {.database = database, .request = request, .progress = progress};
    int code = loader_init(&loader, goal);
    if (request->cell) cell_prefer(&loader.locator, request->cell - 1);
    if (code == CLI_SUCCESS) code = size_check(&loader);
    if (code == CLI_SUCCESS)
        code = request->partition ? load_named(&loader) : load_default(&loader);
    loader_free(&loader);
    return code;
}

/* Returns the goal cell of open tables, otherwise the least symmetric cell, so that symmetric
 * cells share tables. */
static int cell_shared(const struct database *database, const tilepdb_locator *locator) {
    int least = locator->cells[0];
    for (size_t i = 1; i < locator->cell_count; i++)
        if (locator->cells[i] < least) least = locator->cells[i];
    if (database->open_count == 0) return least;
    tilepdb_table_info info;
    tilepdb_table_info_get(database->open[0].table, &info);
    return info.pattern.goal_blank;
}

static int add_partition(struct loader *loader, const char *name) {
    const struct database_request *request = loader->request;
    const tilepdb_request named = {.text = name};
    tilepdb_locator *locator = &loader->locator;
    struct table_set set;
    int code = loader_find(loader, named, &set);
    if (code == CLI_SUCCESS && !loader->found && locator->cell_count > 1) {
        tilepdb_locator_fix_cell(locator, cell_shared(loader->database, locator));
        code = loader_find(loader, named, &set);
    }
    if (code != CLI_SUCCESS) return code;
    tilepdb_locator_fix_cell(locator, set.patterns[0].goal_blank);
    if (!loader->found && request->no_generate) return CLI_FAILURE;
    if (!loader->found && request->limit_time && !loader_has_time(loader, &set)) return CLI_NO;
    if (!loader->found && request->reason)
        cli_note("%s: building %s in memory", request->reason, set.name);
    return loader_load(loader, &set);
}

int database_add_partitions(struct database *database, const struct database_request *request,
                            const char *names, const tilepdb_board *goal,
                            struct cli_progress *progress) {
    struct loader loader = {
        .database = database, .request = request, .progress = progress, .quiet = true};
    database->out_of_time = false;
    const size_t before = database->count;
    int code = loader_init(&loader, goal);
    if (code == CLI_SUCCESS) loader_choose_cell(&loader, names);
    char *copy = cli_text("%s", names), *rest = copy;
    while (rest && code == CLI_SUCCESS) code = add_partition(&loader, strsep(&rest, "+"));
    free(copy);
    if (code != CLI_SUCCESS) database->count = before;
    loader_free(&loader);
    return code;
}

/* A core generates entries about as fast as nodes. Doubling the entries halves the nodes: on
 * 4x4, middle and large have 22 and 131 times the entries of small, and small needs 25 and 131
 * times their nodes. */
static const char *upgrade_choose(struct loader *loader, double nodes) {
    tilepdb_default_requests defaults;
    const char *best = NULL;
    double least = nodes, present = 0;
    for (size_t i = 0; i < loader->database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(loader->database->tables[i], &info);
        present += (double)info.entries;
    }
    tilepdb_default_requests_init(&defaults, &loader->locator);
    for (size_t i = 0; i < defaults.count; i++) {
        struct table_set set;
        if (!defaults.requests[i].text ||
            loader_find(loader, defaults.requests[i], &set) != CLI_SUCCESS)
            continue;
        tilepdb_generate_need need;
        const double entries = table_set_need(&set, &need) ? (double)need.entries : 0;
        if (entries <= present || !fits_memory(loader, &set, loader->found)) continue;
        const double work = (loader->found ? 0 : entries) + nodes * present / entries;
        if (work >= least) continue;
        best = defaults.requests[i].text;
        least = work;
    }
    return best;
}

char *database_upgrade(struct database *database, const struct database_request *request,
                       const tilepdb_board *goal, double nodes) {
    struct loader loader = {.database = database, .request = request};
    const char *best = NULL;
    if (request->metric != TILEPDB_METRIC_MULTI || request->partition || request->no_generate)
        return NULL;
    if (loader_init(&loader, goal) == CLI_SUCCESS) best = upgrade_choose(&loader, nodes);
    loader_free(&loader);
    return best ? cli_text("%s", best) : NULL;
}

char *database_advice(const struct database *database, const tilepdb_error *error) {
    for (size_t i = 0; i < database->open_count; i++) {
        const struct open_table *open = &database->open[i];
        const char *name = strrchr(open->path, '/');
        if (strstr(error->message, name ? name : open->path))
            return cli_table_advice(open->path, error->status, open->command);
    }
    return NULL;
}

void database_close(struct database *database) {
    for (size_t i = 0; i < database->open_count; i++) {
        tilepdb_table_close(database->open[i].table);
        free(database->open[i].path);
        free(database->open[i].command);
    }
    free(database->open);
    free(database->tables);
    free(database->question);
    free(database->name);
    free(database->strongest);
    *database = (struct database){0};
}
