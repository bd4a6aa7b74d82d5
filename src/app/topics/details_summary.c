/* Owns what the details say first: what an operator looks for, each thing once. Must not know folds. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topics/details.h"
#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/app/offline.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "acts.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/forms.h"
#include "steno/core/refresh.h"
#include "steno/store/store.h"

#define DETAILS_WIDE_CELLS 120 /* a pane as wide has the language beside the state */

/* The field of this path, NULL where it is not there. */
static const json_t *details_summary_field(const struct details *details, const char *path)
{
    const struct field_def *def = field_find(&fields_project, path);
    return details->shown ? field_get(&fields_project, def, details->shown) : NULL;
}

/* The text of a field, "" where it is none. */
static const char *details_summary_text(const struct details *details, const char *path)
{
    const char *text = json_string_value(details_summary_field(details, path));
    return text ? text : "";
}

/* What stands for a value that there is not: "-", or nothing while that is not known. */
static const char *details_summary_or_none(const struct details *details, const char *text)
{
    return *text || !details->shown ? text : "-";
}

/* Appends a date in this short form, "?" where it came without a zone; as it came where it is none. */
static void details_summary_add_date(struct buffer *out, const struct details *details, const char *text,
                                     enum date_short form)
{
    struct date date;
    char when[DATE_TEXT_SIZE];
    if (!date_parse(text, &date)) {
        buffer_append_text(out, text);
        return;
    }
    date_format_short(when, sizeof when, date.ms, details->app->wall_ms,
                      date.has_zone ? details->page->zone : DATE_UTC, form);
    buffer_printf(out, "%s%s", when, date.has_zone ? "" : " UTC?");
}

/* Appends " since 19:02", or " since 05-15 or earlier" where nobody saw it begin. */
static void details_summary_add_since(struct buffer *out, const struct details *details)
{
    const struct app_project *project = details->project;
    char when[DATE_TEXT_SIZE];
    const char *updated = details_summary_text(details, "Data.Updated");
    bool is_seen = project->state_since_ms > 0;
    if (project->state_since_ms == 0) {
        if (*updated) /* which is no date */
            buffer_printf(out, " since %s or earlier", updated);
        return;
    }
    date_format_short(when, sizeof when, since_time(project->state_since_ms), details->app->wall_ms,
                      details->page->zone, is_seen ? DATE_SINCE : DATE_COLUMN);
    buffer_printf(out, " since %s%s", when, is_seen ? "" : " or earlier");
}

/* Appends ", as of 19:08" to what was not read in this session, or cannot be read now. */
static void details_summary_add_age(struct buffer *out, const struct details *details)
{
    const struct app_project *project = details->project;
    char when[DATE_TEXT_SIZE];
    if ((project->fresh && !app_is_offline(details->app)) || !project->fetched_ms)
        return;
    date_format_short(when, sizeof when, project->fetched_ms, details->app->wall_ms, details->page->zone,
                      DATE_SINCE);
    buffer_printf(out, ", as of %s", when);
}

/* That its last enqueue was refused, and why. */
static void details_summary_refused(const struct details *details, const char *refused)
{
    char *line = mem_printf("%-*s%s", details->page->label_cells, "Enqueue", refused);
    page_add_wrapped(details->page, LINE_BAD, NULL, line, details->cells, "enqueue");
    free(line);
}

/* The state, since when, and of when that is. Caller frees. */
static char *details_summary_state(const struct details *details)
{
    const struct app_project *project = details->project;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (!project->known) {
        buffer_append_text(&text, project->reading ? "reading" : "not read yet");
    } else {
        buffer_append_text(&text, *project->state ? project->state : "not given");
        details_summary_add_since(&text, details);
        if (strcmp(project->state, "Failed") == 0)
            buffer_append_text(&text, "; the server gives no reason");
        details_summary_add_age(&text, details);
    }
    return buffer_take(&text);
}

