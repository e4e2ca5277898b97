/*
 * Private to the container: what the head of a colour table has of its own (version 2).
 */
#ifndef TILEPDB_TABLE_CONTAINER_COLOURS_H
#define TILEPDB_TABLE_CONTAINER_COLOURS_H

#include "table/container.h"

/* Reads a header whose checksum is right into `colours`, and as far as tables have it in common
 * into `info`, rows and row bytes. All of it is checked, sizes also against what the colouring
 * gives. ERROR_FORMAT. */
tilepdb_status container_colours_read(const uint8_t *data, struct container_head *head,
                                      tilepdb_error *error);

/* Stores the same. */
void container_colours_store(const struct container_head *head, uint8_t *to);

#endif
