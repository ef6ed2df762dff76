import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as xlsx from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Lead } from '../../../api';
import { DirectoryStore } from '../blobs/directory-store';
import { type Part, readGroupsOf } from './chunk';
import { CollectedLeads, countLeads, fieldColumns } from './collected-leads';
import { FieldNames, MOST_FIELDS } from './field-names';
import { type LeadFormat, leadFileOf, rowsOf } from './lead-file';
import { NewChunk, storeChunk } from './new-chunk';

// Visitors choose the names of form fields, and how long a lead is.

const TASK = 'lead-export~foreign';
const RUN = 'run';
const PAGE = 100;
const OWN_COLUMNS = 10;

let folder: string;
let store: DirectoryStore;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-fields-'));
	store = new DirectoryStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const lead = (id: number, fields: Lead['fields'], agentId = 'a'): Lead => ({
	id,
	agentId,
	conversationId: 'c',
	name: 'Ada',
	email: 'ada@example.com',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields,
	capturedAt: '2026-11-21T10:00:00.000Z',
});

/** As an export stores and assembles them: a chunk of a few pages at a time. */
async function exported(leads: readonly Lead[], format: LeadFormat, pagesOfChunk = 3) {
	const options = { format, spreadsheet: 'any' } as const;
	let chunks = 0;
	for (let at = 0; at < leads.length; at += pagesOfChunk * PAGE) {
		const read = new NewChunk(rowsOf(options));
		for (let page = 0; page < pagesOfChunk; page += 1) {
			const first = at + page * PAGE;
			await read.add(leads.slice(first, Math.min(first + PAGE, at + pagesOfChunk * PAGE)));
		}
		await storeChunk(store, TASK, { chunk: chunks, attempt: 1, run: RUN }, read);
		chunks += 1;
	}
	const collected = { store, taskId: TASK, chunks, attempts: {}, run: RUN, parts: [] };
	const none = () => undefined;
	const table = { fields: await fieldColumns(collected, none), rows: await countLeads(collected, none) };
	const file = leadFileOf(options, new CollectedLeads(collected, none), table);
	const content = await buffer(file.content);
	return { content, ...file.changes() };
}

const titlesAndRows = (content: Buffer) => {
	const [titles = [], ...rows] = parse(content, { bom: true, record_delimiter: '\r\n' });
	return { titles, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [titles[at] ?? '', cell]))) };
};

/** Each lead has the website's own field, and twenty whose names sort before it and that no other lead has. */
const exploding = Array.from({ length: 1_000 }, (_, index) => {
	const names = Array.from({ length: 20 }, (_unused, nth) => `!${index}-${nth}`);
	return lead(1_000 - index, { company: `Company ${index}`, ...Object.fromEntries(names.map((name) => [name, name])) });
});

describe('leads with twenty form fields of their own each', () => {
	it('make a CSV of a bounded number of columns, whose size is that of the leads', async () => {
		const { content, sharedFields } = await exported(exploding, 'csv');
		expect(content.length).toBeLessThan(3 * JSON.stringify(exploding).length);
		const { titles, rows } = titlesAndRows(content);
		expect([titles.length, titles.at(-1)]).toEqual([OWN_COLUMNS + MOST_FIELDS + 1, 'fields']);
		expect(sharedFields).toBe(1_000 - Math.ceil((MOST_FIELDS - 1) / 20) + 1);
		expect(rows.map(({ 'fields.company': company }) => company)).toEqual(exploding.map(({ fields }) => fields.company));
		for (const [index, row] of rows.entries()) {
			const shared = row.fields === '' ? {} : z.record(z.string(), z.string()).parse(JSON.parse(row.fields ?? ''));
			const own = Object.entries(row).filter(([title, cell]) => title.startsWith('fields.') && cell !== '');
			const all = {
				...Object.fromEntries(own.map(([title, cell]) => [title.slice('fields.'.length), cell])),
				...shared,
			};
			// A text that begins with "!" is no formula.
			expect(all).toEqual(exploding[index]?.fields);
		}
	});

	it('make a workbook with the same columns', async () => {
		const { content, sharedFields, cutCells } = await exported(exploding, 'xlsx');
		const { Sheets } = xlsx.read(content);
		const [titles = []] = xlsx.utils.sheet_to_json<string[]>(Sheets.Leads ?? {}, { header: 1 });
		expect([titles.length, titles.at(-1)]).toEqual([OWN_COLUMNS + MOST_FIELDS + 1, 'fields']);
		expect(sharedFields).toBeGreaterThan(900);
		expect(cutCells).toBe(0);
	});

	it('lose no field in NDJSON, which has no columns', async () => {
		const { content, sharedFields } = await exported(exploding, 'ndjson');
		const lines = content.toString().trimEnd().split('\n');
		expect(lines.map((line): unknown => JSON.parse(line))).toEqual(exploding);
		expect(sharedFields).toBe(0);
	});
});

