/*
 * src/kernels/vectors.h: in each variant that this processor runs, every operation does to all
 * lanes what scalar code does to one lane.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tilepdb.h"
#include "vectors_check.h"

#define ROUNDS 20000

struct variant_check {
    const char *name; /* NULL at the end */
    tilepdb_variant variant;
    vectors_check_fn *check;
};

#define TABLE_ROW(NAME, VARIANT) {#NAME, VARIANT, vectors_check_##NAME},
static const struct variant_check variants[] = {VECTOR_VARIANTS(TABLE_ROW){0}};

static void operations_do_as_scalars(void **state) {
    (void)state;
    unsigned ran = 0;
    for (const struct variant_check *row = variants; row->name; row++) {
        if (!tilepdb_variant_available(row->variant)) continue;
        tilepdb_random random;
        tilepdb_random_seed(&random, 11);
        for (unsigned round = 0; round < ROUNDS; round++) {
            const char *wrong = row->check(&random);
            if (wrong) fail_msg("%s: %s, in round %u", row->name, wrong, round);
        }
        print_message("variant %s\n", row->name);
        ran++;
    }
    if (ran == 0) skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations_do_as_scalars)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
