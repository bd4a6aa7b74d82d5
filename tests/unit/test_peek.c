/* The look into state.db for completion: what it sees beside others, and that it leaves nothing behind. */
/* SPDX-License-Identifier: MIT */
#include <sys/stat.h>

#include "store_fixture.h"
#include "support/asserts.h"

TestSuite(peek, .init = fixture_begin, .fini = fixture_end);

static struct store_entries rows;

/* The names that begin so, in one text. */
static const char *seen(enum store_peek kind, const char *prefix, const char *table)
{
    static char text[400];
    size_t len = 0;
    text[0] = '\0';
    store_peek(&config, kind, prefix, table, &rows);
    for (size_t i = 0; i < rows.count && len < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s (%s)", i ? ", " : "", rows.items[i].name,
                                rows.items[i].text);
    store_entries_clear(&rows);
    return text;
}

static void watch_some(void)
{
    open_store();
    watch(1, 1);
    watch(7, 7);
    save(1000, PROJECT("Completed"));
}

static bool is_there(const char *suffix)
{
    char *path = mem_printf("%s%s", config.path, suffix);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

Test(peek, sees_what_a_running_session_has_written_and_what_one_has_closed)
{
    watch_some();
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "1 (Completed  Café ␛[31m), 7 ()");
    cr_expect_str_eq(seen(PEEK_PROJECTS, "1", ""), "1 (Completed  Café ␛[31m)");
    close_store();
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "1 (Completed  Café ␛[31m), 7 ()");
    cr_expect_not(is_there("-wal"));
    cr_expect_not(is_there("-journal"));
}

Test(peek, presets_are_those_of_the_operation)
{
    json_t *empty = json_object();
    open_store();
    DO(store_preset_save(store, "fast", "enqueue", empty, NULL, &err));
    DO(store_preset_save(store, "far", "export", empty, NULL, &err));
    json_decref(empty);
    cr_expect_str_eq(seen(PEEK_PRESETS, "fa", ""), "far (export), fast (enqueue)");
    cr_expect_str_eq(seen(PEEK_PRESETS, "", "enqueue"), "fast (enqueue)");
    cr_expect_str_eq(seen(PEEK_PRESETS, "x", ""), "");
}

Test(peek, is_of_the_server_and_the_account)
{
    watch_some();
    config.email = "";
    cr_expect_str_eq(seen(PEEK_PROJECTS, "7", ""), "7 ()");
    config.url = "https://other";
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
}

Test(peek, waits_for_no_writer)
{
    watch_some();
    DO(store_begin(store, &err));
    DO(store_list_remove(store, &(int64_t){7}, 1, NULL, &err));
    cr_expect_str_eq(seen(PEEK_PROJECTS, "7", ""), "7 ()");
    store_roll_back(store);
}

Test(peek, the_prefix_counts_before_the_limit)
{
    watch_some();
    meddle("WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
           " INSERT INTO watchlist (scope, id, place) SELECT 1, i, i FROM n");
    cr_expect_str_eq(seen(PEEK_PROJECTS, "19999", ""), "19999 ()");
    store_peek(&config, PEEK_PROJECTS, "", "", &rows);
    cr_expect_eq(rows.count, STORE_PEEK_MAX);
    store_entries_clear(&rows);
}

Test(peek, sees_nothing_where_nothing_can_be_read_and_makes_nothing)
{
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
    cr_expect_not(is_there(""));
    watch_some();
    close_store();
    cr_assert_eq(truncate(config.path, 5000), 0);
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
    FILE *file = fopen(config.path, "we");
    fputs("This is no database at all, although it is as long as the head of one would be: "
          "and a little more, so that nobody takes it for one that was cut off.",
          file);
    fclose(file);
    cr_expect_str_eq(seen(PEEK_PROJECTS, "", ""), "");
}
