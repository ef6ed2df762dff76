import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { now } from '../../support/time/moments';
import { operations } from '../../../api';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';

const AGENTS = ['agent_support', 'agent_sales'];
/** Finds nothing before the agent was trained, as the specification says: it is no list of what there is. */
const NO_LIST = ['/agents/{id}/knowledge/search'];

/** Every operation that gives a list, whichever part of the reply that is; a new one is among them by itself. */
const lists = Object.values(operations).flatMap(({ method, path, reply }) => {
	const shape = reply.schema instanceof z.ZodObject ? reply.schema.shape : {};
	const field = ['items', 'mailboxes'].find((name) => name in shape);
	return method === 'GET' && field !== undefined && !NO_LIST.includes(path) ? [{ path, field }] : [];
});

let dataDir: string;
let sandbox: RunningSandbox;

async function start() {
	sandbox = await startSandbox({ dataDir, demoData: true, rateLimit: 'none', clockFactor: 1000 });
}
beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-demo-'));
	await start();
});
afterAll(async () => {
	await sandbox.close();
	await rm(dataDir, { recursive: true });
});

async function get(path: string) {
	const headers = { authorization: `Bearer ${sandbox.seedKey}` };
	const answer = await fetch(`${sandbox.apiUrl}/api/v1${path}`, { headers });
	expect(answer.status).toBe(200);
	return z.looseObject({ total: z.number().optional() }).parse(await answer.json());
}

const of = (path: string, agent: string) => path.replace('{id}', agent);

/** How many of each list there are. */
async function counts() {
	const found: Array<[string, number]> = [];
	for (const { path, field } of lists) {
		for (const agent of AGENTS) {
			const reply = await get(of(path, agent));
			found.push([of(path, agent), reply.total ?? z.array(z.unknown()).parse(reply[field]).length]);
		}
	}
	return found;
}

it('has something in every list of the API', async () => {
	expect(lists.map(({ path }) => path)).toEqual(
		expect.arrayContaining(['/agents', '/agents/{id}/leads', '/agents/{id}/email']),
	);
	expect((await counts()).filter(([, count]) => count === 0)).toEqual([]);
});

const DAY_MS = 86_400_000;
const leadSchema = z.object({
	name: z.string(),
	email: z.string(),
	conversationId: z.string(),
	country: z.string(),
	fields: z.record(z.string(), z.unknown()),
	capturedAt: z.string(),
});
const conversationSchema = z.object({ id: z.string(), messageCount: z.number() });

/** Every item of a list, of both agents. */
async function allItems<Item extends z.ZodType>(path: string, item: Item): Promise<z.output<Item>[]> {
	const found: z.output<Item>[] = [];
	for (const agent of AGENTS) {
		for (let offset = 0, total = 1; offset < total; offset += 100) {
			const reply = await get(`/agents/${agent}${path}?limit=100&offset=${offset}`);
			total = reply.total ?? 0;
			found.push(...z.array(item).parse(reply['items']));
		}
	}
	return found;
}

it('has 250 leads over 90 days, with form fields, of different people from several countries', async () => {
	const leads = await allItems('/leads', leadSchema);
	expect(leads).toHaveLength(250);
	expect(new Set(leads.map(({ email }) => email)).size).toBe(250);
	for (const { email } of leads) expect(email).toMatch(/^[a-z.]+@[a-z-]+\.example$/);
	expect(new Set(leads.map(({ country }) => country)).size).toBeGreaterThanOrEqual(10);
	for (const { fields } of leads) expect(Object.keys(fields).length).toBeGreaterThanOrEqual(3);
	const days = leads.map(({ capturedAt }) => Date.parse(capturedAt));
	const readAt = now().getTime();
	expect(Math.max(...days)).toBeLessThanOrEqual(readAt);
	expect(Math.max(...days)).toBeGreaterThan(readAt - 2 * DAY_MS);
	const oldest = readAt - Math.min(...days);
	expect([oldest > 88 * DAY_MS, oldest < 91 * DAY_MS]).toEqual([true, true]);
	const weekend = days.filter((at) => [0, 6].includes(new Date(at).getUTCDay()));
	expect(weekend.length).toBeLessThan(250 / 4);
});

