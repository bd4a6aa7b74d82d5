/* The pane with the details of a project. It begins with a summary. Headings follow for the options of the
 * last transcription, highlights, metadata, other fields and activity. Also the pane that shows the project
 * as JSON. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/app.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/activity.h"
#include "steno/core/forms.h"
#include "steno/core/refresh.h"
#include "steno/core/rows.h"
#include "steno/store/store.h"
#include "steno/widget/page.h"

#define LABEL_CELLS      11
#define WIDE_LABEL_CELLS 27 /* width of the longest label of an enqueue parameter */
#define TIME_LABEL_CELLS 17
#define WIDE_CELLS       120 /* in a pane at least this wide, the language is beside the state */
#define VALUE_CELLS      8   /* width of an option's value; a longer value moves the next column */
#define DEFAULT_CELLS    18

/* Enter on a line with this page_line.target opens the pane of tags or of metadata. */
#define TAGS_TARGET     "Data.Tags[]"
#define METADATA_TARGET "metadata"

struct details {
    const struct app *app; /* NULL: the page is for a command */
    struct store *store;   /* NULL: the store is missing, or cannot be opened */
    int64_t wall_ms;
    struct page *page;
    const struct app_project *project;
    const json_t *shown; /* the whole project, cleaned; NULL: not loaded */
    int cells;
};

/* --- the summary --- */

static const json_t *details_field(const struct details *details, const char *path)
{
    return details->shown ? field_get(&fields_project, field_find(&fields_project, path), details->shown)
                          : NULL;
}

static const char *details_text(const struct details *details, const char *path)
{
    const char *text = json_string_value(details_field(details, path));
    return text ? text : "";
}

/* Returns `text`. If `text` is empty, returns "-" once the project is loaded. */
static const char *details_or_none(const struct details *details, const char *text)
{
    return *text || !details->shown ? text : "-";
}

static void details_add(const struct details *details, enum page_line_kind kind, const char *label,
                        char *value, const char *target)
{
    page_add_taken(details->page, kind, label, value, details->cells, target);
}

static void details_when(const struct details *details, char *out, int64_t ms, enum date_short form)
{
    date_format_short(out, DATE_TEXT_SIZE, ms, details->wall_ms, details->page->zone, form);
}

/* Appends a date of the server. "UTC?" marks a date without a zone. Any other text stays unchanged. */
static void details_add_date(const struct details *details, struct buffer *out, const char *text)
{
    struct date date;
    char when[DATE_TEXT_SIZE];
    if (!date_parse(text, &date)) {
        buffer_append_text(out, text);
        return;
    }
    date_format_short(when, sizeof when, date.ms, details->wall_ms,
                      date.has_zone ? details->page->zone : DATE_UTC, DATE_HOUR);
    buffer_printf(out, "%s%s", when, date.has_zone ? "" : " UTC?");
}

/* Returns "Completed since 05-15 or earlier, last read 19:08". "or earlier": steno did not see the change.
 * "last read": the reading is from an earlier session, or steno is offline. Caller frees. */
static char *details_state(const struct details *details)
{
    const struct app_project *project = details->project;
    const char *updated = details_text(details, "Data.Updated");
    char when[DATE_TEXT_SIZE];
    struct buffer text;
    if (!project->known)
        return mem_copy(project->reading ? "reading" : "not read yet");
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, *project->state ? project->state : "not given");
    if (project->state_since_ms != 0) {
        bool is_seen = project->state_since_ms > 0;
        details_when(details, when, since_time(project->state_since_ms), is_seen ? DATE_SINCE : DATE_COLUMN);
        buffer_printf(&text, " since %s%s", when, is_seen ? "" : " or earlier");
    } else if (*updated) { /* a text that is no date is shown unchanged */
        buffer_printf(&text, " since %s or earlier", updated);
    }
    if (strcmp(project->state, "Failed") == 0)
        buffer_append_text(&text, "; the server gives no reason");
    if (project->fetched_ms && (!project->fresh || (details->app && app_is_offline(details->app)))) {
        details_when(details, when, project->fetched_ms, DATE_SINCE);
        buffer_printf(&text, ", last read %s", when);
    }
    return buffer_take(&text);
}

