/* SPDX-License-Identifier: MIT */
#include "steno/core/names.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"

#define NAME_MAX_BYTES 200
#define PART_MAX_BYTES 120
#define EXT_MAX        10
#define EXT_WORD       "{ext}"
#define TYPED_MAX      79 /* longer names match nothing */

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* --- exported files --- */

/* The words that a pattern for file names can contain. {ext} is replaced when the file arrives. */
static const char *const name_words[] = {"{id}", "{name}", "{state}", EXT_WORD};

/* Returns the index of the word at the start of the text; COUNT(name_words) for none. */
static size_t name_word_at(const char *text)
{
    size_t i = 0;
    while (i < COUNT(name_words) && strncmp(text, name_words[i], strlen(name_words[i])) != 0)
        i++;
    return i;
}

bool export_name_check_pattern(const char *pattern, struct error *err)
{
    if (!*pattern)
        return error_set(err, ERROR_USAGE, "the name pattern is empty");
    if (strchr(pattern, '/'))
        return error_set(err, ERROR_USAGE, "the name pattern “%s” contains a slash; use -o for the folder",
                         pattern);
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        if (name_word_at(at) == COUNT(name_words))
            return error_set(
                err, ERROR_USAGE,
                "“%.*s” in the name pattern “%s” is invalid: use one of {id} {name} {state} {ext}",
                (int)(strcspn(at, "}") + (strchr(at, '}') != NULL)), at, pattern);
    }
    return true;
}

bool export_name_needs_project(const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}");
}

/* Appends at most `max` bytes of a text; each run of unsafe characters becomes one '_'. */
static void name_append(struct buffer *out, const char *text, size_t max)
{
    size_t len = strlen(text), start = out->len;
    uint32_t code;
    for (size_t at = 0; at < len;) {
        size_t take = text_decode(text + at, len - at, &code);
        if (out->len - start + take > max)
            return;
        bool is_safe = code < 0x80 ? isalnum((int)code) || strchr("._-+,@=", (int)code)
                                   : !text_code_is_hostile(code) && code != TEXT_BAD_CODE;
        if (is_safe)
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
    const char *const values[] = {number, name, state};
    struct buffer out;
    buffer_init(&out, NAME_MAX_BYTES);
    for (const char *at = pattern; *at;) {
        size_t word = name_word_at(at);
        if (word < COUNT(values)) {
            at += strlen(name_words[word]);
            size_t rest = out.len + strlen(at); /* the pattern behind the word is never cut */
            size_t room = rest < NAME_MAX_BYTES ? NAME_MAX_BYTES - rest : 0;
            name_append(&out, values[word], room < PART_MAX_BYTES ? room : PART_MAX_BYTES);
        } else {
            buffer_append_char(&out, *at == '/' || (unsigned char)*at < ' ' ? '_' : *at);
            at++;
        }
    }
    bool is_option = buffer_text(&out)[0] == '-' && *pattern != '-'; /* the name would look like an option */
    if (out.len == 0 || buffer_text(&out)[0] == '.' || is_option) {
        char *safe = mem_printf("%s%s", number, buffer_text(&out));
        buffer_free(&out);
        return safe;
    }
    return buffer_take(&out);
}

/* Writes the requested format in lower case, as an extension. Returns false if this gives no extension. */
static bool name_by_format(char out[EXT_MAX + 1], const struct param_set *params)
{
    const char *format = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
    size_t len = format ? strlen(format) : 0;
    if (len == 0 || len > EXT_MAX)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (!isalnum((unsigned char)format[i]))
            return false;
    }
    for (size_t i = 0; i <= len; i++)
        out[i] = (char)tolower((unsigned char)format[i]);
    return true;
}

