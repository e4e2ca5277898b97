/* Offsets of the fields of a table file (pdb/FORMAT.md), for the container and its tests. */
#ifndef TILEPDB_TABLE_CONTAINER_LAYOUT_H
#define TILEPDB_TABLE_CONTAINER_LAYOUT_H

#include <stdint.h>

#define MAGIC_BYTES 8
#define MAGIC       "\xF5TPDB\r\n\x1A"

enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_FILE_BYTES = 16,
    AT_WIDTH = 24,
    AT_HEIGHT = 25,
    AT_GOAL_BLANK = 26,
    AT_BLANK_POLICY = 27,
    AT_ENCODING = 28,
    AT_METRIC = 29,
    AT_INDEX = 30,
    AT_TILES = 32,
    AT_LEVELS = 36,
    AT_COLUMNS = 40,
    AT_ROW_BYTES = 48,
    AT_ROWS = 56,
    AT_ENTRIES = 64,
    AT_REACHABLE = 72,
    AT_FRAME_ROWS = 80,
    AT_FRAME_COUNT = 88,
    AT_CONTENT_HASH = 96,
    AT_RESERVED = 104,
    AT_HISTOGRAM = 128,        /* version 1 */
    AT_COLOURING = 128,        /* versions 2 and 3 */
    AT_OPEN = 159,             /* version 3 */
    AT_COLOUR_HISTOGRAMS = 160 /* versions 2 and 3 */
};

enum {
    FRAME_AT_OFFSET = 0,
    FRAME_AT_SIZE = 8,
    FRAME_AT_CHECKSUM = 16,
    FRAME_AT_METHOD = 24,
    FRAME_AT_PAYLOAD_CHECK = 28,
    FRAME_ENTRY_BYTES = 32
};

enum { METHOD_STORED = 0, METHOD_ZSTD = 1 };

#define INDEX_PATTERN     1
#define INDEX_LINE_STATES 2
#define INDEX_SEQUENCES   3
#define CHECKSUM_BYTES    8
#define PAYLOAD_ALIGNMENT 4096
#define CONTENT_BLOCK     ((uint64_t)1 << 18)

#endif
