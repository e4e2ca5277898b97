/* See offer.h. */
#include "tables/offer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tilepdb_colours.h"

/* What one core generates in a second or two, also on narrow boards, where an entry takes twice the
 * time: 7-8 of 4x4 has seven times as many. */
#define QUICK_ENTRIES 200000000
/* What is generated in a few seconds, twice 7-8 of 4x4. */
#define STRONG_ENTRIES 3000000000
/* What is generated in about a tenth of a second, such as 6-6-3 of 4x4. */
#define INSTANT_ENTRIES 50000000

static bool fits(const tilepdb_catalogue_entry *entry, struct cli_board_size size) {
    return (entry->width == size.width && entry->height == size.height) ||
           (entry->width == size.height && entry->height == size.width);
}

static void add(struct offer *offer, struct finder_name name) {
    if (offer->count < OFFER_MAX) offer->names[offer->count++] = name;
}

/* Whether both are like 6-6-6-6-b: the same sizes, and a letter. */
static bool are_variants(const char *a, const char *b) {
    const size_t length = strlen(a);
    return length == strlen(b) && isalpha((unsigned char)a[length - 1]) &&
           isalpha((unsigned char)b[length - 1]) && !strncmp(a, b, length - 1);
}

/* Adds names from the last of the catalogue to the first, but variants in the order of their
 * letters: the best comes first. */
static void add_backwards(struct offer *offer, const char *name) {
    size_t at = offer->count;
    add(offer, (struct finder_name){.text = name});
    if (at == offer->count) return;
    for (; at > 0 && are_variants(name, offer->names[at - 1].text); at--) {
        offer->names[at] = offer->names[at - 1];
        offer->names[at - 1].text = name;
    }
}

/* The entries of the tables of a partition. Patterns with the same number of tiles have the same
 * number of entries. */
static uint64_t entries_of(const struct finder *finder, const char *name) {
    uint64_t sum = 0, of_size[TILEPDB_TABLE_MAX_CELLS] = {0};
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, finder->size.width, finder->size.height, finder->cells[0],
                                &partition, NULL))
        return UINT64_MAX;
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        uint64_t *entries = &of_size[__builtin_popcount(pattern.tiles)];
        tilepdb_generate_need need;
        if (*entries == 0) {
            if (tilepdb_table_need(&pattern, finder->kinds[0], NULL, &need, NULL))
                return UINT64_MAX;
            *entries = need.entries;
        }
        sum += *entries;
    }
    return sum;
}

/* From large to small, variants from best to last; but for 4x4, what most people have is first, and
 * what pays off is built. */
static void offer_partitions(struct offer *offer, const struct finder *finder) {
    const bool standard = finder->size.width == 4 && finder->size.height == 4;
    if (standard) add(offer, (struct finder_name){.text = "7-8"});
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!fits(entry, finder->size)) continue;
        add_backwards(offer, entry->name);
        offer->quick.text = entry->name;
    }
    if (standard) offer->quick.text = "6-6-3";
    if (offer->count == 0) add(offer, (struct finder_name){.entries = STRONG_ENTRIES});
}

bool offer_quick(struct offer *offer, const struct finder *finder) {
    if (offer->decided || finder->metric == TILEPDB_METRIC_MULTI) return false;
    offer->decided = true;
    const uint64_t entries = offer->quick.text ? entries_of(finder, offer->quick.text) : UINT64_MAX;
    offer->slow = entries > INSTANT_ENTRIES;
    if (entries <= QUICK_ENTRIES) return false;
    offer->quick = (struct finder_name){.entries = QUICK_ENTRIES};
    const size_t before = offer->count;
    add(offer, offer->quick);
    return offer->count > before;
}

/* From large to small, and last the default, which is built. The catalogue is for the goal's cell
 * on which its colourings have the blank. */
static void offer_colourings(struct offer *offer, const struct finder *finder) {
    const struct cli_board_size size = finder->size;
    for (size_t i = tilepdb_colouring_count(); i-- > 0;) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern any;
        if (entry->width == size.width && entry->height == size.height &&
            !tilepdb_colouring_parse(entry->name, size.width, size.height, finder->cells[0], &any,
                                     NULL))
            add(offer, (struct finder_name){.text = entry->name});
    }
    add(offer, offer->quick);
}

void offer_init(struct offer *offer, const struct finder *finder) {
    *offer = (struct offer){0};
    if (finder->metric == TILEPDB_METRIC_MULTI)
        offer_colourings(offer, finder);
    else
        offer_partitions(offer, finder);
}

/* ---- names, before boards -------------------------------------------------------------------- */

/* Lists of tiles have no other characters. */
static bool is_list(const char *name) {
    return strpbrk(name, ",/") || strncmp(name, "1-", 2) == 0;
}

static bool known_name(const char *name) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++)
        if (strcmp(tilepdb_catalogue_at(i)->name, name) == 0) return true;
    return is_list(name);
}

static int check_one(const char *name, struct cli_board_size size) {
    const tilepdb_kind kind = tilepdb_kind_default(TILEPDB_METRIC_SINGLE);
    struct wanted wanted;
    if (size.width != 0)
        return wanted_parse(&wanted, name, size, size.width * size.height - 1, kind);
    if (known_name(name)) return CLI_SUCCESS; /* of some size: its boards will show */
    return wanted_parse(&wanted, name, size, 15, kind);
}

int offer_check_name(const char *partition, struct cli_board_size size) {
    char *names = cli_text("%s", partition), *rest = names;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS) code = check_one(strsep(&rest, "+"), size);
    free(names);
    return code;
}
