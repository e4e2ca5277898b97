/*
 * Pages where nothing is known but POSIX: no huge ones, and none that move. See pages.h.
 */
#include "base/pages.h"

#include <sys/mman.h>

void *pages_map(size_t bytes, bool sparse) {
    (void)sparse;
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void *pages_room(size_t bytes) {
    (void)bytes;
    return NULL;
}

void pages_advise(void *pages, size_t bytes, bool huge) {
    (void)pages, (void)bytes, (void)huge;
}

bool pages_gather(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
    return false;
}

bool pages_move(void *from, void *to, size_t bytes) {
    (void)from, (void)to, (void)bytes;
    return false;
}

void pages_forget(void *pages, size_t bytes) {
    posix_madvise(pages, bytes, POSIX_MADV_DONTNEED);
}
