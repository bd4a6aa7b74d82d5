/* Owns hostile text: what no client may pass on to a terminal, in every text of a reply.
 *
 * The JSON library cannot write most of it, so each text gets a mark, and the marks are replaced in the
 * written body. */
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "steno/base/mem.h"

#define MARK "\xEE\x80\x80" /* U+E000, of the private use area */

/* As it stands between the quotes of a JSON text: C0 must be escaped there, all else is raw. */
static const char hostile_json[] =
    "\\u001B]0;title\\u0007\\u001B[2J\\u001B[31m" /* sequences that change a terminal */
    "\\u0000\\u0001\\b\\t\\n\\r\\u000E\\u001F"    /* other C0 */
    "\x7F"                                        /* DEL */
    "\xC2\x80\xC2\x85\xC2\x9B"
    "31m\xC2\x9D"                                                          /* C1, NEL and CSI among them */
    "\xE2\x80\xAE\xE2\x80\xAA\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C\xE2\x80\x8F" /* bidirectional controls */
    "\xE2\x80\xA8\xE2\x80\xA9"                                             /* line and paragraph separator */
    "\xFF\xFE\xC0\xAF\xE2\x82\xED\xA0\x80\xF4\x90\x80\x80" /* no UTF-8: stray, overlong, cut, surrogate, too
                                                              large */
    "\\uDC00 \\uD800 "                                     /* lone surrogates */
    "\xEF\xBB\xBF\xF3\xA0\x81\x81"                         /* byte order mark, a tag character */
    "\xC2\xAD\xE2\x80\x8B\xE2\x81\xA0\xE3\x85\xA4";        /* soft hyphen, zero width space, word joiner, a
                                                              filler */

/* For the body of a file, where nothing is escaped. */
static const char hostile_raw[] = "\x1B]0;title\x07\x1B[2J\x1B[31m\x01\b\r\x7F\xC2\x9B"
                                  "31m\xE2\x80\xAE\xE2\x80\xA8\xFF\xC0\xAF\xED\xA0\x80\n";

/* Puts the mark at the end of every text below a value; tokens stay usable. Metadata gets a key with
 * it too. */
static void hostile_mark(json_t *value)
{
    const char *name;
    void *next;
    size_t i;
    json_t *member;
    json_array_foreach(value, i, member)
    {
        if (json_is_string(member))
            json_array_set_new(value, i, json_sprintf("%s" MARK, json_string_value(member)));
        else
            hostile_mark(member);
    }
    json_object_foreach_safe(value, next, name, member)
    {
        if (strcmp(name, "Metadata") == 0 && json_is_object(member))
            json_object_set_new(member, "key" MARK, json_string("value"));
        if (json_is_string(member) && strcmp(name, "Token") != 0)
            json_object_set_new(value, name, json_sprintf("%s" MARK, json_string_value(member)));
        else
            hostile_mark(member);
    }
}

/* Writes hostile bytes over the marks. */
static void hostile_replace(struct buffer *body)
{
    struct buffer out;
    buffer_init(&out, body->max);
    const char *at = buffer_text(body);
    for (const char *mark; (mark = strstr(at, MARK)); at = mark + strlen(MARK)) {
        buffer_append(&out, at, (size_t)(mark - at));
        buffer_append(&out, hostile_json, sizeof hostile_json - 1);
    }
    buffer_append_text(&out, at);
    buffer_free(body);
    *body = out;
}

void fault_hostile(struct reply *reply, const char *arg)
{
    (void)arg;
    if (reply->json) {
        hostile_mark(reply->json);
        reply_render(reply);
        hostile_replace(&reply->body);
        return;
    }
    buffer_append(&reply->body, hostile_raw, sizeof hostile_raw - 1);
    free(reply->disposition);
    reply->disposition = mem_copy("attachment; filename=\"../../\x1B[31m.hidden.srt\"; "
                                  "filename*=UTF-8''..%2F..%2Fetc%2F%1B%5B2J%E2%80%AE%00%0Apasswd.srt");
}
