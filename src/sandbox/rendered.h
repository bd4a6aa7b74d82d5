/* Rendered answers: the last bodies that were written, by a key that tells all that they depend on. What is
 * asked for again and again is then written once. */
#ifndef STENO_SANDBOX_RENDERED_H
#define STENO_SANDBOX_RENDERED_H

#include "reply.h"

#define RENDERED_MAX      32
#define RENDERED_BODY_MAX ((size_t)256 << 10) /* larger ones are written each time */

/* A body with what belongs to it; all but the type owned. */
struct rendered_row {
    char *key, *body, *disposition, *note;
    const char *type;
    size_t len;
};

/* All zero is empty. */
struct rendered {
    struct rendered_row rows[RENDERED_MAX];
    size_t next; /* the one that goes when there is no room */
};

/* Fills an initialised reply with what was kept under this key; false when there is none. */
bool rendered_find(const struct rendered *rendered, const char *key, struct reply *reply);

/* Writes the reply's body and keeps it under this key. */
void rendered_keep(struct rendered *rendered, const char *key, struct reply *reply);

void rendered_clear(struct rendered *rendered);

#endif
