/* Allocation that never returns NULL, a growing buffer with a limit, and a map of ids. The caller frees
 * blocks with free(). When memory runs out, mem_die ends the program: it calls the hook of mem_on_death,
 * prints "steno: REASON" to standard error and exits with 1. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_MEM_H
#define STENO_BASE_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t size) __attribute__((malloc, returns_nonnull));
void *mem_zero(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *mem_grow(void *old, size_t count, size_t size) __attribute__((returns_nonnull));
char *mem_copy(const char *text) __attribute__((malloc, returns_nonnull)); /* NULL gives "" */
char *mem_copy_n(const char *text, size_t len) __attribute__((malloc, returns_nonnull));
char *mem_copy_or_null(const char *text); /* NULL gives NULL */
char *mem_printf(const char *format, ...) __attribute__((format(printf, 1, 2), malloc, returns_nonnull));
char *mem_vprintf(const char *format, va_list args)
    __attribute__((format(printf, 1, 0), malloc, returns_nonnull));

/* Overwrites a secret and frees it. Compilers cannot remove the overwriting. NULL is fine. */
void mem_wipe_free(char *secret);

/* Prevents core dumps, because a dump would contain secrets. Call this before a secret is read. */
void mem_forbid_core(void);

/* Sets the function that mem_die calls first; NULL: none. Call this once, at the start of the program. */
void mem_on_death(void (*hook)(void));
_Noreturn void mem_die(const char *reason);

/* A growing array of bytes. A NUL follows the last byte. If an append would exceed `max` bytes, it adds
 * nothing, sets `full` and returns false. */
struct buffer {
    char *data; /* NULL until the first append */
    size_t len;
    size_t cap;
    size_t max; /* limit of len */
    bool full;
};

/* Limit for the texts that steno itself makes. These texts never get this long. */
#define BUFFER_MAX_DEFAULT ((size_t)16 << 20)

void buffer_init(struct buffer *buf, size_t max);
bool buffer_append(struct buffer *buf, const void *data, size_t len);
bool buffer_append_text(struct buffer *buf, const char *text);
bool buffer_append_char(struct buffer *buf, char c);
bool buffer_printf(struct buffer *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_clear(struct buffer *buf);             /* keeps the memory */
const char *buffer_text(const struct buffer *buf); /* never NULL */
char *buffer_take(struct buffer *buf);             /* returns the bytes; caller frees */
void buffer_free(struct buffer *buf);

/* Maps ids to numbers, such as the index of an id in an array. A zeroed struct is an empty map. */
struct id_map {
    void *root;
    size_t count;
};

bool id_map_find(const struct id_map *map, int64_t id, size_t *number); /* false: *number is unchanged */
void id_map_put(struct id_map *map, int64_t id, size_t number);         /* replaces an older number */
void id_map_remove(struct id_map *map, int64_t id);                     /* an unknown id is fine */
void id_map_clear(struct id_map *map); /* frees the map's memory; the map can be used again */

#endif
