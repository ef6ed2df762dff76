import { createHmac, randomBytes } from 'node:crypto';
import { eventually, isThere } from '../../../support/time/eventually';
import { hookListSchema, messageCollectedSchema, taskPageSchema } from '../../../../worker/gateway/schemas';
import { createLogger } from '../../../../worker/log';
import { startProcess } from '../../../../worker/bootstrap';
import { ask } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { signedByGithub } from '../../../support/gateway/signed-by-github';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const SECRET = randomBytes(24).toString('hex');

let platform: GatewayPlatform;
/** A gateway with a newer configuration, whose times are shorter: what was collected before its message is due with it. */
let newer: { url: string; stop: () => Promise<void> };

beforeAll(async () => {
	// Longer than any test: a run begins when the newer gateway gets a message.
	const quiet = { quietSeconds: 1_200, longestDelaySeconds: 3_600, connection: 'main', secrets: [SECRET] };
	const fields = { '/agentId': '/agent' };
	platform = await startPlatform({
		// Verified messages do not count.
		limits: { perAddress: 20 },
		hooks: {
			shop: { ...quiet, signature: 'shopify', task: 'retrain-and-wait', fields },
			all: { ...quiet, signature: 'header', task: 'nightly-retrain', fixed: { atOnce: 2 } },
			brief: {
				...quiet,
				quietSeconds: 10,
				longestDelaySeconds: 120,
				signature: 'shopify',
				task: 'retrain-and-wait',
				fields,
			},
			refused: { ...quiet, signature: 'github', task: 'retrain-and-wait', connection: 'wrong', fields },
			down: { ...quiet, signature: 'github', task: 'retrain-and-wait', connection: 'nowhere', fields },
			narrow: { ...quiet, signature: 'github', task: 'retrain-and-wait', connection: 'narrow', fields },
			push: { signature: 'github', connection: 'main', secrets: [SECRET], task: 'retrain-and-wait', fields },
		},
	});
	newer = await startNewer();
});
afterAll(async () => {
	await newer.stop();
	await platform.close();
});

async function startNewer(): Promise<typeof newer> {
	const { hooks, ...config } = platform.config;
	const short = (hook: (typeof hooks)[string]) =>
		hook.quietSeconds === undefined ? hook : { ...hook, quietSeconds: 1, longestDelaySeconds: 1 };
	const shorter = Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, short(hook)]));
	const roles = { worker: false, gateway: true };
	const running = await startProcess({ ...config, hooks: shorter }, roles, createLogger({ level: 'silent' }));
	return { url: running.gatewayUrl ?? '', stop: () => running.stop() };
}

async function post(hook: string, headers: Record<string, string>, body: string, url = platform.url) {
	const reply = await fetch(`${url}/hooks/${hook}`, { method: 'POST', headers, body });
	return { status: reply.status, body: (await reply.json()) as unknown };
}

function publish(agentId: string, more: object = {}, { hook = 'shop', url = platform.url } = {}) {
	const body = JSON.stringify({ agent: agentId, ...more });
	const signature = createHmac('sha256', SECRET).update(body).digest('base64');
	return post(hook, { 'x-shopify-hmac-sha256': signature }, body, url);
}

/** The last message before a run. */
async function publishLast(agentId: string) {
	const last = await publish(agentId, { last: true }, { url: newer.url });
	expect(last.status).toBe(202);
	return last;
}

async function hooks() {
	return hookListSchema.parse((await ask(platform, { path: '/v1/hooks' })).body).items;
}

async function subjectOf(hook: string, agentId: string | null) {
	const found = (await hooks()).find(({ name }) => name === hook);
	return found?.subjects.find((subject) => subject.agentId === agentId) ?? null;
}

async function untilRest(hook: string, agentId: string | null): Promise<void> {
	await eventually(
		() => subjectOf(hook, agentId),
		(subject) => subject?.open === null && subject.running === null,
		`${hook} has its runs`,
	);
}