it('gives every form field a column up to the bound, and none is shared', async () => {
	const fields = Object.fromEntries(Array.from({ length: MOST_FIELDS }, (_, index) => [`f${1_000 + index}`, index]));
	const { content, sharedFields } = await exported([lead(2, fields), lead(1, { f1001: 'x' })], 'csv');
	const { titles, rows } = titlesAndRows(content);
	expect([titles.length, titles.at(-1), sharedFields]).toEqual([OWN_COLUMNS + MOST_FIELDS, 'fields.f1199', 0]);
	expect([rows[0]?.['fields.f1199'], rows[1]?.['fields.f1001']]).toEqual(['199', 'x']);
});

it('keeps the most used of more names than it counts', () => {
	const names = new FieldNames();
	for (let index = 0; index < 250_000; index += 1) {
		names.add(`f${index}`);
		if (index % 1_000 === 0) names.add('company');
	}
	expect(names.size).toBeLessThanOrEqual(100_000);
	expect(names.columns()).toMatchObject({ hasShared: true, names: expect.arrayContaining(['company']) as string[] });
});

it.each(['\u2028', '\u2029', '\u0085', '\n', '\r', '"', '\0'])('exports a field with %j in its name', async (end) => {
	const { content } = await exported([lead(1, { [`a${end}b`]: 'value' })], 'csv');
	const { rows } = titlesAndRows(content);
	expect(Object.values(rows[0] ?? {}).at(-1)).toBe('value');
});

it.each(['csv', 'ndjson', 'xlsx'] as const)(
	'exports a lead with a field as deep as no program goes, and the others (%s)',
	async (format) => {
		const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
		const leads = [lead(3, { note: 'a' }), lead(2, { note: 'b', deep }), lead(1, { note: 'c', deep: [[1]] })];
		const { content } = await exported(leads, format);
		expect(notesOf(content, format)).toEqual([
			['a', undefined],
			['b', '(nested too deeply for JSON)'],
			['c', format === 'ndjson' ? [[1]] : '[[1]]'],
		]);
	},
);

function notesOf(content: Buffer, format: LeadFormat): unknown[][] {
	if (format === 'ndjson') {
		const lines = content.toString().trimEnd().split('\n');
		const schema = z.object({ fields: z.record(z.string(), z.unknown()) });
		return lines.map((line) => schema.parse(JSON.parse(line)).fields).map(({ note, deep }) => [note, deep]);
	}
	const { Sheets, SheetNames } = xlsx.read(content);
	const rows = xlsx.utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0] ?? ''] ?? {});
	return rows.map((row) => [row['fields.note'], row['fields.deep']]);
}

describe('long leads', () => {
	/** The most characters of leads that one turn of the event loop handles: one group and the lead that ends it. */
	const MOST_AT_ONCE = 600_000;
	const LONG = 200_000;
	const long = Array.from({ length: PAGE }, (_, index) => lead(PAGE - index, { note: '-1 '.repeat(LONG / 3) }));

	/** Counts what is encoded until the event loop turns to its other work. */
	function meter() {
		let [now, most, turns, isOn] = [0, 0, 0, true];
		const turn = () => {
			turns += 1;
			now = 0;
			if (isOn) setImmediate(turn);
		};
		setImmediate(turn);
		const spend = (leads: readonly Lead[]) => {
			now += JSON.stringify(leads).length;
			most = Math.max(most, now);
		};
		const end = () => {
			isOn = false;
			return { most, turns };
		};
		return { spend, end };
	}

	it('let the process do other work while they are encoded', async () => {
		const { spend, end } = meter();
		const encode = rowsOf({ format: 'csv', spreadsheet: 'comma' });
		const read = new NewChunk((fields) => (leads) => {
			spend(leads);
			return encode?.(fields)(leads) ?? '';
		});
		await read.add(long);
		const { most, turns } = end();
		expect(most).toBeLessThan(MOST_AT_ONCE);
		expect(turns).toBeGreaterThan((PAGE * LONG) / MOST_AT_ONCE);
	});

	it.each(['csv', 'ndjson', 'xlsx'] as const)('let it while they become a file (%s)', async (format) => {
		const chunk = new NewChunk();
		await chunk.add(long);
		const part: Part = { chunk: 0, attempt: 1, run: RUN };
		await storeChunk(store, TASK, part, chunk);
		const { spend, end } = meter();
		async function* metered() {
			for await (const group of readGroupsOf(store, TASK, part)) {
				spend(group.leads());
				yield group;
			}
		}
		const columns = { names: ['note'], hasShared: false };
		const file = leadFileOf({ format, spreadsheet: 'comma' }, metered(), { fields: columns, rows: 1 });
		expect((await buffer(file.content)).length).toBeGreaterThan(0);
		const { most, turns } = end();
		expect(most).toBeLessThan(MOST_AT_ONCE);
		expect(turns).toBeGreaterThan((PAGE * LONG) / MOST_AT_ONCE);
	});
});
