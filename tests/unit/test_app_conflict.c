/* The application: a change of metadata that may cover somebody else's is asked about before it is sent
 * again. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "support/app_bench.h"
#include "support/asserts.h"
#include "steno/app/app.h"

#define MINUTE INT64_C(60000)

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_conflict, .init = setup, .fini = teardown);

/* Project 1 with these members. */
static struct project *project_with(int version, const char *members)
{
    static char json[1024];
    struct error err;
    snprintf(json, sizeof json,
             "{\"Data\":{\"Id\":1,\"AccessToken\":%d,\"ProcessingState\":\"None\",\"Length\":\"00:42:10\","
             "\"Description\":{\"Name\":\"Council meeting, 14 May\"},%s}}",
             version, members);
    struct project *project = project_decode(json, strlen(json), &err);
    cr_assert_not_null(project, "%s", err.text);
    return project;
}

/* Project 1 is read with these members. */
static void read_it(int version, const char *members)
{
    struct project *project = project_with(version, members);
    bench_keys(&bench, "r");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_GET_PROJECT));
    result->ok = true;
    result->project = project;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* The last write is refused; the reading after it found this (NULL: it failed). */
static void refuse(enum endpoint_id op, int version, const char *members)
{
    struct call *call = bench_call(&bench, op);
    cr_assert_not_null(call);
    uint64_t serial = call->serial;
    bench_answer_error(&bench, call, ERROR_CONFLICT, 409, "Project 1: somebody else was quicker.");
    call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert(call && call->serial == serial, "it is not read");
    struct call_result *result = call_result_new(call);
    result->ok = members != NULL;
    result->project = members ? project_with(version, members) : NULL;
    if (!members)
        error_set(&result->error, ERROR_TIMEOUT, "Read project 1: no response.");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* Sets Episode to 120 by the form, minutes after it was read and opened. */
static void set_episode(void)
{
    bench_keys(&bench, "m a");
    bench_type(&bench, "Episode");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "120");
    bench.wall_ms += 9 * MINUTE;
    bench_clear(&bench);
    bench_keys(&bench, "Enter");
}

/* Read at 09:02, refused at 09:11, as somebody has changed the tags. */
static void refused_for_tags(void)
{
    read_it(88, "\"Tags\":[\"news\"]");
    set_episode();
    refuse(ENDPOINT_ADD_METADATA, 91, "\"Tags\":[\"news\",\"archive\"]");
}

#define QUESTION                                                                                             \
    "1 changed since 09:02 UTC: Tags + archive. Its metadata cannot be read. Set Episode to 120 all the "    \
    "same?"

Test(app_conflict, metadata_that_cannot_be_read_is_asked_about_naming_what_changed)
{
    refused_for_tags();
    cr_expect_str_has(bench_question(&bench), QUESTION, "%s", bench.app->question->text);
    cr_expect_eq(bench.app->failures_unseen, 0, "%zu", bench.app->failures_unseen);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ADD_METADATA), 1, "only the one that was refused");
}

Test(app_conflict, yes_sends_the_same_once_with_the_version_that_was_read)
{
    refused_for_tags();
    bench_clear(&bench);
    bench_type(&bench, "y");
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_assert_not_null(call);
    cr_expect_str_eq(call->key, "Episode");
    cr_expect_str_eq(call->value, "120");
    cr_expect_eq(call->seen->version, 91, "%lld", (long long)call->seen->version);
    cr_assert_not_null(app_form_top(bench.app), "it is open until the answer");
    struct call_result *result = call_result_new(call);
    result->ok = true;
    result->project = project_with(92, "\"Tags\":[\"news\",\"archive\"]");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_starts(bench.app->status, "First metadata change on this server");
}

Test(app_conflict, no_sends_nothing_and_keeps_the_value_as_a_draft)
{
    refused_for_tags();
    bench_clear(&bench);
    bench_type(&bench, "n");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ADD_METADATA), 0);
    cr_expect_str_eq(bench.app->status, "Nothing was changed");
    cr_assert_not_null(app_form_top(bench.app));
    const struct param_set *values = form_values(app_form_top(bench.app)->form);
    cr_expect_str_eq(param_set_get(values, param_find(values->table, "Value")), "120");
}

Test(app_conflict, a_second_refusal_asks_again_with_what_changed_since_the_first)
{
    refused_for_tags();
    bench.wall_ms += 9 * MINUTE;
    bench_clear(&bench);
    bench_type(&bench, "y");
    refuse(ENDPOINT_ADD_METADATA, 95, "\"Tags\":[\"archive\"]");
    cr_expect_str_has(bench_question(&bench),
                      ": Tags - news. Its metadata cannot be read. Set Episode to 120 all the same?", "%s",
                      bench.app->question->text);
}

