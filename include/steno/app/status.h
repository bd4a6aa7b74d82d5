/* The activity: what was done, and what happened. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_STATUS_H
#define STENO_APP_STATUS_H

#include <stdbool.h>
#include <stdint.h>

enum activity_kind {
    ACTIVITY_STATE,
    ACTIVITY_REQUEST,
    ACTIVITY_ERROR,
    ACTIVITY_NOTE,
    ACTIVITY_DONE,
    ACTIVITY_UNKNOWN /* may have been done */
};
struct app_activity {
    int64_t wall_ms;
    enum activity_kind kind;
    int64_t id;     /* 0: no project */
    bool is_of_act; /* the line of an act tells it, once the store has that */
    char *text;
    char *request; /* what was sent, without secrets; NULL where it is not known */
    char *status;  /* what came back: "412 no_media"; NULL where nothing did */
};
#define APP_ACTIVITY_MAX 500

#endif
