/* What the subcommands do: one function a row of the command table. Each returns the exit code. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_HANDLERS_H
#define STENO_CLI_HANDLERS_H

struct cli;
struct error;

int cli_activity(struct cli *cli);
int cli_add(struct cli *cli);
int cli_config(struct cli *cli);
int cli_doctor(struct cli *cli);
/* What `doctor` can tell where the settings could not be read. */
int cli_doctor_without_settings(struct cli *cli, const struct error *trouble);
int cli_enqueue(struct cli *cli);
int cli_export(struct cli *cli);
int cli_forget(struct cli *cli);
int cli_help(struct cli *cli);
int cli_lint(struct cli *cli);
int cli_list(struct cli *cli);
int cli_login(struct cli *cli);
int cli_logout(struct cli *cli);
int cli_metadata_rm(struct cli *cli);
int cli_metadata_set(struct cli *cli);
int cli_note(struct cli *cli);
int cli_password_policy(struct cli *cli);
int cli_preset_list(struct cli *cli);
int cli_preset_rm(struct cli *cli);
int cli_preset_save(struct cli *cli);
int cli_preset_show(struct cli *cli);
int cli_remove(struct cli *cli);
int cli_show(struct cli *cli);
int cli_tag_rm(struct cli *cli);
int cli_wait(struct cli *cli);
int cli_watch(struct cli *cli);
int cli_whoami(struct cli *cli);

#endif
