import { migrations } from '../migrations';
import { migrate } from './migrate';
import { SqlDatabase } from './sql-database';

/** Opens the database, made when it is not there, in its newest form. @throws when a newer sandbox wrote it */
export function openDatabase(file: string): SqlDatabase {
	const database = new SqlDatabase(file);
	try {
		migrate(database, migrations);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
