/* Names of exported files, made from a pattern such as "{id}-{name}.{ext}".
 *
 * The result is one safe base name: no slash, no control or bidi character, no
 * leading dot or dash, at most 200 bytes, never empty.
 */
#ifndef STENO_CLI_EXPORT_PATH_H
#define STENO_CLI_EXPORT_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"

struct export_path_facts {
    int64_t id;
    const char *name;  /* of the project; NULL counts as "" */
    const char *state;
    const char *ext;   /* without a dot */
};

/* Is the pattern one that can be filled? False with ERROR_USAGE naming the word in braces that is not known. */
bool export_path_check(const char *pattern, struct error *err);

/* Does the pattern need what only the project says: {name} or {state}? */
bool export_path_needs_project(const char *pattern);

/* The name for a checked pattern. Caller frees. */
char *export_path_make(const char *pattern, const struct export_path_facts *facts);

/* The extension of an exported file: of FileFormatId when that is one, else of the server's file name, else by
 * content type, else "txt". Needs 16 bytes; NULL texts count as "". */
void export_path_extension(char out[16], const char *format, const char *server_name, const char *content_type);

#endif
