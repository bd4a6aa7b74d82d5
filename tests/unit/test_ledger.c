/* core/rows: what an operation makes of what was exported, and what its receipt keeps of that. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

static struct call *call;
static struct call_result *result;
static struct exported exported;

static void teardown(void)
{
    call_result_free(result);
    call_free(call);
}

TestSuite(ledger, .fini = teardown);

static struct project *project_of(int64_t version)
{
    struct error err;
    json_t *json =
        json_pack("{s:i, s:I, s:s}", "Id", 12, "AccessToken", (json_int_t)version, "ProcessingState", "None");
    struct project *project = project_pick(json, 12, &err);
    cr_assert_not_null(project);
    json_decref(json);
    return project;
}

/* An operation that went well, in place of the one before. */
static void done(enum endpoint_id op, int64_t before, struct project *now)
{
    teardown();
    call = call_new(op);
    call->project_id = 12;
    call->version = before;
    call->value = op == ENDPOINT_DELETE_TAG ? mem_copy("news") : NULL;
    result = call_result_new(call);
    result->ok = true;
    result->project = now;
}

/* An export of a version into this file; NULL: into a pipe. */
static void export_of(int64_t version, const char *file)
{
    done(ENDPOINT_EXPORT, version, NULL);
    result->path = mem_copy("a.srt");
    result->file = mem_copy_or_null(file);
    result->written_ns = 99;
    result->export_info.bytes = 7;
}

static struct receipt *receipt_of(void)
{
    static struct settings settings;
    settings_init(&settings);
    struct receipt *receipt =
        receipt_new(call, result, &(struct receipt_context){.when_ms = 5000, .settings = &settings});
    settings_free(&settings);
    return receipt;
}

static bool follow(void)
{
    struct receipt *receipt = receipt_of();
    bool follows = receipt_follow_export(&exported, receipt);
    receipt_free(receipt);
    return follows;
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(ledger_age(&rows[i].exported, rows[i].version, rows[i].updated_ms), rows[i].age, "%s",
                     rows[i].why);
}

Test(ledger, an_export_is_kept_with_the_version_that_was_read_and_the_format_that_was_asked_for)
{
    export_of(7, "/srv/a.srt");
    cr_assert(follow());
    cr_expect(exported.when_ms == 5000 && exported.version == 7);
    cr_expect_str_eq(exported.format, "srt");
    struct receipt *receipt = receipt_of();
    const struct ledger_file *file = &receipt->file;
    cr_expect_str_eq(file->path, "/srv/a.srt");
    cr_expect_str_eq(file->format, "srt");
    cr_expect(file->id == 12 && file->version == 7 && file->when_ms == 5000 && file->size == 7);
    cr_expect_eq(file->written_ns, 99);
    receipt_free(receipt);
    result->project = project_of(8); /* a reading on the way */
    cr_assert(follow());
    cr_expect_eq(exported.version, 8);
    export_of(7, "/srv/subs.de/a");
    cr_assert(follow());
    cr_expect_str_eq(exported.format, "");
    call->params = param_set_new(&params_export);
    param_set_put_raw(call->params, param_find(&params_export, "FileFormatId"), "vtt");
    cr_assert(follow());
    cr_expect_str_eq(exported.format, "vtt");
    export_of(7, NULL);
    cr_expect_not(follow(), "a pipe is no file");
    receipt = receipt_of();
    cr_expect_null(receipt->file.path);
    receipt_free(receipt);
}

Test(ledger, an_edit_of_ones_own_makes_nothing_old)
{
    static const struct {
        enum endpoint_id op;
        int64_t exported, now;
        const char *meanwhile;
        int64_t then, kept; /* the version of the export, and in the receipt */
        const char *why;
    } rows[] = {{ENDPOINT_DELETE_TAG, 7, 8, NULL, 8, 8, "it follows"},
                {ENDPOINT_DELETE_TAG, 6, 8, NULL, 6, 8, "what was old stays old"},
                {ENDPOINT_DELETE_TAG, 7, 9, "Project 12 was changed in the meantime", 7, 0,
                 "nor does it follow over the change of somebody else, after which the edit was sent again"},
                {ENDPOINT_ENQUEUE, 7, 8, NULL, 7, 0, "an enqueue leads to another text"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        exported = (struct exported){.when_ms = 1000, .version = rows[i].exported};
        done(rows[i].op, 7, project_of(rows[i].now));
        result->said = mem_copy_or_null(rows[i].meanwhile);
        cr_expect_eq(follow(), rows[i].then != rows[i].exported, "%s", rows[i].why);
        cr_expect(exported.version == rows[i].then && exported.when_ms == 1000, "%s", rows[i].why);
        struct receipt *receipt = receipt_of();
        cr_expect_eq(receipt->moved_to, rows[i].kept, "%s", rows[i].why);
        cr_expect_eq(receipt->moved_from, rows[i].kept ? 7 : 0, "%s", rows[i].why);
        receipt_free(receipt);
    }
}
