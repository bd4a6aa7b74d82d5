/* Owns the credentials file: one section a profile, private, replaced whole. Knows nothing of logins. */
/* SPDX-License-Identifier: MIT */
#include "steno/store/credentials.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"

#define PROFILE_PREFIX "profile "

/* One line of the file, kept to write it again. */
struct saved_line {
    char *section;
    char *key; /* NULL for a section's own line */
    char *value;
    int number;
};

struct saved_file {
    char *path;
    int lock;
    struct saved_line *lines;
    size_t count;
    struct error exposed; /* others can read it; else ERROR_NONE */
};

/* The members of a profile and the settings that say what they may hold. */
static const struct {
    enum setting_id id;
    size_t offset;
} members[] = {
    {SETTING_URL, offsetof(struct credentials, url)},
    {SETTING_API_PATH, offsetof(struct credentials, api_path)},
    {SETTING_EMAIL, offsetof(struct credentials, email)},
    {SETTING_TOKEN, offsetof(struct credentials, token)},
};
enum { MEMBER_COUNT = sizeof members / sizeof members[0] };

char *credentials_path(const char *given)
{
    return given ? mem_copy(given) : file_config_path("credentials");
}

/* The member `i` of credentials. */
static char **credentials_member(struct credentials *credentials, size_t i)
{
    return (char **)((char *)credentials + members[i].offset);
}

static bool saved_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    (void)err;
    struct saved_file *file = arg;
    file->lines = mem_grow(file->lines, file->count + 1, sizeof *file->lines);
    file->lines[file->count++] = (struct saved_line){
        .section = mem_copy(line->section),
        .key = mem_copy_or_null(line->key),
        .value = mem_copy_or_null(line->value),
        .number = line->number,
    };
    return true;
}

static bool saved_line_is_of(const struct saved_line *line, const char *profile)
{
    return strncmp(line->section, PROFILE_PREFIX, sizeof PROFILE_PREFIX - 1) == 0 &&
           strcmp(line->section + sizeof PROFILE_PREFIX - 1, profile) == 0;
}

/* Picks one profile out of the lines. */
static void saved_pick(const struct saved_file *file, const char *profile, struct credentials *credentials)
{
    *credentials = (struct credentials){0};
    for (size_t n = 0; n < file->count; n++) {
        const struct saved_line *line = &file->lines[n];
        if (!saved_line_is_of(line, profile))
            continue;
        if (!line->key)
            credentials->line = line->number;
        for (size_t i = 0; line->key && i < MEMBER_COUNT; i++) {
            char **member = credentials_member(credentials, i);
            if (strcmp(setting_defs[members[i].id].name, line->key) == 0) {
                mem_wipe_free(*member);
                *member = mem_copy(line->value);
            }
        }
    }
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        char **member = credentials_member(credentials, i);
        if (!*member)
            *member = mem_copy("");
    }
}

/* Reads the file, or the one it points to, and what it has of a profile; both are to be freed, whatever came
 * of it. Where others can read it, its token is no secret any more: that is noted. One that they can write is
 * refused: its address may be theirs. Before it `is_written` its folder is locked, so that two sessions do
 * not lose each other's profiles; without a lock it goes on. */
