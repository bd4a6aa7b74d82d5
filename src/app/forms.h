/* The stack of forms, and what is said in them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORMS_PRIVATE_H
#define STENO_APP_FORMS_PRIVATE_H

#include "steno/app/forms.h"

struct client_reply;
struct call;
struct error;
struct overlay_ops;

/* --- the stack --- */

/* The form whose call has this serial, or NULL. */
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* The open form with these operations about this project alone (0: none), or NULL. */
struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id);
/* Does something lie over the form on top: its preview, a menu, a prompt, a question? */
bool app_form_is_covered(const struct app *app);
/* Puts a form about a project (0: none) on top; `overlay` takes its keys. NULL when there is no room for
 * another. Topics call app_form_open, which does it. */
struct app_form *app_form_push(struct app *app, const struct form_ops *ops, int64_t project_id,
                               const struct overlay_ops *overlay);
/* Closes the form on top, or this one wherever it lies. What is in it is lost, but for its draft. Pointers to
 * other forms are no longer good. */
void app_form_pop(struct app *app);
void app_form_close(struct app *app, struct app_form *form);

/* Are its values the parameters of a request? Then it has a preview, a command, presets, a right part, and a
 * draft that outlives it. */
bool app_form_has_request(const struct app_form *form);

/* --- sending --- */

/* Sends the call of a form; `doing` ("Sending…") is shown in it until the answer is there. The call is taken.
 */
void app_form_send(struct app *app, struct app_form *form, struct call *call,
                   const struct client_reply *reply, const char *doing);
/* The call has failed: shows why, beside the field that it is about, if there is one. */
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
/* The command line that would send the same. Caller frees. */
char *app_form_command(const struct app *app, const struct app_form *form);
/* Notes beside values that the config sets where they come from, unless something else is noted. */
void app_form_note_config(struct app *app, struct app_form *form);
/* Gives a form that is whole by now the body, where the lower place has not room enough; takes it back from a
 * short one. */
void app_form_place(struct app *app, struct app_form *form);
/* The values have changed, or what they are judged by. */
void app_form_check(struct app *app, struct app_form *form);

/* --- messages --- */

/* Shows a message in the form, and on the status line where the form is not in sight. */
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Shows it in the form alone; NULL clears what stands there. Copied. */
void app_form_tell(struct app *app, struct app_form *form, bool bad, const char *text);
/* Shows it in the form on top, where there is one, else on the status line. */
void app_form_say(struct app *app, bool bad, const char *text);

#endif
