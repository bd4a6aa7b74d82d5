/* Owns the question whether a profile exists: a section of the config or of the credentials has its name. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "steno/store/ini.h"

#define PROFILE_NAMES_MAX 600 /* bytes of names that an error lists */

static const char section_start[] = "profile";

/* What is looked for, and the names that were met. */
struct profile_search {
    const char *wanted;
    bool found;
    char **names;
    size_t count;
};

/* Keeps a name once. */
static void profile_keep(struct profile_search *search, const char *name)
{
    search->found = search->found || strcmp(name, search->wanted) == 0;
    for (size_t i = 0; i < search->count; i++) {
        if (strcmp(search->names[i], name) == 0)
            return;
    }
    search->names = mem_grow(search->names, search->count + 1, sizeof *search->names);
    search->names[search->count++] = mem_copy(name);
}

/* Takes the name of a section that is a profile. */
static bool profile_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    (void)err;
    size_t len = sizeof section_start - 1;
    if (!line->key && strncmp(line->section, section_start, len) == 0) {
        const char *name = line->section + len + strspn(line->section + len, " \t");
        if (*name && name > line->section + len)
            profile_keep(arg, name);
    }
    return true;
}

/* Reads the sections of one file. */
static bool profile_read(struct profile_search *search, const char *given, char *(*fallback)(void),
                         struct error *err)
{
    char *path = given ? mem_copy(given) : fallback();
    bool ok = !path || ini_read(path, profile_take_line, search, err);
    free(path);
    return ok;
}

/* The sentence about a profile that is not there. */
static bool profile_refuse(const struct profile_search *search, const struct settings *settings,
                           struct error *err)
{
    const char *where = settings->where[SETTING_PROFILE];
    struct buffer names;
    buffer_init(&names, PROFILE_NAMES_MAX);
    for (size_t i = 0; i < search->count; i++) {
        char *name = text_clean_copy(search->names[i]);
        buffer_printf(&names, "%s“%s”", i ? ", " : "", name);
        free(name);
    }
    error_set(err, ERROR_USAGE,
              "%s: there is no profile “%s”; there %s %s; “steno login --profile NAME” creates one",
              where ? where : "profile", search->wanted, search->count > 1 ? "are" : "is",
              buffer_text(&names));
    buffer_free(&names);
    return false;
}

bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err)
{
    struct profile_search search = {.wanted = settings_text(settings, SETTING_PROFILE)};
    profile_keep(&search, setting_defs[SETTING_PROFILE].def);
    bool ok = search.found ||
              ((sources->sealed || profile_read(&search, sources->config_path, config_default_path, err)) &&
               profile_read(&search, sources->credentials_path, credentials_default_path, err));
    if (ok && !search.found)
        ok = profile_refuse(&search, settings, err);
    for (size_t i = 0; i < search.count; i++)
        free(search.names[i]);
    free(search.names);
    return ok;
}
