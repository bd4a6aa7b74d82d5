/* The log: metadata of the project at hand that was set or deleted from here, which the API has no call to
 * read. Kept by the store; asked for when the project comes into the details, and after each change. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_METADATA_LOG_H
#define STENO_APP_METADATA_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;

struct metadata_log_entry {
    char *key;
    char *value;     /* NULL: deleted from here */
    int64_t when_ms; /* wall clock */
};

struct metadata_log {
    struct metadata_log_entry *entries; /* the last of each key, newest first */
    size_t count;
    int64_t id;    /* the project; 0: none is here */
    int64_t asked; /* the store was asked for this project, 0 for none */
};

/* The entries about a project; none while the store has not answered. Borrowed until the end of the turn. */
const struct metadata_log_entry *metadata_log_entries(const struct app *app, int64_t id, size_t *count);
/* Asks the store, unless it was asked for this project; `again`: in any case, because there is news. */
void metadata_log_want(struct app *app, int64_t id, bool again);
/* What was set on another server is not this one's. */
void metadata_log_forget(struct app *app);

#endif
