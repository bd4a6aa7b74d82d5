/* Owns the fetching of captions: when the options are asked for, what is kept of them, what became of it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/connection.h"
#include "steno/api/request.h"
#include "unload.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "steno/client/reads.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/computation.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"
#include "topics/captions.h"

#define SEND_APART_MS 1000 /* at most one a second */
#define SLOW_MS       5000
#define LARGE_BYTES   ((size_t)2 << 20)

static client_call_reply captions_fetched;

static bool captions_is_under_way(const struct captions_state *captions)
{
    return captions->serial || captions->checking;
}

/* Nobody waits for what is under way any more. */
static void captions_cancel(struct app *app)
{
    struct captions_state *captions = captions_state(app);
    if (captions->serial)
        client_call_cancel(app->client, captions->serial);
    captions->serial = captions->checking = 0;
}

/* The address that the form's values make; NULL while one of them is bad. */
static char *captions_query(const struct app *app, const struct app_form *form)
{
    struct param_set *sent = param_set_sent(form_values(form->form));
    struct api_config config = {.base_url = app->client->url, .api_path = app->client->api_path};
    struct request_args args = {.project_id = captions_state(app)->id, .params = sent};
    struct request request;
    struct error err;
    int bad;
    error_clear(&err);
    char *query = NULL;
    if (param_set_check(sent, &bad, &err)) {
        if (request_build(&request, &config, ENDPOINT_EXPORT, &args, &err))
            query = mem_printf("%d %s", captions_state(app)->login, request.url);
        request_free(&request);
    }
    param_set_free(sent);
    return query;
}

const char *captions_invalid(const struct app *app)
{
    const struct app_form *form = captions_form(app);
    struct param_set *sent = form ? param_set_sent(form_values(form->form)) : NULL;
    struct error err;
    int bad;
    error_clear(&err);
    const char *label =
        sent && !param_set_check(sent, &bad, &err) ? param_label(&sent->table->rows[bad]) : NULL;
    param_set_free(sent);
    return label;
}

int64_t captions_version_now(const struct app *app)
{
    const struct app_project *project = app_project_find(app, captions_state(app)->id);
    return project ? project->version : -1;
}

/* What the cache knows captions by. */
static char *captions_key(const struct app *app, const char *query, int64_t version)
{
    return mem_printf("%s %" PRId64 " %s", query, version, app->style->name);
}

/* Shows these captions; the cursor stays at its time. */
static void captions_show(struct app *app, struct caption_list *fresh, const char *query, int64_t version)
{
    struct captions_state *captions = captions_state(app);
    int64_t ms = captions_at_hand_ms(app);
    struct captions_shown shown = {caption_list_hold(fresh), mem_copy(query), version};
    captions_shown_clear(&captions->now);
    captions->now = shown;
    captions->reopened = false;
    captions_changes_drop(app);
    free(captions->trouble);
    captions->trouble = fresh->trouble ? mem_copy(fresh->trouble) : NULL;
    captions_list_rows(app, ms);
    if (captions->compares)
        captions_compare(app);
    overlay_touch(&app->overlays); /* keys typed before are about others */
}

/* What was kept of these options, if there is something. */
static void captions_show_kept(struct app *app, const char *query)
{
    struct captions_state *captions = captions_state(app);
    char *key = captions_key(app, query, captions_version_now(app));
    struct caption_list *kept = caption_list_cache_find(&captions->cache, key);
    if (kept && kept != captions->now.captions)
        captions_show(app, kept, query, captions_version_now(app));
    free(key);
}

void captions_count_request(struct app *app)
{
    client_count_request(app->client);
}

/* Has what is shown only to be checked by another style? */
static bool captions_only_style_differs(const struct app *app)
{
    const struct captions_shown *now = &captions_state(app)->now;
    return now->captions && !captions_state(app)->asked &&
           strcmp(now->query, captions_state(app)->wanted) == 0 &&
           now->version == captions_version_now(app) && now->captions->style != app->style;
}

/* Length of the recording; -1 when it is not known. */
static int64_t captions_length_ms(const struct app *app)
{
    const struct app_project *project = app_project_find(app, captions_state(app)->id);
    return project ? project->length_ms : -1;
}

/* Has a worker check by another style what is here. */
static void captions_check(struct app *app)
{
    struct captions_state *captions = captions_state(app);
    struct computation *check = computation_new(COMPUTE_CHECK, captions->now.captions, NULL);
    check->serial = captions->checking = ++app->client->next_serial;
    check->style = app->style;
    check->length_ms = captions_length_ms(app);
    app_emit(app, EFFECT_COMPUTE)->computation = check;
}