/* Returns the extension for a content type; "txt" for types that do not tell the format. */
static const char *name_by_type(const char *type)
{
    /* clang-format off */
    static const char *const types[][2] = {
        {"application/x-subrip", "srt"}, {"application/srt", "srt"}, {"text/srt", "srt"}, {"text/x-srt", "srt"},
        {"text/vtt", "vtt"}, {"text/x-ssa", "ssa"}, {"text/x-ass", "ass"}, {"application/ttml+xml", "ttml"},
        {"application/xml", "xml"}, {"text/xml", "xml"}, {"text/html", "html"}, {"application/pdf", "pdf"},
        {"application/zip", "zip"},
        {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
    };
    /* clang-format on */
    size_t len = strcspn(type, "; \t");
    for (size_t i = 0; i < COUNT(types); i++) {
        if (strlen(types[i][0]) == len && strncasecmp(type, types[i][0], len) == 0)
            return types[i][1];
    }
    return "txt";
}

/* Returns the position of {ext} in the base name, or NULL. */
static const char *name_open_at(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strstr(slash ? slash : path, EXT_WORD);
}

char *export_name_close(const char *path, const struct param_set *params, const struct export_info *info)
{
    char asked[EXT_MAX + 1];
    const char *ext = name_by_format(asked, params) ? asked : info ? name_by_type(info->content_type) : "txt";
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (const char *open; (open = name_open_at(path)) != NULL; path = open + strlen(EXT_WORD)) {
        buffer_append(&out, path, (size_t)(open - path));
        buffer_append_text(&out, ext);
    }
    buffer_append_text(&out, path);
    return buffer_take(&out);
}

bool export_name_is_certain(const char *path, const struct param_set *params)
{
    char ext[EXT_MAX + 1];
    return !name_open_at(path) || name_by_format(ext, params);
}

const char *export_name_format(const char *name)
{
    static const char *const formats[][2] = {
        {"srt", "srt"},  {"subrip", "srt"}, {"vtt", "vtt"},    {"webvtt", "vtt"}, {"ssa", "ssa"},
        {"ass", "ass"},  {"stl", "stl"},    {"ebustl", "stl"}, {"ttml", "ttml"},  {"dfxp", "ttml"},
        {"itt", "ttml"}, {"xml", "ttml"},   {"txt", "txt"},    {"text", "txt"},
    };
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (text_equal_nocase(formats[i][0], name))
            return formats[i][1];
    }
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

void export_plan_clear(struct export_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->items[i].path);
        free(plan->items[i].bar);
    }
    free(plan->items);
    free(plan->trouble);
    ledger_clear(&plan->ledger);
    *plan = (struct export_plan){0};
}

static int export_plan_compare(const void *a, const void *b)
{
    const struct export_item *one = *(struct export_item *const *)a, *two = *(struct export_item *const *)b;
    int order = strcmp(one->path, two->path);
    return order ? order : one < two ? -1 : one > two;
}

void export_plan_make(struct export_plan *plan)
{
    struct export_item **sorted = mem_alloc((plan->count + 1) * sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (!plan->items[i].bar)
            sorted[kept++] = &plan->items[i];
    }
    qsort(sorted, kept, sizeof(struct export_item *), export_plan_compare);
    for (size_t i = 0, first = 0; i < kept; i++) {
        if (i > first && strcmp(sorted[first]->path, sorted[i]->path) == 0) {
            sorted[i]->bar = mem_printf("same file name as #%" PRId64, sorted[first]->id);
            continue;
        }
        first = i;
        plan->can++;
        plan->files[sorted[i]->file]++;
    }
    free(sorted);
}

bool export_plan_replaces(const struct export_plan *plan)
{
    return plan->files[EXPORT_NEW] < plan->can;
}

bool export_plan_asks(const struct export_plan *plan)
{
    return plan->files[EXPORT_NEW] + plan->files[EXPORT_OLD] < plan->count;
}

char *export_plan_words(const struct export_plan *plan)
{
    const struct export_item *only = plan->items;
    size_t exist = plan->can - plan->files[EXPORT_NEW];
    const char *slash = plan->count == 1 ? strrchr(only->path, '/') : NULL;
    if (plan->count == 1)
        return mem_printf("%s %s: y replaces it", slash ? slash + 1 : only->path,
                          only->file == EXPORT_EDITED    ? "was edited since steno wrote it"
                          : only->file == EXPORT_FOREIGN ? "exists, and steno did not write it"
                                                         : "exists");
    if (exist == 0)
        return mem_printf("Export %zu of %zu projects?", plan->can, plan->count);
    return mem_printf("%zu of %zu files exist%s: y replaces %s", exist, plan->can, exist == 1 ? "s" : "",
                      exist == 1 ? "it" : "them");
}

char *export_plan_bars(const struct export_plan *plan, const char *words, int cells)
{
    struct id_word *bars = mem_alloc((plan->count + 1) * sizeof *bars);
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->items[i].bar)
            bars[count++] = (struct id_word){plan->items[i].id, plan->items[i].bar};
    }
    return id_list_words(words, bars, count, cells);
}

