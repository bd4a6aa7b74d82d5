/* The world: projects, their versions, and the transcription queue. Pure: time is an argument.
 *
 * A seed is the constant data of a project. Its dates, except `start` (when the recording was made), are
 * relative to SEED_START_MS: the world moves them to its own start, so that expiry dates stay in the future.
 * A transcription runs from the enqueue until `done_ms`; world_find() ends it. Every change gives a project a
 * new version (AccessToken).  Times are milliseconds since 1970. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_WORLD_H
#define STENO_SANDBOX_WORLD_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/param.h"

enum world_state {
    WORLD_NONE,
    WORLD_IN_PROGRESS,
    WORLD_COMPLETED,
    WORLD_FAILED,
    WORLD_CANCELED,
    WORLD_STATE_COUNT
};

struct seed {
    const char *name, *author, *notes, *start; /* NULL: the reply lacks the member */
    const char *created, *updated, *delete_at, *expiration;
    const char *length;                     /* as the service writes it */
    const char *tags, *metadata, *keywords; /* as JSON, or NULL */
    const char *language;                   /* of the transcript at the start; NULL: no transcript */
    const char *label;                      /* ActiveTrsxLabel, or NULL */
    const char *odd_config;                 /* TranscriptionConfig is this text, not an object */
    int64_t version;                        /* first AccessToken; 0: derived from the id */
    int share_count;
    enum world_state state;
    bool no_media, has_video, read_only, team;
    bool fails;   /* every transcription ends Failed */
    bool silent;  /* nobody speaks */
    bool bare;    /* has only the members that the API requires */
    bool nulls;   /* all members that the API does not require are null */
    bool foreign; /* belongs to another team than the first account's */
    bool shared;  /* foreign, but everybody can read it */
};

#define SEED_START_MS      INT64_C(1779537600000) /* 2026-05-23T12:00:00Z */
#define SEED_DEFAULT_COUNT 12
#define SEED_OTHER_COUNT   3

struct world_project {
    const struct seed *seed;
    json_t *tags;             /* array of strings, or NULL for none */
    json_t *metadata;         /* object of strings, or NULL for none */
    struct param_set *run;    /* parameters of the last enqueue, or NULL */
    struct param_set *spoken; /* parameters of the saved transcript; NULL: no transcript */
    char *label;              /* ActiveTrsxLabel of the saved transcript, or NULL */
    char *name, *notes;       /* changed by world_change(); NULL: as in the seed */
    int64_t id;
    int64_t version;
    int64_t moved_ms;   /* start of the world minus SEED_START_MS */
    int64_t updated_ms; /* 0: as in the seed */
    int64_t done_ms;    /* when the running transcription ends */
    int64_t payer;      /* id of the account that pays the last transcription */
    int64_t owed_ms;    /* not yet charged to the payer */
    enum world_state state;
};

#define WORLD_DEFAULT   (-1) /* the twelve projects, then three of another team */
#define WORLD_BY_LENGTH (-1) /* two seconds and a 400th of the transcribed length */
#define WORLD_BUSY_MS   20000

struct world {
    struct world_project *projects; /* index i has the id i + 1 */
    int64_t count;
    int64_t transcribe_ms; /* duration of a transcription, or WORLD_BY_LENGTH */
    int64_t start_ms;      /* 0: dates as in the seeds */
    int64_t busy;          /* id of the project that is being transcribed at the start, or 0 */
    bool has_others;       /* another team's projects follow the twelve */
};

/* Makes projects 1..count, or WORLD_DEFAULT. */
struct world *world_new(int64_t count, int64_t transcribe_ms);
void world_free(struct world *world);
void world_reset(struct world *world); /* restores all projects to the start */

/* Starts the world at `now_ms`: moves the dates of the seeds to it, restores all projects, and enqueues
 * project `busy` (0: none), for WORLD_BUSY_MS with WORLD_BY_LENGTH. Without this call the dates stay as in
 * the seeds.
 */
void world_set_start(struct world *world, int64_t now_ms, int64_t busy);

/* The project as it is at `now_ms`; NULL: no such id. Borrowed. */
struct world_project *world_find(struct world *world, int64_t id, int64_t now_ms);

/* Starts a transcription that the account `payer` pays for. Takes `run`. */
void world_enqueue(struct world *world, struct world_project *project, struct param_set *run, int64_t payer,
                   int64_t now_ms);

/* The length of the part of the recording that `run` transcribes. */
int64_t world_run_ms(const struct world_project *project, const struct param_set *run);

/* Deleting returns false if there is no such key or tag. */
void world_set_metadata(struct world_project *project, const char *key, const char *value, int64_t now_ms);
bool world_delete_metadata(struct world_project *project, const char *key, int64_t now_ms);
bool world_delete_tag(struct world_project *project, const char *tag, int64_t now_ms);

/* Changes all given members, or none, as another user would: Name, Notes (null: as in the seed), Tags,
 * Metadata, ProcessingState (not InProgress). Returns NULL, or the name of the first unknown or invalid
 * member, borrowed from `change`. An empty `change` only makes a new version. */
const char *world_change(struct world_project *project, json_t *change, int64_t now_ms);

/* Ends the running transcription as Canceled; false: none is running. */
bool world_cancel(struct world_project *project, int64_t now_ms);

/* The project as the member Data of a reply. Caller owns the reference. */
json_t *world_project_json(const struct world_project *project, bool with_metadata);

/* The project's name, or one made of its id. Caller frees. */
char *world_project_name(const struct world_project *project);

/* The language of the transcript, such as "cs-CZ". */
const char *world_project_language(const struct world_project *project);

int64_t world_project_length_ms(const struct world_project *project);

#endif
