/* Owns the search for a field by a part of its label or name. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Place of a field in the order of the screen. */
static size_t form_place(const struct form *form, int field)
{
    size_t place = 0;
    while (place + 1 < form->table->count && form->order[place] != field)
        place++;
    return place;
}

/* The first match from the field `from` on in a direction, round the end; -1 when there is none. */
static int form_match(const struct form *form, const char *text, int from, int direction, bool with_from)
{
    size_t count = form->table->count, place = form_place(form, from);
    for (size_t i = with_from ? 0 : 1; i < count + (with_from ? 0 : 1); i++) {
        size_t at = direction > 0 ? (place + i) % count : (place + count - i % count) % count;
        int field = form->order[at];
        const struct param_def *def = form_def(form, field);
        if (!form->fields[field].hidden &&
            (text_contains_nocase(param_label(def), text) || text_contains_nocase(def->name, text)))
            return field;
    }
    return -1;
}

/* Focuses a found field, also when it is unchanged and only the changed ones are seen. */
static void form_go(struct form *form, int field)
{
    form_focus(form, form_def(form, field)->name);
}

/* Says that nothing has the text. */
static void form_say_none(struct form *form, const char *text)
{
    char *clean = text_clean_copy(text);
    form_say(form, mem_printf("No field has “%s” in its name", clean));
    free(clean);
}

enum form_result form_find_open(struct form *form)
{
    lineedit_free(form->finder);
    form->finder = lineedit_new("", 64, false);
    form->find_origin = form->focus;
    return FORM_REDRAW;
}

void form_find_close(struct form *form, bool restore)
{
    if (restore && form->find_origin >= 0)
        form_go(form, form->find_origin);
    lineedit_free(form->finder);
    form->finder = NULL;
}

/* Goes to the first match while the text is typed. */
static enum form_result form_find_typed(struct form *form)
{
    const char *text = lineedit_text(form->finder);
    int field = form_match(form, text, form->find_origin, 1, true);
    if (field >= 0)
        form_go(form, field);
    else
        form_say_none(form, text);
    return FORM_REDRAW;
}

/* Keeps the text for n and N. */
static enum form_result form_find_accept(struct form *form)
{
    const char *text = lineedit_text(form->finder);
    bool found = form_match(form, text, form->find_origin, 1, true) >= 0;
    if (text[0]) {
        free(form->find);
        form->find = mem_copy(text);
    }
    if (!found)
        form_say_none(form, text);
    form_find_close(form, !found);
    return FORM_REDRAW;
}

/* What a result of the find line's editor means. */
static enum form_result form_find_edited(struct form *form, enum lineedit_result result)
{
    switch (result) {
    case LINEEDIT_CHANGED:
        return form_find_typed(form);
    case LINEEDIT_ACCEPT:
        return form_find_accept(form);
    case LINEEDIT_CANCEL:
        form_find_close(form, true);
        return FORM_REDRAW;
    case LINEEDIT_IGNORED:
        return FORM_NONE;
    case LINEEDIT_MOVED:
    case LINEEDIT_REFUSED:
        break;
    }
    return FORM_REDRAW;
}

enum form_result form_find_key(struct form *form, struct key key)
{
    return form_find_edited(form, lineedit_key(form->finder, key));
}

enum form_result form_find_paste(struct form *form, const char *text, size_t len)
{
    return form_find_edited(form, lineedit_paste(form->finder, text, len));
}

enum form_result form_find_again(struct form *form, int direction)
{
    if (!form->find) {
        form_say(form, mem_copy("No search yet: find a field by name first"));
        return FORM_REDRAW;
    }
    int field = form->focus < 0 ? -1 : form_match(form, form->find, form->focus, direction, false);
    if (field >= 0)
        form_go(form, field);
    else
        form_say_none(form, form->find);
    return FORM_REDRAW;
}
