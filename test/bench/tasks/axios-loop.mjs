// @ts-check
/** What somebody would write by hand to bring leads into a CSV file. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { stringify } from 'csv-stringify';
import { listPages, printFigures } from './loop-by-hand.mjs';

const [url = '', out = ''] = process.argv.slice(2);

const began = performance.now();
const table = stringify({ header: true });
const file = table.pipe(createWriteStream(out));
for await (const leads of listPages(url))
	for (const lead of leads) table.write({ ...lead, fields: JSON.stringify(lead.fields) });
table.end();
await once(file, 'finish');
printFigures(began);
