/* Owns the export of subtitles: what must be true of the project, and the file that comes of it. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cues.h"
#include "format.h"
#include "service.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "transcript.h"

/* The transcript of a project: of the run that it was saved by, or of what its seed was transcribed with. */
static void service_export_transcript(struct transcript *transcript, const struct world_project *project)
{
    struct param_set *seeded = NULL;
    const struct param_set *run = project->spoken;
    if (!run) {
        seeded = param_set_new(&params_enqueue);
        param_set_put_raw(seeded, param_find(seeded->table, "Lang"), world_project_language(project));
        run = seeded;
    }
    transcript_make(transcript, run, project->seed->silent ? 0 : world_project_length_ms(project));
    param_set_free(seeded);
}

/* "attachment; filename=\"project-1.srt\"; filename*=UTF-8''…": the plain name for old readers, the real one
 * beside it. Caller frees. */
static char *service_export_disposition(const struct world_project *project, const struct format *format,
                                        const struct param_set *set)
{
    const char *language = value_text(set, "Language");
    char *name = world_project_name(project);
    for (char *c = name; *c; c++) {
        if (strchr("/\\:*?\"<>|", *c))
            *c = '_';
    }
    char *file = mem_printf("%s%s%s.%s", name, language[0] ? "." : "", language, format->id);
    struct buffer encoded;
    buffer_init(&encoded, BUFFER_MAX_DEFAULT);
    param_encode(&encoded, file);
    char *value = mem_printf("attachment; filename=\"project-%lld.%s\"; filename*=UTF-8''%s",
                             (long long)project->id, format->id, buffer_text(&encoded));
    buffer_free(&encoded);
    free(file);
    free(name);
    return value;
}

/* Writes the file into the reply. */
static void service_export_write(struct service_call *call, const struct param_set *set,
                                 const struct format *format, const struct cue_options *cue_options,
                                 const struct format_options *format_options)
{
    struct transcript transcript;
    struct cues cues;
    service_export_transcript(&transcript, call->project);
    cues_make(&cues, &transcript, cue_options);
    format_write(format, &call->reply->body, &cues, format_options);
    call->reply->type = format->type;
    call->reply->disposition = service_export_disposition(call->project, format, set);
    cues_free(&cues);
    transcript_free(&transcript);
}

/* Can the project be exported now? If not, says why. */
static bool service_export_is_possible(struct service_call *call)
{
    if (call->project->state == WORLD_IN_PROGRESS)
        reply_error(call->reply, 412, "The project is being transcribed");
    else if (!call->project->has_transcript && call->project->state != WORLD_COMPLETED)
        reply_error(call->reply, 412, "The project is not transcribed");
    else if (!call->project->has_transcript)
        reply_error(call->reply, 404, "The project has no saved transcript");
    else
        return true;
    return false;
}

/* Answers with a real file, or with the refusal of a parameter. */
static void service_export_answer(struct service_call *call, const struct param_set *set)
{
    const struct format *format = format_find(value_text(set, "FileFormatId"));
    struct cue_options cue_options;
    struct format_options format_options;
    struct value_unknown unknown = {0};
    const char *bad = !format ? "FileFormatId" : cues_options_read(&cue_options, set, &unknown);
    if (!bad)
        bad = format_options_read(&format_options, set, world_project_language(call->project), &unknown);
    if (bad) {
        service_refuse(call, bad, "Invalid");
    } else if (service_export_is_possible(call)) {
        service_export_write(call, set, format, &cue_options, &format_options);
        service_note_unknown(call, &unknown);
    }
}

void service_export(struct service_call *call)
{
    struct param_set *set = service_params(call, &params_export);
    if (set && call->service->export_bytes > 0) {
        call->reply->type = "application/x-subrip";
        call->reply->stream_bytes = call->service->export_bytes;
    } else if (set) {
        service_export_answer(call, set);
    }
    param_set_free(set);
}
