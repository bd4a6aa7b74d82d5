/* `activity`: the acts and the history that are kept here, of one project or of all. Makes no request. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

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

/* Writes {"time","act","id","kind","text"} with what `more` adds, which is taken and may be NULL; or one
 * line, of several projects with a dash in place of the id. */
static void cmd_activity_put(struct cli *cli, int64_t when_ms, int64_t act, int64_t id, const char *kind,
                             const char *text, json_t *more)
{
    char when[DATE_TEXT_SIZE], number[24] = "-";
    if (cli->json) {
        json_t *object = json_pack("{s:o, s:o, s:o, s:s, s:s}", "time", cli_json_time(when_ms), "act",
                                   cli_json_number(act), "id", cli_json_number(id), "kind", kind ? kind : "",
                                   "text", text ? text : "");
        json_object_update(object, more);
        json_decref(more);
        cli_put_json(cli, object);
        return;
    }
    date_format_utc(when, sizeof when, when_ms);
    if (id)
        snprintf(number, sizeof number, "%" PRId64, id);
    char *clean = text_clean_copy(text ? text : "");
    cli_put_text(cli, "%s  %s  %s\n", when, number, clean);
    free(clean);
}

/* --- acts --- */

/* The line of an act with its sums; of one project, or the one that is asked for, with the reason, too.
 * Caller frees. */
static char *cmd_activity_words(const struct cmd_activity *all, const struct act *act)
{
    struct act_part *parts = mem_zero(act->row_count + 1, sizeof *parts);
    const struct act_part *one = NULL;
    char ended[DATE_TEXT_SIZE] = "", *why = NULL;
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

/* Writes an act, as JSON with {"operation","count","ended","options","rows"}, each of its rows with
 * {"id","time", "outcome","status","reason","version","state","ended"}; no outcome: there is no answer. */
static void cmd_activity_put_act(const struct cmd_activity *all, const struct act *act)
{
    char *text = cmd_activity_words(all, act);
    int64_t id = act->count == 1 && act->row_count == 1 ? act->rows[0].id : 0;
    json_t *more = NULL, *rows = json_array();
    for (size_t i = 0; all->cli->json && i < act->row_count; i++) {
        const struct write *row = &act->rows[i];
        json_array_append_new(rows, json_pack("{s:I, s:o, s:s?, s:o, s:s?, s:o, s:s?, s:o}", "id",
                                              (json_int_t)row->id, "time", cli_json_time(row->when_ms),
                                              "outcome", write_outcome_name(row->outcome), "status",
                                              cli_json_number(row->status), "reason", row->reason, "version",
                                              cli_json_number(row->version > 0 ? row->version : 0), "state",
                                              row->after, "ended", cli_json_time(row->ended_ms)));
    }
    if (all->cli->json)
        more = json_pack("{s:s, s:I, s:o, s:O?, s:O}", "operation", endpoints[act->op].name, "count",
                         (json_int_t)act->count, "ended", cli_json_time(act->ended_ms), "options",
                         act->options, "rows", rows);
    cmd_activity_put(all->cli, act->begun_ms, act->act, id, "act", text, more);
    json_decref(rows);
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

/* Is a row of the history told by an act that is listed? */
static bool cmd_activity_is_told(const struct cmd_activity *all, int64_t act)
{
    size_t i = 0;
    while (act && i < all->count && all->acts[i].act != act)
        i++;
    return act && i < all->count;
}

/* Writes all of it, oldest first; of the history as lines only those that no act tells. */
static void cmd_activity_put_all(const struct cmd_activity *all, const struct store_entries *history)
{
    size_t act = all->count, entry = history->count;
    while ((act > 0 || entry > 0) && !all->cli->out_errno) {
        const struct store_entry *next = entry > 0 ? &history->items[entry - 1] : NULL;
        if (act > 0 && (!next || all->acts[act - 1].begun_ms <= next->when_ms)) {
            cmd_activity_put_act(all, &all->acts[--act]);
            continue;
        }
        if (next->when_ms >= all->since_ms && (all->cli->json || !cmd_activity_is_told(all, next->act)))
            cmd_activity_put(all->cli, next->when_ms, next->act, next->id, next->name, next->text, NULL);
        entry--;
    }
}

int cli_activity(struct cli *cli, struct error *err)
{
    const char *given = cli->args->options[OPTION_SINCE];
    struct cmd_activity all = {.cli = cli};
    struct store_entries history = {0};
    struct date since = {0}; /* without a zone UTC is meant, as in what is printed */
    if (given && !date_parse(given, &since)) {
        error_set(err, ERROR_USAGE, "--since: “%s” is not a time such as 2026-11-22T15:30:00Z", given);
        return CLI_FAILED;
    }
    all.since_ms = since.ms;
    bool ok = (cli->args->word_count == 0 || cli_read_id(cli, &all.id, err)) &&
              cmd_activity_load_acts(&all, err) && store_history_load(cli->store, all.id, 0, &history, err);
    if (ok)
        cmd_activity_put_all(&all, &history);
    store_acts_free(all.acts, all.count);
    store_entries_clear(&history);
    return ok ? 0 : CLI_FAILED;
}
