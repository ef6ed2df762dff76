import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { ask, untilTasksListed } from '../../../support/gateway/ask';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { type CommandRun, runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A receiver of leads and callbacks that accepts everything, except at one address. */
const crm = createServer(({ url }, response) => response.writeHead(url === '/picky' ? 422 : 200).end());
/** host:port of it. */
let host: string;

let platform: GatewayPlatform;
let receiver: WebhookReceiver;
let folder: string;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	crm.listen(0, '127.0.0.1');
	await once(crm, 'listening');
	host = `127.0.0.1:${z.object({ port: z.number() }).parse(crm.address()).port}`;
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-commands-'));
	platform = await startPlatform({
		webhookHosts: [receiver.host],
		callbackHosts: [host],
		destinations: {
			flow: { type: 'webhook', url: `http://${host}/leads`, secret: SECRET },
			picky: { type: 'webhook', url: `http://${host}/picky`, secret: SECRET },
			away: { type: 'webhook', url: 'http://127.0.0.1:9/leads', secret: SECRET },
		},
	});
	await new Mailboxes(platform).active('help@shop.example');
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
	crm.close();
	await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCommand(platform, args);
const retrain = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support'];
const mail = [
	...['run', 'email-send-with-review', '--connection', 'main', '--agent', 'agent_support', '--no-wait'],
	...['--to', 'ada@client.example', '--subject', 'Your order', '--text', 'It is on its way.'],
];
const listSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
const jsonOf = <Value>(schema: z.ZodType<Value>, { result }: CommandRun): Value => schema.parse(JSON.parse(result));

describe('tasks watch', () => {
	test('follows one that is named to its end', async () => {
		const { result: id } = await run(...retrain, '--key', 'watched', '--no-wait');
		const watched = await run('tasks', 'watch', id, '--json');
		expect(watched.code).toBe(0);
		expect(jsonOf(listSchema, watched).items).toMatchObject([{ id, status: 'completed' }]);
	});

	test('follows all that run, and ends with 1 when one of them did not complete', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const { result: id } = await run(...retrain, '--key', 'all', '--no-wait');
		await untilTasksListed(platform, [id]);
		const lists = () => platform.logged().split('"path":"/v1/tasks"').length;
		const before = lists();
		const watching = run('tasks', 'watch', '--type', 'retrain-and-wait');
		await eventually(
			lists,
			(seen) => expect(seen).toBeGreaterThan(before),
			'the command asks for the list a moment later',
		);
		expect(await run('tasks', 'cancel', id, '--wait')).toMatchObject({
			code: 0,
			result: expect.stringContaining('cancelled') as string,
		});
		expect(await watching).toMatchObject({ code: 1, result: expect.stringContaining(`${id}: `) as string });
		await platform.admin.setSettings({ clockFactor: 40 });
	});

	test('cancel --wait ends with 1 when the task ended before it could be stopped', async () => {
		const { result: id } = await run(...retrain, '--key', 'too late', '--no-wait');
		await run('tasks', 'watch', id);
		expect(await run('tasks', 'cancel', id, '--wait')).toMatchObject({
			code: 1,
			result: expect.stringContaining('completed') as string,
		});
	});

	test('of what is not there is refused', async () => {
		expect(await run('tasks', 'watch', 'retrain-and-wait/none')).toMatchObject({
			code: 2,
			notes: expect.stringContaining('There is no task') as string,
		});
	});
});

