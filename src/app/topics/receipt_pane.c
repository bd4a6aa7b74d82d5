/* Owns the receipt of the last batch: what became of each project, failures first, and how those that failed
 * are done again. It opens by itself only where something failed. What a batch is, is marked.c's. */
#include "part.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/app/action.h"
#include "marked.h"
#include "pages.h"
#include "panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "status.h"
#include "steno/base/amount.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/command_line.h"
#include "steno/widget/page.h"

#define WIDE_CELLS   60 /* from here on a project is one line */
#define NAME_CELLS   20
#define STATUS_CELLS 10
#define NARROW_NAME  5 /* where the name begins where it is two */
#define LINE_SIZE    600

#define HINTS_COUNT 7

struct receipt_state {
    uint64_t seen;                       /* the receipt that was opened, or need not be */
    char retry[32];                      /* "Retry 1 failed" */
    struct pane_hint hints[HINTS_COUNT]; /* the key bar, as things are */
};

static struct receipt_state *receipt_state(const struct app *app)
{
    return part_state(app, &part_receipt);
}

/* '!', '?', '+', or a blank for one that was not sent. */
static char receipt_mark(enum marked_outcome outcome)
{
    static const char marks[] = {[MARKED_FAILED] = '!',
                                 [MARKED_UNKNOWN] = '?',
                                 [MARKED_LEFT] = ' ',
                                 [MARKED_DONE] = '+',
                                 [MARKED_SKIPPED] = ' '};
    return marks[outcome];
}

/* The base name of a path. */
static const char *receipt_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What became of it, in a word or two: "not sent", "44.7 kB", "enqueued". */
static void receipt_status(const struct marked_receipt *receipt, const struct marked_row *row, char *out,
                           size_t size)
{
    if (row->outcome == MARKED_LEFT || (row->outcome == MARKED_FAILED && row->kind == ERROR_EXISTS))
        snprintf(out, size, "not sent");
    else if (row->outcome != MARKED_DONE)
        snprintf(out, size, "%s",
                 row->outcome == MARKED_FAILED    ? "failed"
                 : row->outcome == MARKED_UNKNOWN ? "unknown"
                                                  : "skipped");
    else if (row->path)
        amount_bytes(out, size, row->bytes);
    else
        snprintf(out, size, "%.*s", (int)strcspn(receipt->ops->past, " "), receipt->ops->past);
    *out = row->outcome == MARKED_DONE ? (char)tolower((unsigned char)*out) : *out;
}

/* The rest: the file, or why it failed. Caller frees. */
static char *receipt_detail(const struct marked_row *row)
{
    char *path = row->path ? text_clean_copy(row->path) : NULL, *detail;
    if (row->outcome != MARKED_DONE && row->kind == ERROR_EXISTS && path)
        detail = mem_printf("%s exists", path);
    else if (row->outcome == MARKED_DONE)
        detail = mem_copy(path ? path : "");
    else
        detail = mem_copy(row->text ? row->text : row->outcome == MARKED_LEFT ? "stopped before" : "");
    free(path);
    return detail;
}

/* Adds a line that stands for its project. */
static void receipt_add(struct page *page, const struct marked_row *row, const char *text, bool goes_on)
{
    struct page_line *line = page_add(page, row->outcome == MARKED_FAILED ? LINE_BAD : LINE_TEXT, NULL, text);
    line->id = row->id;
    line->goes_on = goes_on;
    line->target = mem_printf("%" PRId64 "%s", row->id, goes_on ? " more" : "");
}

/* A text padded to so many cells, or cut to them. Caller frees. */
static char *receipt_column(const char *text, int cells)
{
    char clipped[LINE_SIZE];
    text_clip(clipped, sizeof clipped, text, cells > 1 ? cells : 1);
    int gap = cells - text_width(clipped);
    return mem_printf("%s%*s", clipped, gap > 0 ? gap : 0, "");
}

