/* Preloaded into a program that was built with -finstrument-functions: writes the address of each function
 * that is entered, once between two waits of the main loop. SHAPE_LOG: the file. SHAPE_WAIT: the address of
 * the function that waits, in hex. Programs built without that option never call this. */
/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PLACES ((size_t)1 << 20) /* one per four bytes of code, for up to 4 MB */

static uintptr_t base, wait_at;
static int log_fd = -1;
static unsigned turn = 1, seen[PLACES]; /* the turn in which a function was last written */

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

/* Finds the program's load address from the first function that it enters. */
static void trace_begin(void *function)
{
    Dl_info info;
    const char *path = getenv("SHAPE_LOG"), *wait = getenv("SHAPE_WAIT");
    if (!path || !wait || !dladdr(function, &info))
        return;
    base = (uintptr_t)info.dli_fbase;
    wait_at = strtoul(wait, NULL, 16);
    log_fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Two threads may write a function twice; that is harmless, as only files are counted. */
void __cyg_profile_func_enter(void *function, void *caller)
{
    char line[32];
    (void)caller;
    if (log_fd < 0)
        trace_begin(function);
    uintptr_t at = (uintptr_t)function - base;
    size_t place = at / 4;
    if (log_fd < 0 || place >= PLACES)
        return;
    if (at == wait_at)
        turn++;
    if (seen[place] == turn)
        return;
    seen[place] = turn;
    bool worker = gettid() != getpid();
    int len = snprintf(line, sizeof line, "%lx%s\n", (unsigned long)at, worker ? " worker" : "");
    if (write(log_fd, line, (size_t)len) < 0)
        log_fd = -1;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
