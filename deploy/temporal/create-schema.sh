#!/bin/sh
# Creates both databases of Temporal and brings them to the schema of this release. It can run again at any time.
set -eu
bring() {
	temporal-sql-tool --db "$1" create
	# This sets up the table of versions. It changes nothing in a database that has a later version.
	temporal-sql-tool --db "$1" setup-schema --version 0.0
	# The tool itself contains the schema of its release.
	temporal-sql-tool --db "$1" update-schema --schema-name "postgresql/v12/$2"
}
bring temporal temporal
bring temporal_visibility visibility
