/* store/store: what is saved comes back, whole or not at all, for the right server. */
/* SPDX-License-Identifier: MIT */
#include "credentials.h"
#include "steno/base/clock.h"
#include "store.h"
#include "store_fixture.h"

TestSuite(store, .init = store_begin, .fini = store_end);

Test(store, an_empty_store_has_nothing_and_says_so_without_an_error)
{
    open_store();
    cr_expect_str_eq(watched(store), "");
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_PRESET_LOAD, 0, "p", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_HISTORY_LOAD, 0, NULL, NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
    cr_assert(run(STORE_METADATA_LIST, 1, NULL, NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
}

Test(store, the_watchlist_keeps_its_order_over_sessions)
{
    open_store();
    watch(5, 7);
    watch(1, 2);
    open_store();
    cr_expect_str_eq(watched(store), "5 6 7 1 2");
}

Test(store, adding_twice_changes_nothing)
{
    open_store();
    watch(1, 3);
    cr_assert(run(STORE_WATCH_ADD, 1, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_expect_str_eq(watched(store), "1 2 3");
}

Test(store, removing_says_whether_it_was_there)
{
    open_store();
    watch(1, 3);
    cr_assert(run(STORE_WATCH_REMOVE, 2, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_assert(run(STORE_WATCH_REMOVE, 2, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_expect_str_eq(watched(store), "1 3");
}

Test(store, a_note_stays_with_its_project_and_reaches_no_terminal_raw)
{
    open_store();
    watch(1, 1);
    cr_assert(run(STORE_WATCH_NOTE, 1, NULL, "ask Jana \x1b[2J", NULL));
    watched(store);
    cr_expect_str_eq(last->rows[0].note, "ask Jana ␛[2J");
    cr_expect_not(run(STORE_WATCH_NOTE, 9, NULL, "x", NULL));
    cr_expect_str_eq(last->error.text, "Project 9 is not in the watchlist; add it first");
}

Test(store, a_watched_project_shows_what_was_last_read_cleaned)
{
    open_store();
    watch(1, 2);
    cr_assert(save(5000, PROJECT("None")), "%s", last->error.text);
    watched(store);
    const struct store_row *row = &last->rows[0];
    cr_expect(row->known);
    cr_expect_str_eq(row->state, "None");
    cr_expect_str_eq(row->name, "Café ␛[31m");
    cr_expect_str_eq(row->length, "00:10:00");
    cr_expect_str_eq(row->tags, "news, a,b");
    cr_expect_eq(row->version, 9007199254740993);
    cr_expect_eq(row->fetched_ms, 5000);
    cr_expect_eq(row->state_since_ms, 0);
    cr_expect_not(last->rows[1].known);
    cr_expect_str_eq(last->rows[1].name, "");
}

Test(store, a_row_comes_with_what_lists_show_of_its_last_reading)
{
    open_store();
    watch(1, 2);
    cr_assert(run(STORE_PROJECT_SAVE, 1, NULL, NULL,
                  "{\"Id\":1,\"ProcessingState\":\"None\",\"ExpirationDate\":\"2026-12-01T00:00:00\","
                  "\"Updated\":\"2026-11-21T08:02:00Z\",\"ActiveTrsxLabel\":\"First pass\","
                  "\"HasRecording\":false,\"IsReadOnly\":true,\"Description\":{\"Author\":\"News\"},"
                  "\"TranscriptionConfig\":{\"Language\":\"en-US\"}}"),
              "%s", last->error.text);
    cr_assert(run(STORE_PROJECT_SAVE, 2, NULL, NULL, "{\"Id\":2,\"ProcessingState\":\"None\"}"));
    watched(store);
    const struct store_row *row = &last->rows[0];
    cr_expect_str_eq(row->label, "First pass");
    cr_expect_str_eq(row->lang, "en-US");
    cr_expect_str_eq(row->author, "News");
    cr_expect(row->has_no_media && row->is_read_only);
    cr_expect(row->expiry.is_known && !row->expiry.has_zone && !row->expiry.is_deletion);
    cr_expect_eq(row->expiry.ms, INT64_C(1796083200000));
    cr_expect_eq(row->updated_ms, INT64_C(1795248120000));
    row++;
    cr_expect_str_eq(row->label, "");
    cr_expect(!row->has_no_media && !row->is_read_only && !row->expiry.is_known);
}

Test(store, the_resource_comes_back_equal_in_value_and_order)
{
    open_store();
    cr_assert(save(5000, PROJECT("None")));
    open_store();
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    json_t *expected = json_decode(PROJECT("None"), strlen(PROJECT("None")), &err);
    cr_expect(json_equal(last->json, expected));
    cr_expect_eq(last->when_ms, 5000);
    struct buffer one, two;
    buffer_init(&one, 4096);
    buffer_init(&two, 4096);
    json_write(&one, last->json);
    json_write(&two, expected);
    cr_expect_str_eq(buffer_text(&one), buffer_text(&two));
    buffer_free(&one);
    buffer_free(&two);
    json_decref(expected);
}

Test(store, a_reading_replaces_the_resource_only_where_it_differs)
{
    open_store();
    cr_assert(save(1000, PROJECT("None")));
    cr_assert(save(2000, PROJECT("None")));
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "ProcessingState")), "None");
    cr_expect_eq(last->when_ms, 2000);
    cr_assert(save(3000, PROJECT("Completed")));
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "ProcessingState")), "Completed");
    cr_expect_eq(last->when_ms, 3000);
}

/* Saves project 1 with this state, last changed in this second of 2026; a change of its state was seen. */
static void save_state(int64_t when_ms, const char *state, int second, int64_t is_seen)
{
    char json[200];
    snprintf(json, sizeof json,
             "{\"Id\":1,\"ProcessingState\":\"%s\",\"Updated\":\"2026-01-01T00:00:%02dZ\"}", state, second);
    cr_assert(run_on(store, STORE_PROJECT_SAVE, 1, is_seen, when_ms, NULL, NULL, json), "%s",
              last->error.text);
}

Test(store, a_state_holds_since_its_change_was_seen_and_no_other_change_moves_that)
{
    const int64_t year_ms = INT64_C(1767225600000);
    open_store();
    watch(1, 1);
    save_state(1000, "None", 1, false);
    watched(store);
    cr_expect_eq(last->rows[0].state_since_ms, -(year_ms + 1000), "it began then or earlier");
    save_state(2000, "None", 2, true);
    watched(store);
    cr_expect_eq(last->rows[0].state_since_ms, -(year_ms + 1000), "a tag was deleted");
    save_state(3000, "InProgress", 3, true);
    save_state(4000, "InProgress", 4, false);
    watched(store);
    cr_expect_eq(last->rows[0].state_since_ms, 3000);
    save_state(5000, "Completed", 5, false);
    watched(store);
    cr_expect_eq(last->rows[0].state_since_ms, -(year_ms + 5000), "found, not seen");
    cr_expect_eq(last->rows[0].fetched_ms, 5000);
}

Test(store, an_older_reply_does_not_replace_a_newer_one)
{
    open_store();
    watch(1, 1);
    save(3000, PROJECT("Completed"));
    cr_assert(save(2000, PROJECT("InProgress")));
    cr_expect_eq(last->changes, 0);
    watched(store);
    cr_expect_str_eq(last->rows[0].state, "Completed");
}

Test(store, history_is_newest_first_per_project_or_for_all_and_bounded)
{
    open_store();
    for (int i = 1; i <= STORE_HISTORY_MAX + 200; i++) {
        char text[32];
        snprintf(text, sizeof text, "event %d", i);
        cr_assert(run_on(store, STORE_HISTORY_ADD, i % 2 + 1, 0, i, "state", text, NULL));
    }
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 0, 3, 0, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 3);
    cr_expect_str_eq(last->entries[0].text, "event 5200");
    cr_expect_str_eq(last->entries[0].name, "state");
    cr_expect_str_eq(last->entries[2].text, "event 5198");
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 2, 2, 0, NULL, NULL, NULL));
    cr_expect_eq(last->entries[1].id, 2);
    cr_expect_str_eq(last->entries[1].text, "event 5197");
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 0, 1000000, 0, NULL, NULL, NULL));
    cr_expect(last->entry_count >= STORE_HISTORY_MAX && last->entry_count < STORE_HISTORY_MAX + 100, "%zu",
              last->entry_count);
    size_t all = last->entry_count;
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->entry_count, all, "%zu", last->entry_count);
}