/* Returns "00:42:10, video". A length that cannot be parsed is shown as the server sent it. Caller frees. */
static char *details_length(const struct details *details)
{
    const struct app_project *project = details->project;
    const json_t *video = details_field(details, "Data.MediaInfo.HasVideo");
    char length[32];
    if (json_is_false(details_field(details, "Data.HasRecording")))
        return mem_copy("no media");
    if (project->length_ms >= 0)
        length_format(length, sizeof length, project->length_ms);
    return mem_printf("%s%s", project->length_ms >= 0 ? length : details_or_none(details, project->length),
                      json_is_true(video)    ? ", video"
                      : json_is_false(video) ? ", no video"
                                             : "");
}

/* Returns the language on the server. If none is set, returns the last one sent from here. Caller frees. */
static char *details_language(const struct details *details)
{
    const char *shown = last_run_language(details->shown);
    struct error err;
    json_t *options = NULL;
    int64_t when_ms;
    if (shown)
        return mem_copy(shown);
    if (details->store)
        store_sent_options(details->store, details->project->id, &options, &when_ms, &err);
    const char *sent = json_string_value(json_object_get(options, "Lang"));
    char *text = mem_copy(sent ? sent : details_or_none(details, ""));
    json_decref(options);
    return text;
}

/* Returns the error of the last reading, and the time until the next try. Caller frees. */
static char *details_trouble(const struct details *details)
{
    const struct app *app = details->app;
    const char *trouble = details->project->trouble;
    int64_t due = refresh_due(app->refresh, details->project->id),
            paused = refresh_paused_until(app->refresh);
    char when[DATE_TEXT_SIZE];
    if (paused > due)
        due = paused;
    if (due == REFRESH_NEVER || due <= app->now_ms)
        return mem_copy(trouble);
    wait_format(when, sizeof when, due - app->now_ms);
    bool ended = *trouble && trouble[strlen(trouble) - 1] == '.';
    return mem_printf("%s%s in %s%s", trouble, ended ? " Next try" : "; next try", when, ended ? "." : "");
}

/* Adds lines about a refused enqueue, an open write, a failed reading and wrong fields. */
static void details_troubles(const struct details *details)
{
    const struct app_project *project = details->project;
    if (!details->app)
        return;
    char *refused = app_acts_refused(details->app, project->id), when[DATE_TEXT_SIZE];
    if (refused)
        details_add(details, LINE_BAD, NULL,
                    mem_printf("%-*s%s", details->page->label_cells, "Enqueue", refused), "enqueue");
    free(refused);
    if (project->unanswered) { /* "?Sent 15:03": the answer is lost */
        details_when(details, when, project->enqueued_ms, DATE_SINCE);
        details_add(details, project->is_taken ? LINE_TEXT : LINE_BAD, NULL,
                    project->enqueued_ms ? mem_printf("%s %s", project->is_taken ? "sent" : "?Sent", when)
                                         : mem_copy(project->unanswered),
                    "unanswered");
    }
    bool is_in_header = /* the header shows an outage, because it concerns all projects */
        app_is_offline(details->app) && offline_is_about(&(struct error){.kind = project->trouble_kind});
    if (project->trouble && !is_in_header)
        details_add(details, LINE_BAD, NULL, details_trouble(details), "trouble");
    if (project->full && project->full->record.problems)
        details_add(details, LINE_BAD, NULL, mem_copy(project->full->record.problems), "problems");
}

/* Adds the first fields of the summary, two in a row if there is room. In a narrow pane, the state has its
 * own row. Lines about troubles follow the state. */
