/* Implements app_scene.h. */
/* SPDX-License-Identifier: MIT */
#include "support/app_scene.h"

#include "store_sql.h"
#include "support/asserts.h"

struct bench bench;

void scene_start(void)
{
    bench_ready(&bench);
}

void scene_stop(void)
{
    bench_free(&bench);
}

void scene_anew(void)
{
    scene_stop();
    scene_start();
}

struct bench *after(const char *keys)
{
    if (keys[0] == ':' && keys[1] && keys[1] != ' ')
        bench_command(&bench, keys + 1);
    else if (*keys)
        bench_keys(&bench, keys);
    return &bench;
}

void scene_sql(const char *statement)
{
    cr_assert_eq(sqlite3_exec(bench.store->db, statement, NULL, NULL, NULL), SQLITE_OK, "%s", statement);
}

void scene_preset(const char *name, const char *table, const char *json)
{
    struct error err;
    json_t *values = json_loads(json, 0, NULL);
    cr_assert(store_preset_save(bench.store, name, table, values, NULL, &err), "%s", err.text);
    json_decref(values);
}

void scene_draft(const char *table, int64_t id, const char *json)
{
    struct error err;
    json_t *values = json_loads(json, 0, NULL);
    cr_assert(store_draft_save(bench.store, table, id, values, BENCH_WALL_MS, &err), "%s", err.text);
    json_decref(values);
}

struct form *scene_form(void)
{
    return app_form_top(bench.app)->form;
}

const char *scene_line(void)
{
    return lineedit_text(bench.app->prompt->edit);
}
