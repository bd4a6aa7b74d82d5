/* SPDX-License-Identifier: MIT */
#include "steno/core/activity.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"

#define VALUE_CELLS   40
#define OPTIONS_CELLS 400 /* width of all options together */
#define NAME_CELLS    80
#define PATH_CELLS    300
#define REASON_LINES  2  /* lines with reasons in the message about failures */
#define STATUS_CELLS  40 /* narrower lines are shown without the status */

char *activity_clip(const char *text, int cells)
{
    char *clean = text_clean_copy(text ? text : "");
    size_t size = strlen(clean) + sizeof "…";
    char *clipped = mem_alloc(size);
    text_clip(clipped, size, clean, cells);
    free(clean);
    return clipped;
}

char *activity_options(const struct param_set *set)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = param_set_get(set, (int)i);
        if (!value || def->secret)
            continue;
        char *shown = activity_clip(value, VALUE_CELLS); /* a value that is not one plain word gets quotes */
        const char *quote = *shown && !strpbrk(shown, " ,\"") ? "" : "\"";
        buffer_printf(&text, "%s%s=%s%s%s", text.len ? ", " : "", def->name, quote, shown, quote);
        free(shown);
    }
    char *options = text.len ? activity_clip(buffer_text(&text), OPTIONS_CELLS) : NULL;
    buffer_free(&text);
    return options;
}

char *activity_line(const struct call *call, const struct call_result *result, enum write_outcome outcome)
{
    bool is_done = outcome == WRITE_DONE, is_tag = call->op == ENDPOINT_DELETE_TAG;
    char *options = call->params ? activity_options(call->params) : NULL;
    char *with = options ? mem_printf(" with %s", options) : mem_copy("");
    char *name = activity_clip(is_tag ? call->value : call->key, NAME_CELLS);
    char *path = activity_clip(result->path ? result->path : "standard output", PATH_CELLS);
    /* the server's message may repeat the metadata value, which may be a secret */
    char *why = activity_clip(call->op == ENDPOINT_ADD_METADATA ? "" : result->error.server, NAME_CELLS);
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    if (call->op == ENDPOINT_ENQUEUE)
        buffer_printf(&line, "%s%s", is_done ? "Enqueued" : "Enqueue", with);
    else if (call->op == ENDPOINT_EXPORT && is_done)
        buffer_printf(&line, "Exported to %s, %" PRId64 " bytes%s%s", path, result->export_info.bytes,
                      options ? "," : "", with);
    else if (call->op == ENDPOINT_EXPORT)
        buffer_printf(&line, "Export%s", with);
    else if (!is_done)
        buffer_printf(&line, "%s \"%s\"", endpoints[call->op].title, name);
    else if (is_tag)
        buffer_printf(&line, "Tag \"%s\" deleted", name);
    else
        buffer_printf(&line, "Metadata \"%s\" %s", name,
                      call->op == ENDPOINT_ADD_METADATA ? "set" : "deleted");
    if (outcome == WRITE_OPEN)
        buffer_append_text(&line, ": no answer");
    else if (!is_done)
        buffer_printf(&line, ": refused (%d)%s%s", result->error.status, *why ? ": " : "", why);
    free(why);
    free(path);
    free(name);
    free(with);
    free(options);
    return buffer_take(&line);
}

const char *activity_kind(enum endpoint_id op)
{
    return op == ENDPOINT_ENQUEUE      ? "enqueue"
           : op == ENDPOINT_EXPORT     ? "export"
           : op == ENDPOINT_DELETE_TAG ? "tag"
                                       : "metadata";
}

/* --- the result for one project --- */

static const struct {
    const char *word;
    char mark;
} ends[ACT_END_COUNT] = {
    [ACT_END_SENDING] = {"being sent", '*'},      [ACT_END_IN_PROGRESS] = {"in progress", '*'},
    [ACT_END_NOT_STARTED] = {"not started", '*'}, [ACT_END_ACCEPTED] = {"sent", '+'},
    [ACT_END_COMPLETED] = {"completed", '+'},     [ACT_END_DONE] = {"done", '+'},
    [ACT_END_SKIPPED] = {"skipped", '+'},         [ACT_END_FAILED] = {"failed", '!'},
    [ACT_END_CANCELED] = {"canceled", '!'},       [ACT_END_REFUSED] = {"refused", '!'},
    [ACT_END_LOST] = {"without an answer", '!'},  [ACT_END_NOT_SENT] = {"not sent", '!'}};

/* Returns the result of an accepted enqueue. `state` is the project's state now; NULL: not read since the
 * enqueue. The store can record the end (ended_ms) later than the project shows a final state. */
