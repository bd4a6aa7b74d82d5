/* Owns the lines about a standing order on standard error. Knows nobody who carries it out. */
/* SPDX-License-Identifier: MIT */
#include "order_lines.h"

#include <inttypes.h>
#include <stdlib.h>

#include "output.h"
#include "steno/base/text.h"

void order_lines_say(const struct order *order, const struct error *failure)
{
    const char *preset = order->preset && *order->preset ? order->preset : "-";
    char *path = text_clean_copy(order->path ? order->path : "");
    if (!failure && order->verdict.is_given) /* what was found is to be seen in a mail of cron, too */
        cli_say("project %" PRId64 ", order %s: exported to %s; %s", order->id, preset, path, order->reason);
    else if (failure)
        cli_say("project %" PRId64 ", order %s: %s%s", order->id, preset, failure->text,
                order->outcome == ACT_ROW_WAITS ? " It is tried again." : "");
    else
        cli_remark("project %" PRId64 ", order %s: exported to %s", order->id, preset, path);
    free(path);
}
