/* core/write: which failures stop a command about many projects, what a read proves of a write, the result of
 * an answer, the words for open writes, receipts, and the ledger of exports. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static struct settings settings; /* timeout = 60, settle_after = 10 */
static struct call *call;
static struct call_result *result;
static struct receipt *receipt;
static struct receipt_context context;

static void begin(void)
{
    settings_init(&settings);
}

static void end(void)
{
    receipt_free(receipt);
    call_result_free(result);
    call_free(call);
}

static void finish(void)
{
    end();
    settings_free(&settings);
}

TestSuite(write, .init = begin, .fini = finish);
TestSuite(receipt, .init = begin, .fini = finish);
TestSuite(ledger, .init = begin, .fini = finish);

static void set(enum setting_id id, const char *value)
{
    struct error err;
    cr_assert(settings_put(&settings, id, SOURCE_CONFIG, "config", value, &err), "%s", err.text);
}

/* Project 12 as read; version < 0: no version, state "": no state. */
static struct project *project_with(const char *state, int64_t version, const char *members)
{
    struct error err;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "{\"Id\":12");
    if (*state)
        buffer_printf(&text, ",\"ProcessingState\":\"%s\"", state);
    if (version >= 0)
        buffer_printf(&text, ",\"AccessToken\":%lld", (long long)version);
    buffer_printf(&text, "%s}", members);
    json_t *json = json_decode(buffer_text(&text), text.len, &err);
    struct project *project = project_from_json(json, 12, &err);
    cr_assert_not_null(project, "%s", buffer_text(&text));
    json_decref(json);
    buffer_free(&text);
    return project;
}

static struct project *project_in(const char *state, int64_t version)
{
    return project_with(state, version, "");
}

/* --- failures of a command about many projects --- */

Test(write, a_command_stops_without_a_login_when_cancelled_and_at_a_wait_of_more_than_five_minutes)
{
    static const int asked_s[] = {-1, 0, 300, 301, INT_MAX};
    struct error err;
    for (int kind = 0; kind < ERROR_KIND_COUNT; kind++) {
        error_set(&err, (enum error_kind)kind, "x");
        cr_expect_eq(call_fails_others(&err), kind == ERROR_NOT_LOGGED_IN || kind == ERROR_CANCELLED, "%d",
                     kind);
        cr_expect_eq(call_puts_off_others(&err), kind == ERROR_IO, "%d", kind);
    }
    for (size_t i = 0; i < COUNT(asked_s); i++) {
        error_set(&err, ERROR_RATE_LIMITED, "x");
        err.retry_after_s = asked_s[i];
        cr_expect_eq(call_puts_off_others(&err), asked_s[i] > 300, "%d s", asked_s[i]);
        err.kind = ERROR_SERVER;
        cr_expect_not(call_puts_off_others(&err));
    }
}

/* --- what a read proves --- */

#define RECORDED_MS INT64_C(1000000)
#define LIMIT_MS    (RECORDED_MS + 60000) /* timeout of the sender */
#define ANSWERED_MS (RECORDED_MS + 5000)
#define SETTLE_MS   (10 * 60000) /* the default of settle_after */

#define GONE         "404"
#define SILENT       NULL, false /* no answer came */
#define TAKEN(state) state, true /* accepted, with this state in the answer; NULL: none */

/* Version 7 was read before each write. `early`: the outcome by a read up to settle_after after the timeout
 * or the answer; `late`: by a read that began after that. */
