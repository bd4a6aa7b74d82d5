/* work/copy: which way to the clipboard a text takes, and its exact bytes. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/work/workers.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/asserts.h"

static struct settings settings;
static struct program program;
static struct error err;

static void begin(void)
{
    unsetenv("TMUX");
    settings_init(&settings);
}

/* Frees what copy_program filled. */
static void program_clear(void)
{
    spawn_argv_free(program.argv);
    free(program.input);
    free(program.done);
    program = (struct program){0};
}

static void end(void)
{
    program_clear();
    settings_free(&settings);
}

TestSuite(copy_ways, .init = begin, .fini = end);

static void set_command(const char *text)
{
    cr_assert(settings_put(&settings, SETTING_COPY_COMMAND, SOURCE_CONFIG, NULL, text, &err), "%s", err.text);
}

Test(copy_ways, copy_command_gets_the_text_and_its_words_are_split_without_a_shell)
{
    set_command("xclip -selection 'the clipboard; $HOME'");
    cr_assert(copy_program(&settings, "Žluťoučký\nkůň", &program, &err));
    cr_expect_str_eq(program.argv[0], "xclip");
    cr_expect_str_eq(program.argv[2], "the clipboard; $HOME");
    cr_expect_null(program.argv[3], "the text is no argument");
    cr_expect_str_eq(program.input, "Žluťoučký\nkůň");
    cr_expect_not(program.copy_else, "what was set is not replaced behind one's back");
    cr_expect_gt(program.limit_ms, 0);
}

Test(copy_ways, copy_command_wins_over_tmux)
{
    setenv("TMUX", "/tmp/tmux-0/default,1,0", 1);
    set_command("xclip");
    cr_assert(copy_program(&settings, "1", &program, &err));
    cr_expect_str_eq(program.argv[0], "xclip");
}

Test(copy_ways, a_copy_command_that_cannot_be_read_is_named)
{
    set_command("xclip 'open");
    cr_assert_not(copy_program(&settings, "1", &program, &err));
    cr_expect_str_starts(err.text, "copy_command: ");
}

Test(copy_ways, inside_tmux_its_buffer_is_loaded_and_the_terminal_is_what_is_left)
{
    static const char *const wanted[] = {"tmux", "load-buffer", "-w", "-"};
    setenv("TMUX", "/tmp/tmux-0/default,1,0", 1);
    cr_assert(copy_program(&settings, "text", &program, &err));
    for (size_t i = 0; i < 4; i++)
        cr_expect_str_eq(program.argv[i], wanted[i]);
    cr_expect_null(program.argv[4]);
    cr_expect_str_eq(program.input, "text");
    cr_expect(program.copy_else);
}

Test(copy_ways, without_either_the_terminal_must_do_it)
{
    setenv("TMUX", "", 1); /* as good as not set */
    cr_assert(copy_program(&settings, "text", &program, &err));
    cr_expect_null(program.argv);
}

Test(copy_ways, osc_52_carries_the_text_in_base64_of_any_length)
{
    static const struct {
        const char *text, *sequence;
    } cases[] = {
        {"", "\033]52;c;\a"},
        {"f", "\033]52;c;Zg==\a"},
        {"fo", "\033]52;c;Zm8=\a"},
        {"foo", "\033]52;c;Zm9v\a"},
        {"foob", "\033]52;c;Zm9vYg==\a"},
        {"\xC5\xBD\xFF", "\033]52;c;xb3/\a"},
        {"\033]52;c;x\a", "\033]52;c;G101MjtjO3gH\a"}, /* what would end it is inside, encoded */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *sequence = copy_osc52(cases[i].text);
        cr_expect_str_eq(sequence, cases[i].sequence);
        free(sequence);
    }
}

Test(copy_ways, osc_52_passes_through_tmux_in_its_wrapping)
{
    setenv("TMUX", "/tmp/tmux-0/default,1,0", 1);
    char *sequence = copy_osc52("foo");
    cr_expect_str_eq(sequence, "\033Ptmux;\033\033]52;c;Zm9v\a\033\\");
    free(sequence);
}

Test(copy_ways, osc_52_refuses_what_terminals_would_cut)
{
    char *text = mem_alloc(COPY_OSC_MAX + 2);
    memset(text, 'x', COPY_OSC_MAX + 1);
    text[COPY_OSC_MAX + 1] = '\0';
    cr_expect_null(copy_osc52(text));
    text[COPY_OSC_MAX] = '\0';
    char *sequence = copy_osc52(text);
    cr_assert_not_null(sequence);
    cr_expect_leq(strlen(sequence), 100000u, "%zu", strlen(sequence));
    free(sequence);
    free(text);
}
