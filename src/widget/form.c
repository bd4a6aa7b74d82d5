/* The form engine. It contains no names of parameters. The app's keymap binds keys to actions. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define CHOICES_MAX 64
#define MENU_PAGE   5
#define FIND_MAX    64

struct form_field {
    bool hidden;
    bool opened;  /* the user has unfolded the field's group, which then stays unfolded */
    bool seen;    /* the short form keeps the field, even after its value is cleared */
    char *error;  /* why the value is bad, without the field's name; NULL: no error */
    char *def;    /* default that replaces the table's default; NULL: none */
    char *whence; /* where the value comes from; NULL: typed here, or not set */
};

/* A line of the form: one field, a heading (`field` is -1), or a line for folded fields. A group's folded
 * fields are in the line of its heading. In a short form, they are in the last line. `field` is the first
 * folded field of such a line, and stands for the line when it has the focus. */
struct form_line {
    const char *group; /* NULL in a short form */
    int field;
    int folded; /* number of folded fields in this line; 0: none */
};

struct form_menu {
    struct lineedit *line; /* the typed text that filters the menu */
    struct form_choice rows[CHOICES_MAX];
    size_t count, selected;
};

struct form {
    const struct param_table *table;
    struct param_set *values;
    struct param_set *undo;    /* values that U cleared and the next U restores; NULL: none */
    struct form_field *fields; /* one for each row of `table` */
    int *order;                /* rows of `table` in screen order */
    struct form_line *lines;
    size_t line_count;
    int focus;     /* row of `table`; -1: no field is visible */
    size_t top;    /* first line on the screen */
    size_t height; /* rows on the screen; 0 before the first form_set_height */
    bool is_short;
    struct lineedit *edit;   /* text of the open field; NULL: no field is open */
    struct form_menu *menu;  /* NULL: closed */
    struct lineedit *finder; /* text of the find line "/"; NULL: closed */
    int find_origin;         /* focus before the find line opened */
    char *find;              /* last text searched for; NULL: none */
    char *message;           /* NULL: none */
    form_warn_fn *warn;
    form_fold_fn *fold;
    struct form_warnings warnings, notes, facts;
};

const struct form_binding form_bindings[FORM_ACT_COUNT - 1] = {
    {FORM_ACT_UP, "form-up", "k Up", "One field up"},
    {FORM_ACT_DOWN, "form-down", "j Down", "One field down"},
    {FORM_ACT_NEXT, "form-next", "Tab", "Next field; on the last field: the first one"},
    {FORM_ACT_PREVIOUS, "form-previous", "Shift-Tab", "Previous field; on the first field: the last one"},
    {FORM_ACT_PAGE_UP, "form-page-up", "PgUp", "One page up"},
    {FORM_ACT_PAGE_DOWN, "form-page-down", "PgDn", "One page down"},
    {FORM_ACT_HOME, "form-first", "g Home ^A", "First field"},
    {FORM_ACT_END, "form-last", "G End ^E", "Last field"},
    {FORM_ACT_EDIT, "form-edit", "Enter", "Edit the field, or choose one of its values"},
    {FORM_ACT_TOGGLE, "form-toggle", "Space", "Choose the next value; after the last one, clear the field"},
    {FORM_ACT_UNSET, "form-unset", "u", "Clear the field, so that it is not sent"},
    {FORM_ACT_UNSET_ALL, "form-unset-all", "U", "Clear all fields; if pressed again, restore them"},
    {FORM_ACT_FIND, "form-find", "/", "Find a field by its name"},
    {FORM_ACT_FIND_NEXT, "form-find-next", "n", "Next match"},
    {FORM_ACT_FIND_PREVIOUS, "form-find-previous", "N", "Previous match"},
    {FORM_ACT_MORE, "form-more", "c", "Show all fields, or only those that are set"},
    {FORM_ACT_PREVIEW, "form-preview", "v", "Show the request before it is sent"},
    {FORM_ACT_PRESETS, "form-presets", "p", "Use or save a preset"},
    {FORM_ACT_COPY_COMMAND, "form-copy-command", "y", "Copy the form as a steno command line"},
    {FORM_ACT_SUBMIT, "form-submit", "X", "Send; on success the form closes"},
    {FORM_ACT_LEAVE, "form-leave", "q Esc ^G", "Go back; the draft is saved"},
};

static void form_open(struct form *form, const char *seed);
static void form_open_needed(struct form *form);
static bool form_accept(struct form *form);

/* --- lines, focus and scroll --- */

static const struct param_def *form_def(const struct form *form, int field)
{
    return &form->table->rows[field];
}

static const char *form_default(const struct form *form, int field)
{
    return form->fields[field].def ? form->fields[field].def : form_def(form, field)->def;
}

/* Replaces *slot by a copy of the text, which can be *slot itself. */
static void form_replace(char **slot, const char *text)
{
    char *copy = mem_copy_or_null(text);
    free(*slot);
    *slot = copy;
}

/* Takes ownership of the message; NULL clears it. */
static void form_say(struct form *form, char *message)
{
    free(form->message);
    form->message = message;
}

