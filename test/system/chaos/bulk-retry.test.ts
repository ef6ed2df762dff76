/* oxlint-disable test-time/no-timer, test-time/no-clock -- How long a person waits beside a bulk action is the subject. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { inParallel } from '../../support/in-parallel.mjs';
import { eventually } from '../../support/time/eventually';
import { bulkPreviewSchema } from '../../../worker/gateway/schemas';
import type { TaskType } from '../../../workflows/contracts';
import { bulkActionResultSchema } from '../../../workflows/bulk-action/contract';
import { retrainPath } from './api-paths';
import { MailboxPool } from './fault-matrix/mailbox-pool';
import { Caller } from './fault-matrix/world';
import { withChaosStack } from './with-chaos-stack';

/** Failed tasks in all. A try with fewer takes minutes less: `BULK_ROWS=40`. */
const ROWS = Number(process.env['BULK_ROWS'] ?? 500);
/** Those of types that start once only. */
const ONCE = Math.max(2, Math.round(ROWS / 50));
const EXPORTS = Math.round(ROWS / 10);
/** Agents of nightly retrains, whose own tasks failed. */
const NIGHTS = Math.round(ROWS / 10);
const RETRAINS = ROWS - 2 * ONCE - EXPORTS - NIGHTS;

const LONGEST_MS = 60 * 60_000;
const REFUSED = { kind: 'status', status: 403 } as const;

const chaos = withChaosStack({ requestsPerMinute: 6_000 });

interface Failed {
	id: string;
	agentId: string;
	kind: 'training' | 'export' | 'once';
}

async function startOf(type: TaskType, agentId: string, input: object): Promise<string> {
	const whole = { version: 1, connection: 'sandbox', ...input };
	const { url, token } = chaos().stack.gateway;
	// On a busy machine the gateway may answer later than the command line waits.
	return await new Caller(url, token).start(type, `${type}-${agentId}`, whole);
}

/** The agent with a mailbox. */
let mailsFrom = '';
beforeAll(async () => {
	const { stack, admin } = chaos();
	mailsFrom = await new MailboxPool(stack.sandbox, admin).take();
});

/** Somebody ends it in Temporal, while it waits for a decision. */
async function terminate(workflowId: string): Promise<void> {
	const connection = await Connection.connect({ address: chaos().stack.temporalAddress });
	try {
		const workflowExecution = { workflowId };
		await connection.workflowService.terminateWorkflowExecution({ namespace: 'agent-knowledge', workflowExecution });
	} finally {
		await connection.close();
	}
}

/** A task of each kind fails at the first request that the service refuses. */
const KINDS: ReadonlyArray<[count: number, fail: (agentId: string) => Promise<Failed>]> = [
	[
		RETRAINS,
		async (agentId) => {
			await chaos().admin.addFault('POST', retrainPath(agentId), REFUSED);
			return { id: await startOf('retrain-and-wait', agentId, { agentId }), agentId, kind: 'training' };
		},
	],
	[
		NIGHTS,
		async (agentId) => {
			await chaos().admin.addFault('POST', retrainPath(agentId), REFUSED);
			const parent = await startOf('nightly-retrain', agentId, { agentIds: [agentId] });
			return { id: `${parent}~${agentId}`, agentId, kind: 'training' };
		},
	],
	[
		EXPORTS,
		async (agentId) => {
			// The check before the start reads once.
			await chaos().admin.addFault('GET', `/agents/${agentId}/leads`, { kind: 'delay', delayMs: 0 });
			await chaos().admin.addFault('GET', `/agents/${agentId}/leads`, REFUSED);
			return { id: await startOf('lead-export', agentId, { agentIds: [agentId] }), agentId, kind: 'export' };
		},
	],
	[
		ONCE,
		async (agentId) => {
			await chaos().admin.addFault('GET', `/agents/${agentId}/sources`, REFUSED);
			const sources = [{ type: 'url', url: 'https://shop.example/' }];
			return { id: await startOf('add-sources', agentId, { agentId, sources }), agentId, kind: 'once' };
		},
	],
	[
		ONCE,
		async (agentId) => {
			const mail = { to: ['ada@client.example'], subject: 'An order', content: 'It is on its way.' };
			const id = await startOf('email-send-with-review', agentId, { ...mail, agentId: mailsFrom });
			await terminate(id);
			return { id, agentId, kind: 'once' };
		},
	],
];

async function untilEnded(id: string) {
	return eventually(
		() => chaos().gateway.read(id, 20),
		(task) => task.status !== 'running',
		`The end of ${id}`,
		{ looks: 36_000 },
	);
}

