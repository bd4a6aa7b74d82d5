/* Owns what the orders of a command are made of: values of presets, folder, names. Gives none to the store.
 */
/* SPDX-License-Identifier: MIT */
#include "orders_given.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "local.h"
#include "output.h"
#include "params.h"
#include "steno/api/endpoint.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/core/export_name.h"

/* The order for one preset or style, its values copied. */
static bool orders_given_add_preset(struct cli *cli, struct orders_given *given, const char *name,
                                    bool is_one_of_several, struct error *err)
{
    const struct caption_style *style = given->verdict.style;
    struct param_set *set = params_make_named(cli, &params_export, name, err);
    if (!set)
        return false;
    order_list_add(&given->of,
                   &(struct order){.profile = mem_copy(settings_text(&cli->settings, SETTING_PROFILE)),
                                   .preset = mem_copy(name),
                                   .params = param_set_to_json(set),
                                   .folder = mem_copy(given->folder),
                                   .pattern = is_one_of_several ? order_pattern(given->pattern, name)
                                                                : mem_copy(given->pattern),
                                   .force = args_has(cli->args, OPTION_FORCE),
                                   .judged_by = style ? mem_copy(style->name) : NULL,
                                   .fail_on = given->verdict.fail_on,
                                   .given_ms = clock_wall_ms()});
    param_set_free(set);
    return true;
}

/* The folder, which must exist. */
static bool orders_given_read_folder(const struct cli *cli, struct orders_given *given, enum option_id option,
                                     struct error *err)
{
    const char *output = cli->args->options[OPTION_OUTPUT];
    struct stat facts;
    given->pattern = cli->args->options[OPTION_NAME_PATTERN]
                         ? cli->args->options[OPTION_NAME_PATTERN]
                         : settings_text(&cli->settings, SETTING_NAME_PATTERN);
    if (!export_name_check_pattern(given->pattern, err))
        return false;
    given->folder = output ? realpath(output, NULL) : NULL;
    return (given->folder && stat(given->folder, &facts) == 0 && S_ISDIR(facts.st_mode)) ||
           error_set(err, ERROR_USAGE, "--%s requires an existing folder: -o DIR", option_defs[option].name);
}

/* The presets of a list with commas. */
static bool orders_given_read_presets(struct cli *cli, struct orders_given *given, const char *names,
                                      struct error *err)
{
    bool are_several = strchr(names, ',') != NULL;
    for (bool is_last = false; !is_last; names += strcspn(names, ",") + 1) {
        size_t len = strcspn(names, ",");
        char *name = mem_copy_n(names, len);
        is_last = names[len] == '\0';
        bool ok = orders_given_add_preset(cli, given, name, are_several, err);
        free(name);
        if (!ok)
            return false;
        if (is_last)
            break;
    }
    return true;
}

/* The path of an order's file, {ext} still in it; where only its project says, the pattern in the folder.
 * Caller frees. */
static char *orders_given_make_path(const struct order *order)
{
    if (export_name_needs_project(order->pattern))
        return mem_printf("%s/%s", order->folder, order->pattern);
    char *name = export_name_make(order->pattern, order->id, "", ""),
         *path = mem_printf("%s/%s", order->folder, name);
    free(name);
    return path;
}

/* The earlier one with the same path; NULL for none. Even --force does not let the file of one order replace
 * another's. With an id in the name, or what its project says, only those of the same project are known to
 * have it, and they are the last of the list. */
static const struct order *orders_given_repeated(const struct order_list *list, size_t at, const char *path)
{
    const struct order *order = &list->orders[at];
    bool is_same = false,
         has_id = strstr(order->pattern, "{id}") || export_name_needs_project(order->pattern);
    size_t i = at;
    while (i > 0 && !is_same && (!has_id || list->orders[i - 1].id == order->id)) {
        char *other = orders_given_make_path(&list->orders[--i]);
        is_same = strcmp(other, path) == 0;
        free(other);
    }
    return is_same ? &list->orders[i] : NULL;
}

/* Refuses a name that exists, or that an earlier order of the list has, as far as it is known before the
 * project is read. */
static bool orders_given_check_name(const struct order_list *list, size_t at, struct error *err)
{
    const struct order *order = &list->orders[at];
    struct stat facts;
    char *open = orders_given_make_path(order);
    struct param_set *set = param_set_from_json(endpoints[ENDPOINT_EXPORT].params, order->params, NULL);
    char *path = export_name_close(open, set, NULL);
    const struct order *other = orders_given_repeated(list, at, open);
    bool ok = true,
         is_known = !export_name_needs_project(order->pattern) && export_name_is_certain(open, set);
    if (other)
        ok = error_set(err, ERROR_USAGE, "%s would be the file of two orders; %s", is_known ? path : open,
                       other->id == order->id ? "name each preset once" : "put {id} into the pattern");
    else if (is_known && !order->force && lstat(path, &facts) == 0)
        ok = error_set(err, ERROR_EXISTS, "%s already exists; --force overwrites it", path);
    free(open);
    free(path);
    param_set_free(set);
    return ok;
}

bool orders_given_read(struct cli *cli, struct orders_given *given, enum option_id option, struct error *err)
{
    return orders_given_read_folder(cli, given, option, err) &&
           verdict_read_check(cli, &given->verdict, err) &&
           orders_given_read_presets(cli, given, cli->args->options[option], err);
}

bool orders_given_add(const struct orders_given *given, int64_t id, struct order_list *list,
                      struct error *err)
{
    for (size_t i = 0; i < given->of.count; i++) {
        struct order order = order_copy(&given->of.orders[i]);
        order.id = id;
        order_list_add(list, &order);
        if (!orders_given_check_name(list, list->count - 1, err))
            return false;
    }
    return true;
}

void orders_given_offer(struct cli *cli, const struct id_list *ids)
{
    struct store_op *op = store_op_new(STORE_ORDER_LIST);
    struct store_result *result = cli_store_ask(cli, op);
    for (size_t i = 0; result && i < result->orders.count; i++) {
        const struct order *order = &result->orders.orders[i];
        size_t at = 0;
        while (at < ids->count && ids->ids[at] != order->id)
            at++;
        if (at < ids->count && order->outcome == ACT_ROW_FAILED)
            cli_say("project %" PRId64 ": order %s has ended: %s. steno orders again %" PRId64
                    " has it wait for this run",
                    order->id, order->preset && *order->preset ? order->preset : "-",
                    order->reason ? order->reason : "it failed", order->id);
    }
    store_result_free(result);
}

void orders_given_say(size_t count)
{
    cli_say("%s is kept: done while steno is open, or by steno orders run (cron)",
            count == 1 ? "the order" : "each order");
}

void orders_given_clear(struct orders_given *given)
{
    order_list_clear(&given->of);
    free(given->folder);
}
