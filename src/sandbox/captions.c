/* Owns the export parameters, the cutting of a transcript into captions, and the files they become. Pure.
 *
 * One pass lays words into lines and lines into captions; a second drops what was stripped; a third gives
 * times. */
/* SPDX-License-Identifier: MIT */
#include "captions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define COUNT(rows)         (sizeof(rows) / sizeof(rows)[0])
#define LINE_LENGTH_DEFAULT 37
#define LINE_LENGTH_MAX     1000

/* What only shows that a format is passed on: one caption each, whatever the project and the parameters. */
static const char file_ssa[] =
    "[Script Info]\nScriptType: v4.00\n\n[Events]\n"
    "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: Marked=0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ass[] =
    "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    "Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,Good evening.\n";
static const char file_ttml[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<tt xmlns=\"http://www.w3.org/ns/ttml\" xml:lang=\"en\"><body><div>\n"
                                "<p begin=\"00:00:01.000\" end=\"00:00:03.000\">Good evening.</p>\n"
                                "</div></body></tt>\n";
static const char file_stl[1024] = "850STL25.01"; /* a header without captions */

static const struct format formats[] = {
    {"srt", "application/x-subrip", FILE_SRT, NULL, 0},
    {"vtt", "text/vtt", FILE_VTT, NULL, 0},
    {"txt", "text/plain; charset=utf-8", FILE_TXT, NULL, 0},
    {"ssa", "text/x-ssa", FILE_FIXED, file_ssa, sizeof file_ssa - 1},
    {"ass", "text/x-ass", FILE_FIXED, file_ass, sizeof file_ass - 1},
    {"ttml", "application/ttml+xml", FILE_FIXED, file_ttml, sizeof file_ttml - 1},
    {"stl", "application/octet-stream", FILE_FIXED, file_stl, sizeof file_stl},
};

/* --- the export parameters --- */

/* Which of a NULL-ended list of words a text is; -1 for none of them, which is noted, or when it is empty. */
static int read_word(const struct param_set *set, const char *name, const char *const *words, char **note)
{
    const char *text = value_text(set, name);
    for (int i = 0; words[i]; i++) {
        if (text_equal_nocase(words[i], text))
            return i;
    }
    if (text[0])
        value_note_unknown(note, name);
    return -1;
}

static const char *read_color(const struct param_set *set, const char *name, char **note)
{
    const char *const *colors = set->table->rows[param_find(set->table, name)].suggestions;
    int color = read_word(set, name, colors, note);
    return color < 0 ? "White" : colors[color];
}

/* Reads a duration that may not be negative; *bad becomes the name of the first that is none. */
static int64_t read_duration(const struct param_set *set, const char *name, const char **bad)
{
    int64_t ms = value_int(set, name);
    if (!*bad && (ms < 0 || ms > INT32_MAX))
        *bad = name;
    return ms;
}

const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 const char *language, char **note)
{
    static const char *const placements[] = {[SIGN_UTTERANCE] = "utteranceStartOnly",
                                             [SIGN_CAPTION] = "everyCaption",
                                             [SIGN_LINE] = "everyLine",
                                             NULL};
    const char *id = value_text(set, "FileFormatId"), *own = value_text(set, "Language"), *bad = NULL;
    *options = (struct caption_options){
        .line_length = LINE_LENGTH_DEFAULT,
        .max_lines = value_bool(set, "ForceSingleLine") ? 1 : 2,
        .keep_stripped = value_bool(set, "KeepStripped"),
        .keep_inner_stripped = value_bool(set, "KeepInnerLinesStripped"),
        .remove_noises = value_bool(set, "RemoveNoises"),
        .use_speaker_name = value_bool(set, "UseSpeakerName"),
        .capitals = value_bool(set, "MakeAllUpperCase"),
        .sign = value_text(set, "SpeakerSign"),
        .ellipsis = value_text(set, "Ellipsis"),
        .chars_per_second = value_number(set, "CharsPerSecond"),
        .language = own[0] ? own : language,
        .right_to_left = value_bool(set, "IsRightToLeft"),
    };
    for (size_t i = 0; i < COUNT(formats) && !options->format; i++) {
        if (!id[0] || text_equal_nocase(formats[i].id, id))
            options->format = &formats[i];
    }
    int placement = read_word(set, "SpeakerSignPlacement", placements, note);
    options->placement = placement < 0 ? SIGN_UTTERANCE : (enum sign_placement)placement;
    options->crlf = read_word(set, "VariantId", (const char *const[]){"crlf", "default", NULL}, note) == 0;
    options->italics =
        read_word(set, "FormattingMode", (const char *const[]){"Tags", "None", NULL}, note) == 0;
    options->highlight =
        read_word(set, "HighlightingMode", (const char *const[]){"Words", "None", NULL}, note) == 0;
    options->color = read_color(set, "UnhighlightedColor", note);
    options->background = read_color(set, "UnhighlightedBackgroundColor", note);

    const char *length = value_text(set, "SubtitleLineLength");
    if (!options->format)
        bad = "FileFormatId";
    else if (length[0] && (!text_parse_int(length, &options->line_length) || options->line_length < 1 ||
                           options->line_length > LINE_LENGTH_MAX))
        bad = "SubtitleLineLength";
    options->pause_ms = read_duration(set, "PauseBetweenCaptionsMs", &bad);
    options->autofill_ms = read_duration(set, "AutofillPauseBetweenCaptionsMs", &bad);
    options->min_ms = read_duration(set, "MinLineDurationMs", &bad);
    options->gap_ms = read_duration(set, "EllipsisGapDurationMs", &bad);
    if (!bad && !(options->chars_per_second > 0))
        bad = "CharsPerSecond";
    return bad ? bad : own[0] && !value_is_language(own) ? "Language" : NULL;
}