static size_t form_place(const struct form *form, int field)
{
    size_t place = 0;
    while (field >= 0 && form->order[place] != field)
        place++;
    return place;
}

static bool form_is_in_use(const struct form *form, int field)
{
    return form->fields[field].error || param_set_get(form->values, field) ||
           (form->edit && field == form->focus);
}

/* True if the field is folded, because its group has no effect (form_set_fold). A field in use stays visible,
 * and so does each field of a group that the user has unfolded. */
static bool form_is_folded(const struct form *form, int field)
{
    const char *unused = form->fold ? form->fold(form->values) : NULL;
    return unused && strcmp(unused, form_def(form, field)->group) == 0 && !form->fields[field].opened &&
           !form_is_in_use(form, field);
}

/* True if the short form hides the field. Fields that it has shown once stay visible. */
static bool form_leaves_out(const struct form *form, int field)
{
    return form->is_short && !form_def(form, field)->leads && !form->fields[field].seen &&
           !form_is_in_use(form, field);
}

/* Returns the line of a field. line_count: the field is hidden. */
static size_t form_line_of(const struct form *form, int field)
{
    size_t line = 0;
    while (line < form->line_count && form->lines[line].field != field)
        line++;
    return line;
}

/* Returns the first line to show at this height. It stays the same while the focused line is visible.
 * Otherwise the focused line moves to the middle, so that the form scrolls only once per half screen. A
 * heading right above the focused line stays visible. */
static size_t form_fit_top(const struct form *form, size_t height)
{
    size_t line = form_line_of(form, form->focus), top = form->top;
    if (height == 0 || form->line_count <= height || line >= form->line_count)
        return 0;
    size_t wanted = line; /* first line that must be visible */
    if (height > 1 && line > 0 && form->lines[line - 1].field < 0)
        wanted = line - 1;
    if (wanted < top || line >= top + height)
        top = line > height / 2 ? line - height / 2 : 0;
    if (top > wanted)
        top = wanted;
    return top > form->line_count - height ? form->line_count - height : top;
}

/* Builds the lines. If the focused field is now hidden, the next visible field gets the focus. If no visible
 * field follows, the previous one gets the focus. */
static void form_rebuild(struct form *form)
{
    size_t count = form->table->count;
    bool has_groups = false; /* the table has several groups, so headings are needed */
    struct form_line rest = {.field = -1}, *heading = NULL;
    form->line_count = 0;
    for (size_t i = 1; i < count; i++)
        has_groups = has_groups || strcmp(form->table->rows[i].group, form->table->rows[0].group) != 0;
    for (size_t i = 0; i < count; i++) {
        int field = form->order[i];
        const char *group = form->is_short ? NULL : form_def(form, field)->group;
        if (form->fields[field].hidden)
            continue;
        if (form->is_short)
            form->fields[field].seen = !form_leaves_out(form, field);
        if (group && has_groups && (!heading || strcmp(heading->group, group) != 0)) {
            heading = &form->lines[form->line_count++];
            *heading = (struct form_line){.group = group, .field = -1};
        }
        struct form_line *folded = form->is_short ? &rest : heading;
        if (!folded || (form->is_short ? form->fields[field].seen : !form_is_folded(form, field)))
            form->lines[form->line_count++] = (struct form_line){.group = group, .field = field};
        else if (folded->folded++ == 0)
            folded->field = field;
    }
    if (rest.folded > 0)
        form->lines[form->line_count++] = rest;
    if (form->focus < 0 || form_line_of(form, form->focus) == form->line_count) {
        size_t place = form_place(form, form->focus), at = place;
        while (at < count && form_line_of(form, form->order[at]) == form->line_count)
            at++;
        for (at = at < count ? at : place; at > 0 && form_line_of(form, form->order[at]) == form->line_count;)
            at--;
        form->focus = form->line_count ? form->order[at] : -1;
    }
    form->top = form_fit_top(form, form->height);
}

static void form_close(struct form *form)
{
    lineedit_free(form->edit);
    form->edit = NULL;
    form_rebuild(form);
}

static void form_set_focus(struct form *form, int field)
{
    if (form->focus != field && form->edit)
        form_close(form);
    form->focus = field;
    form_open_needed(form);
    form->top = form_fit_top(form, form->height);
}

/* Returns the number of folded fields in the focused line. 0: the line is one field. */
static int form_folded_here(const struct form *form)
{
    size_t line = form->focus < 0 ? form->line_count : form_line_of(form, form->focus);
    return line < form->line_count ? form->lines[line].folded : 0;
}

static void form_unfold(struct form *form, int field)
{
    const char *group = form_def(form, field)->group;
    for (size_t i = 0; i < form->table->count; i++) {
        if (strcmp(form->table->rows[i].group, group) == 0)
            form->fields[i].opened = true;
    }
    form_rebuild(form);
}

/* Returns the next line, in a direction (1 or -1), that can have the focus. line_count: there is none. */
static size_t form_field_line(const struct form *form, size_t at, int direction)
{
    do {
        if (direction < 0 && at == 0)
            return form->line_count;
        at = direction < 0 ? at - 1 : at + 1;
    } while (at < form->line_count && form->lines[at].field < 0);
    return at;
}

