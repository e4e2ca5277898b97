/*
 * The journal of a batch keeps answers in a file beside the checkpoint, so that after an interrupt
 * or a kill no answered board is searched again.
 *
 * An answer is appended when its search ends, even if it still waits to be printed. A record holds
 * its lengths, a key, the text as printed and a checksum; an incomplete last record is cut off. The
 * key identifies a board of the batch. A journal belongs to one command line, and other command
 * lines refuse it. It is removed once every board is answered, unless it has answers of other
 * boards.
 */
#ifndef TILEPDB_PDBSOLVE_JOURNAL_H
#define TILEPDB_PDBSOLVE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed journal is none: all functions do nothing. */
struct journal {
    char *path;                     /* owned; NULL if there is no journal */
    int fd;                         /* locked while open */
    int code;                       /* CLI_FAILURE after a failed write, else CLI_SUCCESS */
    char *content;                  /* content of the file when it was opened; owned */
    struct journal_record *records; /* records in `content`, sorted by key; owned */
    size_t count, capacity;
    size_t found; /* number of records that journal_find returned */
    bool goes_on; /* an earlier run began the journal */
};

/* Opens the journal of a checkpoint and reads its answers. With `fresh`, the checkpoint is new
 * and old answers are dropped. `fingerprint` identifies the command line (struct cli_common).
 * Returns CLI_SUCCESS, or the exit code after an error message, with nothing open: CLI_USAGE if
 * the journal belongs to another command line; CLI_FAILURE if it is another kind of file, is
 * locked by another process, or cannot be read or written. */
int journal_open(struct journal *journal, const char *checkpoint, bool fresh, uint64_t fingerprint);

/* Returns "CHECKPOINT.answers". The caller frees it. */
char *journal_path(const char *checkpoint);

/* Returns the answer with this key, and its length, or NULL. The answer is valid until
 * journal_close. One thread at a time may call it, also while another thread calls journal_add. */
const char *journal_find(struct journal *journal, const char *key, size_t *length);

/* Appends an answer. After a failed write, which is reported once, it does nothing. One thread
 * at a time may call it. */
void journal_add(struct journal *journal, const char *key, const char *text, size_t length);

/* Closes the journal; removes it if the batch is `complete`. Returns CLI_SUCCESS, or CLI_FAILURE
 * if a write failed. */
int journal_close(struct journal *journal, bool complete);

#endif
