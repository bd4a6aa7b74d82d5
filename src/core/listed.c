/* Owns what of a reading the watchlist shows, filters and sorts by. It must not know who keeps it. */
#include "steno/core/listed.h"

#include <string.h>

#include "steno/core/last_run.h"
#include "steno/core/settings.h"

static const char *listed_text(const json_t *text)
{
    return json_is_string(text) ? json_string_value(text) : "";
}

void listed_read(struct listed *listed, const json_t *shown)
{
    struct date updated;
    const char *language = last_run_language(shown);
    listed->label = listed_text(json_object_get(shown, "ActiveTrsxLabel"));
    listed->lang = language ? language : "";
    listed->author = listed_text(json_object_get(json_object_get(shown, "Description"), "Author"));
    listed->has_no_media = json_is_false(json_object_get(shown, "HasRecording"));
    listed->is_read_only = json_is_true(json_object_get(shown, "IsReadOnly"));
    listed->expiry = expiry_of(shown);
    listed->updated_ms =
        date_parse(listed_text(json_object_get(shown, "Updated")), &updated) ? updated.ms : 0;
}

char listed_mark(const struct settings *settings, const char *state)
{
    if (settings_list_has(settings, SETTING_ACTIVE_STATES, state))
        return '*';
    if (strcmp(state, "Completed") == 0)
        return '+';
    return settings_list_has(settings, SETTING_SETTLED_STATES, state) ? '!' : ' ';
}
