#include "cli/database.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/directory.h"
#include "cli/lookup.h"

/* What fills a database. */
struct loader {
    struct database *database;
    const struct database_wish *wish;
    struct cli_progress *progress;
    struct lookup lookup;
};

/* ---- tables ---------------------------------------------------------------------------------- */

static void database_list(struct database *database, const tilepdb_table *table) {
    size_t bytes = (database->count + 1) * sizeof *database->tables;
    database->tables = cli_allocated(realloc(database->tables, bytes));
    database->tables[database->count++] = table;
}

/* Takes over path and table. */
static void database_add(struct database *database, char *path, tilepdb_table *table) {
    size_t bytes = (database->open_count + 1) * sizeof *database->open;
    database->open = cli_allocated(realloc(database->open, bytes));
    database->open[database->open_count++] = (struct open_table){path, table};
    database_list(database, table);
}

static tilepdb_status generate_table(const struct loader *loader, const struct choice *choice,
                                     unsigned i, tilepdb_table **table, tilepdb_error *error) {
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = loader->wish->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    tilepdb_pattern pattern = tilepdb_partition_pattern(&choice->partition, i);
    return tilepdb_table_generate(&pattern, choice->kind, &options, table, error);
}

static tilepdb_status save_table(const struct loader *loader, const char *path,
                                 const tilepdb_table *table, tilepdb_error *error) {
    tilepdb_save_options options;
    tilepdb_save_options_init(&options);
    options.threads = loader->wish->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    return tilepdb_table_save(table, path, &options, error);
}

static tilepdb_status open_table(const struct loader *loader, const char *path,
                                 tilepdb_table **table, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = loader->wish->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    options.preload = loader->wish->preload;
    return tilepdb_table_open(path, &options, table, error);
}

/* The file's name says what it should hold; its content decides. */
static bool holds(const tilepdb_table *table, const struct choice *choice, unsigned i) {
    tilepdb_table_info info;
    tilepdb_pattern pattern = tilepdb_partition_pattern(&choice->partition, i);
    tilepdb_table_info_get(table, &info);
    return info.pattern.width == pattern.width && info.pattern.height == pattern.height &&
           info.pattern.goal_blank == pattern.goal_blank && info.pattern.tiles == pattern.tiles &&
           info.kind.blank == choice->kind.blank && info.kind.encoding == choice->kind.encoding;
}

/* ---- partitions ------------------------------------------------------------------------------ */

/* What a user can do about a file that is there and cannot be used. */
static void advise(const struct loader *loader, const char *name, const struct choice *choice) {
    char *call = lookup_pdbgen(&loader->lookup, name, choice);
    cli_complain("'%s --force' makes it again", call);
    free(call);
}

static int load_file(const struct loader *loader, const char *name, const struct choice *choice,
                     unsigned i, const char *path, tilepdb_table **table) {
    tilepdb_error error;
    tilepdb_status status = open_table(loader, path, table, &error);
    if (status == TILEPDB_OK && holds(*table, choice, i)) return CLI_SUCCESS;
    int code = CLI_FAILURE;
    if (status == TILEPDB_OK) {
        tilepdb_table_close(*table);
        cli_complain("%s holds another table than its name says", path);
    } else {
        code = cli_fail(path, &error);
    }
    if (code == CLI_FAILURE) advise(loader, name, choice);
    return code;
}

static int make_table(const struct loader *loader, const struct choice *choice, unsigned i,
                      const char *path, bool keep, tilepdb_table **table) {
    tilepdb_error error;
    tilepdb_status status = generate_table(loader, choice, i, table, &error);
    if (status != TILEPDB_OK) return cli_fail(path, &error);
    if (keep) status = save_table(loader, path, *table, &error);
    if (status == TILEPDB_OK) return CLI_SUCCESS;
    tilepdb_table_close(*table);
    return cli_fail(path, &error);
}

/* Opens the i-th file of a choice, or generates the table, to be saved if `keep`. */
static int load_table(const struct loader *loader, const char *name, const struct choice *choice,
                      unsigned i, bool keep) {
    struct database *database = loader->database;
    char *path = lookup_path(&loader->lookup, choice, i);
    for (size_t j = 0; j < database->open_count; j++) {
        if (strcmp(database->open[j].path, path) != 0) continue;
        database_list(database, database->open[j].table);
        free(path);
        return CLI_SUCCESS;
    }
    tilepdb_table *table;
    int code = cli_file_exists(path) ? load_file(loader, name, choice, i, path, &table)
                                     : make_table(loader, choice, i, path, keep, &table);
    if (code == CLI_SUCCESS) {
        database_add(database, path, table);
    } else {
        free(path);
    }
    return code;
}

static int load_choice(const struct loader *loader, const char *name, const struct choice *choice,
                       bool keep) {
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < choice->partition.count && code == CLI_SUCCESS; i++) {
        cli_progress_title(loader->progress, "%s (%u of %u)", name, i + 1, choice->partition.count);
        code = load_table(loader, name, choice, i, keep);
    }
    cli_progress_clear();
    return code;
}