static const struct {
    const char *before, *answer;
    bool is_taken;
    const char *now;
    int version;
    enum write_outcome early, late;
} enqueues[] = {
    /* no answer: newly active, or another end */
    {"None", SILENT, "InProgress", 8, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "InProgress", -1, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "Completed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"Completed", SILENT, "Failed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"InProgress", SILENT, "Completed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    /* no answer: state and version as before */
    {"None", SILENT, "None", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"InProgress", SILENT, "InProgress", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    /* no answer: anything else stays open, however late */
    {"None", SILENT, "None", 8, WRITE_OPEN, WRITE_OPEN},
    {"InProgress", SILENT, "InProgress", 8, WRITE_OPEN, WRITE_OPEN},
    {"None", SILENT, "Uploading", 8, WRITE_OPEN, WRITE_OPEN},
    {"None", SILENT, "", 8, WRITE_OPEN, WRITE_OPEN},
    /* accepted: another state than in the answer */
    {"None", TAKEN("None"), "InProgress", 8, WRITE_DONE, WRITE_DONE},
    {"Completed", TAKEN("None"), "Completed", 9, WRITE_DONE, WRITE_DONE},
    {"None", TAKEN(NULL), "InProgress", 8, WRITE_DONE, WRITE_DONE},
    /* accepted: the state of the answer, with any version */
    {"None", TAKEN("None"), "None", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN("None"), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", TAKEN("None"), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN(NULL), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", TAKEN(""), "Completed", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN("None"), "", 8, WRITE_OPEN, WRITE_OPEN},
    /* the project no longer exists */
    {"None", SILENT, GONE, 0, WRITE_UNKNOWN, WRITE_UNKNOWN},
    {"None", TAKEN("None"), GONE, 0, WRITE_UNKNOWN, WRITE_UNKNOWN},
};

static struct write enqueue_of(const char *before, const char *answer, bool is_taken)
{
    return (struct write){.id = 12,
                          .op = ENDPOINT_ENQUEUE,
                          .before = (char *)before,
                          .version = 7,
                          .rests_ms = RECORDED_MS - 100,
                          .when_ms = RECORDED_MS,
                          .until_ms = LIMIT_MS,
                          .answered_ms = is_taken ? ANSWERED_MS : 0,
                          .outcome = is_taken ? WRITE_DONE : WRITE_OPEN,
                          .after = (char *)answer};
}

/* Asserts what reads at these times prove. */
static void expect_judged(size_t row, const struct write *write, const struct project *now,
                          const int64_t *times_ms, size_t count, enum write_outcome wanted)
{
    for (size_t i = 0; i < count; i++) {
        enum write_outcome found = write_judge(write, now, times_ms[i], &settings);
        cr_expect_eq(found, wanted, "row %zu, %lld ms after the record", row,
                     (long long)(times_ms[i] - RECORDED_MS));
    }
}

Test(write, what_a_reading_proves_of_an_enqueue)
{
    for (size_t i = 0; i < COUNT(enqueues); i++) {
        struct write write = enqueue_of(enqueues[i].before, enqueues[i].answer, enqueues[i].is_taken);
        bool is_gone = strcmp(enqueues[i].now, GONE) == 0;
        struct project *now = is_gone ? NULL : project_in(enqueues[i].now, enqueues[i].version);
        int64_t from_ms = enqueues[i].is_taken ? ANSWERED_MS : RECORDED_MS;
        int64_t over_ms = (enqueues[i].is_taken ? ANSWERED_MS : LIMIT_MS) + SETTLE_MS;
        expect_judged(i, &write, now, (int64_t[]){from_ms - 4000, from_ms - 1}, 2, WRITE_OPEN);
        expect_judged(i, &write, now, (int64_t[]){from_ms + 1, over_ms}, 2, enqueues[i].early);
        expect_judged(i, &write, now, (int64_t[]){over_ms + 1, over_ms + 100 * SETTLE_MS}, 2,
                      enqueues[i].late);
        project_free(now);
    }
}

#define TAGS(list)       ",\"Tags\":" list
#define METADATA(object) ",\"Metadata\":" object

static const struct {
    enum endpoint_id op;
    const char *before;
    int before_version, version;
    const char *members;
    enum write_outcome early, late;
} changes[] = {
    {ENDPOINT_DELETE_TAG, "None", 7, 8, TAGS("[\"news\"]"), WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_DELETE_TAG, "None", 7, 8, TAGS("[\"newsroom\"]"), WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_DELETE_TAG, "None", 7, 8, "", WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_DELETE_TAG, NULL, -1, 8, "", WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, METADATA("{\"k\":\"v\"}"), WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, METADATA("{\"k\":\"w\"}"), WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, "", WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_DELETE_METADATA, "None", 7, 8, METADATA("{\"k\":\"v\"}"), WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_DELETE_METADATA, "None", 7, 8, METADATA("{\"x\":\"v\"}"), WRITE_PROBABLY, WRITE_PROBABLY},
};

Test(write, what_a_reading_proves_of_a_change_of_tags_and_metadata)
{
    for (size_t i = 0; i < COUNT(changes); i++) {
        struct write write = enqueue_of(changes[i].before, SILENT);
        struct project *now = project_with("None", changes[i].version, changes[i].members);
        int64_t over_ms = LIMIT_MS + SETTLE_MS;
        write.op = changes[i].op;
        write.version = changes[i].before_version;
        write.key = (char *)"k";
        write.value = (char *)(write.op == ENDPOINT_DELETE_TAG ? "news" : "v");
        expect_judged(i, &write, now, (int64_t[]){RECORDED_MS - 1}, 1, WRITE_OPEN);
        expect_judged(i, &write, now, (int64_t[]){RECORDED_MS + 1, over_ms}, 2, changes[i].early);
        expect_judged(i, &write, now, (int64_t[]){over_ms + 1}, 1, changes[i].late);
        project_free(now);
    }
}

Test(write, it_is_open_for_settle_after_behind_its_time_limit_or_its_answer)
{
    struct write lost = enqueue_of("None", SILENT), taken = enqueue_of("None", TAKEN("None")), over = taken;
    struct error err;
    over.is_over = true;
    cr_expect_eq(write_open_until(&lost, &settings, RECORDED_MS), LIMIT_MS + SETTLE_MS);
    cr_expect_eq(write_open_until(&taken, &settings, RECORDED_MS), ANSWERED_MS + SETTLE_MS);
    cr_expect_eq(write_open_until(&lost, &settings, RECORDED_MS - 3000), LIMIT_MS + SETTLE_MS - 3000,
                 "a clock that ran ahead: it counts as sent now");
    set(SETTING_SETTLE_AFTER, "1");
    cr_expect_eq(write_open_until(&lost, &settings, RECORDED_MS), LIMIT_MS + 60000);
    cr_expect_eq(write_open_until(&taken, &settings, RECORDED_MS), ANSWERED_MS + 60000);
    cr_expect_not(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "0", &err));
    cr_expect_not(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1441", &err));

    cr_expect_not(write_is_lost(&lost, LIMIT_MS), "its sender waits");
    cr_expect(write_is_lost(&lost, LIMIT_MS + 1));
    cr_expect_not(write_is_lost(&taken, LIMIT_MS + 1));
    cr_expect(write_is_taken(&taken));
    cr_expect_not(write_is_taken(&lost));
    cr_expect_not(write_is_taken(&over));
}

Test(write, active_and_ended_are_the_two_settings)
{
    struct write lost = enqueue_of("None", SILENT);
    struct project *queued = project_in("Queued", 8), *ready = project_in("Ready", 8);
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS, &settings), WRITE_OPEN);
    cr_expect_eq(write_judge(&lost, ready, LIMIT_MS, &settings), WRITE_OPEN);
    set(SETTING_ACTIVE_STATES, "InProgress Queued");
    set(SETTING_SETTLED_STATES, "Completed Ready");
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS, &settings), WRITE_PROBABLY);
    cr_expect_eq(write_judge(&lost, ready, LIMIT_MS, &settings), WRITE_PROBABLY);
    lost.before = (char *)"InProgress"; /* already active */
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS + 2 * SETTLE_MS, &settings), WRITE_OPEN);
    project_free(ready);
    project_free(queued);
}

