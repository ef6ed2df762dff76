import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { scheduleViewSchema } from '../../../../worker/gateway/schemas';
import { nightlyRetrainResultSchema } from '../../../../workflows/nightly-retrain/contract';
import { retrainPath } from '../../chaos/api-paths';
import { runsBegun } from '../../chaos/training-runs';
import type { PrepareTask } from './open-task';
import type { UpgradableStack } from './upgradable-stack';

async function untilRequested(stack: UpgradableStack, agentId: string): Promise<void> {
	await eventually(
		async () => (await stack.accepted('POST', retrainPath(agentId))).length,
		(seen) => seen > 0,
		`A training run of ${agentId}`,
	);
}

/** How many training runs began, by anybody's request, and how many requests the service accepted. */
async function begun(stack: UpgradableStack, agentId: string) {
	const runs = runsBegun(stack.stack.sandbox.databaseFile, agentId);
	return { runs: runs.length, requests: (await stack.accepted('POST', retrainPath(agentId))).length };
}

/** An agent of its own, and the start and the end of its retrain-and-wait. */
async function newRetrain(stack: UpgradableStack, key: string) {
	const agentId = await stack.newAgent(key);
	const input = { version: 1, connection: 'sandbox', agentId, waitUntil: 'finished', ifActive: 'adopt' };
	const start = () => stack.begin('retrain-and-wait', key, input);
	return {
		agentId,
		start,
		startOnce: () => stack.gateway.start('retrain-and-wait', key, input),
		async verify(id: string) {
			expect(await stack.ended(id)).toMatchObject({
				status: 'completed',
				result: {
					outcome: 'finished',
					adopted: false,
					endSeen: true,
					audit: { postAttempts: 1, ambiguous: false, duplicates: [] },
				},
			});
			// Each version knows the keys of the other one.
			expect(await start()).toBe(id);
			expect(await begun(stack, agentId)).toEqual({ runs: 1, requests: 1 });
		},
	};
}

/** A run has begun. A further task that is requested while no worker runs has its run afterwards, and only one. */
export const retrainInTraining: PrepareTask = async (stack, key) => {
	const [first, second] = [await newRetrain(stack, key), await newRetrain(stack, `${key}-2`)];
	return async () => {
		const id = await first.start();
		await untilRequested(stack, first.agentId);
		return {
			id,
			async meanwhile() {
				// A worker counts for a minute after its last poll. Until then, a start goes on without its check.
				const outcome = second.startOnce().then(({ status }) => status, String);
				expect(await outcome).toMatch(/^running$|No worker is polling/);
			},
			async verify() {
				await first.verify(id);
				await second.verify(await second.start());
			},
		};
	};
};

/** The first of two agents of a schedule is in training, and the second one has to wait for it. */
export const scheduledNight: PrepareTask = async (stack, key) => {
	const agentIds = [await stack.newAgent('First of the night'), await stack.newAgent('Second of the night')];
	const path = `/v1/schedules/${key}`;
	const send = (method: 'GET' | 'PUT' | 'POST', action = '', more: { key?: string; body?: object } = {}) =>
		stack.gateway.ask(scheduleViewSchema, { method, path: path + action, ...more });
	/** Starts a run. @returns the id of its task */
	const runNow = async (number: number) => {
		// The schedule notices the end of its last run a moment later.
		await eventually(
			() => send('POST', '/run-now', { key: `${key}-${number}` }),
			isThere,
			`The start of run ${number} of ${key}`,
		);
		return eventually(async () => (await send('GET')).recent[number - 1]?.taskId, isThere, `Run ${number} of ${key}`);
	};
	const verifyRun = async (taskId: string, number: number) => {
		const task = await stack.ended(taskId);
		const { rows, schedule } = nightlyRetrainResultSchema.parse(task.result);
		expect(rows.map(({ agentId, status, adopted }) => ({ agentId, status, adopted }))).toEqual(
			agentIds.map((agentId) => ({ agentId, status: 'completed', adopted: false })),
		);
		expect(schedule).toMatchObject({ id: key, missed: 0 });
		for (const agentId of agentIds) expect(await begun(stack, agentId)).toEqual({ runs: number, requests: number });
	};
	const input = { version: 1, connection: 'sandbox', agentIds, atOnce: 1 };
	await send('PUT', '', { body: { type: 'nightly-retrain', input, cron: '0 3 1 1 *', note: 'Ask Kim' } });
	return async () => {
		const id = await runNow(1);
		await untilRequested(stack, z.string().parse(agentIds[0]));
		return {
			id,
			async verify() {
				await verifyRun(id, 1);
				expect(await send('GET')).toMatchObject({ cron: ['0 3 1 1 *'], paused: false, note: 'Ask Kim' });
				await verifyRun(await runNow(2), 2);
			},
		};
	};
};

/** The nightly retrain of the only connection is half-way. */
export const eachHalfDone: PrepareTask = async (stack, key) => {
	const agentIds = [await stack.newAgent(`${key} first`), await stack.newAgent(`${key} second`)];
	const input = { connection: undefined, selector: '!client', type: 'nightly-retrain', input: { agentIds, atOnce: 1 } };
	return async () => {
		const id = await stack.begin('for-each-connection', key, input);
		await untilRequested(stack, z.string().parse(agentIds[0]));
		return {
			id,
			async verify() {
				expect(await stack.ended(id)).toMatchObject({
					status: 'completed',
					result: { rows: [{ connection: 'sandbox', status: 'completed' }] },
				});
				for (const agentId of agentIds) expect(await begun(stack, agentId)).toEqual({ runs: 1, requests: 1 });
			},
		};
	};
};
