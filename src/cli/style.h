/* The house style that an argument or --style names. */
#ifndef STENO_CLI_STYLE_H
#define STENO_CLI_STYLE_H

#include "steno/base/error.h"
#include "steno/caption/style.h"

/* The style of a name, NULL with an error that names the nearest one. */
const struct caption_style *style_require(const char *name, struct error *err);

#endif