static void details_pairs(const struct details *details)
{
    char expires[EXPIRY_TEXT_SIZE] = "";
    const struct expiry expiry = expiry_of(details->shown);
    struct page *page = details->page;
    struct buffer changed;
    buffer_init(&changed, BUFFER_MAX_DEFAULT);
    details_add_date(details, &changed, details_text(details, "Data.Updated"));
    expiry_text(expires, sizeof expires, &expiry, details->wall_ms, page->zone);
    char *state = details_state(details), *length = details_length(details),
         *language = details_language(details);
    const struct page_field left[] = {
        {"State", state, "state"},
        {"Length", length, "Data.Length"},
        {"Label", details_or_none(details, details_text(details, "Data.ActiveTrsxLabel")),
         "Data.ActiveTrsxLabel"},
        {"Tags", details_or_none(details, details->project->tags), TAGS_TARGET},
    };
    const struct page_field right[] = {
        {"Language", language, "language"},
        {expiry.is_deletion ? "Deletion" : "Expires", details_or_none(details, expires), "expires"},
        {"Changed", details_or_none(details, buffer_text(&changed)), "Data.Updated"},
    };
    page->pair_at = page->width >= WIDE_CELLS ? page->width / 2 + 1 : 0;
    size_t above = page->pair_at ? 0 : 1;
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        if (i >= above && i - above < sizeof right / sizeof right[0])
            page_add_pair(page, &left[i], &right[i - above], details->cells);
        else
            page_add_wrapped(page, LINE_FIELD, left[i].label, left[i].value, details->cells, left[i].target);
        if (i == 0)
            details_troubles(details);
    }
    buffer_free(&changed);
    free(state);
    free(length);
    free(language);
}

static void details_summary(const struct details *details)
{
    const struct app_project *project = details->project;
    const struct exported *exported = &project->exported;
    enum ledger_age age = ledger_age(exported, project->version, project->updated_ms);
    const char *author = details_text(details, "Data.Description.Author"),
               *start = details_text(details, "Data.Description.Start"),
               *notes = details_text(details, "Data.Description.Notes");
    char when[DATE_TEXT_SIZE];
    struct buffer about;
    details_pairs(details);
    details_add(details, LINE_FIELD, "Note", mem_copy(project->note ? project->note : "-"), "note");
    details_when(details, when, exported->when_ms, DATE_HOUR);
    details_add(details, LINE_FIELD, "Exported",
                age == LEDGER_NONE
                    ? mem_copy("-")
                    : mem_printf("%s%s%s%s", when, *exported->format ? ", " : "", exported->format,
                                 age == LEDGER_CURRENT   ? ""
                                 : exported->version < 0 ? ", perhaps outdated: the project may have changed"
                                                         : ", outdated: the project has changed"),
                "exported");
    buffer_init(&about, BUFFER_MAX_DEFAULT);
    buffer_printf(&about, "%s%s", author, *author && *start ? ", " : "");
    if (*start) {
        buffer_append_text(&about, "start ");
        details_add_date(details, &about, start);
    }
    if (*notes)
        buffer_printf(&about, "%s%s", about.len > 0 ? ". " : "", notes);
    details_add(details, LINE_FIELD, "About", mem_copy(details_or_none(details, buffer_text(&about))),
                "about");
    buffer_free(&about);
}

/* --- under headings --- */

/* Adds a heading with the summary `text`, or NULL; takes ownership. Sets the width of labels below. */
static void details_heading(const struct details *details, const char *name, char *text, int label_cells)
{
    struct page *page = details->page;
    char *heading = mem_printf("%s%s%s", name, text ? ": " : "", text ? text : "");
    page_add(page, LINE_HEADING, NULL, heading)->target = mem_printf("group %s", name);
    page->label_cells = label_cells < page->width * 2 / 5 ? label_cells : page->width * 2 / 5;
    free(heading);
    free(text);
}

/* Appends a value in words for people: "yes", "no", the value with its unit, or "-" if it is empty. */
static void details_add_value(struct buffer *out, const struct param_def *def, const char *text)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        buffer_append_text(out, *text == 't' ? "yes" : "no");
    else if (!*text)
        buffer_append_text(out, "-");
    else
        buffer_printf(out, "%s%s%s", text, def && def->unit ? " " : "", def && def->unit ? def->unit : "");
}

/* Appends blanks up to the column, at least two. */
static void details_pad(struct buffer *text, int column)
{
    int wide = text_width(buffer_text(text));
    buffer_printf(text, "%*s", column > wide + 2 ? column - wide : 2, "");
}

