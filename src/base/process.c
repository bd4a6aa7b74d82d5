/* SPDX-License-Identifier: MIT */
#include "steno/base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "steno/base/when.h"

/* Time in µs that the main loop has to end after a signal. After a hang-up, all must be over within 2 s. */
#define ENDING_LIMIT_US(sig) ((sig) == SIGHUP ? 1800000 : 3000000)

extern char **environ;

/* Reads one word of a command into `word`. Returns false if a quote is not closed. */
static bool spawn_word(const char **s, struct buffer *word)
{
    while (**s && **s != ' ' && **s != '\t' && **s != '\n') {
        char quote = **s;
        if (quote != '\'' && quote != '"') {
            buffer_append_char(word, *(*s)++);
            continue;
        }
        const char *end = strchr(*s + 1, quote);
        if (!end)
            return false;
        buffer_append(word, *s + 1, (size_t)(end - *s - 1));
        *s = end + 1;
    }
    return true;
}

bool spawn_split(const char *command, char ***argv, struct error *err)
{
    size_t count = 0;
    char **words = mem_zero(1, sizeof *words);
    for (const char *s = command;;) {
        s += strspn(s, " \t\n");
        if (!*s)
            break;
        struct buffer word;
        buffer_init(&word, BUFFER_MAX_DEFAULT);
        bool closed = spawn_word(&s, &word);
        words = mem_grow(words, count + 2, sizeof *words);
        words[count++] = buffer_take(&word);
        words[count] = NULL;
        if (!closed) {
            spawn_argv_free(words);
            return error_set(err, ERROR_USAGE, "A quote in the command is not closed");
        }
    }
    if (count == 0) {
        spawn_argv_free(words);
        return error_set(err, ERROR_USAGE, "The command is empty");
    }
    *argv = words;
    return true;
}

void spawn_argv_free(char **argv)
{
    for (size_t i = 0; argv && argv[i]; i++)
        free(argv[i]);
    free(argv);
}

/* True if the file is a program that we can run. If false, sets errno. */
static bool spawn_is_program(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    if (S_ISREG(info.st_mode))
        return access(path, X_OK) == 0;
    errno = EACCES;
    return false;
}

/* Returns 0 if posix_spawnp() would find the program, else its errno. */
static int spawn_find(const char *name)
{
    const char *folders = getenv("PATH");
    int code = ENOENT;
    if (strchr(name, '/'))
        return spawn_is_program(name) ? 0 : errno;
    for (const char *at = folders ? folders : "/bin:/usr/bin"; at;
         at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        int len = (int)strcspn(at, ":");
        char *path = mem_printf("%.*s%s%s", len, at, len > 0 ? "/" : "", name);
        bool found = spawn_is_program(path);
        if (!found && errno == EACCES)
            code = EACCES;
        free(path);
        if (found)
            return 0;
    }
    return code;
}

bool spawn_check(const char *command, struct error *err)
{
    char **argv;
    if (!spawn_split(command, &argv, err))
        return false;
    int code = spawn_find(argv[0]);
    if (code != 0)
        error_set(err, ERROR_IO, "Cannot run %s: %s", argv[0], strerror(code));
    spawn_argv_free(argv);
    return code == 0;
}

/* Returns our environment with the variables of `extra`. A variable of `extra` replaces ours of the same
 * name. Caller frees only the array. */
static char **spawn_environment(const char *const *extra)
{
    size_t more = 0, own = 0;
    while (extra && extra[more])
        more++;
    while (environ[own])
        own++;
    char **env = mem_zero(more + own + 1, sizeof *env);
    size_t at = 0;
    for (size_t i = 0; i < more; i++)
        env[at++] = (char *)(uintptr_t)extra[i];
    for (size_t i = 0; i < own; i++) {
        size_t name_len = strcspn(environ[i], "=") + 1;
        bool replaced = false;
        for (size_t j = 0; j < more; j++)
            replaced = replaced || strncmp(extra[j], environ[i], name_len) == 0;
        if (!replaced)
            env[at++] = environ[i];
    }
    return env;
}

int spawn_start(pid_t *pid, char *const *argv, const char *const *env_extra, const int ends[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    for (int fd = 0; fd < 3; fd++) {
        if (ends[fd] >= 0)
            posix_spawn_file_actions_adddup2(&actions, ends[fd], fd);
        else
            posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    }
#ifdef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
    char **env = spawn_environment(env_extra);
    int code = posix_spawnp(pid, argv[0], &actions, &attr, argv, env);
    free(env);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Our ends of the pipes to a child's stdin, stdout and stderr; -1 when closed. */
struct spawn_talk {
    const struct spawn_request *request;
    int to, from, errors;
    const char *input; /* the part of the input that is still to be written */
};

static void spawn_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Adds bytes to `last`, which keeps only the last line of all bytes. */
static void spawn_take_line(struct spawn_last_line *last, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r') {
            last->ended = true;
            continue;
        }
        if (last->ended)
            last->len = 0;
        last->ended = false;
        if (last->len + 1 < sizeof last->line)
            last->line[last->len++] = bytes[i];
        last->line[last->len] = '\0';
    }
}

