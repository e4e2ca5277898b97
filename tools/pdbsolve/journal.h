/*
 * The journal of a batch keeps answers in a file beside the checkpoint, so that after an interrupt
 * or a kill no answered board is searched again.
 *
 * An answer is appended when its search ends, even before it can be printed. A record has its
 * lengths, a key that identifies the board, the printed text and a checksum; an incomplete last
 * record is cut off. A journal belongs to one command line; others refuse it. It is removed once
 * every board is answered, unless it has answers of other boards.
 */
#ifndef TILEPDB_PDBSOLVE_JOURNAL_H
#define TILEPDB_PDBSOLVE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With a zeroed journal, all functions do nothing. */
struct journal {
    char *path;                     /* owned; NULL if there is no journal */
    int fd;                         /* descriptor of the locked file */
    int code;                       /* CLI_FAILURE after a failed write, otherwise CLI_SUCCESS */
    char *content;                  /* content of the file when it was opened; owned */
    struct journal_record *records; /* records in `content`, sorted by key; owned */
    size_t count, capacity;
    size_t found; /* number of records that journal_find returned */
    bool goes_on; /* true if an earlier run began the journal */
};

/* Opens the journal of a checkpoint and reads its answers, unless the checkpoint is `fresh`.
 * `fingerprint` identifies the command line. Returns CLI_SUCCESS; or, after an error message and
 * with nothing open, CLI_USAGE for the journal of another command line, or CLI_FAILURE for
 * another kind of file, one that is locked, or one that cannot be read or written. */
int journal_open(struct journal *journal, const char *checkpoint, bool fresh, uint64_t fingerprint);

/* Returns "CHECKPOINT.answers". The caller frees it. */
char *journal_path(const char *checkpoint);

/* Returns the answer of a key and sets its length, or returns NULL. The answer is valid until
 * journal_close. One thread may call this function while another calls journal_add. */
const char *journal_find(struct journal *journal, const char *key, size_t *length);

/* Appends an answer. A failed write is reported once, and nothing is appended after it. One
 * thread at a time may call this function. */
void journal_add(struct journal *journal, const char *key, const char *text, size_t length);

/* Closes the journal; removes it if the batch is `complete`. Returns CLI_SUCCESS, or CLI_FAILURE
 * if a write failed. */
int journal_close(struct journal *journal, bool complete);

#endif
