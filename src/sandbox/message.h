/* Messages: requests and replies as plain values, so that the service needs no HTTP to be tested; the named
 * values in them; and what is wrong with the head of a request although the HTTP library lets it through. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_MESSAGE_H
#define STENO_SANDBOX_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/field.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"

/* --- named values of a query string, a form body, headers: names are matched without regard to ASCII case,
 * of several values of one name the last counts --- */

struct query_pair {
    char *name;
    char *value;
};

struct query {
    struct query_pair *pairs; /* owned */
    size_t count;
};

/* Appends one pair; both texts are copied, value may be NULL for "". */
void query_add(struct query *query, const char *name, const char *value);

/* Appends the pairs of "a=b&c=d", percent-decoded, '+' read as a blank. */
void query_parse(struct query *query, const char *text, size_t len);

/* The value of a name, or NULL. Borrowed. */
const char *query_get(const struct query *query, const char *name);

void query_free(struct query *query);

/* --- values of a parameter set, defaults filled in; a name that its table does not have ends the program ---
 */

const char *value_text(const struct param_set *set, const char *name); /* never NULL */
bool value_bool(const struct param_set *set, const char *name);
int64_t value_int(const struct param_set *set, const char *name);
double value_number(const struct param_set *set, const char *name);
bool value_is_set(const struct param_set *set, const char *name);

/* Notes a parameter with a text value that the service may know and the sandbox does not: it has no effect.
 * *note, the caller's, becomes "not known here and without effect: NAME NAME". */
void value_note_unknown(char **note, const char *name);

/* Is a text a language tag, such as cs-CZ? */
bool value_is_language(const char *text);

/* --- requests --- */

struct service_request {
    const char *method;
    const char *path; /* percent-decoded, without the query */
    const struct query *query;
    const struct query *headers;
    const char *body; /* NUL-terminated behind its last byte */
    size_t body_len;
};

struct head_verdict {
    int status;          /* 0: nothing is wrong with it */
    const char *message; /* why it is refused */
};

/* 400 for a Host or Content-Length that is given twice; 421 for a Host that is no name of this computer, as
 * when a name of somebody's points here; 403 for the request of a web page whose address is not that of Host.
 */
struct head_verdict head_check(const struct query *headers);

/* --- replies --- */

/* What the connection does with a reply. */
enum reply_manner {
    REPLY_SEND,
    REPLY_STALL, /* never answers, keeps the connection */
    REPLY_LATE,  /* nothing was done yet: to be asked for again with this reply after delay_ms */
    REPLY_RESET, /* closes the connection with a reset, without an answer */
    REPLY_HEAD,  /* the status line and one header, then an orderly end; not over TLS */
    REPLY_CUT,   /* announces the whole body, sends cut_at bytes of it, closes */
    REPLY_FREEZE /* the same, but then keeps the connection and sends nothing more */
};

struct reply {
    int status;
    char refused[64]; /* the field that was refused, or "" */
    json_t *json;     /* body still as a tree, or NULL: then `body` is what is sent */
    struct buffer body;
    const char *type;     /* media type; a constant */
    struct query headers; /* others */
    char *note;           /* for the log, or NULL */
    char *late;           /* of REPLY_LATE: the fault's text */
    int64_t stream_bytes; /* > 0: a generated file of this size instead of a body */
    enum reply_manner manner;
    int64_t delay_ms; /* held back this long */
    int64_t cut_at;   /* for REPLY_CUT and REPLY_FREEZE; -1: half of it */
};

void reply_init(struct reply *reply);
void reply_free(struct reply *reply);

/* Makes it {"Message": message, "Data": null} with this status; what it held before is dropped. */
void reply_error(struct reply *reply, int status, const char *message);

/* Makes it a 200 with a JSON body; takes the reference. */
void reply_json(struct reply *reply, json_t *value);

/* Writes `json` into `body`, if there is one. */
void reply_render(struct reply *reply);

/* Takes optional members out of a reply, which a client must bear: every one that the table calls optional
 * becomes null, or is `absent`. `resource` is the object below the table's root. */
void reply_blank(json_t *resource, const struct field_table *table, bool absent);

#endif
