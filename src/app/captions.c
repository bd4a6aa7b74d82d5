/* Owns the life of the captions of the export form: when they are opened and closed, and the words about
 * them. Fetching is captions_fetch.c. */
#include "steno/app/captions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "captions_private.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"

void app_captions_begin(struct app *app)
{
    struct app_captions *captions = app->captions = mem_zero(1, sizeof *captions);
    captions->style = style_list_at(&app->settings->styles, 0);
    captions->rule = RULE_COUNT;
    captions->due_ms = captions->detail_at_ms = INT64_MAX;
    captions->sent_ms = INT64_MIN / 2;
    list_init(&captions->list);
    list_init(&captions->page.list);
    list_init(&captions->detail.list);
}

void captions_shown_clear(struct captions_shown *shown)
{
    caption_list_drop(shown->captions);
    free(shown->query);
    *shown = (struct captions_shown){.version = -1};
}

/* Everything that is about one form. */
void captions_forget(struct app_captions *captions)
{
    captions_shown_clear(&captions->now);
    captions_shown_clear(&captions->before);
    caption_list_diff_free(captions->diff);
    free(captions->trouble);
    param_set_free(captions->values);
    captions->values = NULL;
    free(captions->wanted);
    free(captions->failed);
    free(captions->sent);
    free(captions->filter);
    captions->diff = NULL;
    captions->trouble = captions->wanted = captions->failed = captions->sent = captions->filter = NULL;
    captions->serial = captions->checking = captions->comparing = 0;
    captions->compares = false;
    captions->ops = NULL;
    captions->open = captions->reopened = captions->asked = captions->on_request = captions->whole = false;
    captions->due_ms = captions->detail_at_ms = INT64_MAX;
    captions->view = CAPTIONS_LIST;
    captions->only = CAPTIONS_ALL;
    captions->rule = RULE_COUNT;
    captions->sort = CAPTIONS_BY_TIME;
    list_set_rows(&captions->list, NULL, 0);
}

void app_captions_end(struct app *app)
{
    struct app_captions *captions = app->captions;
    captions_forget(captions);
    caption_list_cache_clear(&captions->cache);
    list_free(&captions->list);
    page_free(&captions->page);
    page_free(&captions->detail);
    free(captions->email);
    free(captions);
}

struct app_form *captions_form(const struct app *app)
{
    const struct app_captions *captions = app->captions;
    for (int i = app->form_count; i-- > 0;) {
        const struct app_form *form = &app->forms[i];
        if (form->ops == captions->ops && form->project_id == captions->form_id)
            return (struct app_form *)(uintptr_t)form;
    }
    return NULL;
}

/* --- where they stand --- */

bool app_captions_are_beside(const struct app *app)
{
    const struct app_captions *captions = app->captions;
    return captions->open && !captions->whole && !app->linear && app->layout.body.w >= CAPTIONS_BESIDE_COLS;
}

struct area app_captions_form_area(const struct app *app)
{
    struct area area = app->layout.body;
    if (app_captions_are_beside(app)) {
        area.w = area.w - 90 > 64 ? 64 : area.w - 90; /* a list with all of its columns, and its rule */
    }
    return area;
}

/* --- opening and closing --- */

/* The captions of the form on top, from now on. */
static void captions_begin_form(struct app *app, const struct app_form *form)
{
    struct app_captions *captions = app->captions;
    bool others = captions->id != (form->id_count ? form->ids[0] : form->project_id);
    captions_forget(captions);
    if (others)
        captions->sent_ms = INT64_MIN / 2;
    captions->ops = form->ops;
    captions->form_id = form->project_id;
    captions->id = form->id_count ? form->ids[0] : form->project_id;
    captions->on_request = strcmp(settings_text(app->settings, SETTING_PREVIEW), "on") != 0;
}

/* They are on the screen again: what the options ask for is fetched at once, if it is not here. */
static void captions_reopen(struct app_captions *captions)
{
    captions->open = captions->reopened = true;
    free(captions->wanted);
    free(captions->failed);
    captions->wanted = captions->failed = NULL;
}

void app_captions_open(struct app *app)
{
    struct app_captions *captions = app->captions;
    struct app_form *form = app_form_top(app);
    if (!form || form->ops->op != ENDPOINT_EXPORT || form_is_short(form->form)) {
        app_say(app, "captions: %s works in the export form", app_key_of(app, "captions"));
        return;
    }
    if (strcmp(settings_text(app->settings, SETTING_PREVIEW), "off") == 0) {
        app_form_message(app, form, true, "preview = off in the config: captions are not fetched");
        return;
    }
    if (captions_form(app) != form)
        captions_begin_form(app, form);
    captions_reopen(captions);
    if (!overlay_has(&app->overlays, OVERLAY_CAPTIONS))
        overlay_push(&app->overlays, &captions_overlay, captions);
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
}

void app_captions_close(struct app *app)
{
    struct app_captions *captions = app->captions;
    if (!captions->open)
        return;
    captions->open = captions->whole = false;
    captions->detail_at_ms = INT64_MAX;
    overlay_remove(&app->overlays, captions);
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
}

