/* The ledger of exports: the files that steno wrote on this computer for the account, by project, and what is
 * known of them. It knows nothing that was exported elsewhere. */
#ifndef STENO_CORE_LEDGER_H
#define STENO_CORE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call;
struct call_result;

/* The last export of a project. */
struct exported {
    int64_t when_ms; /* wall clock; 0: none */
    int64_t version; /* of the project, as it was exported; negative: not known, which counts as an old one */
    char format[16]; /* "srt"; "" when not known */
};
enum ledger_age { LEDGER_NONE, LEDGER_OLD, LEDGER_CURRENT }; /* in the order of a list */

/* What the last export is for a project that has this version now. */
enum ledger_age ledger_age(const struct exported *exported, int64_t version);
/* Takes what an operation that went well makes of it; false where that is nothing. A write of one's own makes
 * no file old: its version follows. */
bool ledger_follow(struct exported *exported, const struct call *call, const struct call_result *result,
                   int64_t when_ms);

/* A file of the ledger. */
struct ledger_file {
    int64_t id;
    char *path; /* absolute, without links */
    char *format;
    int64_t version; /* as in struct exported */
    int64_t when_ms; /* wall clock */
    int64_t size;
    uint64_t hash; /* of base/hash.h */
};
struct ledger {
    struct ledger_file *files;
    size_t count;
};

#endif
