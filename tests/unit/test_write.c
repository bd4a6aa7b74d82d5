/* core/write: the table of what ends a write, what an answer makes of it, and the words for one that is open.
 */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "support/asserts.h"

#define RECORDED_MS INT64_C(1000000)
#define LIMIT_MS    (RECORDED_MS + 60000) /* its sender gives up */
#define ANSWERED_MS (RECORDED_MS + 5000)
#define SETTLE_MS   (10 * 60000) /* settle_after, as it is by default */

static struct settings settings;

static void begin(void)
{
    settings_init(&settings);
}

static void finish(void)
{
    settings_free(&settings);
}

TestSuite(write, .init = begin, .fini = finish);

/* A project as a reading gives it; no version below 0, no state for "". */
static struct project *project_of(const char *state, int version, const char *members)
{
    struct error err;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "{\"Id\":5");
    if (*state)
        buffer_printf(&text, ",\"ProcessingState\":\"%s\"", state);
    if (version >= 0)
        buffer_printf(&text, ",\"AccessToken\":%d", version);
    buffer_printf(&text, "%s}", members);
    json_t *json = json_decode(buffer_text(&text), text.len, &err);
    struct project *project = project_from_json(json, 5, &err);
    cr_assert_not_null(project, "%s", buffer_text(&text));
    json_decref(json);
    buffer_free(&text);
    return project;
}

#define GONE         "404"
#define SILENT       NULL, false /* no answer came */
#define TAKEN(state) state, true /* it was accepted, by an answer with this state or without one (NULL) */

/* Version 7 was seen before each. `early`: by a reading up to the time limit or the answer and settle_after,
 * `late`: by one that began after that. */
static const struct {
    const char *before, *answer;
    bool is_taken;
    const char *now;
    int version;
    enum write_outcome early, late;
} enqueues[] = {
    /* lost: active where it was not, or ended otherwise */
    {"None", SILENT, "InProgress", 8, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "InProgress", 7, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "InProgress", -1, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "Completed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "Failed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"None", SILENT, "Canceled", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"Completed", SILENT, "InProgress", 8, WRITE_PROBABLY, WRITE_PROBABLY},
    {"Completed", SILENT, "Failed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"Failed", SILENT, "Completed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    {"Uploading", SILENT, "InProgress", 8, WRITE_PROBABLY, WRITE_PROBABLY},
    {"InProgress", SILENT, "Completed", 9, WRITE_PROBABLY, WRITE_PROBABLY},
    /* lost: state and version as before */
    {"None", SILENT, "None", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", SILENT, "Completed", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Failed", SILENT, "Failed", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"InProgress", SILENT, "InProgress", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Uploading", SILENT, "Uploading", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    /* lost: anything else stays, never by time alone */
    {"None", SILENT, "None", 8, WRITE_OPEN, WRITE_OPEN},
    {"Completed", SILENT, "Completed", 9, WRITE_OPEN, WRITE_OPEN},
    {"Failed", SILENT, "Failed", 9, WRITE_OPEN, WRITE_OPEN},
    {"InProgress", SILENT, "InProgress", 8, WRITE_OPEN, WRITE_OPEN},
    {"None", SILENT, "Uploading", 8, WRITE_OPEN, WRITE_OPEN},
    {"Failed", SILENT, "None", 8, WRITE_OPEN, WRITE_OPEN},
    {"Completed", SILENT, "None", 7, WRITE_OPEN, WRITE_OPEN},
    {"None", SILENT, "", 8, WRITE_OPEN, WRITE_OPEN},
    /* taken: another state than that of the answer */
    {"None", TAKEN("None"), "InProgress", 8, WRITE_DONE, WRITE_DONE},
    {"None", TAKEN("None"), "Completed", 9, WRITE_DONE, WRITE_DONE},
    {"None", TAKEN("None"), "Failed", 9, WRITE_DONE, WRITE_DONE},
    {"None", TAKEN("None"), "Uploading", 8, WRITE_DONE, WRITE_DONE},
    {"Completed", TAKEN("Completed"), "InProgress", 8, WRITE_DONE, WRITE_DONE},
    {"Completed", TAKEN("Completed"), "None", 8, WRITE_DONE, WRITE_DONE},
    {"Failed", TAKEN("Failed"), "Completed", 9, WRITE_DONE, WRITE_DONE},
    {"Completed", TAKEN("None"), "Completed", 9, WRITE_DONE, WRITE_DONE},
    {"None", TAKEN(NULL), "InProgress", 8, WRITE_DONE, WRITE_DONE},
    /* taken: the same, whatever its version */
    {"None", TAKEN("None"), "None", 7, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN("None"), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", TAKEN("Completed"), "Completed", 9, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Failed", TAKEN("Failed"), "Failed", 9, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", TAKEN("None"), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN("Uploading"), "Uploading", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN(NULL), "None", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"Completed", TAKEN(""), "Completed", 8, WRITE_OPEN, WRITE_NO_EFFECT},
    {"None", TAKEN("None"), "", 8, WRITE_OPEN, WRITE_OPEN},
    /* the project is gone */
    {"None", SILENT, GONE, 0, WRITE_UNKNOWN, WRITE_UNKNOWN},
    {"None", TAKEN("None"), GONE, 0, WRITE_UNKNOWN, WRITE_UNKNOWN},
};

static struct write enqueue_of(const char *before, const char *answer, bool is_taken)
{
    return (struct write){.id = 5,
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

/* Asserts what readings of these times prove. */
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
    for (size_t i = 0; i < sizeof enqueues / sizeof *enqueues; i++) {
        struct write write = enqueue_of(enqueues[i].before, enqueues[i].answer, enqueues[i].is_taken);
        bool is_gone = strcmp(enqueues[i].now, GONE) == 0;
        struct project *now = is_gone ? NULL : project_of(enqueues[i].now, enqueues[i].version, "");
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
    {ENDPOINT_DELETE_TAG, "None", 7, 7, "", WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_DELETE_TAG, "None", 7, 8, "", WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_DELETE_TAG, NULL, -1, 8, "", WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, METADATA("{\"k\":\"v\"}"), WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, METADATA("{\"k\":\"w\"}"), WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, 7, "", WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, 8, "", WRITE_PROBABLY, WRITE_PROBABLY},
    {ENDPOINT_DELETE_METADATA, "None", 7, 8, METADATA("{\"k\":\"v\"}"), WRITE_OPEN, WRITE_NO_EFFECT},
    {ENDPOINT_DELETE_METADATA, "None", 7, 8, METADATA("{\"x\":\"v\"}"), WRITE_PROBABLY, WRITE_PROBABLY},
};

Test(write, what_a_reading_proves_of_a_change_of_tags_and_metadata)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct write write = enqueue_of(changes[i].before, SILENT);
        struct project *now = project_of("None", changes[i].version, changes[i].members);
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
    cr_assert(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1", &err));
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
    struct error err;
    struct project *queued = project_of("Queued", 8, ""), *ready = project_of("Ready", 8, "");
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS, &settings), WRITE_OPEN);
    cr_expect_eq(write_judge(&lost, ready, LIMIT_MS, &settings), WRITE_OPEN);
    cr_assert(
        settings_put(&settings, SETTING_ACTIVE_STATES, SOURCE_CONFIG, "config", "InProgress Queued", &err));
    cr_assert(
        settings_put(&settings, SETTING_SETTLED_STATES, SOURCE_CONFIG, "config", "Completed Ready", &err));
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS, &settings), WRITE_PROBABLY);
    cr_expect_eq(write_judge(&lost, ready, LIMIT_MS, &settings), WRITE_PROBABLY);
    lost.before = (char *)"InProgress"; /* active already */
    cr_expect_eq(write_judge(&lost, queued, LIMIT_MS + 2 * SETTLE_MS, &settings), WRITE_OPEN);
    project_free(ready);
    project_free(queued);
}

/* What became of a write by its answer; of the errors as api/write makes them. */
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
    {false, ERROR_REJECTED, 402, true, WRITE_REFUSED},
    {false, ERROR_FORBIDDEN, 403, true, WRITE_REFUSED},
    {false, ERROR_NOT_FOUND, 404, true, WRITE_REFUSED},
    {false, ERROR_CONFLICT, 409, true, WRITE_REFUSED},
    {false, ERROR_REJECTED, 412, true, WRITE_REFUSED},
    {false, ERROR_REJECTED, 422, true, WRITE_REFUSED},
    {false, ERROR_RATE_LIMITED, 429, true, WRITE_REFUSED},
    {false, ERROR_UNKNOWN_OUTCOME, 302, true, WRITE_OPEN},
    {false, ERROR_UNKNOWN_OUTCOME, 408, true, WRITE_OPEN},
    {false, ERROR_UNKNOWN_OUTCOME, 500, true, WRITE_OPEN},
    {false, ERROR_UNKNOWN_OUTCOME, 200, true, WRITE_OPEN}, /* a body that is no project */
    {false, ERROR_UNKNOWN_OUTCOME, 0, true, WRITE_OPEN},   /* no answer */
    {false, ERROR_CANCELLED, 0, true, WRITE_OPEN},
    {false, ERROR_CANCELLED, 0, false, WRITE_UNSENT},
    {false, ERROR_DNS, 0, false, WRITE_UNSENT},
    {false, ERROR_CONNECT, 0, false, WRITE_UNSENT},
    {false, ERROR_TLS, 0, false, WRITE_UNSENT},
    {false, ERROR_NOT_LOGGED_IN, 0, false, WRITE_UNSENT}, /* no token */
};

