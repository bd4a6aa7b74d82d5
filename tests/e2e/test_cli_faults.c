/* What the command line says and does when server and network fail. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"

Test(faults, a_lost_answer_to_enqueue_is_unknown_and_nothing_is_sent_again)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 60 --fault enqueue:lost");
    bench_steno(&bench, "enqueue 1 --json", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"unknown_outcome\"");
    cr_expect_str_has(
        buffer_text(&result.err),
        "steno: Project 1 was probably enqueued: it changed from None to InProgress. Enqueue project 1: ");
    process_result_free(&result);
    bench_stop(&bench);
}

/* Writes, and how the sentence about each begins when it was done but the answer does not say so. */
static const struct {
    const char *endpoint, *command, *shown;
} writes[] = {
    {"enqueue", "enqueue 1",
     "Project 1 was probably enqueued: it changed from None to InProgress. Enqueue project 1: "},
    {"delete-tag", "tag rm 1 archive", "Project 1 no longer has the tag. Delete tag of project 1: "},
    {"add-metadata", "metadata set 1 k v",
     "Project 1 shows the metadata as you wanted it. Set metadata of project 1: "},
    {"delete-metadata", "metadata rm 1 k",
     "Project 1 shows the metadata as you wanted it. Delete metadata of project 1: "},
};

