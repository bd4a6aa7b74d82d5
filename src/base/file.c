/* Owns folders, whole-file reads and crash-safe writes. Every file is 0600 from its open on. */
#include "steno/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/mem.h"

/* The "steno" folder of an XDG variable, or of its fall-back below HOME. */
static char *file_xdg_dir(const char *variable, const char *fallback)
{
    const char *base = getenv(variable);
    if (base && base[0] == '/')
        return mem_printf("%s/steno", base);
    const char *home = getenv("HOME");
    if (!home || home[0] != '/')
        return NULL;
    return mem_printf("%s/%s/steno", home, fallback);
}

char *file_config_path(const char *name)
{
    char *folder = file_xdg_dir("XDG_CONFIG_HOME", ".config");
    char *path = folder ? mem_printf("%s/%s", folder, name) : NULL;
    free(folder);
    return path;
}

char *file_state_dir(void)
{
    return file_xdg_dir("XDG_STATE_HOME", ".local/state");
}

bool file_make_dirs(const char *path, struct error *err)
{
    char *copy = mem_copy(path);
    for (char *slash = strchr(copy + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST) {
            error_set(err, ERROR_IO, "Cannot create the folder %s: %s", copy, strerror(errno));
            free(copy);
            return false;
        }
        if (!slash)
            break;
        *slash = '/';
    }
    free(copy);
    return true;
}

/* Reads all of an open file. */
static bool file_read_fd(int fd, const char *path, struct buffer *buf, struct error *err)
{
    char chunk[16384];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(err, ERROR_IO, "Cannot read %s: %s", path, strerror(errno));
        if (!buffer_append(buf, chunk, (size_t)got))
            return error_set(err, ERROR_IO, "%s is larger than %zu bytes", path, buf->max);
    }
}

bool file_read(const char *path, struct buffer *buf, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        enum error_kind kind = errno == ENOENT || errno == ENOTDIR ? ERROR_NOT_FOUND : ERROR_IO;
        return error_set(err, kind, "Cannot open %s: %s", path, strerror(errno));
    }
    bool ok = file_read_fd(fd, path, buf, err);
    close(fd);
    return ok;
}

/* Where a symbolic link leads when something is there, else the path itself. Caller frees. */
static char *file_real_path(const char *path)
{
    struct stat facts;
    char *real = lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode) ? realpath(path, NULL) : NULL;
    char *copy = mem_copy(real ? real : path);
    free(real);
    return copy;
}

/* Is the target something that cannot be replaced by a file: a device, a pipe, a socket? */
static bool file_is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

/* Opens the file to write to: beside the target, or a special one itself. */
static void file_open_draft(struct file_draft *draft)
{
    const char *slash = strrchr(draft->path, '/');
    int dir_len = slash ? (int)(slash - draft->path + 1) : 0;
    if (file_is_special(draft->path)) {
        draft->fd = open(draft->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return;
    }
    draft->temp_path = mem_printf("%.*s.steno-XXXXXX", dir_len, draft->path);
    draft->fd = mkostemp(draft->temp_path, O_CLOEXEC); /* creates with 0600 */
}

bool file_begin(struct file_draft *draft, const char *path, struct error *err)
{
    *draft = (struct file_draft){.fd = -1, .path = file_real_path(path)};
    file_open_draft(draft);
    if (draft->fd >= 0)
        return true;
    error_set(err, ERROR_IO, "Cannot write %s: %s", path, strerror(errno));
    free(draft->temp_path);
    draft->temp_path = NULL;
    file_abandon(draft);
    return false;
}

void file_retarget(struct file_draft *draft, const char *path)
{
    if (!draft->temp_path)
        return;
    free(draft->path);
    draft->path = file_real_path(path);
}

/* Makes the renamed entry itself durable; a folder that cannot be opened or synced is no failure of the
 * write. */
static void file_sync_dir(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *dir = slash ? mem_copy_n(path, (size_t)(slash - path + 1)) : mem_copy(".");
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(dir);
}

/* Takes the name by an empty file and replaces that: for folders that know no links. */
static int file_take_name(const struct file_draft *draft)
{
    int fd = open(draft->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0600);
    if (fd < 0)
        return -1;
    close(fd);
    if (rename(draft->temp_path, draft->path) == 0)
        return 0;
    int why = errno;
    unlink(draft->path);
    errno = why;
    return -1;
}

/* Puts the temporary file in place. */
static int file_place(const struct file_draft *draft, bool overwrite)
{
    if (overwrite)
        return rename(draft->temp_path, draft->path);
    if (renameat2(AT_FDCWD, draft->temp_path, AT_FDCWD, draft->path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(draft->temp_path, draft->path) == 0)
        return unlink(draft->temp_path);
    return errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS ? file_take_name(draft) : -1;
}

bool file_commit(struct file_draft *draft, bool overwrite, struct error *err)
{
    bool direct = !draft->temp_path;
    bool ok = direct || fsync(draft->fd) == 0;
    ok = close(draft->fd) == 0 && ok;
    draft->fd = -1;
    ok = ok && (direct || file_place(draft, overwrite) == 0);
    if (!ok) {
        enum error_kind kind = errno == EEXIST ? ERROR_EXISTS : ERROR_IO;
        if (kind == ERROR_EXISTS)
            error_set(err, kind, "%s exists already", draft->path);
        else
            error_set(err, kind, "Cannot write %s: %s", draft->path, strerror(errno));
        file_abandon(draft);
        return false;
    }
    if (!direct)
        file_sync_dir(draft->path);
    free(draft->temp_path);
    draft->temp_path = NULL;
    file_abandon(draft);
    return true;
}

void file_abandon(struct file_draft *draft)
{
    if (draft->fd >= 0)
        close(draft->fd);
    if (draft->temp_path)
        unlink(draft->temp_path);
    free(draft->temp_path);
    free(draft->path);
    *draft = (struct file_draft){.fd = -1};
}

bool file_write_all(int fd, const void *data, size_t len)
{
    const char *at = data;
    while (len > 0) {
        ssize_t put = write(fd, at, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        len -= (size_t)put;
    }
    return true;
}

bool file_write(const char *path, const void *data, size_t len, struct error *err)
{
    struct file_draft draft;
    if (!file_begin(&draft, path, err))
        return false;
    if (!file_write_all(draft.fd, data, len)) {
        error_set(err, ERROR_IO, "Cannot write %s: %s", path, strerror(errno));
        file_abandon(&draft);
        return false;
    }
    return file_commit(&draft, true, err);
}

void file_hold_standard(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0) /* takes the lowest number; what reads or writes there is told so */
            open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_NOCTTY);
    }
}
