/* pdbgen: generates pattern databases, in one process. */
#include "pdbgen/pdbgen.h"

static const struct gen_backend one_process = {
    .tool = "pdbgen",
    .summary = "Generates pattern databases for sliding-tile puzzles, one file per pattern.",
    .epilogue = "PARTITION is a name from the catalogue (--list), or tiles such as 1-8/9-15;\n"
                "with --metric multi a colouring: a name (--list), or a drawing such as\n"
                "'1122 3322 5344 544.', with a colour for each tile of the goal.\n"
                "Existing valid files are kept.\n"
                "\n"
                "Examples:\n"
                "  pdbgen 7-8                     the databases for the 15-puzzle\n"
                "  pdbgen --board 3x3 8           the whole 8-puzzle\n"
                "  pdbgen --dry-run 7-8           the memory it needs\n"
                "  pdbgen --metric multi middle   for slides of one tile or more\n"
                "\n"
                "Exit code: 0 done, 1 more memory needed or verification failed, 2 usage error,\n"
                "3 a file could not be read or written, 129, 130 or 143 interrupted.\n",
    .need = tilepdb_table_need,
    .make = gen_make_local,
    .scratch = true,
};

int main(int argc, char **argv) {
    return gen_run(&one_process, argc, argv);
}
