/* The application: a write that would go over somebody's change waits for a decision. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "support/app_bench.h"

#define MINUTE INT64_C(60000)

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_conflict, .init = setup, .fini = teardown);

/* Project 1 with these members. */
static struct project *project_with(int version, const char *members)
{
    static char json[1024];
    struct error err;
    snprintf(json, sizeof json,
             "{\"Data\":{\"Id\":1,\"AccessToken\":%d,\"ProcessingState\":\"None\",\"Length\":\"00:42:10\","
             "\"Description\":{\"Name\":\"Council meeting, 14 May\"},%s}}",
             version, members);
    struct project *project = project_decode(json, strlen(json), &err);
    cr_assert_not_null(project, "%s", err.text);
    return project;
}

/* Project 1 is read with these members. */
static void read_it(int version, const char *members)
{
    struct project *project = project_with(version, members);
    bench_keys(&bench, "r");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_GET_PROJECT));
    result->ok = true;
    result->project = project;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* The last write is refused; the reading after it found this (NULL: there was none). */
static void refuse(enum endpoint_id op, int version, const char *members)
{
    struct call *call = bench_call(&bench, op);
    cr_assert_not_null(call);
    struct call_result *result = call_result_new(call);
    error_set(&result->error, ERROR_CONFLICT, "Project 1: nothing was changed: somebody else was quicker.");
    result->error.status = 409;
    result->project = members ? project_with(version, members) : NULL;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* The store tells what was set from here: this, or nothing. */
static void tell_ledger(const char *key, const char *value, int64_t when_ms)
{
    struct store_entry entry = {
        .id = 1, .name = (char *)(uintptr_t)key, .text = (char *)(uintptr_t)value, .when_ms = when_ms};
    bench_answer_entries(&bench, bench_store(&bench, STORE_METADATA_LIST), &entry, key != NULL);
}

/* Sets Episode to 120 by the form, minutes after it was read and opened. */
static void set_episode(void)
{
    bench_keys(&bench, "m a");
    bench_type(&bench, "Episode");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "120");
    bench.wall_ms += 9 * MINUTE;
    bench_clear(&bench);
    bench_keys(&bench, "Enter");
}

static void expect_sheet(bool open)
{
    cr_assert_eq(strcmp(app_focus_ops(bench.app)->name, "conflict") == 0, open, "%s",
                 app_focus_ops(bench.app)->name);
}

/* The sheet as it stands there, a line each. */
static void expect_lines(const char *lines)
{
    const struct page *page = app_page_of(bench.app, "conflict");
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < page->count; i++)
        buffer_printf(&text, "%s\n", page->lines[i].value);
    cr_assert_str_eq(buffer_text(&text), lines);
    buffer_free(&text);
}

#define SEEN "\"Tags\":[\"news\"],\"Metadata\":{\"Episode\":\"118\",\"Programme\":\"Morning magazine\"}"
#define NOW                                                                                                  \
    "\"Tags\":[\"news\",\"archive\"],\"Metadata\":{\"Programme\":\"Morning magazine\",\"Episode\":\"119\"}"

/* The sheet of an Episode that somebody else has set to 119. */
static void open_sheet(void)
{
    read_it(88, SEEN);
    set_episode();
    refuse(ENDPOINT_ADD_METADATA, 91, NOW);
    tell_ledger(NULL, NULL, 0);
    expect_sheet(true);
}

