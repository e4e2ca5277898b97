/* pdbgen-mpi: generates tables on several ranks. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "mpi/mpi_main.h"
#include "pdbgen/pdbgen.h"
#include "tilepdb_mpi.h"

struct make_request {
    tilepdb_pattern pattern;
    tilepdb_kind kind;
    int threads, level;
    tilepdb_variant variant;
    uint64_t memory_limit;
};

static void broadcast(void *bytes, size_t size) {
    MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Copies the text of rank 0 to all ranks; other ranks pass NULL. The caller frees it. */
static char *broadcast_text(const char *text) {
    size_t size = text ? strlen(text) + 1 : 0;
    broadcast(&size, sizeof size);
    char *copy = cli_allocated(calloc(1, size));
    if (text) memcpy(copy, text, size);
    broadcast(copy, size);
    return copy;
}

/* Raises an interrupt of any rank on all ranks. */
static void interrupts_combine(void) {
    int highest = cli_signal();
    MPI_Allreduce(MPI_IN_PLACE, &highest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (highest && !cli_signal()) raise(highest);
}

static tilepdb_status make(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
                           const tilepdb_generate_options *generate,
                           const tilepdb_save_options *save, tilepdb_table_info *info,
                           tilepdb_error *error) {
    struct make_request request = {
        *pattern, kind, generate->threads, save->level, generate->variant, generate->memory_limit};
    mpi_call();
    broadcast(&request, sizeof request);
    free(broadcast_text(path));
    const tilepdb_status status =
        tilepdb_mpi_table_make(MPI_COMM_WORLD, pattern, kind, path, generate, save, info, error);
    interrupts_combine();
    return status;
}

static tilepdb_status need(const tilepdb_pattern *pattern, tilepdb_kind kind,
                           const tilepdb_generate_options *options, tilepdb_generate_need *need,
                           tilepdb_error *error) {
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return tilepdb_mpi_table_need(ranks, pattern, kind, options, need, error);
}

static const struct gen_backend over_ranks = {
    .tool = "pdbgen-mpi",
    .summary = "Generates pattern databases for sliding-tile puzzles on several MPI ranks.",
    .brief = "  mpirun -n 4 pdbgen-mpi 7-8   the databases for the 15-puzzle\n"
             "  pdbgen-mpi --dry-run 7-8     show the memory that a rank needs\n"
             "\n"
             "  -b, --board WxH     size of the board (default: 4x4)\n"
             "  -m, --memory SIZE   refuse databases that need more memory on a rank\n"
             "      --verify        check the files after they are written\n"
             "  -f, --force         replace existing valid files\n"
             "  -d, --dir DIR       the directory of the databases\n"
             "  -j, --jobs N        threads of a rank\n"
             "  -q, --quiet         only warnings and errors\n"
             "\n"
             "Exit code: 0 done, 1 more memory needed, 2 wrong usage, 3 a file failed.\n",
    .epilogue =
        "PARTITION is a name from the catalogue (--list), or tiles such as 1-8/9-15.\n"
        "Existing valid files are kept. --jobs, --memory and --dry-run are about one rank.\n"
        "\n"
        "Examples:\n"
        "  mpirun -n 4 pdbgen-mpi 7-8    the databases for the 15-puzzle\n"
        "\n"
        "Exit code, as far as mpirun passes it on: 0 done, 1 more memory needed or\n"
        "verification failed, 2 usage error, 3 a file could not be read or written,\n"
        "129, 130 or 143 interrupted.\n",
    .need = need,
    .make = make,
};

static int lead(int argc, char **argv) {
    return gen_run(&over_ranks, argc, argv);
}

static void serve(void) {
    struct make_request request;
    broadcast(&request, sizeof request);
    char *path = broadcast_text(NULL);
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = request.threads;
    generate.variant = request.variant;
    generate.memory_limit = request.memory_limit;
    generate.progress = cli_progress_silent; /* an interrupt may reach this rank only */
    tilepdb_save_options save;
    tilepdb_save_options_init(&save);
    save.level = request.level;
    save.threads = request.threads;
    save.progress = cli_progress_silent;
    tilepdb_table_info info;
    tilepdb_mpi_table_make(MPI_COMM_WORLD, &request.pattern, request.kind, path, &generate, &save,
                           &info, NULL);
    interrupts_combine();
    free(path);
}

int main(int argc, char **argv) {
    return mpi_main(over_ranks.tool, argc, argv, lead, serve);
}
