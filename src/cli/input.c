/* Signals, standard input, and answers from the terminal. The signal handler may only set a flag, write to a
 * pipe, and call connection_cancel(). An input line can be secret. Its buffers are wiped here; the caller
 * wipes the returned line. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>

#include "steno/base/file.h"

#define LINE_BYTES_MAX  8192
#define VALUE_BYTES_MAX ((size_t)1 << 20)

static volatile sig_atomic_t interrupt_seen, interrupt_times;
static struct connection *volatile interrupt_connection;
static int interrupt_pipe[2] = {-1, -1};

/* --- signals --- */

static void interrupt_handle(int signal_number)
{
    int saved = errno;
    interrupt_seen = signal_number;
    interrupt_times++;
    ssize_t written = write(interrupt_pipe[1], "", 1);
    (void)written; /* if the pipe is full, the bytes in it wake the main thread, too */
    struct connection *connection = interrupt_connection;
    if (connection)
        connection_cancel(connection);
    errno = saved;
}

bool interrupt_install(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = interrupt_handle}, old;
    if (pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
        return false;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a write beyond the file size limit fails and does not kill steno */
    return true;
}

void interrupt_set_connection(struct connection *connection)
{
    interrupt_connection = connection;
    if (connection && interrupt_seen)
        connection_cancel(connection);
}

int interrupt_signal(void)
{
    return interrupt_seen;
}

int interrupt_count(void)
{
    return interrupt_times;
}

bool interrupt_wait(int fd, int ms)
{
    struct pollfd wakes[] = {{.fd = interrupt_pipe[0], .events = POLLIN}, {.fd = fd, .events = POLLIN}};
    char bytes[16];
    poll(wakes, 2, ms);
    while (wakes[0].revents && read(interrupt_pipe[0], bytes, sizeof bytes) > 0)
        ;
    return wakes[0].revents;
}

bool interrupt_write(int fd, const void *data, size_t len)
{
    struct pollfd room = {.fd = fd, .events = POLLOUT};
    const char *at = data;
    while (len > 0) {
        if (interrupt_seen && poll(&room, 1, 0) <= 0) {
            errno = EINTR;
            return false;
        }
        /* poll() promises room for PIPE_BUF bytes. A longer write could block. */
        size_t piece = interrupt_seen && len > PIPE_BUF ? PIPE_BUF : len;
        ssize_t put = write(fd, at, piece);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        len -= (size_t)put;
    }
    return true;
}

/* --- standard input --- */

bool entry_can_ask(void)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Returns 0 at the end of the input, -1 with an error. */
static ssize_t entry_read(void *data, size_t size, struct error *err)
{
    for (;;) {
        if (interrupt_seen) {
            error_set(err, ERROR_CANCELLED, "interrupted");
            return -1;
        }
        ssize_t got = read(STDIN_FILENO, data, size);
        if (got >= 0)
            return got;
        if (errno != EINTR) {
            error_set(err, ERROR_IO, "standard input cannot be read: %s", strerror(errno));
            return -1;
        }
    }
}

/* Reads at most `max` bytes. On a terminal first asks the user to type `what`. */
static bool entry_read_all(struct buffer *text, size_t max, const char *what, struct error *err)
{
    char piece[4096];
    ssize_t got = 1;
    if (entry_can_ask()) {
        char *line = mem_printf("steno: type %s, then ^D at the start of a line\n", what);
        file_write_all(STDERR_FILENO, line, strlen(line));
        free(line);
    }
    buffer_init(text, max + 1);
    while (got > 0 && !text->full && (got = entry_read(piece, sizeof piece, err)) > 0)
        buffer_append(text, piece, (size_t)got);
    bool ends_line = text->len > 0 && text->data[text->len - 1] == '\n';
    if (got >= 0 && (text->full || text->len - ends_line > max))
        error_set(err, ERROR_USAGE, "%s on standard input is longer than %zu bytes: give a shorter one", what,
                  max);
    return got == 0 && err->kind == ERROR_NONE;
}

