/* `activity`: the acts and the history that are kept here, of one project or of all. Makes no request. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handlers.h"
#include "local.h"
#include "steno/cli/output.h"
#include "projects.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/activity.h"

/* What is listed. */
struct cmd_activity {
    struct cli *cli;
    int64_t id; /* of one project; 0: of all */
    int64_t since_ms;
    struct act *acts; /* newest first */
    size_t count;
};

/* Writes one line; of several projects there is a dash in place of the id. The text is cleaned. */
static void cmd_activity_put_line(struct cli *cli, int64_t when_ms, int64_t id, const char *text)
{
    char when[40], number[24] = "-";
    date_format_utc(when, sizeof when, when_ms);
    if (id)
        snprintf(number, sizeof number, "%" PRId64, id);
    char *clean = text_clean_copy(text ? text : ""), *line = mem_printf("%s  %s  %s\n", when, number, clean);
    cli_put_text(cli, line);
    free(line);
    free(clean);
}

/* A time, or null for none. */
static json_t *cmd_activity_time(int64_t when_ms)
{
    char when[40];
    date_format_utc(when, sizeof when, when_ms);
    return when_ms ? json_string(when) : json_null();
}

/* {"time","act","id","kind","text"}: as all begin. */
static json_t *cmd_activity_object(int64_t when_ms, int64_t act, int64_t id, const char *kind,
                                   const char *text)
{
    return json_pack("{s:o, s:o, s:o, s:s, s:s}", "time", cmd_activity_time(when_ms), "act",
                     cli_json_number(act), "id", cli_json_number(id), "kind", kind ? kind : "", "text",
                     text ? text : "");
}

/* --- acts --- */

/* {"id","time","outcome","status","reason","version","state","ended"}; no outcome: there is no answer. */
static json_t *cmd_activity_row(const struct write *row)
{
    return json_pack("{s:I, s:o, s:s?, s:o, s:s?, s:o, s:s?, s:o}", "id", (json_int_t)row->id, "time",
                     cmd_activity_time(row->when_ms), "outcome", write_outcome_name(row->outcome), "status",
                     cli_json_number(row->status), "reason", row->reason, "version",
                     cli_json_number(row->version > 0 ? row->version : 0), "state", row->after, "ended",
                     cmd_activity_time(row->ended_ms));
}

/* The line of an act with its sums; of one project, or the one that is asked for, with the reason, too.
 * Caller frees. */
static char *cmd_activity_words(const struct cmd_activity *all, const struct act *act)
{
    struct act_part *parts = mem_zero(act->row_count + 1, sizeof *parts);
    const struct act_part *one = NULL;
    char ended[40] = "", *why = NULL;
    for (size_t i = 0; i < act->row_count; i++) {
        parts[i] = act_part_of(act, &act->rows[i], NULL, clock_wall_ms(), &all->cli->settings);
        if (parts[i].reason && (act->row_count == 1 || parts[i].id == all->id))
            one = &parts[i];
    }
    if (one)
        why =
            one->status ? mem_printf("; %s (%d)", one->reason, one->status) : mem_printf("; %s", one->reason);
    int64_t ended_ms = act_ended_ms(act);
    if (ended_ms)
        date_format_utc(ended, sizeof ended, ended_ms);
    struct act_sums counted = act_sums_of(parts, act->row_count);
    char *words = act_sums_words(&counted);
    char *sums = mem_printf("%s%s%s%s", words, why ? why : "", *ended ? "; ended " : "", ended);
    char *text = act_line_words(act, sums);
    free(sums);
    free(words);
    free(why);
    free(parts);
    return text;
}

/* Writes an act: {"time","act","id","kind","text","operation","count","ended","options","rows"}, or a line.
 */
