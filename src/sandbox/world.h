/* The world: projects, their versions, and their transcriptions. Pure: the caller passes the time.
 *
 * A seed is the constant data from which a project is made. The dates of a seed are relative to
 * SEED_START_MS. The world moves these dates to its own start, so that expiry dates stay in the future. The
 * date `start`, when the recording was made, is not moved. A transcription runs from the enqueue until
 * `done_ms`. The first world_find() after `done_ms` ends the transcription. Every change gives a project a
 * new version, which the API calls AccessToken. Times are milliseconds since 1970. */
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
    const char *name, *author, *notes, *start; /* NULL: none; a missing name is made from the id */
    const char *created, *updated, *delete_at, *expiration;
    const char *length;                     /* length of the recording, such as 00:42:10 */
    const char *tags, *metadata, *keywords; /* JSON texts, or NULL */
    const char *language;   /* language of the transcript when the sandbox starts; NULL: no transcript */
    const char *label;      /* ActiveTrsxLabel, or NULL */
    const char *odd_config; /* text in place of the object TranscriptionConfig; NULL: the object */
    int64_t version;        /* AccessToken when the sandbox starts; 0: computed from the id */
    int share_count;
    enum world_state state;
    bool no_media, has_video, read_only, team;
    bool fails;   /* every transcription ends in state Failed */
    bool silent;  /* nobody speaks */
    bool bare;    /* replies have only the members that the API requires */
    bool nulls;   /* replies have null for all members that the API does not require */
    bool foreign; /* belongs to a team that the first account is not in */
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
    struct param_set *spoken; /* parameters that made the saved transcript; NULL: no transcript */
    char *label;              /* ActiveTrsxLabel of the saved transcript, or NULL */
    char *name, *notes;       /* values set by world_change(); NULL: as in the seed */
    int64_t id;
    int64_t version;
    int64_t moved_ms;   /* added to the dates of the seed: start of the world minus SEED_START_MS */
    int64_t updated_ms; /* time of the last change; 0: as in the seed */
    int64_t done_ms;    /* when the running transcription ends */
    int64_t payer;      /* id of the account that pays for the last transcription */
    int64_t owed_ms;    /* ms of transcriptions that the payer still has to pay for */
    enum world_state state;
};

#define WORLD_DEFAULT   (-1) /* number of projects: twelve, and three of another team */
#define WORLD_BY_LENGTH (-1) /* duration: two seconds plus a 400th of the transcribed length */
#define WORLD_BUSY_MS   20000

struct world {
    struct world_project *projects; /* the project at index i has the id i + 1 */
    int64_t count;
    int64_t transcribe_ms; /* duration of a transcription, or WORLD_BY_LENGTH */
    int64_t start_ms;      /* start of the world; 0: dates stay as in the seeds */
    int64_t busy;          /* id of the project that is being transcribed at the start, or 0 */
    bool has_others;       /* made with WORLD_DEFAULT: the projects after the twelfth are of another team */
};

/* Makes a world with the projects 1..count (`count` can be WORLD_DEFAULT). Free it with world_free(). */
struct world *world_new(int64_t count, int64_t transcribe_ms);
void world_free(struct world *world);
void world_reset(struct world *world); /* restores all projects as at the start */

/* Starts the world at `now_ms`: moves the dates of the seeds to this time, restores all projects, and
 * enqueues project `busy` (0: none). The transcription of `busy` takes transcribe_ms, or WORLD_BUSY_MS if
 * transcribe_ms is WORLD_BY_LENGTH. Before this call, the dates are those of the seeds. */
void world_set_start(struct world *world, int64_t now_ms, int64_t busy);

/* Returns the project as it is at `now_ms`; the world still owns it. NULL: no project has this id. */
struct world_project *world_find(struct world *world, int64_t id, int64_t now_ms);

/* Starts a transcription that the account with the id `payer` will pay for. The project then owns `run`. */
void world_enqueue(struct world *world, struct world_project *project, struct param_set *run, int64_t payer,
                   int64_t now_ms);

/* Returns how many ms of the recording a transcription with the parameters `run` covers. */
int64_t world_run_ms(const struct world_project *project, const struct param_set *run);

/* Change metadata or tags. The functions that delete return false if the key or tag is missing. */
void world_set_metadata(struct world_project *project, const char *key, const char *value, int64_t now_ms);
bool world_delete_metadata(struct world_project *project, const char *key, int64_t now_ms);
bool world_delete_tag(struct world_project *project, const char *tag, int64_t now_ms);

/* Changes the project, as another user would. Sets all members of the object `change`, or none if one is
 * invalid. Possible members are Name and Notes (null: as in the seed), Tags, Metadata, and ProcessingState
 * (not InProgress). Returns NULL, or the name of the first unknown or invalid member; `change` owns that
 * name. Even an empty `change` gives the project a new version number. */
const char *world_change(struct world_project *project, json_t *change, int64_t now_ms);

/* Ends the running transcription as Canceled. Returns false if none is running. */
bool world_cancel(struct world_project *project, int64_t now_ms);

/* Returns the project as the API shows it: the member Data of a reply. Caller owns the reference. */
json_t *world_project_json(const struct world_project *project, bool with_metadata);

/* Returns the name of the project, or one made of its id. Caller frees. */
char *world_project_name(const struct world_project *project);

/* Returns the language of the transcript, such as "cs-CZ"; a default if there is no transcript. */
const char *world_project_language(const struct world_project *project);

int64_t world_project_length_ms(const struct world_project *project);

#endif
