// @ts-check
/** What somebody would write by hand to bring conversations with their messages into a file of NDJSON. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import axios from 'axios';
import { textAt } from '../../../scripts/json.mjs';
import { listPages, printFigures } from './loop-by-hand.mjs';

const [url = '', out = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.API_KEY}` };
const conversations = url.replace(/\/agents\/.*$/, '/conversations');

const began = performance.now();
const file = createWriteStream(out);
for await (const page of listPages(url)) {
	for (const conversation of page) {
		const reply = await axios.get(`${conversations}/${textAt(conversation, 'id')}`, { headers });
		file.write(`${JSON.stringify(reply.data)}\n`);
	}
}
file.end();
await once(file, 'finish');
printFigures(began);
