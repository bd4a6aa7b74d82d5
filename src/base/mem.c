/* SPDX-License-Identifier: MIT */
#include "steno/base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void (*death_hook)(void);

void mem_on_death(void (*hook)(void))
{
    death_hook = hook;
}

/* Must not allocate, because memory can have run out. */
_Noreturn void mem_die(const char *reason)
{
    if (death_hook)
        death_hook();
    ssize_t ignored = write(STDERR_FILENO, "steno: ", 7);
    ignored = write(STDERR_FILENO, reason, strlen(reason));
    ignored = write(STDERR_FILENO, "\n", 1);
    (void)ignored;
    _exit(1);
}

void mem_forbid_core(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur =
            limit.rlim_max < 1 ? limit.rlim_max : 1; /* at 0, Linux would still send dumps to programs */
        setrlimit(RLIMIT_CORE, &limit);
    }
}

static void *mem_check(void *block)
{
    if (!block)
        mem_die("out of memory");
    return block;
}

void *mem_alloc(size_t size)
{
    return mem_check(malloc(size ? size : 1));
}

void *mem_zero(size_t count, size_t size)
{
    return mem_check(calloc(count ? count : 1, size ? size : 1));
}

void *mem_grow(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        mem_die("out of memory");
    size_t bytes = count * size;
    return mem_check(realloc(old, bytes > 0 ? bytes : 1));
}

char *mem_copy_n(const char *text, size_t len)
{
    char *copy = mem_alloc(len + 1);
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

char *mem_copy(const char *text)
{
    return mem_copy_n(text, text ? strlen(text) : 0);
}

char *mem_copy_or_null(const char *text)
{
    return text ? mem_copy(text) : NULL;
}

char *mem_vprintf(const char *format, va_list args)
{
    char *out = NULL;
    return vasprintf(&out, format, args) < 0 ? mem_check(NULL) : out;
}

char *mem_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *out = mem_vprintf(format, args);
    va_end(args);
    return out;
}

void mem_wipe_free(char *secret)
{
    if (!secret)
        return;
    explicit_bzero(secret, strlen(secret));
    free(secret);
}

/* --- buffers --- */

void buffer_init(struct buffer *buf, size_t max)
{
    *buf = (struct buffer){.max = max};
}

bool buffer_append(struct buffer *buf, const void *data, size_t len)
{
    if (len > buf->max || buf->len > buf->max - len) {
        buf->full = true;
        return false;
    }
    size_t need = buf->len + len + 1, cap = buf->cap ? buf->cap : 64;
    while (cap < need)
        cap *= 2;
    if (cap != buf->cap)
        buf->data = mem_grow(buf->data, cap, 1);
    buf->cap = cap;
    if (len)
        memcpy(buf->data + buf->len, data, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
    return true;
}

bool buffer_append_text(struct buffer *buf, const char *text)
{
    return buffer_append(buf, text, strlen(text));
}

bool buffer_append_char(struct buffer *buf, char c)
{
    return buffer_append(buf, &c, 1);
}

bool buffer_printf(struct buffer *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *out = mem_vprintf(format, args);
    va_end(args);
    bool ok = buffer_append_text(buf, out);
    free(out);
    return ok;
}

void buffer_clear(struct buffer *buf)
{
    buf->len = 0;
    buf->full = false;
    if (buf->data)
        buf->data[0] = '\0';
}

const char *buffer_text(const struct buffer *buf)
{
    return buf->data ? buf->data : "";
}

char *buffer_take(struct buffer *buf)
{
    char *data = buf->data ? buf->data : mem_copy("");
    buffer_init(buf, buf->max);
    return data;
}

void buffer_free(struct buffer *buf)
{
    free(buf->data);
    buffer_init(buf, buf->max);
}

/* --- a map of ids: the binary tree of libc --- */

struct id_map_entry {
    int64_t id;
    size_t number;
};

static int id_map_compare(const void *a, const void *b)
{
    int64_t one = ((const struct id_map_entry *)a)->id, other = ((const struct id_map_entry *)b)->id;
    return (one > other) - (one < other);
}

bool id_map_find(const struct id_map *map, int64_t id, size_t *number)
{
    struct id_map_entry **found = tfind(&(struct id_map_entry){.id = id}, &map->root, id_map_compare);
    if (found)
        *number = (*found)->number;
    return found != NULL;
}

void id_map_put(struct id_map *map, int64_t id, size_t number)
{
    struct id_map_entry *entry = mem_alloc(sizeof *entry), **found;
    *entry = (struct id_map_entry){id, number};
    found = tsearch(entry, &map->root, id_map_compare);
    if (!found)
        mem_die("out of memory");
    if (*found == entry) {
        map->count++;
        return;
    }
    **found = *entry;
    free(entry);
}

void id_map_remove(struct id_map *map, int64_t id)
{
    struct id_map_entry **found = tfind(&(struct id_map_entry){.id = id}, &map->root, id_map_compare),
                        *entry = found ? *found : NULL;
    if (!entry)
        return;
    tdelete(entry, &map->root, id_map_compare);
    free(entry);
    map->count--;
}

void id_map_clear(struct id_map *map)
{
    tdestroy(map->root, free);
    *map = (struct id_map){0};
}