/* Returns the enqueue parameter for the option `field` of the last transcription; NULL: none. */
static const struct param_def *details_option_def(const char *field)
{
    int row = last_run_row(&params_enqueue, field);
    return row < 0 ? NULL : &params_enqueue.rows[row];
}

/* Adds an option with its value. A wide pane also shows its default and, if there is room, its name in the
 * API. An unknown option gets the remark "undocumented". */
static void details_option(const struct details *details, const char *field, const char *sent)
{
    const struct param_def *def = details_option_def(field);
    const struct page *page = details->page;
    char *target = mem_printf("option %s", field);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_add_value(&text, def, sent);
    if (!def && page->width >= PAGE_PAIR_CELLS && text_width(buffer_text(&text)) < VALUE_CELLS) {
        details_pad(&text, VALUE_CELLS);
        buffer_append_text(&text, "undocumented");
    } else if (def && page->width >= PAGE_PAIR_CELLS) {
        int own_col = VALUE_CELLS + DEFAULT_CELLS,
            room = page->width - PAGE_GUTTER - page->lead - page->label_cells;
        details_pad(&text, VALUE_CELLS);
        buffer_append_text(&text, "default ");
        details_add_value(&text, def, def->def ? def->def : "");
        if (own_col + text_width(field) <= room) {
            details_pad(&text, own_col);
            buffer_append_text(&text, field);
        }
    }
    details_add(details, LINE_FIELD, def ? param_label(def) : field, buffer_take(&text), target);
    free(target);
}

/* Adds the options of the last transcription. First come options that differ from their default. One line
 * with all options at their default follows. Options without a known default come last. */
static void details_options(const struct details *details)
{
    static const enum last_run_kind kinds[] = {LAST_RUN_DIFFERS, LAST_RUN_DEFAULT, LAST_RUN_OTHER};
    json_t *config = json_object_get(details->shown, "TranscriptionConfig"), *value;
    const char *field;
    size_t counts[sizeof kinds / sizeof kinds[0]] = {0};
    if (!json_is_object(config)) {
        details_heading(details, "Last transcription",
                        mem_copy(!config || json_is_null(config) ? "-" : "options unknown"), 0);
        return;
    }
    json_object_foreach(config, field, value) counts[last_run_compare(details_option_def(field), value)]++;
    size_t differ = counts[LAST_RUN_DIFFERS], known = differ + counts[LAST_RUN_DEFAULT];
    details_heading(details, "Last transcription",
                    differ == 1  ? mem_copy("1 option differs from its default")
                    : differ > 1 ? mem_printf("%zu options differ from their defaults", differ)
                    : known > 0
                        ? mem_copy("no option differs from its default")
                        : mem_copy(json_object_size(config) == 0 ? "no options" : "only unknown options"),
                    WIDE_LABEL_CELLS);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct buffer usual;
        buffer_init(&usual, BUFFER_MAX_DEFAULT);
        json_object_foreach(config, field, value)
        {
            const struct param_def *def = details_option_def(field);
            if (last_run_compare(def, value) != kinds[i])
                continue;
            char *sent = last_run_text(value);
            if (kinds[i] == LAST_RUN_DEFAULT) {
                buffer_printf(&usual, "%s%s: ", usual.len > 0 ? ", " : "", param_label(def));
                details_add_value(&usual, def, sent);
            } else {
                details_option(details, field, sent);
            }
            free(sent);
        }
        if (usual.len > 0)
            details_add(details, LINE_FIELD, "Same as default", mem_copy(buffer_text(&usual)),
                        "option usual");
        buffer_free(&usual);
    }
}

/* Returns the words of a highlight and its other members. The label of a member comes from the table of
 * fields. If the table lacks a member, its own name is the label. Caller frees. */
