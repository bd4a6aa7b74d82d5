/* core/pending: what a reading proves of a write without an answer, and until when it is open. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/core/pending.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define WHEN_MS  INT64_C(1000000)
#define UNTIL_MS (WHEN_MS + 60000)       /* the sender's timeout */
#define OVER_MS  (UNTIL_MS + 10 * 60000) /* and ten minutes: the last moment at which it may come */

static struct settings settings;

static void begin(void)
{
    settings_init(&settings);
}

static void finish(void)
{
    settings_free(&settings);
}

TestSuite(pending, .init = begin, .fini = finish);

/* A project out of the members of its resource. */
static struct project *project_of(const char *members)
{
    struct error err;
    char *text = mem_printf("{\"Id\":5%s%s}", *members ? "," : "", members);
    json_t *json = json_decode(text, strlen(text), &err);
    struct project *project = project_from_json(json, 5, &err);
    cr_assert_not_null(project, "%s", text);
    json_decref(json);
    free(text);
    return project;
}

/* What a reading at a time proves. */
static enum pending_finding judge(enum endpoint_id op, const char *state, int64_t version,
                                  const char *members, int64_t read_ms)
{
    struct pending pending = {.id = 5,
                              .op = op,
                              .key = (char *)"k",
                              .value = (char *)(op == ENDPOINT_DELETE_TAG ? "news" : "v"),
                              .state = (char *)state,
                              .version = version,
                              .when_ms = WHEN_MS,
                              .until_ms = UNTIL_MS};
    struct project *now = project_of(members);
    enum pending_finding finding = pending_judge(&pending, now, read_ms, &settings);
    project_free(now);
    return finding;
}

#define NONE(version)     "\"ProcessingState\":\"None\",\"AccessToken\":" #version
#define STATE(name)       "\"ProcessingState\":\"" name "\",\"AccessToken\":8"
#define STATE_ALONE(name) "\"ProcessingState\":\"" name "\""
#define TAGS(list)        "\"ProcessingState\":\"None\",\"AccessToken\":8,\"Tags\":" list
#define METADATA(object)  "\"ProcessingState\":\"None\",\"AccessToken\":8,\"Metadata\":" object

/* What was seen before, what is read now, and what that proves up to the end and after it. */
static const struct {
    enum endpoint_id op;
    const char *state;
    int64_t version;
    const char *now;
    enum pending_finding before_end, after_end;
} rows[] = {
    /* an enqueue of what was seen */
    {ENDPOINT_ENQUEUE, "None", 7, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ENQUEUE, "None", 7, NONE(8), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "None", 7, STATE("InProgress"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_ENQUEUE, "None", 7, STATE("Completed"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_ENQUEUE, "None", 7, STATE("Failed"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_ENQUEUE, "None", 7, STATE("Uploading"), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "None", 7, STATE_ALONE("None"), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ENQUEUE, "None", -1, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ENQUEUE, "Completed", 8, STATE("Completed"), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ENQUEUE, "Completed", 7, STATE("Completed"), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "Completed", -1, STATE("Completed"), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "Failed", 7, STATE("None"), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "None", 7, "", PENDING_OPEN, PENDING_OPEN},
    /* of what was never seen */
    {ENDPOINT_ENQUEUE, NULL, -1, STATE("InProgress"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_ENQUEUE, NULL, -1, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ENQUEUE, NULL, -1, STATE("Completed"), PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, NULL, -1, "", PENDING_OPEN, PENDING_OPEN},
    {ENDPOINT_ENQUEUE, "", 7, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    /* tags */
    {ENDPOINT_DELETE_TAG, "None", 7, TAGS("[\"news\"]"), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_DELETE_TAG, "None", 7, TAGS("[\"newsroom\"]"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_DELETE_TAG, "None", 7, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_DELETE_TAG, "None", 7, NONE(8), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_DELETE_TAG, NULL, -1, NONE(8), PENDING_OPEN, PENDING_NO_EFFECT},
    /* metadata */
    {ENDPOINT_ADD_METADATA, "None", 7, METADATA("{\"k\":\"v\"}"), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_ADD_METADATA, "None", 7, METADATA("{\"k\":\"w\"}"), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, NONE(7), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_ADD_METADATA, "None", 7, NONE(8), PENDING_DONE, PENDING_DONE},
    {ENDPOINT_DELETE_METADATA, "None", 7, METADATA("{\"k\":\"v\"}"), PENDING_OPEN, PENDING_NO_EFFECT},
    {ENDPOINT_DELETE_METADATA, "None", 7, METADATA("{\"x\":\"v\"}"), PENDING_DONE, PENDING_DONE},
};

Test(pending, what_a_reading_proves_before_and_after_the_time_in_which_it_may_come)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *state = rows[i].state, *now = rows[i].now;
        int64_t version = rows[i].version;
        cr_expect_eq(judge(rows[i].op, state, version, now, WHEN_MS + 1), rows[i].before_end, "row %zu", i);
        cr_expect_eq(judge(rows[i].op, state, version, now, OVER_MS), rows[i].before_end,
                     "row %zu at the end", i);
        cr_expect_eq(judge(rows[i].op, state, version, now, OVER_MS + 1), rows[i].after_end, "row %zu later",
                     i);
    }
}

Test(pending, it_is_open_for_the_setting_after_its_sender_gave_up)
{
    struct pending pending = {.when_ms = WHEN_MS, .until_ms = UNTIL_MS};
    struct error err;
    cr_expect_eq(pending_open_until(&pending, &settings, WHEN_MS), OVER_MS);
    cr_assert(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1", &err));
    cr_expect_eq(pending_open_until(&pending, &settings, WHEN_MS), UNTIL_MS + 60000);
    cr_expect_not(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "0", &err));
    cr_expect(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1440", &err));
    cr_expect_not(settings_put(&settings, SETTING_SETTLE_AFTER, SOURCE_CONFIG, "config", "1441", &err));
}

Test(pending, one_from_a_clock_that_ran_ahead_counts_as_sent_now)
{
    struct pending pending = {.when_ms = WHEN_MS + 5000, .until_ms = UNTIL_MS + 5000};
    cr_expect_eq(pending_open_until(&pending, &settings, WHEN_MS), OVER_MS);
    cr_expect_eq(pending_open_until(&pending, &settings, WHEN_MS + 5000), OVER_MS + 5000);
}