Test(app_conflict, what_is_shown_of_the_key_is_said)
{
    static const struct {
        const char *now, *words;
    } cases[] = {
        {"\"Metadata\":{\"Episode\":\"119\"}", "no field that is shown. Its Episode is 119 now. Set Episode"},
        {"\"Metadata\":{\"Episode\":7}", "Its Episode is 7 now. Set Episode to 120"},
        {"\"Metadata\":{}", "Its Episode no longer exists. Set Episode to 120"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (i > 0) {
            bench_free(&bench);
            bench_ready(&bench);
        }
        read_it(88, "\"Metadata\":{\"Episode\":\"118\"}");
        set_episode();
        refuse(ENDPOINT_ADD_METADATA, 91, cases[i].now);
        cr_expect_str_has(bench_question(&bench), cases[i].words, "%s", bench.app->question->text);
    }
}

Test(app_conflict, nothing_is_asked_where_another_try_has_no_other_version)
{
    static const int versions[] = {88, 0};
    for (size_t i = 0; i < 2; i++) {
        if (i > 0) {
            bench_free(&bench);
            bench_ready(&bench);
        }
        read_it(88, "\"Tags\":[\"news\"]");
        set_episode();
        refuse(ENDPOINT_ADD_METADATA, versions[i], versions[i] ? "\"Tags\":[]" : NULL);
        cr_expect_str_lacks(bench_question(&bench), "all the same", "%d", versions[i]);
        cr_expect(bench.app->status_is_bad);
    }
}

Test(app_conflict, the_notice_about_a_new_server_does_not_cover_what_was_done_in_the_meantime)
{
    read_it(88, "\"Metadata\":{\"k\":\"v\"}");
    bench_keys(&bench, "m a");
    bench_type(&bench, "Episode");
    bench_keys(&bench, "Enter Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    struct call_result *result = call_result_new(call);
    result->ok = true;
    result->said = strdup("Project 1 was changed in the meantime: Tags news → archive.\n"
                          "It was sent again with the new version.\n");
    result->project = project_with(92, "\"Tags\":[\"archive\"]");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    cr_expect_str_eq(bench.app->status,
                     "1: metadata set; the project had changed in the meantime, L says how");
}

Test(app_conflict, what_was_cancelled_between_two_answers_is_not_sent_again)
{
    for (int is_read = 0; is_read < 2; is_read++) {
        if (is_read) {
            bench_free(&bench);
            bench_ready(&bench);
        }
        read_it(88, "\"Metadata\":{\"Episode\":\"118\"}");
        set_episode();
        struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
        if (!is_read)
            bench_keys(&bench, "^C");
        bench_answer_error(&bench, call, ERROR_CONFLICT, 409, "Project 1: somebody else was quicker.");
        if (is_read) {
            bench_keys(&bench, "^C");
            struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_GET_PROJECT));
            result->ok = true;
            result->project = project_with(91, "\"Metadata\":{\"Episode\":\"118\"}");
            bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
            call_result_free(result);
        }
        cr_expect_eq(bench_call_count(&bench, ENDPOINT_ADD_METADATA), 1, "case %d", is_read);
        cr_expect_str_lacks(bench_question(&bench), "all the same", "case %d", is_read);
        cr_expect_not(app_call_in_sight(bench.app), "case %d: something is under way", is_read);
    }
}

#define ELSEWHERE "http://127.0.0.1:9"

/* A login has gone well. */
static void log_in(const char *url, const char *email)
{
    char json[200];
    bench_keys(&bench, "Esc Esc l");
    bench_field(&bench, "URL", url);
    bench_field(&bench, "Token", "other-token");
    bench_keys(&bench, "X");
    struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert(call);
    cr_assert_str_eq(call->url, url);
    snprintf(json, sizeof json, "{\"Claims\":[],\"User\":{\"Email\":\"%s\",\"Id\":1}}", email);
    bench_answer_login(&bench, call, json);
    cr_assert_str_eq(bench.app->email, email, "%s", bench.app->status);
}

Test(app_conflict, what_follows_a_conflict_is_not_sent_to_another_server)
{
    read_it(88, "\"Metadata\":{\"Episode\":\"118\"}");
    set_episode();
    struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    log_in(ELSEWHERE, "a@example.org");
    bench_answer_error(&bench, call, ERROR_CONFLICT, 409, "Project 1: somebody else was quicker.");
    for (size_t i = 0; i < bench.app->call_count; i++)
        cr_expect_neq(bench.app->calls[i].op, ENDPOINT_ADD_METADATA, "it goes on");
}

Test(app_conflict, an_enqueue_that_waits_for_its_reading_is_not_sent_to_another_server)
{
    bench_command(&bench, "open 11");
    bench_keys(&bench, "e X");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 11);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0);
    log_in(ELSEWHERE, "a@example.org");
    call.op = ENDPOINT_GET_PROJECT;
    char *json = bench_json(11, "None", "Eleven");
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0, "it was sent elsewhere");
    cr_expect_eq(bench_open_count(&bench, 0), 0);
}

/* How many of a batch of five are sent where this login comes after the first three? */
static size_t sent_over_login(const char *url, const char *email)
{
    log_in("http://127.0.0.1:8321", "a@example.org");
    bench_clear(&bench);
    bench_answer_reads(&bench, "None");
    bench_command(&bench, "open 11-12");
    bench_all_new(&bench);
    bench_keys(&bench, "Esc M e X");
    bench_type(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 3, "%s", bench.app->status);
    struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    log_in(url, email);
    bench_answer_error(&bench, call, ERROR_FORBIDDEN, 403, "No credit.");
    return bench_call_count(&bench, ENDPOINT_ENQUEUE);
}

Test(app_conflict, a_batch_does_not_go_on_at_another_server)
{
    cr_expect_eq(sent_over_login(ELSEWHERE, "a@example.org"), 3);
}

Test(app_conflict, a_batch_does_not_go_on_for_another_account)
{
    cr_expect_eq(sent_over_login("http://127.0.0.1:8321", "b@example.org"), 3);
}

Test(app_conflict, a_batch_goes_on_after_a_login_of_the_account_that_began_it)
{
    cr_expect_eq(sent_over_login("http://127.0.0.1:8321", "a@example.org"), 4);
}
