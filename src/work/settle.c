/* Owns the wait for the store and for hooks at the end, and the account of what it did not keep. Knows no
 * terminal. */
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

/* The wait, as far as it came. */
struct settling {
    struct engine *engine;
    const struct settle_face *face;
    enum settle_wish wish;
    int64_t say_at, until, hurried;
    bool saves_said, hooks_said;
};

/* How long nothing may happen: as long as an operation waits for another session, or a hook may take. */
static int64_t settle_patience(const struct engine *engine)
{
    return STORE_BUSY_MS + SLACK_MS + (hooks_count(engine->hooks) > 0 ? NOTIFY_HOOK_LIMIT_MS : 0);
}

/* Is there something to wait for? Nobody who is in a hurry waits for hooks. */
static bool settle_goes_on(const struct settling *settling, int64_t now)
{
    bool hooks = hooks_count(settling->engine->hooks) > 0 && settling->wish == SETTLE_WAIT;
    return (settling->engine->saves_waiting > 0 || hooks) && settling->wish != SETTLE_GIVE_UP &&
           now < settling->until && now < settling->hurried;
}

/* Says what is waited for, each once. */
static void settle_say(struct settling *settling)
{
    const struct engine *engine = settling->engine;
    bool saves = engine->saves_waiting > 0;
    size_t hooks = hooks_count(engine->hooks);
    bool *said = saves ? &settling->saves_said : &settling->hooks_said;
    if (*said || (!saves && hooks == 0))
        return;
    const char *why,
        *what = app_unkept_count(engine->app) > 0 ? app_unkept(engine->app, 0, &why) : "state.db";
    char *text =
        saves ? mem_printf("Still saving: %s. ^C gives up", what)
              : mem_printf("Running the hook of %zu %s. q leaves", hooks, hooks == 1 ? "change" : "changes");
    settling->face->say(settling->face->context, text);
    *said = true;
    free(text);
}

/* Takes what somebody wishes. A q that was typed before the hooks were said was meant for something else. */
static void settle_look(struct settling *settling, unsigned found, int64_t now)
{
    enum settle_wish wish = settling->face->look(settling->face->context, found);
    if (wish == SETTLE_WAIT || (wish == SETTLE_LEAVE && !settling->hooks_said))
        return;
    settling->wish = wish;
    hooks_stop(settling->engine->hooks);
    if (wish == SETTLE_HURRY && settling->hurried == INT64_MAX)
        settling->hurried = now + HURRY_MS;
}

/* One wait and all that came of it. */
static int64_t settle_turn(struct settling *settling, int *tty_fd, int signal_fd)
{
    struct engine *engine = settling->engine;
    size_t hooks = hooks_count(engine->hooks);
    int64_t end = settling->until < settling->hurried ? settling->until : settling->hurried;
    unsigned found =
        loop_wait(*tty_fd, engine_fd(engine), signal_fd, settling->say_at < end ? settling->say_at : end);
    int64_t now = clock_mono_ms();
    bool good = engine_drain(engine); /* a slow disk, no locked file: those behind it have a chance */
    if (good || hooks_count(engine->hooks) != hooks)
        settling->until = now + settle_patience(engine);
    if (found & LOOP_HANGUP)
        *tty_fd = -1;
    if (found & (LOOP_INPUT | LOOP_SIGNAL | LOOP_HANGUP))
        settle_look(settling, found, now);
    return now;
}

void settle_end(struct engine *engine, const struct settle_face *face, enum settle_wish wish, int tty_fd,
                int signal_fd)
{
    int64_t now = clock_mono_ms(), say_at = now + SAY_MS;
    struct settling settling = {
        .engine = engine, .face = face, .wish = wish, .say_at = say_at, .hurried = INT64_MAX};
    if (wish == SETTLE_HURRY) {
        hooks_stop(engine->hooks);
        say_at = INT64_MAX;
        settling.hurried = now + HURRY_MS;
    }
    engine_drain(engine);
    settling.until = now + settle_patience(engine);
    while (settle_goes_on(&settling, now)) {
        settling.say_at = now < say_at ? say_at : INT64_MAX;
        now = settle_turn(&settling, &tty_fd, signal_fd);
        if (now >= say_at && settle_goes_on(&settling, now))
            settle_say(&settling);
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
    char *hooks = hooks_waiting(engine->hooks);
    fputs(buffer_text(&engine->last_words), stderr);
    if (hooks)
        fprintf(stderr, "steno: " HOOKS_NOT_RUN "\n", hooks);
    free(hooks);
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
