/* SPDX-License-Identifier: MIT */
#include "steno/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "steno/base/mem.h"

#define TEMP_PREFIX  ".steno-"
#define TEMP_LETTERS 6
#define TEMP_TRIES   100

char *file_expand_home(const char *path)
{
    const char *home = getenv("HOME");
    bool at_home = path[0] == '~' && (path[1] == '/' || path[1] == '\0');
    return at_home && home && *home ? mem_printf("%s%s", home, path + 1) : mem_copy(path);
}

/* Returns $variable/steno. If that path is relative, returns $HOME/fallback/steno. Caller frees. */
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

bool file_read(const char *path, struct buffer *buf, struct error *err)
{
    struct stat facts;
    char chunk[16384];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) {
        enum error_kind kind = errno == ENOENT || errno == ENOTDIR ? ERROR_NOT_FOUND : ERROR_IO;
        return error_set(err, kind, "Cannot open %s: %s", path, strerror(errno));
    }
    bool ok = fstat(fd, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
    if (!ok)
        error_set(err, ERROR_IO, "Cannot read %s: it is %s, not a file", path,
                  S_ISFIFO(facts.st_mode) ? "a pipe" : "a device");
    for (ssize_t got = 1; ok && got != 0;) {
        got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno != EINTR)
            ok = error_set(err, ERROR_IO, "Cannot read %s: %s", path, strerror(errno));
        else if (got > 0 && !buffer_append(buf, chunk, (size_t)got))
            ok = error_set(err, ERROR_IO, "%s is larger than %zu bytes", path, buf->max);
    }
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

static char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? mem_copy_n(path, (size_t)(slash - path + 1)) : mem_copy(".");
}

/* Returns the target of `path` if it is a link to an existing file, else a copy of it. Caller frees. */
static char *file_real_path(const char *path)
{
    struct stat facts;
    char *real = lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode) ? realpath(path, NULL) : NULL;
    char *copy = mem_copy(real ? real : path);
    free(real);
    return copy;
}

/* --- temporary names: ".steno-" and six letters or digits --- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Creates a temporary file in the folder of `path`, opens it for reading and writing, and locks it. The lock
 * shows that the file is in use. On failure, sets errno and returns -1. Caller frees *temp_path. */
static int temp_open(const char *path, mode_t mode, char **temp_path)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_printf("%.*s" TEMP_PREFIX "XXXXXX", slash ? (int)(slash - path + 1) : 0, path);
    char *end = name + strlen(name) - TEMP_LETTERS;
    unsigned char random[TEMP_LETTERS];
    int fd = -1;
    for (int tries = 0;
         fd < 0 && tries < TEMP_TRIES && getrandom(random, sizeof random, 0) == (ssize_t)sizeof random;
         tries++) {
        for (int i = 0; i < TEMP_LETTERS; i++)
            end[i] = letters[random[i] % (sizeof letters - 1)];
        fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, mode);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(name);
        return -1;
    }
    flock(fd, LOCK_EX | LOCK_NB); /* if locks fail here, temp_remove cannot lock and delete the file */
    *temp_path = name;
    return fd;
}

/* True for a regular file of this user whose last change is at least one hour old. */
static bool temp_is_old(const struct stat *facts)
{
    return S_ISREG(facts->st_mode) && facts->st_uid == geteuid() &&
           time(NULL) - facts->st_mtime >= FILE_LEFTOVER_AGE_S;
}

/* Removes the temporary file `name` if it is old and can be locked. After locking it, checks that the name
 * still means the same file. */
static void temp_remove(int dir, const char *name)
{
    struct stat seen, locked, now;
    if (fstatat(dir, name, &seen, AT_SYMLINK_NOFOLLOW) != 0 || !temp_is_old(&seen))
        return;
    int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    int fd = openat(dir, name, O_RDWR | flags); /* some file systems lock only files open for writing */
    if (fd < 0)
        fd = openat(dir, name, O_RDONLY | flags);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &locked) == 0 && temp_is_old(&locked) &&
        fstatat(dir, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_ino == locked.st_ino &&
        now.st_dev == locked.st_dev)
        unlinkat(dir, name, 0);
    close(fd);
}

