/* Owns the wait for the store at the end, and the account of what it did not keep. Knows no terminal. */
#include "steno/work/settle.h"

#include <stdio.h>
#include <stdlib.h>

#include "steno/app/batch.h"
#include "steno/app/keep.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/core/id_list.h"
#include "steno/store/store.h"
#include "steno/work/loop.h"

#define SAY_MS     500
#define SLACK_MS   1000 /* for the disk, beside what an operation waits for another session */
#define HURRY_MS   1200 /* a hang-up has two seconds, for this and for the threads */
#define REPORT_MAX 20
#define UNSENT_MAX ((size_t)ID_LIST_MAX * 24) /* bytes */

/* Says what is waited for. */
static void settle_say(const struct engine *engine, const struct settle_face *face)
{
    const char *why;
    const char *what = app_unkept_count(engine->app) > 0 ? app_unkept(engine->app, 0, &why) : "state.db";
    char *text = mem_printf("Still saving: %s. ^C gives up", what);
    face->say(face->context, text);
    free(text);
}

void settle_store(struct engine *engine, const struct settle_face *face, enum settle_wish wish, int tty_fd,
                  int signal_fd)
{
    int64_t now = clock_mono_ms(), say_at = wish == SETTLE_HURRY ? INT64_MAX : now + SAY_MS;
    int64_t hurried = wish == SETTLE_HURRY ? now + HURRY_MS : INT64_MAX;
    int64_t until = now + STORE_BUSY_MS + SLACK_MS;
    engine_drain(engine);
    while (engine->saves_waiting > 0 && wish != SETTLE_GIVE_UP && now < until && now < hurried) {
        int64_t end = until < hurried ? until : hurried;
        unsigned found = loop_wait(tty_fd, engine_fd(engine), signal_fd, say_at < end ? say_at : end);
        now = clock_mono_ms();
        if (engine_drain(engine)) /* a slow disk, no locked file: those behind it have a chance */
            until = now + STORE_BUSY_MS + SLACK_MS;
        if (found & LOOP_HANGUP)
            tty_fd = -1;
        if (found & (LOOP_INPUT | LOOP_SIGNAL | LOOP_HANGUP))
            wish = face->look(face->context, found);
        if (wish == SETTLE_HURRY && hurried == INT64_MAX)
            hurried = now + HURRY_MS;
        if (now >= say_at && engine->saves_waiting > 0) {
            settle_say(engine, face);
            say_at = INT64_MAX;
        }
    }
}

/* Names what a batch that was left has not sent. */
static void settle_report_unsent(const struct app *app)
{
    int64_t *ids = mem_alloc((app->batch->order.count + 1) * sizeof *ids);
    size_t count = app_batch_unsent(app, ids);
    struct buffer text;
    buffer_init(&text, UNSENT_MAX);
    id_list_put(&text, ids, count);
    if (count > 0)
        fprintf(stderr, "steno: %s not sent: %s\n", app->batch->ops->noun, buffer_text(&text));
    buffer_free(&text);
    free(ids);
}

int settle_report(const struct engine *engine, int code)
{
    if (engine->app)
        settle_report_unsent(engine->app);
    size_t count = engine->app ? app_unkept_count(engine->app) : 0;
    for (size_t i = 0; i < count && i < REPORT_MAX; i++) {
        const char *why, *what = app_unkept(engine->app, i, &why);
        if (why)
            fprintf(stderr, "steno: not saved: %s. %s\n", what, why);
        else
            fprintf(stderr, "steno: possibly not saved: %s. The state file did not respond in time\n", what);
    }
    if (count > REPORT_MAX)
        fprintf(stderr, "steno: and %s%zu more\n", app_unkept_is_part(engine->app) ? "at least " : "",
                count - REPORT_MAX);
    return code == 0 && count > 0 ? error_kind_exit_code(ERROR_IO) : code;
}
