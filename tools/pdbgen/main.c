/* pdbgen for one process. */
#include "pdbgen/pdbgen.h"

static const struct gen_backend one_process = {
    .tool = "pdbgen",
    .summary = "Generates pattern databases for sliding-tile puzzles, one file per pattern.",
    .brief = "  pdbgen 7-8                     the databases for the 15-puzzle\n"
             "  pdbgen --list                  draw the built-in partitions\n"
             "  pdbgen --board 3x3 8           the whole 8-puzzle\n"
             "  pdbgen 1-8/9-15                a partition of your own, by its tiles\n"
             "  pdbgen --dry-run 7-8           show the memory that 7-8 needs\n"
             "  pdbgen --metric multi middle   a colouring, for slides of several tiles\n"
             "\n"
             "  -b, --board WxH     size of the board (default: 4x4)\n"
             "      --blank POLICY  aware (zero-aware, default) or projected\n"
             "  -g, --goal GOAL     blank-last (default), blank-first or spiral; without\n"
             "                      PARTITION, a board, open where it has *\n"
             "  -m, --memory SIZE   refuse databases that need more memory, such as 500M\n"
             "      --scratch DIR   generate databases larger than memory in files in DIR\n"
             "  -l, --level N       zstd level 1 to 22; 0: uncompressed\n"
             "      --verify        check the files after they are written\n"
             "  -f, --force         replace existing valid files\n"
             "  -d, --dir DIR       the directory of the databases\n"
             "  -j, --jobs N        threads (default: all cores)\n"
             "  -q, --quiet         only warnings and errors\n"
             "\n"
             "Existing valid files are kept.\n"
             "Exit code: 0 done, 1 more memory needed, 2 wrong usage, 3 a file failed.\n",
    .epilogue = "PARTITION is a name from the catalogue (--list), or tiles such as 1-8/9-15;\n"
                "with --metric multi a colouring: a name (--list), or a drawing such as\n"
                "'1122 3322 5344 544.', with a colour for each tile of the goal. With --goal and\n"
                "a board that leaves cells open, the table of this goal is generated.\n"
                "Existing valid files are kept.\n"
                "\n"
                "Examples:\n"
                "  pdbgen 7-8                     the databases for the 15-puzzle\n"
                "  pdbgen --board 3x3 8           the whole 8-puzzle\n"
                "  pdbgen --dry-run 7-8           the memory that 7-8 needs\n"
                "  pdbgen --metric multi middle   a colouring, for slides of several tiles\n"
                "  pdbgen -g '1 2 3/* * */* * *'   the way to the first row, from every board\n"
                "\n"
                "Exit code: 0 done, 1 more memory needed or verification failed, 2 usage error,\n"
                "3 a file could not be read or written, 129, 130 or 143 interrupted.\n",
    .scratch = true,
};

int main(int argc, char **argv) {
    return gen_run(&one_process, argc, argv);
}