/* Sends for what the options ask for now. */
static void captions_fetch(struct app *app, const struct app_form *form)
{
    struct captions_state *captions = captions_state(app);
    struct call *call = client_call_new(app->client, ENDPOINT_EXPORT, captions->id);
    call->params = param_set_sent(form_values(form->form));
    call->captions = call_captions_new(CAPTIONS_FETCH, NULL);
    call->captions->style = app->style;
    call->captions->length_ms = captions_length_ms(app);
    const struct client_reply reply = {
        .done = captions_fetched, .what = mem_printf("Captions %" PRId64, captions->id), .is_quiet = true};
    captions->serial = client_call_send(app->client, call, &reply);
    captions->sent_ms = app->client->now_ms;
    captions_count_request(app);
}

/* Fetches what the options ask for now, or has it checked where it is here. */
static void captions_send(struct app *app, const struct app_form *form)
{
    struct captions_state *captions = captions_state(app);
    bool checks = captions_only_style_differs(app);
    free(captions->sent);
    captions->sent = mem_copy(captions->wanted);
    captions->sent_version = captions_version_now(app);
    captions->asked = captions->reopened = captions->is_running = false;
    if (checks)
        captions_check(app);
    else
        captions_fetch(app, form);
    captions_touch(app);
}

/* One that was slow or large is not repeated with every option. */
static void captions_slow_down(struct app *app, const struct caption_list *fresh)
{
    struct captions_state *captions = captions_state(app);
    int64_t took_ms = app->client->now_ms - captions->sent_ms;
    if (captions->on_request || (took_ms <= SLOW_MS && fresh->len <= LARGE_BYTES))
        return;
    captions->on_request = true;
    app_say(app, "Captions of %" PRId64 " took %" PRId64 " s, %zu kB: %s fetches them after a change",
            captions->id, took_ms / 1000, fresh->len / 1000, app_key_of(app, "refresh"));
}

/* "2: 52 captions, 4 kB, read 11:02" */
static void captions_tell(struct app *app, const struct caption_list *fresh)
{
    char when[DATE_TEXT_SIZE];
    app_time_text(app, when, sizeof when, app->client->wall_ms);
    app_say(app, "%" PRId64 ": %zu caption%s, %.1f kB, read %s", captions_state(app)->id, fresh->file.count,
            fresh->file.count == 1 ? "" : "s", (double)fresh->len / 1000, when);
}

/* Captions have come. */
static void captions_take(struct app *app, struct caption_list *fresh, bool fetched)
{
    struct captions_state *captions = captions_state(app);
    fresh->read_ms = fetched ? app->client->wall_ms : captions->now.captions->read_ms;
    char *key = mem_printf("%s %" PRId64 " %s", captions->sent, captions->sent_version, fresh->style->name);
    caption_list_cache_put(&captions->cache, key, fresh);
    free(key);
    captions_show(app, fresh, captions->sent, captions->sent_version);
    if (fetched && !fresh->trouble) {
        captions_tell(app, fresh);
        captions_slow_down(app, fresh);
    }
}

void captions_checked(struct app *app, struct computation *computation)
{
    captions_state(app)->checking = 0;
    captions_take(app, computation->captions, false);
}

/* The answer to a fetch; nobody waits for one that was overtaken. */
static void captions_fetched(struct client *client, const struct client_call *call,
                             struct call_result *result)
{
    struct app *app = client->self;
    struct captions_state *captions = captions_state(app);
    if (call->serial != captions->serial)
        return;
    captions->serial = 0;
    if (result->ok && result->captions) {
        captions_take(app, result->captions, true);
        return;
    }
    free(captions->failed);
    captions->failed = mem_copy(captions->sent);
    free(captions->trouble);
    captions->trouble = result->error.kind == ERROR_CANCELLED
                            ? mem_printf("Cancelled: %s fetches them", app_key_of(app, "refresh"))
                            : mem_copy(result->error.text);
    if (result->error.kind != ERROR_CANCELLED && !overlay_has(&app->overlays, OVERLAY_OVER_FORM))
        app_say_bad(app, "%s", result->error.text);
    captions_touch(app);
}

/* The options have changed: what is under way for others is given up, what is here is shown at once. */
static void captions_options_changed(struct app *app, char *query)
{
    struct captions_state *captions = captions_state(app);
    bool first = !captions->wanted;
    free(captions->wanted);
    captions->wanted = query;
    captions_touch(app);
    if (!query)
        return;
    if (captions_is_under_way(captions) && strcmp(captions->sent, query) != 0)
        captions_cancel(app);
    captions->due_ms = app->client->now_ms + (first ? 0 : settings_int(app->settings, SETTING_PREVIEW_DELAY));
}