static void form_move(struct form *form, int steps, bool wrap)
{
    int direction = steps < 0 ? -1 : 1;
    size_t at = form_line_of(form, form->focus);
    if (at == form->line_count)
        return;
    for (int i = 0; i < steps * direction; i++) {
        size_t next = form_field_line(form, at, direction);
        if (next == form->line_count && wrap)
            next = form_field_line(form, direction < 0 ? form->line_count : (size_t)-1, direction);
        if (next == form->line_count)
            break;
        at = next;
    }
    form_set_focus(form, form->lines[at].field);
}

static void form_move_page(struct form *form, int direction)
{
    size_t page = form->height > 1 ? form->height - 1 : 1, line = form_line_of(form, form->focus), at = line;
    for (size_t next = at; (next = form_field_line(form, next, direction)) < form->line_count; at = next) {
        if (at != line && (direction < 0 ? line - next : next - line) > page)
            break;
    }
    if (at < form->line_count)
        form_set_focus(form, form->lines[at].field);
}

void form_set_height(struct form *form, size_t height)
{
    form->height = height;
    form->top = form_fit_top(form, height);
}

void form_set_short(struct form *form, bool is_short)
{
    form->is_short = is_short && !form->table->needs;
    for (size_t i = 0; i < form->table->count; i++)
        form->fields[i].seen = false;
    form_rebuild(form);
}

bool form_is_short(const struct form *form)
{
    return form->is_short;
}

bool form_focus(struct form *form, const char *name)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || form->fields[field].hidden)
        return false;
    if (form->edit && form->focus != field && !form_accept(form))
        form_close(form);
    form->is_short = form->is_short && !form_leaves_out(form, field);
    if (form_is_folded(form, field))
        form_unfold(form, field);
    form_rebuild(form);
    form_set_focus(form, field);
    return true;
}

/* --- values --- */

/* Checks a text for a field. If the text is bad, stores the reason. For numbers and yes/no, stores what would
 * be valid instead. */
static bool form_check_field(struct form *form, int field, const char *text)
{
    const struct param_def *def = form_def(form, field);
    struct error err;
    error_clear(&err);
    if (param_check(def, text, &err)) {
        form_replace(&form->fields[field].error, NULL);
        return true;
    }
    char number[80];
    snprintf(number, sizeof number, "a %snumber%s%s",
             def->type == PARAM_INT && text_is_number(text) ? "whole " : "", def->unit ? " of " : "",
             def->unit ? def->unit : "");
    form_replace(&form->fields[field].error, !*text || def->type == PARAM_TEXT ? err.text
                                             : def->type == PARAM_BOOL         ? "yes or no"
                                                                               : number);
    return false;
}

static void form_values_changed(struct form *form)
{
    form_warnings_clear(&form->warnings);
    for (size_t i = 0; i < form->notes.count; i++)
        form_warnings_add(&form->warnings, form->notes.texts[i]);
    if (form->warn)
        form->warn(form->values, &form->warnings);
    form_rebuild(form);
}

static void form_take(struct form *form, int field, const char *text)
{
    form_replace(&form->fields[field].whence, NULL);
    if (text)
        param_set_put_raw(form->values, field, text);
    else
        param_set_unset(form->values, field);
    form_replace(&form->fields[field].error, NULL);
    form_values_changed(form);
}

/* Sets the value of a field. A bad value is stored together with the reason why it is bad. */
static void form_store(struct form *form, int field, const char *text)
{
    const char *before = param_set_get(form->values, field);
    if (!before || !text || strcmp(before, text) != 0)
        form_replace(&form->fields[field].whence, NULL);
    if (text && !form->fields[field].hidden) {
        text = param_from_words(form_def(form, field), text);
        param_set_put_raw(form->values, field, text);
        form_check_field(form, field, text);
    } else {
        param_set_unset(form->values, field);
        form_replace(&form->fields[field].error, NULL);
    }
}

bool form_load(struct form *form, const struct param_set *set)
{
    if (set->table != form->table)
        return false;
    form_close(form);
    for (size_t i = 0; i < form->table->count; i++) {
        form->fields[i].seen = false;
        form_store(form, (int)i, param_set_get(set, (int)i));
    }
    form_values_changed(form);
    form_open_needed(form);
    return true;
}

static void form_put_field(struct form *form, int field, const char *text)
{
    if (field == form->focus)
        form_close(form);
    form_store(form, field, text);
    form_values_changed(form);
    form_open_needed(form);
}

bool form_put(struct form *form, const char *name, const char *text)
{
    int field = param_find_nocase(form->table, name);
    if (field >= 0)
        form_put_field(form, field, text);
    return field >= 0;
}

void form_hide(struct form *form, const char *name, bool hidden)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || form->fields[field].hidden == hidden)
        return;
    form->fields[field].hidden = hidden;
    form_put_field(form, field, hidden ? NULL : param_set_get(form->values, field));
}

bool form_field_error(struct form *form, const char *name, const char *reason)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || !form_focus(form, name))
        return false;
    const struct param_def *def = form_def(form, field);
    size_t len = strlen(def->name);
    if (strncmp(reason, def->name, len) == 0 && strncmp(reason + len, ": ", 2) == 0)
        reason += len + 2; /* omits the field's name, which is on the screen */
    if (!form->edit && def->type != PARAM_BOOL)
        form_open(form, NULL);
    form_replace(&form->fields[field].error, reason);
    return true;
}

