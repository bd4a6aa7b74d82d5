/* The head of a request: what is refused, with which status, and what is not. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "message.h"
#include "support/asserts.h"

/* Judges headers that are written NAME:VALUE, one a line. */
static struct head_verdict check(const char *lines)
{
    struct query headers = {0};
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", lines);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *colon = strchr(line, ':');
        cr_assert_not_null(colon, "%s", line);
        *colon = '\0';
        query_add(&headers, line, colon + 1);
    }
    struct head_verdict verdict = head_check(&headers);
    query_free(&headers);
    return verdict;
}

Test(head, what_is_right_passes)
{
    static const char *const good[] = {
        "Host:localhost",
        "X:",
        "host:127.0.0.1:8321\ncontent-length:12",
        "Host:LocalHost:1",
        "Host:[::1]:65535",
        "Host:[::1]",
        "Host:localhost:90\nOrigin:http://localhost:90\nSec-Fetch-Site:same-origin",
        "Host:localhost\nOrigin:https://LOCALHOST\nSec-Fetch-Site:none",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        cr_expect_eq(check(good[i]).status, 0, "%s: %s", good[i], check(good[i]).message);
}

Test(head, what_is_wrong_is_refused_with_its_status)
{
    static const struct {
        const char *headers;
        int status;
    } rows[] = {
        {"Host:localhost\nHost:localhost", 400},
        {"Host:localhost\nContent-Length:1\ncontent-length:1", 400},
        {"Host:example.org", 421},
        {"Host:127.0.0.1.example.org", 421},
        {"Host:localhost.", 421},
        {"Host:localhost:80x", 421},
        {"Host:127.0.0.2:8321", 421},
        {"Host:::1", 421},
        {"Host:", 421},
        {"Host:localhost\nOrigin:http://example.org", 403},
        {"Host:localhost\nOrigin:http://localhost.example.org", 403},
        {"Host:localhost\nOrigin:http://localhost:3000", 403},
        {"Host:localhost\nOrigin:http://127.0.0.1", 403},
        {"Host:localhost\nOrigin:file://localhost", 403},
        {"Host:localhost\nOrigin:null", 403},
        {"Origin:http://localhost", 403},
        {"Host:localhost\nOrigin:http://example.org\nOrigin:http://localhost", 403},
        {"Host:localhost\nSec-Fetch-Site:cross-site", 403},
        {"Host:localhost\nSec-Fetch-Site:same-site", 403},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct head_verdict verdict = check(rows[i].headers);
        cr_expect_eq(verdict.status, rows[i].status, "%s: %d", rows[i].headers, verdict.status);
        cr_expect_not_null(verdict.message);
    }
}
