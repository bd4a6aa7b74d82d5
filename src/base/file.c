/* Owns folders, whole-file reads and crash-safe writes. Temporary names: file_temp.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "file_temp.h"
#include "steno/base/mem.h"

/* Written bytes that are worth a request to the disk. */
#define EARLY_BYTES ((int64_t)8 << 20)

char *file_expand_home(const char *path)
{
    const char *home = getenv("HOME");
    bool at_home = path[0] == '~' && (path[1] == '/' || path[1] == '\0');
    return at_home && home && *home ? mem_printf("%s%s", home, path + 1) : mem_copy(path);
}

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

/* What an open file is, where it has no end to be read to; NULL for a file. */
static const char *file_endless_kind(int fd)
{
    struct stat facts;
    if (fstat(fd, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode))
        return NULL;
    return S_ISFIFO(facts.st_mode) ? "a pipe" : "a device";
}

bool file_read(const char *path, struct buffer *buf, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) {
        enum error_kind kind = errno == ENOENT || errno == ENOTDIR ? ERROR_NOT_FOUND : ERROR_IO;
        return error_set(err, kind, "Cannot open %s: %s", path, strerror(errno));
    }
    const char *kind = file_endless_kind(fd);
    bool ok = kind ? error_set(err, ERROR_IO, "Cannot read %s: it is %s, not a file", path, kind)
                   : file_read_fd(fd, path, buf, err);
    close(fd);
    return ok;
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

/* Where a symbolic link leads when something is there, else the path itself. Caller frees. */
static char *file_real_path(const char *path)
{
    struct stat facts;
    char *real = lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode) ? realpath(path, NULL) : NULL;
    char *copy = mem_copy(real ? real : path);
    free(real);
    return copy;
}

void file_remove_leftovers(const char *path)
{
    char *real = file_real_path(path); /* that is where its draft is */
    file_temp_remove_old(real, FILE_LEFTOVER_AGE_S);
    free(real);
}

/* Is the target something that cannot be replaced by a file: a device, a pipe, a socket? */
static bool file_is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

/* The path by which an open file without a name can be linked; out of the kernel's own folder. */
static void file_unnamed_path(char *out, size_t size, int fd)
{
    snprintf(out, size, "/proc/self/fd/%d", fd);
}

/* Opens a file without a name in the target's folder, so that an end at any moment leaves nothing of it. -1
 * where the file system has no such files, or /proc is not there to give it a name by. */
static int file_open_unnamed(const struct file_draft *draft)
{
    char *folder = file_folder(draft->path), proc[40];
    struct stat by_fd, by_path;
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, draft->shared ? 0666 : 0600);
    free(folder);
    if (fd < 0)
        return -1;
    file_unnamed_path(proc, sizeof proc, fd);
    if (fstat(fd, &by_fd) == 0 && stat(proc, &by_path) == 0 && by_fd.st_ino == by_path.st_ino &&
        by_fd.st_dev == by_path.st_dev)
        return fd;
    close(fd);
    return -1;
}

/* Opens a device or a pipe without waiting for who reads it: ENXIO when nobody does yet. */
static int file_open_special(const char *path)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

/* Opens the file to write to: without a name, under a temporary one, or a special target itself. */
static void file_open_draft(struct file_draft *draft)
{
    struct stat facts;
    if (file_is_special(draft->path)) {
        draft->direct = true;
        draft->fd = file_open_special(draft->path);
        return;
    }
    draft->fd = file_open_unnamed(draft);
    if (draft->fd < 0)
        draft->fd = file_temp_open(draft->path, draft->shared ? 0666 : 0600, &draft->temp_path);
    if (draft->fd >= 0 && fstat(draft->fd, &facts) == 0)
        draft->mode = facts.st_mode & 07777;
}

/* Is there a file that the draft will replace, whose mode and owner it takes over? */
static bool file_find_replaced(const struct file_draft *draft, struct stat *old)
{
    return draft->shared && draft->replace && !draft->direct && stat(draft->path, old) == 0 &&
           S_ISREG(old->st_mode);
}

