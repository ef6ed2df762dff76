import type { ClientBase } from 'pg';
import { z } from 'zod';

/** @param table quoted, with its schema */
export async function isThere(client: ClientBase, table: string): Promise<boolean> {
	const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [table]);
	return z.array(z.object({ is_there: z.boolean() })).parse(rows)[0]?.is_there === true;
}
