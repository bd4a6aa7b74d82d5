/* Owns the check of a name pattern that was typed; core's export_name fills it. */
#include "export_path.h"

#include <string.h>

/* The words that may stand in braces. */
static const char *const export_words[] = {"{id}", "{name}", "{state}", "{ext}"};

/* Does a known word stand here? */
static bool export_is_word(const char *at)
{
    for (size_t i = 0; i < sizeof export_words / sizeof export_words[0]; i++) {
        if (strncmp(at, export_words[i], strlen(export_words[i])) == 0)
            return true;
    }
    return false;
}

bool export_path_check(const char *pattern, struct error *err)
{
    if (!*pattern)
        return error_set(err, ERROR_USAGE, "the name pattern is empty");
    if (strchr(pattern, '/'))
        return error_set(err, ERROR_USAGE, "the name pattern “%s” holds a slash; the folder is given by -o",
                         pattern);
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        if (!export_is_word(at))
            return error_set(err, ERROR_USAGE,
                             "the name pattern “%s”: “%.*s” is none of {id} {name} {state} {ext}", pattern,
                             (int)(strcspn(at, "}") + (strchr(at, '}') != NULL)), at);
    }
    return true;
}

bool export_path_needs_project(const char *pattern)
{
    return strstr(pattern, "{name}") || strstr(pattern, "{state}");
}
