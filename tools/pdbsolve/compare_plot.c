/* --plot: a bar chart, drawn by gnuplot. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/subprocess.h"
#include "pdbsolve/compare_mode.h"

#define LEAST_SECONDS 1e-5
#define FLOOR_SECONDS (LEAST_SECONDS / 2) /* start of the axis, where a bar has no height */

#define INK "#7d8590"

/* one per method, distinct for colour-blind readers (Okabe and Ito) */
static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9",
                                      "#d55e00", "#b8a500", "#7f5539", "#999999"};

/* Writes a string for gnuplot. Names may come from the user, so characters that could end the
 * string or the data are replaced. */
static void script_name(FILE *script, const char *name) {
    fputc('"', script);
    for (; *name != '\0'; name++) {
        const unsigned char byte = (unsigned char)*name;
        fputc(byte < ' ' || byte == 0x7f || strchr("\"'\\`", byte) ? '?' : byte, script);
    }
    fputc('"', script);
}

static void script_data(FILE *script, const struct outcome *outcomes, size_t count,
                        size_t algorithm_count) {
    fputs("$data << END\nboard", script);
    for (size_t c = 0; c < algorithm_count; c++) {
        fputc(' ', script);
        script_name(script, outcomes[c].algorithm->name);
    }
    for (size_t i = 0; i < count; i++) {
        const struct outcome *outcome = &outcomes[i];
        if (i % algorithm_count == 0) {
            fputc('\n', script);
            script_name(script, outcome->board);
        }
        const bool solved = outcome->status == TILEPDB_OK;
        const double seconds = outcome->seconds > LEAST_SECONDS ? outcome->seconds : LEAST_SECONDS;
        fprintf(script, " %.6g", solved ? seconds : FLOOR_SECONDS);
    }
    fputs("\nEND\n", script);
}

static void script_write(FILE *script, const struct outcome *outcomes, size_t count,
                         size_t algorithm_count, double timeout) {
    script_data(script, outcomes, count, algorithm_count);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        fprintf(script, "set linetype %zu lc rgb '%s'\n", i + 1, colours[i]);
    fprintf(script,
            "set terminal svg size 1000,480 noenhanced\n"
            "set title 'Time to solve; no bar: not solved within %g s' textcolor rgb '" INK "'\n"
            "set style data histograms\nset style histogram clustered gap 1\n"
            "set style fill solid 1 noborder\nset boxwidth 0.9\nset logscale y\n"
            "set yrange [%g:%g]\nset format y '%%.0s %%cs'\n"
            "set key outside right textcolor rgb '" INK "'\nset border 3 lc rgb '" INK "'\n"
            "set grid ytics lc rgb '" INK "'\nset ytics nomirror textcolor rgb '" INK "'\n"
            "set xtics rotate by 30 right nomirror textcolor rgb '" INK "'\n"
            "plot for [i=2:%zu] $data using i:xtic(1) title columnhead(i)\n",
            timeout, FLOOR_SECONDS, timeout * 2, algorithm_count + 1);
}

/* Copies gnuplot's output, since gnuplot does not report a full disk. */
static bool picture_copy(int from, struct cli_output *picture) {
    char bytes[BUFSIZ];
    ssize_t length;
    while ((length = read(from, bytes, sizeof bytes)) != 0) {
        if (length < 0 && errno == EINTR && cli_signal() == 0) continue;
        if (length < 0 || !cli_output_write(picture, bytes, (size_t)length)) return false;
    }
    return true;
}

static int gnuplot_run(FILE *script, struct cli_output *picture) {
    struct cli_subprocess gnuplot;
    const int error = cli_subprocess_start(&gnuplot, "gnuplot", "-", script);
    if (error != 0) {
        cli_complain("--plot: gnuplot cannot be run: %s", strerror(error));
        return CLI_FAILURE;
    }
    const bool copied = picture_copy(gnuplot.output, picture);
    close(gnuplot.output);
    const enum cli_subprocess_end end = cli_subprocess_wait(&gnuplot);
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (!copied) return CLI_SUCCESS;
    if (end == CLI_SUBPROCESS_WELL) return CLI_SUCCESS;
    if (end == CLI_SUBPROCESS_MISSING)
        cli_complain("--plot: gnuplot cannot be run; install the package gnuplot-nox");
    else
        cli_complain("--plot: gnuplot failed");
    return CLI_FAILURE;
}

int compare_plot(struct cli_output *picture, const struct outcome *outcomes, size_t count,
                 size_t algorithm_count, double timeout) {
    if (count == 0 || count % algorithm_count != 0) return CLI_SUCCESS;
    FILE *script = tmpfile();
    int code = CLI_FAILURE;
    if (script) {
        script_write(script, outcomes, count, algorithm_count, timeout);
        if (fflush(script) == 0 && !ferror(script)) code = CLI_SUCCESS;
        rewind(script);
    }
    if (code == CLI_SUCCESS)
        code = gnuplot_run(script, picture);
    else
        cli_complain("--plot: cannot create a temporary file: %s", strerror(errno));
    if (script) fclose(script);
    return cli_output_end(picture, code);
}
