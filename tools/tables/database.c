/* See database.h. */
#include "tables/database.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/lock_file.h"
#include "cli/paths.h"
#include "cli/signals.h"
#include "tables/memory_budget.h"
#include "tables/table_arguments.h"
#include "tables/table_locator.h"
#include "tilepdb_colours.h"

/* The colour tables of a solver, at most. */
#define COLOURS_MOST 6

/* Of what is left of the time, so much may be spent on tables for a search. As long as no table of
 * many entries was generated, a core is expected to make so many in a second, a third of what one
 * with AVX-512 makes: a machine may be busy. If it makes fewer, the limit stops it. */
#define TIME_SHARE         0.5
#define ENTRIES_PER_SECOND 1e8
#define MANY_ENTRIES       10000000

/* Where memory is short, tables of so many entries for each byte are tried, of which half is for
 * tables of a bit for an entry, and then of half as many, as long as they are worth it. */
#define MOST_ENTRIES  4
#define LEAST_ENTRIES 100000

/* Where a partition does not fit, one of so many times fewer entries is built. */
#define FEWER 8

/* What fills a database. */
struct loader {
    struct database *database;
    const struct database_request *request;
    struct cli_progress *progress;
    struct table_locator locator;
    bool found;             /* the files of what is loaded, before it is */
    bool exceeds_memory;    /* for files that are there */
    bool keep;              /* what is generated, until that fails */
    bool quiet;             /* where a table cannot be generated, the caller goes on without */
    bool retries_smaller;   /* the same where there is no memory for one: smaller ones follow */
    bool retry_noted;       /* that was reported */
    tilepdb_error shortage; /* of memory, the last one */
};

/* ---- tables ---------------------------------------------------------------------------------- */

static void database_list(struct database *database, const tilepdb_table *table) {
    database->tables = cli_grown(database->tables, database->count, sizeof *database->tables);
    database->tables[database->count++] = table;
}

/* Takes over path, command and table. */
static void database_add(struct database *database, char *path, char *command,
                         tilepdb_table *table) {
    database->open = cli_grown(database->open, database->open_count, sizeof *database->open);
    database->open[database->open_count++] = (struct open_table){path, command, table};
    database_list(database, table);
}

/* NULL: it is not open. */
static const tilepdb_table *open_find(const struct database *database, const char *path) {
    for (size_t i = 0; i < database->open_count; i++)
        if (strcmp(database->open[i].path, path) == 0) return database->open[i].table;
    return NULL;
}

static bool is_multi(const struct loader *loader) {
    return loader->request->metric == TILEPDB_METRIC_MULTI;
}

/* Work that was cancelled ended at the limit of time. */
static bool is_out_of_time(const struct loader *loader) {
    loader->database->out_of_time = !cli_signal() && cli_progress_left(loader->progress) <= 0;
    return loader->database->out_of_time;
}

static void generation_rate_note(const struct loader *loader, const tilepdb_table *table,
                                 double seconds) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    if (info.entries >= MANY_ENTRIES && seconds > 0)
        loader->progress->generation_rate = (double)info.entries / seconds;
}

static tilepdb_status generate_table(const struct loader *loader, const struct table_set *set,
                                     unsigned i, tilepdb_table **table, tilepdb_error *error) {
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.variant = loader->request->common->variant;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    const double began = clock_seconds();
    const tilepdb_status status =
        tilepdb_table_generate(&set->patterns[i], set->kind, &options, table, error);
    if (!status) generation_rate_note(loader, *table, clock_seconds() - began);
    return status;
}

static tilepdb_status save_table(const struct loader *loader, const char *path,
                                 const tilepdb_table *table, tilepdb_error *error) {
    tilepdb_save_options options;
    tilepdb_save_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    return tilepdb_table_save(table, path, &options, error);
}

static tilepdb_status open_table(const struct loader *loader, const char *path,
                                 tilepdb_table **table, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    options.preload = loader->request->preload;
    options.node = loader->request->node;
    return tilepdb_table_open(path, &options, table, error);
}

