import { randomBytes } from 'node:crypto';
import { eventually, isThere } from '../../../support/time/eventually';
import { hookListSchema, taskPageSchema, taskViewSchema } from '../../../../worker/gateway/schemas';
import { ask, idOf } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const SECRET = randomBytes(24).toString('hex');
const AGENT = 'agent_support';
const SET = 'menu';
const row = (key: string, answer: string) => ({ type: 'qa', key, question: `What is ${key}?`, answer });

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1000,
		hooks: {
			menu: {
				signature: 'header',
				secrets: [SECRET],
				connection: 'main',
				task: 'knowledge-sync',
				quietSeconds: 1,
				longestDelaySeconds: 1,
				fixed: { agentId: AGENT, set: SET, rows: [row('soup', 'Hot.'), row('salad', 'Fresh.')] },
			},
		},
	});
});
afterAll(() => platform.close());

async function task(id: string) {
	return taskViewSchema.parse((await ask(platform, { path: `/v1/tasks/${encodeURIComponent(id)}` })).body);
}

async function syncs() {
	const { body } = await ask(platform, { path: '/v1/tasks?type=knowledge-sync&limit=100' });
	return taskPageSchema.parse(body).items;
}

test('a message whose run met another task of the set gets its run when that has ended', async () => {
	// The other one holds the set for as long as the service takes none of its pairs.
	const later = { kind: 'status', status: 429, retryAfter: 1 } as const;
	await platform.admin.addFault('POST', '/agents/{id}/qa-pairs', later, 1_000);
	const body = { connection: 'main', agentId: AGENT, set: SET, rows: [row('soup', 'Cold.')] };
	const other = idOf(await ask(platform, { method: 'POST', path: '/v1/tasks/knowledge-sync', key: 'other', body }));
	await eventually(
		async () => (await task(other)).stage,
		(seen) => expect(seen).toBe('applying'),
		'the other one applies',
	);
	const sent = await fetch(`${platform.url}/hooks/menu`, {
		method: 'POST',
		headers: { authorization: `Bearer ${SECRET}` },
		body: '{}',
	});
	expect(sent.status).toBe(202);
	const ofHook = async () => (await syncs()).filter(({ id }) => id !== other);
	const [first] = await eventually(
		ofHook,
		(seen) => expect(seen.map(({ status }) => status)).toEqual(['failed']),
		'the first run of the hook ends',
	);
	expect(await task(first?.id ?? '')).toMatchObject({ error: { type: 'set_busy' } });
	const waiting = async () =>
		hookListSchema.parse((await ask(platform, { path: '/v1/hooks' })).body).items[0]?.subjects[0]?.open ?? null;
	expect(await eventually(waiting, isThere, 'the message is back')).toMatchObject({ messages: 1 });
	await platform.admin.clearFaults();
	const runs = await eventually(
		ofHook,
		(seen) => expect(seen.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']),
		'the message has its run',
	);
	const second = runs.find(({ status }) => status === 'completed');
	expect(Date.parse(second?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse((await task(other)).closedAt ?? ''));
	expect(await task(second?.id ?? '')).toMatchObject({ succeeded: true, result: { counts: { done: 2 } } });
});
