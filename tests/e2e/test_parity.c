/* The parity test: an operation means the same on the screen and in a subcommand. Each operation and outcome
 * is run through both from one start; the rows that are left,
 * the writes that were sent, the call of the hook and the sentence are compared. What differs stands in a
 * table, with its reason. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/parity_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

/* What is done, by each of them. */
struct operation {
    const char *name;
    const char *endpoint; /* for the faults */
    const char *prepare;  /* a subcommand that was run before, or NULL */
    const char *change, *reads;
    bool once;
    bool is_local; /* nothing is sent: of the reads before it, each has its own */
    struct parity_way way;
};

enum operation_id {
    OP_LOGIN,
    OP_READ,
    OP_SET,
    OP_DELETE,
    OP_TAG,
    OP_ENQUEUE,
    OP_EXPORT,
    OP_POLICY,
    OP_WHOAMI
};

static const struct operation operations[] = {
    [OP_LOGIN] = {.name = "login",
                  .endpoint = "login",
                  .prepare = "logout",
                  .way = {.ids = "",
                          .keys = "=demo\nEnter",
                          .arguments = "login --email demo@example.org --password-stdin",
                          .input = "demo\n"}},
    [OP_READ] = {.name = "read a project",
                 .endpoint = "get-project",
                 .change = "{\"Tags\":[\"changed\"]}",
                 .reads = "/Projects/1",
                 .once = true,
                 .way = {.ids = "1", .keys = "r", .arguments = "show 1"}},
    [OP_SET] = {.name = "set metadata",
                .endpoint = "add-metadata",
                .way = {.ids = "1",
                        .keys = "m a\n=colour\nTab\n=red\nEnter",
                        .arguments = "metadata set 1 colour red"}},
    [OP_DELETE] = {.name = "delete metadata",
                   .endpoint = "delete-metadata",
                   .prepare = "metadata set 1 colour red",
                   .change = "{\"Metadata\":{\"colour\":\"red\"}}",
                   .way = {.ids = "1", .keys = "m j\nd\ny", .arguments = "metadata rm 1 colour"}},
    [OP_TAG] = {.name = "delete a tag",
                .endpoint = "delete-tag",
                .way = {.ids = "1", .keys = "t\nd\ny", .arguments = "tag rm 1 news"}},
    [OP_ENQUEUE] = {.name = "enqueue",
                    .endpoint = "enqueue",
                    .reads = "/Enqueue",
                    .way = {.ids = "1",
                            .keys = "e\nEnter\n=en-US\nEnter\nX",
                            .arguments = "enqueue 1 --lang en-US"}},
    [OP_EXPORT] = {.name = "export",
                   .endpoint = "export",
                   .reads = "/Export",
                   .once = true, /* a read that finds its connection dead is repeated by libcurl */
                   .way = {.ids = "2",
                           .keys = "x\nEnter\n=srt\nEnter\nX",
                           .arguments = "export 2 --file-format-id srt -o ."}},
    [OP_POLICY] = {.name = "read the policy",
                   .endpoint = "password-settings",
                   .reads = "assword",
                   .once = true,
                   .way = {.ids = "1", .keys = "P", .arguments = "password-policy"}},
    [OP_WHOAMI] = {.name = "read the account",
                   .endpoint = "current-user",
                   .reads = "urrent",
                   .once = true,
                   .way = {.ids = "1", .keys = "A\nr", .arguments = "whoami"}},
};

struct outcome {
    const char *name;
    const char *fault; /* NULL for none, parted by blanks; %s stands for the endpoint */
};

enum outcome_id { DONE, REFUSED, CONFLICT_ONCE, LATE, CONFLICT, CONFLICT_TWICE, UNKNOWN, CANCELLED };