void form_set_whence(struct form *form, int field, const char *text)
{
    form_replace(&form->fields[field].whence, text);
}

void form_set_default(struct form *form, const char *name, const char *text)
{
    int field = param_find_nocase(form->table, name);
    if (field >= 0)
        form_replace(&form->fields[field].def, text);
}

void form_set_warn(struct form *form, form_warn_fn *warn)
{
    form->warn = warn;
    form_values_changed(form);
}

void form_set_fold(struct form *form, form_fold_fn *fold)
{
    form->fold = fold;
    form_rebuild(form);
}

static void form_set_texts(struct form_warnings *list, const char *const *texts, size_t count)
{
    form_warnings_clear(list);
    for (size_t i = 0; i < count; i++)
        form_warnings_add(list, texts[i]);
}

void form_set_notes(struct form *form, const char *const *texts, size_t count)
{
    form_set_texts(&form->notes, texts, count);
    form_values_changed(form);
}

void form_set_facts(struct form *form, const char *const *texts, size_t count)
{
    form_set_texts(&form->facts, texts, count);
}

const struct param_table *form_table(const struct form *form)
{
    return form->table;
}

const struct param_set *form_values(const struct form *form)
{
    return form->values;
}

/* --- the menu of values --- */

/* Returns the known values of a field, ended by NULL. For a yes/no field, the value that is not the
 * default comes first. */
static const char *const *form_suggestions(const struct param_def *def)
{
    static const char *const none[] = {NULL};
    static const char *const yes[] = {"true", "false", NULL}, *const no[] = {"false", "true", NULL};
    if (def->type == PARAM_BOOL)
        return def->def && strcmp(def->def, "true") == 0 ? no : yes;
    return def->suggestions ? def->suggestions : none;
}

bool form_has_choices(const struct form *form)
{
    const struct param_def *def =
        form->focus < 0 || form_folded_here(form) ? NULL : form_def(form, form->focus);
    return def && !def->secret && (def->type == PARAM_BOOL || def->suggestions);
}

static void form_menu_add(struct form_menu *menu, enum form_choice_kind kind, const char *value,
                          const char *text)
{
    if (menu->count < CHOICES_MAX && text_contains_nocase(text, lineedit_text(menu->line)))
        menu->rows[menu->count++] = (struct form_choice){.kind = kind, .value = value, .text = text};
}

/* Lists the known values that contain the typed text. If there are none, lists the typed text, if it is
 * valid. While nothing is typed, also lists "no value" and "other …". */
static void form_menu_list(struct form *form)
{
    static const char *const yes_no[] = {"true", "false", NULL};
    struct form_menu *menu = form->menu;
    const struct param_def *def = form_def(form, form->focus);
    const char *const *known = def->type == PARAM_BOOL ? yes_no : form_suggestions(def);
    const char *typed = lineedit_text(menu->line);
    struct error err;
    menu->count = menu->selected = 0;
    for (size_t i = 0; known[i] && i < CHOICES_MAX - 2; i++)
        form_menu_add(menu, CHOICE_VALUE, known[i], param_words(def, known[i]));
    if (!*typed)
        form_menu_add(menu, CHOICE_UNSET, NULL, "no value");
    if (!*typed && def->type != PARAM_BOOL)
        form_menu_add(menu, CHOICE_OTHER, NULL, "other …");
    if (menu->count == 0 && param_check(def, typed, &err))
        form_menu_add(menu, CHOICE_TYPED, typed, typed);
}

static void form_menu_open(struct form *form)
{
    const char *own = param_set_get(form->values, form->focus);
    struct form_menu *menu = form->menu = mem_zero(1, sizeof *form->menu);
    menu->line = lineedit_new("", LINEEDIT_MAX, false);
    form_menu_list(form);
    for (size_t i = 0; own && i < menu->count; i++) {
        if (menu->rows[i].value && strcmp(menu->rows[i].value, own) == 0)
            menu->selected = i;
    }
}

static void form_menu_close(struct form *form)
{
    if (form->menu)
        lineedit_free(form->menu->line);
    free(form->menu);
    form->menu = NULL;
}

static enum form_result form_menu_take(struct form *form)
{
    struct form_menu *menu = form->menu;
    if (menu->count == 0)
        return FORM_REDRAW;
    enum form_choice_kind kind = menu->rows[menu->selected].kind;
    char *value = mem_copy_or_null(menu->rows[menu->selected].value);
    form_menu_close(form);
    if (kind == CHOICE_OTHER)
        form_open(form, NULL);
    else
        form_take(form, form->focus, value);
    free(value);
    return kind == CHOICE_OTHER ? FORM_REDRAW : FORM_CHANGED;
}

static enum form_result form_menu_edited(struct form *form, enum lineedit_result result)
{
    if (result == LINEEDIT_ACCEPT)
        return form_menu_take(form);
    if (result == LINEEDIT_CHANGED)
        form_menu_list(form);
    else if (result == LINEEDIT_CANCEL)
        form_menu_close(form);
    return result == LINEEDIT_IGNORED ? FORM_NONE : FORM_REDRAW;
}