static char *details_highlight_text(const json_t *entry, bool is_timed)
{
    const json_t *words = json_is_object(entry) ? json_object_get(entry, "Text") : entry;
    struct buffer text;
    const char *name;
    json_t *value;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (words && (words == entry || !json_is_null(words)))
        json_write_bare(&text, words);
    else
        buffer_append_text(&text, "-");
    json_object_foreach((json_t *)(uintptr_t)entry, name, value)
    {
        if (json_is_null(value) || strcmp(name, "Text") == 0 ||
            (is_timed && strcmp(name, "TimestampMs") == 0))
            continue;
        const char *label = name;
        for (size_t i = 0; i < fields_project.count; i++) {
            const struct field_def *def = &fields_project.rows[i];
            if (field_is_nested(def) && strcmp(strrchr(def->path, '.') + 1, name) == 0)
                label = def->label;
        }
        buffer_printf(&text, "  %s: ", label);
        json_write_bare(&text, value);
    }
    return buffer_take(&text);
}

/* Adds the keyword highlights. Each of several lists begins with a line with its number. A value that is no
 * list is shown as one entry. "-" replaces an invalid time stamp. */
static void details_highlights(const struct details *details)
{
    const json_t *lists = json_object_get(json_object_get(details->shown, "KeywordsHighlight"), "TextList");
    size_t count = json_is_array(lists) ? json_array_size(lists) : 0, total = 0;
    char time[48], target[64];
    for (size_t i = 0; i < count; i++) {
        const json_t *list = json_array_get(lists, i);
        total += json_is_array(list) ? json_array_size(list) : 1;
    }
    details_heading(details, "Highlights",
                    total > 0 ? mem_printf("%zu", total) : mem_copy(json_is_array(lists) ? "none" : "-"),
                    TIME_LABEL_CELLS);
    for (size_t i = 0; i < count && total > 0; i++) {
        const json_t *list = json_array_get(lists, i);
        size_t size = json_is_array(list) ? json_array_size(list) : 1;
        if (count > 1) {
            snprintf(time, sizeof time, "List %zu", i + 1);
            snprintf(target, sizeof target, "list %zu", i);
            details_add(details, LINE_FIELD, time, mem_printf("%zu entr%s", size, size == 1 ? "y" : "ies"),
                        target);
        }
        for (size_t k = 0; k < size; k++) {
            const json_t *entry = json_is_array(list) ? json_array_get(list, k) : list;
            const json_t *stamp = json_object_get(entry, "TimestampMs");
            int64_t ms = json_integer_value(stamp);
            snprintf(time, sizeof time, "-");
            if (json_is_integer(stamp) && ms != INT64_MIN)
                length_format(time + (ms < 0), sizeof time - (ms < 0), ms < 0 ? -ms : ms);
            snprintf(target, sizeof target, "highlight %zu.%zu", i, k);
            details_add(details, LINE_FIELD, time, details_highlight_text(entry, strcmp(time, "-") != 0),
                        target);
        }
    }
}

/* Adds a line with a key and its value `text`; takes ownership. Enter on the line opens the metadata pane. */
static void details_pair(const struct details *details, const char *key, char *text)
{
    char *name = text_clean_copy(key);
    details_add(details, LINE_FIELD, name, text, METADATA_TARGET);
    free(name);
}

/* Adds metadata that the server shows. Then adds metadata set from here that the server does not show. */
static void details_metadata(const struct details *details)
{
    json_t *pairs = metadata_reply_pairs(details->shown);
    struct store_entries entries = {0};
    struct error err;
    size_t shown = json_array_size(pairs), set = 0;
    if (details->store)
        store_metadata_list(details->store, details->project->id, &entries, &err);
    for (size_t i = 0; i < entries.count; i++)
        set += entries.items[i].text && !metadata_reply_value(pairs, entries.items[i].name);
    char *text = NULL;
    if (set > 0 && pairs)
        text = mem_printf("%zu; the server shows %zu of them", shown + set, shown);
    else if (set > 0)
        text = mem_printf("%zu, set from this computer; not shown by the server", set);
    else if (shown > 0)
        text = mem_printf("%zu in all", shown);
    else
        text = mem_copy(pairs ? "none, according to the server" : "not shown by the server");
    details_heading(details, "Metadata", text, WIDE_LABEL_CELLS);
    for (size_t i = 0; i < shown; i++) {
        const json_t *pair = json_array_get(pairs, i);
        details_pair(details, json_string_value(json_object_get(pair, "Key")),
                     last_run_text(json_object_get(pair, "Value")));
    }
    for (size_t i = 0; i < entries.count; i++) {
        const struct store_entry *entry = &entries.items[i];
        char when[DATE_TEXT_SIZE];
        if (!entry->text || metadata_reply_value(pairs, entry->name))
            continue;
        details_when(details, when, entry->when_ms, DATE_SINCE);
        char *clean = text_clean_copy(entry->text);
        details_pair(details, entry->name, mem_printf("%s  (set %s)", clean, when));
        free(clean);
    }
    store_entries_clear(&entries);
    json_decref(pairs);
}