/* The file's name says what it should hold; its content decides. */
static bool holds(const tilepdb_table *table, const struct table_set *set, unsigned i) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    return table_info_matches(&info, &set->patterns[i], set->kind);
}

/* ---- tables that are used together --------------------------------------------------------- */

/* Whether it failed for lack of memory, which is noted. */
static bool is_short(struct loader *loader, const tilepdb_error *error) {
    if (error->status != TILEPDB_ERROR_MEMORY && error->status != TILEPDB_ERROR_TOO_LARGE)
        return false;
    loader->database->short_of_memory = true;
    loader->shortage = *error;
    return true;
}

/* What was opened, or failed with a status. */
static int check_file(struct loader *loader, const struct table_set *set, unsigned i,
                      const char *path, const char *command, tilepdb_table *table,
                      tilepdb_error *error) {
    if (error->status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    if (!error->status && holds(table, set, i)) return CLI_SUCCESS;
    if (!error->status) {
        tilepdb_table_close(table);
        error->status = TILEPDB_ERROR_FORMAT;
        snprintf(error->message, sizeof error->message,
                 "holds a different table than its name says");
    }
    if (is_short(loader, error) && loader->retries_smaller) return CLI_NO;
    return cli_fail_table(path, error, command);
}

static int keep_table(struct loader *loader, const char *path, const tilepdb_table *table) {
    tilepdb_error error = {.status = TILEPDB_OK};
    save_table(loader, path, table, &error);
    if (error.status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    return table_locator_report_saved(&loader->locator, path, &error, &loader->keep);
}

static int make_table(struct loader *loader, const struct table_set *set, unsigned i,
                      const char *path, tilepdb_table **table) {
    tilepdb_error error;
    tilepdb_status status = generate_table(loader, set, i, table, &error);
    if (status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    const bool retries = status && is_short(loader, &error) && loader->retries_smaller;
    const bool silent = loader->quiet || retries || (status == TILEPDB_CANCELLED && !loader->keep);
    if (status) return silent ? cli_exit_code(status) : cli_fail(path, &error);
    const int code = loader->keep ? keep_table(loader, path, *table) : CLI_SUCCESS;
    if (code != CLI_SUCCESS) tilepdb_table_close(*table);
    return code;
}

/* Opens the i-th file, or generates the table: what was there when it was looked for may have been
 * removed since, by another process. */
static int open_or_make(struct loader *loader, const struct table_set *set, unsigned i,
                        const char *path, const char *command, tilepdb_table **table) {
    tilepdb_error error = {.status = TILEPDB_ERROR_NOT_FOUND};
    if (!loader->locator.unusable) error.status = open_table(loader, path, table, &error);
    if (error.status != TILEPDB_ERROR_NOT_FOUND || loader->request->no_generate)
        return check_file(loader, set, i, path, command, *table, &error);
    if (loader->found) cli_note("%s was removed meanwhile: generating it in memory", path);
    struct cli_lock_file lock = {0};
    if (loader->keep && !cli_lock_file_acquire(&lock, path, cli_progress_left(loader->progress)))
        return is_out_of_time(loader) ? CLI_NO : cli_exit_code(TILEPDB_CANCELLED);
    if (loader->keep) error.status = open_table(loader, path, table, &error);
    const int code = error.status == TILEPDB_ERROR_NOT_FOUND
                         ? make_table(loader, set, i, path, table)
                         : check_file(loader, set, i, path, command, *table, &error);
    cli_lock_file_release(&lock);
    return code;
}

static int load_table(struct loader *loader, const struct table_set *set, unsigned i) {
    struct database *database = loader->database;
    char *path = table_locator_path(&loader->locator, set, i);
    const tilepdb_table *open = open_find(database, path);
    if (open) {
        database_list(database, open);
        free(path);
        return CLI_SUCCESS;
    }
    tilepdb_table *table = NULL;
    char *command = table_set_command(set, loader->request->common);
    const int code = open_or_make(loader, set, i, path, command, &table);
    if (code == CLI_SUCCESS) {
        database_add(database, path, command, table);
    } else {
        free(path);
        free(command);
    }
    return code;
}

static void database_name(struct database *database, const char *name) {
    char *whole = database->name ? cli_text("%s+%s", database->name, name) : cli_text("%s", name);
    free(database->name);
    database->name = whole;
}

static int load_all(struct loader *loader, const struct table_set *set) {
    if (!loader->quiet) database_name(loader->database, set->name);
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < set->count && code == CLI_SUCCESS; i++) {
        char *title = table_set_title(set, i);
        cli_progress_title(loader->progress, "%s", title);
        free(title);
        code = load_table(loader, set, i);
    }
    cli_progress_clear();
    return code;
}

/* Whether there is time for the tables that are missing, with enough left to use them. */
static bool has_time(const struct loader *loader, const struct table_set *set) {
    struct database *database = loader->database;
    const double left = cli_progress_left(loader->progress);
    double entries = 0;
    for (unsigned i = 0; i < set->count && !isinf(left); i++) {
        char *path = table_locator_path(&loader->locator, set, i);
        tilepdb_generate_need need;
        if (!open_find(database, path) && !cli_file_exists(path) &&
            !tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL))
            entries += (double)need.entries;
        free(path);
    }
    double rate = loader->progress->generation_rate;
    if (rate <= 0) rate = ENTRIES_PER_SECOND * cli_jobs(loader->request->common);
    database->out_of_time = entries > left * TIME_SHARE * rate;
    return !database->out_of_time;
}

/* ---- memory budget --------------------------------------------------------------------------- */

/* The memory of a search with them, and with the tables that are open. */
static uint64_t memory_with(const struct loader *loader, const struct table_set *set, bool there) {
    const struct database *database = loader->database;
    struct memory_budget budget = {0};
    for (size_t i = 0; i < database->open_count; i++)
        memory_budget_add_open(&budget, database->open[i].table);
    for (unsigned i = 0; i < set->count; i++) {
        char *path = table_locator_path(&loader->locator, set, i);
        if (!open_find(database, path))
            memory_budget_add(&budget, &set->patterns[i], set->kind, there);
        free(path);
    }
    if (loader->request->both_directions) budget.tables *= 2;
    return memory_budget_total(&budget);
}

static bool fits_memory(const struct loader *loader, const struct table_set *set, bool there) {
    const uint64_t limit = loader->request->memory;
    return limit == 0 || memory_with(loader, set, there) <= limit;
}

static int refuse_memory(const struct loader *loader, const struct table_set *set, bool there) {
    const bool unnamed = set->suggested && !loader->request->show_tiles;
    tilepdb_error error = {.status = TILEPDB_ERROR_MEMORY};
    snprintf(error.message, sizeof error.message,
             "--memory: a search with %s needs %s, twice its tables or what makes them; choose a "
             "larger SIZE, or smaller tables with --partition",
             unnamed ? "a small partition" : set->name, IN_BYTES(memory_with(loader, set, there)));
    return cli_fail(NULL, &error);
}

/* Before tables are generated: nothing may be in the way of their files. */
static int places_check(const struct loader *loader, const struct table_set *set) {
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < set->count && code == CLI_SUCCESS; i++) {
        char *path = table_locator_path(&loader->locator, set, i);
        code = cli_file_check(path);
        free(path);
    }
    return code;
}