Test(faults, a_write_that_fails_with_500_or_within_the_head_is_unknown_whatever_the_look_shows)
{
    static const char *const faults[] = {"done=500", "done=503", "head", "retry-after=503/3600"};
    for (size_t i = 0; i < sizeof writes / sizeof writes[0] * 4; i++) {
        struct bench bench;
        struct process_result result;
        char arguments[120], command[100];
        const char *fault = faults[i % 4];
        bool done = i % 4 != 3; /* the last one did nothing */
        snprintf(arguments, sizeof arguments, "--show-metadata --transcribe-seconds 60 --fault %s:%s",
                 writes[i / 4].endpoint, fault);
        snprintf(command, sizeof command, "%s --json", writes[i / 4].command);
        bench_start_logged_in(&bench, arguments);
        bench_steno(&bench, command, NULL, 6, &result);
        cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"unknown_outcome\"", "%s, %s: %s", command,
                          fault, buffer_text(&result.out));
        const char *err = buffer_text(&result.err);
        if (done)
            cr_expect_str_has(err, writes[i / 4].shown, "%s, %s: %s", command, fault, err);
        cr_expect_str_starts(err, "steno: Project ", "%s, %s: %s", command, fault, err);
        cr_expect_str_has(err, "The request may have succeeded; check the project", "%s, %s: %s", command,
                          fault, err);
        cr_expect_str_lacks(err, "Retry in", "%s, %s: %s", command, fault, err);
        cr_expect_eq(control_requests(&bench.sandbox, writes[i / 4].endpoint), 1, "%s, %s", command, fault);
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(faults, an_empty_success_is_believed_only_when_the_project_shows_it)
{
    static const struct {
        const char *fault, *command;
        int code;
        const char *words; /* on standard error */
    } cases[] = {
        {"delete-tag:empty", "tag rm 1 archive", 0, ""},
        {"delete-tag:status=204", "tag rm 1 archive", 6,
         "steno: Project 1 still has the tag; the request may yet be carried out. Delete tag of project 1: "},
        {"add-metadata:empty", "metadata set 1 k v", 0, ""},
        {"add-metadata:status=204", "metadata set 1 k v", 6,
         "steno: Project 1 does not show the change of metadata; the request may yet be carried out. Set "
         "metadata"},
        {"enqueue:status=204", "enqueue 1", 6,
         "steno: Project 1 is still None; the request may yet be carried out. Enqueue project 1: "},
        {"enqueue:empty", "enqueue 1", 0, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench bench;
        struct process_result result;
        char arguments[120];
        snprintf(arguments, sizeof arguments, "--show-metadata --transcribe-seconds 60 --fault %s",
                 cases[i].fault);
        bench_start_logged_in(&bench, arguments);
        bench_steno(&bench, cases[i].command, NULL, cases[i].code, &result);
        cr_expect_str_has(buffer_text(&result.err), cases[i].words, "%s: %s", cases[i].fault,
                          buffer_text(&result.err));
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(faults, a_failed_reading_before_a_write_says_that_nothing_was_sent)
{
    static const char *const commands[] = {"tag rm 1 archive", "metadata set 1 k v", "metadata rm 1 k"};
    static const char *const titles[] = {"Delete tag", "Set metadata", "Delete metadata"};
    static const struct {
        const char *fault;
        int code;
    } faults[] = {{"get-project:status=503", 1}, {"get-project:reset", 6}, {"get-project:status=404", 4}};
    for (size_t i = 0; i < 9; i++) {
        struct bench bench;
        struct process_result result;
        char begin[160], arguments[60];
        snprintf(arguments, sizeof arguments, "--fault %s", faults[i % 3].fault);
        bench_start_logged_in(&bench, arguments);
        bench_steno(&bench, commands[i / 3], NULL, faults[i % 3].code, &result);
        snprintf(
            begin, sizeof begin,
            "steno: %s of project 1: nothing was sent, as the project must be read first: Read project 1: ",
            titles[i / 3]);
        cr_expect_str_has(buffer_text(&result.err), begin);
        cr_expect_not(bench_saw_request(&bench, "DELETE "));
        cr_expect_not(bench_saw_request(&bench, "POST add-metadata"));
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(faults, a_version_that_no_request_can_carry_is_named_and_nothing_is_sent)
{
    static const char *const versions[] = {"9223372036854775808", "null"};
    static const char *const words[] = {
        "its version (AccessToken) is not a whole number from 0 to 9223372036854775807",
        "its version (AccessToken) is missing"};
    for (size_t i = 0; i < 2; i++) {
        struct bench bench;
        struct process_result result;
        char fault[100];
        bench_start_logged_in(&bench, "");
        snprintf(fault, sizeof fault, "get-project:set=AccessToken:%s", versions[i]);
        control_fault(&bench.sandbox, fault);
        bench_steno(&bench, "tag rm 1 archive", NULL, 1, &result);
        const char *err = buffer_text(&result.err);
        cr_expect_str_has(err, "steno: Delete tag of project 1: nothing was sent: ");
        cr_expect_str_has(err, words[i]);
        cr_expect_str_has(err, "--access-token");
        cr_expect_eq(control_requests(&bench.sandbox, "delete-tag"), 0);
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(faults, a_refused_token_of_the_environment_is_not_answered_by_log_in_again)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_set(bench.home, "STENO_TOKEN", "stale-token-7");
    bench_steno(&bench, "show 1", NULL, 3, &result);
    cr_expect_str_has(buffer_text(&result.err),
                      "The token comes from STENO_TOKEN: set a valid one there, or remove it and log in");
    cr_expect_str_lacks(buffer_text(&result.err), "Log in again");
    process_result_free(&result);
    bench_steno(&bench, "login --token-stdin", "wrong-token-9\n", 3, &result);
    cr_expect_str_lacks(buffer_text(&result.err), "STENO_TOKEN gave");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(faults, every_kind_of_trouble_has_its_exit_code)
{
    static const struct {
        const char *fault;
        int code;
        const char *kind;
    } cases[] = {
        {"get-project:status=401", 3, "not_logged_in"},
        {"get-project:status=403", 3, "forbidden"},
        {"get-project:status=404", 4, "not_found"},
        {"get-project:status=409", 5, "conflict"},
        {"get-project:status=422", 1, "rejected"},
        {"get-project:html", 1, "bad_reply"},
        {"get-project:reset", 6, "network"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench bench;
        struct process_result result;
        char arguments[100], kind[60];
        snprintf(arguments, sizeof arguments, "--fault %s", cases[i].fault);
        snprintf(kind, sizeof kind, "\"kind\":\"%s\"", cases[i].kind);
        bench_start_logged_in(&bench, arguments);
        bench_steno(&bench, "show 1 --json", NULL, cases[i].code, &result);
        cr_expect_str_has(buffer_text(&result.out), kind, "%s: %s", cases[i].fault, buffer_text(&result.out));
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(faults, an_enqueue_that_meets_a_conflict_ends_with_5_and_the_state_of_now)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--fault enqueue:status=409");
    bench_expect(&bench, "enqueue 1", NULL, 5, "",
                 "steno: Enqueue project 1: the server reports a conflict (409): A fault of the sandbox. "
                 "It is None now; repeat the request if you still want it.\n");
    cr_expect_eq(control_requests(&bench.sandbox, "enqueue"), 1);
    bench_stop(&bench);
}

Test(faults, a_refused_token_ends_a_sweep_with_every_project_reported_and_one_sentence)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project:status=401");
    bench_steno(&bench, "add 1-12", NULL, 0, &result); /* ten may leave at once */
    process_result_free(&result);
    bench_steno(&bench, "list --refresh --json", NULL, 3, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"id\":12,\"ok\":false,\"error\":{\"kind\":\"not_logged_in\",\"status\":401,"
                      "\"message\":\"not tried: Read project "); /* whichever is answered first */
    const char *newline = strchr(buffer_text(&result.err), '\n');
    cr_expect(newline && !newline[1], "one sentence: %s", buffer_text(&result.err));
    process_result_free(&result);
    bench_stop(&bench);
}

Test(faults, no_server_there_ends_with_6)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_lose_server(&bench);
    bench_steno(&bench, "show 1 --json", NULL, 6, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"connect\",\"status\":null");
    process_result_free(&result);
    home_remove(bench.home);
}

Test(faults, hostile_text_leaves_as_escapes_in_json_and_as_marks_in_plain_output)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project:hostile");
    static const char *const commands[] = {"show 1", "show 1 --json", "list --refresh", "wait 1 --within 1"};
    bench_steno(&bench, "add 1", NULL, 0, &result);
    process_result_free(&result);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        process_steno(bench.home, commands[i], NULL, &result);
        const struct buffer *const outputs[] = {&result.out, &result.err};
        for (size_t k = 0; k < 2; k++) {
            for (size_t at = 0; at < outputs[k]->len; at++) {
                unsigned char byte = (unsigned char)outputs[k]->data[at];
                unsigned char next = at + 1 < outputs[k]->len ? (unsigned char)outputs[k]->data[at + 1] : 0;
                cr_expect((byte >= 0x20 || byte == '\n') && byte != 0x7F && !(byte == 0xC2 && next < 0xA0),
                          "steno %s: byte %02X at %zu", commands[i], byte, at);
            }
            cr_expect_str_lacks(buffer_text(outputs[k]), "\u202E", "steno %s", commands[i]);
            cr_expect_str_lacks(buffer_text(outputs[k]), "\u2028", "steno %s", commands[i]);
        }
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(sweep, a_refused_token_is_not_tried_on_every_project_that_waits)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--projects 200 --fault get-project:delay=100");
    home_write(bench.home, "config/steno/config", "rate_cap = 0\n");
    home_set(bench.home, "STENO_TOKEN", "no-such-token");
    bench_steno(&bench, "add 1-200", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "list --refresh --json", NULL, 3, &result);
    int lines = 0, tried = 0;
    for (const char *at = buffer_text(&result.out); (at = strstr(at, "\"kind\":\"not_logged_in\"")); at++)
        lines++;
    cr_expect_eq(lines, 200, "every project is told of");
    process_result_free(&result);
    char *log = home_read(bench.home, "sandbox.log");
    for (const char *at = log; (at = strstr(at, "GET get-project 401")); at++)
        tried++;
    cr_expect(tried >= 1 && tried <= 16, "%d requests were sent", tried);
    free(log);
    bench_stop(&bench);
}

Test(faults, the_credit_is_read_once_where_an_enqueue_was_refused_and_never_else)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(
        &bench, "--transcribe-seconds 60 --fault enqueue/3:status=403 --fault enqueue/8:status=403");
    control_forget(&bench.sandbox);
    bench_steno(&bench, "enqueue 1", NULL, 0, &result);
    process_result_free(&result);
    cr_expect_eq(control_requests(&bench.sandbox, "current-user"), 0);
    bench_steno(&bench, "enqueue 3 8", NULL, 3, &result);
    const char *said =
        strstr(buffer_text(&result.err), "steno: the account has 600 minutes of credit left\n");
    cr_expect(said && said[strcspn(said, "\n") + 1] == '\0', "%s", buffer_text(&result.err));
    process_result_free(&result);
    cr_expect_eq(control_requests(&bench.sandbox, "current-user"), 1);
    bench_stop(&bench);
}

/* The first reading is of an older version, the second one without a tag. */
static void conflict_once(struct bench *bench)
{
    control_heal(&bench->sandbox);
    control_fault(&bench->sandbox, "get-project:set=AccessToken:4700*1");
    control_fault(&bench->sandbox, "get-project:set=Tags:[\"news\"]*1");
}

Test(faults, metadata_that_may_have_changed_is_not_covered_until_the_command_is_run_again)
{
    static const struct {
        const char *command, *question, *endpoint;
    } cases[] = {{"metadata set 1 Episode 118",
                  " Set Episode to 118 all the same? Run it again to do that.\n", "add-metadata"},
                 {"metadata rm 1 Episode", " Delete Episode all the same? Run it again to do that.\n",
                  "delete-metadata"}};
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    control_change(&bench.sandbox, 1, "{\"Metadata\": {\"Episode\": \"117\"}}");
    for (size_t i = 0; i < 2; i++) {
        control_forget(&bench.sandbox);
        conflict_once(&bench);
        bench_steno(&bench, cases[i].command, NULL, 5, &result);
        const char *err = buffer_text(&result.err);
        cr_expect_str_starts(err, "steno: 1 changed since ");
        cr_expect_str_has(err, " UTC: Tags - archive. Its metadata cannot be read.");
        cr_expect_str_has(err, cases[i].question);
        cr_expect_eq(control_requests(&bench.sandbox, cases[i].endpoint), 1);
        process_result_free(&result);
        bench_steno(&bench, cases[i].command, NULL, 0, &result);
        process_result_free(&result);
    }
    bench_stop(&bench);
}

Test(faults, metadata_that_is_seen_not_to_have_changed_is_sent_once_more_and_that_is_said)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--show-metadata");
    conflict_once(&bench);
    bench_steno(&bench, "metadata set 1 Episode 118", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.err),
                      "Project 1 was changed in the meantime: Tags news, archive → news.\n"
                      "steno: It was sent again with the new version.\n");
    process_result_free(&result);
    bench_stop(&bench);
}
