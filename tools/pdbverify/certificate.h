/*
 * A certificate: JSON that claims a proof (docs/output.md). Fields have types and ranges; unknown
 * fields are ignored.
 */
#ifndef TILEPDB_PDBVERIFY_CERTIFICATE_H
#define TILEPDB_PDBVERIFY_CERTIFICATE_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"

#define CERTIFICATE_FORMAT  "tilepdb-certificate"
#define CERTIFICATE_VERSION 4

/* Why a certificate is refused; zeroed if it is accepted. */
struct refusal {
    int code;
    char reason[2 * REASON_TEXT]; /* empty after an interrupt, or if the reason was printed */
};

int refuse(struct refusal *refusal, int code, const char *format, ...) CLI_PRINTF(3, 4);

struct certificate {
    json_t *root;
    tilepdb_metric metric;
    tilepdb_board board, goal;
    int length;
    const char *moves;
    const json_t *proofs;
};

/* Reads a certificate and checks its fields; `path` may be "-". The caller releases `root` in any
 * case. Like certificate_proof_read, returns CLI_SUCCESS or the code of `refusal`. */
int certificate_read(struct certificate *certificate, const char *path, struct refusal *refusal);

struct certificate_proof {
    const json_t *bounds;
    size_t count;
    /* candidates, and the claimed searcher of each bound */
    struct proof_history history;
    /* [candidate] tables of the candidate; owned; NULL if it is bidirectional */
    json_t *tables[TILEPDB_MAX_SEARCHERS];
    /* [bidirectional candidate] earlier candidates with its forward and backward tables */
    size_t unidirectional[TILEPDB_MAX_SEARCHERS][2];
};

/* Reads a proof, which the caller frees in any case. */
int certificate_proof_read(struct certificate_proof *proof, const struct certificate *certificate,
                           const json_t *object, struct refusal *refusal);

void certificate_proof_free(struct certificate_proof *proof);

#endif