static enum act_end act_end_of_enqueue(const struct write *row, const char *state,
                                       const struct settings *settings)
{
    if (row->ended_ms || !state || !*state)
        state = row->after;
    char mark = state && *state ? settings_state_mark(settings, state) : '\0';
    bool is_after = row->after && settings_state_mark(settings, row->after) == '*';
    if (row->ended_ms && mark == '!')
        return strcmp(state, "Canceled") == 0 ? ACT_END_CANCELED : ACT_END_FAILED;
    if (row->ended_ms)
        return ACT_END_COMPLETED;
    if (!mark)
        return ACT_END_ACCEPTED;
    if (mark == ' ')
        return ACT_END_NOT_STARTED;
    /* the project may still be in its final state from before the enqueue */
    bool is_old = mark != '*' && !is_after && row->before && strcmp(row->before, state) == 0;
    return is_old ? ACT_END_NOT_STARTED : ACT_END_IN_PROGRESS;
}

struct act_part act_part_of(const struct act *act, const struct write *row, const char *state,
                            int64_t wall_ms, const struct settings *settings)
{
    static const enum act_end ends_of[WRITE_OUTCOMES] = {
        [WRITE_DONE] = ACT_END_DONE,        [WRITE_PROBABLY] = ACT_END_DONE,
        [WRITE_REFUSED] = ACT_END_REFUSED,  [WRITE_FAILED] = ACT_END_FAILED,
        [WRITE_UNSENT] = ACT_END_NOT_SENT,  [WRITE_SKIPPED] = ACT_END_SKIPPED,
        [WRITE_NO_EFFECT] = ACT_END_FAILED, [WRITE_UNKNOWN] = ACT_END_LOST,
        [WRITE_OPEN] = ACT_END_SENDING};
    struct act_part part = {
        .id = row->id, .end = ends_of[row->outcome], .status = row->status, .reason = row->reason};
    if (row->outcome == WRITE_NO_EFFECT)
        part.reason = "no response, and the project does not show the change";
    if (write_is_lost(row, wall_ms))
        part.end = ACT_END_LOST;
    if (part.end == ACT_END_DONE && act->op == ENDPOINT_ENQUEUE)
        part.end = act_end_of_enqueue(row, state, settings);
    return part;
}

char act_part_mark(const struct act_part *part)
{
    return ends[part->end].mark;
}

/* Returns a result in words: "not enough credit is le… (403)". Cuts a long reason to fit in `cells`, but
 * never cuts the status. Caller frees. */
static char *act_part_words(const struct act_part *part, const char *reason, const char *since, int cells)
{
    char after[24] = "", before[64] = "";
    if (part->status && cells >= STATUS_CELLS)
        snprintf(after, sizeof after, " (%d)", part->status);
    if (part->end == ACT_END_IN_PROGRESS && since)
        return mem_printf("in progress since %s", since);
    if (!reason || !*reason)
        return mem_printf("%s%s", ends[part->end].word, after);
    if (part->end != ACT_END_REFUSED && part->end != ACT_END_FAILED) /* for these two, the reason is enough */
        snprintf(before, sizeof before, "%s: ", ends[part->end].word);
    int room = cells - text_width(before) - text_width(after);
    char *cut = activity_clip(reason, room > 1 ? room : 1);
    char *text = mem_printf("%s%s%s", before, cut, after);
    free(cut);
    return text;
}

char *act_words_end(const struct act_part *part)
{
    const char *reason = part->reason ? part->reason : "";
    return mem_printf("%s%s%s", ends[part->end].word, *reason ? ", " : "", reason);
}

/* --- the result of an act --- */

struct act_sums act_sums_of(const struct act_part *parts, size_t count)
{
    struct act_sums sums = {0};
    for (size_t i = 0; i < count; i++)
        sums.of[parts[i].end]++;
    return sums;
}

size_t act_sums_failed(const struct act_sums *sums)
{
    return sums->of[ACT_END_FAILED] + sums->of[ACT_END_CANCELED] + sums->of[ACT_END_REFUSED] +
           sums->of[ACT_END_LOST];
}

static size_t act_sums_count(const struct act_sums *sums, char mark)
{
    size_t count = 0;
    for (int end = 0; end < ACT_END_COUNT; end++)
        count += ends[end].mark == mark ? sums->of[end] : 0;
    return count;
}

char act_sums_mark(const struct act_sums *sums)
{
    return act_sums_count(sums, '*') ? '*' : act_sums_count(sums, '!') ? '!' : '+';
}

