import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { operations } from '../../api';
import { type RunningSandbox, startSandbox } from '../../sandbox/bootstrap/start-sandbox';

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

it('is what a small shop has: leads with form fields over weeks, orders in each state, a failed source', async () => {
	const rows = async (path: string) =>
		z.array(z.looseObject({})).parse((await get(`/agents/agent_support${path}?limit=100`))['items']);
	const leads = await rows('/leads');
	expect(leads.length).toBeGreaterThanOrEqual(20);
	const days = leads.map(({ capturedAt }) => Date.parse(z.string().parse(capturedAt)));
	expect(Math.max(...days)).toBeLessThanOrEqual(Date.now());
	expect(Math.max(...days) - Math.min(...days)).toBeGreaterThan(28 * 86_400_000);
	for (const { fields } of leads) expect(Object.keys(z.looseObject({}).parse(fields))).not.toEqual([]);
	const orders = new Set((await rows('/cod-confirmations')).map(({ status }) => status));
	expect([...orders].sort()).toEqual(['cancelled', 'confirmed', 'no_response', 'pending']);
	expect((await rows('/sources')).map(({ status }) => status)).toContain('failed');
	const [conversation] = await rows('/conversations');
	const { messages } = await get(`/conversations/${z.string().parse(conversation?.['id'])}`);
	expect(z.array(z.unknown()).parse(messages).length).toBeGreaterThan(1);
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