void file_remove_leftovers(const char *path)
{
    char *real = file_real_path(path), *folder = file_folder(real); /* for a link: folder of its target */
    size_t prefix = strlen(TEMP_PREFIX);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    free(real);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (!dir && fd >= 0)
        close(fd);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *name = entry->d_name; /* only names that temp_open makes are removed */
        if (strncmp(name, TEMP_PREFIX, prefix) == 0 && strlen(name) == prefix + TEMP_LETTERS &&
            strspn(name + prefix, letters) == TEMP_LETTERS)
            temp_remove(fd, name);
    }
    if (dir)
        closedir(dir);
}

/* --- drafts --- */

/* True if the draft will replace a file. *old then has the mode and the owner for the draft. */
static bool file_find_replaced(const struct file_draft *draft, struct stat *old)
{
    return draft->shared && draft->replace && !draft->direct && stat(draft->path, old) == 0 &&
           S_ISREG(old->st_mode);
}

/* Sets the mode of a FILE_SHARED draft to the mode of a new file. If the draft will replace a file, the mode
 * is 0600 until file_match_replaced() copies the mode of that file. */
static void file_guard(const struct file_draft *draft)
{
    struct stat old;
    if (draft->shared && draft->replace && !draft->direct)
        (void)!fchmod(draft->fd, file_find_replaced(draft, &old) ? 0600 : draft->mode);
}

/* Sets the error for a file that cannot be written; `why` is an errno. ENOENT usually means a missing folder.
 * /proc also gives ENOENT, although its folders exist. */
static bool file_fail_writing(const char *path, int why, struct error *err)
{
    char *folder = file_folder(path);
    struct stat facts;
    if (why == ENOENT && stat(folder, &facts) != 0)
        error_set(err, ERROR_IO, "Cannot write %s: the folder %s is missing", path, folder);
    else
        error_set(err, ERROR_IO, "Cannot write %s: %s", path, strerror(why));
    free(folder);
    return false;
}

bool file_begin(struct file_draft *draft, const char *path, enum file_access access, bool replace,
                struct error *err)
{
    *draft = (struct file_draft){
        .fd = -1, .path = file_real_path(path), .shared = access == FILE_SHARED, .replace = replace};
    struct stat facts;
    draft->direct = stat(draft->path, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
    if (draft->direct) { /* a device, a pipe or a socket; ENXIO: the pipe has no reader */
        draft->fd = open(draft->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (draft->fd >= 0)
            fcntl(draft->fd, F_SETFL, fcntl(draft->fd, F_GETFL) & ~O_NONBLOCK);
    } else {
        draft->fd = temp_open(draft->path, draft->shared ? 0666 : 0600, &draft->temp_path);
        if (draft->fd >= 0 && fstat(draft->fd, &facts) == 0)
            draft->mode = facts.st_mode & 07777;
    }
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

/* Gives the draft the owner, group and mode of the file that it replaces. If the group cannot be kept, the
 * draft's group gets only the rights of all other users. */
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

static int file_place(const struct file_draft *draft)
{
    if (draft->replace)
        return rename(draft->temp_path, draft->path);
#ifdef HAVE_RENAMEAT2
    if (renameat2(AT_FDCWD, draft->temp_path, AT_FDCWD, draft->path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
#endif
    if (link(draft->temp_path, draft->path) == 0)
        return unlink(draft->temp_path);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    /* a file system without hard links: create an empty file to claim the name, then replace it */
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

bool file_commit(struct file_draft *draft, struct error *err)
{
    bool ok;
    if (draft->direct) {
        ok = close(draft->fd) == 0;
        draft->fd = -1;
    } else {
        file_match_replaced(draft);
        ok = fsync(draft->fd) == 0 && file_place(draft) == 0;
    }
    if (!ok && errno == EEXIST)
        error_set(err, ERROR_EXISTS, "%s already exists", draft->path);
    else if (!ok)
        file_fail_writing(draft->path, errno, err);
    if (ok && !draft->direct) { /* sync the folder, which holds the new name; a failure is ignored */
        char *folder = file_folder(draft->path);
        int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0) {
            fsync(fd);
            close(fd);
        }
        free(folder);
    }
    if (ok) {
        free(draft->temp_path);
        draft->temp_path = NULL;
    }
    file_abandon(draft);
    return ok;
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
        if (fcntl(fd, F_GETFD) < 0) /* open() takes the lowest free number, which is fd */
            open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_NOCTTY);
    }
}
