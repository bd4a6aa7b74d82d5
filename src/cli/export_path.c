/* Owns how the name of an exported file is made and made safe. Touches no file. */
#include "steno/cli/export_path.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define EXPORT_NAME_MAX 200

/* The words that may stand in braces. */
static const char *const export_words[] = {"id", "name", "state", "ext"};
enum { WORD_ID, WORD_NAME, WORD_STATE, WORD_EXT, WORD_COUNT };

/* The word of a pattern at "{": its index, -1 for an unknown one; *len gets the bytes with both braces, 0 when the
 * brace is not closed. */
static int export_word(const char *at, size_t *len)
{
    const char *end = strchr(at, '}');
    *len = end ? (size_t)(end - at) + 1 : 0;
    for (int i = 0; end && i < WORD_COUNT; i++) {
        if (strlen(export_words[i]) == *len - 2 && strncmp(at + 1, export_words[i], *len - 2) == 0)
            return i;
    }
    return -1;
}

bool export_path_check(const char *pattern, struct error *err)
{
    if (!*pattern)
        return error_set(err, ERROR_USAGE, "the name pattern is empty");
    if (strchr(pattern, '/'))
        return error_set(err, ERROR_USAGE, "the name pattern “%s” holds a slash; the folder is given by -o", pattern);
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        size_t len;
        if (export_word(at, &len) < 0)
            return error_set(err, ERROR_USAGE, "the name pattern “%s”: “%.*s” is none of {id} {name} {state} {ext}",
                             pattern, (int)(len ? len : strlen(at)), at);
    }
    return true;
}

bool export_path_needs_project(const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}");
}

/* Appends text with everything that does not belong in a file name replaced by "_". */
static void export_append_safe(struct buffer *out, const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t used = text_decode(text + at, len - at, &code);
        bool bad = code == '/' || code == '\\' || code == TEXT_BAD_CODE || text_code_is_hostile(code);
        buffer_append(out, bad ? "_" : text + at, bad ? 1 : used);
        at += used;
    }
}

/* The text for one word of the pattern. */
static void export_append_word(struct buffer *out, int word, const struct export_path_facts *facts)
{
    const char *const texts[] = {
        [WORD_NAME] = facts->name, [WORD_STATE] = facts->state, [WORD_EXT] = facts->ext};
    if (word == WORD_ID)
        buffer_printf(out, "%" PRId64, facts->id);
    else
        export_append_safe(out, texts[word] ? texts[word] : "");
}

/* Cuts a name to the limit at a character's start, keeping what stands behind its last dot. */
static void export_cut(struct buffer *name)
{
    if (name->len <= EXPORT_NAME_MAX)
        return;
    const char *dot = strrchr(name->data, '.');
    char *tail = mem_copy(dot && strlen(dot) <= 16 ? dot : "");
    size_t keep = EXPORT_NAME_MAX - strlen(tail);
    while (keep > 0 && ((unsigned char)name->data[keep] & 0xC0) == 0x80)
        keep--;
    memcpy(name->data + keep, tail, strlen(tail) + 1);
    name->len = keep + strlen(tail);
    free(tail);
}

char *export_path_make(const char *pattern, const struct export_path_facts *facts)
{
    struct buffer name;
    buffer_init(&name, BUFFER_MAX_DEFAULT);
    for (const char *at = pattern; *at;) {
        size_t len = 0;
        int word = *at == '{' ? export_word(at, &len) : -1;
        if (word >= 0) {
            export_append_word(&name, word, facts);
            at += len;
        } else {
            size_t plain = 1 + strcspn(at + 1, "{");
            char *text = mem_copy_n(at, plain);
            export_append_safe(&name, text);
            free(text);
            at += plain;
        }
    }
    export_cut(&name);
    for (size_t i = 0; i < name.len && strchr(".-", name.data[i]); i++)
        name.data[i] = '_';
    if (name.len == 0)
        buffer_append_char(&name, '_');
    return buffer_take(&name);
}

/* Is text one short word of letters and digits? */
static bool export_is_extension(const char *text)
{
    size_t len = strlen(text);
    if (len == 0 || len > 8)
        return false;
    for (; *text; text++) {
        if (!isalnum((unsigned char)*text) || (unsigned char)*text > 0x7F)
            return false;
    }
    return true;
}

void export_path_extension(char out[16], const char *format, const char *server_name, const char *content_type)
{
    static const char *const types[][2] = {
        {"text/vtt", "vtt"}, {"application/x-subrip", "srt"}, {"text/srt", "srt"}, {"application/xml", "xml"}};
    const char *dot = server_name ? strrchr(server_name, '.') : NULL;
    const char *found = "txt";
    for (size_t i = 0; content_type && i < sizeof types / sizeof types[0]; i++) {
        if (strncmp(content_type, types[i][0], strlen(types[i][0])) == 0)
            found = types[i][1];
    }
    if (dot && export_is_extension(dot + 1))
        found = dot + 1;
    if (format && export_is_extension(format))
        found = format;
    snprintf(out, 16, "%s", found);
    for (char *at = out; *at; at++)
        *at = (char)tolower((unsigned char)*at);
}
