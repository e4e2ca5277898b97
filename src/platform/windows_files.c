/*
 * Functions of POSIX on files (windows/posix/fcntl.h), and base/files.h. Files get the access
 * rights of their directory.
 */
#include "platform/windows_files.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <wchar.h>
#include <windows.h>

#include "base/files.h"

/* ---- names and errors ------------------------------------------------------------------------ */

/* Windows limits directories to 260 characters less a DOS name of 12, except with the prefix
 * \\?\. */
#define LONG_PATH 240

int windows_fail(void) {
    static const struct {
        DWORD error;
        int number;
    } rows[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_USER_MAPPED_FILE, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
    };
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error) errno = rows[i].number;
    return -1;
}

wchar_t *windows_wide(const char *text) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (length == 0) {
        windows_fail();
        return NULL;
    }
    wchar_t *wide = malloc((size_t)length * sizeof *wide);
    if (wide) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

char *windows_narrow(const wchar_t *text) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = length > 0 ? malloc((size_t)length) : NULL;
    if (narrow) WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, length, NULL, NULL);
    return narrow;
}

/* Adds the prefix. Frees `wide`. */
static wchar_t *path_long(wchar_t *wide) {
    static const wchar_t prefix[] = L"\\\\?\\", share[] = L"\\\\?\\UNC";
    const DWORD size = GetFullPathNameW(wide, 0, NULL, NULL);
    wchar_t *whole = malloc((size + 8u) * sizeof *whole);
    if (whole) {
        wchar_t *at = whole + 8;
        GetFullPathNameW(wide, size, at, NULL);
        const bool is_share = at[0] == L'\\' && at[1] == L'\\';
        wcscpy(whole, is_share ? share : prefix);
        memmove(whole + wcslen(whole), is_share ? at + 1 : at,
                (wcslen(is_share ? at + 1 : at) + 1) * sizeof *at);
    }
    free(wide);
    return whole;
}

/* A long name becomes absolute, with the prefix; /dev/null becomes NUL. */
static wchar_t *windows_path(const char *path) {
    if (strcmp(path, "/dev/null") == 0) path = "NUL";
    wchar_t *wide = windows_wide(path);
    if (!wide || wcslen(wide) < LONG_PATH || wcsncmp(wide, L"\\\\?\\", 4) == 0) return wide;
    return path_long(wide);
}

void windows_slashes(char *path) {
    for (; *path != '\0'; path++)
        if (*path == '\\') *path = '/';
}

#define SHARED (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* Upper half of the offset that flock locks, beyond the end of any file. */
#define LOCK_HIGH 0x7FFFFFFF

static HANDLE handle_of(int fd) {
    const intptr_t handle = _get_osfhandle(fd);
    if (handle == -1 || handle == -2) {
        errno = EBADF;
        return INVALID_HANDLE_VALUE;
    }
    return (HANDLE)handle;
}

/* ---- opening --------------------------------------------------------------------------------- */

static DWORD access_of(int flags) {
    const int way = flags & (_O_RDONLY | _O_WRONLY | _O_RDWR);
    if (way == _O_RDONLY) return GENERIC_READ;
    /* DELETE allows renaming and removing while the file is open. */
    return GENERIC_WRITE | DELETE | (way == _O_RDWR ? GENERIC_READ : 0);
}

static DWORD disposition_of(int flags) {
    if (flags & _O_CREAT && flags & _O_EXCL) return CREATE_NEW;
    if (flags & _O_CREAT) return flags & _O_TRUNC ? CREATE_ALWAYS : OPEN_ALWAYS;
    return flags & _O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING;
}

