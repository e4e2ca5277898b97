/* Faults on Windows. See fault.h. */
#include "cli/fault.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "cli/console.h"
#include "cli/fault_line.h"

void fault_say(const char *text) {
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &written, NULL);
}

/* A page of a mapped file that cannot be read is the file's fault; all else is the system's to
 * report. */
static LONG WINAPI on_fault(EXCEPTION_POINTERS *fault) {
    const bool file = fault->ExceptionRecord->ExceptionCode == EXCEPTION_IN_PAGE_ERROR;
    if (file)
        fault_line("a file became shorter, or its disk failed, while it was read; ",
                   "copy or generate it again");
    fault_tidy();
    if (file) _exit(CLI_FAILURE);
    return EXCEPTION_CONTINUE_SEARCH;
}

void cli_die(int number) {
    fault_tidy();
    signal(number, SIG_DFL);
    raise(number);
}

void cli_catch_faults(const char *tool) {
    fault_begin(tool);
    SetUnhandledExceptionFilter(on_fault);
}
