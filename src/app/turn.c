/* Owns the life of the application and one turn of it: an event in, effects out. It must not know what any
 * part does. */
#include "steno/app/turn.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#include "command.h"
#include "draft.h"
#include "keys.h"
#include "leave.h"
#include "ledger.h"
#include "session.h"
#include "store.h"
#include "typed.h"
#include "unrecorded.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/app_input.h"
#include "steno/app/ask.h"
#include "steno/app/aside.h"
#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/app/captions.h"
#include "steno/app/counts.h"
#include "steno/app/credit.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "steno/app/form_keys.h"
#include "steno/app/forms.h"
#include "steno/app/jobs.h"
#include "steno/app/keep.h"
#include "steno/app/keymap.h"
#include "steno/app/message.h"
#include "steno/app/offline.h"
#include "steno/app/menu.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/poll.h"
#include "steno/app/presets.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/part.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"
#include "steno/widget/overlay.h"
#include "steno/widget/page.h"

/* clang-format off */
#define PART_ADDRESS(name) &part_##name,
static const struct part *const parts[] = {PARTS(PART_ADDRESS)};
/* clang-format on */

#define PART_COUNT (sizeof parts / sizeof parts[0])

struct action *app_actions(size_t *count)
{
    return part_actions(parts, PART_COUNT, count);
}

struct keymap *app_keymap(const struct settings *settings, struct error *err)
{
    size_t count;
    struct action *actions = app_actions(&count);
    struct keymap *keymap = keymap_new(actions, count, settings, err);
    free(actions);
    return keymap;
}

struct app *app_new(const struct settings *settings, struct error *err)
{
    struct keymap *keymap = app_keymap(settings, err);
    if (!keymap)
        return NULL;
    struct app *app = mem_zero(1, sizeof *app);
    app->settings = settings;
    app->keymap = keymap;
    part_begin_all(app, parts, PART_COUNT);
    app_pages_begin(app);
    app_typed_begin(app);
    app->url = mem_copy(settings_text(settings, SETTING_URL));
    app->api_path = mem_copy(settings_text(settings, SETTING_API_PATH));
    app->email = mem_copy(settings_text(settings, SETTING_EMAIL));
    app_status_begin(app);
    app_projects_begin(app);
    app_poll_begin(app);
    app_offline_begin(app);
    app_counts_begin(app);
    app_credit_begin(app);
    app_store_begin(app);
    app_ledger_begin(app);
    app_keep_begin(app);
    app_session_begin(app);
    app_captions_begin(app);
    app_aside_begin(app);
    app->follow_at_ms = INT64_MAX;
    app->interrupt_ms = INT64_MIN / 2;
    app->question = mem_zero(1, sizeof *app->question);
    app->asker = mem_zero(1, sizeof *app->asker);
    app->prompt = mem_zero(1, sizeof *app->prompt);
    app->menu = mem_zero(1, sizeof *app->menu);
    app->batch = mem_zero(1, sizeof *app->batch);
    app->forms = mem_zero(APP_FORMS_MAX, sizeof *app->forms);
    overlay_init(&app->overlays, &app_pane_overlay);
    list_init(&app->list);
    list_init(&app->menu->list);
    list_init(&app->preview.list);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    while (app->form_count > 0)
        app_form_pop(app);
    app_prompt_end(app);
    app_question_close(app);
    app_menu_close(app);
    app_captions_end(app);
    app_calls_free(app);
    list_free(&app->list);
    list_free(&app->menu->list);
    free(app->question);
    free(app->asker);
    free(app->menu);
    app_batch_end(app);
    free(app->forms);
    app_pages_end(app);
    page_free(&app->preview);
    app_status_end(app);
    login_free(app->login);
    app_poll_end(app);
    app_offline_end(app);
    app_counts_end(app);
    app_credit_end(app);
    app_store_end(app);
    app_keep_end(app);
    app_session_end(app);
    app_jobs_end(app);
    app_ledger_end(app);
    keymap_free(app->keymap);
    free(app->filter);
    free(app->search);
    free(app->url);
    free(app->api_path);
    free(app->email);
    part_end_all(app);
    app_projects_end(app);
    app_typed_end(app);
    app_aside_end(app);
    free(app);
}

/* The end of every turn: what is due, panes that changed, and when to come back. */
static void app_turn_end(struct app *app)
{
    if (app->stale & STALE_LIST)
        app_watchlist_arrange(app);
    if (app->follow_at_ms <= app->now_ms)
        app_project_show(app, app_selected(app));
    if (app->stale & STALE_SHOWN)
        app_poll_sync(app);
    if (!app->quitting) {
        app_batch_step(app); /* before what is due: it may ask for readings */
        app_poll_due(app);
        app_poll_tell_hold(app);
        app_unrecorded_ask(app);
        app_calls_refuse_offline(app);
    }
    part_tell_turn_end(app);
    app_pane_over_check(app);
    if (!app->quitting)
        app_captions_turn(app);
    app_pages_build(app);
    app_typed_turn(app);
    app_aside_turn(app);
    int64_t deadline = app_poll_deadline(app);
    if (app_typed_deadline(app) < deadline)
        deadline = app_typed_deadline(app);
    if (app_captions_deadline(app) < deadline)
        deadline = app_captions_deadline(app);
    if (app->follow_at_ms < deadline)
        deadline = app->follow_at_ms;
    if (app_aside_deadline(app) < deadline)
        deadline = app_aside_deadline(app);
    if (app_batch_deadline(app) < deadline)
        deadline = app_batch_deadline(app);
    if (app_credit_deadline(app) < deadline)
        deadline = app_credit_deadline(app);
    if (part_deadline(app) < deadline)
        deadline = part_deadline(app);
    app->out->deadline_ms = app->quitting ? INT64_MAX : deadline;
    app->out = NULL;
}

