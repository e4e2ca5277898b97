/*
 * The journal of a batch keeps answers in a file beside the checkpoint, so that after an interrupt
 * or a kill no answered board is searched again.
 *
 * An answer is appended when its search ends, even before it can be printed. A record has its
 * lengths, a key that identifies the board, the printed text and a checksum; an incomplete last
 * record is cut off. A journal belongs to one command line; others refuse it. It is removed once
 * every board is answered and the output has its name, unless it has answers of other boards.
 */
#ifndef TILEPDB_ANSWERS_JOURNAL_H
#define TILEPDB_ANSWERS_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With a zeroed journal, all functions do nothing. */
struct journal {
    char *path; /* owned; NULL: no journal */
    int fd;
    int code;                       /* CLI_FAILURE after a failed write, otherwise CLI_SUCCESS */
    char *content;                  /* content of the file when it was opened; owned */
    struct journal_record *records; /* records in `content`, one of each key, sorted; owned */
    size_t count, capacity;
    size_t found; /* records that journal_find returned */
    bool goes_on; /* an earlier run began the journal */
};

/* Opens the journal of a checkpoint and reads its answers, unless the checkpoint is `fresh`.
 * `fingerprint` identifies the command line. Returns CLI_SUCCESS; or, after an error message and
 * with nothing open, CLI_USAGE for the journal of another command line, CLI_FAILURE for a file
 * that is no journal, is locked, or cannot be read or written. */
int journal_open(struct journal *journal, const char *checkpoint, bool fresh, uint64_t fingerprint);

/* Returns "CHECKPOINT.answers". The caller frees it. */
char *journal_path(const char *checkpoint);

/* Returns the answer of a key, valid until journal_close, and sets its length; or returns NULL.
 * One thread may call this while another calls journal_add. */
const char *journal_find(struct journal *journal, const char *key, size_t *length);

/* Appends an answer. Reports a failed write once, and appends nothing after it. One thread at a
 * time. */
void journal_add(struct journal *journal, const char *key, const char *text, size_t length);

/* Closes the journal; removes it if the batch is `complete`. Returns CLI_SUCCESS, or CLI_FAILURE
 * if a write failed. */
int journal_close(struct journal *journal, bool complete);

#endif