/* "00:42:10, video"; what cannot be read as a length stays as it came. Caller frees. */
static char *details_summary_length(const struct details *details)
{
    const struct app_project *project = details->project;
    const json_t *media = details_summary_field(details, "Data.HasRecording"),
                 *video = details_summary_field(details, "Data.MediaInfo.HasVideo");
    char length[32];
    if (json_is_false(media))
        return mem_copy("no media");
    if (project->length_ms >= 0)
        length_format(length, sizeof length, project->length_ms);
    const char *text = project->length_ms >= 0 ? length : details_summary_or_none(details, project->length);
    return mem_printf("%s%s", text,
                      json_is_true(video)    ? ", video"
                      : json_is_false(video) ? ", no video"
                                             : "");
}

/* The language that the server shows, else the one that was last sent from here. Caller frees. */
static char *details_summary_language(const struct details *details)
{
    const char *shown = last_run_language(details->shown);
    if (shown)
        return mem_copy(shown);
    struct error err;
    json_t *options;
    int64_t when_ms;
    store_sent_options(details->app->store, details->project->id, &options, &when_ms, &err);
    const char *sent = json_string_value(json_object_get(options, "Lang"));
    char *text = mem_copy(sent ? sent : details_summary_or_none(details, ""));
    json_decref(options);
    return text;
}

/* When it was last changed. Caller frees. */
static char *details_summary_changed(const struct details *details)
{
    const char *updated = details_summary_text(details, "Data.Updated");
    struct buffer text;
    if (!*updated)
        return mem_copy(details_summary_or_none(details, ""));
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    details_summary_add_date(&text, details, updated, DATE_HOUR);
    return buffer_take(&text);
}

/* Why the last reading failed, and when the next one is sent. */
static void details_summary_trouble(const struct details *details)
{
    const struct app *app = details->app;
    const char *trouble = details->project->trouble;
    int64_t due = refresh_due(app->refresh, details->project->id),
            paused = refresh_paused_until(app->refresh);
    char when[DATE_TEXT_SIZE];
    if (paused > due)
        due = paused;
    if (due == REFRESH_NEVER || due <= app->now_ms) {
        page_add_wrapped(details->page, LINE_BAD, NULL, trouble, details->cells, "trouble");
        return;
    }
    date_format_short(when, sizeof when, app->wall_ms + due - app->now_ms, app->wall_ms, details->page->zone,
                      DATE_SINCE);
    bool ended = *trouble && trouble[strlen(trouble) - 1] == '.';
    char *text =
        mem_printf("%s%s at %s%s", trouble, ended ? " Next try" : "; next try", when, ended ? "." : "");
    page_add_wrapped(details->page, LINE_BAD, NULL, text, details->cells, "trouble");
    free(text);
}

/* That a write has no answer, or an enqueue is not seen to start: where another window waits for it, or it
 * was accepted, in the words of the list. */
static void details_summary_unanswered(const struct details *details)
{
    const struct app_project *project = details->project;
    char when[DATE_TEXT_SIZE], sent[DATE_TEXT_SIZE + 8];
    date_format_short(when, sizeof when, project->enqueued_ms, details->app->wall_ms, details->page->zone,
                      DATE_SINCE);
    snprintf(sent, sizeof sent, "%s %s", project->is_taken ? "sent" : "?Sent", when);
    page_add_wrapped(details->page, project->is_taken ? LINE_TEXT : LINE_BAD, NULL,
                     project->enqueued_ms ? sent : project->unanswered, details->cells, "unanswered");
}

/* What went wrong with it: an enqueue that was refused, an answer that is missing, a reading that failed, a
 * reply that was not as it should be. */
static void details_summary_troubles(const struct details *details)
{
    const struct app_project *project = details->project;
    const char *problems = project->full ? project->full->record.problems : NULL;
    struct page *page = details->page;
    char *refused = app_acts_refused(details->app, project->id);
    if (refused)
        details_summary_refused(details, refused);
    free(refused);
    if (project->unanswered)
        details_summary_unanswered(details);
    bool is_told =
        app_is_offline(details->app) && offline_is_about(&(struct error){.kind = project->trouble_kind});
    if (project->trouble && !is_told) /* of all projects at once the header tells */
        details_summary_trouble(details);
    if (problems)
        page_add_wrapped(page, LINE_BAD, NULL, problems, details->cells, "problems");
}