/* What replaces a file is for its owner alone until it has that file's mode. Where a file system keeps no
 * modes, this changes nothing. */
static void file_guard(const struct file_draft *draft)
{
    struct stat old;
    if (draft->shared && draft->replace && !draft->direct)
        (void)!fchmod(draft->fd, file_find_replaced(draft, &old) ? 0600 : draft->mode);
}

/* Says that a file cannot be written, with the errno of that: what is not there is its folder, but where that
 * takes no new files, as in /proc. */
static bool file_fail_writing(const char *path, int why, struct error *err)
{
    char *folder = file_folder(path);
    struct stat facts;
    if (why == ENOENT && stat(folder, &facts) != 0)
        error_set(err, ERROR_IO, "Cannot write %s: the folder %s is missing", path, folder);
    else
        error_set(err, ERROR_IO, "Cannot write %s: %s", path, strerror(why));
    free(folder);
    if (err)
        err->system = why;
    return false;
}

bool file_begin(struct file_draft *draft, const char *path, enum file_access access, bool replace,
                struct error *err)
{
    *draft = (struct file_draft){
        .fd = -1, .path = file_real_path(path), .shared = access == FILE_SHARED, .replace = replace};
    file_open_draft(draft);
    if (draft->fd >= 0) {
        file_guard(draft);
        return true;
    }
    bool unread = errno == ENXIO && draft->direct;
    file_fail_writing(path, errno, err);
    file_abandon(draft);
    draft->unread = unread;
    return false;
}

void file_retarget(struct file_draft *draft, const char *path)
{
    if (draft->fd < 0 || draft->direct)
        return;
    free(draft->path);
    draft->path = file_real_path(path);
    file_guard(draft);
}

/* Makes the renamed entry itself durable; a folder that cannot be opened or synced is no failure of the
 * write. */
static void file_sync_dir(const char *path)
{
    char *dir = file_folder(path);
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(dir);
}

/* Gives the draft the owner, the group and the mode of the file that it replaces, as far as the system lets
 * us. A group that cannot be kept gets no more than everybody had: it is another group. */
static void file_match_replaced(const struct file_draft *draft)
{
    struct stat old, own;
    if (!file_find_replaced(draft, &old))
        return;
    if (fchown(draft->fd, old.st_uid, old.st_gid) != 0)
        (void)!fchown(draft->fd, (uid_t)-1, old.st_gid);
    mode_t mode = old.st_mode & 07777;
    if (fstat(draft->fd, &own) != 0)
        return;
    if (own.st_uid != old.st_uid || own.st_gid != old.st_gid)
        mode &= 0777;
    if (own.st_gid != old.st_gid)
        mode &= 0707 | (mode & 0007) << 3;
    (void)!fchmod(draft->fd, mode);
}

/* Gives a file without a name the target's. */
static int file_link_unnamed(const struct file_draft *draft)
{
    char proc[40];
    file_unnamed_path(proc, sizeof proc, draft->fd);
    return linkat(AT_FDCWD, proc, AT_FDCWD, draft->path, AT_SYMLINK_FOLLOW);
}

/* Copies what was written to another descriptor. */
static bool file_copy(int from, int to)
{
    char chunk[16384];
    off_t at = 0;
    for (;;) {
        ssize_t got = pread(from, chunk, sizeof chunk, at);
        if (got == 0)
            return fsync(to) == 0;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || !file_write_all(to, chunk, (size_t)got))
            return false;
        at += got;
    }
}

/* Gives a file without a name a temporary one, where it can be replaced by a rename; as a copy where the
 * system lets it have none. */
