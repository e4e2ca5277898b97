/* The start of a tool on Windows. See start.h. */
#include "cli/start.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include "cli/console.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "windows/paths.h"

/* As main.c of each tool has it. */
int main(int argc, char **argv);

/* ---- the console speaks UTF-8, and bytes are passed on as they are ----------------------------
 */

static UINT code_page;

static void code_page_restore(void) {
    SetConsoleOutputCP(code_page);
}

void cli_start(const char *tool) {
    cli_set_tool(tool);
    for (int fd = 0; fd <= 2; fd++) _setmode(fd, _O_BINARY);
    code_page = GetConsoleOutputCP();
    if (code_page != 0 && code_page != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(code_page_restore);
    /* There are no buffered lines on Windows: without a buffer, messages come when they are said.
     */
    setvbuf(stderr, NULL, _IONBF, 0);
    cli_catch_interrupts(cli_die);
    cli_catch_faults(tool);
}

/* ---- arguments in UTF-8; with slashes, which names of files may have as well -------------------
 */

/* Where programs keep their data. */
static void data_home(void) {
    const wchar_t *local = _wgetenv(L"LOCALAPPDATA");
    if (local && !_wgetenv(L"XDG_DATA_HOME")) _wputenv_s(L"XDG_DATA_HOME", local);
}

int wmain(int argc, wchar_t **wide);
int wmain(int argc, wchar_t **wide) {
    char **argv = cli_allocated(calloc((size_t)argc + 1, sizeof *argv));
    for (int i = 0; i < argc; i++) {
        argv[i] = cli_allocated(windows_narrow(wide[i]));
        windows_slashes(argv[i]);
    }
    data_home();
    return main(argc, argv);
}
