/* Owns the check of a request's head (RFC 9112). Pure. */
#include "steno/sandbox/head.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* A part of the bytes. */
struct span {
    const char *at;
    size_t len;
};

static struct head_verdict head_refuse(int status, const char *message)
{
    return (struct head_verdict){.whole = true, .status = status, .message = message};
}

/* Is a text a token: a method, the name of a header? */
static bool span_is_token(struct span span)
{
    for (size_t i = 0; i < span.len; i++) {
        if (!isalnum((unsigned char)span.at[i]) && !memchr("!#$%&'*+-.^_`|~", span.at[i], 15))
            return false;
    }
    return span.len > 0;
}

/* Takes what comes up to a byte off the front; all of it when the byte is not there. */
static struct span span_take(struct span *rest, char end)
{
    const char *stop = memchr(rest->at, end, rest->len);
    struct span taken = {rest->at, stop ? (size_t)(stop - rest->at) : rest->len};
    size_t skip = taken.len + (stop ? 1 : 0);
    rest->at += skip;
    rest->len -= skip;
    return taken;
}

/* Takes one line off the front, without its end. */
static struct span span_take_line(struct span *rest)
{
    struct span line = span_take(rest, '\n');
    if (line.len && line.at[line.len - 1] == '\r')
        line.len--;
    return line;
}

const char *head_check_target(const char *target, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)target[i] < ' ' || target[i] == '\x7F')
            return "The target has a control character";
    }
    return memmem(target, len, "%00", 3) ? "The target has a NUL: %00" : NULL;
}

const char *head_path(const char *target)
{
    size_t scheme = strncasecmp(target, "http://", 7) == 0    ? 7
                    : strncasecmp(target, "https://", 8) == 0 ? 8
                                                              : 0;
    if (!scheme)
        return target;
    const char *path = strchr(target + scheme, '/');
    return path ? path : "/";
}

const char *head_check_method(const char *method)
{
    return span_is_token((struct span){method, strlen(method)}) ? NULL : "The method is not a token";
}

/* What is wrong with METHOD TARGET HTTP/1.x. */
static struct head_verdict head_check_line(struct span line, bool *needs_host)
{
    struct span method = span_take(&line, ' '), target = span_take(&line, ' '), version = line;
    bool numbered = version.len == 8 && memcmp(version.at, "HTTP/", 5) == 0 &&
                    isdigit((unsigned char)version.at[5]) && version.at[6] == '.' &&
                    isdigit((unsigned char)version.at[7]);
    if (!span_is_token(method) || target.len == 0 || !numbered)
        return head_refuse(400, "The request line is not METHOD TARGET HTTP/1.1");
    if (version.at[5] != '1')
        return head_refuse(505, "The version of HTTP is not supported: 1.1 is");
    const char *message = head_check_target(target.at, target.len);
    if (message)
        return head_refuse(400, message);
    *needs_host = version.at[7] != '0';
    return (struct head_verdict){0};
}

/* Reads NAME: VALUE; false when the line is no header. */
static bool head_read_header(struct query *headers, struct span line)
{
    const char *colon = memchr(line.at, ':', line.len);
    struct span name = {line.at, colon ? (size_t)(colon - line.at) : 0};
    if (!colon || !span_is_token(name) || memchr(line.at, '\0', line.len))
        return false;
    const char *value = colon + 1, *end = line.at + line.len;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    char *name_text = mem_copy_n(name.at, name.len), *value_text = mem_copy_n(value, (size_t)(end - value));
    query_add(headers, name_text, value_text);
    free(name_text);
    mem_wipe_free(value_text);
    return true;
}

/* How many headers have a name. */
static size_t head_count(const struct query *headers, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < headers->count; i++)
        count += text_equal_nocase(headers->pairs[i].name, name);
    return count;
}

/* What is wrong with the headers that say where the request ends. */
static const char *head_check_length(const struct query *headers)
{
    const char *length = query_get(headers, "Content-Length");
    if (head_count(headers, "Content-Length") > 1)
        return "The header Content-Length is given twice";
    if (length && (!length[0] || length[strspn(length, "0123456789")] || strlen(length) > 18))
        return "The header Content-Length is not a number";
    if (length && query_get(headers, "Transfer-Encoding"))
        return "The headers Content-Length and Transfer-Encoding exclude each other";
    return NULL;
}

