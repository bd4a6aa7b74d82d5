/* The tables match the API specification, whose names, types and defaults are in the fixture contract.md. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "steno/api/request.h"
#include "steno/api/param.h"
#include "steno/base/text.h"
#include "support/asserts.h"

/* The fixture's lines, and the current position. */
struct contract {
    FILE *file;
    char line[1024];
};

/* Opens the fixture at the line that begins with `heading`. */
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

/* Splits the next table row into cells; false: the end of the table. Skips header rows. */
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

/* The fixture's names of parameter types. */
static const char *const type_names[] = {
    [PARAM_BOOL] = "boolean", [PARAM_INT] = "integer", [PARAM_NUMBER] = "number", [PARAM_TEXT] = "string"};

/* Asserts that the table has exactly the fixture's parameters; the order may differ. */
static void assert_params_equal(const struct param_table *table, const char *heading)
{
    struct contract contract;
    char *cells[8];
    contract_seek(&contract, heading);
    size_t count = 0;
    for (; contract_row(&contract, cells); count++) {
        int index = param_find(table, cells[0]);
        cr_assert_geq(index, 0, "the contract has %s too", cells[0]);
        const struct param_def *def = &table->rows[index];
        cr_assert_str_eq(type_names[def->type], cells[1], "type of %s", cells[0]);
        cr_assert_str_eq(def->def ? def->def : "none", cells[2], "default of %s", cells[0]);
    }
    cr_assert_eq(count, table->count, "the contract has %zu parameters, the table %zu", count, table->count);
    fclose(contract.file);
}

Test(tables, enqueue_and_export_have_the_contracts_parameters)
{
    assert_params_equal(&params_enqueue, "### GET /API/v2/Projects/{ProjectId}/Enqueue");
    assert_params_equal(&params_export, "### GET /API/v2/Projects/{ProjectId}/Export/Subtitles");
}

/* Labels and flags of the rows are unique, and the rows of a group are adjacent. */
Test(tables, every_parameter_has_a_label_a_default_of_its_type_a_help_that_fits_and_stands_in_its_group)
{
    static const struct param_table *const tables[] = {&params_enqueue, &params_export, &params_export_form};
    for (size_t t = 0; t < 3; t++) {
        cr_expect(t == 2 || param_find(tables[t], tables[t]->first) >= 0);
        for (size_t i = 0; i < tables[t]->count; i++) {
            const struct param_def *rows = tables[t]->rows, *def = &rows[i];
            struct error err;
            char flag[80];
            cr_expect(!def->def || param_check(def, def->def, &err), "%s", def->name);
            cr_assert(def->group && def->group[0] && def->help && def->help[0], "%s", def->name);
            cr_expect_leq(text_width(def->help), 72, "%s", def->name);
            param_flag(flag, sizeof flag, def);
            cr_expect_eq(param_find_flag(tables[t], flag), (int)i, "%s", flag);
            cr_assert_not_null(def->label, "%s has no label", def->name);
            cr_expect_leq(text_width(def->label), 25, "%s is too wide for its column", def->label);
            for (size_t k = 0; k < i; k++) {
                cr_expect_str_neq(def->label, rows[k].label);
                cr_expect_str_neq(def->name, rows[k].name);
                cr_expect(strcmp(def->group, rows[i - 1].group) == 0 ||
                              strcmp(def->group, rows[k].group) != 0,
                          "%s is in two parts", def->group);
            }
        }
    }
}

Test(tables, what_is_not_sent_is_last_in_its_table_and_a_form_has_it_behind_a_row_that_is)
{
    const struct param_table *form = &params_export_form;
    for (size_t i = 0; i < form->count; i++)
        cr_expect_eq(form->rows[i].local, i >= form->sent->count, "%s", form->rows[i].name);
    cr_expect_geq(param_find(form->sent, form->local_after), 0);
    size_t after = (size_t)param_find(form, form->local_after), place = 0;
    for (size_t i = 0; i < form->sent->count; i++) {
        cr_expect_eq(param_in_form(form, place++), (int)i);
        for (size_t k = form->sent->count; i == after && k < form->count; k++)
            cr_expect_eq(param_in_form(form, place++), (int)k);
    }
    cr_expect_eq(place, form->count);
}

/* The fixture's names of field types. */
static const char *const field_names[] = {
    [FIELD_TEXT] = "string",
    [FIELD_INT] = "integer",
    [FIELD_NUMBER] = "number",
    [FIELD_BOOL] = "boolean",
    [FIELD_OBJECT] = "object",
    [FIELD_ANY] = "any type",
    [FIELD_TEXT_LIST] = "array of string",
};

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
        cr_assert_str_eq(field_names[def->type], cells[1], "type of %s", cells[0]);
        cr_assert_eq(def->required, !cells[2] || strncmp(cells[2], "yes", 3) == 0, "required: %s", cells[0]);
    }
    cr_assert_eq(i, table->count);
    fclose(contract.file);
}

Test(tables, project_login_and_policy_have_the_contracts_fields_in_order)
{
    assert_fields_equal(&fields_project, "### Project\n");
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
