/* Prepares environment, folder and sandbox of --demo. Knows nothing of the screen. */
/* SPDX-License-Identifier: MIT */
#include "steno/tui/demo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/api/connection.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/when.h"

#define DEMO_PREFIX   "steno-demo-"
#define DEMO_LETTERS  "XXXXXX"
#define DEMO_EXPORTS  "steno-demo" /* below the current folder */
#define DEMO_START_MS 5000
#define DEMO_STOP_MS  1000

extern char **environ;

/* Removes the user's STENO_* and proxy variables from the environment. Config and state go into `dir`. */
static void demo_seal(const char *dir)
{
    static const char *const foreign[] = {
        "STENO_",     "http_proxy=", "https_proxy=", "HTTP_PROXY=", "HTTPS_PROXY=",
        "all_proxy=", "ALL_PROXY=",  "no_proxy=",    "NO_PROXY="};
    static const char *const folders[][2] = {{"XDG_CONFIG_HOME", "config"}, {"XDG_STATE_HOME", "state"}};
    for (size_t at = 0; environ[at];) {
        size_t which = 0, count = sizeof foreign / sizeof foreign[0];
        while (which < count && strncmp(environ[at], foreign[which], strlen(foreign[which])) != 0)
            which++;
        if (which == count) {
            at++;
            continue;
        }
        char *name = mem_copy_n(environ[at], strcspn(environ[at], "="));
        unsetenv(name);
        free(name);
    }
    for (size_t i = 0; i < 2; i++) {
        char *path = mem_printf("%s/%s", dir, folders[i][1]);
        mkdir(path, 0700);
        setenv(folders[i][0], path, 1);
        free(path);
    }
    setenv("no_proxy", "*", 1);
}