describe('tasks retry', () => {
	test('starts a task that was cancelled again under its own id, once for a key', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const { result: id } = await run(...retrain, '--key', 'again', '--no-wait');
		await run('tasks', 'cancel', id, '--wait');
		expect(await run('tasks', 'retry', id, '--key', 'first', '--no-wait')).toMatchObject({ code: 0, result: id });
		expect((await run('tasks', 'show', id)).result).toContain('running');
		await run('tasks', 'cancel', id, '--wait');
		// A later key makes it forget none before.
		expect(await run('tasks', 'retry', id, '--key', 'second', '--no-wait')).toMatchObject({ code: 0, result: id });
		await run('tasks', 'cancel', id, '--wait');
		for (const key of ['first', 'second'])
			expect((await run('tasks', 'retry', id, '--key', key, '--no-wait', '--json')).result).toContain('cancelled');

		await platform.admin.setSettings({ clockFactor: 40 });
		expect(await run('tasks', 'retry', id)).toMatchObject({ code: 0 });
		// Whoever started it finds it by the key and the input of then.
		expect((await run(...retrain, '--key', 'again', '--no-wait')).result).toBe(id);
		expect(await run('tasks', 'retry', id)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('has completed') as string,
		});
	});

	test('is refused while it runs, and where a second start could send or add twice', async () => {
		const { result: id } = await run(...mail, '--key', 'never-twice');
		expect(await run('tasks', 'retry', id)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('still runs') as string,
		});
		await run('tasks', 'cancel', id, '--wait');
		expect(await run('tasks', 'retry', id)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('could send it twice') as string,
		});
	});
});

describe('several tasks in one command', () => {
	const agents = ['agent_support', 'agent_sales'];
	const eachSchema = z.looseObject({
		items: z.array(z.looseObject({ id: z.string() })),
		refused: z.array(z.object({ id: z.string(), message: z.string() })),
	});

	test('are cancelled, retried and resent, and one that is refused stops none', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const ids: string[] = [];
		for (const agent of agents) {
			const start = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', agent, '--no-wait'];
			ids.push((await run(...start, '--key', `several ${agent}`)).result);
		}
		const [first = '', second = ''] = ids;
		const missing = 'retrain-and-wait~none';
		const cancelled = await run('tasks', 'cancel', first, missing, first, second, '--wait');
		expect(cancelled).toMatchObject({ code: 1, notes: expect.stringContaining(`${missing}: `) as string });
		for (const id of ids) expect(cancelled.result).toMatch(new RegExp(`^${id}: .*cancelled`, 'm'));

		const resent = await run('tasks', 'resend', ...ids, '--json');
		expect(resent.code).toBe(0);
		expect(jsonOf(eachSchema, resent).items).toHaveLength(2);

		await platform.admin.setSettings({ clockFactor: 40 });
		const retried = await run('tasks', 'retry', missing, ...ids, '--key', 'one key for all', '--json');
		expect(retried.code).toBe(1);
		expect(jsonOf(eachSchema, retried)).toMatchObject({
			items: ids.map((id) => ({ id, status: 'completed' })),
			refused: [{ id: missing }],
		});
		const refused = await run('tasks', 'retry', ...ids);
		expect(refused).toMatchObject({ code: 2, notes: expect.stringContaining('refused 2 of 2 tasks') as string });
		expect(await run('tasks', 'cancel', first, 'a'.repeat(5_000))).toMatchObject({
			code: 2,
			notes: expect.stringContaining('Nothing was sent') as string,
		});
	});
});

