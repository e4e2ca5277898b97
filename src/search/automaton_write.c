/*
 * A build-time program: writes the built-in automata as C. Arguments: WIDTH HEIGHT HISTORY,
 * repeated.
 */
#include <stdio.h>
#include <stdlib.h>

#include "search/automaton.h"

static int automaton_print(const struct automaton *automaton, int number) {
    printf("static const automaton_entry next_%d[] = {", number);
    for (uint32_t i = 0; i < automaton->state_count * automaton->move_count; i++)
        printf("%s%#xu,", i % 12 ? "" : "\n    ", (unsigned)automaton->next[i]);
    return printf("\n};\n\n");
}

static int entry_print(const struct automaton *automaton, const struct geometry *geometry,
                       int number) {
    printf("    {%d, %d, {%uu, %uu, {", geometry->width, geometry->height,
           (unsigned)automaton->state_count, (unsigned)automaton->move_count);
    for (unsigned cell = 0; cell < geometry->cells; cell++)
        printf("%#xu,", (unsigned)automaton->start[cell]);
    return printf("}, next_%d, 0, 0}},\n", number);
}

int main(int argc, char **argv) {
    enum { MOST = 8 };
    struct automaton automata[MOST];
    struct move_set moves[MOST];
    const int count = (argc - 1) / 3;
    if (count < 1 || count > MOST) return EXIT_FAILURE;
    printf("#include \"search/automaton.h\"\n\n");
    for (int i = 0; i < count; i++) {
        const int width = atoi(argv[3 * i + 1]), height = atoi(argv[3 * i + 2]);
        if (move_set_init(&moves[i], width, height, TILEPDB_METRIC_SINGLE, NULL) ||
            automaton_create(&automata[i], &moves[i], atoi(argv[3 * i + 3]), NULL))
            return EXIT_FAILURE;
        automaton_print(&automata[i], i);
    }
    printf("const struct automaton_shipped automaton_shipped[] = {\n");
    for (int i = 0; i < count; i++) entry_print(&automata[i], &moves[i].geometry, i);
    printf("};\n\nconst unsigned automaton_shipped_count = %d;\n", count);
    for (int i = 0; i < count; i++) automaton_free(&automata[i]);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
