/* What panes share: place, height, focus, the pane on top of a form, the way back with `q`, and building of
 * lines. Topics decide what a pane shows. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/panes.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/api/json.h"
#include "steno/app/app.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/project.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"
#include "steno/widget/overlay.h"
#include "writes.h"

#define DETAIL_TALL_FROM 30  /* height in rows from which a pane has a tall detail */
#define DETAIL_FROM      14  /* height in rows from which a pane has a detail */
#define LOWER_REST_MS    100 /* a cleared lower place is drawn after this time without a key */
#define BACK_MAX         (sizeof((struct app *)0)->back / sizeof((struct app *)0)->back[0])

int app_pane_place(const struct app *app, int pane)
{
    for (int i = 0; i < app->layout.places; i++) {
        if (app->place[i] == pane)
            return i;
    }
    return -1;
}

size_t app_pane_height(const struct app *app, int pane)
{
    int place = app_pane_place(app, pane), rows = place >= 0 ? app->layout.place[place].h : 0;
    const struct page *page = &app->panes[pane].page;
    rows -= 1 + (page->head.value != NULL) + app_detail_rows(app, pane);
    return rows > 0 ? (size_t)rows : 0;
}

int app_detail_rows(const struct app *app, int pane)
{
    int place = app_pane_place(app, pane), rows = place >= 0 ? app->layout.place[place].h : 0;
    if (!app->panes[pane].ops->detail || !app->panes[pane].page.is_list)
        return 0;
    return rows >= DETAIL_TALL_FROM ? 8 : rows >= DETAIL_FROM ? 5 : 0;
}

bool app_over_is_beside(const struct app *app)
{
    return app->over.pane != PANE_LIST && !app->zoomed && app->layout.body.w >= LAYOUT_OVER_COLS;
}

size_t app_form_height(const struct app *app)
{
    int rows = layout_form_rows(&app->layout);
    return rows > 1 ? (size_t)rows : 1;
}

size_t app_lower_height(const struct app *app)
{
    return app->layout.form.h > 1 ? (size_t)app->layout.form.h - 1 : 1;
}

unsigned app_where(const struct app *app)
{
    bool in_form =
        overlay_has(&app->overlays, OVERLAY_FORM) && !overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return in_form ? IN_FORM : 1u << app->focus;
}

void app_layout(struct app *app)
{
    const struct app_form *form = app_form_top(app);
    layout_compute(&app->layout, app->cols, app->rows, app->project_count);
    /* true if one pane or form fills the body; while a form is open, only its zoom counts */
    if (app->over.pane != PANE_LIST || app->preview_covers ||
        (form ? form->zoomed : app->zoomed || app_focus_ops(app)->covers))
        layout_cover(&app->layout);
    if (app_over_is_beside(app))
        layout_beside_form(&app->layout);
    app->place[0] = app->layout.places == 1 ? app->focus : PANE_LIST;
    app->place[1] = app->side;
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    for (int pane = PANE_LIST + 1; pane < app->pane_count; pane++)
        list_fit(&app->panes[pane].page.list, app_pane_height(app, pane));
    for (int i = 0; i < app->form_count; i++)
        form_set_height(app->forms[i].form, app_form_height(app));
}

static void panes_focus(struct app *app, int pane)
{
    if (app->focus == PANE_LIST && app->panes[pane].ops->about_project && app_selected(app))
        app_project_show(app, app_selected(app));
    app->zoomed = app->zoomed && pane == app->focus;
    if (pane == PANE_LIST && app->focus != PANE_LIST)
        overlay_touch(&app->overlays); /* a `q` typed before the list had the focus must not quit */
    app->focus = pane;
    if (app->panes[pane].ops->about_activity && !app->panes[pane].ops->about_project) {
        app->failures_unseen = 0;
        app_acts_see(app);
    }
    if (pane != PANE_LIST && !app->panes[pane].ops->covers)
        app->side = pane;
    if (pane == PANE_LIST)
        app->back_count = 0;
    app_layout(app);
}