void app_captions_back(struct app *app)
{
    struct app_captions *captions = app->captions;
    if (captions->view != CAPTIONS_LIST && captions->now.captions) {
        int64_t ms = captions_cursor_ms(app);
        captions->view = CAPTIONS_LIST;
        captions_list_rows(app, ms);
    } else if (captions->only != CAPTIONS_ALL || captions->rule != RULE_COUNT || captions->filter) {
        captions->only = CAPTIONS_ALL;
        app_captions_filter(app, "");
    } else {
        app_captions_close(app);
    }
    app_dirty(app, DIRTY_FORM);
}

bool app_captions_take_focus(struct app *app)
{
    if (!app_captions_are_beside(app) || captions_form(app) != app_form_top(app))
        return false;
    if (overlay_has(&app->overlays, OVERLAY_CAPTIONS))
        overlay_remove(&app->overlays, app->captions);
    else
        overlay_push(&app->overlays, &captions_overlay, app->captions);
    app_dirty(app, DIRTY_FORM | DIRTY_STATUS);
    return true;
}

void app_captions_whole(struct app *app)
{
    app->captions->whole = !app->captions->whole;
    captions_moved(app);
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
}

void app_captions_refresh(struct app *app)
{
    app->captions->asked = true;
}

void app_captions_computed(struct app *app, struct computation *computation)
{
    if (computation->serial == app->captions->checking)
        captions_checked(app, computation);
    else if (computation->serial == app->captions->comparing)
        captions_compared(app, computation);
}

void app_captions_session_up(struct app *app)
{
    free(app->captions->failed);
    app->captions->failed = NULL;
}

void app_captions_server_changed(struct app *app)
{
    struct app_captions *captions = app->captions;
    captions->login += !captions->email || strcmp(captions->email, app->email) != 0;
    app_captions_account_known(app);
    param_set_free(captions->values);
    captions->values = NULL;
}

void app_captions_account_known(struct app *app)
{
    free(app->captions->email);
    app->captions->email = mem_copy(app->email);
}

void app_captions_set_style(struct app *app, const struct caption_style *style)
{
    app->captions->style = style;
    app_dirty(app, DIRTY_FORM);
}

/* --- words about them --- */

void app_captions_state(const struct app *app, char *out, size_t size)
{
    const struct app_captions *captions = app->captions;
    char when[DATE_TEXT_SIZE];
    *out = '\0';
    if (!captions->now.captions)
        return;
    app_time_text(app, when, sizeof when, captions->now.captions->read_ms);
    if (!captions->wanted)
        snprintf(out, size, "not these options: one of them is invalid");
    else if (strcmp(captions->now.query, captions->wanted) != 0 && app_captions_are_coming(app))
        snprintf(out, size, "not these options yet, read %s: others are being fetched", when);
    else if (strcmp(captions->now.query, captions->wanted) != 0)
        snprintf(out, size, "not these options, read %s: %s shows them", when,
                 app_key_of(app, "captions-refresh"));
    else if (captions_version_now(app) != captions->now.version)
        snprintf(out, size, "changed since %s: %s shows it", when, app_key_of(app, "captions-refresh"));
}

void app_captions_title(const struct app *app, char *out, size_t size)
{
    const struct app_captions *captions = app->captions;
    const struct app_form *form = captions_form(app);
    const struct app_project *project = app_project_find(app, captions->id);
    const char *name = project ? project->name : "";
    if (captions->view == CAPTIONS_CHANGES)
        snprintf(out, size, "Comparison %" PRId64 "%s%s", captions->id, *name ? "  " : "", name);
    else if (form && form->id_count > 1)
        snprintf(out, size, "Export of %zu: captions of %" PRId64 " (1 of %zu)", form->id_count, captions->id,
                 form->id_count);
    else
        snprintf(out, size, "Captions %" PRId64 "%s%s", captions->id, *name ? "  " : "", name);
}

void app_captions_counts(const struct app *app, char *out, size_t size, bool is_short)
{
    const struct app_captions *captions = app->captions;
    const struct caption_list *now = captions->now.captions;
    *out = '\0';
    if (!now || now->trouble)
        return;
    if (captions->view == CAPTIONS_CHANGES && captions->diff) {
        size_t same = captions->diff->by_kind[DIFF_SAME];
        snprintf(out, size, "%zu to %zu  %zu same  %zu differ", captions->before.captions->file.count,
                 now->file.count, same, captions->diff->count - same);
        return;
    }
    const size_t *by_level = now->found.by_level;
    size_t errors = by_level[LEVEL_ERROR], warnings = by_level[LEVEL_WARNING], notes = by_level[LEVEL_NOTE];
    if (is_short)
        snprintf(out, size, "%zuE %zuW %zun", errors, warnings, notes);
    else
        snprintf(out, size, "%s %zu  %s: %zu error%s  %zu warning%s  %zu note%s",
                 caption_format_name(now->file.format), now->file.count, now->style->name, errors,
                 errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s", notes, notes == 1 ? "" : "s");
}
