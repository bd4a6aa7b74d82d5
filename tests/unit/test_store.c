/* store/store: data is saved completely or not at all, and belongs to a server and a login; limits, deleting,
 * and the data for completion. */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#include "steno/base/when.h"

TestSuite(store, .init = fixture_begin_open, .fini = fixture_end);

#define DAYS_90 INT64_C(7776000000)

/* Parses JSON; caller frees. */
static json_t *json_of(const char *text)
{
    json_t *json = json_decode(text, strlen(text), &err);
    cr_assert_not_null(json, "%s: %s", text, err.text);
    return json;
}

/* JSON as text, "" for NULL; frees the JSON. */
static const char *text_of(json_t *json)
{
    static char text[1000];
    struct buffer out;
    buffer_init(&out, sizeof text);
    if (json)
        json_write(&out, json);
    snprintf(text, sizeof text, "%s", buffer_text(&out));
    buffer_free(&out);
    json_decref(json);
    return text;
}

/* The stored JSON of a project, and the time of its read. */
static const char *kept(int64_t id, int64_t *when_ms)
{
    json_t *raw;
    DO(store_project_load(store, id, &raw, when_ms, &err));
    return text_of(raw);
}

/* --- the list --- */

Test(store, the_list_keeps_its_order_over_sessions_and_counts_what_has_changed)
{
    static const int64_t ids[] = {5, 6, 7, 1, 5, 2}, gone[] = {6, 6, 99};
    size_t count;
    DO(store_list_add(store, ids, 4, &count, &err));
    cr_expect_eq(count, 4);
    DO(store_list_add(store, ids, 6, &count, &err));
    cr_expect_eq(count, 1, "those that are there stay where they are");
    open_store();
    cr_expect_str_eq(listed(store), "5 6 7 1 2");
    cr_expect_str_eq(listed_since(store, 0, 3), "5 6 7");
    cr_expect_eq(list.total, 5);
    DO(store_list_remove(store, gone, 3, &count, &err));
    cr_expect_eq(count, 1);
    watch(6, 6);
    cr_expect_str_eq(listed(store), "5 7 1 2 6");
}

Test(store, a_list_since_a_time_has_the_rows_that_were_written_since)
{
    watch(1, 6);
    for (int64_t id = 1; id <= 6; id++)
        read_as(id, "None", 1, 1000);
    meddle("UPDATE watchlist SET changed_ms = 5; UPDATE projects SET saved_ms = 5");
    cr_expect_str_eq(listed_since(store, 6, 0), "");
    int64_t now_ms = clock_wall_ms();
    DO(store_note_save(store, 2, "note", NULL, &err));
    read_as(3, "Completed", 2, 2000);
    keep((struct receipt){
        .end.id = 4, .file = {.id = 4, .path = (char *)"/a", .format = (char *)"srt", .when_ms = now_ms}});
    struct write write = {.id = 5, .op = ENDPOINT_ENQUEUE, .when_ms = now_ms};
    struct write_list open;
    cr_assert_gt(store_write_begin(store, &write, &open, &err), 0, "%s", err.text);
    struct receipt refused = {
        .outcome = WRITE_REFUSED,
        .ends = true,
        .end = {.id = 5, .outcome = WRITE_REFUSED, .is_over = true, .answered_ms = now_ms}};
    DO(store_write_end(store, write.row, &refused, &err));
    cr_expect_str_eq(listed_since(store, now_ms, 0), "2 3 4 5");
    cr_expect_eq(list.total, 6);
    watch(7, 7);
    cr_expect_str_eq(listed_since(store, now_ms, 0), "2 3 4 5 7");
}

Test(store, a_note_stays_with_its_project_and_the_order_of_the_list_with_its_account)
{
    char *before, *note, *column;
    bool is_down;
    watch(1, 2);
    DO(store_note_save(store, 1, "ask Jana \x1b[2J", &before, &err));
    cr_expect_null(before);
    listed(store);
    cr_expect_str_eq(list.rows[0].note, "ask Jana ␛[2J");
    DO(store_note_save(store, 1, "asked", &before, &err));
    cr_expect_str_eq(before, "ask Jana ␛[2J");
    free(before);
    DO(store_note_load(store, 1, &note, &err));
    cr_expect_str_eq(note, "asked");
    free(note);
    DO(store_note_save(store, 1, "", NULL, &err));
    cr_expect(store_note_load(store, 1, &note, &err) && !note);
    cr_expect_not(store_note_save(store, 9, "x", &before, &err));
    cr_expect_null(before);
    cr_expect_eq(err.kind, ERROR_NOT_FOUND);
    cr_expect_str_eq(err.text, "Project 9 is not in the list; add it first");
    DO(store_sort_save(store, "state", false, &err));
    DO(store_sort_save(store, "expires", true, &err));
    open_store();
    DO(store_sort_load(store, &column, &is_down, &err));
    cr_expect_str_eq(column, "expires");
    cr_expect(is_down);
    free(column);
    log_in("x@y.z");
    cr_expect(store_sort_load(store, &column, &is_down, &err) && !column && !is_down);
}

