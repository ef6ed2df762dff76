import { nightlyRetrainResultSchema } from '../../../../workflows/nightly-retrain/contract';
import { Platform } from '../../../support/temporal/start-platform';
import { eventually } from '../../../support/time/eventually';

let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start({ clockFactor: 1000 });
});
afterAll(() => platform.stop());
afterEach(async () => {
	await platform.admin.clearFaults();
	await platform.admin.setSettings({ clockFactor: 1000 });
});

const input = {
	version: 1,
	connection: 'sandbox',
	waitUntil: 'finished',
	ifActive: 'adopt',
	atOnce: 2,
	agentTimeoutSeconds: 600,
};

function start(idempotencyKey: string, more: object = {}) {
	return platform.tasks.start({ type: 'nightly-retrain', idempotencyKey, input: { ...input, ...more } });
}

describe('nightly-retrain', () => {
	it('retrains all agents once, each in a task of its own', async () => {
		const before = await Promise.all(['agent_support', 'agent_sales'].map((id) => platform.retrainsOf(id)));
		const ended = await platform.ended((await start('all')).id);
		expect(ended).toMatchObject({ status: 'completed', error: null, agentId: null });
		const { rows, counts, schedule } = nightlyRetrainResultSchema.parse(ended.result);
		expect(rows.map(({ agentId }) => agentId).sort()).toEqual(['agent_sales', 'agent_support']);
		expect(counts).toEqual({ completed: 2, failed: 0, timed_out: 0, cancelled: 0, not_started: 0 });
		expect(schedule).toBeNull();
		const after = await Promise.all(['agent_support', 'agent_sales'].map((id) => platform.retrainsOf(id)));
		expect(after).toEqual(before.map((count) => count + 1));
		const [child] = rows;
		expect(child?.taskId).toBe(`${ended.id}~${child?.agentId}`);
		expect(await platform.tasks.get(child?.taskId ?? '')).toMatchObject({
			type: 'retrain-and-wait',
			status: 'completed',
			agentId: child?.agentId,
		});
	});

	it('continues when one agent fails, and reports which and why', async () => {
		const agentIds = ['agent_nobody', 'agent_support', 'agent_nobody', 'agent_sales'];
		const ended = await platform.ended((await start('one bad', { agentIds, atOnce: 1 })).id);
		expect(ended).toMatchObject({ status: 'completed' });
		const { rows, counts } = nightlyRetrainResultSchema.parse(ended.result);
		expect(rows.map(({ agentId, status }) => [agentId, status])).toEqual([
			['agent_nobody', 'failed'],
			['agent_support', 'completed'],
			['agent_sales', 'completed'],
		]);
		expect(counts).toMatchObject({ completed: 2, failed: 1 });
		expect(rows[0]?.error?.title).not.toBe('');
		expect(ended.progress).toMatchObject({ itemsDone: 3, itemsTotal: 3, itemsFailed: 1 });
	});

	it('cancels what runs and says what was not started', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const task = await start('cancelled', { agentIds: ['agent_support', 'agent_sales'], atOnce: 1 });
		await platform.untilRunning(`${task.id}~agent_support`);
		await platform.tasks.cancel(task.id);
		const ended = await platform.ended(task.id);
		expect(ended).toMatchObject({ status: 'cancelled', stage: 'cancelled', error: { type: 'cancelled' } });
		expect(ended.error?.detail).toContain('1 were cancelled, 1 were not started');
		const { rows } = nightlyRetrainResultSchema.parse(ended.result);
		expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'not_started']);
		const listed = async () => (await platform.tasks.list({ type: 'nightly-retrain', status: 'cancelled' })).items;
		// Temporal lists it as ended a moment later.
		await eventually(
			async () => (await listed()).map(({ id }) => id),
			(seen) => expect(seen).toEqual([task.id]),
			"Temporal's index shows the end of a task a moment later",
		);
		expect((await platform.tasks.list({ type: 'nightly-retrain', status: 'failed' })).items).toEqual([]);
	});

	it('does only the rest when its key is used again after that', async () => {
		const sales = await platform.retrainsOf('agent_sales');
		const again = await start('cancelled', { agentIds: ['agent_support', 'agent_sales'], atOnce: 1 });
		expect(await platform.ended(again.id)).toMatchObject({ status: 'completed' });
		expect(await platform.retrainsOf('agent_sales')).toBe(sales + 1);
	});

	it('gives up an agent that takes too long', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const task = await start('slow', { agentIds: ['agent_support'], agentTimeoutSeconds: 1 });
		const { rows } = nightlyRetrainResultSchema.parse((await platform.ended(task.id)).result);
		expect(rows).toMatchObject([{ status: 'timed_out', error: { type: 'timed_out' } }]);
	});
});
