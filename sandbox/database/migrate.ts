import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

export interface Migration {
	/** Its place in the order, from 1; kept in SQLite's user_version. */
	version: number;
	sql: string;
}

/**
 * Brings the database to the newest version, each step whole or not at all.
 *
 * The kept libraries for this read their steps from a folder at run time; ours are inside the bundle.
 *
 * @throws when the file was written by a newer sandbox
 */
export function migrate(database: SqlDatabase, migrations: readonly Migration[]): void {
	const newest = migrations.at(-1)?.version ?? 0;
	const current = database.get(z.object({ user_version: z.number() }), 'PRAGMA user_version')?.user_version ?? 0;
	if (current > newest) {
		throw new Error(
			`The data folder was written by a newer sandbox (version ${current}, this one knows ${newest}). ` +
				'Use the newer sandbox, or another SANDBOX_DATA_DIR.',
		);
	}
	for (const { version, sql } of migrations.filter((migration) => migration.version > current)) {
		database.transaction(() => {
			database.script(sql);
			database.script(`PRAGMA user_version = ${version}`);
		});
	}
}
