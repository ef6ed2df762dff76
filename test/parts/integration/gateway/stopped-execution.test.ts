import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { lookedExecutionSchema } from '../../../../worker/tasks/executions';
import { ask, idOf } from '../../../support/gateway/ask';
import type { Reviews } from '../../../support/gateway/reviews';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { listen } from '../../../support/network/listen';
import { eventually } from '../../../support/time/eventually';

/** Executions that somebody stopped in n8n. */
const stopped = new Set<string>();
/** Methods of the requests that it got, by the execution. */
const asked: Array<[string, string]> = [];
/** Executions of which n8n knows nothing to say. */
const mute = new Set<string>();
/** A token that is bound to the connection `acme`. */
const BOUND = randomBytes(24).toString('hex');

/** Answers as n8n 2 does at the resume URL of a node that waits for a POST (`waiting-webhooks.ts`). */
const n8n = createServer((request, response) => {
	const id = /webhook-waiting\/(\w+)\//.exec(request.url ?? '')?.[1] ?? '';
	asked.push([id, request.method ?? '']);
	const say = (status: number, message: string) =>
		response.writeHead(status).end(JSON.stringify({ code: status, message }));
	if (mute.has(id)) say(500, 'Internal error');
	else if (stopped.has(id)) say(409, `The execution "${id}" has finished with error.`);
	else if (request.method === 'POST') response.writeHead(200).end('{}');
	else say(404, `The workflow for execution "${id}" does not contain a waiting webhook with a matching path/method.`);
});

let platform: GatewayPlatform;
let reviews: Reviews;
let host: string;
let close: () => Promise<void>;
beforeAll(async () => {
	({ host, close } = await listen(n8n));
	platform = await startPlatform({
		callbackHosts: [host],
		labelled: { acme: { client: 'acme' } },
		moreTokens: [
			{
				name: 'acme',
				token: BOUND,
				roles: ['read', 'start', 'decide'],
				connections: 'client=acme',
				uses: { callbackHosts: [host] },
			},
		],
	});
	({ reviews } = await reviewsOn(platform));
});
afterAll(async () => {
	await platform.close();
	await close();
});

const FLOW = { name: 'Order mails', url: 'http://n8n.example/workflow/w/executions/7' };
const executionSchema = z.looseObject({ execution: lookedExecutionSchema.nullable() });

async function execution(path: string) {
	return executionSchema.parse((await ask(platform, { path })).body).execution;
}

/** Begins to wait for a task, as an execution of n8n does. */
async function waitFor(id: string, executionId: string, { token = platform.token, more = { flow: FLOW } as object }) {
	const wait = await ask(platform, {
		token,
		method: 'POST',
		path: '/v1/waits',
		body: {
			taskIds: [id],
			callbackUrl: `http://${host}/webhook-waiting/${executionId}/node`,
			executionId,
			nodeId: 'node',
			runIndex: 0,
			...more,
		},
	});
	expect([wait.status, idOf(wait)]).toEqual([202, expect.any(String)]);
}

/** @returns the path and the id of its task, and the hash of its question */
async function mail(key: string, input = {}) {
	const { link, question } = await reviews.asking(`mail ${key}`, input);
	return { link, id: decodeURIComponent(link.slice('/v1/tasks/'.length)), hash: question.hash };
}

/** A mail that an execution waits for. */
async function awaitedMail(executionId: string, more: object = { flow: FLOW }, state = 'stands') {
	const { link, id, hash } = await mail(executionId);
	await waitFor(id, executionId, { more });
	await eventually(
		() => execution(`${link}/review`),
		(seen) => expect(seen).toMatchObject({ id: executionId, state }),
		'the wait',
	);
	return { link, id, hash };
}

const untilIs = (path: string, what: object) =>
	eventually(
		() => execution(path),
		(seen) => expect(seen).toMatchObject(what),
		'the next look at n8n',
	);

