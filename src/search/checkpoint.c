#include "search/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"

#define MAGIC       "\xF5TPCK\r\n\x1A"
#define MAGIC_BYTES 8
#define FORMAT      5

enum { AT_FORMAT = 8, AT_VERSION = 12 };

#define LIBRARY_VERSION                                                                            \
    (TILEPDB_VERSION_MAJOR << 16 | TILEPDB_VERSION_MINOR << 8 | TILEPDB_VERSION_PATCH)
#define OLDEST_VERSION (0 << 16 | 5 << 8) /* oldest version with the same counts and units */

enum log_kind { BOUND = 1, ENTRY = 2 };

/* A log record of the kind BOUND: a head, the moves of a solution, notes, frontier keys, and the
 * moves left of each key. */
enum {
    BOUND_AT_SEARCH = 0,
    BOUND_AT_LIMIT = 16,
    BOUND_AT_DONE = 24,
    BOUND_AT_GENERATED = 32,
    BOUND_AT_EXPANDED = 40,
    BOUND_AT_ORDER = 48,
    BOUND_AT_NOTES = 56,
    BOUND_AT_EMITTED = 64,
    BOUND_AT_UNITS = 72,
    BOUND_AT_BOUND = 76,
    BOUND_AT_CUT = 78,
    BOUND_AT_STATE = 80,
    BOUND_AT_ANEW = 81, /* 1: forgets the notes and keys of earlier log records */
    BOUND_HEAD_BYTES = 88,
    NOTE_BYTES = 40,
    KEY_BYTES = 8,
    LEFT_BYTES = 2
};

/* More than a search makes, to limit what a forged file can request. */
#define MOST_UNITS    (1u << 22)
#define MOST_SUBUNITS (1u << 22)

/* A log is written anew once it has this many bytes more than twice what is needed. */
#define LOG_SLACK (1u << 20)

/* ---- records --------------------------------------------------------------------------------- */

static bool keys_equal(const struct checkpoint_key *a, const struct checkpoint_key *b) {
    return a->search[0] == b->search[0] && a->search[1] == b->search[1] && a->bound == b->bound &&
           a->limit == b->limit && a->done == b->done;
}

static void splits_forget(struct checkpoint_record *record) {
    for (size_t i = 0; i < record->split_count; i++) free(record->splits[i].subunits);
    free(record->splits);
    record->splits = NULL;
    record->split_count = 0;
}

static void units_forget(struct checkpoint_record *record) {
    splits_forget(record);
    free(record->units);
    record->units = NULL;
    record->unit_count = 0;
}

/* Makes the next save log the whole record. */
static void record_renew(struct checkpoint_record *record) {
    free(record->fresh);
    record->fresh = NULL;
    record->fresh_count = record->fresh_capacity = 0;
    record->anew = record->changed = true;
}

static struct checkpoint_record **bucket_of(const tilepdb_checkpoint *checkpoint, uint64_t search) {
    return &checkpoint->buckets[search & (checkpoint->bucket_count - 1)];
}

static void record_link(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record) {
    struct checkpoint_record **bucket = bucket_of(checkpoint, record->key.search[0]);
    record->peer = *bucket;
    *bucket = record;
}

/* Without memory for more buckets, buckets become long. */
static bool buckets_reserve(tilepdb_checkpoint *checkpoint) {
    if (checkpoint->record_count < checkpoint->bucket_count) return true;
    const size_t count = checkpoint->bucket_count ? 2 * checkpoint->bucket_count : 64;
    struct checkpoint_record **buckets = calloc(count, sizeof *buckets);
    if (!buckets) return checkpoint->buckets != NULL;
    free(checkpoint->buckets);
    checkpoint->buckets = buckets;
    checkpoint->bucket_count = count;
    for (struct checkpoint_record *each = checkpoint->records; each; each = each->next)
        record_link(checkpoint, each);
    return true;
}

static struct checkpoint_record *record_find(tilepdb_checkpoint *checkpoint,
                                             const struct checkpoint_key *key, bool make) {
    if (!buckets_reserve(checkpoint)) return NULL;
    struct checkpoint_record *record = *bucket_of(checkpoint, key->search[0]);
    while (record && !keys_equal(&record->key, key)) record = record->peer;
    if (record || !make || !(record = calloc(1, sizeof *record))) return record;
    record->key = *key;
    record->anew = true;
    record->next = checkpoint->records;
    checkpoint->records = record;
    checkpoint->record_count++;
    record_link(checkpoint, record);
    return record;
}

struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make) {
    pthread_mutex_lock(&checkpoint->lock);
    struct checkpoint_record *record = record_find(checkpoint, key, make);
    if (record) record->users++;
    pthread_mutex_unlock(&checkpoint->lock);
    return record;
}

bool checkpoint_recall(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                       struct checkpoint_end *end) {
    pthread_mutex_lock(&checkpoint->lock);
    const bool ended = record->end.state != CHECKPOINT_OPEN && (!record->units || record->spent);
    if (ended) *end = record->end;
    pthread_mutex_unlock(&checkpoint->lock);
    return ended;
}

