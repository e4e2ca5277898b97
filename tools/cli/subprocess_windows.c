/* See subprocess.h. */
#include "cli/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

#include "cli/console.h"
#include "platform/windows_utf16.h"

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
