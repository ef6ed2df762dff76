import { chmodSync, closeSync, openSync } from 'node:fs';
import { z } from 'zod';
import accounts from './migrations/0001-accounts.sql';
import knowledge from './migrations/0002-knowledge.sql';
import training from './migrations/0003-training.sql';
import operations from './migrations/0004-operations.sql';
import account from './migrations/0005-account.sql';
import conversations from './migrations/0006-conversations.sql';
import qaPairs from './migrations/0007-qa-pairs.sql';
import leads from './migrations/0008-leads.sql';
import cod from './migrations/0009-cod.sql';
import sourceFiles from './migrations/0010-source-files.sql';
import mailboxes from './migrations/0013-mailboxes.sql';
import email from './migrations/0014-email.sql';
import mailStore from './migrations/0015-mail-store.sql';
import mcp from './migrations/0016-mcp.sql';
import indexes from './migrations/0017-indexes.sql';
import signatures from './migrations/0018-signatures.sql';
import wordsApart from './migrations/0019-words-apart.sql';
import effects from './migrations/0020-effects.sql';
import simulatedVisitors from './migrations/0021-simulated-visitors.sql';
import { SqlDatabase } from './sql-database';

export interface Migration {
	/** Its position in the order, from 1. */
	version: number;
	sql: string;
	/**
	 * Added below versions that were applied before each version was recorded. So it may or may not have been applied.
	 */
	mayBeMissing?: true;
}

/**
 * Applies every migration that is not recorded as applied, in order, each in one transaction.
 *
 * Maintained libraries for this read migrations from a folder at run time. Ours are inside the bundle.
 *
 * @throws if a newer sandbox wrote the file
 */
export function migrate(database: SqlDatabase, migrations: readonly Migration[]): void {
	const newest = Math.max(0, ...migrations.map(({ version }) => version));
	const current = database.get(z.object({ user_version: z.number() }), 'PRAGMA user_version')?.user_version ?? 0;
	if (current > newest) {
		throw new Error(
			`This data folder belongs to a newer sandbox (version ${current}). This sandbox supports versions up to ${newest}. ` +
				'Use the newer sandbox, or another SANDBOX_DATA_DIR.',
		);
	}
	const applied = appliedVersions(database, migrations, current);
	for (const { version, sql } of migrations.filter((migration) => !applied.has(migration.version))) {
		database.transaction(() => {
			database.script(sql);
			recordApplied(database, version);
			// The newest version, for a sandbox that is older than this folder.
			database.script(`PRAGMA user_version = ${Math.max(current, version)}`);
		});
	}
}

/** @param current the newest version, the only one that the first sandboxes recorded */
function appliedVersions(database: SqlDatabase, migrations: readonly Migration[], current: number): Set<number> {
	return database.transaction(() => {
		const known = "SELECT name FROM sqlite_schema WHERE name = 'applied_migrations'";
		if (database.get(z.object({ name: z.string() }), known) === undefined) {
			database.script('CREATE TABLE applied_migrations (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT');
			for (const { version, mayBeMissing } of migrations) {
				if (version <= current && !mayBeMissing) recordApplied(database, version);
			}
		}
		const rows = database.all(z.object({ version: z.number() }), 'SELECT version FROM applied_migrations');
		return new Set(rows.map(({ version }) => version));
	});
}

function recordApplied(database: SqlDatabase, version: number): void {
	const sql = 'INSERT INTO applied_migrations (version, applied_at) VALUES (?, ?)';
	database.run(sql, version, new Date().toISOString());
}

/** In order. A published migration is never changed. */
export const migrations: readonly Migration[] = [
	{ version: 1, sql: accounts },
	{ version: 2, sql: knowledge },
	{ version: 3, sql: training },
	{ version: 4, sql: operations },
	{ version: 5, sql: account },
	{ version: 6, sql: conversations },
	{ version: 7, sql: qaPairs },
	{ version: 8, sql: leads },
	{ version: 9, sql: cod },
	{ version: 10, sql: sourceFiles, mayBeMissing: true },
	{ version: 13, sql: mailboxes },
	{ version: 14, sql: email },
	{ version: 15, sql: mailStore },
	{ version: 16, sql: mcp },
	{ version: 17, sql: indexes },
	{ version: 18, sql: signatures },
	{ version: 19, sql: wordsApart },
	{ version: 20, sql: effects },
	{ version: 21, sql: simulatedVisitors },
];

/**
 * Opens and migrates the database, and creates it if it is missing. It holds mail and leads, so only its owner can read
 * it.
 *
 * @throws when a newer sandbox wrote it
 */
export function openDatabase(file: string): SqlDatabase {
	// Set before the file has any content. SQLite gives the same mode to the files beside it.
	closeSync(openSync(file, 'a', 0o600));
	chmodSync(file, 0o600);
	const database = new SqlDatabase(file);
	try {
		migrate(database, migrations);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
