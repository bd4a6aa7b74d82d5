/* What belongs to one part of the application and has no struct of its own yet. */
#ifndef STENO_APP_PRIVATE_H
#define STENO_APP_PRIVATE_H

#include "steno/app/prompt.h"

struct app_private {
    bool typing;            /* something typed was not handed to the store yet: */
    int64_t typed_first_ms; /* since then, */
    int64_t typed_last_ms;  /* and the last key came then */
    bool typed_now;         /* this turn's event was typed */
    char *line;             /* of commands, where a face has its own; NULL for none */
    bool line_unsaved, line_kept;
    struct prompt_lines *lines; /* typed into prompts */
};

#endif