/* A move by one line wraps around at both ends. A move by one page stops there. */
static enum form_result form_menu_key(struct form *form, struct key key)
{
    struct form_menu *menu = form->menu;
    int last = (int)menu->count - 1, step = 0;
    if (key.kind == K_UP || key_equal(key, key_ctrl('p')) || (key.kind == K_TAB && key.mods & MOD_SHIFT))
        step = -1;
    else if (key.kind == K_DOWN || key_equal(key, key_ctrl('n')) || key.kind == K_TAB)
        step = 1;
    else if (key.kind == K_PAGE_UP || key.kind == K_PAGE_DOWN)
        step = key.kind == K_PAGE_UP ? -MENU_PAGE : MENU_PAGE;
    if (step == 0)
        return form_menu_edited(form, lineedit_key(menu->line, key));
    bool one = step == 1 || step == -1;
    int to = (int)menu->selected + step;
    if (to < 0)
        to = one ? last : 0;
    else if (to > last)
        to = one ? 0 : last;
    menu->selected = last < 0 ? 0 : (size_t)to;
    return FORM_REDRAW;
}

size_t form_menu_rows(const struct form *form, const struct form_choice **rows, size_t *selected)
{
    if (!form->menu)
        return 0;
    *rows = form->menu->rows;
    *selected = form->menu->selected;
    return form->menu->count;
}

const struct lineedit *form_menu_line(const struct form *form)
{
    return form->menu ? form->menu->line : NULL;
}

struct param_set *form_draft(const struct form *form)
{
    const struct form_menu *menu = form->menu;
    struct param_set *draft = param_set_copy(form->values);
    if (form->edit && lineedit_is_touched(form->edit))
        param_set_put_raw(draft, form->focus, lineedit_text(form->edit));
    if (menu && menu->count == 1 && menu->rows[0].kind == CHOICE_TYPED) /* typed, but not accepted yet */
        param_set_put_raw(draft, form->focus, menu->rows[0].value);
    return draft;
}

/* --- the open field --- */

/* Opens the focused field with the text `seed`. NULL: with its value, or its default if it has no value. */
static void form_open(struct form *form, const char *seed)
{
    const struct param_def *def = form_def(form, form->focus);
    const char *const *known = form_suggestions(def), *own = param_set_get(form->values, form->focus);
    bool is_offer = !seed && !own && !def->secret;
    size_t count = 0;
    lineedit_free(form->edit);
    if (!seed)
        seed = is_offer ? form_default(form, form->focus) : own;
    form->edit = lineedit_new(seed, LINEEDIT_MAX, def->secret);
    if (is_offer)
        lineedit_offer(form->edit);
    while (known[count])
        count++;
    lineedit_set_history(form->edit, known, count);
    form_rebuild(form);
}

static bool form_needs(const struct form *form, int field)
{
    return form->table->needs && !form->fields[field].hidden && form->table->needs(form->values, field);
}

static void form_open_needed(struct form *form)
{
    if (!form->edit && form->focus >= 0 && form_needs(form, form->focus))
        form_open(form, NULL);
}

/* Returns the first required field, from the focused one on, that is empty in `values`. -1: none is empty. */
static int form_missing(const struct form *form, const struct param_set *values)
{
    size_t count = form->table->count, from = form_place(form, form->focus);
    for (size_t i = 0; form->table->needs && i < count; i++) {
        int field = form->order[(from + i) % count];
        if (!form->fields[field].hidden && form->table->needs(values, field))
            return field;
    }
    return -1;
}

/* Returns what form_missing() would return if the focused field had this text. NULL: no value. */
static int form_missing_with(const struct form *form, const char *text)
{
    struct param_set *values = param_set_copy(form->values);
    if (text)
        param_set_put_raw(values, form->focus, text);
    else
        param_set_unset(values, form->focus);
    int field = form_missing(form, values);
    param_set_free(values);
    return field;
}

static bool form_takes_empty(const struct form *form)
{
    const struct param_def *def = form_def(form, form->focus);
    if (form->table->needs)
        return form_missing_with(form, NULL) == form->focus && form_missing_with(form, "") != form->focus;
    return def->type == PARAM_TEXT && !def->local;
}

/* True if Enter in the open field also goes to the next required field, or sends the form. */
static bool form_goes_on(const struct form *form)
{
    return form->table->needs && (form_needs(form, form->focus) || form->fields[form->focus].error);
}

void form_go_needed(struct form *form)
{
    form->focus = -1;
    int field = form_missing(form, form->values);
    form_set_focus(form, field < 0 ? form->order[0] : field);
}

bool form_esc_leaves(const struct form *form)
{
    return form->edit && form_needs(form, form->focus) && !lineedit_is_touched(form->edit);
}

const char *form_enter(const struct form *form)
{
    return !form_goes_on(form) ? "Accept" : form_missing_with(form, "x") >= 0 ? "Next" : "Send";
}

