/* core/receipt: what follows from each outcome of each operation. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "receipt.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

static struct call *call;
static struct call_result *result;
static struct receipt *receipt;
static struct receipt_context context;
static struct settings settings; /* timeout = 60 */

/* A project in a state. */
static struct project *project_in(const char *state, int64_t version)
{
    struct error err;
    json_t *json = json_pack("{s:i, s:I, s:s, s:{s:s}}", "Id", 12, "AccessToken", (json_int_t)version,
                             "ProcessingState", state, "Description", "Name", "Council\x1b");
    struct project *project = project_pick(json, 12, &err);
    cr_assert_not_null(project);
    json_decref(json);
    return project;
}

/* A call of an operation with everything that it can carry, and what the front end knows. */
static void ask(enum endpoint_id op)
{
    call = call_new(op);
    call->project_id = 12;
    call->key = op == ENDPOINT_ADD_METADATA || op == ENDPOINT_DELETE_METADATA ? mem_copy("k") : NULL;
    call->value = op == ENDPOINT_ADD_METADATA ? mem_copy("pass-word")
                  : op == ENDPOINT_DELETE_TAG ? mem_copy("news")
                                              : NULL;
    if (endpoints[op].params) {
        call->params = param_set_new(endpoints[op].params);
        const char *first = op == ENDPOINT_ENQUEUE ? "Lang" : "FileFormatId";
        param_set_put_raw(call->params, param_find(call->params->table, first), "en-US");
    }
    if (endpoints[op].write)
        call->seen = project_in("None", 3);
    result = call_result_new(call);
    context = (struct receipt_context){.url = "https://h",
                                       .email = "a@b.c",
                                       .state = "None",
                                       .asked_ms = 1000,
                                       .when_ms = 1000,
                                       .settings = &settings,
                                       .zone = DATE_UTC};
}

/* It went well, with this project as the answer. */
static void answer(struct project *now)
{
    result->ok = true;
    result->project = now;
    if (call->op == ENDPOINT_EXPORT) {
        result->path = mem_copy("a.srt");
        result->export_info.bytes = 7;
    }
    receipt = receipt_new(call, result, &context);
}

/* It did not. */
static void fail(enum error_kind kind, bool sent)
{
    error_set(&result->error, kind, "It failed.");
    result->error.sent = sent;
    receipt = receipt_new(call, result, &context);
}

/* The server answered with a status and said why. */
static void refuse(enum error_kind kind, int status, const char *why)
{
    error_set(&result->error, kind, "It failed.");
    result->error.status = status;
    snprintf(result->error.server, sizeof result->error.server, "%s", why);
    receipt = receipt_new(call, result, &context);
}

static void end(void)
{
    receipt_free(receipt);
    call_result_free(result);
    call_free(call);
    receipt = NULL;
    result = NULL;
    call = NULL;
}

static void begin(void)
{
    settings_init(&settings);
}

static void finish(void)
{
    end();
    settings_free(&settings);
}

TestSuite(receipt, .init = begin, .fini = finish);

/* Appends one operation; of a row of an act "end 5 refused 403 why". */
static void put_row(char *text, size_t size, const struct store_op *op)
{
    static const char *const names[STORE_OP_COUNT] = {
        [STORE_PENDING_REMOVE] = "remove", [STORE_PENDING_SETTLE] = "settle",
        [STORE_PROJECT_SAVE] = "project",  [STORE_HISTORY_ADD] = "history",
        [STORE_METADATA_ADD] = "metadata", [STORE_ACT_END] = "end",
        [STORE_ACT_ADD] = "add",           [STORE_EXPORTS_MOVE] = "move"};
    size_t len = strlen(text);
    const char *between = len ? "; " : "";
    cr_assert_not_null(names[op->kind]);
    cr_expect_eq(op->when_ms, 1000);
    int64_t number = op->kind == STORE_PENDING_REMOVE           ? op->number
                     : op->act_row && op->kind != STORE_ACT_ADD ? op->act_row->row
                                                                : op->id;
    len += (size_t)snprintf(text + len, size - len, "%s%s %lld", between, names[op->kind], (long long)number);
    if (op->act_row) {
        len += (size_t)snprintf(text + len, size - len, " %s", act_outcome_name(op->act_row->outcome));
        if (op->act_row->status)
            len += (size_t)snprintf(text + len, size - len, " %d", op->act_row->status);
        if (op->act_row->after)
            len += (size_t)snprintf(text + len, size - len, " %s%s", op->act_row->after,
                                    op->act_row->ended_ms ? "!" : "");
        if (op->act_row->reason)
            len += (size_t)snprintf(text + len, size - len, " “%s”", op->act_row->reason);
    }
    if (op->name)
        snprintf(text + len, size - len, " %s=%s", op->name, op->text ? op->text : "(none)");
}

