# SPDX-License-Identifier: MIT
# fish completion of steno: steno itself lists the words.
function __steno_complete
    command -q steno; or return
    set -l current (commandline -ct | string unescape)
    for line in (command steno __complete -- (commandline -opc) "$current" 2>/dev/null)
        if string match -q ':files*' -- $line
            set -l kept (string sub -s 8 -- $line)
            printf '%s\n' $kept(__fish_complete_path (string sub -s (math (string length -- "$kept") + 1) -- "$current"))
        else
            printf '%s\n' $line
        end
    end
end
complete -c steno -f -a '(__steno_complete)'
