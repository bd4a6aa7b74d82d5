/* SPDX-License-Identifier: MIT */
#include "steno/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

static const struct {
    const char *name;
    int exit_code;
} kinds[ERROR_KIND_COUNT] = {
    [ERROR_NONE] = {"none", 0},
    [ERROR_USAGE] = {"usage", 2},
    [ERROR_NOT_LOGGED_IN] = {"not_logged_in", 3},
    [ERROR_FORBIDDEN] = {"forbidden", 3},
    [ERROR_NOT_FOUND] = {"not_found", 4},
    [ERROR_CONFLICT] = {"conflict", 5},
    [ERROR_CREDIT] = {"credit", 5},
    [ERROR_DNS] = {"dns", 6},
    [ERROR_CONNECT] = {"connect", 6},
    [ERROR_TLS] = {"tls", 6},
    [ERROR_TIMEOUT] = {"timeout", 6},
    [ERROR_NETWORK] = {"network", 6},
    [ERROR_UNKNOWN_OUTCOME] = {"unknown_outcome", 6},
    [ERROR_REJECTED] = {"rejected", 1},
    [ERROR_RATE_LIMITED] = {"rate_limited", 1},
    [ERROR_SERVER] = {"server", 1},
    [ERROR_BAD_REPLY] = {"bad_reply", 1},
    [ERROR_EXISTS] = {"exists", 1},
    [ERROR_IO] = {"io", 1},
    [ERROR_CANCELLED] = {"cancelled", 130},
};

void error_clear(struct error *err)
{
    *err = (struct error){.retry_after_s = -1};
}

/* Copies a text. A long text is cut between two characters and ends in "…". */
static void error_store(char *out, size_t size, const char *text)
{
    size_t len = strlen(text);
    if (len < size) {
        memcpy(out, text, len + 1);
        return;
    }
    size_t keep = size - sizeof "…";
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80)
        keep--;
    memcpy(out, text, keep);
    memcpy(out + keep, "…", sizeof "…");
}

/* Replaces the text of an error by `text`, and frees `text`. The error then has no advice. */
static void error_take(struct error *err, char *text)
{
    error_store(err->text, sizeof err->text, text);
    err->advice = 0;
    free(text);
}

bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
{
    if (!err)
        return false;
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    error_clear(err);
    err->kind = kind;
    error_take(err, text);
    return false;
}

void error_retell(struct error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_take(err, mem_vprintf(format, args));
    va_end(args);
}

/* Returns the length of a text if the full stops at its end are dropped. */
static size_t error_cause_length(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] == '.')
        len--;
    return len;
}

bool error_set_parts(struct error *err, enum error_kind kind, const char *subject, const char *advice,
                     const char *cause, ...)
{
    va_list args;
    va_start(args, cause);
    char *why = mem_vprintf(cause, args);
    va_end(args);
    char *begin = mem_printf("%s: %.*s.", subject, (int)error_cause_length(why, strlen(why)), why);
    size_t at = strlen(begin) + 1;
    error_set(err, kind, "%s%s%s%s", begin, advice ? " " : "", advice ? advice : "", advice ? "." : "");
    err->advice = at < strlen(err->text) ? at : 0;
    free(begin);
    free(why);
    return false;
}

char *error_without_advice(const struct error *err)
{
    size_t len = err->advice ? err->advice - 1 : strlen(err->text);
    return mem_copy_n(err->text, error_cause_length(err->text, len));
}

bool error_outcome_is_open(const struct error *err)
{
    return err->kind == ERROR_UNKNOWN_OUTCOME || (err->kind == ERROR_CANCELLED && err->sent);
}

void error_prefix(struct error *err, const char *format, ...)
{
    if (!err)
        return;
    va_list args;
    va_start(args, format);
    char *prefix = mem_vprintf(format, args);
    va_end(args);
    size_t advice = err->advice ? err->advice + strlen(prefix) + strlen(": ") : 0;
    error_take(err, mem_printf("%s: %s", prefix, err->text));
    err->advice = advice < strlen(err->text) ? advice : 0;
    free(prefix);
}

const char *error_kind_name(enum error_kind kind)
{
    return kinds[kind].name;
}

int error_kind_exit_code(enum error_kind kind)
{
    return kinds[kind].exit_code;
}

/* --- the log --- */

#define SECRETS_MAX 16

static atomic_flag log_busy = ATOMIC_FLAG_INIT;
static int log_fd = -1;
static char *secrets[SECRETS_MAX];

/* A spin lock is enough: the log is locked only while one line is written. */
static void log_lock(void)
{
    while (atomic_flag_test_and_set_explicit(&log_busy, memory_order_acquire))
        sched_yield();
}

static void log_unlock(void)
{
    atomic_flag_clear_explicit(&log_busy, memory_order_release);
}

/* Makes `fd` the log and closes the previous one. The log then owns `fd`. */
static void log_use(int fd)
{
    log_lock();
    if (log_fd >= 0)
        close(log_fd);
    log_fd = fd;
    log_unlock();
}

bool log_open(const char *path, struct error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK,
                  0600); /* O_NONBLOCK: a full pipe loses a line, but does not block us */
    if (fd < 0)
        return error_set(err, ERROR_IO, "Cannot open the log %s: %s", path,
                         errno == ENXIO ? "nobody reads this pipe" : strerror(errno));
    struct stat facts;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && (facts.st_mode & 077))
        (void)!fchmod(fd, 0600); /* an existing log becomes private, if we own it */
    log_use(fd);
    return true;
}

bool log_open_standard_error(struct error *err)
{
    int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd < 0)
        return error_set(err, ERROR_IO, "Cannot open the log: %s", strerror(errno));
    log_use(fd);
    return true;
}

void log_close(void)
{
    log_use(-1);
    log_lock();
    for (int i = 0; i < SECRETS_MAX; i++) {
        mem_wipe_free(secrets[i]);
        secrets[i] = NULL;
    }
    log_unlock();
}

void log_hide_secret(const char *secret)
{
    if (!secret || !secret[0])
        return;
    log_lock();
    int at = 0;
    while (at < SECRETS_MAX - 1 && secrets[at] && strcmp(secrets[at], secret) != 0)
        at++;
    mem_wipe_free(secrets[at]);
    secrets[at] = mem_copy(secret);
    log_unlock();
}

void log_line(const char *format, ...)
{
    log_lock();
    if (log_fd < 0) {
        log_unlock();
        return;
    }
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    for (int i = 0; i < SECRETS_MAX; i++) {
        if (!secrets[i] || !strstr(text, secrets[i]))
            continue;
        char *masked = text_replace(text, secrets[i], "***");
        mem_wipe_free(text);
        text = masked;
    }
    char stamp[40];
    date_format_utc(stamp, sizeof stamp, clock_wall_ms());
    char *clean = text_clean_copy(text);
    char *line = mem_printf("%s %s\n", stamp, clean);
    file_write_all(log_fd, line, strlen(line));
    free(line);
    free(clean);
    free(text);
    log_unlock();
}
