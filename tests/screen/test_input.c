/* Reading keys from the terminal's bytes, through curses. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <locale.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

#include "term.h"
#include "support/asserts.h"

static int keyboard;
static struct input input;
static struct key key;

/* Opens a curses screen that reads from a pseudo-terminal of the test. */
static void input_open(const char *type)
{
    setlocale(LC_ALL, "C.UTF-8");
    int terminal;
    cr_assert_eq(openpty(&keyboard, &terminal, NULL, NULL, NULL), 0);
    FILE *in = fdopen(terminal, "r+");
    cr_assert(term_open(type, in, in, &(struct term_options){.color = "never"}));
    set_escdelay(25);
    input_init(&input);
}

static void type_bytes(const char *bytes, size_t len)
{
    cr_assert_eq(write(keyboard, bytes, len), (ssize_t)len);
}

#define TYPE(text) type_bytes(text, sizeof text - 1)

#define CHAR(c)                                                                                              \
    {                                                                                                        \
        K_CHAR, c, 0                                                                                         \
    }
#define KEY(kind, mods)                                                                                      \
    {                                                                                                        \
        kind, 0, mods                                                                                        \
    }
#define WORD_BYTES "\033[1;5D\033[1;5C\033[3;5~\033[1;3D\033[1;2A"
#define WORD_KEYS                                                                                            \
    {                                                                                                        \
        KEY(K_LEFT, MOD_CTRL), KEY(K_RIGHT, MOD_CTRL), KEY(K_DELETE, MOD_CTRL), KEY(K_LEFT, MOD_ALT),        \
            KEY(K_UP, MOD_SHIFT)                                                                             \
    }

/* Bytes of different terminals, and the keys that they mean. */
static const struct {
    const char *what, *type, *bytes;
    struct key keys[9]; /* ended by K_NONE */
} rows[] = {
    {"letters, controls and UTF-8",
     "xterm-256color",
     "jG\x07\r\tř\x7f ",
     {CHAR('j'),
      CHAR('G'),
      {K_CHAR, 'g', MOD_CTRL},
      KEY(K_ENTER, 0),
      KEY(K_TAB, 0),
      CHAR(0x159),
      KEY(K_BACKSPACE, 0),
      CHAR(' ')}},
    {"a lone escape", "xterm-256color", "\033", {KEY(K_ESC, 0)}},
    {"arrows in both forms, on a terminal that curses knows little of",
     "vt100",
     "\033OA\033[B\033[5~\033[6~\033[1;5D\033[H\033[Z",
     {KEY(K_UP, 0), KEY(K_DOWN, 0), KEY(K_PAGE_UP, 0), KEY(K_PAGE_DOWN, 0), KEY(K_LEFT, MOD_CTRL),
      KEY(K_HOME, 0), KEY(K_TAB, MOD_SHIFT)}},
    {"arrows with Ctrl and Alt that the description has", "tmux-256color", WORD_BYTES, WORD_KEYS},
    {"the same on xterm", "xterm-256color", WORD_BYTES, WORD_KEYS},
    {"the same where it has not", "linux", WORD_BYTES, WORD_KEYS},
    {"unknown sequences", "xterm-256color", "\033[97;5u\033[<0;10;20M\033[Ij", {CHAR('j')}},
    {"Enter of the keypad, and a mouse of the old kind",
     "vt100",
     "\033OM\033[Mabcj",
     {KEY(K_ENTER, 0), CHAR('j')}},
    {"Alt with a letter", "xterm-256color", "\033x", {{K_CHAR, 'x', MOD_ALT}}},
    {"bytes that are no UTF-8",
     "xterm-256color",
     "\xff\xfej\xc5k\x80\xc5\x99\xed\xa0\x80l",
     {CHAR('j'), CHAR('k'), CHAR(0x159), CHAR('l')}},
};

Test(input, bytes_become_keys)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        input_open(rows[i].type);
        type_bytes(rows[i].bytes, strlen(rows[i].bytes));
        for (const struct key *wanted = rows[i].keys; wanted->kind != K_NONE; wanted++) {
            cr_assert_eq(input_next(&input, 0, &key), INPUT_KEY, "%s", rows[i].what);
            cr_expect_eq(key.kind, wanted->kind, "%s", rows[i].what);
            cr_expect_eq(key.code, wanted->code, "%s", rows[i].what);
            cr_expect_eq(key.mods, wanted->mods, "%s", rows[i].what);
        }
        cr_expect_eq(input_next(&input, 0, &key), INPUT_NONE, "%s", rows[i].what);
        input_free(&input);
    }
}

/* Expects a paste of this text next. */
static void expect_paste(int64_t now_ms, const char *text)
{
    cr_assert_eq(input_next(&input, now_ms, &key), INPUT_PASTE);
    cr_expect_str_eq(buffer_text(&input.paste), text);
}

Test(input, a_character_or_a_paste_that_comes_in_pieces_waits_for_its_end)
{
    input_open("xterm-256color");
    TYPE("\xc5");
    cr_expect_eq(input_next(&input, 0, &key), INPUT_NONE);
    TYPE("\x99");
    cr_expect_eq(input_next(&input, 0, &key), INPUT_KEY);
    cr_expect_eq(key.code, 0x159);
    TYPE("\033[200~line one\rq\nžluťoučký\tx\033[201~j");
    expect_paste(0, "line one\rq\nžluťoučký\tx");
    cr_expect_eq(input_next(&input, 0, &key), INPUT_KEY);
    cr_expect_eq(key.code, 'j');
    TYPE("\033[200~first");
    cr_expect_eq(input_next(&input, 0, &key), INPUT_NONE);
    TYPE(" second\033[201~");
    expect_paste(1, "first second");
    TYPE("\033[200~lost"); /* the end of the paste never comes: silence ends it */
    cr_expect_eq(input_next(&input, 1000, &key), INPUT_NONE);
    cr_expect_eq(input_deadline(&input), 1000 + INPUT_PASTE_LIMIT_MS);
    cr_expect_eq(input_next(&input, 1000 + INPUT_PASTE_LIMIT_MS - 1, &key), INPUT_NONE);
    expect_paste(1000 + INPUT_PASTE_LIMIT_MS, "lost");
    input_free(&input);
}

Test(input, a_paste_counts_the_characters_that_it_has_no_room_for)
{
    char block[1024];
    input_open("xterm-256color");
    memset(block, 'x', sizeof block);
    TYPE("\033[200~");
    for (size_t sent = 0; sent < INPUT_PASTE_MAX; sent += sizeof block) {
        type_bytes(block, sizeof block);
        cr_assert_eq(input_next(&input, 0, &key), INPUT_NONE);
    }
    cr_expect_eq(input.paste_lost, 0);
    TYPE("y\033[201~");
    cr_assert_eq(input_next(&input, 0, &key), INPUT_PASTE);
    cr_expect_eq(input.paste.len, INPUT_PASTE_MAX);
    cr_expect_eq(input.paste_lost, 1);
    TYPE("\033[200~a\0b\033[201~");
    expect_paste(0, "ab"); /* text after a NUL is kept */
    cr_expect_eq(input.paste_lost, 1);
    input_free(&input);
}
