/* Enqueue again: what is sent for a project, and the lines that say it. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/error.h"
#include "steno/core/again.h"
#include "support/asserts.h"

#define SENT_MS INT64_C(1795355400000) /* Sun 2026-11-22 13:50 UTC */
#define NOW_MS  (SENT_MS + 6000000)

static void says(const char *rows, int cells, const char *lines)
{
    struct error err;
    size_t count;
    json_t *json = json_decode(rows, strlen(rows), &err);
    struct again *again = again_make(json, &count);
    char *said = again_lines(again, count, cells, NOW_MS, DATE_UTC);
    cr_expect_str_eq(said, lines, "%s", said);
    free(said);
    again_free(again, count);
    json_decref(json);
}

#define SENT(id, options)  "{\"id\":" id ",\"when_ms\":1795355400000,\"sent\":{" options "},\"shown\":null}"
#define SHOWN(id, options) "{\"id\":" id ",\"when_ms\":0,\"sent\":null,\"shown\":{" options "}}"

Test(again, equal_options_stand_in_one_line_with_whence_they_are)
{
    says("[" SENT("4", "\"Lang\":\"en-US\"") "," SENT("8", "\"Lang\":\"en-US\"") "," SHOWN(
             "10", "\"Language\":\"de-DE\",\"WithDiarization\":false,\"WithPPC\":true,\"X\":1") "]",
         79,
         " 4 8   Lang en-US                                as sent from here, 13:50\n"
         " 10    Lang de-DE, WithDiarization false         as the server shows it");
    says("[" SENT("4", "") "]", 39, " 4   no options");
    says("[" SENT("4", "") "]", 0, " 4   no options  as sent from here, 13:50");
}

Test(again, more_than_four_kinds_are_counted)
{
    says("[" SENT("1", "\"Lang\":\"a\"") "," SENT("2", "\"Lang\":\"b\"") "," SENT(
             "3", "\"Lang\":\"c\"") "," SENT("4", "\"Lang\":\"d\"") "," SENT("5", "\"Lang\":\"e\"") "]",
         39, " 1   Lang a\n 2   Lang b\n 3   Lang c\n and 2 more with 2 other sets of options");
}

Test(again, a_project_that_was_never_enqueued_has_nothing_to_send)
{
    struct error err;
    size_t count;
    const char *text = "[{\"id\":8,\"when_ms\":0,\"sent\":null,\"shown\":null}]";
    json_t *json = json_decode(text, strlen(text), &err);
    struct again *again = again_make(json, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(again[0].id, 8);
    cr_expect_null(again[0].params);
    again_free(again, count);
    json_decref(json);
}

Test(again, sent_on_purpose_a_completed_project_is_in_no_doubt)
{
    struct param_set *params = param_set_new(&params_enqueue);
    struct cost_item done = {.doubt = COST_COMPLETED}, going = {.doubt = COST_IN_PROGRESS};
    struct cost_item never = {.doubt = COST_CERTAIN}, bare = {.bar = COST_NO_MEDIA};
    again_take_item(&done, params);
    again_take_item(&going, params);
    again_take_item(&never, NULL);
    again_take_item(&bare, NULL);
    cr_expect_eq(done.doubt, COST_CERTAIN);
    cr_expect_eq(going.doubt, COST_IN_PROGRESS);
    cr_expect_eq(never.bar, COST_NEVER);
    cr_expect_eq(bare.bar, COST_NO_MEDIA, "it says what no enqueue can change");
    param_set_free(params);
}
