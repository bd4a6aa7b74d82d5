/* Child processes of tests, with pipes: run to their end, or running beside a test. */
/* SPDX-License-Identifier: MIT */
#include "support/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"

#define PROCESS_OUTPUT_MAX   ((size_t)256 << 20)
#define PROCESS_URL_LIMIT_MS 20000

char *process_built(const char *name)
{
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self);
    for (int up = 0; up < 2; up++)
        while (len > 0 && self[--len] != '/') {
        }
    return mem_printf("%.*s/%s", (int)len, self, name);
}

char *process_program(const char *name)
{
    const char *folder = getenv("STENO_TEST_PROGRAMS");
    return folder ? mem_printf("%s/%s", folder, name) : process_built(name);
}

char *process_find(const char *name)
{
    if (strchr(name, '/'))
        return mem_copy(name);
    const char *path = getenv("PATH");
    for (const char *at = path; at && *at; at += strspn(at, ":")) {
        size_t len = strcspn(at, ":");
        char *full = mem_printf("%.*s/%s", (int)len, at, name);
        if (access(full, X_OK) == 0)
            return full;
        free(full);
        at += len;
    }
    return mem_copy(name);
}

void process_become(const struct home *home, const char *path, char *const *argv, const int fds[3])
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < 3; i++)
        if (dup2(fds[i], i) < 0)
            _exit(126);
    syscall(SYS_close_range, 3U, ~0U, 0U);
    if (chdir(home->dir) != 0)
        _exit(126);
    execve(path, argv, home->env);
    dprintf(2, "cannot run %s: %s\n", path, strerror(errno));
    _exit(127);
}

/* Forks the program with the given descriptors; -1 on failure. */
static pid_t process_fork(const struct home *home, char *const *argv, const int fds[3])
{
    char *path = process_find(argv[0]);
    pid_t pid = fork();
    if (pid == 0)
        process_become(home, path, argv, fds);
    free(path);
    return pid;
}

/* Closes a descriptor once. */
static void process_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Waits for the end until the deadline, then kills the process. Returns the exit code. */
static int process_reap(pid_t pid, int64_t deadline)
{
    int status = 0;
    int handle = (int)syscall(SYS_pidfd_open, pid, 0U);
    struct pollfd ended = {.fd = handle, .events = POLLIN};
    int64_t left = deadline - clock_mono_ms();
    bool in_time = handle >= 0 && poll(&ended, 1, left > 0 ? (int)left : 0) > 0;
    if (handle >= 0)
        close(handle);
    if (!in_time)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!in_time)
        return PROCESS_TIMED_OUT;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The pipes of a running process, and the input that is not yet written. */
struct process_talk {
    int to, out, err;
    const char *input;
    size_t left;
};

/* Reads from one of the output pipes. */
static void process_take(int *fd, short revents, struct buffer *into)
{
    char chunk[16384];
    if (!revents)
        return;
    ssize_t got = read(*fd, chunk, sizeof chunk);
    if (got > 0)
        buffer_append(into, chunk, (size_t)got);
    else if (got == 0 || errno != EINTR)
        process_close(fd);
}

/* Writes the input and reads both outputs until they end or the deadline passes. */
static void process_talk(struct process_talk *talk, int64_t deadline, struct process_result *result)
{
    for (int64_t left; (talk->out >= 0 || talk->err >= 0) && (left = deadline - clock_mono_ms()) > 0;) {
        if (talk->left == 0)
            process_close(&talk->to);
        struct pollfd fds[3] = {{.fd = talk->to, .events = POLLOUT},
                                {.fd = talk->out, .events = POLLIN},
                                {.fd = talk->err, .events = POLLIN}};
        if (poll(fds, 3, (int)left) <= 0)
            continue;
        process_take(&talk->out, fds[1].revents, &result->out);
        process_take(&talk->err, fds[2].revents, &result->err);
        if (fds[0].revents) {
            ssize_t put = write(talk->to, talk->input, talk->left);
            if (put < 0 && errno == EPIPE)
                talk->left = 0;
            talk->input += put > 0 ? put : 0;
            talk->left -= put > 0 ? (size_t)put : 0;
        }
    }
}

/* Makes a pipe that other children do not inherit. */
static void process_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        mem_die("test support: no pipe");
}

void process_run(const struct home *home, char *const *argv, const char *input, int limit_ms,
                 struct process_result *result)
{
    int in[2], out[2], err[2];
    buffer_init(&result->out, PROCESS_OUTPUT_MAX);
    buffer_init(&result->err, PROCESS_OUTPUT_MAX);
    process_pipe(in);
    process_pipe(out);
    process_pipe(err);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    int64_t deadline = clock_mono_ms() + limit_ms;
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    pid_t pid = process_fork(home, argv, (int[3]){input ? in[0] : null, out[1], err[1]});
    if (pid < 0)
        mem_die("test support: cannot fork");
    process_close(&null);
    process_close(&in[0]);
    process_close(&out[1]);
    process_close(&err[1]);
    struct process_talk talk = {in[1], out[0], err[0], input, input ? strlen(input) : 0};
    process_talk(&talk, deadline, result);
    result->code = process_reap(pid, deadline);
    process_close(&talk.to);
    process_close(&talk.out);
    process_close(&talk.err);
}

