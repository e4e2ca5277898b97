/*
 * Which tables a board size is offered when none are named. See tilepdb_open.h.
 */
#include <ctype.h>
#include <string.h>

#include "base/bytes.h"
#include "tilepdb_colours.h"
#include "tilepdb_open.h"

/* What one core generates in a second or two, also on narrow boards, where an entry takes twice the
 * time: 7-8 of 4x4 has seven times as many. */
#define QUICK_ENTRIES 200000000
/* What is generated in a few seconds, twice 7-8 of 4x4. */
#define STRONG_ENTRIES 3000000000
/* What is generated in about a tenth of a second, such as 6-6-3 of 4x4. */
#define INSTANT_ENTRIES 50000000

static bool fits(const tilepdb_catalogue_entry *entry, const tilepdb_locator *locator) {
    return (entry->width == locator->width && entry->height == locator->height) ||
           (entry->width == locator->height && entry->height == locator->width);
}

static void add(tilepdb_offer *offer, tilepdb_request request) {
    if (offer->count < TILEPDB_MAX_REQUESTS) offer->requests[offer->count++] = request;
}

/* Whether both are like 6-6-6-6-b: the same sizes, and a letter. */
static bool are_variants(const char *a, const char *b) {
    const size_t length = strlen(a);
    return length == strlen(b) && isalpha((unsigned char)a[length - 1]) &&
           isalpha((unsigned char)b[length - 1]) && !strncmp(a, b, length - 1);
}

/* Adds names from the last of the catalogue to the first, but variants in the order of their
 * letters: the best comes first. */
static void add_backwards(tilepdb_offer *offer, const char *name) {
    size_t at = offer->count;
    add(offer, (tilepdb_request){.text = name});
    if (at == offer->count) return;
    for (; at > 0 && are_variants(name, offer->requests[at - 1].text); at--) {
        offer->requests[at] = offer->requests[at - 1];
        offer->requests[at - 1].text = name;
    }
}

/* The entries of the tables of a partition. Patterns with the same number of tiles have the same
 * number of entries. */
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

/* From large to small, variants from best to last; but for 4x4, what most people have is first, and
 * what pays off is built. */
static void offer_partitions(tilepdb_offer *offer, const tilepdb_locator *locator) {
    const bool standard = locator->width == 4 && locator->height == 4;
    if (standard) add(offer, (tilepdb_request){.text = "7-8"});
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!fits(entry, locator)) continue;
        add_backwards(offer, entry->name);
        offer->quick.text = entry->name;
    }
    if (standard) offer->quick.text = "6-6-3";
    if (offer->count == 0) add(offer, (tilepdb_request){.entries = STRONG_ENTRIES});
}

bool tilepdb_offer_quick(tilepdb_offer *offer, const tilepdb_locator *locator) {
    if (offer->decided || locator->metric == TILEPDB_METRIC_MULTI) return false;
    offer->decided = true;
    const uint64_t entries =
        offer->quick.text ? entries_of(locator, offer->quick.text) : UINT64_MAX;
    offer->slow = entries > INSTANT_ENTRIES;
    if (entries <= QUICK_ENTRIES) return false;
    offer->quick = (tilepdb_request){.entries = QUICK_ENTRIES};
    const size_t before = offer->count;
    add(offer, offer->quick);
    return offer->count > before;
}

/* From large to small, and last the default, which is built. The catalogue is for the goal's cell
 * on which its colourings have the blank. */
static void offer_colourings(tilepdb_offer *offer, const tilepdb_locator *locator) {
    for (size_t i = tilepdb_colouring_count(); i-- > 0;) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern any;
        if (entry->width == locator->width && entry->height == locator->height &&
            !tilepdb_colouring_parse(entry->name, locator->width, locator->height,
                                     locator->cells[0], &any, NULL))
            add(offer, (tilepdb_request){.text = entry->name});
    }
    add(offer, offer->quick);
}

void tilepdb_offer_init(tilepdb_offer *offer, const tilepdb_locator *locator) {
    *offer = (tilepdb_offer){0};
    if (locator->metric == TILEPDB_METRIC_MULTI)
        offer_colourings(offer, locator);
    else
        offer_partitions(offer, locator);
}