static HANDLE handle_open(const wchar_t *path, int flags) {
    const DWORD access = access_of(flags), disposition = disposition_of(flags);
    const HANDLE handle =
        CreateFileW(path, access, SHARED, NULL, disposition, FILE_ATTRIBUTE_NORMAL, NULL);
    /* Devices, such as NUL, and some shares refuse DELETE. */
    if (handle != INVALID_HANDLE_VALUE || !(access & DELETE)) return handle;
    return CreateFileW(path, access & ~(DWORD)DELETE, SHARED, NULL, disposition,
                       FILE_ATTRIBUTE_NORMAL, NULL);
}

int windows_open(const char *path, int flags, ...) {
    wchar_t *wide = windows_path(path);
    if (!wide) return -1;
    const HANDLE handle = handle_open(wide, flags);
    int fd = -1;
    if (handle == INVALID_HANDLE_VALUE) {
        windows_fail();
        const DWORD attributes = GetFileAttributesW(wide);
        const bool directory =
            attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
        if (directory && errno != EEXIST) errno = EISDIR;
    } else {
        fd = _open_osfhandle((intptr_t)handle,
                             (flags & (_O_RDONLY | _O_WRONLY | _O_RDWR | _O_APPEND)) | _O_BINARY |
                                 _O_NOINHERIT);
        if (fd < 0) CloseHandle(handle);
    }
    free(wide);
    return fd;
}

int windows_fcntl(int fd, int command, ...) {
    if (handle_of(fd) == INVALID_HANDLE_VALUE) return -1;
    if (command == F_GETFL) return _O_RDWR;
    return command == F_DUPFD_CLOEXEC ? _dup(fd) : 0;
}

/* ---- what they are --------------------------------------------------------------------------- */

static void about_regular(const BY_HANDLE_FILE_INFORMATION *info, struct windows_stat *about) {
    const bool directory = (info->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool writable = !(info->dwFileAttributes & FILE_ATTRIBUTE_READONLY);
    about->st_dev = info->dwVolumeSerialNumber;
    about->st_ino = (uint64_t)info->nFileIndexHigh << 32 | info->nFileIndexLow;
    about->st_nlink = info->nNumberOfLinks;
    about->st_size = (int64_t)((uint64_t)info->nFileSizeHigh << 32 | info->nFileSizeLow);
    about->st_blocks = (about->st_size + 511) / 512;
    about->st_mode = (mode_t)(directory ? S_IFDIR | 0755 : S_IFREG | (writable ? 0644 : 0444));
}

static int about_handle(HANDLE handle, struct windows_stat *about) {
    BY_HANDLE_FILE_INFORMATION info;
    memset(about, 0, sizeof *about);
    about->st_mode = S_IFCHR | 0666;
    about->st_nlink = 1;
    if (GetFileType(handle) != FILE_TYPE_DISK) return 0;
    if (!GetFileInformationByHandle(handle, &info)) return windows_fail();
    about_regular(&info, about);
    return 0;
}

int windows_fstat(int fd, struct windows_stat *about) {
    const HANDLE handle = handle_of(fd);
    return handle == INVALID_HANDLE_VALUE ? -1 : about_handle(handle, about);
}

static int about_path(const char *path, DWORD flags, struct windows_stat *about) {
    wchar_t *wide = windows_path(path);
    if (!wide) return -1;
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) return windows_fail();
    const int result = about_handle(handle, about);
    CloseHandle(handle);
    return result;
}

int windows_stat(const char *path, struct windows_stat *about) {
    return about_path(path, 0, about);
}

static bool is_link(const char *path) {
    wchar_t *wide = windows_path(path);
    WIN32_FIND_DATAW found;
    const HANDLE search = wide ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    free(wide);
    if (search == INVALID_HANDLE_VALUE) return false;
    FindClose(search);
    return found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT &&
           found.dwReserved0 == IO_REPARSE_TAG_SYMLINK;
}

int windows_lstat(const char *path, struct windows_stat *about) {
    const int result = about_path(path, FILE_FLAG_OPEN_REPARSE_POINT, about);
    if (result == 0 && is_link(path)) about->st_mode = S_IFLNK | 0777;
    return result;
}