void app_pane_open(struct app *app, const char *name)
{
    if (app->over.pane != PANE_LIST) { /* a pane lies over a form: the new one opens below */
        struct pane_over over = app->over;
        int pane = app->focus;
        bool zoomed = app->zoomed;
        app->over.pane = PANE_LIST;
        app->focus = over.focus;
        app->zoomed = over.zoomed;
        app_pane_open(app, name);
        app->over = (struct pane_over){pane, over.form, app->focus, app->zoomed};
        app->focus = pane;
        app->zoomed = zoomed;
        app_layout(app);
        return;
    }
    int pane = app_pane_find(app, name), count = app->back_count;
    if (app->focus == pane)
        return;
    if (count < (int)BACK_MAX) {
        app->back[count].focus = app->focus;
        app->back[count++].side = app->side;
    }
    panes_focus(app, pane);
    app->back_count = pane == PANE_LIST ? 0 : count;
}

void app_pane_go_to_project(struct app *app, int64_t id)
{
    if (!app_project_find(app, id)) {
        app_say(app, "Project %" PRId64 " is not on the list: %s adds it", id, app_key_of(app, "open"));
        return;
    }
    app_project_select(app, id);
    app_project_show(app, id);
    app_pane_open(app, "details");
}

/* --- keys of the pane in focus --- */

static void panes_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, 1u << app->focus, key);
    if (action && app_runs_here(app, action))
        app_run(app, action, "");
    else
        app_run_elsewhere(app, key);
}

/* Offers a paste to the parts in turn. The first part that takes the paste ends the search. */
static bool panes_paste(void *context, const char *text)
{
    struct app *app = context;
    for (size_t i = 0; app->focus == PANE_LIST && i < PART_COUNT; i++) {
        if (app_parts[i]->paste && app_parts[i]->paste(app, text))
            return true;
    }
    return false;
}

static bool panes_interrupt(void *context)
{
    return app_pane_back(context);
}

const struct overlay_ops app_pane_overlay = {
    .kind = OVERLAY_PANE, .key = panes_key, .paste = panes_paste, .interrupt = panes_interrupt};

static const struct overlay_ops over_overlay = {
    .kind = OVERLAY_OVER_FORM, .key = panes_key, .interrupt = panes_interrupt};

/* --- a pane opened from a form --- */

void app_pane_open_over(struct app *app, const char *name)
{
    app_pane_over_close(app);
    app->over.pane = app_pane_find(app, name);
    app->over.form = app_form_top(app)->form;
    app->over.focus = app->focus;
    app->over.zoomed = app->zoomed;
    app->focus = app->over.pane;
    app->zoomed = false;
    overlay_push(&app->overlays, &over_overlay, &app->over);
    app_layout(app);
}

void app_pane_over_close(struct app *app)
{
    if (app->over.pane == PANE_LIST)
        return;
    const struct pane_ops *ops = app->panes[app->over.pane].ops;
    overlay_remove(&app->overlays, &app->over);
    if (ops->closed)
        ops->closed(app);
    app->over.pane = PANE_LIST;
    app->focus = app->over.focus;
    app->zoomed = app->over.zoomed;
    app_layout(app);
}

bool app_pane_over_turn(struct app *app)
{
    if (!app_over_is_beside(app) || app_form_top(app)->form != app->over.form)
        return false;
    if (!overlay_remove(&app->overlays, &app->over))
        overlay_push(&app->overlays, &over_overlay, &app->over);
    return true;
}

/* --- the lower place --- */

void app_lower_rest(struct app *app)
{
    if (app->lower_due_ms && app->lower_due_ms < INT64_MAX)
        app->lower_due_ms = app->now_ms + LOWER_REST_MS;
}

/* Closes the pane on top of a form if the form has closed, and computes the layout. When the focus returns
 * from the lower place to the list, the lower place is cleared. It is drawn again when its pane gets the
 * focus. It is also drawn after LOWER_REST_MS without a key, once the details show the project under the
 * cursor. */
