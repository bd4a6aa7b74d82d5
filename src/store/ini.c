/* Owns the reading of INI lines. Knows no key. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "ini.h"
#include "steno/store/config.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

struct ini_reader {
    struct ini_line line;
    char *section;
    bool (*each)(void *arg, const struct ini_line *line, struct error *err);
    void *arg;
};

/* Cuts blanks off both ends, in place. */
static char *ini_trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r", text[len - 1]))
        len--;
    text[len] = '\0';
    return text;
}

/* Puts "file:line: " before an error. */
static bool ini_blame(const struct ini_reader *reader, struct error *err)
{
    error_prefix(err, "%s:%d", reader->line.path, reader->line.number);
    return false;
}

/* Reads "[name]". */
static bool ini_read_section(struct ini_reader *reader, char *text, struct error *err)
{
    size_t len = strlen(text);
    if (text[len - 1] != ']') {
        error_set(err, ERROR_USAGE, "the section has no closing bracket");
        return ini_blame(reader, err);
    }
    text[len - 1] = '\0';
    free(reader->section);
    reader->section = mem_copy(ini_trim(text + 1));
    reader->line.section = reader->section;
    reader->line.key = reader->line.value = NULL;
    return reader->each(reader->arg, &reader->line, err) || ini_blame(reader, err);
}

/* Reads one line, already cut off at its end. */
static bool ini_read_line(struct ini_reader *reader, char *text, size_t len, struct error *err)
{
    if (strlen(text) != len || !text_is_valid(text, len)) {
        error_set(err, ERROR_USAGE, "the line is not valid UTF-8 text");
        return ini_blame(reader, err);
    }
    text = ini_trim(text);
    if (!*text || *text == '#' || *text == ';')
        return true;
    if (*text == '[')
        return ini_read_section(reader, text, err);
    char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        error_set(err, ERROR_USAGE, "the line is neither “key = value” nor a [section]");
        return ini_blame(reader, err);
    }
    *equals = '\0';
    reader->line.key = ini_trim(text);
    reader->line.value = ini_trim(equals + 1);
    return reader->each(reader->arg, &reader->line, err) || ini_blame(reader, err);
}

bool ini_read_text(const char *path, char *text, size_t len,
                   bool (*each)(void *arg, const struct ini_line *line, struct error *err), void *arg,
                   struct error *err)
{
    struct ini_reader reader = {
        .line = {.path = path, .section = ""}, .section = mem_copy(""), .each = each, .arg = arg};
    reader.line.section = reader.section;
    char *at = text, *end = text + len;
    if (len >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    bool ok = true;
    while (ok && at < end) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        *stop = '\0';
        reader.line.number++;
        ok = ini_read_line(&reader, at, (size_t)(stop - at), err);
        at = stop + 1;
    }
    free(reader.section);
    return ok;
}

bool ini_read(const char *path, bool (*each)(void *arg, const struct ini_line *line, struct error *err),
              void *arg, struct error *err)
{
    struct buffer file;
    struct error why;
    buffer_init(&file, INI_FILE_MAX);
    bool there = file_read(path, &file, &why), ok = there || why.kind == ERROR_NOT_FOUND;
    if (!ok && err)
        *err = why;
    if (there && file.len > 0)
        ok = ini_read_text(path, file.data, file.len, each, arg, err);
    if (file.data)
        explicit_bzero(file.data, file.len); /* a token may stand in it */
    buffer_free(&file);
    return ok;
}
