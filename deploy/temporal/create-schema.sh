#!/bin/sh
# Creates both databases of Temporal and brings them to the schema of this release. It can run again at any time.
set -eu
schemas=/etc/temporal/schema/postgresql/v12
for database in temporal temporal_visibility; do
	folder=$schemas/temporal/versioned
	[ "$database" = temporal ] || folder=$schemas/visibility/versioned
	temporal-sql-tool --db "$database" create
	# A database with tables refuses its first version. Then only updates are missing.
	temporal-sql-tool --db "$database" setup-schema -v 0.0 || echo "$database has a schema already."
	temporal-sql-tool --db "$database" update-schema -d "$folder"
done
