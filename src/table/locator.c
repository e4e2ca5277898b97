#include "table/locator.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/files.h"
#include "puzzle/board.h"
#include "tilepdb_colours.h"
#include "tilepdb_open.h"

size_t tilepdb_directory(char *path, size_t capacity) {
    return directory_of_environment(path, capacity);
}

/* ---- cells and kinds ------------------------------------------------------------------------- */

static void cell_add(tilepdb_locator *locator, int cell) {
    for (size_t i = 0; i < locator->cell_count; i++)
        if (locator->cells[i] == cell) return;
    locator->cells[locator->cell_count++] = cell;
}

static void cells_find(tilepdb_locator *locator, int blank) {
    const int width = locator->width, height = locator->height;
    const int x = blank % width, y = blank / width;
    const bool corner = (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
    if (corner) cell_add(locator, width * height - 1);
    cell_add(locator, blank);
    for (int image = 0; image < TILEPDB_MAX_IMAGES; image++) {
        const int column = image & 1 ? width - 1 - x : x;
        const int row = image & 2 ? height - 1 - y : y;
        if ((image & 4) == 0)
            cell_add(locator, row * width + column);
        else if (width == height)
            cell_add(locator, column * width + row);
    }
}

static void kinds_find(tilepdb_locator *locator) {
    static const tilepdb_kind single[TILEPDB_MAX_KINDS] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    };
    const bool multi = locator->metric == TILEPDB_METRIC_MULTI;
    locator->kind_count = multi ? 1 : TILEPDB_MAX_KINDS;
    memcpy(locator->kinds, single, sizeof single);
    if (multi) locator->kinds[0] = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
}

tilepdb_status tilepdb_locator_init(tilepdb_locator *locator, const tilepdb_board *goal,
                                    tilepdb_metric metric, const char *directory,
                                    tilepdb_error *error) {
    const tilepdb_status status = board_check_table(goal, error);
    if (status) return status;
    if (metric != TILEPDB_METRIC_SINGLE && metric != TILEPDB_METRIC_MULTI)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)metric);
    *locator = (tilepdb_locator){
        .directory = directory, .metric = metric, .width = goal->width, .height = goal->height};
    cells_find(locator, (int)board_blank(goal));
    if (metric == TILEPDB_METRIC_MULTI) locator->cell_count = 1; /* a colouring has one goal cell */
    kinds_find(locator);
    return TILEPDB_OK;
}

void tilepdb_locator_fix_cell(tilepdb_locator *locator, int cell) {
    locator->cells[0] = cell;
    locator->cell_count = 1;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static tilepdb_status set_partition(const tilepdb_locator *locator, tilepdb_request request,
                                    int cell, tilepdb_table_set *set, tilepdb_error *error) {
    tilepdb_partition partition;
    const tilepdb_status status =
        request.text ? tilepdb_partition_parse(request.text, locator->width, locator->height, cell,
                                               &partition, error)
                     : tilepdb_partition_suggest(locator->width, locator->height, cell,
                                                 request.entries, &partition, error);
    if (status) return status;
    memcpy(set->name, partition.name, sizeof set->name);
    set->count = partition.count;
    for (unsigned i = 0; i < set->count; i++)
        set->patterns[i] = tilepdb_partition_pattern(&partition, i);
    return TILEPDB_OK;
}

static tilepdb_status set_make(const tilepdb_locator *locator, tilepdb_request request, int cell,
                               tilepdb_kind kind, tilepdb_table_set *set, tilepdb_error *error) {
    *set = (tilepdb_table_set){.kind = kind, .count = 1};
    if (locator->metric != TILEPDB_METRIC_MULTI)
        return set_partition(locator, request, cell, set, error);
    if (request.text)
        return tilepdb_colouring_parse(request.text, locator->width, locator->height, cell,
                                       set->patterns, error);
    return tilepdb_colouring_default(locator->width, locator->height, cell, set->patterns, error);
}

char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    char name[TILEPDB_FILE_NAME];
    const size_t length = strlen(directory),
                 name_length = tilepdb_table_file_name(pattern, kind, name);
    const bool ends = length > 0 && directory[length - 1] == '/';
    char *path = malloc(length + name_length + 2);
    if (path) sprintf(path, "%s%s%s", directory, ends ? "" : "/", name);
    return path;
}

