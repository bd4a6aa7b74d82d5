/* Owns the export of subtitles: what must be true of the project, and the file that comes of it. */
#include "steno/sandbox/service.h"

void service_export(struct service_call *call)
{
    if (call->service->export_bytes > 0) {
        call->reply->type = "application/x-subrip";
        call->reply->stream_bytes = call->service->export_bytes;
        return;
    }
    reply_error(call->reply, 412, "The project is not transcribed yet");
}
