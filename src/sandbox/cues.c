/* Owns the cutting of a transcript into captions: lines, signs, ellipses, what is left out, and times. Pure.
 *
 * One pass lays words into lines and lines into captions; a second drops what was stripped; a third gives
 * times. */
/* SPDX-License-Identifier: MIT */
#include "cues.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* The captions in the making. */
struct setter {
    const struct cue_options *options;
    const struct transcript *transcript;
    struct cues *out;
    int64_t line_used; /* characters in the current line */
    int64_t cue_used;  /* characters in the current caption */
    int64_t part_at;   /* characters after which a sentence that needs several captions is parted, or 0 */
    int speaker;       /* of the utterance before; -1 at the start */
    bool cue_open, line_open;
    bool planned;  /* the captions of the current sentence are */
    bool sign_due; /* the next word gets the sign of an utterance */
    bool resumes;  /* the next word comes after a gap within a sentence */
};

size_t cues_length(const char *text)
{
    size_t count = 0, len = strlen(text), at = 0;
    for (; at < len; count++) {
        uint32_t code;
        at += (unsigned char)text[at] < 0x80 ? 1 : text_decode(text + at, len - at, &code);
    }
    return count;
}

/* Frees the words of a line. */
static void line_free(struct cue_line *line)
{
    for (size_t i = 0; i < line->count; i++)
        free(line->words[i].text);
    free(line->words);
}

/* Frees the lines of a caption. */
static void cue_free(struct cue *cue)
{
    for (size_t i = 0; i < cue->count; i++)
        line_free(&cue->lines[i]);
    free(cue->lines);
}

void cues_free(struct cues *cues)
{
    for (size_t i = 0; i < cues->count; i++)
        cue_free(&cues->rows[i]);
    free(cues->rows);
    *cues = (struct cues){0};
}

/* --- words into lines into captions --- */

static struct cue *setter_cue(struct setter *setter)
{
    return &setter->out->rows[setter->out->count - 1];
}

static struct cue_line *setter_line(struct setter *setter)
{
    struct cue *cue = setter_cue(setter);
    return &cue->lines[cue->count - 1];
}

/* Appends a word to the current line. */
static void setter_put(struct setter *setter, char *text, int64_t start_ms, int64_t end_ms)
{
    struct cue_line *line = setter_line(setter);
    int64_t used = (int64_t)cues_length(text) + (line->count > 0);
    line->words = mem_grow(line->words, line->count + 1, sizeof *line->words);
    line->words[line->count++] = (struct cue_word){.text = text, .start_ms = start_ms, .end_ms = end_ms};
    setter->line_used += used;
    setter->cue_used += used;
    setter_cue(setter)->end_ms = end_ms;
}

/* Begins a caption. */
static void setter_open_cue(struct setter *setter, const struct transcript_token *token)
{
    struct cues *out = setter->out;
    if ((out->count & (out->count + 1)) == 0)
        out->rows = mem_grow(out->rows, 2 * out->count + 2, sizeof *out->rows);
    out->rows[out->count++] = (struct cue){.start_ms = token->start_ms, .end_ms = token->end_ms};
    setter->cue_open = true;
    setter->cue_used = 0;
}

/* Begins a line, and a caption when there is none. */
static void setter_open_line(struct setter *setter, const struct transcript_token *token)
{
    bool first = !setter->cue_open;
    if (first)
        setter_open_cue(setter, token);
    struct cue *cue = setter_cue(setter);
    cue->lines = mem_grow(cue->lines, cue->count + 1, sizeof *cue->lines);
    cue->lines[cue->count++] = (struct cue_line){.noise = token->noise, .song = token->song};
    setter->line_open = true;
    setter->line_used = 0;
    enum sign_placement placement = setter->options->placement;
    if (placement == SIGN_LINE || (placement == SIGN_CAPTION && first))
        setter->sign_due = true;
}

static void setter_close_line(struct setter *setter)
{
    setter->line_open = false;
}

static void setter_close_cue(struct setter *setter)
{
    setter->line_open = false;
    setter->cue_open = false;
}

/* Puts the speaker's sign and name before the next word. */
static void setter_put_sign(struct setter *setter, const struct transcript_token *token, bool named)
{
    setter->sign_due = false;
    if (setter->options->sign[0])
        setter_put(setter, mem_copy(setter->options->sign), token->start_ms, token->start_ms);
    if (named && setter->options->use_speaker_name) {
        char name[100];
        transcript_speaker(name, sizeof name, setter->transcript, token->speaker);
        setter_put(setter, mem_printf("%s:", name), token->start_ms, token->start_ms);
    }
}

/* The text of a token as it will stand: after an ellipsis, in capitals. Caller frees. */
static char *setter_text(const struct setter *setter, size_t index)
{
    const char *text = transcript_text(setter->transcript, index);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (setter->resumes)
        buffer_append_text(&out, setter->options->ellipsis);
    if (setter->options->capitals)
        transcript_letters(&out, text, strlen(text), true);
    else
        buffer_append_text(&out, text);
    return buffer_take(&out);
}

