/* What the subcommands do: one function a row of the command table. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_HANDLERS_H
#define STENO_CLI_HANDLERS_H

struct cli;
struct error;

int cli_activity(struct cli *cli, struct error *err);
int cli_add(struct cli *cli, struct error *err);
int cli_config(struct cli *cli, struct error *err);
/* Where the settings could not be read, err says why, and it tells what it can. */
int cli_doctor(struct cli *cli, struct error *err);
int cli_enqueue(struct cli *cli, struct error *err);
int cli_export(struct cli *cli, struct error *err);
int cli_forget(struct cli *cli, struct error *err);
int cli_help(struct cli *cli, struct error *err);
int cli_lint(struct cli *cli, struct error *err);
int cli_list(struct cli *cli, struct error *err);
int cli_login(struct cli *cli, struct error *err);
int cli_logout(struct cli *cli, struct error *err);
int cli_metadata_rm(struct cli *cli, struct error *err);
int cli_metadata_set(struct cli *cli, struct error *err);
int cli_note(struct cli *cli, struct error *err);
int cli_password_policy(struct cli *cli, struct error *err);
int cli_preset_list(struct cli *cli, struct error *err);
int cli_preset_rm(struct cli *cli, struct error *err);
int cli_preset_save(struct cli *cli, struct error *err);
int cli_preset_show(struct cli *cli, struct error *err);
int cli_remove(struct cli *cli, struct error *err);
int cli_show(struct cli *cli, struct error *err);
int cli_tag_rm(struct cli *cli, struct error *err);
int cli_wait(struct cli *cli, struct error *err);
int cli_watch(struct cli *cli, struct error *err);
int cli_whoami(struct cli *cli, struct error *err);

#endif
