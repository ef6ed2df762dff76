import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { type Answer, ask, askEnded, idOf, linkOf, type Question, untilSubscribed } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { type Listening, listen } from '../../../support/network/listen';
import { eventually } from '../../../support/time/eventually';

/**
 * Each place where something of one client could reach another one, or of the operator a client, after a change or through
 * a task. What a client reaches is what is of its connections now, and what `uses` names.
 */

const [BOUND, USING] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
const agentId = 'agent_support';

/** A host in the operator's private network, which the configuration names. */
let site: Listening;
/** Receives events and callbacks: by paths, in the order of their coming. */
let receiver: Listening;
let received: string[];
/** Paths that take nothing. */
let refusing: Set<string>;
let platform: GatewayPlatform;

beforeAll(async () => {
	[received, refusing] = [[], new Set()];
	site = await listen(createServer((_request, response) => response.end('question,answer\nOpen?,Yes\n')));
	receiver = await listen(
		createServer((request, response) => {
			const path = request.url ?? '';
			request.resume().on('end', () => {
				received.push(path);
				response.writeHead(refusing.has(path) ? 503 : 200).end();
			});
		}),
	);
	const bound = { roles: ['read', 'start', 'decide'], connections: 'client=acme' };
	const uses = { knowledgeHosts: [site.host], callbackHosts: [receiver.host] };
	platform = await startPlatform({
		clockFactor: 1000,
		webhookHosts: [receiver.host],
		callbackHosts: [receiver.host],
		knowledgeHosts: [site.host],
		labelled: { acme: { client: 'acme' }, other: { client: 'other' } },
		moreTokens: [
			{ ...bound, name: 'acme', token: BOUND },
			{ ...bound, name: 'acme with uses', token: USING, uses },
		],
	});
});
afterAll(async () => {
	await platform.close();
	await site.close();
	await receiver.close();
});

const asOperator = (question: Question) => ask(platform, question);
const asBound = (question: Question) => ask(platform, { ...question, token: BOUND });
const asUsing = (question: Question) => ask(platform, { ...question, token: USING });
const ended = (link: string) => askEnded(platform, link);

const post = (path: string, key: string, body?: object): Question => ({
	method: 'POST',
	path,
	key,
	...(body === undefined ? {} : { body }),
});
const retrained = async (key: string, connection: string) => {
	const started = await asOperator(post('/v1/tasks/retrain-and-wait', key, { connection, agentId }));
	await ended(linkOf(started));
	return { id: idOf(started), link: linkOf(started) };
};

/** @param connection null: the operator's, to all connections */
async function subscribed(path: string, connection: string | null) {
	const body = { url: `${receiver.url}${path}`, events: ['task.completed'], connection, description: path };
	const made = await asOperator(post('/v1/subscriptions', path, body));
	const id = idOf(made);
	await untilSubscribed(platform, id);
	return { id, path: `/v1/subscriptions/${encodeURIComponent(id)}` };
}

const logSchema = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
const logOf = async (path: string) => logSchema.parse((await asOperator({ path: `${path}/deliveries` })).body).items;

/** A wait of an execution of n8n. */
const waiting = (taskIds: string[], executionId: string, callback = `/n8n/${executionId}`): Question => ({
	method: 'POST',
	path: '/v1/waits',
	body: { taskIds, callbackUrl: `${receiver.url}${callback}`, executionId, nodeId: 'node', runIndex: 0 },
});

describe('an event of one client', () => {
	test('that waits does not go to the client whom the subscription went to meanwhile', async () => {
		refusing.add('/moved');
		const { path } = await subscribed('/moved', 'other');
		await retrained('waits', 'other');
		await eventually(
			() => received.filter((each) => each === '/moved').length,
			(count) => count > 0,
			'the receiver refuses the first attempt',
		);
		await asOperator({ method: 'PATCH', path, key: 'move', body: { connection: 'acme' } });
		const [delivery] = await eventually(
			() => logOf(path),
			(items) => items[0]?.status === 'not_wanted',
			'the next attempt asks what the subscription wants now',
		);
		refusing.delete('/moved');
		const before = received.length;
		// Nor does the operator send it there by hand.
		const again = `${path}/deliveries/${encodeURIComponent(delivery?.id ?? '')}/resend`;
		expect((await asOperator(post(again, 'by hand'))).status).toBe(202);
		await eventually(
			() => logOf(path),
			(items) => items.filter(({ status }) => status === 'not_wanted').length === 2,
			'the repeat has ended',
		);
		expect(received.slice(before)).toEqual([]);
		// Its counts are those of its own messages.
		const { text } = await asBound({ path: '/v1/subscriptions' });
		expect(JSON.parse(text)).toMatchObject({ items: [{ description: '/moved', undelivered: null }] });
		await asOperator({ method: 'DELETE', path });
	});
});

