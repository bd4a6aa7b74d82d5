# shellcheck shell=sh disable=SC2034,SC2086 # names without blanks; the lists are the cases'
# Runs commands on replies that lack one required member.
# SPDX-License-Identifier: MIT
project='Data.AccessToken Data.HasRecording Data.Id Data.IsReadOnly Data.KeywordsHighlight.TextList[0][0].Category
	Data.KeywordsHighlight.TextList[0][0].Text Data.Length Data.MediaInfo.HasVideo Data.MediaInfo.IsPackaged
	Data.ProcessingState Data.ShareCount'
account='Token User.CommercialCommunicationConsent User.CreditMinutes User.DataProtectionConsent User.DidPay
	User.Id User.IsTeamOwner User.TeamId User.TranscribedMinutes User.UserRole User.UserTranscribedMinutes'
policy='ActionTokenValidityHours AllowUnicode AllowedSymbols BannedPasswordCheckEnabled BannedPasswordFilePath
	BannedPasswords MaxLength PasswordComplexityCategories PasswordHistoryLength RequireDigit RequireLowercase
	RequireNonAlphanumeric RequireUppercase RequiredLength RequiredUniqueChars'
echo 'rate_cap = 0' >config/steno/config

# try MEMBERS FATAL SECOND SHOWN COMMAND...: only without FATAL the command fails; SECOND: exit code of a second run; SHOWN:
# yes if each missing member is named.
try() {
	members=$1 fatal=$2 second=$3 shown=$4 to="-o /dev/null $URL/__sandbox"; shift 4
	for member in $members; do
		curl -sSX DELETE $to/fault --next -sSX POST -d '' $to/reset --next -sSd '{"Metadata": {"k": "v"}}' \
			$to/projects/7 --next -sSd "*:missing=${member##*.}" $to/fault
		code=0 again=$second; test "$member" != "$fatal" || code=1 again=1
		echo demo | steno "$@" >out 2>said; test $? = $code || echo "$* without $member: $(cat said)"
		test $shown$code != yes0 || grep -qF "$member is missing" said || echo "$*, $member: $(cat said)"
		echo demo | steno "$@" >out 2>said; test $? = $again || echo "$* again without $member: $(cat said)"
	done
}