char *export_plan_note(const struct export_plan *plan, int cells)
{
    static const char *const words[EXPORT_FOUNDS] = {
        [EXPORT_EDITED] = "! Files edited since steno wrote them: ",
        [EXPORT_FOREIGN] = "! Existing files that steno did not write: "};
    int64_t *ids = mem_alloc((plan->count + 1) * sizeof *ids);
    char *bars = export_plan_bars(plan, "! Not exported (stay marked): ", cells);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (int file = EXPORT_EDITED; file <= EXPORT_FOREIGN && plan->count > 1; file++) {
        size_t count = 0;
        for (size_t i = 0; i < plan->count; i++) {
            if (!plan->items[i].bar && plan->items[i].file == (enum export_found)file)
                ids[count++] = plan->items[i].id;
        }
        if (count == 0)
            continue;
        buffer_printf(&out, "%s%s", out.len ? "\n" : "", words[file]);
        id_list_put(&out, ids, count, cells - text_width(words[file]));
    }
    if (bars)
        buffer_printf(&out, "%s%s", out.len ? "\n" : "", bars);
    free(bars);
    free(ids);
    return out.len ? buffer_take(&out) : (buffer_free(&out), NULL);
}

char *preset_name_trim(const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r\n", text[len - 1]))
        len--;
    return mem_copy_n(text, len);
}

#define PRESET_RULE "a preset's name has 1 to 64 printable characters; this one "
_Static_assert(PRESET_NAME_MAX == 64, "the number in PRESET_RULE must be PRESET_NAME_MAX");

char *preset_name_check(const char *text, struct error *err)
{
    char *name = preset_name_trim(text);
    const struct caption_style *style = caption_style_find(name, NULL);
    size_t count = 0, len = strlen(name);
    bool is_clean = text_is_clean(name, len);
    for (size_t at = 0; at < len; count++) {
        uint32_t code;
        at += text_decode(name + at, len - at, &code);
    }
    if (!style && is_clean && count >= 1 && count <= PRESET_NAME_MAX)
        return name;
    if (style)
        error_set(err, ERROR_USAGE, "%s is the name of a house style: use another name for the preset",
                  style->name);
    else if (!is_clean)
        error_set(err, ERROR_USAGE, PRESET_RULE "contains a control or invisible character");
    else if (count == 0)
        error_set(err, ERROR_USAGE, PRESET_RULE "is empty");
    else
        error_set(err, ERROR_USAGE, PRESET_RULE "has %zu", count);
    free(name);
    return NULL;
}

void nearest_start(struct nearest *nearest, const char *typed)
{
    *nearest = (struct nearest){.typed = typed, .distance = 1 + (int)(strlen(typed) / 3)};
}

/* Returns the number of edits (insert, drop, replace) from one name to the other. Returns 0 if `typed` is one
 * word of `name`, between dashes. */
static int nearest_distance(const char *typed, const char *name)
{
    size_t rows = strlen(typed), columns = strlen(name);
    int line[TYPED_MAX + 1];
    for (const char *word = name; word; word = strchr(word, '-') ? strchr(word, '-') + 1 : NULL) {
        if (rows > 0 && strcspn(word, "-") == rows && strncmp(word, typed, rows) == 0)
            return 0;
    }
    if (rows > TYPED_MAX || columns > TYPED_MAX)
        return TYPED_MAX;
    for (size_t j = 0; j <= columns; j++)
        line[j] = (int)j;
    for (size_t i = 1; i <= rows; i++) {
        int diagonal = line[0];
        line[0] = (int)i;
        for (size_t j = 1; j <= columns; j++) {
            int replaced = diagonal + (typed[i - 1] != name[j - 1]);
            int shorter = line[j] < line[j - 1] ? line[j] : line[j - 1];
            diagonal = line[j];
            line[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return line[columns];
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    int distance = nearest_distance(nearest->typed, name);
    size_t typed_len = strlen(nearest->typed), len = strlen(name);
    bool begins = typed_len >= 3 && strncmp(name, nearest->typed, typed_len) == 0;
    bool is_longer = len >= 3 && strncmp(name, nearest->typed, len) == 0;
    if ((begins || is_longer) && distance > 1)
        distance = 1;
    bool closer = begins && distance == 1 && len < strlen(nearest->best);
    if (distance > nearest->distance || (distance == nearest->distance && nearest->best[0] && !closer))
        return;
    nearest->distance = distance;
    snprintf(nearest->best, sizeof nearest->best, "%s", name);
}
