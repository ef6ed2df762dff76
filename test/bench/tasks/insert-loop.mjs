// @ts-check
/**
 * What somebody would write by hand to bring leads into PostgreSQL: pages by offset, one after the other, and an INSERT
 * for each lead. It survives nothing, and misses leads where others are deleted meanwhile. Prints milliseconds.
 */
import axios from 'axios';
import pg from 'pg';
import { isRecord, listAt, numberAt } from '../../../scripts/json.mjs';
import { LEAD_COLUMNS } from './lead-columns.mjs';

const PAGE = 100;
const [url = '', databaseUrl = '', table = ''] = process.argv.slice(2);

const began = performance.now();
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const places = LEAD_COLUMNS.map((_, index) => `$${index + 1}`).join(', ');
const columns = LEAD_COLUMNS.map((column) => `"${column}"`).join(', ');
for (let offset = 0, total = 1; offset < total; offset += PAGE) {
	const reply = await axios.get(url, {
		params: { limit: PAGE, offset },
		headers: { authorization: `Bearer ${process.env.API_KEY}` },
	});
	total = numberAt(reply.data, 'total');
	for (const lead of listAt(reply.data, 'items')) {
		if (!isRecord(lead)) continue;
		const values = LEAD_COLUMNS.map((column) => (column === 'fields' ? JSON.stringify(lead.fields) : lead[column]));
		await client.query(`INSERT INTO ${table} (${columns}) VALUES (${places}) ON CONFLICT DO NOTHING`, values);
	}
}
await client.end();
console.log(JSON.stringify({ ms: Math.round(performance.now() - began) }));