/* One project in one line, the rest of a long reason below it in its column. */
static void receipt_add_wide(struct page *page, const struct marked_row *row, const char *const parts[3],
                             int id_cells, int cells)
{
    char id[32];
    snprintf(id, sizeof id, "%" PRId64, row->id);
    char *name = receipt_column(parts[0], NAME_CELLS), *status = receipt_column(parts[1], STATUS_CELLS);
    char *head = mem_printf("%c%-*s  %s %s", receipt_mark(row->outcome), id_cells, id, name, status);
    int col = text_width(head);
    size_t first = page->count;
    page_add_wrapped(page, LINE_TEXT, NULL, parts[2], cells - col, NULL);
    for (size_t i = first; i < page->count; i++) {
        struct page_line *line = &page->lines[i];
        char *text =
            i == first ? mem_printf("%s%s", head, line->value) : mem_printf("%*s%s", col, "", line->value);
        free(line->value);
        line->value = text;
        line->kind = row->outcome == MARKED_FAILED ? LINE_BAD : LINE_TEXT;
        line->id = row->id;
        line->target = mem_printf("%" PRId64 "%s", row->id, i > first ? " more" : "");
    }
    free(head);
    free(status);
    free(name);
}

/* One project where lines are short: what it is, and below it why it failed. */
static void receipt_add_narrow(struct page *page, const struct marked_row *row, const char *const parts[3],
                               int id_cells, int cells)
{
    char id[32];
    bool done = row->outcome == MARKED_DONE;
    snprintf(id, sizeof id, "%" PRId64, row->id);
    char *number = receipt_column(id, id_cells + 1 < NARROW_NAME ? NARROW_NAME - 1 : id_cells + 1);
    int room =
        cells - 2 - text_width(number) - (done ? text_width(parts[1]) + 1 : 0); /* the last stays blank */
    char *name = receipt_column(parts[0], room);
    char *line = mem_printf("%c%s%s%s%s", receipt_mark(row->outcome), number, name, done ? " " : "",
                            done ? parts[1] : "");
    receipt_add(page, row, line, false);
    free(line);
    free(name);
    free(number);
    if (done)
        return;
    if (row->kind == ERROR_EXISTS && row->path) {
        line = mem_printf("%*sexists: …/%s", NARROW_NAME, "", receipt_base(row->path));
        receipt_add(page, row, line, true);
        free(line);
        return;
    }
    size_t first = page->count;
    page_add_wrapped(page, row->outcome == MARKED_FAILED ? LINE_BAD : LINE_TEXT, NULL, parts[2],
                     cells - NARROW_NAME, NULL);
    for (size_t i = first; i < page->count; i++) {
        page->lines[i].id = row->id;
        page->lines[i].col += NARROW_NAME;
    }
}

/* Cells of the widest id. */
static int receipt_id_cells(const struct marked_receipt *receipt)
{
    int cells = 1;
    for (size_t i = 0; i < receipt->count; i++) {
        int wide = snprintf(NULL, 0, "%" PRId64, receipt->rows[i].id);
        cells = wide > cells ? wide : cells;
    }
    return cells;
}

/* "Sent with FileFormatId srt, SubtitleLineLength 42; the rest by default." Caller frees. */
static char *receipt_sent(const struct param_set *params)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < params->table->count; i++) {
        const char *value = param_set_get(params, (int)i);
        if (!value || params->table->rows[i].secret || params->table->rows[i].local)
            continue;
        char *clean = text_clean_copy(value);
        buffer_printf(&text, "%s%s %s", text.len ? ", " : "Sent with ", params->table->rows[i].name, clean);
        free(clean);
    }
    if (text.len == 0)
        buffer_append_text(&text, "Sent with the server's defaults");
    else
        buffer_append_text(&text, "; the rest by default");
    buffer_append_text(&text, ".");
    return buffer_take(&text);
}

/* How many rows would be done again. */
static size_t receipt_again(const struct marked_receipt *receipt, bool overwrite)
{
    size_t count = 0;
    for (size_t i = 0; receipt && i < receipt->count; i++)
        count += marked_row_is_again(&receipt->rows[i], overwrite);
    return count;
}