/** How long a person waits for a look at the service, whose calls go before those of tasks. In milliseconds. */
async function urgentCall(): Promise<number> {
	const begun = performance.now();
	const { url, token } = chaos().stack.gateway;
	const response = await fetch(`${url}/v1/connections/sandbox/check`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
	});
	await response.arrayBuffer();
	return response.ok ? performance.now() - begun : Number.NaN;
}

/** Of the calls that a running gateway answered. */
function p95(times: readonly number[]): number {
	const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((one, other) => one - other);
	return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN);
}

function runsOf(agentId: string): number {
	return chaos().records.runs(agentId).length;
}

test(
	`${ROWS} failed tasks are retried by a filter under kills: each once, and none of those that may not be`,
	{ timeout: LONGEST_MS },
	async () => {
		const jobs = KINDS.flatMap(([count, fail]) => Array.from({ length: count }, () => fail));
		const failed = await inParallel(jobs, 10, async (fail) => fail(await chaos().newAgent()));
		const ends = await inParallel(failed, 10, async ({ id }) => untilEnded(id));
		expect(ends.filter(({ status }) => status !== 'failed').map(({ id }) => id)).toEqual([]);
		await chaos().admin.clearFaults();
		const quiet = [];
		for (let call = 0; call < 20; call += 1) quiet.push(await urgentCall());

		const chosen = { action: 'retry', target: 'tasks', status: 'failed', connection: 'sandbox' };
		const preview = await chaos().gateway.ask(bulkPreviewSchema, {
			method: 'POST',
			path: '/v1/bulk-actions/preview',
			body: chosen,
		});
		expect(preview.count).toBe(ROWS);
		const mayNot = 2 * ONCE;
		expect(preview.refused).toMatchObject([{ type: 'retry_refused', count: mayNot }]);
		const begun = performance.now();
		const { id } = await chaos().gateway.start('bulk-action', 'retry all', { ...chosen, selection: preview.digest });

		const busy: number[] = [];
		const { stack } = chaos();
		const kills = [stack.worker, stack.temporal, stack.worker];
		for (const [index, service] of kills.entries()) {
			await eventually(
				async () => {
					busy.push(await urgentCall().catch(() => Number.NaN));
					const { progress, status } = await chaos().gateway.read(id);
					const { itemsDone = 0, itemsTotal = Infinity } = progress ?? {};
					return status !== 'running' || itemsDone >= (itemsTotal * (index + 1)) / (kills.length + 2);
				},
				Boolean,
				`${index + 1} of ${kills.length + 1} parts`,
				{ looks: 36_000 },
			);
			await service.kill();
			await pause(1_000);
			await service.start();
		}
		const ending = untilEnded(id);
		for (let end = null; end === null;) {
			busy.push(await urgentCall().catch(() => Number.NaN));
			end = await Promise.race([ending, pause(500, null)]);
		}
		const bulk = await ending;
		const minutes = (performance.now() - begun) / 60_000;

		const { counts, rows, rowsNotShown } = bulkActionResultSchema.parse(bulk.result);
		expect(counts).toEqual({ done: preview.count - mayNot, refused: mayNot, gone: 0, not_started: 0 });
		expect(rows.length + rowsNotShown).toBe(preview.count);
		for (const row of rows.filter(({ status }) => status === 'refused'))
			expect(row).toMatchObject({ reason: { type: 'retry_refused' } });
		const effects = [];
		for (const { id: each, agentId, kind } of failed) {
			const { status } = kind === 'once' ? await chaos().gateway.read(each) : await untilEnded(each);
			effects.push({ id: each, kind, status, runs: runsOf(agentId), sources: await sourcesAdded(agentId) });
		}
		const wrong = effects.filter(({ kind, status, runs, sources }) => {
			const isRight = kind === 'once' ? status === 'failed' && sources === 0 : status === 'completed';
			return !isRight || runs !== (kind === 'training' ? 1 : 0);
		});
		expect(wrong).toEqual([]);
		process.stdout.write(
			`${counts.done} of ${preview.count} tasks retried in ${minutes.toFixed(1)} min under ${kills.length} kills, ` +
				`${counts.refused} refused; urgent calls p95 ${p95(quiet)} ms before, ${p95(busy)} ms meanwhile (${busy.length} calls)\n`,
		);
	},
);

async function sourcesAdded(agentId: string): Promise<number> {
	const added = await chaos().admin.requests({ method: 'POST', path: `/agents/${agentId}/sources` });
	return added.length;
}
