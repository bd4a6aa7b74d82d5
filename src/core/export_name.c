/* Owns how a file is named after a project. It touches no file. */
#include "steno/core/export_name.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define NAME_MAX_BYTES 200
#define PART_MAX_BYTES 120

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

char *export_name_make(const char *pattern, int64_t id, const char *name, const char *state, const char *ext)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, id);
    const char *const words[][2] = {{"{id}", number}, {"{name}", name}, {"{state}", state}, {"{ext}", ext}};
    struct buffer out;
    buffer_init(&out, NAME_MAX_BYTES);
    for (const char *at = pattern; *at;) {
        size_t k = 0;
        while (k < 4 && strncmp(at, words[k][0], strlen(words[k][0])) != 0)
            k++;
        if (k < 4) {
            name_append(&out, words[k][1], PART_MAX_BYTES);
            at += strlen(words[k][0]);
        } else {
            buffer_append_char(&out, *at == '/' || (unsigned char)*at < ' ' ? '_' : *at);
            at++;
        }
    }
    if (out.len == 0 || buffer_text(&out)[0] == '.') {
        char *safe = mem_printf("%s%s", number, buffer_text(&out));
        buffer_free(&out);
        return safe;
    }
    return buffer_take(&out);
}

char *export_name_extension(const struct param_set *params)
{
    const char *format = param_set_get(params, param_find(params->table, "FileFormatId"));
    if (!format || !*format || strlen(format) > 10)
        return mem_copy("txt");
    char *ext = mem_copy(format);
    for (char *c = ext; *c; c++) {
        if (!isalnum((unsigned char)*c)) {
            free(ext);
            return mem_copy("txt");
        }
        *c = (char)tolower((unsigned char)*c);
    }
    return ext;
}
