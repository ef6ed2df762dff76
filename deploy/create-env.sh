#!/bin/sh
# Creates deploy/.env with a new secret for every variable that needs one. It never changes an existing file.
# Usage: sh deploy/create-env.sh [FILE]
set -eu
target=${1:-$(dirname "$0")/.env}
example=$(dirname "$0")/env.example
if [ -e "$target" ]; then
	echo "$target exists. Remove it first if you really want new secrets: tasks that run could not be read any more." >&2
	exit 1
fi
umask 077
# A line `NAME= # command` gets what the command prints. Every other line stays.
while IFS= read -r line; do
	case $line in
	'#'* | '') printf '%s\n' "$line" ;;
	*'= # openssl '*) printf '%s%s\n' "${line%% # *}" "$(eval "${line#* # }")" ;;
	*) printf '%s\n' "${line%% # *}" ;;
	esac
done <"$example" >"$target.partial"
mv "$target.partial" "$target"
echo "Created $target. Only you can read it."
