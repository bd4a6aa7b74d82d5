/* The world: projects, their versions, and the transcription queue. Pure: time is an argument.
 *
 * All dates of a seed but `start`, which is the recording's own, are those of a sandbox that starts at
 * SEED_START: the world moves them to its own start, so that nothing has expired on any day.
 * A transcription runs from its enqueueing until `done_ms`; reading a project settles what has ended by then.
 * Every change gives a project a new version (AccessToken).  Times are milliseconds since 1970.
 */
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
    const char *name, *author, *notes, *start; /* NULL: no member */
    const char *created, *updated, *delete_at, *expiration;
    const char *length;                     /* as the service writes it */
    const char *tags, *metadata, *keywords; /* as JSON, or NULL */
    const char *language;                   /* of the finished transcription, or NULL */
    const char *label;                      /* ActiveTrsxLabel, or NULL */
    const char *odd_config;                 /* TranscriptionConfig is this text, not an object */
    int64_t version;                        /* first AccessToken; 0: derived from the id */
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

struct world_project {
    const struct seed *seed;
    json_t *tags;             /* array of strings, or NULL for none */
    json_t *metadata;         /* object of strings, or NULL for none */
    struct param_set *run;    /* what the last transcription was enqueued with, or NULL */
    struct param_set *spoken; /* what the saved transcript was made with, or NULL: there is none */
    char *label;              /* ActiveTrsxLabel: of the saved transcript, or NULL */
    char *name, *notes;       /* what somebody made of those of the seed, or NULL */
    int64_t id;
    int64_t version;
    int64_t moved_ms;   /* how much later than SEED_START the world began */
    int64_t updated_ms; /* 0: as the seed says */
    int64_t done_ms;    /* when the running transcription ends */
    int64_t payer;      /* account that the last transcription is for, */
    int64_t owed_ms;    /* and what is still to be taken from it */
    enum world_state state;
};

#define WORLD_DEFAULT   (-1) /* the twelve projects, then somebody else's */
#define WORLD_BY_LENGTH (-1) /* two seconds and a 400th of what is transcribed */
#define WORLD_BUSY_MS   20000

struct world {
    struct world_project *projects; /* project i has the id i + 1 */
    int64_t count;
    int64_t transcribe_ms; /* what a transcription takes, or WORLD_BY_LENGTH */
    int64_t start_ms;      /* 0: as the seeds say */
    int64_t busy;          /* the project that is being transcribed at the start, or 0 */
    bool has_others;       /* somebody else's projects come after the twelve */
};

/* Projects 1..count, or WORLD_DEFAULT. */
struct world *world_new(int64_t count, int64_t transcribe_ms);
void world_free(struct world *world);
void world_reset(struct world *world); /* all projects as at the start */

/* The world begins now: the dates of the seeds are moved to it, and project `busy` (0: none) is being
 * transcribed, for WORLD_BUSY_MS where transcriptions take as long as their length asks for. All projects are
 * as at the start. Without it the dates stay those of the seeds. */
void world_set_start(struct world *world, int64_t now_ms, int64_t busy);

/* The project as it is at `now_ms`; NULL when there is none. Borrowed. */
struct world_project *world_find(struct world *world, int64_t id, int64_t now_ms);

/* Starts a transcription that this account pays for; the world takes the set. */
void world_enqueue(struct world *world, struct world_project *project, struct param_set *run, int64_t payer,
                   int64_t now_ms);

/* How much of the recording a run transcribes. */
int64_t world_run_ms(const struct world_project *project, const struct param_set *run);

/* The deletions are false when there is no such key or tag. */
void world_set_metadata(struct world_project *project, const char *key, const char *value, int64_t now_ms);
bool world_delete_metadata(struct world_project *project, const char *key, int64_t now_ms);
bool world_delete_tag(struct world_project *project, const char *tag, int64_t now_ms);

/* Changes members as somebody else would, all or none: Name, Notes (null: as the seed says), Tags, Metadata,
 * ProcessingState (not InProgress). Returns the name of the first that is no such member or not of its form,
 * or NULL; borrowed from `change`. Without members it is a new version only. */
const char *world_change(struct world_project *project, json_t *change, int64_t now_ms);

/* Ends the running transcription as Canceled; false when none is running. */
bool world_cancel(struct world_project *project, int64_t now_ms);

/* The project as the member Data of a reply, with its metadata if asked for; caller owns the reference. */
json_t *world_project_json(const struct world_project *project, bool with_metadata);

/* The name of a project for people and file names; caller frees. */
char *world_project_name(const struct world_project *project);

/* The language of the transcript, such as "cs-CZ". */
const char *world_project_language(const struct world_project *project);

/* Length of the recording. */
int64_t world_project_length_ms(const struct world_project *project);

#endif