Test(write, what_an_answer_makes_of_it)
{
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct call_result result = {.op = ENDPOINT_ENQUEUE, .ok = answers[i].ok};
        result.error =
            (struct error){.kind = answers[i].kind, .status = answers[i].status, .sent = answers[i].sent};
        cr_expect_eq(write_outcome_of(&result), answers[i].outcome, "answer %zu", i);
    }
    for (int i = WRITE_OPEN; i < WRITE_OUTCOMES; i++)
        cr_expect_eq(write_outcome_find(write_outcome_name((enum write_outcome)i)), i);
    cr_expect_null(write_outcome_name(WRITE_OPEN));
    cr_expect_eq(write_outcome_find("of a later program"), WRITE_UNKNOWN);
}

/* The words for one that is open have these, and lack that. */
static void expect_words(const struct write *write, int64_t now_ms, const char *first, const char *second,
                         const char *lacks)
{
    char *words = write_words(write, now_ms, DATE_UTC);
    cr_expect_str_has(words, first);
    cr_expect_str_has(words, second);
    cr_expect_str_lacks(words, lacks);
    free(words);
}

Test(write, the_words_for_one_that_is_open_tell_its_time_its_login_and_what_is_missing)
{
    struct write write = enqueue_of("None", SILENT);
    write.when_ms = INT64_C(1795791780000); /* 2026-11-27 15:03 */
    write.until_ms = write.when_ms + 60000;
    expect_words(&write, write.until_ms + 1, "15:03", "has no answer", "another login");
    write.is_elsewhere = true;
    expect_words(&write, write.until_ms + 1, "has no answer", "by another login of this computer", "start");
    write.outcome = WRITE_DONE;
    write.answered_ms = write.when_ms + 400;
    expect_words(&write, write.until_ms + 1, "15:03 UTC by another login of this computer",
                 "not seen to start", "answer");
}