/* Says that tables are generated, and whether they can be kept. */
static int announce(struct loader *loader, const struct table_set *set) {
    const struct table_locator *locator = &loader->locator;
    const bool stays = !locator->unusable && !loader->request->transient;
    const int code = stays ? places_check(loader, set) : CLI_SUCCESS;
    if (code == CLI_SUCCESS)
        loader->keep = table_locator_announce(locator, set, loader->request->transient);
    return code;
}

/* What was asked for: from the directory, otherwise generated into it. */
static int load_set(struct loader *loader, tilepdb_request name) {
    struct table_set set;
    int code = table_locator_find(&loader->locator, name, &set, &loader->found);
    if (code != CLI_SUCCESS) return code;
    if (!loader->found && loader->request->no_generate)
        return table_locator_report_missing(&loader->locator, &set);
    if (!fits_memory(loader, &set, loader->found))
        return refuse_memory(loader, &set, loader->found);
    loader->keep = false;
    if (!loader->found) code = announce(loader, &set);
    table_locator_fix_cell(&loader->locator, set.patterns[0].goal_blank);
    return code == CLI_SUCCESS ? load_all(loader, &set) : code;
}

static int load_all_named(struct loader *loader) {
    char *names = cli_text("%s", loader->request->partition);
    int code = table_locator_choose_cell(&loader->locator, names);
    char *rest = names;
    while (rest && code == CLI_SUCCESS) {
        const tilepdb_request name = {.text = strsep(&rest, "+")};
        if (is_multi(loader) && loader->database->count == COLOURS_MOST) {
            cli_complain("-p: a search takes at most %d colour tables", COLOURS_MOST);
            code = CLI_USAGE;
        } else {
            code = load_set(loader, name);
        }
    }
    free(names);
    return code;
}

