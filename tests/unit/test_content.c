/* api/content: pieces of any size, and the limits of what may grow. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "content.h"
#include "support/asserts.h"
#include "support/gzip.h"

static bool count_bytes(void *arg, const void *data, size_t len)
{
    size_t *count = arg;
    (void)data;
    *count += len;
    return true;
}

static bool refuse(void *arg, const void *data, size_t len)
{
    (void)arg, (void)data, (void)len;
    return false;
}

/* Unpacks so many x, in pieces of a size: is it whole? */
static bool unpack(size_t count, size_t piece, size_t *got)
{
    struct buffer packed;
    buffer_init(&packed, 1 << 20);
    gzip_append_many(&packed, count);
    struct content *content = content_new("gzip", "");
    bool ok = true;
    *got = 0;
    for (size_t at = 0; ok && at < packed.len; at += piece) {
        size_t len = packed.len - at < piece ? packed.len - at : piece;
        ok = content_feed(content, packed.data + at, len, count_bytes, got);
    }
    ok = ok && content_end(content);
    content_free(content);
    buffer_free(&packed);
    return ok;
}

Test(content, pieces_of_any_size_give_all_bytes)
{
    static const size_t counts[] = {0, 1, 16383, 16384, 16385, 32768, 1000000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (size_t piece = 1; piece <= 10000; piece *= 10) {
            size_t got;
            cr_expect(unpack(counts[i], piece, &got));
            cr_expect_eq(got, counts[i], "%zu of %zu", got, counts[i]);
        }
    }
}

Test(content, what_grows_too_much_is_refused_beyond_what_is_free)
{
    size_t got;
    cr_expect(unpack(CONTENT_RATIO_FREE - 1, 16384, &got));
    cr_expect_eq(got, CONTENT_RATIO_FREE - 1);
    cr_expect(unpack(CONTENT_RATIO_FREE, 16384, &got));
    cr_expect_eq(got, CONTENT_RATIO_FREE);
    cr_expect_not(unpack(CONTENT_RATIO_FREE + 1, 16384, &got));
    cr_expect_leq(got, CONTENT_RATIO_FREE);
}

Test(content, a_sink_that_refuses_is_no_fault_of_the_content)
{
    const char *words;
    struct content *content = content_new("", "");
    cr_expect_not(content_feed(content, "x", 1, refuse, NULL));
    cr_expect_eq(content_fault(content, &words), CONTENT_SOUND);
    content_free(content);
}

Test(content, what_is_bad_stays_bad)
{
    const char *words;
    size_t got = 0;
    struct content *content = content_new("br", "");
    cr_expect_not(content_feed(content, "x", 1, count_bytes, &got));
    cr_expect_not(content_end(content));
    cr_expect_eq(content_fault(content, &words), CONTENT_BAD);
    cr_expect_str_has(words, "“br”");
    cr_expect_eq(got, 0);
    content_free(content);
}