describe('what the operator is told of', () => {
	let task: { id: string; link: string };
	let operators: { id: string; path: string };
	let clients: { id: string; path: string };
	let mixed: Answer;
	beforeAll(async () => {
		operators = await subscribed('/operator', null);
		clients = await subscribed('/client', 'acme');
		const othersTask = await retrained('of other', 'other');
		const started = await asOperator(post('/v1/tasks/retrain-and-wait', 'of acme', { connection: 'acme', agentId }));
		task = { id: idOf(started), link: linkOf(started) };
		mixed = await asOperator(waiting([task.id, othersTask.id], 'of-the-operator'));
		await asUsing(waiting([task.id], 'of-the-client'));
		await ended(task.link);
		for (const path of ['/operator', '/client', '/n8n/of-the-operator', '/n8n/of-the-client'])
			await eventually(
				() => received,
				(seen) => seen.includes(path),
				`${path} was told`,
			);
	});

	test('shows in the timeline of its task no subscription and no wait of others', async () => {
		const deliveriesIn = ({ text }: Answer) => [...text.matchAll(/subscription~[\w-]{28}/g)].map(([id]) => id);
		const callbacksIn = ({ text }: Answer) => text.split('"Callback to n8n"').length - 1;
		const path = `${task.link}/timeline`;
		const whole = await eventually(
			() => asOperator({ path }),
			(seen) => deliveriesIn(seen).length === 2 && callbacksIn(seen) === 2,
			'all deliveries are listed',
		);
		expect(new Set(deliveriesIn(whole))).toEqual(new Set([operators.id, clients.id]));
		const shown = await asBound({ path });
		expect([deliveriesIn(shown), callbacksIn(shown)]).toEqual([[clients.id], 1]);
	});

	test.each([
		['by its own hand', () => asUsing(post(`${task.link}/actions/resend-result`, 'again'))],
		[
			'by a bulk action',
			async () => {
				const input = { action: 'resend', connection: 'acme', ids: [task.id] };
				const bulk = await asUsing(post('/v1/tasks/bulk-action', 'again', input));
				expect((await ended(linkOf(bulk))).body).toMatchObject({ result: { counts: { done: 1 } } });
				return bulk;
			},
		],
	])('is sent again for a client to nobody but itself %s', async (_by, resend) => {
		const before = received.length;
		const answer = await resend();
		expect(answer.status).toBe(202);
		expect(answer.text).not.toContain(operators.id);
		expect(answer.text).not.toContain(idOf(mixed));
		const told = await eventually(
			() => received.slice(before),
			(seen) => seen.length >= 2,
			'the own receivers are told',
		);
		expect(told.toSorted()).toEqual(['/client', '/n8n/of-the-client']);
	});

	test('is sent again for the operator to all', async () => {
		const before = received.length;
		const { text } = await asOperator(post(`${task.link}/actions/resend-result`, 'again'));
		for (const id of [operators.id, clients.id, idOf(mixed)]) expect(text).toContain(id);
		await eventually(
			() => received.slice(before),
			(seen) => seen.length >= 4,
			'everybody is told',
		);
	});
});