/* ---- without a name -------------------------------------------------------------------------- */

/* The question before a stronger database than the one in memory is generated. */
static char *question_make(const struct loader *loader, const struct table_set *strong) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < strong->count; i++) {
        tilepdb_generate_need need;
        if (tilepdb_table_need(&strong->patterns[i], strong->kind, NULL, &need, NULL)) return NULL;
        bytes += need.table_bytes;
    }
    return cli_text("Generate the %s databases now? This takes a few seconds and %s in %s. [Y/n] ",
                    strong->name, IN_BYTES(bytes), loader->locator.directory);
}

static bool same_tables(const struct table_set *a, const struct table_set *b) {
    bool same = a->count == b->count;
    for (unsigned i = 0; i < a->count && same; i++)
        same = tilepdb_pattern_equal(&a->patterns[i], &b->patterns[i]);
    return same;
}

/* What is built if nothing else is there: smaller tables where --memory is. What is refused is the
 * smallest, so that the message names the least memory that is enough. */
static int quick_find(struct loader *loader, tilepdb_request name, struct table_set *quick) {
    int code = table_locator_find(&loader->locator, name, quick, &loader->found);
    uint64_t entries = loader->request->memory * MOST_ENTRIES;
    bool least = is_multi(loader);
    while (code == CLI_SUCCESS && !fits_memory(loader, quick, loader->found)) {
        if (least) return refuse_memory(loader, quick, loader->found);
        least = entries <= LEAST_ENTRIES;
        name = (tilepdb_request){.entries = least ? LEAST_ENTRIES : entries};
        entries /= 2;
        code = table_locator_find(&loader->locator, name, quick, &loader->found);
    }
    return code;
}

/* Closes what was loaded of a partition that does not fit into the memory. */
static void partition_drop(struct loader *loader) {
    struct database *database = loader->database;
    char *strongest = database->strongest;
    database->strongest = NULL;
    database_close(database);
    database->strongest = strongest;
}

/* Loads tables that were not named. `*fits` is false, without a message, if the memory is too small
 * for them. */
static int load_fitting(struct loader *loader, const struct table_set *set, bool *fits) {
    loader->retries_smaller = true;
    loader->shortage.status = TILEPDB_OK;
    const int code = load_all(loader, set);
    loader->retries_smaller = false;
    *fits = code == CLI_SUCCESS || !loader->shortage.status;
    if (*fits) return code;
    if (!loader->retry_noted)
        cli_note("there is not enough memory for %s: trying smaller tables",
                 set->suggested && !loader->request->show_tiles ? "a small partition" : set->name);
    loader->retry_noted = true;
    partition_drop(loader);
    return code;
}

static uint64_t entries_of(const struct table_set *set) {
    uint64_t entries = 0;
    tilepdb_generate_need need;
    for (unsigned i = 0; i < set->count; i++)
        if (!tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL))
            entries += need.entries;
    return entries;
}