/* Ends the caption before a gap within a sentence: its last word gets the ellipsis, and so will the
 * next one. */
static void setter_break_at_gap(struct setter *setter)
{
    struct cue_line *line = setter_line(setter);
    struct cue_word *last = &line->words[line->count - 1];
    char *text = mem_printf("%s%s", last->text, setter->options->ellipsis);
    free(last->text);
    last->text = text;
    setter->resumes = true;
    setter->planned = false;
    setter_close_cue(setter);
}

/* Is a token left out with no trace? */
static bool setter_drops(const struct setter *setter, const struct transcript_token *token)
{
    const struct cue_options *options = setter->options;
    return token->noise && options->remove_noises && !options->keep_stripped && !options->keep_inner_stripped;
}

/* Ends what must end before this token: at an utterance, a gap, a noise that will be stripped. */
static void setter_break_before(struct setter *setter, size_t index)
{
    const struct transcript_token *token = &setter->transcript->tokens[index], *before = token - 1;
    if (index == 0 || token->utterance) {
        setter_close_cue(setter);
        setter->planned = false;
        setter->sign_due = index == 0 || token->speaker != setter->speaker || setter->sign_due;
        setter->speaker = token->speaker;
        return;
    }
    bool gap = token->start_ms - before->end_ms >= setter->options->gap_ms && !before->sentence_end &&
               !before->noise && !token->noise && setter->options->ellipsis[0] && setter->cue_open &&
               setter->line_open;
    if (gap)
        setter_break_at_gap(setter);
    else if (setter->options->remove_noises && token->noise != before->noise && !setter_drops(setter, before))
        setter_close_line(setter);
}

/* The next token of the sentence, or the count of tokens when there is none. */
static size_t setter_next(const struct setter *setter, size_t index)
{
    const struct transcript *transcript = setter->transcript;
    const struct transcript_token *token = &transcript->tokens[index], *next = token + 1;
    size_t end = transcript->count;
    if (token->sentence_end)
        return end;
    for (index++; index < end && !next->utterance && setter_drops(setter, next); index++)
        next++;
    bool goes_on =
        index < end && !next->utterance && next->start_ms - token->end_ms < setter->options->gap_ms;
    return goes_on ? index : end;
}

/* The room that a token needs: a dash stays with the word before it. */
static int64_t setter_room(const struct setter *setter, size_t index, const char *text)
{
    size_t next = setter_next(setter, index);
    bool dash =
        next < setter->transcript->count && strcmp(transcript_text(setter->transcript, next), "–") == 0;
    return (int64_t)cues_length(text) + (dash ? 2 : 0);
}

/* Ends the line, or the caption with it, when a word has no room left. */
static void setter_break_for_room(struct setter *setter, size_t index, const char *text)
{
    if (setter->line_open &&
        setter->line_used + 1 + setter_room(setter, index, text) > setter->options->line_length)
        setter_close_line(setter);
    if (!setter->line_open && setter->cue_open && setter_cue(setter)->count >= setter->options->max_lines)
        setter_close_cue(setter);
}

/* How many captions the rest of a sentence needs, with the current one; *all gets the characters in them. */
static int64_t setter_count(const struct setter *setter, size_t index, int64_t *all)
{
    const struct cue_options *options = setter->options;
    int64_t sign = setter->sign_due ? (int64_t)cues_length(options->sign) + 1 : 0;
    int64_t line = (setter->line_open ? setter->line_used : 0) + sign, lines = 1;
    int64_t per_cue = (int64_t)options->max_lines;
    if (setter->cue_open)
        lines = (int64_t)setter->out->rows[setter->out->count - 1].count + !setter->line_open;
    *all = (setter->cue_open ? setter->cue_used : 0) + sign;
    for (; index < setter->transcript->count; index = setter_next(setter, index)) {
        const char *text = transcript_text(setter->transcript, index);
        int64_t len = (int64_t)cues_length(text);
        if (line > 0 && line + 1 + setter_room(setter, index, text) > options->line_length) {
            line = 0;
            lines++;
        }
        line += len + (line > 0);
        *all += len + 1;
    }
    return (lines + per_cue - 1) / per_cue;
}

/* Plans the captions of what is left of a sentence. When they are several it begins a caption of its own,
 * unless a word or two stand in the current one, and is parted evenly, so that no last word stands alone. */
static void setter_plan(struct setter *setter, size_t index)
{
    int64_t all, cues = setter_count(setter, index, &all);
    if (cues > 1 && setter->cue_open && setter->cue_used >= setter->options->line_length / 2) {
        setter_close_cue(setter);
        cues = setter_count(setter, index, &all);
    }
    setter->part_at = cues > 1 ? all / cues : 0;
    setter->planned = true;
}

/* Is the current caption full enough for its part of the sentence, which goes on? A comma is a good place a
 * little before. */