static bool saved_read(struct saved_file *file, const char *path, const char *profile, bool is_written,
                       struct credentials *credentials, struct error *err)
{
    struct stat info;
    char *given = credentials_path(path), *slash = given ? strrchr(given, '/') : NULL;
    char *real = given ? realpath(given, NULL) : NULL;
    *file = (struct saved_file){.path = real ? real : mem_copy_or_null(given), .lock = -1};
    error_clear(&file->exposed);
    bool ok = given || error_set(err, ERROR_IO,
                                 "Cannot save credentials: HOME and XDG_CONFIG_HOME are not absolute paths");
    if (is_written && slash && slash > given) {
        *slash = '\0';
        ok = file_make_dirs(given, err);
        file->lock = ok ? open(given, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        if (file->lock >= 0)
            flock(file->lock, LOCK_EX);
    }
    if (ok && stat(file->path, &info) != 0) {
        ok = errno == ENOENT || errno == ENOTDIR ||
             error_set(err, ERROR_IO, "Cannot read %s: %s", file->path, strerror(errno));
    } else if (ok) {
        bool is_writable = info.st_mode & 022, is_private = !S_ISREG(info.st_mode) || !(info.st_mode & 077);
        if (!is_private)
            error_set(is_writable ? err : &file->exposed, ERROR_IO,
                      "%s can be %s by others, so the token in it is not used; run: chmod 600 %s", file->path,
                      is_writable ? "changed" : "read", file->path);
        ok = (is_private || !is_writable) && ini_read(file->path, saved_take_line, file, err);
    }
    saved_pick(file, profile, credentials);
    free(given);
    return ok;
}

/* Frees and wipes. */
static void saved_free(struct saved_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        free(file->lines[i].section);
        free(file->lines[i].key);
        mem_wipe_free(file->lines[i].value);
    }
    free(file->lines);
    free(file->path);
    if (file->lock >= 0)
        close(file->lock);
    *file = (struct saved_file){.lock = -1};
}

bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err)
{
    struct saved_file file;
    bool ok = saved_read(&file, path, profile, false, credentials, err);
    credentials->exposed = file.exposed;
    if (file.exposed.kind != ERROR_NONE) {
        mem_wipe_free(credentials->token);
        credentials->token = mem_copy("");
    }
    saved_free(&file);
    if (!ok)
        credentials_free(credentials);
    return ok;
}

void credentials_free(struct credentials *credentials)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        mem_wipe_free(*credentials_member(credentials, i));
    *credentials = (struct credentials){0};
}

/* Writes all other lines and then this profile, unless nothing is known of it. */
static bool saved_write(const struct saved_file *file, const char *profile, struct credentials *credentials,
                        struct error *err)
{
    struct buffer out;
    buffer_init(&out, INI_FILE_MAX);
    for (size_t i = 0; i < file->count; i++) {
        const struct saved_line *line = &file->lines[i];
        if (saved_line_is_of(line, profile))
            continue;
        if (line->key)
            buffer_printf(&out, "%s = %s\n", line->key, line->value);
        else
            buffer_printf(&out, "[%s]\n", line->section);
    }
    bool is_begun = false;
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        const char *value = *credentials_member(credentials, i);
        if (!*value)
            continue;
        if (!is_begun)
            buffer_printf(&out, "[" PROFILE_PREFIX "%s]\n", profile);
        is_begun = true;
        buffer_printf(&out, "%s = %s\n", setting_defs[members[i].id].name, value);
    }
    bool ok = out.full ? error_set(err, ERROR_IO, "%s would be larger than %zu bytes", file->path, out.max)
                       : file_write(file->path, buffer_text(&out), out.len, err);
    if (out.data)
        explicit_bzero(out.data, out.len);
    buffer_free(&out);
    return ok;
}

bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err)
{
    const char *const values[MEMBER_COUNT] = {url, api_path, email, token};
    struct saved_file file;
    struct credentials credentials;
    if (!settings_check(SETTING_PROFILE, profile, err))
        return false;
    bool ok = saved_read(&file, path, profile, true, &credentials, err);
    for (size_t i = 0; ok && i < MEMBER_COUNT; i++) {
        if (!values[i])
            continue;
        char **member = credentials_member(&credentials, i);
        ok = !*values[i] || settings_check(members[i].id, values[i], err);
        mem_wipe_free(*member);
        *member = mem_copy(values[i]);
    }
    ok = ok && saved_write(&file, profile, &credentials, err);
    credentials_free(&credentials);
    saved_free(&file);
    return ok;
}

bool credentials_forget(const char *path, const char *profile, bool all, bool *was_there, struct error *err)
{
    struct saved_file file;
    struct credentials saved;
    const char *rest = all ? "" : NULL;
    bool ok = saved_read(&file, path, profile, false, &saved, err);
    bool has_token = *saved.token, has_rest = *saved.url || *saved.api_path || *saved.email;
    credentials_free(&saved);
    saved_free(&file);
    if (ok && was_there)
        *was_there = has_token;
    return ok &&
           ((!has_token && !(all && has_rest)) || credentials_save(path, profile, rest, rest, rest, "", err));
}
