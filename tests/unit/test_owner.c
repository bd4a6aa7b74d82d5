/* base/owner: which process wrote a thing, and whether it still lives. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/base/owner.h"
#include "support/asserts.h"

/* A child that says who it is and then waits to be killed. */
static pid_t child_start(struct owner *owner)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct owner self;
        owner_self(&self);
        _exit(write(ends[1], &self, sizeof self) == sizeof self ? pause() : 1);
    }
    cr_assert_eq(read(ends[0], owner, sizeof *owner), (ssize_t)sizeof *owner);
    close(ends[0]);
    close(ends[1]);
    cr_assert_eq(owner->pid, pid);
    return pid;
}

Test(owner, knows_itself)
{
    struct owner self;
    owner_self(&self);
    cr_expect_eq(self.pid, getpid());
    cr_expect_eq(owner_look(&self), OWNER_SELF);
    cr_expect_neq(self.start[0], '\0');
}

Test(owner, another_process_lives_until_it_is_killed)
{
    struct owner child;
    siginfo_t info;
    pid_t pid = child_start(&child);
    cr_expect_eq(owner_look(&child), OWNER_LIVES);
    kill(pid, SIGKILL);
    cr_assert_eq(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    cr_expect_eq(owner_look(&child), OWNER_ENDED, "only its exit code is left");
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    cr_expect_eq(owner_look(&child), OWNER_ENDED);
}

Test(owner, a_number_that_was_given_again_is_another_process)
{
    struct owner child;
    pid_t pid = child_start(&child);
    child.start[strlen(child.start) - 1] ^= 1;
    cr_expect_eq(owner_look(&child), OWNER_ENDED);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

Test(owner, of_another_machine_nobody_can_tell)
{
    struct owner self;
    owner_self(&self);
    self.host[0] ^= 1;
    cr_expect_eq(owner_look(&self), OWNER_ELSEWHERE);
}

Test(owner, a_number_that_no_process_can_have_is_ended)
{
    static const int64_t numbers[] = {0, -1, INT64_MIN, INT64_MAX, (int64_t)1 << 40};
    struct owner owner;
    owner_self(&owner);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        owner.pid = numbers[i];
        cr_expect_eq(owner_look(&owner), OWNER_ENDED, "%zu", i);
    }
}
