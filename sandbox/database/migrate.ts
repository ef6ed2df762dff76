import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

export interface Migration {
	/** Its place in the order, from 1. */
	version: number;
	sql: string;
	/** Came in below steps that were applied before steps were noted one by one: nobody knows whether it was, too. */
	mayBeMissing?: true;
}

/**
 * Applies, in order, every step that is not noted as applied, each whole or not at all.
 *
 * The kept libraries for this read their steps from a folder at run time; ours are inside the bundle.
 *
 * @throws when the file was written by a newer sandbox
 */
export function migrate(database: SqlDatabase, migrations: readonly Migration[]): void {
	const newest = Math.max(0, ...migrations.map(({ version }) => version));
	const current = database.get(z.object({ user_version: z.number() }), 'PRAGMA user_version')?.user_version ?? 0;
	if (current > newest) {
		throw new Error(
			`The data folder was written by a newer sandbox (version ${current}, this one knows ${newest}). ` +
				'Use the newer sandbox, or another SANDBOX_DATA_DIR.',
		);
	}
	const applied = appliedVersions(database, migrations, current);
	for (const { version, sql } of migrations.filter((migration) => !applied.has(migration.version))) {
		database.transaction(() => {
			database.script(sql);
			note(database, version);
			// The newest of all, for a sandbox that is older than this folder.
			database.script(`PRAGMA user_version = ${Math.max(current, version)}`);
		});
	}
}

/** @param current the newest step, which is all that was noted at first */
function appliedVersions(database: SqlDatabase, migrations: readonly Migration[], current: number): Set<number> {
	return database.transaction(() => {
		const known = "SELECT name FROM sqlite_schema WHERE name = 'applied_migrations'";
		if (database.get(z.object({ name: z.string() }), known) === undefined) {
			database.script('CREATE TABLE applied_migrations (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT');
			for (const { version, mayBeMissing } of migrations) {
				if (version <= current && !mayBeMissing) note(database, version);
			}
		}
		const rows = database.all(z.object({ version: z.number() }), 'SELECT version FROM applied_migrations');
		return new Set(rows.map(({ version }) => version));
	});
}

function note(database: SqlDatabase, version: number): void {
	const sql = 'INSERT INTO applied_migrations (version, applied_at) VALUES (?, ?)';
	database.run(sql, version, new Date().toISOString());
}
