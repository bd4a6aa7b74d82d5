/* `steno config`: a sample that is right as it is, and with every line uncommented. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

/* The sample as it is printed, caller frees; *count lines of it would set something before the sections. */
static char *sample_text(struct bench *bench, size_t *count)
{
    struct process_result result;
    bench_steno(bench, "config", NULL, 0, &result);
    cr_expect_eq(result.err.len, 0);
    char *text = mem_copy(buffer_text(&result.out));
    process_result_free(&result);
    *count = 0;
    for (const char *at = text; (at = strchr(at, '\n')) && strncmp(at, "\n#[", 3) != 0; at++)
        *count += at[1] == '#' && at[2] != ' ';
    return text;
}

/* How often the text stands in another one. */
static size_t sample_times(const char *text, const char *part)
{
    size_t times = 0;
    while ((text = strstr(text, part))) {
        times++;
        text += strlen(part);
    }
    return times;
}

/* Has `doctor` look at a config: all is well; so many values come from it. */
static void expect_doctor(struct bench *bench, const char *config, size_t count)
{
    struct process_result result;
    home_write(bench->home, "config/steno/config", config);
    bench_steno(bench, "doctor", NULL, 0, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_lacks(out, "BAD");
    cr_expect_eq(result.err.len, 0, "%s", buffer_text(&result.err));
    /* The url of the test is given by a variable. */
    cr_expect_eq(sample_times(out, "/config/steno/config:") + (count > 0 ? 1 : 0), count, "%zu: %s", count,
                 out);
    process_result_free(&result);
}

Test(config_sample, passes_doctor_as_it_is_and_with_every_line_uncommented)
{
    struct bench bench;
    size_t count;
    bench_start_logged_in(&bench, "");
    char *text = sample_text(&bench, &count), *to = text;
    cr_assert_gt(count, 70);
    expect_doctor(&bench, text, 0);
    for (const char *from = text; *from; from++) {
        bool begins = from == text || from[-1] == '\n';
        if (!(begins && *from == '#' && from[1] != ' ' && from[1] != '\n'))
            *to++ = *from;
    }
    *to = '\0';
    cr_expect_eq(sample_times(text, "\nenqueue = "), 1);
    cr_expect_eq(sample_times(text, "\ntimeout = 60\n"), 1);
    expect_doctor(&bench, text, count);
    bench_expect(&bench, "list", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    free(text);
    bench_stop(&bench);
}

Test(config_sample, is_printed_whatever_the_config_says_and_nothing_is_made)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    char *path = home_path(bench.home, "config/steno/config"), *line = mem_printf("%s\n", path);
    struct stat info;
    char *json = mem_printf("{\"ok\":true,\"path\":\"%s\"}\n", path);
    bench_expect(&bench, "config --path", NULL, 0, line, "");
    bench_expect(&bench, "config --path --json", NULL, 0, json, "");
    free(json);
    bench_steno(&bench, "config --json", NULL, 0, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"ok\":true,\"sample\":\"# Sample of ");
    process_result_free(&result);
    cr_expect_neq(stat(path, &info), 0);
    home_write(bench.home, "config/steno/config", "nonsense\n");
    bench_steno(&bench, "config", NULL, 0, &result);
    cr_expect_gt(result.out.len, 5000);
    process_result_free(&result);
    bench_expect(&bench, "config --path", NULL, 0, line, "");
    home_set(bench.home, "XDG_CONFIG_HOME", NULL);
    home_set(bench.home, "HOME", NULL);
    bench_expect(&bench, "config --path", NULL, 2, "",
                 "steno: there is no config file: HOME and XDG_CONFIG_HOME are not absolute paths\n");
    free(line);
    free(path);
    bench_stop(&bench);
}