test('the task and its review name the flow and the execution, and looking resumes nothing', async () => {
	const { link, id } = await awaitedMail('7');
	const looked = { id: '7', flow: FLOW.name, url: FLOW.url, state: 'stands' };
	expect(await execution(`${link}/details`)).toEqual(looked);
	expect((await ask(platform, { path: link })).body).toMatchObject({ execution: { id: '7', flow: FLOW.name } });
	expect((await runCommand(platform, ['tasks', 'decide', id])).result).toContain('7 of the flow "Order mails"');
	expect(asked.filter(([of]) => of === '7').every(([, method]) => method === 'GET')).toBe(true);
});

test('the execution is named by the id that n8n shows to people', async () => {
	const { link, id } = await mail('named');
	await waitFor(id, '60', { more: { flow: { ...FLOW, executionId: '61' } } });
	await untilIs(`${link}/review`, { id: '61', flow: FLOW.name });
	expect(await execution(`${link}/details`)).toMatchObject({ id: '61' });
});

test('after its execution was stopped, a mail goes only if whoever decides says so', async () => {
	const { link, id, hash } = await awaitedMail('8');
	stopped.add('8');
	await untilIs(`${link}/review`, { state: 'stopped' });
	const refused = await reviews.decide(link, 'approve', { action: 'approve', hash });
	expect(refused.status).toBe(409);
	expect(refused.body).toMatchObject({ type: 'execution_stopped' });
	expect(refused.text).toContain('execution 8 of the flow');
	const printed = await runCommand(platform, ['tasks', 'decide', id, 'approve', '--hash', hash]);
	expect([printed.code, printed.notes]).toEqual([2, expect.stringContaining('execution was stopped')]);

	const { reviewPath } = z
		.looseObject({ reviewPath: z.string() })
		.parse((await ask(platform, { path: `${link}/details` })).body);
	const page = await fetch(platform.url + reviewPath);
	const html = await page.text();
	expect(html).toContain('The execution that waits for it was stopped, or has ended. No flow waits');
	// Whoever has the link is told nothing of n8n.
	for (const own of [FLOW.name, FLOW.url, 'xecution 8']) expect(html).not.toContain(own);
	const post = (fields: Record<string, string>) =>
		fetch(platform.url + reviewPath, {
			method: 'POST',
			headers: { origin: platform.url },
			body: new URLSearchParams({ action: 'approve', hash, by: 'Ada', ...fields }),
			redirect: 'manual',
		});
	const untold = await post({});
	const answer = await untold.text();
	expect([untold.status, answer]).toEqual([409, expect.stringContaining('tick the box')]);
	expect(answer).not.toContain(FLOW.name);
	expect(await execution(`${link}/review`)).toMatchObject({ state: 'stopped' });

	expect((await post({ despiteStopped: 'yes' })).status).toBe(303);
	expect(await reviews.ended(link)).toMatchObject({ status: 'completed', result: { outcome: 'sent' } });
	// A repeat has the response of the first.
	expect((await post({})).status).not.toBe(500);
});

test('of several executions, the one that waits is named, and the newest one says whether they were stopped', async () => {
	const { link, id } = await awaitedMail('20');
	await waitFor(id, '21', {});
	await untilIs(`${link}/review`, { id: '21', state: 'stands' });
	stopped.add('21');
	await untilIs(`${link}/review`, { id: '20', state: 'stands' });
	stopped.add('20');
	await untilIs(`${link}/review`, { id: '21', state: 'stopped' });
	mute.add('21');
	const newest = await untilIs(`${link}/review`, { id: '21', state: 'unknown' });
	expect(newest?.flow).toBe(FLOW.name);
});

test('another program than our node gets the one POST that it was promised, and no other request', async () => {
	const { link, hash } = await awaitedMail('30', {}, 'unknown');
	expect((await reviews.decide(link, 'approve', { action: 'approve', hash })).status).toBe(200);
	await eventually(
		() => asked.filter(([of]) => of === '30').map(([, method]) => method),
		(methods) => methods.length > 0,
		'the callback',
	);
	expect(asked.filter(([of]) => of === '30')).toEqual([['30', 'POST']]);
});

