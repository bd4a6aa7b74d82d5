/* The readers, one a format. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_READ_PRIVATE_H
#define STENO_CAPTION_READ_PRIVATE_H

#include "names.h"
#include "reading.h"
#include "steno/base/error.h"

/* Reports what is wrong with the settings of a WebVTT cue at line->s[at]; adds the region that it names. */
void vtt_check_settings(struct reading *r, struct source_line *line, size_t at, struct names *regions);

void read_srt(struct reading *r);
void read_vtt(struct reading *r);
void read_ssa(struct reading *r);
/* These take the bytes as they came. */
void read_stl(struct reading *r);
bool read_ttml(struct reading *r, struct error *err);

#endif
