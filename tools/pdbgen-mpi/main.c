/* pdbgen-mpi: generates pattern databases on the ranks of a job. */
#include "pdbgen/pdbgen.h"
#include "ranks/ranks.h"

static tilepdb_status make(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
                           const tilepdb_generate_options *generate,
                           const tilepdb_save_options *save, tilepdb_table_info *info,
                           tilepdb_error *error) {
    tilepdb_table *table;
    tilepdb_status status = tilepdb_table_generate(pattern, kind, generate, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    status = tilepdb_table_save(table, path, save, error);
    tilepdb_table_close(table);
    return status;
}

static const struct gen_way over_ranks = {
    .tool = "pdbgen-mpi",
    .summary = "Generates pattern databases for sliding-tile puzzles on the ranks of an MPI job.",
    .epilogue = "PARTITION is a name from the catalogue (--list), or tiles such as 1-8/9-15.\n"
                "Existing valid files are kept.\n"
                "\n"
                "Examples:\n"
                "  mpirun -n 4 pdbgen-mpi 7-8    the databases for the 15-puzzle\n"
                "  pdbgen-mpi --dry-run 7-8      the memory that one rank needs\n"
                "\n"
                "Exit code: 0 done, 1 more memory needed or verification failed, 2 usage error,\n"
                "3 a file could not be read or written, 129, 130 or 143 interrupted.\n",
    .need = tilepdb_table_need,
    .make = make,
};

static int lead(int argc, char **argv) {
    return gen_run(&over_ranks, argc, argv);
}

static void serve(int call) {
    (void)call;
}

int main(int argc, char **argv) {
    return ranks_main(over_ranks.tool, argc, argv, lead, serve);
}