Test(store, drafts_are_kept_per_form_and_project)
{
    open_store();
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 1, 0, 7, "enqueue", NULL, "{\"Lang\":\"en-US\"}"));
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 1, 0, 8, "enqueue", NULL, "{\"Lang\":\"de-DE\"}"));
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 2, 0, 9, "enqueue", NULL, "{\"Lang\":\"sk-SK\"}"));
    open_store();
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "de-DE");
    cr_expect_eq(last->when_ms, 8);
    cr_assert(run(STORE_DRAFT_LOAD, 1, "export", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_DROP, 1, "enqueue", NULL, NULL));
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_LOAD, 2, "enqueue", NULL, NULL));
    cr_expect_not_null(last->json);
}

Test(store, a_draft_keeps_the_fields_that_another_session_changed)
{
    open_store();
    cr_assert(run(STORE_DRAFT_SAVE, 1, "enqueue", NULL, "{\"Lang\":\"en-US\",\"Speakers\":\"2\"}"));
    cr_assert(run(STORE_DRAFT_SAVE, 1, "enqueue", NULL, "{\"TranscriptionProfile\":\"x\"}"));
    cr_expect_eq(json_object_size(last->json), 3, "the answer has the whole draft");
    cr_assert(run(STORE_DRAFT_SAVE, 1, "enqueue", NULL, "{\"Lang\":\"de-DE\",\"Speakers\":null}"));
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_eq(json_object_size(last->json), 2, "what was cleared is still there");
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "de-DE", "the later one wins");
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "TranscriptionProfile")), "x");
}