/* What is known of it in short: two fields in one row where there is room, else one after the other. On a
 * wide screen the first one is beside the state, else the state has a row, with what went wrong below it. */
static void details_summary_pairs(const struct details *details)
{
    char expires[EXPIRY_TEXT_SIZE] = "";
    const struct expiry expiry = expiry_of(details->shown);
    const struct app *app = details->app;
    char *state = details_summary_state(details), *length = details_summary_length(details),
         *language = details_summary_language(details), *changed = details_summary_changed(details);
    expiry_text(expires, sizeof expires, &expiry, app->wall_ms, details->page->zone);
    const struct page_field left[] = {
        {"State", state, "state"},
        {"Length", length, "Data.Length"},
        {"Label", details_summary_or_none(details, details_summary_text(details, "Data.ActiveTrsxLabel")),
         "Data.ActiveTrsxLabel"},
        {"Tags", details_summary_or_none(details, details->project->tags), "Data.Tags[]"},
    };
    const struct page_field right[] = {
        {"Language", language, "language"},
        {expiry.is_deletion ? "Deleted" : "Expires", details_summary_or_none(details, expires), "expires"},
        {"Changed", changed, "Data.Updated"},
    };
    size_t above = details->page->pair_at ? 0 : 1, rows = sizeof left / sizeof left[0];
    for (size_t i = 0; i < rows; i++) {
        if (i >= above && i - above < sizeof right / sizeof right[0])
            page_add_pair(details->page, &left[i], &right[i - above], details->cells);
        else
            page_add_wrapped(details->page, LINE_FIELD, left[i].label, left[i].value, details->cells,
                             left[i].target);
        if (i == 0)
            details_summary_troubles(details);
    }
    free(state);
    free(length);
    free(language);
    free(changed);
}

/* When it was last exported, as what, and whether that is old. */
static void details_summary_exported(const struct details *details)
{
    const struct app_project *project = details->project;
    const struct exported *exported = &project->exported;
    enum ledger_age age = ledger_age(exported, project->version, project->updated_ms);
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, exported->when_ms, details->app->wall_ms, details->page->zone,
                      DATE_HOUR);
    char *text = age == LEDGER_NONE
                     ? mem_copy("-")
                     : mem_printf("%s%s%s%s", when, *exported->format ? ", " : "", exported->format,
                                  age == LEDGER_CURRENT   ? ""
                                  : exported->version < 0 ? ", of an unknown version"
                                                          : ", old: the project changed since");
    page_add_wrapped(details->page, LINE_FIELD, "Exported", text, details->cells, "exported");
    free(text);
}

void details_summary_about(const struct details *details)
{
    const char *author = details_summary_text(details, "Data.Description.Author"),
               *start = details_summary_text(details, "Data.Description.Start"),
               *notes = details_summary_text(details, "Data.Description.Notes");
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, author);
    if (*start) {
        buffer_append_text(&text, *author ? ", " : "");
        details_summary_add_date(&text, details, start, DATE_HOUR);
    }
    if (*notes)
        buffer_printf(&text, "%s%s", text.len > 0 ? ". " : "", notes);
    page_add_wrapped(details->page, LINE_FIELD, "About", details_summary_or_none(details, buffer_text(&text)),
                     details->cells, "about");
    buffer_free(&text);
}

void details_summary_build(const struct details *details)
{
    details->page->pair_at = details->page->width >= DETAILS_WIDE_CELLS ? details->page->width / 2 + 1 : 0;
    details_summary_pairs(details);
    page_add_wrapped(details->page, LINE_FIELD, "Note", details->project->note ? details->project->note : "-",
                     details->cells, "note");
    details_summary_exported(details);
}