static const struct outcome outcomes[] = {
    [DONE] = {"done", NULL},
    [REFUSED] = {"refused", "%s:status=403"},
    [CONFLICT_ONCE] = {"done after a conflict", "get-project:set=AccessToken:4700*1"},
    [LATE] = {"done at the second try", "%s:status=409*1"},
    [CONFLICT] = {"a conflict", "%s:status=409"},
    [CONFLICT_TWICE] = {"a conflict at the second try too",
                        "get-project:set=AccessToken:4700*1 %s:status=409"},
    [UNKNOWN] = {"unknown", "%s:done=502"},
    [CANCELLED] = {"cancelled on its way", "%s:stall"}};

/* --- what may differ from the screen --- */

enum aspect { ROWS, WRITES, HOOK, SAID, ASPECTS };

static const char *const aspects[] = {"rows", "writes", "hook", "said"};

struct difference {
    enum operation_id operation;
    enum outcome_id outcome;
    enum parity_front front;
    enum aspect aspect;
    const char *lines; /* - in front of what the screen has alone, + of what it has not */
    const char *why;
};

#define PRINTS "a subcommand prints the project as it is now, for scripts"
#define PATHS  "a subcommand prints the path, as it was given, for scripts"
#define EXPORTED_AS_GIVEN                                                                                    \
    "-history|2|export|Exported to 2-Interview_dam_keeper.srt, 4016 bytes, with FileFormatId=srt\n"          \
    "+history|2|export|Exported to ./2-Interview_dam_keeper.srt, 4016 bytes, with FileFormatId=srt\n"
#define CANCELS "^C ends the subcommand"
#define AT_ONCE                                                                                              \
    "whoever ran the subcommand hears of it at once; what goes on watching notifies: enqueue --wait, wait, " \
    "watch, the screen"

#define MAY_BE_IT                                                                                            \
    " metadata of project 1: nothing was changed: its metadata cannot be read, and may be what changed.\n"
#define ASKED     "a subcommand ends with the question that the session asks"
#define TOLD      "the screen keeps in its activity what it has said; who ran a subcommand has read it"
#define MEANWHILE "-history|1|note|Project 1 was modified in the meantime, but no visible field changed.\n"
#define AGAIN     MEANWHILE "-history|1|note|It was sent again with the new version.\n"
#define NOT_YOURS                                                                                            \
    ": access denied (403): A fault of the sandbox. Ask for access; the project may also be missing or not " \
    "yours.\n"

