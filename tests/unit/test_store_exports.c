/* store/store_exports: what a file keeps of exports, and what a watched project shows of them. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "store.h"
#include "store_fixture.h"
#include "support/asserts.h"

TestSuite(store_exports, .init = store_begin, .fini = store_end);

#define DAYS_90 INT64_C(7776000000)

static bool add(int64_t id, const char *path, const char *format, int64_t version, int64_t when_ms)
{
    struct store_op *op = store_op_new(STORE_EXPORTS_ADD);
    ledger_add(&op->ledger, &(struct ledger_file){.id = id,
                                                  .path = mem_copy(path),
                                                  .format = mem_copy(format),
                                                  .version = version,
                                                  .when_ms = when_ms,
                                                  .size = 7,
                                                  .hash = UINT64_MAX});
    return execute(op);
}

static bool move_on(int64_t id, int64_t from, const char *to)
{
    return run_on(store, STORE_EXPORTS_MOVE, id, from, 0, NULL, NULL, to);
}

/* What the list shows of the only watched project. */
static const struct exported *shown(void)
{
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert_eq(last->row_count, 1);
    return &last->rows[0].exported;
}

static int64_t rows(void)
{
    int64_t count;
    cr_assert(store_number(store, &err, &count, -1, "SELECT count(*) FROM exports", ""), "%s", err.text);
    return count;
}

Test(store_exports, a_watched_project_shows_its_last_one)
{
    open_store();
    watch(1, 1);
    cr_expect_eq(shown()->when_ms, 0);
    cr_assert(add(1, "/srv/a.srt", "srt", 7, 3000), "%s", last->error.text);
    cr_assert(add(1, "/srv/a.vtt", "vtt", 8, 4000));
    cr_assert(add(1, "/srv/b.srt", "srt", 6, 2000));
    cr_assert(add(2, "/srv/c.srt", "srt", 9, 5000));
    cr_expect(shown()->when_ms == 4000 && shown()->version == 8);
    cr_expect_str_eq(shown()->format, "vtt");
}

Test(store_exports, a_file_that_is_written_again_has_one_row)
{
    open_store();
    watch(1, 1);
    cr_assert(add(1, "/srv/a.srt", "srt", 7, 3000));
    cr_assert(add(1, "/srv/a.srt", "srt", 8, 4000));
    cr_expect_eq(rows(), 1);
    cr_expect_eq(shown()->version, 8);
}

Test(store_exports, a_version_that_is_not_known_is_that_of_the_last_reading)
{
    open_store();
    watch(1, 1);
    cr_assert(add(1, "/srv/a.srt", "srt", -1, 3000));
    cr_expect_eq(shown()->version, -1);
    cr_assert(save(1000, PROJECT("Completed")));
    cr_assert(add(1, "/srv/a.srt", "srt", -1, 3000));
    cr_expect_eq(shown()->version, INT64_C(9007199254740993));
}

Test(store_exports, the_version_follows_a_write_of_ones_own)
{
    open_store();
    watch(1, 1);
    cr_assert(add(1, "/srv/a.srt", "srt", 7, 3000));
    cr_assert(add(1, "/srv/old.srt", "srt", 6, 2000));
    cr_assert(move_on(1, 7, "8"), "%s", last->error.text);
    cr_expect_eq(last->changes, 1);
    cr_expect_eq(shown()->version, 8);
    cr_assert(move_on(2, 8, "9"));
    cr_expect_eq(shown()->version, 8);
}

Test(store_exports, of_another_account_are_not_seen)
{
    open_store();
    cr_assert(add(1, "/srv/a.srt", "srt", 7, 3000));
    cr_assert(store_set_scope(store, "https://h", "/API", "other@b.c", &err), "%s", err.text);
    watch(1, 1);
    cr_expect_eq(shown()->when_ms, 0);
}

Test(store_exports, of_projects_that_nobody_watches_go_after_90_days)
{
    open_store();
    watch(1, 1);
    cr_assert(add(1, "/srv/a.srt", "srt", 7, 1000));
    cr_assert(add(2, "/srv/b.srt", "srt", 7, 1000));
    cr_assert(add(3, "/srv/c.srt", "srt", 7, 1002));
    cr_assert(save(DAYS_90 + 1001, PROJECT("Completed")));
    cr_expect_eq(rows(), 2);
    cr_expect_eq(shown()->when_ms, 1000);
}
