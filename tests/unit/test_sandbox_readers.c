/* Files of exports, read by programs of others: ffmpeg and xmllint, where they are installed. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"
#include "unit/format_file.h"

TestSuite(readers, .init = export_setup, .fini = export_teardown, .timeout = 120);

/* The path of a program; without it the test is skipped. */
static char *reader(const char *name)
{
    char *path = process_find(name);
    if (!path || access(path, X_OK) != 0) {
        free(path);
        cr_skip_test("%s is not installed", name);
    }
    return path;
}

/* Runs a reader on the file that was written last: argv has its name at the end of the readers' arguments. */
static char *read_back(char *const *argv, const char *name)
{
    struct home *home = home_create();
    struct process_result result;
    home_write(home, name, buffer_text(&file));
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_assert_eq(result.code, 0, "%s: %s", name, buffer_text(&result.err));
    cr_assert_str_eq(buffer_text(&result.err), "", "%s", name);
    char *out = buffer_take(&result.out);
    process_result_free(&result);
    home_remove(home);
    return out;
}

static size_t times_in(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

Test(readers, ffmpeg_finds_every_caption_of_srt_vtt_ssa_and_ass)
{
    static const char *const formats[] = {"srt", "vtt", "ssa", "ass"};
    static const char *const looks[] = {"", "&HighlightingMode=Words&FormattingMode=Tags&RemoveNoises=false",
                                        "&VariantId=crlf"};
    char *ffmpeg = reader("ffmpeg");
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        for (size_t j = 0; j < sizeof looks / sizeof looks[0]; j++) {
            char export[120], name[8];
            snprintf(export, sizeof export, "FileFormatId=%s%s", formats[i], looks[j]);
            snprintf(name, sizeof name, "a.%s", formats[i]);
            export_recording("meeting", "WithSongParagraphs=true", export);
            char *argv[] = {ffmpeg, "-nostdin", "-v", "warning", "-i", name, "-f", "srt", "-", NULL};
            char *back = read_back(argv, name);
            cr_expect_eq(times_in(back, " --> "), captions.count, "%s", export);
            cr_expect_str_has(back, "žluťoučký", "%s: %.300s", export, back);
            free(back);
        }
    }
    free(ffmpeg);
}

Test(readers, xmllint_takes_ttml_for_well_formed)
{
    char *xmllint = reader("xmllint");
    char *argv[] = {xmllint, "--nonet", "a.ttml", NULL};
    export_recording("meeting", "", "FileFormatId=ttml&FormattingMode=Tags&SpeakerSign=%3C%26");
    char *back = read_back(argv, "a.ttml");
    cr_expect_eq(times_in(back, "<tt:p "), captions.count);
    cr_expect_str_has(back, "&lt;&amp; ", "%.300s", back);
    free(back);
    free(xmllint);
}
