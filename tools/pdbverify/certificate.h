/*
 * A certificate: JSON that says what somebody claims to have proven. docs/output.md has its fields.
 * Each has a type and a range, and unknown ones are ignored.
 */
#ifndef TILEPDB_PDBVERIFY_CERTIFICATE_H
#define TILEPDB_PDBVERIFY_CERTIFICATE_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"

/* The version that is written and read. */
#define CERTIFICATE_FORMAT  "tilepdb-certificate"
#define CERTIFICATE_VERSION 4

/* Why a certificate is refused. Zero: it is not. */
struct refusal {
    int code;
    char reason[2 * REASON_TEXT]; /* empty: it was reported, or an interrupt came */
};

/* Refuses, in one sentence. Returns `code`. */
int refuse(struct refusal *refusal, int code, const char *format, ...) CLI_PRINTF(3, 4);

struct certificate {
    json_t *root; /* owned */
    tilepdb_metric metric;
    tilepdb_board board, goal;
    int length;
    const char *moves;
    const json_t *proofs;
};

/* Reads a file, or standard input if it is "-", and checks its fields. The caller releases `root`
 * in any case. Returns CLI_SUCCESS or the code of the refusal. */
int certificate_read(struct certificate *certificate, const char *path, struct refusal *refusal);

/* The proof of a lower bound. */
struct certificate_proof {
    const json_t *bounds;
    size_t count;                           /* of candidates; the first gave root_h */
    struct proof_history history;           /* candidates, and which is said to exhaust a bound */
    json_t *tables[TILEPDB_MAX_CANDIDATES]; /* owned; NULL for a bidirectional candidate */
    /* Of a bidirectional candidate: those before it that have its tables, forward and backward. */
    size_t unidirectional[TILEPDB_MAX_CANDIDATES][2];
};

/* Reads a proof. The caller frees it in any case. Returns CLI_SUCCESS or the code of the refusal.
 */
int certificate_proof_read(struct certificate_proof *proof, const struct certificate *certificate,
                           const json_t *object, struct refusal *refusal);

void certificate_proof_free(struct certificate_proof *proof);

#endif
