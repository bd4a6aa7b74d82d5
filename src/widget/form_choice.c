/* Owns the menu of values to choose from, over the field in focus: its lines, what narrows them, and its
 * keys. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define CHOICES_MAX 64
#define PAGE        5

/* The menu while it is open. */
struct form_menu {
    struct lineedit *line; /* what narrows */
    struct form_choice rows[CHOICES_MAX];
    size_t count, selected;
};

size_t form_choices(const struct form *form, const char *name, struct form_choice *rows, size_t max)
{
    static const char *const truths[] = {"true", "false", NULL}, *const none[] = {NULL};
    int index = param_find_nocase(form->table, name);
    if (index < 0)
        return 0;
    const struct param_def *def = form_def(form, index);
    const char *const *known = def->type == PARAM_BOOL ? truths : def->suggestions ? def->suggestions : none;
    size_t count = 0;
    for (size_t i = 0; known[i] && count < max; i++)
        rows[count++] = (struct form_choice){.value = known[i], .text = param_words(def, known[i])};
    return count;
}

bool form_has_choices(const struct form *form)
{
    const struct param_def *def =
        form->focus < 0 || form_folded_here(form) ? NULL : form_def(form, form->focus);
    return def && !def->secret && (def->type == PARAM_BOOL || def->suggestions);
}

/* Adds a line, unless what was typed is no part of it. */
static void form_choice_add(struct form_menu *menu, struct form_choice row)
{
    if (menu->count < CHOICES_MAX && text_contains_nocase(row.text, lineedit_text(menu->line)))
        menu->rows[menu->count++] = row;
}

/* Lists what fits what was typed; where nothing does, that is offered as the value itself, if it can be one.
 */
static void form_choice_list(struct form *form)
{
    struct form_menu *menu = form->menu;
    const struct param_def *def = form_def(form, form->focus);
    const char *typed = lineedit_text(menu->line);
    struct form_choice all[CHOICES_MAX - 2];
    size_t count = form_choices(form, def->name, all, CHOICES_MAX - 2);
    struct error err;
    menu->count = menu->selected = 0;
    for (size_t i = 0; i < count; i++)
        form_choice_add(menu, all[i]);
    form_choice_add(menu,
                    (struct form_choice){.kind = CHOICE_UNSET, .text = def->local ? "not set" : "not sent"});
    if (def->type != PARAM_BOOL && !def->local)
        form_choice_add(menu, (struct form_choice){.kind = CHOICE_OTHER, .text = "other …"});
    if (menu->count == 0 && param_check(def, typed, &err))
        menu->rows[menu->count++] = (struct form_choice){.kind = CHOICE_TYPED, .value = typed, .text = typed};
}

/* The value that was typed in the menu, NULL for none: it is taken once Enter says so, but a draft has it
 * before. */
const char *form_choice_typed(const struct form *form)
{
    const struct form_menu *menu = form->menu;
    return menu && menu->count == 1 && menu->rows[0].kind == CHOICE_TYPED ? menu->rows[0].value : NULL;
}

/* Puts the cursor on the value that the field has. */
static void form_choice_select_own(struct form *form)
{
    const char *own = param_set_get(form->values, form->focus);
    for (size_t i = 0; own && i < form->menu->count; i++) {
        if (form->menu->rows[i].value && strcmp(form->menu->rows[i].value, own) == 0)
            form->menu->selected = i;
    }
}

void form_choice_open(struct form *form)
{
    form_choice_close(form);
    form->menu = mem_zero(1, sizeof *form->menu);
    form->menu->line = lineedit_new("", LINEEDIT_MAX, false);
    form_choice_list(form);
    form_choice_select_own(form);
}

void form_choice_close(struct form *form)
{
    if (!form->menu)
        return;
    lineedit_free(form->menu->line);
    free(form->menu);
    form->menu = NULL;
}

/* Takes the line under the cursor. */
static enum form_result form_choice_take(struct form *form)
{
    struct form_menu *menu = form->menu;
    if (menu->count == 0)
        return FORM_REDRAW;
    const struct form_choice row = menu->rows[menu->selected];
    char *value = mem_copy_or_null(row.value);
    form_choice_close(form);
    if (row.kind == CHOICE_OTHER)
        form_open(form, NULL);
    else
        form_take(form, form->focus, value);
    free(value);
    return row.kind == CHOICE_OTHER ? FORM_REDRAW : FORM_CHANGED;
}

/* Moves the cursor; single steps go round. */
static enum form_result form_choice_move(struct form_menu *menu, int steps)
{
    int last = (int)menu->count - 1, to = (int)menu->selected + steps;
    bool one = steps == 1 || steps == -1;
    if (last < 0)
        return FORM_REDRAW;
    menu->selected = (size_t)(to < 0 ? (one ? last : 0) : to > last ? (one ? 0 : last) : to);
    return FORM_REDRAW;
}

/* What a result of the line that narrows means. */
static enum form_result form_choice_edited(struct form *form, enum lineedit_result result)
{
    if (result == LINEEDIT_ACCEPT)
        return form_choice_take(form);
    if (result == LINEEDIT_CHANGED)
        form_choice_list(form);
    else if (result == LINEEDIT_CANCEL)
        form_choice_close(form);
    return result == LINEEDIT_IGNORED ? FORM_NONE : FORM_REDRAW;
}

enum form_result form_choice_key(struct form *form, struct key key)
{
    struct form_menu *menu = form->menu;
    if (key.kind == K_TAB)
        return form_choice_move(menu, key.mods & MOD_SHIFT ? -1 : 1);
    if (key.kind == K_UP || key_equal(key, key_ctrl('p')))
        return form_choice_move(menu, -1);
    if (key.kind == K_DOWN || key_equal(key, key_ctrl('n')))
        return form_choice_move(menu, 1);
    if (key.kind == K_PAGE_UP || key.kind == K_PAGE_DOWN)
        return form_choice_move(menu, key.kind == K_PAGE_UP ? -PAGE : PAGE);
    return form_choice_edited(form, lineedit_key(menu->line, key));
}

enum form_result form_choice_paste(struct form *form, const char *text, size_t len)
{
    return form_choice_edited(form, lineedit_paste(form->menu->line, text, len));
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