/* The operations of the store in a line: "remove 5; history 12 enqueue=Enqueued". */
static const char *rows(void)
{
    static char text[2000];
    text[0] = '\0';
    if (receipt->store)
        cr_assert_eq(receipt->store->kind, STORE_TOGETHER);
    for (size_t i = 0; receipt->store && i < receipt->store->part_count; i++)
        put_row(text, sizeof text, receipt->store->parts[i]);
    return text;
}

#define EXPECT_ROWS(expected) cr_expect_str_eq(rows(), expected)

Test(receipt, an_enqueue_that_was_done)
{
    ask(ENDPOINT_ENQUEUE);
    context.pending_row = 5;
    answer(project_in("InProgress", 4));
    cr_expect_eq(receipt->outcome, RECEIPT_DONE);
    cr_expect_str_eq(receipt->said, "12: enqueued");
    cr_expect_str_eq(receipt->row, "Enqueued with Lang=en-US");
    cr_expect_str_eq(receipt->change, "None → InProgress");
    EXPECT_ROWS("project 12; end 5 done InProgress;"
                " history 12 enqueue=Enqueued with Lang=en-US");
}

Test(receipt, a_write_that_was_not_recorded_removes_nothing)
{
    ask(ENDPOINT_ENQUEUE);
    answer(project_in("None", 4));
    cr_expect_null(receipt->change);
    EXPECT_ROWS("project 12; add 12 done None; history 12 enqueue=Enqueued with Lang=en-US");
}

Test(receipt, of_a_project_that_was_never_seen_no_change_is_known)
{
    ask(ENDPOINT_ENQUEUE);
    context.state = NULL;
    answer(project_in("InProgress", 4));
    cr_expect_null(receipt->change);
    EXPECT_ROWS("project 12; add 12 done InProgress; history 12 enqueue=Enqueued with Lang=en-US");
}

Test(receipt, a_missing_state_has_a_name)
{
    ask(ENDPOINT_ENQUEUE);
    context.state = "";
    answer(project_in("InProgress", 4));
    cr_expect_str_eq(receipt->change, "not given → InProgress");
}

Test(receipt, an_export_that_was_done)
{
    ask(ENDPOINT_EXPORT);
    answer(NULL);
    cr_expect_str_eq(receipt->said, "12: exported to a.srt, 7 bytes");
    EXPECT_ROWS("add 12 done; history 12 export=Exported to a.srt, 7 bytes, with FileFormatId=en-US");
}

Test(receipt, an_empty_export_says_so)
{
    ask(ENDPOINT_EXPORT);
    result->ok = true;
    receipt = receipt_new(call, result, &context);
    cr_expect_str_has(receipt->said, "12: exported to standard output: ");
}

Test(receipt, metadata_that_was_set_first_at_this_server)
{
    ask(ENDPOINT_ADD_METADATA);
    context.server_is_new = true;
    context.pending_row = 5;
    answer(project_in("None", 4));
    cr_expect(receipt->first_change);
    cr_expect_str_eq(receipt->said, "12: metadata set");
    EXPECT_ROWS("project 12; end 5 done None; history 12 metadata=Metadata \"k\" set; move 12; metadata 12 "
                "k=pass-word");
    cr_expect_str_eq(receipt->store->parts[4]->text2, "a@b.c");
}

Test(receipt, metadata_that_was_deleted_later)
{
    ask(ENDPOINT_DELETE_METADATA);
    result->said = mem_copy("Project 12 was changed\n");
    answer(project_in("None", 4));
    cr_expect_not(receipt->first_change);
    cr_expect_str_eq(receipt->said, "12: metadata deleted; the project had changed in the meantime");
    EXPECT_ROWS(
        "project 12; add 12 done None; history 12 metadata=Metadata \"k\" deleted; metadata 12 k=(none)");
}