ssize_t readlink(const char *path, char *target, size_t size) {
    (void)path, (void)target, (void)size;
    errno = EINVAL;
    return -1;
}

int windows_access(const char *path, int mode) {
    struct windows_stat about;
    if (windows_stat(path, &about) != 0) return -1;
    if (!(mode & W_OK) || about.st_mode & 0200) return 0;
    errno = EACCES;
    return -1;
}

int faccessat(int directory, const char *path, int mode, int flags) {
    (void)directory, (void)flags;
    return windows_access(path, mode);
}

int statvfs(const char *path, struct statvfs *about) {
    ULARGE_INTEGER available;
    wchar_t *wide = windows_path(path);
    if (!wide) return -1;
    const BOOL known = GetDiskFreeSpaceExW(wide, &available, NULL, NULL);
    free(wide);
    if (!known) return windows_fail();
    *about = (struct statvfs){.f_bavail = available.QuadPart, .f_frsize = 1};
    return 0;
}

/* ---- transfers ------------------------------------------------------------------------------- */

static OVERLAPPED place(int64_t offset) {
    OVERLAPPED at = {0};
    at.Offset = (DWORD)(uint64_t)offset;
    at.OffsetHigh = (DWORD)((uint64_t)offset >> 32);
    return at;
}

static DWORD piece(size_t length) {
    return (DWORD)(length < 1u << 30 ? length : 1u << 30);
}

ssize_t pread(int fd, void *bytes, size_t length, int64_t offset) {
    DWORD moved = 0;
    OVERLAPPED at = place(offset);
    const HANDLE handle = handle_of(fd);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    if (ReadFile(handle, bytes, piece(length), &moved, &at)) return (ssize_t)moved;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : windows_fail();
}

ssize_t pwrite(int fd, const void *bytes, size_t length, int64_t offset) {
    DWORD moved = 0;
    OVERLAPPED at = place(offset);
    const HANDLE handle = handle_of(fd);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    if (WriteFile(handle, bytes, piece(length), &moved, &at)) return (ssize_t)moved;
    return windows_fail();
}

ssize_t windows_read(int fd, void *bytes, size_t length) {
    return _read(fd, bytes, piece(length));
}

ssize_t windows_write(int fd, const void *bytes, size_t length) {
    return _write(fd, bytes, piece(length));
}

int fsync(int fd) {
    const HANDLE handle = handle_of(fd);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    if (FlushFileBuffers(handle)) return 0;
    windows_fail();
    if (GetFileType(handle) != FILE_TYPE_DISK) errno = EINVAL;
    return -1;
}

