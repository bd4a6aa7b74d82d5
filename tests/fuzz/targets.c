/* Owns the fuzz targets: what comes from servers and people, and what must hold for any of it. */
/* SPDX-License-Identifier: MIT */
#include "fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content.h"
#include "disposition.h"
#include "ini.h"
#include "json.h"
#include "record.h"
#include "reply_error.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/caption/caption.h"
#include "steno/caption/check.h"
#include "steno/caption/diff.h"
#include "steno/caption/read.h"
#include "steno/core/settings.h"
#include "steno/store/config.h"

/* Longer ones than a hundred thousand years are shown, but their hours have more digits than are read. */
#define FUZZ_LENGTH_MAX_MS (INT64_C(100000) * 366 * 24 * 3600 * 1000)

/* A promise that does not hold ends the process where a fuzzer and a sanitizer see it. */
static void must(bool held, const char *promise)
{
    if (!held) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* Text for a terminal: valid, and no code point that a terminal acts on (a newline only where allowed). */
static void must_be_clean(const char *s, size_t len, bool lines)
{
    must(text_is_valid(s, len), "cleaned text is valid UTF-8");
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(s + at, len - at, &code);
        must((lines && code == '\n') || !text_code_is_hostile(code), "cleaned text holds nothing hostile");
    }
}

static void fuzz_clean(const uint8_t *data, size_t size)
{
    struct buffer once, twice;
    buffer_init(&once, BUFFER_MAX_DEFAULT);
    buffer_init(&twice, BUFFER_MAX_DEFAULT);
    text_clean(&once, (const char *)data, size);
    must_be_clean(buffer_text(&once), once.len, false);
    text_clean(&twice, buffer_text(&once), once.len);
    must(text_is_clean((const char *)data, size) ==
             (once.len == size && memcmp(buffer_text(&once), data, size) == 0),
         "clean text is what cleaning leaves as it is");
    must(strcmp(buffer_text(&once), buffer_text(&twice)) == 0, "cleaning twice changes nothing");
    char cut[64];
    must(text_clip(cut, sizeof cut, buffer_text(&once), 10) <= 10, "clipped text fits");
    must(text_is_valid(cut, strlen(cut)), "clipped text is valid");
    buffer_free(&once);
    buffer_free(&twice);
}

static void fuzz_json(const uint8_t *data, size_t size)
{
    struct error err;
    struct buffer mended;
    buffer_init(&mended, BUFFER_MAX_DEFAULT);
    if (json_is_decodable((const char *)data, size)) {
        json_mend(&mended, (const char *)data, size);
        must(mended.len == size && memcmp(buffer_text(&mended), data, size) == 0,
             "what needs no repair is left as it is");
    }
    buffer_free(&mended);
    json_t *value = json_decode((const char *)data, size, &err);
    if (!value) {
        must(err.kind == ERROR_BAD_REPLY && err.text[0], "a refused document has its reason");
        return;
    }
    struct buffer out, again;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_init(&again, BUFFER_MAX_DEFAULT);
    must(json_write(&out, value), "what was decoded can be written");
    must_be_clean(buffer_text(&out), out.len, false);
    json_t *back = json_decode(buffer_text(&out), out.len, &err);
    must(back != NULL, "what was written can be read");
    must(json_write(&again, back) && strcmp(buffer_text(&out), buffer_text(&again)) == 0,
         "what was read again is written alike");
    json_t *clean = json_clean_copy(value);
    must(clean != NULL, "a value can be cleaned");
    json_decref(clean);
    json_decref(back);
    json_decref(value);
    buffer_free(&out);
    buffer_free(&again);
}

static void fuzz_reply(const uint8_t *data, size_t size)
{
    struct error err;
    struct project *project = project_decode((const char *)data, size, &err);
    if (project) {
        must_be_clean(project->name, strlen(project->name), false);
        must_be_clean(project->state, strlen(project->state), false);
        must_be_clean(project->length, strlen(project->length), false);
        struct project *copy = project_copy(project);
        must(copy->id == project->id, "a copy is equal");
        project_free(copy);
    } else {
        must_be_clean(err.text, strlen(err.text), false);
    }
    project_free(project);
    struct login *login = login_decode((const char *)data, size, &err);
    if (login)
        must(!json_object_get(login->record.raw, "Token"), "the token is taken out");
    login_free(login);
    policy_free(policy_decode((const char *)data, size, &err));
}

/* A NUL-terminated copy. */
static char *fuzz_text(const uint8_t *data, size_t size)
{
    return mem_copy_n((const char *)data, strnlen((const char *)data, size));
}