static void panes_turn(struct app *app)
{
    const struct overlay *top = overlay_below(&app->overlays, OVERLAY_PROMPT);
    const struct pane *side = &app->panes[app->side];
    int form = 0;
    while (form < app->form_count && app->forms[form].form != app->over.form)
        form++;
    if (form == app->form_count)
        app_pane_over_close(app);
    app_layout(app);
    const void *lower = overlay_has(&app->overlays, OVERLAY_QUESTION) ? (const void *)app->question
                        : top->ops->kind == OVERLAY_PANE              ? side
                                                                      : top->what;
    bool is_of_list = app->focus == PANE_LIST && app->layout.places > 1;
    if (app->lower && lower != app->lower && lower == side && is_of_list)
        app->lower_due_ms =
            settings_bool(app->settings, SETTING_FOLLOW) ? app->now_ms + LOWER_REST_MS : INT64_MAX;
    app->lower = lower;
    if (!is_of_list || (app->lower_due_ms <= app->now_ms && app->follow_at_ms == INT64_MAX))
        app->lower_due_ms = 0;
}

static int64_t panes_deadline(const struct app *app)
{
    if (app->lower_due_ms > app->now_ms)
        return app->lower_due_ms;
    return app->lower_due_ms && app->follow_at_ms == INT64_MAX ? app->now_ms : INT64_MAX;
}

/* --- moving between panes --- */

void app_pane_zoom(struct app *app)
{
    struct app_form *form = overlay_has(&app->overlays, OVERLAY_OVER_FORM) ? NULL : app_form_top(app);
    bool *zoomed = form ? &form->zoomed : &app->zoomed;
    *zoomed = !*zoomed;
    app_layout(app);
}

bool app_pane_back(struct app *app)
{
    if (app->over.pane != PANE_LIST) {
        app_pane_over_close(app);
        return true;
    }
    if (app->back_count > 0) {
        int count = app->back_count - 1;
        app->side = app->back[count].side;
        panes_focus(app, app->back[count].focus);
        app->back_count = app->focus == PANE_LIST ? 0 : count;
        return true;
    }
    if (app->focus == PANE_LIST && !app->zoomed)
        return false;
    if (app->focus == PANE_LIST)
        app_pane_zoom(app);
    else
        panes_focus(app, PANE_LIST);
    return true;
}

void app_pane_step(struct app *app, int step)
{
    int walked[PANES_MAX], count = 0, at = 0;
    if (app->layout.places > 1) {
        memcpy(walked, app->place, (size_t)app->layout.places * sizeof *walked);
        count = app->layout.places;
    } else {
        for (int pane = 0; pane < app->pane_count; pane++) {
            if (app->panes[pane].ops->walked)
                walked[count++] = pane;
        }
    }
    while (at < count && walked[at] != app->focus)
        at++;
    panes_focus(app, at == count ? PANE_LIST : walked[(at + step + count) % count]);
}

const struct pane_ops *app_focus_ops(const struct app *app)
{
    return app->panes[app->focus].ops;
}

const struct page_line *app_line_of_current(const struct app *app)
{
    const struct page *page = app_focus_page(app);
    const struct page_line *line = page->id == app->current ? page_line_at_hand(page) : NULL;
    return line && line->target ? line : NULL;
}

struct page *app_focus_page(const struct app *app)
{
    return &app->panes[app->focus].page;
}

struct list *app_focus_list(struct app *app)
{
    return app->focus == PANE_LIST ? &app->list : &app_focus_page(app)->list;
}

void app_focus_moved(struct app *app)
{
    if (app_focus_ops(app)->detail)
        app->panes[app->focus].detail_at_ms = app->now_ms + APP_FOLLOW_MS;
    if (app_focus_ops(app)->moved)
        app_focus_ops(app)->moved(app);
}

void app_focus_jump(struct app *app, size_t row, size_t end)
{
    struct list *list = app_focus_list(app);
    size_t height = app_pane_height(app, app->focus);
    size_t last = height > 0 && end > row + height ? row + height : end;
    if (last > row + 1)
        list_select_row(list, last - 1, height);
    list_select_row(list, row, height);
}

bool app_list_step(struct list *list, const char *action, size_t height)
{
    return strcmp(action, "down") == 0        ? list_move(list, 1, height)
           : strcmp(action, "up") == 0        ? list_move(list, -1, height)
           : strcmp(action, "page-down") == 0 ? list_page(list, 1, height)
           : strcmp(action, "page-up") == 0   ? list_page(list, -1, height)
           : strcmp(action, "top") == 0       ? list_home(list, height)
           : strcmp(action, "bottom") == 0    ? list_end(list, height)
                                              : false;
}