static bool units_make(struct checkpoint_record *record, size_t count) {
    record->units = malloc((count + 1) * sizeof *record->units);
    if (record->units) record->unit_count = count;
    for (size_t i = 0; i < record->unit_count; i++)
        record->units[i] = (struct tally){.generated = CHECKPOINT_NOT_DONE};
    return record->units != NULL;
}

bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count, size_t most_keys) {
    pthread_mutex_lock(&checkpoint->lock);
    const bool mine = record->users == 1 && record->end.state == CHECKPOINT_OPEN;
    if (mine && record->unit_count != count) {
        units_forget(record);
        frontier_keys_free(&record->emitted);
        record->emitted.cut = 0;
        record_renew(record);
        units_make(record, count);
    }
    if (mine) record->emitted.most = most_keys;
    const bool have = record->units && record->unit_count == count;
    pthread_mutex_unlock(&checkpoint->lock);
    return have;
}

static bool is_done(const struct tally *total) {
    return total->generated != CHECKPOINT_NOT_DONE;
}

static size_t notes_most(const struct checkpoint_record *record) {
    size_t most = record->unit_count;
    for (size_t i = 0; i < record->split_count; i++) most += record->splits[i].known;
    return most;
}

/* Units come first. */
static size_t notes_list(const struct checkpoint_record *record, struct checkpoint_note *notes) {
    size_t count = 0;
    for (size_t i = 0; i < record->unit_count; i++)
        if (is_done(&record->units[i]))
            notes[count++] = (struct checkpoint_note){.unit = i, .total = record->units[i]};
    for (size_t k = 0; k < record->split_count; k++) {
        const struct checkpoint_split *split = &record->splits[k];
        for (uint64_t i = 0; i < split->subunit_count; i++)
            if (is_done(&split->subunits[i]))
                notes[count++] = (struct checkpoint_note){.unit = split->unit,
                                                          .subunit = i,
                                                          .subunit_count = split->subunit_count,
                                                          .total = split->subunits[i]};
    }
    return count;
}

struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count,
                                         struct frontier_keys *emitted) {
    pthread_mutex_lock(&checkpoint->lock);
    struct checkpoint_note *notes = malloc((notes_most(record) + 1) * sizeof *notes);
    if (notes) *count = notes_list(record, notes);
    if (notes && emitted && !frontier_keys_join(emitted, &record->emitted)) {
        free(notes);
        notes = NULL;
    }
    pthread_mutex_unlock(&checkpoint->lock);
    return notes;
}

static size_t split_find(const struct checkpoint_record *record, uint64_t unit) {
    size_t i = 0;
    while (i < record->split_count && record->splits[i].unit != unit) i++;
    return i;
}

static void split_remove(struct checkpoint_record *record, size_t at) {
    free(record->splits[at].subunits);
    record->splits[at] = record->splits[--record->split_count];
}

static struct checkpoint_split *split_add(struct checkpoint_record *record, uint64_t unit,
                                          uint64_t subunit_count) {
    struct checkpoint_split *grown =
        realloc(record->splits, (record->split_count + 1) * sizeof *grown);
    if (!grown) return NULL;
    record->splits = grown;
    struct tally *subunit = malloc((size_t)subunit_count * sizeof *subunit);
    if (!subunit) return NULL;
    for (uint64_t i = 0; i < subunit_count; i++)
        subunit[i] = (struct tally){.generated = CHECKPOINT_NOT_DONE};
    struct checkpoint_split *split = &record->splits[record->split_count++];
    *split = (struct checkpoint_split){
        .unit = unit, .subunit_count = subunit_count, .subunits = subunit};
    return split;
}

static void split_complete(struct checkpoint_record *record, size_t at) {
    const struct checkpoint_split *split = &record->splits[at];
    struct tally total = {0};
    for (uint64_t i = 0; i < split->subunit_count; i++) {
        total.generated += split->subunits[i].generated;
        total.expanded += split->subunits[i].expanded;
    }
    record->units[split->unit] = total;
    split_remove(record, at);
}

/* Another search of the same board may have split the unit. */
static void unit_keep(struct checkpoint_record *record, const struct checkpoint_note *note) {
    const size_t at = split_find(record, note->unit);
    if (at < record->split_count) split_remove(record, at);
    record->units[note->unit] = note->total;
}

static bool subunit_keep(struct checkpoint_record *record, const struct checkpoint_note *note) {
    if (is_done(&record->units[note->unit])) return true;
    const size_t at = split_find(record, note->unit);
    if (at == record->split_count && !split_add(record, note->unit, note->subunit_count))
        return false;
    struct checkpoint_split *split = &record->splits[at];
    if (split->subunit_count != note->subunit_count || is_done(&split->subunits[note->subunit]))
        return true;
    split->subunits[note->subunit] = note->total;
    if (++split->known == split->subunit_count) split_complete(record, at);
    return true;
}

