/* What only this layer calls of steno/work/programs.h. */
#ifndef STENO_WORK_PROGRAMS_PRIVATE_H
#define STENO_WORK_PROGRAMS_PRIVATE_H

#include "steno/work/programs.h"

/* Takes all members over. */
void programs_submit(struct programs *programs, struct program *program);

#endif
