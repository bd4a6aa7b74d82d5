/* Owns how captions of the export form are told in lines, and what is answered there. It reads the
 * application's state and decides nothing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "plain_private.h"
#include "steno/app/action.h"
#include "steno/app/captions.h"
#include "steno/app/app_input.h"
#include "steno/app/keymap.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define PAGE_LINES 20

/* "error gap, note hanging: ", what is found in a caption, in words. */
static void captions_put_findings(struct buffer *line, const struct caption_list *captions, size_t at)
{
    for (size_t i = captions->first[at + 1]; i < captions->first[at + 2]; i++) {
        const struct caption_finding *finding = &captions->found.rows[i];
        buffer_printf(line, ", %s %s", caption_level_name(finding->level), caption_rules[finding->rule].name);
    }
}

/* "8, 00:38.25 for 5.70 s, error gap: One more thing / if I may" */
static void captions_write_row(const struct caption_list *captions, size_t at)
{
    struct caption_list_cells cells;
    struct buffer line;
    caption_list_cells(captions, at, &cells);
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s", cells.cue);
    if (*cells.start)
        buffer_printf(&line, ", %s", cells.start);
    if (*cells.dur)
        buffer_printf(&line, " for %s s", cells.dur);
    captions_put_findings(&line, captions, at);
    buffer_append_text(&line, ": ");
    for (const char *text = captions->rows[at].text; *text; text++) {
        if (*text == '\n')
            buffer_append_text(&line, " / ");
        else
            buffer_append_char(&line, *text);
    }
    plain_line("%s", buffer_text(&line));
    buffer_free(&line);
}

/* One row of a comparison: its kind, the numbers on both sides, the text. */
static void captions_write_change(const struct app_captions *state, size_t at)
{
    const struct caption_diff_row *row = &state->diff->rows[at];
    const struct caption_list *captions = row->b_count ? state->now.captions : state->before.captions;
    char *text = mem_copy(captions->rows[row->b_count ? row->b : row->a].text);
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    plain_line("%s, %zu from %zu, now %zu from %zu: %s", caption_diff_kind_name(row->kind), row->a_count,
               row->a + 1, row->b_count, row->b + 1, text);
    free(text);
}

/* Lines of a page: the summary, or one caption. */
static void captions_write_page(const struct page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        const char *text = line->full ? line->full : line->value;
        if (line->goes_on)
            continue;
        if (line->label)
            plain_line("  %s: %s", line->label, text);
        else
            plain_line("%s", text);
    }
}

/* The next rows of the list, from the cursor on. */
static void captions_write_rows(const struct app_captions *state)
{
    const struct list *list = &state->list;
    size_t from = list->selected, end = from + PAGE_LINES < list->count ? from + PAGE_LINES : list->count;
    for (size_t i = from; i < end; i++) {
        if (state->view == CAPTIONS_CHANGES)
            captions_write_change(state, (size_t)list->ids[i]);
        else
            captions_write_row(state->now.captions, (size_t)list->ids[i]);
    }
    if (end < list->count)
        plain_line("%zu to %zu of %zu; Enter goes on", from + 1, end, list->count);
    else
        plain_line("%zu to %zu of %zu, the last", list->count ? from + 1 : 0, end, list->count);
}

/* What they are, and what is wrong with all of them. */
static void captions_write_head(const struct app *app)
{
    const struct app_captions *state = app->captions;
    char words[512];
    app_captions_title(app, words, sizeof words);
    plain_line("%s", words);
    if (state->trouble)
        plain_line("Error: %s", state->trouble);
    app_captions_counts(app, words, sizeof words, false);
    if (*words)
        plain_line("%s", words);
    app_captions_state(app, words, sizeof words);
    if (*words)
        plain_line("%s", words);
}

