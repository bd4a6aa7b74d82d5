/* The readers, one a format. */
#ifndef STENO_SRC_CAPTION_READ_PRIVATE_H
#define STENO_SRC_CAPTION_READ_PRIVATE_H

#include "reading.h"
#include "steno/base/error.h"

void read_srt(struct reading *r);
void read_vtt(struct reading *r);
void read_ssa(struct reading *r);
void read_txt(struct reading *r);
/* These take the bytes as they came. */
void read_stl(struct reading *r);
bool read_ttml(struct reading *r, struct error *err);

#endif
