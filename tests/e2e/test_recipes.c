/* README's recipes, as they stand there: run against a sandbox under /XAPI, in an environment as empty as
 * cron's. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define SERVER "https://transcribe.example.org"

static struct bench bench;

/* Copies what begins with `from` in README up to `to`. Caller frees. */
static char *readme_part(const char *from, const char *to)
{
    FILE *page = fopen(FIXTURES "/../../README.md", "re");
    char text[40000];
    cr_assert_not_null(page);
    text[fread(text, 1, sizeof text - 1, page)] = '\0';
    fclose(page);
    char *at = strstr(text, from), *end = at ? strstr(at + strlen(from), to) : NULL;
    cr_assert(end, "README has no %s", from);
    return mem_copy_n(at + strlen(from), (size_t)(end - at) - strlen(from));
}

/* The block below a heading such as "**Presets**". Caller frees. */
static char *recipe(const char *heading)
{
    char *part = readme_part(heading, "\n```\n"), *block = strstr(part, "\n```");
    cr_assert(block, "no block below %s", heading);
    char *copy = mem_printf("%s\n", strchr(block + 4, '\n') + 1);
    free(part);
    return copy;
}

/* Every `from` replaced. Frees the text; caller frees what comes back. */
static char *replaced(char *text, const char *from, const char *to)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    const char *rest = text;
    for (const char *at; (at = strstr(rest, from)); rest = at + strlen(from)) {
        buffer_append(&out, rest, (size_t)(at - rest));
        buffer_append_text(&out, to);
    }
    buffer_append_text(&out, rest);
    free(text);
    return buffer_take(&out);
}

/* Runs a text as cron does; the output is compared unless NULL. */
static void run(const char *text, int code, const char *out, const char *err)
{
    struct process_result result;
    char *line = mem_printf("cd; %s", text);
    process_run(bench.home, (char *[]){(char[]){"/bin/sh"}, (char[]){"-c"}, line, NULL}, NULL,
                PROCESS_LIMIT_MS, &result);
    cr_assert_eq(result.code, code, "%s\nended with %d:\n%s%s", text, result.code, buffer_text(&result.out),
                 buffer_text(&result.err));
    if (out)
        cr_assert_str_eq(buffer_text(&result.out), out, "%s\nprinted:\n%s", text, buffer_text(&result.out));
    if (err)
        cr_assert_str_eq(buffer_text(&result.err), err, "%s\nsaid:\n%s", text, buffer_text(&result.err));
    process_result_free(&result);
    free(line);
}

/* A sandbox under /XAPI, steno in a folder of PATH, and nothing in the environment but what cron sets. */
static void begin(void)
{
    static const char *const others[] = {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
                                         "XDG_RUNTIME_DIR", "TMPDIR",         "STENO_URL",
                                         "LC_ALL",          "TERM",           "TZ"};
    bench_start(&bench, "--api-path /XAPI --token t0ken");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        home_set(bench.home, others[i], NULL);
    char *program = process_program("steno"), *link = home_path(bench.home, "bin/steno");
    char *folder = home_path(bench.home, "bin"), *path = mem_printf("%s:/usr/bin:/bin", folder);
    home_write(bench.home, "bin/.keep", "");
    cr_assert_eq(symlink(program, link), 0);
    home_set(bench.home, "PATH", path);
    home_set(bench.home, "SHELL", "/bin/sh");
    free(path);
    free(folder);
    free(link);
    free(program);
}