/* --- words into lines into captions --- */

/* The captions in the making. */
struct setter {
    const struct caption_options *options;
    const struct transcript *transcript;
    struct cues *out;
    struct cue *cue;       /* the current one, or NULL when the next word begins one */
    struct cue_line *line; /* the current one of it, or NULL */
    int64_t line_used;     /* characters in the current line */
    int64_t cue_used;      /* characters in the current caption */
    int64_t part_at;       /* characters after which a sentence that needs several captions is parted, or 0 */
    int speaker;           /* of the utterance before; -1 at the start */
    bool planned;          /* the captions of the current sentence are */
    bool sign_due;         /* the next word gets the sign of an utterance */
    bool resumes;          /* the next word comes after a gap within a sentence */
};

static int64_t length_of(const char *text)
{
    return caption_length(text, strlen(text));
}

void caption_capitals(struct buffer *out, const char *text)
{
    for (size_t at = 0, len = strlen(text); at < len;) {
        uint32_t code;
        char bytes[4];
        at += text_decode(text + at, len - at, &code);
        buffer_append(out, bytes, text_encode((uint32_t)towupper((wint_t)code), bytes));
    }
}

static void line_free(struct cue_line *line)
{
    for (size_t i = 0; i < line->count; i++)
        free(line->words[i].text);
    free(line->words);
}

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

static void setter_close_cue(struct setter *setter)
{
    setter->cue = NULL;
    setter->line = NULL;
}

/* Begins a line, and a caption when there is none. */
static void setter_open_line(struct setter *setter, const struct transcript_token *token)
{
    struct cues *out = setter->out;
    bool first = !setter->cue;
    if (first) {
        if ((out->count & (out->count + 1)) == 0) /* room for a power of two, less one */
            out->rows = mem_grow(out->rows, 2 * out->count + 2, sizeof *out->rows);
        setter->cue = &out->rows[out->count++];
        *setter->cue = (struct cue){.start_ms = token->start_ms, .end_ms = token->end_ms};
        setter->cue_used = 0;
    }
    struct cue *cue = setter->cue;
    cue->lines = mem_grow(cue->lines, cue->count + 1, sizeof *cue->lines);
    setter->line = &cue->lines[cue->count++];
    *setter->line = (struct cue_line){.noise = token->noise, .song = token->song};
    setter->line_used = 0;
    enum sign_placement placement = setter->options->placement;
    if (placement == SIGN_LINE || (placement == SIGN_CAPTION && first))
        setter->sign_due = true;
}

/* Appends a word to the current line; takes the text. */
static void setter_put(struct setter *setter, char *text, int64_t start_ms, int64_t end_ms)
{
    struct cue_line *line = setter->line;
    int64_t used = length_of(text) + (line->count > 0);
    line->words = mem_grow(line->words, line->count + 1, sizeof *line->words);
    line->words[line->count++] = (struct cue_word){.text = text, .start_ms = start_ms, .end_ms = end_ms};
    setter->line_used += used;
    setter->cue_used += used;
    setter->cue->end_ms = end_ms;
}