Test(receipt, a_tag_that_was_deleted)
{
    ask(ENDPOINT_DELETE_TAG);
    context.server_is_new = true;
    answer(project_in("None", 4));
    cr_expect_str_eq(receipt->said, "12: tag deleted");
    cr_expect_not(receipt->first_change);
    EXPECT_ROWS("project 12; add 12 done None; history 12 tag=Tag \"news\" deleted; move 12");
}

/* Operation and outcome to what is left. */
static const struct {
    enum endpoint_id op;
    enum error_kind kind;
    bool sent;
    enum receipt_outcome outcome;
    const char *rows;
} failures[] = {
    {ENDPOINT_ENQUEUE, ERROR_REJECTED, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_NOT_LOGGED_IN, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_DNS, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_CONNECT, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_TLS, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_TIMEOUT, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_CONFLICT, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_CANCELLED, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ENQUEUE, ERROR_CANCELLED, true, RECEIPT_UNKNOWN,
     "history 12 unknown=Enqueue with Lang=en-US: outcome unknown"},
    {ENDPOINT_ENQUEUE, ERROR_UNKNOWN_OUTCOME, false, RECEIPT_UNKNOWN,
     "history 12 unknown=Enqueue with Lang=en-US: outcome unknown"},
    {ENDPOINT_ADD_METADATA, ERROR_CONNECT, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ADD_METADATA, ERROR_CANCELLED, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_ADD_METADATA, ERROR_UNKNOWN_OUTCOME, false, RECEIPT_UNKNOWN,
     "history 12 unknown=Set metadata \"k\": outcome unknown"},
    {ENDPOINT_DELETE_METADATA, ERROR_UNKNOWN_OUTCOME, false, RECEIPT_UNKNOWN,
     "history 12 unknown=Delete metadata \"k\": outcome unknown"},
    {ENDPOINT_DELETE_TAG, ERROR_NETWORK, false, RECEIPT_UNSENT, "remove 5"},
    {ENDPOINT_EXPORT, ERROR_CONNECT, false, RECEIPT_REFUSED, "end 5 failed “It failed.”"},
    {ENDPOINT_DELETE_TAG, ERROR_CANCELLED, true, RECEIPT_UNKNOWN,
     "history 12 unknown=Delete tag \"news\": outcome unknown"},
};

Test(receipt, of_what_failed_leaves_a_row_only_where_it_may_have_been_done)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        ask(failures[i].op);
        context.pending_row = 5;
        context.server_is_new = true;
        fail(failures[i].kind, failures[i].sent);
        cr_expect_eq(receipt->outcome, failures[i].outcome, "row %zu", i);
        cr_expect_str_eq(receipt->said, failures[i].outcome == RECEIPT_UNKNOWN
                                            ? "It failed. The outcome is open until 00:12 UTC."
                                            : "It failed.");
        cr_expect_eq(receipt->open_until_ms, failures[i].outcome == RECEIPT_UNKNOWN ? 1000 + 660000 : 0);
        cr_expect_not(receipt->first_change);
        cr_expect_str_eq(rows(), failures[i].rows, "row %zu", i);
        end();
    }
}

Test(receipt, what_the_server_refused_leaves_a_row_with_its_status_and_no_value_of_metadata)
{
    static const struct {
        enum endpoint_id op;
        enum error_kind kind;
        int status;
        const char *rows;
    } cases[] = {
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, 412,
         "end 5 refused 412 “Why”; history 12 refused=Enqueue with Lang=en-US: refused (412): Why"},
        {ENDPOINT_ENQUEUE, ERROR_CONFLICT, 409,
         "end 5 refused 409 “Why”; history 12 refused=Enqueue with Lang=en-US: refused (409): Why"},
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, 400,
         "end 5 refused 400 “Why”; history 12 refused=Enqueue with Lang=en-US: refused (400): Why"},
        {ENDPOINT_ENQUEUE, ERROR_RATE_LIMITED, 499,
         "end 5 refused 499 “Why”; history 12 refused=Enqueue with Lang=en-US: refused (499): Why"},
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, 399, "end 5 refused 399 “Why”"},
        {ENDPOINT_EXPORT, ERROR_SERVER, 500, "end 5 refused 500 “Why”"},
        {ENDPOINT_EXPORT, ERROR_IO, 200, "end 5 failed “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_NETWORK, 200, "end 5 failed “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_BAD_REPLY, 200, "end 5 failed “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_NOT_FOUND, 404,
         "end 5 refused 404 “Why”; history 12 refused=Export with FileFormatId=en-US: refused (404): Why"},
        {ENDPOINT_ADD_METADATA, ERROR_FORBIDDEN, 403,
         "end 5 refused 403; history 12 refused=Set metadata \"k\": refused (403)"},
        {ENDPOINT_DELETE_METADATA, ERROR_NOT_FOUND, 404,
         "end 5 refused 404 “Why”; history 12 refused=Delete metadata \"k\": refused (404): Why"},
        {ENDPOINT_DELETE_TAG, ERROR_CONFLICT, 409,
         "end 5 refused 409 “Why”; history 12 refused=Delete tag \"news\": refused (409): Why"},
        {ENDPOINT_DELETE_TAG, ERROR_UNKNOWN_OUTCOME, 401,
         "history 12 unknown=Delete tag \"news\": outcome unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ask(cases[i].op);
        context.pending_row = 5;
        refuse(cases[i].kind, cases[i].status, "Why");
        cr_expect_str_eq(rows(), cases[i].rows, "row %zu: %s", i, rows());
        end();
    }
}