/* Adds the other fields in groups, and members that the table of fields lacks. Repeats the project's name,
 * because the title can cut it. */
static void details_groups(const struct details *details)
{
    static const char *const groups[] = {"Media", "Sharing", "Dates", "Record", NULL};
    json_t *rest = json_copy((json_t *)(uintptr_t)details->shown);
    struct page *page = details->page;
    json_object_del(rest, "Metadata");
    for (const char *const *group = groups; *group; group++)
        app_page_group(page, &fields_project, *group, rest, details->cells);
    app_page_field(page, &fields_project, field_find(&fields_project, "Data.Description.Name"), rest,
                   details->cells);
    app_page_unknown(page, &fields_project, rest, details->cells);
    json_decref(rest);
}

/* Adds one line of the activity, with its time; takes ownership of `text`. */
static void details_happened(const struct details *details, int64_t wall_ms, char *text)
{
    char when[DATE_TEXT_SIZE];
    details_when(details, when, wall_ms, DATE_TRAIL);
    struct page_line *line = page_add(details->page, LINE_FIELD, when, text);
    line->target = mem_printf("activity %" PRId64 " %s", wall_ms, text);
    line->full = text;
}

/* Adds the activity, newest first: writes sent from here with their outcomes, and the project's history. */
static void details_activity(const struct details *details)
{
    const struct app *app = details->app;
    struct store_entries lines;
    size_t count, at = 0;
    const struct act *acts = app_acts(app, &count);
    char since[DATE_TEXT_SIZE];
    bool is_cut;
    bool is_whole = app_acts_history(app, details->project->id, &lines, &is_cut);
    details_heading(details, "Activity", NULL, TIME_LABEL_CELLS);
    size_t from = details->page->count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = acts[i].row_count; k-- > 0;) {
            const struct write *row = &acts[i].rows[k];
            if (row->id != details->project->id)
                continue;
            for (; at < lines.count && lines.items[at].when_ms > row->when_ms; at++)
                details_happened(details, lines.items[at].when_ms, mem_copy(lines.items[at].text));
            const struct act_part part = app_act_part(app, &acts[i], row);
            details_when(details, since, part.since_ms, DATE_SINCE);
            details_happened(details, row->when_ms,
                             act_row_words(&acts[i], row, &part, part.since_ms ? since : NULL));
        }
    }
    for (; at < lines.count; at++)
        details_happened(details, lines.items[at].when_ms, mem_copy(lines.items[at].text));
    if (details->page->count == from)
        page_note(details->page, "No activity yet");
    if (!is_whole)
        page_note(details->page, "Some entries cannot be read now");
    if (is_cut)
        page_note(details->page, "For older entries run: steno activity %" PRId64, details->project->id);
    store_entries_clear(&lines);
}

/* Adds the lines below the summary that the pane and `steno show` share. The project must have been read. */
static void details_below(const struct details *details)
{
    details_options(details);
    details_highlights(details);
    details_metadata(details);
    details_groups(details);
}

/* --- for a command, and as a pane --- */

