/* Subtitle files of a recording, or of one word. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "unit/format_file.h"
#include "unit/sandbox_call.h"

#include <locale.h>
#include <string.h>

#include "steno/base/mem.h"

struct buffer file;
struct cues captions;

void export_setup(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    buffer_init(&file, (size_t)1 << 28);
}

void export_teardown(void)
{
    cues_free(&captions);
    buffer_free(&file);
}

/* Reads the options of an export. */
static void read_options(struct caption_options *options, const struct param_set *set)
{
    char *note = NULL;
    cr_assert_null(caption_options_read(options, set, "cs-CZ", &note));
    cr_assert_null(note);
}

const char *export_recording(const char *enqueue, const char *export)
{
    struct param_set *run = set_of(&params_enqueue, enqueue), *set = set_of(&params_export, export);
    struct transcript transcript;
    struct caption_options options;
    read_options(&options, set);
    transcript_make(&transcript, run, 400000);
    cues_free(&captions);
    cues_make(&captions, &transcript, &options);
    buffer_clear(&file);
    cues_write(&file, &captions, &options);
    transcript_free(&transcript);
    param_set_free(run);
    param_set_free(set);
    return buffer_text(&file);
}

const char *export_word(const char *word, int64_t start_ms, const char *export)
{
    struct param_set *set = set_of(&params_export, export);
    struct caption_options options;
    read_options(&options, set);
    cues_free(&captions);
    captions.rows = mem_zero(1, sizeof *captions.rows);
    captions.count = 1;
    captions.rows[0] = (struct cue){.lines = mem_zero(1, sizeof *captions.rows[0].lines),
                                    .count = 1,
                                    .start_ms = start_ms,
                                    .end_ms = start_ms + 2000};
    struct cue_line *line = &captions.rows[0].lines[0];
    line->words = mem_zero(1, sizeof *line->words);
    line->count = 1;
    line->words[0] =
        (struct cue_word){.text = mem_copy(word), .start_ms = start_ms, .end_ms = start_ms + 2000};
    buffer_clear(&file);
    cues_write(&file, &captions, &options);
    param_set_free(set);
    return buffer_text(&file);
}
