/* Captions that a command reads: from a file, from standard input, or exported from a project into memory. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CAPTION_INPUT_H
#define STENO_CLI_CAPTION_INPUT_H

#include "steno/api/param.h"
#include "steno/base/buffer.h"
#include "steno/caption/caption.h"
#include "cli.h"

struct caption_input {
    char *name;        /* owned: as given, or what the export would be called */
    int64_t id;        /* 0 for a file */
    int64_t length_ms; /* of the project's recording; -1: not known */
    struct buffer data;
    struct caption_file file;
};

/* Begins one for a word of the command line; id 0: a file, or `-` for standard input. */
void caption_input_init(struct caption_input *input, const char *name, int64_t id);
void caption_input_free(struct caption_input *input);

/* Reads the bytes and the captions in them: exports the project with the parameters, as `export` would. Their
 * FileFormatId, else the name, is what a file is taken for whose content does not say. */
bool caption_input_read(struct cli *cli, struct caption_input *input, const struct param_set *params,
                        struct error *err);
/* Like caption_input_read() of a file that was exported from the project just now: `name` is its path. */
bool caption_input_read_saved(struct caption_input *input, const struct param_set *params, struct error *err);

#endif
