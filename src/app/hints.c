/* Owns the key hints: what can be done now, with the keys as bound. */
#include "steno/app/hints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/keymap.h"
#include "steno/app/run.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/key.h"

/* "Enqueue", with the number of projects that it is done to while some are marked: "Enqueue 3". NULL: the key
 * bar leaves the action out. Caller frees. */
static char *hint_word(const struct app *app, const struct action *action)
{
    size_t marked = app->list.mark_count;
    const char *word = marked > 0 && action->marked_hint ? action->marked_hint : action->hint;
    if (word && marked > 0 && (action->where & ON_MARKED))
        return mem_printf("%s %zu", word, marked);
    return mem_copy_or_null(word);
}

int app_hints(const struct app *app, char *out, size_t size, int cells)
{
    const struct overlay_ops *top = app_top(app);
    char fixed[3 * KEY_NAME_SIZE + 32];
    if (top->hints && top->hints(app, fixed, sizeof fixed)) {
        snprintf(out, size, "%s", text_width(fixed) <= cells ? fixed : "");
        return text_width(out);
    }
    struct buffer text;
    buffer_init(&text, size - 1);
    size_t count;
    int used = 0;
    const struct action *rows = keymap_actions(app->keymap, &count);
    size_t form_rows = 0;
    while (form_rows < count && rows[count - 1 - form_rows].group == GROUP_FORM)
        form_rows++;
    for (size_t n = 0; n < count; n++) {
        /* the rows of a form first, from the end of its table, where it is sent; they are valid only there */
        const struct action *row = n < form_rows ? &rows[count - 1 - n] : &rows[n - form_rows];
        char key[KEY_NAME_SIZE];
        char *word = action_is_valid(app, row) ? hint_word(app, row) : NULL;
        if (!word)
            continue;
        keymap_first_key(app->keymap, row, key, sizeof key);
        char *hint = mem_printf("%s%s %s", text.len ? "  " : "", key, word);
        free(word);
        int width = text_width(hint);
        if (*key && used + width <= cells && buffer_append_text(&text, hint))
            used += width;
        free(hint);
    }
    memcpy(out, buffer_text(&text), text.len + 1);
    buffer_free(&text);
    return used;
}
