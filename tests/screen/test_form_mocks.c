/* The drawn screens of forms, cell by cell. */
/* SPDX-License-Identifier: MIT */
#include <jansson.h>

#include "screen/mock.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

static void mocks_stop(void)
{
    bench_free(&bench);
}

TestSuite(form_mock, .fini = mocks_stop);

/* The enqueue form of the first project, with a draft of 18:51, whole. */
static void open_enqueue(int cols, int rows)
{
    struct error err;
    json_t *draft = json_pack("{s:s, s:s}", "Lang", "en-US", "WithSpeakerId", "true");
    mock_world(&bench, cols, rows);
    cr_assert(store_draft_save(bench.store, "enqueue", 1, draft, MOCK_WALL_MS - INT64_C(1242000), &err), "%s",
              err.text);
    json_decref(draft);
    bench_keys(&bench, "e c j j j");
}

Test(form_mock, enq80)
{
    open_enqueue(80, 24);
    mock_expect(&bench, "enq80");
}

Test(form_mock, enq40)
{
    open_enqueue(40, 10);
    bench_keys(&bench, "/ Esc"); /* a key that is no move ends the message */
    mock_expect(&bench, "enq40");
}

Test(form_mock, enq132)
{
    open_enqueue(132, 43);
    mock_expect(&bench, "enq132");
}

/* The export form of the second project. */
static void open_export(int cols, int rows)
{
    mock_world(&bench, cols, rows);
    bench_keys(&bench, "j");
    bench_wait(&bench, 400);
    mock_answer_reads(&bench);
    bench.wall_ms = MOCK_WALL_MS;
    bench_event(&bench, &(struct event){.kind = EVENT_TICK, .wall_ms = MOCK_WALL_MS});
    bench_clear(&bench);
    bench_keys(&bench, "x");
}

Test(form_mock, exp80)
{
    open_export(80, 24);
    bench_keys(&bench, "c");
    bench_field(&bench, "FileFormatId", "srt");
    bench_field(&bench, "Folder", "/srv/subs");
    bench_field(&bench, "SubtitleLineLength", "42");
    bench_keys(&bench, "j j j");
    mock_expect(&bench, "exp80");
}

Test(form_mock, choice80)
{
    open_export(80, 24);
    bench_field(&bench, "Folder", "/srv/subs");
    bench_field(&bench, "SubtitleLineLength", "42");
    bench_keys(&bench, "c g Enter");
    mock_expect(&bench, "choice80");
}

Test(form_mock, choice40)
{
    open_export(40, 10);
    bench_keys(&bench, "Enter");
    mock_expect(&bench, "choice40");
}
