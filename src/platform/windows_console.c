/*
 * Consoles. See posix/fcntl.h.
 */
#include <errno.h>
#include <io.h>
#include <langinfo.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <windows.h>

#define SLICE_MILLISECONDS 10

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

int windows_isatty(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

int ioctl(int fd, int what, struct winsize *window) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (what != TIOCGWINSZ || !GetConsoleScreenBufferInfo(handle_of(fd), &info)) {
        errno = ENOTTY;
        return -1;
    }
    window->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    window->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
}

const char *nl_langinfo(int item) {
    (void)item;
    const bool console = windows_isatty(STDOUT_FILENO) || windows_isatty(STDERR_FILENO);
    return console && GetConsoleOutputCP() != CP_UTF8 ? "" : "UTF-8";
}

/* Whether a byte, or the end, can be read without waiting. Of a console: a key was pressed; what
 * else happened in its window is taken away. */
static bool is_readable(HANDLE handle) {
    INPUT_RECORD record;
    DWORD count;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE)
        return !PeekNamedPipe(handle, NULL, 0, NULL, &count, NULL) || count > 0;
    if (type != FILE_TYPE_CHAR) return true;
    while (PeekConsoleInputW(handle, &record, 1, &count) && count == 1) {
        if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown) return true;
        ReadConsoleInputW(handle, &record, 1, &count);
    }
    return false;
}

/* Nothing tells that a pipe's reader has gone but a write that failed. */
static bool reader_has_gone(HANDLE handle) {
    return GetFileType(handle) == FILE_TYPE_PIPE &&
           (_doserrno == ERROR_NO_DATA || _doserrno == ERROR_BROKEN_PIPE ||
            _doserrno == ERROR_PIPE_NOT_CONNECTED);
}

int poll(struct pollfd *polled, unsigned long count, int milliseconds) {
    const HANDLE handle = handle_of(polled->fd);
    polled->revents = 0;
    if (count != 1) return 0;
    if (polled->events == 0 && reader_has_gone(handle)) polled->revents = POLLERR;
    if (polled->events == 0) return polled->revents != 0;
    if (polled->events & POLLIN)
        while (!is_readable(handle)) {
            if (milliseconds <= 0) return 0;
            Sleep(SLICE_MILLISECONDS);
            milliseconds -= SLICE_MILLISECONDS;
        }
    polled->revents = polled->events;
    return 1;
}