char *entry_read_value(const char *word, const char *what, struct error *err)
{
    char *value = NULL;
    struct buffer text;
    if (strcmp(word, "-") != 0) {
        if (text_is_valid(word, strlen(word)))
            return mem_copy(word);
        error_set(err, ERROR_USAGE, "%s is not valid UTF-8 text", what);
        return NULL;
    }
    bool ok = entry_read_all(&text, VALUE_BYTES_MAX, what, err);
    size_t len = text.len - (text.len > 0 && text.data[text.len - 1] == '\n');
    if (ok && memchr(buffer_text(&text), '\0', len))
        error_set(err, ERROR_USAGE, "%s on standard input contains a zero byte: it must be text", what);
    else if (ok && !text_is_valid(buffer_text(&text), len))
        error_set(err, ERROR_USAGE, "%s on standard input is not valid UTF-8 text: convert it first", what);
    else if (ok)
        value = mem_copy_n(buffer_text(&text), len);
    buffer_free(&text);
    return value;
}

char *entry_read_line(const char *what, struct error *err)
{
    char line[LINE_BYTES_MAX], byte, *copy = NULL;
    size_t len = 0;
    ssize_t got = 0;
    while (len < LINE_BYTES_MAX - 1 && (got = entry_read(&byte, 1, err)) == 1 && byte != '\n')
        line[len++] = byte;
    bool is_long = len == LINE_BYTES_MAX - 1;
    if (!is_long && len > 0 && line[len - 1] == '\r')
        len--;
    if (is_long)
        error_set(err, ERROR_USAGE, "a line of standard input is longer than %d bytes", LINE_BYTES_MAX - 1);
    else if (got == 0 && len == 0)
        error_set(err, ERROR_USAGE, "%s is missing: standard input is empty", what);
    else if (got >= 0 && (memchr(line, '\0', len) || !text_is_valid(line, len)))
        error_set(err, ERROR_USAGE, "%s is not valid UTF-8 text", what);
    else if (got >= 0)
        copy = mem_copy_n(line, len);
    explicit_bzero(line, sizeof line);
    return copy;
}

char *entry_ask(const char *question, const char *what, bool secret, struct error *err)
{
    struct termios before, silent;
    bool hidden = secret && tcgetattr(STDIN_FILENO, &before) == 0;
    if (hidden) {
        silent = before;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    file_write_all(STDERR_FILENO, question, strlen(question));
    char *answer = entry_read_line(what, err);
    if (hidden) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        file_write_all(STDERR_FILENO, "\n", 1);
    }
    return answer;
}

bool entry_ask_yes(const char *question, bool *yes, struct error *err)
{
    char *answer = entry_ask(question, "the answer", false, err);
    if (!answer)
        return false;
    *yes = answer[0] == 'y' || answer[0] == 'Y';
    mem_wipe_free(answer);
    return true;
}

/* --- ids --- */

bool cli_read_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err)
{
    bool ok = true, is_input = false;
    for (size_t i = 0; ok && i < count; i++) {
        const char *word = cli->args->words[i];
        if (strcmp(word, "-") != 0) {
            ok = id_list_parse(list, word, err);
            continue;
        }
        struct buffer text;
        is_input = true; /* it may be empty */
        ok = entry_read_all(&text, BUFFER_MAX_DEFAULT, "the ids", err);
        for (size_t at = 0; at < text.len; at++)
            text.data[at] = text.data[at] ? text.data[at] : ' ';
        ok = ok && id_list_parse(list, buffer_text(&text), err);
        buffer_free(&text);
    }
    return ok && (list->count > 0 || is_input || error_set(err, ERROR_USAGE, "no project id given"));
}

bool cli_read_id(struct cli *cli, int64_t *id, struct error *err)
{
    const char *word = cli->args->words[0];
    struct id_list list = {0};
    bool ok = id_list_parse(&list, word, err) && list.count == 1;
    if (ok) {
        *id = list.ids[0];
    } else {
        char cut[200];
        text_clip(cut, sizeof cut, word, 40);
        char *shown = text_clean_copy(cut);
        error_set(err, ERROR_USAGE, "“%s” is not a single id: use a number such as 12", shown);
        free(shown);
    }
    id_list_free(&list);
    return ok;
}
