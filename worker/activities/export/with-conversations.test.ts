import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Lead } from '../../../api';
import type { LeadConversationsRead, PartsOfRun, RowForm } from '../../../workflows/export/activities';
import { type Blobs, fileKey, openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { leadOf, refusal, ServiceOfLeads, talk } from '../lead-conversations/testing/service';
import { assembleExport } from './assemble';
import { readLeadConversations } from './read-conversations';
import { readLeads } from './read-leads';

const TASK = 'lead-export~talks';
const RUN = '019aa7c0-0000-7000-8000-00000000000d';
const AS_OF = '2026-11-22T00:00:00.000Z';
const service = new ServiceOfLeads();
let folder: string;
let blobs: Blobs;
let isErased: ((lead: Lead) => boolean) | null;
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-talks-'));
	blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	[isErased, service.calls] = [null, []];
	service.replies.clear();
	service.leads = Array.from({ length: 250 }, (_none, index) =>
		leadOf(250 - index, `c${index}`, new Date(Date.UTC(2026, 10, 1) - index * 60_000).toISOString(), {
			fields: { n: index },
		}),
	);
});
afterEach(() => rm(folder, { recursive: true }));

const signal = AbortSignal.timeout(10 * 60_000);
const given = () => ({
	api: service.api,
	store: blobs.store,
	taskId: TASK,
	erased: {
		test: () => Promise.resolve(isErased),
		without: (leads: readonly Lead[]) => Promise.resolve(leads.filter((lead) => isErased?.(lead) !== true)),
	},
	signal,
});

/** All attempts of one activity. The server keeps the notes of each for the next. */
async function attempts(request: Omit<Parameters<typeof readLeadConversations>[0], 'run'>, calls: number) {
	let notes: unknown;
	for (let attempt = 1; ; attempt += 1) {
		const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
		environment.on('heartbeat', (details: unknown) => (notes = details));
		const read = await environment
			.run<[], LeadConversationsRead, () => Promise<LeadConversationsRead>>(() =>
				readLeadConversations({ ...request, run: RUN }, { ...given(), attempt, calls }),
			)
			.catch((error: unknown) => {
				if (error instanceof ApplicationFailure && error.type === 'not_yet') return null;
				throw error;
			});
		if (read !== null) return read;
	}
}

async function exported(file: RowForm, calls = 20) {
	let chunk = 0;
	const parts: PartsOfRun = [];
	for (let [offset, ended] = [0, false]; !ended; chunk += 1) {
		const request = { agentId: 'a', file, filter: {}, asOf: AS_OF, offset, chunk, run: RUN };
		const read = await readLeads(request, { ...given(), attempt: 1, pagesAtOnce: 1 });
		parts[chunk] = null;
		[offset, ended] = [read.nextOffset, read.ended];
	}
	const sources = chunk;
	const counted: Record<string, number> = {};
	const totals = { read: 0, missing: 0 };
	const wanted = { form: file.conversation ?? 'text', size: 1_000 } as const;
	for (let source = 0; source < sources; source += 1) {
		const before = source === 0 ? null : { chunk: source - 1, attempt: 1 };
		const read = await attempts({ chunk: source, attempt: 1, before, into: chunk, file, wanted }, calls);
		[counted[source], counted[chunk], parts[chunk]] = [0, read.attempt, read.held];
		totals.read += read.read;
		totals.missing += read.missing;
		chunk += 1;
	}
	const name = `leads.${file.format}`;
	const made = await assembleExport(
		{ ...file, chunks: chunk, attempts: counted, run: RUN, parts, name },
		{ blobs, buckets: new Buckets({}), taskId: TASK, signal },
	);
	const open = await blobs.store.open(fileKey(TASK, name));
	const text = open === null ? '' : (await buffer(open.content)).toString();
	return { made, totals, lines: text.split('\n').filter((line) => line !== '') };
}

it('puts the conversation into each line, and reads each once although pages overlap', async () => {
	service.replies.set('c3', refusal(404));
	const { made, totals, lines } = await exported({ format: 'ndjson', spreadsheet: 'any', conversation: 'json' });
	const leads = lines.map((line) => JSON.parse(line) as Lead & { conversation: Record<string, unknown> });
	expect([made.rows, lines.length, totals]).toEqual([250, 250, { read: 249, missing: 1 }]);
	expect(leads.map(({ id }) => id)).toEqual(service.leads.map(({ id }) => id));
	expect(leads[3]?.conversation).toMatchObject({ missing: 'deleted', firstQuestion: null });
	expect(leads[4]?.conversation).toMatchObject({
		missing: null,
		messages: [{ text: 'Question of c4' }, { text: 'Answer to c4' }],
	});
	const talks = service.calls.filter((call) => call !== 'leads' && call !== 'conversations');
	expect([talks.length, new Set(talks).size]).toEqual([250, 250]);
});

it.each(['extract', 'text', 'json'] as const)(
	'has the conversation (%s) in a column of its own',
	async (conversation) => {
		service.replies.set('c1', refusal(403));
		const { lines } = await exported({ format: 'csv', spreadsheet: 'any', conversation }, 4);
		expect(lines[0]).toMatch(/,capturedAt,conversation,conversation\.missing,fields\.n\r?$/);
		const text = lines.join('\n');
		expect(text).toContain('Question of c249');
		expect(text.match(/Question of/g)).toHaveLength(249);
		expect(text).toContain(',refused,');
	},
);

it('leaves out a person who is erased while the conversations are read', async () => {
	const erase = ({ id }: Lead) => id === 7;
	service.replies.set('c100', {
		get body() {
			isErased = erase;
			return talk('c100', service.lastAt);
		},
	});
	const { made, lines } = await exported({ format: 'ndjson', spreadsheet: 'any', conversation: 'text' }, 50);
	expect([made.rows, lines.some((line) => line.includes('"id":7,'))]).toEqual([249, false]);
});

it('stores few leads in a chunk whose conversations are read, however many pages a dispatch may read', async () => {
	const request = { agentId: 'a', filter: {}, asOf: AS_OF, offset: 100, chunk: 0, run: RUN };
	const talks = { format: 'ndjson', spreadsheet: 'any', conversation: 'text' } as const;
	const read = await readLeads({ ...request, file: talks }, { ...given(), attempt: 1, pagesAtOnce: 100 });
	expect([read.pages, read.pagesAtOnce, read.ended]).toEqual([1, 1, false]);
	const plain = { format: 'ndjson', spreadsheet: 'any' } as const;
	const whole = await readLeads({ ...request, file: plain }, { ...given(), attempt: 1, pagesAtOnce: 100 });
	expect(whole.ended).toBe(true);
});