void app_details_write(struct buffer *out, struct store *store, int64_t wall_ms,
                       const struct app_project *project, const json_t *shown)
{
    struct page page = {.width = PAGE_PAIR_CELLS - 1, .zone = DATE_LOCAL, .label_cells = LABEL_CELLS};
    const struct details details = {.store = store,
                                    .wall_ms = wall_ms,
                                    .page = &page,
                                    .project = project,
                                    .shown = shown,
                                    .cells = INT_MAX / 2};
    page_begin(&page);
    details_summary(&details);
    details_below(&details);
    buffer_printf(out, "%" PRId64 "  %s\n", project->id, project->name);
    for (size_t i = 0; i < page.count; i++) {
        const struct page_line *line = &page.lines[i];
        int label_cells = line->label ? text_width(line->label) : 0;
        buffer_printf(out, "%s%s%*s%s\n", line->kind == LINE_HEADING ? "" : "  ",
                      line->label ? line->label : "",
                      line->label ? line->value_col - line->col - label_cells : 0, "", line->value);
    }
    page_free(&page);
}

static void details_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "Details");
        pages_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "%" PRId64 "  %s", project->id, project->name);
    const struct details details = {.app = app,
                                    .store = app->store,
                                    .wall_ms = app->wall_ms,
                                    .page = page,
                                    .project = project,
                                    .shown = project->full ? project->full->record.shown : NULL,
                                    .cells = cells};
    details_summary(&details);
    if (!details.shown)
        return;
    int label_cells = page->label_cells; /* the summary, which is drawn later, needs this width */
    details_below(&details);
    details_activity(&details);
    page->label_cells = label_cells;
}

/* Returns the pane that Enter opens on the line under the cursor; NULL: none. */
static const char *details_leads_to(const struct app *app)
{
    const struct page_line *line = app_line_of_current(app);
    if (line && strcmp(line->target, TAGS_TARGET) == 0)
        return "tags";
    return line && strcmp(line->target, METADATA_TARGET) == 0 ? "metadata" : NULL;
}

static void details_enter(struct app *app)
{
    if (details_leads_to(app))
        app_pane_open(app, details_leads_to(app));
}

static bool details_works(const struct app *app, const char *action)
{
    return strcmp(action, "enter") != 0 || details_leads_to(app);
}

static void details_open(struct app *app)
{
    if (app_focus_ops(app)->go)
        app_focus_ops(app)->go(app);
    else
        app_pane_open(app, "details");
}

static const struct pane_hint *details_hints(const struct app *app)
{
    static struct pane_hint hints[] = {{"enter", NULL},  {"enqueue", NULL}, {"export", NULL},
                                       {"copy", "Copy"}, {"zoom", "Zoom"},  {0}};
    const char *pane = details_leads_to(app);
    hints[0].word = !pane ? NULL : *pane == 't' ? "Tags" : "Metadata";
    return hints;
}

static const struct pane_ops details_pane = {.name = "details",
                                             .title = "Details",
                                             .titled_as_row = true,
                                             .is_first = true,
                                             .walked = true,
                                             .about_project = true,
                                             .about_activity = true,
                                             .grouped = true,
                                             .label_least = LABEL_CELLS,
                                             .label_most = LABEL_CELLS,
                                             .build = details_build,
                                             .enter = details_enter,
                                             .works = details_works,
                                             .hints = details_hints};

/* clang-format off */
static const struct action details_actions[] = {
    {.name = "details", .also = "show", .keys = "i", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "Details of the project", .run = details_open},
};
/* clang-format on */

const struct part part_details = {.name = "details", .pane = &details_pane, PART_ACTIONS(details_actions)};

/* --- the project as JSON --- */

static void raw_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project || !project->full) {
        page_title(page, "Raw");
        pages_note_missing(app, page, project);
        return;
    }
    page_title(page, "Raw %" PRId64, project->id);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    json_write_pretty(&text, project->full->record.raw);
    page_add_lines(page, buffer_text(&text), cells);
    buffer_free(&text);
}

static const struct pane_ops raw_pane = {
    .name = "raw", .title = "Raw", .about_project = true, .build = raw_build};

/* clang-format off */
static const struct action raw_actions[] = {
    {.name = "raw", .keys = "J", .where = IN_EVERY_PANE | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "The project as JSON", .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_raw = {.name = "raw", .pane = &raw_pane, PART_ACTIONS(raw_actions)};
