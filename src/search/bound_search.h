/*
 * Searches one bound, as bound.h describes.
 */
#ifndef TILEPDB_SEARCH_BOUND_SEARCH_H
#define TILEPDB_SEARCH_BOUND_SEARCH_H

#include "search/bound.h"

void bound_search(struct bound_search *search);

#endif
