/* The fuzz targets: each takes any bytes, as from servers and people, and aborts if a function breaks a
 * promise of its header. tests/fuzz/run.sh builds a libFuzzer program of each, by FUZZ_TARGET. The test
 * program fuzz_replay runs all targets on their corpus. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "message.h"
#include "reply_error.h"
#include "steno/api/connection.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/store/config.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/caption/styles.h"
#include "steno/core/settings.h"
#ifndef FUZZ_TARGET
#include "steno/base/file.h"
#include "support/asserts.h"
#endif

/* Lengths of more than a hundred thousand years are printed with more digits than are read back. */
#define FUZZ_LENGTH_MAX_MS (INT64_C(100000) * 366 * 24 * 3600 * 1000)

/* Aborts if the promise is broken, so that fuzzers and sanitizers see it. */
static void must(bool held, const char *promise)
{
    if (!held) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* Text must be valid and without control characters; newlines only if `lines`. */
static void must_be_clean(const char *s, size_t len, bool lines)
{
    must(text_is_valid(s, len), "cleaned text is valid UTF-8");
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(s + at, len - at, &code);
        must((lines && code == '\n') || !text_code_is_hostile(code), "cleaned text holds nothing hostile");
    }
}

static void must_be_clean_line(const char *s)
{
    must_be_clean(s, strlen(s), false);
}

static void fuzz_clean(const uint8_t *data, size_t size)
{
    struct buffer once, twice;
    buffer_init(&once, BUFFER_MAX_DEFAULT);
    buffer_init(&twice, BUFFER_MAX_DEFAULT);
    text_clean(&once, (const char *)data, size);
    must_be_clean(buffer_text(&once), once.len, false);
    text_clean(&twice, buffer_text(&once), once.len);
    must(text_is_clean((const char *)data, size) ==
             (once.len == size && memcmp(buffer_text(&once), data, size) == 0),
         "clean text is what cleaning leaves as it is");
    must(strcmp(buffer_text(&once), buffer_text(&twice)) == 0, "cleaning twice changes nothing");
    char cut[64];
    must(text_clip(cut, sizeof cut, buffer_text(&once), 10) <= 10, "clipped text fits");
    must(text_is_valid(cut, strlen(cut)), "clipped text is valid");
    buffer_free(&once);
    buffer_free(&twice);
}

static void fuzz_json(const uint8_t *data, size_t size)
{
    struct error err;
    json_t *value = json_decode((const char *)data, size, &err);
    if (!value) {
        must(err.kind == ERROR_BAD_REPLY && err.text[0], "a refused document has its reason");
        return;
    }
    struct buffer out, again;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_init(&again, BUFFER_MAX_DEFAULT);
    must(json_write(&out, value), "what was decoded can be written");
    must_be_clean(buffer_text(&out), out.len, false);
    json_t *back = json_decode(buffer_text(&out), out.len, &err);
    must(back != NULL, "what was written can be read");
    must(json_write(&again, back) && strcmp(buffer_text(&out), buffer_text(&again)) == 0,
         "what was read again is written alike");
    json_t *clean = json_clean_copy(value);
    must(clean != NULL, "a value can be cleaned");
    json_decref(clean);
    json_decref(back);
    json_decref(value);
    buffer_free(&out);
    buffer_free(&again);
}

static void fuzz_reply(const uint8_t *data, size_t size)
{
    struct error err;
    struct project *project = project_decode((const char *)data, size, &err);
    if (project) {
        must_be_clean_line(project->name);
        must_be_clean_line(project->state);
        must_be_clean_line(project->length);
        struct project *copy = project_copy(project);
        must(copy->id == project->id, "a copy is equal");
        project_free(copy);
    } else {
        must_be_clean_line(err.text);
    }
    project_free(project);
    struct login *login = login_decode((const char *)data, size, &err);
    if (login)
        must(!json_object_get(login->record.raw, "Token"), "the token is taken out");
    login_free(login);
    policy_free(policy_decode((const char *)data, size, &err));
}

/* A NUL-terminated copy; caller frees. */
static char *fuzz_text(const uint8_t *data, size_t size)
{
    return mem_copy_n((const char *)data, strnlen((const char *)data, size));
}

static void fuzz_param(const uint8_t *data, size_t size)
{
    if (size < 1)
        return;
    const struct param_table *table = data[0] & 1 ? &params_export : &params_enqueue;
    int row = (int)((size_t)(data[0] >> 1) % table->count);
    struct error err;
    struct buffer query;
    char *text = fuzz_text(data + 1, size - 1);
    struct param_set *set = param_set_new(table);
    buffer_init(&query, BUFFER_MAX_DEFAULT);
    bool good = param_check(&table->rows[row], text, &err);
    must(param_set_put(set, row, text, &err) == good, "a set takes what the check takes");
    must(good || err.text[0], "a refused value has its reason");
    param_set_query(set, &query);
    for (const char *c = buffer_text(&query); *c; c++)
        must(*c > ' ' && *c < 0x7F, "a query is plain ASCII");
    param_set_free(set);
    buffer_free(&query);
    free(text);
}

