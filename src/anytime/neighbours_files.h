/*
 * The files of src/anytime/weights, which are compiled in. Constant data.
 */
#ifndef TILEPDB_ANYTIME_NEIGHBOURS_FILES_H
#define TILEPDB_ANYTIME_NEIGHBOURS_FILES_H

#include <stdint.h>

#define NEIGHBOURS_WEIGHTS 7991 /* numbered; each term of a board has one */

/* Of int16, their lowest byte first. A file of another size does not compile. */
extern const uint8_t neighbours_alone[], neighbours_tables[];

#endif
