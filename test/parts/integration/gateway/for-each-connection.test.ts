import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { taskViewSchema } from '../../../../worker/gateway/schemas';
import {
	type ForEachConnectionResult,
	forEachConnectionResultSchema,
} from '../../../../workflows/for-each-connection/contract';
import { ask, idOf } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
const clients = ['acme', 'bolt', 'coil'];

beforeAll(async () => {
	platform = await startPlatform({
		clockFactor: 1000,
		labelled: Object.fromEntries(
			clients.map((client) => [client, { client, tier: client === 'coil' ? 'free' : 'paid' }]),
		),
	});
});
afterAll(() => platform.close());

async function start(key: string, input: object) {
	return ask(platform, { method: 'POST', path: '/v1/tasks/for-each-connection', key, body: input });
}

async function task(id: string, wait = 0) {
	const { body } = await ask(platform, { path: `/v1/tasks/${encodeURIComponent(id)}?wait=${wait}` });
	return taskViewSchema.parse(body);
}

async function resultOf(id: string): Promise<ForEachConnectionResult> {
	const ended = await eventually(
		() => task(id, 30),
		(found) => found.status !== 'running',
		`${id} to end`,
	);
	return forEachConnectionResultSchema.parse(ended.result);
}

test('each selected connection gets an ordinary task of its own', async () => {
	const started = await start('nights', {
		selector: 'tier=paid',
		type: 'nightly-retrain',
		input: { agentIds: ['agent_support'], waitUntil: 'canChat' },
	});
	expect(started).toMatchObject({ status: 202 });
	const { counts, rows } = await resultOf(idOf(started));
	expect(rows.map(({ connection, status }) => [connection, status])).toEqual([
		['acme', 'completed'],
		['bolt', 'completed'],
	]);
	expect(counts).toMatchObject({ completed: 2, refused: 0 });
	const [row] = rows;
	expect(await task(row?.taskId ?? '')).toMatchObject({
		type: 'nightly-retrain',
		connection: 'acme',
		status: 'completed',
	});
	// A repeat of the key starts nothing again.
	expect(
		idOf(
			await start('nights', {
				selector: 'tier=paid',
				type: 'nightly-retrain',
				input: { agentIds: ['agent_support'], waitUntil: 'canChat' },
			}),
		),
	).toBe(idOf(started));
});

test('one connection that fails stops no other one, and says why', async () => {
	const input = { selector: 'tier', type: 'lead-export', input: { agentIds: ['agent_gone'], format: 'csv' } };
	const { rows } = await resultOf(idOf(await start('exports', input)));
	expect(rows.map(({ status }) => status)).toEqual(['not_done', 'not_done', 'not_done']);
	expect(rows[0]?.message).toContain('There is no such agent');
});

test.each([
	[{ selector: 'client=gone', type: 'nightly-retrain' }, 'selector', 'matches no connection'],
	[{ selector: 'client=', type: 'nightly-retrain' }, 'selector', 'is not a selector'],
	[{ selector: 'client', type: 'email-send-with-review' }, 'type', 'must be one of'],
	[{ selector: 'client', type: 'lead-export', input: { format: 'pdf' } }, 'input.format', 'must be one of'],
	[
		{ selector: 'client', type: 'nightly-retrain', input: { agents: [] } },
		'input.agents',
		'is not a field of nightly-retrain',
	],
	[{ selector: 'client', type: 'lead-sync', input: {} }, 'input.destination', ''],
])('%j is refused before anything is started', async (input, path, message) => {
	const { status, body } = await start('refused', input);
	expect(status).toBe(400);
	expect(body).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) as string }] });
});

test('a destination that does not exist is refused before anything is started', async () => {
	const input = { selector: 'tier=paid', type: 'lead-sync', input: { agentId: 'agent_support', destination: 'none' } };
	const { status, body } = await start('nowhere', input);
	expect({ status, body }).toMatchObject({ status: 404, body: { issues: [{ path: 'input.destination' }] } });
});

test('a schedule of one that never ends is refused', async () => {
	const body = {
		type: 'for-each-connection',
		input: { selector: 'client', type: 'lead-sync', input: { agentId: 'agent_support', destination: 'flow:a.b.c' } },
		cron: '0 3 * * *',
	};
	const refused = await ask(platform, { method: 'PUT', path: '/v1/schedules/endless', body });
	expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'input.type' }] } });
});

test('syncs cover what is selected, and stop with the task', async () => {
	const input = {
		selector: 'tier=paid',
		type: 'lead-sync',
		input: { agentId: 'agent_support', destination: 'flow:each.test.a' },
	};
	const id = idOf(await start('syncs', input));
	const syncs = await eventually(
		async () => {
			const { body } = await ask(platform, { path: '/v1/tasks?type=lead-sync&ended=false' });
			const { items } = z
				.object({ items: z.array(z.looseObject({ id: z.string(), connection: z.string() })) })
				.parse(body);
			return items.length === 2 ? items : null;
		},
		isThere,
		'two syncs',
	);
	expect(syncs.map(({ connection }) => connection).sort()).toEqual(['acme', 'bolt']);
	await eventually(
		async () => (await task(id)).progress?.itemsTotal,
		(seen) => seen === 2,
		'its progress',
	);
	await stopsWith(id, syncs);
	// Each run of the task stops its syncs, also under ids that an earlier run has stopped.
	for (const again of [1, 2]) {
		const path = `/v1/tasks/${encodeURIComponent(id)}/actions/retry`;
		expect(await ask(platform, { method: 'POST', path, key: `again-${again}` })).toMatchObject({ status: 202 });
		for (const sync of syncs)
			await eventually(
				async () => (await task(sync.id)).status,
				(seen) => seen === 'running',
				`${sync.id} to run again`,
			);
		await eventually(
			async () => (await task(id)).progress?.message,
			(seen) => seen === 'Of 2 connections, 2 run.',
			'its progress',
		);
		await stopsWith(id, syncs);
	}
});

/** Cancels a task and reads, once it has ended, what became of its syncs and what it says of them. */
async function stopsWith(id: string, syncs: ReadonlyArray<{ id: string }>): Promise<void> {
	await ask(platform, { method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/cancel` });
	const { rows } = await resultOf(id);
	expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
	expect(await Promise.all(syncs.map(async (sync) => (await task(sync.id)).status))).toEqual([
		'cancelled',
		'cancelled',
	]);
}
