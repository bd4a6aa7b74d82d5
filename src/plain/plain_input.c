/* Owns what is typed: the terminal's modes, bytes read ahead, one line with its echo and erasing. It reads
 * the terminal byte by byte, so that it knows whether a line is being typed: nothing may be written into its
 * middle. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "plain.h"
#include "steno/base/text.h"

/* The modes are the terminal's, one for the process; a dying one restores them. */
static struct {
    bool saved;
    struct termios before, ours;
} modes;

void plain_input_release(void)
{
    if (modes.saved)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes.before);
}

void plain_input_claim(void)
{
    if (modes.saved)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes.ours);
}

void plain_input_start(struct plain_input *input)
{
    *input = (struct plain_input){.is_tty = isatty(STDIN_FILENO)};
    buffer_init(&input->ahead, BUFFER_MAX_DEFAULT);
    buffer_init(&input->line, PLAIN_LINE_MAX);
    if (!input->is_tty || tcgetattr(STDIN_FILENO, &modes.before) != 0)
        return;
    modes.ours = modes.before;
    modes.ours.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    modes.ours.c_iflag |= ICRNL;
    modes.ours.c_cc[VMIN] = 1;
    modes.ours.c_cc[VTIME] = 0;
    modes.saved = true;
    plain_input_claim();
}

void plain_input_stop(struct plain_input *input)
{
    plain_input_release();
    modes.saved = false;
    plain_input_clear(input);
    if (input->ahead.data)
        explicit_bzero(input->ahead.data, input->ahead.cap);
    buffer_free(&input->ahead);
    buffer_free(&input->line);
}

void plain_input_clear(struct plain_input *input)
{
    if (input->line.data)
        explicit_bzero(input->line.data, input->line.cap);
    buffer_clear(&input->line);
    input->line.full = false;
    input->too_long = false;
}

/* Takes the keys that act at once out of what was typed. ^C drops what was typed before it, as a terminal
 * does. */
static void plain_input_split(struct plain_input *input, const char *bytes, size_t len)
{
    size_t from = 0;
    for (size_t i = 0; input->is_tty && i < len; i++) {
        if (bytes[i] == 0x03) {
            input->interrupted = true;
            buffer_clear(&input->ahead);
            from = i + 1;
        } else if (bytes[i] == 0x1A) {
            input->suspended = true;
            buffer_append(&input->ahead, bytes + from, i - from);
            from = i + 1;
        }
    }
    buffer_append(&input->ahead, bytes + from, len - from);
}

void plain_input_read(struct plain_input *input)
{
    char bytes[4096];
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    if (input->at_end || poll(&fd, 1, 0) <= 0)
        return;
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got > 0)
        plain_input_split(input, bytes, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        input->at_end = true;
    explicit_bzero(bytes, sizeof bytes);
}

/* Shows what was typed, once its last character is whole. */
static void plain_input_echo(struct plain_input *input)
{
    const char *text = buffer_text(&input->line);
    size_t len = input->line.len, at = len;
    while (at > 0 && len - at < 4 && ((unsigned char)text[at - 1] & 0xC0) == 0x80)
        at--;
    if (at > 0)
        at--;
    if (!input->secret && text_is_valid(text + at, len - at))
        plain_write(text + at);
}

/* Where the last character begins: a base with its combining marks. */
static size_t plain_input_last(const char *text, size_t len)
{
    size_t last = 0;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t from = at;
        at += text_decode(text + at, len - at, &code);
        if (text_code_width(code) > 0)
            last = from;
    }
    return last;
}

/* Takes back everything from `at` on. */
static void plain_input_cut(struct plain_input *input, size_t at)
{
    char *text = input->line.data;
    if (at >= input->line.len)
        return;
    int cells = text_width(text + at);
    explicit_bzero(text + at, input->line.len - at);
    input->line.len = at;
    if (!input->secret)
        plain_write_erase(cells);
}

/* Takes back the last word. */
static void plain_input_cut_word(struct plain_input *input)
{
    const char *text = buffer_text(&input->line);
    size_t at = input->line.len;
    while (at > 0 && text[at - 1] == ' ')
        at--;
    while (at > 0 && text[at - 1] != ' ')
        at--;
    plain_input_cut(input, at);
}

/* Swallows the rest of an arrow or another key that sends a sequence; true while it lasts. */
static bool plain_input_escape(struct plain_input *input, unsigned char byte)
{
    if (byte == 0x1B) {
        input->escape = 1;
        return true;
    }
    if (input->escape == 1 && (byte == '[' || byte == 'O')) {
        input->escape = 2;
        return true;
    }
    bool within = input->escape == 2;
    if (input->escape == 1 || (within && byte >= 0x40 && byte < 0x7F))
        input->escape = 0;
    return within;
}

/* One byte that ends nothing. */
static void plain_input_byte(struct plain_input *input, unsigned char byte)
{
    if (input->is_tty && plain_input_escape(input, byte))
        return;
    if (byte == 0x7F || byte == '\b') {
        plain_input_cut(input, plain_input_last(buffer_text(&input->line), input->line.len));
    } else if (byte == 0x15) {
        plain_input_cut(input, 0);
    } else if (byte == 0x17) {
        plain_input_cut_word(input);
    } else if (byte >= 0x20 || byte == '\t') {
        if (!buffer_append_char(&input->line, byte == '\t' ? ' ' : (char)byte))
            input->too_long = true;
        else
            plain_input_echo(input);
    }
}

/* Forgets the bytes that were looked at. */
static void plain_input_drop(struct plain_input *input, size_t count)
{
    struct buffer *ahead = &input->ahead;
    memmove(ahead->data, ahead->data + count, ahead->len - count);
    explicit_bzero(ahead->data + ahead->len - count, count);
    ahead->len -= count;
}

enum plain_typed plain_input_take(struct plain_input *input)
{
    size_t at = 0;
    enum plain_typed typed = TYPED_NOTHING;
    while (at < input->ahead.len && typed == TYPED_NOTHING) {
        unsigned char byte = (unsigned char)input->ahead.data[at++];
        if (byte == '\n')
            typed = input->too_long ? TYPED_TOO_LONG : TYPED_LINE;
        else if (byte == 0x04 && input->is_tty && input->line.len == 0)
            typed = TYPED_END;
        else
            plain_input_byte(input, byte);
    }
    if (at > 0)
        plain_input_drop(input, at);
    if (typed == TYPED_NOTHING && input->at_end)
        typed = input->line.len > 0 ? TYPED_LINE : TYPED_END;
    if (typed != TYPED_NOTHING)
        plain_newline();
    return typed;
}
