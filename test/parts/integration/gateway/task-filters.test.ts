import { z } from 'zod';
import type { TaskListQuery } from '../../../../worker/gateway/schemas';
import { bulkActionResultSchema } from '../../../../workflows/bulk-action/contract';
import { ask, askEnded, idOf, linkOf, type Question, untilTasksListed } from '../../../support/gateway/ask';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';

/** What is no filter of the list: how much of it is read, and how. */
type Reading = 'limit' | 'pageToken' | 'fresh' | 'reasons';
type ListFilter = Exclude<keyof TaskListQuery, Reading>;

const taskSchema = z.looseObject({
	id: z.string(),
	type: z.string(),
	status: z.string(),
	startedAt: z.string(),
	closedAt: z.string().nullable(),
});
const pageSchema = z.looseObject({ items: z.array(taskSchema) });
const previewSchema = z.looseObject({ count: z.number(), sample: z.array(z.looseObject({ id: z.string() })) });

let platform: GatewayPlatform;
const known: Record<'mail' | 'night' | 'agent' | 'failed', string> = { mail: '', night: '', agent: '', failed: '' };
let middle = '';

const send = (question: Question) => ask(platform, question);

async function start(type: string, key: string, body: object): Promise<{ id: string; link: string }> {
	const started = await send({ method: 'POST', path: `/v1/tasks/${type}`, key, body });
	expect({ [key]: started.status, text: started.text }).toMatchObject({ [key]: 202 });
	return { id: idOf(started), link: linkOf(started) };
}