/* Reads at most 64 KB from the pipe of stderr, without waiting. A daemon of the child can keep this pipe open
 * for ever, so waiting for its end is impossible. */
static void spawn_read_errors(struct spawn_talk *talk)
{
    char chunk[4096];
    ssize_t got = 1;
    for (int i = 0; i < 16 && talk->errors >= 0 && got > 0; i++) {
        got = read(talk->errors, chunk, sizeof chunk);
        if (got > 0)
            spawn_take_line(talk->request->last, chunk, (size_t)got);
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            spawn_close(&talk->errors);
    }
}

/* Writes the input and reads the output. Returns true when both pipes are closed, false at the deadline. */
static bool spawn_talk_until(struct spawn_talk *talk, int64_t deadline)
{
    while (talk->to >= 0 || talk->from >= 0) {
        int64_t left = deadline - clock_mono_ms();
        if (left <= 0)
            return false;
        struct pollfd fds[3] = {{.fd = talk->to, .events = POLLOUT},
                                {.fd = talk->from, .events = POLLIN},
                                {.fd = talk->errors, .events = POLLIN}};
        if (poll(fds, 3, (int)left) <= 0)
            continue;
        if (fds[0].revents) {
            ssize_t put = write(talk->to, talk->input, strlen(talk->input));
            if (put > 0)
                talk->input += put;
            if (!*talk->input || (put < 0 && errno != EINTR && errno != EAGAIN))
                spawn_close(&talk->to);
        }
        if (fds[1].revents) {
            char chunk[4096];
            ssize_t got = read(talk->from, chunk, sizeof chunk);
            if (got > 0)
                buffer_append(talk->request->output, chunk, (size_t)got);
            else if (got == 0 || errno != EINTR)
                spawn_close(&talk->from);
        }
        if (fds[2].revents)
            spawn_read_errors(talk);
    }
    return true;
}

/* Waits until the child ends. Kills the child at the deadline, or at once if `talked` is false. Returns false
 * if the child was killed. */
static bool spawn_wait(pid_t pid, struct spawn_talk *talk, int64_t deadline, bool talked, int *status)
{
    struct timespec pause = {.tv_nsec = 1000000};
    while (talked) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            return true;
        if (clock_mono_ms() >= deadline)
            break;
        nanosleep(&pause, NULL);
        spawn_read_errors(talk); /* a full pipe would block the child */
        if (pause.tv_nsec < 50000000)
            pause.tv_nsec *= 2;
    }
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    return false;
}

