/* Signals on Windows: interrupts are Ctrl-C, Ctrl-Break, and the end of the window or session. */
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "cli/console.h"
#include "platform/windows_files.h"

/* ---- interrupts ------------------------------------------------------------------------------ */

/* time to finish: the process ends when the handler of a closed window returns */
#define PATIENCE_MILLISECONDS 20000

static BOOL WINAPI on_event(DWORD event) {
    const bool key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    cli_interrupt(key ? SIGINT : SIGTERM);
    if (!key) Sleep(PATIENCE_MILLISECONDS);
    return TRUE;
}

void cli_catch_interrupts(void (*deadly)(int number)) {
    (void)deadly;
    SetConsoleCtrlHandler(NULL, FALSE);
    SetConsoleCtrlHandler(on_event, TRUE);
}

void cli_signals(sigset_t *set) {
    sigemptyset(set);
}

/* ---- faults ---------------------------------------------------------------------------------- */

void cli_crash_write(const char *text) {
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &written, NULL);
}

/* A page that cannot be read belongs to a mapped file. */
static LONG WINAPI on_fault(EXCEPTION_POINTERS *fault) {
    const bool file = fault->ExceptionRecord->ExceptionCode == EXCEPTION_IN_PAGE_ERROR;
    if (file)
        cli_crash_line("a file became shorter, or its disk failed, while it was read; ",
                       "copy or generate it again");
    cli_crash_cleanup();
    if (file) _exit(CLI_FAILURE);
    return EXCEPTION_CONTINUE_SEARCH;
}

static void die_of(int number) {
    cli_crash_cleanup();
    signal(number, SIG_DFL);
    raise(number);
}

int main(int argc, char **argv);

/* ---- the console in UTF-8 -------------------------------------------------------------------- */

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
    /* Without a buffer, messages appear immediately. */
    setvbuf(stderr, NULL, _IONBF, 0);
    cli_catch_interrupts(die_of);
    SetUnhandledExceptionFilter(on_fault);
}

/* ---- arguments in UTF-8, with slashes in names of files -------------------------------------- */

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

/* ---- child programs -------------------------------------------------------------------------- */

static BOOL child_start(wchar_t *command, HANDLE input, HANDLE output, PROCESS_INFORMATION *made) {
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = input,
                          .hStdOutput = output,
                          .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
    SetHandleInformation(input, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, made);
}

int cli_subprocess_start(struct cli_subprocess *subprocess, const char *name, const char *argument,
                         FILE *input) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE from, to;
    PROCESS_INFORMATION made = {0};
    *subprocess = (struct cli_subprocess){.output = -1, .child = 0};
    if (!CreatePipe(&from, &to, &inherited, 0)) return windows_fail(), errno;
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    char *line = cli_text("%s %s", name, argument);
    wchar_t *command = cli_allocated(windows_wide(line));
    const HANDLE source = (HANDLE)_get_osfhandle(fileno(input));
    if (child_start(command, source, to, &made)) CloseHandle(made.hThread);
    CloseHandle(to);
    free(command);
    free(line);
    subprocess->child = (intptr_t)made.hProcess;
    subprocess->output = _open_osfhandle((intptr_t)from, _O_RDONLY | _O_BINARY);
    return 0;
}

enum cli_subprocess_end cli_subprocess_wait(const struct cli_subprocess *subprocess) {
    const HANDLE child = (HANDLE)subprocess->child;
    DWORD code = 1;
    if (!child) return CLI_SUBPROCESS_MISSING;
    WaitForSingleObject(child, INFINITE);
    GetExitCodeProcess(child, &code);
    CloseHandle(child);
    return code == 0 ? CLI_SUBPROCESS_WELL : CLI_SUBPROCESS_BADLY;
}
