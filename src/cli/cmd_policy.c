/* `password-policy`: the server's rules for passwords. */
#include "output.h"
#include "connect.h"
#include "handlers.h"

/* Reads the policy; without a token first, as the service allows. */
static struct policy *cmd_policy_read(struct cli *cli, struct error *err)
{
    struct error ignored;
    error_clear(&ignored);
    struct connection *connection = cli_connection(cli, false, err);
    if (!connection)
        return NULL;
    struct policy *policy = api_password_settings(connection, err);
    if (!policy && err->kind == ERROR_NOT_LOGGED_IN && cli_connection(cli, true, &ignored))
        policy = api_password_settings(connection, err);
    if (!policy)
        cli_explain_auth(cli, err);
    return policy;
}

/* Prints the policy as it is. */
static int cmd_policy_report(struct cli *cli, const struct policy *policy)
{
    if (policy->record.problems)
        cli_say("the password settings: %s", policy->record.problems);
    if (cli->json) {
        json_t *object = cli_json_ok(0);
        json_object_set(object, "policy", policy->record.raw);
        cli_put_json(cli, object);
        return 0;
    }
    cli_put_record(cli, &policy->record);
    return 0;
}

int cli_password_policy(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct policy *policy = cmd_policy_read(cli, &err);
    if (!policy)
        return cli_fail(cli, 0, &err);
    int code = cmd_policy_report(cli, policy);
    policy_free(policy);
    return code;
}
