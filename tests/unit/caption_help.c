/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "unit/caption_help.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"

void read_bytes(struct caption_file *file, const void *data, size_t len, enum caption_format asked)
{
    struct error err;
    char *exact = mem_alloc(len); /* so that a read past the end is seen */
    if (len > 0)
        memcpy(exact, data, len);
    cr_assert(caption_read(file, exact, len, asked, &err), "%s", err.text);
    free(exact);
}

void read_text(struct caption_file *file, const char *text, enum caption_format asked)
{
    read_bytes(file, text, strlen(text), asked);
}

void expect_captions(const struct caption_file *file, const char *const *wanted)
{
    size_t count = 0;
    for (; wanted[count]; count++) {
        cr_assert_lt(count, file->count, "a caption is missing: %s", wanted[count]);
        const struct caption *caption = &file->captions[count];
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        if (caption->timed)
            buffer_printf(&text, "%" PRId64 " %" PRId64, caption->start_ms, caption->end_ms);
        else
            buffer_append_text(&text, "- -");
        for (size_t i = 0; i < caption->count; i++)
            buffer_printf(&text, "%s%s", i > 0 ? " / " : " ", caption->lines[i].text);
        cr_assert_str_eq(buffer_text(&text), wanted[count]);
        buffer_free(&text);
    }
    cr_assert_eq(file->count, count, "there are %zu captions, the first too many at line %u", file->count,
                 file->captions[count].at.line);
}

void expect_findings(const struct caption_findings *findings, const char *const *wanted)
{
    size_t count = 0;
    struct buffer all;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < findings->count; i++) {
        const struct caption_finding *row = &findings->rows[i];
        buffer_printf(&all, "%u:%u+%zu %zu %s %s | %s\n", row->at.line, row->at.column, row->at.byte,
                      row->caption, caption_rules[row->rule].name, caption_level_name(row->level), row->text);
    }
    for (; wanted[count]; count++) {
        size_t len = strlen(wanted[count]), found = 0;
        for (const char *at = buffer_text(&all); *at; at = strchr(at, '\n') + 1)
            found += strncmp(at, wanted[count], len) == 0 && at[len] == ' ';
        cr_assert_gt(found, 0, "not found: %s\nfound:\n%s", wanted[count], buffer_text(&all));
    }
    cr_assert_eq(findings->count, count, "wanted %zu findings, found:\n%s", count, buffer_text(&all));
    buffer_free(&all);
}

void read_rows(struct caption_file *file, const struct row *rows, size_t count)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++)
        buffer_printf(&text, "%zu\n%02d:%02d:%02d,%03d --> %02d:%02d:%02d,%03d\n%s\n\n", i + 1,
                      rows[i].start / 3600000, rows[i].start / 60000 % 60, rows[i].start / 1000 % 60,
                      rows[i].start % 1000, rows[i].end / 3600000, rows[i].end / 60000 % 60,
                      rows[i].end / 1000 % 60, rows[i].end % 1000, rows[i].text);
    read_text(file, buffer_text(&text), CAPTION_SRT);
    buffer_free(&text);
}

struct caption_check check_nothing(void)
{
    return (struct caption_check){.style = {.source = "test"}, .asked = {.source = "asked"}, .length_ms = -1};
}

void expect_found(const struct caption_file *file, const struct caption_check *check,
                  const char *const *wanted)
{
    struct caption_findings found = {0};
    struct buffer all, want;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    buffer_init(&want, BUFFER_MAX_DEFAULT);
    caption_check(file, check, &found);
    for (size_t i = 0; i < found.count; i++) {
        const struct caption_finding *row = &found.rows[i];
        buffer_printf(&all, "%zu %s %s", row->caption, caption_rules[row->rule].name,
                      caption_level_name(row->level));
        if (row->measured)
            buffer_printf(&all, " %" PRId64 "/%" PRId64 " %s", row->value, row->limit, row->unit);
        buffer_append_text(&all, "\n");
    }
    for (size_t count = 0; wanted[count]; count++)
        buffer_printf(&want, "%s\n", wanted[count]);
    cr_assert_str_eq(buffer_text(&all), buffer_text(&want));
    buffer_free(&all);
    buffer_free(&want);
    caption_findings_free(&found);
}
