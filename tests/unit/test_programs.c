/* work: hooks, copy commands and tokens: what they are run with, in which order, and how their end is told;
 * and the terminal's own way to the clipboard. */
/* SPDX-License-Identifier: MIT */
#include "workers_help.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static struct settings settings;

static void begin_settings(void)
{
    unsetenv("TMUX");
    settings_init(&settings);
}

static void end_settings(void)
{
    settings_free(&settings);
}

static void set(enum setting_id id, const char *text)
{
    cr_assert(settings_put(&settings, id, SOURCE_CONFIG, NULL, text, &err), "%s", err.text);
}

/* Words, one a line; "" for none. */
static void append_words(struct buffer *text, char *const *words)
{
    for (size_t i = 0; words && words[i]; i++)
        buffer_printf(text, "%s\n", words[i]);
}

/* --- the clipboard --- */

TestSuite(copy_ways, .init = begin_settings, .fini = end_settings);

#define IN_TMUX "/tmp/tmux-0/default,1,0"

Test(copy_ways, copy_command_wins_over_tmux_and_else_the_terminal_must_do_it)
{
    static const struct {
        const char *command, *tmux, *words;
        bool copy_else; /* what was set is not replaced behind one's back */
    } rows[] = {
        {"xclip -selection 'the clipboard; $HOME'", "", "xclip\n-selection\nthe clipboard; $HOME\n", false},
        {"xclip", IN_TMUX, "xclip\n", false},
        {"", IN_TMUX, "tmux\nload-buffer\n-w\n-\n", true},
        {"", "", "", false}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct program program = {0};
        struct buffer words;
        buffer_init(&words, BUFFER_MAX_DEFAULT);
        set(SETTING_COPY_COMMAND, rows[i].command);
        setenv("TMUX", rows[i].tmux, 1);
        cr_assert(copy_program(&settings, "Žluťoučký\nkůň", &program, &err), "%s", err.text);
        append_words(&words, program.argv);
        cr_expect_str_eq(buffer_text(&words), rows[i].words, "row %zu", i);
        if (program.argv) {
            cr_expect_str_eq(program.input, "Žluťoučký\nkůň", "row %zu", i);
            cr_expect_eq(program.copy_else, rows[i].copy_else, "row %zu", i);
            cr_expect_gt(program.limit_ms, 0);
        }
        buffer_free(&words);
        spawn_argv_free(program.argv);
        free(program.input);
        free(program.done);
    }
    struct program program;
    set(SETTING_COPY_COMMAND, "xclip 'open");
    cr_assert_not(copy_program(&settings, "1", &program, &err));
    cr_expect_str_starts(err.text, "copy_command: ");
}

Test(copy_ways, osc_52_carries_the_text_in_base64_up_to_what_terminals_take)
{
    static const struct {
        const char *text, *sequence, *tmux;
    } cases[] = {
        {"", "\033]52;c;\a", ""},
        {"f", "\033]52;c;Zg==\a", ""},
        {"fo", "\033]52;c;Zm8=\a", ""},
        {"foo", "\033]52;c;Zm9v\a", ""},
        {"foob", "\033]52;c;Zm9vYg==\a", ""},
        {"\xC5\xBD\xFF", "\033]52;c;xb3/\a", ""},
        {"\033]52;c;x\a", "\033]52;c;G101MjtjO3gH\a", ""}, /* what would end it is inside, encoded */
        {"foo", "\033Ptmux;\033\033]52;c;Zm9v\a\033\\", IN_TMUX},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        setenv("TMUX", cases[i].tmux, 1);
        char *sequence = copy_osc52(cases[i].text);
        cr_expect_str_eq(sequence, cases[i].sequence);
        free(sequence);
    }
    unsetenv("TMUX");
    char *text = mem_zero(COPY_OSC_MAX + 2, 1);
    memset(text, 'x', COPY_OSC_MAX + 1);
    cr_expect_null(copy_osc52(text));
    text[COPY_OSC_MAX] = '\0';
    char *sequence = copy_osc52(text);
    cr_assert_not_null(sequence);
    cr_expect_leq(strlen(sequence), 100000);
    free(sequence);
    free(text);
}

/* --- the hook --- */

TestSuite(notify, .init = begin_settings, .fini = end_settings);

static void expect_hook(const struct notify_change *told, const char *expected)
{
    char **argv, **env;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(notify_hook(&settings, told, &argv, &env, &err), "%s", err.text);
    append_words(&text, argv);
    append_words(&text, env);
    cr_expect_str_eq(buffer_text(&text), expected);
    spawn_argv_free(argv);
    spawn_argv_free(env);
    buffer_free(&text);
}