/* The outcome of a write by its answer, with the errors of api/look.c. */
static const struct {
    bool ok;
    enum error_kind kind;
    int status;
    bool sent;
    enum write_outcome outcome;
} answers[] = {
    {true, ERROR_NONE, 200, true, WRITE_DONE},
    {false, ERROR_REJECTED, 400, true, WRITE_REFUSED},
    {false, ERROR_NOT_LOGGED_IN, 401, true, WRITE_REFUSED},
    {false, ERROR_NOT_FOUND, 404, true, WRITE_REFUSED},
    {false, ERROR_RATE_LIMITED, 429, true, WRITE_REFUSED},
    {false, ERROR_UNKNOWN_OUTCOME, 302, true, WRITE_OPEN},
    {false, ERROR_UNKNOWN_OUTCOME, 500, true, WRITE_OPEN},
    {false, ERROR_UNKNOWN_OUTCOME, 200, true, WRITE_OPEN}, /* the body is not a project */
    {false, ERROR_UNKNOWN_OUTCOME, 0, true, WRITE_OPEN},   /* no answer */
    {false, ERROR_CANCELLED, 0, true, WRITE_OPEN},
    {false, ERROR_CANCELLED, 0, false, WRITE_UNSENT},
    {false, ERROR_CONNECT, 0, false, WRITE_UNSENT},
    {false, ERROR_NOT_LOGGED_IN, 0, false, WRITE_UNSENT}, /* no token */
};

