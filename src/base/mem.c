/* Owns the rule that allocation cannot fail, and the one way to die. Knows nothing of terminals: it runs a
 * hook. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/mem.h"

#include <stdarg.h>
#include <stdint.h>
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

/* Ends the program without allocating anything. */
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
            limit.rlim_max < 1 ? limit.rlim_max : 1; /* with 0, a program still gets it by a pipe */
        setrlimit(RLIMIT_CORE, &limit);
    }
}

/* Passes a fresh block on, or dies. */
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