/* clang-format off */
static const struct difference differences[] = {
    {OP_LOGIN, DONE, PARITY_CLI, SAID, "-Logged in as demo@example.org\n",
     "a subcommand names the server too, and the file that holds the token"},
    {OP_READ, DONE, PARITY_CLI, SAID, "-1: nothing new\n", PRINTS},
    {OP_SET, CONFLICT_ONCE, PARITY_CLI, SAID, "-Set" MAY_BE_IT, ASKED},
    {OP_SET, CONFLICT_TWICE, PARITY_CLI, SAID, "-Set" MAY_BE_IT, ASKED},
    {OP_DELETE, DONE, PARITY_CLI, SAID, "-1: metadata deleted\n", PRINTS},
    {OP_DELETE, CONFLICT_ONCE, PARITY_CLI, SAID, "-Delete" MAY_BE_IT, ASKED},
    {OP_DELETE, CONFLICT_TWICE, PARITY_CLI, SAID, "-Delete" MAY_BE_IT, ASKED},
    {OP_TAG, DONE, PARITY_CLI, SAID, "-1: tag deleted\n", PRINTS},
    {OP_TAG, CONFLICT_ONCE, PARITY_CLI, SAID, "-1: tag deleted; the project had changed in the meantime, L says how\n", PRINTS},
    {OP_ENQUEUE, DONE, PARITY_CLI, SAID, "-1: now InProgress\n", PRINTS},
    {OP_ENQUEUE, DONE, PARITY_CLI, HOOK, "-1: None -> InProgress, Council meeting, 14 May\n", AT_ONCE},
    {OP_ENQUEUE, UNKNOWN, PARITY_CLI, HOOK, "-1: None -> InProgress, Council meeting, 14 May\n", AT_ONCE},
    {OP_SET, CANCELLED, PARITY_CLI, SAID, "-Cancelling: Set metadata \"colour\" of 1\n", CANCELS},
    {OP_DELETE, CANCELLED, PARITY_CLI, SAID, "-Cancelling: Delete metadata \"colour\" of 1\n", CANCELS},
    {OP_TAG, CANCELLED, PARITY_CLI, SAID, "-Cancelling: Delete tag \"news\" of 1\n", CANCELS},
    {OP_ENQUEUE, CANCELLED, PARITY_CLI, SAID, "-Cancelling: Enqueue 1\n", CANCELS},
    {OP_EXPORT, DONE, PARITY_CLI, ROWS, EXPORTED_AS_GIVEN, PATHS},
    {OP_EXPORT, DONE, PARITY_CLI, SAID, "-2: exported to 2-Interview_dam_keeper.srt, 4016 bytes\n", PATHS},
    {OP_EXPORT, LATE, PARITY_CLI, ROWS, EXPORTED_AS_GIVEN, PATHS},
    {OP_EXPORT, LATE, PARITY_CLI, SAID, "-2: exported to 2-Interview_dam_keeper.srt, 4016 bytes\n", PATHS},
    {OP_LOGIN, REFUSED, PARITY_CLI, ROWS,
     "-history|0|error|Log in: access denied (403): A fault of the sandbox. This account lacks permission; ask the server's administrator.\n", TOLD},
    {OP_WHOAMI, REFUSED, PARITY_CLI, ROWS, 
     "-history|0|error|Read account" NOT_YOURS "-history|0|error|Read account" NOT_YOURS, TOLD},
    {OP_POLICY, REFUSED, PARITY_CLI, ROWS, "-history|0|error|Read password policy" NOT_YOURS, TOLD},
    {OP_TAG, CONFLICT_ONCE, PARITY_CLI, ROWS, AGAIN, TOLD},
    {OP_TAG, CONFLICT, PARITY_CLI, ROWS, MEANWHILE, TOLD},
    {OP_TAG, CONFLICT_TWICE, PARITY_CLI, ROWS, AGAIN, TOLD},
    {.why = NULL},
};
/* clang-format on */

/* --- the comparison --- */

/* Takes a line out of a text of lines; false when it is not there. */
static bool take_line(char *text, const char *line)
{
    size_t len = strlen(line);
    for (char *at = text; (at = strstr(at, line)); at++) {
        if ((at != text && at[-1] != '\n') || at[len] != '\n')
            continue;
        memmove(at, at + len + 1, strlen(at + len + 1) + 1);
        return true;
    }
    return false;
}

/* Which lines one has and the other has not; what is alike but in another order is said too. Caller frees. */
static char *compare_lines(const char *screen, const char *other)
{
    struct buffer out;
    char *lines = mem_copy(screen), *left = mem_copy(other), *rest = lines;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && !take_line(left, line))
            buffer_printf(&out, "-%s\n", line);
    rest = left;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            buffer_printf(&out, "+%s\n", line);
    if (!out.len && strcmp(screen, other) != 0)
        buffer_append_text(&out, "another order\n");
    free(left);
    free(lines);
    return buffer_take(&out);
}

/* Which sentences of the screen the other did not write. Caller frees. */
static char *compare_said(const char *screen, const char *other)
{
    struct buffer out;
    char *lines = mem_copy(screen), *rest = lines;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && !strstr(other, line))
            buffer_printf(&out, "-%s\n", line);
    free(lines);
    return buffer_take(&out);
}

static char *compare(enum aspect aspect, const struct parity_left *screen, const struct parity_left *other)
{
    switch (aspect) {
    case ROWS:
        return compare_lines(screen->rows, other->rows);
    case WRITES:
        return compare_lines(screen->writes, other->writes);
    case HOOK:
        return compare_lines(screen->hook, other->hook);
    default:
        return compare_said(screen->said, other->said);
    }
}

struct row {
    enum operation_id operation;
    enum outcome_id outcome;
};

