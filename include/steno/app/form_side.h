/* The right part of a wide form: the field in focus, the request and the command that it makes, what is known
 * before it is sent, how it differs from the last transcription, presets. It is built when the form opens,
 * and again once keys have rested: a move costs no more for it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORM_SIDE_H
#define STENO_APP_FORM_SIDE_H

#include <stdbool.h>
#include <stdint.h>

struct app;
struct page;

/* Its lines; NULL where the form on top has none: it is short, the screen is narrow, or lies over something
 * else. */
const struct page *app_aside_page(const struct app *app);
/* At the end of a turn: builds it when that is due. */

#endif
