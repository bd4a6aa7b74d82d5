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

/* The credentials file, as read for one profile. */
struct saved_file {
    char *path;
    int lock;
    const char *profile;
    struct credentials *credentials; /* the saved login of this profile */
    struct buffer others;            /* the lines of all other profiles, to write them again */
    struct error exposed;            /* an error if others can read the file, else ERROR_NONE */
};

enum { MEMBER_TOKEN = 3, MEMBER_COUNT };
/* The members of a profile, each with the setting that defines its valid values. */
static const struct {
    enum setting_id id;
    size_t offset;
} members[MEMBER_COUNT] = {
    {SETTING_URL, offsetof(struct credentials, url)},
    {SETTING_API_PATH, offsetof(struct credentials, api_path)},
    {SETTING_EMAIL, offsetof(struct credentials, email)},
    [MEMBER_TOKEN] = {SETTING_TOKEN, offsetof(struct credentials, token)},
};

char *credentials_path(const char *given)
{
    return given ? mem_copy(given) : file_config_path("credentials");
}

static char **credentials_member(struct credentials *credentials, size_t i)
{
    return (char **)((char *)credentials + members[i].offset);
}

static void credentials_set(struct credentials *credentials, size_t i, const char *value)
{
    char **member = credentials_member(credentials, i);
    mem_wipe_free(*member);
    *member = mem_copy(value);
}

static bool saved_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    struct saved_file *file = arg;
    size_t prefix = strlen(PROFILE_PREFIX);
    (void)err;
    if (strncmp(line->section, PROFILE_PREFIX, prefix) != 0 ||
        strcmp(line->section + prefix, file->profile) != 0) {
        if (line->key)
            buffer_printf(&file->others, "%s = %s\n", line->key, line->value);
        else
            buffer_printf(&file->others, "[%s]\n", line->section);
        return true;
    }
    if (!line->key)
        file->credentials->line = line->number;
    for (size_t i = 0; line->key && i < MEMBER_COUNT; i++) {
        if (strcmp(setting_defs[members[i].id].name, line->key) == 0)
            credentials_set(file->credentials, i, line->value);
    }
    return true;
}

/* Reads the credentials file for one profile. If others can read the file, sets file->exposed, because the
 * token is no longer secret. If others can write the file, fails, because they can change the address. If
 * `is_written` is true, the caller will write the file, and the folder is locked if possible. The lock keeps
 * two sessions from losing each other's profiles. The caller always frees *file and *credentials. */
static bool saved_read(struct saved_file *file, const char *path, const char *profile, bool is_written,
                       struct credentials *credentials, struct error *err)
{
    struct stat info;
    char *given = credentials_path(path), *slash = given ? strrchr(given, '/') : NULL;
    char *real = given ? realpath(given, NULL) : NULL;
    *file = (struct saved_file){.path = real ? real : mem_copy_or_null(given),
                                .lock = -1,
                                .profile = profile,
                                .credentials = credentials};
    buffer_init(&file->others, is_written ? INI_FILE_MAX : 0); /* needed only for writing */
    error_clear(&file->exposed);
    *credentials = (struct credentials){0};
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        credentials_set(credentials, i, "");
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
    free(given);
    return ok;
}

static void saved_free(struct saved_file *file)
{
    if (file->others.data)
        explicit_bzero(file->others.data, file->others.len);
    buffer_free(&file->others);
    free(file->path);
    if (file->lock >= 0)
        close(file->lock);
}

bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err)
{
    struct saved_file file;
    bool ok = saved_read(&file, path, profile, false, credentials, err);
    credentials->exposed = file.exposed;
    if (file.exposed.kind != ERROR_NONE)
        credentials_set(credentials, MEMBER_TOKEN, "");
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

bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err)
{
    const char *const values[MEMBER_COUNT] = {url, api_path, email, token};
    struct saved_file file;
    struct credentials credentials;
    if (!settings_check(SETTING_PROFILE, profile, err))
        return false;
    bool ok = saved_read(&file, path, profile, true, &credentials, err), is_begun = false;
    struct buffer *out = &file.others;
    for (size_t i = 0; ok && i < MEMBER_COUNT; i++) {
        const char *value = values[i] ? values[i] : *credentials_member(&credentials, i);
        if (!*value)
            continue;
        ok = !values[i] || settings_check(members[i].id, value, err);
        if (!is_begun)
            buffer_printf(out, "[" PROFILE_PREFIX "%s]\n", profile);
        is_begun = true;
        buffer_printf(out, "%s = %s\n", setting_defs[members[i].id].name, value);
    }
    if (ok)
        ok = out->full ? error_set(err, ERROR_IO, "Nothing was saved: %s would be larger than %zu bytes",
                                   file.path, out->max)
                       : file_write(file.path, buffer_text(out), out->len, err);
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
