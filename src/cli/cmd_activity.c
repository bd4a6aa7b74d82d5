/* `activity`: the history that is kept here, of one project or of all. Makes no request. */
#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "output.h"
#include "handlers.h"
#include "local.h"
#include "projects.h"

/* Writes one row: {"time","act","id","kind","text"}, or a line. */
static void cmd_activity_put(struct cli *cli, const struct store_entry *entry)
{
    char when[40];
    date_format_utc(when, sizeof when, entry->when_ms);
    if (cli->json) {
        json_t *object = json_object();
        json_object_set_new(object, "time", json_string(when));
        json_object_set_new(object, "act", entry->act ? json_integer(entry->act) : json_null());
        json_object_set_new(object, "id", json_integer(entry->id));
        json_object_set_new(object, "kind", json_string(entry->name ? entry->name : ""));
        json_object_set_new(object, "text", json_string(entry->text ? entry->text : ""));
        cli_put_json(cli, object);
        return;
    }
    char *text = text_clean_copy(entry->text ? entry->text : "");
    char *line = mem_printf("%s  %" PRId64 "  %s\n", when, entry->id, text);
    cli_put_text(cli, line);
    free(line);
    free(text);
}

/* Reads --since; without a zone UTC is meant, as in what is printed. */
static bool cmd_activity_read_since(const struct cli *cli, int64_t *since_ms, struct error *err)
{
    const char *given = cli->args->options[OPTION_SINCE];
    struct date date = {0};
    if (given && !date_parse(given, &date))
        return error_set(err, ERROR_USAGE, "--since: “%s” is not a time such as 2026-11-22T15:30:00Z", given);
    *since_ms = date.ms;
    return true;
}

int cli_activity(struct cli *cli)
{
    int64_t since_ms = 0;
    struct error err;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_HISTORY_LOAD);
    if (!cmd_activity_read_since(cli, &since_ms, &err) ||
        (cli->args->word_count > 0 && !cli_read_id(cli, &op->id, &err))) {
        store_op_free(op);
        return cli_fail(cli, 0, &err);
    }
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    for (size_t i = result->entry_count; i-- > 0 && !cli->out_errno;) {
        if (result->entries[i].when_ms >= since_ms)
            cmd_activity_put(cli, &result->entries[i]);
    }
    store_result_free(result);
    return 0;
}