static void fuzz_when(const uint8_t *data, size_t size)
{
    char out[64];
    struct date date;
    int64_t ms, again;
    char *text = fuzz_text(data, size);
    if (date_parse(text, &date)) {
        date_format(out, sizeof out, &date, DATE_LOCAL);
        date_format(out, sizeof out, &date, DATE_UTC);
        date_format_clock(out, sizeof out, date.ms, DATE_LOCAL);
        date_format_minute(out, sizeof out, date.ms, DATE_LOCAL);
        date_format_utc(out, sizeof out, date.ms);
    }
    if (length_parse(text, &ms)) {
        length_format(out, sizeof out, ms);
        must(llabs(ms) > FUZZ_LENGTH_MAX_MS || (length_parse(out, &again) && again / 1000 == ms / 1000),
             "a shown length reads back");
    }
    free(text);
}

static void fuzz_command(const uint8_t *data, size_t size)
{
    struct error err;
    char **argv = NULL;
    char *text = fuzz_text(data, size);
    if (spawn_split(text, &argv, &err)) {
        must(argv && argv[0], "a split command has a program");
        spawn_argv_free(argv);
    } else {
        must(err.text[0], "a refused command has its reason");
    }
    free(text);
}

/* A refusal of a server: two bytes of status, headers up to an empty line, then the body. */
static void fuzz_message(const uint8_t *data, size_t size)
{
    static const char token[] = "token-12345";
    if (size < 2)
        return;
    struct api_config config = {.base_url = "https://host.example", .token = token};
    struct reply_context context = {
        .config = &config, .endpoint = &endpoints[data[0] % ENDPOINT_COUNT], .project_id = 7};
    struct http_reply reply = {.status = 300 + data[1] * 2, .retry_after_s = -1};
    struct error err;
    const uint8_t *gap = memmem(data + 2, size - 2, "\n\n", 2);
    size_t head = gap ? (size_t)(gap - data) - 1 : 2;
    buffer_init(&reply.headers, BUFFER_MAX_DEFAULT);
    buffer_init(&reply.body, BUFFER_MAX_DEFAULT);
    if (gap)
        buffer_append(&reply.headers, data + 2, head - 2 + 1);
    buffer_append(&reply.body, gap ? gap + 2 : data + 2, gap ? size - (size_t)(gap + 2 - data) : size - 2);
    must(!reply_error_from_status(&err, &context, &reply), "a refusal is an error");
    must(err.kind != ERROR_NONE && err.status == reply.status, "a refusal has its kind and status");
    must_be_clean_line(err.text);
    must_be_clean_line(err.server);
    must_be_clean_line(err.field);
    must(!strstr(err.text, token) && !strstr(err.server, token), "no sentence holds the token");
    buffer_free(&reply.headers);
    buffer_free(&reply.body);
}

/* Checks the promises for every line of an INI file, and reads it as a setting. */
static bool fuzz_ini_line(void *arg, const struct ini_line *line, struct error *err)
{
    int *last = arg;
    must(line->number > *last, "lines are told in their order");
    *last = line->number;
    must(text_is_valid(line->section, strlen(line->section)), "a section is valid UTF-8");
    if (!line->key)
        return true;
    must(line->key[0] && !strchr(line->key, '\n') && !strchr(line->value, '\n'), "a value is one line");
    must(text_is_valid(line->value, strlen(line->value)), "a value is valid UTF-8");
    int id = settings_find(line->key);
    if (id >= 0 && !settings_check((enum setting_id)id, line->value, err)) {
        must_be_clean_line(err->text);
        return false;
    }
    return true;
}

static void fuzz_ini(const uint8_t *data, size_t size)
{
    struct error err;
    int last = 0;
    char *text = mem_copy_n((const char *)data, size);
    error_clear(&err);
    if (!ini_read_text("config", text, size, fuzz_ini_line, &last, &err)) {
        must(strncmp(err.text, "config:", 7) == 0, "a refused file is named with its line");
        must_be_clean_line(err.text);
    }
    free(text);
}

/* SubRip or WebVTT: any bytes give captions with clean texts that can be checked. */
static void fuzz_caption(const uint8_t *data, size_t size)
{
    struct caption_file file;
    struct caption_findings found;
    must(caption_read(&file, (const char *)data, size, NULL) == (size <= CAPTION_BYTES_MAX),
         "a file is refused for its size alone");
    for (size_t i = 0; i < file.count; i++) {
        const struct caption *caption = &file.captions[i];
        must(caption->is_timed || (caption->start_ms == 0 && caption->end_ms == 0),
             "times that are not known are 0");
        must_be_clean(caption->text, strlen(caption->text), true);
    }
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_limits *limits = &caption_styles[i].limits;
        caption_check(&file, limits, &found);
        for (size_t at = 0; at < found.count; at++) {
            char text[CAPTION_FINDING_SIZE];
            must(found.rows[at].caption <= file.count, "a finding names its caption");
            caption_finding_text(text, &found.rows[at], limits);
        }
        caption_findings_free(&found);
    }
    caption_file_free(&file);
}

