/* Which captions have times that can be checked, and their order. Private to the layer. */
#ifndef STENO_SRC_CAPTION_TIMING_H
#define STENO_SRC_CAPTION_TIMING_H

#include "steno/caption/caption.h"

/* Is the caption one whose times can be checked? */
bool timing_is_known(const struct caption *caption);
/* Those captions, in the order of start, end and position. Caller frees. */
size_t *timing_order(const struct caption_file *file, size_t *count);

#endif