const struct part part_places = {.name = "places", .turn = panes_turn, .deadline = panes_deadline};

static void pages_begin(struct app *app)
{
    const struct pane_ops *ops[PANES_MAX];
    app->panes = mem_zero(PANES_MAX, sizeof *app->panes);
    app->pane_count = part_panes(app_parts, PART_COUNT, ops);
    for (int pane = 0; pane < app->pane_count; pane++) {
        app->panes[pane].ops = ops[pane];
        if (ops[pane]->is_first)
            app->side = pane;
        list_init(&app->panes[pane].page.list);
    }
}

static void pages_end(struct app *app)
{
    for (int pane = 0; pane < app->pane_count; pane++) {
        page_free(&app->panes[pane].page);
        page_free(&app->panes[pane].detail);
    }
    free(app->panes);
}

int app_pane_find(const struct app *app, const char *name)
{
    int pane = 0;
    while (strcmp(app->panes[pane].ops->name, name) != 0)
        pane++;
    return pane;
}

struct page *app_page_of(const struct app *app, const char *name)
{
    return &app->panes[app_pane_find(app, name)].page;
}

const char *app_pane_title(const struct app *app, int pane)
{
    const char *title = app->panes[pane].page.title;
    return title && *title ? title : app->panes[pane].ops->title;
}

void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project)
{
    if (project)
        page_note(page, "This project is not read yet: press %s to read it", app_key_of(app, "refresh"));
    else if (app->project_count > 0)
        page_note(page, "No project is selected");
    else
        page_note(page, "No project: %s adds one by id", app_key_of(app, "open"));
}

/* Builds the lines of a pane. The cursor stays on the line with the same target. The label column fits the
 * widest label that is at most a third of the pane. If the column must grow, the lines are built again. */
static void pages_build(struct app *app, int number, struct area area)
{
    struct pane *pane = &app->panes[number];
    const struct pane_ops *ops = pane->ops;
    struct page *page = &pane->page;
    int least = area.w - PAGE_VALUE_CELLS_MIN, wanted = 0;
    if (ops->about_project && page->id != app->current)
        list_select_row(&page->list, 0, app_pane_height(app, number));
    const struct page_line *at = page_line_at_hand(page);
    char *target = at ? mem_copy_or_null(at->target) : NULL;
    page_begin(page);
    page->zone = app->zone;
    page->id = app->current;
    page->lead = area.x > 0;
    page->width = area.w;
    page->label_cells = ops->label_least < least ? ops->label_least : least;
    ops->build(app, page, area.w - PAGE_GUTTER);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        int end = line->kind == LINE_FIELD && line->label ? page_label_end(line) : 0;
        if (end > wanted && end <= area.w / 3 && end <= ops->label_most)
            wanted = end;
    }
    if (wanted > page->label_cells) {
        page_begin(page);
        page->label_cells = wanted;
        ops->build(app, page, area.w - PAGE_GUTTER);
    }
    size_t row = 0, height = app_pane_height(app, number); /* not before: build() can change the height */
    page_end(page, height);
    at = page_line_at_hand(page);
    if (target && !(at && at->target && strcmp(at->target, target) == 0)) {
        while (row < page->count &&
               !(page->lines[row].target && strcmp(page->lines[row].target, target) == 0))
            row++;
        if (row < page->count)
            list_select_row(&page->list, row, height);
    }
    free(target);
    if (!ops->detail || pane->detail_at_ms > app->now_ms)
        return;
    int rows = app_detail_rows(app, number);
    pane->detail_at_ms = 0;
    page_begin(&pane->detail);
    pane->detail.lead = page->lead;
    pane->detail.width = page->width;
    if (rows > 0)
        ops->detail(app, &pane->detail, area.w - PAGE_GUTTER, (size_t)rows);
}