/* Logs in as README says, and puts these on the watchlist. */
static void log_in(const char *ids)
{
    char *line = replaced(mem_printf("echo demo | steno login --url " SERVER
                                     "/XAPI --email demo@example.org --password-stdin && steno add %s",
                                     ids),
                          SERVER, bench.sandbox.url);
    run(line, 0, NULL, NULL);
    free(line);
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(recipes, .init = begin, .fini = end, .timeout = 120);

Test(recipes, of_the_first_day_run_in_their_order)
{
    char *text = readme_part("## The first day\n\n", "\n\n"), *rest = text, *line;
    log_in("1");
    size_t count = 0;
    while ((line = strsep(&rest, "\n"))) {
        char *said = strstr(line + 4, "  ");
        cr_assert_str_starts(line, "    steno");
        cr_assert(said, "%s", line);
        *said = '\0';
        count++;
        if (strcmp(line, "    steno") != 0) /* the console needs a terminal */
            run(line, strstr(line, "--check") ? 9 : 0, NULL, NULL);
    }
    cr_expect_eq(count, 9);
    free(text);
}

Test(recipes, enqueue_waits_and_the_files_are_there)
{
    char *text = recipe("**Enqueue, wait, export.**");
    log_in("1");
    run(text, 0, NULL, NULL);
    run("ls subs | wc -l", 0, "2\n", "");
    free(text);
}

Test(recipes, a_preset_is_saved_and_used)
{
    char *text = recipe("**Presets**");
    log_in("1");
    run(text, 0, NULL, NULL);
    run("head -n 1 dam.vtt", 0, "WEBVTT\n", "");
    free(text);
}

Test(recipes, json_goes_through_jq)
{
    char *text = recipe("**JSON.**"), *jq = process_find("jq");
    cr_assert_eq(access(jq, X_OK), 0, "jq is missing: ./dev deps installs it");
    log_in("1-12");
    run(text, 0, "10 Call centre, week 20\n", "");
    free(jq);
    free(text);
}

/* --- a night: by cron, or by systemd --- */

/* The one line of crontab(5), without its five fields of time. Caller frees. */
static char *night_of_cron(void)
{
    char *text = recipe("**Nightly export.**"), *line = strstr(text, "\n15 3 * * * ");
    cr_assert_str_starts(text, "PATH=/usr/local/bin:");
    cr_assert_str_lacks(line, "%");
    char *command = mem_copy(line + strlen("\n15 3 * * * "));
    free(text);
    return command;
}

/* What systemd starts, and the credential that it hands over. Caller frees. */
static char *night_of_systemd(void)
{
    char *text = recipe("**The same by systemd**"), *line = strstr(text, "\nExecStart=");
    cr_assert_not_null(line);
    char *folder = home_path(bench.home, "credentials");
    home_write(bench.home, "credentials/token", "t0ken\n");
    home_set(bench.home, "CREDENTIALS_DIRECTORY", folder);
    line += strlen("\nExecStart=");
    line[strcspn(line, "\n")] = '\0';
    char *command = replaced(mem_copy(line), "$$", "$");
    free(folder);
    free(text);
    return command;
}

/* The path of the file of a project below HOME. Caller frees. */
static char *night_file(int id)
{
    char *folder = home_path(bench.home, "home/subs"), prefix[16], *found = NULL;
    DIR *dir = opendir(folder);
    snprintf(prefix, sizeof prefix, "%d-", id);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0)
            found = mem_printf("home/subs/%s", entry->d_name);
    cr_assert(dir && found, "no file of %d", id);
    closedir(dir);
    free(folder);
    return found;
}

/* Somebody else changes a project. */
static void night_change(int id)
{
    control_change(&bench.sandbox, id, "{\"Notes\":\"changed\"}");
}

/* Nights one after the other: all is new, nothing is, a project comes, a file is edited, its project changes
 * too, then another one. */
static void night_run(const char *command)
{
    log_in("1-12");
    run(command, 0, NULL, "");
    run("ls ~/subs | wc -l", 0, "4\n", "");
    run(command, 0, "", "");
    run("steno add 13", 0, "", "");
    run(command, 0, NULL, "");
    run("ls ~/subs | wc -l", 0, "5\n", "");
    char *two = night_file(2), *seven = night_file(7), *text = home_read(bench.home, two), *line;
    char *edited = mem_printf("%sby hand\n", text);
    home_write(bench.home, two, edited);
    run(command, 0, "", "");
    night_change(2);
    line = mem_printf("steno: %s/%s was edited since steno wrote it; its project changed since, too\n",
                      bench.home->dir, two);
    run(command, 5, "", line);
    run(command, 5, "", line);
    home_write(bench.home, "before", "");
    night_change(7);
    run(command, 5, NULL, line);
    char *renewed =
        mem_printf("[ %s/%s -nt %s/before ] && ls ~/subs | wc -l", bench.home->dir, seven, bench.home->dir);
    run(renewed, 0, "5\n", "");
    char *now = home_read(bench.home, two);
    cr_expect_str_eq(now, edited, "what was edited is lost");
    free(now);
    free(renewed);
    free(line);
    free(edited);
    free(text);
    free(seven);
    free(two);
}

