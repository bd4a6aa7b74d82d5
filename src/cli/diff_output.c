/* Owns the two forms of `diff`. Everything from the files is cleaned here: it may come from anybody. */
/* SPDX-License-Identifier: MIT */
#include "diff_output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/core/caption_verdict.h"
#include "output.h"

#define OUTPUT_MAX ((size_t)1 << 30)

static void diff_output_put_clean(struct buffer *out, const char *text)
{
    text_clean(out, text, strlen(text));
}

/* --- text --- */

/* 00:00:01.000 */
static void diff_output_put_time(struct buffer *out, int64_t ms)
{
    buffer_printf(out, "%02" PRId64 ":%02" PRId64 ":%02" PRId64 ".%03" PRId64, ms / 3600000, ms / 60000 % 60,
                  ms / 1000 % 60, ms % 1000);
}

/* "2", "2-3", or "." for none. */
static void diff_output_put_range(struct buffer *out, size_t first, size_t count)
{
    if (count == 0)
        buffer_append_char(out, '.');
    else if (count == 1)
        buffer_printf(out, "%zu", first + 1);
    else
        buffer_printf(out, "%zu-%zu", first + 1, first + count);
}

/* The lines of captions, each behind a mark; several captions are told apart by their numbers and times. */
static void diff_output_put_captions(struct buffer *out, char mark, const struct caption_file *file,
                                     size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        const struct caption *caption = &file->captions[i];
        if (count > 1 && caption->timed) {
            buffer_printf(out, "%c[%zu ", mark, i + 1);
            diff_output_put_time(out, caption->start_ms);
            buffer_append_text(out, " to ");
            diff_output_put_time(out, caption->end_ms);
            buffer_append_text(out, "]\n");
        } else if (count > 1) {
            buffer_printf(out, "%c[%zu without times]\n", mark, i + 1);
        }
        for (size_t j = 0; j < caption->count; j++) {
            buffer_append_char(out, mark);
            diff_output_put_clean(out, caption->lines[j].text);
            buffer_append_char(out, '\n');
        }
    }
}

/* @@ 2 2 time 00:00:04.850 start 0 ms, end -3 ms @@ */
static void diff_output_put_row(struct buffer *out, const struct diff_shown *shown,
                                const struct caption_diff_row *row)
{
    const struct caption_file *a = &shown->sides[0]->input.file, *b = &shown->sides[1]->input.file;
    const struct caption *first = row->a_count > 0 ? &a->captions[row->a] : &b->captions[row->b];
    bool equal = row->kind == DIFF_SAME || row->kind == DIFF_TIME || row->kind == DIFF_MARKUP;
    const char *untimed = caption_diff_untimed(row, a, b);
    buffer_append_text(out, "@@ ");
    diff_output_put_range(out, row->a, row->a_count);
    buffer_append_char(out, ' ');
    diff_output_put_range(out, row->b, row->b_count);
    buffer_printf(out, " %s", caption_diff_kind_name(row->kind));
    if (first->timed) {
        buffer_append_char(out, ' ');
        diff_output_put_time(out, first->start_ms);
    }
    if (row->start_ms || row->end_ms)
        buffer_printf(out, " start %+" PRId64 " ms, end %+" PRId64 " ms", row->start_ms, row->end_ms);
    if (untimed)
        buffer_printf(out, " %s", untimed);
    buffer_append_text(out, " @@\n");
    diff_output_put_captions(out, equal ? ' ' : '-', a, row->a, row->a_count);
    if (!equal)
        diff_output_put_captions(out, '+', b, row->b, row->b_count);
}

/* What is wrong with one side, by the style. */
static void diff_output_say_verdict(const struct diff_shown *shown, int side, char mark)
{
    const struct diff_side *one = shown->sides[side];
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%c ", mark);
    diff_output_put_clean(&line, one->word);
    buffer_append_text(&line, ": ");
    caption_verdict_put_counts(&line, one->input.file.count, one->by_level);
    cli_say("%s; style %s", buffer_text(&line), shown->verdict->style->name);
    buffer_free(&line);
}

/* The parameters of two exports that are not alike. */
static void diff_output_say_params(const struct diff_shown *shown)
{
    const struct param_set *a = shown->sides[0]->params, *b = shown->sides[1]->params;
    for (size_t i = 0; i < a->table->count; i++) {
        const char *one = param_set_get(a, (int)i), *two = param_set_get(b, (int)i);
        if (one == two || (one && two && strcmp(one, two) == 0))
            continue;
        char *left = text_clean_copy(one ? one : "not sent"),
             *right = text_clean_copy(two ? two : "not sent");
        cli_say("%s: - %s, + %s", a->table->rows[i].name, left, right);
        free(left);
        free(right);
    }
}

/* "aligned by words: 7 same, 25 wrap" */
static void diff_output_say_summary(const struct caption_diff *diff)
{
    struct buffer line;
    const char *before = ": ";
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    if (diff->by_time)
        buffer_append_text(&line, "aligned by times, because too many words differ");
    else
        buffer_append_text(&line, "aligned by words");
    for (int kind = 0; kind < DIFF_KIND_COUNT; kind++) {
        if (diff->by_kind[kind] == 0)
            continue;
        buffer_printf(&line, "%s%zu %s", before, diff->by_kind[kind],
                      caption_diff_kind_name((enum caption_diff_kind)kind));
        before = ", ";
    }
    cli_say("%s", buffer_text(&line));
    buffer_free(&line);
}

