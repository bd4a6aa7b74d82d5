/* Owns the taking out of optional members: set to null, or left out, by the rows of a field table. Pure. */
#include "blank.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define LISTS "[][]."

/* Blanks one member of an object; null is put even where there was none. */
static void blank_member(json_t *object, const char *name, bool absent)
{
    if (absent)
        json_object_del(object, name);
    else
        json_object_set_new(object, name, json_null());
}

/* Blanks one member of every element in a list of lists. */
static void blank_elements(json_t *lists, const char *name, bool absent)
{
    size_t i, j;
    json_t *list, *element;
    json_array_foreach(lists, i, list)
    {
        json_array_foreach(list, j, element)
        {
            blank_member(element, name, absent);
        }
    }
}

/* The object that the last part of a path is a member of, made where it is missing; *last becomes that part.
 */
static json_t *blank_walk(json_t *object, char *path, char **last)
{
    *last = path;
    for (char *dot; (dot = strchr(*last, '.')); *last = dot + 1) {
        *dot = '\0';
        json_t *inner = json_object_get(object, *last);
        if (!json_is_object(inner)) {
            inner = json_object();
            json_object_set_new(object, *last, inner);
        }
        object = inner;
    }
    return object;
}

/* Blanks what one row names. */
static void blank_row(json_t *resource, const char *path, bool absent)
{
    char *copy = mem_copy(path), *last;
    char *lists = strstr(copy, LISTS);
    const char *element = lists ? lists + strlen(LISTS) : NULL;
    if (lists)
        *lists = '\0';
    json_t *object = blank_walk(resource, copy, &last);
    last[strcspn(last, "[")] = '\0';
    if (element)
        blank_elements(json_object_get(object, last), element, absent);
    else
        blank_member(object, last, absent);
    free(copy);
}

void blank_optional(json_t *resource, const struct field_table *table, bool absent)
{
    size_t root = strlen(table->root);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!def->required)
            blank_row(resource, def->path + (root ? root + 1 : 0), absent);
    }
}
