/* Owns how a file is named after a project. It touches no file. */
/* SPDX-License-Identifier: MIT */
#include "export_name.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define NAME_MAX_BYTES 200
#define PART_MAX_BYTES 120
#define EXT_MAX        10
#define EXT_WORD       "{ext}"

/* What files of subtitles and transcripts may come as. Types that say nothing are left out. */
static const char *const types[][2] = {
    {"application/x-subrip", "srt"},
    {"application/srt", "srt"},
    {"text/srt", "srt"},
    {"text/x-srt", "srt"},
    {"text/vtt", "vtt"},
    {"text/x-ssa", "ssa"},
    {"text/x-ass", "ass"},
    {"application/ttml+xml", "ttml"},
    {"application/xml", "xml"},
    {"text/xml", "xml"},
    {"text/html", "html"},
    {"application/pdf", "pdf"},
    {"application/zip", "zip"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
};

const char export_name_empty[] = "an empty file (0 bytes)";

/* May the code point stand in a file's name as it is? */
static bool name_is_safe(uint32_t code)
{
    if (code < 0x80)
        return isalnum((int)code) || strchr("._-+,@=", (int)code);
    return !text_code_is_hostile(code) && code != TEXT_BAD_CODE;
}

/* Appends a text with everything unsafe as one '_'. */
static void name_append(struct buffer *out, const char *text, size_t max)
{
    size_t len = strlen(text), start = out->len;
    uint32_t code;
    for (size_t at = 0; at < len;) {
        size_t take = text_decode(text + at, len - at, &code);
        if (out->len - start + take > max)
            return;
        if (name_is_safe(code))
            buffer_append(out, text + at, take);
        else if (out->len > start && out->data[out->len - 1] != '_')
            buffer_append_char(out, '_');
        at += take;
    }
    while (out->len > start && out->data[out->len - 1] == '_')
        out->data[--out->len] = '\0';
}

char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, id);
    enum { WORDS = 3 };
    const char *const words[WORDS][2] = {{"{id}", number}, {"{name}", name}, {"{state}", state}};
    struct buffer out;
    buffer_init(&out, NAME_MAX_BYTES);
    for (const char *at = pattern; *at;) {
        size_t k = 0;
        while (k < WORDS && strncmp(at, words[k][0], strlen(words[k][0])) != 0)
            k++;
        if (k < WORDS) {
            at += strlen(words[k][0]);
            size_t rest = out.len + strlen(at); /* what follows, the extension at its end, is not cut */
            size_t room = rest < NAME_MAX_BYTES ? NAME_MAX_BYTES - rest : 0;
            name_append(&out, words[k][1], room < PART_MAX_BYTES ? room : PART_MAX_BYTES);
        } else {
            buffer_append_char(&out, *at == '/' || (unsigned char)*at < ' ' ? '_' : *at);
            at++;
        }
    }
    bool is_option = buffer_text(&out)[0] == '-' && *pattern != '-'; /* by its project's name alone */
    if (out.len == 0 || buffer_text(&out)[0] == '.' || is_option) {
        char *safe = mem_printf("%s%s", number, buffer_text(&out));
        buffer_free(&out);
        return safe;
    }
    return buffer_take(&out);
}

bool export_name_needs_project(const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}");
}

/* Appends what an extension may be, in lower case; false when the text is no such word. */
static bool name_take_extension(char out[EXT_MAX + 1], const char *text)
{
    size_t len = strlen(text);
    if (len == 0 || len > EXT_MAX)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (!isalnum((unsigned char)text[i]))
            return false;
        out[i] = (char)tolower((unsigned char)text[i]);
    }
    out[len] = '\0';
    return true;
}

/* The extension of the format that was asked for, if any was. */
static bool name_by_format(char out[EXT_MAX + 1], const struct param_set *params)
{
    const char *format = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
    return format && name_take_extension(out, format);
}

/* The extension that a content type stands for. */
static bool name_by_type(char out[EXT_MAX + 1], const char *type)
{
    size_t len = strcspn(type, "; \t");
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strlen(types[i][0]) == len && strncasecmp(type, types[i][0], len) == 0)
            return name_take_extension(out, types[i][1]);
    }
    return false;
}

/* Where the extension is missing in the base name, or NULL. */
static const char *name_open_at(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strstr(slash ? slash : path, EXT_WORD);
}

char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info)
{
    char ext[EXT_MAX + 1] = "txt";
    if (!name_by_format(ext, params) && info)
        name_by_type(ext, info->content_type);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (const char *open; (open = name_open_at(path)) != NULL; path = open + strlen(EXT_WORD)) {
        buffer_append(&out, path, (size_t)(open - path));
        buffer_append_text(&out, ext);
    }
    buffer_append_text(&out, path);
    return buffer_take(&out);
}

/* Each format, by itself and by what else it is called. */
static const char *const formats[][2] = {
    {"srt", "srt"},  {"subrip", "srt"}, {"vtt", "vtt"},    {"webvtt", "vtt"}, {"ssa", "ssa"},
    {"ass", "ass"},  {"stl", "stl"},    {"ebustl", "stl"}, {"ttml", "ttml"},  {"dfxp", "ttml"},
    {"itt", "ttml"}, {"xml", "ttml"},   {"txt", "txt"},    {"text", "txt"},
};

const char *export_name_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (text_equal_nocase(formats[i][0], name))
            return formats[i][1];
    return "";
}

const char *export_name_other_format(const char *path, const struct param_set *params)
{
    const char *dot = strrchr(path, '.');
    const char *named = dot && !strchr(dot, '/') ? export_name_format(dot + 1) : "";
    const char *asked = param_set_get(params, param_find(params->table, "FileFormatId"));
    const char *format = asked ? export_name_format(asked) : "";
    bool same = !*named || (asked && (!*format || strcmp(format, named) == 0));
    return same ? NULL : named;
}

bool export_name_is_certain(const char *path, const struct param_set *params)
{
    char ext[EXT_MAX + 1];
    return !name_open_at(path) || name_by_format(ext, params);
}

/* Does one of the words that may stand in braces stand here? */
static bool name_is_word(const char *at)
{
    static const char *const words[] = {"{id}", "{name}", "{state}", "{ext}", NULL};
    for (const char *const *word = words; *word; word++)
        if (strncmp(at, *word, strlen(*word)) == 0)
            return true;
    return false;
}

bool export_name_check_pattern(const char *pattern, struct error *err)
{
    if (!*pattern)
        return error_set(err, ERROR_USAGE, "the name pattern is empty");
    if (strchr(pattern, '/'))
        return error_set(err, ERROR_USAGE, "the name pattern “%s” contains a slash; use -o for the folder",
                         pattern);
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        if (!name_is_word(at))
            return error_set(err, ERROR_USAGE,
                             "the name pattern “%s”: “%.*s” is invalid: use one of {id} {name} {state} {ext}",
                             pattern, (int)(strcspn(at, "}") + (strchr(at, '}') != NULL)), at);
    }
    return true;
}