char *act_sums_words(const struct act_sums *sums)
{
    struct buffer words;
    buffer_init(&words, BUFFER_MAX_DEFAULT);
    for (int end = 0; end < ACT_END_COUNT; end++) {
        if (sums->of[end] > 0)
            buffer_printf(&words, "%s%zu %s", words.len ? ", " : "", sums->of[end], ends[end].word);
    }
    return buffer_take(&words);
}

static const char *act_title(const struct act *act)
{
    return act->op == ENDPOINT_EXPORT ? "Export" : endpoints[act->op].title;
}

char *act_words_narrow(const struct act *act, const struct act_sums *sums)
{
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s %" PRId64 ":", act_title(act), act->count);
    for (const char *mark = "*+!"; *mark; mark++) {
        if (act_sums_count(sums, *mark) > 0)
            buffer_printf(&line, " %c%zu", *mark, act_sums_count(sums, *mark));
    }
    return buffer_take(&line);
}

/* Describes an act without its result: "Enqueue 13 projects, Lang en-US", "Export, srt", "Delete tag "news"
 * of 3 projects". Of the options of an export, only the format is named. Caller frees. */
static char *act_words_what(const struct act *act, bool is_counted)
{
    struct buffer out;
    const char *name = act->row_count > 0 ? act->rows[0].name : NULL, *option;
    bool is_export = act->op == ENDPOINT_EXPORT;
    json_t *value;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, act_title(act));
    bool is_named = act->op != ENDPOINT_ENQUEUE && !is_export && name;
    if (is_named)
        buffer_printf(&out, " \"%s\"", name);
    if (is_counted && act->count > 1)
        buffer_printf(&out, "%s %" PRId64 " projects", is_named ? " of" : "", act->count);
    json_object_foreach(act->options, option, value)
    {
        bool is_format = strcmp(option, "FileFormatId") == 0;
        if (is_export && !is_format)
            continue;
        char *shown = activity_clip(json_string_value(value), VALUE_CELLS);
        buffer_printf(&out, ", %s%s%s", is_format ? "" : option, is_format ? "" : " ", shown);
        free(shown);
    }
    return buffer_take(&out);
}

/* Returns file and size of an export, "/srv/subs/1.srt, 31.2 kB"; NULL: no file. Caller frees. */
static char *act_words_file(const struct act *act, const struct write *row)
{
    char amount[AMOUNT_TEXT_SIZE];
    if (act->op != ENDPOINT_EXPORT || row->outcome != WRITE_DONE || !row->name)
        return NULL;
    amount_bytes(amount, sizeof amount, row->bytes);
    return mem_printf("%s, %s", row->name, amount);
}

/* Joins two texts with a colon, and frees both. */
static char *act_words_join(char *what, char *result)
{
    char *text = mem_printf("%s: %s", what, result);
    free(result);
    free(what);
    return text;
}

char *act_row_end_words(const struct act *act, const struct write *row, const struct act_part *part,
                        const char *since)
{
    char *file = act_words_file(act, row);
    return file ? file : act_part_words(part, part->reason, since, INT_MAX);
}

char *act_row_words(const struct act *act, const struct write *row, const struct act_part *part,
                    const char *since)
{
    return act_words_join(act_words_what(act, act->count > 1), act_row_end_words(act, row, part, since));
}

char *act_line_words(const struct act *act, const char *sums)
{
    char *file = act->row_count == 1 ? act_words_file(act, &act->rows[0]) : NULL;
    return act_words_join(act_words_what(act, true), file ? file : mem_copy(sums));
}

int64_t act_ended_ms(const struct act *act)
{
    for (size_t i = 0; act->op == ENDPOINT_ENQUEUE && i < act->row_count; i++) {
        const struct write *row = &act->rows[i];
        if (row->ended_ms && (row->outcome == WRITE_DONE || row->outcome == WRITE_PROBABLY))
            return act->ended_ms;
    }
    return 0;
}

/* --- the message about failures --- */

/* A reason, the number of projects with this reason, and the first of these projects. All projects that were
 * not sent count as one reason. */
struct act_reason {
    const struct act_part *first;
    char *text; /* the reason without the project's id; "" for projects that were not sent */
    size_t count;
};

/* Returns a reason without the project's id, so that equal reasons match. Caller frees. */
static char *act_reason_plain(const struct act_part *part)
{
    static const char digits[] = "0123456789";
    char id[24], *text = mem_copy(part->reason ? part->reason : "");
    int len = snprintf(id, sizeof id, "%" PRId64, part->id);
    for (char *at = text; (at = strstr(at, id)) != NULL;) {
        if ((at > text && strchr(digits, at[-1])) || (at[len] && strchr(digits, at[len]))) {
            at += len;
            continue;
        }
        char *from = at > text && at[-1] == ' ' ? at - 1 : at;
        memmove(from, at + len, strlen(at + len) + 1);
        at = from;
    }
    return text;
}