/* Returns the path of the sandbox program, or NULL. Caller frees. */
static char *demo_find_program(void)
{
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(self, '/');
    char *path = slash ? mem_printf("%.*s/steno-sandbox", (int)(slash - self), self) : mem_copy("");
    if (access(path, X_OK) != 0) {
        free(path);
        path = mem_copy(BINDIR "/steno-sandbox");
    }
    if (access(path, X_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* Reads the address of the sandbox. The sandbox prints only this line. */
static bool demo_read_url(struct demo *demo, int from)
{
    char line[128];
    struct pollfd fd = {.fd = from, .events = POLLIN};
    int64_t until_ms = clock_mono_ms() + DEMO_START_MS, left_ms;
    size_t len = 0;
    ssize_t got = 1;
    while (got != 0 && (len == 0 || line[len - 1] != '\n') && len < sizeof line &&
           (left_ms = until_ms - clock_mono_ms()) > 0) {
        got = poll(&fd, 1, (int)left_ms) > 0 ? read(from, line + len, sizeof line - len) : -1;
        len += got > 0 ? (size_t)got : 0;
    }
    if (len == 0 || line[len - 1] != '\n')
        return false;
    demo->url = mem_copy_n(line, len - 1);
    return true;
}

static bool demo_start_sandbox(struct demo *demo, char *program, struct error *err)
{
    char *const argv[] = {program, "--port", "0", "--in-progress", "1", "--until-stdin-closes", NULL};
    int in[2], out[2] = {-1, -1};
    if (pipe2(in, O_CLOEXEC) != 0)
        return error_set(err, ERROR_IO, "The demo could not start: %s", strerror(errno));
    demo->to = in[1];
    char *log_path = mem_printf("%s/sandbox.log", demo->dir);
    int log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    free(log_path);
    int code = pipe2(out, O_CLOEXEC) != 0 ? errno
                                          : spawn_start(&demo->pid, argv, NULL, (int[3]){in[0], out[1], log});
    close(in[0]);
    close(out[1]);
    close(log);
    bool ok = code == 0 && demo_read_url(demo, out[0]);
    close(out[0]);
    if (code != 0)
        return error_set(err, ERROR_IO, "The demo could not start %s: %s", program, strerror(code));
    return ok ||
           error_set(err, ERROR_IO, "The practice server did not start: %s printed no address", program);
}

static int demo_remove(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    remove(path);
    return 0;
}

static int demo_open(const char *dir)
{
    return open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Removes this user's demo folders that have no lock. A demo that was killed leaves its folder. */
static void demo_sweep(const char *base)
{
    DIR *dir = opendir(base);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct stat facts;
        if (strncmp(entry->d_name, DEMO_PREFIX, strlen(DEMO_PREFIX)) != 0 ||
            strlen(entry->d_name) != strlen(DEMO_PREFIX DEMO_LETTERS))
            continue;
        char *path = mem_printf("%s/%s", base, entry->d_name);
        int fd = demo_open(path);
        if (fd >= 0 && fstat(fd, &facts) == 0 && facts.st_uid == geteuid() &&
            flock(fd, LOCK_EX | LOCK_NB) == 0)
            nftw(path, demo_remove, 16, FTW_DEPTH | FTW_PHYS);
        if (fd >= 0)
            close(fd);
        free(path);
    }
    if (dir)
        closedir(dir);
}

/* Creates and locks the folder of the demo. Tries again if another demo removes the folder before the lock.
 * (On a file system without locks, demos do not remove folders.) */
static bool demo_make_folder(struct demo *demo, const char *base)
{
    for (;;) {
        demo->dir = mem_printf("%s/" DEMO_PREFIX DEMO_LETTERS, base);
        demo->lock = mkdtemp(demo->dir) ? demo_open(demo->dir) : -1;
        if (demo->lock >= 0 && (flock(demo->lock, LOCK_EX) != 0 || access(demo->dir, F_OK) == 0))
            return true;
        free(demo->dir);
        demo->dir = NULL;
        if (demo->lock < 0)
            return false;
        close(demo->lock);
    }
}

bool demo_start(struct demo *demo, struct error *err)
{
    const char *base = getenv("TMPDIR");
    base = base && *base == '/' ? base : "/tmp";
    *demo = (struct demo)DEMO_NONE;
    char *program = demo_find_program();
    if (!program)
        return error_set(err, ERROR_IO,
                         "The demo needs steno-sandbox, which is neither next to this program nor in "
                         "%s: install the package steno-sandbox, or build it with make",
                         BINDIR);
    demo_sweep(base);
    bool ok = demo_make_folder(demo, base) ||
              error_set(err, ERROR_IO, "The demo could not create a folder in %s: %s", base, strerror(errno));
    if (ok) {
        demo_seal(demo->dir);
        mkdir(DEMO_EXPORTS, 0777); /* if this fails, an export will say why */
        ok = demo_start_sandbox(demo, program, err);
    }
    free(program);
    if (!ok)
        demo_stop(demo);
    return ok;
}

bool demo_login(struct demo *demo, struct settings *settings, struct error *err)
{
    struct api_config config = {.base_url = demo->url, .proxy = ""};
    struct login_request request = {.email = DEMO_EMAIL, .password = DEMO_PASSWORD};
    struct connection *connection = connection_new(&config, err);
    struct login *login = connection ? api_login(connection, &request, err) : NULL;
    bool ok = login && login->token &&
              settings_put(settings, SETTING_URL, SOURCE_FLAG, "--demo", demo->url, err) &&
              settings_put(settings, SETTING_EMAIL, SOURCE_FLAG, "--demo", DEMO_EMAIL, err) &&
              settings_put(settings, SETTING_TOKEN, SOURCE_FLAG, "--demo", login->token, err) &&
              settings_put(settings, SETTING_EXPORT_DIR, SOURCE_FLAG, "--demo", DEMO_EXPORTS, err) &&
              settings_put(settings, SETTING_POLL_FAST, SOURCE_FLAG, "--demo", "2", err);
    login_free(login);
    connection_free(connection);
    return ok;
}

const char *demo_stop(struct demo *demo)
{
    int64_t deadline = clock_mono_ms() + DEMO_STOP_MS;
    if (demo->to >= 0)
        close(demo->to);
    for (bool waits = demo->pid > 0; waits; waits = clock_mono_ms() < deadline) {
        pid_t got = waitpid(demo->pid, NULL, WNOHANG);
        if (got == demo->pid || (got < 0 && errno != EINTR)) {
            demo->pid = -1;
            break;
        }
        poll(NULL, 0, 5);
    }
    if (demo->pid > 0) {
        kill(demo->pid, SIGKILL);
        waitpid(demo->pid, NULL, 0);
    }
    if (demo->dir)
        nftw(demo->dir, demo_remove, 16, FTW_DEPTH | FTW_PHYS);
    if (demo->lock >= 0)
        close(demo->lock);
    bool has_exports = demo->dir && rmdir(DEMO_EXPORTS) != 0 && errno != ENOENT;
    free(demo->dir);
    free(demo->url);
    *demo = (struct demo)DEMO_NONE;
    return has_exports ? DEMO_EXPORTS : NULL;
}
