/*
 * The files of src/anytime/rows, which are compiled in. Constant data.
 */
#ifndef TILEPDB_ANYTIME_RANKING_FILES_H
#define TILEPDB_ANYTIME_RANKING_FILES_H

#include <stdint.h>

struct ranking_file {
    uint32_t size;
    const uint8_t *bytes;
};

extern const struct ranking_file ranking_files[];
extern const unsigned ranking_file_count;

extern const struct ranking_file neighbours_file, thin_file;

#endif
