/* Owns the thread that runs the programs of an engine, one after another. Knows nothing of what they are for.
 */
/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include <stdlib.h>
#include <string.h>

#include "outbox.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "thread.h"

struct job {
    struct job *next;
    struct program program;
};

struct programs {
    struct outbox *outbox;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;  /* a job came, or the end */
    pthread_cond_t ended; /* the thread, or the last job for now */
    struct job *first, **last;
    bool started, busy, stop, gone;
    bool is_left_behind; /* nobody waits for the thread any more: it frees */
};

struct programs *programs_new(struct mailbox *box)
{
    struct programs *programs = mem_zero(1, sizeof *programs);
    programs->outbox = outbox_new(box);
    programs->last = &programs->first;
    pthread_mutex_init(&programs->lock, NULL);
    pthread_cond_init(&programs->wake, NULL);
    thread_cond_init(&programs->ended);
    return programs;
}

/* Frees one job with what it holds. */
static void job_free(struct job *job)
{
    spawn_argv_free(job->program.argv);
    spawn_argv_free(job->program.env);
    free(job->program.input);
    free(job->program.done);
    free(job);
}

/* Runs one program and tells how it went. */
static void job_run(struct job *job, struct outbox *outbox)
{
    struct error err;
    struct program *program = &job->program;
    struct spawn_request request = {
        .argv = program->argv,
        .env_extra = (const char *const *)program->env,
        .input = program->input,
        .input_len = program->input ? strlen(program->input) : 0,
        .timeout_ms = program->limit_ms,
    };
    struct mail mail = {.kind = MAIL_NOTICE};
    error_clear(&err);
    if (spawn_run(&request, &err)) {
        mail.good = true;
        mail.text = program->done;
        program->done = NULL;
    } else if (program->copy_else) {
        mail.kind = MAIL_COPY;
        mail.text = program->input;
        program->input = NULL;
    } else {
        mail.text = mem_printf("%s%s%s", program->failed ? program->failed : "", program->failed ? ": " : "",
                               err.text);
    }
    if (mail.text)
        outbox_post(outbox, &mail);
    if (program->tells_end)
        outbox_post(outbox, &(struct mail){.kind = MAIL_PROGRAM});
}

/* Frees all but the thread. */
static void programs_free(struct programs *programs)
{
    while (programs->first) {
        struct job *job = programs->first;
        programs->first = job->next;
        job_free(job);
    }
    outbox_leave(programs->outbox);
    pthread_mutex_destroy(&programs->lock);
    pthread_cond_destroy(&programs->wake);
    pthread_cond_destroy(&programs->ended);
    free(programs);
}

/* The thread: jobs in order until the end. */
static void *programs_main(void *arg)
{
    struct programs *programs = arg;
    pthread_mutex_lock(&programs->lock);
    while (!programs->stop) {
        struct job *job = programs->first;
        programs->busy = job != NULL;
        if (!job) {
            pthread_cond_signal(&programs->ended);
            pthread_cond_wait(&programs->wake, &programs->lock);
            continue;
        }
        programs->first = job->next;
        if (!programs->first)
            programs->last = &programs->first;
        pthread_mutex_unlock(&programs->lock);
        job_run(job, programs->outbox);
        job_free(job);
        pthread_mutex_lock(&programs->lock);
    }
    programs->gone = true;
    bool is_left_behind = programs->is_left_behind;
    pthread_cond_signal(&programs->ended);
    pthread_mutex_unlock(&programs->lock);
    if (is_left_behind)
        programs_free(programs);
    return NULL;
}

void programs_submit(struct programs *programs, struct program *program)
{
    struct error err;
    struct job *job = mem_zero(1, sizeof *job);
    job->program = *program;
    *program = (struct program){0};
    error_clear(&err);
    pthread_mutex_lock(&programs->lock);
    if (!programs->started)
        programs->started = thread_start(&programs->thread, programs_main, programs, &err);
    if (programs->started) {
        *programs->last = job;
        programs->last = &job->next;
        pthread_cond_signal(&programs->wake);
    }
    pthread_mutex_unlock(&programs->lock);
    if (programs->started)
        return;
    outbox_post(programs->outbox, &(struct mail){.kind = MAIL_NOTICE, .text = mem_copy(err.text)});
    if (job->program.tells_end)
        outbox_post(programs->outbox, &(struct mail){.kind = MAIL_PROGRAM});
    job_free(job);
}

/* Waits until all have ended, at most limit_ms. */
static void programs_drain(struct programs *programs, int limit_ms)
{
    int64_t deadline = clock_mono_ms() + limit_ms;
    pthread_mutex_lock(&programs->lock);
    while (programs->started && (programs->first || programs->busy) &&
           thread_cond_wait_until(&programs->ended, &programs->lock, deadline))
        ;
    pthread_mutex_unlock(&programs->lock);
}

bool programs_stop(struct programs *programs, int limit_ms)
{
    if (!programs)
        return true;
    int64_t deadline = clock_mono_ms() + limit_ms;
    programs_drain(programs, limit_ms);
    pthread_mutex_lock(&programs->lock);
    programs->stop = true;
    pthread_cond_signal(&programs->wake);
    while (programs->started && !programs->gone &&
           thread_cond_wait_until(&programs->ended, &programs->lock, deadline))
        ;
    bool ended = !programs->started || programs->gone, started = programs->started;
    pthread_t thread = programs->thread;
    outbox_close(programs->outbox);
    programs->is_left_behind = !ended;
    pthread_mutex_unlock(&programs->lock); /* who is left behind may be gone from here on */
    if (!ended) {
        pthread_detach(thread);
        return false;
    }
    if (started)
        pthread_join(thread, NULL);
    programs_free(programs);
    return true;
}