Test(notify, the_hook_gets_the_words_of_the_setting_and_the_change_in_its_environment)
{
#define CHANGE                                                                                               \
    "STENO_ID=12\nSTENO_FROM=InProgress\nSTENO_STATE=Completed\n"                                            \
    "STENO_NAME=Council meeting; rm -rf '$HOME'\n"
    struct notify_change change = {
        .id = 12, .from = "InProgress", .to = "Completed", .name = "Council meeting; rm -rf '$HOME'"};
    const struct notify_change hostile = {
        .id = 7, .from = "-d@credentials", .to = "-xHOST", .name = "-o/root/.bashrc {id}"};
    expect_hook(&change, ""); /* none runs by default */
    set(SETTING_HOOK, "curl URL");
    expect_hook(&hostile, "curl\nURL\n"
                          "STENO_ID=7\nSTENO_FROM=-d@credentials\nSTENO_STATE=-xHOST\n"
                          "STENO_NAME=-o/root/.bashrc {id}\nSTENO_PROFILE=default\nSTENO_URL=\n");
    set(SETTING_URL, "https://a.example");
    set(SETTING_PROFILE, "work");
    set(SETTING_HOOK, "notify -t 'a b' 'https://h/{id}?x={id}' {id} {ID} {name} {id");
    expect_hook(&change, "notify\n-t\na b\nhttps://h/12?x=12\n12\n{ID}\n{name}\n{id\n" CHANGE
                         "STENO_PROFILE=work\nSTENO_URL=https://a.example\n");
    set(SETTING_HOOK, "notify");
    change.url = "https://b.example"; /* the server of the change */
    expect_hook(&change, "notify\n" CHANGE "STENO_PROFILE=work\nSTENO_URL=https://b.example\n");
    char **argv, **env;
    set(SETTING_HOOK, "notify 'a");
    cr_assert_not(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_str_eq(err.text, "hook: The command has an open quote");
    cr_expect_null(argv);
}

/* --- how they run --- */

TestSuite(programs, .init = begin, .fini = end);

/* Runs a command line with these further members. */
static void run(const char *command, struct program program)
{
    cr_assert(spawn_split(command, &program.argv, &err), "%s", err.text);
    program.input = mem_copy_or_null(program.input);
    program.done = mem_copy_or_null(program.done);
    program.name = mem_copy_or_null(program.name);
    if (!program.limit_ms)
        program.limit_ms = MAIL_LIMIT_MS;
    workers_program(workers, &program);
    cr_assert_null(program.argv);
}

/* One that adds a number to the file "log". */
static void run_number(int number, struct program program)
{
    char *command = mem_printf("sh -c 'echo %d >>%s'", number, folder_path("log"));
    run(command, program);
    free(command);
}

Test(programs, they_run_in_their_order_and_how_each_ends_is_told)
{
    struct mail mail;
    for (int i = 1; i <= 5; i++)
        run_number(i, (struct program){.done = (char *)"done"});
    for (int i = 1; i <= 5; i++) {
        mail = mail_next();
        cr_expect(mail.kind == MAIL_NOTICE && mail.good, "%d: %s", i, mail.text);
        cr_expect_str_eq(mail.text, "done");
        mail_clear(&mail);
    }
    expect_text(folder_path("log"), "1\n2\n3\n4\n5\n");
    char *command = mem_printf("sh -c 'cat >%s'", folder_path("copied"));
    run(command, (struct program){.input = (char *)(uintptr_t) "Žluťoučký\n", .done = (char *)"ok"});
    free(command);
    expect_mail(MAIL_NOTICE, "ok");
    expect_text(folder_path("copied"), "Žluťoučký\n");
    run("sh -c 'exit 4'", (struct program){0});
    mail = mail_next();
    cr_expect(mail.kind == MAIL_NOTICE && !mail.good);
    cr_expect_str_eq(mail.text, "sh exited with code 4");
    mail_clear(&mail);
    run("/nonexistent/program", (struct program){0});
    expect_mail(MAIL_NOTICE, "Cannot run /nonexistent/program: No such file or directory");
    run("false", (struct program){.input = (char *)"text", .copy_else = true});
    expect_mail(MAIL_COPY, "text"); /* for the terminal */
    run("sleep 600", (struct program){.limit_ms = 1000});
    run("true", (struct program){.done = (char *)"next"});
    expect_mail(MAIL_NOTICE, "sleep did not finish within 1 s and was stopped");
    expect_mail(MAIL_NOTICE, "next");
    workers_read_token(workers, "default", "", "", "echo fresh");
    mail = mail_next();
    cr_assert_eq(mail.kind, MAIL_TOKEN);
    cr_expect_str_eq(mail.secret, "fresh");
    mail_clear(&mail);
}

Test(programs, those_that_wait_at_the_stop_run_within_its_limit)
{
    run_number(1, (struct program){0});
    run_number(2, (struct program){0});
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    expect_text(folder_path("log"), "1\n2\n");
}

Test(programs, the_end_does_not_wait_for_one_that_hangs)
{
    run("sleep 600", (struct program){.limit_ms = 1000});
    cr_expect_not(workers_stop(workers, 0));
    expect_mail(MAIL_NOTICE, "sleep did not finish within 1 s and was stopped");
}

Test(programs, one_that_no_thread_could_be_started_for_never_runs)
{
    const struct program hook = {.name = (char *)"hook"};
    threads_allowed = 0;
    run_number(1, hook);
    struct mail mail = mail_next();
    cr_expect_str_starts(mail.text, "Cannot start a thread: ");
    mail_clear(&mail);
    mail = mail_next();
    cr_expect_eq(mail.kind, MAIL_PROGRAM);
    mail_clear(&mail);
    threads_allowed = -1;
    run_number(2, hook);
    mail = mail_next();
    cr_expect_eq(mail.kind, MAIL_PROGRAM);
    mail_clear(&mail);
    expect_text(folder_path("log"), "2\n");
}
