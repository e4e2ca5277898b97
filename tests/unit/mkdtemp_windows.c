/* POSIX mkdtemp for the unit tests in wine (tests/platform.sh). */
#include <direct.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MOST 1000000

char *mkdtemp(char *template);

char *mkdtemp(char *template) {
    char *const end = template + strlen(template) - strlen("XXXXXX");
    for (unsigned number = 0; number < MOST; number++) {
        snprintf(end, sizeof "XXXXXX", "%06u", number);
        if (_mkdir(template) == 0) return template;
        if (errno != EEXIST) return NULL;
    }
    return NULL;
}
