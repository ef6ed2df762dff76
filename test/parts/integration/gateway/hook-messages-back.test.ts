import { randomBytes } from 'node:crypto';
import { eventually, isThere } from '../../../support/time/eventually';
import { createClient } from '../../../../api';
import { hookListSchema, taskPageSchema, taskStartedSchema, taskViewSchema } from '../../../../worker/gateway/schemas';
import { ask, idOf } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const SECRET = randomBytes(24).toString('hex');
const AGENT = 'agent_support';
const SET = 'menu';
const row = (key: string, answer: string) => ({ type: 'qa', key, question: `What is ${key}?`, answer });

/** A hook without a quiet time. */
function direct(name: string) {
	const task = 'knowledge-sync';
	return { signature: 'header', secrets: [SECRET], connection: 'main', task, fields: { '/rows': `/${name}` } };
}

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
			added: { ...direct('added'), fixed: { agentId: AGENT, set: 'added', mode: 'add' } },
			whole: { ...direct('whole'), fixed: { agentId: AGENT, set: 'whole' } },
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

async function listed(subset: string) {
	const api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
	const { items } = await api.call('listQaPairs', { params: { id: AGENT }, query: { limit: 100 } });
	const found = items.filter(({ question }) => question.includes(subset));
	return found.map(({ question, answer }) => `${question} ${answer}`).toSorted();
}

/** Holds a set for as long as the service takes none of its pairs. @returns its id */
async function hold(set: string, rows: object[]): Promise<string> {
	const later = { kind: 'status', status: 429, retryAfter: 1 } as const;
	await platform.admin.addFault('POST', '/agents/{id}/qa-pairs', later, 1_000);
	const body = { connection: 'main', agentId: AGENT, set, mode: 'add', rows };
	const id = idOf(await ask(platform, { method: 'POST', path: '/v1/tasks/knowledge-sync', key: set, body }));
	await eventually(
		async () => (await task(id)).stage,
		(seen) => expect(seen).toBe('applying'),
		'the other one applies',
	);
	return id;
}

/** @returns the id of the task that the message started */
async function post(hook: string, delivery: string, rows: object[]): Promise<string> {
	const sent = await fetch(`${platform.url}/hooks/${hook}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${SECRET}`, 'x-delivery-id': delivery },
		body: JSON.stringify({ [hook]: rows }),
	});
	expect(sent.status).toBe(202);
	return taskStartedSchema.parse(await sent.json()).id;
}

const untilBusy = (id: string) =>
	eventually(
		async () => (await task(id)).error?.type,
		(seen) => expect(seen).toBe('set_busy'),
		'the task meets the other one',
	);
const untilDone = (id: string) =>
	eventually(
		async () => (await task(id)).status,
		(seen) => expect(seen).toBe('completed'),
		'the message takes effect',
	);

test('a message whose run met another task of the set gets its run when that has ended', async () => {
	const other = await hold(SET, [row('soup', 'Cold.')]);
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

test('messages that start a task each take effect once the other task of the set has ended, and nothing twice', async () => {
	const other = await hold('added', [row('added tea', 'Hot.')]);
	const one = await post('added', 'one', [row('added ale', 'Cold.')]);
	const two = await post('added', 'two', [row('added wine', 'Red.')]);
	await Promise.all([one, two].map(untilBusy));
	expect(await post('added', 'one', [row('added ale', 'Cold.')])).toBe(one);
	await platform.admin.clearFaults();
	await Promise.all([other, one, two].map(untilDone));
	expect(await listed('added')).toEqual(
		['ale? Cold.', 'tea? Hot.', 'wine? Red.'].map((each) => `What is added ${each}`),
	);
	expect(await post('added', 'two', [row('added wine', 'Red.')])).toBe(two);
	expect((await syncs()).filter(({ id }) => id === one || id === two)).toHaveLength(2);
});

test('of messages that say a set whole, the newest one counts', async () => {
	const other = await hold('whole', [row('whole tea', 'Hot.')]);
	const one = await post('whole', 'one', [row('whole ale', 'Cold.')]);
	await untilBusy(one);
	const two = await post('whole', 'two', [row('whole wine', 'Red.')]);
	await untilBusy(two);
	await platform.admin.clearFaults();
	await Promise.all([other, two].map(untilDone));
	expect(await listed('whole')).toEqual(['What is whole wine? Red.']);
	const subjects = async () =>
		hookListSchema.parse((await ask(platform, { path: '/v1/hooks' })).body).items.find(({ name }) => name === 'whole')
			?.subjects;
	await eventually(
		subjects,
		(seen) => expect(seen).toMatchObject([{ open: null, running: null, last: { taskId: two, messages: 2 } }]),
		'nothing waits any more',
	);
	expect(await task(one)).toMatchObject({ error: { type: 'set_busy' } });
	expect(await listed('whole')).toEqual(['What is whole wine? Red.']);
});
