/* When the server cannot be reached: what begins and ends that, what is said, and what is not sent. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/app/say.h"
#include "steno/app/session.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void offline_start(void)
{
    bench_ready(&bench);
}

static void offline_stop(void)
{
    bench_free(&bench);
}

TestSuite(app_offline, .init = offline_start, .fini = offline_stop);

/* The project is read, and this comes instead of an answer. */
static void fail_read(enum error_kind kind, int status)
{
    bench_keys(&bench, "r");
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].project_id == 1)
            call.serial = bench.app->calls[i].serial;
    }
    bench_answer_error(&bench, &call, kind, status, "Read project 1: it did not work");
}

/* The reading goes well. */
static void read_well(void)
{
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_keys(&bench, "r");
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].project_id == 1)
            call.serial = bench.app->calls[i].serial;
    }
    bench_answer_project(&bench, &call, json);
    free(json);
}

Test(app_offline, begins_with_the_second_read_that_does_not_reach_the_server)
{
    fail_read(ERROR_CONNECT, 0);
    cr_expect_not(app_is_offline(bench.app));
    fail_read(ERROR_CONNECT, 0);
    cr_expect(app_is_offline(bench.app));
}

Test(app_offline, an_answer_in_between_counts_from_the_beginning)
{
    fail_read(ERROR_CONNECT, 0);
    read_well();
    fail_read(ERROR_CONNECT, 0);
    cr_expect_not(app_is_offline(bench.app));
}

Test(app_offline, an_answer_with_an_error_is_an_answer)
{
    fail_read(ERROR_CONNECT, 0);
    fail_read(ERROR_SERVER, 500);
    fail_read(ERROR_CONNECT, 0);
    cr_expect_not(app_is_offline(bench.app));
}

Test(app_offline, no_project_becomes_a_failed_one_by_an_outage)
{
    for (int i = 0; i < 3; i++)
        fail_read(ERROR_CONNECT, 0);
    cr_assert(app_is_offline(bench.app));
    bench_keys(&bench, "! M");
    cr_expect_eq(bench.app->list.mark_count, 0, "M E y would transcribe them again");
}

Test(app_offline, a_project_that_the_server_refuses_to_show_is_a_failed_one)
{
    fail_read(ERROR_NOT_FOUND, 404);
    bench_keys(&bench, "! M");
    cr_expect_eq(bench.app->list.mark_count, 1);
}

Test(app_offline, an_outage_is_one_line_of_the_activity_and_its_end_another)
{
    for (int i = 0; i < 5; i++)
        fail_read(ERROR_TIMEOUT, 0);
    cr_expect_eq(bench_happened_count(&bench, "Offline: no response from 127.0.0.1:8321"), 1);
    cr_expect_eq(bench_happened_count(&bench, "it did not work"), 0);
    bench.wall_ms += 42000;
    read_well();
    cr_expect_not(app_is_offline(bench.app));
    cr_expect_eq(bench_happened_count(&bench, "Back after 42 s; 5 reads were late"), 1);
}

Test(app_offline, the_message_line_says_so_until_it_is_over)
{
    char text[MESSAGE_SIZE];
    fail_read(ERROR_CONNECT, 0);
    fail_read(ERROR_CONNECT, 0);
    bench_keys(&bench, "Esc");
    cr_expect_eq(app_message(bench.app, text, sizeof text), MESSAGE_STANDING);
    cr_expect_str_eq(text, "Offline: cannot connect to 127.0.0.1:8321. The list is as of 09:02.");
    read_well();
    cr_expect_eq(app_message(bench.app, text, sizeof text), MESSAGE_OUTCOME, "%s", text);
}

Test(app_offline, a_write_is_not_sent_and_its_form_stays)
{
    fail_read(ERROR_CONNECT, 0);
    fail_read(ERROR_CONNECT, 0);
    bench_keys(&bench, "e X");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0);
    cr_expect_eq(bench_open_count(&bench, 0), 0, "nothing is left to be found at the next start");
    cr_expect_not_null(app_form_top(bench.app), "what was typed stays");
    cr_expect_eq(bench_happened_count(&bench, "Not sent: offline since 09:02, next try 09:0"), 1);
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "None");
    cr_assert_not(app_is_offline(bench.app));
    bench_clear(&bench);
    bench_keys(&bench, "X");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1, "it is sent once the server is back");
}

Test(app_offline, nothing_to_read_is_no_next_try)
{
    char text[OFFLINE_TEXT_SIZE];
    fail_read(ERROR_CONNECT, 0);
    fail_read(ERROR_CONNECT, 0);
    bench_keys(&bench, "M D y");
    cr_assert_eq(bench.app->project_count, 0);
    bench_answer_reads(&bench, "None");
    if (app_offline_text(bench.app, false, text, sizeof text))
        cr_expect_str_lacks(text, "next try");
}

Test(app_offline, late_failures_of_another_server_say_nothing_of_this_one)
{
    fail_read(ERROR_CONNECT, 0);
    fail_read(ERROR_CONNECT, 0);
    bench_keys(&bench, "R");
    struct call late[8];
    size_t count = 0;
    for (size_t i = 0; i < bench.app->call_count && count < 8; i++) {
        if (bench.app->calls[i].op == ENDPOINT_GET_PROJECT)
            late[count++] = (struct call){.op = ENDPOINT_GET_PROJECT,
                                          .serial = bench.app->calls[i].serial,
                                          .project_id = bench.app->calls[i].project_id};
    }
    cr_assert_geq(count, 2);
    bench_command(&bench, "login");
    bench_keys(&bench, "Tab Tab");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "another-token"});
    bench_keys(&bench, "Enter");
    const struct app_call *login = NULL;
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].logs_in)
            login = &bench.app->calls[i];
    }
    cr_assert_not_null(login);
    struct call call = {.op = login->op, .serial = login->serial};
    bench_answer_login(&bench, &call, "{\"User\":{\"Email\":\"demo@example.org\"}}");
    cr_expect_not(app_is_offline(bench.app));
    cr_expect_eq(bench_happened_count(&bench, "Back after"), 0);
    for (size_t i = 0; i < count; i++)
        bench_answer_error(&bench, &late[i], ERROR_TIMEOUT, 0, "No response");
    cr_expect_not(app_is_offline(bench.app));
}