static int act_reason_compare(const void *a, const void *b)
{
    const struct act_reason *one = a, *two = b;
    if (one->count != two->count)
        return one->count > two->count ? -1 : 1;
    if (one->first->end != two->first->end)
        return one->first->end < two->first->end ? -1 : 1;
    return one->first < two->first ? -1 : one->first > two->first;
}

/* Collects the reasons of all failures, the most frequent first. Returns their number. Caller frees texts. */
static size_t act_reasons_collect(const struct act_part *parts, size_t count, struct act_reason *reasons)
{
    size_t used = 0, at;
    for (size_t i = 0; i < count; i++) {
        if (act_part_mark(&parts[i]) != '!')
            continue;
        bool is_unsent = parts[i].end == ACT_END_NOT_SENT;
        char *text = is_unsent ? mem_copy("") : act_reason_plain(&parts[i]);
        for (at = 0; at < used; at++) {
            const struct act_part *first = reasons[at].first;
            if (first->end == parts[i].end &&
                (is_unsent || (first->status == parts[i].status && strcmp(reasons[at].text, text) == 0)))
                break;
        }
        if (at == used)
            reasons[used++] = (struct act_reason){&parts[i], text, 0};
        else
            free(text);
        reasons[at].count++;
    }
    qsort(reasons, used, sizeof *reasons, act_reason_compare);
    return used;
}

/* Lists the projects that were not sent: "not sent, does not fit: 31 35-39 and 9 more". If the reasons
 * differ, each id has its reason. Caller frees. */
static char *act_words_not_sent(const struct act_part *parts, size_t count, int cells)
{
    struct id_word *unsent = mem_alloc((count + 1) * sizeof *unsent);
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    size_t unsent_count = 0;
    bool is_shared = true;
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        if (parts[i].end != ACT_END_NOT_SENT)
            continue;
        unsent[unsent_count] = (struct id_word){parts[i].id, parts[i].reason ? parts[i].reason : ""};
        ids[unsent_count] = parts[i].id;
        is_shared = is_shared && *unsent->word && strcmp(unsent->word, unsent[unsent_count].word) == 0;
        unsent_count++;
    }
    if (is_shared && unsent_count > 1) {
        buffer_printf(&out, "not sent, %s: ", unsent->word);
        id_list_put(&out, ids, unsent_count, cells - text_width(buffer_text(&out)));
        free(unsent);
    }
    free(ids);
    return out.len ? buffer_take(&out) : id_list_words("not sent: ", unsent, unsent_count, cells);
}

char *act_words_failed(const char *head, const struct act_part *parts, size_t count, const char *key,
                       int cells)
{
    struct buffer out;
    bool is_wide = cells >= ACT_NARROW_CELLS;
    struct act_reason *reasons = mem_alloc((count + 1) * sizeof *reasons);
    size_t reason_count = act_reasons_collect(parts, count, reasons);
    struct act_sums sums = act_sums_of(parts, count);
    char *words = act_sums_words(&sums), more[40] = "";
    int room = cells - text_width(head) - text_width(words) - text_width(key);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "%s%s%s", is_wide ? head : "", is_wide ? ": " : "", words);
    if (is_wide && text_width(":  lists them; ") <= room)
        buffer_printf(&out, "; %s lists them", key);
    for (size_t i = 0; i < reason_count && i < (is_wide ? REASON_LINES : 1); i++) {
        const struct act_reason *reason = &reasons[i];
        if (i + 1 == REASON_LINES && reason_count > REASON_LINES)
            snprintf(more, sizeof more, "; and %zu more reason%s", reason_count - REASON_LINES,
                     reason_count == REASON_LINES + 1 ? "" : "s");
        char lead[40];
        const char *of = reason->first->end == ACT_END_NOT_SENT ? ""
                         : reason->count == 1                   ? "project: "
                                                                : "projects: ";
        int lead_cells = snprintf(lead, sizeof lead, "! %zu %s", reason->count, of);
        buffer_printf(&out, "\n%s", lead);
        int wide = cells - lead_cells - text_width(more);
        char *why =
            reason->first->end == ACT_END_NOT_SENT
                ? act_words_not_sent(parts, count, wide)
                : act_part_words(reason->first, reason->count == 1 ? reason->first->reason : reason->text,
                                 NULL, wide);
        buffer_printf(&out, "%s%s", why, more);
        free(why);
    }
    for (size_t i = 0; i < reason_count; i++)
        free(reasons[i].text);
    free(reasons);
    free(words);
    return buffer_take(&out);
}
