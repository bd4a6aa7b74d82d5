/* Owns which key runs what: defaults of the actions and of the long form, overlaid by the `[keys]` of
 * the config. It must not know what an action does. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

#define KEYS_MAX 8 /* of one action */

/* The keys of one action. */
struct binding {
    struct key keys[KEYS_MAX];
    size_t count;
    const struct settings_key *from; /* the line of the config; NULL for a default */
    char *typed, *named;             /* ":name", and as sentences name it */
};

struct keymap {
    struct action *rows;
    struct binding *bindings;
    size_t count, action_count; /* rows of the form stand behind the actions */
};

#define FORM_ROWS (FORM_ACT_COUNT - 1)

/* Reads the keys of one row; an empty text means none. */
static bool keymap_bind(struct binding *binding, const char *keys, const struct settings_key *from,
                        struct error *err)
{
    struct binding fresh = {.from = from};
    if (keys && *keys && strcmp(keys, "none") != 0 &&
        !key_parse_list(keys, fresh.keys, KEYS_MAX, &fresh.count, err))
        return false;
    *binding = fresh;
    return true;
}

/* Where the later of two bindings was made; two defaults never clash. */
static const char *keymap_where(const struct settings_key *one, const struct settings_key *two)
{
    const struct settings_key *later = !one || (two && two->line > one->line) ? two : one;
    return later && later->where ? later->where : "keys";
}

/* Overlays one line of the config. */
static bool keymap_rebind(struct keymap *keymap, const struct settings_key *set, struct error *err)
{
    struct nearest nearest;
    nearest_start(&nearest, set->action);
    for (size_t i = 0; i < keymap->count; i++) {
        nearest_offer(&nearest, keymap->rows[i].name);
        if (strcmp(keymap->rows[i].name, set->action) != 0)
            continue;
        struct binding *binding = &keymap->bindings[i];
        bool ok = keymap_bind(binding, set->keys, set, err);
        for (size_t k = 0; ok && k < binding->count; k++) {
            const char *why = key_unreachable(binding->keys[k]);
            char name[KEY_NAME_SIZE];
            key_format(name, sizeof name, binding->keys[k]);
            if (why)
                ok = error_set(err, ERROR_USAGE, "%s cannot be bound: %s", name, why);
        }
        if (!ok)
            error_prefix(err, "%s: %s", keymap_where(set, NULL), set->action);
        return ok;
    }
    return error_set(err, ERROR_USAGE, "%s: there is no action “%s”; %s%s%s", keymap_where(set, NULL),
                     set->action, nearest.best[0] ? "did you mean " : "steno(1) lists them under KEYS",
                     nearest.best, nearest.best[0] ? "?" : "");
}

/* Do two rows share a key where both are valid? A pane's own action may: it comes before what works in many.
 */
static bool keymap_clash(const struct keymap *keymap, size_t a, size_t b, struct error *err)
{
    const struct binding *one = &keymap->bindings[a], *two = &keymap->bindings[b];
    unsigned where = keymap->rows[a].where, other = keymap->rows[b].where;
    if (!(where & other & (IN_PANES | IN_FORM)) || (where & IN_OWN) != (other & IN_OWN))
        return false;
    for (size_t i = 0; i < one->count * two->count; i++) {
        struct key key = one->keys[i / two->count];
        char name[KEY_NAME_SIZE];
        if (!key_equal(key, two->keys[i % two->count]))
            continue;
        key_format(name, sizeof name, key);
        error_set(err, ERROR_USAGE, "%s: %s is the key of both %s and %s; remap one of them",
                  keymap_where(one->from, two->from), name, keymap->rows[a].name, keymap->rows[b].name);
        return true;
    }
    return false;
}

struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err)
{
    struct keymap *keymap = mem_zero(1, sizeof *keymap);
    keymap->action_count = count;
    keymap->count = count + FORM_ROWS;
    keymap->rows = mem_zero(keymap->count, sizeof *keymap->rows);
    keymap->bindings = mem_zero(keymap->count, sizeof *keymap->bindings);
    for (size_t i = 0; i < count; i++)
        keymap->rows[i] = actions[i];
    for (size_t i = 0; i < FORM_ROWS; i++)
        keymap->rows[count + i] = (struct action){.name = form_bindings[i].name,
                                                  .keys = form_bindings[i].keys,
                                                  .where = IN_FORM,
                                                  .group = GROUP_FORM,
                                                  .help = form_bindings[i].help};
    bool ok = true;
    for (size_t i = 0; ok && i < keymap->count; i++)
        ok = keymap_bind(&keymap->bindings[i], keymap->rows[i].keys, NULL, err);
    for (size_t i = 0; ok && i < settings->key_count; i++)
        ok = keymap_rebind(keymap, &settings->keys[i], err);
    for (size_t a = 0; a < keymap->count; a++) {
        struct binding *binding = &keymap->bindings[a];
        char key[KEY_NAME_SIZE];
        for (size_t b = a + 1; ok && b < keymap->count; b++)
            ok = !keymap_clash(keymap, a, b, err); /* no key may mean two things in one place */
        if (binding->count > 0)
            key_format(key, sizeof key, binding->keys[0]);
        binding->typed = mem_printf(":%s", keymap->rows[a].name);
        binding->named = mem_copy(binding->count > 0 ? key : binding->typed);
    }
    if (ok)
        return keymap;
    keymap_free(keymap);
    return NULL;
}

void keymap_free(struct keymap *keymap)
{
    if (!keymap)
        return;
    for (size_t i = 0; i < keymap->count; i++)
        free(keymap->bindings[i].named), free(keymap->bindings[i].typed);
    free(keymap->rows);
    free(keymap->bindings);
    free(keymap);
}

const struct action *keymap_actions(const struct keymap *keymap, size_t *count)
{
    *count = keymap->count;
    return keymap->rows;
}

const struct action *keymap_named(const struct keymap *keymap, const char *name)
{
    for (size_t i = 0; i < keymap->count; i++) {
        if (strcmp(keymap->rows[i].name, name) == 0)
            return &keymap->rows[i];
    }
    return NULL;
}

const struct action *keymap_meant(const struct keymap *keymap, const char *word)
{
    for (size_t i = 0; i < keymap->count; i++) {
        if (keymap->rows[i].also && strcmp(keymap->rows[i].also, word) == 0)
            return &keymap->rows[i];
    }
    return keymap_named(keymap, word);
}

const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key)
{
    const struct action *found = NULL;
    bool own_first =
        (where & (where - 1)) == 0; /* in one pane; where a key works at all, the first row tells */
    for (size_t i = 0; i < keymap->count; i++) {
        const struct binding *binding = &keymap->bindings[i];
        const struct action *row = &keymap->rows[i];
        if (!(row->where & where) || (found && !(own_first && (row->where & IN_OWN))))
            continue;
        for (size_t k = 0; k < binding->count; k++) {
            if (key_equal(binding->keys[k], key))
                found = row;
        }
    }
    return found;
}

enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action)
{
    size_t at = (size_t)(action - keymap->rows);
    return action->group == GROUP_FORM ? form_bindings[at - keymap->action_count].action : FORM_ACT_NONE;
}

void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    size_t len = 0;
    *out = '\0';
    for (size_t k = 0; k < binding->count && len < size; k++) {
        char name[KEY_NAME_SIZE];
        key_format(name, sizeof name, binding->keys[k]);
        len += (size_t)snprintf(out + len, size - len, "%s%s", k ? " " : "", name);
    }
}

void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    *out = '\0';
    if (binding->count > 0)
        key_format(out, size, binding->keys[0]);
}

bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    return binding->count > 0 && keymap_find(keymap, where, binding->keys[0]) == action;
}

const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where)
{
    const struct action *row = keymap_named(keymap, name);
    if (!row)
        return name;
    const struct binding *binding = &keymap->bindings[row - keymap->rows];
    bool is_taken = (row->where & where) && !keymap_leads(keymap, row, where);
    return is_taken ? binding->typed : binding->named;
}

const char *keymap_group_name(enum action_group group)
{
    static const char *const names[GROUP_COUNT] = {
        [GROUP_MOVE] = "Move",         [GROUP_PROJECT] = "Project", [GROUP_MARKS] = "Marks",
        [GROUP_PANES] = "Panes",       [GROUP_LIST] = "List",       [GROUP_PROGRAM] = "Program",
        [GROUP_CAPTIONS] = "Captions", [GROUP_FORM] = "Form",
    };
    return names[group];
}
