// @ts-check
/** What somebody would write first: delete all pairs of the agent, then add all that are wanted. */
import { readFile } from 'node:fs/promises';
import axios from 'axios';
import { listAt, numberAt, parseJson } from '../../../scripts/json.mjs';
import { listPages, printFigures } from './loop-by-hand.mjs';

const [url = '', file = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.API_KEY}` };
const wanted = listAt(parseJson(await readFile(file, 'utf8')), 'pairs');

const began = performance.now();
const ids = [];
for await (const page of listPages(url)) ids.push(...page.map((pair) => numberAt(pair, 'id')));
for (const id of ids) await axios.delete(`${url}/${id}`, { headers });
for (const pair of wanted) await axios.post(url, pair, { headers });
printFigures(began);
