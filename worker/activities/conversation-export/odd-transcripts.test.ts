import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient, type Lead } from '../../../api';
import type { Span } from '../../../workflows/conversation-export/activities';
import { type Blobs, fileKey, openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { assembleConversations } from './assemble';
import { planConversations } from './plan';
import { readConversations } from './read-conversations';
import { readTranscripts } from './read-transcripts';

// Transcripts of a service that answers in any way.

const TASK = 'conversation-export~odd';
const RUN = '019aa7c0-0000-7000-8000-00000000000b';
const AS_OF = '2026-11-22T00:00:00.000Z';
const AT = '2026-11-21T10:00:00.000Z';

type Reply = { status?: number; body: unknown };

let folder: string;
let blobs: Blobs;
let server: Server;
let listed: Array<Record<string, unknown>>;
let replies: Map<string, Reply>;
let listReply: Reply | null;
let calls: string[];

beforeEach(async () => {
	listed = [];
	replies = new Map();
	listReply = null;
	calls = [];
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-odd-'));
	blobs = openBlobs(blobsSchema.parse({ directory: folder }));
	server = createServer(({ url = '' }, response) => {
		const { pathname, searchParams } = new URL(url, 'http://service');
		const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
		const isList = id === 'conversations';
		calls.push(isList ? 'list' : id);
		const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
		const page = { items: listed.slice(offset, (offset ?? 0) + (limit ?? 0)), total: listed.length, limit, offset };
		const shown = { ...listed.find((each) => each['id'] === id), messages: [{ role: 'visitor', content: `Hi ${id}` }] };
		const reply: Reply = isList ? (listReply ?? { body: page }) : (replies.get(id) ?? { body: shown });
		response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
		response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
	await new Promise((resolve) => server.close(resolve));
	await rm(folder, { recursive: true });
});

const refusal = (status: number, type = 'refused') => ({
	status,
	body: { type, title: 'No', status, detail: 'Not now.' },
});
const conversations = (...ids: string[]) => ids.map((id) => ({ id, agentId: 'a', createdAt: AT }));
const given = (attempt = 1, isErased: ((lead: Lead) => boolean) | null = null) => ({
	api: createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'k' }),
	store: blobs.store,
	taskId: TASK,
	attempt,
	atOnce: 150,
	signal: AbortSignal.timeout(10 * 60_000),
	erased: { test: () => Promise.resolve(isErased) },
	notes: { failing: null },
});

async function planned(days = {}) {
	const request = { agentId: 'a', filter: {}, days, offset: 0, chunk: 0, run: RUN };
	const read = await readConversations(request, given());
	const plan = await planConversations({ days, asOf: AS_OF, chunks: 1, attempts: {}, run: RUN }, given());
	calls = [];
	return { ...plan, read };
}

async function fileOf(spans: Span[], attempts = {}): Promise<Array<Record<string, unknown>>> {
	const made = await assembleConversations(
		{
			format: 'ndjson',
			spreadsheet: 'any',
			partition: 'none',
			bucket: undefined,
			spans,
			attempts,
			run: RUN,
			name: 'c',
		},
		{ blobs, buckets: new Buckets({}), taskId: TASK, signal: AbortSignal.timeout(10 * 60_000) },
	);
	const open = await blobs.store.open(fileKey(TASK, 'c.ndjson'));
	const text = open === null ? '' : (await buffer(open.content)).toString();
	const lines = text.split('\n').filter((line) => line !== '');
	expect(made.conversations).toBe(lines.length);
	return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const read = (span: Span, ...more: Parameters<typeof given>) => readTranscripts({ span, run: RUN }, given(...more));

it.each<[string, unknown]>([
	['a text', 'Hi there'],
	['a list', ['Hi', { any: 'thing' }]],
	['an object', { first: { text: 'Hi' } }],
	['nothing', null],
	['5 MB', 'x'.repeat(5 * 1024 * 1024)],
	[
		'without times and out of order',
		[
			{ id: 2, content: 'b' },
			{ id: 1, content: 'a' },
		],
	],
])('exports a transcript that is %s as it is', async (_, messages) => {
	listed = conversations('one');
	await planned();
	const body = { ...listed[0], messages, more: { of: 'it' } };
	replies.set('one', { body });
	await read([0, 1]);
	expect(await fileOf([[0, 1]])).toEqual([{ ...body, transcriptMissing: null }]);
});

it('exports what the list shows where the reply is no conversation at all, or cannot be asked for', async () => {
	listed = [...conversations('list', 'broken', '.', 'x'.repeat(300)), { agentId: 'a', createdAt: AT, note: 'no id' }];
	replies.set('list', { body: ['Hi'] });
	await planned();
	const { missing, next } = await read([0, 5]);
	expect(next).toBe(5);
	expect(missing.map(({ reason }) => reason)).toEqual(['failed', 'refused', 'refused', 'no_id']);
	const lines = await fileOf([[0, 5]]);
	expect(lines.map(({ id, note }) => id ?? note)).toEqual(listed.map(({ id, note }) => id ?? note));
	const reasons = lines.map(({ transcriptMissing }) => transcriptMissing);
	expect(reasons).toEqual(['failed', null, 'refused', 'refused', 'no_id']);
});

it('leaves out and names what was deleted, and goes on', async () => {
	listed = conversations('one', 'two', 'three');
	replies.set('two', refusal(404));
	await planned();
	const { missing, agentGone } = await read([0, 3]);
	expect(missing).toMatchObject([{ conversationId: 'two', agentId: 'a', reason: 'deleted', detail: 'Not now.' }]);
	expect(agentGone).toBeNull();
	expect((await fileOf([[0, 3]])).map(({ id }) => id)).toEqual(['one', 'three']);
});

it('sees that the agent has gone', async () => {
	listed = conversations('one', 'two');
	await planned();
	listReply = refusal(404);
	replies.set('two', refusal(404));
	expect(await read([0, 2])).toMatchObject({ agentGone: 'a', missing: [{ reason: 'agent_gone' }], next: 2 });
});

it('stores what came before a failure, and reports the failure as the first of the next read', async () => {
	listed = conversations('one', 'two', 'three');
	await planned();
	replies.set('two', refusal(503));
	expect(await read([0, 3])).toMatchObject({ next: 1, calls: 1 });
	await expect(read([1, 3])).rejects.toMatchObject({ nonRetryable: false, details: [{ status: 503 }] });
	replies.clear();
	expect(await read([1, 3], 2)).toMatchObject({ next: 3, attempt: 2 });
	expect((await fileOf([[0, 3]], { 1: 2 })).map(({ id }) => id)).toEqual(['one', 'two', 'three']);
});

it('fails for good where the key lost the scope', async () => {
	listed = conversations('one');
	await planned();
	replies.set('one', refusal(403, 'insufficient_scope'));
	await expect(read([0, 1])).rejects.toMatchObject({ nonRetryable: true, type: 'insufficient_scope' });
});

it('plans each conversation once, within the period, and those without a time as well', async () => {
	listed = [
		...conversations('late').map((each) => ({ ...each, createdAt: '2026-11-23T00:00:00Z' })),
		...conversations('one', 'one', 'two'),
		{ id: 'undated', agentId: 'a' },
		...conversations('old').map((each) => ({ ...each, createdAt: '2026-11-19T23:59:59Z' })),
	];
	const plan = await planned({ startDate: '2026-11-20', endDate: '2026-11-21' });
	expect(plan).toMatchObject({ conversations: 3, undated: 1, agents: [{ agentId: 'a', span: [0, 3] }] });
	await read([0, 3]);
	expect((await fileOf([[0, 3]])).map(({ id }) => id)).toEqual(['one', 'two', 'undated']);
});

it('ends a list where everything on a page is from before the period', async () => {
	listed = Array.from({ length: 400 }, (_, at) => ({
		id: `c${at}`,
		agentId: 'a',
		createdAt: at < 50 ? AT : '2026-11-01T00:00:00Z',
		lastMessageAt: at === 150 ? AT : null,
	}));
	const { read: list, conversations: count } = await planned({ startDate: '2026-11-20' });
	expect([list.ended, list.pages, count]).toEqual([true, 3, 50]);
});

it('leaves out conversations that name an erased person', async () => {
	listed = conversations('one', 'two', 'three');
	await planned();
	replies.set('two', { body: { ...listed[1], messages: [{ content: "My address is 'Ana@Client.example'." }] } });
	replies.set('three', { body: { ...listed[2], visitor: { email: 'joana@client.example' } } });
	await read([0, 3], 1, ({ email, capturedAt }) => email === 'ana@client.example' && capturedAt === AT);
	expect((await fileOf([[0, 3]])).map(({ id }) => id)).toEqual(['one', 'three']);
});

it('leaves out a conversation whose record in the list or whose transcript names an erased person', async () => {
	listed = conversations('one', 'two', 'three', 'four');
	listed[1] = { ...listed[1], visitor: { email: 'Ana@Client.example' } };
	listed[3] = { id: 'four', agentId: 'a', visitor: 'ana@client.example' };
	await planned();
	replies.set('three', { body: { ...listed[2], messages: [{ content: 'I am ana@client.example.' }] } });
	replies.set('two', { body: { id: 'two', agentId: 'a', messages: [{ content: 'Hi' }] } });
	replies.set('four', refusal(403));
	const isErased = ({ email, capturedAt }: Lead) => email === 'ana@client.example' && capturedAt <= AT;
	await read([0, 4], 1, isErased);
	expect((await fileOf([[0, 4]])).map(({ id }) => id)).toEqual(['one']);
});

it('reads a transcript once, whatever the spans', async () => {
	listed = conversations(...Array.from({ length: 250 }, (_, at) => `c${at}`));
	const whole = [0, 0, 0].map((_, chunk) => ({
		agentId: 'a',
		filter: {},
		days: {},
		offset: chunk * 96,
		chunk,
		run: RUN,
	}));
	for (const request of whole) await readConversations({ ...request }, { ...given(), atOnce: 1 });
	const plan = await planConversations({ days: {}, asOf: AS_OF, chunks: 3, attempts: {}, run: RUN }, given());
	expect(plan).toMatchObject({ conversations: 250, repeats: 8 });
	calls = [];
	for (const span of [
		[0, 1],
		[1, 99],
		[99, 201],
		[201, 250],
	] as Span[])
		expect(await read(span)).toMatchObject({ next: span[1] });
	expect(calls).toHaveLength(250);
	expect(new Set(calls).size).toBe(250);
	expect((await fileOf([[0, 250]])).map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
});

it('ends the task where a part of the list is missing', async () => {
	listed = conversations('one');
	await planned();
	await expect(read([100, 101])).rejects.toMatchObject({ type: 'export_expired', nonRetryable: true });
	const request = { days: {}, asOf: AS_OF, chunks: 2, attempts: {}, run: RUN };
	await expect(planConversations(request, given())).rejects.toMatchObject({ type: 'export_expired' });
});

it('makes no file where a part is missing', async () => {
	listed = conversations('one');
	await planned();
	await read([0, 1]);
	const parts = join(folder, 'chunks', 'conversation-export', 'odd');
	const name = (await readdir(parts)).find((each) => each.includes('.transcript.')) ?? '';
	await rm(join(parts, name));
	await expect(fileOf([[0, 1]])).rejects.toMatchObject({ type: 'export_expired', nonRetryable: true });
});