/* Are they the same values? Both sets are of one form. */
static bool captions_same_values(const struct param_set *one, const struct param_set *two)
{
    for (size_t row = 0; row < one->table->count; row++) {
        const char *a = param_set_get(one, (int)row), *b = param_set_get(two, (int)row);
        if (a != b && (!a || !b || strcmp(a, b) != 0))
            return false;
    }
    return true;
}

/* What the options ask for now; their address is made again only when one of them has changed. */
static void captions_look_at_options(struct app *app, const struct app_form *form)
{
    struct captions_state *captions = captions_state(app);
    const struct param_set *values = form_values(form->form);
    bool is_same = captions->values && captions_same_values(captions->values, values);
    if (is_same && captions->wanted)
        return;
    char *query = captions_query(app, form);
    param_set_free(captions->values);
    captions->values = param_set_copy(values);
    if (query ? !captions->wanted || strcmp(query, captions->wanted) != 0 : captions->wanted != NULL)
        captions_options_changed(app, query);
    else
        free(query);
    if (!captions->wanted && !is_same)
        captions_touch(app); /* another one may be invalid */
}

/* Is what is shown what the options, the project and the style give? */
static bool captions_are_current(const struct app *app)
{
    const struct captions_state *captions = captions_state(app);
    const struct captions_shown *now = &captions->now;
    return now->captions && strcmp(now->query, captions->wanted) == 0 &&
           now->version == captions_version_now(app) && now->captions->style == app->style;
}

/* Is something to be fetched or checked that is not here, not under way, and has not failed? */
static bool captions_are_wanted(const struct app *app)
{
    const struct captions_state *captions = captions_state(app);
    const struct caption_list *now = captions->now.captions;
    if (!captions->wanted || captions_is_under_way(captions))
        return false;
    if (captions->asked || captions_only_style_differs(app))
        return true;
    if (captions->failed && strcmp(captions->failed, captions->wanted) == 0)
        return false;
    if (now && strcmp(captions->now.query, captions->wanted) == 0)
        return now->style != app->style;
    return !captions->on_request || !now || captions->reopened;
}

/* Is it to be sent, and can it be? What is here is checked without the server. */
static bool captions_may_send(const struct app *app)
{
    return captions_are_wanted(app) &&
           (app->client->session == SESSION_UP || captions_only_style_differs(app));
}

bool captions_are_coming(const struct app *app)
{
    const struct captions_state *captions = captions_state(app);
    return captions_are_open(app) &&
           (captions_is_under_way(captions) || captions->comparing || captions_may_send(app));
}

/* When the next one may be sent. */
static int64_t captions_send_at(const struct app *app)
{
    const struct captions_state *captions = captions_state(app);
    int64_t apart_ms = captions->sent_ms ? captions->sent_ms + SEND_APART_MS : app->client->now_ms;
    if (captions_only_style_differs(app))
        return app->client->now_ms;
    if (captions->asked || captions->reopened)
        return apart_ms;
    int64_t paused_ms =
        refresh_paused_until(app->client->refresh); /* what nobody asked for waits as the refresh does */
    int64_t due_ms = captions->due_ms > paused_ms ? captions->due_ms : paused_ms;
    return due_ms > apart_ms ? due_ms : apart_ms;
}

/* From a second on the message line says what is waited for; INT64_MAX: it does, or nothing is. */
static int64_t captions_running_at(const struct captions_state *captions)
{
    bool waits = captions->serial && !captions->is_running;
    return waits ? captions->sent_ms + APP_CALL_QUIET_MS : INT64_MAX;
}

static void captions_tell_running(struct app *app)
{
    if (captions_running_at(captions_state(app)) > app->client->now_ms)
        return;
    captions_state(app)->is_running = true;
    app_dirty(app, DIRTY_STATUS);
}

void captions_turn(struct app *app)
{
    struct captions_state *captions = captions_state(app);
    const struct app_form *form = captions->ops ? captions_form(app) : NULL;
    bool shown = form && captions_are_open(app);
    if (!shown)
        captions_cancel(app);
    if (!shown)
        return;
    captions_tell_running(app);
    if (form_is_typing(form->form))
        return;
    captions_look_at_options(app, form);
    if (captions->wanted && !captions->asked && !captions_is_under_way(captions) &&
        !captions_are_current(app))
        captions_show_kept(app, captions->wanted);
    if (captions_may_send(app) && captions_send_at(app) <= app->client->now_ms)
        captions_send(app, form);
}

int64_t captions_deadline(const struct app *app)
{
    const struct captions_state *captions = captions_state(app);
    const struct app_form *form = captions_are_open(app) ? captions_form(app) : NULL;
    int64_t deadline = form ? captions_running_at(captions) : INT64_MAX;
    if (!form || form_is_typing(form->form) || !captions_may_send(app))
        return deadline;
    int64_t send_at = captions_send_at(app);
    return send_at < deadline ? send_at : deadline;
}