Test(write, the_outcome_of_a_write_by_its_answer)
{
    for (size_t i = 0; i < COUNT(answers); i++) {
        struct call_result answered = {.op = ENDPOINT_ENQUEUE, .ok = answers[i].ok};
        answered.error =
            (struct error){.kind = answers[i].kind, .status = answers[i].status, .sent = answers[i].sent};
        cr_expect_eq(write_outcome_of(&answered), answers[i].outcome, "answer %zu", i);
    }
    for (int i = WRITE_OPEN; i < WRITE_OUTCOMES; i++)
        cr_expect_eq(write_outcome_find(write_outcome_name((enum write_outcome)i)), i);
    cr_expect_null(write_outcome_name(WRITE_OPEN));
    cr_expect_eq(write_outcome_find("of a later program"), WRITE_UNKNOWN);
}

static void expect_words(const struct write *write, int64_t now_ms, const char *wanted)
{
    char *words = write_words(write, now_ms, DATE_UTC);
    cr_expect_str_eq(words, wanted);
    free(words);
}

Test(write, the_words_for_an_open_write_have_its_time_its_login_and_what_is_missing)
{
    struct write write = enqueue_of("None", SILENT);
    write.when_ms = INT64_C(1795791780000); /* 2026-11-27 15:03 */
    write.until_ms = write.when_ms + 60000;
    expect_words(&write, write.until_ms, "an enqueue (sent 15:03 UTC) has no answer yet");
    expect_words(&write, write.until_ms + 1, "an enqueue (sent 15:03 UTC) has no answer");
    write.is_elsewhere = true;
    expect_words(&write, write.until_ms + 1,
                 "an enqueue (sent 15:03 UTC under another steno login on this computer) has no answer");
    write.outcome = WRITE_DONE;
    write.answered_ms = write.when_ms + 400;
    expect_words(&write, write.until_ms + 1,
                 "it was enqueued 15:03 UTC under another steno login on this computer"
                 ", but no start was seen so far");
}

/* --- receipts --- */

/* Makes a call of an operation with all its members, and the context of its receipt; frees the previous ones.
 */
