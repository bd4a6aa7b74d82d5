/* Owns the log file and the list of texts that must never stand in it. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/log.h"

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

#define SECRETS_MAX 16

static atomic_flag log_busy = ATOMIC_FLAG_INIT;
static int log_fd = -1;
static char *secrets[SECRETS_MAX];

/* Takes the log for one thread; held for one line at most, so that a yielding spin will do. */
static void log_take(void)
{
    while (atomic_flag_test_and_set_explicit(&log_busy, memory_order_acquire))
        sched_yield();
}

/* Gives the log back. */
static void log_give(void)
{
    atomic_flag_clear_explicit(&log_busy, memory_order_release);
}

/* Takes a descriptor over, in place of an earlier one. */
static void log_use(int fd)
{
    log_take();
    if (log_fd >= 0)
        close(log_fd);
    log_fd = fd;
    log_give();
}

bool log_open(const char *path, struct error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK,
                  0600); /* a pipe that is full loses lines, and stops no program */
    if (fd < 0)
        return error_set(err, ERROR_IO, "Cannot open the log %s: %s", path,
                         errno == ENXIO ? "nobody reads this pipe" : strerror(errno));
    struct stat facts;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && (facts.st_mode & 077))
        (void)!fchmod(fd, 0600); /* it was there before, more open; of another owner it stays so */
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
    log_take();
    for (int i = 0; i < SECRETS_MAX; i++) {
        mem_wipe_free(secrets[i]);
        secrets[i] = NULL;
    }
    log_give();
}

void log_hide_secret(const char *secret)
{
    if (!secret || !secret[0])
        return;
    log_take();
    int at = 0;
    while (at < SECRETS_MAX - 1 && secrets[at] && strcmp(secrets[at], secret) != 0)
        at++;
    mem_wipe_free(secrets[at]);
    secrets[at] = mem_copy(secret);
    log_give();
}

void log_line(const char *format, ...)
{
    log_take();
    if (log_fd < 0) {
        log_give();
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
    log_give();
}