Test(store, a_row_shows_what_was_last_read_cleaned)
{
    watch(1, 3);
    save(5000, PROJECT("None"));
    save_reading(2,
                 "{\"Id\":2,\"ProcessingState\":\"None\",\"ExpirationDate\":\"2026-12-01T00:00:00\","
                 "\"Updated\":\"2026-11-21T08:02:00Z\",\"ActiveTrsxLabel\":\"First pass\","
                 "\"HasRecording\":false,\"IsReadOnly\":true,\"Description\":{\"Author\":\"News\"},"
                 "\"TranscriptionConfig\":{\"Language\":\"en-US\"}}",
                 5000, false, false);
    listed(store);
    const struct store_row *row = &list.rows[0];
    cr_expect(row->known);
    cr_expect_str_eq(row->state, "None");
    cr_expect_str_eq(row->name, "Café ␛[31m");
    cr_expect_str_eq(row->length, "00:10:00");
    cr_expect_str_eq(row->tags, "news, a,b");
    cr_expect_eq(row->version, 9007199254740993);
    cr_expect_eq(row->fetched_ms, 5000);
    cr_expect_eq(row->state_since_ms, 0);
    cr_expect_str_eq(row->label, "");
    cr_expect(!row->has_no_media && !row->is_read_only && !row->expiry.is_known);
    row++;
    cr_expect_str_eq(row->label, "First pass");
    cr_expect_str_eq(row->lang, "en-US");
    cr_expect_str_eq(row->author, "News");
    cr_expect(row->has_no_media && row->is_read_only);
    cr_expect(row->expiry.is_known && !row->expiry.has_zone && !row->expiry.is_deletion);
    cr_expect_eq(row->expiry.ms, INT64_C(1796083200000));
    cr_expect_eq(row->updated_ms, INT64_C(1795248120000));
    row++;
    cr_expect_not(row->known);
    cr_expect_str_eq(row->name, "");
}

/* --- reads --- */

Test(store, the_resource_comes_back_equal_in_value_and_order_and_a_later_one_replaces_it)
{
    int64_t when_ms, now_ms = clock_wall_ms();
    char *expected = mem_copy(text_of(json_of(PROJECT("None"))));
    save(1000, PROJECT("Completed"));
    save(6000, PROJECT("Completed"));
    save(6000, PROJECT("None"));
    save(2000, PROJECT("Completed")); /* a late answer of an older read */
    open_store();
    cr_expect_str_eq(kept(1, &when_ms), expected);
    cr_expect_eq(when_ms, 6000);
    save(now_ms + INT64_C(365) * 86400000, PROJECT("Completed"));
    save(now_ms, PROJECT("None"));
    cr_expect_str_eq(kept(1, &when_ms), expected, "one ahead is of a clock that ran ahead");
    cr_expect_eq(when_ms, now_ms);
    free(expected);
}

Test(store, a_state_holds_since_its_change_was_seen_which_stands_in_the_history_once)
{
#define BEGUN "state None → InProgress"
#define ENDED "state InProgress → Completed; " BEGUN
    const int64_t year_ms = INT64_C(1767225600000);
    const struct {
        int second; /* in 1970: start of the read; in 2026: change of the project */
        const char *state;
        bool is_seen;
        int64_t since_ms;
        const char *history, *why;
    } rows[] = {{1, "None", false, -(year_ms + 1000), "", "it began then or earlier: no change"},
                {2, "None", true, -(year_ms + 1000), "", "a tag was deleted"},
                {3, "InProgress", true, 3000, BEGUN, "seen to change"},
                {4, "InProgress", false, 3000, BEGUN, "another program read it, too"},
                {6, "Completed", false, -(year_ms + 6000), ENDED, "found, not seen"},
                {5, "InProgress", true, -(year_ms + 6000), ENDED, "one that is older"},
                {7, "Completed", true, -(year_ms + 6000), ENDED, "it has missed a change"},
                {8, "InProgress", true, 8000, "state Completed → InProgress; " ENDED, "another job"}};
    watch(1, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *json =
            mem_printf("{\"Id\":1,\"ProcessingState\":\"%s\",\"Updated\":\"2026-01-01T00:00:%02dZ\"}",
                       rows[i].state, rows[i].second);
        save_reading(1, json, rows[i].second * 1000, rows[i].is_seen, false);
        listed(store);
        cr_expect_eq(list.rows[0].state_since_ms, rows[i].since_ms, "%s", rows[i].why);
        cr_expect_str_eq(history(1), rows[i].history, "%s", rows[i].why);
        free(json);
    }
}