/* Is it a name of this computer, with any port: it may be that of a tunnel? */
static bool host_is_local(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t len = strlen(names[i]);
        if (strncasecmp(host, names[i], len) == 0 &&
            (!host[len] || (host[len] == ':' && !host[len + 1 + strspn(host + len + 1, "0123456789")])))
            return true;
    }
    return false;
}

/* Does a web page of another address ask? A browser says so itself. */
static bool head_is_foreign(const struct query *headers, const char *host)
{
    for (size_t i = 0; i < headers->count; i++) {
        const char *name = headers->pairs[i].name, *value = headers->pairs[i].value;
        const char *after = strstr(value, "://");
        if (text_equal_nocase(name, "Sec-Fetch-Site") && strcmp(value, "same-origin") != 0 &&
            strcmp(value, "none") != 0)
            return true;
        if (text_equal_nocase(name, "Origin") &&
            !(host && strncmp(value, "http", 4) == 0 && after && text_equal_nocase(after + 3, host)))
            return true;
    }
    return false;
}

struct head_verdict head_check_headers(const struct query *headers, bool needs_host)
{
    size_t hosts = head_count(headers, "Host");
    const char *host = query_get(headers, "Host"), *message = head_check_length(headers);
    if (hosts > 1 || (needs_host && hosts == 0))
        return head_refuse(400, hosts ? "The header Host is given twice" : "The header Host is missing");
    if (message)
        return head_refuse(400, message);
    if (host && !host_is_local(host))
        return head_refuse(421, "The header Host is not 127.0.0.1, localhost or [::1]");
    if (head_is_foreign(headers, host))
        return head_refuse(403, "A web page of another address must not ask this server");
    return (struct head_verdict){.whole = true};
}

/* Reads and checks the headers of a whole head. */
static struct head_verdict head_check_rest(struct span rest, bool needs_host)
{
    struct query headers = {0};
    struct head_verdict verdict = {0};
    for (struct span line; !verdict.status && (line = span_take_line(&rest)).len > 0;) {
        if (!head_read_header(&headers, line))
            verdict = head_refuse(400, "A header is not NAME: VALUE");
    }
    if (!verdict.status)
        verdict = head_check_headers(&headers, needs_host);
    query_free(&headers);
    return verdict;
}

/* Where the empty line behind the headers ends, or NULL while it has not come. */
static const char *head_end(const char *bytes, size_t len)
{
    for (const char *at = bytes, *end = bytes + len; (at = memchr(at, '\n', (size_t)(end - at))); at++) {
        if (end - at >= 2 && at[1] == '\n')
            return at + 2;
        if (end - at >= 3 && at[1] == '\r' && at[2] == '\n')
            return at + 3;
    }
    return NULL;
}

struct head_verdict head_check_sizes(size_t line, size_t head)
{
    if (line > HEAD_LINE_MAX)
        return head_refuse(414, "The request line is too long");
    return head > HEAD_MAX ? head_refuse(431, "The headers are too large") : (struct head_verdict){0};
}

struct head_verdict head_check(const char *bytes, size_t len)
{
    size_t blank = 0; /* empty lines before a request are allowed */
    while (blank < len && (bytes[blank] == '\r' || bytes[blank] == '\n'))
        blank++;
    bytes += blank;
    len -= blank;
    const char *line_end = memchr(bytes, '\n', len), *end = head_end(bytes, len);
    bool needs_host = false;
    struct head_verdict verdict =
        head_check_sizes(line_end ? (size_t)(line_end - bytes) : len, end ? (size_t)(end - bytes) : len);
    if (verdict.status || !line_end)
        return verdict;
    struct span rest = {bytes, end ? (size_t)(end - bytes) : len};
    verdict = head_check_line(span_take_line(&rest), &needs_host);
    return verdict.status || !end ? verdict : head_check_rest(rest, needs_host);
}
