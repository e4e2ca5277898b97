#include "search/checkpoint.h"

#include <stdlib.h>
#include <string.h>

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

void checkpoint_add(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record) {
    record->next = checkpoint->records;
    checkpoint->records = record;
}

struct checkpoint_record *checkpoint_take(tilepdb_checkpoint *checkpoint,
                                          const struct checkpoint_key *key, bool make) {
    pthread_mutex_lock(&checkpoint->lock);
    struct checkpoint_record *record = checkpoint->records;
    while (record && !keys_equal(&record->key, key)) record = record->next;
    if (!record && make && (record = calloc(1, sizeof *record))) {
        record->key = *key;
        checkpoint_add(checkpoint, record);
    }
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

bool checkpoint_units(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                      size_t count, size_t most_keys) {
    pthread_mutex_lock(&checkpoint->lock);
    const bool mine = record->users == 1 && record->end.state == CHECKPOINT_OPEN;
    if (mine && record->unit_count != count) {
        units_forget(record);
        frontier_keys_free(&record->emitted);
        record->emitted.cut = 0;
        record->units = malloc((count + 1) * sizeof *record->units);
        if (record->units) record->unit_count = count;
        for (size_t i = 0; i < record->unit_count; i++)
            record->units[i] = (struct tally){.generated = CHECKPOINT_NOT_DONE};
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

static size_t units_note(const struct checkpoint_record *record, struct checkpoint_note *notes) {
    size_t count = 0;
    for (size_t i = 0; i < record->unit_count; i++)
        if (is_done(&record->units[i]))
            notes[count++] = (struct checkpoint_note){.unit = i, .total = record->units[i]};
    return count;
}

static size_t split_note(const struct checkpoint_split *split, struct checkpoint_note *notes) {
    size_t count = 0;
    for (uint64_t i = 0; i < split->subunit_count; i++)
        if (is_done(&split->subunits[i]))
            notes[count++] = (struct checkpoint_note){.unit = split->unit,
                                                      .subunit = i,
                                                      .subunit_count = split->subunit_count,
                                                      .total = split->subunits[i]};
    return count;
}

struct checkpoint_note *checkpoint_notes(tilepdb_checkpoint *checkpoint,
                                         const struct checkpoint_record *record, size_t *count,
                                         struct frontier_keys *emitted) {
    pthread_mutex_lock(&checkpoint->lock);
    struct checkpoint_note *notes = malloc((notes_most(record) + 1) * sizeof *notes);
    if (notes) {
        *count = units_note(record, notes);
        for (size_t i = 0; i < record->split_count; i++)
            *count += split_note(&record->splits[i], notes + *count);
    }
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

/* Removes a split of the unit, which another search of the same board may have made. */
static void unit_keep(struct checkpoint_record *record, const struct checkpoint_note *note) {
    const size_t at = split_find(record, note->unit);
    if (at < record->split_count) split_remove(record, at);
    record->units[note->unit] = note->total;
}

static void subunit_keep(struct checkpoint_record *record, const struct checkpoint_note *note) {
    if (is_done(&record->units[note->unit])) return;
    const size_t at = split_find(record, note->unit);
    if (at == record->split_count && !split_add(record, note->unit, note->subunit_count)) return;
    struct checkpoint_split *split = &record->splits[at];
    if (split->subunit_count != note->subunit_count || is_done(&split->subunits[note->subunit]))
        return;
    split->subunits[note->subunit] = note->total;
    if (++split->known == split->subunit_count) split_complete(record, at);
}

void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                     const struct checkpoint_note *note) {
    pthread_mutex_lock(&checkpoint->lock);
    /* Another search may have recorded the unit. A unit without its keys must be searched again. */
    const bool known = !note->subunit_count && is_done(&record->units[note->unit]);
    const bool emitted =
        known || !note->emitted || frontier_keys_join(&record->emitted, note->emitted);
    if (emitted && note->subunit_count) subunit_keep(record, note);
    if (emitted && !note->subunit_count) unit_keep(record, note);
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
    pthread_mutex_unlock(&checkpoint->lock);
    return true;
}

void checkpoint_forget_emitted(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record) {
    pthread_mutex_lock(&checkpoint->lock);
    frontier_keys_free(&record->emitted);
    pthread_mutex_unlock(&checkpoint->lock);
}

void checkpoint_forget(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                       uint64_t unit) {
    pthread_mutex_lock(&checkpoint->lock);
    const size_t at = split_find(record, unit);
    if (at < record->split_count) split_remove(record, at);
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
    record->spent = true;
    if (record->users == 0) units_forget(record);
}

static void earlier_spend(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record) {
    const struct checkpoint_key *mine = &record->key;
    for (struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
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
        record->spent = !order || end->state != CHECKPOINT_EXHAUSTED;
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
    *info = (tilepdb_checkpoint_info){0};
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

void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint) {
    if (!checkpoint) return;
    while (checkpoint->records) {
        struct checkpoint_record *record = checkpoint->records;
        checkpoint->records = record->next;
        units_forget(record);
        frontier_keys_free(&record->emitted);
        free(record);
    }
    pthread_mutex_destroy(&checkpoint->lock);
    free(checkpoint->path);
    free(checkpoint);
}
