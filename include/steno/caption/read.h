/* Reading of caption files: srt, vtt, ssa, ass, stl, ttml, txt. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_READ_H
#define STENO_CAPTION_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/caption/caption.h"

/* Reads a file. `asked` is the format that was asked for or that a file's name promises, used where the
 * content does not say.  False only when nothing can be judged: too large, not captions, a format that this
 * build does not read; then err says why. The file is to be freed in both cases. */
bool caption_read(struct caption_file *file, const void *data, size_t len, enum caption_format asked,
                  struct error *err);

#endif
