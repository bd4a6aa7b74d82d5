/* Owns the status line, the activity ring and what of it goes into the history. It must not know who writes
 * into them. */
#include "steno/app/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/effect.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/form.h"

/* A formatted text of any length. */
static char *status_format(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = mem_alloc((size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

/* Replaces the status line. */
static void status_set(struct app *app, bool bad, char *text)
{
    if (strcmp(app->status, text) != 0 || app->status_is_bad != bad)
        app_dirty(app, DIRTY_STATUS);
    free(app->status);
    app->status = text;
    app->status_is_bad = bad;
    app->status_is_new = true;
    app->sentences = mem_grow(app->sentences, app->sentence_count + 1, sizeof *app->sentences);
    app->sentences[app->sentence_count++] = (struct app_sentence){.text = mem_copy(text), .is_bad = bad};
}

void app_sentences_clear(struct app *app)
{
    for (size_t i = 0; i < app->sentence_count; i++)
        free(app->sentences[i].text);
    app->sentence_count = 0;
}

void app_status_begin(struct app *app)
{
    app->status = mem_copy("");
    app->activity = mem_zero(APP_ACTIVITY_MAX, sizeof *app->activity);
}

/* Frees what an entry holds. */
static void activity_free(struct app_activity *entry)
{
    free(entry->text);
    free(entry->request);
    free(entry->status);
}

void app_status_end(struct app *app)
{
    for (size_t i = 0; i < app->activity_count; i++)
        activity_free(&app->activity[i]);
    free(app->activity);
    app_sentences_clear(app);
    free(app->sentences);
    free(app->status);
}

void app_status_age(struct app *app)
{
    if (!app->status_is_new || app->form_count == 0)
        return;
    app->status_is_new = false;
    app_dirty(app, DIRTY_STATUS);
}

void app_say(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, false, status_format(format, args));
    va_end(args);
}

void app_say_bad(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, true, status_format(format, args));
    va_end(args);
}

void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
{
    if (app->activity_count == APP_ACTIVITY_MAX) {
        activity_free(&app->activity[0]);
        app->activity_count--;
        memmove(app->activity, app->activity + 1, app->activity_count * sizeof *app->activity);
    }
    va_list args;
    va_start(args, format);
    app->activity[app->activity_count++] = (struct app_activity){
        .wall_ms = app->wall_ms, .kind = kind, .id = id, .text = status_format(format, args)};
    va_end(args);
    app->activity_total++;
    app_stale(app, STALE_ACTIVITY);
}

void app_log_request(struct app *app, char *request, char *status)
{
    struct app_activity *entry = &app->activity[app->activity_count - 1];
    free(entry->request);
    free(entry->status);
    entry->request = request;
    entry->status = status;
}