/* Accepts the text of the open field. If the text is bad, returns false, and the field stays open. */
static bool form_accept(struct form *form)
{
    const struct param_def *def = form_def(form, form->focus);
    const char *text = param_from_words(def, lineedit_text(form->edit));
    if (!param_set_get(form->values, form->focus) && !lineedit_is_touched(form->edit)) {
        form_close(form);
        return true;
    }
    bool clears = !text[0] && !form_takes_empty(form);
    if (!clears && !form_check_field(form, form->focus, text))
        return false;
    struct lineedit *edit = form->edit; /* owns `text`, so it is freed last */
    form->edit = NULL;
    form_take(form, form->focus, clears ? NULL : text);
    lineedit_free(edit);
    return true;
}

/* Checks all fields before the form is sent. The first bad one gets the focus and shows the reason. */
static enum form_result form_submit(struct form *form)
{
    int first = -1, bad = 0;
    for (size_t i = 0; i < form->table->count; i++) {
        int field = form->order[i];
        const char *value = param_set_get(form->values, field);
        bool judged = !form->fields[field].hidden && (value || form_def(form, field)->required);
        if (judged && !form_check_field(form, field, value ? value : ""))
            first = bad++ ? first : field;
    }
    if (!bad)
        return FORM_SUBMIT;
    const struct param_def *def = form_def(form, first);
    form_rebuild(form);
    form_set_focus(form, first);
    if (!form->edit && def->type != PARAM_BOOL)
        form_open(form, NULL);
    const char *reason = form->fields[first].error;
    form_say(form, bad == 1 ? mem_printf("%s: %s", param_label(def), reason)
                            : mem_printf("%d fields are invalid; the first is %s: %s", bad, param_label(def),
                                         reason));
    return FORM_REDRAW;
}

/* Accepts the text. After a required field, the next empty required field gets the focus. If there is none,
 * or if this field is still empty, form_submit() sends the form or tells what is missing. */
static enum form_result form_enter_key(struct form *form)
{
    bool goes_on = form_goes_on(form);
    if (form_needs(form, form->focus) && !*lineedit_text(form->edit) && form_takes_empty(form))
        form_take(form, form->focus, "");
    if (!form_accept(form))
        return FORM_REDRAW;
    int missing = form_missing(form, form->values);
    if (!goes_on)
        return FORM_CHANGED;
    if (missing < 0 || missing == form->focus)
        return form_submit(form);
    form_set_focus(form, missing);
    return FORM_CHANGED;
}

static enum form_result form_edited(struct form *form, enum lineedit_result result)
{
    int field = form->focus;
    const char *value = param_set_get(form->values, field);
    switch (result) {
    case LINEEDIT_MOVED:
    case LINEEDIT_CHANGED:
        return FORM_REDRAW;
    case LINEEDIT_REFUSED:
        form_say(form, mem_printf("A field takes at most %d bytes; the text is unchanged", LINEEDIT_MAX));
        return FORM_REDRAW;
    case LINEEDIT_ACCEPT:
        return form_enter_key(form);
    case LINEEDIT_CANCEL: /* restores the old value, and its error if it is bad */
        if (form_esc_leaves(form))
            return FORM_LEAVE;
        if (value)
            form_check_field(form, field, value);
        else
            form_replace(&form->fields[field].error, NULL);
        form_close(form);
        form_open_needed(form);
        return FORM_REDRAW;
    case LINEEDIT_IGNORED:
        break;
    }
    return FORM_NONE;
}

static enum form_result form_edit_key(struct form *form, struct key key)
{
    bool moves = (key.kind == K_UP || key.kind == K_DOWN) && !*form_suggestions(form_def(form, form->focus));
    if (key.kind != K_TAB && !moves)
        return form_edited(form, lineedit_key(form->edit, key));
    bool back = key.kind == K_UP || (key.mods & MOD_SHIFT), changed = lineedit_is_touched(form->edit);
    if (!form_accept(form))
        return FORM_REDRAW;
    form_move(form, back ? -1 : 1, key.kind == K_TAB);
    return changed ? FORM_CHANGED : FORM_REDRAW;
}

/* --- the search for a field by a part of its label or name --- */

/* Focuses the next match after the field `from`, in a direction (1 or -1). The search includes folded fields,
 * and goes on past the end. If with_from is true, `from` itself can match. If there is no match, shows a
 * message and returns false. */
static bool form_find_go(struct form *form, const char *text, int from, int direction, bool with_from)
{
    size_t count = form->table->count, place = form_place(form, from);
    for (size_t i = !with_from; from >= 0 && i < count + !with_from; i++) {
        int field = form->order[direction > 0 ? (place + i) % count : (place + count - i % count) % count];
        const struct param_def *def = form_def(form, field);
        if (!form->fields[field].hidden &&
            (text_contains_nocase(param_label(def), text) || text_contains_nocase(def->name, text)))
            return form_focus(form, def->name);
    }
    char *clean = text_clean_copy(text);
    form_say(form, mem_printf("No field has “%s” in its name", clean));
    free(clean);
    return false;
}

static void form_find_close(struct form *form, bool restore)
{
    if (restore && form->find_origin >= 0)
        form_focus(form, form_def(form, form->find_origin)->name);
    lineedit_free(form->finder);
    form->finder = NULL;
}

