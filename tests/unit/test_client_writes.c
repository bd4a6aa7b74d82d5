/* client/writes: what follows a conflict, by the reading after it. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "steno/base/mem.h"
#include "writes.h"
#include "support/asserts.h"

#define SEEN(version, members) "{\"Data\":{\"Id\":7,\"AccessToken\":" #version members "}}"
#define TAGS(list)             ",\"ProcessingState\":\"None\",\"Tags\":" list
#define METADATA(object)       ",\"Metadata\":" object

static const char none[] = SEEN(5, TAGS("[\"news\",\"archive\"]"));
static const char running[] =
    "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"ProcessingState\":\"InProgress\",\"Tags\":[\"news\"]}}";

static struct write wish;
static struct call_result *last;

/* A reading of project 7; NULL for none. */
static struct project *project_of(const char *json)
{
    struct error err;
    struct project *project = json ? project_decode(json, strlen(json), &err) : NULL;
    cr_assert(project || !json, "%s", json);
    return project;
}

/* The operator wants this of a project seen as `seen`; NULL: a version was given by hand. */
static void want(enum endpoint_id op, const char *seen)
{
    struct call *call = call_new(op);
    call->project_id = 7;
    call->version = 5;
    call->key = op == ENDPOINT_DELETE_TAG ? NULL : mem_copy("k");
    call->value = op == ENDPOINT_DELETE_METADATA ? NULL : mem_copy(op == ENDPOINT_DELETE_TAG ? "news" : "v");
    call->seen = project_of(seen);
    writes_clear(&wish);
    writes_begin(&wish, call, 1000);
    call_free(call);
}

/* The next answer: of a kind, or what is read for ERROR_NONE. Which operation is sent then? COUNT: none. */
static enum endpoint_id answer(enum error_kind kind, int status, const char *read, bool stops)
{
    call_result_free(last);
    last = call_result_new(wish.asked);
    last->ok = kind == ERROR_NONE;
    last->project = project_of(read);
    if (kind != ERROR_NONE)
        error_set_parts(&last->error, kind,
                        wish.asked->op == ENDPOINT_ENQUEUE ? "Enqueue project 7" : "Delete tag of project 7",
                        "Advice", "the answer");
    last->error.status = status;
    struct call *next = writes_answered(&wish, last, stops);
    enum endpoint_id op = next ? next->op : ENDPOINT_COUNT;
    if (next)
        cr_expect_eq(next->serial, wish.asked->serial);
    if (next && op != ENDPOINT_GET_PROJECT)
        cr_expect_eq(next->seen->version, 6, "%lld", (long long)next->seen->version);
    call_free(next);
    return op;
}

#define CONFLICT    answer(ERROR_CONFLICT, 409, NULL, false)
#define READ(json)  answer(ERROR_NONE, 200, json, false)
#define SAID(words) cr_expect_str_has(last->said, words)
#define FAILED(kind_, words)                                                                                 \
    do {                                                                                                     \
        cr_expect_not(last->ok);                                                                             \
        cr_expect_eq(last->error.kind, kind_);                                                               \
        cr_expect_str_has(last->error.text, words);                                                          \
    } while (0)

static void finish(void)
{
    writes_clear(&wish);
    call_result_free(last);
    last = NULL;
}

TestSuite(writes, .fini = finish);

Test(writes, a_stale_version_is_read_again_said_and_sent_once_more)
{
    want(ENDPOINT_DELETE_TAG, none);
    cr_expect_eq(CONFLICT, ENDPOINT_GET_PROJECT);
    cr_expect_eq(READ(running), ENDPOINT_DELETE_TAG);
    cr_expect_eq(READ(SEEN(7, TAGS("[]"))), ENDPOINT_COUNT);
    cr_expect(last->ok);
    SAID("State None → InProgress");
    SAID("sent again with the new version");
}

Test(writes, a_second_conflict_ends_it_with_what_was_read)
{
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(READ(running), ENDPOINT_DELETE_TAG);
    cr_expect_eq(CONFLICT, ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "Delete tag of project 7");
    cr_assert_not_null(last->project);
    cr_expect_eq(last->project->version, 6);
}

Test(writes, a_tag_that_is_gone_is_not_deleted_again)
{
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(READ(SEEN(6, TAGS("[\"archive\"]"))), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "the tag no longer exists");
    cr_expect_eq(last->error.status, 409);
    cr_expect_eq(last->op, ENDPOINT_DELETE_TAG);
    SAID("Tags news, archive → archive");
}

