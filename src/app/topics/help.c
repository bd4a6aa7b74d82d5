/* Owns help and hints: what can be done here, out of the action table and the keys as bound; and the activity
 * pane. */
#include "app_topics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_actions.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

const char *app_key_of(const struct app *app, const char *action)
{
    return keymap_key_of(app->keymap, action);
}

/* Is the action worth a line in help opened at `where`? */
static bool help_lists(const struct action *action, unsigned where)
{
    return (action->where & where) != 0;
}

/* The line of one action. */
static void help_line(const struct app *app, struct page *page, const struct action *row, int cells)
{
    char keys[128];
    keymap_keys(app->keymap, row, keys, sizeof keys);
    char *label = *keys ? mem_copy(keys) : mem_printf(":%s", row->name);
    page_add_wrapped(page, LINE_FIELD, label, row->help, cells, row->name);
    free(label);
}

/* The lines of the help about one place. */
static void help_lines(const struct app *app, struct page *page, unsigned where, int cells)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen = seen || (strcmp(rows[k].group, rows[i].group) == 0 && help_lists(&rows[k], where));
        if (seen || !help_lists(&rows[i], where))
            continue;
        page_add(page, LINE_HEADING, NULL, rows[i].group);
        for (size_t k = i; k < count; k++) {
            if (strcmp(rows[k].group, rows[i].group) == 0 && help_lists(&rows[k], where))
                help_line(app, page, &rows[k], cells);
        }
    }
}

/* Is the text in an action's keys, name or help? */
static bool help_holds(const struct app *app, const struct action *row, const char *text)
{
    char keys[128];
    keymap_keys(app->keymap, row, keys, sizeof keys);
    return text_contains_nocase(keys, text) || text_contains_nocase(row->name, text) ||
           text_contains_nocase(row->help, text);
}

/* Only the lines that hold the filter, without headings. */
static void help_lines_found(const struct app *app, struct page *page, unsigned where, int cells)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        if (help_lists(&rows[i], where) && help_holds(app, &rows[i], app->private->help_filter))
            help_line(app, page, &rows[i], cells);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing that can be done here holds that");
}

void app_build_help(struct app *app, struct page *page, int cells)
{
    page_title(page, "Help: what can be done here");
    if (app->private->help_filter)
        help_lines_found(app, page, app->private->help_where, cells);
    else
        help_lines(app, page, app->private->help_where, cells);
}

void app_help_filter(struct app *app, const char *text)
{
    free(app->private->help_filter);
    app->private->help_filter = text && *text ? mem_copy(text) : NULL;
    app_page_touch(app, PANE_HELP);
    list_home(&app->pages[PANE_HELP].list, 0);
}

void app_help_found(struct app *app, const char *text)
{
    app_help_filter(app, text);
    if (!*text)
        return;
    free(app->search);
    app->search = text_clean_copy(text);
}

void act_help(struct app *app, const char *arg)
{
    (void)arg;
    if (app->form_count > 0) {
        app_preview_help(app);
        return;
    }
    if (app->focus == PANE_HELP)
        return;
    app->private->help_where = 1u << app->focus;
    app_help_filter(app, NULL);
    app_pane_open(app, PANE_HELP);
}

void app_help_build_form(struct app *app, struct page *page, int cells)
{
    help_lines(app, page, IN_FORM, cells);
}

void app_help_run(struct app *app)
{
    const struct page_line *line = page_line_at_hand(&app->pages[PANE_HELP]);
    const struct action *action = line && line->target ? keymap_named(app->keymap, line->target) : NULL;
    if (!action || !action->run)
        return;
    app_pane_back(app);
    if (action->where & app_where(app))
        app_run(app, action, "");
}

/* Where keys have one fixed meaning, which no table can bind otherwise: a text being typed; NULL elsewhere.
 */
static const char *hints_of_fixed_keys(const struct app *app)
{
    const struct app_form *top = app_form_top(app);
    if (!top || !form_is_typing(top->form))
        return NULL;
    if (form_is_short(top->form))
        return "Enter Send  Tab Next  Esc Leave";
    return form_finder(top->form) ? "Enter Go  Esc Close" : "Enter Accept  Esc Restore";
}

/* The hints of what lies over a form: the keys that a menu or a preview has. */
static void hints_of_cover(const struct app *app, char *out, size_t size)
{
    if (app->menu.kind != MENU_NONE)
        snprintf(out, size, "%s Load  %s Delete  %s Leave", app_key_of(app, "enter"),
                 app_key_of(app, "delete"), app_key_of(app, "back"));
    else
        snprintf(out, size, "%s Copy  %s Back", app_key_of(app, "copy"), app_key_of(app, "back"));
}

int app_hints(const struct app *app, char *out, size_t size, int cells)
{
    const char *fixed = hints_of_fixed_keys(app);
    char cover[3 * KEY_NAME_SIZE + 32];
    if (app->menu.kind != MENU_NONE || app->preview_open) {
        hints_of_cover(app, cover, sizeof cover);
        fixed = cover;
    }
    if (fixed) {
        snprintf(out, size, "%s", text_width(fixed) <= cells ? fixed : "");
        return text_width(out);
    }
    struct buffer text;
    buffer_init(&text, size - 1);
    size_t count;
    int used = 0;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t n = 0; n < count; n++) {
        /* the rows of a form first, from the end of its table, where it is sent; they are valid only there */
        const struct action *row =
            n < count - action_count ? &rows[count - 1 - n] : &rows[n - (count - action_count)];
        char key[KEY_NAME_SIZE];
        if (!row->hint || !action_is_valid(app, row))
            continue;
        keymap_first_key(app->keymap, row, key, sizeof key);
        char *hint = mem_printf("%s%s %s", text.len ? "  " : "", key, row->hint);
        int width = text_width(hint);
        if (*key && used + width <= cells && buffer_append_text(&text, hint))
            used += width;
        free(hint);
    }
    memcpy(out, buffer_text(&text), text.len + 1);
    buffer_free(&text);
    return used;
}

/* The time of a line of the activity: seconds today, the date before; the zone only where it is not the
 * title's. */
static void activity_time(const struct app *app, char *out, size_t size, int64_t wall_ms, const char *zone)
{
    app_time_text(app, out, size, wall_ms);
    if (strchr(out, ' ') != strrchr(out, ' '))
        return; /* with its date */
    date_format_clock(out, size, wall_ms, app->zone);
    char *named = strchr(out, ' ');
    if (named && strcmp(named + 1, zone) == 0)
        *named = '\0';
}

void app_build_activity(struct app *app, struct page *page, int cells)
{
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    const char *zone = strchr(now, ' ') + 1;
    page_title(page, "Activity (times in %s)", zone);
    for (size_t i = app->activity_count; i-- > 0;) {
        const struct app_activity *entry = &app->activity[i];
        char clock[DATE_TEXT_SIZE], id[32] = "";
        activity_time(app, clock, sizeof clock, entry->wall_ms, zone);
        if (entry->id && entry->kind != ACTIVITY_REQUEST && entry->kind != ACTIVITY_ERROR)
            snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
        char *line = mem_printf("%s  %s%s", clock, id, entry->text);
        char *target = mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text);
        size_t from = page->count;
        page_add_wrapped(page, entry->kind == ACTIVITY_ERROR ? LINE_BAD : LINE_TEXT, NULL, line, cells,
                         target);
        for (size_t k = from; k < page->count; k++)
            page->lines[k].id = entry->id;
        free(target);
        free(line);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing has happened yet");
}