describe('a wait', () => {
	/** A task that runs until somebody stops it. */
	const open = async () => {
		const body = { connection: 'acme', agentId, flow: 'flow:clients.apart.a', label: 'A flow' };
		return idOf(await asOperator({ method: 'POST', path: '/v1/syncs', body }));
	};
	const statusOf = async (wait: Answer) =>
		(await asOperator({ path: `/v1/waits/${encodeURIComponent(idOf(wait))}` })).body;

	test('of the operator is ended by no client that names its execution, and a client ends its own', async () => {
		const running = await open();
		const operators = await asOperator(waiting([running], 'guessed'));
		const first = await asUsing(waiting([running], 'guessed', '/first'));
		expect([operators.status, first.status]).toEqual([202, 202]);
		expect(await statusOf(operators)).toMatchObject({ status: 'waiting' });
		const second = await asUsing(waiting([running], 'guessed', '/second'));
		expect(await statusOf(first)).toMatchObject({ status: 'superseded' });
		expect(await statusOf(second)).toMatchObject({ status: 'waiting' });
		expect(await statusOf(operators)).toMatchObject({ status: 'waiting' });
	});

	test('calls no host that the token may not use, in the same words for one that nobody may', async () => {
		const running = await open();
		const check = (host: string): Question => ({
			method: 'POST',
			path: '/v1/waits/check',
			body: { callbackUrl: `http://${host}/` },
		});
		const words = ({ status, text }: Answer, host: string) => [status, text.replaceAll(host, '·')];
		const named = await asBound(check(receiver.host));
		const unknown = await asBound(check('unknown.example:1'));
		const bare = ([status, text]: ReturnType<typeof words>) => [
			status,
			String(text).replace(/"requestId":"[^"]*"/, ''),
		];
		expect(named.status).toBe(400);
		expect(bare(words(named, receiver.host))).toEqual(bare(words(unknown, 'unknown.example:1')));
		expect((await asBound(waiting([running], 'not allowed'))).status).toBe(400);
		expect((await asUsing(check(receiver.host))).status).toBe(200);
		expect((await asOperator(check(receiver.host))).status).toBe(200);
	});
});

describe('a private host of the operator', () => {
	const input = () => ({
		connection: 'acme',
		agentId,
		set: 'from outside',
		url: `${site.url}/set.csv`,
		planOnly: true,
	});
	const refused = { status: 'failed', error: { type: 'unusable_set' } };

	test('is read by no task of a client, whoever retries it, and by one whose token may use it', async () => {
		const started = await asBound(post('/v1/tasks/knowledge-sync', 'private', input()));
		expect((await ended(linkOf(started))).body).toMatchObject(refused);
		const retried = await asOperator(post(`${linkOf(started)}/actions/retry`, 'by the operator'));
		expect((await ended(linkOf(retried))).body).toMatchObject(refused);
		const bulk = await asOperator(
			post('/v1/tasks/bulk-action', 'retry', { action: 'retry', connection: 'acme', ids: [idOf(started)] }),
		);
		await ended(linkOf(bulk));
		expect((await ended(linkOf(started))).body).toMatchObject(refused);
		const using = await asUsing(post('/v1/tasks/knowledge-sync', 'used', input()));
		expect((await ended(linkOf(using))).body).toMatchObject({ status: 'completed' });
		const own = await asOperator(post('/v1/tasks/knowledge-sync', 'own', input()));
		expect((await ended(linkOf(own))).body).toMatchObject({ status: 'completed' });
	});

	test.each([
		['a client', () => asBound, refused],
		['a client whose token may use it', () => asUsing, { status: 'completed' }],
		['the operator', () => asOperator, { status: 'completed' }],
	])('is read by a schedule as far as %s who saved it may', async (who, asked, end) => {
		const path = `/v1/schedules/sets-of-${who.replaceAll(' ', '-')}`;
		const body = { type: 'knowledge-sync', input: input(), cron: '30 3 * * *' };
		expect((await asked()({ method: 'PUT', path, body })).status).toBe(200);
		// Whoever starts it: the limits are those of the schedule.
		await asOperator(post(`${path}/run-now`, `now ${who}`));
		const recentSchema = z.looseObject({ recent: z.array(z.looseObject({ taskId: z.string() })) });
		const taskId = await eventually(
			async () => recentSchema.parse((await asOperator({ path })).body).recent[0]?.taskId ?? '',
			(id) => id !== '',
			'the run has begun',
		);
		expect((await ended(`/v1/tasks/${encodeURIComponent(taskId)}`)).body).toMatchObject(end);
	});
});