/* Smaller partitions than one for which there was not enough memory, until one fits. */
static int load_smaller(struct loader *loader, struct table_set *set) {
    int code = CLI_NO;
    bool fits = false;
    uint64_t entries = entries_of(set);
    while (!fits && !is_multi(loader) && entries > LEAST_ENTRIES) {
        entries = entries / FEWER > LEAST_ENTRIES ? entries / FEWER : LEAST_ENTRIES;
        const tilepdb_request name = {.entries = entries};
        code = table_locator_find(&loader->locator, name, set, &loader->found);
        if (code != CLI_SUCCESS) return code;
        code = load_fitting(loader, set, &fits);
    }
    return fits ? code : cli_fail(NULL, &loader->shortage);
}

/* With nothing on disk: a small partition, or colouring, in memory. */
static int load_in_memory(struct loader *loader, struct table_set *quick,
                          const struct table_set *strong, bool slow) {
    const bool same = same_tables(quick, strong);
    if (same && is_multi(loader)) return load_all(loader, quick); /* there is nothing to say */
    bool keeps;
    char *missing = table_locator_missing_text(&loader->locator, NULL, &keeps);
    char *command = table_set_command(strong, loader->request->common);
    char *what = is_multi(loader) ? cli_text("a small table")
                 : quick->suggested && !loader->request->show_tiles
                     ? cli_text("a small partition")
                     : cli_text("partition %s", quick->name);
    if (loader->exceeds_memory)
        cli_note("the %s in %s are too large for --memory: building %s in memory",
                 is_multi(loader) ? "tables" : "databases", loader->locator.directory, what);
    else if (keeps)
        cli_note("%s: building %s in memory; '%s' generates and keeps %s", missing, what, command,
                 same ? "it" : "the strongest");
    else
        cli_note("%s: building %s in memory; name a directory with --dir to keep %s", missing, what,
                 is_multi(loader) ? "tables" : "databases");
    free(what);
    free(command);
    free(missing);
    char *question = NULL;
    if (!same && keeps && !is_multi(loader) && fits_memory(loader, strong, false))
        question = question_make(loader, strong);
    bool fits = true;
    int code = slow ? load_all(loader, quick) : load_fitting(loader, quick, &fits);
    if (!fits) code = load_smaller(loader, quick);
    if (fits)
        loader->database->question = question;
    else
        free(question);
    return code;
}

/* The one that most people have is offered first, and then again in its place. */
static bool is_named_first(const tilepdb_offer *defaults, size_t i) {
    const char *first = defaults->requests[0].text, *name = defaults->requests[i].text;
    return i > 0 && first && name && strcmp(first, name) == 0;
}

static int load_default(struct loader *loader) {
    tilepdb_offer defaults;
    tilepdb_offer_init(&defaults, &loader->locator.base);
    if (defaults.requests[0].text)
        loader->database->strongest = cli_text("%s", defaults.requests[0].text);
    if (loader->request->generate) return load_set(loader, defaults.requests[0]);
    struct table_set quick, strong, large;
    for (size_t i = 0; i < defaults.count || tilepdb_offer_quick(&defaults, &loader->locator.base);
         i++) {
        if (is_named_first(&defaults, i)) continue;
        int code =
            table_locator_find(&loader->locator, defaults.requests[i], &quick, &loader->found);
        if (code != CLI_SUCCESS) return code;
        bool fits = !loader->found || fits_memory(loader, &quick, true);
        loader->exceeds_memory = loader->exceeds_memory || !fits;
        if (loader->found && fits) code = load_fitting(loader, &quick, &fits);
        if (loader->found && fits) return code;
        if (loader->found) large = quick;
        if (i == 0) strong = quick;
    }
    if (loader->request->no_generate && loader->exceeds_memory)
        return refuse_memory(loader, &large, true);
    if (loader->request->no_generate && loader->shortage.status)
        return cli_fail(NULL, &loader->shortage);
    if (loader->request->no_generate)
        return table_locator_report_missing(&loader->locator, &strong);
    if (loader->request->defer && defaults.slow) {
        loader->database->deferred = true;
        return CLI_SUCCESS;
    }
    int code = quick_find(loader, defaults.quick, &quick);
    if (code == CLI_SUCCESS && loader->request->limit_time && !has_time(loader, &quick))
        return CLI_NO;
    return code == CLI_SUCCESS ? load_in_memory(loader, &quick, &strong, defaults.slow) : code;
}

