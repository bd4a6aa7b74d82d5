/* What belongs to one part of the application and has no struct of its own yet. */
#ifndef STENO_APP_PRIVATE_H
#define STENO_APP_PRIVATE_H

#include "steno/app/keep.h"
#include "store.h"
#include "steno/app/presets.h"
#include "steno/app/prompt.h"
#include "steno/core/policy_check.h"

/* Metadata that was set from here, of the current project. */
struct app_metadata {
    char *key;
    char *value; /* NULL: deleted from here */
    int64_t when_ms;
};

/* One finding about a password that was checked; the password itself is gone. */
struct app_judged {
    const struct field_def *field;
    enum policy_verdict verdict;
    char *text;
};

/* From an id to a row of app->projects; kept by project_index.c. */
struct app_index {
    size_t *rows; /* row + 1, 0 for a free slot */
    size_t slots; /* a power of two; 0: to be built */
    size_t count;
};

/* Who waits for which answer of the store. */
struct app_awaited {
    uint64_t serial;
    app_store_reply *done;
};

struct app_private {
    struct app_awaited *awaited; /* by store.c, in the order of their serials */
    size_t awaited_count;
    struct app_owed *owed;
    size_t owed_count;
    bool owed_more;         /* than there was room for */
    bool typing;            /* something typed was not handed to the store yet: */
    int64_t typed_first_ms; /* since then, */
    int64_t typed_last_ms;  /* and the last key came then */
    bool typed_now;         /* this turn's event was typed */
    char *line;             /* of commands, where a face has its own; NULL for none */
    bool line_unsaved, line_kept;
    struct app_index index;
    struct app_metadata *metadata;
    size_t metadata_count;
    int64_t metadata_id; /* project that `metadata` is of */
    struct app_judged *judged;
    size_t judged_count;
    unsigned help_where;                 /* where help was opened: only what is valid there is shown */
    char *help_filter;                   /* only lines that hold this are shown; NULL for all */
    struct prompt_lines *lines;          /* typed into prompts */
    struct key key;                      /* the key of this turn */
    bool early;                          /* it was read before what it acts on was on the screen */
    int64_t highlight_wanted;            /* project whose highlights are gone to when it is there; 0: none */
    bool highlight_backwards;            /* to its last one */
    uint64_t preset_serial;              /* store operation whose answer is wanted */
    struct key menu_keys[MENU_KEYS_MAX]; /* pressed while the menu waits for it */
    size_t menu_key_count;
    uint64_t removed_serial; /* store operation of the last removal from the watchlist */
    bool restore_due;        /* a new state file does not have the watchlist yet */
    uint64_t session_serial; /* calls up to this one were sent with an older token */
    bool login_due;          /* the session is lost and the login not opened yet */
    char *login_why;         /* why the token's source gave no other, or NULL */
    bool login_wanted;       /* what the operator sent was refused for that */
    bool token_tried;        /* the token's source was read again since the last good answer */
    bool server_is_new;      /* no metadata of this server was ever changed from here */
    bool logged_in_here;     /* by the form, in this session */
    bool account_asked, policy_asked;
    char *held_said; /* what was said of the hold that is on, NULL for nothing */
};

#endif
