/* steno: reads the arguments, and runs the screen or a subcommand. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/connection.h"
#include "steno/base/file.h"
#include "steno/base/text.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/cli/command.h"
#include "steno/store/config.h"
#include "steno/tui/demo.h"
#include "steno/tui/screen.h"
#include "steno/work/engine.h"

static bool main_load(struct settings *settings, const struct args *args, struct demo *demo,
                      struct error *err)
{
    bool is_demo = args_has(args, OPTION_DEMO);
    if (is_demo && !demo_start(demo, err))
        return false;
    if (!cli_load_settings(settings, args, err) || (is_demo && !demo_login(demo, settings, err)))
        return false;
    if (settings_bool(settings, SETTING_PLAIN))
        return error_set(err, ERROR_USAGE,
                         "There is no plain mode: use the commands list, show, watch, enqueue and export");
    if (!config_fetch_token(settings, err)) { /* the login form will open and show the error */
        settings->token_trouble = mem_copy(err->text);
        error_clear(err);
    }
    const char *log_file = settings_text(settings, SETTING_LOG_FILE);
    return !*log_file || log_open(log_file, err);
}

/* Runs steno without a subcommand. */
static int main_session(const struct args *args, bool utf8)
{
    struct error err;
    struct settings settings;
    struct demo demo = DEMO_NONE;
    struct id_list ids = {0};
    int code;
    bool ok = true;
    error_clear(&err);
    settings_init(&settings);
    for (size_t i = 0; ok && i < args->word_count; i++)
        ok = id_list_parse(&ids, args->words[i], &err);
    if (ok && ids.count == 0 && args_has(args, OPTION_DEMO))
        ok = id_list_parse(&ids, DEMO_IDS, &err);
    if (ok && main_load(&settings, args, &demo, &err)) {
        code = screen_run(&(struct screen_options){
            .settings = &settings, .ids = ids.ids, .id_count = ids.count, .utf8 = utf8});
    } else {
        cli_say("%s", err.text);
        code = error_kind_exit_code(err.kind);
    }
    const char *exports = demo_stop(&demo);
    if (exports)
        cli_say("the files that you exported in the demo are in %s", exports);
    settings_free(&settings);
    id_list_free(&ids);
    log_close();
    if (code < 0)
        signals_die(-code);
    return code;
}

int main(int argc, char **argv)
{
    struct args args;
    struct error err;
    int code;
    file_hold_standard();
    api_global_init();
    bool utf8 = locale_start();
    error_clear(&err);
    if (argc > 1 && strcmp(argv[1], "__complete") == 0)
        return complete_run(argc - 2, argv + 2);
    if (!args_parse(&args, argc, argv, &err))
        code = cli_refuse(&args, &err);
    else if (args.command || args_has(&args, OPTION_HELP) || args_has(&args, OPTION_VERSION))
        code = cli_run(&args);
    else
        code = main_session(&args, utf8);
    args_free(&args);
    engine_exit(code);
}