/* Whether searches in multi-tile moves take such boards, before anything is generated in vain. */
static int check_size(const struct loader *loader) {
    tilepdb_pattern any;
    tilepdb_error error;
    const struct cli_board_size size = loader->locator.size;
    if (!is_multi(loader) ||
        !tilepdb_colouring_default(size.width, size.height, loader->locator.base.cells[0], &any,
                                   &error))
        return CLI_SUCCESS;
    cli_complain("%s; without --metric multi it is solved in moves of one tile", error.message);
    return cli_exit_code(error.status);
}

/* Looks for tables with this goal cell alone, if they serve. */
static void cell_prefer(struct table_locator *locator, int cell) {
    for (size_t i = 0; i < locator->base.cell_count; i++)
        if (locator->base.cells[i] == cell) {
            table_locator_fix_cell(locator, cell);
            return;
        }
}

int database_open(struct database *database, const struct database_request *request,
                  const tilepdb_board *goal, struct cli_progress *progress) {
    *database = (struct database){0};
    struct loader loader = {.database = database, .request = request, .progress = progress};
    int code = table_locator_init(&loader.locator, request->common, request->metric, request->blank,
                                  request->encoding, goal);
    if (request->cell) cell_prefer(&loader.locator, request->cell - 1);
    if (code == CLI_SUCCESS) code = check_size(&loader);
    if (code == CLI_SUCCESS)
        code = request->partition ? load_all_named(&loader) : load_default(&loader);
    table_locator_free(&loader.locator);
    return code;
}

/* Symmetric cells share what is generated: with tables that are open, or else on the first. */
static int cell_shared(const struct database *database, const struct table_locator *locator) {
    int least = locator->base.cells[0];
    for (size_t i = 1; i < locator->base.cell_count; i++)
        if (locator->base.cells[i] < least) least = locator->base.cells[i];
    if (database->open_count == 0) return least;
    tilepdb_table_info info;
    tilepdb_table_info_get(database->open[0].table, &info);
    return info.pattern.goal_blank;
}

/* One of them, of the cell of those before it. */
static int add_partition(struct loader *loader, const char *name) {
    const tilepdb_request named = {.text = name};
    struct table_locator *locator = &loader->locator;
    struct table_set set;
    int code = table_locator_find(locator, named, &set, &loader->found);
    if (code == CLI_SUCCESS && !loader->found && locator->base.cell_count > 1) {
        table_locator_fix_cell(locator, cell_shared(loader->database, locator));
        code = table_locator_find(locator, named, &set, &loader->found);
    }
    if (code != CLI_SUCCESS) return code;
    table_locator_fix_cell(locator, set.patterns[0].goal_blank);
    if (!loader->found && loader->request->no_generate) return CLI_FAILURE;
    if (!loader->found && loader->request->limit_time && !has_time(loader, &set)) return CLI_NO;
    if (!loader->found && loader->request->reason)
        cli_note("%s: building %s in memory", loader->request->reason, set.name);
    return load_all(loader, &set);
}

int database_add_partitions(struct database *database, const struct database_request *request,
                            const char *names, const tilepdb_board *goal,
                            struct cli_progress *progress) {
    struct loader loader = {
        .database = database, .request = request, .progress = progress, .quiet = true};
    database->out_of_time = false;
    const size_t before = database->count;
    int code = table_locator_init(&loader.locator, request->common, request->metric, request->blank,
                                  request->encoding, goal);
    if (code == CLI_SUCCESS) code = table_locator_choose_cell(&loader.locator, names);
    char *copy = cli_text("%s", names), *rest = copy;
    while (rest && code == CLI_SUCCESS) code = add_partition(&loader, strsep(&rest, "+"));
    free(copy);
    if (code != CLI_SUCCESS) database->count = before;
    table_locator_free(&loader.locator);
    return code;
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