int windows_flock(int fd, int how) {
    OVERLAPPED at = {.OffsetHigh = LOCK_HIGH};
    const DWORD flags =
        LOCKFILE_EXCLUSIVE_LOCK | (how & LOCK_NB ? (DWORD)LOCKFILE_FAIL_IMMEDIATELY : 0);
    const HANDLE handle = handle_of(fd);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    if (LockFileEx(handle, flags, 0, 1, 0, &at)) return 0;
    windows_fail();
    if (GetLastError() == ERROR_IO_PENDING) errno = EWOULDBLOCK;
    return -1;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* FILE_RENAME_INFO with flags, which older headers lack. */
struct rename_info {
    DWORD flags;
    HANDLE root;
    DWORD length;
    WCHAR name[1];
};

#define RENAME_INFO_EX      22
#define DISPOSITION_INFO_EX 21
#define REPLACE_POSIX       3 /* replaces, and frees the old name even if its file is open */
#define DELETE_POSIX        3

/* A rename through a handle with FILE_FLAG_WRITE_THROUGH is on the disk when it returns: NTFS
 * flushes the metadata (documentation of CreateFileW, "Caching Behavior"). */
static bool rename_at_once(const wchar_t *from, const wchar_t *to) {
    const size_t bytes = wcslen(to) * sizeof *to;
    struct rename_info *info = calloc(1, sizeof *info + bytes);
    const HANDLE handle = info ? CreateFileW(from, DELETE | SYNCHRONIZE, SHARED, NULL,
                                             OPEN_EXISTING, FILE_FLAG_WRITE_THROUGH, NULL)
                               : INVALID_HANDLE_VALUE;
    bool renamed = false;
    if (handle != INVALID_HANDLE_VALUE) {
        info->flags = REPLACE_POSIX;
        info->length = (DWORD)bytes;
        memcpy(info->name, to, bytes);
        renamed = SetFileInformationByHandle(handle, RENAME_INFO_EX, info,
                                             (DWORD)(sizeof *info + bytes)) != 0;
        CloseHandle(handle);
    }
    free(info);
    return renamed;
}

static wchar_t *absolute(wchar_t *wide) {
    const DWORD size = wide ? GetFullPathNameW(wide, 0, NULL, NULL) : 0;
    wchar_t *whole = size > 0 ? malloc(size * sizeof *whole) : NULL;
    if (whole) GetFullPathNameW(wide, size, whole, NULL);
    free(wide);
    return whole;
}

int windows_rename(const char *from, const char *to) {
    wchar_t *source = windows_path(from), *target = absolute(windows_path(to));
    bool renamed = false;
    errno = ENOMEM;
    if (source && target) {
        renamed = rename_at_once(source, target) ||
                  MoveFileExW(source, target, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
        if (!renamed) windows_fail();
    }
    free(source);
    free(target);
    return renamed ? 0 : -1;
}

int windows_unlink(const char *path) {
    DWORD flags = DELETE_POSIX;
    wchar_t *wide = windows_path(path);
    if (!wide) return -1;
    const HANDLE handle =
        CreateFileW(wide, DELETE, SHARED, NULL, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    bool gone = false;
    if (handle != INVALID_HANDLE_VALUE) {
        gone = SetFileInformationByHandle(handle, DISPOSITION_INFO_EX, &flags, sizeof flags) != 0;
        CloseHandle(handle);
    }
    gone = gone || DeleteFileW(wide);
    if (!gone) windows_fail();
    free(wide);
    return gone ? 0 : -1;
}

int windows_mkdir(const char *path, mode_t mode) {
    (void)mode;
    wchar_t *wide = windows_path(path);
    if (!wide) return -1;
    const BOOL made = CreateDirectoryW(wide, NULL);
    if (!made) windows_fail();
    free(wide);
    return made ? 0 : -1;
}

char *realpath(const char *path, char *resolved) {
    wchar_t *wide = windows_path(path);
    if (!wide || resolved) return NULL;
    const HANDLE handle = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_fail();
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, 0);
    wchar_t *whole = size > 0 ? malloc((size + 1) * sizeof *whole) : NULL;
    char *found = NULL;
    if (whole && GetFinalPathNameByHandleW(handle, whole, size + 1, 0) > 0)
        found = windows_narrow(wcsncmp(whole, L"\\\\?\\", 4) == 0 && whole[5] == L':' ? whole + 4
                                                                                      : whole);
    if (!found) windows_fail();
    CloseHandle(handle);
    free(whole);
    if (found && found[1] == ':') windows_slashes(found);
    return found;
}

/* ---- strings --------------------------------------------------------------------------------- */

char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *strsep(char **text, const char *separators) {
    char *begin = *text;
    if (!begin) return NULL;
    char *end = begin + strcspn(begin, separators);
    *text = *end == '\0' ? NULL : end + 1;
    *end = '\0';
    return begin;
}

/* ---- base/files.h ---------------------------------------------------------------------------- */

#define ATTEMPTS 1000

int temporary_create(const char *path, char **name) {
    const size_t size = strlen(path) + sizeof TEMPORARY_MARK + 32;
    temporary_clean(path);
    *name = malloc(size);
    if (!*name) return -1;
    int fd = -1;
    errno = EEXIST;
    for (int attempt = 0; fd < 0 && errno == EEXIST && attempt < ATTEMPTS; attempt++) {
        snprintf(*name, size, "%s" TEMPORARY_MARK "%lu-%d", path, GetCurrentProcessId(), attempt);
        fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (fd >= 0) {
        /* Failure is harmless: without locks no other process removes the file as a leftover. */
        flock(fd, LOCK_EX);
        return fd;
    }
    const int reason = errno;
    free(*name);
    *name = NULL;
    errno = reason;
    return -1;
}

/* Renames the mapped file at `path` aside, then `name` to `path`. If the old file stays mapped,
 * temporary_clean removes it later. */
static int rename_around(const char *name, const char *path, char *aside, size_t size) {
    snprintf(aside, size, "%s" TEMPORARY_MARK "%lu-%d", path, GetCurrentProcessId(), ATTEMPTS);
    if (rename(path, aside) != 0) return -1;
    const int result = rename(name, path);
    const int reason = errno;
    if (result != 0)
        rename(aside, path);
    else
        unlink(aside);
    errno = reason;
    return result;
}

int temporary_rename(const char *name, const char *path) {
    if (rename(name, path) == 0) return 0;
    const size_t size = strlen(path) + sizeof TEMPORARY_MARK + 32;
    char *aside = errno == EACCES ? malloc(size) : NULL;
    const int result = aside ? rename_around(name, path, aside, size) : -1;
    free(aside);
    return result;
}

int file_sync(int fd) {
    return fsync(fd);
}

const uint8_t *file_bytes_map(int fd, size_t size) {
    const HANDLE file = (HANDLE)_get_osfhandle(fd);
    const HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    const void *bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!bytes) windows_fail();
    if (mapping) CloseHandle(mapping);
    return bytes;
}

void file_bytes_unmap(const uint8_t *bytes, size_t size) {
    (void)size;
    UnmapViewOfFile(bytes);
}

/* Does nothing: windows_rename writes each rename to the disk. */
bool directory_sync(const char *path) {
    (void)path;
    return true;
}

/* ---- leftovers ------------------------------------------------------------------------------- */

static void leftover_remove(const char *directory, const char *name) {
    const size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path) return;
    snprintf(path, size, "%s/%s", directory, name);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) unlink(path);
    if (fd >= 0) close(fd);
    free(path);
}