static void fuzz_disposition(const uint8_t *data, size_t size)
{
    char name[256] = "";
    char *header = fuzz_text(data, size);
    disposition_file_name(header, name, sizeof name);
    must(!strchr(name, '/') && name[0] != '.', "a proposed name stays in its folder and is not hidden");
    must_be_clean(name, strlen(name), false);
    free(header);
}

static void fuzz_param(const uint8_t *data, size_t size)
{
    if (size < 1)
        return;
    const struct param_table *table = data[0] & 1 ? &params_export : &params_enqueue;
    int row = (int)((size_t)(data[0] >> 1) % table->count);
    struct error err;
    struct buffer query;
    char *text = fuzz_text(data + 1, size - 1);
    struct param_set *set = param_set_new(table);
    buffer_init(&query, BUFFER_MAX_DEFAULT);
    bool good = param_check(&table->rows[row], text, &err);
    must(param_set_put(set, row, text, &err) == good, "a set takes what the check takes");
    must(good || err.text[0], "a refused value has its reason");
    must(param_set_query(set, &query), "a checked value can be sent");
    for (const char *c = buffer_text(&query); *c; c++)
        must(*c > ' ' && *c < 0x7F, "a query is plain ASCII");
    param_set_free(set);
    buffer_free(&query);
    free(text);
}

static void fuzz_when(const uint8_t *data, size_t size)
{
    char out[64];
    struct date date;
    int64_t ms, again;
    char *text = fuzz_text(data, size);
    if (date_parse(text, &date)) {
        date_format(out, sizeof out, &date, DATE_LOCAL);
        date_format(out, sizeof out, &date, DATE_UTC);
        date_format_clock(out, sizeof out, date.ms, DATE_LOCAL);
        date_format_minute(out, sizeof out, date.ms, DATE_LOCAL);
        date_format_utc(out, sizeof out, date.ms);
    }
    if (length_parse(text, &ms)) {
        length_format(out, sizeof out, ms);
        must(llabs(ms) > FUZZ_LENGTH_MAX_MS || (length_parse(out, &again) && again / 1000 == ms / 1000),
             "a shown length reads back");
    }
    free(text);
}

static void fuzz_command(const uint8_t *data, size_t size)
{
    struct error err;
    char **argv = NULL;
    char *text = fuzz_text(data, size);
    if (spawn_split(text, &argv, &err)) {
        must(argv && argv[0], "a split command has a program");
        spawn_argv_free(argv);
    } else {
        must(err.text[0], "a refused command has its reason");
    }
    free(text);
}

/* A refusal: two bytes of status, then headers up to an empty line, then the body. */
static void fuzz_message(const uint8_t *data, size_t size)
{
    static const char token[] = "token-12345";
    if (size < 2)
        return;
    struct api_config config = {.base_url = "https://host.example", .token = token};
    struct reply_context context = {
        .config = &config, .endpoint = &endpoints[data[0] % ENDPOINT_COUNT], .project_id = 7};
    struct http_reply reply = {.status = 300 + data[1] * 2, .retry_after_s = -1};
    struct error err;
    const uint8_t *gap = memmem(data + 2, size - 2, "\n\n", 2);
    size_t head = gap ? (size_t)(gap - data) - 1 : 2;
    buffer_init(&reply.headers, BUFFER_MAX_DEFAULT);
    buffer_init(&reply.body, BUFFER_MAX_DEFAULT);
    if (gap)
        buffer_append(&reply.headers, data + 2, head - 2 + 1);
    buffer_append(&reply.body, gap ? gap + 2 : data + 2, gap ? size - (size_t)(gap + 2 - data) : size - 2);
    must(!reply_error_from_status(&err, &context, &reply), "a refusal is an error");
    must(err.kind != ERROR_NONE && err.status == reply.status, "a refusal has its kind and status");
    must_be_clean(err.text, strlen(err.text), false);
    must_be_clean(err.server, strlen(err.server), false);
    must_be_clean(err.field, strlen(err.field), false);
    must(!strstr(err.text, token) && !strstr(err.server, token), "no sentence holds the token");
    buffer_free(&reply.headers);
    buffer_free(&reply.body);
}

/* What every line of an INI file promises, and what settings make of it. */
static bool fuzz_ini_line(void *arg, const struct ini_line *line, struct error *err)
{
    int *last = arg;
    must(line->number > *last, "lines are told in their order");
    *last = line->number;
    must(text_is_valid(line->section, strlen(line->section)), "a section is valid UTF-8");
    if (!line->key)
        return true;
    must(line->key[0] && !strchr(line->key, '\n') && !strchr(line->value, '\n'), "a value is one line");
    must(text_is_valid(line->value, strlen(line->value)), "a value is valid UTF-8");
    int id = settings_find(line->key);
    if (id >= 0 && !settings_check((enum setting_id)id, line->value, err)) {
        must_be_clean(err->text, strlen(err->text), false);
        return false;
    }
    return true;
}