/* The projects of the command line: there at once, the first one shown, a single one with its details in
 * focus. */
static void app_open_at_start(struct app *app, const int64_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        app_watchlist_add(app, ids[i]);
    app_watchlist_arrange(app);
    if (count > 0) {
        app_project_select(app, ids[0]);
        app_project_show(app, ids[0]);
    }
    if (count == 1)
        app_pane_open(app, "details");
}

/* The terminal has another size: everything finds its place anew; cursors and texts stay. */
static void app_resize(struct app *app, int cols, int rows)
{
    app->cols = cols;
    app->rows = rows;
    app_layout(app);
    app_stale(app, STALE_PAGES);
    app_dirty(app, DIRTY_ALL);
}

/* The first turn. */
static void turn_start(struct app *app, const struct app_input *input)
{
    app_resize(app, input->cols, input->rows);
    app_session_start(app);
    app_open_at_start(app, input->ids, input->id_count);
    app_watchlist_start(app);
    app_jobs_load(app);
    app_typed_start(app);
}

/* A signal that ends the program does so with its number; the interrupt is the key. */
static void app_signal(struct app *app, int number)
{
    if (number == SIGINT)
        app_interrupt(app);
    else
        app_quit(app, 128 + number);
}

/* A key, which ends messages that were seen. */
static void turn_take_key(struct app *app, struct key key)
{
    struct message_mark before = app_message_before_key(app, key);
    app_key(app, key);
    app_message_after_key(app, &before, key);
}

/* Hands on what somebody typed or chose. */
static void turn_take_input(struct app *app, const struct app_input *input)
{
    switch (input->kind) {
    case INPUT_START:
        turn_start(app, input);
        break;
    case INPUT_KEY:
        app_typed_note(app);
        app->early =
            !app->linear && input->seen < app->overlays.generation; /* lines are read after they are asked */
        turn_take_key(app, input->key);
        break;
    case INPUT_PASTE:
        app_typed_note(app);
        app_paste(app, input->text, input->lost);
        break;
    case INPUT_ANSWER:
        app_answered(app, input->text);
        break;
    case INPUT_CLOSE:
        app_closed(app);
        break;
    case INPUT_COMMAND:
        app_command_prompt.accept(app, 0, input->text);
        break;
    case INPUT_FOCUS:
        app_form_focus(app, input->text);
        break;
    case INPUT_FIELD:
        app_form_set(app, input->text, input->value);
        break;
    case INPUT_TYPED:
        app_typed_line(app, input->value, input->text);
        break;
    case INPUT_CHOOSE:
        app_choose(app, input->number, input->text);
        break;
    case INPUT_RESIZE:
        app_resize(app, input->cols, input->rows);
        break;
    case INPUT_NONE:
        break;
    }
}

/* A sentence of the loop. */
static void turn_take_notice(struct app *app, const char *text, bool bad)
{
    if (bad) {
        app_log_activity(app, ACTIVITY_ERROR, 0, "%s", text); /* it may be longer than the line */
        app_count_failure(app);
        app_say_bad(app, "%s", text);
    } else {
        app_say(app, "%s", text);
    }
}

/* Hands one event to whom it is for. */
static void turn_take(struct app *app, const struct event *event)
{
    switch (event->kind) {
    case EVENT_INPUT:
        turn_take_input(app, event->input);
        break;
    case EVENT_CALL_DONE:
        app_session_hear(app, event->call);
        app_call_done(app, event->call);
        break;
    case EVENT_CALL_PROGRESS:
        app_call_progress(app, event->progress);
        break;
    case EVENT_COMPUTED:
        app_captions_computed(app, event->computation);
        break;
    case EVENT_STORE_DONE:
        app_store_done(app, event->store);
        break;
    case EVENT_STORE_CHANGED:
        app_watchlist_load(app);
        app_drafts_look(app);
        app_stale(app, STALE_PENDING);
        break;
    case EVENT_TOKEN:
        app_session_token(app, event->text, event->value);
        break;
    case EVENT_NOTICE:
        turn_take_notice(app, event->text, event->code != 0);
        break;
    case EVENT_WAITING:
        app_leave_say_waiting(app, (size_t)event->code);
        break;
    case EVENT_ENDED:
        app_leave_report(app);
        break;
    case EVENT_HANGUP:
        app_quit(app, 128 + SIGHUP);
        break;
    case EVENT_RESUMED:
        app_dirty(app, DIRTY_ALL);
        app_emit(app, EFFECT_REPAINT);
        break;
    case EVENT_SIGNAL:
        app_signal(app, event->code);
        break;
    default: /* EVENT_TICK: the end of the turn does what is due */
        break;
    }
}

void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct app *app = self;
    app->now_ms = now_ms;
    if (event->wall_ms)
        app->wall_ms = event->wall_ms;
    app->out = effects;
    app->early = false;
    app->act = (struct app_act){0};
    app_sentences_clear(app);
    turn_take(app, event);
    app_turn_end(app);
}