static HANDLE search_begin(const char *directory, WIN32_FIND_DATAW *found) {
    const size_t size = strlen(directory) + 3;
    char *all = malloc(size);
    if (!all) return INVALID_HANDLE_VALUE;
    snprintf(all, size, "%s/*", directory);
    wchar_t *wide = windows_path(all);
    const HANDLE search = wide ? FindFirstFileW(wide, found) : INVALID_HANDLE_VALUE;
    free(wide);
    free(all);
    return search;
}

void temporary_clean(const char *path) {
    WIN32_FIND_DATAW found;
    char *directory = directory_of(path);
    const HANDLE search = directory ? search_begin(directory, &found) : INVALID_HANDLE_VALUE;
    for (BOOL more = search != INVALID_HANDLE_VALUE; more; more = FindNextFileW(search, &found)) {
        char *name = windows_narrow(found.cFileName);
        if (name && temporary_is_of(path, name)) leftover_remove(directory, name);
        free(name);
    }
    if (search != INVALID_HANDLE_VALUE) FindClose(search);
    free(directory);
}

/* ---- environment ----------------------------------------------------------------------------- */

size_t environment_value(const char *name, char *value, size_t size) {
    wchar_t *wide = windows_wide(name);
    const wchar_t *found = wide ? _wgetenv(wide) : NULL;
    char *narrow = found ? windows_narrow(found) : NULL;
    if (narrow) windows_slashes(narrow);
    const size_t length = (size_t)snprintf(value, size, "%s", narrow ? narrow : "");
    free(narrow);
    free(wide);
    return length;
}
