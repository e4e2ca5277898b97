/*
 * The ranks of one machine, and memory that they share.
 *
 * Ranks open a table at different times, so sharing is not collective. The first rank that needs
 * the rows of a key makes a nameless file in memory, and enters it into a directory of keys in an
 * MPI window. Further ranks open the file through the first rank's process. A killed job leaves
 * nothing behind.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "tilepdb_mpi.h"

/* Identifies the file in other processes. Its maker closes `fd`. */
struct shared_file {
    int32_t process, fd;
    uint64_t bytes, device, inode;
};

static bool is_safe(size_t bytes) {
    struct rlimit most;
    int promises = 0;
    if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur < bytes) return false;
    FILE *file = fopen("/proc/sys/vm/overcommit_memory", "re");
    const bool read = file && fscanf(file, "%d", &promises) == 1;
    if (file) fclose(file);
    return read && promises != 2;
}

/* A file of zeros. Returns false if this fails or is not safe: a process that exceeds its limit of
 * file sizes is killed, and with strict overcommitment the file's pages are not reserved. */
static bool shared_file_make(size_t bytes, struct shared_file *file) {
    struct stat about;
    const int fd = is_safe(bytes) ? memfd_create("tilepdb", MFD_CLOEXEC) : -1;
    if (fd < 0) return false;
    if (ftruncate(fd, (off_t)bytes) != 0 || fstat(fd, &about) != 0) {
        close(fd);
        return false;
    }
    *file = (struct shared_file){(int32_t)getpid(), fd, bytes, about.st_dev, about.st_ino};
    return true;
}

/* The caller closes the file. Returns -1 on failure, or if `file` is another file by now: a process
 * in another namespace may have the same number. */
static int shared_file_open(const struct shared_file *file) {
    char path[64];
    struct stat about;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)file->process, (int)file->fd);
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return -1;
    if (fstat(fd, &about) == 0 && (uint64_t)about.st_dev == file->device &&
        (uint64_t)about.st_ino == file->inode && (uint64_t)about.st_size == file->bytes)
        return fd;
    close(fd);
    return -1;
}

/* Maps a file of whole memory units; memory_pages_free releases the mapping. Returns NULL on
 * failure. */
