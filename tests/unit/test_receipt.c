/* core/write: what follows from each outcome of each operation, and what a later reading tells of a write.
 */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

static struct call *call;
static struct call_result *result;
static struct receipt *receipt;
static struct receipt_context context;
static struct settings settings; /* timeout = 60, settle_after = 10 */

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

static void end(void)
{
    receipt_free(receipt);
    call_result_free(result);
    call_free(call);
    receipt = NULL;
    result = NULL;
    call = NULL;
}

/* A call of an operation with everything that it can carry, in place of the one before, and what the front
 * end knows. */
static void ask(enum endpoint_id op)
{
    end();
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
    context = (struct receipt_context){
        .email = "a@b.c", .asked_ms = 1000, .when_ms = 1000, .settings = &settings, .zone = DATE_UTC};
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

/* What the store keeps of the receipt, in a line:
 * "end refused 403 None over ended “Why”; project None; enqueue=Enqueued; k=v by a@b.c; 3→4; overrules 8". */
static const char *kept(void)
{
    static char text[2000];
    struct buffer out;
    const struct write *row = &receipt->end;
    buffer_init(&out, sizeof text);
    if (receipt->ends) {
        buffer_printf(&out, "; end %s", write_outcome_name(row->outcome));
        if (row->status)
            buffer_printf(&out, " %d", row->status);
        if (row->after)
            buffer_printf(&out, " %s", row->after);
        buffer_printf(&out, "%s%s", row->is_over ? " over" : "", row->ended_ms ? " ended" : "");
        if (row->reason)
            buffer_printf(&out, " “%s”", row->reason);
    }
    if (receipt->project)
        buffer_printf(&out, "; project %s%s%s", receipt->project->state, receipt->is_seen ? " seen" : "",
                      receipt->is_ended ? " ended" : "");
    if (receipt->kind)
        buffer_printf(&out, "; %s=%s", receipt->kind, receipt->row);
    if (receipt->shown)
        buffer_printf(&out, "; %s=%s", receipt->kind, receipt->shown);
    if (receipt->key)
        buffer_printf(&out, "; %s=%s by %s", receipt->key, receipt->value ? receipt->value : "(none)",
                      receipt->email);
    if (receipt->moved_from != receipt->moved_to)
        buffer_printf(&out, "; %lld→%lld", (long long)receipt->moved_from, (long long)receipt->moved_to);
    if (receipt->overrules)
        buffer_printf(&out, "; overrules %lld", (long long)receipt->overrules);
    snprintf(text, sizeof text, "%s", out.len > 2 ? buffer_text(&out) + 2 : "");
    buffer_free(&out);
    return text;
}

Test(receipt, what_was_done_is_said_and_kept)
{
    static const struct {
        enum endpoint_id op;
        const char *now; /* the state in the answer: of version 4 */
        const char *meanwhile;
        const char *said, *kept;
    } rows[] = {
        {ENDPOINT_ENQUEUE, "InProgress", NULL, "12: enqueued",
         "end done InProgress over; project InProgress seen; enqueue=Enqueued with Lang=en-US; overrules 8"},
        {ENDPOINT_ENQUEUE, "None", NULL, "12: enqueued",
         "end done None; project None seen; enqueue=Enqueued with Lang=en-US; overrules 8"},
        {ENDPOINT_ENQUEUE, "Completed", NULL, "12: enqueued",
         "end done Completed ended; project Completed seen ended; enqueue=Enqueued with Lang=en-US; "
         "overrules 8"},
        {ENDPOINT_EXPORT, NULL, NULL, "12: exported to a.srt, 7 bytes",
         "end done over ended; export=Exported to a.srt, 7 bytes, with FileFormatId=en-US"},
        {ENDPOINT_ADD_METADATA, "None", NULL, "12: metadata set",
         "end done None over ended; project None; metadata=Metadata \"k\" set; k=pass-word by a@b.c; 3→4"},
        {ENDPOINT_DELETE_METADATA, "None", "Project 12 was changed\n",
         "12: metadata deleted; the project had changed in the meantime",
         "end done None over ended; project None; metadata=Metadata \"k\" deleted; k=(none) by a@b.c"},
        {ENDPOINT_DELETE_TAG, "None", NULL, "12: tag deleted",
         "end done None over ended; project None; tag=Tag \"news\" deleted; 3→4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_metadata = rows[i].op == ENDPOINT_ADD_METADATA || rows[i].op == ENDPOINT_DELETE_METADATA;
        ask(rows[i].op);
        context.server_is_new = true;
        call->asked_row = rows[i].op == ENDPOINT_ENQUEUE ? 8 : 0;
        result->ok = true;
        result->said = mem_copy_or_null(rows[i].meanwhile);
        result->project = rows[i].now ? project_in(rows[i].now, 4) : NULL;
        if (rows[i].op == ENDPOINT_EXPORT) {
            result->path = mem_copy("a.srt");
            result->export_info.bytes = 7;
        }
        receipt = receipt_new(call, result, &context);
        cr_expect_eq(receipt->outcome, WRITE_DONE);
        cr_expect_str_eq(receipt->said, rows[i].said);
        cr_expect_str_eq(kept(), rows[i].kept, "row %zu", i);
        cr_expect_eq(receipt->first_change, is_metadata, "row %zu: of metadata at a server", i);
    }
    ask(ENDPOINT_EXPORT);
    result->ok = true;
    receipt = receipt_new(call, result, &context);
    cr_expect_str_starts(receipt->said, "12: exported to standard output: ", "an empty export says so");
}

#define LOST_ENQUEUE "unknown=Enqueue with Lang=en-US: outcome unknown; overrules 8"

Test(receipt, what_failed_leaves_a_row_where_it_may_have_been_done_was_refused_or_was_an_export)
{
    static const struct {
        enum endpoint_id op;
        enum error_kind kind;
        bool sent;
        int status;
        enum write_outcome outcome;
        const char *kept;
    } rows[] = {
        /* what never left */
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_NOT_LOGGED_IN, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_DNS, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_CONNECT, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_TLS, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_TIMEOUT, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_CONFLICT, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ENQUEUE, ERROR_CANCELLED, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ADD_METADATA, ERROR_CONNECT, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_DELETE_TAG, ERROR_NETWORK, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_EXPORT, ERROR_CANCELLED, false, 0, WRITE_UNSENT, ""},
        /* what may have been done */
        {ENDPOINT_ENQUEUE, ERROR_CANCELLED, true, 0, WRITE_OPEN, LOST_ENQUEUE},
        {ENDPOINT_ENQUEUE, ERROR_UNKNOWN_OUTCOME, false, 0, WRITE_OPEN, LOST_ENQUEUE},
        {ENDPOINT_ENQUEUE, ERROR_UNKNOWN_OUTCOME, false, 502, WRITE_OPEN, LOST_ENQUEUE},
        {ENDPOINT_ADD_METADATA, ERROR_UNKNOWN_OUTCOME, false, 0, WRITE_OPEN,
         "unknown=Set metadata \"k\": outcome unknown"},
        {ENDPOINT_DELETE_METADATA, ERROR_UNKNOWN_OUTCOME, false, 0, WRITE_OPEN,
         "unknown=Delete metadata \"k\": outcome unknown"},
        {ENDPOINT_DELETE_TAG, ERROR_CANCELLED, true, 0, WRITE_OPEN,
         "unknown=Delete tag \"news\": outcome unknown"},
        {ENDPOINT_DELETE_TAG, ERROR_UNKNOWN_OUTCOME, false, 401, WRITE_OPEN,
         "unknown=Delete tag \"news\": outcome unknown"},
        /* what was refused: never with a value of metadata, which the server may quote */
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, true, 412, WRITE_REFUSED,
         "end refused 412 over ended “Why”; refused=Enqueue with Lang=en-US: refused (412): Why"},
        {ENDPOINT_ENQUEUE, ERROR_CONFLICT, true, 409, WRITE_REFUSED,
         "end refused 409 over ended “Why”; refused=Enqueue with Lang=en-US: refused (409): Why"},
        {ENDPOINT_ENQUEUE, ERROR_RATE_LIMITED, true, 429, WRITE_REFUSED,
         "end refused 429 over ended “Why”; refused=Enqueue with Lang=en-US: refused (429): Why"},
        {ENDPOINT_ADD_METADATA, ERROR_FORBIDDEN, true, 403, WRITE_REFUSED,
         "end refused 403 over ended; refused=Set metadata \"k\": refused (403)"},
        {ENDPOINT_DELETE_METADATA, ERROR_NOT_FOUND, true, 404, WRITE_REFUSED,
         "end refused 404 over ended “Why”; refused=Delete metadata \"k\": refused (404): Why"},
        {ENDPOINT_DELETE_TAG, ERROR_CONFLICT, true, 409, WRITE_REFUSED,
         "end refused 409 over ended “Why”; refused=Delete tag \"news\": refused (409): Why"},
        {ENDPOINT_EXPORT, ERROR_NOT_FOUND, true, 404, WRITE_REFUSED,
         "end refused 404 over ended “Why”; refused=Export with FileFormatId=en-US: refused (404): Why"},
        {ENDPOINT_EXPORT, ERROR_SERVER, true, 500, WRITE_REFUSED, "end refused 500 over ended “Why”"},
        /* exports that failed */
        {ENDPOINT_EXPORT, ERROR_CONNECT, false, 0, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_EXISTS, false, 0, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_TIMEOUT, false, 0, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_IO, true, 200, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_NETWORK, true, 200, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_BAD_REPLY, true, 200, WRITE_FAILED, "end failed over ended “It failed.”"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_open = rows[i].outcome == WRITE_OPEN;
        ask(rows[i].op);
        context.server_is_new = true;
        call->asked_row = rows[i].op == ENDPOINT_ENQUEUE ? 8 : 0;
        error_set(&result->error, rows[i].kind, "It failed.");
        result->error.sent = rows[i].sent;
        result->error.status = rows[i].status;
        snprintf(result->error.server, sizeof result->error.server, "Why");
        receipt = receipt_new(call, result, &context);
        cr_expect_eq(receipt->outcome, rows[i].outcome, "row %zu", i);
        cr_expect_str_eq(receipt->said,
                         is_open ? "It failed. The outcome is open until 00:12 UTC." : "It failed.",
                         "row %zu", i);
        cr_expect_eq(receipt->open_until_ms, is_open ? 661000 : 0, "row %zu", i);
        cr_expect_not(receipt->first_change);
        cr_expect_str_eq(kept(), rows[i].kept, "row %zu", i);
    }
    ask(ENDPOINT_EXPORT);
    call->may_stay = true;
    result->path = mem_copy("a.srt");
    error_set(&result->error, ERROR_EXISTS, "It is there.");
    receipt = receipt_new(call, result, &context);
    cr_expect_str_eq(kept(), "end skipped over ended “It is there.”");
    ask(ENDPOINT_DELETE_TAG);
    result->project = project_in("None", 9);
    error_set(&result->error, ERROR_CONFLICT, "It failed.");
    result->error.status = 409;
    receipt = receipt_new(call, result, &context);
    cr_expect_str_eq(kept(),
                     "end refused 409 None over ended; project None;"
                     " refused=Delete tag \"news\": refused (409)",
                     "what was read on the way is kept");
}

Test(receipt, a_write_that_begins_is_recorded_with_what_was_seen_and_asked)
{
    ask(ENDPOINT_ENQUEUE);
    call->rests_ms = 900;
    call->asked_row = 8;
    call->act = 2;
    call->act_count = 3;
    struct write write = write_new(call, &settings, 1000);
    cr_expect(write.id == 12 && write.op == ENDPOINT_ENQUEUE && write.outcome == WRITE_OPEN &&
              !write.is_over);
    cr_expect_str_eq(write.before, "None");
    cr_expect(write.version == 3 && write.rests_ms == 900 && write.asked_row == 8);
    cr_expect(write.act == 2 && write.act_count == 3 && write.when_ms == 1000 && write.until_ms == 61000);
    cr_expect_str_eq(json_string_value(json_object_get(write.params, "Lang")), "en-US");
    write_clear(&write);
    project_free(call->seen);
    call->seen = NULL;
    write = write_new(call, &settings, 1000);
    cr_expect(!write.before && write.version == -1);
    write_clear(&write);
}

/* The answer was lost, and a reading came after it, at this time. */
static void lose(enum endpoint_id op, const char *state, int64_t version, int64_t when_ms)
{
    ask(op);
    context.when_ms = when_ms;
    result->project = project_in(state, version);
    error_set(&result->error, ERROR_UNKNOWN_OUTCOME, "It failed.");
    receipt = receipt_new(call, result, &context);
}

Test(receipt, an_unknown_outcome_ends_with_a_reading_after_it_that_shows_its_effect)
{
    lose(ENDPOINT_ENQUEUE, "InProgress", 4, 2000);
    cr_expect(receipt->outcome == WRITE_OPEN && receipt->was_done && receipt->open_until_ms == 0);
    cr_expect_str_eq(kept(), "end done InProgress over; project InProgress seen;"
                             " unknown=Enqueue with Lang=en-US: outcome unknown;"
                             " unknown=Project 12 was probably enqueued: it changed from None to InProgress");
    lose(ENDPOINT_ENQUEUE, "None", 3, 2000);
    cr_expect_not(receipt->was_done);
    cr_expect_str_eq(kept(), "project None seen; unknown=Enqueue with Lang=en-US: outcome unknown");
    receipt_retell(receipt, &result->error);
    cr_expect_str_eq(result->error.text, "It failed. The outcome is open until 00:12 UTC.");
    cr_expect_eq(result->error.open_until_ms, 661000);
    cr_expect_eq(result->error.kind, ERROR_UNKNOWN_OUTCOME);
}

Test(receipt, a_reading_right_after_a_lost_answer_proves_no_missing_effect_however_long_it_took)
{
    struct error err;
    cr_assert(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1", &err));
    lose(ENDPOINT_ENQUEUE, "None", 3, 1000 + 2 * 60000 + 1);
    cr_expect_str_eq(kept(), "project None seen; unknown=Enqueue with Lang=en-US: outcome unknown");
}

Test(receipt, a_tag_that_is_gone_after_a_lost_answer_ends_its_row_for_the_activity_too)
{
    lose(ENDPOINT_DELETE_TAG, "None", 4, 2000);
    cr_expect_str_eq(kept(), "end done None over ended; project None;"
                             " unknown=Delete tag \"news\": outcome unknown;"
                             " unknown=Project 12 was returned without its tags");
}

/* A write of 1000 that was recorded, its answer of 2000 if it had one, and what a reading of `when_ms` tells.
 */
static void tell(enum endpoint_id op, const char *answer, const struct project *now,
                 enum write_outcome judged, int64_t when_ms)
{
    ask(op);
    struct write write = write_new(call, &settings, 1000);
    write.row = 8;
    write.outcome = answer ? WRITE_DONE : WRITE_OPEN;
    write.after = mem_copy_or_null(answer);
    write.answered_ms = answer ? 2000 : 0;
    context.when_ms = when_ms;
    receipt = receipt_told(&write, now, judged, &context);
    write_clear(&write);
}

Test(receipt, a_later_reading_tells_what_became_of_a_write)
{
    static const struct {
        enum endpoint_id op;
        const char *answer,
            *now; /* the states of its answer, NULL: lost; and now, NULL: the project is gone */
        int64_t version, when_ms;
        enum write_outcome judged;
        const char *said, *kept; /* without the line, which is what is said */
    } rows[] = {
        {ENDPOINT_ENQUEUE, NULL, "InProgress", 4, 2000, WRITE_PROBABLY,
         "Project 12 was probably enqueued: it changed from None to InProgress (Enqueue with Lang=en-US: "
         "outcome"
         " unknown)",
         "end probably InProgress over; project InProgress"},
        {ENDPOINT_ENQUEUE, NULL, "Completed", 4, 2000, WRITE_PROBABLY,
         "Project 12 was probably enqueued: it changed from None to Completed (Enqueue with Lang=en-US: "
         "outcome"
         " unknown)",
         "end probably Completed over ended; project Completed ended"},
        {ENDPOINT_ENQUEUE, NULL, "None", 3, 700000, WRITE_NO_EFFECT,
         "Project 12 is still None and was not changed (Enqueue with Lang=en-US: outcome unknown)",
         "end no effect None over ended; project None"},
        {ENDPOINT_ENQUEUE, NULL, NULL, 0, 2000, WRITE_UNKNOWN,
         "Project 12 no longer exists (Enqueue sent 00:00 UTC)", "end unknown over ended"},
        {ENDPOINT_ENQUEUE, "None", "InProgress", 4, 3000, WRITE_DONE, NULL,
         "end done InProgress over; project InProgress"},
        {ENDPOINT_ENQUEUE, "None", "None", 4, 700000, WRITE_NO_EFFECT,
         "Project 12 was not seen to start: it is still None (enqueued 00:00 UTC)",
         "end no effect None over ended; project None"},
        {ENDPOINT_DELETE_TAG, NULL, "None", 4, 2000, WRITE_PROBABLY,
         "Project 12 was returned without its tags (Delete tag \"news\": outcome unknown)",
         "end probably None over ended; project None"},
        {ENDPOINT_ADD_METADATA, NULL, "None", 4, 2000, WRITE_PROBABLY,
         "Project 12 was changed since, perhaps by this (Set metadata \"k\": outcome unknown)",
         "end probably None over ended; project None"},
        {ENDPOINT_ENQUEUE, NULL, "None", 3, 2000, WRITE_OPEN,
         "Project 12 is still None at 00:00 UTC; the request may yet be carried out (Enqueue with Lang=en-US:"
         " outcome unknown, open until 00:12 UTC)",
         ""},
        {ENDPOINT_ENQUEUE, NULL, "None", 4, 700000, WRITE_OPEN,
         "Project 12 may have been enqueued: it is still None at 00:11 UTC, but was changed since (Enqueue "
         "with"
         " Lang=en-US: outcome unknown)",
         ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct project *now = rows[i].now ? project_in(rows[i].now, rows[i].version) : NULL;
        bool is_told = rows[i].said && rows[i].judged != WRITE_OPEN;
        tell(rows[i].op, rows[i].answer, now, rows[i].judged, rows[i].when_ms);
        cr_expect_str_eq(receipt->said ? receipt->said : "", rows[i].said ? rows[i].said : "", "row %zu", i);
        char *all =
            mem_printf("%s%s%s", rows[i].kept, is_told ? "; unknown=" : "", is_told ? rows[i].said : "");
        cr_expect_str_eq(kept(), all, "row %zu", i);
        cr_expect_eq(receipt->open_until_ms,
                     rows[i].judged == WRITE_OPEN && rows[i].when_ms < 661000 ? 661000 : 0, "row %zu", i);
        cr_expect(rows[i].judged == WRITE_OPEN || receipt->end.row == 8);
        free(all);
        project_free(now);
    }
}