/* --- a request to the sandbox --- */

/* Checks the promises of head_check(). */
static void must_judge(const struct query *headers)
{
    struct head_verdict verdict = head_check(headers);
    must(verdict.status == 0 || verdict.status == 400 || verdict.status == 403 || verdict.status == 421,
         "a head has one of three refusals");
    must(!verdict.status == !verdict.message, "a refusal has a reason");
}

/* Returns the text up to the byte `stop` and moves *at past it; caller frees. */
static char *take(const char **at, const char *end, char stop)
{
    const char *found = memchr(*at, stop, (size_t)(end - *at));
    char *text = mem_copy_n(*at, (size_t)((found ? found : end) - *at));
    *at = found ? found + 1 : end;
    return text;
}

/* "METHOD TARGET TYPE\n" and a body, sent with the token. */
static void fuzz_request(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct control control = {0};
    struct query query = {0}, headers = {0};
    struct reply reply;
    struct buffer line;
    char *method = take(&at, end, ' '), *path = take(&at, end, '?'), *values = take(&at, end, ' ');
    char *type = take(&at, end, '\n');
    service_init(&control.service, world_new(WORLD_DEFAULT, 8000), NULL, "T");
    query_parse(&query, values, strlen(values));
    must_judge(&query);
    query_add(&headers, "Authorization", "T");
    query_add(&headers, "Content-Type", type);
    char *body = mem_copy_n(at, (size_t)(end - at));
    struct service_request request = {.method = method,
                                      .path = path,
                                      .query = &query,
                                      .headers = &headers,
                                      .body = body,
                                      .body_len = (size_t)(end - at)};
    reply_init(&reply);
    control_answer(&control, &request, INT64_C(1780000000000), &reply);
    reply_render(&reply);
    must(reply.status >= 200 && reply.status <= 422, "a request has an answer");
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&control.received, "-", &line);
    must(text_is_clean(buffer_text(&line), line.len), "the log is clean");
    buffer_free(&line);
    reply_free(&reply);
    query_free(&query);
    query_free(&headers);
    control_free(&control);
    free(method), free(path), free(values), free(type), free(body);
}

static const struct fuzz_target {
    const char *name; /* the corpus is tests/fuzz/corpus/NAME */
    void (*run)(const uint8_t *data, size_t size);
} targets[] = {
    {"caption", fuzz_caption}, {"clean", fuzz_clean},     {"command", fuzz_command}, {"ini", fuzz_ini},
    {"json", fuzz_json},       {"message", fuzz_message}, {"param", fuzz_param},     {"reply", fuzz_reply},
    {"request", fuzz_request}, {"when", fuzz_when},
};
#define TARGETS (sizeof targets / sizeof targets[0])

#ifdef FUZZ_TARGET

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;
    while (strcmp(targets[at].name, FUZZ_TARGET) != 0)
        must(++at < TARGETS, "FUZZ_TARGET is the name of a target");
    targets[at].run(data, size);
    return 0;
}

#else

/* Runs a target on one file, and on all its beginnings if it is short. */
static void replay_file(const struct fuzz_target *target, const char *path)
{
    struct error err;
    struct buffer data;
    buffer_init(&data, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &data, &err), "%s", err.text);
    for (size_t len = data.len < 512 ? 0 : data.len; len <= data.len; len++) {
        void *exact = mem_alloc(len); /* exact size, so that sanitizers see a read past the end */
        if (len > 0)
            memcpy(exact, data.data, len);
        target->run(exact, len);
        free(exact);
    }
    buffer_free(&data);
}

Test(fuzz_replay, every_target_keeps_its_promises_for_all_that_its_corpus_folder_holds)
{
    for (const struct fuzz_target *target = targets; target < targets + TARGETS; target++) {
        char *folder = mem_printf("%s/%s", CORPUS, target->name);
        DIR *entries = opendir(folder);
        int files = 0;
        cr_assert(entries, "no corpus: %s", folder);
        for (struct dirent *entry; (entry = readdir(entries));) {
            if (entry->d_name[0] == '.')
                continue;
            char *path = mem_printf("%s/%s", folder, entry->d_name);
            replay_file(target, path);
            free(path);
            files++;
        }
        closedir(entries);
        free(folder);
        cr_assert_gt(files, 0, "%s", target->name);
    }
}

#endif