/* --- texts by name --- */

Test(store, history_is_newest_first_per_project_or_for_all_and_bounded)
{
    struct store_entries entries;
    DO(store_begin(store, &err));
    for (int i = 1; i <= STORE_HISTORY_MAX + 200; i++) {
        char text[32];
        snprintf(text, sizeof text, "event %d", i);
        keep_line(i % 2 + 1, i, "state", text);
    }
    DO(store_commit(store, &err));
    DO(store_history_load(store, 0, 3, &entries, &err));
    cr_expect_eq(entries.items[0].when_ms, 5200);
    cr_expect_str_eq(told_entries(&entries), "state event 5200; state event 5199; state event 5198");
    DO(store_history_load(store, 2, 2, &entries, &err));
    cr_expect_eq(entries.items[1].id, 2);
    cr_expect_str_eq(told_entries(&entries), "state event 5199; state event 5197");
    DO(store_history_load(store, 0, 0, &entries, &err));
    cr_expect_geq(entries.count, STORE_HISTORY_MAX);
    cr_expect_lt(entries.count, STORE_HISTORY_MAX + 100);
    store_entries_clear(&entries);
}

/* Saves a draft; NULL: none. */
static void draft(const char *form, int64_t id, int64_t when_ms, const char *values)
{
    json_t *json = values ? json_of(values) : NULL;
    DO(store_draft_save(store, form, id, json, when_ms, &err));
    json_decref(json);
}

static const char *draft_of(const char *form, int64_t id)
{
    json_t *values;
    int64_t when_ms = 0;
    DO(store_draft_load(store, form, id, &values, &when_ms, &err));
    cr_expect(!values || when_ms == 8, "%" PRId64, when_ms);
    return text_of(values);
}

Test(store, a_draft_is_kept_whole_for_each_form_and_project)
{
    draft("enqueue", 1, 7, "{\"Lang\":\"en-US\",\"Speakers\":\"2\"}");
    draft("enqueue", 1, 8, "{\"Lang\":\"de-DE\"}");
    draft("enqueue", 2, 8, "{\"Lang\":\"sk-SK\"}");
    open_store();
    cr_expect_str_eq(draft_of("enqueue", 1), "{\"Lang\":\"de-DE\"}", "nothing of the one before");
    cr_expect_str_eq(draft_of("export", 1), "");
    draft("enqueue", 1, 9, "{}");
    cr_expect_str_eq(draft_of("enqueue", 1), "");
    cr_expect_str_eq(draft_of("enqueue", 2), "{\"Lang\":\"sk-SK\"}");
    draft("enqueue", 2, 9, NULL);
    cr_expect_str_eq(draft_of("enqueue", 2), "");
}

static bool preset(const char *name, const char *form, const char *values, bool *is_replaced)
{
    json_t *json = json_of(values);
    bool ok = store_preset_save(store, name, form, json, is_replaced, &err);
    json_decref(json);
    return ok;
}

/* Names and forms of the presets of a form, or of all (""). */
static const char *presets(const char *form)
{
    struct store_entries entries;
    DO(store_preset_list(store, form, &entries, &err));
    return told_entries(&entries);
}

Test(store, presets_are_listed_loaded_dropped_by_name_and_replaced_by_those_of_their_form)
{
    json_t *values;
    char *form;
    bool flag;
    DO(preset("zoo", "export", "{\"FileFormatId\":\"srt\"}", NULL));
    DO(preset("english", "enqueue", "{\"Lang\":\"en-GB\"}", &flag));
    cr_expect_not(flag);
    DO(preset("english", "enqueue", "{\"Lang\":\"en-US\"}", &flag));
    cr_expect(flag);
    cr_expect_not(preset("english", "export", "{}", NULL));
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text, "“english” is already the name of a preset for enqueue: use another name");
    cr_expect_not(preset("", "enqueue", "{}", NULL));
    cr_expect_str_eq(presets(""), "english enqueue; zoo export");
    cr_expect_str_eq(presets("export"), "zoo export");
    DO(store_preset_load(store, "english", &form, &values, &err));
    cr_expect_str_eq(text_of(values), "{\"Lang\":\"en-US\"}");
    cr_expect_str_eq(form, "enqueue");
    free(form);
    cr_expect(store_preset_drop(store, "english", &flag, &err) && flag);
    cr_expect(store_preset_drop(store, "english", &flag, &err) && !flag);
}