static tilepdb_status files_find(const tilepdb_locator *locator, const tilepdb_table_set *set,
                                 bool *found, tilepdb_error *error) {
    struct stat about;
    *found = locator->directory != NULL;
    for (unsigned i = 0; i < set->count && *found; i++) {
        char *path = locator_path(locator->directory, &set->patterns[i], set->kind);
        if (!path) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
        *found = stat(path, &about) == 0;
        free(path);
    }
    return TILEPDB_OK;
}

tilepdb_status tilepdb_locator_find(const tilepdb_locator *locator, tilepdb_request request,
                                    tilepdb_table_set *set, bool *found, tilepdb_error *error) {
    const size_t cell_count = request.text ? locator->cell_count : 1;
    *found = false;
    for (size_t k = 0; k < locator->kind_count; k++) {
        for (size_t c = 0; c < cell_count; c++) {
            tilepdb_status status =
                set_make(locator, request, locator->cells[c], locator->kinds[k], set, error);
            if (!status) status = files_find(locator, set, found, error);
            if (status || *found) return status;
        }
    }
    return set_make(locator, request, locator->cells[0], locator->kinds[0], set, error);
}

/* ---- several partitions ---------------------------------------------------------------------- */

/* Counts the partitions in `names`, NAME+NAME, whose files exist for a goal cell. Changes
 * `names`. */
static tilepdb_status names_count(tilepdb_locator locator, int cell, char *names, size_t *count,
                                  tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    tilepdb_table_set set;
    bool found;
    tilepdb_locator_fix_cell(&locator, cell);
    *count = 0;
    for (char *name = names, *next; name && !status; name = next) {
        next = strchr(name, '+');
        if (next) *next++ = '\0';
        const tilepdb_request request = {.text = name};
        status = tilepdb_locator_find(&locator, request, &set, &found, error);
        *count += found;
    }
    return status;
}

tilepdb_status tilepdb_locator_choose_cell(tilepdb_locator *locator, const char *names,
                                           tilepdb_error *error) {
    size_t most = 0, count = 0;
    int cell = 0;
    tilepdb_status status = TILEPDB_OK;
    if (!strchr(names, '+')) return TILEPDB_OK;
    for (size_t i = 0; i < locator->cell_count && !status; i++) {
        char *copy = strdup(names);
        if (!copy) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
        status = names_count(*locator, locator->cells[i], copy, &count, error);
        free(copy);
        if (status || count <= most) continue;
        cell = locator->cells[i];
        most = count;
    }
    if (!status && most > 0) tilepdb_locator_fix_cell(locator, cell);
    return status;
}

/* ---- the default requests -------------------------------------------------------------------- */

/* Largest number of entries that one core generates within two seconds, even on narrow boards,
 * where an entry takes twice the time. */
#define QUICK_ENTRIES 200000000

/* Number of entries generated in a few seconds: twice 7-8 on 4x4. */
#define STRONG_ENTRIES 3000000000

/* Number of entries generated in a tenth of a second, such as 6-6-3 on 4x4. */
#define INSTANT_ENTRIES 50000000

static bool entry_fits(const tilepdb_catalogue_entry *entry, const tilepdb_locator *locator) {
    return (entry->width == locator->width && entry->height == locator->height) ||
           (entry->width == locator->height && entry->height == locator->width);
}

static void request_add(tilepdb_default_requests *defaults, tilepdb_request request) {
    if (defaults->count < TILEPDB_MAX_REQUESTS) defaults->requests[defaults->count++] = request;
}