static bool note_keep(struct checkpoint_record *record, const struct checkpoint_note *note) {
    if (note->subunit_count) return subunit_keep(record, note);
    unit_keep(record, note);
    return true;
}

static void note_log(struct checkpoint_record *record, const struct checkpoint_note *note) {
    /* A spent record is without units in the log. */
    if (record->spent) return;
    record->changed = true;
    if (record->anew) return;
    struct checkpoint_note *grown =
        memory_grown(record->fresh, record->fresh_count, &record->fresh_capacity, sizeof *grown);
    if (grown) {
        record->fresh = grown;
        record->fresh[record->fresh_count++] = *note;
    } else {
        record_renew(record);
    }
}

void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note) {
    pthread_mutex_lock(&checkpoint->lock);
    /* Another search may have recorded the unit. A unit without its keys must be searched again. */
    const bool known = !note->subunit_count && is_done(&record->units[note->unit]);
    const bool emitted =
        known || !note->emitted || frontier_keys_join(&record->emitted, note->emitted);
    if (emitted && note_keep(record, note)) note_log(record, note);
    checkpoint->changed = true;
    pthread_mutex_unlock(&checkpoint->lock);
}

bool checkpoint_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                        struct frontier_keys *emitted) {
    pthread_mutex_lock(&checkpoint->lock);
    const bool well = frontier_keys_join(emitted, &record->emitted);
    pthread_mutex_unlock(&checkpoint->lock);
    return well;
}

bool checkpoint_set_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                            const struct frontier_keys *emitted) {
    struct frontier_keys whole = {0};
    if (!frontier_keys_join(&whole, emitted)) {
        frontier_keys_free(&whole);
        return false;
    }
    pthread_mutex_lock(&checkpoint->lock);
    frontier_keys_free(&record->emitted);
    record->emitted = whole;
    record_renew(record);
    pthread_mutex_unlock(&checkpoint->lock);
    return true;
}

void checkpoint_forget_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record) {
    pthread_mutex_lock(&checkpoint->lock);
    frontier_keys_free(&record->emitted);
    record_renew(record);
    pthread_mutex_unlock(&checkpoint->lock);
}

void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit) {
    pthread_mutex_lock(&checkpoint->lock);
    const size_t at = split_find(record, unit);
    if (at < record->split_count) {
        split_remove(record, at);
        record_renew(record);
    }
    pthread_mutex_unlock(&checkpoint->lock);
}

#define TIMEOUTS_PER_SAVE 6

double checkpoint_split_timeout(tilepdb_checkpoint *checkpoint) {
    pthread_mutex_lock(&checkpoint->lock);
    const double split_timeout = checkpoint->every > 0 ? checkpoint->every / TIMEOUTS_PER_SAVE : 0;
    pthread_mutex_unlock(&checkpoint->lock);
    return split_timeout;
}

static void units_spend(struct checkpoint_record *record) {
    if (!record->spent) record_renew(record);
    record->spent = true;
    if (record->users == 0) units_forget(record);
}

static void earlier_spend(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record) {
    const struct checkpoint_key *mine = &record->key;
    struct checkpoint_record *each = *bucket_of(checkpoint, mine->search[0]);
    for (; each; each = each->peer) {
        const struct checkpoint_key *key = &each->key;
        const bool same_side =
            mine->limit ? key->done == mine->done : (key->done & 0xFF) == (mine->done & 0xFF);
        if (key->bound < mine->bound && each->end.state != CHECKPOINT_OPEN && same_side &&
            key->search[0] == mine->search[0] && key->search[1] == mine->search[1] &&
            key->limit == mine->limit)
            units_spend(each);
    }
}

void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool order) {
    pthread_mutex_lock(&checkpoint->lock);
    if (record->end.state == CHECKPOINT_OPEN) {
        record->end = *end;
        record->changed = true;
        record->spent = !order || end->state != CHECKPOINT_EXHAUSTED;
        if (record->spent) record_renew(record);
        if (!order || end->state == CHECKPOINT_EXHAUSTED) earlier_spend(checkpoint, record);
        checkpoint->changed = true;
    }
    pthread_mutex_unlock(&checkpoint->lock);
}

void checkpoint_give(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record) {
    if (!record) return;
    pthread_mutex_lock(&checkpoint->lock);
    if (--record->users == 0 && record->spent) units_forget(record);
    pthread_mutex_unlock(&checkpoint->lock);
}

static uint64_t split_nodes(const struct checkpoint_split *split) {
    uint64_t nodes = 0;
    for (uint64_t i = 0; i < split->subunit_count; i++)
        if (is_done(&split->subunits[i])) nodes += split->subunits[i].generated;
    return nodes;
}