static bool setter_part_is_full(const struct setter *setter, size_t index, const char *text)
{
    size_t len = strlen(text);
    bool comma = len > 0 && text[len - 1] == ',';
    return setter->part_at > 0 && setter->cue_used >= (comma ? setter->part_at * 3 / 4 : setter->part_at) &&
           setter_next(setter, index) < setter->transcript->count;
}

/* Ends the caption behind a token: at the end of a sentence when it is long enough, or when its part is full.
 */
static void setter_break_after(struct setter *setter, size_t index, const char *text)
{
    bool ends = setter->transcript->tokens[index].sentence_end;
    bool full = !ends && setter_part_is_full(setter, index, text);
    setter->planned = setter->planned && !ends && !full;
    if (full || (ends && setter->cue_used >= setter->options->line_length))
        setter_close_cue(setter);
}

/* Lays one token. */
static void setter_lay(struct setter *setter, size_t index)
{
    const struct transcript_token *token = &setter->transcript->tokens[index];
    if (setter_drops(setter, token) && !token->utterance && index > 0)
        return;
    setter_break_before(setter, index);
    if (setter_drops(setter, token))
        return;
    if (!setter->planned)
        setter_plan(setter, index);
    char *text = setter_text(setter, index);
    setter->resumes = false;
    setter_break_for_room(setter, index, text);
    bool utterance = setter->sign_due;
    if (!setter->line_open)
        setter_open_line(setter, token);
    if (setter->sign_due && !token->noise)
        setter_put_sign(setter, token, utterance);
    setter_put(setter, text, token->start_ms, token->end_ms);
    setter_break_after(setter, index, text);
}

/* --- what was stripped --- */

/* Drops the lines of a caption that noise removal emptied, unless they are kept. True when text is left. */
static bool cue_strip(struct cue *cue, const struct cue_options *options)
{
    size_t kept = 0;
    bool has_text = false;
    for (size_t i = 0; i < cue->count; i++)
        has_text = has_text || !cue->lines[i].noise;
    for (size_t i = 0; i < cue->count; i++) {
        struct cue_line *line = &cue->lines[i];
        if (line->noise && !(has_text && options->keep_inner_stripped)) {
            line_free(line);
            continue;
        }
        if (line->noise) {
            line_free(line);
            *line = (struct cue_line){.noise = true};
        }
        cue->lines[kept++] = *line;
    }
    cue->count = kept;
    return has_text;
}

/* Strips all captions of noises; those without text are dropped unless they are kept. */
static void cues_strip(struct cues *cues, const struct cue_options *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < cues->count; i++) {
        if (cue_strip(&cues->rows[i], options) || options->keep_stripped)
            cues->rows[kept++] = cues->rows[i];
        else
            cue_free(&cues->rows[i]);
    }
    cues->count = kept;
}

/* --- times --- */

/* Characters of a caption: what its reader has to read. */
static int64_t cue_characters(const struct cue *cue)
{
    int64_t count = 0;
    for (size_t i = 0; i < cue->count; i++) {
        for (size_t j = 0; j < cue->lines[i].count; j++)
            count += (int64_t)cues_length(cue->lines[i].words[j].text) + 1;
    }
    return count;
}

/* How long a caption should stay at least. */
static int64_t cue_wanted_ms(const struct cue *cue, const struct cue_options *options)
{
    double reading = 1000.0 * (double)cue_characters(cue) / options->chars_per_second;
    int64_t wanted = reading < INT32_MAX ? (int64_t)reading : INT32_MAX;
    return wanted > options->min_ms ? wanted : options->min_ms;
}

/* Lets captions stay as long as they should, but never into the pause before the next one, nor beyond the
 * recording. */
static void cues_time(struct cues *cues, const struct cue_options *options, int64_t length_ms)
{
    for (size_t i = 0; i < cues->count; i++) {
        struct cue *cue = &cues->rows[i];
        int64_t wanted = cue->start_ms + cue_wanted_ms(cue, options);
        if (cue->end_ms < wanted)
            cue->end_ms = wanted < length_ms ? wanted : length_ms;
        if (i + 1 == cues->count)
            break;
        int64_t next = cues->rows[i + 1].start_ms, latest = next - options->pause_ms;
        if (cue->end_ms < latest && latest - cue->end_ms + options->pause_ms <= options->autofill_ms)
            cue->end_ms = latest;
        if (cue->end_ms > latest)
            cue->end_ms = latest;
        if (cue->end_ms <= cue->start_ms) /* the pause is longer than there is room for */
            cue->end_ms = cue->start_ms + 1 < next ? cue->start_ms + 1 : next;
    }
}

void cues_make(struct cues *cues, const struct transcript *transcript, const struct cue_options *options)
{
    struct setter setter = {.options = options, .transcript = transcript, .out = cues, .speaker = -1};
    *cues = (struct cues){0};
    for (size_t i = 0; i < transcript->count; i++)
        setter_lay(&setter, i);
    if (options->remove_noises)
        cues_strip(cues, options);
    cues_time(cues, options, transcript->length_ms);
}
