/* The tables say what the contract says: the fixture is a verbatim copy of it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/base/text.h"

/* The contract's lines, and where we are in them. */
struct contract {
    FILE *file;
    char line[1024];
};

/* Opens the contract at the line that begins with `heading`. */
static void contract_seek(struct contract *contract, const char *heading)
{
    contract->file = fopen(FIXTURES "/contract.md", "r");
    cr_assert_not_null(contract->file);
    while (fgets(contract->line, sizeof contract->line, contract->file)) {
        if (strncmp(contract->line, heading, strlen(heading)) == 0)
            return;
    }
    cr_assert_fail("the contract has no line %s", heading);
}

/* Splits the next table row into cells; false behind the table. Header rows are passed over. */
static bool contract_row(struct contract *contract, char *cells[8])
{
    while (fgets(contract->line, sizeof contract->line, contract->file)) {
        if (contract->line[0] == '#')
            return false;
        if (contract->line[0] != '|' || strncmp(contract->line, "|--", 3) == 0 ||
            strncmp(contract->line, "| Name |", 8) == 0 || strncmp(contract->line, "| Field |", 9) == 0)
            continue;
        int count = 0;
        memset(cells, 0, 8 * sizeof *cells);
        for (char *at = contract->line + 1, *bar; count < 8 && (bar = strchr(at, '|')); at = bar + 1) {
            char *end = bar;
            while (*at == ' ')
                at++;
            while (end > at && end[-1] == ' ')
                end--;
            *end = '\0';
            cells[count++] = at;
        }
        return true;
    }
    return false;
}

/* The words of the contract for the types. */
static const char *const type_names[] = {[PARAM_BOOL] = "boolean",
                                         [PARAM_INT] = "integer",
                                         [PARAM_NUMBER] = "number",
                                         [PARAM_TEXT] = "string"};

static void assert_params_equal(const struct param_table *table, const char *heading)
{
    struct contract contract;
    char *cells[8];
    contract_seek(&contract, heading);
    size_t i = 0;
    for (; contract_row(&contract, cells); i++) {
        cr_assert_lt(i, table->count, "the contract has more rows: %s", cells[0]);
        const struct param_def *def = &table->rows[i];
        cr_assert_str_eq(def->name, cells[0]);
        cr_assert_str_eq(type_names[def->type], cells[1], "type of %s", cells[0]);
        cr_assert_str_eq(def->def ? def->def : "none", cells[2], "default of %s", cells[0]);
    }
    cr_assert_eq(i, table->count);
    fclose(contract.file);
}

Test(tables, enqueue_has_the_contracts_parameters_in_order)
{
    cr_assert_eq(params_enqueue.count, 20);
    assert_params_equal(&params_enqueue, "### GET /API/v2/Projects/{ProjectId}/Enqueue");
}

Test(tables, export_has_the_contracts_parameters_in_order)
{
    cr_assert_eq(params_export.count, 28);
    assert_params_equal(&params_export, "### GET /API/v2/Projects/{ProjectId}/Export/Subtitles");
}

static void assert_is_a_form(const struct param_table *table)
{
    const char *groups[40] = {NULL};
    for (size_t i = 0; i < table->count; i++) {
        const struct param_def *def = &table->rows[i];
        cr_assert_not_null(def->label, "%s has no label", def->name);
        cr_expect_leq(text_width(def->label), 25, "%s is too wide for its column", def->label);
        cr_assert(def->place >= 1 && def->place < 40, "place of %s", def->name);
        cr_expect_null(groups[def->place], "%s has the place of another one", def->name);
        groups[def->place] = def->group;
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(def->label, table->rows[k].label);
    }
    const char *last = NULL;
    for (int i = 1; i < 40; i++) {
        bool begins = groups[i] && (!last || strcmp(last, groups[i]) != 0);
        for (int k = 1; k < i && begins; k++)
            cr_expect(!groups[k] || strcmp(groups[k], groups[i]) != 0, "%s is in two parts", groups[i]);
        last = groups[i] ? groups[i] : last;
    }
}

Test(tables, every_parameter_has_a_label_and_a_place_in_its_group)
{
    assert_is_a_form(&params_enqueue);
    assert_is_a_form(&params_export);
}

static void assert_fields_equal(const struct field_table *table, const char *heading)
{
    struct contract contract;
    char *cells[8];
    contract_seek(&contract, heading);
    size_t i = 0;
    for (; contract_row(&contract, cells); i++) {
        cr_assert_lt(i, table->count, "the contract has more rows: %s", cells[0]);
        const struct field_def *def = &table->rows[i];
        cr_assert_str_eq(def->path, cells[0]);
        cr_assert_str_eq(field_type_name(def->type), cells[1], "type of %s", cells[0]);
        cr_assert_eq(def->required, !cells[2] || strncmp(cells[2], "yes", 3) == 0, "required: %s", cells[0]);
    }
    cr_assert_eq(i, table->count);
    fclose(contract.file);
}

Test(tables, project_login_and_policy_have_the_contracts_fields_in_order)
{
    assert_fields_equal(&fields_project, "### Project (returned inside");
    assert_fields_equal(&fields_login, "### Login result");
    assert_fields_equal(&fields_policy, "### Password settings");
}

Test(tables, every_endpoint_is_in_the_contract_with_its_method_and_path)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        char heading[200];
        struct contract contract;
        snprintf(heading, sizeof heading, "### %s /API%s\n", endpoints[i].method, endpoints[i].path);
        contract_seek(&contract, heading);
        fclose(contract.file);
    }
}

Test(tables, every_parameter_has_a_default_of_its_type_a_group_and_a_help_that_fits)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            const struct param_def *def = &tables[t]->rows[i];
            struct error err;
            if (def->def)
                cr_assert(param_check(def, def->def, &err), "%s", err.text);
            cr_assert(def->group && def->group[0] && def->help && def->help[0], "%s", def->name);
            cr_assert_leq(text_width(def->help), 72, "%s", def->name);
        }
        cr_assert_geq(param_find(tables[t], tables[t]->first), 0);
    }
}

Test(tables, every_flag_leads_back_to_its_parameter)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            char flag[80];
            param_flag(flag, sizeof flag, &tables[t]->rows[i]);
            cr_assert_eq(param_find_flag(tables[t], flag), (int)i, "%s", flag);
        }
    }
}
