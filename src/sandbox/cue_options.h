/* The export parameters that shape captions, read into values. */
#ifndef STENO_SANDBOX_CUE_OPTIONS_H
#define STENO_SANDBOX_CUE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query.h"
#include "steno/api/param.h"

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

/* What the export parameters ask for; texts are borrowed from their set. */
struct cue_options {
    int64_t line_length; /* characters */
    size_t max_lines;
    bool keep_stripped, keep_inner_stripped, remove_noises;
    bool use_speaker_name, capitals;
    enum sign_placement placement;
    const char *sign, *ellipsis;
    int64_t gap_ms, pause_ms, autofill_ms, min_ms;
    double chars_per_second;
};

/* Reads the set (of params_export); the name of the first parameter with a value that cannot be, or NULL.
 * Values that are only not known here are noted, and read as unset. */
const char *cue_options_read(struct cue_options *options, const struct param_set *set,
                             struct value_unknown *unknown);

#endif
