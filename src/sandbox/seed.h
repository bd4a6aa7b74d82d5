/* Seeds: what the sandbox's projects are before anybody changes them. Rows only, no state.
 *
 * All dates but `start`, which is the recording's own, are those of a sandbox that starts at SEED_START: the
 * world moves them to its own start, so that nothing has expired on any day. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SEED_H
#define STENO_SANDBOX_SEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum world_state {
    WORLD_NONE,
    WORLD_IN_PROGRESS,
    WORLD_COMPLETED,
    WORLD_FAILED,
    WORLD_CANCELED,
    WORLD_STATE_COUNT
};

struct seed {
    const char *name, *author, *notes, *start; /* NULL: no member */
    const char *created, *updated, *delete_at, *expiration;
    const char *length;          /* as the service writes it */
    const char *const *tags;     /* NULL-ended, or NULL */
    const char *const *metadata; /* key, value, key, value, NULL; or NULL */
    const char *language;        /* of the finished transcription, or NULL */
    const char *label;           /* ActiveTrsxLabel, or NULL */
    const char *keywords;        /* KeywordsHighlight as JSON, or NULL */
    const char *odd_config;      /* TranscriptionConfig is this text, not an object */
    int64_t version;             /* first AccessToken; 0: derived from the id */
    int share_count;
    enum world_state state;
    bool no_media, has_video, read_only, team;
    bool fails;   /* every transcription ends Failed */
    bool silent;  /* nobody speaks */
    bool bare;    /* only the members that the contract requires */
    bool nulls;   /* every member that the contract does not require is null */
    bool foreign; /* of another team than the first account's */
    bool shared;  /* foreign, but everybody may read it */
};

#define SEED_START_MS      INT64_C(1779537600000) /* 2026-05-23T12:00:00Z */
#define SEED_DEFAULT_COUNT 12
#define SEED_OTHER_COUNT   3

/* The seed of a project: one of the twelve, or a generated one whose name gets the id behind it. */
const struct seed *seed_for(int64_t id);

/* The seed of one of somebody else's projects, which come after the twelve; NULL for other ids. */
const struct seed *seed_other(int64_t id);

#endif
