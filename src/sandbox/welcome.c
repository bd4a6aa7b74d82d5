/* Owns the page at `/`. */
#include "steno/sandbox/welcome.h"

#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/sandbox/steer.h"

#define PROJECTS_MAX 40

/* The accounts, and the password that they share. */
static void welcome_accounts(struct buffer *out, const struct accounts *accounts)
{
    buffer_append_text(out, "\nAccounts (Email, Password):\n");
    for (size_t i = 0; i < ACCOUNT_COUNT; i++)
        buffer_printf(out, "  %-20s %s%s\n", accounts->rows[i].email, accounts->rows[i].password,
                      accounts->rows[i].consent ? "" : "  (DataProtectionConsent is not given yet)");
}

/* The projects: id, state, length, name. */
static void welcome_projects(struct buffer *out, struct service *service, int64_t now_ms)
{
    int64_t count = world_count(service->world);
    buffer_append_text(out, "\nProjects:\n");
    for (int64_t id = 1; id <= count && id <= PROJECTS_MAX; id++) {
        const struct world_project *project = service_find(service, id, now_ms);
        char *name = world_project_name(project), *clean = text_clean_copy(name);
        buffer_printf(out, "  %-4lld %-11s %-18s ", (long long)id, world_state_name(project->state),
                      project->seed->length);
        size_t len = text_prefix(clean, 60, NULL);
        buffer_append(out, clean, len);
        buffer_printf(out, "%s%s\n", clean[len] ? "..." : "",
                      !project->seed->foreign ? ""
                      : project->seed->shared ? "  (somebody else's, shared)"
                                              : "  (somebody else's)");
        free(clean);
        free(name);
    }
    if (count > PROJECTS_MAX)
        buffer_printf(out, "  ... up to %lld\n", (long long)count);
}

/* Four command lines that work as they are. */
static void welcome_lines(struct buffer *out, const struct service *service, const char *url)
{
    const char *path = service->api_path ? service->api_path : "/API";
    const char *token = service->accounts.rows[0].token;
    buffer_printf(out,
                  "\nTo begin with (log in, read, enqueue, export):\n"
                  "  curl -d 'Email=%s&Password=%s' %s%s/Login\n"
                  "  curl -H 'Authorization: %s' %s%s/v2/Projects/2\n"
                  "  curl -H 'Authorization: %s' '%s%s/v2/Projects/6/Enqueue?Lang=cs-CZ'\n"
                  "  curl -H 'Authorization: %s' '%s%s/v2/Projects/2/Export/Subtitles?FileFormatId=srt'\n",
                  service->accounts.rows[0].email, service->accounts.rows[0].password, url, path, token, url,
                  path, token, url, path, token, url, path);
}

void welcome_write(struct buffer *out, struct control *control, const char *url, int64_t now_ms)
{
    struct service *service = &control->service;
    const char *path = service->api_path ? service->api_path : "/API and /XAPI";
    buffer_printf(out, "A transcription service to practise on: %s, routes below %s\n", url, path);
    welcome_accounts(out, &service->accounts);
    welcome_projects(out, service, now_ms);
    welcome_lines(out, service, url);
    buffer_printf(out, "\nOpenAPI document: %s/openapi.json\nSteering:\n", url);
    for (const struct steering *row = steerings; row->method; row++)
        buffer_printf(out, "  %-6s /__sandbox/%-21s %s\n", row->method, row->path, row->help);
}
