/* Finds the schema's definition for a command line, and checks output by it. */
/* SPDX-License-Identifier: MIT */
#include "e2e/output_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/asserts.h"

void output_schema_load(struct json_schema *schema)
{
    struct buffer why;
    buffer_init(&why, BUFFER_MAX_DEFAULT);
    cr_assert(json_schema_load(schema, FIXTURES "/../../docs/output.schema.json", &why), "%s",
              buffer_text(&why));
    buffer_free(&why);
}

/* The name of the definition: of the first two words, or if there is none, of the first word. */
static void output_schema_name(const struct json_schema *schema, const char *arguments, char *name,
                               size_t size)
{
    char **words;
    struct error err;
    bool found = false;
    cr_assert(spawn_split(arguments, &words, &err), "%s", err.text);
    for (size_t i = 0; words[i] && !found; i++) {
        snprintf(name, size, "%s-%s", words[i], words[i + 1] ? words[i + 1] : "");
        if (!(found = json_schema_has(schema, name))) {
            snprintf(name, size, "%s", words[i]);
            found = json_schema_has(schema, name);
        }
    }
    if (!found)
        snprintf(name, size, "failure");
    spawn_argv_free(words);
}

void output_schema_expect(struct json_schema *schema, const char *arguments, const struct buffer *out)
{
    if (!strstr(arguments, "--json") && !strstr(arguments, "--format json"))
        return;
    char name[200], *lines = mem_copy(buffer_text(out)), *rest = lines;
    output_schema_name(schema, arguments, name, sizeof name);
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        struct buffer why;
        json_error_t err;
        json_t *value = json_loads(line, 0, &err);
        buffer_init(&why, BUFFER_MAX_DEFAULT);
        cr_expect(value, "steno %s: %s: %s", arguments, err.text, line);
        cr_expect(!value || json_schema_fits(schema, name, value, &why),
                  "steno %s:\n%s\nwhich does not fit %s:\n%s", arguments, line, name, buffer_text(&why));
        json_decref(value);
        buffer_free(&why);
    }
    free(lines);
}
