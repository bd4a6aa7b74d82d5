/* core/ledger: what an operation makes of what was exported, and what its receipt keeps of that. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "receipt.h"
#include "steno/base/hash.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

static struct call *call;
static struct call_result *result;
static struct exported exported;

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

/* An operation that went well. */
static void done(enum endpoint_id op, int64_t before, struct project *now)
{
    call = call_new(op);
    call->project_id = 12;
    call->version = before;
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
    result->export_info = (struct export_info){.bytes = 7, .hash = 99};
}

static bool follow(void)
{
    return receipt_follow_export(&exported, call, result, 5000);
}

/* The last row of the receipt. */
static const struct store_op *kept(struct receipt **receipt)
{
    static struct settings settings;
    settings_init(&settings);
    *receipt = receipt_new(call, result, &(struct receipt_context){.when_ms = 5000, .settings = &settings});
    settings_free(&settings);
    cr_assert_not_null((*receipt)->store);
    return (*receipt)->store->parts[(*receipt)->store->part_count - 1];
}

static void teardown(void)
{
    call_result_free(result);
    call_free(call);
}

TestSuite(ledger, .fini = teardown);

Test(ledger, what_was_exported_is_current_until_the_version_is_another)
{
    cr_expect_eq(ledger_age(&exported, 7, 6000), LEDGER_NONE);
    export_of(7, "/srv/a.srt");
    cr_assert(follow());
    cr_expect_eq(exported.when_ms, 5000);
    cr_expect_str_eq(exported.format, "srt");
    cr_expect_eq(ledger_age(&exported, 7, 6000), LEDGER_CURRENT);
    cr_expect_eq(ledger_age(&exported, 8, 4000), LEDGER_OLD);
}

Test(ledger, a_version_that_nobody_knew_is_old_only_where_the_project_was_changed_since)
{
    export_of(-1, "/srv/a.srt");
    cr_assert(follow());
    exported.when_ms = 70000;
    cr_expect_eq(ledger_age(&exported, 7, 10000), LEDGER_CURRENT);
    cr_expect_eq(ledger_age(&exported, -1, 10000), LEDGER_CURRENT);
    cr_expect_eq(ledger_age(&exported, 7, 10001), LEDGER_OLD, "the clocks may differ");
    cr_expect_eq(ledger_age(&exported, 7, 0), LEDGER_OLD, "nobody knows when it was changed");
}

Test(ledger, a_reading_on_the_way_is_the_version_of_the_file)
{
    export_of(7, "/srv/a.srt");
    result->project = project_of(8);
    cr_assert(follow());
    cr_expect_eq(exported.version, 8);
}

Test(ledger, the_format_is_the_one_that_was_asked_for)
{
    export_of(7, "/srv/subs.de/a");
    cr_assert(follow());
    cr_expect_str_eq(exported.format, "");
    call->params = param_set_new(&params_export);
    param_set_put_raw(call->params, param_find(&params_export, "FileFormatId"), "vtt");
    cr_assert(follow());
    cr_expect_str_eq(exported.format, "vtt");
}

Test(ledger, a_pipe_is_no_file)
{
    struct receipt *receipt;
    export_of(7, NULL);
    cr_expect_not(follow());
    cr_expect_eq(kept(&receipt)->kind, STORE_HISTORY_ADD);
    receipt_free(receipt);
}

Test(ledger, an_edit_of_ones_own_makes_nothing_old)
{
    exported = (struct exported){.when_ms = 1000, .version = 7};
    done(ENDPOINT_DELETE_TAG, 7, project_of(8));
    cr_expect(follow());
    cr_expect_eq(exported.version, 8);
    cr_expect_eq(exported.when_ms, 1000);
}

Test(ledger, an_edit_of_ones_own_leaves_old_what_was_old)
{
    exported = (struct exported){.when_ms = 1000, .version = 6};
    done(ENDPOINT_DELETE_TAG, 7, project_of(8));
    cr_expect_not(follow());
    cr_expect_eq(exported.version, 6);
}

Test(ledger, nor_does_it_follow_over_the_change_of_somebody_else)
{
    exported = (struct exported){.when_ms = 1000, .version = 7};
    done(ENDPOINT_DELETE_TAG, 7, project_of(9));
    result->said = mem_copy("Project 12 was changed in the meantime"); /* and the edit was sent again */
    cr_expect_not(follow());
}

Test(ledger, an_enqueue_leads_to_another_text)
{
    exported = (struct exported){.when_ms = 1000, .version = 7};
    done(ENDPOINT_ENQUEUE, 7, project_of(8));
    cr_expect_not(follow());
}

Test(ledger, the_receipt_of_an_export_keeps_the_file)
{
    struct receipt *receipt;
    export_of(7, "/srv/a.srt");
    const struct store_op *op = kept(&receipt);
    cr_assert_eq(op->kind, STORE_EXPORTS_ADD);
    const struct ledger_file *file = op->ledger.files;
    cr_assert_eq(op->ledger.count, 1);
    cr_expect_eq(file->id, 12);
    cr_expect_str_eq(file->path, "/srv/a.srt");
    cr_expect_str_eq(file->format, "srt");
    cr_expect(file->version == 7 && file->when_ms == 5000 && file->size == 7 && file->hash == 99);
    receipt_free(receipt);
}

Test(ledger, the_receipt_of_an_edit_keeps_its_version)
{
    struct receipt *receipt;
    done(ENDPOINT_DELETE_TAG, 7, project_of(8));
    call->value = mem_copy("news");
    const struct store_op *op = kept(&receipt);
    cr_assert_eq(op->kind, STORE_EXPORTS_MOVE);
    cr_expect(op->id == 12 && op->number == 7 && json_integer_value(op->json) == 8);
    receipt_free(receipt);
}

/* The number of a text that comes in two pieces. */
static uint64_t number_of(const char *text, size_t first, size_t len)
{
    struct hash hash = {0};
    hash_add(&hash, text, first);
    hash_add(&hash, text + first, len - first);
    return hash_number(&hash);
}

Test(ledger, any_one_byte_that_differs_makes_another_number)
{
    char text[] = "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nGood-bye\n";
    uint64_t whole = number_of(text, 0, sizeof text);
    for (size_t first = 0; first <= sizeof text; first++)
        cr_expect_eq(number_of(text, first, sizeof text), whole, "%zu bytes first", first);
    cr_expect_eq(number_of("a", 0, 1), UINT64_C(0xde8cfb40694bad38), "as it was kept before");
    cr_expect_eq(number_of(text, 0, 64), UINT64_C(0x6db559ad3ef7ee88), "as it was kept before");
    cr_expect_neq(number_of(text, 0, 0), number_of("\0", 0, 1));
    for (size_t i = 0; i < sizeof text; i++) {
        text[i]++;
        cr_expect_neq(number_of(text, 0, sizeof text), whole);
        text[i]--;
    }
}
