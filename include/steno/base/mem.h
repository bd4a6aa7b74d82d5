/* Memory: allocation that cannot fail, and a growing buffer of bytes with a hard cap.
 *
 * Out of memory ends the program in a clear way. The one way to die: mem_die runs the death hook (the
 * terminal's restorer), prints "steno: <reason>" to stderr and exits with 1.  Freed with free().
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_MEM_H
#define STENO_BASE_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t size) __attribute__((malloc, returns_nonnull));
void *mem_zero(size_t count, size_t size) __attribute__((malloc, returns_nonnull)); /* zeroed */
void *mem_grow(void *old, size_t count, size_t size) __attribute__((returns_nonnull));
char *mem_copy(const char *text) __attribute__((malloc, returns_nonnull)); /* NULL gives "" */
char *mem_copy_n(const char *text, size_t len) __attribute__((malloc, returns_nonnull));
char *mem_copy_or_null(const char *text); /* NULL gives NULL */
char *mem_printf(const char *format, ...) __attribute__((format(printf, 1, 2), malloc, returns_nonnull));
char *mem_vprintf(const char *format, va_list args)
    __attribute__((format(printf, 1, 0), malloc, returns_nonnull));

/* Overwrites a secret so that the compiler cannot drop it, then frees it. NULL is fine. */
void mem_wipe_free(char *secret);

/* Our memory holds secrets: a fault leaves no core of it, neither as a file nor to the program that the
 * system has for cores. Call before the first secret is read. */
void mem_forbid_core(void);

/* The hook that mem_die runs first; NULL for none. Set once at start by the program. */
void mem_on_death(void (*hook)(void));
_Noreturn void mem_die(const char *reason);

/* Always NUL-terminated behind its last byte. An append that would pass `max` is refused whole, sets `full`
 * and returns false; nothing is cut silently. */
struct buffer {
    char *data; /* NULL until the first append */
    size_t len;
    size_t cap;
    size_t max; /* bytes it may hold, terminator not counted */
    bool full;  /* an append was refused */
};

/* A buffer for texts whose size is bounded by our own code. */
#define BUFFER_MAX_DEFAULT ((size_t)16 << 20)

void buffer_init(struct buffer *buf, size_t max);
bool buffer_append(struct buffer *buf, const void *data, size_t len);
bool buffer_append_text(struct buffer *buf, const char *text);
bool buffer_append_char(struct buffer *buf, char c);
bool buffer_printf(struct buffer *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_clear(struct buffer *buf);             /* keeps the memory */
const char *buffer_text(const struct buffer *buf); /* never NULL */
char *buffer_take(struct buffer *buf);             /* caller frees; the buffer is empty after */
void buffer_free(struct buffer *buf);

/* Tells in which row of an array an id stands. A zeroed struct is an empty map. */
struct id_map {
    void *root;
    size_t count; /* of ids */
};

bool id_map_find(const struct id_map *map, int64_t id, size_t *number); /* false: *number is left alone */
void id_map_put(struct id_map *map, int64_t id, size_t number);         /* or gives it another number */
void id_map_remove(struct id_map *map, int64_t id);                     /* an unknown id is fine */
void id_map_clear(struct id_map *map); /* frees its memory; it can be used again */

#endif