Test(app_conflict, the_sheet_shows_what_was_seen_what_is_there_and_what_was_wanted)
{
    open_sheet();
    expect_lines("\n"
                 "Key          You saw, 09:02        Now, 09:11            You want\n"
                 "Episode      118                   119                   120\n"
                 "Programme    Morning magazine      Morning magazine      not touched\n"
                 "\n"
                 "Also changed: Tags + archive; version 88 → 91\n"
                 "\n"
                 "a  apply: set Episode to 120 on top of version 91\n"
                 "e  edit: back to the form with what you typed\n"
                 "d  drop: leave it as it is now, 119\n"
                 "\n"
                 "Nothing was written. Enter does nothing here; q keeps your value as a draft.\n");
    cr_assert_eq(app_focus_page(bench.app)->list.selected, 2);
    cr_assert_eq(bench.app->form_count, 0);
    bench_clear(&bench);
    bench_keys(&bench, "Enter Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_ADD_METADATA), "Enter alone writes nothing");
    expect_sheet(true);
}

Test(app_conflict, what_somebody_saw_is_the_reading_that_the_form_was_opened_on)
{
    read_it(88, SEEN);
    bench_keys(&bench, "m a");
    bench_type(&bench, "Episode");
    bench.wall_ms += 5 * MINUTE;
    struct project *later = project_with(90, NOW); /* which the form covers */
    app_project_find(bench.app, 1)->fetched_ms = bench.wall_ms;
    project_free(app_project_find(bench.app, 1)->full);
    app_project_find(bench.app, 1)->full = later;
    bench_keys(&bench, "Tab");
    bench_type(&bench, "120");
    bench_clear(&bench);
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench_call(&bench, ENDPOINT_ADD_METADATA)->seen->version, 88);
    refuse(ENDPOINT_ADD_METADATA, 90, NOW);
    tell_ledger(NULL, NULL, 0);
    cr_assert(bench_page_has(&bench, "conflict", "You saw, 09:02"));
    cr_assert(bench_page_has(&bench, "conflict", "Episode      118                   119"));
}

Test(app_conflict, on_a_narrow_screen_one_stands_below_the_other)
{
    read_it(88, SEEN);
    set_episode();
    bench_resize(&bench, 40, 10);
    refuse(ENDPOINT_ADD_METADATA, 91, NOW);
    tell_ledger(NULL, NULL, 0);
    expect_lines("Episode\n"
                 "  You saw, 09:02   118\n"
                 "  Now, 09:11       119\n"
                 "  You want         120\n"
                 "Also: Tags + archive; version 88 → 91\n"
                 "Nothing was written.\n");
}

Test(app_conflict, what_the_server_does_not_show_is_called_so_and_what_was_set_from_here_is_told)
{
    read_it(88, "\"Tags\":[]");
    set_episode();
    refuse(ENDPOINT_ADD_METADATA, 91, "\"Tags\":[]");
    tell_ledger("Episode", "117", BENCH_WALL_MS - 24 * 60 * MINUTE);
    cr_assert(bench_page_has(&bench, "conflict", "Key          You saw, Wed 09:02    Now, 09:11"));
    cr_assert(
        bench_page_has(&bench, "conflict", "Episode      117                   not shown             120"));
    cr_assert(bench_page_has(&bench, "conflict", "Also changed: version 88 → 91"));
    cr_assert(bench_page_has(&bench, "conflict", "d  drop: leave it as it is now"));
}

Test(app_conflict, apply_sends_one_write_with_the_new_version_and_drops_the_draft)
{
    open_sheet();
    bench_clear(&bench);
    bench_keys(&bench, "a");
    expect_sheet(false);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ADD_METADATA), 1);
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_assert_eq(call->version, 91);
    cr_assert_eq(call->seen->version, 91);
    cr_assert_str_eq(call->key, "Episode");
    cr_assert_str_eq(call->value, "120");
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_assert_not_null(bench_store(&bench, STORE_METADATA_ADD));
    cr_assert_not_null(bench_store(&bench, STORE_DRAFT_DROP));
    bench_clear(&bench);
    bench_command(&bench, "conflict");
    bench_keys(&bench, "a");
    cr_assert_null(bench_call(&bench, ENDPOINT_ADD_METADATA), "it is decided");
}

Test(app_conflict, another_conflict_opens_the_sheet_again_with_the_form_still_known)
{
    open_sheet();
    bench_clear(&bench);
    bench_keys(&bench, "a");
    refuse(ENDPOINT_ADD_METADATA, 95, "\"Tags\":[],\"Metadata\":{\"Episode\":\"121\"}");
    tell_ledger(NULL, NULL, 0);
    expect_sheet(true);
    cr_assert(
        bench_page_has(&bench, "conflict", "Episode      119                   121                   120"));
    cr_assert(bench_page_has(&bench, "conflict", "e  edit"));
}