static void *shared_file_map(int fd, size_t bytes) {
    void *addresses = memory_reserve(bytes);
    if (!addresses) return NULL;
    if (mmap(addresses, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == addresses)
        return addresses;
    memory_pages_free(addresses, bytes);
    return NULL;
}

/* more than a search has tables; further keys are not shared */
#define DIRECTORY_ENTRIES 256

/* longest time that a rank waits for the file of another rank */
#define MAKING_SECONDS 5.0
#define POLL_SECONDS   1e-3

enum { ENTRY_EMPTY, ENTRY_MADE, ENTRY_FAILED };

struct shared_entry {
    uint64_t key;   /* 0 if free; atomic */
    uint32_t state; /* atomic */
    struct shared_file file;
};

struct mapping {
    uint64_t key;
    void *memory;
    size_t bytes;
    int fd; /* -1 unless this process made the file */
    struct mapping *next;
};

struct mpi_node {
    MPI_Comm comm;
    MPI_Win window;
    struct shared_entry *directory; /* memory of rank 0; NULL if nothing is shared */
    pthread_mutex_t lock;           /* protects `mappings` */
    struct mapping *mappings;
};

/* Mappings stay, for tables that are opened again. */
static void *mapping_find(struct mpi_node *node, uint64_t key, size_t bytes) {
    void *memory = NULL;
    pthread_mutex_lock(&node->lock);
    for (const struct mapping *i = node->mappings; i && !memory; i = i->next)
        if (i->key == key && i->bytes == bytes) memory = i->memory;
    pthread_mutex_unlock(&node->lock);
    return memory;
}

static void *mapping_keep(struct mpi_node *node, uint64_t key, void *memory, size_t bytes, int fd) {
    struct mapping *mapping = malloc(sizeof *mapping);
    if (!mapping) {
        memory_pages_free(memory, bytes);
        return NULL;
    }
    pthread_mutex_lock(&node->lock);
    *mapping = (struct mapping){key, memory, bytes, fd, node->mappings};
    node->mappings = mapping;
    pthread_mutex_unlock(&node->lock);
    return memory;
}

static void *entry_make(struct mpi_node *node, struct shared_entry *entry, size_t bytes) {
    void *memory = NULL;
    if (shared_file_make(bytes, &entry->file)) {
        memory = shared_file_map(entry->file.fd, bytes);
        if (memory) memory = mapping_keep(node, entry->key, memory, bytes, entry->file.fd);
        if (!memory) close(entry->file.fd);
    }
    __atomic_store_n(&entry->state, memory ? ENTRY_MADE : ENTRY_FAILED, __ATOMIC_RELEASE);
    return memory;
}

static void *entry_find(struct mpi_node *node, const struct shared_entry *entry, size_t bytes) {
    uint32_t state = ENTRY_EMPTY;
    for (double waited = 0; waited < MAKING_SECONDS; waited += POLL_SECONDS) {
        state = __atomic_load_n(&entry->state, __ATOMIC_ACQUIRE);
        if (state != ENTRY_EMPTY) break;
        clock_sleep(POLL_SECONDS);
    }
    if (state != ENTRY_MADE || entry->file.bytes != bytes) return NULL;
    const int fd = shared_file_open(&entry->file);
    if (fd < 0) return NULL;
    void *memory = shared_file_map(fd, bytes);
    close(fd);
    return memory ? mapping_keep(node, entry->key, memory, bytes, -1) : NULL;
}

static void *node_share(uint64_t key, size_t bytes, void *user) {
    struct mpi_node *node = user;
    if (!node->directory || !size_add(bytes, MEMORY_UNIT - 1, &bytes)) return NULL;
    bytes &= ~(MEMORY_UNIT - 1);
    if (key == 0) key = UINT64_MAX;
    void *mapped = mapping_find(node, key, bytes);
    if (mapped) return mapped;
    for (size_t i = 0; i < DIRECTORY_ENTRIES; i++) {
        struct shared_entry *entry = &node->directory[i];
        uint64_t held = 0;
        if (__atomic_compare_exchange_n(&entry->key, &held, key, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return entry_make(node, entry, bytes);
        if (held == key) return entry_find(node, entry, bytes);
    }
    return NULL;
}

static bool all_have(const struct mpi_node *node, bool mine) {
    int have = mine;
    MPI_Allreduce(MPI_IN_PLACE, &have, 1, MPI_INT, MPI_LAND, node->comm);
    return have;
}

/* The directory is used only if all ranks have one, so that none waits in vain. Otherwise a window
 * stays, unused, until the job ends. */
static void directory_make(struct mpi_node *made, struct tilepdb_node *node) {
    MPI_Aint bytes = 0;
    int unit;
    MPI_Comm_rank(made->comm, &node->rank);
    MPI_Comm_size(made->comm, &node->ranks);
    if (node->rank == 0) bytes = (MPI_Aint)(DIRECTORY_ENTRIES * sizeof *made->directory);
    MPI_Comm_set_errhandler(made->comm, MPI_ERRORS_RETURN);
    const int failed = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, made->comm,
                                               &made->directory, &made->window);
    MPI_Comm_set_errhandler(made->comm, MPI_ERRORS_ARE_FATAL);
    if (!all_have(made, failed == MPI_SUCCESS)) {
        made->directory = NULL;
        return;
    }
    MPI_Win_shared_query(made->window, 0, &bytes, &unit, &made->directory);
    if (node->rank == 0) memset(made->directory, 0, (size_t)bytes);
    MPI_Barrier(made->comm);
}

tilepdb_status tilepdb_mpi_node_create(MPI_Comm comm, struct tilepdb_node *node,
                                       tilepdb_error *error) {
    int rank;
    *node = (struct tilepdb_node){0};
    struct mpi_node *made = calloc(1, sizeof *made);
    tilepdb_status status = TILEPDB_OK;
    if (!made) status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a node");
    status = tilepdb_mpi_agree(comm, status, error);
    if (status) {
        free(made);
        return status;
    }
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &made->comm);
    pthread_mutex_init(&made->lock, NULL);
    directory_make(made, node);
    node->share = node_share;
    node->user = made;
    return TILEPDB_OK;
}

void tilepdb_mpi_node_free(struct tilepdb_node *node) {
    struct mpi_node *made = node->user;
    if (!made) return;
    while (made->mappings) {
        struct mapping *mapping = made->mappings;
        made->mappings = mapping->next;
        memory_pages_free(mapping->memory, mapping->bytes);
        if (mapping->fd >= 0) close(mapping->fd);
        free(mapping);
    }
    if (made->directory) MPI_Win_free(&made->window);
    MPI_Comm_free(&made->comm);
    pthread_mutex_destroy(&made->lock);
    free(made);
    *node = (struct tilepdb_node){0};
}