async function tasks() {
	const { body } = await ask(platform, { path: '/v1/tasks?limit=100' });
	return taskPageSchema.parse(body).items;
}

const requested = async (agentId: string) =>
	(await platform.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` })).length;

test('fifty messages make one run, which is a task like any other', async () => {
	const answers = await Promise.all(Array.from({ length: 49 }, (_, nth) => publish('agent_support', { nth })));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
	expect(messageCollectedSchema.parse(answers[0]?.body)).toMatchObject({ hook: 'shop', agentId: 'agent_support' });
	const collecting = await eventually(
		async () => {
			const subject = await subjectOf('shop', 'agent_support');
			return subject?.open ?? null;
		},
		isThere,
		'what is collected shows',
	);
	expect(collecting.messages).toBeGreaterThan(0);
	await publishLast('agent_support');
	await untilRest('shop', 'agent_support');
	expect(await requested('agent_support')).toBe(1);
	// Temporal's index shows the end a moment later.
	await eventually(
		tasks,
		(seen) => expect(seen).toMatchObject([{ type: 'retrain-and-wait', status: 'completed', agentId: 'agent_support' }]),
		"Temporal's index shows the end of a task a moment later",
	);
	const [task] = await tasks();
	const subject = await subjectOf('shop', 'agent_support');
	expect(subject?.last).toMatchObject({ taskId: task?.id, messages: 50 });
});

test('what comes during a run gets a second run, and no third', async () => {
	const before = await requested('agent_sales');
	await platform.admin.setSettings({ clockFactor: 0.01 });
	await publishLast('agent_sales');
	await eventually(
		() => requested('agent_sales'),
		(seen) => seen > before,
		'the first run',
	);
	for (let nth = 0; nth < 10; nth += 1) await publish('agent_sales', { nth });
	await publishLast('agent_sales');
	await platform.admin.setSettings({ clockFactor: 40 });
	await untilRest('shop', 'agent_sales');
	expect(await requested('agent_sales')).toBe(before + 2);
});

test("a run that somebody else began does not count: the hook's run comes after it", async () => {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const before = await requested('agent_support');
	const { key } = await platform.admin.createKey({ scopes: ['write:sources'] });
	const headers = { authorization: `Bearer ${key}` };
	await fetch(`${platform.sandboxUrl}/api/v1/agents/agent_support/retrain`, { method: 'POST', headers });
	await publishLast('agent_support');
	await eventually(
		async () => (await subjectOf('shop', 'agent_support'))?.running,
		(seen) => seen !== null,
		'the task',
	);
	await platform.admin.setSettings({ clockFactor: 40 });
	await untilRest('shop', 'agent_support');
	expect(await requested('agent_support')).toBe(before + 2);
});

test('a task of all agents has one subject, and its secret stands in a header', async () => {
	const send = (url?: string) => post('all', { authorization: `Bearer ${SECRET}` }, '{}', url);
	for (let nth = 0; nth < 5; nth += 1) expect((await send()).status).toBe(202);
	expect((await send(newer.url)).status).toBe(202);
	await untilRest('all', null);
	const nightly = async () => (await tasks()).filter(({ type }) => type === 'nightly-retrain');
	await eventually(
		nightly,
		(seen) => expect(seen).toMatchObject([{ status: 'completed' }]),
		"Temporal's index shows the end of a task a moment later",
	);
});

test('an unknown agent is refused in words and collects nothing', async () => {
	expect(await publish('agent_none')).toMatchObject({
		status: 422,
		body: { type: 'unknown_agent', issues: [{ path: '/agent' }] },
	});
	expect(await subjectOf('shop', 'agent_none')).toBeNull();
});

test('while the service does not answer, a message is noted long before the call to it ends', async () => {
	const { id } = await platform.admin.createAgent({ id: 'agent_slow', name: 'Slow', website: 'https://slow.example/' });
	await platform.admin.addFault('GET', '/agents/{id}/training-status', { kind: 'hang' });
	let answer: object | null = null;
	void publish(id).then((found) => (answer = found));
	// Shopify waits for 5 s, which a busy machine may take. A call of the service would wait for 30 s.
	await eventually(() => answer, isThere, 'the message is noted before the service answers', { looks: 250 });
	expect(answer).toMatchObject({ status: 202, body: { collected: true, agentId: id } });
	expect((await platform.admin.requests({ path: `/agents/${id}/training-status` })).length).toBeGreaterThan(0);
	await platform.admin.clearFaults();
	await publishLast(id);
	await untilRest('shop', id);
	expect(await requested(id)).toBe(1);
});

test.each([
	['refused', 'whose key is refused'],
	['down', 'that cannot be reached'],
])('a message to %s, for a connection %s, is noted: its sender may never send it again', async (hook) => {
	const body = JSON.stringify({ agent: 'agent_support' });
	expect(await post(hook, signedByGithub(SECRET, body), body)).toMatchObject({
		status: 202,
		body: { collected: true },
	});
});

test('a key that lacks the scope is no passing state: the message is refused in words', async () => {
	const body = JSON.stringify({ agent: 'agent_support' });
	expect(await post('narrow', signedByGithub(SECRET, body), body)).toMatchObject({
		status: 424,
		body: { type: 'connection_scope_missing' },
	});
});

test('a form, as GitHub sends by default, holds the message in its field payload', async () => {
	const typed = { 'content-type': 'application/x-www-form-urlencoded', 'x-github-delivery': 'form' };
	const send = (body: string) => post('push', { ...typed, ...signedByGithub(SECRET, body) }, body);
	const message = JSON.stringify({ agent: 'agent_support', text: 'a+b & c=ü' });
	const first = await send(new URLSearchParams({ payload: message }).toString());
	expect(first).toMatchObject({ status: 202, body: { type: 'retrain-and-wait' } });
	for (const body of ['payload=', 'other=1', 'payload=%7Bbroken'])
		expect(await send(body)).toMatchObject({
			status: 400,
			body: { type: 'invalid_request', detail: expect.stringContaining('payload') as string },
		});
});

test('an agent that is deleted while messages wait fails one task in words', async () => {
	const { id } = await platform.admin.createAgent({
		id: 'agent_short',
		name: 'Short',
		website: 'https://short.example/',
	});
	for (let nth = 0; nth < 5; nth += 1) await publish(id, { nth }, { hook: 'brief' });
	await platform.admin.deleteAgent(id);
	await untilRest('brief', id);
	const ofAgent = async () => (await tasks()).filter(({ agentId }) => agentId === id);
	await eventually(
		ofAgent,
		(seen) => expect(seen).toMatchObject([{ status: 'failed' }]),
		"Temporal's index shows the end of a task a moment later",
	);
	const [task] = await ofAgent();
	const { body } = await ask(platform, { path: `/v1/tasks/${encodeURIComponent(task?.id ?? '')}` });
	expect(body).toMatchObject({ error: { status: 404 } });
});

test('without a quiet time the id of the delivery is the key, and a message without one is refused', async () => {
	const body = JSON.stringify({ agent: 'agent_support' });
	const signed = signedByGithub(SECRET, body);
	expect(await post('push', signed, body)).toMatchObject({
		status: 400,
		body: { type: 'invalid_request', detail: expect.stringContaining('x-github-delivery') as string },
	});
	const ids = await Promise.all(
		['one', 'one', 'two'].map(async (id) => (await post('push', { ...signed, 'x-github-delivery': id }, body)).body),
	);
	expect(ids[0]).toMatchObject({ id: (ids[1] as { id: string }).id });
	expect(ids[2]).not.toMatchObject({ id: (ids[0] as { id: string }).id });
});

test('the command lists the hooks, and nothing shows a secret', async () => {
	const { result, code } = await runCommand(platform, ['hooks', 'list']);
	expect(code).toBe(0);
	expect(result).toMatch(/shop.*retrain-and-wait.*shopify.*1200 s, at most 3600 s/);
	expect(result + JSON.stringify(await hooks()) + platform.logged()).not.toContain(SECRET);
});