static void diff_write_text(struct cli *cli, const struct diff_shown *shown)
{
    struct buffer out;
    buffer_init(&out, OUTPUT_MAX);
    for (int side = 0; side < 2 && shown->differs; side++) {
        buffer_append_text(&out, side ? "+++ " : "--- ");
        diff_output_put_clean(&out, shown->sides[side]->word);
        buffer_append_char(&out, '\n');
    }
    for (size_t i = 0; i < shown->diff->count; i++)
        if (shown->kinds[shown->diff->rows[i].kind])
            diff_output_put_row(&out, shown, &shown->diff->rows[i]);
    cli_put_buffer(cli, &out);
    diff_output_say_verdict(shown, 0, '-');
    diff_output_say_verdict(shown, 1, '+');
    if (shown->sides[0]->input.id && shown->sides[1]->input.id)
        diff_output_say_params(shown);
    diff_output_say_summary(shown->diff);
}

/* --- JSON --- */

/* [{"caption","start_ms","end_ms","lines"}] */
static json_t *diff_json_captions(const struct caption_file *file, size_t first, size_t count)
{
    json_t *array = json_array();
    for (size_t i = first; i < first + count; i++) {
        const struct caption *caption = &file->captions[i];
        json_t *lines = json_array();
        for (size_t j = 0; j < caption->count; j++)
            json_array_append_new(lines,
                                  cli_json_text(caption->lines[j].text, strlen(caption->lines[j].text)));
        json_array_append_new(
            array, json_pack("{s:I, s:o, s:o, s:o}", "caption", (json_int_t)i + 1, "start_ms",
                             caption->timed ? json_integer(caption->start_ms) : json_null(), "end_ms",
                             caption->timed ? json_integer(caption->end_ms) : json_null(), "lines", lines));
    }
    return array;
}

/* The words that only one side has, where the text is not equal. */
static void diff_json_add_words(json_t *object, const struct diff_shown *shown,
                                const struct caption_diff_row *row)
{
    struct caption_diff_word *words;
    json_t *removed = json_array(), *added = json_array();
    size_t count =
        caption_diff_words(row, &shown->sides[0]->input.file, &shown->sides[1]->input.file, &words);
    for (size_t i = 0; i < count; i++)
        if (words[i].side != 0)
            json_array_append_new(words[i].side < 0 ? removed : added,
                                  cli_json_text(words[i].s, words[i].len));
    json_object_set_new(object, "removed", removed);
    json_object_set_new(object, "added", added);
    free(words);
}

/* {"kind","a","b","start_change_ms","end_change_ms","removed","added"} */
static json_t *diff_json_row(const struct diff_shown *shown, const struct caption_diff_row *row)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(caption_diff_kind_name(row->kind)));
    json_object_set_new(object, "a", diff_json_captions(&shown->sides[0]->input.file, row->a, row->a_count));
    json_object_set_new(object, "b", diff_json_captions(&shown->sides[1]->input.file, row->b, row->b_count));
    json_object_set_new(object, "start_change_ms", row->timed ? json_integer(row->start_ms) : json_null());
    json_object_set_new(object, "end_change_ms", row->timed ? json_integer(row->end_ms) : json_null());
    diff_json_add_words(object, shown, row);
    return object;
}

/* {"given","file","id","format","captions","errors","warnings","notes","parameters"} */
static json_t *diff_json_side(const struct diff_side *side)
{
    json_t *object = json_object();
    json_object_set_new(object, "given", cli_json_text(side->word, strlen(side->word)));
    json_object_set_new(object, "file", cli_json_text(side->input.name, strlen(side->input.name)));
    json_object_set_new(object, "id", side->input.id ? json_integer(side->input.id) : json_null());
    json_object_set_new(object, "format", json_string(caption_format_name(side->input.file.format)));
    json_object_set_new(object, "captions", json_integer((json_int_t)side->input.file.count));
    json_object_set_new(object, "errors", json_integer((json_int_t)side->by_level[LEVEL_ERROR]));
    json_object_set_new(object, "warnings", json_integer((json_int_t)side->by_level[LEVEL_WARNING]));
    json_object_set_new(object, "notes", json_integer((json_int_t)side->by_level[LEVEL_NOTE]));
    json_object_set_new(object, "parameters", side->input.id ? param_set_to_json(side->params) : json_null());
    return object;
}

/* {"ok","aligned_by","counts","style","a","b"}, the last line. */
static json_t *diff_json_summary(const struct diff_shown *shown)
{
    json_t *object = json_object(), *counts = json_object();
    for (int kind = 0; kind < DIFF_KIND_COUNT; kind++)
        json_object_set_new(counts, caption_diff_kind_name((enum caption_diff_kind)kind),
                            json_integer((json_int_t)shown->diff->by_kind[kind]));
    json_object_set_new(object, "ok", json_boolean(!shown->differs));
    json_object_set_new(object, "aligned_by", json_string(shown->diff->by_time ? "times" : "words"));
    json_object_set_new(object, "counts", counts);
    json_object_set_new(object, "style", json_string(shown->verdict->style->name));
    json_object_set_new(object, "a", diff_json_side(shown->sides[0]));
    json_object_set_new(object, "b", diff_json_side(shown->sides[1]));
    return object;
}

void diff_write(struct cli *cli, const struct diff_shown *shown)
{
    if (!cli->json) {
        diff_write_text(cli, shown);
        return;
    }
    for (size_t i = 0; i < shown->diff->count && !cli->out_errno; i++)
        if (shown->kinds[shown->diff->rows[i].kind])
            cli_put_json(cli, diff_json_row(shown, &shown->diff->rows[i]));
    cli_put_json(cli, diff_json_summary(shown));
}