void process_result_free(struct process_result *result)
{
    buffer_free(&result->out);
    buffer_free(&result->err);
}

/* Splits the arguments into argv, after the program; ends the process on an open quote. */
static char **process_split(const char *program, const char *arguments)
{
    struct error err;
    char **argv = NULL;
    char *line = mem_printf("'%s' %s", program, arguments);
    if (!spawn_split(line, &argv, &err))
        mem_die(err.text);
    free(line);
    return argv;
}

void process_steno(const struct home *home, const char *arguments, const char *input,
                   struct process_result *result)
{
    char *program = process_program("steno");
    char **argv = process_split(program, arguments);
    process_run(home, argv, input, PROCESS_LIMIT_MS, result);
    spawn_argv_free(argv);
    free(program);
}

bool process_start(const struct home *home, char *const *argv, const char *log_file, struct process *process)
{
    int in[2], out[2];
    char *log = home_path(home, log_file ? log_file : "log");
    int err = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    free(log);
    process_pipe(in);
    process_pipe(out);
    process->pid = process_fork(home, argv, (int[3]){in[0], out[1], err});
    process->to = in[1];
    process->from = out[0];
    process_close(&in[0]);
    process_close(&out[1]);
    process_close(&err);
    return process->pid > 0;
}

int process_finish(struct process *process, int limit_ms)
{
    process_close(&process->to);
    int code = process_reap(process->pid, clock_mono_ms() + limit_ms);
    process_close(&process->from);
    return code;
}

/* Reads the first line of a started program; false: the program or the time ended before. */
static bool process_first_line(const struct process *process, struct buffer *line, int limit_ms)
{
    int64_t deadline = clock_mono_ms() + limit_ms;
    for (;;) {
        struct pollfd ready = {.fd = process->from, .events = POLLIN};
        int64_t left = deadline - clock_mono_ms();
        char c;
        if (left <= 0 || (poll(&ready, 1, (int)left) > 0 && read(process->from, &c, 1) != 1))
            return false;
        if (ready.revents && c == '\n')
            return true;
        if (ready.revents)
            buffer_append_char(line, c);
    }
}

bool process_sandbox_start(const struct home *home, const char *arguments, struct process_sandbox *sandbox)
{
    static const char lead[] = "http://127.0.0.1:";
    char *program = process_program("steno-sandbox");
    char *words = mem_printf("--port 0 %s", arguments);
    char **argv = process_split(program, words);
    struct buffer line;
    buffer_init(&line, sizeof sandbox->url - 1);
    bool ok = process_start(home, argv, "sandbox.log", &sandbox->process) &&
              process_first_line(&sandbox->process, &line, PROCESS_URL_LIMIT_MS);
    const char *url = buffer_text(&line), *port = strrchr(url, ':');
    ok = ok && (strncmp(url, lead, strlen(lead)) == 0 || strncmp(url, "https://", 8) == 0);
    if (ok) {
        memcpy(sandbox->url, url, strlen(url) + 1);
        sandbox->port = (int)strtol(port + 1, NULL, 10);
    } else {
        char *log = home_read(home, "sandbox.log");
        fprintf(stderr, "steno-sandbox %s gave no URL line (\"%s\"):\n%s\n", words, url, log ? log : "");
        free(log);
        process_finish(&sandbox->process, 0);
    }
    buffer_free(&line);
    spawn_argv_free(argv);
    free(words);
    free(program);
    return ok;
}

int process_sandbox_stop(struct process_sandbox *sandbox)
{
    kill(sandbox->process.pid, SIGTERM);
    return process_finish(&sandbox->process, PROCESS_URL_LIMIT_MS);
}

long process_status(pid_t pid, const char *name)
{
    char line[256], *path = mem_printf("/proc/%d/status", (int)pid);
    long number = 0;
    size_t len = strlen(name);
    FILE *status = fopen(path, "re");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, name, len) == 0 && line[len] == ':')
            number = strtol(line + len + 1, NULL, 10);
    if (status)
        fclose(status);
    free(path);
    return number;
}

long process_wakeups(pid_t pid)
{
    long sum = 0;
    char *folder = mem_printf("/proc/%d/task", (int)pid);
    DIR *tasks = opendir(folder);
    for (struct dirent *task; tasks && (task = readdir(tasks));)
        if (task->d_name[0] != '.')
            sum += process_status((pid_t)strtol(task->d_name, NULL, 10), "voluntary_ctxt_switches");
    if (tasks)
        closedir(tasks);
    free(folder);
    return sum;
}
