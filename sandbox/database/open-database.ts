import { chmodSync, closeSync, openSync } from 'node:fs';
import { migrations } from '../migrations';
import { migrate } from './migrate';
import { SqlDatabase } from './sql-database';

/**
 * Opens the database, made when it is not there, in its newest form. Mail and leads stand in it, so only its owner
 * can read it.
 *
 * @throws when a newer sandbox wrote it
 */
export function openDatabase(file: string): SqlDatabase {
	// Before a byte is in it. SQLite gives the same mode to the files it puts beside it.
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