Test(receipt, a_failed_export_leaves_its_row_of_the_act_and_a_cancelled_one_nothing)
{
    static const enum error_kind kinds[] = {ERROR_NOT_FOUND, ERROR_EXISTS, ERROR_CANCELLED, ERROR_TIMEOUT,
                                            ERROR_IO};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ask(ENDPOINT_EXPORT);
        fail(kinds[i], false);
        cr_expect_str_eq(rows(), kinds[i] == ERROR_CANCELLED ? "" : "add 12 failed “It failed.”");
        cr_expect_null(receipt->row);
        end();
    }
}

Test(receipt, an_unknown_outcome_ends_with_a_reading_after_it)
{
    ask(ENDPOINT_ENQUEUE);
    context.pending_row = 5;
    result->project = project_in("InProgress", 4);
    fail(ERROR_UNKNOWN_OUTCOME, false);
    cr_expect_eq(receipt->outcome, RECEIPT_UNKNOWN);
    EXPECT_ROWS("project 12;"
                " history 12 unknown=Enqueue with Lang=en-US: outcome unknown;"
                " history 12 unknown=Project 12 was probably enqueued: it changed from None to InProgress;"
                " end 5 done InProgress");
}

Test(receipt, a_conflict_that_was_read_keeps_the_project)
{
    ask(ENDPOINT_DELETE_TAG);
    result->project = project_in("None", 9);
    refuse(ERROR_CONFLICT, 409, "Why");
    EXPECT_ROWS("project 12; add 12 refused 409 None “Why”;"
                " history 12 refused=Delete tag \"news\": refused (409): Why");
}

Test(receipt, the_operations_are_the_callers_once_they_are_taken)
{
    ask(ENDPOINT_ENQUEUE);
    answer(project_in("None", 4));
    struct store_op *store = receipt_take_store(receipt);
    cr_expect_not_null(store);
    cr_expect_null(receipt->store);
    store_op_free(store);
}

Test(receipt, a_write_that_begins_is_written_down_with_what_was_seen)
{
    ask(ENDPOINT_ENQUEUE);
    struct store_op *op = receipt_begin(call, &settings, 1000);
    const struct pending *pending = op->pending;
    cr_expect_eq(op->kind, STORE_PENDING_ADD);
    cr_expect_eq(pending->id, 12);
    cr_expect_eq(pending->op, ENDPOINT_ENQUEUE);
    cr_expect_str_eq(pending->state, "None");
    cr_expect_eq(pending->version, 3);
    cr_expect_eq(pending->until_ms, 61000);
    cr_expect_str_eq(json_string_value(json_object_get(pending->params, "Lang")), "en-US");
    store_op_free(op);
    project_free(call->seen);
    call->seen = NULL;
    op = receipt_begin(call, &settings, 1000);
    cr_expect_null(op->pending->state);
    cr_expect_eq(op->pending->version, -1);
    store_op_free(op);
}

/* A write that was begun at 00:00:01, about which a reading tells. */
static void tell(enum endpoint_id op, const char *state, int64_t version, enum pending_finding finding)
{
    ask(op);
    struct store_op *begun = receipt_begin(call, &settings, 1000);
    begun->pending->row = 8;
    struct project *now = project_in(state, version);
    receipt = receipt_told(begun->pending, now, finding, &context);
    project_free(now);
    store_op_free(begun);
}