/* Goes to the first match when the text has changed. Enter keeps the text, for n and N. */
static enum form_result form_find_edited(struct form *form, enum lineedit_result result)
{
    const char *text = lineedit_text(form->finder);
    if (result == LINEEDIT_CHANGED)
        form_find_go(form, text, form->find_origin, 1, true);
    if (result == LINEEDIT_ACCEPT) {
        if (text[0])
            form_replace(&form->find, text);
        form_find_close(form, !form_find_go(form, text, form->find_origin, 1, true));
    }
    if (result == LINEEDIT_CANCEL)
        form_find_close(form, true);
    return result == LINEEDIT_IGNORED ? FORM_NONE : FORM_REDRAW;
}

/* --- actions and keys --- */

/* Returns the next value in the cycle of UNSET (NULL) and known values. After UNSET, a default is skipped. */
static const char *form_next_value(const struct form *form)
{
    const char *const *known = form_suggestions(form_def(form, form->focus)), *const *at = known;
    const char *now = param_set_get(form->values, form->focus), *def = form_default(form, form->focus);
    if (!now)
        return *known && known[1] && def && strcmp(*known, def) == 0 ? known[1] : *known;
    while (*at && strcmp(*at, now) != 0)
        at++;
    return *at ? at[1] : *known;
}

const char *form_next(const struct form *form)
{
    if (!form_has_choices(form))
        return NULL;
    const char *next = form_next_value(form);
    return next ? param_words(form_def(form, form->focus), next) : "";
}

static enum form_result form_unset_all(struct form *form)
{
    bool is_empty = param_set_count(form->values) == 0;
    struct param_set *undo = form->undo;
    if (is_empty && !undo)
        return FORM_REDRAW;
    if (is_empty) {
        form->undo = NULL;
        form_load(form, undo);
        form_say(form, mem_copy("Values restored"));
    } else {
        form->undo = param_set_copy(form->values);
        for (size_t i = 0; i < form->table->count; i++) {
            param_set_unset(form->values, (int)i);
            form_replace(&form->fields[i].error, NULL);
        }
        form_values_changed(form);
        form_say(form, mem_copy("All fields cleared; the same key restores them"));
    }
    param_set_free(undo);
    return FORM_CHANGED;
}

enum form_result form_act(struct form *form, enum form_action action)
{
    int all = (int)form->table->count; /* enough steps to reach the first or last field */
    form_say(form, NULL);
    if (form->finder)
        form_find_close(form, false);
    form_menu_close(form);
    if (form->edit && !form_accept(form))
        return FORM_REDRAW;
    bool folded = form_folded_here(form) > 0;
    switch (action) {
    case FORM_ACT_UP:
    case FORM_ACT_DOWN:
        form_move(form, action == FORM_ACT_UP ? -1 : 1, false);
        return FORM_REDRAW;
    case FORM_ACT_NEXT:
    case FORM_ACT_PREVIOUS:
        form_move(form, action == FORM_ACT_PREVIOUS ? -1 : 1, true);
        return FORM_REDRAW;
    case FORM_ACT_PAGE_UP:
    case FORM_ACT_PAGE_DOWN:
        form_move_page(form, action == FORM_ACT_PAGE_UP ? -1 : 1);
        return FORM_REDRAW;
    case FORM_ACT_HOME:
    case FORM_ACT_END:
        form_move(form, action == FORM_ACT_HOME ? -all : all, false);
        return FORM_REDRAW;
    case FORM_ACT_EDIT:
    case FORM_ACT_TOGGLE:
        if (form->focus < 0)
            return FORM_NONE;
        if (folded && form->is_short)
            form_set_short(form, false);
        else if (folded)
            form_unfold(form, form->focus);
        else if (action == FORM_ACT_TOGGLE && form_has_choices(form)) {
            form_take(form, form->focus, form_next_value(form));
            return FORM_CHANGED;
        } else if (form_has_choices(form))
            form_menu_open(form);
        else
            form_open(form, NULL);
        return FORM_REDRAW;
    case FORM_ACT_UNSET:
        if (form->focus < 0 || folded)
            return FORM_NONE;
        if (!form_is_in_use(form, form->focus))
            return FORM_REDRAW;
        form_take(form, form->focus, NULL);
        return FORM_CHANGED;
    case FORM_ACT_UNSET_ALL:
        return form_unset_all(form);
    case FORM_ACT_FIND:
        form->finder = lineedit_new("", FIND_MAX, false);
        form->find_origin = form->focus;
        return FORM_REDRAW;
    case FORM_ACT_FIND_NEXT:
    case FORM_ACT_FIND_PREVIOUS:
        if (form->find)
            form_find_go(form, form->find, form->focus, action == FORM_ACT_FIND_NEXT ? 1 : -1, false);
        else
            form_say(form, mem_copy("No search yet: find a field by name first"));
        return FORM_REDRAW;
    case FORM_ACT_MORE:
        form_set_short(form, !form->is_short);
        return FORM_REDRAW;
    case FORM_ACT_PREVIEW:
        return FORM_PREVIEW;
    case FORM_ACT_PRESETS:
        return FORM_PRESETS;
    case FORM_ACT_COPY_COMMAND:
        return FORM_COPY_COMMAND;
    case FORM_ACT_SUBMIT:
        return form_submit(form);
    case FORM_ACT_LEAVE:
        return FORM_LEAVE;
    case FORM_ACT_NONE:
    case FORM_ACT_COUNT:
        break;
    }
    return FORM_NONE;
}