/* What was sent, and how to do it again elsewhere. */
static void receipt_add_end(const struct app *app, struct page *page, const struct marked_receipt *receipt,
                            int cells)
{
    size_t again = receipt_again(receipt, false);
    page_add(page, LINE_TEXT, NULL, "");
    if (receipt->params) {
        char *sent = receipt_sent(receipt->params);
        page_add_wrapped(page, LINE_TEXT, NULL, sent, cells, NULL);
        free(sent);
    }
    if (again == 0)
        return;
    char *over = again == 1 ? mem_copy("one") : mem_printf("%zu", again);
    char *line = mem_printf("To do it over from a shell: %s copies the command for the %s that failed.",
                            app_key_of(app, "copy"), over);
    page_add_wrapped(page, LINE_TEXT, NULL, line, cells, NULL);
    free(line);
    free(over);
}

/* One project in plain mode: "failed 3  Lecture 7: the server rejected the request". */
static void receipt_add_linear(struct page *page, const struct marked_row *row, const char *const parts[3])
{
    char *line = mem_printf("%s %" PRId64 "%s%s%s%s", parts[1], row->id, *parts[0] ? "  " : "", parts[0],
                            *parts[2] ? ": " : "", parts[2]);
    struct page_line *added = page_add(page, LINE_TEXT, NULL, line);
    added->id = row->id;
    added->target = mem_printf("%" PRId64, row->id);
    free(line);
}

static void receipt_build(struct app *app, struct page *page, int cells)
{
    const struct marked_receipt *receipt = app->marked->last;
    char heading[LINE_SIZE];
    if (!receipt) {
        page_title(page, "Receipt");
        page_note(page, "Nothing was done to several projects yet");
        return;
    }
    marked_heading(app, receipt, heading, sizeof heading, cells + 1);
    page_title(page, "%s", heading);
    bool wide = cells >= WIDE_CELLS;
    int id_cells = receipt_id_cells(receipt);
    for (size_t i = 0; i < receipt->count; i++) {
        const struct marked_row *row = &receipt->rows[i];
        const struct app_project *project = app_project_find(app, row->id);
        char status[AMOUNT_TEXT_SIZE], *detail = receipt_detail(row);
        receipt_status(receipt, row, status, sizeof status);
        const char *const parts[3] = {project ? project->name : "", status, detail};
        if (app->linear)
            receipt_add_linear(page, row, parts);
        else if (wide)
            receipt_add_wide(page, row, parts, id_cells, cells);
        else
            receipt_add_narrow(page, row, parts, id_cells, cells);
        free(detail);
    }
    if (wide)
        receipt_add_end(app, page, receipt, cells);
}

/* From a line to its project. */
static void receipt_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (line && line->id)
        app_pane_go_to_project(app, line->id);
}

/* The command for those that failed: of an export with its file, or the folder of all. */
static char *receipt_command(const struct marked_receipt *receipt, const int64_t *ids, size_t count,
                             const char *path)
{
    struct param_set *sent = param_set_sent(receipt->params);
    char *command = command_line_make(sent, ids, count);
    param_set_free(sent);
    if (!path)
        return command;
    const char *base = receipt_base(path);
    char *folder = base > path ? mem_copy_n(path, (size_t)(base - path)) : mem_copy(".");
    command = command_line_add(command, "-o", count == 1 ? path : folder);
    free(folder);
    return command;
}

/* The command for those that failed, else the value under the cursor. */
static char *receipt_copied(const struct app *app)
{
    const struct marked_receipt *receipt = app->marked->last;
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    size_t count = 0;
    const char *path = NULL;
    int64_t *ids = mem_alloc(((receipt ? receipt->count : 0) + 1) * sizeof *ids);
    for (size_t i = 0; receipt && i < receipt->count; i++) {
        if (!marked_row_is_again(&receipt->rows[i], false))
            continue;
        ids[count++] = receipt->rows[i].id;
        path = path ? path : receipt->rows[i].path;
    }
    char *text = count > 0 && receipt->params ? receipt_command(receipt, ids, count, path)
                 : line                       ? mem_copy(line->value)
                                              : mem_copy(app->status);
    free(ids);
    return text;
}

