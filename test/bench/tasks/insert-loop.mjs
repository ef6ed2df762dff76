// @ts-check
/** What somebody would write by hand to bring leads into PostgreSQL: an INSERT for each lead. */
import pg from 'pg';
import { COLUMN_LIST, LEAD_COLUMNS } from './lead-columns.mjs';
import { listPages, printFigures } from './loop-by-hand.mjs';

const [url = '', databaseUrl = '', table = ''] = process.argv.slice(2);

const began = performance.now();
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const places = LEAD_COLUMNS.map((_, index) => `$${index + 1}`).join(', ');
const insert = `INSERT INTO ${table} (${COLUMN_LIST}) VALUES (${places}) ON CONFLICT DO NOTHING`;
for await (const leads of listPages(url)) {
	for (const lead of leads) {
		const values = LEAD_COLUMNS.map((column) => (column === 'fields' ? JSON.stringify(lead.fields) : lead[column]));
		await client.query(insert, values);
	}
}
await client.end();
printFigures(began);