describe('tasks decide', () => {
	const reviewSchema = z.looseObject({
		draft: z.looseObject({ content: z.string() }).nullable(),
		question: z.looseObject({ hash: z.string() }).nullable(),
	});

	async function asked(id: string, hashBefore = ''): Promise<string> {
		return eventually(
			async () => {
				const { question } = jsonOf(reviewSchema, await run('tasks', 'decide', id, '--json'));
				return question !== null && question.hash !== hashBefore ? question.hash : null;
			},
			isThere,
			'A question that is new',
		);
	}

	test('shows the mail with its hash, changes it, and approves just the version that was seen', async () => {
		const { result: id } = await run(...mail, '--key', 'decided');
		const hash = await asked(id);
		const shown = (await run('tasks', 'decide', id)).result;
		for (const part of ['It is on its way.', 'ada@client.example', hash, `decide ${id} <action> --hash ${hash}`])
			expect(shown).toContain(part);

		expect(await run('tasks', 'decide', id, 'approve')).toMatchObject({
			code: 2,
			notes: expect.stringContaining('--hash') as string,
		});
		const text = join(folder, 'text.txt');
		await writeFile(text, 'It comes tomorrow.');
		const edited = await run('tasks', 'decide', id, 'edit', '--hash', hash, '--text-file', text, '--by', 'Ada');
		expect(edited).toMatchObject({ code: 0, result: expect.stringContaining('Ada decided: edit') as string });

		const newer = await asked(id, hash);
		expect(await run('tasks', 'decide', id, 'approve', '--hash', hash)).toMatchObject({ code: 2 });
		expect(await run('tasks', 'decide', id, 'approve', '--hash', newer)).toMatchObject({ code: 0 });
		const ended = await run('tasks', 'watch', id, '--json');
		expect(ended.result).toContain('It comes tomorrow.');
	});
});

test.each([
	['add-sources --text', ['run', 'add-sources', '--connection', 'main', '--agent', 'agent_support', '--text']],
	[
		'add-sources --urls-from',
		['run', 'add-sources', '--connection', 'main', '--agent', 'agent_support', '--urls-from'],
	],
	['--token-file', ['tasks', 'list', '--token-file']],
])('a file in another encoding is refused before anything is done: %s', async (_what, args) => {
	const file = join(folder, 'latin.txt');
	await writeFile(file, Buffer.from('Größe der schönen Stühle für fünf Gäste', 'latin1'));
	const { code, notes } = await run(...args, file);
	expect(code).toBe(2);
	expect(notes).toContain('is not UTF-8. It seems to be');
	expect(notes).toContain(file);
	// The parser of options writes past `notes`.
	expect(await run(...mail.slice(0, -2), '--text-file', file)).toMatchObject({ code: 2 });
});

test('files download fetches what a task has made, and nothing of one that has made none', async () => {
	const out = join(folder, 'leads.csv');
	const started = await run('run', 'lead-export', '--connection', 'main', '--key', 'export', '--out', out);
	expect(started.code).toBe(0);
	const { result: id } = await run('run', 'lead-export', '--connection', 'main', '--key', 'export', '--no-wait');
	const again = join(folder, 'again.csv');
	const downloaded = await run('files', 'download', id, '--out', again, '--json');
	expect(jsonOf(z.looseObject({ path: z.string() }), downloaded).path).toBe(again);
	expect(await readFile(again, 'utf8')).toBe(await readFile(out, 'utf8'));

	const { result: none } = await run(...retrain, '--key', 'without-file', '--no-wait');
	expect(await run('files', 'download', none, '--out', again)).toMatchObject({ code: 1 });
});

test('waits show names what an execution waits for', async () => {
	const { result: id } = await run(...retrain, '--key', 'waited-for', '--no-wait');
	const wait = { taskIds: [id], callbackUrl: `http://${host}/resume`, executionId: '1', nodeId: 'node', runIndex: 0 };
	const { body } = await ask(platform, { method: 'POST', path: '/v1/waits', key: 'waited-for', body: wait });
	const waitId = z.looseObject({ id: z.string() }).parse(body).id;
	expect((await run('waits', 'show', waitId)).result).toContain(id);
	expect(JSON.parse((await run('waits', 'show', waitId, '--json')).result)).toMatchObject({ id: waitId });

	expect(await run('waits', 'show', 'wait/none')).toMatchObject({
		code: 2,
		notes: expect.stringContaining('There is no wait') as string,
	});
});