Test(store, metadata_shows_the_latest_of_each_key_and_what_was_deleted)
{
    static const struct {
        int64_t id;
        const char *key, *value;
    } set[] = {{1, "genre", "news"},
               {1, "author", "Jana"},
               {1, "genre", "talk"},
               {1, "author", NULL},
               {2, "genre", "other"}};
    struct store_entries entries;
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        keep((struct receipt){.end.id = set[i].id,
                              .when_ms = (int64_t)i + 1,
                              .key = (char *)(uintptr_t)set[i].key,
                              .value = (char *)(uintptr_t)set[i].value,
                              .email = (char *)"a@b.c"});
    DO(store_metadata_list(store, 1, &entries, &err));
    cr_expect_eq(entries.items[0].when_ms, 4);
    cr_expect_str_eq(entries.items[0].text2, "a@b.c");
    cr_expect_str_eq(told_entries(&entries), "author -; genre talk");
    DO(store_metadata_list(store, 0, &entries, &err));
    cr_expect_eq(entries.items[0].id, 2);
    cr_expect_str_eq(told_entries(&entries), "genre other", "the last of all");
}

/* --- exports --- */

static void exported(int64_t id, const char *path, const char *format, int64_t version, int64_t when_ms)
{
    keep((struct receipt){.end.id = id,
                          .file = {.id = id,
                                   .path = (char *)(uintptr_t)path,
                                   .format = (char *)(uintptr_t)format,
                                   .version = version,
                                   .when_ms = when_ms,
                                   .size = 7,
                                   .written_ns = INT64_MAX}});
}

/* The export of the only project on the list: "srt 7 at 3000". */
static const char *shown(void)
{
    static char text[64];
    listed(store);
    cr_assert_eq(list.count, 1);
    const struct exported *last = &list.rows[0].exported;
    snprintf(text, sizeof text, "%s %" PRId64 " at %" PRId64, last->format, last->version, last->when_ms);
    return text;
}

Test(store, a_row_shows_the_last_export_of_its_project_whose_version_follows_a_write_of_ones_own)
{
    static const int64_t ids[] = {2, 1};
    struct ledger ledger = {0};
    watch(1, 1);
    cr_expect_str_eq(shown(), " 0 at 0");
    exported(1, "/srv/a.srt", "srt", 7, 3000);
    exported(1, "/srv/a.vtt", "vtt", 8, 4000);
    exported(1, "/srv/b.srt", "srt", 6, 2000);
    exported(2, "/srv/c\x1b.srt", "srt", 9, 5000);
    cr_expect_str_eq(shown(), "vtt 8 at 4000");
    exported(1, "/srv/a.vtt", "vtt", 9, 4500);
    cr_expect_str_eq(shown(), "vtt 9 at 4500", "written again");
    DO(store_exports_list(store, ids, 2, &ledger, &err));
    cr_assert_eq(ledger.count, 4);
    cr_expect_str_eq(ledger.files[0].path, "/srv/c\x1b.srt");
    cr_expect_str_eq(ledger.files[1].path, "/srv/b.srt", "the oldest first");
    const struct ledger_file *last = ledger_last(&ledger, 1);
    cr_expect_str_eq(last->path, "/srv/a.vtt");
    cr_expect(last->size == 7 && last->written_ns == INT64_MAX && last->version == 9);
    ledger_clear(&ledger);
    log_in("other@b.c");
    watch(1, 1);
    cr_expect_str_eq(shown(), " 0 at 0", "of another account");
    exported(1, "/srv/a.srt", "srt", -1, 3000);
    cr_expect_str_eq(shown(), "srt -1 at 3000");
    save(1000, PROJECT("Completed"));
    exported(1, "/srv/a.srt", "srt", -1, 3000);
    cr_expect_str_eq(shown(), "srt 9007199254740993 at 3000");
    exported(1, "/srv/a.srt", "srt", 7, 3000);
    exported(1, "/srv/old.srt", "srt", 6, 2000);
    exported(2, "/srv/other.srt", "srt", 7, 2000);
    keep((struct receipt){.end.id = 1, .moved_from = 7, .moved_to = 8});
    cr_expect_str_eq(shown(), "srt 8 at 3000");
    cr_expect_eq(number("SELECT count(*) FROM exports WHERE version IN (6, 7)"), 4,
                 "of the other account, older ones, and of another project");
}