static bool file_give_temp_name(struct file_draft *draft)
{
    char proc[40];
    file_unnamed_path(proc, sizeof proc, draft->fd);
    if (draft->replace && file_temp_link(draft->path, proc, draft->fd, &draft->temp_path))
        return true;
    int fd = file_temp_open(draft->path, draft->shared ? 0666 : 0600, &draft->temp_path);
    if (fd < 0)
        return false;
    bool copied = file_copy(draft->fd, fd);
    int why = errno;
    close(draft->fd);
    draft->fd = fd;
    errno = why;
    return copied;
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

/* Puts the file in place. */
static int file_place(struct file_draft *draft)
{
    if (draft->replace)
        return rename(draft->temp_path, draft->path);
    if (!draft->temp_path) {
        if (file_link_unnamed(draft) == 0)
            return 0;
        if (errno == EEXIST || !file_give_temp_name(draft))
            return -1;
    }
#ifdef HAVE_RENAMEAT2
    if (renameat2(AT_FDCWD, draft->temp_path, AT_FDCWD, draft->path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
#endif
    if (link(draft->temp_path, draft->path) == 0)
        return unlink(draft->temp_path);
    return errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS ? file_take_name(draft) : -1;
}

/* Is the target a file of somebody else in a sticky folder of somebody else, which only they may replace? */
static bool file_is_stuck(const struct file_draft *draft, const char *folder)
{
    struct stat old, dir;
    return draft->replace && stat(draft->path, &old) == 0 && stat(folder, &dir) == 0 &&
           (dir.st_mode & S_ISVTX) && old.st_uid != geteuid() && dir.st_uid != geteuid();
}

/* Says why the file is not in its place; errno holds the reason. */
static bool file_explain(const struct file_draft *draft, struct error *err)
{
    int why = errno;
    if (why == EEXIST)
        return error_set(err, ERROR_EXISTS, "%s already exists", draft->path);
    char *folder = file_folder(draft->path), *real = realpath(folder, NULL);
    if ((why == EPERM || why == EACCES) && file_is_stuck(draft, folder))
        error_set(
            err, ERROR_IO,
            "Cannot replace %s: it belongs to another user, and its folder %s is sticky: only the owner "
            "of a file may replace it there. Choose another name or folder",
            draft->path, real ? real : folder);
    else
        file_fail_writing(draft->path, why, err);
    free(real);
    free(folder);
    return false;
}

bool file_commit(struct file_draft *draft, struct error *err)
{
    bool ok = true;
    if (draft->direct) {
        ok = close(draft->fd) == 0;
        draft->fd = -1;
    } else if (draft->replace && !draft->temp_path && !file_give_temp_name(draft)) {
        ok = false;
    } else {
        file_match_replaced(draft);
        ok = fsync(draft->fd) == 0 && file_place(draft) == 0; /* locked until it has its name */
    }
    if (!ok)
        file_explain(draft, err);
    else if (!draft->direct)
        file_sync_dir(draft->path);
    if (ok) {
        free(draft->temp_path);
        draft->temp_path = NULL;
    }
    file_abandon(draft);
    return ok;
}

void file_note_written(struct file_draft *draft, size_t len)
{
    draft->written += (int64_t)len;
    int64_t left = draft->written - draft->on_its_way;
    if (draft->direct || left < EARLY_BYTES)
        return;
    (void)!sync_file_range(draft->fd, draft->on_its_way, left,
                           SYNC_FILE_RANGE_WRITE); /* fsync tells of failures */
    draft->on_its_way = draft->written;
}

void file_abandon(struct file_draft *draft)
{
    if (draft->temp_path)
        unlink(draft->temp_path);
    if (draft->fd >= 0)
        close(draft->fd);
    free(draft->temp_path);
    free(draft->path);
    *draft = (struct file_draft){.fd = -1};
}

bool file_write(const char *path, const void *data, size_t len, struct error *err)
{
    struct file_draft draft;
    file_remove_leftovers(path);
    if (!file_begin(&draft, path, FILE_PRIVATE, true, err))
        return false;
    if (!file_write_all(draft.fd, data, len)) {
        file_fail_writing(path, errno, err);
        file_abandon(&draft);
        return false;
    }
    return file_commit(&draft, err);
}

void file_hold_standard(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0) /* takes the lowest number; what reads or writes there is told so */
            open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_NOCTTY);
    }
}
