#include "answers/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"

/* The file starts with HEAD. A record is RECORD, which has the lengths and the checksum of key
 * and text, then key and text. */
#define MAGIC  "tilepdb answers 1, "
#define HEAD   MAGIC "command line %016" PRIx64 "\n"
#define RECORD "answer %zu %zu %016" PRIx64 "\n"
#define LINE   96

#define ATTEMPTS 40
#define PAUSE    50

struct journal_record {
    const char *key, *text;
    size_t key_length, text_length;
    bool found; /* journal_find returned it */
};

static uint64_t checksum(const char *bytes, size_t length) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    return sum;
}

static int record_compare(const void *one, const void *other) {
    const struct journal_record *a = one, *b = other;
    if (a->key_length != b->key_length) return a->key_length < b->key_length ? -1 : 1;
    return memcmp(a->key, b->key, a->key_length);
}

/* ---- reading --------------------------------------------------------------------------------- */

static char *content_read(int fd, size_t *size) {
    struct stat about;
    if (fstat(fd, &about) != 0) return NULL;
    char *content = cli_allocated(malloc((size_t)about.st_size + 1));
    *size = 0;
    while (*size < (size_t)about.st_size) {
        const ssize_t bytes =
            pread(fd, content + *size, (size_t)about.st_size - *size, (off_t)*size);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes <= 0) break;
        *size += (size_t)bytes;
    }
    content[*size] = '\0';
    if (*size == (size_t)about.st_size) return content;
    free(content);
    return NULL;
}

/* Returns the position after the record at `at`; 0 if it is incomplete. Copies the record's line,
 * since sscanf measures its whole input: in `content`, all records that follow. */
static size_t record_read(const char *content, size_t size, size_t at,
                          struct journal_record *record) {
    uint64_t sum;
    char line[LINE] = "";
    memcpy(line, content + at, size - at < LINE ? size - at : LINE - 1);
    const char *end = strchr(line, '\n');
    if (!end || sscanf(line, RECORD, &record->key_length, &record->text_length, &sum) != 3)
        return 0;
    const size_t begin = at + (size_t)(end + 1 - line), left = size - begin;
    if (record->key_length > left || record->text_length > left - record->key_length) return 0;
    record->key = content + begin;
    record->text = record->key + record->key_length;
    const size_t length = record->key_length + record->text_length;
    return checksum(record->key, length) == sum ? begin + length : 0;
}

/* Sorts the records, and keeps one of each key: identical boards in a line have one key. */
static void records_sort(struct journal *journal) {
    struct journal_record *records = journal->records;
    size_t kept = 0;
    if (journal->count > 0) qsort(records, journal->count, sizeof *records, record_compare);
    for (size_t i = 0; i < journal->count; i++)
        if (i == 0 || record_compare(&records[i], &records[kept - 1]) != 0)
            records[kept++] = records[i];
    journal->count = kept;
}

