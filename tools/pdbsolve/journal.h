/*
 * The journal of a batch: its answers in a file beside the checkpoint, so that after an interrupt
 * or a kill at any moment no board that has its answer is searched again.
 *
 * An answer is appended when its search ends, also where it waits for those before it. A record has
 * its lengths, a key, the text as it is printed, and a checksum; what a kill leaves of the last one
 * is cut off. The key identifies a board of the batch. A journal is of one command line, and
 * refused by another. It is removed when every board has its answer, unless it has answers of other
 * boards.
 */
#ifndef TILEPDB_PDBSOLVE_JOURNAL_H
#define TILEPDB_PDBSOLVE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed, there is no journal, and nothing is done. */
struct journal {
    char *path;    /* owned; NULL: there is no journal */
    int fd;        /* locked as long as it is open */
    int code;      /* CLI_SUCCESS, or that of an answer that could not be written */
    char *content; /* of the file when it was opened; owned */
    struct journal_record *records; /* in `content`, sorted by their keys; owned */
    size_t count, capacity;
    size_t found; /* records that journal_find returned */
    bool goes_on; /* an earlier run has begun it */
};

/* Opens the journal of a checkpoint, and reads its answers. `fresh`: the checkpoint is new, and the
 * journal begins anew. `fingerprint` is that of the command line (struct cli_common). Returns
 * CLI_SUCCESS, or the exit code after an error message, and then nothing is open: CLI_USAGE, it is
 * of another command line; CLI_FAILURE, it is another file, another process has it, or it cannot be
 * read or written. */
int journal_open(struct journal *journal, const char *checkpoint, bool fresh, uint64_t fingerprint);

/* "CHECKPOINT.answers"; the caller frees it. */
char *journal_path(const char *checkpoint);

/* The answer with a key, and its length; valid until the end. NULL: there is none. One thread at a
 * time, beside one that appends. */
const char *journal_find(struct journal *journal, const char *key, size_t *length);

/* Appends an answer. A failure is reported once, and no more are appended. One thread at a time. */
void journal_add(struct journal *journal, const char *key, const char *text, size_t length);

/* Closes the journal, and removes it if the batch is `complete`. Returns CLI_SUCCESS, or the exit
 * code if an answer could not be written. */
int journal_close(struct journal *journal, bool complete);

#endif
