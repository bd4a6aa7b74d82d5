/* Patterns of file names, such as "{id}-{name}.{ext}", as they are typed: checked before anything is sent. */
#ifndef STENO_CLI_EXPORT_PATH_H
#define STENO_CLI_EXPORT_PATH_H

#include <stdbool.h>

#include "steno/base/error.h"

/* Is the pattern one that can be filled? False with ERROR_USAGE naming the word in braces that is
 * not known. */
bool export_path_check(const char *pattern, struct error *err);

/* Does the pattern need what only the project says: {name} or {state}? */
bool export_path_needs_project(const char *pattern);

#endif
