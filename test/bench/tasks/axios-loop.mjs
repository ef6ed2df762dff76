// @ts-check
/**
 * What somebody would write by hand: pages by offset, one after the other, into a CSV file. It survives nothing, and misses
 * leads where others are deleted meanwhile. Prints milliseconds and peak memory.
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import axios from 'axios';
import { stringify } from 'csv-stringify';
import { isRecord, listAt, numberAt } from '../../../scripts/json.mjs';

const PAGE = 100;
const [url = '', out = ''] = process.argv.slice(2);

const began = performance.now();
const table = stringify({ header: true });
const file = table.pipe(createWriteStream(out));
for (let offset = 0, total = 1; offset < total; offset += PAGE) {
	const reply = await axios.get(url, {
		params: { limit: PAGE, offset },
		headers: { authorization: `Bearer ${process.env.API_KEY}` },
	});
	total = numberAt(reply.data, 'total');
	for (const lead of listAt(reply.data, 'items'))
		if (isRecord(lead)) table.write({ ...lead, fields: JSON.stringify(lead.fields) });
}
table.end();
await once(file, 'finish');
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ ms: Math.round(performance.now() - began), peakMiB }));
