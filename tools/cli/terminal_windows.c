#include "cli/terminal.h"

#include <io.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"

#define SLICE_MILLISECONDS 50

static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l";
static const char leave_text[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static struct {
    HANDLE input, output;
    DWORD input_before, output_before; /* console modes */
    volatile sig_atomic_t taken;
} terminal;

/* ---- capabilities ---------------------------------------------------------------------------- */

bool cli_utf8(void) {
    const bool console = isatty(STDOUT_FILENO) || isatty(STDERR_FILENO);
    return !console || GetConsoleOutputCP() == CP_UTF8;
}

static COORD size(HANDLE console) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(console, &info)) return (COORD){80, 24};
    return (COORD){(SHORT)(info.srWindow.Right - info.srWindow.Left + 1),
                   (SHORT)(info.srWindow.Bottom - info.srWindow.Top + 1)};
}

int cli_columns(int descriptor) {
    const int columns = size((HANDLE)_get_osfhandle(descriptor)).X;
    return columns > 1 ? columns : 80;
}

/* ---- taking over ----------------------------------------------------------------------------- */

void cli_terminal_write(const char *text, size_t length) {
    DWORD written;
    WriteFile(terminal.output, text, (DWORD)length, &written, NULL);
}

void cli_terminal_restore(void) {
    if (!terminal.taken) return;
    terminal.taken = 0;
    cli_terminal_write(leave_text, sizeof leave_text - 1);
    FlushConsoleInputBuffer(terminal.input);
    SetConsoleMode(terminal.input, terminal.input_before);
    SetConsoleMode(terminal.output, terminal.output_before);
}

static void handles_close(void) {
    CloseHandle(terminal.input);
    CloseHandle(terminal.output);
}

/* Opens the console itself, wherever standard streams lead. It must support escape sequences. */
static bool handles_open(void) {
    const DWORD access = GENERIC_READ | GENERIC_WRITE, shared = FILE_SHARE_READ | FILE_SHARE_WRITE;
    const DWORD escapes = ENABLE_VIRTUAL_TERMINAL_PROCESSING | ENABLE_PROCESSED_OUTPUT;
    terminal.input = CreateFileW(L"CONIN$", access, shared, NULL, OPEN_EXISTING, 0, NULL);
    terminal.output = CreateFileW(L"CONOUT$", access, shared, NULL, OPEN_EXISTING, 0, NULL);
    if (GetConsoleMode(terminal.input, &terminal.input_before) &&
        GetConsoleMode(terminal.output, &terminal.output_before) &&
        SetConsoleMode(terminal.output, terminal.output_before | escapes))
        return true;
    handles_close();
    return false;
}

bool cli_terminal_there(void) {
    if (!cli_is_terminal(stdout) || !handles_open()) return false;
    SetConsoleMode(terminal.output, terminal.output_before);
    handles_close();
    return true;
}

bool cli_terminal_enter(void) {
    static bool registered;
    if (!handles_open()) return false;
    if (!registered) atexit(cli_terminal_restore);
    registered = true;
    const DWORD lines = ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT;
    SetConsoleMode(terminal.input,
                   (terminal.input_before & ~lines) | ENABLE_PROCESSED_INPUT | ENABLE_WINDOW_INPUT);
    terminal.taken = 1;
    cli_terminal_write(enter_text, sizeof enter_text - 1);
    return true;
}

void cli_terminal_leave(void) {
    cli_terminal_restore();
    handles_close();
}

/* ---- the screen ------------------------------------------------------------------------------ */

int cli_terminal_columns(void) {
    return size(terminal.output).X;
}

int cli_terminal_rows(void) {
    return size(terminal.output).Y;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static int key_of(const INPUT_RECORD *record) {
    if (record->EventType == WINDOW_BUFFER_SIZE_EVENT) return CLI_KEY_REDRAW;
    if (record->EventType != KEY_EVENT || !record->Event.KeyEvent.bKeyDown) return CLI_KEY_NONE;
    if (record->Event.KeyEvent.wVirtualKeyCode == VK_LEFT) return CLI_KEY_LEFT;
    if (record->Event.KeyEvent.wVirtualKeyCode == VK_RIGHT) return CLI_KEY_RIGHT;
    const WCHAR letter = record->Event.KeyEvent.uChar.UnicodeChar;
    return letter > 0 && letter < 0x80 ? letter : CLI_KEY_NONE;
}

int cli_terminal_key(double seconds) {
    const double end = clock_seconds() + seconds;
    for (;;) {
        INPUT_RECORD record;
        DWORD count;
        if (cli_signal() != 0) return CLI_KEY_NONE;
        const double left = (end - clock_seconds()) * 1000;
        if (left <= 0) return CLI_KEY_NONE;
        const DWORD slice = left < SLICE_MILLISECONDS ? (DWORD)left + 1 : SLICE_MILLISECONDS;
        if (WaitForSingleObject(terminal.input, slice) != WAIT_OBJECT_0) continue;
        if (!ReadConsoleInputW(terminal.input, &record, 1, &count)) return CLI_KEY_END;
        const int key = key_of(&record);
        if (key != CLI_KEY_NONE) return key;
    }
}