test('a schedule is changed by what is named alone', async () => {
	const create = ['lead-export', 'reports', '--connection', 'main', '--paused', '--cron', '0 6 * * 1'];
	expect(await run('schedules', 'create', ...create, '--last-days', '7')).toMatchObject({ code: 0 });
	const changed = await run('schedules', 'update', 'reports', '--cron', '30 6 * * 1', '--note', 'For sales', '--json');
	expect(JSON.parse(changed.result)).toMatchObject({
		type: 'lead-export',
		cron: ['30 6 * * 1'],
		note: 'For sales',
		paused: true,
		input: { lastDays: 7, format: 'csv' },
	});
	expect(await run('schedules', 'update', 'reports')).toMatchObject({ code: 2 });
	expect(await run('schedules', 'update', 'none', '--note', 'x')).toMatchObject({ code: 2 });
	const span = ['--from', '2026-01-05T00:00:00Z', '--to', '2026-01-04T00:00:00Z'];
	expect(await run('schedules', 'backfill', 'reports', ...span)).toMatchObject({ code: 2 });
	expect(await run('schedules', 'delete', 'reports')).toMatchObject({ code: 0 });
});

test('destinations list names them, and check ends with 1 for one that is unavailable', async () => {
	expect((await run('destinations', 'list')).result).toContain('flow');
	const flow = await run('destinations', 'check', 'flow');
	expect(flow).toMatchObject({ code: 0 });
	expect(flow.result).toMatch(/^Leads can be written to flow\. .* answered a signed ping with 2\d\d\.$/);
	const picky = await run('destinations', 'check', 'picky', '--json');
	expect([picky.code, JSON.parse(picky.result)]).toEqual([
		1,
		{ name: 'picky', ok: true, proven: false, detail: expect.stringContaining('with 422') as string, problem: null },
	]);
	const away = await run('destinations', 'check', 'away', '--json');
	expect(away.code).toBe(1);
	expect(JSON.parse(away.result)).toMatchObject({ name: 'away', ok: false });
	expect(await run('destinations', 'check', 'none')).toMatchObject({ code: 2 });
});

describe('subscriptions', () => {
	const madeSchema = z.looseObject({ id: z.string(), secret: z.string() });

	test('are made, changed, looked at and deleted', async () => {
		const create = ['subscriptions', 'create', '--url', receiver.url, '--events', 'task.completed'];
		const { id, secret } = jsonOf(madeSchema, await run(...create, '--json'));
		const rotated = jsonOf(madeSchema, await run('subscriptions', 'rotate-secret', id, '--json'));
		expect(rotated.secret).not.toBe(secret);
		// Who subscribes is read from Temporal's index, which has a new one a moment later.
		await eventually(
			async () => (await run('subscriptions', 'list', '--json')).result,
			(seen) => expect(seen).toContain(id),
			"Temporal's index lists a subscription a moment later",
		);

		await run(...retrain, '--key', 'told');
		const deliverySchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
		const sent = await eventually(
			async () => jsonOf(deliverySchema, await run('subscriptions', 'deliveries', id, '--json')).items,
			(items) => items.length > 0,
			'a delivery is a workflow of its own',
		);
		expect(await run('subscriptions', 'resend', id, sent[0]?.id ?? '')).toMatchObject({ code: 0 });

		expect(await run('subscriptions', 'update', id, '--disable')).toMatchObject({ code: 0 });
		expect((await run('subscriptions', 'list')).result).toContain('off');
		expect((await run('subscriptions', 'list')).result).not.toContain(rotated.secret);
		expect(await run('subscriptions', 'delete', id)).toMatchObject({ code: 0 });
		expect(await run('subscriptions', 'show', id)).toMatchObject({ code: 2 });
	});

	test.each([
		['a host that is not allowed', ['--url', 'https://elsewhere.example/hook', '--events', 'task.completed'], /url/],
		['an event that is none', ['--url', 'https://elsewhere.example/hook', '--events', 'task.begun'], /^$/],
	])('of %s are refused', async (_what, args, notes) => {
		const refused = await run('subscriptions', 'create', ...args);
		expect(refused).toMatchObject({ code: 2, notes: expect.stringMatching(notes) as string });
	});
});