void tilepdb_checkpoint_info_get(tilepdb_checkpoint *checkpoint, tilepdb_checkpoint_info *info) {
    pthread_mutex_lock(&checkpoint->io);
    *info =
        (tilepdb_checkpoint_info){.entries = checkpoint->unused, .dropped = checkpoint->dropped};
    pthread_mutex_unlock(&checkpoint->io);
    pthread_mutex_lock(&checkpoint->lock);
    for (const struct checkpoint_record *record = checkpoint->records; record;
         record = record->next) {
        info->bounds++;
        info->nodes += record->end.total.generated;
        for (size_t i = 0; record->end.state == CHECKPOINT_OPEN && i < record->unit_count; i++) {
            if (record->units[i].generated == CHECKPOINT_NOT_DONE) continue;
            info->subtrees++;
            info->nodes += record->units[i].generated;
        }
        for (size_t i = 0; record->end.state == CHECKPOINT_OPEN && i < record->split_count; i++)
            info->nodes += split_nodes(&record->splits[i]);
    }
    pthread_mutex_unlock(&checkpoint->lock);
}

/* ---- reading --------------------------------------------------------------------------------- */

static tilepdb_status unusable(tilepdb_error *error, tilepdb_status status, tilepdb_unusable reason,
                               const char *sentence) {
    return error_set_code(error, status, error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, reason),
                          "%s", sentence);
}

static tilepdb_status altered(tilepdb_error *error) {
    return unusable(error, TILEPDB_ERROR_CHECKSUM, TILEPDB_UNUSABLE_ALTERED,
                    "the checkpoint was altered after it was written; remove it to begin anew");
}

static tilepdb_status version_check(const uint8_t *data, tilepdb_error *error) {
    const uint32_t format = load_le32(data + AT_FORMAT), version = load_le32(data + AT_VERSION);
    if (format == FORMAT && version >= OLDEST_VERSION && version <= LIBRARY_VERSION)
        return TILEPDB_OK;
    return error_set_code(error, TILEPDB_ERROR_VERSION,
                          error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, TILEPDB_UNUSABLE_VERSION),
                          "the checkpoint is of tilepdb %" PRIu32 ".%" PRIu32 ".%" PRIu32
                          " (format %" PRIu32 "), and its counts may be others than those of this "
                          "version: go on with that one, or remove it to begin anew",
                          version >> 16, version >> 8 & 0xFF, version & 0xFF, format);
}

static tilepdb_status head_check(const struct file_map *map, tilepdb_error *error) {
    if (memcmp(map->data, MAGIC, map->size < MAGIC_BYTES ? map->size : MAGIC_BYTES) != 0)
        return unusable(error, TILEPDB_ERROR_FORMAT, TILEPDB_UNUSABLE_KIND,
                        "the file is not a checkpoint, and is left as it is");
    if (map->size < LOG_HEAD_BYTES)
        return unusable(error, TILEPDB_ERROR_FORMAT, TILEPDB_UNUSABLE_INCOMPLETE,
                        "the checkpoint is incomplete; remove it to begin anew");
    return version_check(map->data, error);
}

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the checkpoint");
}

static size_t path_bytes(const struct checkpoint_end *end, int bound) {
    return end->state == CHECKPOINT_FOUND ? (size_t)bound : 0;
}

static bool note_read(const uint8_t *from, size_t unit_count, struct checkpoint_note *note) {
    *note = (struct checkpoint_note){
        .unit = load_le64(from),
        .subunit = load_le64(from + 8),
        .subunit_count = load_le64(from + 16),
        .total = {.generated = load_le64(from + 24), .expanded = load_le64(from + 32)}};
    return note->unit < unit_count && note->subunit_count <= MOST_SUBUNITS &&
           (!note->subunit_count || note->subunit < note->subunit_count) && is_done(&note->total);
}

static tilepdb_status emitted_read(const uint8_t *keys, const uint8_t *lefts, uint64_t count,
                                   int cut, struct frontier_keys *emitted, tilepdb_error *error) {
    frontier_keys_cut(emitted, cut);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t key = load_le64(keys + i * KEY_BYTES);
        const uint16_t left = load_le16(lefts + i * LEFT_BYTES);
        if (left > TILEPDB_MAX_MOVES || (cut && left >= cut)) return altered(error);
        if (!frontier_keys_add(emitted, &key, &left, 1)) return no_memory(error);
    }
    return TILEPDB_OK;
}

/* Finds or makes the record, with its number of units, and without notes and keys if the log record
 * forgets them. */