Test(receipt, a_later_reading_tells_what_became_of_a_write)
{
    tell(ENDPOINT_ENQUEUE, "InProgress", 4, PENDING_DONE);
    cr_expect_str_eq(receipt->said, "Project 12 was probably enqueued: it changed from None to InProgress"
                                    " (Enqueue with Lang=en-US: outcome unknown)");
    EXPECT_ROWS(
        "settle 8 done InProgress; history 12 unknown=Project 12 was probably enqueued: it changed from "
        "None to InProgress (Enqueue with Lang=en-US: outcome unknown); project 12");
    end();
    tell(ENDPOINT_ENQUEUE, "None", 3, PENDING_NO_EFFECT);
    cr_expect_str_eq(receipt->said, "Project 12 is still None and was not changed"
                                    " (Enqueue with Lang=en-US: outcome unknown)");
    cr_expect_not_null(receipt->store);
    end();
    tell(ENDPOINT_DELETE_TAG, "None", 4, PENDING_DONE);
    cr_expect_str_has(receipt->said, " (Delete tag \"news\": outcome unknown)");
    end();
    tell(ENDPOINT_ADD_METADATA, "None", 4, PENDING_DONE);
    cr_expect_str_lacks(receipt->said, "pass-word");
}

Test(receipt, a_reading_that_settles_nothing_says_what_it_shows_and_until_when_it_may_come)
{
    tell(ENDPOINT_ENQUEUE, "None", 3, PENDING_OPEN);
    cr_expect_str_eq(receipt->said,
                     "Project 12 is still None at 00:00 UTC; the request may yet be carried out"
                     " (Enqueue with Lang=en-US: outcome unknown, open until 00:12 UTC)");
    cr_expect_null(receipt->store);
    cr_expect_eq(receipt->open_until_ms, 661000);
    end();
    ask(ENDPOINT_ENQUEUE);
    struct store_op *begun = receipt_begin(call, &settings, 1000);
    struct project *now = project_in("None", 4);
    context.when_ms = 700000;
    receipt = receipt_told(begun->pending, now, PENDING_OPEN, &context);
    cr_expect_str_eq(receipt->said,
                     "Project 12 may have been enqueued: it is still None at 00:11 UTC, but was"
                     " changed since (Enqueue with Lang=en-US: outcome unknown)");
    cr_expect_eq(receipt->open_until_ms, 0);
    project_free(now);
    store_op_free(begun);
}

Test(receipt, an_unknown_outcome_stays_open_after_a_reading_without_its_effect)
{
    ask(ENDPOINT_ENQUEUE);
    context.pending_row = 5;
    result->project = project_in("None", 3);
    fail(ERROR_UNKNOWN_OUTCOME, false);
    EXPECT_ROWS("project 12; history 12 unknown=Enqueue with Lang=en-US: outcome unknown");
    cr_expect_eq(receipt->open_until_ms, 661000);
    receipt_retell(receipt, &result->error);
    cr_expect_str_eq(result->error.text, "It failed. The outcome is open until 00:12 UTC.");
    cr_expect_eq(result->error.open_until_ms, 661000);
    cr_expect_eq(result->error.kind, ERROR_UNKNOWN_OUTCOME);
}

Test(receipt, what_the_operator_decided_about_is_settled_by_that)
{
    ask(ENDPOINT_ENQUEUE);
    struct store_op *begun = receipt_begin(call, &settings, 1);
    struct store_result *recorded = store_result_new(begun);
    recorded->pending = mem_zero(2, sizeof *recorded->pending);
    recorded->pending_count = 2; /* the second one is of a program that lives, which tells of it itself */
    recorded->pending[0] = *begun->pending;
    recorded->pending[0].row = 8;
    recorded->pending[0].life = OWNER_ENDED;
    recorded->pending[1] =
        (struct pending){.row = 9, .id = 12, .op = ENDPOINT_ENQUEUE, .until_ms = 60000, .life = OWNER_LIVES};
    *begun->pending = (struct pending){0};
    receipt = mem_zero(1, sizeof *receipt);
    receipt->store = receipt_overruled(recorded, 1000);
    EXPECT_ROWS("end 8 unknown; history 12 unknown=Enqueue with Lang=en-US: outcome unknown; enqueued again");
    store_result_free(recorded);
    store_op_free(begun);
}
