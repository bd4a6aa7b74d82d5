/* Requests and replies as plain values, so that the service needs no HTTP to be tested. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_REPLY_H
#define STENO_SANDBOX_REPLY_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "query.h"
#include "steno/api/field.h"
#include "steno/base/mem.h"

struct service_request {
    const char *method;
    const char *path; /* percent-decoded, without the query */
    const struct query *query;
    const struct query *headers;
    const char *body; /* NUL-terminated behind its last byte */
    size_t body_len;
};

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
    char *disposition;    /* Content-Disposition, or NULL */
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
