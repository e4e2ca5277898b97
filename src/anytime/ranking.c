/* See ranking.h. */
#include "anytime/ranking.h"

#include <string.h>

#include "anytime/ranking_files.h"
#include "base/bytes.h"

void ranking_read(struct ranking *ranking, unsigned cells, const uint8_t *bytes) {
    ranking->rows = (const int8_t(*)[RANKING_UNITS])(const void *)bytes;
    bytes += (size_t)cells * cells * RANKING_UNITS;
    for (unsigned i = 0; i < RANKING_UNITS; i++, bytes += 2)
        ranking->bias[i] = (int16_t)load_le16(bytes);
    for (unsigned i = 0; i < RANKING_UNITS; i++, bytes += 2)
        ranking->weight[i] = (int16_t)load_le16(bytes);
    ranking->more = (int32_t)load_le32(bytes);
}

void ranking_find(struct ranking *ranking, const struct shape *shape) {
    ranking->rows = NULL;
    if (!shape->mirrored || shape->blank + 1u != shape->cells) return;
    for (unsigned i = 0; i < ranking_file_count; i++)
        if (ranking_files[i].size == RANKING_BYTES((unsigned)shape->cells))
            ranking_read(ranking, shape->cells, ranking_files[i].bytes);
}

void ranking_whole(const struct ranking *ranking, const uint8_t *cells, unsigned cell_count,
                   struct ranking_sum *sum) {
    memcpy(sum->unit, ranking->bias, sizeof sum->unit);
    for (unsigned cell = 0; cell < cell_count; cell++) {
        const int8_t *row = ranking->rows[(size_t)cells[cell] * cell_count + cell];
        for (unsigned i = 0; i < RANKING_UNITS; i++)
            sum->unit[i] = (int16_t)(sum->unit[i] + row[i]);
    }
}