static size_t records_read(struct journal *journal, size_t at, size_t size) {
    struct journal_record record = {0};
    for (size_t next; (next = record_read(journal->content, size, at, &record)) != 0; at = next) {
        if (journal->count == journal->capacity) {
            journal->capacity = journal->capacity ? 2 * journal->capacity : 64;
            journal->records = cli_allocated(
                realloc(journal->records, journal->capacity * sizeof *journal->records));
        }
        journal->records[journal->count++] = record;
    }
    records_sort(journal);
    return at;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool bytes_write(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

void journal_add(struct journal *journal, const char *key, const char *text, size_t length) {
    if (!journal->path || journal->code != CLI_SUCCESS) return;
    const size_t key_length = strlen(key);
    char *record = cli_allocated(malloc(LINE + key_length + length));
    char *body = record + LINE;
    memcpy(body, key, key_length);
    memcpy(body + key_length, text, length);
    char line[LINE];
    const size_t head = (size_t)snprintf(line, sizeof line, RECORD, key_length, length,
                                         checksum(body, key_length + length));
    memcpy(body - head, line, head);
    if (!bytes_write(journal->fd, body - head, head + key_length + length)) {
        cli_complain("%s: answers are not kept: %s", journal->path, strerror(errno));
        journal->code = CLI_FAILURE;
    }
    free(record);
}

/* ---- opening and closing --------------------------------------------------------------------- */

char *journal_path(const char *checkpoint) {
    return cli_text("%s.answers", checkpoint);
}

static int journal_refuse(struct journal *journal, int code, const char *sentence) {
    cli_complain("%s %s", journal->path, sentence);
    journal->code = CLI_SUCCESS;
    journal_close(journal, false);
    return code;
}

static int open_failed(struct journal *journal) {
    cli_complain("%s cannot be used: %s", journal->path, strerror(errno));
    journal_close(journal, false);
    return CLI_FAILURE;
}

static bool begins_with(const struct journal *journal, size_t size, const char *head) {
    const size_t length = strlen(head);
    return memcmp(journal->content, head, size < length ? size : length) == 0;
}

static int journal_begin(struct journal *journal, const char *head, bool fresh) {
    size_t size, at = 0;
    journal->content = content_read(journal->fd, &size);
    if (!journal->content) return open_failed(journal);
    if (!begins_with(journal, size, MAGIC))
        return journal_refuse(
            journal, CLI_FAILURE,
            "is not a list of answers, and is left unchanged; name another checkpoint");
    if (!fresh && !begins_with(journal, size, head))
        return journal_refuse(journal, CLI_USAGE,
                              "has the answers of another command line: repeat that one, or remove "
                              "the file to begin anew");
    if (fresh && size > strlen(head))
        cli_note("%s begins anew, since its checkpoint does", journal->path);
    if (!fresh && size >= strlen(head)) at = records_read(journal, strlen(head), size);
    journal->goes_on = at > 0;
    if (ftruncate(journal->fd, (off_t)at) != 0 || lseek(journal->fd, (off_t)at, SEEK_SET) < 0 ||
        (at == 0 && !bytes_write(journal->fd, head, strlen(head))))
        return open_failed(journal);
    return CLI_SUCCESS;
}

/* Opens and locks the file. Retries, because a killed run may still be ending, and a run that
 * ends may remove the file. Returns 0 or errno; EWOULDBLOCK if another run has the lock. */
static int file_take(struct journal *journal) {
    int error = EWOULDBLOCK;
    for (int i = 0; error == EWOULDBLOCK && i < ATTEMPTS && !cli_signal(); i++) {
        struct stat about;
        if (i > 0) poll(NULL, 0, PAUSE);
        journal->fd = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (journal->fd < 0) return errno;
        error = flock(journal->fd, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
        if (!error && fstat(journal->fd, &about) == 0 && about.st_nlink == 0) error = EWOULDBLOCK;
        if (error == EWOULDBLOCK) close(journal->fd);
    }
    return error == EWOULDBLOCK ? error : 0; /* a file system without locks is accepted */
}

int journal_open(struct journal *journal, const char *checkpoint, bool fresh,
                 uint64_t fingerprint) {
    char head[LINE];
    *journal = (struct journal){.path = journal_path(checkpoint), .fd = -1};
    snprintf(head, sizeof head, HEAD, fingerprint);
    errno = file_take(journal);
    if (errno == EWOULDBLOCK) {
        journal->fd = -1;
        return journal_refuse(journal, CLI_FAILURE, "belongs to a run that has not ended");
    }
    if (errno) return open_failed(journal);
    const int code = journal_begin(journal, head, fresh);
    if (code == CLI_SUCCESS && journal->count > 0)
        cli_note("%s: %s answer%s taken up", journal->path, GROUPED(journal->count),
                 journal->count == 1 ? " is" : "s are");
    return code;
}

const char *journal_find(struct journal *journal, const char *key, size_t *length) {
    if (journal->count == 0) return NULL;
    const struct journal_record wanted = {.key = key, .key_length = strlen(key)};
    struct journal_record *record =
        bsearch(&wanted, journal->records, journal->count, sizeof wanted, record_compare);
    if (!record) return NULL;
    journal->found += !record->found;
    record->found = true;
    *length = record->text_length;
    return record->text;
}

int journal_close(struct journal *journal, bool complete) {
    if (!journal->path) return CLI_SUCCESS;
    const int code = journal->code;
    const size_t unmatched = journal->count - journal->found;
    if (journal->fd >= 0) close(journal->fd);
    if (complete && unmatched > 0)
        cli_note("%s is kept: %s of its answers %s of other boards", journal->path,
                 GROUPED(unmatched), unmatched == 1 ? "is" : "are");
    if (complete && unmatched == 0) unlink(journal->path);
    free(journal->path);
    free(journal->content);
    free(journal->records);
    *journal = (struct journal){0};
    return code;
}