/* Is a token left out with no trace? */
static bool setter_drops(const struct setter *setter, const struct transcript_token *token)
{
    const struct caption_options *options = setter->options;
    return token->noise && options->remove_noises && !options->keep_stripped && !options->keep_inner_stripped;
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

/* Does the line have no room left for a token? A dash stays with the word before it. */
static bool setter_is_full(const struct setter *setter, size_t index, const char *text, int64_t line_used)
{
    size_t next = setter_next(setter, index);
    bool dash =
        next < setter->transcript->count && strcmp(transcript_text(setter->transcript, next), "–") == 0;
    return line_used + 1 + length_of(text) + (dash ? 2 : 0) > setter->options->line_length;
}

/* How many captions the rest of a sentence needs, with the current one; *all gets the characters in them. */
static int64_t setter_count(const struct setter *setter, size_t index, int64_t *all)
{
    int64_t sign = setter->sign_due ? length_of(setter->options->sign) + 1 : 0;
    int64_t line = (setter->line ? setter->line_used : 0) + sign;
    int64_t lines = setter->cue ? (int64_t)setter->cue->count + !setter->line : 1;
    int64_t per_cue = (int64_t)setter->options->max_lines;
    *all = (setter->cue ? setter->cue_used : 0) + sign;
    for (; index < setter->transcript->count; index = setter_next(setter, index)) {
        const char *text = transcript_text(setter->transcript, index);
        if (line > 0 && setter_is_full(setter, index, text, line)) {
            line = 0;
            lines++;
        }
        line += length_of(text) + (line > 0);
        *all += length_of(text) + 1;
    }
    return (lines + per_cue - 1) / per_cue;
}

/* Plans the captions of what is left of a sentence. When they are several it begins a caption of its own,
 * unless a word or two stand in the current one, and is parted evenly, so that no last word stands alone. */
static void setter_plan(struct setter *setter, size_t index)
{
    int64_t all, cues = setter_count(setter, index, &all);
    if (cues > 1 && setter->cue && setter->cue_used >= setter->options->line_length / 2) {
        setter_close_cue(setter);
        cues = setter_count(setter, index, &all);
    }
    setter->part_at = cues > 1 ? all / cues : 0;
    setter->planned = true;
}

/* Ends what must end before this token: at an utterance, a gap, a noise that will be stripped. */
static void setter_break_before(struct setter *setter, size_t index)
{
    const struct transcript_token *token = &setter->transcript->tokens[index];
    const struct caption_options *options = setter->options;
    if (index == 0 || token->utterance) {
        setter_close_cue(setter);
        setter->planned = false;
        setter->sign_due = index == 0 || token->speaker != setter->speaker || setter->sign_due;
        setter->speaker = token->speaker;
        return;
    }
    const struct transcript_token *before = token - 1;
    if (setter->line && options->ellipsis[0] && token->start_ms - before->end_ms >= options->gap_ms &&
        !before->sentence_end && !before->noise && !token->noise) {
        /* A gap within a sentence: the last word gets the ellipsis, and so will the next one. */
        struct cue_word *last = &setter->line->words[setter->line->count - 1];
        char *text = mem_printf("%s%s", last->text, options->ellipsis);
        free(last->text);
        last->text = text;
        setter->resumes = true;
        setter->planned = false;
        setter_close_cue(setter);
    } else if (options->remove_noises && token->noise != before->noise && !setter_drops(setter, before)) {
        setter->line = NULL;
    }
}

/* Ends the caption behind a token: at the end of a sentence when it is long enough, or when it is full enough
 * for its part of the sentence, which goes on. A comma is a good place a little before. */
static void setter_break_after(struct setter *setter, size_t index, const char *text)
{
    bool ends = setter->transcript->tokens[index].sentence_end;
    size_t len = strlen(text);
    bool comma = len > 0 && text[len - 1] == ',';
    bool full = !ends && setter->part_at > 0 &&
                setter->cue_used >= (comma ? setter->part_at * 3 / 4 : setter->part_at) &&
                setter_next(setter, index) < setter->transcript->count;
    setter->planned = setter->planned && !ends && !full;
    if (full || (ends && setter->cue_used >= setter->options->line_length))
        setter_close_cue(setter);
}

static void setter_lay(struct setter *setter, size_t index)
{
    const struct caption_options *options = setter->options;
    const struct transcript *transcript = setter->transcript;
    const struct transcript_token *token = &transcript->tokens[index];
    bool drops = setter_drops(setter, token);
    if (drops && !token->utterance && index > 0)
        return;
    setter_break_before(setter, index);
    if (drops)
        return;
    if (!setter->planned)
        setter_plan(setter, index);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, setter->resumes ? options->ellipsis : "");
    if (options->capitals)
        caption_capitals(&out, transcript_text(transcript, index));
    else
        buffer_append_text(&out, transcript_text(transcript, index));
    char *text = buffer_take(&out);
    setter->resumes = false;
    if (setter->line && setter_is_full(setter, index, text, setter->line_used))
        setter->line = NULL;
    if (!setter->line && setter->cue && setter->cue->count >= options->max_lines)
        setter_close_cue(setter);
    bool named = setter->sign_due;
    if (!setter->line)
        setter_open_line(setter, token);
    if (setter->sign_due && !token->noise) {
        int64_t at = token->start_ms;
        setter->sign_due = false;
        if (options->sign[0])
            setter_put(setter, mem_copy(options->sign), at, at);
        if (named && options->use_speaker_name)
            setter_put(setter,
                       transcript->names ? mem_printf("%s:", transcript->names[token->speaker])
                                         : mem_printf("Speaker %d:", token->speaker + 1),
                       at, at);
    }
    setter_put(setter, text, token->start_ms, token->end_ms);
    setter_break_after(setter, index, text);
}