/* --- accounts --- */

Test(store, servers_and_logins_do_not_see_each_other)
{
    watch(1, 2);
    DO(store_set_scope(store, "https://other", "/API", "a@b.c", &err));
    cr_expect_str_eq(listed(store), "");
    watch(9, 9);
    log_in("x@y.z");
    cr_expect_str_eq(listed(store), "");
    DO(store_set_scope(store, "https://h/", "/API/", "a@b.c", &err));
    cr_expect_str_eq(listed(store), "1 2");
    config.url = "https://third";
    config.email = "";
    open_store();
    watch(4, 5);
    DO(store_set_scope(store, "https://third", "/API", "a@b.c", &err));
    cr_expect_str_eq(listed(store), "4 5", "the first login takes over what was saved before it");
    DO(store_set_scope(store, "https://third", "/API", "second@b.c", &err));
    cr_expect_str_eq(listed(store), "");
    DO(store_set_scope(store, "https://h", "/API", "", &err));
    watch(3, 3);
    cr_expect_str_eq(listed(store), "1 2 3", "without an email the only login of the server is meant");
    DO(store_set_scope(store, "https://h", "", "", &err));
    cr_expect_str_eq(listed(store), "");
    log_in("x@y.z");
    cr_expect_str_eq(listed(store), "");
    watch(7, 7);
    log_in("");
    cr_expect_str_eq(listed(store), "", "nothing is guessed between two");
}

/* --- hooks --- */

static bool claim(int64_t id, const char *state, int64_t since_ms, int64_t until_ms)
{
    bool is_ours;
    DO(store_hook_claim(store, id, state, since_ms, until_ms, &is_ours, &err));
    return is_ours;
}

