import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { TASK_TYPES, type TaskType } from '../../../../workflows/contracts';
import { type Answer, ask, askEnded, idOf, linkOf, type Question } from '../../../support/gateway/ask';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

/** The names of the other client, which nothing that the bound token gets may contain. */
const HIDDEN = 'hidden-client';
const BOUND = randomBytes(24).toString('hex');

let platform: GatewayPlatform;
beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1000,
		callbackHosts: ['127.0.0.1:9'],
		webhookHosts: ['127.0.0.1:9'],
		labelled: { acme: { client: 'acme' }, [HIDDEN]: { client: 'hidden' } },
		destinations: {
			'acme-crm': { type: 'webhook', url: 'http://127.0.0.1:9/acme', secret: SECRET },
			[`${HIDDEN}-crm`]: { type: 'webhook', url: 'http://127.0.0.1:9/hidden', secret: SECRET },
		},
		hooks: {
			[`${HIDDEN}-shop`]: {
				secrets: [SECRET],
				task: 'nightly-retrain',
				connection: HIDDEN,
			},
		},
		moreTokens: [
			{
				name: 'acme',
				token: BOUND,
				roles: ['read', 'start', 'decide'],
				connections: 'client=acme',
				uses: { destinations: ['acme-crm'] },
			},
		],
	});
});
afterAll(() => platform.close());

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const agentId = 'agent_support';
const cron = '30 3 * * *';

const asBound = (question: Question) => ask(platform, { ...question, token: BOUND });

/** Everything that a client can have, by the names of path parameters. */
interface Things {
	connection: string;
	task: string;
	review: string;
	export: string;
	sync: string;
	wait: string;
	schedule: string;
	subscription: string;
	destination: string;
	set: string;
}

/** An input of each type that names a client's connection. */
const INPUTS: Record<TaskType, (things: Things) => object> = {
	'retrain-and-wait': ({ connection }) => ({ connection, agentId }),
	'nightly-retrain': ({ connection }) => ({ connection }),
	'lead-export': ({ connection }) => ({ connection, format: 'csv' }),
	'conversation-export': ({ connection }) => ({ connection }),
	'lead-sync': ({ connection, destination }) => ({ connection, agentId, destination }),
	'conversation-sync': ({ connection, destination }) => ({ connection, destination }),
	'email-send-with-review': ({ connection }) => ({
		connection,
		agentId,
		to: ['a@b.example'],
		subject: 'a',
		content: 'b',
	}),
	'knowledge-sync': ({ connection, set }) => ({
		connection,
		agentId,
		set,
		rows: [{ type: 'qa', key: 'a', question: 'A?', answer: 'B.' }],
	}),
	'weekly-report': ({ connection }) => ({ connection }),
	'for-each-connection': () => ({ selector: 'client', type: 'nightly-retrain' }),
	'bulk-action': ({ connection }) => ({ action: 'cancel', connection }),
	'add-sources': ({ connection }) => ({ connection, agentId, sources: [{ type: 'url', url: 'https://a.example/' }] }),
};

const asked = (question: Omit<Question, 'path' | 'method'> = {}) => question;

