/*
 * The records of a checkpoint, in memory. See checkpoint.h.
 */
#include "search/checkpoint.h"

#include <stdlib.h>
#include <string.h>

static bool keys_equal(const struct checkpoint_key *a, const struct checkpoint_key *b) {
    return a->search[0] == b->search[0] && a->search[1] == b->search[1] && a->bound == b->bound &&
           a->limit == b->limit && a->done == b->done;
}

static void units_forget(struct checkpoint_record *record) {
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
                      size_t count) {
    pthread_mutex_lock(&checkpoint->lock);
    const bool mine = record->users == 1 && record->end.state == CHECKPOINT_OPEN;
    if (mine && record->unit_count != count) {
        units_forget(record);
        record->units = malloc((count + 1) * sizeof *record->units);
        if (record->units) record->unit_count = count;
        for (size_t i = 0; i < record->unit_count; i++)
            record->units[i] = (struct tally){.generated = CHECKPOINT_NOT_DONE};
    }
    const bool have = record->units && record->unit_count == count;
    pthread_mutex_unlock(&checkpoint->lock);
    return have;
}

bool checkpoint_known(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record,
                      size_t unit, struct tally *total) {
    pthread_mutex_lock(&checkpoint->lock);
    *total = record->units[unit];
    pthread_mutex_unlock(&checkpoint->lock);
    return total->generated != CHECKPOINT_NOT_DONE;
}

void checkpoint_keep(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record, size_t unit,
                     struct tally total) {
    pthread_mutex_lock(&checkpoint->lock);
    record->units[unit] = total;
    checkpoint->changed = true;
    pthread_mutex_unlock(&checkpoint->lock);
}

/* ---- the end of a bound ---------------------------------------------------------------------- */

static void units_spend(struct checkpoint_record *record) {
    record->spent = true;
    if (record->users == 0) units_forget(record);
}

/* The units of the bounds before, whose order is known to the next one. */
static void earlier_spend(tilepdb_checkpoint *checkpoint, const struct checkpoint_record *record) {
    struct checkpoint_key key = record->key;
    for (struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
        key.bound = each->key.bound;
        if (key.bound < record->key.bound && each->end.state != CHECKPOINT_OPEN &&
            keys_equal(&each->key, &key))
            units_spend(each);
    }
}

void checkpoint_conclude(tilepdb_checkpoint *checkpoint, struct checkpoint_record *record,
                         const struct checkpoint_end *end, bool front) {
    pthread_mutex_lock(&checkpoint->lock);
    if (record->end.state == CHECKPOINT_OPEN) {
        record->end = *end;
        record->spent = !front || end->state != CHECKPOINT_EXHAUSTED;
        if (!front || end->state == CHECKPOINT_EXHAUSTED) earlier_spend(checkpoint, record);
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

/* ---- life ------------------------------------------------------------------------------------ */

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
    }
    pthread_mutex_unlock(&checkpoint->lock);
}

void tilepdb_checkpoint_close(tilepdb_checkpoint *checkpoint) {
    if (!checkpoint) return;
    while (checkpoint->records) {
        struct checkpoint_record *record = checkpoint->records;
        checkpoint->records = record->next;
        units_forget(record);
        free(record);
    }
    pthread_mutex_destroy(&checkpoint->lock);
    free(checkpoint->path);
    free(checkpoint);
}
