import { z } from 'zod';
import { SqlDatabase } from './sql-database';

it('refuses what comes after it was closed, and leaves the process alone', () => {
	const database = new SqlDatabase(':memory:');
	const rowSchema = z.object({ one: z.number() });
	const read = () => database.get(rowSchema, 'SELECT 1 AS one');
	expect(read()).toEqual({ one: 1 });

	database.close();

	expect(read).toThrow('The database is closed.');
	expect(() => database.transaction(read)).toThrow('The database is closed.');
	expect(() => {
		database.close();
	}).not.toThrow();
});