/** The bodies of the requests that need one, by method and path. */
const BODIES: Record<string, (things: Things) => Omit<Question, 'path' | 'method'>> = {
	...Object.fromEntries(
		TASK_TYPES.map((type) => [`post /v1/tasks/${type}`, (things: Things) => asked({ body: INPUTS[type](things) })]),
	),
	'post /v1/tasks/check': (things) =>
		asked({ body: { type: 'nightly-retrain', input: INPUTS['nightly-retrain'](things) } }),
	'post /v1/bulk-actions/preview': ({ connection }) => asked({ body: { action: 'cancel', connection } }),
	'post /v1/tasks/{id}/decision': () => asked({ body: { action: 'reject', hash: 'of-nothing' } }),
	'post /v1/tasks/{id}/actions/{action}': () => asked({ body: {} }),
	'post /v1/waits': ({ task }) =>
		asked({
			body: { taskIds: [task], callbackUrl: 'http://127.0.0.1:9/', executionId: '1', nodeId: 'n', runIndex: 0 },
		}),
	'post /v1/syncs': ({ connection }) =>
		asked({ body: { connection, agentId, flow: 'flow:bound.test.a', label: 'A flow' } }),
	'post /v1/syncs/{id}/close': () => asked({ body: { opening: 1 } }),
	'post /v1/syncs/{id}/leads/take': () => asked({ body: {} }),
	'post /v1/syncs/{id}/leads/renew': () => asked({ body: { lease: 'a' } }),
	'post /v1/syncs/{id}/leads/settle': () => asked({ body: { lease: 'a', results: [{ leadId: 1, outcome: 'done' }] } }),
	'put /v1/schedules/{id}': (things) =>
		asked({ body: { type: 'nightly-retrain', input: INPUTS['nightly-retrain'](things), cron } }),
	'post /v1/schedules/{id}/backfill': () =>
		asked({ body: { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' } }),
	'post /v1/subscriptions': ({ connection }) =>
		asked({ body: { url: 'http://127.0.0.1:9/', events: ['task.completed'], connection } }),
	'patch /v1/subscriptions/{id}': () => asked({ body: { description: 'Changed' } }),
	'post /v1/subscriptions/{id}/send-sample': () => asked({ body: { event: 'task.completed' } }),
	'post /v1/destinations': () => asked({ body: { name: 'new-one', type: 'webhook', url: 'http://127.0.0.1:9/' } }),
	'put /v1/destinations/{name}': () =>
		asked({ body: { url: 'http://127.0.0.1:9/', fields: ['email'] }, headers: { 'if-match': '"1"' } }),
	'post /v1/destinations/{name}/preview': ({ connection }) => asked({ body: { connection, agentId } }),
	'post /v1/persons/find': () => asked({ body: { email: 'ada@client.example' } }),
	'post /v1/persons/erase': () => asked({ body: { email: 'ada@client.example' } }),
	'post /codec/decode': () => asked({ body: { payloads: [] } }),
};

/** Queries that name what belongs to a client. Without one, these routes are refused. */
const QUERIES: Record<string, (things: Things) => Record<string, string>> = {
	'get /v1/tasks': ({ connection }) => ({ connection }),
	'get /v1/syncs': ({ connection }) => ({ connection, agentId, flow: 'flow:bound.test.a' }),
	'get /v1/knowledge-sets/items': ({ connection, set }) => ({ connection, agentId, set }),
};

/** What shows and does nothing of any connection: 404 for nobody. */
const OF_NOBODY = new Set([
	...['get /v1/task-types', 'get /v1/whoami', 'get /v1/destination-types', 'post /v1/schedules/preview'],
	...['post /v1/waits/check', 'put /v1/blobs', 'post /v1/knowledge-tables'],
	...['post /v1/session', 'delete /v1/session', 'post /v1/sign-in-codes'],
]);

/** Lists, which show what is within reach. */
const LISTS = new Set(
	[
		'overview',
		'connections',
		'connections/usage',
		'schedules',
		'subscriptions',
		'knowledge-sets',
		'destinations',
		'buckets',
		'hooks',
		'incidents',
	].map((path) => `get /v1/${path}`),
);

/** Who is bound must name a connection. Tasks of many have none. */
const OF_MANY = { 'post /v1/tasks/for-each-connection': 400 };

/** For callers who reach everything: a bound token cannot have their roles, or no such route is there for it. */
const ROLES = {
	'post /v1/persons/find': 403,
	'post /v1/persons/erase': 403,
	'get /v1/persons/{id}': 403,
	'post /codec/decode': 403,
};

const documentSchema = z.looseObject({
	paths: z.record(z.string(), z.record(z.string(), z.looseObject({ security: z.array(z.unknown()).optional() }))),
});

/** Every route that needs a caller, as `method path`. */
async function routes(): Promise<string[]> {
	const { paths } = documentSchema.parse((await ask(platform, { path: '/openapi.json' })).body);
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods).flatMap((method) => (/^\/(v1|codec)\//.test(path) ? [`${method} ${path}`] : [])),
	);
}

/** The request that names a client's things, whatever route it is. */
function requestTo(route: string, things: Things): Question {
	const [method = '', path = ''] = route.split(' ');
	const filled = path
		.replace('{id}', encodeURIComponent(idFor(path, things)))
		.replace(
			'{name}',
			path.includes('/files/') ? 'leads.csv' : path.includes('/connections/') ? things.connection : things.destination,
		)
		.replace('{agentId}', agentId)
		.replace('{leadId}', '1')
		.replace('{deliveryId}', 'deliver~1')
		.replace('{action}', 'sync-now');
	const query = QUERIES[route]?.(things);
	const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
	return {
		method: METHODS[method as keyof typeof METHODS],
		path: query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`,
		...(method === 'get' ? {} : { key: `bound ${route}` }),
		...BODIES[route]?.(things),
	};
}

function idFor(path: string, { task, review, sync, wait, schedule, subscription, ...things }: Things): string {
	if (path.endsWith('/review') || path.endsWith('/decision')) return review;
	if (path.includes('/files/')) return things.export;
	if (path.startsWith('/v1/syncs/') || /\/(refused|agents)\b/.test(path)) return sync;
	if (path.startsWith('/v1/waits/')) return wait;
	if (path.startsWith('/v1/schedules/')) return schedule;
	if (path.startsWith('/v1/subscriptions/')) return subscription;
	return task;
}

/** Makes one of everything for a connection. */
async function make(
	connection: string,
	{ reviews, mailboxId }: Awaited<ReturnType<typeof reviewsOn>>,
): Promise<Things> {
	const start = async (type: TaskType, input: object) =>
		idOf(
			await ask(platform, {
				method: 'POST',
				path: `/v1/tasks/${type}`,
				key: `${connection} ${type}`,
				body: { connection, ...input },
			}),
		);
	const ended = (id: string) => askEnded(platform, `/v1/tasks/${encodeURIComponent(id)}`);
	const destination = `${connection}-crm`;
	const set = `${connection}-set`;
	const [exported, knowledge, task] = await Promise.all([
		start('lead-export', { format: 'csv' }),
		start('knowledge-sync', { agentId, ...INPUTS['knowledge-sync']({ connection, set } as Things) }),
		start('retrain-and-wait', { agentId: 'agent_sales' }),
	]);
	await Promise.all([exported, knowledge, task].map(ended));
	const { link } = await reviews.asking(`${connection} mail`, { connection, mailboxId });
	const opened = await ask(platform, {
		method: 'POST',
		path: '/v1/syncs',
		body: { connection, agentId, flow: `flow:bound.test.a`, label: 'A flow' },
	});
	const wait = await ask(platform, {
		method: 'POST',
		path: '/v1/waits',
		body: { taskIds: [task], callbackUrl: 'http://127.0.0.1:9/', executionId: connection, nodeId: 'n', runIndex: 0 },
	});
	const schedule = `${connection}-nights`;
	const saved = await ask(platform, {
		method: 'PUT',
		path: `/v1/schedules/${schedule}`,
		body: { type: 'nightly-retrain', input: { connection }, cron },
	});
	expect(saved.status).toBe(200);
	const subscription = await ask(platform, {
		method: 'POST',
		path: '/v1/subscriptions',
		key: connection,
		body: {
			url: 'http://127.0.0.1:9/',
			events: ['task.completed', 'review.requested'],
			connection,
			description: connection,
		},
	});
	return {
		connection,
		destination,
		set,
		schedule,
		task,
		export: exported,
		review: decodeURIComponent(link.replace('/v1/tasks/', '')),
		sync: idOf(opened),
		wait: idOf(wait),
		subscription: idOf(subscription),
	};
}

let hidden: Things;
let own: Things;
beforeAll(async () => {
	const mails = await reviewsOn(platform);
	hidden = await make(HIDDEN, mails);
	own = await make('acme', mails);
	// Lists of Temporal show what is new a moment later.
	for (const path of ['/v1/schedules', '/v1/subscriptions', `/v1/tasks?connection=${HIDDEN}&limit=100`])
		await eventually(
			() => ask(platform, { path }),
			({ text }) => text.includes(HIDDEN) && text.includes(path.startsWith('/v1/tasks') ? hidden.review : HIDDEN),
			path,
		);
}, 1_200_000);

/** The answer with the asked names taken out. */
function told({ status, text }: Answer, things: Things): { status: number; text: string } {
	const names = Object.values(things).flatMap((name: string) => [
		name,
		encodeURIComponent(name),
		JSON.stringify(name).slice(1, -1),
	]);
	const bare = names
		.sort((one, other) => other.length - one.length)
		.reduce((left, name) => left.replaceAll(name, '·'), text);
	return { status, text: bare.replace(/"requestId":"[^"]*"/, '') };
}

test('a bound token gets 404 for everything of another client, in the words for what does not exist', async () => {
	const gone: Things = {
		...hidden,
		connection: 'gone-client',
		task: `retrain-and-wait~${'a'.repeat(28)}`,
		review: `email-send-with-review~${'a'.repeat(28)}`,
		export: `lead-export~${'a'.repeat(28)}`,
		sync: `lead-sync~${'a'.repeat(28)}`,
		wait: `wait~${'a'.repeat(28)}.${'a'.repeat(28)}`,
		schedule: 'gone-nights',
		subscription: `subscription~${'a'.repeat(28)}`,
		destination: 'gone-crm',
		set: 'gone-set',
	};
	const refused = (await routes()).filter((route) => !OF_NOBODY.has(route) && !LISTS.has(route));
	expect(refused.length).toBeGreaterThan(60);
	const seen = await Promise.all(
		refused.map(async (route) => {
			const answer = await asBound(requestTo(route, hidden));
			const expected = { ...ROLES, ...OF_MANY }[route] ?? 404;
			const isSame = isDeepStrictEqual(told(answer, hidden), told(await asBound(requestTo(route, gone)), gone));
			return { route, isSame, is: answer.status === expected ? 'refused' : answer.text };
		}),
	);
	expect(seen.filter(({ isSame, is }) => !isSame || is !== 'refused')).toEqual([]);
});

test('lists and what belongs to nobody name nothing of another client', async () => {
	for (const route of [...LISTS, ...OF_NOBODY, 'get /v1/tasks']) {
		const [method = '', path = ''] = route.split(' ');
		if (method !== 'get') continue;
		const answer = await asBound({ path });
		expect({ route, status: answer.status }).toEqual({ route, status: 200 });
		for (const name of [HIDDEN, hidden.task, hidden.review, hidden.wait, hidden.subscription])
			expect({ route, has: answer.text.includes(name), name }).toEqual({ route, has: false, name });
	}
	const queries = [
		`parent=${hidden.task}`,
		`id=${hidden.task}`,
		'search=hidden',
		`search=${hidden.task.slice(0, 30)}`,
		`agentId=${agentId}`,
	];
	for (const query of queries) {
		const { status, text } = await asBound({ path: `/v1/tasks?${query}` });
		expect({ query, status, has: text.includes(HIDDEN) }).toEqual({ query, status: 200, has: false });
	}
});

test('a schedule of another client is not replaced by one of its own connections', async () => {
	const body = { type: 'nightly-retrain', input: { connection: 'acme' }, cron };
	const replaced = await asBound({ method: 'PUT', path: `/v1/schedules/${hidden.schedule}`, body });
	expect(replaced).toMatchObject({ status: 404, body: { type: 'schedule_not_found' } });
	expect((await asBound({ method: 'PUT', path: '/v1/schedules/acme-mornings', body })).status).toBe(200);
});

test('what its token may not use is unknown to it, whatever starts a task', async () => {
	const bodies: Array<[TaskType, object]> = [
		['lead-sync', { agentId, destination: `${HIDDEN}-crm` }],
		['lead-export', { format: 'csv', bucket: `${HIDDEN}-bucket` }],
		['knowledge-sync', { agentId, set: 'a', url: `folder:${HIDDEN}-folder`, planOnly: true }],
	];
	for (const [type, input] of bodies) {
		const body = { connection: 'acme', ...input };
		const answer = await asBound({ method: 'POST', path: `/v1/tasks/${type}`, key: `uses ${type}`, body });
		expect({ type, status: answer.status, text: answer.text }).toMatchObject({ type, status: 404 });
	}
	const schedule = { type: 'knowledge-sync', input: { connection: 'acme', ...bodies[2]?.[1] }, cron };
	expect((await asBound({ method: 'PUT', path: '/v1/schedules/acme-set', body: schedule })).status).toBe(404);
});

test('it sees and uses what is its own', async () => {
	const reads = (await routes()).filter(
		(route) => route.startsWith('get ') && !(route in ROLES) && !OF_NOBODY.has(route),
	);
	for (const route of reads) {
		const [mine, everyone] = [await asBound(requestTo(route, own)), await ask(platform, requestTo(route, own))];
		expect({ route, status: mine.status, text: mine.text }).toMatchObject({ route, status: everyone.status });
	}
	for (const route of [
		'get /v1/tasks',
		'get /v1/tasks/{id}',
		'get /v1/tasks/{id}/review',
		'get /v1/waits/{id}',
		'get /v1/schedules/{id}',
		'get /v1/subscriptions/{id}',
		'get /v1/tasks/{id}/details',
		'get /v1/syncs',
		'get /v1/knowledge-sets/items',
	])
		expect({ route, ...(await asBound(requestTo(route, own))) }).toMatchObject({ route, status: 200 });
	const lists: Array<[string, string]> = [
		['connections', 'acme'],
		['schedules', own.schedule],
		['subscriptions', own.subscription],
		['knowledge-sets', own.set],
		['destinations', own.destination],
		['overview', own.review],
	];
	for (const [list, name] of lists) {
		const { text } = await asBound({ path: `/v1/${list}` });
		expect({ list, has: text.includes(name) }).toEqual({ list, has: true });
	}
	expect((await asBound({ path: '/v1/whoami' })).body).toMatchObject({ connections: ['acme'] });
	const started = await asBound({
		method: 'POST',
		path: '/v1/tasks/retrain-and-wait',
		key: 'of acme',
		body: { connection: 'acme', agentId },
	});
	expect(started.status).toBe(202);
	expect((await asBound({ path: linkOf(started) })).status).toBe(200);
});

test('a subscription of its own is to its own connections alone', async () => {
	const body = { url: 'http://127.0.0.1:9/', events: ['task.completed'] };
	const toAll = await asBound({ method: 'POST', path: '/v1/subscriptions', key: 'to all', body });
	expect(toAll).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'connection', message: 'must name one of your connections: acme' }] },
	});
	const path = `/v1/subscriptions/${encodeURIComponent(own.subscription)}`;
	expect((await asBound({ method: 'PATCH', path, key: 'widen', body: { connection: null } })).status).toBe(400);
	expect((await asBound({ method: 'PATCH', path, key: 'move', body: { connection: HIDDEN } })).status).toBe(404);
	expect((await asBound({ path })).body).toMatchObject({ connection: 'acme' });
});

test('what was tried has changed nothing of the other client', async () => {
	expect((await ask(platform, { path: `/v1/tasks/${encodeURIComponent(hidden.review)}` })).body).toMatchObject({
		status: 'running',
		waitsForPerson: true,
	});
	expect((await ask(platform, { path: `/v1/tasks/${encodeURIComponent(hidden.sync)}` })).body).toMatchObject({
		status: 'running',
	});
	expect((await ask(platform, { path: `/v1/schedules/${hidden.schedule}` })).body).toMatchObject({
		paused: false,
		recent: [],
		counts: { started: 0 },
	});
	expect(
		(await ask(platform, { path: `/v1/subscriptions/${encodeURIComponent(hidden.subscription)}` })).body,
	).toMatchObject({ description: HIDDEN });
});