it('has 60 conversations with transcripts, and every lead belongs to a conversation of its visitor', async () => {
	const conversations = await allItems('/conversations', conversationSchema);
	const ids = new Set(conversations.map(({ id }) => id));
	for (const { conversationId } of await allItems('/leads', leadSchema)) expect(ids).toContain(conversationId);
	const withTranscript = conversations.filter(({ messageCount }) => messageCount > 0);
	expect(withTranscript).toHaveLength(60);
	const { messages } = await get(`/conversations/${withTranscript[0]?.id}`);
	expect(z.array(z.object({ role: z.string() })).parse(messages)).toMatchObject([
		{ role: 'visitor' },
		{ role: 'assistant' },
		...Array<unknown>((withTranscript[0]?.messageCount ?? 2) - 2).fill({}),
	]);
});

it('has orders in every state, and one source that failed, with its reason', async () => {
	const orders = await allItems('/cod-confirmations', z.object({ status: z.string() }));
	expect([...new Set(orders.map(({ status }) => status))].sort()).toEqual([
		'cancelled',
		'confirmed',
		'no_response',
		'pending',
	]);
	const sources = await allItems('/sources', z.object({ status: z.string(), errorMessage: z.string().nullable() }));
	expect(sources.filter(({ status }) => status === 'failed')).toEqual([
		{ status: 'failed', errorMessage: expect.stringContaining('404 Not Found') as string },
	]);
});

it('has two trained agents, which know the website', async () => {
	for (const agent of AGENTS) {
		expect(await get(`/agents/${agent}/training-status`)).toMatchObject({
			agentStatus: 'ready',
			training: false,
			canChat: true,
			run: { phase: 'completed', pagesCompleted: 13, pagesTotal: 13, error: null },
		});
		const { items } = await get(`/agents/${agent}/knowledge/search?query=torn%20seam`);
		expect(items).toMatchObject([{ title: 'Repairs · Harbour & Pine', url: `${sandbox.siteUrl}/repairs` }]);
	}
});

it('has a mailbox that sends', async () => {
	const { mailboxes } = await get('/agents/agent_support/email');
	const [mailbox] = z.array(z.looseObject({ id: z.string() })).parse(mailboxes);
	expect(mailbox).toMatchObject({ status: 'active', isDefault: true });
	const sent = await fetch(`${sandbox.apiUrl}/api/v1/agents/agent_support/email`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.seedKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'test-sending', mailboxId: mailbox?.id }),
	});
	expect(sent.status).toBe(200);
});

it('is seeded once: a second start adds nothing, and brings nothing back', async () => {
	const before = await counts();
	const { items } = await get('/agents/agent_sales/qa-pairs');
	const [pair] = z.array(z.looseObject({ id: z.number() })).parse(items);
	const path = `/agents/agent_sales/qa-pairs`;
	const headers = { authorization: `Bearer ${sandbox.seedKey}` };
	expect((await fetch(`${sandbox.apiUrl}/api/v1${path}/${pair?.id}`, { method: 'DELETE', headers })).status).toBe(200);
	await sandbox.close();
	await start();
	expect(await counts()).toEqual(before.map(([list, count]) => [list, list === path ? count - 1 : count]));
});

it('is not there unless it is asked for', async () => {
	const plain = await startSandbox({ rateLimit: 'none' });
	const headers = { authorization: `Bearer ${plain.seedKey}` };
	const leads: unknown = await (await fetch(`${plain.apiUrl}/api/v1/agents/agent_support/leads`, { headers })).json();
	await plain.close();
	expect(leads).toMatchObject({ total: 0 });
});
