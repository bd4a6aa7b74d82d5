/* Messages: requests and replies as plain values, so that the service can be tested without HTTP. Also
 * lists of named values, and the checks of request headers that libmicrohttpd does not make. */
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

/* --- named values of a query string, a form body or headers. The ASCII case of names is ignored. If a name
 * comes twice, its last value counts --- */

struct query_pair {
    char *name;
    char *value;
};

struct query {
    struct query_pair *pairs; /* owned */
    size_t count;
};

/* Appends one pair. Both texts are copied; a value of NULL is stored as "". */
void query_add(struct query *query, const char *name, const char *value);

/* Appends the pairs of a text such as "a=b&c=d". Decodes %XX, and turns '+' into a blank. */
void query_parse(struct query *query, const char *text, size_t len);

/* Returns the value of a name, or NULL. The query still owns the value. */
const char *query_get(const struct query *query, const char *name);

void query_free(struct query *query);

/* --- values of a parameter set. An unset parameter has its default. For a name that is missing in the set's
 * table, value_is_set() returns false, and the other functions end the program --- */

const char *value_text(const struct param_set *set, const char *name); /* never NULL */
bool value_bool(const struct param_set *set, const char *name);
int64_t value_int(const struct param_set *set, const char *name);
double value_number(const struct param_set *set, const char *name);
bool value_is_set(const struct param_set *set, const char *name);

/* Adds the name of a parameter to *note. Only the real service can know the parameter's value, which is
 * ignored here. *note becomes "not known here and without effect: NAME NAME". Caller frees *note. */
void value_note_unknown(char **note, const char *name);

/* True if the text is a language tag, such as cs-CZ. */
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
    const char *message; /* why the request is refused; NULL: accepted */
};

/* Checks the headers of a request. A second Host or Content-Length is refused with 400. A Host that is not a
 * name of this computer is refused with 421 (against DNS rebinding). A request from a web page whose address
 * differs from Host is refused with 403. */
struct head_verdict head_check(const struct query *headers);

/* --- replies --- */

/* Whether and how the server sends a reply. */
enum reply_manner {
    REPLY_SEND,
    REPLY_STALL, /* never answers; the connection stays open */
    REPLY_LATE,  /* does nothing before delay_ms has passed: then calls control_answer() again */
    REPLY_RESET, /* closes the connection with a reset, without an answer */
    REPLY_HEAD,  /* sends the status line and one header, then closes; does not work with TLS */
    REPLY_CUT,   /* announces the whole body, sends the first cut_at bytes, then closes */
    REPLY_FREEZE /* like REPLY_CUT, but the connection stays open */
};

struct reply {
    int status;
    char refused[64]; /* name of the field or parameter that was refused, or "" */
    json_t *json;     /* the body as JSON, before reply_render(); NULL: the body is in `body` */
    struct buffer body;
    const char *type;     /* media type of the body; a constant text */
    struct query headers; /* headers to send besides Content-Type */
    char *note;           /* remark for the log, or NULL */
    char *late;           /* text of the fault that delays the reply (REPLY_LATE), for the log */
    int64_t stream_bytes; /* > 0: the body is a generated file of this size */
    enum reply_manner manner;
    int64_t delay_ms; /* time to wait before the reply is sent */
    int64_t cut_at;   /* number of bytes that REPLY_CUT and REPLY_FREEZE send; -1: half of the body */
};

void reply_init(struct reply *reply);
void reply_free(struct reply *reply);

/* Clears the reply, then gives it this status and the body {"Message": message, "Data": null}. */
void reply_error(struct reply *reply, int status, const char *message);

/* Sets the JSON body. The reply takes over the caller's reference. */
void reply_json(struct reply *reply, json_t *value);

/* Writes `json` into `body` and clears `json`. Does nothing if `json` is NULL. */
void reply_render(struct reply *reply);

/* Sets all optional members of `resource` to null, or removes the members if `absent` is true. `table` says
 * which members are optional. `resource` is the object at `table->root` in a reply. */
void reply_blank(json_t *resource, const struct field_table *table, bool absent);

#endif