void app_pages_build(struct app *app)
{
    for (int i = 0; i < app->layout.places && !app->layout.too_small; i++) {
        if (app->panes[app->place[i]].ops->build)
            pages_build(app, app->place[i], app->layout.place[i]);
    }
}

/* True if no pane is visible, because a form covers the panes or nothing has been drawn. */
static bool pages_are_covered(const struct app *app)
{
    return app->is_unseen || (app->form_count > 0 && app->over.pane == PANE_LIST);
}

static void pages_turn(struct app *app)
{
    if (!pages_are_covered(app))
        app_pages_build(app);
}

/* Returns when a detail must be rebuilt for the line under the cursor. INT64_MAX: no detail is due. */
static int64_t pages_deadline(const struct app *app)
{
    int64_t deadline = INT64_MAX;
    for (int i = 0; i < app->layout.places && !app->layout.too_small && !pages_are_covered(app); i++) {
        int64_t at_ms = app->panes[app->place[i]].detail_at_ms;
        if (at_ms && at_ms < deadline)
            deadline = at_ms;
    }
    return deadline;
}

/* --- lines that several panes use --- */

/* Adds a field. A value that is not a string is shown as JSON. */
static void pages_value(struct page *page, const char *label, const json_t *value, int cells,
                        const char *target)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json_is_string(value))
        buffer_append_text(&text, json_string_value(value));
    else
        json_write(&text, value);
    page_add_wrapped(page, LINE_FIELD, label, buffer_text(&text), cells, target);
    buffer_free(&text);
}

void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells)
{
    const json_t *value = field_get(table, def, resource);
    if (!value || (json_is_object(value) && json_object_size(value) > 0)) {
        const char *name;
        json_t *member;
        page_add(page, LINE_FIELD, def->label, value ? "" : "-")->target = mem_copy(def->path);
        json_object_foreach((json_t *)(uintptr_t)value, name, member)
        {
            char *label = mem_printf("  %s", name);
            pages_value(page, label, member, cells, def->path);
            free(label);
        }
        return;
    }
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show(&text, table, def, resource, page->zone);
    page_add_wrapped(page, LINE_FIELD, def->label, buffer_text(&text), cells, def->path);
    buffer_free(&text);
}

void app_page_heading(struct page *page, const char *text)
{
    page_add(page, LINE_HEADING, NULL, text)->target = mem_printf("group %s", text);
}

void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells)
{
    app_page_heading(page, group);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!field_is_nested(def) && !def->secret && strcmp(def->group, group) == 0)
            app_page_field(page, table, def, resource, cells);
    }
}

/* Adds the members of an object that the table lacks, below a heading. Their labels are their paths. */
static void pages_unknown(struct page *page, const struct field_table *table, const json_t *object,
                          const char *prefix, int cells, bool *is_headed)
{
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)object, name, member)
    {
        char *path = mem_printf("%s%s%s", prefix, *prefix ? "." : "", name);
        enum field_known known = field_know(table, path);
        if (known == FIELD_ABOVE && json_is_object(member)) {
            pages_unknown(page, table, member, path, cells, is_headed);
        } else if (known == FIELD_UNKNOWN || (known == FIELD_ABOVE && !json_is_null(member))) {
            if (!*is_headed)
                app_page_heading(page, "Other");
            *is_headed = true;
            pages_value(page, path, member, cells, path);
        }
        free(path);
    }
}

void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells)
{
    bool is_headed = false;
    pages_unknown(page, table, resource, "", cells, &is_headed);
}

void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells)
{
    for (const char *const *group = first; *group; group++)
        app_page_group(page, table, *group, resource, cells);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *row = &table->rows[i];
        bool seen = field_is_nested(row);
        for (const char *const *group = first; *group; group++)
            seen = seen || strcmp(*group, row->group) == 0;
        for (size_t k = 0; k < i; k++)
            seen = seen || strcmp(table->rows[k].group, row->group) == 0;
        if (!seen)
            app_page_group(page, table, row->group, resource, cells);
    }
    app_page_unknown(page, table, resource, cells);
}

const struct part part_pages = {
    .name = "pages", .begin = pages_begin, .end = pages_end, .turn = pages_turn, .deadline = pages_deadline};