static tilepdb_status bound_begin(tilepdb_checkpoint *checkpoint, const uint8_t *from,
                                  struct checkpoint_record **found, tilepdb_error *error) {
    const struct checkpoint_key key = {
        .search = {load_le64(from + BOUND_AT_SEARCH), load_le64(from + BOUND_AT_SEARCH + 8)},
        .limit = load_le64(from + BOUND_AT_LIMIT),
        .done = load_le64(from + BOUND_AT_DONE),
        .bound = load_le16(from + BOUND_AT_BOUND)};
    const size_t unit_count = load_le32(from + BOUND_AT_UNITS);
    const uint8_t anew = from[BOUND_AT_ANEW];
    if (key.bound > TILEPDB_MAX_MOVES || unit_count > MOST_UNITS || anew > 1) return altered(error);
    struct checkpoint_record *record = *found = record_find(checkpoint, &key, true);
    if (!record) return no_memory(error);
    if (!anew) return record->unit_count == unit_count ? TILEPDB_OK : altered(error);
    units_forget(record);
    frontier_keys_free(&record->emitted);
    record->emitted.cut = 0;
    return unit_count == 0 || units_make(record, unit_count) ? TILEPDB_OK : no_memory(error);
}

static tilepdb_status bound_read(tilepdb_checkpoint *checkpoint, const struct log_record *logged,
                                 tilepdb_error *error) {
    const uint8_t *from = logged->payload;
    if (logged->size < BOUND_HEAD_BYTES) return altered(error);
    const uint64_t notes = load_le64(from + BOUND_AT_NOTES);
    const uint64_t keys = load_le64(from + BOUND_AT_EMITTED);
    const int cut = load_le16(from + BOUND_AT_CUT);
    const struct checkpoint_end end = {.state = (enum checkpoint_state)from[BOUND_AT_STATE],
                                       .total = {.generated = load_le64(from + BOUND_AT_GENERATED),
                                                 .expanded = load_le64(from + BOUND_AT_EXPANDED)},
                                       .order = load_le64(from + BOUND_AT_ORDER)};
    const size_t path = path_bytes(&end, load_le16(from + BOUND_AT_BOUND));
    if (end.state > CHECKPOINT_LIMITED || cut > TILEPDB_MAX_MOVES + 1 || path > TILEPDB_MAX_MOVES ||
        notes > logged->size / NOTE_BYTES || keys > logged->size / KEY_BYTES ||
        logged->size !=
            BOUND_HEAD_BYTES + path + notes * NOTE_BYTES + keys * (KEY_BYTES + LEFT_BYTES))
        return altered(error);
    struct checkpoint_record *record = NULL;
    tilepdb_status status = bound_begin(checkpoint, from, &record, error);
    if (status) return status;
    record->end = end;
    record->spent = end.state != CHECKPOINT_OPEN && record->unit_count == 0;
    from += BOUND_HEAD_BYTES;
    memcpy(record->end.path, from, path);
    from += path;
    for (uint64_t i = 0; i < notes; i++, from += NOTE_BYTES) {
        struct checkpoint_note note;
        if (!note_read(from, record->unit_count, &note)) return altered(error);
        if (!note_keep(record, &note)) return no_memory(error);
    }
    return emitted_read(from, from + keys * KEY_BYTES, keys, cut, &record->emitted, error);
}

static tilepdb_status entry_read(tilepdb_checkpoint *checkpoint, const struct log_record *logged,
                                 tilepdb_error *error) {
    const uint64_t key_size = logged->size < 8 ? 0 : load_le64(logged->payload);
    if (logged->size < 8 || key_size > logged->size - 8) return altered(error);
    struct checkpoint_entry *grown = memory_grown(checkpoint->entries, checkpoint->entry_count,
                                                  &checkpoint->entry_capacity, sizeof *grown);
    if (!grown) return no_memory(error);
    checkpoint->entries = grown;
    checkpoint->entries[checkpoint->entry_count++] =
        (struct checkpoint_entry){.hash = hash_bytes(logged->payload + 8, (size_t)key_size),
                                  .at = logged->at,
                                  .key_size = (size_t)key_size,
                                  .size = logged->size - 8 - (size_t)key_size};
    checkpoint->entry_bytes += LOG_RECORD_BYTES + logged->size;
    return TILEPDB_OK;
}

