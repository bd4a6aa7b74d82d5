/* Runs real programs to their end, or beside a test.
 *
 * Command lines are split as in steno: at blanks, but not inside '...' and "..."; there is no shell. A
 * child is killed when the test process ends. Limits are in milliseconds. */
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
    int code;          /* exit code, 128 + signal, or PROCESS_TIMED_OUT (then it was killed) */
    struct buffer out; /* stdout */
    struct buffer err; /* stderr */
};

/* Runs argv[0] (a path, or a name in PATH) with the text `input` as stdin (NULL: /dev/null), in the
 * environment and the folder of the home. Overwrites *result without freeing it; free it with
 * process_result_free(). */
void process_run(const struct home *home, char *const *argv, const char *input, int limit_ms,
                 struct process_result *result);
void process_result_free(struct process_result *result);

/* Runs this build's steno: process_steno(home, "show 1 --json", NULL, &result). */
void process_steno(const struct home *home, const char *arguments, const char *input,
                   struct process_result *result);

/* A program in the background, with pipes. The caller closes the descriptors. */
struct process {
    pid_t pid;
    int to;   /* its stdin */
    int from; /* its stdout */
};
bool process_start(const struct home *home, char *const *argv, const char *log_file, struct process *process);
/* Closes stdin of the program, waits until the program ends or kills it at the limit, and closes stdout.
 * Returns a code as in process_result. */
int process_finish(struct process *process, int limit_ms);

/* A running steno-sandbox on a free port. Its stderr goes to the file sandbox.log in the home. */
struct process_sandbox {
    struct process process;
    char url[64]; /* http://127.0.0.1:PORT */
    int port;
};
/* Starts steno-sandbox with --port 0 and `arguments`. False: it printed no URL in time; its log is on
 * stderr. */
bool process_sandbox_start(const struct home *home, const char *arguments, struct process_sandbox *sandbox);
/* Sends SIGTERM and waits for the end. Returns a code as in process_result. */
int process_sandbox_stop(struct process_sandbox *sandbox);

/* Returns a number from /proc/PID/status, such as VmRSS; 0: no such line. */
long process_status(pid_t pid, const char *name);
/* Returns the number of voluntary context switches of all threads of a process. If the number stays equal,
 * no thread woke up. */
long process_wakeups(pid_t pid);

/* For the child after fork(): sets descriptors 0, 1, 2, closes all others, resets signals and executes the
 * program at `path`. */
_Noreturn void process_become(const struct home *home, const char *path, char *const *argv, const int fds[3]);

/* Returns the path of a program in PATH; caller frees. */
char *process_find(const char *name);

/* Returns the path of a file of the build; test programs are in its folder `tests`. Caller frees. */
char *process_built(const char *name);
/* Returns the path of a program of this build, or in the folder STENO_TEST_PROGRAMS if set; caller frees. */
char *process_program(const char *name);

#endif
