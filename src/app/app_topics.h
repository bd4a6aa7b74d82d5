/* What one topic of the application asks of another. */
#ifndef STENO_APP_APP_TOPICS_H
#define STENO_APP_APP_TOPICS_H

#include "app_internal.h"
#include "steno/core/command_line.h"
#include "steno/core/short_forms.h"

void app_calls_free(struct app *app);

void app_store_start(struct app *app);

/* --- session --- */
void app_session_start(struct app *app);
void app_session_works(struct app *app); /* a call went well: the token is good */
/* A call was answered with 401; `wanted`: the operator waits for it, it is not the timer's. */
void app_session_lost(struct app *app, bool wanted);
/* Opens the login that a lost session needs once nobody is in the middle of something else. */
void app_session_ask_when_due(struct app *app);
void app_session_token(struct app *app, const char *token, const char *why); /* EVENT_TOKEN */
void app_session_set(struct app *app, const char *token);
void app_session_go_on(struct app *app);

/* --- account and policy --- */
void app_account_read(struct app *app, bool background);
void app_account_take(struct app *app, struct login *login); /* taken */
void app_policy_read(struct app *app);

/* --- projects --- */
struct refresh *app_refresh_new(const struct settings *settings);
void app_refresh_event(struct app *app, enum refresh_event_kind kind, int64_t id);
void app_take_project(struct app *app, int64_t id, struct project *project);
struct app_project *app_watch(struct app *app, int64_t id); /* on the watchlist, added when it was not */
void app_filter_set(struct app *app, const char *text);

/* --- forms, one a topic: sending what was typed --- */
void app_login_open(struct app *app);
/* The account was read: a token that came with it is used, and the email where none was known. */
void app_login_learn(struct app *app, const struct login *login);
/* The warnings of the open enqueue form of a project (0: of any), out of what is known by now. */
void app_enqueue_note_again(struct app *app, int64_t id);
/* What a long form sent was accepted: its draft goes, and the form where it is still open (else NULL). */
void app_form_accepted(struct app *app, enum app_form_kind kind, struct app_form *form, int64_t id);
void app_login_send(struct app *app, struct app_form *form);
void app_open_send(struct app *app, struct app_form *form);
/* Opens the form with ids that were pasted; false when the text is no ids, or more than its field takes. */
bool app_open_paste(struct app *app, const char *text);
void app_metadata_open(struct app *app);
void app_metadata_send(struct app *app, struct app_form *form);
void app_metadata_delete_ask(struct app *app);
void app_metadata_list(struct app *app, int64_t id); /* asks the store for what was set from here */
void app_metadata_forget(struct app *app);
void app_tag_delete_ask(struct app *app);
struct app_form *app_long_form_open(struct app *app, enum app_form_kind kind, const struct param_table *table,
                                    const char *verb);
void app_enqueue_send(struct app *app, struct app_form *form);
bool app_enqueue_is_again(const struct app *app, int64_t id);
/* What is known of a project from readings of this session, to tell after an enqueue whether something
 * changed; NULL for nothing. Caller frees. */
struct project *app_enqueue_seen(const struct app_project *project);
/* A failed enqueue that may have been done is remembered: the next one asks. */
void app_enqueue_left_open(struct app *app, const struct app_call *call, const struct call_result *result);
void app_export_send(struct app *app, struct app_form *form);
bool app_project_is_completed(const struct app *app, int64_t id);
/* The path by the pattern, {ext} still in it. Caller frees. */
char *app_export_path(const struct app *app, int64_t id);

/* A failed write: said; where it may have been done or the project is another now, it is read, never sent
 * again. False when it went well. */
bool app_write_failed(struct app *app, const struct app_call *call, const struct call_result *result);

/* --- the form engine's neighbours --- */
/* Sets or (NULL) clears the form's message without touching the status line. */
void app_form_tell(struct app *app, struct app_form *form, bool bad, const char *text);
void app_form_close(struct app *app, struct app_form *form);
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
void app_form_leave(struct app *app);
/* The same by ^C: a second one ends the program, so what was typed stays in the store. */
void app_form_interrupt(struct app *app);
bool app_form_paste(struct app *app, const char *text); /* false: there is no field under it */
void app_form_do(struct app *app, enum form_action act);
void app_form_focus(struct app *app, const char *name);
void app_form_set(struct app *app, const char *name, const char *value);
void app_choose(struct app *app, int number, const char *action);
void app_form_copy_command(struct app *app, struct app_form *form);
void app_form_want_draft(struct app *app, struct app_form *form);
void app_draft_begin(struct app_form *form); /* the form is as it opens */
void app_draft_free(struct app_draft *draft);
/* What the form shows now is what the store has been handed. */
void app_draft_take_base(struct app_form *form);
bool app_draft_is_unsaved(const struct app_form *form);
/* Saves what is left to save, and says that it is kept, when it is. */
void app_draft_leave(struct app *app, struct app_form *form);
void app_draft_drop(struct app *app, const struct app_form *form);
/* A short form was sent or given up: nothing of it is kept any longer. */
void app_draft_discard(struct app *app, struct app_form *form);
/* Another server or login: the drafts are all to be saved there. */
void app_drafts_moved(struct app *app);
/* Another session changed something: was it a draft? */
void app_drafts_look(struct app *app);
/* The line that a face has for a field, as far as it is typed; NULL: none. */
void app_draft_typed(struct app_form *form, const char *field, const char *text);
void app_form_want_used(struct app *app, struct app_form *form);
void app_used_remember(struct app *app, const struct param_set *set);
void app_presets_open(struct app *app);
void app_menu_key(struct app *app, struct key key);
void app_menu_do(struct app *app, const char *action); /* by its name, as on the watchlist */
void app_menu_close(struct app *app);
void app_preview_request(struct app *app, struct app_form *form);
void app_preview_help(struct app *app);
void app_preview_key(struct app *app, struct key key);
void app_preview_close(struct app *app);

/* --- highlights --- */
void app_highlight_enter(struct app *app, const char *target); /* Enter on a line of the details */

/* --- batch --- */
/* Asks before a form is sent for all its projects; `took` says what one that went well means. */
void app_batch_ask(struct app *app, struct app_form *form, enum endpoint_id op, app_call_reply *took);
void app_batch_delete_tag(struct app *app, const char *tag);
void app_batch_step(struct app *app);
void app_batch_cancel(struct app *app);
void app_batch_free(struct app *app);

/* --- keys, prompts, help --- */
void app_run(struct app *app, const struct action *action, const char *arg);
void app_pane_step(struct app *app, int step);
void app_prompt_paste(struct app *app, const char *text);
void app_help_run(struct app *app);
/* Shows only the lines of the help that hold a text; NULL or "" for all. */
void app_help_filter(struct app *app, const char *text);
/* The search that filtered was ended: `n` and `N` step through what is left. */
void app_help_found(struct app *app, const char *text);
void app_help_build_form(struct app *app, struct page *page, int cells);
void app_private_free(struct app *app);

#endif