Test(app_conflict, edit_leads_back_to_the_form_with_what_was_typed)
{
    open_sheet();
    bench_clear(&bench);
    bench_keys(&bench, "e");
    cr_assert_eq(bench.app->form_count, 1);
    const struct store_op *op = bench_store(&bench, STORE_DRAFT_LOAD);
    cr_assert_not_null(op);
    bench_answer_store(&bench, op, "{\"Key\":\"Episode\",\"Value\":\"120\"}");
    cr_assert_str_eq(param_set_get(form_values(bench.app->forms[0].form), 0), "Episode");
    cr_assert_str_eq(param_set_get(form_values(bench.app->forms[0].form), 1), "120");
    cr_assert_eq(bench.app->forms[0].opened_on->version, 91, "and it is about the project as it is now");
}

Test(app_conflict, drop_forgets_it_and_is_recorded)
{
    open_sheet();
    bench_clear(&bench);
    bench_keys(&bench, "d");
    expect_sheet(false);
    cr_assert_not_null(bench_store(&bench, STORE_DRAFT_DROP));
    cr_assert_str_eq(bench_store(&bench, STORE_HISTORY_ADD)->text,
                     "Metadata Episode not set: conflict (409), dropped");
    cr_assert_null(bench_call(&bench, ENDPOINT_ADD_METADATA));
}

Test(app_conflict, later_keeps_the_draft_and_the_sheet_can_be_opened_again)
{
    open_sheet();
    bench_keys(&bench, "q");
    expect_sheet(false);
    cr_assert_null(bench_store(&bench, STORE_DRAFT_DROP));
    bench_command(&bench, "conflict");
    expect_sheet(true);
    bench_clear(&bench);
    bench_keys(&bench, "a");
    cr_assert_eq(bench_call(&bench, ENDPOINT_ADD_METADATA)->version, 91);
}

Test(app_conflict, a_tag_that_is_still_there_can_be_deleted_all_the_same)
{
    read_it(88, "\"Tags\":[\"news\"]");
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    refuse(ENDPOINT_DELETE_TAG, 91, "\"Tags\":[\"news\",\"radio\"]");
    expect_sheet(true);
    cr_assert(bench_page_has(&bench, "conflict",
                             "Tags         news                  news, radio           without news"));
    cr_assert(bench_page_has(&bench, "conflict", "a  apply: delete the tag \"news\" on top of version 91"));
    cr_assert_not(bench_page_has(&bench, "conflict", "e  edit"), "it came from a question");
    bench_clear(&bench);
    bench_keys(&bench, "e");
    cr_assert_eq(bench.app->form_count, 0);
    bench_keys(&bench, "a");
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->value, "news");
}

Test(app_conflict, a_tag_that_is_gone_leaves_nothing_to_decide)
{
    read_it(88, "\"Tags\":[\"news\"]");
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    refuse(ENDPOINT_DELETE_TAG, 91, "\"Tags\":[]");
    expect_sheet(false);
    cr_assert(bench.app->status_is_bad);
}

Test(app_conflict, an_enqueue_waits_for_the_reading_after_it)
{
    read_it(88, "\"Tags\":[]");
    bench_keys(&bench, "e X");
    refuse(ENDPOINT_ENQUEUE, 0, NULL);
    expect_sheet(false);
    bench_wait(&bench, 10);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":91,\"ProcessingState\":\"InProgress\"}}");
    expect_sheet(true);
    cr_assert(bench_page_has(&bench, "conflict",
                             "State        None                  InProgress            enqueue it"));
    bench_clear(&bench);
    bench_keys(&bench, "a");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

Test(app_conflict, somebody_who_does_something_else_is_not_interrupted)
{
    read_it(88, SEEN);
    set_episode();
    bench_keys(&bench, "Esc");
    bench_keys(&bench, "o");
    bench_type(&bench, "12");
    refuse(ENDPOINT_ADD_METADATA, 91, NOW);
    tell_ledger(NULL, NULL, 0);
    expect_sheet(false);
    bench_keys(&bench, "Esc");
    expect_sheet(true);
}
