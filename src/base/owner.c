/* Owns how a process is told from every other one, by what /proc says of it. Knows nothing of what it wrote.
 */
/* SPDX-License-Identifier: MIT */
#include "steno/base/owner.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"

#define BOOT_ID_SIZE   40
#define FIELD_STATE    3  /* of /proc/PID/stat, counted from 1: pid, (name), state */
#define FIELD_START    22 /* in ticks since the machine started */
#define FILE_BYTES_MAX 4096

/* Reads the first line of a file of /proc; "" when it cannot be read. */
static void owner_read_line(const char *path, char *out, size_t size)
{
    struct buffer text;
    struct error err;
    buffer_init(&text, FILE_BYTES_MAX);
    bool ok = file_read(path, &text, &err);
    snprintf(out, size, "%.*s", ok ? (int)strcspn(buffer_text(&text), "\n") : 0, buffer_text(&text));
    buffer_free(&text);
}

/* One field of a line of /proc/PID/stat, of those behind the name, which may hold anything. NULL when there
 * is none. */
static const char *owner_field(const char *line, int field)
{
    const char *at = strrchr(line, ')');
    for (int i = FIELD_STATE - 1; at && i < field; i++)
        at = strchr(at + 1, ' ');
    return at ? at + 1 : NULL;
}

/* When a process started: "" where the system says nothing of it, "ended" for one that has no more than its
 * exit code left. */
static void owner_read_start(int64_t pid, char *out, size_t size)
{
    char path[64], line[1024], boot[BOOT_ID_SIZE];
    snprintf(path, sizeof path, "/proc/%" PRId64 "/stat", pid);
    owner_read_line(path, line, sizeof line);
    const char *state = owner_field(line, FIELD_STATE), *start = owner_field(line, FIELD_START);
    owner_read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    if (!state || !start)
        snprintf(out, size, "%s", "");
    else if (*state == 'Z' || *state == 'X')
        snprintf(out, size, "ended");
    else
        snprintf(out, size, "%s %.*s", boot, (int)strcspn(start, " "), start);
}

/* The machine's name and the space of its processes. */
static void owner_read_host(char *out, size_t size)
{
    char name[80], space[64];
    if (gethostname(name, sizeof name) != 0)
        name[0] = '\0';
    name[sizeof name - 1] = '\0';
    ssize_t len = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    space[len > 0 ? len : 0] = '\0';
    snprintf(out, size, "%s %s", name, space);
}

void owner_self(struct owner *owner)
{
    owner_read_host(owner->host, sizeof owner->host);
    owner->pid = getpid();
    owner_read_start(owner->pid, owner->start, sizeof owner->start);
}

/* Is a process of this number there? */
static bool owner_is_there(int64_t pid)
{
    return pid > 0 && pid <= INT_MAX && (kill((pid_t)pid, 0) == 0 || errno != ESRCH);
}

enum owner_life owner_look(const struct owner *owner)
{
    struct owner self;
    char start[sizeof owner->start];
    owner_self(&self);
    if (strcmp(owner->host, self.host) != 0)
        return OWNER_ELSEWHERE;
    if (!owner_is_there(owner->pid))
        return OWNER_ENDED;
    owner_read_start(owner->pid, start, sizeof start);
    if (start[0] && owner->start[0] && strcmp(start, owner->start) != 0)
        return OWNER_ENDED;
    return owner->pid == self.pid ? OWNER_SELF : OWNER_LIVES;
}
