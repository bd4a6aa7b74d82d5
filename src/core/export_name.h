/* What only this layer calls of steno/core/export_name.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_EXPORT_NAME_PRIVATE_H
#define STENO_CORE_EXPORT_NAME_PRIVATE_H

#include "steno/core/export_name.h"

/* The format that a FileFormatId or a file name's suffix stands for; "" where it stands for none. */
const char *export_name_format(const char *name);

#endif