static int refuse_to_generate(const struct loader *loader, const char *name,
                              const struct choice *choice) {
    char *call = lookup_pdbgen(&loader->lookup, name, choice);
    cli_complain("there is no database %s for this goal in %s; '%s' makes it", name,
                 loader->lookup.directory, call);
    free(call);
    return CLI_FAILURE;
}

/* One name of --partition: from the directory, else generated into it. */
static int load_named(struct loader *loader, const char *name) {
    struct choice choice;
    bool found;
    int code = lookup_find(&loader->lookup, name, &choice, &found);
    if (code != CLI_SUCCESS) return code;
    if (!found && loader->wish->no_generate) return refuse_to_generate(loader, name, &choice);
    if (!found) {
        char *call = lookup_pdbgen(&loader->lookup, name, &choice);
        cli_note("there is no database %s for this goal in %s: generating and keeping it, as '%s' "
                 "does",
                 name, loader->lookup.directory, call);
        free(call);
        code = cli_directory_make(loader->lookup.directory);
    }
    lookup_fix_cell(&loader->lookup, choice.partition.goal_blank);
    return code == CLI_SUCCESS ? load_choice(loader, name, &choice, true) : code;
}

static int load_all_named(struct loader *loader) {
    char *names = cli_text("%s", loader->wish->partition);
    int code = CLI_SUCCESS;
    char *rest = names;
    while (rest != NULL && code == CLI_SUCCESS) {
        char *name = strsep(&rest, "+");
        code = load_named(loader, name);
    }
    free(names);
    return code;
}

/* What the catalogue has for a size. */
struct offer {
    const char *names[64]; /* in the order in which files are looked for */
    size_t count;
    const char *quick; /* to be built in memory */
};

/* From large to small; but on 4x4, what most people have comes first, and what pays is built. */
static void offer_init(struct offer *offer, struct cli_board_size size) {
    *offer = (struct offer){0};
    bool standard = size.width == 4 && size.height == 4;
    if (standard) offer->names[offer->count++] = "7-8";
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        bool fits = (entry->width == size.width && entry->height == size.height) ||
                    (entry->width == size.height && entry->height == size.width);
        if (!fits || offer->count == sizeof offer->names / sizeof *offer->names) continue;
        offer->names[offer->count++] = entry->name;
    }
    if (offer->count > 0) offer->quick = standard ? "6-6-3" : offer->names[offer->count - 1];
}

/* With no database on disk: a small partition, in memory. */
static int load_in_memory(const struct loader *loader, const char *quick, const char *best) {
    struct choice small;
    struct choice large;
    bool found;
    int code = lookup_find(&loader->lookup, quick, &small, &found);
    if (code == CLI_SUCCESS) code = lookup_find(&loader->lookup, best, &large, &found);
    if (code != CLI_SUCCESS) return code;
    if (loader->wish->no_generate) return refuse_to_generate(loader, best, &large);
    char *call = lookup_pdbgen(&loader->lookup, best, &large);
    cli_note("no database for this goal in %s: building partition %s in memory; '%s' makes %s once "
             "for all",
             loader->lookup.directory, quick, call,
             strcmp(quick, best) == 0 ? "it" : "the strongest");
    free(call);
    return load_choice(loader, quick, &small, false);
}

static int load_default(const struct loader *loader) {
    struct offer offer;
    offer_init(&offer, loader->lookup.size);
    for (size_t i = 0; i < offer.count; i++) {
        struct choice choice;
        bool found;
        int code = lookup_find(&loader->lookup, offer.names[i], &choice, &found);
        if (code != CLI_SUCCESS) return code;
        if (found) return load_choice(loader, offer.names[i], &choice, false);
    }
    if (offer.count > 0) return load_in_memory(loader, offer.quick, offer.names[0]);
    if (loader->wish->no_generate) {
        cli_complain("there is no database for %dx%d boards in the catalogue; name the tiles with "
                     "--partition, or use --heuristic manhattan",
                     loader->lookup.size.width, loader->lookup.size.height);
        return CLI_FAILURE;
    }
    cli_note("the catalogue has no database for %dx%d boards: searching with --heuristic manhattan",
             loader->lookup.size.width, loader->lookup.size.height);
    return CLI_SUCCESS;
}

int database_open(struct database *database, const struct database_wish *wish,
                  const tilepdb_board *goal, struct cli_progress *progress) {
    *database = (struct database){0};
    struct loader loader = {.database = database, .wish = wish, .progress = progress};
    int code = lookup_init(&loader.lookup, wish->common, wish->blank, wish->encoding, goal);
    if (code == CLI_SUCCESS) {
        code = wish->partition != NULL ? load_all_named(&loader) : load_default(&loader);
    }
    lookup_free(&loader.lookup);
    return code;
}

void database_close(struct database *database) {
    for (size_t i = 0; i < database->open_count; i++) {
        tilepdb_table_close(database->open[i].table);
        free(database->open[i].path);
    }
    free(database->open);
    free(database->tables);
}