test("a bound caller is told of its own executions, and not of the operator's", async () => {
	const { link, id, hash } = await mail('of acme', { connection: 'acme' });
	await waitFor(id, '40', {});
	await untilIs(`${link}/review`, { id: '40' });
	const paths = [link, `${link}/review`, `${link}/details`, '/v1/tasks?connection=acme', '/v1/overview'];
	const texts = (token: string) =>
		Promise.all(paths.map(async (path) => (await ask(platform, { path, token })).text.includes(FLOW.url)));
	const everywhere = (token: string) =>
		eventually(
			() => texts(token),
			(seen) => expect(seen).toEqual(paths.map(() => true)),
			'lists and the overview read the index, which is a moment behind',
		);
	await everywhere(platform.token);
	expect(await texts(BOUND)).toEqual(paths.map(() => false));

	await waitFor(id, '41', { token: BOUND });
	await untilIs(`${link}/review`, { id: '41' });
	await everywhere(BOUND);
	stopped.add('41');
	await untilIs(`${link}/review`, { id: '40', state: 'stands' });
	const refused = await ask(platform, {
		method: 'POST',
		path: `${link}/decision`,
		key: 'of acme',
		body: { action: 'approve', hash },
		token: BOUND,
	});
	expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('execution 41')]);
});

test("of an operator's stopped execution, a bound caller learns that nobody waits, and nothing else", async () => {
	const { link, id, hash } = await mail('of the operator', { connection: 'acme' });
	await waitFor(id, '50', {});
	await untilIs(`${link}/review`, { id: '50', state: 'stands' });
	const seen = async (path: string) => {
		const { body, text } = await ask(platform, { path, token: BOUND });
		expect(text).not.toMatch(/Order mails|n8n\.example|"50"/);
		return executionSchema.parse(body).execution;
	};
	const paths = [`${link}/review`, `${link}/details`];
	expect(await Promise.all(paths.map(seen))).toEqual([null, null]);

	stopped.add('50');
	const unnamed = { id: null, flow: null, url: null, state: 'stopped' };
	await untilIs(`${link}/review`, { id: '50', state: 'stopped' });
	expect(await Promise.all(paths.map(seen))).toEqual([unnamed, unnamed]);
	const decide = (key: string, more = {}) =>
		ask(platform, {
			method: 'POST',
			path: `${link}/decision`,
			key,
			body: { action: 'approve', hash, ...more },
			token: BOUND,
		});
	const refused = await decide('untold');
	expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ type: 'execution_stopped' })]);
	expect(refused.text).toContain('The execution that waits for it was stopped, or has ended. No flow waits');
	expect(refused.text).not.toMatch(/Order mails|n8n\.example|xecution 50/);
	const printed = await runCommand({ ...platform, token: BOUND }, ['tasks', 'decide', id]);
	expect(printed.result).toContain('The execution that waits for it was stopped, or has ended.');
	expect((await decide('told', { despiteStopped: true })).status).toBe(200);
});

test('a rejection asks nothing, and an n8n that cannot be asked stops nobody', async () => {
	const { link, hash } = await awaitedMail('9');
	stopped.add('9');
	await untilIs(`${link}/review`, { state: 'stopped' });
	expect((await reviews.decide(link, 'reject', { action: 'reject', hash })).status).toBe(200);

	const other = await awaitedMail('10');
	await close();
	await eventually(
		() => execution(`${other.link}/review`),
		(seen) => expect(seen).toEqual({ id: '10', flow: FLOW.name, url: FLOW.url, state: 'unknown' }),
		'a look that reaches nobody',
	);
	expect((await reviews.decide(other.link, 'approve', { action: 'approve', hash: other.hash })).status).toBe(200);
});