bool form_is_typing(const struct form *form)
{
    return form->edit || form->finder || form->menu;
}

enum form_result form_key(struct form *form, struct key key)
{
    form_say(form, NULL);
    if (form->finder)
        return form_find_edited(form, lineedit_key(form->finder, key));
    if (form->menu)
        return form_menu_key(form, key);
    return form->edit ? form_edit_key(form, key) : FORM_NONE;
}

enum form_result form_paste(struct form *form, const char *text, size_t len)
{
    form_say(form, NULL);
    if (form->finder)
        return form_find_edited(form, lineedit_paste(form->finder, text, len));
    if (form->menu)
        return form_menu_edited(form, lineedit_paste(form->menu->line, text, len));
    if (form->focus < 0 || form_folded_here(form))
        return FORM_NONE;
    if (!form->edit)
        form_open(form, "");
    return form_edited(form, lineedit_paste(form->edit, text, len));
}

struct form *form_new(const struct param_table *table)
{
    struct form *form = mem_zero(1, sizeof *form);
    form->table = table;
    form->values = param_set_new(table);
    form->fields = mem_zero(table->count, sizeof *form->fields);
    form->order = mem_zero(table->count, sizeof *form->order);
    form->lines = mem_zero(table->count * 2, sizeof *form->lines); /* each field can have a heading */
    form->warn = form_warn_params;
    form->focus = -1;
    for (size_t i = 0; i < table->count; i++)
        form->order[i] = param_in_form(table, i);
    form_rebuild(form);
    if (table->first)
        form_focus(form, table->first);
    form_open_needed(form);
    return form;
}

void form_free(struct form *form)
{
    if (!form)
        return;
    for (size_t i = 0; i < form->table->count; i++) {
        free(form->fields[i].error);
        free(form->fields[i].def);
        free(form->fields[i].whence);
    }
    param_set_free(form->values);
    param_set_free(form->undo);
    lineedit_free(form->edit);
    lineedit_free(form->finder);
    form_menu_close(form);
    form_warnings_clear(&form->warnings);
    form_warnings_clear(&form->notes);
    form_warnings_clear(&form->facts);
    free(form->fields);
    free(form->order);
    free(form->lines);
    free(form->find);
    free(form->message);
    free(form);
}

/* --- for the view --- */

static struct form_row form_row(const struct form *form, const struct form_line *line)
{
    if (line->field < 0 || line->folded)
        return (struct form_row){.is_heading = true,
                                 .label = line->group,
                                 .value = "",
                                 .folded = line->folded,
                                 .is_focused = line->folded && line->field == form->focus};
    const struct param_def *def = form_def(form, line->field);
    const char *value = param_set_get(form->values, line->field), *fallback = form_default(form, line->field);
    struct form_row row = {.label = param_label(def),
                           .def = def,
                           .is_default = !value,
                           .is_focused = line->field == form->focus,
                           .is_editing = line->field == form->focus && form->edit,
                           .unit = def->unit,
                           .unset = fallback ? param_words(def, fallback) : NULL,
                           .error = form->fields[line->field].error,
                           .whence = form->fields[line->field].whence};
    if (value && def->secret)
        row.value = value[0] ? "********" : "";
    else
        row.value = value ? param_words(def, value) : fallback ? row.unset : "-";
    return row;
}

size_t form_rows(const struct form *form, size_t height, struct form_row *rows)
{
    size_t top = form_fit_top(form, height), count = 0;
    for (; count < height && top + count < form->line_count; count++)
        rows[count] = form_row(form, &form->lines[top + count]);
    return count;
}

const struct lineedit *form_editor(const struct form *form)
{
    return form->edit;
}

const struct lineedit *form_finder(const struct form *form)
{
    return form->finder;
}

int form_position(const struct form *form)
{
    int position = 0;
    for (size_t i = 0; form->focus >= 0 && i <= form_place(form, form->focus); i++)
        position += !form->fields[form->order[i]].hidden;
    return position;
}

int form_count(const struct form *form)
{
    int count = 0;
    for (size_t i = 0; i < form->table->count; i++)
        count += !form->fields[i].hidden;
    return count;
}

int form_changed_count(const struct form *form)
{
    return param_set_count(form->values);
}

const char *form_help(const struct form *form)
{
    if (form_folded_here(form))
        return form->is_short ? "Fields that are not set; Enter shows them"
                              : "Fields that have no effect with the values above; Enter shows them";
    return form->focus < 0 ? "" : form_def(form, form->focus)->help;
}

const char *form_message(const struct form *form)
{
    return form->message ? form->message : "";
}

const struct form_warnings *form_warned(const struct form *form)
{
    return &form->warnings;
}

const struct form_warnings *form_facts(const struct form *form)
{
    return &form->facts;
}