bool spawn_run(const struct spawn_request *request, struct error *err)
{
    const char *name = request->argv[0];
    int in[2] = {-1, -1}, out[2] = {-1, -1}, errors[2] = {-1, -1}, status = 0, code = 0;
    bool in_time = true;
    pid_t pid;
    if ((request->input && pipe2(in, O_CLOEXEC) != 0) || (request->output && pipe2(out, O_CLOEXEC) != 0) ||
        (request->last && pipe2(errors, O_CLOEXEC) != 0))
        code = errno;
    if (in[1] >= 0)
        fcntl(in[1], F_SETFL, O_NONBLOCK);
    if (errors[0] >= 0)
        fcntl(errors[0], F_SETFL, O_NONBLOCK);
    if (code == 0)
        code = spawn_start(&pid, request->argv, request->env_extra, (int[3]){in[0], out[1], errors[1]});
    spawn_close(&in[0]);
    spawn_close(&out[1]);
    spawn_close(&errors[1]);
    struct spawn_talk talk = {request, in[1], out[0], errors[0], request->input};
    if (code == 0) {
        sigset_t before; /* a broken pipe must not send us SIGPIPE */
        signals_hold_pipe(&before);
        int64_t deadline = clock_mono_ms() + request->timeout_ms;
        bool talked = spawn_talk_until(&talk, deadline);
        signals_release_pipe(&before);
        spawn_close(&talk.to);
        spawn_close(&talk.from);
        in_time = spawn_wait(pid, &talk, deadline, talked, &status);
        spawn_read_errors(&talk);
    }
    spawn_close(&talk.to);
    spawn_close(&talk.from);
    spawn_close(&talk.errors);
    if (code != 0)
        return error_set(err, ERROR_IO, "Cannot run %s: %s", name, strerror(code));
    if (!in_time)
        return error_set(err, ERROR_TIMEOUT, "%s did not finish within %d s and was stopped", name,
                         request->timeout_ms / 1000);
    if (WIFSIGNALED(status))
        return error_set(err, ERROR_IO, "%s was killed by signal %d", name, WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return error_set(err, ERROR_IO, "%s exited with code %d", name, WEXITSTATUS(status));
    return true;
}

/* --- signals --- */

static int signal_pipe[2] = {-1, -1};
static void (*restorer)(void);
static void (*ending_hook)(int sig);
static struct sigaction old_actions[NSIG];
static volatile sig_atomic_t ending;
static char fatal_stack[64 * 1024];

/* Writes the signal's number to the pipe that the main loop reads. A full pipe loses the number, but still
 * wakes up the loop. */
static void signal_post(int sig)
{
    int saved = errno;
    unsigned char byte = (unsigned char)sig;
    ssize_t ignored = write(signal_pipe[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

/* Restores the terminal and raises the signal again. The old action runs when this handler returns. */
static void signal_fatal(int sig)
{
    if (restorer)
        restorer();
    sigaction(sig, &old_actions[sig], NULL);
    raise(sig);
}

/* Handles the first signal that asks the program to end, and ignores later ones. At a hang-up, for example,
 * both the kernel and the shell send a signal. */
static void signal_ending(int sig)
{
    if (ending)
        return;
    ending = sig;
    signal(SIGTTIN, SIG_IGN); /* a background process would be stopped when it reads or sets the terminal */
    signal(SIGTTOU, SIG_IGN);
    const struct itimerval limit = {
        .it_value = {.tv_sec = ENDING_LIMIT_US(sig) / 1000000, .tv_usec = ENDING_LIMIT_US(sig) % 1000000}};
    setitimer(ITIMER_REAL, &limit, NULL);
    if (ending_hook)
        ending_hook(sig);
    signal_post(sig);
}

/* Handles SIGALRM. If the program is ending, our own timer sent it: the main loop hangs, perhaps in a write
 * to the terminal. Otherwise SIGALRM asks the program to end, unless it was ignored at the start. */
static void signal_alarm(int sig)
{
    if (ending)
        signal_fatal(ending);
    else if (old_actions[sig].sa_handler != SIG_IGN)
        signal_ending(sig);
}

/* A signal that was ignored at the start stays ignored. Our own timer needs SIGALRM, so it is caught. */
static const struct {
    int sig;
    void (*handler)(int);
    int flags;
} caught[] = {{SIGINT, signal_ending, SA_RESTART}, {SIGTERM, signal_ending, SA_RESTART},
              {SIGHUP, signal_ending, SA_RESTART}, {SIGQUIT, signal_ending, SA_RESTART},
              {SIGWINCH, signal_post, SA_RESTART}, {SIGTSTP, signal_post, SA_RESTART},
              {SIGCONT, signal_post, SA_RESTART},  {SIGALRM, signal_alarm, SA_RESTART},
              {SIGSEGV, signal_fatal, SA_ONSTACK}, {SIGBUS, signal_fatal, SA_ONSTACK},
              {SIGABRT, signal_fatal, SA_ONSTACK}, {SIGFPE, signal_fatal, SA_ONSTACK},
              {SIGILL, signal_fatal, SA_ONSTACK},  {SIGSYS, signal_fatal, SA_ONSTACK},
              {SIGTRAP, signal_fatal, SA_ONSTACK}, {SIGXCPU, signal_fatal, SA_ONSTACK},
              {SIGUSR1, signal_fatal, SA_ONSTACK}, {SIGUSR2, signal_fatal, SA_ONSTACK}};
#define CAUGHT (sizeof caught / sizeof caught[0])

bool signals_start(void (*restore)(void))
{
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    restorer = restore;
    ending = 0;
    stack_t stack = {.ss_sp = fatal_stack, .ss_size = sizeof fatal_stack};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < CAUGHT; i++) {
        struct sigaction action = {.sa_handler = caught[i].handler, .sa_flags = caught[i].flags};
        struct sigaction *old = &old_actions[caught[i].sig];
        sigfillset(&action.sa_mask);
        sigaction(caught[i].sig, NULL, old);
        if (old->sa_handler != SIG_IGN || caught[i].sig == SIGALRM)
            sigaction(caught[i].sig, &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit then fails with an error */
    return true;
}

void signals_stop(void)
{
    for (size_t i = 0; i < CAUGHT; i++)
        sigaction(caught[i].sig, &old_actions[caught[i].sig], NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
    signal_pipe[0] = signal_pipe[1] = -1;
}

void signals_on_ending(void (*on_ending)(int sig))
{
    ending_hook = on_ending;
}

int signals_fd(void)
{
    return signal_pipe[0];
}

int signals_next(void)
{
    unsigned char byte;
    ssize_t got;
    do
        got = read(signal_pipe[0], &byte, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 ? byte : 0;
}

bool signals_are_ending(void)
{
    return ending != 0;
}

void signals_suspend(void)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, ours;
    sigaction(SIGTSTP, &stop, &ours);
    kill(0, SIGTSTP); /* stops the whole job, like Ctrl-Z; returns when the job is continued */
    sigaction(SIGTSTP, &ours, NULL);
}

_Noreturn void signals_die(int sig)
{
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, sig);
    sigaction(sig, &end, NULL);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(sig);
    _exit(128 + sig);
}

bool signals_hold_pipe(sigset_t *before)
{
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, before);
    return sigismember(before, SIGPIPE) != 1;
}

void signals_release_pipe(const sigset_t *before)
{
    sigset_t pipe_only;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigtimedwait(&pipe_only, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
