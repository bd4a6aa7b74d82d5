/* Messages: requests and replies as plain values, so that the service can be tested without HTTP; their named
 * values; and checks of a request's headers that the HTTP library does not make. */
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

/* --- named values of a query string, a form body or headers; ASCII case of names does not matter; if a name
 * comes twice, its last value counts --- */

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

/* --- values of a parameter set, defaults filled in; a name that is not in its table ends the program --- */

const char *value_text(const struct param_set *set, const char *name); /* never NULL */
bool value_bool(const struct param_set *set, const char *name);
int64_t value_int(const struct param_set *set, const char *name);
double value_number(const struct param_set *set, const char *name);
bool value_is_set(const struct param_set *set, const char *name);

/* Notes a parameter whose value the sandbox does not know (the real service may); the value has no effect.
 * *note becomes "not known here and without effect: NAME NAME"; caller frees. */
void value_note_unknown(char **note, const char *name);

/* Is this a language tag, such as cs-CZ? */
bool value_is_language(const char *text);

/* --- requests --- */

struct service_request {
    const char *method;
    const char *path; /* percent-decoded, without the query */
    const struct query *query;
    const struct query *headers;
    const char *body; /* with a NUL after its last byte */
    size_t body_len;
};

struct head_verdict {
    int status;          /* 0: accepted */
    const char *message; /* why the request is refused */
};

/* 400: Host or Content-Length is given twice. 421: Host is not a name of this computer (DNS rebinding). 403:
 * the request comes from a web page of another address than Host. */
struct head_verdict head_check(const struct query *headers);

/* --- replies --- */

/* What the connection does with a reply. */
enum reply_manner {
    REPLY_SEND,
    REPLY_STALL, /* never answers, keeps the connection */
    REPLY_LATE,  /* nothing was done yet: call control_answer() again with this reply after delay_ms */
    REPLY_RESET, /* closes the connection with a reset, without an answer */
    REPLY_HEAD,  /* sends the status line and one header, closes in order; not over TLS */
    REPLY_CUT,   /* announces the whole body, sends cut_at bytes of it, closes */
    REPLY_FREEZE /* like REPLY_CUT, but keeps the connection open without sending more */
};

struct reply {
    int status;
    char refused[64]; /* the field that was refused, or "" */
    json_t *json;     /* body as a tree, before reply_render(); NULL: the body is `body` */
    struct buffer body;
    const char *type;     /* media type; a constant */
    struct query headers; /* besides Content-Type */
    char *note;           /* for the log, or NULL */
    char *late;           /* for REPLY_LATE: the fault's text */
    int64_t stream_bytes; /* > 0: a generated file of this size instead of a body */
    enum reply_manner manner;
    int64_t delay_ms; /* before the reply is sent */
    int64_t cut_at;   /* for REPLY_CUT and REPLY_FREEZE: bytes sent; -1: half of the body */
};

void reply_init(struct reply *reply);
void reply_free(struct reply *reply);

/* Clears the reply, then makes it {"Message": message, "Data": null} with this status. */
void reply_error(struct reply *reply, int status, const char *message);

/* Sets the JSON body; takes the reference. */
void reply_json(struct reply *reply, json_t *value);

/* Writes `json`, unless it is NULL, into `body`. */
void reply_render(struct reply *reply);

/* Sets every member that the table calls optional to null, or removes it (`absent`): a client must accept
 * both. `resource` is the object below the table's root. */
void reply_blank(json_t *resource, const struct field_table *table, bool absent);

#endif
