/* Owns reading from standard input and from the terminal. Secrets are wiped by the caller and by what is
 * here. */
/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "interrupt.h"

#define ENTRY_LINE_MAX 8192

bool entry_can_ask(void)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

ssize_t entry_read(void *data, size_t size, struct error *err)
{
    for (;;) {
        if (interrupt_signal()) {
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

void entry_say_awaited(const char *what)
{
    if (!entry_can_ask())
        return;
    char *line = mem_printf("steno: type %s, then ^D at the start of a line\n", what);
    file_write_all(STDERR_FILENO, line, strlen(line));
    free(line);
}

/* Reads standard input to its end, at most `max` bytes and a newline, which is dropped. */
static bool entry_read_all(struct buffer *out, size_t max, const char *what, struct error *err)
{
    char piece[4096];
    ssize_t got;
    while ((got = entry_read(piece, sizeof piece, err)) > 0) {
        if (!buffer_append(out, piece, (size_t)got))
            break;
    }
    if (got < 0)
        return false;
    size_t len = out->len - (out->len > 0 && out->data[out->len - 1] == '\n');
    if (got > 0 || len > max)
        return error_set(err, ERROR_USAGE,
                         "%s on standard input is longer than %zu bytes: give a shorter one", what, max);
    if (memchr(buffer_text(out), '\0', len))
        return error_set(err, ERROR_USAGE, "%s on standard input contains a zero byte: give text", what);
    if (!text_is_valid(buffer_text(out), len))
        return error_set(err, ERROR_USAGE, "%s on standard input is not valid UTF-8 text: convert it first",
                         what);
    if (len < out->len)
        out->data[--out->len] = '\0';
    return true;
}

char *entry_read_value(const char *word, const char *what, struct error *err)
{
    struct buffer text;
    if (strcmp(word, "-") != 0) {
        if (text_is_valid(word, strlen(word)))
            return mem_copy(word);
        error_set(err, ERROR_USAGE, "%s is not valid UTF-8 text", what);
        return NULL;
    }
    entry_say_awaited(what);
    buffer_init(&text, ENTRY_VALUE_MAX + 1);
    char *value = entry_read_all(&text, ENTRY_VALUE_MAX, what, err) ? buffer_take(&text) : NULL;
    buffer_free(&text);
    return value;
}

/* Collects one line in `line`; false with an error, or without one at the end of the input. */
static bool entry_collect(char line[ENTRY_LINE_MAX], size_t *len, struct error *err)
{
    char byte;
    ssize_t got = 0;
    while (*len < ENTRY_LINE_MAX - 1 && (got = entry_read(&byte, 1, err)) == 1 && byte != '\n')
        line[(*len)++] = byte;
    if (*len == ENTRY_LINE_MAX - 1)
        return error_set(err, ERROR_USAGE, "a line of standard input is longer than %d bytes",
                         ENTRY_LINE_MAX - 1);
    if (*len > 0 && line[*len - 1] == '\r')
        (*len)--;
    line[*len] = '\0';
    return got > 0 || (got == 0 && *len > 0);
}

char *entry_read_line(const char *what, struct error *err)
{
    char line[ENTRY_LINE_MAX];
    size_t len = 0;
    char *copy = NULL;
    error_clear(err);
    if (entry_collect(line, &len, err)) {
        if (memchr(line, '\0', len) || !text_is_valid(line, len))
            error_set(err, ERROR_USAGE, "%s is not valid UTF-8 text", what);
        else
            copy = mem_copy_n(line, len);
    } else if (err->kind == ERROR_NONE) {
        error_set(err, ERROR_USAGE, "%s is missing: standard input ended before it came", what);
    }
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
