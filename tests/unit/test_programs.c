/* work/workers: hooks and copy commands run one after another, and how they end is told; tokens are read. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>

#include "folder.h"
#include "mail_wait.h"

#include "steno/base/process.h"
#include "steno/work/workers.h"

static struct workers *workers;
static struct error err;

static void begin(void)
{
    folder_make();
    workers = workers_new(1, &err);
}

static void end(void)
{
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    workers_free(workers);
    folder_remove();
}

TestSuite(programs, .init = begin, .fini = end);

/* Submits a command line with these further members. */
static void submit(const char *command, struct program program)
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

Test(programs, they_run_in_their_order)
{
    const char *path = folder_path("log");
    for (int i = 1; i <= 5; i++) {
        char *command = mem_printf("sh -c 'echo %d >>%s'", i, path), *done = mem_printf("%d", i);
        submit(command, (struct program){.done = done});
        free(command);
        free(done);
    }
    for (int i = 1; i <= 5; i++) {
        struct mail mail = mail_next(workers);
        cr_assert_eq(mail.kind, MAIL_NOTICE);
        cr_expect(mail.good);
        cr_expect_eq(mail.text[0], i + 0x30);
        mail_clear(&mail);
    }
    char *text = folder_read(path);
    cr_expect_str_eq(text, "1\n2\n3\n4\n5\n");
    free(text);
}

Test(programs, one_gets_the_text_on_its_standard_input)
{
    const char *path = folder_path("copied");
    char *command = mem_printf("sh -c 'cat >%s'", path);
    submit(command,
           (struct program){.input = (char *)(uintptr_t) "Žluťoučký\n", .done = (char *)(uintptr_t) "ok"});
    free(command);
    struct mail mail = mail_next(workers);
    mail_clear(&mail);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "Žluťoučký\n");
    free(text);
}

Test(programs, one_that_fails_is_named)
{
    submit("sh -c 'exit 4'", (struct program){0});
    struct mail mail = mail_next(workers);
    cr_expect_eq(mail.kind, MAIL_NOTICE);
    cr_expect_not(mail.good);
    cr_expect_str_eq(mail.text, "sh exited with code 4");
    mail_clear(&mail);
    submit("/nonexistent/program", (struct program){0});
    mail = mail_next(workers);
    cr_expect_str_eq(mail.text, "Cannot run /nonexistent/program: No such file or directory");
    mail_clear(&mail);
}

Test(programs, one_that_hangs_is_ended_at_its_limit_and_the_next_runs)
{
    submit("sleep 600", (struct program){.limit_ms = 1000});
    submit("true", (struct program){.done = (char *)(uintptr_t) "next"});
    struct mail mail = mail_next(workers);
    cr_expect_str_eq(mail.text, "sleep did not finish within 1 s and was stopped");
    mail_clear(&mail);
    mail = mail_next(workers);
    cr_expect_str_eq(mail.text, "next");
    mail_clear(&mail);
}

Test(programs, a_copy_that_fails_hands_its_text_back_for_the_terminal)
{
    submit("false", (struct program){.input = (char *)(uintptr_t) "text", .copy_else = true});
    struct mail mail = mail_next(workers);
    cr_expect_eq(mail.kind, MAIL_COPY);
    cr_expect_str_eq(mail.text, "text");
    mail_clear(&mail);
}

Test(programs, those_that_wait_at_the_stop_run_within_its_limit)
{
    char *path = mem_copy(folder_path("log"));
    for (int i = 1; i <= 2; i++) {
        char *command = mem_printf("sh -c 'echo %d >>%s'", i, path);
        submit(command, (struct program){0});
        free(command);
    }
    cr_expect(workers_stop(workers, MAIL_LIMIT_MS));
    char *text = folder_read(path);
    cr_expect_str_eq(text, "1\n2\n");
    free(text);
    free(path);
}

Test(programs, the_end_does_not_wait_for_one_that_hangs)
{
    submit("sleep 600", (struct program){.limit_ms = 1000});
    cr_expect_not(workers_stop(workers, 0));
    struct mail mail = mail_next_of(workers, MAIL_NOTICE);
    mail_clear(&mail);
}

Test(programs, a_token_is_read_from_its_command)
{
    workers_read_token(workers, "default", "", "", "echo fresh");
    struct mail mail = mail_next(workers);
    cr_assert_eq(mail.kind, MAIL_TOKEN);
    cr_assert_not_null(mail.secret, "%s", mail.text);
    cr_expect_str_eq(mail.secret, "fresh");
    mail_clear(&mail);
}

/* What a thread takes for its stack from now on. */
static void set_stack(size_t bytes)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    cr_assert_eq(pthread_attr_setstacksize(&attr, bytes), 0);
    cr_assert_eq(pthread_setattr_default_np(&attr), 0);
    pthread_attr_destroy(&attr);
}

Test(programs, one_that_no_thread_could_be_started_for_never_runs)
{
    char *path = mem_copy(folder_path("log")), *first = mem_printf("sh -c 'echo 1 >>%s'", path),
         *second = mem_printf("sh -c 'echo 2 >>%s'", path);
    set_stack(SIZE_MAX / 8 * 7);
    submit(first, (struct program){.name = (char *)(uintptr_t) "hook"});
    struct mail mail = mail_next(workers);
    cr_expect_str_starts(mail.text, "Cannot start a thread: ");
    mail_clear(&mail);
    mail = mail_next(workers);
    cr_expect_eq(mail.kind, MAIL_PROGRAM, "%d", mail.kind);
    set_stack((size_t)1 << 20);
    submit(second, (struct program){.name = (char *)(uintptr_t) "hook"});
    mail = mail_next(workers);
    cr_expect_eq(mail.kind, MAIL_PROGRAM, "%d", mail.kind);
    char *text = folder_read(path);
    cr_expect_str_eq(text, "2\n");
    free(text);
    free(second);
    free(first);
    free(path);
}

Test(programs, stopping_without_any_program_is_at_once)
{
    cr_expect_not(mail_waits(workers));
}