Test(writes, metadata_is_sent_once_more_only_when_both_readings_list_the_key_as_it_was)
{
    static const struct {
        const char *seen, *now;
        bool again;
    } cases[] = {
        {SEEN(5, METADATA("{\"k\":\"a\"}")), SEEN(6, METADATA("{\"k\":\"a\",\"x\":\"new\"}")), true},
        {SEEN(5, METADATA("{}")), SEEN(6, METADATA("{\"x\":\"new\"}")), true},
        {SEEN(5, METADATA("{\"k\":\"a\"}")), SEEN(6, METADATA("{\"k\":\"b\"}")), false},
        {SEEN(5, METADATA("{\"k\":\"a\"}")), SEEN(6, METADATA("{}")), false},
        {SEEN(5, METADATA("null")), SEEN(6, METADATA("null")), false},
        {SEEN(5, METADATA("{}")), SEEN(6, METADATA("null")), false},
        {SEEN(5, METADATA("null")), SEEN(6, METADATA("{}")), false},
        {SEEN(5, TAGS("[]")), SEEN(6, TAGS("[]")), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] * 2; i++) {
        enum endpoint_id op = i % 2 ? ENDPOINT_DELETE_METADATA : ENDPOINT_ADD_METADATA;
        want(op, cases[i / 2].seen);
        cr_expect_eq(CONFLICT, ENDPOINT_GET_PROJECT);
        cr_expect_eq(READ(cases[i / 2].now), cases[i / 2].again ? op : ENDPOINT_COUNT, "case %zu", i / 2);
        if (!cases[i / 2].again)
            FAILED(ERROR_CONFLICT, "nothing was changed");
    }
}

Test(writes, an_enqueue_that_met_a_conflict_is_refused_with_the_state_that_the_project_has_now)
{
    static const char *const seen[] = {NULL, none};
    static const char *const words[] = {
        "Enqueue project 7: the answer. It is InProgress now; repeat the request if you still want it.",
        "Enqueue project 7: the answer. It is in no state now; repeat the request if you still want it."};
    for (size_t i = 0; i < 4; i++) {
        want(ENDPOINT_ENQUEUE, seen[i / 2]);
        cr_expect_eq(CONFLICT, ENDPOINT_GET_PROJECT);
        cr_expect_eq(READ(i % 2 ? SEEN(6, ) : running), ENDPOINT_COUNT);
        FAILED(ERROR_CONFLICT, words[i % 2]);
        cr_expect_eq(last->error.status, 409, "%d", last->error.status);
        cr_expect_eq(last->op, ENDPOINT_ENQUEUE);
        cr_expect(last->project && !last->said, "%s", last->said ? last->said : "no project");
    }
}

Test(writes, an_enqueue_that_met_a_conflict_is_refused_where_the_reading_fails_or_the_program_ends)
{
    want(ENDPOINT_ENQUEUE, none);
    CONFLICT;
    cr_expect_eq(answer(ERROR_TIMEOUT, 0, NULL, false), ENDPOINT_COUNT);
    FAILED(ERROR_TIMEOUT, "Refreshing it failed");
    want(ENDPOINT_ENQUEUE, none);
    cr_expect_eq(answer(ERROR_CONFLICT, 409, NULL, true), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "the answer.");
}

Test(writes, an_enqueue_that_was_not_sent_beside_another_one_is_no_conflict_of_the_server)
{
    want(ENDPOINT_ENQUEUE, none);
    cr_expect_eq(answer(ERROR_CONFLICT, 0, NULL, false), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "the answer.");
}

Test(writes, a_version_given_by_hand_is_never_sent_again)
{
    want(ENDPOINT_DELETE_TAG, NULL);
    cr_expect_eq(CONFLICT, ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "the answer.");
}

Test(writes, after_a_conflict_a_reply_without_another_version_is_no_reason_to_send_it_again)
{
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(READ("{\"Data\":{\"Id\":7,\"Tags\":[\"news\"]}}"), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "its version (AccessToken) is missing");
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(READ(none), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "the server rejects the version that it reports itself");
}

Test(writes, a_reading_that_fails_after_a_conflict_is_the_reason)
{
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(answer(ERROR_TIMEOUT, 0, NULL, false), ENDPOINT_COUNT);
    FAILED(ERROR_TIMEOUT, "Refreshing it failed");
}

Test(writes, of_what_was_stopped_nothing_more_is_sent_or_asked)
{
    want(ENDPOINT_DELETE_TAG, none);
    cr_expect_eq(answer(ERROR_CONFLICT, 409, NULL, true), ENDPOINT_COUNT);
    want(ENDPOINT_DELETE_TAG, none);
    CONFLICT;
    cr_expect_eq(answer(ERROR_NONE, 200, running, true), ENDPOINT_COUNT);
    FAILED(ERROR_CONFLICT, "it was stopped before it was sent again");
    cr_expect_null(last->project, "a question would be made of it");
}

Test(writes, a_lost_answer_is_not_followed_by_another_try)
{
    want(ENDPOINT_DELETE_TAG, none);
    cr_expect_eq(answer(ERROR_UNKNOWN_OUTCOME, 0, NULL, false), ENDPOINT_COUNT);
    FAILED(ERROR_UNKNOWN_OUTCOME, "the answer.");
}
