/* Faults on Windows. See fault.h. */
#include "cli/fault.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "cli/console.h"
#include "cli/replacement.h"
#include "cli/terminal.h"

static const char *tool_name;

static void say(const char *text) {
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &written, NULL);
}

static void say_line(const char *text, const char *more) {
    say(tool_name);
    say(": ");
    say(text);
    say(more);
    say("\n");
}

static void say_kept(const char *path) {
    say_line(CLI_KEPT, path);
}

static void tidy_up(void) {
    cli_terminal_restore();
    cli_replacements_rescue(say_kept);
}

/* A page of a mapped file that cannot be read is the file's fault; all else is the system's to
 * report. */
static LONG WINAPI on_fault(EXCEPTION_POINTERS *fault) {
    const bool file = fault->ExceptionRecord->ExceptionCode == EXCEPTION_IN_PAGE_ERROR;
    if (file)
        say_line("a file became shorter, or its disk failed, while it was read; ",
                 "copy or generate it again");
    tidy_up();
    if (file) _exit(CLI_FAILURE);
    return EXCEPTION_CONTINUE_SEARCH;
}

void cli_die(int number) {
    tidy_up();
    signal(number, SIG_DFL);
    raise(number);
}

void cli_catch_faults(const char *tool) {
    tool_name = tool;
    SetUnhandledExceptionFilter(on_fault);
}
