/* Owns the options of the last transcription in the details: what differs from the defaults first, then all.
 * What they stand for is core/forms's. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "topics/details.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"

#define VALUE_CELLS   8 /* columns of a wide pane; what is longer pushes the next one on */
#define DEFAULT_CELLS 18

/* The parameter that a field stands for, or NULL. */
static const struct param_def *details_option_def(const char *field)
{
    int row = last_run_row(&params_enqueue, field);
    return row < 0 ? NULL : &params_enqueue.rows[row];
}

/* How many fields there are of a kind. */
static size_t details_options_count(const json_t *config, enum last_run_kind kind)
{
    const char *field;
    json_t *value;
    size_t count = 0;
    json_object_foreach((json_t *)(uintptr_t)config, field, value) count +=
        last_run_compare(details_option_def(field), value) == kind;
    return count;
}

/* Appends ": Lang en-US, WithSpeakerId true", as they were sent. */
static void details_options_add_sent(struct buffer *text, const json_t *config)
{
    const char *field, *sign = ": ";
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)config, field, value)
    {
        const struct param_def *def = details_option_def(field);
        if (last_run_compare(def, value) != LAST_RUN_DIFFERS)
            continue;
        char *sent = last_run_text(value);
        buffer_printf(text, "%s%s %s", sign, def->name, sent);
        sign = ", ";
        free(sent);
    }
}

char *details_options_text(const struct details *details, bool is_open)
{
    const json_t *config = json_object_get(details->shown, "TranscriptionConfig");
    if (!json_is_object(config)) {
        char *sent = last_run_text(config);
        if (*sent)
            return sent;
        free(sent);
        return mem_copy("-");
    }
    size_t differ = details_options_count(config, LAST_RUN_DIFFERS),
           same = details_options_count(config, LAST_RUN_DEFAULT);
    if (differ + same == 0)
        return json_object_size(config) == 0 ? mem_copy("none") : mem_copy("none that steno knows");
    if (differ == 0)
        return mem_copy("none differ from the defaults");
    if (is_open)
        return mem_printf("%zu of %zu differ from the defaults", differ, differ + same);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_printf(&text, "%zu differ%s", differ, differ == 1 ? "s" : "");
    details_options_add_sent(&text, config);
    return buffer_take(&text);
}

/* A value as people read it: yes and no, and its unit. Caller frees. */
static char *details_option_value(const struct param_def *def, const char *text)
{
    if (strcmp(text, "true") == 0)
        return mem_copy("yes");
    if (strcmp(text, "false") == 0)
        return mem_copy("no");
    if (!*text)
        return mem_copy("-");
    return mem_printf("%s%s%s", text, def && def->unit ? " " : "", def && def->unit ? def->unit : "");
}

/* Appends blanks up to a column, at least two. */
static void details_option_pad(struct buffer *text, int column)
{
    int wide = text_width(buffer_text(text));
    buffer_printf(text, "%*s", column > wide + 2 ? column - wide : 2, "");
}

/* Appends the default and, where there is room, the service's own name. */
static void details_option_add_default(struct buffer *text, const struct page *page, const char *usual,
                                       const char *field)
{
    int room = page->width - PAGE_GUTTER - PAGE_FOLD_COL - 1 - page->label_cells;
    details_option_pad(text, VALUE_CELLS);
    buffer_printf(text, "default %s", usual);
    int own_col = VALUE_CELLS + DEFAULT_CELLS;
    if (own_col + text_width(field) > room)
        return;
    details_option_pad(text, own_col);
    buffer_append_text(text, field);
}

/* One option: in a wide pane with its default and the service's own name. */
static void details_option_line(const struct details *details, const char *field, const json_t *value)
{
    const struct param_def *def = details_option_def(field);
    struct page *page = details->page;
    char *sent = last_run_text(value), *shown = details_option_value(def, sent),
         *usual = details_option_value(def, def && def->def ? def->def : "");
    char *target = mem_printf("option %s", field);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, shown);
    if (def && (page->width >= PAGE_PAIR_CELLS))
        details_option_add_default(&text, page, usual, field);
    page_add_wrapped(page, LINE_FIELD, def ? param_label(def) : field, buffer_text(&text), details->cells,
                     target);
    buffer_free(&text);
    free(target);
    free(usual);
    free(shown);
    free(sent);
}

/* The options of a kind, a line each. */
static void details_options_add(const struct details *details, const json_t *config, enum last_run_kind kind)
{
    const char *field;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)config, field, value)
    {
        if (last_run_compare(details_option_def(field), value) == kind)
            details_option_line(details, field, value);
    }
}

bool details_options_more(const json_t *shown)
{
    const json_t *config = json_object_get(shown, "TranscriptionConfig");
    return details_options_count(config, LAST_RUN_DIFFERS) < json_object_size(config);
}

/* Says what is left out, and how it is shown. */
static void details_options_note_rest(const struct details *details, const json_t *config)
{
    size_t same = details_options_count(config, LAST_RUN_DEFAULT),
           others = details_options_count(config, LAST_RUN_OTHER);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (same > 0)
        buffer_printf(&text, "%zu as by default", same);
    if (others > 0)
        buffer_printf(&text, "%s%zu not known to steno", same > 0 ? ", " : "", others);
    if (text.len > 0) {
        buffer_printf(&text, "; %s again shows them", app_key_of(details->app, "enter"));
        page_add_wrapped(details->page, LINE_NOTE, NULL, buffer_text(&text), details->cells, "option rest");
    }
    buffer_free(&text);
}

void details_options_lines(const struct details *details)
{
    const json_t *config = json_object_get(details->shown, "TranscriptionConfig");
    if (!json_is_object(config)) {
        char *sent = last_run_text(config);
        page_add_wrapped(details->page, LINE_TEXT, NULL, *sent ? sent : "-", details->cells, "option");
        free(sent);
        return;
    }
    /* What is folded away is searched whole. */
    enum details_open open = details_fold_open(details->app, FOLD_OPTIONS);
    details_options_add(details, config, LAST_RUN_DIFFERS);
    if (open == OPEN_SOME) {
        details_options_note_rest(details, config);
        return;
    }
    details_options_add(details, config, LAST_RUN_DEFAULT);
    details_options_add(details, config, LAST_RUN_OTHER);
}
