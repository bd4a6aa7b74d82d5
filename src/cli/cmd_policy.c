/* `password-policy`: the server's rules for passwords, and a password checked against them. */
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "steno/core/policy_check.h"
#include "entry.h"
#include "handlers.h"

/* Reads the policy; without a token first, as the service allows. */
static struct policy *policy_read(struct cli *cli, struct error *err)
{
    struct error ignored;
    error_clear(&ignored);
    struct api_client *client = cli_client(cli, false, err);
    if (!client)
        return NULL;
    struct policy *policy = api_password_settings(client, err);
    if (!policy && err->kind == ERROR_NOT_LOGGED_IN && cli_client(cli, true, &ignored))
        policy = api_password_settings(client, err);
    if (!policy)
        cli_explain_auth(cli, err);
    return policy;
}

/* Prints the policy as it is. */
static int policy_report(struct cli *cli, const struct policy *policy)
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

/* One finding as JSON: {"rule","verdict","reason"}. */
static json_t *policy_finding_json(const struct policy_finding *finding)
{
    static const char *const verdicts[] = {
        [POLICY_PASSED] = "passed", [POLICY_FAILED] = "failed", [POLICY_UNSURE] = "unsure"};
    return json_pack("{s:s, s:s, s:s}", "rule", finding->field->path, "verdict", verdicts[finding->verdict],
                     "reason", finding->reason);
}

/* Prints the findings; 1 when a rule is broken. */
static int policy_report_findings(struct cli *cli, const struct policy_finding *findings, size_t count)
{
    bool failed = false;
    json_t *list = json_array();
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        failed = failed || findings[i].verdict == POLICY_FAILED;
        json_array_append_new(list, policy_finding_json(&findings[i]));
        buffer_printf(&text, "%s  %s: %s\n", policy_verdict_mark(findings[i].verdict, false),
                      findings[i].field->label, findings[i].reason);
    }
    if (cli->json) {
        cli_put_json(cli, json_pack("{s:b, s:O}", "ok", !failed, "findings", list));
    } else {
        cli_put(cli, buffer_text(&text), text.len);
    }
    json_decref(list);
    buffer_free(&text);
    return failed ? 1 : 0;
}

/* Reads a candidate, judges it here, wipes it. */
static int policy_check_candidate(struct cli *cli, const struct policy *policy)
{
    struct error err;
    error_clear(&err);
    bool ask = entry_can_ask() && !cli->json;
    char *candidate = ask ? entry_ask("Password to check: ", "the password", true, &err)
                          : entry_read_line("the password", &err);
    if (!candidate)
        return cli_fail(cli, 0, &err);
    struct policy_finding findings[POLICY_FINDINGS_MAX];
    size_t count = policy_check(policy, candidate, findings);
    mem_wipe_free(candidate);
    return policy_report_findings(cli, findings, count);
}

int cli_password_policy(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct policy *policy = policy_read(cli, &err);
    if (!policy)
        return cli_fail(cli, 0, &err);
    int code =
        args_has(cli->args, OPTION_CHECK) ? policy_check_candidate(cli, policy) : policy_report(cli, policy);
    policy_free(policy);
    return code;
}