/* Strips all captions of their noises: lines and captions that are empty then are dropped, unless they are
 * kept. */
static void cues_strip(struct cues *cues, const struct caption_options *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < cues->count; i++) {
        struct cue *cue = &cues->rows[i];
        size_t lines = 0;
        bool has_text = false;
        for (size_t j = 0; j < cue->count; j++)
            has_text = has_text || !cue->lines[j].noise;
        for (size_t j = 0; j < cue->count; j++) {
            struct cue_line line = cue->lines[j];
            if (line.noise) {
                line_free(&line);
                line = (struct cue_line){.noise = true};
            }
            if (!line.noise || (has_text && options->keep_inner_stripped))
                cue->lines[lines++] = line;
        }
        cue->count = lines;
        if (has_text || options->keep_stripped)
            cues->rows[kept++] = *cue;
        else
            cue_free(cue);
    }
    cues->count = kept;
}

/* Lets captions stay as long as their reader wants, but never into the pause before the next one, nor beyond
 * the recording. */
static void cues_time(struct cues *cues, const struct caption_options *options, int64_t length_ms)
{
    for (size_t i = 0; i < cues->count; i++) {
        struct cue *cue = &cues->rows[i];
        int64_t characters = 0;
        for (size_t j = 0; j < cue->count; j++) {
            for (size_t k = 0; k < cue->lines[j].count; k++)
                characters += length_of(cue->lines[j].words[k].text) + 1;
        }
        double reading = 1000.0 * (double)characters / options->chars_per_second;
        int64_t stays = reading < INT32_MAX ? (int64_t)reading : INT32_MAX;
        int64_t wanted = cue->start_ms + (stays > options->min_ms ? stays : options->min_ms);
        if (cue->end_ms < wanted)
            cue->end_ms = wanted < length_ms ? wanted : length_ms;
        if (i + 1 == cues->count)
            break;
        int64_t next = cues->rows[i + 1].start_ms, latest = next - options->pause_ms;
        if (cue->end_ms > latest || latest - cue->end_ms + options->pause_ms <= options->autofill_ms)
            cue->end_ms = latest;
        if (cue->end_ms <= cue->start_ms) /* the pause is longer than there is room for */
            cue->end_ms = cue->start_ms + 1 < next ? cue->start_ms + 1 : next;
    }
}

void cues_make(struct cues *cues, const struct transcript *transcript, const struct caption_options *options)
{
    struct setter setter = {.options = options, .transcript = transcript, .out = cues, .speaker = -1};
    *cues = (struct cues){0};
    for (size_t i = 0; i < transcript->count; i++)
        setter_lay(&setter, i);
    if (options->remove_noises)
        cues_strip(cues, options);
    cues_time(cues, options, transcript->length_ms);
}

/* --- files --- */

static void write_time(struct buffer *out, int64_t ms, char point)
{
    buffer_printf(out, "%02lld:%02d:%02d%c%03d", (long long)(ms / 3600000), (int)(ms / 60000 % 60),
                  (int)(ms / 1000 % 60), point, (int)(ms % 1000));
}