static tilepdb_status log_take(tilepdb_checkpoint *checkpoint, const struct file_map *map,
                               tilepdb_error *error) {
    struct log_record record;
    size_t at = LOG_HEAD_BYTES;
    tilepdb_status status = head_check(map, error);
    while (!status && log_next(map, &at, &record))
        status = record.kind == BOUND   ? bound_read(checkpoint, &record, error)
                 : record.kind == ENTRY ? entry_read(checkpoint, &record, error)
                                        : altered(error);
    checkpoint->log.end = at;
    checkpoint->dropped = map->size - at;
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool is_worth(const struct checkpoint_record *record) {
    return record->end.state != CHECKPOINT_OPEN || record->units;
}

/* Makes `fresh` the list of all notes. Returns false without memory. */
static bool bound_renew(struct checkpoint_record *record) {
    record_renew(record);
    if (record->spent) return true;
    record->fresh = malloc((notes_most(record) + 1) * sizeof *record->fresh);
    if (!record->fresh) return false;
    record->fresh_count = record->fresh_capacity = notes_list(record, record->fresh);
    return true;
}

static size_t bound_bytes(const struct checkpoint_record *record, size_t notes) {
    return LOG_RECORD_BYTES + BOUND_HEAD_BYTES + path_bytes(&record->end, record->key.bound) +
           notes * NOTE_BYTES + record->emitted.count * (KEY_BYTES + LEFT_BYTES);
}

/* Returns the size, at most bound_bytes of the fresh notes. */
static size_t bound_write(uint8_t *logged, const struct checkpoint_record *record) {
    uint8_t *const head = logged + LOG_RECORD_BYTES, *to = head + BOUND_HEAD_BYTES;
    const struct frontier_keys *emitted = &record->emitted;
    const size_t path = path_bytes(&record->end, record->key.bound);
    const size_t first = record->anew ? 0 : record->logged_keys;
    memset(head, 0, BOUND_HEAD_BYTES);
    for (int i = 0; i < 2; i++) store_le64(head + BOUND_AT_SEARCH + 8 * i, record->key.search[i]);
    store_le64(head + BOUND_AT_LIMIT, record->key.limit);
    store_le64(head + BOUND_AT_DONE, record->key.done);
    store_le64(head + BOUND_AT_GENERATED, record->end.total.generated);
    store_le64(head + BOUND_AT_EXPANDED, record->end.total.expanded);
    store_le64(head + BOUND_AT_ORDER, record->end.order);
    store_le64(head + BOUND_AT_NOTES, record->fresh_count);
    store_le64(head + BOUND_AT_EMITTED, emitted->count - first);
    store_le32(head + BOUND_AT_UNITS, record->spent ? 0 : (uint32_t)record->unit_count);
    store_le16(head + BOUND_AT_BOUND, (uint16_t)record->key.bound);
    store_le16(head + BOUND_AT_CUT, (uint16_t)emitted->cut);
    head[BOUND_AT_STATE] = (uint8_t)record->end.state;
    head[BOUND_AT_ANEW] = record->anew;
    memcpy(to, record->end.path, path);
    to += path;
    for (size_t i = 0; i < record->fresh_count; i++, to += NOTE_BYTES) {
        const struct checkpoint_note *note = &record->fresh[i];
        store_le64(to, note->unit);
        store_le64(to + 8, note->subunit);
        store_le64(to + 16, note->subunit_count);
        store_le64(to + 24, note->total.generated);
        store_le64(to + 32, note->total.expanded);
    }
    for (size_t i = first; i < emitted->count; i++, to += KEY_BYTES)
        store_le64(to, emitted->keys[i]);
    for (size_t i = first; i < emitted->count; i++, to += LEFT_BYTES)
        store_le16(to, emitted->left[i]);
    return log_seal(logged, BOUND, (size_t)(to - head));
}

/* What a save writes: changes of the log, or a new log up to its entries. */
struct image {
    uint8_t *bytes; /* owned */
    size_t size;
    bool anew;
};

/* Returns the most bytes, and chooses between changes and a new log. */
static size_t image_measure(tilepdb_checkpoint *checkpoint, struct image *image) {
    size_t all = LOG_HEAD_BYTES, changes = 1;
    for (struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
        if (!is_worth(each)) continue;
        const size_t bytes = bound_bytes(each, each->spent ? 0 : notes_most(each));
        /* The log has keys that have been dropped. */
        if (each->emitted.cut != each->logged_cut) record_renew(each);
        if (each->changed) changes += each->anew ? bytes : bound_bytes(each, each->fresh_count);
        all += bytes;
    }
    image->anew = image->anew || checkpoint->anew || !log_ready(&checkpoint->log) ||
                  checkpoint->log.end > 2 * (all + checkpoint->entry_bytes) + LOG_SLACK;
    return image->anew ? all : changes;
}

/* Called under the lock. */
static bool image_make(tilepdb_checkpoint *checkpoint, struct image *image) {
    image->bytes = malloc(image_measure(checkpoint, image));
    if (!image->bytes) return false;
    if (image->anew) {
        memcpy(image->bytes, MAGIC, MAGIC_BYTES);
        store_le32(image->bytes + AT_FORMAT, FORMAT);
        store_le32(image->bytes + AT_VERSION, LIBRARY_VERSION);
        image->size = LOG_HEAD_BYTES;
    }
    for (struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
        if (!is_worth(each) || (!image->anew && !each->changed)) continue;
        if ((image->anew || each->anew) && !bound_renew(each)) return false;
        image->size += bound_write(image->bytes + image->size, each);
        record_renew(each);
        each->changed = each->anew = false;
        each->logged_keys = each->emitted.count;
        each->logged_cut = each->emitted.cut;
    }
    return true;
}

/* Copies all entries to offset `*size` of the new log, and adds their bytes to `*size`. */
static tilepdb_status entries_copy(tilepdb_checkpoint *checkpoint, struct publication *publication,
                                   uint64_t *size, tilepdb_error *error) {
    struct file_map map;
    struct log_record record;
    size_t at = LOG_HEAD_BYTES, from = 0, to = 0; /* copies from `from` to `to` */
    tilepdb_status status = log_map(&checkpoint->log, &map, error);
    for (size_t i = 0; !status && log_next(&map, &at, &record);) {
        if (record.kind != ENTRY) continue;
        if (record.at != to) {
            status = publish_write(publication, map.data + from, to - from, *size, error);
            *size += to - from;
            from = record.at;
        }
        if (i < checkpoint->entry_count)
            checkpoint->entries[i++].next_at = *size + (record.at - from);
        to = at;
    }
    if (!status) status = publish_write(publication, map.data + from, to - from, *size, error);
    *size += to - from;
    file_map_close(&map);
    return status;
}

static tilepdb_status log_renew(tilepdb_checkpoint *checkpoint, const struct image *image,
                                tilepdb_error *error) {
    struct publication publication;
    uint64_t size = image->size;
    tilepdb_status status = publish_begin(&publication, checkpoint->path, error);
    if (status) return status;
    status = publish_write(&publication, image->bytes, image->size, 0, error);
    if (!status && checkpoint->entry_bytes)
        status = entries_copy(checkpoint, &publication, &size, error);
    if (status) {
        publish_abort(&publication);
        return status;
    }
    status = log_replace(&checkpoint->log, &publication, size, error);
    for (size_t i = 0; !status && i < checkpoint->entry_count; i++)
        checkpoint->entries[i].at = checkpoint->entries[i].next_at;
    return status;
}

/* Called with `io`. With `anew`, always writes a new log. */
static tilepdb_status log_write(tilepdb_checkpoint *checkpoint, bool anew, tilepdb_error *error) {
    struct image image = {.anew = anew};
    tilepdb_error end = {.status = TILEPDB_OK};
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->changed = false;
    const bool made = image_make(checkpoint, &image);
    pthread_mutex_unlock(&checkpoint->lock);
    if (!made)
        error_set(&end, TILEPDB_ERROR_MEMORY, "not enough memory to save the checkpoint");
    else if (image.anew)
        log_renew(checkpoint, &image, &end);
    else
        log_append(&checkpoint->log, image.bytes, image.size, true, &end);
    free(image.bytes);
    checkpoint->anew = end.status != TILEPDB_OK; /* some changes may be lost */
    pthread_mutex_lock(&checkpoint->lock);
    if (end.status) checkpoint->changed = true;
    checkpoint->failure = end;
    checkpoint->saved = clock_seconds();
    pthread_mutex_unlock(&checkpoint->lock);
    if (error && end.status) *error = end;
    return end.status;
}

/* Does not wait for another thread that saves, unless `seconds` is 0. */
tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                       tilepdb_error *error) {
    pthread_mutex_lock(&checkpoint->lock);
    const tilepdb_error last = checkpoint->failure;
    bool due = checkpoint->changed && clock_seconds() - checkpoint->saved >= seconds;
    if (seconds > 0) checkpoint->every = seconds;
    pthread_mutex_unlock(&checkpoint->lock);
    if (due && seconds > 0 && pthread_mutex_trylock(&checkpoint->io) != 0) due = false;
    if (due && seconds <= 0) pthread_mutex_lock(&checkpoint->io);
    const tilepdb_status status = due ? log_write(checkpoint, false, error) : last.status;
    if (due) pthread_mutex_unlock(&checkpoint->io);
    if (!due && error && last.status) *error = last;
    return status;
}

