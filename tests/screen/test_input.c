/* From the terminal's bytes to keys: what arrives is fed to curses as if typed. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <locale.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

#include "term.h"
#include "support/asserts.h"

static int keyboard;

/* A curses screen that reads from a terminal of the test's own. */
static void input_open(const char *type)
{
    setlocale(LC_ALL, "C.UTF-8");
    int terminal;
    cr_assert_eq(openpty(&keyboard, &terminal, NULL, NULL, NULL), 0);
    FILE *in = fdopen(terminal, "r+");
    cr_assert(term_open(type, in, in, &(struct term_options){.color = "never"}));
    set_escdelay(25);
}

static void type_bytes(const char *bytes, size_t len)
{
    cr_assert_eq(write(keyboard, bytes, len), (ssize_t)len);
}

#define TYPE(text) type_bytes(text, sizeof text - 1)

static void expect_key(struct input *input, enum key_kind kind, uint32_t code, unsigned mods)
{
    struct key key;
    cr_assert_eq(input_next(input, 0, &key), INPUT_KEY);
    cr_expect_eq(key.kind, kind);
    cr_expect_eq(key.code, code);
    cr_expect_eq(key.mods, mods);
}

static void expect_nothing(struct input *input)
{
    struct key key;
    cr_assert_eq(input_next(input, 0, &key), INPUT_NONE);
}

Test(input, letters_controls_and_utf8_become_keys)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("jG\x07\r\tř\x7f ");
    expect_key(&input, K_CHAR, 'j', 0);
    expect_key(&input, K_CHAR, 'G', 0);
    expect_key(&input, K_CHAR, 'g', MOD_CTRL);
    expect_key(&input, K_ENTER, 0, 0);
    expect_key(&input, K_TAB, 0, 0);
    expect_key(&input, K_CHAR, 0x159, 0);
    expect_key(&input, K_BACKSPACE, 0, 0);
    expect_key(&input, K_CHAR, ' ', 0);
    expect_nothing(&input);
}

Test(input, a_lone_escape_is_a_key)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033");
    expect_key(&input, K_ESC, 0, 0);
    expect_nothing(&input);
}

Test(input, arrows_work_in_both_forms_and_on_a_terminal_that_curses_knows_little_of)
{
    struct input input;
    input_open("vt100");
    input_init(&input);
    TYPE("\033OA\033[B\033[5~\033[6~\033[1;5D\033[H\033[Z");
    expect_key(&input, K_UP, 0, 0);
    expect_key(&input, K_DOWN, 0, 0);
    expect_key(&input, K_PAGE_UP, 0, 0);
    expect_key(&input, K_PAGE_DOWN, 0, 0);
    expect_key(&input, K_LEFT, 0, MOD_CTRL);
    expect_key(&input, K_HOME, 0, 0);
    expect_key(&input, K_TAB, 0, MOD_SHIFT);
    expect_nothing(&input);
}

/* Word keys as a terminal sends them, told or not told by its description. */
static void expect_word_keys(const char *type)
{
    struct input input;
    input_open(type);
    input_init(&input);
    TYPE("\033[1;5D\033[1;5C\033[3;5~\033[1;3D\033[1;2A");
    expect_key(&input, K_LEFT, 0, MOD_CTRL);
    expect_key(&input, K_RIGHT, 0, MOD_CTRL);
    expect_key(&input, K_DELETE, 0, MOD_CTRL);
    expect_key(&input, K_LEFT, 0, MOD_ALT);
    expect_key(&input, K_UP, 0, MOD_SHIFT);
    expect_nothing(&input);
    input_free(&input);
}

Test(input, arrows_with_ctrl_and_alt_keep_them_where_the_terminal_is_described_with_them)
{
    expect_word_keys("tmux-256color");
}

Test(input, arrows_with_ctrl_and_alt_keep_them_on_xterm)
{
    expect_word_keys("xterm-256color");
}

Test(input, arrows_with_ctrl_and_alt_keep_them_on_a_terminal_described_without)
{
    expect_word_keys("linux");
}

Test(input, an_unknown_sequence_never_runs_as_commands)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033[97;5u\033[<0;10;20M\033[Ij");
    expect_key(&input, K_CHAR, 'j', 0);
    expect_nothing(&input);
}

Test(input, alt_is_a_modifier_and_not_an_escape_with_a_command)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033x");
    expect_key(&input, K_CHAR, 'x', MOD_ALT);
    expect_nothing(&input);
}

Test(input, a_paste_arrives_whole_with_its_newlines)
{
    struct input input;
    struct key key;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033[200~line one\rq\nžluťoučký\tx\033[201~j");
    cr_assert_eq(input_next(&input, 0, &key), INPUT_PASTE);
    cr_assert_str_eq(buffer_text(&input.paste), "line one\rq\nžluťoučký\tx");
    expect_key(&input, K_CHAR, 'j', 0);
    input_free(&input);
}

Test(input, a_paste_counts_the_characters_that_it_has_no_room_for)
{
    struct input input;
    struct key key;
    char block[1024];
    input_open("xterm-256color");
    input_init(&input);
    memset(block, 'x', sizeof block);
    TYPE("\033[200~");
    for (size_t sent = 0; sent < INPUT_PASTE_MAX; sent += sizeof block) {
        type_bytes(block, sizeof block);
        expect_nothing(&input);
    }
    cr_expect_eq(input.paste_lost, 0);
    TYPE("y\033[201~");
    cr_assert_eq(input_next(&input, 0, &key), INPUT_PASTE);
    cr_expect_eq(input.paste.len, INPUT_PASTE_MAX);
    cr_expect_eq(input.paste_lost, 1);
    TYPE("\033[200~a\0b\033[201~");
    cr_assert_eq(input_next(&input, 0, &key), INPUT_PASTE);
    cr_expect_str_eq(buffer_text(&input.paste), "ab", "what follows a NUL is not lost");
    cr_expect_eq(input.paste_lost, 1);
    input_free(&input);
}

Test(input, a_paste_in_two_pieces_waits_for_its_end)
{
    struct input input;
    struct key key;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033[200~first");
    expect_nothing(&input);
    TYPE(" second\033[201~");
    cr_assert_eq(input_next(&input, 1, &key), INPUT_PASTE);
    cr_assert_str_eq(buffer_text(&input.paste), "first second");
    input_free(&input);
}

Test(input, a_paste_whose_end_never_comes_is_over_after_a_silence)
{
    struct input input;
    struct key key;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\033[200~lost");
    cr_assert_eq(input_next(&input, 1000, &key), INPUT_NONE);
    cr_assert_eq(input_deadline(&input), 1000 + INPUT_PASTE_LIMIT_MS);
    cr_assert_eq(input_next(&input, 1000 + INPUT_PASTE_LIMIT_MS, &key), INPUT_PASTE);
    cr_assert_str_eq(buffer_text(&input.paste), "lost");
    input_free(&input);
}

Test(input, bytes_that_are_no_utf8_do_not_stop_the_keys_behind_them)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\xff\xfej\xc5k\x80\xc5\x99\xed\xa0\x80l");
    expect_key(&input, K_CHAR, 'j', 0);
    expect_key(&input, K_CHAR, 'k', 0);
    expect_key(&input, K_CHAR, 0x159, 0);
    expect_key(&input, K_CHAR, 'l', 0);
    expect_nothing(&input);
}

Test(input, a_character_that_comes_in_two_packets_is_one_key)
{
    struct input input;
    input_open("xterm-256color");
    input_init(&input);
    TYPE("\xc5");
    expect_nothing(&input);
    TYPE("\x99");
    expect_key(&input, K_CHAR, 0x159, 0);
}
