# shellcheck shell=sh disable=SC2012 # ls is only counted
# Shared by the cases of the recipes in README and the manual.
# SPDX-License-Identifier: MIT

# Prints the code block after the line of README that begins with $1, with the address of this server.
block() {
	awk -v head="$1" 'index($0, head) == 1 { found = 1 } found && /^```/ { if (on) exit; on = 1; next } on' \
		"$TOP/README.md" | sed "s,https://transcribe.example.org,$URL,"
}

# Prints the code block in the section $1 of the manual, with the address of this server.
manual_block() {
	awk -v head=".SS $1" '$0 == head { found = 1 } on && /^\.fi/ { exit } on; found && /^\.nf/ { on = 1 }' \
		"$TOP/docs/steno.1.in" | sed "s,\\\\-,-,g; s,\\\\e,\\\\,g; s,https://transcribe.example.org,$URL,"
}

# Runs a line with only the environment that cron sets, and the credentials folder of systemd.
cron() {
	env -u XDG_CONFIG_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME -u XDG_RUNTIME_DIR -u TMPDIR -u STENO_URL -u LC_ALL \
		-u TERM -u TZ PATH="$HOME/bin:${PATH%%:*}:/usr/bin:/bin" SHELL=/bin/sh \
		CREDENTIALS_DIRECTORY="$HOME/credentials" /bin/sh -c "cd; $1"
}

# Logs in as README says, and adds these projects.
log_in() {
	cron "echo demo | steno login --url $URL/XAPI --email demo@example.org --password-stdin 2>/dev/null; steno add --offline $1"
}

# The command of README's crontab line, and the one of the manual's systemd unit.
cron_night() {
	block 'Every night' | sed -n 's/^15 3 \* \* \* //p'
}
systemd_night() {
	mkdir -p "$HOME/credentials" && echo t0ken >"$HOME/credentials/token"
	manual_block 'Every night by systemd' | sed -n 's/^ExecStart=//p' | sed 's/\$\$/$/g'
}

# Somebody else changes a project.
change() {
	curl -sS -o /dev/null -d '{"Notes":"changed"}' "$URL/__sandbox/projects/$1"
}

# Runs the command $1 for several nights: all projects are new; none is; one was added; a file was edited; its project
# changed too; another project changed.
nights() {
	mkdir -p ~/.config/steno && echo 'rate_cap = 0' >~/.config/steno/config && log_in 1-12
	cron "$1"; cron "$1"; echo none is new: $?
	cron 'steno add 13'; cron "$1"; echo one is new: $?
	two=$(echo ~/subs/2-*); echo by hand >>"$two"; cp "$two" ~/edited
	cron "$1"; echo one is edited: $?
	change 2; cron "$1"; echo and changed: $?
	cron "$1"; touch ~/before; change 7
	cron "$1"; echo another is changed: $?
	find ~/subs -newer ~/before; ls ~/subs | wc -l; cmp ~/edited "$two"
}
