/* --plot: a bar chart by gnuplot, which runs as a program of its own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/output.h"
#include "pdbsolve/compare.h"

#define LEAST_SECONDS 1e-5                /* the axis is logarithmic */
#define FLOOR_SECONDS (LEAST_SECONDS / 2) /* where it begins: a bar of no height */

/* Rows of boards, columns of methods; a limit has no bar. */
static void script_data(FILE *script, const struct outcome *outcomes, size_t count,
                        size_t contestant_count) {
    fputs("$data << END\nboard", script);
    for (size_t c = 0; c < contestant_count; c++) {
        fprintf(script, " \"%s\"", outcomes[c].contestant->name);
    }
    for (size_t i = 0; i < count; i++) {
        const struct outcome *outcome = &outcomes[i];
        if (i % contestant_count == 0) fprintf(script, "\n\"%s\"", outcome->board);
        const bool solved = outcome->status == TILEPDB_OK;
        const double seconds = outcome->seconds > LEAST_SECONDS ? outcome->seconds : LEAST_SECONDS;
        fprintf(script, " %.6g", solved ? seconds : FLOOR_SECONDS);
    }
    fputs("\nEND\n", script);
}

static void script_write(FILE *script, const struct outcome *outcomes, size_t count,
                         size_t contestant_count, double timeout) {
    script_data(script, outcomes, count, contestant_count);
    fprintf(script,
            "set terminal svg size 1000,480 background 'white'\n"
            "set title 'Seconds to solve; no bar: not within %g s'\n"
            "set style data histograms\nset style histogram clustered gap 1\n"
            "set style fill solid 0.8 border -1\nset boxwidth 0.9\nset logscale y\n"
            "set yrange [%g:%g]\nset ylabel 'seconds'\nset key outside right\n"
            "set grid ytics\nset xtics rotate by 30 right nomirror\n"
            "plot for [i=2:%zu] $data using i:xtic(1) title columnhead(i)\n",
            timeout, FLOOR_SECONDS, timeout * 2, contestant_count + 1);
}

/* gnuplot reads the script from stdin and writes to the stream's descriptor. */
static int gnuplot_run(FILE *script, FILE *picture) {
    const pid_t child = fork();
    if (child == 0) {
        dup2(fileno(script), STDIN_FILENO);
        dup2(fileno(picture), STDOUT_FILENO);
        execlp("gnuplot", "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return CLI_SUCCESS;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        cli_complain("--plot: gnuplot cannot be run; install the package gnuplot-nox");
    } else {
        cli_complain("--plot: gnuplot failed");
    }
    return CLI_FAILURE;
}

int compare_plot(const char *path, const struct outcome *outcomes, size_t count,
                 size_t contestant_count, double timeout) {
    struct cli_output output;
    if (count == 0 || count % contestant_count != 0) return CLI_SUCCESS;
    int code = cli_output_open(&output, path);
    FILE *script = tmpfile();
    if (code == CLI_SUCCESS && script == NULL) {
        cli_complain("--plot: no temporary file: %s", strerror(errno));
        code = CLI_FAILURE;
    }
    if (code == CLI_SUCCESS) {
        script_write(script, outcomes, count, contestant_count, timeout);
        fflush(script);
        rewind(script);
        code = gnuplot_run(script, output.stream);
    }
    if (script != NULL) fclose(script);
    return cli_worse(code, cli_output_end(&output, code == CLI_SUCCESS));
}