Test(store, a_draft_whose_last_field_is_cleared_is_gone)
{
    open_store();
    cr_assert(run(STORE_DRAFT_SAVE, 1, "enqueue", NULL, "{\"Lang\":\"en-US\"}"));
    cr_assert(run(STORE_DRAFT_SAVE, 1, "enqueue", NULL, "{\"Lang\":null}"));
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_null(last->json);
}

Test(store, presets_are_listed_loaded_dropped_by_name_and_replaced_by_those_of_their_form)
{
    open_store();
    cr_assert(run(STORE_PRESET_SAVE, 0, "zoo", "export", "{\"FileFormatId\":\"srt\"}"));
    cr_assert(run(STORE_PRESET_SAVE, 0, "english", "enqueue", "{\"Lang\":\"en-GB\"}"));
    cr_assert(run(STORE_PRESET_SAVE, 0, "english", "enqueue", "{\"Lang\":\"en-US\"}"));
    cr_expect_eq(last->number, 1);
    cr_expect_not(run(STORE_PRESET_SAVE, 0, "english", "export", "{}"));
    cr_expect_str_eq(last->error.text, "“english” is a preset of enqueue: use another name");
    cr_expect_not(run(STORE_PRESET_SAVE, 0, "", "enqueue", "{}"));
    cr_assert(run(STORE_PRESET_LIST, 0, NULL, "", NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_str_eq(last->entries[0].name, "english");
    cr_expect_str_eq(last->entries[1].text, "export");
    cr_assert(run(STORE_PRESET_LIST, 0, NULL, "export", NULL));
    cr_assert_eq(last->entry_count, 1);
    cr_assert(run(STORE_PRESET_LOAD, 0, "english", NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "en-US");
    cr_expect_str_eq(last->text, "enqueue");
    cr_assert(run(STORE_PRESET_DROP, 0, "english", NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_assert(run(STORE_PRESET_DROP, 0, "english", NULL, NULL));
    cr_expect_eq(last->changes, 0);
}

Test(store, metadata_shows_the_latest_of_each_key_and_what_was_deleted)
{
    open_store();
    run_on(store, STORE_METADATA_ADD, 1, 0, 1, "genre", "news", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 2, "author", "Jana", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 3, "genre", "talk", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 4, "author", NULL, NULL);
    run_on(store, STORE_METADATA_ADD, 2, 0, 5, "genre", "other", NULL);
    cr_assert(run(STORE_METADATA_LIST, 1, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_str_eq(last->entries[0].name, "author");
    cr_expect_null(last->entries[0].text);
    cr_expect_eq(last->entries[0].when_ms, 4);
    cr_expect_str_eq(last->entries[1].text, "talk");
}

Test(store, servers_and_logins_do_not_see_each_other)
{
    open_store();
    watch(1, 2);
    cr_assert(store_set_scope(store, "https://other", "/API", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "");
    watch(9, 9);
    cr_assert(store_set_scope(store, "https://h", "/API", "x@y.z", &err));
    cr_expect_str_eq(watched(store), "");
    cr_assert(store_set_scope(store, "https://h/", "/API/", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "1 2");
}

Test(store, the_first_login_takes_over_what_was_saved_before_it)
{
    config.email = "";
    open_store();
    watch(1, 2);
    struct store_op *op = store_op_new(STORE_SCOPE);
    op->text = mem_copy("https://h");
    op->text2 = mem_copy("/API");
    op->text3 = mem_copy("a@b.c");
    store_result_free(last);
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last));
    store_op_free(op);
    cr_expect_str_eq(watched(store), "1 2");
    cr_assert(store_set_scope(store, "https://h", "/API", "second@b.c", &err));
    cr_expect_str_eq(watched(store), "");
}

Test(store, a_login_goes_to_the_credentials_and_a_logout_takes_the_token_out)
{
    struct credentials saved;
    open_store();
    struct store_op *op = store_op_new(STORE_CREDENTIALS_SAVE);
    op->name = mem_copy("default");
    op->text = mem_copy("https://h");
    op->text2 = mem_copy("/API");
    op->text3 = mem_copy("a@b.c");
    op->secret = mem_copy("token");
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last), "%s", last->error.text);
    store_op_free(op);
    op = store_op_new(STORE_TOKEN_READ);
    op->name = mem_copy("default");
    op->text2 = mem_copy("https://h");
    store_result_free(last);
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last), "%s", last->error.text);
    cr_expect_str_eq(last->secret, "token");
    store_op_free(op);
    cr_assert(run(STORE_CREDENTIALS_DROP, 0, "default", NULL, NULL));
    cr_assert(credentials_load(&saved, config.credentials_path, "default", &err));
    cr_expect_str_eq(saved.token, "");
    cr_expect_str_eq(saved.email, "a@b.c");
    credentials_free(&saved);
}

Test(store, without_an_email_the_only_login_of_the_server_is_meant)
{
    open_store();
    watch(1, 2);
    config.email = "";
    open_store();
    cr_expect_str_eq(watched(store), "1 2");
    watch(3, 3);
    cr_assert(store_set_scope(store, "https://h", "/API", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "1 2 3");
    cr_assert(store_set_scope(store, "https://h", "", "", &err));
    cr_expect_str_eq(watched(store), "");
}

Test(store, without_an_email_nothing_is_guessed_between_two_logins)
{
    open_store();
    watch(1, 2);
    cr_assert(store_set_scope(store, "https://h", "/API", "x@y.z", &err));
    watch(7, 7);
    cr_assert(store_set_scope(store, "https://h", "/API", "", &err));
    cr_expect_str_eq(watched(store), "");
}

Test(store, a_reading_kept_under_a_clock_that_ran_ahead_is_replaced)
{
    int64_t now_ms = clock_wall_ms();
    open_store();
    cr_assert(save(now_ms + INT64_C(365) * 86400000, PROJECT("None")));
    cr_assert(save(now_ms, PROJECT("Completed")));
    cr_expect_eq(last->changes, 1);
    watch(1, 1);
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect_str_eq(last->rows[0].state, "Completed");
    cr_expect_eq(last->rows[0].fetched_ms, now_ms);
}

/* The next rows behind the last ones, at most so many; their ids as text. */
static const char *next_rows(int64_t most)
{
    static char text[64];
    static int64_t id, place;
    size_t len = 0;
    struct store_op *op = store_op_new(STORE_LOAD);
    op->id = id;
    op->place = place;
    op->number = most;
    store_result_free(last);
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last), "%s", last->error.text);
    store_op_free(op);
    text[0] = '\0';
    for (size_t i = 0; i < last->row_count; i++) {
        id = last->rows[i].id;
        place = last->rows[i].place;
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRId64, i ? " " : "", id);
    }
    return text;
}

Test(store, a_long_list_comes_in_slices_that_join_and_whoever_begins_knows_the_highest_id)
{
    open_store();
    static const int64_t ids[] = {7, 1, 3, 2, 4, 5, 6};
    for (size_t i = 0; i < 7; i++)
        watch(ids[i], ids[i]);
    cr_expect_str_eq(next_rows(3), "7 1 3");
    cr_expect_eq(last->number, 7);
    cr_assert(
        run(STORE_WATCH_REMOVE, 3, NULL, NULL, NULL)); /* the last of them: the others follow all the same */
    cr_expect_str_eq(next_rows(3), "2 4 5");
    cr_expect_str_eq(next_rows(3), "6");
    cr_expect_str_eq(next_rows(3), "");
}

Test(store, the_order_of_the_list_is_kept_for_each_account)
{
    open_store();
    cr_assert(run(STORE_SORT_LOAD, 0, NULL, NULL, NULL));
    cr_expect_null(last->text);
    cr_assert(run(STORE_SORT_SAVE, 1, NULL, "expires", NULL));
    open_store();
    cr_assert(run(STORE_SORT_LOAD, 0, NULL, NULL, NULL));
    cr_expect_str_eq(last->text, "expires");
    cr_expect_eq(last->number, 0);
}