/* ---- entries --------------------------------------------------------------------------------- */

static size_t *slot_of(const tilepdb_checkpoint *checkpoint, uint64_t hash) {
    size_t slot = hash & (checkpoint->slot_count - 1);
    while (checkpoint->slots[slot] && checkpoint->entries[checkpoint->slots[slot] - 1].hash != hash)
        slot = (slot + 1) & (checkpoint->slot_count - 1);
    return &checkpoint->slots[slot];
}

static bool entries_index(tilepdb_checkpoint *checkpoint) {
    if (!checkpoint->entry_count) return true;
    checkpoint->slot_count = 2;
    while (checkpoint->slot_count < 2 * checkpoint->entry_count) checkpoint->slot_count *= 2;
    checkpoint->slots = calloc(checkpoint->slot_count, sizeof *checkpoint->slots);
    for (size_t i = 0; checkpoint->slots && i < checkpoint->entry_count; i++) {
        size_t *slot = slot_of(checkpoint, checkpoint->entries[i].hash);
        checkpoint->unused += *slot == 0;
        if (!*slot) *slot = i + 1;
    }
    return checkpoint->slots != NULL;
}

static void entries_forget(tilepdb_checkpoint *checkpoint) {
    free(checkpoint->entries);
    free(checkpoint->slots);
    checkpoint->entries = NULL;
    checkpoint->slots = NULL;
    checkpoint->entry_count = checkpoint->slot_count = checkpoint->unused = 0;
    checkpoint->entry_bytes = 0;
}

