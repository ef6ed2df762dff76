#!/usr/bin/env bash
# Backs up and restores what compose.production.yaml keeps: Temporal's and n8n's databases, and the blobs.
#   backup.sh now            one backup, in a folder named after its time (UTC)
#   backup.sh nightly        one each day at BACKUP_TIME (UTC), the newest BACKUP_KEEP are kept
#   backup.sh check          ends with 1 if the newest backup is older than 26 h or its checksums are wrong
#   backup.sh restore NAME   puts a backup back: only while nothing but PostgreSQL runs
# Why not `agent-knowledge backup`: this script also saves n8n's database and repeats each night, and it runs in PostgreSQL's
# image, whose pg_dump is never older than the server. The worker's image has no pg_dump, and its archive no n8n. Outside
# of this compose file, and to move a system with its configuration, use `agent-knowledge backup`.
# The keys stand in deploy/.env and in no backup: keep that file apart. Without it no backup can be read.
set -euo pipefail

folder=${BACKUP_FOLDER:-/backups}
blobs=${BACKUP_BLOBS:-/s3}
keep=${BACKUP_KEEP:-14}
databases=${BACKUP_DATABASES:-temporal temporal_visibility n8n}
oldest_minutes=$((26 * 60))
# The store keeps an object's ETag there. Without it, "write only if there is none" overwrites the object.
attributes=(--xattrs '--xattrs-include=user.*')

fail() {
	echo "$1" >&2
	exit 1
}

# Names of complete backups, newest first.
backups() {
	find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????????T??????Z' -printf '%f\n' | sort -r
}

# Copies what a snapshot does not name yet, and adds it there.
copy_blobs() {
	tar --create "${attributes[@]}" --listed-incremental "$2" --no-check-device --directory "$blobs" --file "$1" \
		--warning=no-file-changed --warning=no-file-removed . ||
		[ $? -eq 1 ] || fail "The blobs in $blobs could not be copied."
}

back_up() {
	local name draft snapshot
	name=$(date -u +%Y%m%dT%H%M%SZ)
	draft=$folder/$name.partial
	snapshot=$folder/snapshot.partial
	rm -rf "$folder"/*.partial
	mkdir "$draft"
	# Twice: a task that ends during the dumps removes blobs that the dumps refer to, and a new one adds some.
	copy_blobs "$draft/blobs.tar" "$snapshot"
	for database in $databases; do
		pg_dump --format custom --file "$draft/$database.dump" --dbname "$database"
	done
	copy_blobs "$draft/later-blobs.tar" "$snapshot"
	(cd "$draft" && sha256sum ./* >SHA256SUMS)
	rm "$snapshot"
	sync
	mv "$draft" "$folder/$name"
	backups | tail -n +$((keep + 1)) | while read -r old; do rm -rf "${folder:?}/$old"; done
	echo "Backed up as $name."
}

check() {
	local newest
	newest=$(backups | head -n 1)
	[ -n "$newest" ] || fail "There is no backup in $folder."
	[ -n "$(find "$folder/$newest" -maxdepth 0 -mmin "-$oldest_minutes")" ] || fail "The newest backup, $newest, is old."
	(cd "$folder/$newest" && sha256sum --check --quiet SHA256SUMS) || fail "The backup $newest is damaged."
}

restore() {
	local source=$folder/${1:?Name a backup: $(backups | tr '\n' ' ')}
	[ -d "$source" ] || fail "There is no backup $1. There are: $(backups | tr '\n' ' ')"
	(cd "$source" && sha256sum --check --quiet SHA256SUMS) || fail "The backup $1 is damaged. Nothing was changed."
	for database in $databases; do
		local users
		users=$(psql --no-align --tuples-only --dbname postgres \
			--command "SELECT count(*) FROM pg_stat_activity WHERE datname = '$database'")
		[ "$users" = 0 ] || fail "$users connections use the database $database. Stop all other containers first."
	done
	for database in $databases; do
		dropdb --if-exists "$database"
		createdb "$database"
		pg_restore --exit-on-error --no-owner --dbname "$database" "$source/$database.dump"
	done
	find "$blobs" -mindepth 1 -delete
	for copy in blobs later-blobs; do
		# Backups of older versions have one copy.
		[ ! -f "$source/$copy.tar" ] || tar --extract "${attributes[@]}" --directory "$blobs" --file "$source/$copy.tar"
	done
	echo "Restored $1."
}

seconds_until() {
	local next
	next=$(date -u -d "today $1" +%s)
	[ "$next" -gt "$(date -u +%s)" ] || next=$(date -u -d "tomorrow $1" +%s)
	echo $((next - $(date -u +%s)))
}

case ${1:-} in
now) back_up ;;
check) check ;;
restore) restore "${2:-}" ;;
nightly)
	trap 'exit 0' TERM INT
	while true; do
		sleep "$(seconds_until "${BACKUP_TIME:-01:30}")" &
		wait $!
		# The next night is tried all the same, and `check` reports the failure.
		"$BASH" "$0" now || echo "The backup failed." >&2
		sleep 1
	done
	;;
*) fail "Usage: backup.sh now | nightly | check | restore NAME" ;;
esac