static void fuzz_ini(const uint8_t *data, size_t size)
{
    struct error err;
    int last = 0;
    char *text = mem_copy_n((const char *)data, size);
    error_clear(&err);
    if (!ini_read_text("config", text, size, fuzz_ini_line, &last, &err)) {
        must(strncmp(err.text, "config:", 7) == 0, "a refused file is named with its line");
        must_be_clean(err.text, strlen(err.text), false);
    }
    free(text);
}

/* What unpacking gave. */
struct unpacked {
    size_t count;
    uint32_t sum;
};

static bool unpacked_add(void *arg, const void *data, size_t len)
{
    struct unpacked *unpacked = arg;
    for (size_t i = 0; i < len; i++)
        unpacked->sum = unpacked->sum * 31 + ((const uint8_t *)data)[i];
    unpacked->count += len;
    return true;
}

/* Unpacks in pieces of a size: is it whole? */
static bool fuzz_unpack(const uint8_t *data, size_t size, size_t piece, struct unpacked *unpacked)
{
    struct content *content = content_new("gzip", "");
    bool ok = true;
    *unpacked = (struct unpacked){0};
    for (size_t at = 0; ok && at < size; at += piece)
        ok = content_feed(content, data + at, size - at < piece ? size - at : piece, unpacked_add, unpacked);
    ok = ok && content_end(content);
    const char *words;
    must(ok == (content_fault(content, &words) == CONTENT_SOUND), "what is not whole has a fault");
    must(ok || *words, "a fault has words");
    content_free(content);
    return ok;
}

static void fuzz_content(const uint8_t *data, size_t size)
{
    struct unpacked once, pieces;
    bool whole = fuzz_unpack(data, size, size + 1, &once);
    must(fuzz_unpack(data, size, 1, &pieces) == whole, "pieces do not matter to the end");
    must(!whole || (once.count == pieces.count && once.sum == pieces.sum),
         "pieces do not matter to the bytes");
}

/* What every caption that was read promises. */
static void must_be_caption(const struct caption *caption, size_t size)
{
    must(caption->at.byte <= size && caption->at.line > 0 && caption->at.column > 0,
         "a caption has its place");
    must(caption->timed || (caption->start_ms == 0 && caption->end_ms == 0),
         "times that are not known are 0");
    must(text_is_valid(caption->area, strlen(caption->area)), "an area is valid UTF-8");
    must(caption->count <= CAPTION_LINES_MAX, "lines are capped");
    for (size_t i = 0; i < caption->count; i++) {
        const char *text = caption->lines[i].text;
        must(text_is_valid(text, strlen(text)), "a line is valid UTF-8");
        must(!strpbrk(text, "\r\n\t"), "a line is one line");
        must(text[0] != ' ' && (!text[0] || text[strlen(text) - 1] != ' '),
             "a line has no blanks at its ends");
        must(caption->lines[i].at.byte <= size && caption->lines[i].at.line > 0, "a line has its place");
    }
    must(caption->count == 0 || (caption->lines[0].text[0] && caption->lines[caption->count - 1].text[0]),
         "the first and the last line have text");
}

/* What every finding promises. */
static void must_be_findings(const struct caption_file *file, const struct caption_findings *findings,
                             size_t size)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct caption_finding *row = &findings->rows[i];
        must(row->rule < RULE_COUNT && row->level < LEVEL_COUNT && row->caption <= file->count,
             "a finding names its rule, level and caption");
        must(row->at.byte <= size && row->at.line > 0 && row->at.column > 0, "a finding has its place");
        must(row->text[0] && text_is_clean(row->text, strlen(row->text)), "a finding is a clean sentence");
    }
}

