import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Lead, type LeadFilter } from '../../../api';
import type { AssembleExport } from '../../../workflows/export/activities';
import { openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { discardChunks, assembleExport } from './assemble';
import { readLeads } from './read-leads';

const TASK = 'lead-export~filtered';
const RUN = '019aa7c0-0000-7000-8000-00000000000c';
const wanted: LeadFilter = {
	countries: ['DE'],
	excludeEmails: ['@our-company.example'],
	formFields: [{ name: 'budget' }],
};

const reasons = ['taken', 'country', 'email', 'formField'] as const;
/** Each fourth lead is taken, and the others are skipped for another reason each. */
const leads = Array.from({ length: 400 }, (_none, index): Lead => {
	const reason = reasons[index % reasons.length];
	return {
		id: 400 - index,
		agentId: 'a',
		conversationId: 'c',
		name: 'Ada',
		email: reason === 'email' ? 'ada@our-company.example' : 'ada@client.example',
		phone: null,
		city: '',
		country: '',
		countryCode: reason === 'country' ? 'FR' : 'DE',
		fields: reason === 'formField' ? { other: 1 } : { budget: 1 },
		capturedAt: new Date(Date.UTC(2026, 10, 1) - index * 60_000).toISOString(),
	};
});

let server: Server;
let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-filtered-'));
	server = createServer(({ url = '' }, response) => {
		const offset = Number(new URL(url, 'http://service').searchParams.get('offset'));
		const page = { items: leads.slice(offset, offset + 100), total: leads.length, limit: 100, offset };
		response.setHeader('content-type', 'application/json').end(JSON.stringify(page));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await rm(folder, { recursive: true });
});

/** @param repeats how often the task reads the list from its top, as after steps back */
async function exported(
	filter: LeadFilter | undefined,
	repeats: number,
	isErased: ((lead: Lead) => boolean) | null,
	{ format, onePerPerson }: Partial<Pick<AssembleExport, 'format' | 'onePerPerson'>> = {},
) {
	const file = { format: format ?? 'ndjson', spreadsheet: 'comma' } as const;
	const blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	const api = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'k' });
	const signal = AbortSignal.timeout(10 * 60_000);
	let chunk = 0;
	for (let nth = 0; nth < repeats; nth += 1)
		for (let [offset, ended] = [0, false]; !ended; chunk += 1) {
			const request = { agentId: 'a', file, filter: {}, asOf: '2026-11-22T00:00:00.000Z', offset, chunk, run: RUN };
			const read = await readLeads(
				{ ...request, ...(filter === undefined ? {} : { wanted: filter }) },
				{
					api,
					store: blobs.store,
					taskId: TASK,
					attempt: 1,
					pagesAtOnce: 2,
					erased: { test: () => Promise.resolve(isErased) },
					signal,
				},
			);
			[offset, ended] = [read.nextOffset, read.ended];
		}
	const made = await assembleExport(
		{
			...file,
			chunks: chunk,
			attempts: {},
			run: RUN,
			parts: [],
			name: 'leads.ndjson',
			isFiltered: filter !== undefined || onePerPerson === true,
			...(onePerPerson === undefined ? {} : { onePerPerson }),
		},
		{ blobs, buckets: new Buckets({}), taskId: TASK, signal },
	);
	await discardChunks(blobs.store, TASK, RUN);
	return made;
}

it.each([1, 3])('counts each lead that is skipped once, though the list is read %d times', async (repeats) => {
	const { rows, skipped } = await exported(wanted, repeats, null);
	expect([rows, skipped]).toEqual([100, { country: 100, email: 100, formField: 100 }]);
});

it('counts them also if erased persons were removed from what was read', async () => {
	const { rows, skipped } = await exported(wanted, 1, ({ id }) => id > 200);
	expect([rows, skipped]).toEqual([50, { country: 100, email: 100, formField: 100 }]);
});

it('makes a file without leads if none is wanted', async () => {
	const { rows, bytes, skipped } = await exported({ countries: ['SE'] }, 1, null);
	expect([rows, bytes, skipped]).toEqual([0, 0, { country: 400, email: 0, formField: 0 }]);
});

it('says nothing of skipped leads without a filter', async () => {
	const made = await exported(undefined, 1, null);
	expect(made.rows).toBe(400);
	expect(made).not.toHaveProperty('skipped');
});

it.each(['csv', 'ndjson', 'xlsx'] as const)(
	'has one lead of each person in a %s file, though the list is read twice',
	async (format) => {
		const { rows, rowsOf, skipped } = await exported(undefined, 2, null, { format, onePerPerson: true });
		expect([rows, rowsOf]).toEqual([2, { a: 2 }]);
		expect(skipped).toEqual({ country: 0, email: 0, formField: 0, person: 398 });
	},
);

it('counts persons among the leads that the filter wants', async () => {
	const { rows, skipped } = await exported(wanted, 1, null, { onePerPerson: true });
	expect([rows, skipped]).toEqual([1, { country: 100, email: 100, formField: 100, person: 99 }]);
});
