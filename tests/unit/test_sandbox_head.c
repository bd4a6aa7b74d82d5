/* The head of a request: what is refused, with which status, and what is not. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/sandbox/head.h"

#define H "Host: localhost\r\n"

Test(head, what_is_right_passes)
{
    static const char *const good[] = {
        "GET / HTTP/1.1\r\n" H "\r\n",
        "GET / HTTP/1.1\n"
        "Host: localhost\n\n",
        "\r\n\r\nGET / HTTP/1.1\r\n" H "\r\nbody",
        "GET / HTTP/1.0\r\n\r\n",
        "POST /a HTTP/1.1\r\nhost:127.0.0.1:8321\r\ncontent-length:\t12 \r\nX:\r\n\r\n",
        "GET http://x/a HTTP/1.1\r\n" H "\r\n",
        "GET / HTTP/1.1\r\nHost: LocalHost:1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1]:65535\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost:90\r\nOrigin: http://localhost:90\r\nSec-Fetch-Site: "
        "same-origin\r\n\r\n",
        "GET / HTTP/1.1\r\n" H "Origin: https://LOCALHOST\r\nSec-Fetch-Site: none\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct head_verdict verdict = head_check(good[i], strlen(good[i]));
        cr_assert_eq(verdict.status, 0, "%zu: %s", i, verdict.message);
        cr_assert(verdict.whole);
    }
}

Test(head, what_is_wrong_is_refused_with_its_status)
{
    static const struct {
        const char *head;
        int status;
    } rows[] = {
        {"GET / HTTP/2.0\r\n", 505},
        {"GET / HTTP/0.9\r\n", 505},
        {"GET /\r\n", 400},
        {"GET / http/1.1\r\n", 400},
        {"GET / HTTP/1.1 x\r\n", 400},
        {"GET  / HTTP/1.1\r\n", 400},
        {"G(T / HTTP/1.1\r\n", 400},
        {" GET / HTTP/1.1\r\n", 400},
        {"GET /\x01 HTTP/1.1\r\n", 400},
        {"GET /a%00b HTTP/1.1\r\n", 400},
        {"POST /a?b=%c5%be%000 HTTP/1.1\r\n", 400},
        {"GET /?a=%00 HTTP/1.1\r\n", 400},
        {"\x16\x03\x01\x02\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H H "\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length: -1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length: 1,1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length:\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length: 9999999999999999999\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "no colon\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H " folded: x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" H "a b: x\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", 421},
        {"GET / HTTP/1.0\r\nHost: 127.0.0.1.example.org\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\nHost: localhost.\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\nHost: localhost:80x\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\nHost: 127.0.0.2:8321\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\nHost: ::1\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 421},
        {"GET / HTTP/1.1\r\n" H "Origin: http://example.org\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: http://localhost.example.org\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: http://localhost:3000\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: http://127.0.0.1\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: file://localhost\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: null\r\n\r\n", 403},
        {"GET / HTTP/1.0\r\nOrigin: http://localhost\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Origin: http://example.org\r\nOrigin: http://localhost\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Sec-Fetch-Site: cross-site\r\n\r\n", 403},
        {"GET / HTTP/1.1\r\n" H "Sec-Fetch-Site: same-site\r\n\r\n", 403},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct head_verdict verdict = head_check(rows[i].head, strlen(rows[i].head));
        cr_assert_eq(verdict.status, rows[i].status, "%zu: %d", i, verdict.status);
        cr_assert(verdict.whole && verdict.message);
    }
}

Test(head, every_beginning_of_a_good_head_waits_for_more)
{
    static const char head[] = "POST /API/Login HTTP/1.1\r\n" H "Content-Length: 2\r\n\r\n";
    for (size_t len = 0; len < sizeof head - 1; len++) {
        struct head_verdict verdict = head_check(head, len);
        cr_assert_eq(verdict.status, 0, "%zu: %s", len, verdict.message);
        cr_assert_not(verdict.whole, "%zu", len);
    }
    cr_assert(head_check(head, sizeof head - 1).whole);
}

/* A head with a target and a header of these sizes. */
static struct head_verdict check_sized(size_t target, size_t header)
{
    char *letters = mem_alloc(target + header + 1);
    memset(letters, '/', target + header);
    letters[target + header] = '\0';
    char *bytes =
        mem_printf("GET %.*s HTTP/1.1\r\n" H "X:%.*s\r\n\r\n", (int)target, letters, (int)header, letters);
    struct head_verdict verdict = head_check(bytes, strlen(bytes));
    free(letters);
    free(bytes);
    return verdict;
}

Test(head, a_line_and_a_head_have_limits)
{
    const size_t line = strlen("GET  HTTP/1.1\r"), all = strlen("GET / HTTP/1.1\r\n" H "X:\r\n\r\n");
    cr_assert_eq(check_sized(HEAD_LINE_MAX - line, 1).status, 0);
    cr_assert_eq(check_sized(HEAD_LINE_MAX - line + 1, 1).status, 414);
    cr_assert_eq(check_sized(1, HEAD_MAX - all).status, 0);
    cr_assert_eq(check_sized(1, HEAD_MAX - all + 1).status, 431);
}