Test(recipes, the_nightly_export_of_cron_is_silent_without_news_and_loses_nothing)
{
    char *command = night_of_cron();
    night_run(command);
    free(command);
}

Test(recipes, the_nightly_export_of_systemd_is_silent_without_news_and_loses_nothing)
{
    char *command = night_of_systemd();
    night_run(command);
    free(command);
}

Test(recipes, the_nightly_export_says_what_the_config_sends_only_with_news)
{
    char *command = night_of_cron();
    log_in("2 7");
    home_write(bench.home, "home/.config/steno/config", "FileFormatId = srt\nSubtitleLineLength = 62\n");
    run(command, 0, NULL,
        "steno: note: SubtitleLineLength is usually from 20 to 60\n"
        "steno: note: FileFormatId srt, SubtitleLineLength 62 (config)\n");
    run(command, 0, "", "");
    char *two = night_file(2), *line = mem_printf("steno: %s/%s was edited since steno wrote it; its project "
                                                  "changed since, too\n",
                                                  bench.home->dir, two);
    home_write(bench.home, two, "by hand\n");
    night_change(2);
    run(command, 5, "", line);
    free(line);
    free(two);
    free(command);
}

Test(recipes, a_night_with_nothing_to_export_is_silent)
{
    char *command = night_of_cron();
    log_in("1 3");
    run(command, 0, "", "");
    free(command);
}

Test(recipes, a_night_without_the_server_fails_under_systemd_and_is_told_by_cron)
{
    char *command = night_of_systemd();
    log_in("1");
    process_sandbox_stop(&bench.sandbox);
    run(command, 6, "", NULL);
    free(command);
}

Test(recipes, a_hook_and_a_token_from_a_password_manager)
{
    char *config = replaced(recipe("**A hook**"), SERVER, bench.sandbox.url);
    home_write(bench.home, "home/.config/steno/config", config);
    home_write(bench.home, "bin/pass",
               "#!/bin/sh\n[ \"$*\" = 'show transcribe.example.org' ] && echo t0ken\n");
    run("chmod +x ../bin/pass; steno add 6 && steno enqueue 6 --wait", 0, NULL, NULL);
    char *news = home_read(bench.home, "home/steno-news");
    cr_assert_not_null(news);
    cr_expect_str_has(news, "Příliš");
    cr_expect_str_has(news, ": Completed\n");
    free(news);
    free(config);
}

/* Has systemd read the units of a recipe; its timer begins with this line. */
static void verify(const char *title, const char *timer_line, const char *name)
{
    char *text = recipe(title), *timer = strstr(text, timer_line);
    cr_assert_not_null(timer);
    char *service_file = mem_printf("home/%s.service", name), *timer_file = mem_printf("home/%s.timer", name),
         *words = mem_printf("systemd-analyze verify ./%s.service ./%s.timer", name, name);
    home_write(bench.home, timer_file, timer);
    *timer = '\0';
    home_write(bench.home, service_file, text);
    run(words, 0, "", "");
    free(words);
    free(timer_file);
    free(service_file);
    free(text);
}

Test(recipe_units, are_what_systemd_takes)
{
    char *analyze = process_find("systemd-analyze");
    bool is_there = access(analyze, X_OK) == 0;
    free(analyze);
    if (!is_there)
        cr_skip_test("systemd-analyze is not installed: Debian's package systemd brings it");
    bench.home = home_create();
    verify("**The same by systemd**", "# /etc/systemd/system/steno-export.timer", "steno-export");
    home_remove(bench.home);
}