/* Does a key that was read before the receipt was on the screen mean another pane? */
static bool receipt_is_early(struct app *app)
{
    if (app->early)
        app_say(app, "Typed before the receipt was shown: nothing was sent");
    return app->early;
}

static void receipt_retry(struct app *app)
{
    if (!receipt_is_early(app) && !marked_ask_again(app, false))
        app_say(app, "None of them failed");
}

static void receipt_overwrite(struct app *app)
{
    if (!receipt_is_early(app) && !marked_ask_again(app, true))
        app_say(app, "No file was in the way");
}

/* What the receipt tells of need not be told on the last lines, too; plain mode has it already. */
static void receipt_seen(struct app *app, const struct marked_receipt *receipt)
{
    size_t failed = receipt->counts[MARKED_FAILED] + receipt->counts[MARKED_UNKNOWN];
    app->failures_unseen -= failed < app->failures_unseen ? failed : app->failures_unseen;
    app_status_end_failure(app);
}

/* A receipt that tells of a failure opens once nothing lies over the panes: nobody types into it by mistake.
 */
static void receipt_turn_end(struct app *app)
{
    const struct marked_receipt *receipt = app->marked->last;
    struct receipt_state *state = receipt_state(app);
    app->stale &= ~STALE_BATCH;
    if (!receipt || receipt->number == state->seen)
        return;
    app_page_touch(app, "batch");
    bool failed = receipt->counts[MARKED_FAILED] + receipt->counts[MARKED_UNKNOWN] > 0;
    if (failed && app_top(app)->kind != OVERLAY_PANE) {
        part_wake(app, &part_receipt);
        return;
    }
    state->seen = receipt->number;
    if (!failed)
        return;
    overlay_touch(&app->overlays);
    app_pane_open_newest(app, "batch");
    receipt_seen(app, receipt);
}

/* The key bar: what there is nothing for is left out. */
static const struct pane_hint *receipt_hints(const struct app *app)
{
    struct receipt_state *state = receipt_state(app);
    size_t again = receipt_again(app->marked->last, false), count = 0;
    snprintf(state->retry, sizeof state->retry, "Retry %zu failed", again);
    if (again > 0)
        state->hints[count++] = (struct pane_hint){"batch-retry", state->retry, 99};
    if (receipt_again(app->marked->last, true) > 0)
        state->hints[count++] = (struct pane_hint){"batch-overwrite", NULL, 98};
    state->hints[count++] = (struct pane_hint){"enter", "Go to", 96};
    state->hints[count++] = (struct pane_hint){"copy", "Copy", 95};
    state->hints[count++] = (struct pane_hint){"activity", "Activity", 94};
    state->hints[count++] = (struct pane_hint){"back", NULL, 97};
    state->hints[count] = (struct pane_hint){0};
    return state->hints;
}

static const struct pane_ops receipt_pane = {.name = "batch",
                                             .title = "Receipt",
                                             .covers = true,
                                             .numbered = true,
                                             .build = receipt_build,
                                             .enter = receipt_enter,
                                             .go = receipt_enter,
                                             .hints = receipt_hints,
                                             .copied = receipt_copied};

/* clang-format off */
static const struct action receipt_actions[] = {
    {.name = "batch-retry", .keys = "x", .where = IN_OWN, .group = GROUP_PROJECT, .hint = "Retry",
     .help = "Do those that failed again", .run = receipt_retry},
    {.name = "batch-overwrite", .keys = "o", .where = IN_OWN, .group = GROUP_PROJECT, .hint = "Overwrite",
     .help = "Export those again whose file exists, and overwrite it", .run = receipt_overwrite},
    {.name = "batch", .where = IN_PANES, .group = GROUP_PANES, .help = "Receipt of the last batch",
     .run_named = app_pane_open_newest},
};
/* clang-format on */

const struct part part_receipt = {.name = "receipt",
                                  .state_size = sizeof(struct receipt_state),
                                  .pane = &receipt_pane,
                                  .wakes = STALE_BATCH,
                                  .turn = receipt_turn_end,
                                  PART_ACTIONS(receipt_actions)};
