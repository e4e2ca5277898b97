/*
 * The files of src/anytime/weights, which are compiled in. Constant data.
 */
#ifndef TILEPDB_ANYTIME_NEIGHBOURS_FILES_H
#define TILEPDB_ANYTIME_NEIGHBOURS_FILES_H

#include <stdint.h>

/* Of int16, their lowest byte first. */
extern const uint8_t neighbours_alone[], neighbours_tables[];
extern const uint32_t neighbours_alone_size, neighbours_tables_size;

#endif