static void ask(enum endpoint_id op)
{
    end();
    receipt = NULL;
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

/* The members of the receipt that the store saves, in a line:
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

Test(receipt, successful_operations_are_reported_and_saved)
{
    static const struct {
        enum endpoint_id op;
        const char *now; /* the state in the answer, with version 4 */
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
    for (size_t i = 0; i < COUNT(rows); i++) {
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

#define LOST_ENQUEUE "unknown=Enqueue with Lang=en-US: no answer; overrules 8"

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
        /* not sent */
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_ADD_METADATA, ERROR_CONNECT, false, 0, WRITE_UNSENT, ""},
        {ENDPOINT_EXPORT, ERROR_CANCELLED, false, 0, WRITE_UNSENT, ""},
        /* may have been done */
        {ENDPOINT_ENQUEUE, ERROR_CANCELLED, true, 0, WRITE_OPEN, LOST_ENQUEUE},
        {ENDPOINT_ENQUEUE, ERROR_UNKNOWN_OUTCOME, false, 502, WRITE_OPEN, LOST_ENQUEUE},
        {ENDPOINT_DELETE_TAG, ERROR_UNKNOWN_OUTCOME, false, 401, WRITE_OPEN,
         "unknown=Delete tag \"news\": no answer"},
        /* refused; never saved with a value of metadata, which the server may quote */
        {ENDPOINT_ENQUEUE, ERROR_REJECTED, true, 400, WRITE_REFUSED,
         "end refused 400 over ended “Why”; refused=Enqueue with Lang=en-US: refused (400): Why"},
        {ENDPOINT_ADD_METADATA, ERROR_FORBIDDEN, true, 403, WRITE_REFUSED,
         "end refused 403 over ended; refused=Set metadata \"k\": refused (403)"},
        {ENDPOINT_DELETE_TAG, ERROR_CONFLICT, true, 409, WRITE_REFUSED,
         "end refused 409 over ended “Why”; refused=Delete tag \"news\": refused (409): Why"},
        {ENDPOINT_EXPORT, ERROR_NOT_FOUND, true, 404, WRITE_REFUSED,
         "end refused 404 over ended “Why”; refused=Export with FileFormatId=en-US: refused (404): Why"},
        {ENDPOINT_EXPORT, ERROR_SERVER, true, 500, WRITE_REFUSED, "end refused 500 over ended “Why”"},
        /* failed exports */
        {ENDPOINT_EXPORT, ERROR_EXISTS, false, 0, WRITE_FAILED, "end failed over ended “It failed.”"},
        {ENDPOINT_EXPORT, ERROR_IO, true, 200, WRITE_FAILED, "end failed over ended “It failed.”"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
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

/* Loses the answer of an operation; a read at this time follows. */
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
    receipt_retell(receipt, &result->error);
    cr_expect_str_eq(result->error.text, "Project 12 is being transcribed: your enqueue arrived",
                     "what proves it is said alone");
    cr_expect_eq(result->error.open_until_ms, 0);
    cr_expect_str_eq(kept(), "end done InProgress over; project InProgress seen;"
                             " unknown=Enqueue with Lang=en-US: no answer;"
                             " unknown=Project 12 is being transcribed: your enqueue arrived");
    lose(ENDPOINT_ENQUEUE, "None", 3, 2000);
    cr_expect_not(receipt->was_done);
    cr_expect_str_eq(kept(), "project None seen; unknown=Enqueue with Lang=en-US: no answer");
    receipt_retell(receipt, &result->error);
    cr_expect_str_eq(result->error.text, "It failed. The outcome is open until 00:12 UTC.");
    cr_expect_eq(result->error.open_until_ms, 661000);
    cr_expect_eq(result->error.kind, ERROR_UNKNOWN_OUTCOME);
    lose(ENDPOINT_DELETE_TAG, "None", 4, 2000);
    cr_expect_str_eq(kept(), "end done None over ended; project None;"
                             " unknown=Delete tag \"news\": no answer;"
                             " unknown=Project 12 cannot be checked: the server sent no list of tags");
    set(SETTING_SETTLE_AFTER, "1");
    lose(ENDPOINT_ENQUEUE, "None", 3, 1000 + 2 * 60000 + 1);
    cr_expect_str_eq(kept(), "project None seen; unknown=Enqueue with Lang=en-US: no answer",
                     "it proves no missing effect, however long it took");
}

/* Makes the receipt of a read at `when_ms` for a write recorded at 1000, with `answer` at 2000 or without
 * (NULL). */
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

Test(receipt, a_later_read_reports_the_outcome_of_a_write)
{
#define LOST(end) " (Enqueue with Lang=en-US: no answer" end
    static const struct {
        enum endpoint_id op;
        const char *answer,
            *now; /* answer: its state, NULL: lost; now: the state read, NULL: no such project */
        int64_t version, when_ms;
        enum write_outcome judged;
        const char *said, *kept; /* kept: what is saved, but not the history line: that is `said` */
    } rows[] = {
        {ENDPOINT_ENQUEUE, NULL, "InProgress", 4, 2000, WRITE_PROBABLY,
         "Project 12 is being transcribed: your enqueue arrived" LOST(")"),
         "end probably InProgress over; project InProgress"},
        {ENDPOINT_ENQUEUE, NULL, "Completed", 4, 2000, WRITE_PROBABLY,
         "Project 12 is Completed: your enqueue arrived" LOST(")"),
         "end probably Completed over ended; project Completed ended"},
        {ENDPOINT_ENQUEUE, NULL, "None", 3, 700000, WRITE_NO_EFFECT,
         "Project 12 is still None and was not changed" LOST(")"),
         "end no effect None over ended; project None"},
        {ENDPOINT_ENQUEUE, NULL, NULL, 0, 2000, WRITE_UNKNOWN,
         "Project 12 no longer exists (Enqueue: sent 00:00 UTC)", "end unknown over ended"},
        {ENDPOINT_ENQUEUE, "None", "InProgress", 4, 3000, WRITE_DONE, NULL,
         "end done InProgress over; project InProgress"},
        {ENDPOINT_ENQUEUE, "None", "None", 4, 700000, WRITE_NO_EFFECT,
         "Project 12 is still None: no start was seen (enqueued 00:00 UTC)",
         "end no effect None over ended; project None"},
        {ENDPOINT_DELETE_TAG, NULL, "None", 4, 2000, WRITE_PROBABLY,
         "Project 12 cannot be checked: the server sent no list of tags (Delete tag \"news\": no answer)",
         "end probably None over ended; project None"},
        {ENDPOINT_ADD_METADATA, NULL, "None", 4, 2000, WRITE_PROBABLY,
         "Project 12 has changed, perhaps by this request (Set metadata \"k\": no answer)",
         "end probably None over ended; project None"},
        {ENDPOINT_ENQUEUE, NULL, "None", 3, 2000, WRITE_OPEN,
         "Project 12 is still None at 00:00 UTC; the request may still be carried out" LOST(
             ", open until 00:12 UTC)"),
         ""},
        {ENDPOINT_ENQUEUE, NULL, "None", 4, 700000, WRITE_OPEN,
         "Project 12 may have been enqueued: it is still None at 00:11 UTC, but something else in it has "
         "changed" LOST(")"),
         ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
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

/* --- the ledger of exports --- */

static struct exported exported;

/* Makes a successful operation; frees the previous one. */
static void done(enum endpoint_id op, int64_t before, struct project *now)
{
    end();
    receipt = NULL;
    context = (struct receipt_context){.when_ms = 5000, .settings = &settings};
    call = call_new(op);
    call->project_id = 12;
    call->version = before;
    call->value = op == ENDPOINT_DELETE_TAG ? mem_copy("news") : NULL;
    result = call_result_new(call);
    result->ok = true;
    result->project = now;
}

/* Makes an export of this version into a file; NULL: into a pipe. */
static void export_of(int64_t version, const char *file)
{
    done(ENDPOINT_EXPORT, version, NULL);
    result->path = mem_copy("a.srt");
    result->file = mem_copy_or_null(file);
    result->written_ns = 99;
    result->export_info.bytes = 7;
}

/* Makes the receipt, and applies it to `exported`. Returns true if that changed. */
static bool follows(void)
{
    receipt_free(receipt);
    receipt = receipt_new(call, result, &context);
    return receipt_follow_export(&exported, receipt);
}

Test(ledger, what_was_exported_is_current_until_the_version_is_another_or_where_none_is_known_a_change_came)
{
    static const struct {
        struct exported exported;
        int64_t version, updated_ms;
        enum ledger_age age;
        const char *why;
    } rows[] = {{{0}, 7, 6000, LEDGER_NONE, "nothing was exported"},
                {{.when_ms = 5000, .version = 7}, 7, 6000, LEDGER_CURRENT, "the version"},
                {{.when_ms = 5000, .version = 7}, 8, 4000, LEDGER_OLD, "another version"},
                {{.when_ms = 70000, .version = -1}, 7, 10000, LEDGER_CURRENT, "changed a minute before"},
                {{.when_ms = 70000, .version = -1}, -1, 10000, LEDGER_CURRENT, "the same"},
                {{.when_ms = 70000, .version = -1}, 7, 10001, LEDGER_OLD, "the clocks may differ"},
                {{.when_ms = 70000, .version = -1}, 7, 0, LEDGER_OLD, "nobody knows when it was changed"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        cr_expect_eq(ledger_age(&rows[i].exported, rows[i].version, rows[i].updated_ms), rows[i].age, "%s",
                     rows[i].why);
}

Test(ledger, an_export_is_kept_with_the_version_that_was_read_and_the_format_that_was_asked_for)
{
    export_of(7, "/srv/a.srt");
    cr_assert(follows());
    cr_expect(exported.when_ms == 5000 && exported.version == 7);
    cr_expect_str_eq(exported.format, "srt");
    const struct ledger_file *file = &receipt->file;
    cr_expect_str_eq(file->path, "/srv/a.srt");
    cr_expect_str_eq(file->format, "srt");
    cr_expect(file->id == 12 && file->version == 7 && file->when_ms == 5000 && file->size == 7);
    cr_expect_eq(file->written_ns, 99);
    result->project = project_in("None", 8); /* read during the export */
    cr_assert(follows());
    cr_expect_eq(exported.version, 8);
    export_of(7, "/srv/subs.de/a");
    cr_assert(follows());
    cr_expect_str_eq(exported.format, "");
    call->params = param_set_new(&params_export);
    param_set_put_raw(call->params, param_find(&params_export, "FileFormatId"), "vtt");
    cr_assert(follows());
    cr_expect_str_eq(exported.format, "vtt");
    export_of(7, NULL);
    cr_expect_not(follows(), "a pipe is no file");
    cr_expect_null(receipt->file.path);
}

Test(ledger, a_change_by_this_user_makes_no_export_old)
{
    static const struct {
        enum endpoint_id op;
        int64_t exported, now;
        const char *meanwhile;
        int64_t then, kept; /* the version of the export afterwards, and the one in the receipt */
        const char *why;
    } rows[] = {{ENDPOINT_DELETE_TAG, 7, 8, NULL, 8, 8, "it follows"},
                {ENDPOINT_DELETE_TAG, 6, 8, NULL, 6, 8, "what was old stays old"},
                {ENDPOINT_DELETE_TAG, 7, 9, "Project 12 was changed in the meantime", 7, 0,
                 "nor does it follow over the change of somebody else, after which the edit was sent again"},
                {ENDPOINT_ENQUEUE, 7, 8, NULL, 7, 0, "an enqueue leads to another text"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        exported = (struct exported){.when_ms = 1000, .version = rows[i].exported};
        done(rows[i].op, 7, project_in("None", rows[i].now));
        result->said = mem_copy_or_null(rows[i].meanwhile);
        cr_expect_eq(follows(), rows[i].then != rows[i].exported, "%s", rows[i].why);
        cr_expect(exported.version == rows[i].then && exported.when_ms == 1000, "%s", rows[i].why);
        cr_expect_eq(receipt->moved_to, rows[i].kept, "%s", rows[i].why);
        cr_expect_eq(receipt->moved_from, rows[i].kept ? 7 : 0, "%s", rows[i].why);
    }
}
