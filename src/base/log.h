/*
 * A log: a file of records that are appended. Reading ends before the first incomplete or altered
 * record, so a kill or a power failure loses only records that were being appended.
 *
 * The file begins with LOG_HEAD_BYTES, which the caller writes and checks. A record has, in
 * little-endian, XXH3-64 of its other bytes (8 bytes), the size of the payload (8), the kind (8),
 * and the payload. log_replace writes a log anew, without the records that later ones replace.
 *
 * An open log is locked (flock); the system releases the lock of a killed process. One thread at a
 * time uses a log.
 */
#ifndef TILEPDB_BASE_LOG_H
#define TILEPDB_BASE_LOG_H

#include "base/file_map.h"
#include "base/publish.h"

enum { LOG_HEAD_BYTES = 16, LOG_RECORD_BYTES = 24 };

struct log_file {
    const char *path; /* the caller's; outlives the log */
    int fd;           /* -1 without a file */
    bool begun;       /* the file is written, so records may be appended */
    uint64_t end;     /* offset where log_append writes */
};

struct log_record {
    uint64_t kind;
    const uint8_t *payload;
    size_t size;
    size_t at; /* offset in the file */
};

/* Locks and maps the file, waiting two seconds for a lock; makes a missing file, so that runs that
 * begin together do not share it. Accepts a file system without locks. The map of an empty file has
 * no bytes. Returns ERROR_IO, also if another open log has the lock; ERROR_TOO_LARGE or
 * ERROR_MEMORY, with nothing open. */
tilepdb_status log_open(struct log_file *log, const char *path, struct file_map *map,
                        tilepdb_error *error);

/* Maps the whole records of a begun log. Returns ERROR_IO or ERROR_MEMORY. */
tilepdb_status log_map(const struct log_file *log, struct file_map *map, tilepdb_error *error);

/* Reads the record at `*at`, and moves `*at` behind it. Returns false at the end, or at an
 * incomplete or altered record. */
bool log_next(const struct file_map *map, size_t *at, struct log_record *record);

bool log_read(const struct log_file *log, uint64_t offset, void *bytes, size_t size);

/* Completes a record whose payload stands at record + LOG_RECORD_BYTES. Returns its size. */
size_t log_seal(uint8_t *record, uint64_t kind, size_t payload_size);

/* True if records can be appended: the log is begun, and its file has not been removed. */
bool log_ready(const struct log_file *log);

/* Appends whole records, which survive a kill; with `durable`, also a power failure. Returns
 * ERROR_IO; the log then has its old records, and may have to be written anew. */
tilepdb_status log_append(struct log_file *log, const void *records, size_t size, bool durable,
                          tilepdb_error *error);

/* Commits a publication of log->path, of `size` bytes, to which records are then appended. Returns
 * ERROR_IO; the log then has its old records. */
tilepdb_status log_replace(struct log_file *log, struct publication *publication, uint64_t size,
                           tilepdb_error *error);

void log_close(struct log_file *log);

#endif
