# shellcheck shell=sh disable=SC2012 # only counted
# What the cases of README's recipes share.
# SPDX-License-Identifier: MIT

# The block below the line of README that begins with $1, for this server.
block() {
	awk -v head="$1" 'index($0, head) == 1 { found = 1 } found && /^```/ { if (on) exit; on = 1; next } on' \
		"$TOP/README.md" | sed "s,https://transcribe.example.org,$URL,"
}

# Runs a line with nothing in the environment but what cron sets, and what systemd hands over.
cron() {
	env -u XDG_CONFIG_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME -u XDG_RUNTIME_DIR -u TMPDIR -u STENO_URL -u LC_ALL \
		-u TERM -u TZ PATH="$HOME/bin:${PATH%%:*}:/usr/bin:/bin" SHELL=/bin/sh \
		CREDENTIALS_DIRECTORY="$HOME/credentials" /bin/sh -c "cd; $1"
}

# Logs in as README says, and puts these on the watchlist.
log_in() {
	cron "echo demo | steno login --url $URL/XAPI --email demo@example.org --password-stdin 2>/dev/null; steno add $1"
}

# The one line of crontab(5), without its five fields of time; what systemd starts.
cron_night() {
	block '**Nightly export.**' | sed -n 's/^15 3 \* \* \* //p'
}
systemd_night() {
	mkdir -p "$HOME/credentials" && echo t0ken >"$HOME/credentials/token"
	block '**The same by systemd**' | sed -n 's/^ExecStart=//p' | sed 's/\$\$/$/g'
}

# Somebody else changes a project.
change() {
	curl -sS -o /dev/null -d '{"Notes":"changed"}' "$URL/__sandbox/projects/$1"
}

# Nights one after the other: all is new, nothing is, a project comes, a file is edited, its project changes too,
# then another one.
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
