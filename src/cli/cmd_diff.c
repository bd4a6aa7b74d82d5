/* `diff`: two files of captions, or exports that are fetched for it, compared caption by caption. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "output.h"
#include "connect.h"
#include "steno/core/caption_asked.h"
#include "steno/core/caption_verdict.h"
#include "steno/core/id_list.h"
#include "diff_output.h"
#include "handlers.h"
#include "params.h"

struct diff_run {
    struct diff_side sides[2];
    struct verdict verdict;
    bool kinds[DIFF_KIND_COUNT];
};

/* KIND,KIND: the kinds that are shown; without the option all but what is the same. */
static bool cmd_diff_read_only(const struct args *args, struct diff_run *run, struct error *err)
{
    const char *given = args->options[OPTION_ONLY];
    for (int kind = 0; kind < DIFF_KIND_COUNT; kind++)
        run->kinds[kind] = !given && kind != DIFF_SAME;
    if (!given)
        return true;
    char *all = text_clean_copy(given), *rest = all;
    bool ok = true;
    for (char *name; ok && (name = strsep(&rest, ","));) {
        enum caption_diff_kind kind = caption_diff_kind_find(name);
        ok = kind < DIFF_KIND_COUNT ||
             error_set(err, ERROR_USAGE,
                       "--only: “%s” is invalid: give same, markup, wrap, time, split, join, shift, text, "
                       "only-a, only-b",
                       name);
        if (ok)
            run->kinds[kind] = true;
    }
    free(all);
    return ok;
}

static bool cmd_diff_read_format(struct cli *cli, struct error *err)
{
    const char *name = cli->args->options[OPTION_FORMAT];
    bool json = name && strcmp(name, "json") == 0;
    if (name && !json && strcmp(name, "text") != 0)
        return error_set(err, ERROR_USAGE,
                         "--format: give text or json; --file-format-id is the format of an export");
    if (cli->json && name && !json)
        return error_set(err, ERROR_USAGE, "--json and --format name two formats: give one of them");
    cli->json = cli->json || json;
    return true;
}

/* A word of digits is a project; behind an @ it may have the name of a style or preset. All else is a file.
 */
static bool cmd_diff_read_word(struct cli *cli, struct diff_side *side, const char *word, struct error *err)
{
    struct id_list ids = {0};
    size_t digits = strspn(word, "0123456789");
    bool is_id = digits > 0 && (word[digits] == '\0' || word[digits] == '@'), ok = true;
    side->word = word;
    if (is_id) {
        char *number = mem_copy_n(word, digits);
        ok = id_list_parse(&ids, number, err);
        free(number);
    }
    caption_input_init(&side->input, word, ok && is_id ? ids.ids[0] : 0);
    id_list_free(&ids);
    if (!ok)
        return false;
    side->params = is_id && word[digits]
                       ? params_make_named(cli, cli->args->params->table, word + digits + 1, err)
                       : params_make(cli, NULL, err);
    return side->params != NULL;
}

/* Everything that is given. */
static bool cmd_diff_read_args(struct cli *cli, struct diff_run *run, struct error *err)
{
    char **words = cli->args->words;
    run->verdict.style = caption_style_find(STYLE_DEFAULT);
    if (!cmd_diff_read_format(cli, err) || !cmd_diff_read_only(cli->args, run, err) ||
        !params_find_style(cli, OPTION_STYLE, &run->verdict.style, err))
        return false;
    run->verdict.limits = run->verdict.style->limits;
    if (strcmp(words[0], "-") == 0 && strcmp(words[1], "-") == 0)
        return error_set(err, ERROR_USAGE, "only one of the two can be standard input");
    return cmd_diff_read_word(cli, &run->sides[0], words[0], err) &&
           cmd_diff_read_word(cli, &run->sides[1], words[1], err);
}

/* Shows the requests for the exports that would be compared. */
static int cmd_diff_dry_run(struct cli *cli, const struct diff_run *run)
{
    int code = 0;
    for (int i = 0; i < 2 && code == 0; i++)
        if (run->sides[i].input.id)
            code = cli_dry_run(cli, ENDPOINT_EXPORT, run->sides[i].input.id, run->sides[i].params);
    return code;
}

/* Reads one side and counts what is wrong with it; of a file beside an export by what that was asked for, so
 * that equal captions have equal counts. */
static bool cmd_diff_read_side(struct cli *cli, struct diff_run *run, int at, struct error *err)
{
    struct caption_findings found;
    struct caption_check check;
    struct diff_side *side = &run->sides[at];
    const struct diff_side *asked = side->input.id ? side : &run->sides[1 - at];
    if (!caption_input_read(cli, &side->input, side->params, err))
        return false;
    caption_verdict_check(&side->input.file, &run->verdict.limits,
                          asked->input.id ? asked->params : side->params, asked->input.id != 0,
                          side->input.length_ms, run->verdict.fail_on, &check, &found);
    memcpy(side->by_level, found.by_level, sizeof side->by_level);
    caption_findings_free(&found);
    return true;
}

/* What the comparison needs of a side. */
static struct caption_diff_side cmd_diff_side(const struct diff_side *side)
{
    return (struct caption_diff_side){.file = &side->input.file,
                                      .data = side->input.data.data,
                                      .len = side->input.data.len,
                                      .sign = caption_asked_text(side->params, "SpeakerSign", true),
                                      .ellipsis = caption_asked_text(side->params, "Ellipsis", true)};
}

/* Compares both sides and prints what differs. */
static int cmd_diff_compare(struct cli *cli, const struct diff_run *run)
{
    struct caption_diff diff;
    struct caption_diff_side a = cmd_diff_side(&run->sides[0]), b = cmd_diff_side(&run->sides[1]);
    struct diff_shown shown = {.sides = {&run->sides[0], &run->sides[1]},
                               .diff = &diff,
                               .verdict = &run->verdict,
                               .kinds = run->kinds};
    caption_diff_make(&diff, &a, &b);
    for (int kind = 0; kind < DIFF_KIND_COUNT; kind++)
        shown.differs |= kind != DIFF_SAME && run->kinds[kind] && diff.by_kind[kind] > 0;
    diff_write(cli, &shown);
    caption_diff_free(&diff);
    return shown.differs ? EXIT_FOUND : 0;
}

int cli_diff(struct cli *cli)
{
    struct diff_run run = {0};
    struct error err;
    int code;
    error_clear(&err);
    if (!cmd_diff_read_args(cli, &run, &err))
        code = cli_fail(cli, 0, &err);
    else if (args_has(cli->args, OPTION_DRY_RUN))
        code = cmd_diff_dry_run(cli, &run);
    else if (!cmd_diff_read_side(cli, &run, 0, &err))
        code = cli_fail(cli, run.sides[0].input.id, &err);
    else if (!cmd_diff_read_side(cli, &run, 1, &err))
        code = cli_fail(cli, run.sides[1].input.id, &err);
    else
        code = cmd_diff_compare(cli, &run);
    for (int i = 0; i < 2; i++) {
        caption_input_free(&run.sides[i].input);
        param_set_free(run.sides[i].params);
    }
    return code;
}
