/* Every allocation of one get, one enqueue and one export fails in turn: the end is always a clear one.
 *
 * This program's own malloc family stands before the C library's, for libcurl and jansson too.  Not under
 * sanitizers, which bring their own. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"
#include "support/asserts.h"
#include "wire/wire.h"

#ifndef STENO_SANITIZED

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *block);

static atomic_long countdown = -1; /* allocations until one fails; negative: none does */
static atomic_long live;           /* blocks that were not freed yet */

/* Is this the allocation that fails? */
static bool torture_fails(void)
{
    if (atomic_load(&countdown) < 0 || atomic_fetch_sub(&countdown, 1) != 0)
        return false;
    errno = ENOMEM;
    return true;
}

/* Counts a block that came about. */
static void *torture_count(void *block)
{
    if (block)
        atomic_fetch_add(&live, 1);
    return block;
}

void *malloc(size_t size)
{
    return torture_fails() ? NULL : torture_count(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return torture_fails() ? NULL : torture_count(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    if (torture_fails())
        return NULL;
    void *block = __libc_realloc(old, size);
    return old ? block : torture_count(block);
}

void free(void *block)
{
    if (block)
        atomic_fetch_sub(&live, 1);
    __libc_free(block);
}

enum ending { WORKED = 0, DIED = 1, REFUSED = 42, LEAKED = 43, SILENT = 44 };

/* A sink that takes everything. */
static bool sink_write(void *arg, const void *data, size_t len)
{
    (void)arg;
    (void)data;
    (void)len;
    return true;
}

/* One operation from a new client to its end. */
static bool torture_run(const char *url, enum endpoint_id op, struct error *err)
{
    struct api_config config = {.base_url = url, .token = WIRE_TOKEN, .proxy = "", .backoff_ms = 1};
    struct connection *connection = connection_new(&config, err);
    struct project *project = NULL;
    bool worked = false;
    if (connection && op == ENDPOINT_EXPORT) {
        struct export_sink sink = {.write = sink_write};
        struct export_info info;
        worked = api_export(connection, 7, NULL, &sink, &info, err);
    } else if (connection) {
        struct param_set *set = param_set_new(&params_enqueue);
        param_set_put_raw(set, param_find(&params_enqueue, "Lang"), "en-US");
        project = op == ENDPOINT_ENQUEUE ? wire_enqueue(connection, 7, set, err)
                                         : api_project_get(connection, 7, err);
        param_set_free(set);
        worked = project != NULL && strcmp(project->state, "None") == 0 &&
                 json_array_size(json_object_get(project->record.shown, "Tags")) == 2;
    }
    project_free(project);
    connection_free(connection);
    return worked;
}

/* In a child: the operation with its n-th allocation failing. Does not return. */
static void torture_child(const char *url, enum endpoint_id op, long n)
{
    struct error err;
    error_clear(&err);
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    long before = atomic_load(&live);
    atomic_store(&countdown, n);
    bool worked = torture_run(url, op, &err);
    bool reached = atomic_exchange(&countdown, -1) < 0;
    if (atomic_load(&live) > before)
        _exit(LEAKED);
    if (worked)
        _exit(reached ? WORKED : SILENT); /* SILENT: there are fewer than n allocations */
    _exit(err.kind != ERROR_NONE && err.text[0] ? REFUSED : LEAKED);
}

/* Lets each allocation of an operation fail until there are no more. */
static void torture(enum endpoint_id op, const char *answer)
{
    struct mock_server *mock = mock_start();
    struct error err;
    mock_always(mock, answer, strlen(answer));
    api_global_init();
    cr_assert(torture_run(mock_url(mock), op, &err), "%s", err.text); /* what is made once is made now */
    int status, died = 0;
    long n = 0;
    for (;; n++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            torture_child(mock_url(mock), op, n);
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFEXITED(status), "allocation %ld: ended by signal %d", n, WTERMSIG(status));
        if (WEXITSTATUS(status) == SILENT)
            break;
        died += WEXITSTATUS(status) == DIED;
        cr_assert(WEXITSTATUS(status) == WORKED || WEXITSTATUS(status) == DIED ||
                      WEXITSTATUS(status) == REFUSED,
                  "allocation %ld: ended with %d", n, WEXITSTATUS(status));
    }
    cr_assert_gt(n, 100);
    cr_assert_gt(died, 50);
    mock_stop(mock);
}

#define JSON_ANSWER                                                                                          \
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 83\r\n\r\n"                        \
    "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"ProcessingState\":\"None\",\"Tags\":[\"a\",\"b\"],\"x\":1.5}}"
#define FILE_ANSWER                                                                                          \
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; "                       \
    "filename*=UTF-8''%C5%BE.srt\r\n"                                                                        \
    "Content-Length: 5\r\n\r\nlines"

Test(torture, each_allocation_of_a_get_fails_in_turn)
{
    torture(ENDPOINT_GET_PROJECT, JSON_ANSWER);
}

Test(torture, each_allocation_of_an_enqueue_fails_in_turn)
{
    torture(ENDPOINT_ENQUEUE, JSON_ANSWER);
}

Test(torture, each_allocation_of_an_export_fails_in_turn)
{
    torture(ENDPOINT_EXPORT, FILE_ANSWER);
}

#else

Test(torture, allocations_fail_only_without_sanitizers)
{
    cr_skip_test("a sanitizer brings its own allocator");
}

#endif
