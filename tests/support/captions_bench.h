/* What the tests of captions share: project 2 chosen on a bench of its own, three captions of it, and its
 * pane. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_CAPTIONS_BENCH_H
#define TESTS_SUPPORT_CAPTIONS_BENCH_H

#include "support/app_bench.h"
#include "support/asserts.h"

static const char three[] = "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
                            "2\n00:00:03,500 --> 00:00:06,000\nTwo words\n\n"
                            "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody\n";
static const char two[] = "1\n00:00:01,000 --> 00:00:03,000\n- One line\n\n"
                          "2\n00:00:03,500 --> 00:00:06,000\nTwo words\n";

static struct bench bench;

static inline void captions_begin(void)
{
    bench_ready(&bench);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_clear(&bench);
}

static inline void captions_end(void)
{
    bench_free(&bench);
}

static inline const struct page *page(void)
{
    return app_page_of(bench.app, "captions");
}

static inline size_t rows(void)
{
    return page()->is_list ? page()->count : 0;
}

/* The fetch that is sent, answered with this text. */
static inline void answer(const char *text)
{
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    bench_answer_captions(&bench, call, text);
    bench_clear(&bench);
}

/* The captions of project 2, open over its form. */
static inline void open_captions(const char *text)
{
    bench_keys(&bench, "x x");
    answer(text);
}

/* Have they the keys, over the form? */
static inline bool has_keys(void)
{
    return overlay_has(&bench.app->overlays, OVERLAY_OVER_FORM);
}

/* Sets the length of lines in the form, with the captions closed for it. */
static inline void set_length(const char *text)
{
    if (has_keys())
        bench_keys(&bench, "x");
    bench_field(&bench, "SubtitleLineLength", text);
}

#endif