static void cmd_activity_put_act(const struct cmd_activity *all, const struct act *act)
{
    char *text = cmd_activity_words(all, act);
    int64_t id = act->count == 1 && act->row_count == 1 ? act->rows[0].id : 0;
    if (!all->cli->json) {
        cmd_activity_put_line(all->cli, act->begun_ms, id, text);
        free(text);
        return;
    }
    json_t *object = cmd_activity_object(act->begun_ms, act->act, id, "act", text), *rows = json_array();
    for (size_t i = 0; i < act->row_count; i++)
        json_array_append_new(rows, cmd_activity_row(&act->rows[i]));
    json_t *more = json_pack("{s:s, s:I, s:o, s:O?, s:o}", "operation", endpoints[act->op].name, "count",
                             (json_int_t)act->count, "ended", cmd_activity_time(act->ended_ms), "options",
                             act->options, "rows", rows);
    json_object_update(object, more);
    json_decref(more);
    cli_put_json(all->cli, object);
    free(text);
}

/* Loads the acts, a list after the other. */
static bool cmd_activity_load_acts(struct cmd_activity *all, struct error *err)
{
    struct store *store = cli_store(all->cli, err);
    size_t got = STORE_ACTS_MAX;
    while (store && got == STORE_ACTS_MAX) {
        struct act *acts = NULL;
        int64_t before = all->count ? all->acts[all->count - 1].act : 0;
        if (!store_act_list(store, all->id, before, all->since_ms, &acts, &got, err))
            return false;
        all->acts = mem_grow(all->acts, all->count + got + 1, sizeof *all->acts);
        if (got > 0) /* else there is no array to copy from */
            memcpy(&all->acts[all->count], acts, got * sizeof *acts);
        all->count += got;
        free(acts); /* what they hold is taken */
    }
    return store != NULL;
}

/* --- the history --- */

/* Is a row of the history told by an act that is listed? */
static bool cmd_activity_is_told(const struct cmd_activity *all, int64_t act)
{
    size_t i = 0;
    while (act && i < all->count && all->acts[i].act != act)
        i++;
    return act && i < all->count;
}

/* Writes a row of the history; as a line only one that no act tells. */
static void cmd_activity_put_entry(const struct cmd_activity *all, const struct store_entry *entry)
{
    if (all->cli->json)
        cli_put_json(all->cli,
                     cmd_activity_object(entry->when_ms, entry->act, entry->id, entry->name, entry->text));
    else if (!cmd_activity_is_told(all, entry->act))
        cmd_activity_put_line(all->cli, entry->when_ms, entry->id, entry->text);
}

/* Writes all of it, oldest first. */
static void cmd_activity_put(const struct cmd_activity *all, const struct store_entries *history)
{
    size_t act = all->count, entry = history->count;
    while ((act > 0 || entry > 0) && !all->cli->out_errno) {
        const struct store_entry *next = entry > 0 ? &history->items[entry - 1] : NULL;
        if (act > 0 && (!next || all->acts[act - 1].begun_ms <= next->when_ms)) {
            cmd_activity_put_act(all, &all->acts[--act]);
            continue;
        }
        if (next->when_ms >= all->since_ms)
            cmd_activity_put_entry(all, next);
        entry--;
    }
}

/* Reads --since; without a zone UTC is meant, as in what is printed. */
static bool cmd_activity_read_since(const struct cli *cli, int64_t *since_ms, struct error *err)
{
    const char *given = cli->args->options[OPTION_SINCE];
    struct date date = {0};
    if (given && !date_parse(given, &date))
        return error_set(err, ERROR_USAGE, "--since: “%s” is not a time such as 2026-11-22T15:30:00Z", given);
    *since_ms = date.ms;
    return true;
}

int cli_activity(struct cli *cli)
{
    struct cmd_activity all = {.cli = cli};
    struct store_entries history = {0};
    struct error err;
    error_clear(&err);
    bool ok = cmd_activity_read_since(cli, &all.since_ms, &err) &&
              (cli->args->word_count == 0 || cli_read_id(cli, &all.id, &err)) &&
              cmd_activity_load_acts(&all, &err) && store_history_load(cli->store, all.id, 0, &history, &err);
    if (ok)
        cmd_activity_put(&all, &history);
    store_acts_free(all.acts, all.count);
    store_entries_clear(&history);
    return ok ? 0 : cli_fail(cli, 0, &err);
}
