/* Owns the page over a form, such as the exact request. */
/* SPDX-License-Identifier: MIT */
#include "preview.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/connection.h"
#include "steno/api/endpoint.h"
#include "steno/api/request.h"
#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/core/call.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/panes.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/page.h"

static const struct overlay_ops preview_overlay;

void app_preview_show(struct app *app, bool covers)
{
    app->preview_covers = covers;
    app->preview.list.selected = 0;
    app->preview.list.top = 0;
    page_end(&app->preview, app_lower_height(app));
    overlay_remove(&app->overlays, &app->preview);
    overlay_push(&app->overlays, &preview_overlay, &app->preview);
    app_stale(app, STALE_PLACES);
}

/* Takes the overlay away. */
static void preview_take_away(struct app *app)
{
    app->preview_covers = false;
    if (overlay_remove(&app->overlays, &app->preview))
        app_stale(app, STALE_PLACES);
}

/* Adds a text, cleaned; it is taken. */
static void preview_add(struct app *app, char *text)
{
    char *clean = text_clean_copy(text);
    page_add_wrapped(&app->preview, LINE_TEXT, NULL, clean, app->layout.body.w - PAGE_GUTTER, NULL);
    free(clean);
    free(text);
}

void app_preview_request(struct app *app, struct app_form *form)
{
    struct param_set *sent = param_set_sent(form_values(form->form));
    struct api_config config = {.base_url = app->url, .api_path = app->api_path};
    struct request_args args = {.project_id = form->id_count ? form->ids[0] : form->project_id,
                                .params = sent};
    struct request request = {0};
    struct error err;
    bool built = request_build(&request, &config, form->ops->op, &args, &err);
    param_set_free(sent);
    if (!built) {
        app_form_message(app, form, true, "%s", err.text);
        return;
    }
    page_begin(&app->preview);
    page_title(&app->preview, "What %s sends", app_key_of(app, "form-submit"));
    app->preview.label_cells = 0;
    page_add(&app->preview, LINE_HEADING, NULL,
             form->id_count > 1 ? "Request, the first of them" : "Request");
    preview_add(app, mem_printf("%s %s", request.endpoint->method, request.url));
    page_add(&app->preview, LINE_TEXT, NULL, "Authorization: ***");
    page_add(&app->preview, LINE_HEADING, NULL, "The same as a command");
    preview_add(app, app_form_command(app, form));
    app_preview_show(app, false);
    request_free(&request);
}

/* Copies the whole value under the cursor. */
static void preview_copy(struct app *app)
{
    const struct page_line *line = page_line_at_hand(&app->preview);
    if (line)
        app_emit(app, EFFECT_COPY)->text = mem_copy(line->full ? line->full : line->value);
}

/* Does the key lead back to the form? The one that opened the preview does, too. */
static bool preview_is_left(const struct app *app, const char *name, struct key key)
{
    const struct action *opener = keymap_find(app->keymap, IN_FORM, key);
    return strcmp(name, "back") == 0 || strcmp(name, "enter") == 0 ||
           (opener && strcmp(opener->name, "form-preview") == 0);
}

/* A key while the page is open. */
static void preview_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_PANES, key);
    const char *name = action ? action->name : "";
    if (strcmp(name, "copy") == 0)
        preview_copy(app);
    else if (preview_is_left(app, name, key))
        preview_take_away(app);
    else
        app_list_step(&app->preview.list, name, app_lower_height(app));
    app_dirty(app, DIRTY_FORM);
}

static bool preview_interrupt(void *context)
{
    preview_take_away(context);
    return true;
}

static bool preview_hints(const void *context, char *out, size_t size)
{
    snprintf(out, size, "%s Copy  %s Back", app_key_of(context, "copy"), app_key_of(context, "back"));
    return true;
}

static const struct overlay_ops preview_overlay = {
    .kind = OVERLAY_PREVIEW, .key = preview_key, .interrupt = preview_interrupt, .hints = preview_hints};