/* What they show below that. */
static void captions_write_body(const struct app_captions *state, bool moved)
{
    if (state->view == CAPTIONS_SUMMARY)
        captions_write_page(&state->page);
    else if (state->view == CAPTIONS_ONE)
        captions_write_page(&state->detail);
    else if (moved && state->list.count > 0 && state->view == CAPTIONS_LIST)
        captions_write_row(state->now.captions, (size_t)state->list.ids[state->list.selected]);
    else
        captions_write_rows(state);
}

void plain_captions_write(struct plain *plain)
{
    const struct app_captions *state = plain->app->captions;
    const struct plain_captions old = plain->captions;
    plain->captions = (struct plain_captions){.captions = state->now.captions,
                                              .view = (int)state->view,
                                              .count = state->list.count,
                                              .selected = state->list.selected,
                                              .failed = state->trouble != NULL};
    bool is_new =
        old.captions != plain->captions.captions || !old.captions || old.failed != plain->captions.failed;
    bool other = old.view != plain->captions.view || old.count != plain->captions.count;
    if (is_new)
        captions_write_head(plain->app);
    if (state->now.captions && state->now.captions->file.count > 0 &&
        (is_new || other || old.selected != plain->captions.selected))
        captions_write_body(state, !is_new && old.count == plain->captions.count && !plain->goes_on);
    plain->goes_on = false;
}

void plain_captions_ask(struct plain *plain)
{
    (void)plain;
    plain_write("captions> ");
}

/* The action that a word names, with or without "captions-", or a key does; NULL for none. */
static const struct action *captions_action(const struct app *app, const char *word)
{
    struct key key;
    char *name = mem_printf("captions-%s", word);
    const struct action *action = keymap_named(app->keymap, name);
    if (!action)
        action = keymap_named(app->keymap, word);
    if (!action && key_parse(word, &key))
        action = keymap_find(app->keymap, IN_CAPTIONS, key);
    free(name);
    return action && (action->where & IN_CAPTIONS) ? action : NULL;
}

/* Runs an action with what followed its name, and has what it changed told. */
static void captions_run(struct plain *plain, const char *text)
{
    const struct app *app = plain->app;
    size_t len = strcspn(text, " ");
    char *word = mem_copy_n(text, len);
    const struct action *action = captions_action(app, word);
    if (!action) {
        plain_line("There is no \"%s\" here. help lists what there is.", word);
    } else if (strcmp(action->name, "help") == 0) {
        plain_line("Enter goes on, NUMBER shows a caption whole, .. goes back, and:");
        plain_send(plain, INPUT_COMMAND, "help");
    } else {
        char *line = mem_printf("%s%s", action->name, text + len);
        plain_send(plain, INPUT_COMMAND, line);
        free(line);
    }
    free(word);
}

/* The next rows; behind the last one, back to the form. */
static void captions_go_on(struct plain *plain)
{
    struct list *list = &plain->app->captions->list;
    const struct app_captions *state = plain->app->captions;
    bool pages = state->view == CAPTIONS_SUMMARY || state->view == CAPTIONS_ONE;
    if (pages || list->selected + PAGE_LINES >= list->count) {
        plain_send(plain, INPUT_CLOSE, NULL);
        return;
    }
    struct app_input input = {.kind = INPUT_CHOOSE, .number = (int)(list->selected + PAGE_LINES + 1)};
    plain->goes_on = true;
    engine_input(&plain->engine, &input);
}

void plain_captions_answer(struct plain *plain, const char *text)
{
    struct app_input input = {.kind = INPUT_CHOOSE, .text = "enter"};
    int64_t number;
    if (!*text) {
        captions_go_on(plain);
    } else if (strcmp(text, "..") == 0 || strcmp(text, ".") == 0 || strcmp(text, "q") == 0) {
        plain_send(plain, INPUT_CLOSE, NULL);
    } else if (text_parse_int(text, &number)) {
        input.number = number > 0 && number < INT32_MAX ? (int)number : 0;
        engine_input(&plain->engine, &input);
    } else {
        captions_run(plain, text);
    }
}