Test(store, the_hook_of_a_change_is_the_first_programs_that_claims_it)
{
    static const struct {
        int64_t id;
        const char *state;
        int64_t since_ms, until_ms;
        bool is_ours;
        const char *why;
    } rows[] = {{1, "Completed", 100, 200, true, "the first"},
                {1, "Completed", 100, 200, false, "the second"},
                {1, "Completed", 90, 210, false, "which read a little later"},
                {1, "Completed", 200, 300, false, "the same change, seen late"},
                {2, "Completed", 100, 200, true, "another project"},
                {3, "InProgress", 100, 200, true, "a job begins"},
                {3, "Completed", 150, 300, true, "and ends"},
                {3, "InProgress", 50, 300, false, "seen late by another: it is over"},
                {3, "Completed", 400, 500, true, "a second job, whose begin nobody told"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(claim(rows[i].id, rows[i].state, rows[i].since_ms, rows[i].until_ms), rows[i].is_ours,
                     "%s", rows[i].why);
    meddle("UPDATE hook_runs SET when_ms = 9000000000000");
    int64_t now_ms = clock_wall_ms();
    cr_expect(claim(1, "Completed", now_ms - 10, now_ms), "the first one is from a clock that ran ahead");
}

/* --- deleting --- */

/* The number of rows of a project, or of all (0), in the tables with rows by project. */
static int64_t rows_of(int64_t id)
{
    static const char *const names[] = {"watchlist", "projects",     "project_raw", "drafts",
                                        "history",   "metadata_log", "hook_runs",   "exports"};
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *sql = mem_printf("SELECT count(*) FROM %s WHERE %" PRId64 " IN (0, id)", names[i], id);
        sum += number(sql);
        free(sql);
    }
    return sum;
}

/* Adds a row of a project to each table, and a preset and a sort order. */
static void fill(int64_t id)
{
    watch(id, id);
    read_as(id, "None", 1, 1000);
    keep_line(id, 1000, "state", "None");
    draft("enqueue", id, 8, "{\"Lang\":\"cs-CZ\"}");
    keep((struct receipt){.end.id = id, .key = (char *)"Episode", .value = (char *)"118"});
    cr_assert(claim(id, "None", 0, 1000));
    exported(id, "/srv/a.srt", "srt", 1, 1000);
    DO(preset("mine", "enqueue", "{}", NULL));
    DO(store_sort_save(store, "state", false, &err));
}

Test(store, what_is_forgotten_of_a_project_an_account_or_all_is_deleted_and_nothing_else)
{
    fill(1);
    fill(2);
    log_in("other@b.c");
    fill(1);
    cr_assert_eq(rows_of(0), 24);
    log_in("a@b.c");
    cr_expect_eq(forget(1, false), 0);
    cr_expect_eq(rows_of(1), 8, "of the other account");
    cr_expect_eq(rows_of(2), 8);
    cr_expect_eq(number("SELECT count(*) FROM presets"), 2);
    cr_expect_eq(forget(77, false), 0, "nothing is kept of it");
    log_in("other@b.c");
    forget(0, false);
    cr_expect_eq(rows_of(0), 8);
    cr_expect_eq(number("SELECT (SELECT count(*) FROM presets) * 10 + (SELECT count(*) FROM sorts)"), 11);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%other%'"), 0);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%a@b.c'"), 1);
    log_in("third@b.c");
    fill(3);
    forget(0, true);
    cr_expect_eq(rows_of(0), 0);
    cr_expect_eq(number("SELECT (SELECT count(*) FROM presets) + (SELECT count(*) FROM sorts)"), 0);
    cr_expect_eq(number("SELECT count(*) FROM scopes WHERE name LIKE '%h%' OR name LIKE '%@%'"), 0);
}

Test(store, what_is_on_no_list_goes_90_days_after_its_last_reading_and_its_files_with_it)
{
    static const int64_t now = 1800000000000;
    static const struct {
        int64_t id, age;
        bool is_listed, stays;
    } rows[] = {{1, DAYS_90 - 1, false, true},
                {2, DAYS_90, false, true},
                {3, DAYS_90 + 1, false, false},
                {4, DAYS_90 + 1, true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_as(rows[i].id, "None", 1, now - rows[i].age);
        exported(rows[i].id, "/srv/a.srt", "srt", 1, now - rows[i].age);
        keep_line(rows[i].id, 1000, "state", "None");
        if (rows[i].is_listed)
            watch(rows[i].id, rows[i].id);
    }
    open_store();
    read_as(9, "None", 1, now);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ledger ledger = {0};
        int64_t when_ms;
        cr_expect_eq(*kept(rows[i].id, &when_ms) != '\0', rows[i].stays, "project %" PRId64, rows[i].id);
        DO(store_exports_list(store, &rows[i].id, 1, &ledger, &err));
        cr_expect_eq(ledger.count, rows[i].stays, "project %" PRId64, rows[i].id);
        ledger_clear(&ledger);
    }
    cr_expect_eq(number("SELECT count(*) FROM project_raw"), 4);
    cr_expect_eq(number("SELECT count(*) FROM history"), 4);
}

/* --- completion --- */

/* The names with this prefix, and their texts. */
static const char *seen(enum store_peek kind, const char *prefix, const char *table)
{
    struct store_entries rows;
    store_peek(&config, kind, prefix, table, &rows);
    return told_entries(&rows);
}

Test(store, completion_sees_data_of_other_programs_waits_for_no_writer_and_leaves_no_file)
{
    watch(1, 1);
    watch(7, 7);
    save(1000, PROJECT("Completed"));
    DO(preset("fast", "enqueue", "{}", NULL));
    DO(preset("far", "export", "{}", NULL));
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "1 Completed  Café ␛[31m; 7 ");
    cr_expect_str_eq(seen(PEEK_PROJECTS, "1", ""), "1 Completed  Café ␛[31m");
    cr_expect_str_eq(seen(PEEK_PRESETS, "fa", ""), "far export; fast enqueue");
    cr_expect_str_eq(seen(PEEK_PRESETS, "", "enqueue"), "fast enqueue");
    cr_expect_str_eq(seen(PEEK_PRESETS, "x", ""), "");
    DO(store_begin(store, &err));
    DO(store_list_remove(store, &(int64_t){7}, 1, NULL, &err));
    cr_expect_str_eq(seen(PEEK_PROJECTS, "7", ""), "7 ");
    store_roll_back(store);
    close_store();
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "1 Completed  Café ␛[31m; 7 ");
    config.email = "";
    cr_expect_str_eq(seen(PEEK_PROJECTS, "7", ""), "7 ", "the only account of the server");
    config.url = "https://other";
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
    cr_assert_eq(unlink(config.path), 0);
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
    cr_expect_eq(rmdir(folder_path("state/steno")), 0, "it left something, or made a file");
}