/* True for names such as 6-6-6-6-a and 6-6-6-6-b. */
static bool are_variants(const char *a, const char *b) {
    const size_t length = strlen(a);
    return length == strlen(b) && isalpha((unsigned char)a[length - 1]) &&
           isalpha((unsigned char)b[length - 1]) && !strncmp(a, b, length - 1);
}

/* The catalogue is read backwards. Of variants, the best has the first letter and must precede
 * the others. */
static void partition_add(tilepdb_default_requests *defaults, const char *name) {
    size_t at = defaults->count;
    request_add(defaults, (tilepdb_request){.text = name});
    if (at == defaults->count) return;
    for (; at > 0 && are_variants(name, defaults->requests[at - 1].text); at--) {
        defaults->requests[at] = defaults->requests[at - 1];
        defaults->requests[at - 1].text = name;
    }
}

/* The entries depend only on the patterns' numbers of tiles. */
static uint64_t entries_of(const tilepdb_locator *locator, const char *name) {
    uint64_t sum = 0, of_size[TILEPDB_TABLE_MAX_CELLS] = {0};
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, locator->width, locator->height, locator->cells[0],
                                &partition, NULL))
        return UINT64_MAX;
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        uint64_t *entries = &of_size[bits_count32(pattern.tiles)];
        tilepdb_generate_need need;
        if (*entries == 0) {
            if (tilepdb_table_need(&pattern, locator->kinds[0], NULL, &need, NULL))
                return UINT64_MAX;
            *entries = need.entries;
        }
        sum += *entries;
    }
    return sum;
}

/* Lists partitions from large to small. On 4x4 most users have 7-8, and 6-6-3 is quick to build. */
static void default_partitions(tilepdb_default_requests *defaults, const tilepdb_locator *locator) {
    const bool standard = locator->width == 4 && locator->height == 4;
    if (standard) request_add(defaults, (tilepdb_request){.text = "7-8"});
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!entry_fits(entry, locator)) continue;
        partition_add(defaults, entry->name);
        defaults->quick.text = entry->name;
    }
    if (standard) defaults->quick.text = "6-6-3";
    if (defaults->count == 0) request_add(defaults, (tilepdb_request){.entries = STRONG_ENTRIES});
}

bool tilepdb_default_requests_quick(tilepdb_default_requests *defaults,
                                    const tilepdb_locator *locator) {
    if (defaults->decided || locator->metric == TILEPDB_METRIC_MULTI) return false;
    defaults->decided = true;
    const uint64_t entries =
        defaults->quick.text ? entries_of(locator, defaults->quick.text) : UINT64_MAX;
    defaults->slow = entries > INSTANT_ENTRIES;
    if (entries <= QUICK_ENTRIES) return false;
    defaults->quick = (tilepdb_request){.entries = QUICK_ENTRIES};
    const size_t before = defaults->count;
    request_add(defaults, defaults->quick);
    return defaults->count > before;
}

/* Lists colourings with the blank on the goal's cell, from large to small, then the default. */
static void default_colourings(tilepdb_default_requests *defaults, const tilepdb_locator *locator) {
    for (size_t i = tilepdb_colouring_count(); i-- > 0;) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern any;
        if (entry->width == locator->width && entry->height == locator->height &&
            !tilepdb_colouring_parse(entry->name, locator->width, locator->height,
                                     locator->cells[0], &any, NULL))
            request_add(defaults, (tilepdb_request){.text = entry->name});
    }
    request_add(defaults, defaults->quick);
}

void tilepdb_default_requests_init(tilepdb_default_requests *defaults,
                                   const tilepdb_locator *locator) {
    *defaults = (tilepdb_default_requests){0};
    if (locator->metric == TILEPDB_METRIC_MULTI)
        default_colourings(defaults, locator);
    else
        default_partitions(defaults, locator);
}