/* The difference that the table has; "" for none. */
static const char *expected(const struct row *row, enum parity_front front, enum aspect aspect)
{
    for (const struct difference *known = differences; known->why; known++)
        if (known->operation == row->operation && known->outcome == row->outcome && known->front == front &&
            known->aspect == aspect)
            return known->lines;
    return "";
}

/* Holds one front end against the screen. */
static void expect_like_screen(const struct row *row, enum parity_front front,
                               const struct parity_left left[PARITY_FRONTS])
{
    static const char *const names[] = {"the screen", "the command line", "a terminal"};
    enum aspect end = front == PARITY_TERMINAL ? SAID : ASPECTS; /* there sentences are clipped */
    for (enum aspect aspect = ROWS; aspect < end; aspect++) {
        char *found = compare(aspect, &left[PARITY_SCREEN], &left[front]);
        cr_expect_str_eq(found, expected(row, front, aspect),
                         "%s, %s, %s by %s: the table says\n%sbut it is\n%s", operations[row->operation].name,
                         outcomes[row->outcome].name, aspects[aspect], names[front],
                         expected(row, front, aspect), found);
        free(found);
    }
}

/* --- the rows --- */

/* A home in the state that the operation begins with. */
static void begin(struct parity *parity, const struct row *row)
{
    const struct operation *operation = &operations[row->operation];
    const char *fault = outcomes[row->outcome].fault, *place = fault ? strstr(fault, "%s") : NULL;
    parity_start(parity);
    if (operation->prepare)
        parity_prepare(parity, operation->prepare);
    parity->change = operation->change;
    parity->reads = operation->reads;
    parity->once = operation->once;
    parity->cancelled = row->outcome == CANCELLED ? operation->endpoint : NULL;
    if (place)
        parity->fault =
            mem_printf("%.*s%s%s", (int)(place - fault), fault, operation->endpoint, place + strlen("%s"));
    else if (fault)
        parity->fault = mem_copy(fault);
    parity_hold(parity);
}

/* Can this outcome come of the operation? Only writes with a version are repeated after a conflict; only an
 * export is late; what only reads is never unknown; nothing is sent of what is local. */
static bool is_possible(const struct row *row)
{
    bool versioned = row->operation >= OP_SET && row->operation <= OP_TAG;
    if (operations[row->operation].is_local)
        return row->outcome == DONE;
    switch (row->outcome) {
    case CONFLICT_ONCE:
    case CONFLICT_TWICE:
        return versioned;
    case LATE:
        return row->operation == OP_EXPORT;
    case CONFLICT:
    case UNKNOWN:
    case CANCELLED:
        return versioned || row->operation == OP_ENQUEUE;
    default:
        return true;
    }
}

ParameterizedTestParameters(parity, an_operation_leaves_the_same_whoever_asked_for_it)
{
    static struct row rows[(OP_WHOAMI + 1) * (CANCELLED + 1)];
    size_t count = 0;
    for (enum operation_id operation = OP_LOGIN; operation <= OP_WHOAMI; operation++)
        for (enum outcome_id outcome = DONE; outcome <= CANCELLED; outcome++) {
            rows[count] = (struct row){operation, outcome};
            count += is_possible(&rows[count]);
        }
    return cr_make_param_array(struct row, rows, count);
}

ParameterizedTest(struct row *row, parity, an_operation_leaves_the_same_whoever_asked_for_it)
{
    struct parity parity;
    struct parity_left left[PARITY_FRONTS];
    begin(&parity, row);
    int fronts = row->outcome == DONE ? PARITY_FRONTS : PARITY_TERMINAL; /* a terminal once an operation */
    for (int front = PARITY_SCREEN; front < fronts; front++)
        parity_run(&parity, (enum parity_front)front, &operations[row->operation].way, &left[front]);
    cr_expect(*left[PARITY_SCREEN].writes || operations[row->operation].is_local, "%s: nothing was sent",
              operations[row->operation].name);
    for (int front = PARITY_CLI; front < fronts; front++)
        expect_like_screen(row, (enum parity_front)front, left);
    for (int front = PARITY_SCREEN; front < fronts; front++)
        parity_left_free(&left[front]);
    parity_stop(&parity);
}
