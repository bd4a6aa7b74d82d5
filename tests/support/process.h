/* Real programs, run to their end or kept running beside a test.
 *
 * Command lines are split as steno splits them: at blanks, with '...' and "..." kept together; no shell.
 * Every child dies with the test process that started it.  Limits are milliseconds.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_PROCESS_H
#define STENO_TESTS_SUPPORT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "steno/base/mem.h"
#include "support/home.h"

#define PROCESS_LIMIT_MS  60000
#define PROCESS_TIMED_OUT (-1)

struct process_result {
    int code;          /* exit code, 128 + signal, or PROCESS_TIMED_OUT (it was killed) */
    struct buffer out; /* stdout */
    struct buffer err; /* stderr */
};

/* Runs argv (a path or a name found in PATH) with stdin from `input` (NULL: /dev/null) and the home's
 * environment and folder. Frees nothing of *result first; free it with process_result_free. */
void process_run(const struct home *home, char *const *argv, const char *input, int limit_ms,
                 struct process_result *result);
void process_result_free(struct process_result *result);

/* process_run() of this build's steno: process_steno(home, "show 1 --json", NULL, &result). */
void process_steno(const struct home *home, const char *arguments, const char *input,
                   struct process_result *result);

/* Starts argv in the background with stdin from a pipe; the descriptors are the caller's to close. */
struct process {
    pid_t pid;
    int to;   /* its stdin */
    int from; /* its stdout */
};
bool process_start(const struct home *home, char *const *argv, const char *log_file, struct process *process);
/* Waits for its end up to the limit, then kills it; closes both descriptors. As process_result.code. */
int process_finish(struct process *process, int limit_ms);

/* A running steno-sandbox on a port of its own choice. Its stderr is the file sandbox.log in the home. */
struct process_sandbox {
    struct process process;
    char url[64]; /* http://127.0.0.1:PORT */
    int port;
};
/* `arguments` beside --port 0, or "". False (the log goes to stderr) when no URL line came in time. */
bool process_sandbox_start(const struct home *home, const char *arguments, struct process_sandbox *sandbox);
/* SIGTERM, then wait: returns its exit code as above. */
int process_sandbox_stop(struct process_sandbox *sandbox);

/* A number that the kernel tells of a process or thread in its "status", such as VmRSS; 0 for none. */
long process_status(pid_t pid, const char *name);
/* The sum of voluntary context switches of all threads of a process: two equal readings are no wake-up. */
long process_wakeups(pid_t pid);

/* In the child: descriptors 0, 1, 2 as given, the rest closed, default signals, then the program at that
 * path. */
_Noreturn void process_become(const struct home *home, const char *path, char *const *argv, const int fds[3]);

/* The path of a program as a shell would find it; caller frees. */
char *process_find(const char *name);

/* The path of a file of the build: this program stands in its folder `tests`. Caller frees. */
char *process_built(const char *name);
/* The path of one of this build's programs, or of the folder in STENO_TEST_PROGRAMS; caller frees. */
char *process_program(const char *name);

#endif