/* The classes of a highlighted line in WebVTT: colors in small letters. The green of teletext is its lime. */
static void write_classes(struct buffer *out, const char *color, const char *background)
{
    size_t at = out->len;
    buffer_printf(out, "<c.%s.bg_%s>", strcmp(color, "Green") == 0 ? "lime" : color,
                  strcmp(background, "Green") == 0 ? "lime" : background);
    for (; at < out->len; at++)
        out->data[at] = (char)tolower((unsigned char)out->data[at]);
}

/* Appends a word: no text from outside ends a line of the file, and WebVTT has no place for controls. */
static void write_word(struct buffer *out, const char *text, bool vtt)
{
    for (; *text; text++) {
        const char *escaped = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (vtt && escaped)
            buffer_append_text(out, escaped);
        else if (!vtt || (unsigned char)*text >= 0x20)
            buffer_append_char(out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
}

/* Appends one line of a caption with its marks. Plain text has none; where the words of WebVTT light up, one
 * has its time before it when that lies within the cue and after the time before, *last_ms; SubRip has no
 * times of words, and a line that is not highlighted gets its colors. */
static void write_line(struct buffer *out, const struct cue *cue, const struct cue_line *line,
                       const struct caption_options *options, int64_t *last_ms)
{
    bool plain = options->format->kind == FILE_TXT, vtt = options->format->kind == FILE_VTT;
    bool italic = !plain && options->italics && (line->noise || line->song);
    bool highlight = !plain && options->highlight;
    if (options->right_to_left)
        buffer_append_text(out, "\xE2\x80\xAB"); /* U+202B: right-to-left embedding */
    if (highlight && vtt)
        write_classes(out, options->color, options->background);
    else if (highlight)
        buffer_printf(out, "<font color=\"%s\" bgcolor=\"%s\">", options->color, options->background);
    buffer_append_text(out, italic ? "<i>" : "");
    for (size_t i = 0; i < line->count; i++) {
        int64_t start = line->words[i].start_ms;
        buffer_append_text(out, i > 0 ? " " : "");
        if (highlight && vtt && start > *last_ms && start < cue->end_ms) {
            buffer_append_char(out, '<');
            write_time(out, start, '.');
            buffer_append_char(out, '>');
            *last_ms = start;
        }
        write_word(out, line->words[i].text, vtt);
    }
    if (vtt && line->count == 0) /* an empty line would end the cue */
        buffer_append_text(out, "&nbsp;");
    buffer_append_text(out, italic ? "</i>" : "");
    buffer_append_text(out, !highlight ? "" : vtt ? "</c>" : "</font>");
    if (options->right_to_left)
        buffer_append_text(out, "\xE2\x80\xAC"); /* U+202C: its end */
    buffer_append_char(out, '\n');
}

void cues_write(struct buffer *out, const struct cues *cues, const struct caption_options *options)
{
    const struct format *format = options->format;
    struct buffer text;
    if (format->kind == FILE_FIXED) {
        buffer_append(out, format->file, format->size);
        return;
    }
    buffer_init(&text, out->max);
    if (format->kind == FILE_VTT)
        buffer_printf(&text, "WEBVTT\n\nNOTE Language: %s\n", options->language);
    for (size_t i = 0; i < cues->count; i++) {
        const struct cue *cue = &cues->rows[i];
        int64_t last_ms = cue->start_ms;
        if (i > 0 || format->kind == FILE_VTT)
            buffer_append_char(&text, '\n');
        if (format->kind == FILE_SRT)
            buffer_printf(&text, "%zu\n", i + 1);
        if (format->kind != FILE_TXT) {
            char point = format->kind == FILE_VTT ? '.' : ',';
            write_time(&text, cue->start_ms, point);
            buffer_append_text(&text, " --> ");
            write_time(&text, cue->end_ms, point);
            buffer_append_char(&text, '\n');
        }
        for (size_t j = 0; j < cue->count; j++)
            write_line(&text, cue, &cue->lines[j], options, &last_ms);
    }
    if (format->kind == FILE_SRT && cues->count > 0)
        buffer_append_char(&text, '\n');
    char *bytes = options->crlf ? text_replace(buffer_text(&text), "\n", "\r\n") : buffer_take(&text);
    buffer_append_text(out, options->crlf ? "\xEF\xBB\xBF" : "");
    buffer_append_text(out, bytes);
    free(bytes);
    buffer_free(&text);
}