tilepdb_status tilepdb_checkpoint_put(tilepdb_checkpoint *checkpoint, const char *key,
                                      const void *value, size_t size, tilepdb_error *error) {
    const size_t key_size = strlen(key);
    uint8_t *record = malloc(LOG_RECORD_BYTES + 8 + key_size + size);
    if (!record) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for an entry");
    uint8_t *const key_at = record + LOG_RECORD_BYTES + 8;
    store_le64(key_at - 8, key_size);
    memcpy(key_at, key, key_size);
    memcpy(key_at + key_size, value, size);
    const size_t bytes = log_seal(record, ENTRY, 8 + key_size + size);
    pthread_mutex_lock(&checkpoint->io);
    tilepdb_status status = TILEPDB_OK;
    if (!log_ready(&checkpoint->log)) status = log_write(checkpoint, true, error);
    if (!status) status = log_append(&checkpoint->log, record, bytes, false, error);
    if (!status) checkpoint->entry_bytes += bytes;
    pthread_mutex_unlock(&checkpoint->io);
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->changed = true; /* the next save makes the entry durable */
    pthread_mutex_unlock(&checkpoint->lock);
    free(record);
    return status;
}

/* Reads key and value of an entry. The caller frees them; NULL if they cannot be read. */
static uint8_t *entry_load(const tilepdb_checkpoint *checkpoint,
                           const struct checkpoint_entry *entry) {
    const size_t size = entry->key_size + entry->size;
    uint8_t *bytes = malloc(size + 1);
    if (bytes && log_read(&checkpoint->log, entry->at + LOG_RECORD_BYTES + 8, bytes, size))
        return bytes;
    free(bytes);
    return NULL;
}

size_t tilepdb_checkpoint_get(tilepdb_checkpoint *checkpoint, const char *key, void *value,
                              size_t capacity) {
    const size_t key_size = strlen(key);
    size_t size = 0;
    pthread_mutex_lock(&checkpoint->io);
    const size_t slot = checkpoint->slots ? *slot_of(checkpoint, hash_bytes(key, key_size)) : 0;
    struct checkpoint_entry *entry = slot ? &checkpoint->entries[slot - 1] : NULL;
    uint8_t *bytes = entry && entry->key_size == key_size ? entry_load(checkpoint, entry) : NULL;
    if (bytes && memcmp(bytes, key, key_size) == 0) {
        size = entry->size;
        memcpy(value, bytes + key_size, size < capacity ? size : capacity);
        checkpoint->unused -= !entry->used;
        entry->used = true;
    }
    pthread_mutex_unlock(&checkpoint->io);
    free(bytes);
    return size;
}

tilepdb_status tilepdb_checkpoint_forget(tilepdb_checkpoint *checkpoint, tilepdb_error *error) {
    pthread_mutex_lock(&checkpoint->io);
    const uint64_t bytes = checkpoint->entry_bytes;
    checkpoint->entry_bytes = 0;
    const tilepdb_status status = log_write(checkpoint, true, error);
    if (status)
        checkpoint->entry_bytes = bytes;
    else
        entries_forget(checkpoint);
    pthread_mutex_unlock(&checkpoint->io);
    return status;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* `changed` makes the first save show whether the file can be written. A damaged file stays until
 * something is new, since the search may be refused. */
static tilepdb_status checkpoint_read(tilepdb_checkpoint *checkpoint, tilepdb_error *error) {
    struct file_map map;
    checkpoint->changed = true;
    tilepdb_status status = log_open(&checkpoint->log, checkpoint->path, &map, error);
    if (status || !map.data) return status;
    status = log_take(checkpoint, &map, error);
    checkpoint->changed = checkpoint->dropped == 0;
    file_map_close(&map);
    if (!status && !entries_index(checkpoint)) status = no_memory(error);
    return error_in_file(error, status, checkpoint->path);
}

tilepdb_status tilepdb_checkpoint_open(const char *path, tilepdb_checkpoint **checkpoint,
                                       tilepdb_error *error) {
    tilepdb_checkpoint *made = calloc(1, sizeof *made);
    char *copy = made ? strdup(path) : NULL;
    if (!copy) {
        free(made);
        return no_memory(error);
    }
    made->path = copy;
    made->log.fd = -1;
    made->saved = clock_seconds();
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->io, NULL);
    const tilepdb_status status = checkpoint_read(made, error);
    if (status)
        tilepdb_checkpoint_close(made);
    else
        *checkpoint = made;
    return status;
}

void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint) {
    if (!checkpoint) return;
    while (checkpoint->records) {
        struct checkpoint_record *record = checkpoint->records;
        checkpoint->records = record->next;
        units_forget(record);
        frontier_keys_free(&record->emitted);
        free(record->fresh);
        free(record);
    }
    log_close(&checkpoint->log);
    entries_forget(checkpoint);
    free(checkpoint->buckets);
    pthread_mutex_destroy(&checkpoint->lock);
    pthread_mutex_destroy(&checkpoint->io);
    free(checkpoint->path);
    free(checkpoint);
}
