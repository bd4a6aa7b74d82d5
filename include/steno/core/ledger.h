/* The ledger of exports: the files that steno wrote on this computer for the account, by project, and what is
 * known of them. It knows nothing that was exported elsewhere. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_LEDGER_H
#define STENO_CORE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The last export of a project. */
struct exported {
    int64_t when_ms; /* wall clock; 0: none */
    int64_t version; /* of the project, as it was exported; negative: not known */
    char format[16]; /* "srt"; "" when not known */
};
enum ledger_age { LEDGER_NONE, LEDGER_OLD, LEDGER_CURRENT }; /* in the order of a list */

/* What the last export is for a project that has this version now, and was changed at that time by the
 * server's clock, 0: not known. An export of a version that
 * is not known is current where the change was a minute before it: the clocks may differ. */
enum ledger_age ledger_age(const struct exported *exported, int64_t version, int64_t updated_ms);
/* A file of the ledger. */
struct ledger_file {
    int64_t id;
    char *path; /* absolute, without links */
    char *format;
    int64_t version; /* as in struct exported */
    int64_t when_ms; /* wall clock */
    int64_t size;
    int64_t written_ns; /* wall clock: the file's time of last change, as steno left it */
};
struct ledger {
    struct ledger_file *files;
    size_t count;
};

/* Appends it; its texts are taken. */
void ledger_add(struct ledger *ledger, const struct ledger_file *file);
/* Appends copies of a project's files. */
void ledger_add_of(struct ledger *ledger, const struct ledger *from, int64_t id);
/* Frees its files. */
void ledger_clear(struct ledger *ledger);
/* Of a project by its path; NULL for none. */
const struct ledger_file *ledger_find(const struct ledger *ledger, int64_t id, const char *path);
/* The last one of a project; NULL for none. */
const struct ledger_file *ledger_last(const struct ledger *ledger, int64_t id);

#endif
