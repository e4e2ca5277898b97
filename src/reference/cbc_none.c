/* See cbc.h. */
#include "base/error.h"
#include "reference/cbc.h"

const char *cbc_missing(void) {
    return "this build cannot solve integer programs: configure it with TILEPDB_CBC=ON";
}

tilepdb_status cbc_minimise(struct cbc_call *call, enum cbc_answer *answer, tilepdb_error *error) {
    (void)call;
    (void)answer;
    return error_set(error, TILEPDB_ERROR_NOT_FOUND, "%s", cbc_missing());
}