/* The first byte is the format that is asked for; every check is on. */
static void fuzz_caption(const uint8_t *data, size_t size)
{
    if (size < 1)
        return;
    static const struct caption_check check = {
        .style = {.source = "fuzz",
                  .count = COUNT_HALF,
                  .line_length = 5,
                  .lines = 1,
                  .cps10 = 50,
                  .wpm = 50,
                  .min_ms = 1000,
                  .min_word_ms = 300,
                  .max_ms = 2000,
                  .gap = {.checked = true, .house = true, .min = {.frames = 2}, .free = {.frames = 12}},
                  .one_line = true,
                  .balance = true,
                  .no_mark = true,
                  .plain = true,
                  .dialogue = DIALOGUE_BOTH},
        .asked = {.source = "asked",
                  .count = COUNT_CELLS,
                  .line_length = 3,
                  .gap = {.checked = true, .min = {.ms = 80}}},
        .language = "cs",
        .sign = "-",
        .length_ms = 5000};
    struct caption_findings found = {0};
    struct caption_file file;
    struct error err;
    error_clear(&err);
    enum caption_format asked = (enum caption_format)(data[0] % (CAPTION_FORMAT_COUNT + 1));
    bool read = caption_read(&file, data + 1, size - 1, asked, &err);
    must(read || err.text[0], "a refused file has its reason");
    must(!read || (file.format != CAPTION_FORMAT_COUNT && file.step_ms > 0),
         "a file that was read has a format");
    for (size_t i = 0; i < file.count; i++)
        must_be_caption(&file.captions[i], size - 1);
    must_be_findings(&file, &file.findings, size - 1);
    caption_check(&file, &check, &found);
    must(found.by_level[LEVEL_ERROR] >= file.findings.by_level[LEVEL_ERROR],
         "checks lose no finding of the reader");
    must_be_findings(&file, &found, size - 1);
    caption_findings_free(&found);
    caption_file_free(&file);
}

/* What every comparison promises: all captions once, in order, and the same for the mirror. */
static void must_be_diff(const struct caption_diff *diff, const struct caption_diff *back,
                         const struct caption_file *a, const struct caption_file *b)
{
    size_t at_a = 0, at_b = 0, by_kind = 0;
    must(diff->count == back->count, "a mirrored comparison has as many rows");
    for (size_t i = 0; i < diff->count; i++) {
        const struct caption_diff_row *row = &diff->rows[i], *other = &back->rows[i];
        struct caption_diff_word *words;
        must(row->a == at_a && row->b == at_b && row->a_count + row->b_count > 0,
             "rows follow each other without a gap");
        must(row->a_count == other->b_count && row->b_count == other->a_count &&
                 row->start_ms == -other->start_ms && row->end_ms == -other->end_ms,
             "a mirrored row has its sides changed");
        size_t count = caption_diff_words(row, a, b, &words);
        must(row->kind != DIFF_SAME || count == 0 || words[0].side == 0, "what is the same has equal words");
        free(words);
        at_a += row->a_count;
        at_b += row->b_count;
    }
    for (int kind = 0; kind < DIFF_KIND_COUNT; kind++)
        by_kind += diff->by_kind[kind];
    must(at_a == a->count && at_b == b->count && by_kind == diff->count, "every caption is in a row");
}

/* Two files, parted by a byte 0xFF; the first two bytes are their formats. */
static void fuzz_diff(const uint8_t *data, size_t size)
{
    struct caption_file files[2];
    struct caption_diff diff, back;
    struct error err;
    error_clear(&err);
    if (size < 3)
        return;
    const uint8_t *start = data + 2, *gap = memchr(start, 0xFF, size - 2);
    size_t first = gap ? (size_t)(gap - start) : size - 2, second = gap ? size - 3 - first : 0;
    const char *texts[2] = {(const char *)start, (const char *)(gap ? gap + 1 : start)};
    struct caption_diff_side sides[2];
    for (int i = 0; i < 2; i++) {
        size_t len = i ? second : first;
        enum caption_format asked = (enum caption_format)(data[i] % (CAPTION_FORMAT_COUNT + 1));
        caption_read(&files[i], texts[i], len, asked, &err);
        sides[i] = (struct caption_diff_side){
            .file = &files[i], .data = texts[i], .len = len, .sign = "-", .ellipsis = "…"};
    }
    caption_diff_make(&diff, &sides[0], &sides[1]);
    caption_diff_make(&back, &sides[1], &sides[0]);
    must_be_diff(&diff, &back, &files[0], &files[1]);
    caption_diff_free(&back);
    caption_diff_free(&diff);
    caption_diff_make(&diff, &sides[0], &sides[0]);
    must(caption_diff_is_empty(&diff), "a file is the same as itself");
    caption_diff_free(&diff);
    caption_file_free(&files[0]);
    caption_file_free(&files[1]);
}

const struct fuzz_target fuzz_targets[] = {
    {"caption", fuzz_caption}, {"clean", fuzz_clean}, {"content", fuzz_content},
    {"command", fuzz_command}, {"diff", fuzz_diff},   {"disposition", fuzz_disposition},
    {"ini", fuzz_ini},         {"json", fuzz_json},   {"message", fuzz_message},
    {"param", fuzz_param},     {"reply", fuzz_reply}, {"request", fuzz_request},
    {"style", fuzz_style},     {"when", fuzz_when},   {NULL, NULL},
};
