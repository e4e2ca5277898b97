/*
 * The files of src/anytime/weights, which are compiled in. Constant data.
 */
#ifndef TILEPDB_ANYTIME_LEARNED_WEIGHTS_H
#define TILEPDB_ANYTIME_LEARNED_WEIGHTS_H

#include <stdint.h>

#define LEARNED_WEIGHTS 7991 /* numbered; each feature of a board has one */

/* Of int16, their lowest byte first. A file of another size does not compile. */
extern const uint8_t learned_weights_alone[], learned_weights_tables[];

#endif