async function brokenAgent(name: string): Promise<string> {
	const { id } = await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${id}/retrain`, { kind: 'status', status: 403 });
	return id;
}

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000, labelled: { acme: { client: 'acme' } } });
	await new Mailboxes(platform).active('help@shop.example');
	const [one, two, three] = [await brokenAgent('one'), await brokenAgent('two'), await brokenAgent('three')];
	const ended: string[] = [];
	const end = async (type: string, key: string, body: object) => {
		const { id, link } = await start(type, key, body);
		await askEnded(platform, link);
		ended.push(id);
		return id;
	};
	known.failed = await end('retrain-and-wait', 'one', { connection: 'main', agentId: one });
	await end('retrain-and-wait', 'two', { connection: 'acme', agentId: two });
	known.night = await end('nightly-retrain', 'night', { connection: 'main', agentIds: [three, 'agent_support'] });
	middle = taskSchema.parse((await send({ path: `/v1/tasks/${known.night}` })).body).startedAt;
	await end('retrain-and-wait', 'good', { connection: 'acme', agentId: 'agent_support' });
	await end('bulk-action', 'bulk', { action: 'resend', ids: [known.failed] });
	const stopped = await start('lead-sync', 'stopped', { connection: 'acme', agentId: two, destination: 'flow:a.b.c' });
	await send({ method: 'POST', path: `${stopped.link}/cancel` });
	await askEnded(platform, stopped.link);
	const sync = await start('lead-sync', 'sync', { connection: 'main', agentId: one, destination: 'flow:a.b.c' });
	const mail = {
		connection: 'main',
		agentId: 'agent_support',
		to: ['ada@client.example'],
		subject: 'Hi',
		content: 'Hi',
	};
	known.mail = (await start('email-send-with-review', 'mail', mail)).id;
	known.agent = one;
	await untilTasksListed(platform, [...ended, stopped.id, sync.id, known.mail]);
	await eventually(
		async () => (await listed({ waitsForPerson: 'true' })).length,
		(seen) => seen === 1,
		'the mail waits for a person',
	);
});
afterAll(() => platform.close());

/** The ids in the list. No answer has more than one page. */
async function listed(query: Record<string, string>): Promise<string[]> {
	const answer = await send({ path: `/v1/tasks?${new URLSearchParams({ ...query, limit: '100' }).toString()}` });
	expect(answer).toMatchObject({ status: 200 });
	return pageSchema
		.parse(answer.body)
		.items.map(({ id }) => id)
		.sort();
}

/** A value of each filter that finds some tasks and leaves others, as the list takes it and as a bulk action does. */
const VALUES: Readonly<Record<ListFilter, () => ReadonlyArray<[listed: string, inBulk: unknown]>>> = {
	id: () => [[known.failed, [known.failed]]],
	type: () => ['retrain-and-wait', 'lead-sync', 'bulk-action'].map((type) => [type, type]),
	status: () => ['completed', 'failed', 'cancelled', 'running'].map((status) => [status, status]),
	connection: () => [['acme', 'acme']],
	agentId: () => [[known.agent, known.agent]],
	needsAttention: () => [
		['true', true],
		['false', false],
	],
	waitsForPerson: () => [
		['true', true],
		['false', false],
	],
	ended: () => [
		['true', true],
		['false', false],
	],
	search: () => [
		[known.mail.slice(0, 30), known.mail.slice(0, 30)],
		['nightly', 'nightly'],
		['agent_o', 'agent_o'],
		// A part of an agent's name, which no id begins with.
		['upport', 'upport'],
	],
	startedFrom: () => [[middle, middle]],
	startedBefore: () => [[middle, middle]],
	endedFrom: () => [[middle, middle]],
	endedBefore: () => [[middle, middle]],
	parent: () => [[known.night, known.night]],
};

/** In which state the tasks of a list are, and a bulk action that can act on such. */
const STATES = [
	{ ended: true, action: 'resend' },
	{ ended: false, action: 'cancel' },
] as const;

/** Of a value by which nothing in this state is found: a bulk action on such tasks is refused, see below. */
function isImpossible(filter: ListFilter, inBulk: unknown, ended: boolean): boolean {
	switch (filter) {
		case 'status':
			return (inBulk === 'running') === ended;
		case 'ended':
			return inBulk !== ended;
		case 'waitsForPerson':
			return inBulk === true && ended;
		case 'needsAttention':
			return inBulk === true && !ended;
		default:
			return false;
	}
}

const cases = (Object.keys(VALUES) as ListFilter[]).flatMap((filter) => STATES.map((state) => ({ filter, ...state })));

const inBulkName = (filter: ListFilter) => (filter === 'id' ? 'ids' : filter);

/** Of a filter that is the state itself, or names its rows: nothing. */
function stateBeside(filter: ListFilter, ended: boolean): { list: Record<string, string>; bulk: object } {
	const isAlone = filter === 'id' || filter === 'ended';
	return isAlone ? { list: {}, bulk: {} } : { list: { ended: String(ended) }, bulk: { ended } };
}

/** What a preview counts, and which of the rows that it shows are none of the expected ones. */
async function previewed(body: object, expected: readonly string[]) {
	const answer = await send({ method: 'POST', path: '/v1/bulk-actions/preview', body });
	expect({ body, answer: answer.text, status: answer.status }).toMatchObject({ status: 200 });
	const { count, sample } = previewSchema.parse(answer.body);
	return { count, others: sample.map(({ id }) => id).filter((id) => !expected.includes(id)) };
}

async function acted(key: string, body: object) {
	const { id, link } = await start('bulk-action', key, body);
	const { result } = z.looseObject({ result: bulkActionResultSchema }).parse((await askEnded(platform, link)).body);
	await untilTasksListed(platform, [id]);
	return result.rows.map((row) => row.id).sort();
}

test('there is a value for each filter of the list', async () => {
	const { body } = await send({ path: '/openapi.json' });
	const parameterSchema = z.looseObject({ in: z.string(), name: z.string() });
	const listSchema = z.looseObject({ get: z.looseObject({ parameters: z.array(parameterSchema) }) });
	const { paths } = z.looseObject({ paths: z.looseObject({ '/v1/tasks': listSchema }) }).parse(body);
	const names = paths['/v1/tasks'].get.parameters.map(({ name }) => name);
	const reading: readonly Reading[] = ['limit', 'pageToken', 'fresh', 'reasons'];
	expect(names.toSorted()).toEqual([...Object.keys(VALUES), ...reading].sort());
});

test.each(cases)(
	'$action means the tasks of a list with $filter (ended: $ended)',
	async ({ filter, ended, action }) => {
		const all = await listed({});
		const values = VALUES[filter]().filter((each) => !isImpossible(filter, each[1], ended));
		for (const [nth, [inList, inBulk]] of values.entries()) {
			const state = stateBeside(filter, ended);
			const expected = await listed({ ...state.list, [filter]: inList });
			const chosen = { action, ...state.bulk, [inBulkName(filter)]: inBulk };
			const before = await previewed(chosen, expected);
			// A start takes a second. What is cancelled runs no more, so only the preview is compared there.
			const rows = ended && nth === values.length - 1 ? await acted(`${filter} ${inList}`, chosen) : expected;
			expect({ chosen, before, rows, isWhole: expected.length === all.length }).toEqual({
				chosen,
				before: { count: expected.length, others: [] },
				rows: expected,
				isWhole: false,
			});
		}
	},
);

test('what a filter leaves alone is not cancelled, and a sync only if somebody names it', async () => {
	const running = await listed({ ended: 'false' });
	expect(running.map((id) => id.split('~')[0])).toEqual(['email-send-with-review', 'lead-sync']);
	const chosen = { action: 'cancel', ended: false, waitsForPerson: false };
	const left = await listed({ ended: 'false', waitsForPerson: 'false' });
	expect(await previewed(chosen, left)).toEqual({ count: left.length, others: [] });
	expect(await acted('none but syncs', chosen)).toEqual(left);
	expect(await listed({ ended: 'false' })).toEqual(running);
	expect(await acted('all that run', { action: 'cancel', ended: false })).toEqual(running);
	await eventually(
		() => listed({ ended: 'false' }),
		(seen) => expect(seen).toEqual(left),
		"Temporal's index shows the end of a task a moment later",
	);
});

test.each([
	[{ action: 'retry', waitsForPerson: true }, 'waitsForPerson'],
	[{ action: 'retry', ended: false }, 'ended'],
	[{ action: 'resend', status: 'running' }, 'status'],
	[{ action: 'cancel', needsAttention: true }, 'needsAttention'],
	[{ action: 'cancel', ended: true }, 'ended'],
	[{ action: 'cancel', status: 'failed' }, 'status'],
	[{ action: 'pause', target: 'schedules', ended: false }, 'ended'],
	[{ action: 'pause', target: 'schedules', parent: 'nightly-retrain~a' }, 'parent'],
	[{ action: 'pause', target: 'syncs', type: 'lead-export' }, 'type'],
	[{ action: 'retry', ids: ['a'], needsAttention: true }, 'needsAttention'],
	[{ action: 'retry', agentId: "o'brien" }, 'agentId'],
	[{ action: 'retry', fresh: true, all: true }, 'fresh'],
])('%j is refused in words, by the preview and by the start', async (body, path) => {
	for (const address of ['/v1/bulk-actions/preview', '/v1/tasks/bulk-action']) {
		const answer = await send({ method: 'POST', path: address, key: path, body });
		expect([address, answer]).toMatchObject([address, { status: 400, body: { issues: [{ path }] } }]);
	}
});
