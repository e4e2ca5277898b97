/*
 * The schema of a certificate: which fields each version has, of which types and in which ranges.
 * docs/output.md says what they mean. Fields that are not known are ignored.
 */
#ifndef TILEPDB_PDBVERIFY_CERTIFICATE_SCHEMA_H
#define TILEPDB_PDBVERIFY_CERTIFICATE_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

/* Whether it says that it is a certificate, of a version that is known. */
bool schema_is_known(const json_t *root);

/* Whether such a certificate has the schema of its version. If not, the reason: as it stands after
 * "it is not a certificate: ". What was taken over from a checkpoint must add up, too. */
bool schema_check(const json_t *root, char *reason, size_t size);

#endif
