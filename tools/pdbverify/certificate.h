/*
 * A certificate as it is read: what somebody claims to have proven.
 *
 * Version 2 names a partition and a direction for each table and each bound. In version 1 a proof
 * has the tables of one search forward. Version 3 is version 2 in a metric that it names, and
 * version 4 is version 2 with bounds of bidirectional searches, with the tables of both directions.
 * Fields that are not known are ignored.
 */
#ifndef TILEPDB_PDBVERIFY_CERTIFICATE_H
#define TILEPDB_PDBVERIFY_CERTIFICATE_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"

/* The reason for a refusal. Zeroed there is none. */
struct refusal {
    int code;
    char reason[2 * REASON_TEXT]; /* empty: it was reported, or an interrupt came */
};

/* Refuses, in one sentence. Returns `code`. */
int refuse(struct refusal *refusal, int code, const char *format, ...) CLI_PRINTF(3, 4);

/* A certificate that follows the schema. */
struct certificate {
    json_t *root; /* owned */
    bool named;   /* of version 2 or later */
    tilepdb_metric metric;
    tilepdb_board board, goal;
    int length;
    const char *moves;
    const json_t *proofs;
};

/* Reads a file, or standard input if it is "-". The caller releases `root` in any case. */
int certificate_read(struct certificate *certificate, const char *path, struct refusal *refusal);

/* The proof of a lower bound. */
struct certificate_proof {
    const json_t *bounds;
    size_t count;                 /* of candidates; the first gave root_h */
    struct proof_history history; /* their names, and by whom each of the bounds is said to be
                                 exhausted */
    json_t
        *tables[TILEPDB_MAX_CANDIDATES]; /* of each, owned; of a bidirectional search: NULL, and */
    size_t unidirectional[TILEPDB_MAX_CANDIDATES]
                         [2]; /* the candidates whose tables it has, before it */
    char *partition;          /* of the only one, if they are not named; owned */
};

/* Reads a proof. To be freed in any case. */
int certificate_proof_read(struct certificate_proof *proof, const struct certificate *certificate,
                           const json_t *object, struct refusal *refusal);

void certificate_proof_free(struct certificate_proof *proof);

#endif
