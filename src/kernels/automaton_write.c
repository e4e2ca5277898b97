/*
 * A build-time program: writes the built-in automata as C. Arguments: WIDTH HEIGHT METRIC ORDER
 * HISTORY, repeated; METRIC is a tilepdb_metric, ORDER an enum automaton_order.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernels/automaton.h"

/* This program links no built-in automata. */
const struct automaton_shipped automaton_shipped[1] = {{0}};
const unsigned automaton_shipped_count = 0;

static int automaton_print(const struct automaton *automaton, int number) {
    printf("static const automaton_entry next_%d[] = {", number);
    for (uint32_t i = 0; i < automaton->state_count * automaton->move_count; i++)
        printf("%s%#xu,", i % 12 ? "" : "\n    ", (unsigned)automaton->next[i]);
    return printf("\n};\n\n");
}

static int entry_print(const struct automaton_shipped *shipped, int number) {
    const struct automaton *automaton = &shipped->automaton;
    printf("    {%d, %d, (tilepdb_metric)%d, (enum automaton_order)%d, {%uu, %uu, {",
           shipped->width, shipped->height, (int)shipped->metric, (int)shipped->order,
           (unsigned)automaton->state_count, (unsigned)automaton->move_count);
    for (int cell = 0; cell < shipped->width * shipped->height; cell++)
        printf("%#xu,", (unsigned)automaton->start[cell]);
    return printf("}, next_%d, 0, 0}},\n", number);
}

static bool shipped_make(struct automaton_shipped *shipped, char **arguments) {
    struct move_set moves;
    shipped->width = (uint8_t)atoi(arguments[0]);
    shipped->height = (uint8_t)atoi(arguments[1]);
    shipped->metric = (tilepdb_metric)atoi(arguments[2]);
    shipped->order = (enum automaton_order)atoi(arguments[3]);
    return !move_set_init(&moves, shipped->width, shipped->height, shipped->metric, NULL) &&
           !automaton_create(&shipped->automaton, &moves, shipped->order, atoi(arguments[4]), NULL);
}

int main(int argc, char **argv) {
    enum { MOST = 16, ARGUMENTS = 5 };
    struct automaton_shipped shipped[MOST];
    const int count = (argc - 1) / ARGUMENTS;
    if (count < 1 || count > MOST) return EXIT_FAILURE;
    printf("#include \"kernels/automaton.h\"\n\n");
    for (int i = 0; i < count; i++) {
        if (!shipped_make(&shipped[i], argv + 1 + i * ARGUMENTS)) return EXIT_FAILURE;
        automaton_print(&shipped[i].automaton, i);
    }
    printf("const struct automaton_shipped automaton_shipped[] = {\n");
    for (int i = 0; i < count; i++) entry_print(&shipped[i], i);
    printf("};\n\nconst unsigned automaton_shipped_count = %d;\n", count);
    for (int i = 0; i < count; i++) automaton_free(&shipped[i].automaton);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
