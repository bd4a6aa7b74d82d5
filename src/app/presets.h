/* Presets: the menu of them over a form. */
#ifndef STENO_APP_PRESETS_H
#define STENO_APP_PRESETS_H

struct app;
struct app_form;
struct param_set;

/* Opens it over the form on top. */
void app_presets_open(struct app *app);
/* What the project of the form on top was last transcribed with, as values of the form; NULL when that is not
 * known, or when the form cannot be filled with it. Caller frees. */
struct param_set *app_preset_last_run(const struct app *app, const struct app_form *form);

#endif
